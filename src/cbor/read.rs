// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading CBOR (RFC 8949 section 3): heads, tokens and whole items.
//!
//! Arguments have the size of a machine word. An argument that does not fit is `usize::MAX`, which is more than the
//! number of bytes in any input. Only the number of a scheme may be larger: see [`long_number`].

use super::token::Token;
use super::{ARRAY, BYTES, SIMPLE, TEXT};
use crate::bytes::before;
use crate::error::Error;

/// A reader of CBOR from the start of a slice. It keeps the first error and then has no more input, so callers need to
/// check for an error only once, at the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    /// The bytes that are left to read.
    pub rest: &'a [u8],
    /// The argument of the last head.
    pub argument: usize,
    /// The first byte of the last head.
    pub initial: u8,
    /// True if an item is not in its canonical form. The reader finds heads that are longer than necessary, and its
    /// callers find all other forms.
    pub not_canonical: bool,
    /// A mark for callers, which the reader itself neither sets nor reads. It is a field and not a result of the
    /// functions that read texts: a result would take a register in every call, and would cost 1 to 2 % of the
    /// instructions for parsing on a Cortex-M3.
    pub mark: bool,
    /// Fills the last byte of a word and is always 0, so that compilers initialise a reader with writes of whole words.
    _unused: u8,
    /// The first error.
    pub error: Option<Error>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Self { rest: data, argument: 0, initial: 0, not_canonical: false, mark: false, _unused: 0, error: None }
    }

    /// Keeps the first error. The rest of the input becomes empty, and its start remains at the offset of the error.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail(&mut self, error: Error) {
        self.error = self.error.or(Some(error));
        self.rest = self.rest.get(..0).unwrap_or(&[]);
        self.argument = 0;
    }

    /// Fails if the last head is a simple value below 32 in two bytes, which is not well-formed.
    pub(crate) fn check_simple(&mut self) {
        // RFC 8949 3
        if self.initial == SIMPLE << 5 | 24 && self.argument < 32 {
            self.fail(Error::Cbor);
        }
    }

    /// Returns the offset in `data` of the next byte. The reader's input must be a slice of `data`.
    pub(crate) fn offset_in(&self, data: &[u8]) -> usize {
        self.rest.as_ptr().addr().wrapping_sub(data.as_ptr().addr()).min(data.len())
    }

    /// Returns the next byte, or 0xff at the end of the input, because no item begins with 0xff.
    pub(crate) fn peek(&self) -> u8 {
        self.rest.first().copied().unwrap_or(0xff)
    }

    pub(crate) fn at(&self, major: u8) -> bool {
        self.peek() >> 5 == major
    }

    pub(crate) fn step(&mut self) {
        if let [_, rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    pub(crate) fn major(&self) -> u8 {
        self.initial >> 5
    }

    /// Returns the bytes that were read after the point at which the rest of the input was `start`.
    pub(crate) fn since(&self, start: &'a [u8]) -> &'a [u8] {
        before(start, self.rest)
    }

    /// Reads a head. Fails with `Truncated`, with `Cbor` for additional information 28 to 30, and with `Indefinite` for
    /// 31.
    #[cfg_attr(speed, inline(always))]
    #[cfg_attr(not(speed), inline(never))]
    pub(crate) fn head(&mut self) {
        let Some((initial, rest)) = self.rest.split_first() else {
            self.initial = 0xff;
            return self.fail(Error::Truncated);
        };
        (self.initial, self.rest) = (*initial, rest);
        if initial & 31 < 24 {
            self.argument = (initial & 31) as usize;
        } else if cfg!(not(speed)) {
            self.read_long_head();
        } else {
            // The copy allows the reader itself to stay in registers.
            let mut copy = *self;
            copy.read_long_head();
            *self = copy;
        }
    }

    /// Reads the argument after an initial byte, with a fast path for one or two bytes.
    #[cfg_attr(speed, inline(never))]
    fn read_long_head(&mut self) {
        match (self.initial & 31, self.rest) {
            (24, [low, rest @ ..]) => {
                (self.argument, self.rest) = (*low as usize, rest);
                // R1
                self.not_canonical |= *low < 24;
            }
            (25, [high, low, rest @ ..]) => {
                (self.argument, self.rest) = (u16::from_be_bytes([*high, *low]) as usize, rest);
                self.not_canonical |= *high == 0;
            }
            (info, _) => self.longer_head(info),
        }
    }

    /// Reads an argument of any number of bytes.
    #[cold]
    fn longer_head(&mut self, info: u8) {
        if info > 27 {
            // href 5.1 indefinite, RFC 8949 3
            return self.fail(if info == 31 { Error::Indefinite } else { Error::Cbor });
        }
        let width = 1 << (info - 24);
        let Some((bytes, rest)) = self.rest.split_at_checked(width) else {
            return self.fail(Error::Truncated);
        };
        self.rest = rest;
        let (mut argument, mut above) = (0usize, 0);
        for byte in bytes {
            above |= argument >> (usize::BITS - 8);
            argument = argument << 8 | *byte as usize;
        }
        // A shorter form exists if the first half of the bytes is zero.
        self.not_canonical |= bytes.iter().take(width / 2).all(|byte| *byte == 0);
        self.argument = if above != 0 { usize::MAX } else { argument };
    }

    /// Steps over the number of bytes that the last head gives, and returns them.
    #[cfg_attr(speed, inline(always))]
    #[cfg_attr(not(speed), inline(never))]
    pub(crate) fn take(&mut self) -> &'a [u8] {
        match self.rest.split_at_checked(self.argument) {
            Some((content, rest)) => {
                self.rest = rest;
                content
            }
            None => {
                self.fail(Error::Truncated);
                &[]
            }
        }
    }

    /// Reads the head of an array, and returns the number of items in the array. Refuses any other item.
    #[cfg_attr(speed, inline(always))]
    #[cfg_attr(not(speed), inline(never))]
    pub(crate) fn array(&mut self) -> usize {
        // Fast path: almost all arrays have up to 23 items.
        if let [head @ 0x80..=0x97, rest @ ..] = self.rest {
            self.rest = rest;
            return (*head & 31) as usize;
        }
        self.expect(ARRAY);
        self.argument
    }

    /// Reads a head of the given major type. Refuses a head of any other type.
    #[cfg_attr(speed, inline(always))]
    #[cfg_attr(not(speed), inline(never))]
    pub(crate) fn expect(&mut self, major: u8) {
        self.head();
        if self.major() != major {
            self.refuse(self.initial);
        }
    }

    /// Refuses an item that begins with the byte `initial`, because no item of its type is allowed here. (href
    /// 5.2.1 feature, href-27 7.1)
    #[cold]
    pub(crate) fn refuse(&mut self, initial: u8) {
        self.fail(match initial {
            0x5f | 0x7f | 0x9f | 0xbf => Error::Indefinite,
            0xf4..=0xf6 => Error::Structure,
            // href-27 7.1, href 5.2.1 feature
            0xc0.. => Error::Feature,
            _ => Error::Structure,
        });
    }
}

/// Removes the next token from the start of checked data, and returns it. Returns `None` at the end. If the bytes
/// changed and no longer begin with a token, this and all later calls return `None` (R22).
#[inline(never)]
pub(crate) fn token<'a>(rest: &mut &'a [u8]) -> Option<Token<'a>> {
    let mut reader = Reader::new(rest);
    reader.head();
    let (major, argument) = (reader.major(), reader.argument);
    let content = match major {
        BYTES | TEXT => reader.take(),
        _ => long_number(reader.since(rest)),
    };
    *rest = reader.rest;
    if reader.error.is_some() { None } else { Some(Token { major, argument, content }) }
}

