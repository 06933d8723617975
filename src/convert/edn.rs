// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Extended diagnostic notation (RFC 8949 section 8, RFC 8610 appendix G) of a CRI's canonical
//! form, for people: `[-1, ["example", "com"], ["a"]]`.

use crate::cbor::write::{Byte, Output, Sink};
use crate::cbor::{ARRAY, BYTES, NINT, TEXT, UINT};
use crate::chars::hex_lower;
use crate::cri::Cri;
use crate::error::Error;

/// How deep the arrays of a CRI nest: outer array, section, PET.
const LEVELS: usize = 3;

impl Cri<'_> {
    /// Writes the canonical form in diagnostic notation, as UTF-8. `Buffer` if it does not fit. Linear.
    pub fn to_edn<T: Byte>(&self, output: &mut Output<'_, T>) -> Result<(), Error> {
        // How many items are still to come in each array that is open.
        let mut open = [0usize; LEVELS];
        let mut depth = 0;
        let mut first = true;
        self.for_each_token(|token| {
            if !first {
                output.put(b", ");
            }
            first = false;
            match token.major {
                UINT => put_number(output, token.number()),
                NINT => {
                    output.byte(b'-');
                    match token.number().checked_add(1) {
                        Some(number) => put_number(output, number),
                        None => output.put(b"18446744073709551616"),
                    }
                }
                BYTES => put_hex(output, token.content),
                TEXT => put_quoted(output, token.content),
                ARRAY => {
                    output.put(b"[");
                    if token.argument > 0 {
                        depth += 1;
                        if let Some(left) = open.get_mut(depth - 1) {
                            *left = token.argument;
                        }
                        first = true;
                        return;
                    }
                    output.put(b"]");
                }
                _ => output.put(match token.argument {
                    20 => b"false",
                    21 => b"true",
                    _ => b"null",
                }),
            }
            // Close the arrays that this item was the last of.
            while let Some(left) = depth.checked_sub(1).and_then(|level| open.get_mut(level)) {
                *left -= 1;
                if *left > 0 {
                    break;
                }
                output.put(b"]");
                depth -= 1;
            }
        });
        output.written().map(|_| ())
    }
}

/// Puts a number out in decimal. It is divided 16 bits at a time: the division of 64 bits that compilers bring takes 500
/// bytes of flash on 32-bit targets.
fn put_number(sink: &mut impl Sink, number: u64) {
    let mut parts = [48, 32, 16, 0].map(|shift| (number >> shift) as u16 as u32);
    let mut digits = [0; 20];
    let mut used = 0;
    for digit in digits.iter_mut().rev() {
        let mut remainder = 0;
        for part in &mut parts {
            let dividend = remainder << 16 | *part;
            *part = dividend / 10;
            remainder = dividend % 10;
        }
        *digit = b'0' + remainder as u8;
        used += 1;
        if parts == [0; 4] {
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

/// A text in double quotes, with the escapes of JSON for quotes, backslashes and control characters.
fn put_quoted(sink: &mut impl Sink, text: &[u8]) {
    sink.put(b"\"");
    for byte in text {
        match *byte {
            b'"' | b'\\' => sink.put(&[b'\\', *byte]),
            control @ (0..=0x1f | 0x7f) => {
                sink.put(&[b'\\', b'u', b'0', b'0', hex_lower(control >> 4), hex_lower(control)])
            }
            byte => sink.byte(byte),
        }
    }
    sink.put(b"\"");
}
