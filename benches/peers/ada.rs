// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts a URL that ada-url has parsed to the CBOR of a CRI. It has the lists of `cri_from_uri()`: the labels or the
//! address of the host, the segments of the path and the parameters of the query, each with its triplets decoded.
//!
//! It checks less than `cri_from_uri()`: every triplet is decoded (there is no PET), decoded text may not be UTF-8,
//! and only `http` and `https` become numbers.

use std::net::{Ipv4Addr, Ipv6Addr};

use ada_url::Url;
use memchr::{memchr, memchr_iter};

const UINT: u8 = 0;
const BYTES: u8 = 2;
const TEXT: u8 = 3;
const ARRAY: u8 = 4;

pub fn to_cbor(url: &Url) -> Vec<u8> {
    let (href, parts) = (url.href(), url.components());
    let range = |from: u32, to: u32| &href[from as usize..to as usize];
    let end = href.len() as u32;
    let query_end = parts.hash_start.unwrap_or(end);
    let path_end = parts.search_start.unwrap_or(query_end);

    let mut out = Vec::with_capacity(href.len() + 16);
    let mut sections = 3;
    out.push(0);
    match range(0, parts.protocol_end) {
        "http:" => out.push(0x22),
        "https:" => out.push(0x23),
        name => put_text(&mut out, name[..name.len() - 1].as_bytes()),
    }
    if range(parts.protocol_end, end).starts_with("//") {
        let userinfo = range(parts.protocol_end + 2, parts.host_start.max(parts.protocol_end + 2));
        let host = range(parts.host_start, parts.host_end);
        put_authority(&mut out, userinfo, host.trim_start_matches(['/', '@']), parts.port);
    } else {
        out.push(0xf6);
    }
    let path = range(parts.pathname_start.unwrap_or(path_end), path_end);
    put_list(&mut out, path.strip_prefix('/').unwrap_or(path), b'/');
    if path_end < query_end {
        put_list(&mut out, range(path_end + 1, query_end), b'&');
        sections = 4;
    }
    if query_end < end {
        if sections == 3 {
            out.push(0x80);
        }
        put_text(&mut out, range(query_end + 1, end).as_bytes());
        sections = 5;
    }
    close(&mut out, 0, ARRAY, sections);
    out
}

fn put_authority(out: &mut Vec<u8>, userinfo: &str, host: &str, port: Option<u32>) {
    let start = out.len();
    out.push(0);
    let mut count = 0;
    if !userinfo.is_empty() {
        out.push(0xf4);
        put_text(out, userinfo.as_bytes());
        count += 2;
    }
    if let Some(address) = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')?.parse::<Ipv6Addr>().ok()) {
        put_bytes(out, &address.octets());
        count += 1;
    } else if let Ok(address) = host.parse::<Ipv4Addr>() {
        put_bytes(out, &address.octets());
        count += 1;
    } else if !host.is_empty() {
        count += put_items(out, host, b'.');
    }
    if let Some(port) = port {
        put_head(out, UINT, port as usize);
        count += 1;
    }
    close(out, start, ARRAY, count);
}

fn put_list(out: &mut Vec<u8>, list: &str, separator: u8) {
    let start = out.len();
    out.push(0);
    let count = put_items(out, list, separator);
    close(out, start, ARRAY, count);
}

/// Writes the texts between separators. Returns their number.
fn put_items(out: &mut Vec<u8>, list: &str, separator: u8) -> usize {
    let list = list.as_bytes();
    let (mut start, mut count) = (0, 1);
    for end in memchr_iter(separator, list) {
        put_text(out, &list[start..end]);
        start = end + 1;
        count += 1;
    }
    put_text(out, &list[start..]);
    count
}

/// Writes a text with its triplets decoded.
fn put_text(out: &mut Vec<u8>, text: &[u8]) {
    let Some(first) = memchr(b'%', text) else {
        put_head(out, TEXT, text.len());
        out.extend_from_slice(text);
        return;
    };
    let start = out.len();
    out.push(0);
    out.extend_from_slice(&text[..first]);
    let mut at = first;
    while at < text.len() {
        let digit = |at: usize| DIGITS[*text.get(at).unwrap_or(&0) as usize];
        let (high, low) = (digit(at + 1), digit(at + 2));
        if text[at] == b'%' && high | low < 16 {
            out.push(high << 4 | low);
            at += 3;
        } else {
            out.push(text[at]);
            at += 1;
        }
    }
    let length = out.len() - start - 1;
    close(out, start, TEXT, length);
}

/// The value of each hexadecimal digit. Other bytes have the value 16.
const DIGITS: [u8; 256] = {
    let mut digits = [16; 256];
    let mut value = 0;
    while value < 16 {
        digits[b"0123456789abcdef"[value] as usize] = value as u8;
        digits[b"0123456789ABCDEF"[value] as usize] = value as u8;
        value += 1;
    }
    digits
};

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_head(out, BYTES, bytes.len());
    out.extend_from_slice(bytes);
}

fn put_head(out: &mut Vec<u8>, major: u8, argument: usize) {
    out.push(0);
    let at = out.len() - 1;
    close(out, at, major, argument);
}

/// Writes the head of the content that follows the byte at `at`, in place of that byte.
fn close(out: &mut Vec<u8>, at: usize, major: u8, argument: usize) {
    let info = match argument {
        0..24 => argument as u8,
        24..256 => {
            out.insert(at + 1, argument as u8);
            24
        }
        _ => {
            out.splice(at + 1..at + 1, (argument as u16).to_be_bytes());
            25
        }
    };
    out[at] = major << 5 | info;
}