/// Returns the major type of the item that `data` starts with.
pub(crate) fn first_major(data: &[u8]) -> Option<u8> {
    data.first().map(|initial| initial >> 5)
}

/// Returns the token that `items` starts with.
pub(crate) fn first(items: &[u8]) -> Option<Token<'_>> {
    let mut rest = items;
    token(&mut rest)
}

/// Removes the next token from the start of items in up to two pieces, and returns it. Returns `None` at the end of the
/// second piece.
pub(crate) fn token_of<'a>(pieces: &mut [&'a [u8]; 2]) -> Option<Token<'a>> {
    let [first, second] = pieces;
    token(if first.is_empty() { second } else { first })
}

/// Returns the bytes of an argument that does not fit in a `usize`, or an empty slice for a smaller argument.
pub(crate) fn long_number(head: &[u8]) -> &[u8] {
    match head {
        [_, bytes @ ..] if usize::BITS < 64 && bytes.len() == 8 && !bytes.starts_with(&[0; 4]) => bytes,
        _ => &[],
    }
}

/// Returns the argument of a scheme's item, which may be larger than a `usize`.
pub(crate) fn number(item: &[u8]) -> u64 {
    first(item).map_or(0, |token| token.number())
}

/// Returns the length of a text of up to 23 bytes with the head `head`, or 24 or more if the head is not that of a
/// short text.
pub(crate) fn short_length(head: u8) -> usize {
    (head as usize).wrapping_sub((TEXT as usize) << 5)
}

