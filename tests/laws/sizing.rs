// SPDX-License-Identifier: MIT OR Apache-2.0
//! The buffer sizes that docs/guide/sizing.md promises, compared with the worst input that a search finds.

use crate::support::coap::encode;
use crate::support::lib::{REVISIONS, from_uri, output};
use crate::support::random::{Random, rounds};
use crate::support::random_coap::{destination, options, text};
use cri::{Endpoint, SchemeNumber};

/// The number in a row of the table that says "NUMBER bytes more".
fn promised(row: &str) -> isize {
    let page = include_str!("../../docs/guide/sizing.md");
    let row = page.lines().find(|line| line.starts_with(&format!("| {row}"))).expect(row);
    let (number, _) = row.split_once(" bytes more").expect("bytes more");
    number.rsplit(' ').next().unwrap().parse().expect("a number")
}

/// Options with Uri-Path-Abbrev for the longest paths of its registry, after other options.
fn abbreviated() -> Vec<Vec<u8>> {
    let registry = include_str!("../../iana/path-abbrev.csv").lines().skip(1);
    let value = |row: &str| row.split_once(',').unwrap().0.parse::<u16>().unwrap().to_be_bytes();
    let trimmed = |value: [u8; 2]| value.into_iter().skip_while(|byte| *byte == 0).collect::<Vec<_>>();
    registry.map(|row| encode(&[(13, trimmed(value(row)))], 0)).collect()
}

#[test]
fn buffers_of_the_sizes_in_the_guide_are_enough() {
    let mut random = Random::new(71);
    let there = Endpoint { address: b"\x20\x01\x0d\xb8aaaabbbbcccc", zone: b"", port: 1 };
    let requests = abbreviated().into_iter().map(|options| (options, Some(there)));
    let found = (0..rounds(200_000)).map(|round| {
        let mut random = Random::new(round as u64);
        (options(&mut random, REVISIONS[round % 2]), destination(&mut random))
    });
    let mut request = isize::MIN;
    for (options, to) in requests.chain(found) {
        let given = options.len() + to.map_or(0, |to| to.zone.len());
        for (revision, scheme) in
            REVISIONS.into_iter().flat_map(|revision| [0, 1, 6, 7, 8, 9, 24, 25].map(|scheme| (revision, scheme)))
        {
            let cri = output(|out| cri::coap::to_cri(revision, SchemeNumber::new(scheme), &options, to.as_ref(), out));
            request = cri.map_or(request, |cri| request.max(cri.len() as isize - given as isize));
        }
    }
    let mut target = isize::MIN;
    for round in 0..rounds(200_000) {
        let revision = REVISIONS[round % 2];
        let start = random.pick(&["", "//:az:@[::]?@", "//:@[::1]:1", "//[1::2]/", "?", "//1.2.3.4"]);
        for text in [start.to_string(), start.to_string() + &text(&mut random, revision)] {
            let reference = from_uri(revision, &text);
            target = reference.map_or(target, |cri| target.max(cri.len() as isize - text.len() as isize));
        }
    }
    println!("a request needs {request} bytes more, a target {target}");
    for (row, worst) in [("CRI of a request", request), ("target of a link", target)] {
        let enough = promised(row);
        assert!((enough - 8..=enough).contains(&worst), "{row}: {worst} bytes more, and the guide says {enough}");
    }
}
