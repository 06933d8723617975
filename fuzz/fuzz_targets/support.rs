// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the targets share.
#![allow(dead_code)]

use cri::{Cri, Error, Output, Revision};

/// The revision that the first byte of an input chooses, and the rest of it.
pub fn revision(data: &[u8]) -> Option<(Revision, &[u8])> {
    let (first, rest) = data.split_first()?;
    Some((if first & 1 == 0 { Revision::Href27 } else { Revision::Href13 }, rest))
}

/// Two inputs out of one, parted at the place that the first byte says.
pub fn two(data: &[u8]) -> Option<(&[u8], &[u8])> {
    let (first, rest) = data.split_first()?;
    rest.split_at_checked(*first as usize)
}

/// What a conversion writes, with the size asked for first.
pub fn written(conversion: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<Vec<u8>, Error> {
    let mut counter = Output::new(&mut []);
    match conversion(&mut counter) {
        Ok(()) => assert_eq!(counter.length(), 0),
        Err(Error::Buffer) => {}
        Err(error) => return Err(error),
    }
    let mut buffer = vec![0xa5; counter.length()];
    let mut output = Output::new(&mut buffer);
    conversion(&mut output).expect("the size that was asked for is enough");
    assert_eq!(output.length(), buffer.len());
    Ok(buffer)
}

pub fn encoded(cri: &Cri<'_>) -> Vec<u8> {
    written(|output| cri.encode(output)).expect("a view has an encoding")
}

/// A view of what this library wrote itself.
pub fn parsed(revision: Revision, data: &[u8]) -> Cri<'_> {
    let (cri, length) = Cri::parse(revision, data).expect("what is written can be read");
    assert_eq!(length, data.len());
    cri
}

/// Each input as it is, or, behind a byte above 0xf7, as the CRI of the URI reference that it is.
pub fn texts<const N: usize>(revision: Revision, inputs: [&[u8]; N]) -> [Vec<u8>; N] {
    inputs.map(|input| match input {
        [0xf8..=0xff, uri @ ..] => written(|output| cri::from_uri(revision, uri, output)).unwrap_or_default(),
        _ => input.to_vec(),
    })
}
