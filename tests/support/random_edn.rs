// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random diagnostic notation of values, in all the forms that the library reads (R25). It is the same in every run.

use super::cbor::Value;
use super::coap::address_text;
use super::random::Random;

/// Writes blank space and comments.
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

/// Writes an encoding indicator.
fn indicator(random: &mut Random, out: &mut String) {
    if random.one_in(10) {
        out.push_str(random.pick(&["_", "_0", "_i", "_3", "_x_Y"]));
    }
}

/// Writes one string as several parts, which are joined or are chunks. `sequences` lists the prefixes of the sequences
/// that join their parts.
fn parts<T: Clone>(
    random: &mut Random,
    out: &mut String,
    sequences: [&str; 2],
    all: &[T],
    write: &mut impl FnMut(&mut Random, &mut String, &[T]),
) {
    if random.one_in(12) {
        return sequence(random, out, sequences, all, write);
    }
    let chunks = random.one_in(12);
    if chunks {
        out.push_str("(_");
        space(random, out, true);
    }
    let mut rest = all;
    while !rest.is_empty() && random.one_in(8) {
        let (part, after) = rest.split_at(random.below(rest.len() + 1));
        write(random, out, part);
        if chunks && random.one_in(2) {
            separate(random, out);
        } else {
            space(random, out, false);
            out.push('+');
            space(random, out, false);
        }
        rest = after;
    }
    write(random, out, rest);
    if chunks {
        if random.one_in(3) {
            separate(random, out);
        }
        out.push(')');
    }
}

/// Writes strings in a sequence that joins them. Some of them are in nested sequences.
fn sequence<T: Clone>(
    random: &mut Random,
    out: &mut String,
    prefixes: [&str; 2],
    all: &[T],
    write: &mut impl FnMut(&mut Random, &mut String, &[T]),
) {
    out.push_str(random.pick(&prefixes));
    out.push_str("<<");
    space(random, out, false);
    let mut rest = all;
    while !rest.is_empty() {
        let (part, after) = rest.split_at(random.below(rest.len() + 1));
        if random.one_in(8) {
            sequence(random, out, prefixes, part, write);
        } else {
            write(random, out, part);
        }
        if !after.is_empty() || random.one_in(3) {
            separate(random, out);
        }
        rest = after;
    }
    out.push_str(">>");
    indicator(random, out);
}

/// Writes characters as a raw string. Returns false if a raw string cannot contain them.
fn raw(random: &mut Random, out: &mut String, text: &str) -> bool {
    if text.chars().any(|c| matches!(c, '\0'..='\u{9}' | '\u{b}'..='\u{1f}' | '\u{7f}')) {
        return false;
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let quote = "`".repeat(longest + 1 + random.below(2));
    // With spaces that are not part of the content, the raw string needs no line end, and backquotes of the text are
    // separated from the delimiters.
    let spaced = text.len() > 1 && text.starts_with(' ') && text.ends_with(' ');
    let (before, after) = match random.below(3) {
        0 => (" ", " "),
        1 if !spaced && !text.is_empty() && !text.starts_with(['`', '\n']) && !text.ends_with('`') => ("", ""),
        _ if text.ends_with('`') => (" ", " "),
        _ => (random.pick(&["\n", "\r\n"]), ""),
    };
    for part in [&quote, before, text, after, &quote] {
        out.push_str(part);
        if random.one_in(30) && !part.ends_with('`') {
            out.push('\r');
        }
    }
    true
}

/// Writes characters as a text string.
fn text(random: &mut Random, out: &mut String, text: &[char]) {
    let text: String = text.iter().collect();
    if !(random.one_in(4) && raw(random, out, &text)) {
        quoted(random, out, &text, '"');
    }
    indicator(random, out);
}

/// Writes characters after a prefix: in single quotes, as a raw string, or as a sequence.
fn prefixed(random: &mut Random, out: &mut String, prefix: &str, characters: &str) {
    out.push_str(prefix);
    match random.below(6) {
        0 => {
            out.push_str("<<");
            space(random, out, false);
            let characters: Vec<char> = characters.chars().collect();
            parts(random, out, ["t1", "ilts"], &characters, &mut text);
            if random.one_in(4) {
                separate(random, out);
            }
            space(random, out, false);
            out.push_str(">>");
        }
        1 if raw(random, out, characters) => {}
        _ => quoted(random, out, characters, '\''),
    }
    indicator(random, out);
}

/// Writes characters in quotes, some of them escaped.
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
            if random.one_in(3) {
                out.push_str(&format!("\\u{{{}{:x}}}", random.pick(&["", "0", "0000000"]), c as u32));
            } else {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&if random.one_in(2) { format!("\\u{unit:04x}") } else { format!("\\u{unit:04X}") });
                }
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

