// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random CRIs for CoAP, the same on every run.

use super::coap;
use super::model::{Abstract, Authority, Host, Leading, Piece, Scheme, scheme_number as number};
use super::random::Random;
use cri::Revision;

/// A CRI that may have options: mostly short texts, now and then one that is long or that has none.
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
                // Mostly what Uri-Host may be (R17).
                if let Piece::Plain(text) = label
                    && !random.one_in(20)
                {
                    text.retain(|byte| coap::in_host(&[*byte]));
                }
            }
            if random.one_in(20) {
                labels = ["10", "0", "0", "256"].map(|label| Piece::Plain(label.into())).to_vec();
            }
            // The empty host has one form only (R5).
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
    // R4: no CRI has such a name.
    if cri.is_disguised()
        && let Leading::Host(authority) = &mut cri.authority
    {
        authority.host = Host::Name(Vec::new());
    }
    cri
}
