// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every pair of a small base and a small reference is resolved, and the result is resolved again. Every pair of small
//! CRIs is made relative, and the shortest reference is found by trying all of them.
//!
//! No reference outside of this alphabet can be shorter: its sections must be sections of the target, because it must
//! resolve to the target. A discard value above the values tried has the same effect as the largest of them.

use super::cases::cris::resolved;
use super::run::{Part, Tally};
use super::uris::as_texts;
use crate::support::cbor::encoded;
use crate::support::lib::{self, REVISIONS, encode, parse, read};
use crate::support::model::Abstract;
use crate::support::model_ops::{resolve, to_uri};
use crate::support::rfc3986::parsed;
use crate::support::{hex, small};
use cri::Revision;
use std::collections::HashMap;

pub const COUNTERS: [&str; 3] =
    ["pairs of base and reference", "of these with a result (R4)", "pairs of base and target, made relative"];

/// A CRI in all its forms.
struct Item {
    model: Abstract,
    bytes: Vec<u8>,
    uri: Option<String>,
}

fn items(revision: Revision, all: Vec<Abstract>) -> Vec<Item> {
    let item =
        |model: Abstract| Item { bytes: encoded(&model.canonical(revision)), uri: to_uri(revision, &model), model };
    all.into_iter().map(item).collect()
}

/// Full CRIs and references of one revision.
pub struct Small {
    revision: Revision,
    full: Vec<Item>,
    references: Vec<Item>,
}

impl Small {
    pub fn new(revision: Revision, segments: &[&str], most: usize) -> Self {
        let full = items(revision, small::full(segments, most));
        Self { revision, full, references: items(revision, small::references(segments, most)) }
    }

    pub fn bases(&self) -> u64 {
        self.full.len() as u64
    }

    /// Checks one base with all references and all targets.
    pub fn base(&self, number: u64, tally: &mut Tally) {
        let (revision, base) = (self.revision, &self.full[number as usize]);
        // The lengths of the shortest reference for each result: of all references, and of those that text can express.
        let mut best: HashMap<Vec<u8>, [usize; 2]> = HashMap::new();
        for (i, reference) in self.references.iter().enumerate() {
            tally.counts[0] += 1;
            // The result, whose path may be in two pieces, is the next base.
            let again = &self.references[(number as usize * 7 + i * 31) % self.references.len()];
            resolved(revision, [&base.bytes, &reference.bytes, &again.bytes], tally);
            if let (Some(base), Some(reference)) = (&base.uri, &reference.uri) {
                tally.note(as_texts(revision, &parsed(base), &parsed(reference)));
            }
            if let Some(result) = resolve(&base.model, &reference.model) {
                let lengths = best.entry(encoded(&result.canonical(revision))).or_insert([usize::MAX; 2]);
                lengths[0] = reference.bytes.len().min(lengths[0]);
                if is_same_as_text(revision, base, reference, &result) {
                    lengths[1] = reference.bytes.len().min(lengths[1]);
                }
            }
        }
        for target in &self.full {
            tally.counts[2] += 1;
            let best = best.get(&target.bytes).copied().unwrap_or([usize::MAX; 2]);
            let shortest = best.map(|length| length.min(target.bytes.len()));
            tally.note(
                self.relative(base, target, shortest)
                    .map(|what| format!("{revision:?} from {} to {}: {what}", hex(&base.bytes), hex(&target.bytes))),
            );
        }
    }

    /// Checks the shortest reference (R10) and the shortest reference with a URI reference (R43).
    fn relative(&self, base: &Item, target: &Item, shortest: [usize; 2]) -> Option<String> {
        let [view, other] = [base, target].map(|item| parse(self.revision, &item.bytes));
        let found = [view.relativize(&other), view.relativize_for_uri(&other)];
        // Of references of the same length, one that text can express is chosen (R43).
        let is_tie = shortest[0] == shortest[1];
        let all = found.iter().zip(shortest).enumerate();
        let mut faults = all.filter_map(|(at, (found, shortest))| {
            let Ok(found) = found else { return Some(format!("{found:?}")) };
            let (found, uri) = (encode(found), lib::to_uri(found).ok());
            let reference = read(&parse(self.revision, &found));
            let back = resolve(&base.model, &reference);
            let item = Item { model: reference, bytes: found.clone(), uri };
            let as_text = is_same_as_text(self.revision, base, &item, &target.model);
            let must_be_text = base.uri.is_some() && target.uri.is_some() && (at == 1 || is_tie);
            let fits = back.as_ref() == Some(&target.model) && found.len() == shortest && (as_text || !must_be_text);
            (!fits).then(|| format!("{at}: {}, but the shortest has {shortest} bytes; back {back:?}", hex(&found)))
        });
        faults.next()
    }
}

/// True if the URI reference of a reference resolves to the URI of the result (RFC 3986 5.2).
fn is_same_as_text(revision: Revision, base: &Item, reference: &Item, result: &Abstract) -> bool {
    let (Some(base), Some(reference), Some(result)) = (&base.uri, &reference.uri, to_uri(revision, result)) else {
        return false;
    };
    parsed(base).resolve(&parsed(reference), true) == result
}

/// Makes one job for each revision and base. Paths have up to 3 segments out of `""`, `a` and `b`.
pub fn pairs() -> Part {
    let all = REVISIONS.map(|revision| Small::new(revision, &["", "a", "b"], 3));
    let jobs = all.iter().map(Small::bases).sum();
    let run = move |job: u64, tally: &mut Tally| match job.checked_sub(all[0].bases()) {
        None => all[0].base(job, tally),
        Some(job) => all[1].base(job, tally),
    };
    Part { jobs, counters: &COUNTERS, run: Box::new(run) }
}
