// SPDX-License-Identifier: MIT OR Apache-2.0
//! The vectors of the CoRE working group, if `../shared/vectors` exists. Every row that is not marked as broken is
//! checked in both revisions. `DIFFERENCES` lists all rows whose results differ.

use crate::support::lib::{REVISIONS, encode, from_uri, parse, to_uri};
use crate::support::rows::name;
use crate::support::{cbor, edn, hex, unhex};
use cri::{Cri, Error, Revision};

/// The rows whose results differ: the URI of the row, the result found in each revision, and the reason.
const DIFFERENCES: [(&str, [&str; 2], &str); 7] = [
    (
        "//[fe80::a%en1]",
        [
            "to //[fe80::a%25en1], from uri_host, resolved coaps://[fe80::a%25en1]",
            "to zone, from uri_host, resolved zone",
        ],
        "a zone identifier as the expired draft 6874bis spells it; revision 27 has no zone identifiers in URIs",
    ),
    ("//[fe80::a%25en1]", ["", "to zone, from zone, resolved zone"], "revision 27 has no zone identifiers in URIs"),
    (
        "../a/b/../c/.",
        ["from another, back ../a/c/"; 2],
        "RFC 3986 section 5.2.4: a dot segment at the end leaves an empty one",
    ),
    ("//a%3Aa", ["from another"; 2], "R13: a colon in a host needs no PET, to-URI encodes it anyway"),
    ("/?a%23a", ["from another"; 2], "R13: a hash in a query needs no PET, to-URI encodes it anyway"),
    ("//non!port.x", ["pet"; 2], "href 7.1: PET has at least one octet string"),
    (
        "math://equation=E%3Dmc%C2%B2/",
        ["from another, back math://equation=e%3Dmc%C2%B2/"; 2],
        "R12: the host to lower case",
    ),
];

const NAMES: &str = "type uri cri red resolved_uri resolved_cri cri_hex resolved_cri_hex comment features_neeeded";

/// The fields of a line. Semicolons separate them, except between bars.
fn row(line: &str) -> Vec<String> {
    let mut is_quoted = false;
    let is_separator = |c| {
        is_quoted ^= c == '|';
        c == ';' && !is_quoted
    };
    let mut row: Vec<_> = line.split(is_separator).map(|field| field.replace('|', "")).collect();
    row.resize(10, String::new());
    row
}

#[test]
fn only_known_differences_from_the_working_group_vectors() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/vectors");
    let Ok(text) = std::fs::read_to_string(format!("{folder}/href-wg/tests.csv")) else {
        println!("{folder} is not there: the working group's vectors did not run");
        return;
    };
    let mut lines = text.lines().filter(|line| !line.is_empty()).map(row);
    assert_eq!(lines.next().unwrap().join(" "), NAMES);
    let rows: Vec<_> = lines.filter(|row| row.iter().all(|field| field != "broken")).collect();
    assert!(rows.len() >= 100 && rows[0][0] == "base");
    let mut found = Vec::new();
    for row in &rows {
        let differences = REVISIONS.map(|revision| differences(revision, row, &unhex(&rows[0][6])).join(", "));
        if differences != ["", ""] {
            found.push((row[1].clone(), differences));
        }
    }
    println!("{} rows ran under both revisions, {} of them differ", rows.len(), found.len());
    let known = DIFFERENCES.map(|(uri, differences, _)| (uri.to_string(), differences.map(str::to_string)));
    assert_eq!(found, known);
}

/// Returns the text or the name of the error.
fn text(result: Result<String, Error>) -> String {
    result.unwrap_or_else(|error| name(&Err::<(), _>(error)).to_string())
}

fn differences(revision: Revision, row: &[String], base: &[u8]) -> Vec<String> {
    let [kind, uri, notation, reduced, resolved_uri, resolved_notation, data, resolved] =
        std::array::from_fn(|i| &row[i][..]);
    let mut found = Vec::new();
    let mut note = |wrong: bool, what: &str| found.extend(wrong.then(|| what.to_string()));
    let (data, resolved) = (unhex(data), unhex(resolved));
    note(!notation.is_empty() && cbor::encoded(&edn::parse(notation)) != data, "notation");
    let reference = match Cri::parse_exact(revision, &data) {
        Ok(reference) => reference,
        Err(error) => {
            note(true, name(&Err::<(), _>(error)));
            return found;
        }
    };
    // A row of kind `red` expects the reduced form of its URI.
    let expected = match kind {
        "only-cri-ref" => "no_uri",
        "red" => reduced,
        _ => uri,
    };
    let to = text(to_uri(&reference));
    note(to != expected, &format!("to {to}"));
    match from_uri(revision, uri) {
        _ if kind == "only-cri-ref" => {}
        Err(error) => note(true, &format!("from {}", name(&Err::<(), _>(error)))),
        Ok(cbor) => {
            let cri = parse(revision, &cbor);
            note(cri.equal(&reference) != Ok(true), "from another");
            let back = text(to_uri(&cri));
            note(back != expected, &format!("back {back}"));
        }
    }
    // Only the row of the base has no result.
    if kind == "base" {
        return found;
    }
    note(cbor::encoded(&edn::parse(resolved_notation)) != resolved, "notation of the result");
    let result = parse(revision, base).resolve(&reference).expect("a result");
    note(result.equal(&parse(revision, &resolved)) != Ok(true), &format!("resolved {}", hex(&encode(&result))));
    let of_result = text(to_uri(&result));
    note(of_result != resolved_uri, &format!("resolved {of_result}"));
    found
}
