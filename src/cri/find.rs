// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search for CRIs in tag 99 (href-27 tag 99).

use core::iter::FusedIterator;
use core::mem::MaybeUninit;

use super::Cri;
use crate::cbor::TAG;
use crate::cbor::read::first_major;
use crate::cbor::skip::next_head;
use crate::error::Error;
use crate::revision::Revision;

/// An iterator over the CRIs and CRI references in tag 99 anywhere in a CBOR item or sequence, at any depth, in the
/// order of the bytes.
///
/// The search goes from head to head: depth is unlimited, and the content of strings and their chunks is never read as
/// CBOR. The items are not checked as a whole: arrays and maps may lack items, and breaks may be anywhere. The search
/// continues after a CRI. A tag 99 on any other item is ignored, and the search continues inside the item.
///
/// The iterator ends with an error at the first head that is malformed (`Cbor`), and at a string or a tagged CRI that
/// is truncated (`Truncated`). All steps together take linear time: a CRI contains no tag, so reading a CRI ends at the
/// next tag at the latest.
///
/// ```
/// use cri::{CriFind, Revision};
///
/// // {1: 99([1, ["a"]])}
/// let document = b"\xa1\x01\xd8\x63\x82\x01\x81\x61a";
/// let found = CriFind::new(Revision::Href27, document)?.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(found[0].to_string(), "a");
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CriFind<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) error: Option<Error>,
    pub(crate) revision: Revision,
}

impl<'a> CriFind<'a> {
    /// Searches all of `data`. Fails with `Revision` in revision 13, which has no tag.
    ///
    /// ```
    /// use cri::{CriFind, Error, Revision};
    ///
    /// // [99([1, ["a"]]), 99([1, ["b"]])]
    /// let document = b"\x82\xd8\x63\x82\x01\x81\x61a\xd8\x63\x82\x01\x81\x61b";
    /// assert_eq!(CriFind::new(Revision::Href27, document)?.count(), 2);
    /// assert_eq!(CriFind::new(Revision::Href13, document).err(), Some(Error::Revision));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn new(revision: Revision, data: &'a [u8]) -> Result<Self, Error> {
        if !revision.has_tag() {
            return Err(Error::Revision);
        }
        Ok(Self { rest: data, error: None, revision })
    }

    /// Finds the next CRI. Sets the error if an error ended the search.
    pub(crate) fn next_cri(&mut self) -> Option<Cri<'a>> {
        while !self.rest.is_empty() {
            if let Some(found) = self.next_step() {
                return Some(found);
            }
        }
        None
    }

    /// Steps as [`CriFind::step`] does. If there is an error, sets it and ends the search.
    #[inline(always)]
    pub(crate) fn next_step(&mut self) -> Option<Cri<'a>> {
        self.step().unwrap_or_else(|error| {
            self.error = Some(error);
            self.rest = &[];
            None
        })
    }

    /// Steps over a head and, if it is the head of a string, its content. Returns the CRI if the head is a tag of a
    /// CRI.
    fn step(&mut self) -> Result<Option<Cri<'a>>, Error> {
        let mut after = self.rest;
        next_head(&mut after)?;
        // `Cri::read` checks the number of the tag.
        if first_major(self.rest) == Some(TAG) {
            match Cri::read(&mut MaybeUninit::uninit(), self.revision, self.rest) {
                Ok(cri) => {
                    self.rest = self.rest.get(cri.whole.len()..).unwrap_or(&[]);
                    return Ok(Some(*cri));
                }
                // All remaining bytes were read as part of this CRI, so they contain no other tag.
                Err(Error::Truncated) => return Err(Error::Truncated),
                _ => {}
            }
        }
        self.rest = after;
        Ok(None)
    }
}

impl<'a> Iterator for CriFind<'a> {
    type Item = Result<Cri<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.error.is_some() {
            return None;
        }
        self.next_cri().map(Ok).or_else(|| self.error.map(Err))
    }

    /// Returns an upper bound of one item for each byte.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.rest.len()))
    }
}

impl FusedIterator for CriFind<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of bytes that `Cri::read` needs to decide whether a tag contains a CRI.
    fn looked_at(data: &[u8]) -> usize {
        let (mut least, mut enough) = (0, data.len());
        while least < enough {
            let middle = (least + enough) / 2;
            let data = data.get(..middle).unwrap_or(data);
            let read = Cri::read(&mut MaybeUninit::uninit(), Revision::Href27, data).err();
            if read == Some(Error::Truncated) { least = middle + 1 } else { enough = middle }
        }
        least
    }

    /// Even if tags nest, all calls of `Cri::read` together read each byte only once, except the last head of each
    /// call, which the next call reads again.
    #[test]
    fn nested_tags_are_read_once() {
        const SIZE: usize = 6000;
        let units: [&[u8]; 9] = [
            b"\xd8\x63",
            b"\xd8\x63\x81",
            b"\xd8\x63\x82\x20",
            b"\xd8\x63\x82\xf5\x81",
            b"\xd8\x63\x82\xf5\x9b\0\0\0\0\0\xff\xff\xff",
            b"\xd8\x63\x82\xf5\x98\xff\x61a\x61b\x63abc\x61d\x78\x181234567890123456789012345",
            b"\xd8\x63\x83\x20\x8b\xf4\x61u\x61h\x61i\x61j",
            b"\xd8\x63\x82\xf5\x81\x83\x61a\x41:",
            b"\xdb\0\0\0\0\0\0\0\x63\x84\x20\x81\x61h\x80\x82\x61q",
        ];
        for unit in units {
            let mut data = [0x1c; SIZE];
            let count = SIZE / unit.len();
            for copy in data.chunks_exact_mut(unit.len()) {
                copy.copy_from_slice(unit);
            }
            let mut find = CriFind::new(Revision::Href27, &data).unwrap();
            let (mut heads, mut looked, mut tags) = (0, 0, 0);
            while !find.rest.is_empty() {
                let at = find.rest;
                if at.starts_with(unit) {
                    tags += 1;
                    looked += looked_at(at);
                }
                match find.step() {
                    Ok(None) => heads += 1,
                    Err(Error::Cbor | Error::Truncated) => break,
                    other => panic!("{unit:02x?}: {other:?}"),
                }
            }
            assert_eq!(tags, count);
            assert!(heads <= SIZE);
            // A head has up to 9 bytes.
            assert!(looked <= SIZE + 9 * tags, "{unit:02x?}: {looked}");
        }
    }
}
