// SPDX-License-Identifier: MIT OR Apache-2.0
//! Enumerates inputs, or makes random ones, and compares what the library does with the models of the tests.

#[path = "../../../tests/support/cori.rs"]
mod cori_model;
mod cri;
mod memory;
mod options;
mod pairs;
mod random;
mod run;
#[path = "../../../tests/laws/small.rs"]
mod small;
#[path = "../../../tests/support/mod.rs"]
mod support;
mod uri;

use random::READERS;
use run::{Part, Share};

#[global_allocator]
static MEMORY: memory::Memory = memory::Memory;

const USAGE: &str = "script/enumerate PART [--share K/N] [--threads N]
script/enumerate tree [--depth N] | uri [--length N]
script/enumerate random [--seed S] [--count N] [READER...]
parts: cri tree uri pairs options aif random";

/// What the command line asks for.
struct Options {
    part: String,
    share: Share,
    depth: usize,
    length: usize,
    seed: u64,
    count: u64,
    threads: usize,
    readers: Vec<String>,
}

fn options() -> Option<Options> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut arguments = std::env::args().skip(1);
    let mut options = Options {
        part: arguments.next()?,
        share: Share { first: 0, of: 1 },
        depth: 5,
        length: 7,
        seed: 1,
        count: 1_000_000,
        threads: cores,
        readers: Vec::new(),
    };
    while let Some(name) = arguments.next() {
        let mut value = || arguments.next();
        match name.as_str() {
            "--share" => {
                let value = value()?;
                let (number, of) = value.split_once('/')?;
                let (number, of): (u64, u64) = (number.parse().ok()?, of.parse().ok()?);
                options.share = Share { first: number.checked_sub(1)?, of };
            }
            "--depth" => options.depth = value()?.parse().ok()?,
            "--length" => options.length = value()?.parse().ok()?,
            "--seed" => options.seed = value()?.parse().ok()?,
            "--count" => options.count = value()?.parse().ok()?,
            "--threads" => options.threads = value()?.parse().ok()?,
            reader if READERS.iter().any(|row| row.0 == reader) => options.readers.push(name),
            _ => return None,
        }
    }
    Some(options)
}

/// The part, by name; of the random ones those that are asked for, or all.
fn parts(options: &Options) -> Vec<(&str, Part)> {
    let part = match options.part.as_str() {
        "cri" => cri::strings(),
        "tree" => cri::tree(options.depth),
        "uri" => uri::texts(options.length),
        "pairs" => pairs::pairs(),
        "options" => options::strings(),
        "aif" => options::authorization(),
        "random" => {
            let asked = |name: &str| options.readers.is_empty() || options.readers.iter().any(|own| own == name);
            let rows = READERS.iter().enumerate().filter(|(_, row)| asked(row.0));
            return rows.map(|(i, row)| (row.0, random::reader(i, options.seed, options.count))).collect();
        }
        _ => return Vec::new(),
    };
    vec![(&options.part, part)]
}

fn main() {
    let options = options();
    let parts = options.as_ref().map(parts).unwrap_or_default();
    let Some(options) = options.as_ref().filter(|_| !parts.is_empty()) else {
        eprintln!("{USAGE}");
        std::process::exit(2);
    };
    let mut well = true;
    for (name, part) in &parts {
        println!("{name}");
        well &= run::run(part, options.share, options.threads);
    }
    if !well {
        std::process::exit(1);
    }
}
