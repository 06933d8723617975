// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the library with slow models that are recursive and allocate memory. The models (`support`) are written
//! from the texts of the drafts and RFCs without any code of src/. The tests run slices of the enumerations, random
//! cases for each reader and writer, and mutated encodings.
#![allow(dead_code)]

mod cases;
mod cris;
pub mod options;
mod pairs;
pub mod run;
pub mod uris;

use self::run::{Part, Share, Tally, run};
use crate::support::cbor::Decoder;
use crate::support::hex;
use crate::support::judged::difference;
use crate::support::lib::REVISIONS;
use crate::support::random::{self, Random, rounds};
use cri::{Cri, Error};

/// R3: containers of every kind nested up to 40 deep, some of them malformed.
/// (href 9 exhaustion)
#[test]
fn nested_items() {
    // The bytes that open a container up to its last item, and the bytes that close it.
    const KINDS: [(&[u8], &[u8]); 10] = [
        (&[0x81], &[]),
        (&[0x82, 0x00], &[]),
        (&[0x82], &[0x00]),
        (&[0xa1, 0x00], &[]),
        (&[0xa1], &[0x00]),
        (&[0xc1], &[]),
        (&[0x9f], &[0xff]),
        (&[0x9f, 0x00], &[0x60, 0xff]),
        (&[0xbf, 0x00], &[0xff]),
        (&[0xbf], &[0x00, 0xff]),
    ];
    let mut random = Random::new(4);
    let mut tally = Tally::new(1);
    let mut limits = 0;
    for round in 0..rounds(300_000) {
        let kinds = if random.one_in(2) { &KINDS[..] } else { &KINDS[..7] };
        let (mut data, mut end) = (Vec::new(), Vec::new());
        for _ in 0..random.below(41) {
            let (open, close) = random.pick(kinds);
            data.extend_from_slice(open);
            end.splice(0..0, close.iter().copied());
        }
        data.extend_from_slice(random.pick(&[&[0x00][..], &[0x5f, 0x41, 0x00, 0xff], &[0xf6], &[0x9f, 0xff]]));
        data.extend(end);
        if random.one_in(4) {
            random::mutate(&mut random, &mut data);
        }
        limits +=
            usize::from(Cri::parse(REVISIONS[round % 2], &data).is_err_and(|refusal| refusal.error == Error::Limit));
        tally.note(difference(REVISIONS[round % 2], &data));
    }
    println!("{limits} past the limit");
    assert!(limits > rounds(1000));
    none(tally);
}

/// The model and minicbor agree on which items are well-formed.
#[test]
fn well_formedness_as_minicbor_sees_it() {
    let mut random = Random::new(3);
    let mut seen = 0;
    for round in 0..50_000 {
        let revision = REVISIONS[round % 2];
        let cri = random::cri(&mut random, revision, round % 3 == 0);
        let mut data = random::encoding(&mut random, revision, &cri);
        random::mutate(&mut random, &mut data);
        let mut ours = Decoder::new(&data);
        let mut theirs = minicbor::Decoder::new(&data);
        if ours.value().is_ok() {
            seen += 1;
            // minicbor requires the texts that it skips to be UTF-8. Well-formedness does not require that.
            match theirs.skip() {
                Ok(()) => assert_eq!(theirs.position(), ours.pos, "{}", hex(&data)),
                Err(error) => assert!(!error.is_end_of_input(), "{}", hex(&data)),
            }
        }
    }
    assert!(seen > 10_000, "{seen}");
}

/// Runs every `of`-th job of an enumeration, beginning with the first.
fn slice(part: Part, of: u64) {
    none(run(&part, Share { first: 0, of }, 1));
}

fn none(tally: Tally) {
    assert!(tally.found == 0, "{} differences, such as\n{}", tally.found, tally.findings.join("\n"));
}

/// Strings of 4 bytes with beginnings that can belong to a CRI.
#[test]
fn slice_of_the_strings() {
    let mut tally = Tally::new(cris::COUNTERS.len());
    let beginnings: [u16; 14] = [
        0x8118, 0x8120, 0x8161, 0x8162, 0x8201, 0x8220, 0x82f5, 0x82f6, 0x8320, 0x9802, 0x9f80, 0xbf00, 0xd863, 0x5f41,
    ];
    for revision in REVISIONS {
        for [a, b] in beginnings.map(u16::to_be_bytes) {
            (0..=255).for_each(|c| cris::after_three(revision, [a, b, c], &mut tally));
        }
    }
    assert!(tally.counts[2] > 800, "{:?}", tally.counts);
    none(tally);
}

#[test]
fn tree_of_4_bytes() {
    slice(cris::tree(4), 1);
}

/// (RFC 3986 3.2, 4.1, 4.2, 5.2.2, 6.2.2)
#[test]
fn texts_of_up_to_4_characters() {
    slice(uris::texts(4), 1);
}

#[test]
fn slice_of_the_pairs() {
    slice(pairs::pairs(), 1009);
}

/// Options that begin with Uri-Host, Uri-Path, Uri-Query or another option, followed by any two bytes.
#[test]
fn slice_of_the_options() {
    let mut tally = Tally::new(options::COUNTERS.len());
    // The second beginning leaves room for any character of a host. The last one leaves room for all values of
    // Uri-Path-Abbrev with two bytes.
    let beginnings: [&[u8]; 11] = [
        b"\x31h",
        b"\x33a",
        b"\x33[",
        b"\x70\x41",
        b"\xb0\x01",
        b"\xb1a",
        b"\xd1\x02",
        b"\xd1\x16",
        b"\xd1\x1a",
        b"\xd1\xe2",
        b"\x31h\xa2",
    ];
    // With a share, the rest of the options is any third number of two bytes.
    let step = if random::share() == 1 { 1 } else { 3 };
    for beginning in beginnings {
        for rest in (0..=u16::MAX).step_by(step) {
            options::check(&[beginning, &rest.to_be_bytes()].concat(), &mut tally);
        }
    }
    assert!(tally.counts[3] as usize * step > 10_000, "{:?}", tally.counts);
    none(tally);
}

#[test]
fn slice_of_authorization_information() {
    let mut tally = Tally::new(2);
    for revision in REVISIONS {
        for beginning in options::BEGINNINGS {
            for rest in 0..=u16::MAX {
                options::allows(revision, &[beginning, &rest.to_be_bytes()].concat(), &mut tally);
            }
        }
    }
    assert!(tally.counts[1] > 10_000, "{:?}", tally.counts);
    none(tally);
}

/// The whole enumerations, and ten million random cases for each reader: `cargo test model::whole::pairs -- --ignored
/// --nocapture`. With `CRI_TEST_SHARE=N`, they run every N-th job. `CRI_TEST_SEED` is the seed of the random cases.
mod whole {
    use super::*;
    use crate::support::random::seed;
    use std::num::NonZero;

    fn whole(part: Part) {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        none(run(&part, Share { first: 0, of: random::share() as u64 }, threads));
    }

    macro_rules! parts {
        ($($name:ident: $parts:expr,)*) => {
            $(#[test]
            #[ignore = "takes up to an hour"]
            fn $name() {
                $parts.into_iter().for_each(whole);
            })*
        };
    }

    parts! {
        cri: [cris::strings()],
        tree: [cris::tree(6)],
        uri: [uris::texts(7)],
        pairs: [pairs::pairs()],
        options: [options::strings()],
        aif: [options::authorization()],
        random: (0..cases::READERS.len()).map(|at| cases::reader(at, seed(), 10_000_000)),
    }
}
