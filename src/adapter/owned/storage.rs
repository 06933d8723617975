// SPDX-License-Identifier: MIT OR Apache-2.0
//! The memory of owned CRIs, and the offsets of the sections in it.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::bytes::output::Output;
#[cfg(feature = "alloc")]
use crate::bytes::sink::Sink;
use crate::cri::Cri;
use crate::error::Error;
use crate::revision::Revision;

/// The memory in which an [`Owned`](super::Owned) CRI keeps its bytes. Only types of this crate implement the trait.
///
/// ```
/// use cri::{CriBuf, Owned, Storage};
///
/// fn length<B: Storage>(cri: &Owned<B>) -> usize {
///     cri.as_bytes().len()
/// }
/// assert_eq!(length(&"coap://h".parse::<CriBuf<32>>()?), 5);
/// # Ok::<(), cri::Error>(())
/// ```
pub trait Storage: AsRef<[u8]> + Sealed {}

impl<B: AsRef<[u8]> + Sealed> Storage for B {}

/// An array of which the first bytes are in use.
#[derive(Clone)]
pub struct Array<const N: usize> {
    bytes: [u8; N],
    length: usize,
}

impl<const N: usize> AsRef<[u8]> for Array<N> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

mod sealed {
    use super::{Error, Output};

    pub trait Sealed: Sized {
        /// Returns the output of `write`. Calls `write` again if there was too little room.
        fn filled(write: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<Self, Error>;
    }
}
pub(super) use sealed::Sealed;

impl<const N: usize> Sealed for Array<N> {
    fn filled(write: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<Self, Error> {
        let mut bytes = [0; N];
        let mut output = Output::new(&mut bytes);
        write(&mut output)?;
        let length = output.written()?.len();
        Ok(Self { bytes, length })
    }
}

#[cfg(feature = "alloc")]
impl Sealed for Vec<u8> {
    fn filled(write: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<Self, Error> {
        let mut bytes = alloc::vec![0; 64];
        loop {
            let mut output = Output::new(&mut bytes);
            let result = write(&mut output);
            let needed = output.position();
            match result {
                Err(Error::Buffer) if needed > bytes.len() => bytes.resize(needed, 0),
                result => {
                    bytes.truncate(needed);
                    bytes.shrink_to_fit();
                    return result.map(|()| bytes);
                }
            }
        }
    }
}

#[cfg(feature = "alloc")]
impl Sink for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// A view without its bytes: the start and the end of each section in an encoding whose path has one piece.
#[derive(Clone, Copy)]
pub(super) struct Sections {
    /// The scheme, the authority, the segments of the path, the query and the fragment.
    bounds: [(usize, usize); 5],
    path_count: usize,
    pub(super) revision: Revision,
    discard: u8,
    flags: u8,
}

impl Sections {
    /// Returns the sections of a view that was parsed.
    pub(super) fn of(cri: &Cri<'_>) -> Self {
        let Cri { scheme, authority, path, query, fragment, path_count, revision, discard, flags, .. } = *cri;
        let bounds = [scheme, authority, path, query, fragment].map(|section| {
            let start = section.as_ptr().addr().wrapping_sub(cri.whole.as_ptr().addr());
            // An empty section may be anywhere in memory.
            if section.is_empty() { (0, 0) } else { (start, start + section.len()) }
        });
        Self { bounds, path_count, revision, discard, flags }
    }

    /// Returns the view of the encoding that has these sections. Constant time.
    pub(super) fn view<'a>(&self, encoding: &'a [u8]) -> Cri<'a> {
        let Self { bounds, path_count, revision, discard, flags } = *self;
        let [scheme, authority, path, query, fragment] =
            bounds.map(|(start, end)| encoding.get(start..end).unwrap_or_default());
        let whole = encoding;
        Cri { scheme, authority, path, query, fragment, whole, path_count, discard, flags, ..Cri::empty(revision) }
    }
}
