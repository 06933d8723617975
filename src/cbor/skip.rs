// SPDX-License-Identifier: MIT OR Apache-2.0
//! Skipping one data item of any kind with bounded memory (R3, href 5.2.1 skip, RFC 8949 3.2).
//!
//! Nested items of definite length need only one counter. At the start of an indefinite-length item, and of an array,
//! map or tag directly in it, the state around the item must be stored. There is room for 16 such levels.

use super::{ARRAY, BREAK, BYTES, MAP, TAG, TEXT, read};
use crate::error::Error;

/// The greatest number of levels. An indefinite-length item is a level, and so is an array, map or tag of definite
/// length directly in it. The limit keeps input from exhausting memory or the stack (href 9 exhaustion, cori 5
/// exhaustion).
const LEVELS: usize = 16;

/// The items that are still to come in an array, a map, a tag or an indefinite-length string.
///
/// If the highest bit is clear, the value is the number of these items. If it is set, items come until a break, and the
/// bits below say which. An enum would take two words, and so twice the stack.
#[derive(Clone, Copy, PartialEq)]
struct Pending(usize);

impl Pending {
    const NOTHING: Self = Self(0);
    /// Items come until a break.
    const UNTIL_BREAK: Self = Self(1 << (usize::BITS - 1));
    /// Keys and values come until a break. A key is next.
    const MAP: Self = Self(Self::UNTIL_BREAK.0 | 0x100);
    /// Strings of definite length come until a break. The lowest bits are their major type.
    const CHUNKS: Self = Self(Self::UNTIL_BREAK.0 | 0x400);
    /// A bit that is set in `MAP` if a value is next.
    const VALUE: usize = 0x200;

    /// Returns a number of items. No input is long enough for the limit to matter.
    fn items(count: usize) -> Self {
        Self(count.min(Self::UNTIL_BREAK.0 - 1))
    }

    fn chunks(major: u8) -> Self {
        Self(Self::CHUNKS.0 | major as usize)
    }

    fn is_until_break(self) -> bool {
        self.has(Self::UNTIL_BREAK.0)
    }

    /// True if a break is allowed next. In a map, it is not allowed between a key and its value.
    fn may_break(self) -> bool {
        self.is_until_break() && !self.has(Self::MAP.0 | Self::VALUE)
    }

    fn has(self, bits: usize) -> bool {
        self.0 & bits == bits
    }

    /// Counts an item that begins. Fails if the item is not allowed as a chunk.
    #[inline(always)]
    fn count(&mut self, major: u8, indefinite: bool) -> Result<(), Error> {
        if !self.is_until_break() {
            self.0 -= 1;
        } else if self.has(Self::CHUNKS.0) {
            // RFC 8949 3
            if indefinite || self.0 & 7 != major as usize {
                return Err(Error::Cbor);
            }
        } else {
            self.0 ^= Self::VALUE;
        }
        Ok(())
    }
}

/// Returns the length in bytes of the item that `data` starts with.
///
/// Fails with `Truncated` if the item goes past the end, with `Cbor` if it is not well-formed (RFC 8949 appendix C),
/// and with `Limit` if more than [`LEVELS`] levels nest. An indefinite-length item is a level, and so is an array, map
/// or tag directly in it. Linear, without recursion.
pub(crate) fn skip(data: &[u8]) -> Result<usize, Error> {
    skip_where(data, &mut 0)
}

/// Skips an item, as [`skip`]. After an error, `at` is the offset of the head or the break at fault.
#[cfg_attr(speed, inline(always))]
#[cfg_attr(not(speed), inline(never))]
pub(crate) fn skip_where(data: &[u8], at: &mut usize) -> Result<usize, Error> {
    // The initial value has no meaning, because each element is written before it is read. With zeros, compilers would
    // call memset.
    let mut around = [Pending(data.len()); LEVELS];
    let mut depth = 0usize;
    let mut open = Pending::items(1);
    let mut rest = data;
    loop {
        // Close the items that are complete.
        // href 5.2.1 skip
        while open == Pending::NOTHING {
            let Some(outer) = depth.checked_sub(1) else {
                return Ok(data.len() - rest.len());
            };
            depth = outer;
            open = around.get(depth).copied().unwrap_or(Pending::NOTHING);
        }
        *at = data.len() - rest.len();
        let (initial, after) = rest.split_first().ok_or(Error::Truncated)?;
        if *initial == BREAK {
            // RFC 8949 3
            if !open.may_break() {
                return Err(Error::Cbor);
            }
            open = Pending::NOTHING;
            rest = after;
            continue;
        }
        let major = initial >> 5;
        let indefinite = initial & 31 == 31;
        open.count(major, indefinite)?;
        let inner;
        (inner, rest) = if indefinite { indefinite_item(rest)? } else { definite_item(rest)? };
        if inner == Pending::NOTHING {
            continue;
        }
        if !indefinite && !open.is_until_break() {
            open = Pending::items(open.0 + inner.0);
        } else {
            *around.get_mut(depth).ok_or(Error::Limit)? = open;
            depth += 1;
            open = inner;
        }
    }
}

