// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs in larger documents: rows, every cut, and a search by a tree of all items.

mod support;

use cri::{Cri, CriFind, CriItems, Error, Revision};
use support::cbor::{self, Value};
use support::lib::{REVISIONS, encode, output, parse};
use support::model;
use support::random::{self, Random, rounds};
use support::rows::{Failures, at, outcome, rows};
use support::{edn as notation, hex};

/// What is found, in canonical form, and the error at the end.
type Found = Result<(Vec<String>, Option<Error>), Error>;

fn canonical(cri: Cri<'_>) -> String {
    hex(&encode(&cri))
}

fn found(revision: Revision, way: &str, data: &[u8]) -> Found {
    if way == "tagged" {
        let mut find = CriFind::new(revision, data)?;
        let found: Vec<_> = find.by_ref().map(canonical).collect();
        assert!(find.next().is_none());
        return Ok((found, find.error()));
    }
    let mut items = match way {
        "array" => CriItems::array(revision, data)?,
        "sequence" => CriItems::sequence(revision, data),
        other => panic!("{other}"),
    };
    let mut all = items;
    let found: Vec<_> = items.by_ref().map(canonical).collect();
    assert!(items.next().is_none());
    assert_eq!((&found, items.error()), (&one_by_one(&mut all, data), all.error()));
    Ok((found, items.error()))
}

/// The CRIs among all items, each of which is where the one before it ends.
fn one_by_one(items: &mut CriItems<'_>, data: &[u8]) -> Vec<String> {
    let mut cris = Vec::new();
    let mut end = None;
    while let Some((item, read)) = items.next_item() {
        let start = item.as_ptr() as usize - data.as_ptr() as usize;
        assert_eq!(end.replace(start + item.len()).unwrap_or(start), start);
        match read {
            Ok(cri) => {
                assert_eq!(cri.encoding(), Some(item));
                cris.push(canonical(cri));
            }
            Err(error) => assert!(error.is_unprocessable(), "{error:?}"),
        }
    }
    cris
}

/// The items of an array, encoded.
fn items(text: &str) -> Vec<String> {
    let Value::Array(items) = notation::parse(text) else { panic!("{text}") };
    items.iter().map(|item| hex(&cbor::encoded(item))).collect()
}

#[test]
fn documents() {
    let mut failures = Failures::default();
    for (revision, [name, _, way, data, expected, error]) in rows("documents.txt") {
        let at = at(revision, &name);
        let data = notation::bytes(&data);
        let error = if error == "-" { None } else { outcome(&format!("!{error}"), "").err() };
        let expected = outcome(&expected, "").map(|expected| (items(expected), error));
        failures.equal(&at, expected.clone(), found(revision, &way, &data));
        // Cut anywhere, no more is found, and no other error comes up.
        let Ok((whole, end)) = expected else { continue };
        for cut in 0..data.len() {
            match found(revision, &way, &data[..cut]) {
                Ok((part, error)) => {
                    assert!(whole.starts_with(&part), "{at}, cut at {cut}");
                    assert!([None, Some(Error::Truncated), end].contains(&error), "{at}, cut at {cut}");
                }
                Err(error) => assert_eq!(error, Error::Truncated, "{at}, cut at {cut}"),
            }
        }
    }
    failures.none();
}

/// A random item: CRIs with tags and without, what looks like a tag inside strings, containers of all kinds.
fn item(random: &mut Random, depth: usize) -> Value {
    let cri = |random: &mut Random| {
        let full = random.one_in(2);
        random::cri(random, Revision::Href27, full).canonical(Revision::Href27)
    };
    let most = if depth == 0 { 5 } else { 11 };
    let several = |random: &mut Random| (0..random.below(4)).map(|_| item(random, depth - 1)).collect::<Vec<_>>();
    match random.below(most) {
        0 => Value::Uint(random.next() >> random.below(64)),
        1 => Value::Bytes(vec![0xd8, 99, 0x80]),
        2 => Value::Text("\u{0618}c\u{0}".into()),
        3 => cri(random),
        4 => Value::Tag(99, Box::new(cri(random))),
        5 | 6 => Value::Array(several(random)),
        7 => {
            let (keys, values) = (several(random), several(random));
            Value::Map(keys.into_iter().zip(values).collect())
        }
        8 => Value::Tag(98, Box::new(item(random, depth - 1))),
        9 => Value::Tag(99, Box::new(item(random, depth - 1))),
        _ => Value::Tag(99, Box::new(Value::Array([vec![Value::Nint(0)], several(random)].concat()))),
    }
}

