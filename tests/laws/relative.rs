// SPDX-License-Identifier: MIT OR Apache-2.0
//! R10: what relativize gives resolves to the target, whatever pieces the operands are in.

use crate::support::hex;
use crate::support::lib::{REVISIONS, encode, parse};
use crate::support::random::{self, Random, rounds};
use cri::{Cri, Error};

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
