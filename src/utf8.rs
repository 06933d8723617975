// SPDX-License-Identifier: MIT OR Apache-2.0
//! L1. UTF-8 (RFC 3629): validation that is quick on ASCII and small.
//!
//! `core::str::from_utf8` costs 600 bytes of flash on a Cortex-M3 and three times the walk of a CRI.

const WORD: usize = size_of::<usize>();

const EACH: usize = usize::MAX / 255;

/// Whether all bytes are ASCII: a machine word at a time.
#[inline]
pub(crate) fn is_ascii(bytes: &[u8]) -> bool {
    all_words(bytes, |word| word)
}

/// Whether all bytes are ASCII and none of them is a dot: a machine word at a time.
#[inline]
pub(crate) fn is_ascii_without_dot(bytes: &[u8]) -> bool {
    // A zero byte, and only one, borrows from its high bit; bytes above 0x7f are found as such.
    all_words(bytes, |word| word | (word ^ (EACH * b'.' as usize)).wrapping_sub(EACH))
}

/// Whether all bytes are ASCII and none of them is an upper-case letter: a machine word at a time.
#[inline]
pub(crate) fn has_no_upper(bytes: &[u8]) -> bool {
    // The first sum has its high bit set from `A` on, the second from the character behind `Z` on.
    let (from, behind) = (EACH * (0x80 - b'A' as usize), EACH * (0x7f - b'Z' as usize));
    all_words(bytes, |word| word | (word.wrapping_add(from) & !word.wrapping_add(behind)))
}

/// Whether no word that `find` makes of the bytes has a high bit set. The words at the end overlap; a
/// shorter string is filled up with zeros.
#[inline(always)]
fn all_words(bytes: &[u8], find: impl Fn(usize) -> usize) -> bool {
    let (words, rest) = bytes.as_chunks::<WORD>();
    let mut found = 0;
    for word in words {
        found |= find(usize::from_ne_bytes(*word));
    }
    let last = match bytes.last_chunk::<WORD>() {
        Some(last) => usize::from_ne_bytes(*last),
        None => rest.iter().fold(0, |word, byte| word << 8 | *byte as usize),
    };
    (found | find(last)) & (EACH * 0x80) == 0
}

/// The length in bytes of the valid character that `bytes` starts with; 0 if it starts with none.
pub(crate) fn char_len(bytes: &[u8]) -> usize {
    let Some((first, rest)) = bytes.split_first() else {
        return 0;
    };
    // The second byte is in a narrower range where that excludes overlong forms, surrogates and what is
    // beyond U+10FFFF.
    let (more, least, most) = match first {
        0..=0x7f => return 1,
        0xc2..=0xdf => (1, 0x80, 0xbf),
        0xe0 => (2, 0xa0, 0xbf),
        0xed => (2, 0x80, 0x9f),
        0xe1..=0xec | 0xee..=0xef => (2, 0x80, 0xbf),
        0xf0 => (3, 0x90, 0xbf),
        0xf1..=0xf3 => (3, 0x80, 0xbf),
        0xf4 => (3, 0x80, 0x8f),
        _ => return 0,
    };
    let mut range = least..=most;
    for at in 0..more {
        if !rest.get(at).is_some_and(|byte| range.contains(byte)) {
            return 0;
        }
        range = 0x80..=0xbf;
    }
    1 + more
}

/// Whether `bytes` is valid UTF-8. Linear.
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

    /// Every sequence of up to three bytes, and every four-byte one whose last two bytes are drawn
    /// from the borders of the continuation range: as the standard library decides.
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
