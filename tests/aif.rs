// SPDX-License-Identifier: MIT OR Apache-2.0
//! What entries of authorization information are for (RFC 9237, href-27 section 8.3); c-tests/aif.c tests what
//! they allow.

mod support;

use cri::Aif;
use support::lib::{self, REVISIONS, encode, parse};
use support::{edn, hex};

/// An entry's resource is a reference like any other, in canonical form however it was written.
#[test]
fn resources() {
    let rows = [
        ("[[[[\"a\"]], 5]]", "[true, [\"a\"]]", 5),
        ("[[[[\"a\", \"b\"], [\"q\"]], 1]]", "[true, [\"a\", \"b\"], [\"q\"]]", 1),
        ("[[[[]], 0]]", "[true, []]", 0),
        // An empty query is an absent one.
        ("[[[[\"a\"], []], 1]]", "[true, [\"a\"]]", 1),
        ("[[[[[h'2f']]], 1]]", "[true, [[h'2f']]]", 1),
        // Heads that are longer than they must be, in one place after the other.
        ("0x81 82 81 9801 6161 01", "[true, [\"a\"]]", 1),
        ("0x81 82 81 81 780161 01", "[true, [\"a\"]]", 1),
        ("0x81 82 81 82 780161 6162 01", "[true, [\"a\", \"b\"]]", 1),
        ("0x81 82 82 81 6161 9801 6171 01", "[true, [\"a\"], [\"q\"]]", 1),
        ("0x81 82 82 81 6161 81 780171 01", "[true, [\"a\"], [\"q\"]]", 1),
        ("0x81 82 82 81 780161 81 6171 01", "[true, [\"a\"], [\"q\"]]", 1),
        ("0x9801 9802 9801 81 6161 1801", "[true, [\"a\"]]", 1),
    ];
    for revision in REVISIONS {
        for (data, expected, permissions) in rows {
            let data = edn::bytes(data);
            let entries: Result<Vec<_>, _> = Aif::new(revision, &data).unwrap().collect();
            let [(target, found)] = entries.unwrap()[..] else { panic!("one entry: {}", hex(&data)) };
            assert_eq!(lib::edn(&target), expected, "{}", hex(&data));
            assert_eq!(found, permissions, "{}", hex(&data));
            assert!(!target.is_full() && target.path_is_set());
            let expected = edn::bytes(expected);
            assert_eq!(hex(&encode(&target)), hex(&expected), "{}", hex(&data));
            assert_eq!(target.equal(&parse(revision, &expected)), Ok(true), "{}", hex(&data));
        }
    }
}
