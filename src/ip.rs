// SPDX-License-Identifier: MIT OR Apache-2.0
//! L1. IP addresses and ports as text: RFC 3986 section 3.2.2 in, RFC 5952 out.

use crate::cbor::write::Sink;
use crate::chars::hex_lower;
use crate::scan::{Groups, Scanner};

/// Puts a number out in decimal.
#[inline(never)]
pub(crate) fn put_decimal(sink: &mut impl Sink, number: u32) {
    let mut text = Text::new();
    text.number(number, 10);
    sink.put(text.written());
}

/// Puts an address of 4 or 16 bytes out, an IPv6 one without brackets.
#[inline(never)]
pub(crate) fn put_address(sink: &mut impl Sink, address: &[u8]) {
    let mut text = Text::new();
    text.address(address);
    sink.put(text.written());
}

/// Room for the text of an address or a number, which is written from its end.
pub(crate) struct Text {
    bytes: [u8; Self::LONGEST],
    start: usize,
}

impl Text {
    /// Eight groups of four digits, seven colons, and brackets.
    const LONGEST: usize = 41;

    pub(crate) fn new() -> Self {
        Self { bytes: [0; Self::LONGEST], start: Self::LONGEST }
    }

    fn written(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or(&[])
    }

    /// The text of an address of 4 or 16 bytes as the host of a URI: an IPv6 one in brackets.
    #[inline(never)]
    pub(crate) fn host(&mut self, address: &[u8]) -> &[u8] {
        let ipv6 = address.len() == 16;
        if ipv6 {
            self.byte(b']');
        }
        self.address(address);
        if ipv6 {
            self.byte(b'[');
        }
        self.written()
    }

    /// The text of an address behind an opening bracket.
    pub(crate) fn bracketed(&mut self, address: &[u8]) -> &[u8] {
        self.address(address);
        self.byte(b'[');
        self.written()
    }

    #[inline(never)]
    fn byte(&mut self, byte: u8) {
        self.start = self.start.saturating_sub(1);
        if let Some(place) = self.bytes.get_mut(self.start) {
            *place = byte;
        }
    }

    /// A number in base 10 or 16, without leading zeros.
    #[inline(never)]
    fn number(&mut self, number: u32, base: u32) {
        let mut value = number;
        loop {
            self.byte(hex_lower((value % base) as u8));
            value /= base;
            if value == 0 {
                break;
            }
        }
    }

    /// RFC 5952 section 4: lower case, no leading zeros, the longest run of two or more zero groups (the
    /// first of equals) as `::`; section 5: IPv4-mapped addresses in mixed notation.
    #[inline(never)]
    fn address(&mut self, address: &[u8]) {
        let mapped = address.starts_with(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]);
        let (groups, _) = address.as_chunks::<2>();
        if address.len() == 16 && !mapped {
            return self.groups(groups);
        }
        let (_, octets) = address.split_at_checked(12).unwrap_or((&[], address));
        for (at, octet) in octets.iter().enumerate().rev() {
            self.number(*octet as u32, 10);
            if at > 0 {
                self.byte(b'.');
            }
        }
        if mapped {
            b"::ffff:".iter().rev().for_each(|byte| self.byte(*byte));
        }
    }

    #[inline(always)]
    fn groups(&mut self, groups: &[[u8; 2]]) {
        let (mut longest, mut gap, mut run) = (1, 8, 0);
        for (at, group) in groups.iter().enumerate() {
            run = if *group == [0, 0] { run + 1 } else { 0 };
            if run > longest {
                (longest, gap) = (run, at + 1 - run);
            }
        }
        for (at, group) in groups.iter().enumerate().rev() {
            if at < gap || at >= gap + longest {
                self.number(u16::from_be_bytes(*group) as u32, 16);
                // Of the two colons of a gap, this one is before the group behind it.
                if at > 0 {
                    self.byte(b':');
                }
            } else if at == gap {
                // At the end no group is behind it.
                self.byte(b':');
                if gap + longest == 8 {
                    self.byte(b':');
                }
            }
        }
    }
}

/// Reads four decimal octets without leading zeros (`IPv4address`).
pub(crate) fn parse_ipv4(text: &[u8]) -> Option<[u8; 4]> {
    let mut scanner = Scanner::new(text);
    let address = scanner.ipv4()?;
    if scanner.at == text.len() { Some(address.to_be_bytes()) } else { None }
}

/// Reads an `IPv6address`: up to eight groups, at most one `::` for one or more zero groups, the last
/// two groups as an IPv4 address if so written.
#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) fn read_ipv6<'g>(text: &[u8], groups: &'g mut Groups) -> Option<&'g [u8; 16]> {
    let mut scanner = Scanner::new(text);
    let shape = scanner.ipv6(groups)?;
    if scanner.at == text.len() { shape.expand(groups).as_array() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cbor::write::Output;
    use core::net::Ipv6Addr;

    fn parse_ipv6(text: &[u8]) -> Option<[u8; 16]> {
        read_ipv6(text, &mut Groups::default()).copied()
    }

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
