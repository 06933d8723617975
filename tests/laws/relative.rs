// SPDX-License-Identifier: MIT OR Apache-2.0
//! R10: what relativize gives resolves to the target, and nothing shorter does.

use crate::support::cbor::encoded;
use crate::support::hex;
use crate::support::lib::{REVISIONS, encode, parse};
use crate::support::model::{Abstract, Leading, Piece};
use crate::support::model_ops::resolve;
use crate::support::random::{self, Random, rounds};
use crate::support::small;
use cri::{Cri, Error, Revision};
use std::collections::HashMap;

fn bytes(revision: Revision, cri: &Abstract) -> Vec<u8> {
    encoded(&cri.canonical(revision))
}

/// The reference from one to the other, which resolves back.
fn relative(base: &Cri<'_>, target: &Cri<'_>) -> Vec<u8> {
    let name = || format!("{:?} from {} to {}", base.revision(), hex(&encode(base)), hex(&encode(target)));
    let reference = base.relativize(target).unwrap_or_else(|error| panic!("{}: {error}", name()));
    let found = encode(&reference);
    let back = parse(base.revision(), &found);
    let whole = encode(base);
    for reference in [reference, back] {
        // A base or a target in two pieces may make a third; then both need to be encoded first.
        let result = match base.resolve(&reference) {
            Err(Error::Limit) => parse(base.revision(), &whole).resolve(&back),
            result => result,
        };
        let result = result.unwrap_or_else(|error| panic!("{}: {} {error}", name(), hex(&found)));
        assert!(result.equal(target).unwrap(), "{}: {} gives {}", name(), hex(&found), hex(&encode(&result)));
    }
    found
}

/// All pairs of small CRIs against all references of the same alphabet.
fn shortest_of_small_ones(revision: Revision) {
    const SEGMENTS: [&str; 2] = ["", "a"];
    const MOST: usize = 3;
    let all = small::full(&SEGMENTS, MOST);
    let encodings: Vec<Vec<u8>> = all.iter().map(|cri| bytes(revision, cri)).collect();
    let views: Vec<Cri<'_>> = encodings.iter().map(|data| parse(revision, data)).collect();
    let references = small::references(&SEGMENTS, MOST);
    let lengths: Vec<usize> = references.iter().map(|reference| bytes(revision, reference).len()).collect();
    let mut pairs = 0usize;
    let mut longer = Vec::new();
    for (base, view) in all.iter().zip(&views) {
        // For every result the shortest reference; a full reference is its own result.
        let mut best: HashMap<Vec<u8>, (usize, usize)> = HashMap::new();
        for (i, reference) in references.iter().enumerate() {
            if let Some(result) = resolve(base, reference) {
                let entry = best.entry(bytes(revision, &result)).or_insert((lengths[i], i));
                *entry = (*entry).min((lengths[i], i));
            }
        }
        for (target, data) in views.iter().zip(&encodings) {
            pairs += 1;
            let found = relative(view, target);
            let shortest = best.get(data).map_or(data.len(), |best| best.0.min(data.len()));
            if found.len() > shortest {
                let better = best.get(data).map(|best| hex(&bytes(revision, &references[best.1])));
                longer.push(format!("from {} to {}: {}, not {better:?}", hex(&encode(view)), hex(data), hex(&found)));
            }
            assert!(found.len() >= shortest, "the enumeration misses {}", hex(&found));
        }
    }
    println!("{pairs} pairs, {} references each", references.len());
    assert!(longer.is_empty(), "{} are not the shortest\n{}", longer.len(), longer[..longer.len().min(20)].join("\n"));
}

#[test]
fn shortest_of_small_ones_in_revision_13() {
    shortest_of_small_ones(Revision::Href13);
}

#[test]
fn shortest_of_small_ones_in_revision_27() {
    shortest_of_small_ones(Revision::Href27);
}

