// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random input that is the same in every run: a number generator (SplitMix64), CRIs made by the grammar, and their
//! encodings in all forms that the library accepts.

use super::cbor::{self, NULL, Value};
use super::model::{Abstract, Authority, Host, Leading, Piece, Scheme, minimal};
use cri::Revision;

/// The number by which `CRI_TEST_SHARE` divides random cases and enumerations.
pub fn share() -> usize {
    std::env::var("CRI_TEST_SHARE").map_or(1, |share| share.parse().expect("CRI_TEST_SHARE: a number"))
}

/// The seed of long runs: `CRI_TEST_SEED`, or 1.
pub fn seed() -> u64 {
    std::env::var("CRI_TEST_SEED").map_or(1, |seed| seed.parse().expect("CRI_TEST_SEED: a number"))
}

/// The number of rounds with random input.
pub fn rounds(all: usize) -> usize {
    all / share()
}

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True once in `times` calls on average.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of the words between bars. A word may be empty.
    pub fn word<'w>(&mut self, words: &'w str) -> &'w str {
        let at = self.below(words.matches('|').count() + 1);
        words.split('|').nth(at).expect("so many")
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

const TEXTS: &str = "a|b|ab|a:b|:|@|a=1|&|/|?|#|%|%41| |ü|€|𝄞|...|.a|a.b|-_~|!$'()*+,;|\u{0}|0123456789012345678901234|\
    ÀÀÀÀÀÀÀÀÀÀÀÀÀÀÀ";
const OCTETS: [&[u8]; 10] =
    [b":", b"/", b"&=", b"\xff", b"\xc3", b"\xe2\x82", b"%", b" ", b"\x80\x80", b"!\xf0\x9d\x84"];

fn plain(text: &str) -> Piece {
    Piece::Plain(text.as_bytes().to_vec())
}

/// Returns a text, which may be empty.
pub fn text(random: &mut Random) -> &'static str {
    if random.one_in(26) { "" } else { random.word(TEXTS) }
}

/// Returns a text-or-pet, which is PET once in ten times.
fn piece(random: &mut Random) -> Piece {
    if !random.one_in(10) {
        return plain(text(random));
    }
    let mut octets = random.one_in(2);
    let count = 1 + random.below(4) + usize::from(!octets);
    let mut parts = Vec::new();
    for _ in 0..count {
        let part = if octets { random.pick(&OCTETS).to_vec() } else { random.word(TEXTS).into() };
        debug_assert!(!octets || minimal(&part));
        parts.push((part, octets));
        octets = !octets;
    }
    Piece::Pet(parts)
}

fn pieces(random: &mut Random, most: usize) -> Vec<Piece> {
    let count = if random.one_in(100) { 20 + random.below(20) } else { random.below(most + 1) };
    (0..count).map(|_| piece(random)).collect()
}

fn authority(random: &mut Random, revision: Revision) -> Authority {
    let host = match random.below(6) {
        0 => Host::Address((0..4).map(|_| random.next() as u8).collect(), None),
        1 => {
            let zeros = random.below(16);
            let address = (0..16).map(|i| if i >= zeros && i < zeros + 6 { 0 } else { random.next() as u8 });
            let address = address.collect();
            let zone = random.one_in(3).then(|| text(random).as_bytes().to_vec());
            Host::Address(address, zone)
        }
        _ => {
            let mut labels = pieces(random, 3);
            if revision == Revision::Href27 {
                labels.retain(|label| !label.parts().iter().any(|(part, _)| part.contains(&b'.')));
            }
            Host::Name(labels)
        }
    };
    Authority {
        userinfo: random.one_in(5).then(|| piece(random)),
        host,
        port: random.one_in(3).then(|| random.pick(&[0, 1, 23, 24, 80, 255, 256, 5683, 61616, 65535])),
    }
}

