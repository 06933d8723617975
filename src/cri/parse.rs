// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parsing CBOR into a checked view (href sections 5.1 and 5.2, R1, R3, R4).

use core::mem::MaybeUninit;

use super::text::TextRule;
use super::{CANONICAL_ITEMS, CRI_TAG, Cri, DISCARD_ALL, DISCARD_MAX, PATH_SET, PLAIN_HOST, authority};
use crate::cbor::read::Reader;
use crate::cbor::skip::skip;
use crate::cbor::{BYTES, FALSE, NINT, NULL, TAG, TEXT, TRUE, UINT};
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme;

/// The reason why a data item was refused, and the number of bytes to skip. A refusal converts into an [`Error`], so
/// `?` accepts it in functions that return an `Error`.
///
/// ```
/// use cri::{Cri, Error, Revision};
///
/// // A segment `..`, which no CRI has: the item of 6 bytes can be skipped.
/// let refusal = Cri::parse(Revision::Href27, b"\x82\x00\x81\x62..\x18\x2a").err();
/// assert_eq!(refusal.map(|refusal| refusal.error), Some(Error::DotSegment));
/// assert_eq!(refusal.and_then(|refusal| refusal.skip), Some(6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The cause.
    pub error: Error,
    /// The length of the item, if it can be skipped.
    pub skip: Option<usize>,
}

impl Refusal {
    /// Returns the refusal of the item that `data` starts with, including its length if the item is well-formed.
    #[cold]
    pub(crate) fn of(data: &[u8], error: Error) -> Self {
        if error == Error::Truncated {
            return Self { error, skip: None };
        }
        match skip(data) {
            Ok(length) => Self { error, skip: Some(length) },
            Err(error) => Self { error, skip: None },
        }
    }
}

impl core::fmt::Display for Refusal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.error.fmt(f)
    }
}

impl core::error::Error for Refusal {}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        refusal.error
    }
}

