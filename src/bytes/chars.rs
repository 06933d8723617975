// SPDX-License-Identifier: MIT OR Apache-2.0
//! The character classes of RFC 3986 as one table, and percent-encoding triplets (section 2.1).
//!
//! This file also defines the characters beyond ASCII that IRIs allow (RFC 3987 section 2.2).

use super::utf8;
use super::words::{EACH, HIGH, WORD};
use crate::error::Error;

// Each set of characters has one bit. Several characters are checked at a time: they are all in a set if the bitwise
// AND of their classes contains its bit.

/// The characters of `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"` (section 2.3).
pub(crate) const UNRESERVED: u8 = 1;
/// The characters that are literal in a host label, and in userinfo in revision 13: unreserved / sub-delims (href 6.1).
pub(crate) const IN_HOST: u8 = 1 << 1;
/// The characters that are literal in userinfo in revision 27: unreserved / sub-delims / ":" (section 3.2.1).
pub(crate) const IN_USERINFO: u8 = 1 << 2;
/// The characters that are literal in the first segment of a path if a colon in this segment would end a scheme:
/// unreserved / sub-delims / "@" (`segment-nz-nc`, section 3.3).
pub(crate) const IN_FIRST_SEGMENT: u8 = 1 << 3;
/// The characters that are literal in a path segment: `pchar = unreserved / sub-delims / ":" / "@"` (RFC 3986 3.3
/// pchar).
pub(crate) const IN_SEGMENT: u8 = IN_FIRST_SEGMENT | IN_USERINFO;
/// The characters of a path: `pchar / "/"`.
pub(crate) const IN_PATH: u8 = 1 << 4;
/// The characters that are literal in a query parameter: the characters of a query except the separator "&" (href 6.1).
pub(crate) const IN_PARAMETER: u8 = 1 << 5;
/// The characters of a query, which are literal in a fragment: `pchar / "/" / "?"` (sections 3.4, 3.5).
pub(crate) const IN_FRAGMENT: u8 = IN_PARAMETER | IN_PATH;
/// The characters of `DIGIT`, as in a port (section 3.2.3).
pub(crate) const DIGIT: u8 = 1 << 6;
/// The characters after the first letter of `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )` (section 3.1).
pub(crate) const IN_SCHEME: u8 = 1 << 7;

/// True if a byte is `unreserved` (section 2.3). Does not use the table.
pub(crate) const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

const fn class_of(byte: u8) -> u8 {
    const PCHAR: u8 = IN_PATH | IN_PARAMETER;
    const SUB_DELIM: u8 = IN_HOST | IN_SEGMENT | PCHAR;
    let unreserved = if is_unreserved(byte) { UNRESERVED | SUB_DELIM } else { 0 };
    let more = match byte {
        b'0'..=b'9' => IN_SCHEME | DIGIT,
        b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'.' => IN_SCHEME,
        b'+' => SUB_DELIM | IN_SCHEME,
        b'!' | b'$' | b'\'' | b'(' | b')' | b'*' | b',' | b';' | b'=' => SUB_DELIM,
        b'&' => SUB_DELIM & !IN_PARAMETER,
        b':' => IN_USERINFO | PCHAR,
        b'@' => IN_FIRST_SEGMENT | PCHAR,
        b'/' => IN_PATH | IN_PARAMETER,
        b'?' => IN_PARAMETER,
        _ => 0,
    };
    unreserved | more
}

/// Size-optimised builds have no entries for the bytes beyond ASCII, which are in no class.
const COUNT: usize = if cfg!(speed) { 256 } else { 128 };

static CLASSES: [u8; COUNT] = {
    let mut table = [0; COUNT];
    let mut at = 0;
    while at < COUNT {
        table[at] = class_of(at as u8);
        at += 1;
    }
    table
};

/// Returns the classes of a byte, or 0 for a byte outside ASCII.
pub(crate) fn class(byte: u8) -> u8 {
    CLASSES.get(byte as usize).copied().unwrap_or(0)
}

fn all_of<const N: usize>(bytes: &[u8; N], of: u8) -> bool {
    bytes.iter().fold(of, |classes, byte| classes & class(*byte)) != 0
}

/// True if a text may be a label of a host name in CoAP, or the whole name (R17). It consists of `unreserved`,
/// `sub-delims` and characters beyond ASCII, whose validity is checked elsewhere.
pub(crate) fn is_host_text(text: &[u8]) -> bool {
    let rest = text.get(run(text, IN_HOST)..).unwrap_or(&[]);
    rest.iter().all(|byte| *byte > 0x7f || class(*byte) & IN_HOST != 0)
}

