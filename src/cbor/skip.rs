// SPDX-License-Identifier: MIT OR Apache-2.0
//! L1. Skipping one data item of any kind in bounded memory (R3, href 5.2.1).
//!
//! Items of definite length need one counter. Only an indefinite-length item needs a place to come
//! back to; those nest to 16 levels.

use super::{ARRAY, BYTES, SIMPLE, TAG, TEXT, UINT, read};
use crate::error::Error;

/// How deep indefinite-length items may nest.
const LEVELS: usize = 16;

/// What waits around the item being read.
#[derive(Clone, Copy)]
enum Open {
    /// So many items are still to come.
    Items(u64),
    /// Items until a break; for a map an even number of them (`odd` counts).
    UntilBreak { map: bool, odd: bool },
    /// Definite strings of this major type until a break.
    Chunks(u8),
}

/// The length in bytes of the item that `data` starts with.
///
/// `Truncated` where it goes past the end, `Cbor` where it is not well-formed (RFC 8949 appendix C),
/// `Limit` where more than 16 indefinite-length items nest. Linear, no recursion.
pub(crate) fn skip(data: &[u8]) -> Result<usize, Error> {
    let mut around = [Open::Items(0); LEVELS];
    let mut depth = 0;
    let mut open = Open::Items(1);
    let mut pos = 0;
    loop {
        // Close what is complete.
        while let Open::Items(0) = open {
            if depth == 0 {
                return Ok(pos);
            }
            depth -= 1;
            open = around.get(depth).copied().unwrap_or(open);
        }
        let rest = data.get(pos..).unwrap_or(&[]);
        let initial = *rest.first().ok_or(Error::Truncated)?;
        if initial == 0xff {
            // A break ends an indefinite-length item, in a map not between key and value.
            if matches!(open, Open::Items(_) | Open::UntilBreak { map: true, odd: true }) {
                return Err(Error::Cbor);
            }
            open = Open::Items(0);
            pos += 1;
            continue;
        }
        let (major, info) = (initial >> 5, initial & 31);
        match &mut open {
            Open::Items(count) => *count -= 1,
            Open::UntilBreak { odd, .. } => *odd = !*odd,
            Open::Chunks(of) => {
                if major != *of || info == 31 {
                    return Err(Error::Cbor);
                }
            }
        }
        if info == 31 {
            if major <= 1 || major >= TAG {
                return Err(Error::Cbor);
            }
            *around.get_mut(depth).ok_or(Error::Limit)? = open;
            depth += 1;
            open = match major {
                BYTES | TEXT => Open::Chunks(major),
                _ => Open::UntilBreak { map: major != ARRAY, odd: false },
            };
            pos += 1;
            continue;
        }
        let head = read::head(rest)?;
        pos += head.size;
        let left = (data.len() - pos) as u64;
        let more = match major {
            BYTES | TEXT => {
                if head.argument > left {
                    return Err(Error::Truncated);
                }
                pos += head.argument as usize;
                0
            }
            TAG => 1,
            SIMPLE if head.size == 2 && head.argument < 32 => return Err(Error::Cbor),
            UINT | 1 | SIMPLE => 0,
            ARRAY => head.argument,
            _ => head.argument.saturating_mul(2),
        };
        if more > 0 {
            match &mut open {
                // No input has as many items as this could stop at.
                Open::Items(count) => *count = count.saturating_add(more),
                _ => {
                    *around.get_mut(depth).ok_or(Error::Limit)? = open;
                    depth += 1;
                    open = Open::Items(more);
                }
            }
        }
    }
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
