// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs the hand-entered vectors of `vectors/`, under both revisions where a row holds for both.

mod support;

use cri::{Builder, Cri, Error, Revision, builder};
use support::edn;
use support::lib::{self, REVISIONS, encode, from_uri, parse, read, to_uri};
use support::model::{self, Abstract};
use support::rows::{Failures, at, outcome, rows};
use support::{cbor, hex, model_ops, unhex};

fn modelled(revision: Revision, data: &[u8]) -> Abstract {
    let value = cbor::Decoder::new(data).value().expect("well-formed");
    model::cri(revision, &value).unwrap_or_else(|| panic!("the model refuses {}", hex(data)))
}

/// (href 5.1.4; href 5.2 step 2, 5.2 step 3: the model has the abstract form)
#[test]
fn valid() {
    let mut failures = Failures::default();
    for (revision, [name, _, input, canonical, uri]) in rows("valid.txt") {
        let at = at(revision, &name);
        let canonical = outcome(&canonical, &input).unwrap();
        let (bytes, expected) = (edn::bytes(&input), edn::bytes(canonical));
        let cri = match Cri::parse(revision, &bytes) {
            Ok((cri, length)) => {
                failures.equal(&at, bytes.len(), length);
                cri
            }
            Err(refusal) => {
                failures.0.push(format!("{at}: {refusal:?}"));
                continue;
            }
        };
        failures.equal(&at, hex(&expected), hex(&encode(&cri)));
        failures.equal(&at, canonical.to_string(), lib::edn(&cri));
        failures.equal(&at, outcome(&uri, "").map(str::to_string), to_uri(&cri));
        let full = matches!(expected.get(1), Some(0x20..=0x3b | 0x60..=0x7b));
        failures.equal(&at, full, cri.is_full());
        let again = parse(revision, &expected);
        let (authority, path) = Cri::authority_and_path(&expected);
        failures.equal(&at, format!("{:?}", again.authority()), format!("{authority:?}"));
        let path = path.map(|(segments, count)| format!("{:?}", segments.take(count).collect::<Vec<_>>()));
        failures.equal(&at, again.path_is_set().then(|| format!("{:?}", again.path().collect::<Vec<_>>())), path);
        failures.equal(&at, Ok(true), cri.equal(&again));
        failures.equal(&at, cri.hash(), again.hash());
        failures.equal(&at, modelled(revision, &bytes), read(&cri));
        for end in 0..bytes.len() {
            let error = Cri::parse(revision, &bytes[..end]).map(|ok| ok.1).map_err(|refusal| refusal.error);
            failures.equal(&format!("{at} cut at {end}"), Err(Error::Truncated), error);
        }
    }
    failures.none();
}

/// What follows a CRI is no part of it, however much it looks like one.
#[test]
fn what_follows_is_left_alone() {
    let mut failures = Failures::default();
    for (revision, [name, _, input, _, _]) in rows("valid.txt") {
        let bytes = edn::bytes(&input);
        for follows in [b'a', 0x60, 0x80] {
            let stream = [&bytes[..], &[follows; 300]].concat();
            let found = Cri::parse(revision, &stream).map(|(cri, length)| (length, encode(&cri)));
            failures.equal(&at(revision, &name), Ok((bytes.len(), encode(&parse(revision, &bytes)))), found);
        }
    }
    failures.none();
}

#[test]
fn invalid() {
    let mut failures = Failures::default();
    for (revision, [name, _, input, error, skip]) in rows("invalid.txt") {
        let at = at(revision, &name);
        let bytes = edn::bytes(&input);
        let expected = outcome(&format!("!{error}"), "").map(|_| ()).unwrap_err();
        let skip = (skip != "-").then(|| skip.parse::<usize>().expect(&skip));
        match Cri::parse(revision, &bytes) {
            Ok(_) => failures.0.push(format!("{at}: accepted")),
            Err(refusal) => {
                failures.equal(&at, (expected, skip), (refusal.error, refusal.skip));
                failures.equal(&at, skip.is_some(), refusal.error.is_unprocessable());
            }
        }
    }
    failures.none();
}

#[test]
fn uris_to_cris_and_back() {
    let mut failures = Failures::default();
    for (revision, [name, _, uri, cri, back]) in rows("from-uri.txt") {
        let at = at(revision, &name);
        let found = from_uri(revision, &uri);
        match outcome(&cri, "") {
            Err(error) => failures.equal(&at, Err(error), found),
            Ok(notation) => {
                let expected = edn::bytes(notation);
                failures.equal(&at, Ok(hex(&expected)), found.as_ref().map(|bytes| hex(bytes)).map_err(|e| *e));
                let parsed = parse(revision, &expected);
                failures.equal(&at, hex(&expected), hex(&encode(&parsed)));
                failures.equal(&at, outcome(&back, &uri).map(str::to_string), to_uri(&parsed));
            }
        }
    }
    failures.none();
}

