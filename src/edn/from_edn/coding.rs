// SPDX-License-Identifier: MIT OR Apache-2.0
//! The codings of literals in diagnostic notation. A coding determines which octets the characters of a literal denote.

use super::kind::Kind;
use crate::bytes::chars::hex_digit;

/// The prefixes of literals (EDN draft, section 3), each with the kind and the coding of the literal.
pub(super) static PREFIXES: [(&[u8], Kind, Coding); 11] = [
    (b"h", Kind::Bytes, Coding::Digits(Base::Hex)),
    (b"b64", Kind::Bytes, Coding::Digits(Base::Base64)),
    (b"b32", Kind::Bytes, Coding::Digits(Base::Base32)),
    (b"h32", Kind::Bytes, Coding::Digits(Base::Base32Hex)),
    (b"ip", Kind::Bytes, Coding::Ip),
    (b"cri", Kind::Cri, Coding::Utf8),
    (b"CRI", Kind::TaggedCri, Coding::Utf8),
    (b"t1", Kind::Text, Coding::Joined),
    (b"b1", Kind::Bytes, Coding::Joined),
    (b"ilts", Kind::Text, Coding::Joined),
    (b"ilbs", Kind::Bytes, Coding::Joined),
];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    /// The octets are the characters in UTF-8.
    Utf8,
    /// The octets are the characters in UTF-8. This is the coding of a sequence that joins any number of strings. These
    /// strings may have prefixes.
    Joined,
    /// The characters are digits that denote several bits each.
    Digits(Base),
    /// The characters are an IP address without a prefix length, as in `ip''` (EDN draft, section 3.3).
    Ip,
}

/// The base and the alphabet of digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// `h''`: two hexadecimal digits for each octet, with blank space and comments anywhere (EDN draft, section 6.2.1).
    Hex,
    /// `b32''` (RFC 8949 section 8): the alphabet of RFC 4648 section 6, in upper or lower case. Blank space and
    /// padding are allowed as in base 64, and comments as in base 16.
    Base32,
    /// `h32''` (RFC 8949 section 8): the same as `Base32`, but with the alphabet of RFC 4648 section 7.
    Base32Hex,
    /// `b64''`: the alphabets of RFC 4648, sections 4 and 5, with or without padding. Blank space is allowed, and
    /// comments from `#` to the end of the line (EDN draft, section 6.2.2).
    Base64,
}

impl Base {
    /// Returns the number of bits that a digit denotes.
    pub(super) fn width(self) -> u32 {
        match self {
            Self::Hex => 4,
            Self::Base32 | Self::Base32Hex => 5,
            Self::Base64 => 6,
        }
    }

    /// Returns the value of a digit, or `None` for a character that is not a digit of this base.
    pub(super) fn digit(self, character: u8) -> Option<u32> {
        let letters = match self {
            Self::Base64 => character,
            _ => character.to_ascii_uppercase(),
        };
        let value = match (self, letters) {
            (Self::Base64 | Self::Base32, b'A'..=b'Z') => letters - b'A',
            (Self::Base32, b'2'..=b'7') => letters - b'2' + 26,
            (Self::Base32Hex, b'0'..=b'9') => letters - b'0',
            (Self::Base32Hex, b'A'..=b'V') => letters - b'A' + 10,
            (Self::Base64, b'a'..=b'z') => letters - b'a' + 26,
            (Self::Base64, b'0'..=b'9') => letters - b'0' + 52,
            (Self::Base64, b'+' | b'-') => 62,
            (Self::Base64, b'/' | b'_') => 63,
            (Self::Hex, _) => return Some(hex_digit(character)).filter(|digit| *digit < 16),
            _ => return None,
        };
        Some(u32::from(value))
    }
}