/// True if all bytes are lower-case letters, digits, or in the range from `&` to `-`. These bytes are characters of a
/// host name, or heads of short labels. The function compares machine words, and returns false for a text shorter than
/// a word. It is not inlined, so that the limits stay in registers.
#[inline(never)]
pub(crate) fn is_plain_host(text: &[u8]) -> bool {
    let is_plain = |word: &[u8; WORD]| {
        // A byte is in one of the ranges if it is not below an odd number of limits. A byte above 0x7f is found by its
        // own high bit.
        let word = usize::from_ne_bytes(*word);
        let from = |limit: u8| word.wrapping_add(EACH * (0x80 - limit as usize));
        let odd = from(b'&') ^ from(b'-' + 1) ^ from(b'0') ^ from(b'9' + 1) ^ from(b'a') ^ from(b'z' + 1);
        (!odd | word) & HIGH == 0
    };
    let (words, _) = text.as_chunks();
    words.iter().all(is_plain) && text.last_chunk().is_some_and(is_plain)
}

/// Returns the number of bytes at the start of `text` that are in a class.
#[cfg_attr(speed, inline(always))]
pub(crate) fn run(text: &[u8], of: u8) -> usize {
    let mut rest = text;
    // Speed-optimised builds check four bytes at a time.
    while cfg!(speed)
        && let Some((four, after)) = rest.split_first_chunk::<4>()
        && all_of(four, of)
    {
        rest = after;
    }
    let mut length = text.len() - rest.len();
    while let Some(byte) = text.get(length)
        && class(*byte) & of != 0
    {
        length += 1;
    }
    length
}

/// The value that [`hex_digit`] returns for a byte that is not a digit.
pub(crate) const NO_DIGIT: u32 = 16;

const fn hex_value(digit: u8) -> u32 {
    let value = digit as u32;
    match digit {
        b'0'..=b'9' => value - b'0' as u32,
        b'a'..=b'f' | b'A'..=b'F' => (value | 0x20) - b'a' as u32 + 10,
        _ => NO_DIGIT,
    }
}

/// The values of hexadecimal digits, for speed-optimised builds.
static HEX_VALUES: [u8; 256] = {
    let mut table = [0; 256];
    let mut at = 0;
    while at < table.len() {
        table[at] = hex_value(at as u8) as u8;
        at += 1;
    }
    table
};

/// Returns the value of a hexadecimal digit, or [`NO_DIGIT`] for any other byte.
pub(crate) fn hex_digit(digit: u8) -> u32 {
    if cfg!(speed) { u32::from(HEX_VALUES[digit as usize]) } else { hex_value(digit) }
}

/// Returns the digit of a value 0..15, in upper case, which RFC 3986 section 2.1 recommends for triplets.
pub(crate) fn hex_upper(value: u8) -> u8 {
    // C13
    let value = value & 15;
    // cori 4.2 uppercase, RFC 3986 2.1
    if value < 10 { b'0' + value } else { b'A' - 10 + value }
}

/// Returns the digit of a value 0..15, in lower case as in IPv6 addresses and diagnostic notation.
pub(crate) fn hex_lower(value: u8) -> u8 {
    let value = value & 15;
    if value < 10 { b'0' + value } else { b'a' - 10 + value }
}

/// Returns the octet of the triplet that `text` starts with: 0x41 for `%41`.
pub(crate) fn triplet(text: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = text else {
        return None;
    };
    let (high, low) = (hex_digit(*high), hex_digit(*low));
    if high | low < NO_DIGIT { Some((high << 4 | low) as u8) } else { None }
}

/// The characters that are invisible or change how other characters look, except the control characters. Text for
/// people must not contain them (R39). Each range is given by its first and its last character. The ranges are
/// Unicode's Default_Ignorable_Code_Point and general category Cf, and the separators of lines and of paragraphs.
static INVISIBLE: [(u32, u32); 25] = [
    (0xad, 0xad),
    (0x34f, 0x34f),
    (0x600, 0x605),
    (0x61c, 0x61c),
    (0x6dd, 0x6dd),
    (0x70f, 0x70f),
    (0x890, 0x891),
    (0x8e2, 0x8e2),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x200b, 0x200f),
    (0x2028, 0x202e),
    (0x2060, 0x206f),
    (0x3164, 0x3164),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0xfff0, 0xfffb),
    (0x1_10bd, 0x1_10bd),
    (0x1_10cd, 0x1_10cd),
    (0x1_3430, 0x1_343f),
    (0x1_bca0, 0x1_bca3),
    (0x1_d173, 0x1_d17a),
    (0xe_0000, 0xe_0fff),
];

fn is_invisible(code: u32) -> bool {
    let before = INVISIBLE.partition_point(|(_, last)| *last < code);
    INVISIBLE.get(before).is_some_and(|(first, _)| *first <= code)
}

