// SPDX-License-Identifier: MIT OR Apache-2.0
//! All byte strings of up to 4 bytes are read as CRIs in both revisions. A tree search finds longer strings.
//!
//! A complete item at the start of a string decides its result. Longer strings therefore need checking only if a
//! shorter one is truncated. Every string of 4 bytes checks that the library has this property.

use super::run::{Part, Tally};
use crate::support::lib::REVISIONS;
use crate::support::model::{Verdict, judge};
use crate::support::prefix::{Prefix, prefix};
use crate::support::{documents, hex, judged};
use cri::{Cri, Error, Refusal, Revision};

/// Strings that are judged in full; strings that their first 3 bytes decide; CRIs; truncated strings.
pub const COUNTERS: [&str; 4] = ["strings", "decided by their first 3 bytes", "CRIs", "truncated"];

/// Makes one job for each revision and first two bytes.
pub fn strings() -> Part {
    let run = |job: u64, tally: &mut Tally| {
        let (revision, [a, b]) = (REVISIONS[(job >> 16) as usize], (job as u16).to_be_bytes());
        if b == 0 {
            if a == 0 {
                check(revision, &[], tally);
            }
            check(revision, &[a], tally);
        }
        check(revision, &[a, b], tally);
        for c in 0..=255 {
            after_three(revision, [a, b, c], tally);
        }
    };
    Part { jobs: 2 << 16, counters: &COUNTERS, run: Box::new(run) }
}

/// Checks a string of 3 bytes, and the strings of 4 bytes that begin with it.
pub fn after_three(revision: Revision, [a, b, c]: [u8; 3], tally: &mut Tally) {
    let three = [a, b, c];
    check(revision, &three, tally);
    let verdict = judge(revision, &three).0;
    let parsed = Cri::parse(revision, &three).map(|(_, length)| length);
    let open = prefix(revision, &three) != Prefix::Dead;
    for d in 0..=255 {
        let data = [a, b, c, d];
        if verdict != Verdict::Truncated {
            tally.counts[0] += 1;
            tally.counts[1] += 1;
            if Cri::parse(revision, &data).map(|(_, length)| length) != parsed {
                tally.note(Some(format!("{revision:?} {}: not as without the last byte", hex(&data))));
            }
        } else if open {
            check(revision, &data, tally);
        } else {
            check_parsing(revision, &data, tally);
        }
    }
}

/// Compares all results for one string with the model's.
fn check(revision: Revision, data: &[u8], tally: &mut Tally) {
    check_parsing(revision, data, tally);
    tally.note(documents::difference(revision, data));
}

/// Compares the result of parsing one string with the model's, and also the values read from a CRI and the CRI written
/// again.
fn check_parsing(revision: Revision, data: &[u8], tally: &mut Tally) {
    let (verdict, frames) = judge(revision, data);
    tally.counts[0] += 1;
    match verdict {
        Verdict::Truncated => tally.counts[3] += 1,
        Verdict::Cri(_, length) => {
            tally.counts[2] += 1;
            tally.note(walks_to(revision, &data[..length]));
        }
        _ => {}
    }
    tally.note(judged::difference_from(&verdict, frames, revision, data));
}

/// Checks that the tree search reaches a CRI: each prefix of the CRI is open, and needs at most as many bytes as the
/// CRI has.
fn walks_to(revision: Revision, data: &[u8]) -> Option<String> {
    let open = |length: usize| match prefix(revision, &data[..length]) {
        Prefix::Open { owed, .. } => length as u64 + owed <= data.len() as u64,
        _ => false,
    };
    (!(0..data.len()).all(open)).then(|| format!("{revision:?} {}: the tree does not come to it", hex(data)))
}

const TREE_COUNTERS: [&str; 6] = [
    "strings",
    "open prefixes",
    "CRIs",
    "truncated, and too long to end here",
    "with sampled bytes of a scheme id of 4 or 8 bytes",
    "refused",
];

/// Values that represent all bytes at positions where the value of the byte does not affect the result.
const SAMPLES: [u8; 6] = [0, 1, 0x17, 0x7f, 0x80, 0xff];

/// Checks all strings of up to `depth` bytes that can begin a CRI, each followed by every byte. There is a job for each
/// revision and first two bytes.
pub fn tree(depth: usize) -> Part {
    assert!((3..=8).contains(&depth), "a depth of 3 to 8 bytes");
    let run = move |job: u64, tally: &mut Tally| {
        let (revision, start) = (REVISIONS[(job >> 16) as usize], (job as u16).to_be_bytes());
        let mut data = [0; 8];
        data[..2].copy_from_slice(&start);
        if let Prefix::Open { .. } = prefix(revision, &start[..1])
            && let Prefix::Open { owed, number } = prefix(revision, &start)
            && owed <= depth as u64 - 2
        {
            tally.counts[1] += 1;
            extend(revision, &mut data, 2, depth, number, tally);
        }
    };
    Part { jobs: 2 << 16, counters: &TREE_COUNTERS, run: Box::new(run) }
}

fn extend(revision: Revision, data: &mut [u8; 8], length: usize, depth: usize, number: bool, tally: &mut Tally) {
    let mut one = |byte: u8, tally: &mut Tally| {
        data[length] = byte;
        let string = &data[..length + 1];
        tally.counts[0] += 1;
        tally.counts[4] += u64::from(number);
        let state = prefix(revision, string);
        if let Prefix::Open { owed, .. } = state
            && length as u64 + 1 + owed > depth as u64
        {
            tally.counts[3] += 1;
            if Cri::parse(revision, string).err() != Some(Refusal { error: Error::Truncated, skip: None }) {
                tally.note(Some(format!("{revision:?} {}: not truncated", hex(string))));
            }
            return;
        }
        tally.note(judged::difference(revision, string));
        match state {
            Prefix::Dead => tally.counts[5] += 1,
            Prefix::Whole(..) => tally.counts[2] += 1,
            Prefix::Open { number, .. } => {
                tally.counts[1] += 1;
                extend(revision, data, length + 1, depth, number, tally);
            }
        }
    };
    if number {
        SAMPLES.iter().for_each(|byte| one(*byte, tally));
    } else {
        (0..=255).for_each(|byte| one(byte, tally));
    }
}
