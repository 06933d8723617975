// SPDX-License-Identifier: MIT OR Apache-2.0
//! What entries of authorization information are for, and what they allow (RFC 9237, href-27 section 8.3).

mod support;

use cri::{Aif, aif_allows};
use support::cbor::{Value, encoded};
use support::lib::{self, encode, parse};
use support::rows::{Failures, at, outcome, rows};
use support::{cbor, edn, hex};

/// An entry's resource is a reference like any other, in canonical form however it was written.
#[test]
fn resources() {
    let mut failures = Failures::default();
    for (revision, [name, _, data, expected]) in rows("aif-entries.txt") {
        let at = at(revision, &name);
        let data = edn::bytes(&data);
        let entries: Result<Vec<_>, _> = Aif::new(revision, &data).unwrap().collect();
        let found = entries.map(|entries| {
            let item = |bytes: &[u8]| cbor::Decoder::new(bytes).value().unwrap();
            let pairs = entries.iter().flat_map(|(target, found)| [item(&encode(target)), Value::Uint(*found)]);
            encoded(&Value::Array(pairs.collect()))
        });
        let expected = outcome(&expected, "").map(|notation| hex(&edn::bytes(notation)));
        failures.equal(&at, expected, found.map(|bytes| hex(&bytes)));
        for (target, _) in Aif::new(revision, &data).unwrap().map_while(Result::ok) {
            let stored = edn::bytes(&lib::edn(&target));
            failures.equal(&at, Ok(true), target.equal(&parse(revision, &stored)));
            failures.equal(&at, (false, true), (target.is_full(), target.path_is_set()));
        }
    }
    failures.none();
}

/// Methods of all entries for a resource add up; what is malformed allows nothing, whatever is before it.
/// (RFC 9237 2, 3; href-27 8.3)
#[test]
fn allows() {
    let mut failures = Failures::default();
    for (revision, [name, _, data, request, method, expected]) in rows("aif.txt") {
        let (data, request) = (edn::bytes(&data), edn::bytes(&request));
        let found = aif_allows(&data, &parse(revision, &request), method.parse().unwrap());
        failures.equal(&at(revision, &name), outcome(&expected, "").map(|allowed| allowed == "true"), found);
    }
    failures.none();
}
