// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs in larger CBOR documents.
//!
//! The CRIs are items of an array or a sequence (RFC 8742), or are in tag 99 at any depth (href-27 tag 99). In a
//! document, too, an item of indefinite length is not a CRI (href 5.1 embedding).

use core::iter::FusedIterator;
use core::mem::MaybeUninit;

use super::parse::Refusal;
use super::{CRI_TAG, Cri};
use crate::bytes::output::Output;
use crate::cbor::read::Reader;
use crate::cbor::write::Heads;
use crate::cbor::{ARRAY, BREAK, TAG};
use crate::error::Error;
use crate::revision::Revision;

/// The head of an array of indefinite length.
const OPEN_ARRAY: u8 = ARRAY << 5 | 31;

/// The condition that ends the items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum End {
    /// The items end after a known number of items.
    Count,
    /// The items end with a break.
    Break,
    /// The items end with the data.
    Data,
}

/// An iterator over the items of a CBOR array or sequence, in order. For each item, it yields the CRI or CRI reference,
/// or the reason why the item is not one.
///
/// An error for which [`Error::is_unprocessable`] is true concerns one item, and the iterator continues after this
/// item. A program that expects other items among the CRIs ignores the error (R3). The iterator ends after any other
/// error: `Truncated`, `Cbor`, or `Limit` for an item that is not a CRI and in which more than 16 items of indefinite
/// length nest. All steps together take linear time.
///
/// ```
/// use cri::{CriItems, Revision};
///
/// // [[1, ["a"]], 42, [2, ["b"]]]
/// let document = b"\x83\x82\x01\x81\x61a\x18\x2a\x82\x02\x81\x61b";
/// let mut found = Vec::new();
/// for item in CriItems::array(Revision::Href27, document)? {
///     match item {
///         Ok(cri) => found.push(cri.to_string()),
///         Err(error) if error.is_unprocessable() => {} // 42
///         Err(error) => return Err(error),
///     }
/// }
/// assert_eq!(found, ["a", "../b"]);
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CriItems<'a> {
    pub(crate) rest: &'a [u8],
    /// The number of items left, if the number of items is known.
    pub(crate) left: usize,
    pub(crate) error: Option<Error>,
    pub(crate) revision: Revision,
    end: End,
}

impl<'a> CriItems<'a> {
    /// Returns the items of the array that `data` starts with, of definite or indefinite length. Bytes after the array
    /// are ignored.
    ///
    /// Fails with `Structure` if the item is not an array, with `Feature` for a tag, and with `Indefinite` for an item
    /// of indefinite length that is not an array. Fails with `Truncated` or `Cbor` if the head of the item is
    /// incomplete or malformed.
    ///
    /// ```
    /// use cri::{CriItems, Error, Revision};
    ///
    /// let mut items = CriItems::array(Revision::Href27, b"\x81\x82\x01\x81\x61a")?; // [[1, ["a"]]]
    /// assert_eq!(items.next().map(|item| item.map(|cri| cri.to_string())), Some(Ok("a".into())));
    /// assert_eq!(CriItems::array(Revision::Href27, b"\xa0").err(), Some(Error::Structure)); // {}
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn array(revision: Revision, data: &'a [u8]) -> Result<Self, Error> {
        let mut items = Self::sequence(revision, data);
        if let [OPEN_ARRAY, rest @ ..] = data {
            items.end = End::Break;
            items.rest = rest;
            return Ok(items);
        }
        let mut reader = Reader::new(data);
        items.end = End::Count;
        items.left = reader.array();
        items.rest = reader.rest;
        reader.error.map_or(Ok(items), Err)
    }

    /// Returns the items of a CBOR sequence, which extends over all of `data`.
    ///
    /// ```
    /// use cri::{CriItems, Revision};
    ///
    /// let data = b"\x82\x01\x81\x61a\x82\x01\x81\x61b"; // [1, ["a"]], [1, ["b"]]
    /// let found = CriItems::sequence(Revision::Href27, data).collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!(found[1].to_string(), "b");
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn sequence(revision: Revision, data: &'a [u8]) -> Self {
        Self { rest: data, left: 0, error: None, revision, end: End::Data }
    }

