// SPDX-License-Identifier: MIT OR Apache-2.0
//! Structured random cases for each reader and writer, compared with the models. A case depends only on the seed, the
//! reader and its number.

pub mod coap;
pub mod cris;
pub mod links;
pub mod texts;

use super::run::{Part, Share, Tally, run};
use crate::support::random::{Random, rounds};

/// Makes one case and checks it. `counts[0]` counts all cases, `counts[1]` the cases whose input is accepted.
type Reader = fn(&mut Random, &mut Tally);

macro_rules! readers {
    ($($name:ident($reader:path),)*) => {
        pub const READERS: &[(&str, Reader)] = &[$((stringify!($name), $reader),)*];

        $(#[test]
        fn $name() {
            some(stringify!($name));
        })*
    };
}

readers! {
    parse(cris::parsing),
    documents(cris::documents),
    resolve(cris::resolving),
    relativize(cris::relativizing),
    compare(cris::comparing),
    normalize(cris::normalizing),
    from_uri(texts::converting),
    uri_resolve(texts::resolving),
    iri(texts::iris),
    links(links::reading),
    links_filter(links::filtering),
    to_edn(texts::writing_edn),
    from_edn(texts::reading_edn),
    to_coap(coap::outward),
    from_coap(coap::inward),
    location(coap::location),
    proxy(coap::proxy),
    aif(coap::authorization),
    template(texts::expanding),
}

/// Runs some cases of a reader. It fails if nearly all of them are refused.
fn some(name: &str) {
    let number = READERS.iter().position(|row| row.0 == name).expect(name);
    let tally = run(&reader(number, 1, rounds(100_000) as u64), Share { first: 0, of: 1 }, 1);
    assert!(tally.found == 0 && tally.counts[1] * 20 > tally.counts[0], "{:?}: {:?}", tally.counts, tally.findings);
}

const COUNTERS: [&str; 2] = ["cases", "not refused"];

/// The number of cases for each job.
const CHUNK: u64 = 10_000;

/// Makes a `Part` of `count` cases for the reader with this number.
pub fn reader(number: usize, seed: u64, count: u64) -> Part {
    let run = move |job: u64, tally: &mut Tally| {
        let mut random = Random::new(seed);
        let mixed = random.next() ^ (number as u64) << 56 ^ job;
        let mut random = Random::new(mixed);
        for _ in 0..CHUNK.min(count - job * CHUNK) {
            tally.counts[0] += 1;
            READERS[number].1(&mut random, tally);
        }
    };
    Part { jobs: count.div_ceil(CHUNK), counters: &COUNTERS, run: Box::new(run) }
}