#[test]
fn resolution_of_uris_through_cri() {
    let mut failures = Failures::default();
    for (revision, [name, _, base, reference, expected]) in rows("resolve-uri.txt") {
        let (base, reference) = (from_uri(revision, &base).unwrap(), from_uri(revision, &reference).unwrap());
        let (base, reference) = (parse(revision, &base), parse(revision, &reference));
        let result = base.resolve(&reference).unwrap();
        failures.equal(&at(revision, &name), Ok(expected), to_uri(&result));
    }
    failures.none();
}

/// (href 5 resolution)
#[test]
fn resolution() {
    let mut failures = Failures::default();
    for (revision, [name, _, base, reference, expected]) in rows("resolve.txt") {
        let at = at(revision, &name);
        let (base_bytes, bytes) = (edn::bytes(&base), edn::bytes(&reference));
        let (base, reference) = (parse(revision, &base_bytes), parse(revision, &bytes));
        let found = base.resolve(&reference).map(|cri| hex(&encode(&cri)));
        let expected = outcome(&expected, "").map(|notation| hex(&edn::bytes(notation)));
        failures.equal(&at, expected.clone(), found);
        let written = lib::output(|output| base.resolve_to(&reference, output)).map(|cbor| hex(&cbor));
        failures.equal(&at, expected.clone(), written);
        if base.is_full() {
            let model = model_ops::resolve(&modelled(revision, &base_bytes), &modelled(revision, &bytes));
            let model = model.map(|cri| hex(&cbor::encoded(&cri.canonical(revision))));
            failures.equal(&format!("{at}: the model"), expected.ok(), model);
        }
    }
    failures.none();
}

/// (href 5 inverse)
#[test]
fn making_relative() {
    let mut failures = Failures::default();
    for (revision, [name, _, base, target, expected]) in rows("relativize.txt") {
        let (base, target) = (edn::bytes(&base), edn::bytes(&target));
        let (base, target) = (parse(revision, &base), parse(revision, &target));
        let reference = base.relativize(&target).unwrap();
        failures.equal(&at(revision, &name), expected, lib::edn(&reference));
        failures.equal(&at(revision, &name), Ok(true), base.resolve(&reference).unwrap().equal(&target));
        // The view is what it says, whatever it was made of.
        let stored = encode(&reference);
        failures.equal(&at(revision, &name), Ok(true), reference.equal(&parse(revision, &stored)));
        failures.equal(&at(revision, &name), Ok(stored == encode(&target)), reference.equal(&target));
    }
    failures.none();
}

#[test]
fn equality() {
    let mut failures = Failures::default();
    for (revision, [name, _, one, other, equal, ignoring]) in rows("equal.txt") {
        let at = at(revision, &name);
        let (one, other) = (edn::bytes(&one), edn::bytes(&other));
        let encoded = cri::equal_encoded(revision, &one, &other);
        let (one, other) = (parse(revision, &one), parse(revision, &other));
        let (equal, ignoring) = (Ok(equal == "true"), Ok(ignoring == "true"));
        failures.equal(&at, (equal, equal), (one.equal(&other), other.equal(&one)));
        failures.equal(&at, equal, encoded);
        failures.equal(&at, equal, one.compare(&other).map(|order| order.is_eq()));
        failures.equal(&at, ignoring, one.equal_ignoring_fragment(&other));
        failures.equal(&at, ignoring, other.equal_ignoring_fragment(&one));
        if equal == Ok(true) {
            failures.equal(&at, one.hash(), other.hash());
        }
    }
    failures.none();
}

fn builder_flags(field: &str) -> u8 {
    let of = |word, bit| if field.split(' ').any(|found| found == word) { bit } else { 0 };
    of("normalize", builder::NORMALIZE) | of("percent", builder::PERCENT)
}

/// The builder takes the names that a CRI may have, and no disguised address (R4).
#[test]
fn host_names() {
    let mut failures = Failures::default();
    for (revision, [name, _, flags, host, expected]) in rows("host-names.txt") {
        let at = at(revision, &name);
        let mut buffer = [0; 512];
        let mut builder = Builder::new(revision, builder_flags(&flags), &mut buffer);
        builder.scheme_id(-1).unwrap();
        let taken = builder.host_name(host.as_bytes());
        let length = builder.finish();
        // The first error decides.
        failures.equal(&at, taken.and(length), length);
        let expected = outcome(&expected, "").map(|notation| hex(&edn::bytes(notation)));
        failures.equal(&at, expected, length.map(|length| hex(&buffer[..length])));
    }
    failures.none();
}