/// True if a character could mislead a terminal or a reader (R25). This includes control characters.
pub(crate) fn is_misleading(code: u32) -> bool {
    // R39
    matches!(code, 0..=0x1f | 0x7f..=0x9f) || is_invisible(code)
}

/// ZERO WIDTH NON-JOINER and ZERO WIDTH JOINER. Words of several languages and emoji need them, so IRIs show them
/// (R39).
const JOINERS: core::ops::RangeInclusive<u32> = 0x200c..=0x200d;

/// Returns the code point of the character that `text` starts with, and its length in bytes. The length is 0 if `text`
/// does not start with valid UTF-8.
pub(crate) fn first_char(text: &[u8]) -> (u32, usize) {
    let length = utf8::char_len(text);
    let (lead, more) = match text.get(..length).and_then(<[u8]>::split_first) {
        Some((lead, more)) => (u32::from(*lead) & (0xff >> length), more),
        None => (0, &[][..]),
    };
    (more.iter().fold(lead, |code, byte| code << 6 | (u32::from(*byte) & 0x3f)), length)
}

/// True if IRIs allow a character beyond ASCII (RFC 3987 section 2.2): a `ucschar` or, if `private` is true, an
/// `iprivate`.
#[cfg_attr(not(speed), inline(never))]
fn is_ucs(code: u32, private: bool) -> bool {
    match code {
        0..0xa0 | 0xfdd0..=0xfdef | 0xfff0..=0xffff | 0xe_0000..=0xe_0fff => false,
        // The last two code points of every plane are noncharacters.
        // RFC 3987 2.2
        _ if code & 0xfffe == 0xfffe => false,
        // RFC 3987 2.2
        0xe000..=0xf8ff | 0xf_0000.. => private,
        _ => true,
    }
}

/// Returns the length in bytes of the character beyond ASCII that `text` starts with. Fails with `Utf8` if `text` does
/// not start with a character, and with `UriSyntax` if IRIs do not allow the character.
#[inline(always)] // a call takes 32 bytes more in programs without templates (Cortex-M3)
pub(crate) fn read_ucs(text: &[u8], private: bool) -> Result<usize, Error> {
    let (code, length) = first_char(text);
    match length {
        0 => Err(Error::Utf8),
        _ if is_ucs(code, private) => Ok(length),
        _ => Err(Error::UriSyntax),
    }
}

/// A function that returns the length in bytes of the character beyond ASCII that a text starts with, or 0 if the
/// character must not be shown. [`shown`] has this type.
pub(crate) type Shown = fn(&[u8]) -> usize;

/// The functions that decide which characters an IRI shows. The second function is for the query, which may also have
/// characters for private use; the first is for all other components.
pub(crate) const IN_IRI: [Option<Shown>; 2] = [Some(shown::<false, true>), Some(shown::<true, true>)];
/// The functions that decide which characters an IRI in diagnostic notation shows, for the same components. They
/// exclude joiners, because the notation would escape them.
pub(crate) const IN_LITERAL: [Option<Shown>; 2] = [Some(shown::<false, false>), Some(shown::<true, false>)];

/// Returns the length in bytes of the character that `text` starts with, or 0 if IRIs do not allow the character or it
/// could mislead a reader (R25, R39).
pub(crate) fn shown<const PRIVATE: bool, const JOINERS_TOO: bool>(text: &[u8]) -> usize {
    let (code, length) = first_char(text);
    // R39
    let seen = !is_invisible(code) || JOINERS_TOO && JOINERS.contains(&code);
    if seen && is_ucs(code, PRIVATE) { length } else { 0 }
}

/// The characters that are not percent-encoded. Because `shown` is a pointer, a program that writes no IRIs links no
/// code for characters beyond ASCII.
#[derive(Clone, Copy)]
pub(crate) struct Literal {
    /// The class of the ASCII characters.
    pub class: u8,
    /// The function that decides which characters beyond ASCII are shown. If it is `None`, all of these characters are
    /// percent-encoded.
    pub shown: Option<Shown>,
}

impl Literal {
    /// Returns the set of the ASCII characters of a class.
    pub(crate) const fn of(class: u8) -> Self {
        Self { class, shown: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_every_byte() {
        for byte in 0..=255 {
            assert_eq!(hex_digit(byte), char::from(byte).to_digit(16).unwrap_or(NO_DIGIT), "{byte}");
        }
    }

    #[test]
    fn plain_hosts_of_every_byte_and_place() {
        for byte in 0..=255 {
            let plain = matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'&'..=b'-');
            assert!(!plain || is_host_text(&[byte]));
            for len in 0..20 {
                for at in 0..len {
                    let mut bytes = [b'z'; 20];
                    bytes[at] = byte;
                    assert_eq!(is_plain_host(&bytes[..len]), plain && len >= WORD, "{byte} {len} {at}");
                }
            }
        }
    }
}
