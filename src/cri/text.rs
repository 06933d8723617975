// SPDX-License-Identifier: MIT OR Apache-2.0
//! Text-or-pet: a text string, or text with percent-encoded octets (href 7.1 structure, C12).

use core::iter::FusedIterator;

use crate::bytes::chars::{is_plain_host, is_unreserved};
use crate::bytes::utf8::{self, checked_str};
use crate::bytes::words;
use crate::cbor::read::{self, Reader, short_length};
use crate::cbor::{ARRAY, BYTES, TEXT, UINT};
use crate::error::Error;
use crate::revision::Revision;

/// The text of a label, segment, parameter, userinfo or fragment.
///
/// ```
/// use cri::CriBuf;
///
/// let cri: CriBuf<64> = "coap://h/a/b%FF".parse()?;
/// assert!(cri.cri().path().map(|segment| segment.as_str()).eq([Some("a"), None]));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Text<'a> {
    /// The text itself, or the items of the array if the text is PET.
    pub(crate) content: &'a [u8],
    pub(crate) pet: bool,
}

/// A run of a text: characters, or octets that are percent-encoded in a URI.
///
/// ```
/// use cri::CriBuf;
///
/// // The octet 255 is not UTF-8, so no character stands for it.
/// let cri: CriBuf<32> = "coap://h/a%FFb".parse()?;
/// let cri = cri.cri();
/// let segment = cri.path().next().ok_or(cri::Error::Argument)?;
/// let chunks: Vec<_> = segment.chunks().map(|chunk| (chunk.bytes, chunk.percent_encoded)).collect();
/// assert_eq!(chunks, [(&b"a"[..], false), (b"\xff", true), (b"b", false)]);
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chunk<'a> {
    /// UTF-8 text, or any octets.
    pub bytes: &'a [u8],
    /// True if the octets are percent-encoded in a URI.
    pub percent_encoded: bool,
}

/// The chunks of a text, in order.
///
/// ```
/// use cri::CriBuf;
///
/// let cri: CriBuf<32> = "coap://h/a%FFb".parse()?;
/// let cri = cri.cri();
/// let chunks = cri.path().flat_map(|segment| segment.chunks());
/// let octets: Vec<u8> = chunks.flat_map(|chunk| chunk.bytes).copied().collect();
/// assert_eq!(octets, b"a\xffb");
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Chunks<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) pet: bool,
    pub(crate) done: bool,
}

impl<'a> Text<'a> {
    pub(crate) fn of_item(item: &'a [u8]) -> Self {
        let pet = matches!(item.first(), Some(0x80..=0x9b));
        Self { content: read::content(item), pet }
    }

    pub(crate) fn of_plain(content: &'a [u8]) -> Self {
        Self { content, pet: false }
    }

    /// Returns the text if no chunk of it is percent-encoded. Linear.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/a%20b/%FF".parse()?;
    /// let cri = cri.cri();
    /// let segments: Vec<_> = cri.path().map(|segment| segment.as_str()).collect();
    /// assert_eq!(segments, [Some("a b"), None]);
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn as_str(&self) -> Option<&'a str> {
        self.plain().map(checked_str)
    }

    pub(crate) fn plain(&self) -> Option<&'a [u8]> {
        if self.pet { None } else { Some(self.content) }
    }

    /// True if the text has no characters. PET is never empty.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/a/".parse()?;
    /// assert!(cri.cri().path().last().is_some_and(|segment| segment.is_empty()));
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.content.is_empty()
    }

    /// Returns the octets of the text, with percent-encoded chunks decoded. Two path segments match if their octets are
    /// the same (R41).
    pub(crate) fn octets(&self) -> impl Iterator<Item = u8> {
        // R41
        self.chunks().flat_map(|chunk| chunk.bytes.iter().copied())
    }

    /// True if the octets of the text are `octets`.
    pub(crate) fn has_octets(&self, octets: &[u8]) -> bool {
        match self.plain() {
            Some(text) => text == octets,
            None => self.octets().eq(octets.iter().copied()),
        }
    }

    /// True if both texts have the same octets (R41).
    pub(crate) fn same_octets(&self, other: &Text<'_>) -> bool {
        // Fast path: most texts are plain.
        match other.plain() {
            Some(plain) => self.has_octets(plain),
            None => self.octets().eq(other.octets()),
        }
    }

    /// Returns the number of octets in the text, with percent-encoded chunks decoded.
    pub(crate) fn decoded_length(&self) -> usize {
        self.chunks().map(|chunk| chunk.bytes.len()).sum()
    }

    /// True if the decoded octets of the text are UTF-8. Percent-encoded octets beyond ASCII are never valid UTF-8
    /// (href 7.1 minimal).
    pub(crate) fn is_utf8(&self) -> bool {
        self.chunks().all(|chunk| !chunk.percent_encoded || utf8::is_ascii(chunk.bytes))
    }

    /// Returns the chunks of the text. Plain text has one chunk, an empty text has no chunks, and PET has chunks of
    /// characters alternating with chunks of octets.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/a%FF".parse()?;
    /// let cri = cri.cri();
    /// let kinds = cri.path().flat_map(|segment| segment.chunks()).map(|chunk| chunk.percent_encoded);
    /// assert!(kinds.eq([false, true]));
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn chunks(&self) -> Chunks<'a> {
        Chunks { rest: self.content, pet: self.pet, done: self.content.is_empty() }
    }
}