impl<'a> Cri<'a> {
    /// Parses the CRI or CRI reference that `data` starts with. Returns it with the number of its bytes.
    ///
    /// A [`Refusal`] with an error that [is unprocessable](Error::is_unprocessable) has the number of bytes to skip.
    /// `Truncated` means that the item needs more bytes. `Cbor` and `Limit` mean that the end of the item cannot be
    /// known. No input makes the function panic (href 9 graceful). Linear in the length of the item.
    ///
    /// ```
    /// use cri::{Cri, Revision};
    ///
    /// let data = b"\x82\x02\x81\x61a\x18\x2a"; // [2, ["a"]], then 42
    /// let (cri, length) = Cri::parse(Revision::Href27, data)?;
    /// assert_eq!((cri.to_string().as_str(), length), ("../a", 5));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn parse(revision: Revision, data: &'a [u8]) -> Result<(Self, usize), Refusal> {
        match Self::read(&mut MaybeUninit::uninit(), revision, data) {
            Ok(cri) => Ok((*cri, cri.whole.len())),
            Err(error) => Err(Refusal::of(data, error)),
        }
    }

    /// Parses `data` as one CRI or CRI reference. Fails with `Extra` if bytes follow it, and with the other errors of
    /// [`Cri::parse`].
    ///
    /// ```
    /// use cri::{Cri, Error, Revision};
    ///
    /// let data = b"\x82\x02\x81\x61a"; // [2, ["a"]]
    /// assert_eq!(Cri::parse_exact(Revision::Href27, data)?.to_string(), "../a");
    /// assert_eq!(Cri::parse_exact(Revision::Href27, b"\x82\x02\x81\x61a\x00").err(), Some(Error::Extra));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn parse_exact(revision: Revision, data: &'a [u8]) -> Result<Self, Error> {
        Self::read_exact(&mut MaybeUninit::uninit(), revision, data).map(|cri| *cri)
    }

    /// Reads `data` as one CRI or CRI reference, like [`Cri::parse_exact`], into `memory`.
    #[inline(always)]
    pub(crate) fn read_exact<'p>(
        memory: &'p mut MaybeUninit<Self>,
        revision: Revision,
        data: &'a [u8],
    ) -> Result<&'p mut Self, Error> {
        match Self::read(memory, revision, data) {
            Ok(cri) if cri.whole.len() < data.len() => Err(Error::Extra),
            Ok(cri) => Ok(cri),
            Err(error) => Err(Refusal::of(data, error).error),
        }
    }

    /// Reads the CRI or CRI reference that `data` starts with into `memory`, and returns a reference to
    /// it. The view is not copied.
    ///
    /// As in href 5.2 step 1, the empty array is `[0]` (href 5.1 rule 4), and a null at the end is refused
    /// (href 5.1 rule 1).
    #[inline(always)]
    pub(crate) fn read<'p>(
        memory: &'p mut MaybeUninit<Self>,
        revision: Revision,
        data: &'a [u8],
    ) -> Result<&'p mut Self, Error> {
        match Self::read_sections(memory, revision, data) {
            (cri, None) => Ok(cri),
            (_, Some(error)) => Err(error),
        }
    }

    /// Reads an item like [`Cri::read`]. Returns the view and the first error. After an error, `whole` is the bytes
    /// before the offset at which the reader stopped. (href 5.1 sections, 5.1 fragment)
    pub(super) fn read_sections<'p>(
        memory: &'p mut MaybeUninit<Self>,
        revision: Revision,
        data: &'a [u8],
    ) -> (&'p mut Self, Option<Error>) {
        let cri = memory.write(Self::empty(revision));
        let mut sections = SectionReader { reader: Reader::new(data), left: 0, null: false };
        if sections.reader.at(TAG) {
            sections.tag(revision);
        }
        sections.left = sections.reader.array();
        // href 5.1
        if sections.left > 5 {
            sections.reader.fail(Error::Structure);
        } else if sections.left > 0 {
            sections.first(cri);
        }
        if sections.enter() {
            cri.read_path(&mut sections.reader);
        }
        if sections.enter() {
            cri.read_query(&mut sections.reader, cri.is_full());
        }
        let start = sections.reader.rest;
        if sections.enter() {
            sections.reader.all_texts(1, TextRule::Any);
            cri.fragment = sections.reader.since(start);
        }
        if sections.null {
            sections.reader.fail(Error::Trailing);
        }
        if cri.is_full() {
            cri.flags |= PATH_SET;
            // href 2.1
            if !cri.is_valid_full() {
                sections.reader.fail(Error::NotValid);
            }
        }
        if !sections.reader.not_canonical {
            cri.flags |= CANONICAL_ITEMS;
        }
        // The reader is marked if a label of the host name may contain characters that are not plain.
        if !sections.reader.mark {
            cri.flags |= PLAIN_HOST;
        }
        cri.whole = data.get(..sections.reader.offset_in(data)).unwrap_or(data);
        (cri, sections.reader.error)
    }

    /// Reads a path section that is set (href 5.1 path).
    #[inline(always)]
    pub(crate) fn read_path(&mut self, reader: &mut Reader<'a>) {
        self.path_count = reader.array();
        let start = reader.rest;
        reader.all_texts(self.path_count, TextRule::Segment);
        self.path = reader.since(start);
        self.flags |= PATH_SET;
    }

    /// Reads a query section that is set (href 5.1 query). In a full CRI, an empty query is the same as no query (R1).
    #[inline(always)]
    pub(crate) fn read_query(&mut self, reader: &mut Reader<'a>, full: bool) {
        let start = reader.rest;
        let count = reader.array();
        reader.all_texts(count, TextRule::Any);
        // href-27 query, C10, R1
        if count > 0 || !full {
            self.query = reader.since(start);
        }
    }
}

/// The first and the last head of the scheme ids that are encoded in one byte.
const SHORT_SCHEME: u8 = NINT << 5;
const LAST_SHORT_SCHEME: u8 = SHORT_SCHEME + 23;

/// The state while the sections of a CRI are read.
struct SectionReader<'a> {
    reader: Reader<'a>,
    /// The number of sections still to come.
    left: usize,
    /// True if the last section was null.
    null: bool,
}

impl<'a> SectionReader<'a> {
    /// True if there is another section and it is set. If the section is null, steps over it and returns false.
    #[cfg_attr(speed, inline(always))]
    #[cfg_attr(not(speed), inline(never))]
    fn enter(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.null = self.reader.peek() == NULL;
        if self.null {
            self.reader.step();
        }
        !self.null
    }

    /// Reads the tag before the array. Only revision 27 allows it, and only tag 99. (href-27 tag 99)
    #[cold]
    fn tag(&mut self, revision: Revision) {
        self.reader.head();
        // href-27 tag 99
        if !revision.has_tag() || self.reader.argument != CRI_TAG {
            self.reader.fail(Error::Feature);
        }
    }

