// SPDX-License-Identifier: MIT OR Apache-2.0
//! IP addresses and ports as text: reading as in RFC 3986 section 3.2.2, writing as in RFC 5952.

use super::chars::hex_lower;
use super::output::Byte;
use super::scan::{Groups, NO_OCTET, Scanner};
use super::sink::{AddressText, Sink};
use core::net::IpAddr;

pub(crate) fn put_decimal(sink: &mut impl Sink, number: u32) {
    let (mut digits, mut length, mut value) = ([0; 10], 0, number);
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (value % 10) as u8;
        value /= 10;
        length += 1;
        if value == 0 {
            break;
        }
    }
    sink.put(digits.get(digits.len() - length..).unwrap_or(&[]));
}

/// Writes an address of 4 or 16 bytes as the host of a URI, with brackets around an IPv6 address.
pub(crate) fn put_host(sink: &mut impl Sink, address: &[u8]) {
    sink.put_address::<Rfc5952>(address, address.len() == 16);
}

/// Writes an address of 4 or 16 bytes, without brackets.
pub(crate) fn put_address(sink: &mut impl Sink, address: &[u8]) {
    sink.put_address::<Rfc5952>(address, false);
}

/// The text form of addresses that RFC 5952 recommends.
struct Rfc5952;

impl AddressText for Rfc5952 {
    fn write(slots: &mut [Byte], address: &[u8], brackets: bool) -> usize {
        let mut text = Writing { slots, length: 0 };
        if brackets {
            text.byte(b'[');
        }
        // The length is compared again, because this makes the code smaller.
        match address.as_chunks::<2>().0.try_into() {
            Ok(groups) if address.len() == 16 => text.groups(groups),
            _ => text.octets(address),
        }
        if brackets {
            text.byte(b']');
        }
        text.length
    }
}

/// The text of an address that is being written. Bytes that do not fit are only counted.
struct Writing<'b> {
    slots: &'b mut [Byte],
    length: usize,
}

impl Writing<'_> {
    #[inline(always)]
    fn byte(&mut self, byte: u8) {
        if let Some(slot) = self.slots.get_mut(self.length) {
            *slot = Byte::of(byte);
        }
        self.length += 1;
    }

    fn octets(&mut self, octets: &[u8]) {
        for (at, octet) in octets.iter().enumerate() {
            if at > 0 {
                self.byte(b'.');
            }
            let tens = octet / 10;
            if tens > 9 {
                self.byte(b'0' + tens / 10);
            }
            if tens > 0 {
                self.byte(b'0' + tens % 10);
            }
            self.byte(b'0' + octet % 10);
        }
    }

    /// Writes the groups as RFC 5952 section 4 recommends: in lower case (4.3) and without leading zeros (4.1). The
    /// longest run (4.2.1) of two or more (4.2.2) zero groups, the first among runs of the same length (4.2.3), becomes
    /// `::`. IPv4-mapped addresses are written in mixed notation (section 5). (RFC 5952 4.1, 4.2.1, 4.2.2, 4.2.3, 4.3)
    fn groups(&mut self, groups: &Groups) {
        // A `::` replaces two or more groups. If there is no `::`, `gap` is 8, which is after the last group.
        let (mut longest, mut gap, mut run) = (1, 8, 0);
        for (at, group) in groups.iter().enumerate() {
            // RFC 5952 4.2.1
            run = if *group == [0, 0] { run + 1 } else { 0 };
            // RFC 5952 4.2.3
            if run > longest {
                (longest, gap) = (run, at + 1 - run);
            }
        }
        let mut at = 0;
        loop {
            if at > 0 || gap == 0 {
                self.byte(b':');
            }
            // RFC 5952 4
            if at == gap {
                // The second colon of `::` is the colon before the next group, or the last character of the address.
                at += longest;
                continue;
            }
            let Some(group) = groups.get(at) else {
                return;
            };
            // RFC 5952 5
            if at == 6 && (gap, longest) == (0, 5) && groups[5] == [0xff, 0xff] {
                return self.octets(groups.as_flattened().get(12..).unwrap_or(&[]));
            }
            self.group(u16::from_be_bytes(*group));
            at += 1;
            if at == groups.len() {
                return;
            }
        }
    }

    /// Writes a group in hexadecimal digits, without leading zeros.
    fn group(&mut self, group: u16) {
        // The first digit is the first one that is not zero, or the last one. (RFC 5952 4.1)
        let mut shift = (15 - (group | 1).leading_zeros()) & 12;
        loop {
            // RFC 5952 4.3
            self.byte(hex_lower((group >> shift) as u8));
            if shift == 0 {
                break;
            }
            shift -= 4;
        }
    }
}