/// R15: unprocessable items equal only byte-identical ones; items whose end is unknown are errors.
/// (href 5.2.1 identity)
#[test]
fn equality_of_encoded_items() {
    let mut failures = Failures::default();
    for (revision, [name, _, one, other, equal]) in rows("equal-encoded.txt") {
        let expected = outcome(&equal, "").map(|equal| equal == "true");
        let found = cri::equal_encoded(revision, &edn::bytes(&one), &edn::bytes(&other));
        failures.equal(&at(revision, &name), expected, found);
    }
    failures.none();
}

/// What a row calls, a word each.
fn build(builder: &mut Builder<'_>, program: &str) -> Result<(), Error> {
    let argument = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => unhex(digits),
        None => {
            if text == "-" {
                vec![]
            } else {
                text.as_bytes().to_vec()
            }
        }
    };
    let mut words = program.split(' ').filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let (verb, text) = word.split_once(':').unwrap_or((word, "-"));
        let bytes = argument(text);
        match verb {
            "id" => builder.scheme_id(text.parse().unwrap())?,
            "name" => builder.scheme_name(&bytes)?,
            "discard" => builder.discard(text.parse().unwrap())?,
            "rootless" => builder.rootless()?,
            "user" => builder.userinfo(&bytes)?,
            "host" => builder.host_name(&bytes)?,
            "addr" => {
                let zone = words.next_if(|word| word.starts_with("zone:")).map(|zone| argument(&zone[5..]));
                builder.host_address(&unhex(text), zone.as_deref())?
            }
            "port" => builder.port(text.parse().unwrap())?,
            "path" => builder.path()?,
            "seg" => builder.segment(&bytes)?,
            "query" => builder.query()?,
            "par" => builder.parameter(&bytes)?,
            "frag" => builder.fragment(&bytes)?,
            other => panic!("no such call: {other}"),
        }
    }
    Ok(())
}

/// (href 3 constraints, 3 lower-case, 3 labels, 3 port)
#[test]
fn building() {
    let mut failures = Failures::default();
    for (revision, [name, _, flags, program, expected]) in rows("builder.txt") {
        let expected = outcome(&expected, "").map(|notation| hex(&edn::bytes(notation)));
        let mut buffer = [0; 512];
        let mut builder = Builder::new(revision, builder_flags(&flags), &mut buffer);
        let taken = build(&mut builder, &program);
        let length = builder.finish();
        // The first error decides.
        failures.equal(&at(revision, &name), taken.and(length), length);
        failures.equal(&at(revision, &name), expected, length.map(|length| hex(&buffer[..length])));
    }
    failures.none();
}

#[test]
fn revisions_do_not_mix() {
    let data = edn::bytes("[-1, [\"h\"], [\"a\"]]");
    let (a, b) = (parse(Revision::Href13, &data), parse(Revision::Href27, &data));
    assert_eq!(a.resolve(&b).map(|_| ()), Err(Error::Revision));
    assert_eq!(a.relativize(&b).map(|_| ()), Err(Error::Revision));
    assert_eq!(a.equal(&b), Err(Error::Revision));
    assert_eq!(a.equal_ignoring_fragment(&b), Err(Error::Revision));
    assert_eq!(a.compare(&b), Err(Error::Revision));
    let reference = edn::bytes("[0, [\"b\"]]");
    assert_eq!(a.resolve(&parse(Revision::Href27, &reference)).map(|_| ()), Err(Error::Revision));
}

/// Numbers of items around those where heads get longer, and where their bytes look like other heads.
#[test]
fn numbers_of_items() {
    for revision in REVISIONS {
        for count in [0, 1, 22, 23, 24, 31, 32, 95, 96, 97, 119, 120, 255, 256, 300] {
            let items = vec!["\"a\""; count].join(", ");
            let data = edn::bytes(&format!("[-1, [{items}, 80], [{items}], [{items}], \"f\"]").replace("[, ", "["));
            let cri = parse(revision, &data);
            assert_eq!((cri.path_count(), cri.query_count()), (count, count));
            assert_eq!(read(&cri), modelled(revision, &data), "{count}");
            let reference = edn::bytes("[true, [\"b\"]]");
            let reference = parse(revision, &reference);
            assert_eq!(cri.resolve(&reference).unwrap().path_count(), 1, "{count}");
        }
    }
}