/// The length of the shortest reference, out of all that could do: any discard value and the segments that
/// are then missing, with sections of the target or unset.
fn shortest(revision: Revision, base: &Abstract, target: &Abstract) -> usize {
    let path = target.path.as_deref().unwrap();
    let mut leading: Vec<_> = (0..=127).map(Some).map(|discard| (Leading::NotSet, discard)).collect();
    leading.push((Leading::NotSet, None));
    if target.authority != Leading::Rooted {
        leading.push((target.authority.clone(), None));
    }
    let goal = bytes(revision, target);
    let mut shortest = goal.len();
    for (authority, discard) in leading {
        let kept = discard.map_or(0, |count| base.path.as_ref().unwrap().len().saturating_sub(count as usize));
        let Some(missing) = path.get(kept..) else { continue };
        let mut paths = vec![Some(missing.to_vec())];
        if missing.is_empty() {
            paths.push(None);
        }
        for path in paths {
            for query in [None, Some(Vec::new()), target.query.clone()] {
                for fragment in [None, target.fragment.clone()] {
                    let authority = authority.clone();
                    let reference = Abstract {
                        scheme: None,
                        authority,
                        discard,
                        path: path.clone(),
                        query: query.clone(),
                        fragment,
                    };
                    let result = resolve(base, &reference);
                    if result.is_some_and(|result| bytes(revision, &result) == goal) {
                        shortest = shortest.min(bytes(revision, &reference).len());
                    }
                }
            }
        }
    }
    shortest
}

/// Paths so long that a discard value takes two bytes, or cannot tell how many.
#[test]
fn shortest_of_long_ones() {
    let mut random = Random::new(10);
    for round in 0..600 {
        let revision = REVISIONS[round % 2];
        let mut base = random::cri(&mut random, revision, true);
        let segment = |random: &mut Random| small::plain(random.pick(&["a", "b", "c", "long-one"]));
        let count = random.pick(&[1, 22, 23, 24, 25, 26, 100, 126, 127, 128, 129, 200]);
        let mut path: Vec<Piece> = (0..count).map(|_| segment(&mut random)).collect();
        base.path = Some(path.clone());
        let mut target = base.clone();
        path.truncate(random.pick(&[0, 0, 1, 2, 72, 73, 103, 104, count, count - 1]));
        let added = random.pick(&[0, 0, 1, 3, 23, 24]);
        path.extend((0..added).map(|_| segment(&mut random)));
        if path.is_empty() && base.authority == Leading::Rootless {
            path.push(segment(&mut random));
        }
        target.path = Some(path);
        if random.one_in(3) {
            target.query = random::cri(&mut random, revision, true).query;
        }
        if random.one_in(3) {
            target.fragment = random::cri(&mut random, revision, true).fragment;
        }
        if random.one_in(10) && base.authority != Leading::Rooted {
            target.authority = Leading::Rooted;
        }
        let (one, other) = (bytes(revision, &base), bytes(revision, &target));
        let found = relative(&parse(revision, &one), &parse(revision, &other));
        let shortest = shortest(revision, &base, &target);
        assert_eq!(found.len(), shortest, "{revision:?} from {} to {}: {}", hex(&one), hex(&other), hex(&found));
    }
}

/// Random CRIs in any form, related and unrelated ones, and views in two pieces.
/// (href 5 inverse)
#[test]
fn resolves_back() {
    let mut random = Random::new(11);
    let mut pairs = 0;
    for round in 0..rounds(60_000) {
        let revision = REVISIONS[round % 2];
        let mut crafted = |full| {
            let cri = random::cri(&mut random, revision, full);
            random::encoding(&mut random, revision, &cri)
        };
        let data = [crafted(true), crafted(true), crafted(false), crafted(false)];
        let [base, other, up, down] = data.each_ref().map(|data| parse(revision, data));
        // The other one, and what references lead to: views in two pieces.
        let mut views = vec![base, other];
        views.extend([up, down].iter().filter_map(|reference| base.resolve(reference).ok()));
        for one in &views {
            for target in &views {
                pairs += 1;
                let found = relative(one, target);
                let (a, b) = (encode(one), encode(target));
                assert_eq!(found, relative(&parse(revision, &a), &parse(revision, &b)), "{} {}", hex(&a), hex(&b));
            }
        }
    }
    println!("{pairs} pairs");
}
