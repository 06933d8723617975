// SPDX-License-Identifier: MIT OR Apache-2.0
//! L1. IP addresses and ports as text: RFC 3986 section 3.2.2 in, RFC 5952 out.

use crate::cbor::write::Sink;
use crate::chars::hex_lower;
use crate::scan::Scanner;

/// Puts a number out in decimal.
pub(crate) fn put_decimal(sink: &mut impl Sink, number: u32) {
    let mut digits = [0; 10];
    let mut value = number;
    let mut used = 0;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (value % 10) as u8;
        value /= 10;
        used += 1;
        if value == 0 {
            break;
        }
    }
    sink.put(digits.get(10 - used..).unwrap_or(&[]));
}

/// Puts an address of 4 or 16 bytes out, an IPv6 one without brackets.
pub(crate) fn put_address(sink: &mut impl Sink, address: &[u8]) {
    match address.as_array::<16>() {
        Some(ipv6) => put_ipv6(sink, ipv6),
        None => put_ipv4(sink, address),
    }
}

fn put_ipv4(sink: &mut impl Sink, octets: &[u8]) {
    for (place, octet) in octets.iter().enumerate() {
        if place > 0 {
            sink.put(b".");
        }
        put_decimal(sink, *octet as u32);
    }
}

/// RFC 5952 section 4: lower case, no leading zeros, the longest run of two or more zero groups (the
/// first of equals) as `::`; section 5: IPv4-mapped addresses in mixed notation.
fn put_ipv6(sink: &mut impl Sink, address: &[u8; 16]) {
    let (groups, _) = address.as_chunks::<2>();
    let (mut longest, mut longest_at, mut run) = (1, 8, 0);
    for (at, group) in groups.iter().enumerate() {
        run = if *group == [0, 0] { run + 1 } else { 0 };
        if run > longest {
            (longest, longest_at) = (run, at + 1 - run);
        }
    }
    if (longest_at, longest) == (0, 5)
        && let [.., 0xff, 0xff, a, b, c, d] = *address
    {
        sink.put(b"::ffff:");
        return put_ipv4(sink, &[a, b, c, d]);
    }
    for (at, group) in groups.iter().enumerate() {
        if at == longest_at {
            sink.put(b"::");
        }
        if at >= longest_at && at < longest_at + longest {
            continue;
        }
        if at > 0 && at != longest_at + longest {
            sink.put(b":");
        }
        put_group(sink, *group);
    }
}

fn put_group(sink: &mut impl Sink, [high, low]: [u8; 2]) {
    let digits = [hex_lower(high >> 4), hex_lower(high), hex_lower(low >> 4), hex_lower(low)];
    let zeros = digits.iter().take(3).take_while(|digit| **digit == b'0').count();
    sink.put(digits.get(zeros..).unwrap_or(&[]));
}

/// Reads four decimal octets without leading zeros (`IPv4address`).
pub(crate) fn parse_ipv4(text: &[u8]) -> Option<[u8; 4]> {
    let mut scanner = Scanner::new(text);
    let address = scanner.ipv4()?;
    if scanner.at == text.len() { Some(address.to_be_bytes()) } else { None }
}

/// Reads an `IPv6address`: up to eight groups, at most one `::` for one or more zero groups, the last
/// two groups as an IPv4 address if so written.
#[inline]
pub(crate) fn parse_ipv6(text: &[u8]) -> Option<[u8; 16]> {
    let mut scanner = Scanner::new(text);
    let mut groups = [[0; 2]; 8];
    scanner.ipv6(&mut groups)?.expand(&mut groups);
    if scanner.at == text.len() { groups.as_flattened().as_array().copied() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cbor::write::Output;
    use core::net::Ipv6Addr;

    fn text(address: &[u8], buffer: &mut [u8]) -> usize {
        let mut output = Output::new(buffer);
        put_address(&mut output, address);
        output.length()
    }

    #[test]
    fn ipv6_both_ways_as_the_standard_library() {
        extern crate std;
        use std::string::ToString;
        // Every pattern of zero groups, and groups of every number of digits.
        for pattern in 0..=255u32 {
            for value in [1u16, 0x10, 0x100, 0xabcd, 0xffff] {
                let groups: [u16; 8] = core::array::from_fn(|at| if pattern >> at & 1 == 1 { value } else { 0 });
                let address = Ipv6Addr::from(groups);
                let mut buffer = [0; 64];
                let length = text(&address.octets(), &mut buffer);
                // The standard library prints `::ffff:a.b.c.d` for mapped addresses as well.
                assert_eq!(core::str::from_utf8(&buffer[..length]).unwrap(), address.to_string());
                assert_eq!(parse_ipv6(&buffer[..length]), Some(address.octets()));
            }
        }
    }

    #[test]
    fn ipv6_texts_as_the_standard_library_reads_them() {
        let texts = [
            "",
            ":",
            "::",
            ":::",
            "::1",
            "1::",
            "1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7::",
            "::2:3:4:5:6:7:8",
            "1::2::3",
            "1:2:3:4:5:6:7",
            "1:2:3:4:5:6:7:8:9",
            "1:2:3:4:5:6:7:8:",
            ":1:2:3:4:5:6:7:8",
            "::1:2:3:4:5:6:7:8",
            "12345::",
            "0001::",
            "g::",
            "1:2:3:4:5:6:1.2.3.4",
            "::1.2.3.4",
            "::1.2.3",
            "::1.2.3.256",
            "::01.2.3.4",
            "1.2.3.4",
            "1.2.3.4::",
            "::1.2.3.4:5",
            "1:2:3:4:5:6:7:1.2.3.4",
            "1::2:",
            "fe80::%25en",
            "FE80::A",
        ];
        for text in texts {
            let expected = text.parse::<Ipv6Addr>().ok().map(|address| address.octets());
            assert_eq!(parse_ipv6(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn ipv4_has_one_form() {
        assert_eq!(parse_ipv4(b"192.168.0.1"), Some([192, 168, 0, 1]));
        assert_eq!(parse_ipv4(b"0.0.0.255"), Some([0, 0, 0, 255]));
        for text in
            ["", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.", ".1.2.3", "1..2.3", "0x7f.1", "1.2.3.4a"]
        {
            assert_eq!(parse_ipv4(text.as_bytes()), None, "{text}");
        }
        let mut buffer = [0; 64];
        let length = text(&[0, 9, 100, 255], &mut buffer);
        assert_eq!(&buffer[..length], b"0.9.100.255");
    }
}