/// Returns the characters of the text that `data` starts with, and the bytes after the text. Returns `None` if `data`
/// does not start with a text of up to 23 bytes.
#[inline(always)]
pub(crate) fn short_text(data: &[u8]) -> Option<(&[u8], &[u8])> {
    let (head, after) = data.split_first()?;
    let length = short_length(*head);
    if length < 24 { after.split_at_checked(length) } else { None }
}

/// Removes the next whole item from the start of checked data, and returns it with its head. The item is a scalar, a
/// string, or an array of scalars and strings. Returns `None` at the end. If the bytes changed and no longer begin with
/// an item, this and all later calls return `None` (R22).
#[cfg_attr(not(speed), inline(never))]
pub(crate) fn item<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let data = *rest;
    let short = short_length(*data.first()?);
    let length = if short < 24 { 1 + short } else { long_length(data) };
    let Some((item, next)) = data.split_at_checked(length) else {
        *rest = &[];
        return None;
    };
    *rest = next;
    Some(item)
}

/// Returns the length of the item that `data` starts with, or `usize::MAX` if `data` does not start with an item.
#[inline(never)]
fn long_length(data: &[u8]) -> usize {
    let mut reader = Reader::new(data);
    let mut open = 1usize;
    while open > 0 && reader.error.is_none() {
        reader.head();
        open -= 1;
        match reader.major() {
            ARRAY => open = open.saturating_add(reader.argument),
            BYTES | TEXT => {
                reader.take();
            }
            _ => {}
        }
    }
    if reader.error.is_some() { usize::MAX } else { data.len() - reader.rest.len() }
}

/// Returns the content of a string item without its head, or the items of an array, or an empty slice for any other
/// item.
#[cfg_attr(speed, inline(always))]
#[cfg_attr(not(speed), inline(never))]
pub(crate) fn content(item: &[u8]) -> &[u8] {
    match item {
        // Fast path: almost every head is one byte. `long_content` reads any head.
        [head, content @ ..] if head & 31 < 24 => content,
        _ => long_content(item),
    }
}

/// Returns the argument of the head that `data` starts with, and the bytes after the head. The head is longer than a
/// byte. Fails with the errors of [`Reader::head`], and with `Cbor` for a simple value below 32 in two bytes.
#[cfg_attr(speed, inline(never))]
#[cfg_attr(not(speed), inline(always))]
pub(crate) fn long_head(data: &[u8]) -> Result<(usize, &[u8]), Error> {
    let mut reader = Reader::new(data);
    if cfg!(speed) {
        (reader.initial, reader.rest) = (reader.peek(), data.get(1..).unwrap_or(&[]));
        reader.read_long_head();
    } else {
        reader.head();
    }
    reader.check_simple();
    reader.error.map_or(Ok((reader.argument, reader.rest)), Err)
}

