// SPDX-License-Identifier: MIT OR Apache-2.0
//! Diagnostic notation of values in all the forms that are read (R25), the same on every run.

use super::cbor::Value;
use super::random::Random;

/// Blank space and comments.
pub fn space(random: &mut Random, out: &mut String, needed: bool) {
    const SPACE: [&str; 12] =
        [" ", "\n", "\t", "\r\n", "/c/", "/ a \" ' ] /", "# ] ü '\n", "//x/\n", "/* / * */", "/**/", "/***/", "  "];
    if needed || random.one_in(3) {
        for _ in 0..1 + random.below(2) {
            out.push_str(random.pick(&SPACE));
        }
    }
}

fn separate(random: &mut Random, out: &mut String) {
    if random.one_in(4) {
        return space(random, out, true);
    }
    space(random, out, false);
    out.push(',');
    space(random, out, false);
}

/// Characters between quotes, some of them escaped.
fn quoted(random: &mut Random, out: &mut String, text: &str, quote: char) {
    out.push(quote);
    for c in text.chars() {
        let short = match c {
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            '\u{8}' => "\\b",
            '\u{c}' => "\\f",
            '/' if quote == '"' && random.one_in(4) => "\\/",
            '\\' => "\\\\",
            _ => "",
        };
        let printable = (' '..='~').contains(&c);
        if c == quote {
            out.extend(['\\', c]);
        } else if !short.is_empty() && (printable || random.one_in(2)) {
            out.push_str(short);
        } else if (c < ' ' || random.one_in(8)) && (quote == '"' || !printable) && !(c == '\n' && random.one_in(2)) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.push_str(&if random.one_in(2) { format!("\\u{unit:04x}") } else { format!("\\u{unit:04X}") });
            }
        } else {
            out.push(c);
        }
        if random.one_in(50) {
            out.push('\r');
        }
    }
    out.push(quote);
}

fn base64(random: &mut Random, bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (url, padded) = (random.one_in(2), random.one_in(2));
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0u32, |bits, at| bits << 8 | chunk.get(at).copied().unwrap_or(0) as u32);
        for digit in 0..4 {
            match digit <= chunk.len() {
                true => out.push(DIGITS[(bits >> (18 - 6 * digit)) as usize & 63] as char),
                false if padded => out.push('='),
                false => {}
            }
            if random.one_in(20) {
                out.push_str(random.pick(&[" ", "\n", "# c\n"]));
            }
        }
    }
    if url { out.replace('+', "-").replace('/', "_") } else { out }
}

fn bytes(random: &mut Random, out: &mut String, bytes: &[u8]) {
    match (random.below(3), std::str::from_utf8(bytes)) {
        (0, Ok(text)) => quoted(random, out, text, '\''),
        (1, _) => {
            out.push_str("b64'");
            out.push_str(&base64(random, bytes));
            out.push('\'');
        }
        _ => {
            out.push_str("h'");
            for byte in bytes {
                for digit in if random.one_in(2) { format!("{byte:02x}") } else { format!("{byte:02X}") }.chars() {
                    out.push(digit);
                    if random.one_in(8) {
                        out.push_str(random.pick(&[" ", "\n", "/c/", "/*\\'*/", "# c\n", "//\n", "/ü/", "\\n"]));
                    }
                }
            }
            out.push('\'');
        }
    }
}

fn number(random: &mut Random, out: &mut String, number: u128) {
    out.push_str(&match random.below(8) {
        0 => format!("0x{number:x}"),
        1 => format!("0X00{number:X}"),
        2 => format!("0o{number:o}"),
        3 => format!("0b{number:b}"),
        4 => format!("00{number}"),
        _ => number.to_string(),
    });
}

/// Some notation of a value; false if there is none in the subset that is read.
pub fn notation(random: &mut Random, out: &mut String, value: &Value) -> bool {
    match value {
        Value::Uint(value) => {
            out.push_str(if random.one_in(8) { "+" } else { "" });
            number(random, out, *value as u128);
        }
        Value::Nint(value) => {
            out.push('-');
            number(random, out, *value as u128 + 1);
        }
        Value::Bytes(value) => bytes(random, out, value),
        Value::Text(value) => match std::str::from_utf8(value) {
            Ok(text) => quoted(random, out, text, '"'),
            Err(_) => return false,
        },
        Value::Array(items) => {
            out.push('[');
            space(random, out, false);
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    separate(random, out);
                }
                if !notation(random, out, item) {
                    return false;
                }
            }
            if !items.is_empty() && random.one_in(4) {
                separate(random, out);
            } else {
                space(random, out, false);
            }
            out.push(']');
        }
        Value::Tag(number, item) => {
            out.push_str(&format!("{number}("));
            space(random, out, false);
            if !notation(random, out, item) {
                return false;
            }
            space(random, out, false);
            out.push(')');
        }
        Value::Simple(20) => out.push_str("false"),
        Value::Simple(21) => out.push_str("true"),
        Value::Simple(22) => out.push_str("null"),
        _ => return false,
    }
    true
}
