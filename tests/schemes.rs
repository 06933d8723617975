// SPDX-License-Identifier: MIT OR Apache-2.0
//! The scheme registries: every row of both registries in both directions, and names and numbers that must not be
//! found.

use crate::support::lib::REVISIONS;
use crate::support::model::{Scheme, is_known, registry, scheme_number, scheme_port, scheme_text};
use crate::support::rfc3986::PORTS;
use cri::Revision::{Href13, Href27};
use cri::{SchemeNumber, scheme};

/// The number of entries that iana/README.md gives for a revision.
fn entries(revision: &str) -> usize {
    let start = format!("| {revision} | ");
    let row = include_str!("../iana/README.md").lines().find_map(|line| line.strip_prefix(&start)).expect(revision);
    row.split(' ').next().unwrap().parse().expect(revision)
}

/// `script/registry` adds rows of revision 27 to the file and counts them in README.md, so a row cannot be lost or
/// added by accident.
#[test]
fn the_file_has_the_size_of_the_registries() {
    assert_eq!(registry(Href13).len(), entries("13"));
    assert_eq!(registry(Href27).len(), entries("27"));
    assert!(registry(Href27).len() >= 398 + SINCE.len());
}

/// The numbers that IANA has assigned since draft-ietf-core-href-27.
const SINCE: [(u64, &str); 2] = [(1015, "uuaid"), (1027, "tii")];

/// Compares the rows with an FNV-1a hash that was computed from the tables in the published drafts, not from the file.
#[test]
fn the_file_has_the_rows_of_the_registries() {
    let hash = |revision| {
        let rows = registry(revision).into_iter().filter(|row| !SINCE.contains(row));
        let text: String = rows.map(|(number, name)| format!("{number},{name}\n")).collect();
        text.bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    };
    assert_eq!(hash(Href13), 0xa18c_a1d4_5f25_0be5);
    // The hash is unknown once IANA has assigned further numbers.
    if registry(Href27).len() == 398 + SINCE.len() {
        assert_eq!(hash(Href27), 0x8db8_82d4_c96a_a638);
    }
}

/// (href 2 schemes, 10.1, 6.1 scheme; href-27 11.2)
#[test]
fn every_row_is_found_in_both_directions() {
    for revision in REVISIONS {
        let known: Vec<_> = registry(revision).into_iter().filter(|(_, name)| is_known(name)).collect();
        assert_eq!(scheme::all(revision).map(|(number, name)| (number.get(), name)).collect::<Vec<_>>(), known);
        for (number, name) in known {
            let number = SchemeNumber::new(number);
            assert_eq!(number.name(revision), Some(name), "{revision:?} {number:?}");
            assert_eq!(SchemeNumber::from_name(revision, name), Some(number), "{revision:?} {name}");
            assert!(scheme::is_valid_name(name.as_bytes()), "{name}");
        }
    }
}

/// (R28)
#[test]
fn no_other_number_is_found() {
    for revision in REVISIONS {
        let check = |number| {
            let scheme = SchemeNumber::new(number);
            assert_eq!(scheme.name(revision), scheme_text(revision, number), "{number}");
            let port = scheme_port(revision, &Scheme::Number(number));
            assert_eq!(scheme.default_port(revision), port, "{number}");
        };
        (0..=0x2_0000).for_each(check);
        // Numbers that a narrowing cast would turn into coap or another registered scheme.
        for (low, _) in registry(revision) {
            (16..64).for_each(|high| check((1 << high) + low));
        }
        [u64::MAX, u64::MAX - 1, u64::MAX >> 1, u64::from(u32::MAX)].into_iter().for_each(check);
    }
}

/// (R28)
#[test]
fn no_other_name_is_found() {
    for revision in REVISIONS {
        let check = |name: &[u8]| {
            let shown = name.escape_ascii();
            let number = SchemeNumber::from_name(revision, name).map(SchemeNumber::get);
            assert_eq!(number, scheme_number(revision, name), "{revision:?} {shown}");
            let port = scheme_port(revision, &Scheme::Name(name.to_ascii_lowercase()));
            assert_eq!(scheme::default_port_of_name(name), port, "{shown}");
        };
        check(b"");
        check(b"shttp (OBSOLETE)");
        check(b"machineProvisioningProgressReporter");
        check(&[b'a'; 300]);
        for (_, name) in [registry(Href13), registry(Href27)].concat() {
            // The inputs are the names of both registries, and texts of all other lengths made from them.
            let name = name.as_bytes();
            for end in 0..=name.len() {
                check(&name[..end]);
                check(&name[end..]);
            }
            for byte in 0..=u8::MAX {
                check(&[name, &[byte]].concat());
                check(&[&[byte], name].concat());
                for place in [0, name.len() / 2, name.len() - 1] {
                    let mut name = name.to_vec();
                    name[place] = byte;
                    check(&name);
                }
            }
            check(&name.to_ascii_uppercase());
        }
        for first in 0..=u8::MAX {
            check(&[first]);
            for second in 0..=u8::MAX {
                check(&[first, second]);
            }
        }
    }
}

#[test]
fn every_port_is_of_a_registered_scheme_and_specified() {
    for (name, _, specification) in PORTS.iter() {
        assert!(!specification.is_empty() && !specification.contains(','), "{name}");
        assert!(REVISIONS.iter().all(|revision| registry(*revision).iter().any(|row| row.1 == *name)), "{name}");
    }
}