/// Encodes an item, with containers and strings of indefinite length, but for what is a CRI.
fn put(random: &mut Random, out: &mut Vec<u8>, value: &Value) {
    if random.one_in(2) || model::cri(Revision::Href27, value).is_some() {
        return match value {
            Value::Array(items) if model::cri(Revision::Href27, value).is_none() => {
                cbor::put_head(out, 4, items.len() as u64, random.pick(&[0, 1, 2, 4, 8]));
                items.iter().for_each(|item| put(random, out, item));
            }
            _ => out.extend(cbor::encoded(value)),
        };
    }
    match value {
        Value::Bytes(bytes) | Value::Text(bytes) => {
            let major = if matches!(value, Value::Bytes(_)) { 2 } else { 3 };
            out.push(major << 5 | 31);
            cbor::put_head(out, major, bytes.len() as u64, 0);
            out.extend(bytes);
            out.push(0xff);
        }
        Value::Array(items) => {
            out.push(0x9f);
            items.iter().for_each(|item| put(random, out, item));
            out.push(0xff);
        }
        Value::Map(pairs) => {
            out.push(0xbf);
            pairs.iter().for_each(|(key, value)| [key, value].iter().for_each(|item| put(random, out, item)));
            out.push(0xff);
        }
        Value::Tag(number, inner) => {
            cbor::put_head(out, 6, *number, random.pick(&[0, 1, 2, 4, 8]));
            put(random, out, inner);
        }
        _ => out.extend(cbor::encoded(value)),
    }
}

/// The tagged CRIs of a tree: not those inside of others, as there are none.
fn tagged(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Tag(99, _) if let Some(cri) = model::cri(Revision::Href27, value) => {
            found.push(hex(&cbor::encoded(&cri.canonical(Revision::Href27))));
        }
        Value::Tag(_, inner) => tagged(inner, found),
        Value::Array(items) => items.iter().for_each(|item| tagged(item, found)),
        Value::Map(pairs) => pairs.iter().for_each(|(key, value)| [key, value].iter().for_each(|v| tagged(v, found))),
        _ => {}
    }
}

/// Both ways find what a walk along the tree finds, in whichever form the containers are.
#[test]
fn as_in_the_tree() {
    let mut random = Random::new(70);
    let (mut tags, mut cris) = (0, 0);
    for _ in 0..rounds(50_000) {
        let depth = 1 + random.below(4);
        let value = Value::Array((0..random.below(5)).map(|_| item(&mut random, depth)).collect());
        let mut expected = Vec::new();
        tagged(&value, &mut expected);
        let mut data = Vec::new();
        put(&mut random, &mut data, &value);
        assert_eq!(found(Revision::Href27, "tagged", &data), Ok((expected.clone(), None)), "{}", hex(&data));
        tags += expected.len();
        let Value::Array(items) = &value else { unreachable!() };
        let expected: Vec<_> = items
            .iter()
            .filter_map(|item| model::cri(Revision::Href27, item))
            .map(|cri| hex(&cbor::encoded(&cri.canonical(Revision::Href27))))
            .collect();
        assert_eq!(found(Revision::Href27, "array", &data), Ok((expected.clone(), None)), "{}", hex(&data));
        cris += expected.len();
        // What is changed ends, and finds nothing outside.
        random::mutate(&mut random, &mut data);
        for way in ["tagged", "array", "sequence"] {
            if let Ok((found, _)) = found(Revision::Href27, way, &data) {
                assert!(found.len() <= data.len());
            }
        }
    }
    println!("{tags} tagged CRIs, {cris} items");
    assert!(tags > rounds(20_000) && cris > rounds(20_000));
}

/// What was found is where it is in the document, with its tag, and written again it is found again.
#[test]
fn encodings() {
    let data = notation::bytes("[99([-1, [\"h\"], [], []]), [1]]");
    let whole = CriItems::array(Revision::Href27, &data).unwrap();
    let found: Vec<_> = whole.map(|cri| cri.encoding().unwrap()).collect();
    assert_eq!(found, [&data[1..data.len() - 2], &data[data.len() - 2..]]);
    let mut find = CriFind::new(Revision::Href27, &data).unwrap();
    let cri = find.next().unwrap();
    assert_eq!(cri.encoding(), Some(found[0]));
    assert_eq!(cri.without_fragment().encoding(), cri.encoding());
    let with_fragment = notation::bytes("[-1, [\"h\"], [], [], \"f\"]");
    assert_eq!(parse(Revision::Href27, &with_fragment).without_fragment().encoding(), None);
    let tagged = output(|out| cri.encode_tagged(out)).unwrap();
    assert_eq!(hex(&tagged), "d863822081 6168".replace(' ', ""));
    assert_eq!(parse(Revision::Href27, &tagged).equal(&cri), Ok(true));
    for revision in REVISIONS {
        let reference = parse(revision, &[0x81, 1]);
        let expected = if revision == Revision::Href27 { Ok(vec![0xd8, 0x63, 0x81, 1]) } else { Err(Error::Revision) };
        assert_eq!(output(|out| reference.encode_tagged(out)), expected);
    }
}