    /// Returns the bytes that were not read yet. Each call of [`Iterator::next`] removes the bytes of one item, the
    /// item that it yields.
    ///
    /// ```
    /// use cri::{CriItems, Revision};
    ///
    /// let mut items = CriItems::sequence(Revision::Href27, b"\x82\x01\x81\x61a\x18\x2a");
    /// assert!(items.next().is_some_and(|item| item.is_ok()));
    /// assert_eq!(items.rest(), b"\x18\x2a"); // 42
    /// ```
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Finds the next item that is a CRI, and calls `found` with it. The CRI is not copied.
    #[cfg(feature = "ffi")]
    pub(crate) fn next_cri<R>(&mut self, found: impl FnOnce(&Cri<'a>) -> R) -> Option<R> {
        let mut memory = MaybeUninit::uninit();
        while self.enter() {
            // Fast path: a CRI begins with the head of an array or of a tag. Any other item need not be read as a CRI,
            // because the reason why it is not one is not needed here.
            if matches!(crate::cbor::read::first_major(self.rest), Some(ARRAY | TAG)) {
                if let Some(Ok(cri)) = self.read(&mut memory) {
                    return Some(found(cri));
                }
            } else {
                self.skip(Error::Structure);
            }
        }
        None
    }

    /// Reads the next item into `memory`. Returns the CRI or the reason why it cannot be processed.
    pub(crate) fn step<'p>(&mut self, memory: &'p mut MaybeUninit<Cri<'a>>) -> Option<Result<&'p Cri<'a>, Error>> {
        if self.enter() { self.read(memory) } else { None }
    }

    /// Reads the item that the rest begins with, as [`CriItems::step`] does.
    fn read<'p>(&mut self, memory: &'p mut MaybeUninit<Cri<'a>>) -> Option<Result<&'p Cri<'a>, Error>> {
        match Cri::read(memory, self.revision, self.rest) {
            Ok(cri) => {
                self.rest = self.rest.get(cri.whole.len()..).unwrap_or(&[]);
                Some(Ok(cri))
            }
            Err(error) => self.skip(error).then_some(Err(error)),
        }
    }

    /// True if there is another item. Decrements `left` if the number of items is known.
    fn enter(&mut self) -> bool {
        match self.end {
            End::Count if self.left > 0 => {
                self.left -= 1;
                true
            }
            End::Count => false,
            End::Break => self.rest.first() != Some(&BREAK),
            End::Data => !self.rest.is_empty(),
        }
    }

    /// Steps over an item that is not a CRI. If the end of the item is not known, ends the iteration with an error and
    /// returns false.
    fn skip(&mut self, error: Error) -> bool {
        let refusal = Refusal::of(self.rest, error);
        match refusal.skip.and_then(|length| self.rest.get(length..)) {
            Some(rest) => self.rest = rest,
            None => {
                self.error = Some(refusal.error);
                self.end = End::Count;
                self.left = 0;
            }
        }
        self.error.is_none()
    }
}

impl<'a> Iterator for CriItems<'a> {
    type Item = Result<Cri<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.error.is_some() {
            return None;
        }
        let mut held = MaybeUninit::uninit();
        let read = self.step(&mut held).map(Result::<&_, _>::copied);
        read.or_else(|| self.error.map(Err))
    }

    /// Returns an upper bound of one item for each byte.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.rest.len().saturating_add(1)))
    }
}

impl FusedIterator for CriItems<'_> {}

impl<'a> Cri<'a> {
    /// Returns the bytes from which the CRI was parsed, including tag 99 if there is one. Returns `None` for a view
    /// that an operation made from other views.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let base: CriBuf<32> = "coap://h/a".parse()?;
    /// let reference: CriBuf<32> = "b".parse()?;
    /// assert_eq!(base.cri().encoding(), Some(base.as_bytes()));
    /// assert_eq!(base.cri().resolve(&reference.cri())?.encoding(), None);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn encoding(&self) -> Option<&'a [u8]> {
        if self.whole.is_empty() { None } else { Some(self.whole) }
    }

    /// Writes tag 99 and the canonical form (href-27 tag 99). Fails with `Revision` in revision 13, which has no tag,
    /// and with `Buffer` if the result does not fit. Linear.
    ///
    /// ```
    /// use cri::{CriBuf, Output};
    ///
    /// let cri: CriBuf<32> = "coap://h".parse()?;
    /// let mut buffer = [0; 16];
    /// let mut output = Output::new(&mut buffer);
    /// cri.cri().encode_tagged(&mut output)?;
    /// assert_eq!(output.written()?, b"\xd8\x63\x82\x20\x81\x61h"); // 99([-1, ["h"]])
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn encode_tagged(&self, output: &mut Output<'_>) -> Result<(), Error> {
        if !self.revision.has_tag() {
            return Err(Error::Revision);
        }
        output.head(TAG, CRI_TAG);
        self.encode(output)
    }
}
