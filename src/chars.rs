// SPDX-License-Identifier: MIT OR Apache-2.0
//! L1. The character classes of RFC 3986 as one table, and percent-encoding triplets (section 2.1).

/// `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"` (RFC 3986 section 2.3).
pub(crate) const UNRESERVED: u8 = 1;
/// `sub-delims` other than `&` (section 2.2).
pub(crate) const SUB_DELIM: u8 = 1 << 1;
/// `"&"`, a sub-delim that also separates query parameters.
pub(crate) const AMPERSAND: u8 = 1 << 2;
/// `":"`.
pub(crate) const COLON: u8 = 1 << 3;
/// `"@"`.
pub(crate) const AT: u8 = 1 << 4;
/// `"/"`.
pub(crate) const SLASH: u8 = 1 << 5;
/// `"?"`.
pub(crate) const QUESTION: u8 = 1 << 6;
/// `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`: the characters after the first (section 3.1).
pub(crate) const SCHEME: u8 = 1 << 7;

/// A host label as to-URI writes it: unreserved and sub-delims (href 6.1).
pub(crate) const IN_HOST: u8 = UNRESERVED | SUB_DELIM | AMPERSAND;
/// A path segment: `pchar` (section 3.3).
pub(crate) const IN_SEGMENT: u8 = IN_HOST | COLON | AT;
/// A fragment (section 3.5).
pub(crate) const IN_FRAGMENT: u8 = IN_SEGMENT | SLASH | QUESTION;
/// A query parameter: a query (section 3.4) without its separator.
pub(crate) const IN_PARAMETER: u8 = IN_FRAGMENT & !AMPERSAND;

static CLASSES: [u8; 128] = {
    let mut table = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        table[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' => UNRESERVED | SCHEME,
            b'_' | b'~' => UNRESERVED,
            b'+' => SUB_DELIM | SCHEME,
            b'!' | b'$' | b'\'' | b'(' | b')' | b'*' | b',' | b';' | b'=' => SUB_DELIM,
            b'&' => AMPERSAND,
            b':' => COLON,
            b'@' => AT,
            b'/' => SLASH,
            b'?' => QUESTION,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// The classes of a byte; none for a byte outside ASCII.
#[inline(always)]
pub(crate) fn class(byte: u8) -> u8 {
    match CLASSES.get(byte as usize) {
        Some(class) => *class,
        None => 0,
    }
}

/// The value of a hexadecimal digit.
#[inline]
pub(crate) fn hex_value(digit: u8) -> Option<u8> {
    let decimal = digit.wrapping_sub(b'0');
    let letter = (digit | 0x20).wrapping_sub(b'a');
    if decimal < 10 {
        Some(decimal)
    } else if letter < 6 {
        Some(letter + 10)
    } else {
        None
    }
}

/// The digit of a value 0..15, upper case as RFC 3986 section 2.1 wants triplets.
#[inline]
pub(crate) fn hex_upper(value: u8) -> u8 {
    let value = value & 15;
    if value < 10 { b'0' + value } else { b'A' - 10 + value }
}

/// The digit of a value 0..15, lower case as in IPv6 addresses and diagnostic notation.
#[inline]
pub(crate) fn hex_lower(value: u8) -> u8 {
    let value = value & 15;
    if value < 10 { b'0' + value } else { b'a' - 10 + value }
}

/// The octet of the triplet that `text` starts with, `%41` being 0x41.
#[inline]
pub(crate) fn triplet(text: &[u8]) -> Option<u8> {
    match *text {
        [b'%', high, low, ..] => Some(hex_value(high)? << 4 | hex_value(low)?),
        _ => None,
    }
}
