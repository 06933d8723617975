// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs in documents, and authorization information.

use crate::support::cbor::{self, Value, encoded};
use crate::support::documents::difference;
use crate::support::lib::{edn, encode, parse};
use crate::support::places::{Found, Way, What, found as found_places};
use crate::support::rows::{each, name};
use crate::support::{edn as notation, hex, unhex};
use cri::coap::{aif_allows, aif_methods, aif_methods_options};
use cri::{Aif, Cri, CriFind, CriItems, CriOrUri, Error, Method, Revision, item_is};

fn item(cri: &Cri<'_>) -> Value {
    cbor::Decoder::new(&encode(cri)).value().unwrap()
}

/// The CRIs that are found, as an array, and the error at the end.
fn found(revision: Revision, way: &str, data: &[u8]) -> Result<(Vec<u8>, Option<Error>), Error> {
    let array = |cris: Vec<Cri<'_>>| encoded(&Value::Array(cris.iter().map(item).collect()));
    let mut items: Box<dyn Iterator<Item = Result<Cri<'_>, Error>>> = match way {
        "tagged" => Box::new(CriFind::new(revision, data)?),
        "array" => Box::new(CriItems::array(revision, data)?),
        _ => Box::new(CriItems::sequence(revision, data)),
    };
    let (mut found, mut end) = (Vec::new(), None);
    for item in items.by_ref() {
        match item {
            Ok(cri) => found.push(cri),
            Err(error) if error.is_unprocessable() => {}
            Err(error) => assert_eq!(end.replace(error), None),
        }
    }
    assert!(items.next().is_none());
    Ok((array(found), end))
}

#[test]
fn cris_in_documents_are_found() {
    each("documents.txt", |revision, [way, data, expected, error]| {
        let whole = found(revision, &way.text, &data);
        assert_eq!(whole.clone().map(|found| found.0), expected.written());
        let Ok((whole, end)) = whole else { return };
        assert_eq!(end.map_or("-", |end| name(&Err::<(), _>(end))), error.text);
        // A document that is cut anywhere has no more CRIs than the whole document, and the only additional error is
        // truncation.
        for cut in 0..data.len() {
            match found(revision, &way.text, &data[..cut]) {
                Ok((part, error)) => {
                    assert!(whole[1..].starts_with(&part[1..]) && part[0] <= whole[0], "cut at {cut}");
                    assert!([None, Some(Error::Truncated), end].contains(&error), "cut at {cut}");
                }
                Err(error) => assert_eq!(error, Error::Truncated, "cut at {cut}"),
            }
        }
    });
}

/// The CRIs and URIs that are found, in the form of cri-tool, or the error at the end.
fn tagged(data: &[u8]) -> Result<String, Error> {
    let (mut found, mut find) = (Vec::new(), CriFind::new(Revision::Href27, data)?);
    while let Some(item) = find.next_item() {
        found.push(match item {
            Ok(CriOrUri::Cri(cri)) => {
                let cri = cri.encoding().unwrap();
                format!("{}:{}", cri.as_ptr().addr() - data.as_ptr().addr(), cri.len())
            }
            Ok(CriOrUri::Uri(uri)) => format!("<{uri}"),
            Err(error @ (Error::Truncated | Error::Cbor)) => {
                assert!(find.next_item().is_none() && find.next().is_none());
                return Err(error);
            }
            Err(error) => format!("?{}", error.name()),
        });
    }
    Ok(found.join("\t"))
}

#[test]
fn uris_in_documents_are_found() {
    each("tagged-uris.txt", |_, [data, expected]| {
        assert_eq!(tagged(&data), expected.result(|expected| expected.text.clone()));
        // A document that is cut anywhere has the same items, up to one that ends there.
        for cut in 0..data.len() {
            if let (Ok(whole), Ok(part)) = (tagged(&data), tagged(&data[..cut])) {
                assert!(whole.starts_with(&part), "{whole:?} cut at {cut}: {part:?}");
            }
        }
    });
}

