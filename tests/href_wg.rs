// SPDX-License-Identifier: MIT OR Apache-2.0
//! The CoRE working group's vectors, where `../shared/vectors` is at hand: every row that is not marked
//! broken, under both revisions but for the exceptions below.

use crate::support::lib::{REVISIONS, encode, from_uri, parse, to_uri};
use crate::support::{cbor, edn, fields, hex, unhex};
use cri::{Cri, Error, Revision};

/// What a row is not held to, and why.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Exception {
    /// Not at all.
    LeftOut,
    /// In one revision it does not convert from a URI; the error it gives.
    NotFromUri(Revision, Error),
    /// In one revision it does not convert to a URI; the error it gives.
    NotToUri(Revision, Error),
    /// It does not parse; the error it gives.
    Unprocessable(Error),
    /// From-URI gives another CRI, with the same URI.
    OtherCri,
    /// From-URI gives another CRI, with this URI.
    OtherUri(&'static str),
}

use Exception::*;

const EXCEPTIONS: [(&str, Exception, &str); 8] = [
    ("//[fe80::a%en1]", LeftOut, "a zone identifier as the expired draft 6874bis spells it"),
    ("//[fe80::a%25en1]", NotFromUri(Revision::Href27, Error::Zone), "revision 27 has no zone identifiers in URIs"),
    ("//[fe80::a%25en1]", NotToUri(Revision::Href27, Error::Zone), "revision 27 has no zone identifiers in URIs"),
    ("//a%3Aa", OtherCri, "R13: a colon in a host needs no PET, to-URI encodes it anyway"),
    ("/?a%23a", OtherCri, "R13: a hash in a query needs no PET, to-URI encodes it anyway"),
    ("../a/b/../c/.", OtherUri("../a/c/"), "RFC 3986 section 5.2.4: a dot segment at the end leaves an empty one"),
    ("math://equation=E%3Dmc%C2%B2/", OtherUri("math://equation=e%3Dmc%C2%B2/"), "R12: the host to lower case"),
    ("//non!port.x", Unprocessable(Error::Pet), "href 7.1: PET has at least one octet string"),
];

const NAMES: &str = "type uri cri red resolved_uri resolved_cri cri_hex resolved_cri_hex comment features_neeeded";

/// Semicolons part the fields, but for those between bars.
fn row(line: &str) -> Vec<String> {
    let mut row = fields(line, ';', '|');
    row.resize(10, String::new());
    row
}

#[test]
fn working_group_vectors() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/vectors");
    let Ok(text) = std::fs::read_to_string(format!("{folder}/href-wg/tests.csv")) else {
        println!("{folder} is not there: the working group's vectors did not run");
        return;
    };
    let mut lines = text.lines().filter(|line| !line.is_empty());
    assert_eq!(row(lines.next().unwrap()).join(" "), NAMES);
    let (mut base, mut rows, mut broken, mut excepted, mut failures) = (None, 0, 0, Vec::new(), Vec::new());
    for line in lines {
        let row = row(line);
        if base.is_none() {
            assert_eq!(row[0], "base");
            base = Some(unhex(&row[6]));
        }
        if row.iter().any(|field| field == "broken") {
            broken += 1;
            continue;
        }
        rows += 1;
        let exceptions: Vec<Exception> =
            EXCEPTIONS.iter().filter(|exception| exception.0 == row[1]).map(|exception| exception.1).collect();
        if !exceptions.is_empty() {
            excepted.push(row[1].clone());
        }
        for revision in REVISIONS {
            let mut at = |what: &str| failures.push(format!("{revision:?} {line}\n    {what}"));
            run(revision, &row, base.as_ref().unwrap(), &exceptions, &mut at);
        }
    }
    for (uri, exception, reason) in EXCEPTIONS {
        assert!(excepted.iter().any(|row| row == uri), "no row for the exception {uri}");
        println!("{uri}: {exception:?}: {reason}");
    }
    println!(
        "{rows} rows ran under both revisions, {} of them with exceptions; {broken} marked broken",
        excepted.len()
    );
    assert!(rows >= 100);
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