/// Returns the address that consists of 4 or 16 octets.
pub(crate) fn of_octets(octets: &[u8]) -> Option<IpAddr> {
    if let Ok(octets) = <[u8; 4]>::try_from(octets) {
        return Some(octets.into());
    }
    <[u8; 16]>::try_from(octets).ok().map(IpAddr::from)
}

/// True if a text is one of the four octets of an IPv4 address: 0 to 255 without leading zeros (`dec-octet`).
pub(crate) fn is_octet(text: &[u8]) -> bool {
    let mut scanner = Scanner::new(text);
    scanner.dec_octet() < NO_OCTET && scanner.at == text.len()
}

/// Reads four decimal octets without leading zeros (`IPv4address`).
pub(crate) fn parse_ipv4(text: &[u8]) -> Option<[u8; 4]> {
    let mut scanner = Scanner::new(text);
    let address = scanner.ipv4()?;
    if scanner.at == text.len() { Some(address.to_be_bytes()) } else { None }
}

/// Reads an `IPv6address`: up to eight groups, with at most one `::` for one or more zero groups. The last two groups
/// may be written as an IPv4 address. Returns true if the text is an address; otherwise the content of `groups` is
/// unspecified.
pub(crate) fn parse_ipv6(text: &[u8], groups: &mut Groups) -> bool {
    let mut scanner = Scanner::new(text);
    match scanner.ipv6(groups) {
        Some(shape) if scanner.at == text.len() => {
            *groups = shape.expand(groups);
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::output::Output;
    use core::net::Ipv6Addr;

    fn ipv6(text: &[u8]) -> Option<[u8; 16]> {
        let mut groups = Groups::default();
        if parse_ipv6(text, &mut groups) { groups.as_flattened().try_into().ok() } else { None }
    }

    fn text(address: &[u8], buffer: &mut [u8]) -> usize {
        let mut output = Output::new(buffer);
        put_address(&mut output, address);
        output.position()
    }

    /// Compares writing and reading with the standard library. (RFC 5952 4.1, 4.2.1, 4.2.2, 4.2.3, 4.3, 5)
    #[test]
    fn ipv6_both_ways_as_the_standard_library() {
        extern crate std;
        use std::string::ToString;
        // The patterns cover every set of zero groups, and groups of one to four digits.
        for pattern in 0..=255u32 {
            for value in [1u16, 0x10, 0x100, 0xabcd, 0xffff] {
                let groups: [u16; 8] = core::array::from_fn(|at| if pattern >> at & 1 == 1 { value } else { 0 });
                let address = Ipv6Addr::from(groups);
                let mut buffer = [0; 64];
                let length = text(&address.octets(), &mut buffer);
                // The standard library prints `::ffff:a.b.c.d` for mapped addresses as well.
                assert_eq!(core::str::from_utf8(&buffer[..length]).unwrap(), address.to_string());
                assert_eq!(ipv6(&buffer[..length]), Some(address.octets()));
            }
        }
    }

    /// Compares reading with the standard library. (RFC 3986 3.2.2 ipv6)
    #[test]
    fn ipv6_texts_as_the_standard_library_reads_them() {
        // The first text is empty.
        let texts = " : :: ::: ::1 1:: 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 1::2::3 1:2:3:4:5:6:7 \
            1:2:3:4:5:6:7:8:9 1:2:3:4:5:6:7:8: :1:2:3:4:5:6:7:8 ::1:2:3:4:5:6:7:8 12345:: 0001:: g:: \
            1:2:3:4:5:6:1.2.3.4 ::1.2.3.4 ::1.2.3 ::1.2.3.256 ::01.2.3.4 1.2.3.4 1.2.3.4:: ::1.2.3.4:5 \
            1:2:3:4:5:6:7:1.2.3.4 1::2: fe80::%25en FE80::A";
        for text in texts.split(' ') {
            let expected = text.parse::<Ipv6Addr>().ok().map(|address| address.octets());
            assert_eq!(ipv6(text.as_bytes()), expected, "{text}");
        }
    }

    /// Only four decimal octets without leading zeros are an IPv4 address. (RFC 3986 3.2.2 ipv4)
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