/// Checks the place of each item, and the offset at which the walk ends.
#[test]
fn places_of_items_are_found() {
    const TYPES: [&str; 8] = ["uint", "nint", "bytes", "text", "array", "map", "tag", "simple"];
    each("places.txt", |revision, [way, data, expected, offset]| {
        let way = match &way.text[..] {
            "items" => Way::Items,
            "cris" => Way::Cris,
            _ => Way::Tagged,
        };
        let (all, (error, end)) = found_places(revision, way, &data);
        let shown = all.iter().map(|found| {
            let Found { what, major, offset, depth, index, map, key } = found;
            let what = match what {
                What::Item => TYPES[*major as usize],
                What::Cri(_) => "cri",
                What::Bad(error) => name(&Err::<(), _>(error.expect("it is of the library"))),
            };
            let key = key.as_ref().map_or("-".to_string(), |key| hex(key));
            format!("{what}:{offset}:{depth}:{index}:{map}:{key}")
        });
        let shown = shown.collect::<Vec<_>>().join(" ");
        assert_eq!(error.map_or(Ok(shown), Err), expected.result(|field| field.text.clone()));
        assert_eq!(if error.is_some() { end.to_string() } else { "-".into() }, offset.text);
        assert_eq!(difference(revision, &data), None);
    });
}

/// An item converts to text only if nothing follows it.
#[test]
fn items_become_texts() {
    for (item, is_text) in [("6161", true), ("780161", true), ("616100", false), ("4161", false), ("7f6161ff", false)] {
        assert_eq!(item_is(&unhex(item), b"a"), is_text, "{item}");
    }
}

/// The resource of an entry is an ordinary reference. It is written in canonical form even if its encoding was not
/// canonical.
#[test]
fn entries_of_authorization_information_are_read() {
    each("aif-entries.txt", |revision, [data, expected]| {
        let entries: Result<Vec<_>, _> = Aif::new(revision, &data).unwrap().collect();
        // The iterator ends after an error.
        let after_an_error = Aif::new(revision, &data).unwrap().skip_while(Result::is_ok).count();
        assert_eq!(after_an_error, usize::from(entries.is_err()));
        let found = entries.map(|entries| {
            let pairs = entries.iter().flat_map(|(target, methods)| [item(target), Value::Uint(methods.bits())]);
            encoded(&Value::Array(pairs.collect()))
        });
        assert_eq!(found, expected.written());
        for (target, _) in Aif::new(revision, &data).unwrap().map_while(Result::ok) {
            assert_eq!(target.equal(&parse(revision, &notation::bytes(&edn(&target)))), Ok(true));
            assert_eq!((target.is_full(), target.path_is_set()), (false, true));
        }
    });
}

/// The methods of all entries for a resource are combined. Malformed information allows nothing, even if valid entries
/// precede the malformed part.
/// (RFC 9237 2, 3; href-27 8.3)
/// RFC 9200 5.10.2, RFC 9237 2, R47
#[test]
fn methods_that_a_resource_allows_are_found() {
    each("aif-methods.txt", |revision, [data, request, options, expected]| {
        let wanted = expected.result(|field| field.text.parse::<u64>().unwrap());
        let found = aif_methods(&data, &parse(revision, &request));
        assert_eq!(found.map(cri::Methods::bits), wanted);
        let found = aif_methods_options(revision, &data, &options);
        assert_eq!(found.map(cri::Methods::bits), wanted);
    });
}

#[test]
fn cris_are_authorized() {
    each("aif.txt", |revision, [data, request, method, expected]| {
        let method = Method::try_from(method.text.parse::<u8>().unwrap());
        let allowed = method.and_then(|method| aif_allows(&data, &parse(revision, &request), method));
        assert_eq!(allowed, expected.boolean());
    });
}