#[cfg(feature = "ffi")]
impl Chunks<'_> {
    pub(crate) const fn empty() -> Self {
        Self { rest: &[], pet: false, done: true }
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        if self.done {
            return None;
        }
        if !self.pet {
            self.done = true;
            return Some(Chunk { bytes: self.rest, percent_encoded: false });
        }
        let token = read::token(&mut self.rest)?;
        Some(Chunk { bytes: token.content, percent_encoded: token.major == BYTES })
    }

    /// Returns an upper bound of one chunk for each byte.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, if self.done { Some(0) } else { Some(self.rest.len()) })
    }
}

impl FusedIterator for Chunks<'_> {}

/// The rule that a text must satisfy.
///
/// The values are bits, so that a mask can select one rule.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum TextRule {
    /// The text is a parameter, userinfo or fragment, and may have any content.
    Any = 0b00,
    /// The text is a host name label in revision 27, and has no dot (C5, href-27 label).
    Label = 0b01,
    /// The text is a path segment, and is not `.` or `..` (C9). Its value is also the length of `..`.
    Segment = 0b10,
}

impl TextRule {
    pub(crate) fn of_labels(revision: Revision) -> Self {
        if revision.has_dots_in_labels() { Self::Any } else { Self::Label }
    }

    /// Returns the length of the longest dot segment that the rule refuses, or 0 if it refuses no dot segment.
    // A mask, because parsing 300 segments takes 13 % more instructions with a comparison (Cortex-M3).
    fn longest_dot_segment(self) -> usize {
        self as usize & Self::Segment as usize
    }
}

/// True if a path segment is `.` or `..`, which no CRI contains (C9, href 2.1 dot-segment; for options RFC 7252
/// 5.10.1 dots, 5.10.7 dots).
pub(crate) fn is_dot_segment(segment: &[u8]) -> bool {
    matches!(segment, b"." | b"..")
}

impl<'a> Reader<'a> {
    /// Reads `count` text-or-pet items. Refuses an unsigned integer. Linear.
    #[cfg_attr(speed, inline(always))]
    pub(crate) fn all_texts(&mut self, count: usize, rule: TextRule) {
        if self.texts(count, rule) > 0 {
            self.fail(Error::Structure);
        }
    }

    /// Reads up to `count` text-or-pet items, and stops at an unsigned integer. Returns the number of items left.
    /// Linear.
    ///
    /// Fast path: the function finds a run of texts of up to 255 bytes by their heads, and then checks the whole run at
    /// once for ASCII. The heads of these texts are ASCII, too. A run that fails this check is read item by item.
    #[cfg_attr(speed, inline(always))]
    pub(crate) fn texts(&mut self, count: usize, rule: TextRule) -> usize {
        let mut left = count;
        loop {
            let (length, texts) = run(self.rest, left, rule);
            let mut after = self.rest.len().saturating_sub(length);
            if let Some((run, rest)) = self.rest.split_at_checked(length)
                && self.is_run_allowed(run, rule)
            {
                self.rest = rest;
                left -= texts;
                if left == 0 || self.at(UINT) {
                    return left;
                }
                after = rest.len();
            }
            left = self.odd_texts(left, rule, after);
        }
    }

