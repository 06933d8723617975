// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library's CoRI operations on bytes, with results that the tests can hold. Each conversion is run
//! with every capacity from 0 to one more than it needs.

use crate::support::hex;
use cri::cori::{self, Cori};
use cri::{Cri, Error, Output, Revision};

pub fn parse(data: &[u8]) -> Cori<'_> {
    match Cori::parse(data) {
        Ok((cori, length)) => {
            assert_eq!(length, data.len(), "{}", hex(data));
            cori
        }
        Err(refusal) => panic!("{}: {refusal:?}", hex(data)),
    }
}

const FILL: u8 = 0xa5;

/// The result, the same for every capacity; long ones are tried with some capacities only.
pub fn output(run: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<Vec<u8>, Error> {
    let mut counter = Output::new(&mut []);
    let needed = match run(&mut counter) {
        Ok(()) => 0,
        Err(Error::Buffer) => counter.length(),
        Err(error) => {
            let mut buffer = [FILL; 600];
            assert_eq!(run(&mut Output::new(&mut buffer)), Err(error));
            return Err(error);
        }
    };
    let mut result = Vec::new();
    let step = 1 + needed / 200;
    for capacity in (0..needed).step_by(step).chain([needed.saturating_sub(1), needed, needed + 1]) {
        let mut buffer = vec![FILL; needed + 8];
        let mut output = Output::new(&mut buffer[..capacity]);
        let outcome = run(&mut output);
        assert_eq!(output.length(), needed);
        let written = output.written().map(<[u8]>::to_vec);
        assert_eq!(outcome, if capacity < needed { Err(Error::Buffer) } else { Ok(()) });
        assert_eq!(outcome.err(), written.as_ref().err().copied());
        assert!(buffer[capacity..].iter().all(|byte| *byte == FILL), "written past the capacity");
        if let Ok(written) = written {
            result = written;
        }
    }
    Ok(result)
}

pub fn encode(cori: &Cori<'_>) -> Vec<u8> {
    output(|out| cori.encode(out)).expect("encode does not fail")
}

pub fn resolve(base: &[u8], href: &[u8], relation: u32) -> Result<Vec<u8>, Error> {
    parse(base).resolve(&parse(href), relation).map(|resolved| encode(&resolved))
}

pub fn relative(target: &[u8], base: &[u8]) -> Result<Vec<u8>, Error> {
    parse(base).relativize(&parse(target)).map(|reference| encode(&reference))
}

pub fn recompose(cori: &[u8]) -> Result<String, Error> {
    output(|out| parse(cori).recompose(out)).map(|text| String::from_utf8(text).expect("ASCII"))
}

pub fn decompose(uri: &str) -> Result<Vec<u8>, Error> {
    output(|out| cori::decompose(uri.as_bytes(), out))
}

pub fn to_coap(cori: &[u8], flags: u8) -> Result<Vec<u8>, Error> {
    output(|out| parse(cori).to_coap(flags, out))
}

pub fn to_cri(revision: Revision, cori: &[u8]) -> Result<Vec<u8>, Error> {
    output(|out| parse(cori).to_cri(revision, out))
}

pub fn from_cri(revision: Revision, cri: &[u8]) -> Result<Vec<u8>, Error> {
    let (cri, length) = Cri::parse(revision, cri).unwrap_or_else(|refusal| panic!("{}: {refusal:?}", hex(cri)));
    assert!(length > 0);
    output(|out| cri.to_cori(out))
}
