// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every pair of a small base and a small reference: resolved, and resolved once more; every pair of small CRIs made
//! relative, with the shortest reference found by trying all of them.
//!
//! No reference outside of the alphabet can be shorter: what it has is of the target, or resolving would not give the
//! target; a discard value beyond those tried does what the largest of them does.

use super::run::{Part, Tally};

use crate::support::cbor::encoded;
use crate::support::hex;
use crate::support::lib::{REVISIONS, encode, output, parse, read};
use crate::support::model::Abstract;
use crate::support::model_ops::{resolve, to_uri};
use crate::support::{rfc3986, small};
use cri::{Cri, Error, Revision};
use std::collections::HashMap;

pub const COUNTERS: [&str; 6] = [
    "pairs of base and reference",
    "of these without a result (R4)",
    "resolved as their texts are",
    "resolved once more",
    "of these by way of an encoding only",
    "pairs of base and target, made relative",
];

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

    /// One base with all references and all targets.
    pub fn base(&self, number: u64, tally: &mut Tally) {
        let base = &self.full[number as usize];
        let view = parse(self.revision, &base.bytes);
        // For every result the length of the shortest reference.
        let mut best: HashMap<Vec<u8>, usize> = HashMap::new();
        for (i, reference) in self.references.iter().enumerate() {
            tally.counts[0] += 1;
            let expected = resolve(&base.model, &reference.model);
            let canonical = expected.as_ref().map(|cri| encoded(&cri.canonical(self.revision)));
            let other = parse(self.revision, &reference.bytes);
            let again = &self.references[(number as usize * 7 + i * 31) % self.references.len()];
            let what = self
                .resolution(&view, &other, expected.as_ref(), canonical.as_deref(), again, tally)
                .or_else(|| as_texts(base, reference, expected.as_ref(), self.revision, tally));
            tally.note(what.map(|what| {
                format!("{:?} {} with {}: {what}", self.revision, hex(&base.bytes), hex(&reference.bytes))
            }));
            if let Some(canonical) = canonical {
                let length = best.entry(canonical).or_insert(usize::MAX);
                *length = reference.bytes.len().min(*length);
            }
        }
        for target in &self.full {
            tally.counts[5] += 1;
            let shortest = best.get(&target.bytes).copied().unwrap_or(usize::MAX).min(target.bytes.len());
            let what = self.relative(&view, base, target, shortest);
            tally.note(what.map(|what| {
                format!("{:?} from {} to {}: {what}", self.revision, hex(&base.bytes), hex(&target.bytes))
            }));
        }
    }

    fn resolution(
        &self,
        base: &Cri<'_>,
        reference: &Cri<'_>,
        expected: Option<&Abstract>,
        canonical: Option<&[u8]>,
        again: &Item,
        tally: &mut Tally,
    ) -> Option<String> {
        let found = base.resolve(reference);
        let written = output(|out| base.resolve_to(reference, out));
        let (Some(expected), Some(canonical)) = (expected, canonical) else {
            tally.counts[1] += 1;
            let refused = found.is_err_and(|error| error == Error::NotValid) && written == Err(Error::NotValid);
            return (!refused).then(|| format!("no CRI, library {written:02x?}"));
        };
        let Ok(found) = found else { return Some("refused".to_string()) };
        if read(&found) != *expected || encode(&found) != canonical || written.as_deref() != Ok(canonical) {
            return Some(format!("model {expected:?}, library {:?}, {written:02x?}", read(&found)));
        }
        // The result, whose path may be in two pieces, is the next base.
        tally.counts[3] += 1;
        let reference = parse(self.revision, &again.bytes);
        let expected = resolve(expected, &again.model).map(|cri| encoded(&cri.canonical(self.revision)));
        let written = output(|out| found.resolve_to(&reference, out)).ok();
        let view = match found.resolve(&reference) {
            Err(Error::Limit) => {
                tally.counts[4] += 1;
                written.clone()
            }
            view => view.ok().map(|view| encode(&view)),
        };
        let same = written == expected && view == expected;
        (!same).then(|| {
            format!("then with {}: model {expected:02x?}, library {view:02x?}, {written:02x?}", hex(&again.bytes))
        })
    }

    /// R10.
    fn relative(&self, view: &Cri<'_>, base: &Item, target: &Item, shortest: usize) -> Option<String> {
        let found = view.relativize(&parse(self.revision, &target.bytes)).map(|reference| encode(&reference));
        let Ok(found) = found else { return Some(format!("{found:?}")) };
        let back = read(&parse(self.revision, &found));
        let back = resolve(&base.model, &back);
        if back.as_ref() != Some(&target.model) {
            return Some(format!("{} gives {back:?}", hex(&found)));
        }
        (found.len() != shortest).then(|| format!("{}, but the shortest has {shortest} bytes", hex(&found)))
    }
}

/// R11: what a reference with a text resolves to is what the text resolves to, but for bases with a fragment, with a
/// rootless path or with neither authority nor path.
fn as_texts(
    base: &Item,
    reference: &Item,
    expected: Option<&Abstract>,
    revision: Revision,
    tally: &mut Tally,
) -> Option<String> {
    let (base, reference) = (base.uri.as_ref()?, reference.uri.as_ref()?);
    let parse = |text| rfc3986::parse(text).expect("to-URI gives a reference");
    let text = parse(base);
    if text.fragment.is_some() || (text.authority.is_none() && !text.path.starts_with('/')) {
        return None;
    }
    tally.counts[2] += 1;
    let resolved = text.resolve(&parse(reference), true);
    let same = match expected {
        Some(expected) => to_uri(revision, expected).as_ref() == Some(&resolved),
        None => parse(&resolved).path.starts_with("/.//"),
    };
    (!same).then(|| format!("as texts {base} with {reference}: {resolved}, but {expected:?}"))
}

/// A job for each revision and base: paths of up to 3 segments out of `""`, `a` and `b`.
pub fn pairs() -> Part {
    let all = REVISIONS.map(|revision| Small::new(revision, &["", "a", "b"], 3));
    let jobs = all.iter().map(Small::bases).sum();
    let run = move |job: u64, tally: &mut Tally| match job.checked_sub(all[0].bases()) {
        None => all[0].base(job, tally),
        Some(job) => all[1].base(job, tally),
    };
    Part { jobs, counters: &COUNTERS, run: Box::new(run) }
}
