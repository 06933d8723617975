// SPDX-License-Identifier: MIT OR Apache-2.0
//! Enumerates inputs, or makes random ones, and compares what the library does with the models of the tests.

mod cri;
mod memory;
mod options;
mod pairs;
mod run;
#[path = "../../../tests/laws/small.rs"]
mod small;
#[path = "../../../tests/support/mod.rs"]
mod support;
mod uri;

use run::{Part, Share};

#[global_allocator]
static MEMORY: memory::Memory = memory::Memory;

const USAGE: &str = "script/enumerate PART [--share K/N] [--seed S] [--count N] [--depth N] [--length N] [--threads N]
parts: cri tree uri pairs options aif";

/// What the command line asks for.
struct Options {
    part: String,
    share: Share,
    depth: usize,
    length: usize,
    threads: usize,
}

fn options() -> Option<Options> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut arguments = std::env::args().skip(1);
    let mut options =
        Options { part: arguments.next()?, share: Share { first: 0, of: 1 }, depth: 5, length: 7, threads: cores };
    while let Some(name) = arguments.next() {
        let value = arguments.next()?;
        match name.as_str() {
            "--share" => {
                let (number, of) = value.split_once('/')?;
                let (number, of): (u64, u64) = (number.parse().ok()?, of.parse().ok()?);
                options.share = Share { first: number.checked_sub(1)?, of };
            }
            "--depth" => options.depth = value.parse().ok()?,
            "--length" => options.length = value.parse().ok()?,
            "--threads" => options.threads = value.parse().ok()?,
            _ => return None,
        }
    }
    Some(options)
}

fn part(options: &Options) -> Option<Part> {
    match options.part.as_str() {
        "cri" => Some(cri::strings()),
        "tree" => Some(cri::tree(options.depth)),
        "uri" => Some(uri::texts(options.length)),
        "pairs" => Some(pairs::pairs()),
        "options" => Some(options::strings()),
        "aif" => Some(options::authorization()),
        _ => None,
    }
}

fn main() {
    let Some((options, part)) = options().and_then(|options| part(&options).map(|part| (options, part))) else {
        eprintln!("{USAGE}");
        std::process::exit(2);
    };
    if !run::run(&part, options.share, options.threads) {
        std::process::exit(1);
    }
}
