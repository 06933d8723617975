// SPDX-License-Identifier: MIT OR Apache-2.0
//! Escapes in strings of diagnostic notation (EDN draft, sections 2.3.1 and 2.3.2).

use crate::bytes::chars::hex_digit;

/// Reads the escape at the start of a text. Returns its character in UTF-8, and the length of the escape. The escapes
/// are the escapes of JSON, and `\u{…}`. Between apostrophes, `\'` is also an escape, `\"` and `\/` are not, and `\u`
/// is refused for a character of printable ASCII.
pub(super) fn escape(text: &[u8], quote: u8) -> Option<([u8; 4], usize)> {
    let character = match text.get(1)? {
        // RFC 8949 8
        b'b' => 8,
        b't' => b'\t',
        b'n' => b'\n',
        b'f' => 12,
        b'r' => b'\r',
        b'\\' => b'\\',
        b'/' if quote == b'"' => b'/',
        same if *same == quote => quote,
        b'u' => return code_point(text, quote),
        _ => return None,
    };
    Some(([character, 0, 0, 0], 2))
}

/// Reads `\u{…}`, `\uXXXX`, or a surrogate pair of two `\uXXXX`. Returns the character, and the length of the escape.
fn code_point(text: &[u8], quote: u8) -> Option<([u8; 4], usize)> {
    let (code, length) = match (braced(text), unit(text, 0), unit(text, 6)) {
        (Some(braced), ..) => braced,
        (None, Some(high @ 0xd800..0xdc00), Some(low @ 0xdc00..0xe000)) => {
            (0x1_0000 + ((high - 0xd800) << 10 | (low - 0xdc00)), 12)
        }
        (None, code, _) => (code?, 6),
    };
    let character = char::from_u32(code)?;
    if quote == b'\'' && matches!(character, ' '..='~') {
        return None;
    }
    let mut bytes = [0; 4];
    character.encode_utf8(&mut bytes);
    Some((bytes, length))
}

/// Returns the number that the `\uXXXX` at an offset contains.
fn unit(text: &[u8], at: usize) -> Option<u32> {
    let digits = text.get(at..)?.strip_prefix(b"\\u")?.first_chunk::<4>()?;
    digits.iter().try_fold(0, |unit, digit| match hex_digit(*digit) {
        digit @ ..16 => Some(unit << 4 | digit),
        _ => None,
    })
}

/// Reads `\u{…}`, in which the number may have leading zeros. Returns the number, and the length of the escape.
fn braced(text: &[u8]) -> Option<(u32, usize)> {
    let mut code = 0;
    for (at, digit) in text.strip_prefix(b"\\u{")?.iter().enumerate() {
        match hex_digit(*digit) {
            digit @ ..16 if code <= char::MAX as u32 => code = code << 4 | digit,
            _ if *digit == b'}' && at > 0 => return Some((code, at + 4)),
            _ => return None,
        }
    }
    None
}