/// Steps over a head and, if it is the head of a string, its content. Steps over any break. Calls visit head
/// after head, however items nest. Fails with `Truncated` if the bytes end, and with `Cbor` for a byte that begins no
/// item.
pub(crate) fn next_head(rest: &mut &[u8]) -> Result<(), Error> {
    *rest = match *rest {
        [BREAK, after @ ..] => after,
        [initial, ..] if initial & 31 == 31 => indefinite_item(rest)?.1,
        _ => definite_item(rest)?.1,
    };
    Ok(())
}

/// Returns the items that come in the indefinite-length item that `data` starts with, and the bytes after its head.
#[inline(always)]
fn indefinite_item(data: &[u8]) -> Result<(Pending, &[u8]), Error> {
    let (initial, after) = data.split_first().ok_or(Error::Truncated)?;
    let open = match initial >> 5 {
        major @ (BYTES | TEXT) => Pending::chunks(major),
        // href 7 indefinite
        ARRAY => Pending::UNTIL_BREAK,
        MAP => Pending::MAP,
        _ => return Err(Error::Cbor),
    };
    Ok((open, after))
}

/// Returns the items that come in the definite-length item that `data` starts with, and the bytes after its head and,
/// if it is a string, after its content.
#[inline(always)]
fn definite_item(data: &[u8]) -> Result<(Pending, &[u8]), Error> {
    let (initial, mut after) = data.split_first().ok_or(Error::Truncated)?;
    let mut argument = (initial & 31) as usize;
    if argument > 23 {
        (argument, after) = read::long_head(data)?;
    }
    // The item is BYTES or TEXT. Most items are strings, and a comparison costs less than the table of a match.
    if initial >> 6 == BYTES >> 1 {
        return Ok((Pending::NOTHING, after.get(argument..).ok_or(Error::Truncated)?));
    }
    let items = match initial >> 5 {
        ARRAY => Pending::items(argument),
        MAP => Pending::items(argument.saturating_mul(2)),
        TAG => Pending::items(1),
        _ => Pending::NOTHING,
    };
    Ok((items, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_formed_items() {
        let rows: [(&[u8], usize); 9] = [
            (&[0x00, 0xff], 1),
            (&[0x83, 0x01, 0x82, 0x02, 0x03, 0x61, b'x', 0x00], 7),
            (&[0xa1, 0x01, 0x02, 0x00], 3),
            (&[0xd8, 0x63, 0x80], 3),
            (&[0x9f, 0x01, 0x9f, 0xff, 0xff], 5),
            (&[0xbf, 0x01, 0x02, 0xff], 4),
            (&[0x5f, 0x41, 0x00, 0x40, 0xff], 5),
            (&[0x82, 0x9f, 0xff, 0xf8, 0x20], 5),
            (&[0xfb, 0, 0, 0, 0, 0, 0, 0, 0], 9),
        ];
        for (data, length) in rows {
            assert_eq!(skip(data), Ok(length), "{data:02x?}");
            for cut in 0..length {
                assert_eq!(skip(&data[..cut]), Err(Error::Truncated), "{data:02x?} {cut}");
            }
        }
    }

    #[test]
    fn not_well_formed_items() {
        let rows: [&[u8]; 10] = [
            &[0xff],
            &[0x1c],
            &[0x1f],
            &[0x3f],
            &[0xdf],
            &[0xf8, 0x14],
            &[0x81, 0xff],
            &[0xbf, 0x01, 0xff],
            &[0x5f, 0x61, b'x', 0xff],
            &[0x5f, 0x5f, 0xff, 0xff],
        ];
        for data in rows {
            assert_eq!(skip(data), Err(Error::Cbor), "{data:02x?}");
        }
    }

    #[test]
    fn nesting_has_a_limit_only_where_it_needs_memory() {
        let mut deep = [0x81; 5000];
        deep[4999] = 0x00;
        assert_eq!(skip(&deep), Ok(5000));
        let mut open = [0x9f; 34];
        open[16..32].fill(0xff);
        assert_eq!(skip(&open), Ok(32));
        open[16] = 0x9f;
        assert_eq!(skip(&open), Err(Error::Limit));
        assert_eq!(skip(&[0x9b, 255, 255, 255, 255, 255, 255, 255, 255, 0]), Err(Error::Truncated));
    }
}