    /// Reads the first section, and the authority that may follow it. The first section is a scheme, a null in place of
    /// the scheme, or a discard value. Two nulls are refused (href 5.1 rule 2). After a discard value, neither scheme
    /// nor authority may follow (href 5.1.1). (href 5.1 scheme, 5.1 discard, 5.2 step 2, 5.2 step 3)
    #[cfg_attr(speed, inline(always))]
    fn first(&mut self, cri: &mut Cri<'a>) {
        let start = self.reader.rest;
        cri.discard = DISCARD_ALL;
        self.left -= 1;
        // Most schemes and discard values are numbers of one byte.
        match self.reader.peek() {
            SHORT_SCHEME..=LAST_SHORT_SCHEME => {
                self.reader.step();
                cri.scheme = self.reader.since(start);
            }
            discard @ 0..24 => {
                self.reader.step();
                cri.discard = discard;
            }
            _ => self.other_first(cri),
        }
        // href 5.2 step 2
        if !self.null && !cri.is_full() {
            // href 5.1 sections, href 5.1.1
            if self.left > 3 {
                self.reader.fail(Error::Structure);
            }
            return;
        }
        let nulls = self.null && self.left > 0;
        let start = self.reader.rest;
        if self.enter() {
            self.authority(cri);
            cri.authority = self.reader.since(start);
        } else if nulls {
            self.reader.fail(Error::Structure);
        }
    }

    /// Reads a first section that is not a number of one byte.
    #[cfg_attr(speed, inline(never))]
    fn other_first(&mut self, cri: &mut Cri<'a>) {
        let (start, initial) = (self.reader.rest, self.reader.peek());
        if initial >> 5 == TEXT {
            let name = self.reader.text(TextRule::Any);
            if !scheme::is_name(name) {
                self.reader.fail(Error::SchemeName);
            }
        } else {
            self.reader.head();
        }
        match initial >> 5 {
            TEXT | NINT => cri.scheme = self.reader.since(start),
            // href 5.1 discard
            UINT if self.reader.argument > DISCARD_MAX as usize => self.reader.fail(Error::Discard),
            UINT => cri.discard = self.reader.argument as u8,
            // href 5.1 discard
            _ if initial == TRUE => {}
            // href 5.1 scheme
            _ if initial == NULL => self.null = true,
            _ => self.reader.refuse(initial),
        }
    }

    /// Reads an authority: true, or an array of user information, host and port. (href 5.1 no-authority, 5.1 authority,
    /// 5.1 userinfo, 5.1 port)
    fn authority(&mut self, cri: &mut Cri<'a>) {
        let reader = &mut self.reader;
        // href 5.1 no-authority
        if reader.peek() == TRUE {
            return reader.step();
        }
        let mut left = reader.array();
        // href 5.1 userinfo
        if left > 0 && reader.peek() == FALSE {
            if left == 1 {
                return reader.fail(Error::Structure);
            }
            reader.step();
            reader.text(TextRule::Any);
            left -= 2;
        }
        left = if left > 0 && reader.at(BYTES) {
            address(reader, left, cri.revision)
        } else {
            labels(reader, left, cri.revision)
        };
        if left > 0 {
            match reader.rest {
                // Nearly all ports have two bytes.
                [0x19, high, low, rest @ ..] if *high > 0 => {
                    (reader.argument, reader.rest) = (u16::from_be_bytes([*high, *low]) as usize, rest);
                }
                _ => reader.expect(UINT),
            }
            // C6, href 5.1 port
            if reader.argument > 65535 {
                reader.fail(Error::Port);
            }
            // href 5.1 authority
            if left > 1 {
                reader.fail(Error::Structure);
            }
        }
    }
}

/// Reads the labels at the start of `count` items (C5, href 5.1 host-name). Returns the number of items left.
fn labels(reader: &mut Reader<'_>, count: usize, revision: Revision) -> usize {
    let start = reader.rest;
    let left = reader.texts(count, TextRule::of_labels(revision));
    match count - left {
        // A single empty label is the empty host, whose canonical form has no label (R5).
        // R5
        1 if start.first() == Some(&(TEXT << 5)) => reader.not_canonical = true,
        // R56
        labels if authority::is_disguised(labels, || authority::are_octets(reader.since(start))) => {
            reader.fail(Error::Address);
        }
        _ => {}
    }
    left
}

/// Reads the address and the zone identifier at the start of `count` items (C4, href 5.1 host-ip, 5.1 zone-id). Returns
/// the number of items left.
fn address(reader: &mut Reader<'_>, count: usize, revision: Revision) -> usize {
    reader.head();
    let length = reader.argument;
    reader.take();
    // href 5.1 host-ip
    if length != 4 && length != 16 {
        reader.fail(Error::Address);
    }
    let mut left = count - 1;
    // href 5.1 zone-id
    if left > 0 && reader.at(TEXT) {
        if !authority::may_have_zone(length, revision) {
            reader.fail(Error::Address);
        }
        reader.text(TextRule::Any);
        left -= 1;
    }
    left
}
