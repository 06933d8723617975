// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes the canonical form of a CRI in diagnostic notation, for people: `[-1, ["example", "com"], ["a"]]`.
//!
//! The notation is extended diagnostic notation (RFC 8949 section 8, RFC 8610 appendix G).

use crate::bytes::chars::{first_char, hex_lower, is_misleading};
use crate::bytes::output::Output;
use crate::bytes::sink::Sink;
use crate::cbor::token::Token;
use crate::cbor::{ARRAY, BYTES, NINT, TEXT, UINT};
use crate::cri::Cri;
use crate::error::Error;

/// The greatest depth of nested arrays in a CRI. The arrays are the CRI, a section, and a text with PET.
const LEVELS: usize = 3;

impl Cri<'_> {
    /// Writes the canonical form in diagnostic notation, as UTF-8. Fails with `Buffer` if it does not fit. Linear.
    ///
    /// ```
    /// use cri::{CriBuf, Output};
    ///
    /// let cri: CriBuf<32> = "coap://h/a".parse()?;
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// cri.cri().to_edn(&mut output)?;
    /// assert_eq!(output.written_str()?, r#"[-1, ["h"], ["a"]]"#);
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn to_edn(&self, output: &mut Output<'_>) -> Result<(), Error> {
        self.put_edn(output);
        output.check()
    }

    pub(crate) fn put_edn(&self, sink: &mut impl Sink) {
        let mut arrays = OpenArrays { left: [0; LEVELS], depth: 0 };
        let mut is_first = true;
        self.for_each_token(|token| {
            if !is_first {
                sink.put(b", ");
            }
            let opens_array = token.major == ARRAY && token.argument > 0;
            if opens_array {
                sink.put(b"[");
                arrays.open(token.argument);
            } else {
                put_item(sink, token);
                arrays.close(sink);
            }
            is_first = opens_array;
        });
    }
}

struct OpenArrays {
    /// The number of items that are still to be written in each open array, from the outermost array on.
    left: [usize; LEVELS],
    depth: usize,
}

impl OpenArrays {
    /// Adds an open array of `items` items. It must not be empty.
    fn open(&mut self, items: usize) {
        self.depth += 1;
        if let Some(left) = self.left.get_mut(self.depth - 1) {
            *left = items;
        }
    }

    /// Counts an item that was written, and writes the closing brackets of the arrays that it completes.
    fn close(&mut self, sink: &mut impl Sink) {
        while let Some(left) = self.depth.checked_sub(1).and_then(|level| self.left.get_mut(level)) {
            *left -= 1;
            if *left > 0 {
                break;
            }
            sink.put(b"]");
            self.depth -= 1;
        }
    }
}

fn put_item(sink: &mut impl Sink, token: Token<'_>) {
    match token.major {
        UINT => put_number(sink, token.number()),
        NINT => {
            sink.byte(b'-');
            match token.number().checked_add(1) {
                Some(number) => put_number(sink, number),
                None => sink.put(b"18446744073709551616"),
            }
        }
        BYTES => put_hex(sink, token.content),
        TEXT => put_quoted(sink, token.content),
        ARRAY => sink.put(b"[]"),
        _ => sink.put(match token.argument {
            20 => b"false",
            21 => b"true",
            _ => b"null",
        }),
    }
}

/// Writes a number in decimal. It is divided 16 bits at a time, because a compiler's division of 64-bit numbers takes
/// 500 bytes of flash on 32-bit targets.
fn put_number(sink: &mut impl Sink, number: u64) {
    let mut words = [48, 32, 16, 0].map(|shift| u32::from((number >> shift) as u16));
    let mut digits = [0; 20];
    let mut used = 0;
    for digit in digits.iter_mut().rev() {
        let mut remainder = 0;
        for word in &mut words {
            let dividend = remainder << 16 | *word;
            *word = dividend / 10;
            remainder = dividend % 10;
        }
        *digit = b'0' + remainder as u8;
        used += 1;
        if words == [0; 4] {
            break;
        }
    }
    sink.put(digits.get(digits.len() - used..).unwrap_or(&[]));
}

fn put_hex(sink: &mut impl Sink, bytes: &[u8]) {
    sink.put(b"h'");
    for byte in bytes {
        sink.put(&[hex_lower(byte >> 4), hex_lower(*byte)]);
    }
    sink.put(b"'");
}

fn put_quoted(sink: &mut impl Sink, text: &[u8]) {
    sink.byte(b'"');
    put_escaped(sink, text, b'"');
    sink.byte(b'"');
}

/// Writes octets for people to read, such as a payload in a log. Characters that could mislead a terminal or a reader
/// are written as `\u` and four digits (R25, R39) or, beyond U+FFFF, as a surrogate pair of two such escapes. A
/// backslash is written twice. Octets that are not UTF-8 are written as `\x` and two digits. Fails with `Buffer` if the
/// text does not fit. Linear.
///
/// ```
/// use cri::{Output, escape};
///
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// escape(b"\x1b[1m\xff", &mut output)?;
/// assert_eq!(output.written_str()?, r"\u001b[1m\xff");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn escape(octets: impl AsRef<[u8]>, output: &mut Output<'_>) -> Result<(), Error> {
    let octets = octets.as_ref();
    put_escaped(output, octets, b'\\');
    output.check()
}

/// Writes octets as [`escape`] does, and a backslash before each `quote`.
fn put_escaped(sink: &mut impl Sink, octets: &[u8], quote: u8) {
    let mut rest = octets;
    while let Some(first) = rest.first().copied() {
        let plain = |byte: &&u8| matches!(**byte, b' '..=b'~') && **byte != b'\\' && **byte != quote;
        let length = rest.iter().take_while(plain).count();
        if length > 0
            && let Some((run, after)) = rest.split_at_checked(length)
        {
            sink.put(run);
            rest = after;
            continue;
        }
        let (code, length) = first_char(rest);
        if length == 0 {
            sink.put(&[b'\\', b'x', hex_lower(first >> 4), hex_lower(first)]);
        } else if is_misleading(code) {
            put_escape(sink, code);
        } else {
            // RFC 8949 8
            if first == b'\\' || first == quote {
                sink.byte(b'\\');
            }
            sink.put(rest.get(..length).unwrap_or(&[]));
        }
        rest = rest.get(length.max(1)..).unwrap_or(&[]);
    }
}

/// Writes the escape of a character. A character beyond U+FFFF is written as a surrogate pair, which every revision of
/// the notation can read.
fn put_escape(sink: &mut impl Sink, code: u32) {
    match code.checked_sub(0x1_0000) {
        Some(offset) => {
            put_unit(sink, 0xd800 + (offset >> 10));
            put_unit(sink, 0xdc00 + (offset & 0x3ff));
        }
        None => put_unit(sink, code),
    }
}

fn put_unit(sink: &mut impl Sink, unit: u32) {
    sink.put(b"\\u");
    [12, 8, 4, 0].iter().for_each(|shift| sink.byte(hex_lower((unit >> shift) as u8)));
}
