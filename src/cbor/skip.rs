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

// The state around the item that is being read is one word. If the highest bit is clear, the word is the number of
// items that are still to come. If it is set, items come until a break, and the word is made of these constants.

/// Items come until a break.
const UNTIL_BREAK: usize = 1 << (usize::BITS - 1);
/// Keys and values come until a break.
const OPEN_MAP: usize = UNTIL_BREAK | 0x100;
/// A bit that is set in `OPEN_MAP` if a value must come next.
const VALUE: usize = 0x200;
/// Strings of definite length come until a break. The lowest bits are their major type.
const CHUNKS: usize = UNTIL_BREAK | 0x400;

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
    let mut around = [data.len(); LEVELS];
    let mut depth = 0usize;
    let mut open = 1;
    let mut rest = data;
    loop {
        // Close the items that are complete.
        // href 5.2.1 skip
        while open == 0 {
            let Some(outer) = depth.checked_sub(1) else {
                return Ok(data.len() - rest.len());
            };
            depth = outer;
            open = around.get(depth).copied().unwrap_or(0);
        }
        *at = data.len() - rest.len();
        let (initial, after) = rest.split_first().ok_or(Error::Truncated)?;
        if *initial == BREAK {
            // A break may only end an indefinite-length item, and in a map it must not come between a key and its
            // value.
            // RFC 8949 3
            if open & UNTIL_BREAK == 0 || open & (OPEN_MAP | VALUE) == (OPEN_MAP | VALUE) {
                return Err(Error::Cbor);
            }
            open = 0;
            rest = after;
            continue;
        }
        let major = initial >> 5;
        let indefinite = initial & 31 == 31;
        if open & UNTIL_BREAK == 0 {
            open -= 1;
        } else if open & CHUNKS == CHUNKS {
            // RFC 8949 3
            if indefinite || open & 7 != major as usize {
                return Err(Error::Cbor);
            }
        } else {
            open ^= VALUE;
        }
        let inner;
        (inner, rest) = if indefinite { indefinite_item(rest)? } else { definite_item(rest)? };
        if inner == 0 {
            continue;
        }
        if !indefinite && open & UNTIL_BREAK == 0 {
            open = (open + inner).min(UNTIL_BREAK - 1);
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

/// Returns the state after the head of the indefinite-length item that `data` starts with, and the bytes after the
/// head.
#[inline(always)]
fn indefinite_item(data: &[u8]) -> Result<(usize, &[u8]), Error> {
    let (initial, after) = data.split_first().ok_or(Error::Truncated)?;
    let open = match initial >> 5 {
        major @ (BYTES | TEXT) => CHUNKS | major as usize,
        // href 7 indefinite
        ARRAY => UNTIL_BREAK,
        MAP => OPEN_MAP,
        _ => return Err(Error::Cbor),
    };
    Ok((open, after))
}

/// Returns the number of items in the definite-length item that `data` starts with, and the bytes after its head and,
/// if it is a string, after its content.
#[inline(always)]
fn definite_item(data: &[u8]) -> Result<(usize, &[u8]), Error> {
    let (initial, mut after) = data.split_first().ok_or(Error::Truncated)?;
    let mut argument = (initial & 31) as usize;
    if argument > 23 {
        (argument, after) = read::long_head(data)?;
    }
    // The item is BYTES or TEXT. Most items are strings, and a comparison costs less than the table of a match.
    if initial >> 6 == BYTES >> 1 {
        return Ok((0, after.get(argument..).ok_or(Error::Truncated)?));
    }
    // No input is long enough for the limit to matter.
    let items = match initial >> 5 {
        ARRAY => argument.min(UNTIL_BREAK - 1),
        MAP => argument.saturating_mul(2).min(UNTIL_BREAK - 1),
        TAG => 1,
        _ => 0,
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