/// Returns a valid full CRI or, if `full` is false, a valid reference without a scheme.
pub fn cri(random: &mut Random, revision: Revision, full: bool) -> Abstract {
    loop {
        let scheme = full.then(|| match random.below(4) {
            0 => Scheme::Name(random.pick(&["a", "coap", "did", "x+y.z-0", "telnet"]).as_bytes().to_vec()),
            1 => Scheme::Number(random.pick(&[8, 24, 255, 1024, 1 << 20, u64::MAX])),
            _ => Scheme::Number(random.below(8) as u64),
        });
        let mut discard = None;
        let authority = match random.below(4) {
            0 if full => Leading::Rooted,
            1 => Leading::Rootless,
            2 => Leading::Host(authority(random, revision)),
            _ if full => Leading::Host(authority(random, revision)),
            _ => {
                discard = random.pick(&[None, Some(0), Some(1), Some(2), Some(3), Some(23), Some(24), Some(127)]);
                Leading::NotSet
            }
        };
        let mut path = pieces(random, 4);
        path.retain(|segment| ![plain("."), plain("..")].contains(segment));
        let cri = Abstract {
            path: (full || random.one_in(2)).then_some(path),
            query: (full || random.one_in(2)).then(|| pieces(random, 3)),
            fragment: random.one_in(4).then(|| piece(random)),
            scheme,
            authority,
            discard,
        };
        if !full || cri.has_uri() {
            return cri;
        }
    }
}

/// Encodes a CRI in one of the forms that the library accepts (R1): heads of any length, null or `[]` for empty
/// sections, a trailing `[]`, tag 99.
pub fn encoding(random: &mut Random, revision: Revision, cri: &Abstract) -> Vec<u8> {
    let mut value = cri.canonical(revision);
    if cri.is_full() {
        let Value::Array(items) = &mut value else { unreachable!() };
        if let (Some(Scheme::Name(name)), true) = (&cri.scheme, random.one_in(2)) {
            items[0] = Value::Text(name.clone());
        }
        let empty = Value::Array(Vec::new());
        for item in items.iter_mut().skip(2) {
            if (*item == NULL || *item == empty) && random.one_in(2) {
                *item = if *item == NULL { empty.clone() } else { NULL };
            }
        }
        while (2..4).contains(&items.len()) && random.one_in(3) {
            items.push(empty.clone());
        }
    } else if value == Value::Array(Vec::new()) && random.one_in(2) {
        value = Value::Array(vec![Value::Uint(0)]);
    }
    if revision == Revision::Href27 && random.one_in(10) {
        value = Value::Tag(99, Box::new(value));
    }
    let mut out = Vec::new();
    if random.one_in(4) {
        cbor::put(&mut out, &value, &mut || if random.one_in(4) { random.pick(&[1, 2, 4, 8]) } else { 0 })
    } else {
        cbor::put(&mut out, &value, &mut || 0)
    }
    out
}

/// Changes an encoding in up to three places, or cuts it.
pub fn mutate(random: &mut Random, data: &mut Vec<u8>) {
    const BYTES: [u8; 24] = [
        0x00, 0x18, 0x19, 0x20, 0x40, 0x41, 0x44, 0x50, 0x5f, 0x60, 0x61, 0x7f, 0x80, 0x81, 0x82, 0x9f, 0xa0, 0xc0,
        0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xff,
    ];
    for _ in 0..1 + random.below(3) {
        let at = random.below(data.len() + 1);
        let byte = if random.one_in(3) { random.next() as u8 } else { random.pick(&BYTES) };
        match random.below(6) {
            0 if at < data.len() => data[at] ^= 1 << random.below(8),
            1 if at < data.len() => data[at] = byte,
            2 if at < data.len() => drop(data.remove(at)),
            3 => data.insert(at, byte),
            4 => data.truncate(at),
            _ => {
                // The inserted bytes are an item of indefinite length, complete or open, a tag, or a dot segment.
                let pieces: [&[u8]; 8] = [
                    &[0x9f],
                    &[0x9f, 0xff],
                    &[0xd8, 0x63],
                    &[0xbf, 0x9f, 0xff, 0x81],
                    &[0x61, 0x2e],
                    &[0x62, 0x2e, 0x2e],
                    &[0x5f, 0x41, 0x3a, 0xff],
                    &[0x9f, 0x81],
                ];
                let piece = random.pick(&pieces);
                data.splice(at..at, piece.iter().copied());
            }
        }
    }
}
