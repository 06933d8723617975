// SPDX-License-Identifier: MIT OR Apache-2.0
//! L1. Reading heads (RFC 8949 section 3). One-byte heads are the common case and come first.
//!
//! Arguments are of the machine's own size: one that does not fit is `usize::MAX`, which is more than
//! any input has bytes. Only the number of a scheme may be larger and mean something
//! ([`long_number`]).

use super::{ARRAY, BYTES, TEXT};
use crate::error::Error;

/// The head of a data item of definite length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// Major type, 0 to 7.
    pub major: u8,
    /// Whether this is the shortest form of the head (preferred serialization).
    pub shortest: bool,
    /// How many bytes the head takes: 1, 2, 3, 5 or 9.
    pub size: u8,
    /// The argument: a value, a length in bytes, or a number of items.
    pub argument: usize,
}

/// Reads the head that `data` starts with.
///
/// `Truncated` where it goes past the end, `Cbor` for additional information 28 to 30, `Indefinite`
/// for 31. Constant time.
#[inline]
pub(crate) fn head(data: &[u8]) -> Result<Head, Error> {
    let mut reader = Reader::new(data);
    reader.head();
    if let Some(error) = reader.error {
        return Err(error);
    }
    Ok(Head { major: reader.major(), shortest: reader.overlong == 0, size: reader.at as u8, argument: reader.argument })
}

/// A place in CBOR. Errors stick: the first is kept, and nothing is read behind it.
///
/// On 64-bit targets, where speed counts, what is called often is inlined and the reader stays in
/// registers, since the rare cases work on a copy. Elsewhere flash counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    pub data: &'a [u8],
    pub at: usize,
    /// The argument of the last head.
    pub argument: usize,
    /// The first byte of the last head.
    pub initial: u8,
    /// Not 0 if a head was longer than it had to be.
    pub overlong: u8,
    /// What went wrong first.
    pub error: Option<Error>,
}

impl<'a> Reader<'a> {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Self { data, at: 0, argument: 0, initial: 0, overlong: 0, error: None }
    }

    /// Notes an error; there is nothing to read from there on.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn fail(&mut self, error: Error) {
        if self.error.is_none() {
            self.error = Some(error);
        }
        self.data = &[];
        self.at = 0;
        self.argument = 0;
    }

    /// The next byte; 0xff at the end, which begins no item.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn peek(&self) -> u8 {
        self.data.get(self.at).copied().unwrap_or(0xff)
    }

    /// The major type of the last head.
    #[inline(always)]
    pub(crate) fn major(&self) -> u8 {
        self.initial >> 5
    }

    /// What was read since a place.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn since(&self, start: usize) -> &'a [u8] {
        self.data.get(start..self.at).unwrap_or(&[])
    }

    /// Steps over as many bytes as the last head says.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn take(&mut self) -> &'a [u8] {
        let start = self.at;
        if self.argument > self.data.len() - start {
            self.fail(Error::Truncated);
            return &[];
        }
        self.at = start + self.argument;
        self.since(start)
    }

    /// Reads a head.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn head(&mut self) {
        self.initial = self.peek();
        let info = self.initial & 31;
        if info < 24 {
            self.argument = info as usize;
            self.at += 1;
        } else if usize::BITS < 64 {
            self.long_head(info);
        } else {
            let mut copy = *self;
            copy.long_head(info);
            *self = copy;
        }
    }

    #[inline(never)]
    fn long_head(&mut self, info: u8) {
        if info > 27 {
            return self.fail(match info {
                _ if self.at >= self.data.len() => Error::Truncated,
                31 => Error::Indefinite,
                _ => Error::Cbor,
            });
        }
        let width = 1usize << (info - 24);
        self.at += 1;
        self.argument = width;
        let (mut argument, mut above) = (0usize, 0);
        for byte in self.take() {
            above |= argument >> (usize::BITS - 8);
            argument = argument << 8 | *byte as usize;
        }
        // The shortest form is this one if the next smaller one cannot hold the argument.
        let half = match width {
            1 => argument.saturating_sub(23),
            8 if usize::BITS < 64 => above,
            _ => argument >> (width * 4 % usize::BITS as usize),
        };
        self.overlong |= (half == 0) as u8;
        self.argument = if above != 0 { usize::MAX } else { argument };
    }
}

/// One item of a CRI's section, cut off the front of `rest`: its head and, for a string, its content.
/// The items of an array follow it as items of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Token<'a> {
    /// Major type, 0 to 7.
    pub major: u8,
    /// The argument of the head.
    pub argument: usize,
    /// The bytes of a string; the 8 bytes of an argument that does not fit; else empty.
    pub content: &'a [u8],
}

impl Token<'_> {
    /// The argument, also one that does not fit.
    pub(crate) fn number(&self) -> u64 {
        match self.content {
            [] => self.argument as u64,
            bytes => bytes.iter().fold(0, |number, byte| number << 8 | *byte as u64),
        }
    }
}