/// Writes bytes in digits of 6 or 5 bits, with or without padding.
fn digits(random: &mut Random, bytes: &[u8], alphabet: &[u8]) -> String {
    let (width, padded) = (alphabet.len().ilog2() as usize, random.one_in(2));
    let mut out = String::new();
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| byte >> (7 - at % 8) & 1) as usize;
    let mut at = 0;
    while at < bytes.len() * 8 {
        out.push(alphabet[(at..at + width).fold(0, |digit, at| digit << 1 | bit(at))] as char);
        at += width;
        if random.one_in(20) {
            out.push_str(random.pick(&[" ", "\n", "# c\n"]));
        }
    }
    while padded && at % 8 > 0 {
        out.push('=');
        at += width;
    }
    out
}

/// Writes bytes as one literal.
fn literal(random: &mut Random, out: &mut String, bytes: &[u8]) {
    const ALPHABETS: [(&str, &[u8]); 4] = [
        ("b64", b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"),
        ("b64", b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
        ("b32", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
        ("h32", b"0123456789abcdefghijklmnopqrstuv"),
    ];
    match (random.below(7), std::str::from_utf8(bytes)) {
        (0, Ok(text)) => {
            quoted(random, out, text, '\'');
            indicator(random, out);
        }
        (1..=3, _) => {
            let (prefix, alphabet) = random.pick(&ALPHABETS);
            let digits = digits(random, bytes, alphabet);
            prefixed(random, out, prefix, &digits);
        }
        (4, _) if [4, 16].contains(&bytes.len()) => {
            prefixed(random, out, "ip", address_text(bytes).trim_matches(['[', ']']));
        }
        _ => {
            let mut digits = String::new();
            for byte in bytes {
                for digit in if random.one_in(2) { format!("{byte:02x}") } else { format!("{byte:02X}") }.chars() {
                    digits.push(digit);
                    if random.one_in(8) {
                        digits.push_str(random.pick(&[" ", "\n", "/c/", "/*'*/", "# c\n", "//\n", "/ü/"]));
                    }
                }
            }
            prefixed(random, out, "h", &digits);
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
    indicator(random, out);
}

/// Writes a notation of a value. Returns false if the subset that is read has no notation for it.
pub fn notation(random: &mut Random, out: &mut String, value: &Value) -> bool {
    match value {
        Value::Uint(value) => {
            out.push_str(if random.one_in(8) { "+" } else { "" });
            number(random, out, u128::from(*value));
        }
        Value::Nint(value) => {
            out.push('-');
            number(random, out, u128::from(*value) + 1);
        }
        Value::Bytes(value) => parts(random, out, ["b1", "ilbs"], value, &mut literal),
        Value::Text(value) => match std::str::from_utf8(value) {
            Ok(characters) => parts(random, out, ["t1", "ilts"], &characters.chars().collect::<Vec<_>>(), &mut text),
            Err(_) => return false,
        },
        Value::Array(items) => {
            out.push('[');
            let begun = out.len();
            indicator(random, out);
            space(random, out, out.len() > begun);
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
            out.push_str(&format!("{number}"));
            indicator(random, out);
            out.push('(');
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
