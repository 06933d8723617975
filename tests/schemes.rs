// SPDX-License-Identifier: MIT OR Apache-2.0
//! The scheme registries: every row of both, both ways, and what must not be found.

use crate::support::lib::REVISIONS;
use cri::Revision::{self, Href13, Href27};
use cri::scheme;
use std::collections::BTreeMap;

/// The short-numbered schemes (R12), which every build knows.
const SHORT: &str = "coap coaps http https urn did coap+tcp coaps+tcp coap+ws coaps+ws";

/// Every row of the registry of a revision, as scheme number and name, by number.
fn rows(revision: Revision) -> Vec<(u64, &'static str)> {
    let row = |line: &'static str| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = fields[(revision == Href13) as usize];
        (!number.is_empty()).then(|| (number.parse().expect(line), fields[2]))
    };
    let mut rows: Vec<_> = include_str!("../iana/schemes.csv").lines().skip(1).filter_map(row).collect();
    rows.sort_unstable();
    rows
}

/// The rows that the library should know with the features of this build.
fn known(revision: Revision) -> Vec<(u64, &'static str)> {
    let is_known = |name: &str| cfg!(feature = "schemes-full") || SHORT.split(' ').any(|short| short == name);
    rows(revision).into_iter().filter(|&(_, name)| is_known(name)).collect()
}

/// How many entries iana/README.md says that a revision has.
fn entries(revision: &str) -> usize {
    let start = format!("| {revision} | ");
    let row = include_str!("../iana/README.md").lines().find_map(|line| line.strip_prefix(&start)).expect(revision);
    row.split(' ').next().unwrap().parse().expect(revision)
}

/// `script/registry` adds rows of revision 27, and counts them in README.md: no row gets lost or gained by accident.
#[test]
fn the_file_has_the_size_of_the_registries() {
    assert_eq!(rows(Href13).len(), entries("13"));
    assert_eq!(rows(Href27).len(), entries("27"));
    assert!(rows(Href27).len() >= 398);
}

/// FNV-1a of the rows as they were published, made from the tables of the drafts and not from the file.
/// (href Appendix A; href-27 Appendix B)
#[test]
fn the_file_has_the_rows_of_the_registries() {
    let hash = |revision| {
        let text: String = rows(revision).into_iter().map(|(number, name)| format!("{number},{name}\n")).collect();
        text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ byte as u64).wrapping_mul(0x100_0000_01b3))
    };
    assert_eq!(hash(Href13), 0xa18c_a1d4_5f25_0be5);
    // Until numbers are assigned that the draft does not have.
    if rows(Href27).len() == 398 {
        assert_eq!(hash(Href27), 0x8db8_82d4_c96a_a638);
    }
}

/// (href 2 schemes, 10.1, 6.1 scheme; href-27 11.2)
#[test]
fn every_row_is_found_in_both_directions() {
    for revision in REVISIONS {
        let known = known(revision);
        assert_eq!(scheme::all(revision).collect::<Vec<_>>(), known);
        for &(number, name) in &known {
            assert_eq!(scheme::name(revision, number), Some(name), "{revision:?} {number}");
            assert_eq!(scheme::number(revision, name.as_bytes()), Some(number), "{revision:?} {name}");
            assert!(scheme::is_valid_name(name.as_bytes()), "{name}");
        }
    }
}

#[test]
fn no_other_number_is_found() {
    for revision in REVISIONS {
        let known: BTreeMap<u64, &str> = known(revision).into_iter().collect();
        for number in 0..=0x2_0000 {
            assert_eq!(scheme::name(revision, number), known.get(&number).copied(), "{number}");
        }
        // Numbers that a narrowing cast would turn into coap or into some registered scheme.
        for high in 16..64 {
            for &low in known.keys() {
                assert_eq!(scheme::name(revision, (1 << high) + low), None, "{high} {low}");
            }
        }
        for number in [u64::MAX, u64::MAX - 1, u64::MAX >> 1, u64::from(u32::MAX)] {
            assert_eq!(scheme::name(revision, number), None, "{number}");
            assert_eq!(scheme::default_port(revision, number), None, "{number}");
        }
    }
}

#[test]
fn no_other_name_is_found() {
    for revision in REVISIONS {
        let known: BTreeMap<&[u8], u64> =
            known(revision).into_iter().map(|(number, name)| (name.as_bytes(), number)).collect();
        let check = |name: &[u8]| {
            assert_eq!(
                scheme::number(revision, name),
                known.get(name).copied(),
                "{revision:?} {}",
                name.escape_ascii()
            );
        };
        check(b"");
        check(b"shttp (OBSOLETE)");
        check(b"machineProvisioningProgressReporter");
        check(&[b'a'; 300]);
        for &(_, name) in rows(Href13).iter().chain(&rows(Href27)) {
            // Whichever revision it is from, and the names of all other lengths around it.
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

/// (R28)
#[test]
fn names_and_numbers_have_the_ports_of_the_file() {
    let ports: BTreeMap<&str, u16> = ports().collect();
    for revision in REVISIONS {
        let known: BTreeMap<u64, &str> = rows(revision).into_iter().collect();
        for number in 0..=u16::MAX.into() {
            let port = known.get(&number).and_then(|name| ports.get(name)).copied();
            assert_eq!(scheme::default_port(revision, number), port, "{number}");
            assert_eq!(scheme::default_port(revision, number | 1 << 16), None, "{number}");
        }
        for name in known.values() {
            assert_eq!(scheme::default_port_of_name(name.as_bytes()), ports.get(name).copied(), "{name}");
        }
        assert_eq!(known.values().filter(|name| ports.contains_key(**name)).count(), ports.len());
    }
    for name in ["", "coap ", "coap+", "coap+tls", "coapss", "coaps+", "httpss", "xhttp", "ur", "dids"] {
        assert_eq!(scheme::default_port_of_name(name.as_bytes()), None, "{name}");
        for revision in REVISIONS {
            assert_eq!(scheme::number(revision, name.as_bytes()), None, "{name}");
        }
    }
}

/// The rows of iana/ports.csv: name and port.
fn ports() -> impl Iterator<Item = (&'static str, u16)> {
    include_str!("../iana/ports.csv").lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        assert!(fields.len() == 3 && !fields[2].is_empty(), "{line}: no specification");
        (fields[0], fields[1].parse().expect(line))
    })
}