    /// True if the characters of a run of texts are all ASCII and, if the texts are labels, contain no dot. Such texts
    /// need no further check. Marks the reader if a label is not plain.
    #[inline(always)]
    fn is_run_allowed(&mut self, run: &[u8], rule: TextRule) -> bool {
        if rule != TextRule::Label {
            return utf8::is_ascii(run);
        }
        if is_plain_host(run) {
            return true;
        }
        self.mark = true;
        // href-27 label
        utf8::is_ascii_without_dot(run)
    }

    /// Reads texts one by one until fewer than `after` bytes of the input are left. Returns the number of texts that
    /// were not read, or 0 after an error.
    #[cold]
    #[inline(never)]
    fn odd_texts(&mut self, count: usize, rule: TextRule, after: usize) -> usize {
        let mut left = count;
        self.mark |= rule == TextRule::Label;
        while left > 0 && !self.at(UINT) && self.rest.len() >= after {
            self.text(rule);
            left -= 1;
            if self.error.is_some() {
                return 0;
            }
        }
        left
    }

    /// Reads a text-or-pet item. Returns the characters of a text, or nothing for PET. Linear in the length of the
    /// item.
    pub(crate) fn text(&mut self, rule: TextRule) -> &'a [u8] {
        if self.at(ARRAY) {
            self.pet(rule);
            return &[];
        }
        self.plain_text(rule)
    }

    /// Reads a text, and returns its characters. Linear in its length.
    #[inline(always)]
    pub(crate) fn plain_text(&mut self, rule: TextRule) -> &'a [u8] {
        self.expect(TEXT);
        let content = self.take();
        if rule == TextRule::Segment && is_dot_segment(content) {
            self.fail(Error::DotSegment);
        }
        self.characters(content, rule);
        content
    }

    /// Reads percent-encoded text: text and byte strings in turn, none of them empty, with at least one byte string
    /// (`text-pet-sequence` in href 7.1 structure).
    fn pet(&mut self, rule: TextRule) {
        let mut parts = self.array();
        let (mut last, mut encoded) = (ARRAY, false);
        while parts > 0 && self.error.is_none() {
            parts -= 1;
            self.head();
            let major = self.major();
            if major != TEXT && major != BYTES {
                return self.refuse(self.initial);
            }
            let content = self.take();
            // href 7.1 structure
            if major == last || content.is_empty() {
                self.fail(Error::Pet);
            } else if major == TEXT {
                self.characters(content, rule);
            } else {
                encoded = true;
                self.octets(content);
            }
            last = major;
        }
        // href 7.1 structure
        if !encoded {
            self.fail(Error::Pet);
        }
    }

    /// Checks that characters are UTF-8 (C0) and that the rule allows them. Any normal form is accepted (href-27 3
    /// nfc).
    fn characters(&mut self, text: &[u8], rule: TextRule) {
        // C0
        if !utf8::is_valid(text) {
            self.fail(Error::Utf8);
        } else if rule == TextRule::Label && words::has(text, b'.') {
            self.fail(Error::DotInLabel);
        }
    }

    /// Checks that octets are minimal, that is, that no octet could be written as a character. Octets therefore include
    /// no unreserved character and no valid UTF-8 beyond ASCII (href 7.1 minimal).
    fn octets(&mut self, octets: &[u8]) {
        let mut rest = octets;
        while let Some((first, next)) = rest.split_first() {
            // href 7.1 minimal
            if is_unreserved(*first) || utf8::char_len(rest) > 1 {
                return self.fail(Error::Pet);
            }
            rest = next;
        }
    }
}

/// Returns the number of bytes and of texts in the run at the start of `data`. A run consists of up to `count` texts of
/// up to 255 bytes with the shortest head. It ends before a segment of one or two bytes that begins with a dot.
fn run(data: &[u8], count: usize, rule: TextRule) -> (usize, usize) {
    let dots = rule.longest_dot_segment();
    let (mut at, mut left) = (0, count);
    while left > 0
        && let Some(head) = data.get(at)
    {
        let mut length = short_length(*head);
        if length > 23 {
            match data.get(at + 1) {
                Some(long @ 24..) if length == 24 => length = 1 + *long as usize,
                _ => break,
            }
        // href 2.1 dot-segment
        } else if length.wrapping_sub(1) < dots && data.get(at + 1) == Some(&b'.') {
            break;
        }
        at += 1 + length;
        left -= 1;
    }
    (at, count - left)
}
