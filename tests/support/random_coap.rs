// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random CRIs, URI texts and options for CoAP. They are the same in every run.

use super::cbor::encoded;
use super::coap;
use super::model::{Abstract, Authority, Host, Leading, Piece, Scheme, scheme_number as number};
use super::random::{self, Random};
use super::uri;
use cri::{Endpoint, Revision};

/// A CRI that may have options. Most of its texts are short. Some are too long for an option or cannot be in an option.
pub fn coap_cri(random: &mut Random, revision: Revision) -> Abstract {
    let text = |random: &mut Random| {
        let length = random.pick(&[0, 1, 2, 3, 5, 8, 11, 12, 13, 14, 23, 24, 30, 255, 256]);
        let length = if random.one_in(3) || length < 25 { length } else { 4 };
        let bytes = (0..length).map(|_| random.pick(b"abcdefghijklmnopqrstuvwxyz0123456789-_~/%&=: ")).collect();
        Piece::Plain(bytes)
    };
    let several = |random: &mut Random, most: usize| {
        let most = if random.one_in(50) { 40 } else { most };
        let mut texts: Vec<Piece> = (0..random.below(most + 1)).map(|_| text(random)).collect();
        if random.one_in(20) {
            texts.push(Piece::Pet(vec![(b"a".to_vec(), false), (b"/".to_vec(), true)]));
        }
        texts
    };
    let names = ["coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"];
    let scheme = if random.one_in(20) {
        Scheme::Number(2)
    } else if random.one_in(8) {
        Scheme::Name(random.pick(&names).as_bytes().to_vec())
    } else {
        Scheme::Number(number(revision, random.pick(&names).as_bytes()).expect("registered"))
    };
    let host = match random.below(5) {
        0 => Host::Address(vec![192, 0, 2, random.below(3) as u8], None),
        1 => Host::Address([[0x20, 1, 0xd, 0xb8].as_slice(), &[0; 11], &[random.below(3) as u8]].concat(), None),
        _ => {
            let mut labels = several(random, 4);
            for label in &mut labels {
                // Most labels are allowed in Uri-Host (R17).
                if let Piece::Plain(text) = label
                    && !random.one_in(20)
                {
                    text.retain(|byte| coap::in_host(&[*byte]));
                }
            }
            if random.one_in(20) {
                labels = ["10", "0", "0", "256"].map(|label| Piece::Plain(label.into())).to_vec();
            }
            // The empty host has only one form (R5).
            if labels == [Piece::Plain(Vec::new())] { Host::Name(Vec::new()) } else { Host::Name(labels) }
        }
    };
    let userinfo = random.one_in(30).then(|| Piece::Plain(Vec::new()));
    let port = random.one_in(3).then(|| random.pick(&[0, 1, 80, 255, 256, 443, 5683, 5684, 61616, 65535]));
    let authority = if random.one_in(30) { Leading::Rooted } else { Leading::Host(Authority { userinfo, host, port }) };
    let mut path = several(random, 5);
    if authority == Leading::Rooted {
        path.clear();
    }
    let mut cri = Abstract {
        scheme: Some(scheme),
        authority,
        discard: None,
        path: Some(path),
        query: Some(several(random, 3)),
        fragment: random.one_in(30).then(|| Piece::Plain(Vec::new())),
    };
    // R4: a name that reads as an IPv4 address is not allowed.
    if cri.is_disguised()
        && let Leading::Host(authority) = &mut cri.authority
    {
        authority.host = Host::Name(Vec::new());
    }
    cri
}

/// A destination, or None. The destination may consist of a port only.
pub fn destination(random: &mut Random) -> Option<Endpoint<'static>> {
    const ADDRESSES: [&[u8]; 5] = [
        &[192, 0, 2, 1],
        &[0; 16],
        b"\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01",
        b"\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01",
        &[],
    ];
    let (address, port) = (random.pick(&ADDRESSES), random.pick(&[5683, 5683, 5684, 80, 443, 0, 61616]));
    (!random.one_in(3)).then_some(Endpoint { address, zone: &[], port })
}

/// Segments or parameters. Few of them have octets that cannot be in an option.
pub fn listed(random: &mut Random, separator: &str) -> String {
    let count = random.pick(&[1, 1, 2, 3, 5, 20]);
    let texts = (0..count).map(|_| {
        let words = if random.one_in(8) { uri::ODD_SEGMENTS } else { uri::SEGMENTS };
        random.word(words)
    });
    texts.collect::<Vec<_>>().join(separator)
}

