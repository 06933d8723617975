// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs the jobs of a part on all cores, and adds up their counts.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// The maximum number of findings that are printed.
const SHOWN: usize = 20;

/// The counts and the findings of a `Part`.
#[derive(Default)]
pub struct Tally {
    pub counts: Vec<u64>,
    pub found: u64,
    pub findings: Vec<String>,
}

impl Tally {
    pub fn new(counters: usize) -> Self {
        Self { counts: vec![0; counters], ..Self::default() }
    }

    /// Notes a difference, if there is one.
    pub fn note(&mut self, difference: Option<String>) {
        if let Some(difference) = difference {
            self.found += 1;
            if self.findings.len() < SHOWN {
                self.findings.push(difference);
            }
        }
    }

    fn add(&mut self, other: Tally) {
        for (sum, count) in self.counts.iter_mut().zip(other.counts) {
            *sum += count;
        }
        self.found += other.found;
        let room = SHOWN - self.findings.len();
        self.findings.extend(other.findings.into_iter().take(room));
    }
}

/// Numbered jobs. The cases that they enumerate do not depend on how the jobs are shared out.
pub struct Part {
    pub jobs: u64,
    /// The names of the counters. The first one counts cases.
    pub counters: &'static [&'static str],
    #[allow(clippy::type_complexity)]
    pub run: Box<dyn Fn(u64, &mut Tally) + Sync>,
}

/// Every `of`-th job, beginning with the job number `first`.
#[derive(Clone, Copy)]
pub struct Share {
    pub first: u64,
    pub of: u64,
}

/// Calls `check` with every string that consists of `start` and `more` characters of an alphabet.
pub fn each_string(start: &mut Vec<u8>, more: usize, alphabet: &[u8], check: &mut impl FnMut(&[u8])) {
    if more == 0 {
        return check(start);
    }
    for character in alphabet {
        start.push(*character);
        each_string(start, more - 1, alphabet, check);
        start.pop();
    }
}

/// An alphabet of all bytes.
pub fn bytes() -> [u8; 256] {
    std::array::from_fn(|byte| byte as u8)
}

/// Runs a share of the cases of a part, and prints counts and findings.
pub fn run(part: &Part, share: Share, threads: usize) -> Tally {
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let total = Mutex::new(Tally::new(part.counters.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let job = share.first + share.of * next.fetch_add(1, Ordering::Relaxed);
                    if job >= part.jobs {
                        return;
                    }
                    let mut tally = Tally::new(part.counters.len());
                    // A panic in the library ends only the current job.
                    if catch_unwind(AssertUnwindSafe(|| (part.run)(job, &mut tally))).is_err() {
                        tally.note(Some(format!("job {job} panicked after {} cases", tally.counts[0])));
                    }
                    total.lock().expect("no thread panics with it").add(tally);
                }
            });
        }
    });
    let total = total.into_inner().expect("no thread panics with it");
    for (name, count) in part.counters.iter().zip(&total.counts) {
        println!("{count:>14} {name}");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{seconds:>14.1} s, {:.0} cases/s, {threads} threads", total.counts[0] as f64 / seconds);
    total.findings.iter().for_each(|finding| println!("{finding}"));
    println!("{} differences", total.found);
    total
}