/// Cuts the next token off checked data; None at its end, and for good where the bytes changed and there is no token
/// (R22).
#[inline(never)]
pub(crate) fn token<'a>(rest: &mut &'a [u8]) -> Option<Token<'a>> {
    let mut reader = Reader::new(rest);
    reader.head();
    let (major, argument) = (reader.major(), reader.argument);
    let mut content: &[u8] = &[];
    if major == BYTES || major == TEXT {
        content = reader.take();
    } else if usize::BITS < 64 {
        content = long_number(reader.since(0));
    }
    if reader.error.is_some() {
        *rest = &[];
        return None;
    }
    *rest = rest.get(reader.at..).unwrap_or(&[]);
    Some(Token { major, argument, content })
}

/// Cuts the next token off items in up to two pieces; None at their end.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) fn token_of<'a>(pieces: &mut [&'a [u8]; 2]) -> Option<Token<'a>> {
    let [first, second] = pieces;
    token(if first.is_empty() { second } else { first })
}

/// The bytes of an argument that 32 bits do not hold; empty for a smaller one.
pub(crate) fn long_number(head: &[u8]) -> &[u8] {
    match head {
        [_, bytes @ ..] if bytes.len() == 8 && !bytes.starts_with(&[0; 4]) => bytes,
        _ => &[],
    }
}

/// The argument of a scheme's item, which may be larger than a `usize`.
pub(crate) fn number(item: &[u8]) -> u64 {
    match long_number(item) {
        [] => argument(item) as u64,
        bytes => bytes.iter().fold(0, |number, byte| number << 8 | *byte as u64),
    }
}

/// The length of a text of up to 23 bytes with that head; 24 or more if it is none.
#[inline(always)]
pub(crate) fn short_length(head: u8) -> usize {
    (head as usize).wrapping_sub((TEXT as usize) << 5)
}

/// Cuts the next whole item off checked data, head and all: a scalar, a string, or an array of
/// those. None at the end, and for good where the bytes changed and there is no such item (R22).
#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) fn item<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let short = short_length(*rest.first()?);
    let length = if short < 24 { 1 + short } else { item_length(rest) };
    let Some((item, next)) = rest.split_at_checked(length).filter(|_| length > 0) else {
        *rest = &[];
        return None;
    };
    *rest = next;
    Some(item)
}

/// The length of the item that `data` begins with; 0 if there is none.
#[inline(never)]
fn item_length(data: &[u8]) -> usize {
    let mut reader = Reader::new(data);
    let mut open = 1usize;
    while open > 0 && reader.error.is_none() {
        reader.head();
        open -= 1;
        if reader.major() == ARRAY {
            open = open.saturating_add(reader.argument);
        } else if reader.initial & 0xc0 == BYTES << 5 {
            reader.take();
        }
    }
    reader.at
}

/// The head of a checked item: its size and its argument; 0 and 0 if there is none.
#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn size_and_argument(item: &[u8]) -> (usize, usize) {
    let mut reader = Reader::new(item);
    reader.head();
    (reader.at, reader.argument)
}

/// The content of a string item, head left off; empty for anything else.
#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) fn content(item: &[u8]) -> &[u8] {
    item.get(size_and_argument(item).0..).unwrap_or(&[])
}

/// The argument of an item's head; 0 if there is none.
#[inline]
pub(crate) fn argument(item: &[u8]) -> usize {
    size_and_argument(item).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_every_width() {
        let rows: [(&[u8], u8, bool, usize, u8); 10] = [
            (&[0x17], 0, true, 23, 1),
            (&[0x18, 0x17], 0, false, 23, 2),
            (&[0x18, 0x18], 0, true, 24, 2),
            (&[0x79, 0x00, 0xff], 3, false, 255, 3),
            (&[0x79, 0x01, 0x00], 3, true, 256, 3),
            (&[0x9a, 0x00, 0x00, 0xff, 0xff], 4, false, 65535, 5),
            (&[0x9a, 0x00, 0x01, 0x00, 0x00], 4, true, 65536, 5),
            (&[0x3b, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff], 1, false, u32::MAX as usize, 9),
            (&[0x3b, 0, 0, 0, 1, 0, 0, 0, 0], 1, true, 1 << 32, 9),
            (&[0x3b, 255, 255, 255, 255, 255, 255, 255, 255], 1, true, usize::MAX, 9),
        ];
        for (data, major, shortest, argument, size) in rows {
            assert_eq!(head(data), Ok(Head { major, shortest, argument, size }), "{data:02x?}");
            for cut in 0..size as usize {
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
        let items: [&[u8]; 7] =
            [&[0x05], &[0x18, 0x50], &[0x20], &[0x61, b'a'], &[0x42, 0, 0], &[0x82, 0x61, b'a', 0x41, 0], &[0xf5]];
        for item_alone in items {
            let mut bytes = [0x60; 16];
            bytes[..item_alone.len()].copy_from_slice(item_alone);
            let mut rest = &bytes[..];
            assert_eq!(item(&mut rest), Some(item_alone));
            assert_eq!(rest.len(), 16 - item_alone.len());
        }
        assert_eq!(item(&mut &[][..]), None);
    }
}
