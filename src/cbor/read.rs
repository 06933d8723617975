// SPDX-License-Identifier: MIT OR Apache-2.0
//! L1. Reading heads (RFC 8949 section 3). One-byte heads are the common case and come first.

use super::{ARRAY, BYTES, TEXT};
use crate::error::Error;

/// The head of a data item of definite length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// Major type, 0 to 7.
    pub major: u8,
    /// Whether this is the shortest form of the head (preferred serialization).
    pub shortest: bool,
    /// The argument: a value, a length in bytes, or a number of items.
    pub argument: u64,
    /// How many bytes the head takes: 1, 2, 3, 5 or 9.
    pub size: usize,
}

/// Reads the head that `data` starts with.
///
/// `Truncated` where it goes past the end, `Cbor` for additional information 28 to 30, `Indefinite`
/// for 31. Constant time.
#[inline]
pub(crate) fn head(data: &[u8]) -> Result<Head, Error> {
    let Some((&initial, rest)) = data.split_first() else {
        return Err(Error::Truncated);
    };
    let (major, info) = (initial >> 5, initial & 31);
    if info < 24 {
        return Ok(Head { major, shortest: true, argument: info as u64, size: 1 });
    }
    long_head(major, info, rest)
}

fn long_head(major: u8, info: u8, rest: &[u8]) -> Result<Head, Error> {
    if info > 27 {
        return Err(if info == 31 { Error::Indefinite } else { Error::Cbor });
    }
    let width = 1usize << (info - 24);
    let Some(bytes) = rest.get(..width) else {
        return Err(Error::Truncated);
    };
    let argument = bytes.iter().fold(0u64, |value, byte| value << 8 | *byte as u64);
    // The shortest form is this one if the next smaller one cannot hold the argument.
    let least = if width == 1 { 24 } else { 1u64 << (width * 4) };
    Ok(Head { major, shortest: argument >= least, argument, size: 1 + width })
}

/// One item of a CRI's section, cut off the front of `rest`: its head and, for a string, its content.
/// The items of an array follow it as items of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    /// Major type, 0 to 7.
    pub major: u8,
    /// The argument of the head.
    pub argument: u64,
    /// The bytes of a string; empty for everything else.
    pub content: &'a [u8],
}

/// Cuts the next token off checked data; None at its end.
#[inline]
pub(crate) fn token<'a>(rest: &mut &'a [u8]) -> Option<Token<'a>> {
    let head = head(rest).ok()?;
    let after = rest.get(head.size..)?;
    let length = if head.major == BYTES || head.major == TEXT { head.argument as usize } else { 0 };
    let (content, next) = after.split_at_checked(length)?;
    *rest = next;
    Some(Token { major: head.major, argument: head.argument, content })
}

/// Cuts the next whole item off checked data, head and all: a scalar, a string, or an array of
/// those. None at the end.
#[inline]
pub(crate) fn item<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let short_text = rest.first()?.wrapping_sub(0x60);
    let length = if short_text < 24 { 1 + short_text as usize } else { item_length(rest)? };
    let (item, next) = rest.split_at_checked(length)?;
    *rest = next;
    Some(item)
}

fn item_length(data: &[u8]) -> Option<usize> {
    let mut rest = data;
    let mut open = 1u64;
    while open > 0 {
        let token = token(&mut rest)?;
        open -= 1;
        if token.major == ARRAY {
            open += token.argument;
        }
    }
    Some(data.len() - rest.len())
}

/// The content of a string item, head left off; empty for anything else.
#[inline]
pub(crate) fn content(item: &[u8]) -> &[u8] {
    match item.split_first() {
        Some((initial, content)) if initial & 31 < 24 => content,
        _ => head(item).ok().and_then(|head| item.get(head.size..)).unwrap_or(&[]),
    }
}

/// The argument of an item's head; 0 if there is none.
#[inline]
pub(crate) fn argument(item: &[u8]) -> u64 {
    head(item).map_or(0, |head| head.argument)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_every_width() {
        let rows: [(&[u8], u8, bool, u64, usize); 10] = [
            (&[0x17], 0, true, 23, 1),
            (&[0x18, 0x17], 0, false, 23, 2),
            (&[0x18, 0x18], 0, true, 24, 2),
            (&[0x79, 0x00, 0xff], 3, false, 255, 3),
            (&[0x79, 0x01, 0x00], 3, true, 256, 3),
            (&[0x9a, 0x00, 0x00, 0xff, 0xff], 4, false, 65535, 5),
            (&[0x9a, 0x00, 0x01, 0x00, 0x00], 4, true, 65536, 5),
            (&[0x3b, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff], 1, false, u32::MAX as u64, 9),
            (&[0x3b, 0, 0, 0, 1, 0, 0, 0, 0], 1, true, 1 << 32, 9),
            (&[0x3b, 255, 255, 255, 255, 255, 255, 255, 255], 1, true, u64::MAX, 9),
        ];
        for (data, major, shortest, argument, size) in rows {
            assert_eq!(head(data), Ok(Head { major, shortest, argument, size }), "{data:02x?}");
            for cut in 0..size {
                assert_eq!(head(&data[..cut]), Err(Error::Truncated), "{data:02x?} {cut}");
            }
        }
        for info in [28, 29, 30] {
            assert_eq!(head(&[0x60 | info]), Err(Error::Cbor));
        }
        assert_eq!(head(&[0x7f]), Err(Error::Indefinite));
    }
}
