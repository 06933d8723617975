// SPDX-License-Identifier: MIT OR Apache-2.0
//! Validation of UTF-8 (RFC 3629) that is small, and fast for ASCII.
//!
//! On a Cortex-M3, `core::str::from_utf8` takes 600 bytes of flash, and three times as long as walking a CRI.

use super::words::{EACH, HIGH, WORD, short_word};

/// Converts a text to a `str` for the Rust interface. The text was checked when it was read. It is checked again, in
/// linear time, because safe code cannot make a `str` without a check. Functions that C calls use the bytes.
#[inline]
pub(crate) fn checked_str(text: &[u8]) -> &str {
    core::str::from_utf8(text).unwrap_or_default()
}

/// True if all bytes are ASCII. Reads a machine word at a time.
pub(crate) fn is_ascii(bytes: &[u8]) -> bool {
    if WORD == 8 {
        return all_words(bytes, |word| word);
    }
    let (words, rest) = bytes.as_chunks::<WORD>();
    let mut found = 0;
    for word in words {
        found |= usize::from_ne_bytes(*word);
    }
    for byte in rest {
        found |= *byte as usize;
    }
    found & HIGH == 0
}

/// Sets the high bit of each byte that is a dot. If there is no dot, the high bits of all ASCII bytes are clear,
/// because only a byte that becomes zero borrows from the next byte. Callers test for bytes above 0x7f themselves.
fn dots(word: usize) -> usize {
    (word ^ (EACH * b'.' as usize)).wrapping_sub(EACH)
}

/// True if all bytes are ASCII and none of them is a dot. Reads a machine word at a time.
pub(crate) fn is_ascii_without_dot(bytes: &[u8]) -> bool {
    all_words(bytes, |word| word | dots(word))
}

/// True if all bytes are ASCII and none of them is an upper-case letter. Reads a machine word at a time.
pub(crate) fn has_no_upper(bytes: &[u8]) -> bool {
    // The high bit of the first sum is set if a byte is `A` or above, and the high bit of the second sum if it is above
    // `Z`.
    let (from, after) = (EACH * (0x80 - b'A' as usize), EACH * (0x7f - b'Z' as usize));
    all_words(bytes, |word| word | (word.wrapping_add(from) & !word.wrapping_add(after)))
}

/// True if the high bits of all bytes are clear in the results of `find` for the words of `bytes`. The last two words
/// may overlap. A text shorter than a word is padded with zeros.
fn all_words(bytes: &[u8], find: impl Fn(usize) -> usize) -> bool {
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk::<WORD>() {
        if find(usize::from_ne_bytes(*word)) & HIGH != 0 {
            return false;
        }
        rest = after;
    }
    let last = match bytes.last_chunk::<WORD>() {
        Some(last) => usize::from_ne_bytes(*last),
        None => short_word(rest),
    };
    find(last) & HIGH == 0
}

/// Returns the length in bytes of a character that begins with the byte `first`, or 0 if no character begins with it.
/// [`char_len`] does not call this function, because its own code is smaller on a Cortex-M3.
pub(crate) fn len_of_first(first: u8) -> usize {
    match first {
        0..=0x7f => 1,
        0xc2..=0xf4 => first.leading_ones() as usize,
        _ => 0,
    }
}

/// Returns the length in bytes of the valid character that `bytes` starts with, or 0 if `bytes` does not start with a
/// valid character.
pub(crate) fn char_len(bytes: &[u8]) -> usize {
    let Some((first, rest)) = bytes.split_first() else {
        return 0;
    };
    let more = match first {
        0..=0x7f => return 1,
        0xc2..=0xdf => 1,
        0xe0..=0xef => 2,
        0xf0..=0xf4 => 3,
        _ => return 0,
    };
    let Some(rest) = rest.get(..more) else {
        return 0;
    };
    let mut code = u32::from(*first);
    for byte in rest {
        if byte & 0xc0 != 0x80 {
            return 0;
        }
        code = code << 6 | u32::from(byte & 0x3f);
    }
    // Overlong forms, surrogates and code points beyond U+10FFFF are refused. `code` still contains the bits of the
    // first byte that give the length.
    const THREE: u32 = 0xe0 << 12;
    const FOUR: u32 = 0xf0 << 18;
    match more {
        // C0
        2 if code - THREE < 0x800 || (code - THREE) >> 11 == 0x1b => 0,
        3 if code - FOUR < 0x1_0000 || code - FOUR > 0x10_ffff => 0,
        _ => 1 + more,
    }
}

/// True if `bytes` is valid UTF-8. Linear.
pub(crate) fn is_valid(bytes: &[u8]) -> bool {
    if is_ascii(bytes) {
        return true;
    }
    let mut rest = bytes;
    while !rest.is_empty() {
        match rest.get(char_len(rest)..) {
            Some(next) if next.len() < rest.len() => rest = next,
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the standard library, for every sequence of up to three bytes, and for sequences of four bytes
    /// whose last two bytes are at the limits of the range of continuation bytes.
    #[test]
    fn agrees_with_the_standard_library() {
        let same = |bytes: &[u8]| {
            assert_eq!(is_valid(bytes), core::str::from_utf8(bytes).is_ok(), "{bytes:02x?}");
        };
        for a in 0..=255 {
            same(&[a]);
            for b in 0..=255 {
                same(&[a, b]);
                for c in [0, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff] {
                    same(&[a, b, c]);
                    for d in [0x7f, 0x80, 0xbf, 0xc0] {
                        same(&[a, b, c, d]);
                        same(&[b'x', a, b, c, d, b'y']);
                    }
                }
            }
        }
    }

    #[test]
    fn upper_case_of_every_letter_and_place() {
        for byte in 0..0x80 {
            for len in 1..20 {
                for at in 0..len {
                    let mut bytes = [b'z'; 20];
                    bytes[at] = byte;
                    assert_eq!(has_no_upper(&bytes[..len]), !byte.is_ascii_uppercase(), "{byte} {len} {at}");
                }
            }
        }
    }

    #[test]
    fn ascii_of_every_length_and_place() {
        for len in 0..40 {
            let mut bytes = [b'a'; 40];
            assert!(is_ascii(&bytes[..len]));
            for at in 0..len {
                bytes[at] = 0x80;
                assert!(!is_ascii(&bytes[..len]), "{len} {at}");
                bytes[at] = b'.';
                assert!(!is_ascii_without_dot(&bytes[..len]), "{len} {at}");
                bytes[at] = b'-';
                assert!(is_ascii_without_dot(&bytes[..len]), "{len} {at}");
                bytes[at] = b'a';
            }
        }
    }
}