#[cfg_attr(speed, inline(never))]
fn long_content(item: &[u8]) -> &[u8] {
    let mut reader = Reader::new(item);
    reader.head();
    reader.rest
}

/// Returns the argument of an item's head, or 0 if there is no item.
#[cfg_attr(speed, inline(always))]
#[cfg_attr(not(speed), inline(never))]
pub(crate) fn argument(item: &[u8]) -> usize {
    match item {
        [head, ..] if cfg!(speed) && head & 31 < 24 => (head & 31) as usize,
        _ => long_argument(item),
    }
}

#[cfg_attr(speed, inline(never))]
fn long_argument(item: &[u8]) -> usize {
    let mut reader = Reader::new(item);
    reader.head();
    reader.argument
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the major type, whether the head is in shortest form, the argument, and the number of bytes of the head.
    fn head(data: &[u8]) -> Result<(u8, bool, usize, usize), Error> {
        let mut reader = Reader::new(data);
        reader.head();
        match reader.error {
            None => Ok((reader.major(), !reader.not_canonical, reader.argument, data.len() - reader.rest.len())),
            Some(error) => Err(error),
        }
    }

    #[test]
    fn heads_of_every_width() {
        let rows: [(&[u8], u8, bool, usize); 10] = [
            (&[0x17], 0, true, 23),
            (&[0x18, 0x17], 0, false, 23),
            (&[0x18, 0x18], 0, true, 24),
            (&[0x79, 0x00, 0xff], 3, false, 255),
            (&[0x79, 0x01, 0x00], 3, true, 256),
            (&[0x9a, 0x00, 0x00, 0xff, 0xff], 4, false, 65535),
            (&[0x9a, 0x00, 0x01, 0x00, 0x00], 4, true, 65536),
            (&[0x3b, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff], 1, false, u32::MAX as usize),
            // The argument saturates on machines with 32-bit addresses.
            (&[0x3b, 0, 0, 0, 1, 0, 0, 0, 0], 1, true, usize::try_from(1u64 << 32).unwrap_or(usize::MAX)),
            (&[0x3b, 255, 255, 255, 255, 255, 255, 255, 255], 1, true, usize::MAX),
        ];
        for (data, major, shortest, argument) in rows {
            assert_eq!(head(data), Ok((major, shortest, argument, data.len())), "{data:02x?}");
            for cut in 0..data.len() {
                assert_eq!(head(&data[..cut]), Err(Error::Truncated), "{data:02x?} {cut}");
            }
        }
        for info in [28, 29, 30] {
            assert_eq!(head(&[0x60 | info]), Err(Error::Cbor));
        }
        assert_eq!(head(&[0x7f]), Err(Error::Indefinite));
    }

    #[test]
    fn items_of_every_kind() {
        let items: [&[u8]; 8] =
            [b"\x05", b"\x18\x50", b"\x20", b"\x61a", b"\x42\0\0", b"\x82\x61a\x41\0", b"\xf5", b"\x78\x02ab"];
        for item_alone in items {
            let mut bytes = [0x60; 16];
            bytes[..item_alone.len()].copy_from_slice(item_alone);
            let mut rest = &bytes[..];
            assert_eq!(item(&mut rest), Some(item_alone));
            assert_eq!(rest.len(), 16 - item_alone.len());
        }
        assert_eq!(item(&mut &[][..]), None);
    }

    /// Bytes that are not an item and an item that continues past the end both end the iteration (R22).
    #[test]
    fn malformed_items_end_the_walk() {
        let wrong: [&[u8]; 6] = [&[0x1c, 0x61], &[0x7f, 0x61], &[0x62, b'a'], &[0x82, 0x01], &[0x98], &[0xff, 0x60]];
        for bytes in wrong {
            let (mut items, mut tokens) = (bytes, bytes);
            assert_eq!((item(&mut items), items.len()), (None, 0), "{bytes:02x?}");
            while token(&mut tokens).is_some() {}
            assert_eq!(tokens.len(), 0, "{bytes:02x?}");
        }
    }
}