fn run(revision: Revision, row: &[String], base: &[u8], exceptions: &[Exception], fail: &mut impl FnMut(&str)) {
    if exceptions.contains(&LeftOut) {
        return;
    }
    let [kind, uri, notation, reduced, resolved_uri, resolved_notation, data, resolved_data] =
        std::array::from_fn(|i| &row[i]);
    let data = unhex(data);
    if *notation != *"" && cbor::encoded(&edn::parse(notation)) != data {
        fail("diagnostic notation and hex differ");
    }
    let reference = match Cri::parse(revision, &data) {
        Ok((cri, length)) if length == data.len() => cri,
        Ok((_, length)) => return fail(&format!("takes {length} bytes")),
        Err(refusal) if exceptions.contains(&Unprocessable(refusal.error)) => return,
        Err(refusal) => return fail(&format!("{refusal:?}")),
    };
    if exceptions.iter().any(|exception| matches!(exception, Unprocessable(_))) {
        return fail("is processable");
    }
    check_uri(revision, kind, uri, reduced, &reference, exceptions, fail);
    // Only the base row has no result.
    let (resolved_uri, resolved) = match &kind[..] {
        "base" => return,
        _ => (resolved_uri, unhex(resolved_data)),
    };
    if cbor::encoded(&edn::parse(resolved_notation)) != resolved {
        fail("diagnostic notation and hex of the result differ");
    }
    let (expected, base) = (parse(revision, &resolved), parse(revision, base));
    match base.resolve(&reference) {
        Ok(result) => {
            if result.equal(&expected) != Ok(true) {
                fail(&format!("resolves to {}", hex(&encode(&result))));
            }
            if to_uri(&result) != no_uri(revision, exceptions).map_or(Ok(resolved_uri.clone()), Err) {
                fail(&format!("resolves to {:?}", to_uri(&result)));
            }
        }
        Err(error) => fail(&format!("resolves to {error}")),
    }
}

/// The error for which a row has no URI.
fn no_uri(revision: Revision, exceptions: &[Exception]) -> Option<Error> {
    exceptions.iter().find_map(|exception| match exception {
        NotToUri(of, error) if *of == revision => Some(*error),
        _ => None,
    })
}

fn check_uri(
    revision: Revision,
    kind: &str,
    uri: &str,
    reduced: &str,
    reference: &Cri<'_>,
    exceptions: &[Exception],
    fail: &mut impl FnMut(&str),
) {
    if kind == "only-cri-ref" {
        if to_uri(reference) != Err(Error::NoUri) {
            fail(&format!("to-URI gives {:?}", to_uri(reference)));
        }
        return;
    }
    // A row of kind `red` gives the reduced form of its URI.
    let expected = if kind == "red" { reduced } else { uri };
    if to_uri(reference) != no_uri(revision, exceptions).map_or(Ok(expected.to_string()), Err) {
        fail(&format!("to-URI gives {:?}", to_uri(reference)));
    }
    let error = exceptions.iter().find_map(|exception| match exception {
        NotFromUri(of, error) if *of == revision => Some(*error),
        _ => None,
    });
    match (from_uri(revision, uri), error) {
        (Err(found), Some(error)) if found == error => {}
        (Ok(found), None) => {
            let cri = parse(revision, &found);
            let other_uri = exceptions.iter().find_map(|exception| match exception {
                OtherUri(uri) => Some(*uri),
                _ => None,
            });
            let other = exceptions.contains(&OtherCri) || other_uri.is_some();
            if cri.equal(reference) != Ok(!other) {
                fail(&format!("from-URI gives {}", hex(&found)));
            }
            if to_uri(&cri).as_deref() != Ok(other_uri.unwrap_or(expected)) {
                fail(&format!("from-URI and back gives {:?}", to_uri(&cri)));
            }
        }
        (found, _) => fail(&format!("from-URI gives {found:?}")),
    }
}