/// A URI of a CoAP scheme or, rarely, of another scheme. Its components may be long.
pub fn coap_uri(random: &mut Random) -> String {
    const SCHEMES: [&str; 8] = ["coap", "coap", "CoAPs", "coap+TCP", "coaps+tcp", "coap+ws", "coaps+ws", "http"];
    const ZONED: &str = "[FE80::1]|[fe80::1%25en1]|[fe80::1%25%65n1]|[fe80::1%25%ff]";
    let words = match random.below(16) {
        0 => ZONED,
        1 => uri::ODD_HOSTS,
        _ => uri::HOSTS,
    };
    let host = random.word(words);
    let mut text = format!("{}://{host}", random.pick(&SCHEMES));
    if random.one_in(3) {
        text += random.pick(&[":", ":5683", ":5684", ":80", ":0", ":61616", ":65536", ":080"]);
    }
    if !random.one_in(4) {
        text = text + "/" + &listed(random, "/");
    }
    if random.one_in(2) {
        text = text + "?" + &listed(random, "&");
    }
    text
}

/// A URI reference. Most references have options. Some have parts that options cannot contain.
pub fn text(random: &mut Random, revision: Revision) -> String {
    const ODD: [&str; 8] = ["%21", "%3D", "%ff", "%c3", "u@", "#f", "[v1.x]", "%zz"];
    let mut text = match random.below(8) {
        0 => uri::random(random, revision),
        1 => listed(random, "/"),
        _ => coap_uri(random),
    };
    let at = random.below(text.len() + 1);
    match random.below(8) {
        0 => text.insert_str(at, random.pick(&ODD)),
        1 => {
            let length = random.pick(&[11, 12, 13, 14, 20, 24, 100, 127, 128, 129, 200, 254, 255, 256, 257, 300]);
            let piece = random.pick(&["a", "%41", "%c3%a9", "a/", "/..", "..?"]);
            text.insert_str(at, &piece.repeat(length));
        }
        2 => text.insert(at, random.pick(b"a:/?#@[]%4. ") as char),
        _ => {}
    }
    text
}

/// The options of a request or a response in ascending order. Some have unusual values or are malformed.
pub fn options(random: &mut Random, revision: Revision) -> Vec<u8> {
    const HOSTS: &str = "|h|h|Example.com|a..b|.|1.2.3.4|01.2.3.4|[::]|[::1|[fe80::1]|[2001:DB8::a]|a%b|\u{e9}";
    const TEXTS: &str = "||a|b|a b|/|?&=:@%41|.|..|...|\u{e9}|0123456789012345678901234567890";
    const NUMBERS: [u16; 23] =
        [3, 3, 7, 7, 8, 11, 11, 11, 11, 13, 15, 15, 15, 20, 1, 12, 35, 39, 128, 140, 235, 239, 65000];
    let mut options = Vec::new();
    let others = cri::coap::OPTIONS.iter().map(|(number, _)| *number);
    let others = others.filter(|number| cri::coap::is_of_target(*number) && !NUMBERS.contains(number));
    for (at, number) in NUMBERS.into_iter().chain(others).enumerate() {
        let seldom = match number {
            3 | 7 if at % 2 == 1 => 20,
            8 | 20 | 1 | 12 => 4,
            35 | 39 | 239 => 8,
            235 => 12,
            13 | 128 | 140 | 65000 => 20,
            _ => 2,
        };
        if !random.one_in(seldom) {
            continue;
        }
        // Some options have the value of another option.
        let value = match if random.one_in(20) { random.pick(&NUMBERS) } else { number } {
            _ if random.one_in(40) => {
                vec![b'a'; random.pick(&[12, 13, 14, 255, 256, 268, 269, 270, 1023, 1024, 1034, 1035])]
            }
            3 => random.word(HOSTS).into(),
            7 => random
                .pick(&[&b""[..], b"\0", b"\x50", b"\x16\x33", b"\x16\x34", b"\xf0\xb0", b"\0\x50", b"abc"])
                .to_vec(),
            13 => random.pick(&[&b""[..], b"\x02", b"\x01\x2d", b"\x63"]).to_vec(),
            35 => text(random, revision).into_bytes(),
            39 => random.pick(&["coap", "HTTP", "ftp", "Ws", "dtn", "x-Y.z", "1a", ""]).into(),
            235 => encoded(&coap_cri(random, revision).canonical(revision)),
            239 => random
                .pick(&[&b""[..], b"\x02", b"\x03", b"\x04", b"\x10", b"\x18", b"\x03\xe8", b"\x04\x01", b"abcd"])
                .to_vec(),
            _ if random.one_in(20) => b"\xff".to_vec(),
            _ => random.word(TEXTS).into(),
        };
        options.push((number, value));
    }
    options.sort_by_key(|option| option.0);
    let mut bytes = coap::encode(&options, 0);
    if random.one_in(20) {
        random::mutate(random, &mut bytes);
    }
    bytes
}

/// Segments, parameters and parts of them.
pub const TEXTS: &str = "||a|a|b|a/b|a&b|%61|a=b|=|a=|=b|é|.well-known|core|A";
