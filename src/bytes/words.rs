// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions that search bytes, mostly a machine word at a time.

use core::cmp::Ordering;

pub(crate) const WORD: usize = size_of::<usize>();
/// A word with a 1 in each byte.
pub(crate) const EACH: usize = usize::MAX / 255;
pub(crate) const HIGH: usize = EACH * 0x80;
const LOW: usize = EACH * 0x7f;

/// An iterator over the machine words of a text, each with its offset. The first byte of a word is the least
/// significant. The last word is padded with zeros.
pub(crate) struct Words<'t> {
    rest: &'t [u8],
    length: usize,
}

impl<'t> Words<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self { rest: text, length: text.len() }
    }
}

impl Iterator for Words<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        let offset = self.length - self.rest.len();
        if let Some((word, rest)) = self.rest.split_first_chunk() {
            self.rest = rest;
            return Some((offset, usize::from_le_bytes(*word)));
        }
        let rest = core::mem::take(&mut self.rest);
        if rest.is_empty() { None } else { Some((offset, short_word(rest))) }
    }
}

/// Returns a text that is shorter than a word as a word. The first byte is the least significant, and the other bytes
/// are zeros.
pub(crate) fn short_word(bytes: &[u8]) -> usize {
    if WORD == 8
        && let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk())
    {
        // `first` and `last` have four bytes each, and may overlap.
        let last = u32::from_le_bytes(*last) as usize;
        return u32::from_le_bytes(*first) as usize | last << (8 * (bytes.len() & 7) - 32);
    }
    bytes.iter().rev().fold(0, |word, byte| word << 8 | *byte as usize)
}

/// Marks the bytes of a word that are equal to `byte`: returns a word in which only the high bits of these bytes are
/// set.
pub(crate) fn marks(word: usize, byte: u8) -> usize {
    let other = word ^ (EACH * byte as usize);
    !(((other & LOW) + LOW) | other) & HIGH
}

/// Marks the first byte of a word that is equal to `byte`. May also mark bytes after it. Faster than [`marks`].
fn first_marks(word: usize, byte: u8) -> usize {
    let other = word ^ (EACH * byte as usize);
    other.wrapping_sub(EACH) & !other & HIGH
}

/// Returns the offset of the first marked byte. At least one byte must be marked.
pub(crate) fn first_mark(marks: usize) -> usize {
    marks.trailing_zeros() as usize / 8
}

/// Returns the offset of the first byte with a value, or the length of the text if it has no such byte. Linear.
pub(crate) fn find(text: &[u8], byte: u8) -> usize {
    let mut rest = text;
    while let Some((word, after)) = rest.split_first_chunk() {
        let found = first_marks(usize::from_le_bytes(*word), byte);
        if found != 0 {
            return text.len() - rest.len() + first_mark(found);
        }
        rest = after;
    }
    let start = text.len() - rest.len();
    start + rest.iter().position(|other| *other == byte).unwrap_or(rest.len())
}

/// Returns the number of bytes with a value. Linear. Size-optimised builds count byte by byte.
pub(crate) fn count(text: &[u8], byte: u8) -> usize {
    if cfg!(not(speed)) {
        return text.iter().filter(|other| **other == byte).count();
    }
    // The product with `EACH` has the sum of the marks in its highest byte.
    Words::new(text).map(|(_, word)| (marks(word, byte) >> 7).wrapping_mul(EACH) >> (usize::BITS - 8)).sum()
}

/// Returns the bytewise lexicographic order of two texts. Size-optimised builds compare a machine word at a time, which
/// newlib's memcmp does only if both texts are aligned.
#[cfg_attr(not(speed), inline(never))]
pub(crate) fn order(a: &[u8], b: &[u8]) -> Ordering {
    if cfg!(speed) {
        return a.cmp(b);
    }
    let words = a.as_chunks::<WORD>().0.iter().zip(b.as_chunks().0);
    let same = WORD * words.take_while(|(x, y)| x == y).count();
    let different = a.iter().zip(b).skip(same).find(|(x, y)| x != y);
    different.map_or(a.len().cmp(&b.len()), |(x, y)| x.cmp(y))
}

/// True if two texts have the same bytes.
pub(crate) fn equal(a: &[u8], b: &[u8]) -> bool {
    if cfg!(speed) { a == b } else { a.len() == b.len() && order(a, b).is_eq() }
}

/// True if two short texts have the same bytes. Size-optimised builds compare byte by byte, because the code of
/// [`order`] is larger.
#[cfg_attr(not(speed), inline(never))]
pub(crate) fn same(a: &[u8], b: &[u8]) -> bool {
    if cfg!(speed) { a == b } else { a.iter().eq(b) }
}

/// True if `bytes` contain `byte`. The search is byte by byte, because inputs are short and the code of a faster search
/// is larger.
#[allow(clippy::manual_contains)]
pub(crate) fn has(bytes: &[u8], byte: u8) -> bool {
    bytes.iter().any(|one| *one == byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_byte_at_every_place() {
        for length in 0..40 {
            for at in 0..length {
                for (byte, other) in [(b'.', b'/'), (b'/', b'.'), (b'%', b'$'), (1, 2), (0x80, 0x81), (0xff, 0x7f)] {
                    let mut text = [other; 40];
                    text[at] = byte;
                    text[length] = byte;
                    assert_eq!(find(&text[..length], byte), at, "{length} {at} {byte}");
                    assert_eq!([byte, other].map(|one| count(&text[..length], one)), [1, length - 1]);
                }
            }
            assert_eq!(find(&[b'a'; 40][..length], b'b'), length);
        }
    }

    #[test]
    fn words_of_every_length() {
        let text: [u8; 40] = core::array::from_fn(|at| at as u8 + 1);
        for length in 0..40 {
            let mut seen = [0; 48];
            for (offset, word) in Words::new(&text[..length]) {
                seen[offset..offset + WORD].iter_mut().zip(word.to_le_bytes()).for_each(|(seen, byte)| *seen |= byte);
            }
            assert_eq!(seen[..length], text[..length], "{length}");
        }
    }

    #[test]
    fn order_of_texts_with_a_difference_at_every_place() {
        for length in 0..20 {
            for at in 0..=length {
                let mut texts = [[b'm'; 20], [b'm'; 20]];
                texts[1][at.min(19)] = if at % 2 == 0 { 0xff } else { b'a' };
                for end in 0..20 {
                    let (a, b) = (&texts[0][..length], &texts[1][..end]);
                    assert_eq!((order(a, b), order(b, a)), (a.cmp(b), b.cmp(a)), "{length} {at} {end}");
                    assert_eq!((equal(a, b), same(a, b)), (a == b, a == b), "{length} {at} {end}");
                }
            }
        }
    }
}
