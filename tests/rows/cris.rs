// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs as CBOR, CRIs that are built, and CRIs in documents.

use crate::support::cbor::{self, Value, encoded};
use crate::support::coap::bytes_of;
use crate::support::documents::difference as documents_difference;
use crate::support::judged::difference;
use crate::support::lib::{edn, encode, from_uri, parse, read, to_uri};
use crate::support::model_ops;
use crate::support::places::{Found, Way, What, found as found_places};
use crate::support::rows::{Field, bits, calls, each, name};
use crate::support::{edn as notation, hex, unhex};
use cri::Host;
use cri::coap::{aif_allows, aif_methods, aif_methods_options};
use cri::item_is;
use cri::{
    Aif, Builder, Cri, CriFind, CriItems, CriOrUri, Endpoint, Error, Fault, Method, Part, Revision, SchemeNumber,
    from_edn,
};

/// (href 5.1.4; href 5.2 step 2, 5.2 step 3; R1, R2: the model has the abstract form)
#[test]
fn valid_cris_are_read() {
    each("valid.txt", |revision, [received, canonical, uri]| {
        let cri = parse(revision, &received);
        canonical.is_written(|out| cri.encode(out));
        assert_eq!(edn(&cri), canonical.text);
        uri.is_written(|out| cri.to_uri(out));
        assert_eq!(cri.is_full(), matches!(canonical.get(1), Some(0x20..=0x3b | 0x60..=0x7b)));
        assert_eq!(difference(revision, &received), None);
        let again = parse(revision, &canonical);
        let (authority, path) = Cri::authority_and_path(&canonical);
        assert_eq!(format!("{:?}", again.authority()), format!("{authority:?}"));
        let path = path.map(|(segments, count)| format!("{:?}", segments.take(count).collect::<Vec<_>>()));
        assert_eq!(again.path_is_set().then(|| format!("{:?}", again.path().collect::<Vec<_>>())), path);
        assert_eq!((cri.equal(&again), cri.stable_hash()), (Ok(true), again.stable_hash()));
        assert_eq!((cri.is_canonical(), again.is_canonical()), (received.bytes == canonical.bytes, true));
        if !received.text.starts_with("0x") {
            let notation = received.text.as_bytes();
            canonical.is_written(|out| from_edn(revision, notation, out).map_err(|error| error.error));
        }
        for end in 0..received.len() {
            let cut = Cri::parse(revision, &received[..end]).map_err(|refusal| refusal.error);
            assert_eq!(cut.err(), Some(Error::Truncated), "{end}");
        }
        assert_eq!(Cri::parse_exact(revision, &received).map(|cri| encode(&cri)), canonical.written());
        // Bytes that follow a CRI are not part of it, even if they look like one of its sections.
        for follows in [0, b'a', 0x60, 0x80, 0xff] {
            let stream = [&received[..], &[follows; 300]].concat();
            let found = Cri::parse(revision, &stream).map(|(cri, length)| (encode(&cri), length));
            assert_eq!(found, Ok((canonical.bytes.clone(), received.len())));
            assert_eq!(Cri::parse_exact(revision, &stream).err(), Some(Error::Extra));
        }
    });
}

#[test]
fn invalid_cris_are_refused() {
    each("invalid.txt", |revision, [received, error, skip]| {
        let refusal = Cri::parse(revision, &received).expect_err("accepted");
        assert_eq!((name(&Err::<(), _>(refusal.error)), refusal.skip), (&*error.text, skip.text.parse().ok()));
        assert_eq!(refusal.skip.is_some(), refusal.error.is_unprocessable());
        assert_eq!(Cri::parse_exact(revision, &received).err(), Some(refusal.error));
        assert_eq!(difference(revision, &received), None);
        if refusal.error != Error::Truncated {
            let more = [&received[..], &[0]].concat();
            assert_eq!(Cri::parse_exact(revision, &more).err(), Some(refusal.error));
        }
        if !received.text.starts_with("0x") {
            let found = from_edn(revision, received.text.as_bytes(), &mut cri::Output::new(&mut [0; 512]));
            let found = found.expect_err("read").error;
            assert!(found == refusal.error || [Error::Syntax, Error::Utf8].contains(&found), "{found}");
        }
    });
}

/// (R3, R4; C1, C4, C6, C9)
#[test]
fn errors_are_located() {
    each("where.txt", |revision, [kind, input, error, offset, part]| {
        let found = match &kind.text[..] {
            "cri" => Cri::parse_where(revision, &input),
            "uri" => cri::from_uri_where(revision, &input),
            _ => cri::from_iri_where(revision, &input),
        };
        let found = match found {
            Ok(()) => ["ok".into(), "-".into(), "-".into()],
            Err(Fault { error, offset, part, .. }) => {
                [name(&Err::<(), _>(error)).into(), offset.to_string(), format!("{part:?}").to_lowercase()]
            }
        };
        assert_eq!(found, [error.text, offset.text, part.text]);
    });
}

/// (href 5 resolution)
#[test]
fn references_are_resolved() {
    each("resolve.txt", |revision, [base, reference, expected]| {
        let (one, other) = (parse(revision, &base), parse(revision, &reference));
        assert_eq!(one.resolve(&other).map(|cri| encode(&cri)), expected.written());
        expected.is_written(|out| one.resolve_to(&other, out));
        if let Ok(view) = one.resolve(&other) {
            // A view of two pieces has the same options as its encoding.
            assert_eq!(bytes_of(&view, None, 0), bytes_of(&parse(revision, &expected), None, 0));
        }
        if one.is_full() {
            let model = model_ops::resolve(&read(&one), &read(&other));
            assert_eq!(model.map(|cri| encoded(&cri.canonical(revision))), expected.written().ok());
        }
    });
}

/// (href 5 inverse)
#[test]
fn cris_are_made_relative() {
    cris_are_relative("relativize.txt", |base, target| base.relativize(target));
    cris_are_relative("relativize-for-uri.txt", |base, target| base.relativize_for_uri(target));
}

fn cris_are_relative(file: &str, make: for<'a> fn(&Cri<'a>, &Cri<'a>) -> Result<Cri<'a>, Error>) {
    each(file, |revision, [base, target, expected]| {
        let (base, target) = (parse(revision, &base), parse(revision, &target));
        let reference = make(&base, &target).unwrap();
        assert_eq!(edn(&reference), expected.text);
        assert_eq!(base.resolve(&reference).unwrap().equal(&target), Ok(true));
        // The view equals its encoding, whatever it was made from.
        assert_eq!(reference.equal(&parse(revision, &expected)), Ok(true));
        assert_eq!(reference.equal(&target), Ok(expected.bytes == encode(&target)));
        if !reference.is_full() {
            assert_eq!(make(&base, &reference).err(), Some(Error::NotFull));
        }
    });
}

#[test]
fn cris_are_compared() {
    each("equal.txt", |revision, [one, other, equal, ignoring]| {
        let (equal, ignoring) = (equal.boolean(), ignoring.boolean());
        assert_eq!(cri::equal_encoded(revision, &one, &other), equal);
        let (one, other) = (parse(revision, &one), parse(revision, &other));
        for (one, other) in [(&one, &other), (&other, &one)] {
            assert_eq!((one.equal(other), one.compare(other).map(std::cmp::Ordering::is_eq)), (equal, equal));
            assert_eq!(one.without_fragment().equal(&other.without_fragment()), ignoring);
        }
        assert!(equal != Ok(true) || one.stable_hash() == other.stable_hash());
    });
}

/// R15: unprocessable items equal only items with the same bytes. An item whose end is unknown is an error.
#[test]
fn encoded_items_are_compared() {
    each("equal-encoded.txt", |revision, [one, other, equal]| {
        assert_eq!(cri::equal_encoded(revision, &one, &other), equal.boolean());
    });
}

/// (R24, C1, C5, C7, C8; href 2 schemes)
#[test]
fn cris_are_normalised() {
    each("normalize.txt", |revision, [input, normal]| {
        normal.is_written(|out| parse(revision, &input).normalize(out));
        normal.is_written(|out| parse(revision, &normal).normalize(out));
    });
}

/// (R33)
#[test]
fn percent_encoded_text_is_decoded() {
    each("decode-pet.txt", |revision, [uri, decoded]| {
        let cri = from_uri(revision, &uri.text).unwrap();
        decoded.is_written(|out| parse(revision, &cri).decode_pet(out));
    });
}

/// (href-27 5.1, 7 and 7.2)
#[test]
fn features_of_cris_are_found() {
    each("uses.txt", |revision, [input, expected]| {
        let words = ["scheme-name", "no-authority", "userinfo", "pet", "zone"];
        assert_eq!(bits(parse(revision, &input).features().bits(), &words), expected.text);
    });
}

/// (RFC 8820 2.1, 2.2, 2.3, 2.3 well-known, 2.3 under, 2.4, 2.5, 3)
#[test]
fn ownership_is_checked() {
    each("ownership.txt", |revision, [input, expected]| {
        let is_cbor = input.text.starts_with('[') || input.text.starts_with("0x");
        let cbor = if is_cbor { input.bytes } else { from_uri(revision, &input.text).unwrap() };
        let words = ["scheme", "authority", "path", "query", "fragment"];
        assert_eq!(bits(parse(revision, &cbor).ownership().bits().into(), &words), expected.text);
    });
}

#[test]
fn hosts_and_ports_are_found() {
    each("host.txt", |revision, [input, text, port]| {
        let cri = parse(revision, &input);
        text.is_written(|out| cri.host_text(out));
        let port = port.result(|port| port.text.parse().unwrap());
        assert_eq!(cri.effective_port(), port);
        // The endpoint agrees with the host and the port.
        let expected = match cri.authority().map(|authority| authority.host) {
            None => Err(Error::NoHost),
            Some(Host::Name(_)) => Err(Error::HostName),
            Some(Host::Address(address)) => {
                port.map(|port| (address.octets(), address.zone().unwrap_or_default().as_bytes(), port))
            }
        };
        let found = Endpoint::of_host(&cri).map(|Endpoint { address, zone, port }| (address, zone, port));
        assert_eq!(found, expected);
        // The same is true after user information is removed.
        let mut scratch = [0; 512];
        let bare = cri.without_userinfo(&mut scratch).unwrap();
        text.is_written(|out| bare.host_text(out));
        assert_eq!(bare.effective_port(), port);
    });
}

#[test]
fn the_query_is_left_out() {
    each("without-query.txt", |revision, [input, expected]| {
        assert_eq!(hex(&encode(&parse(revision, &input).without_query())), hex(&expected));
    });
}

/// (RFC 3986 7.5)
#[test]
fn user_information_is_left_out() {
    each("without-userinfo.txt", |revision, [input, expected]| {
        let mut scratch = [0; 64];
        let bare = parse(revision, &input).without_userinfo(&mut scratch).unwrap();
        assert_eq!(hex(&encode(&bare)), hex(&expected));
        assert_eq!(to_uri(&bare), to_uri(&parse(revision, &expected)));
    });
}

#[test]
fn origins_are_compared() {
    each("origin.txt", |revision, [one, other, expected]| {
        let (one, other) = (parse(revision, &one), parse(revision, &other));
        assert_eq!([one.same_origin(&other), other.same_origin(&one)], [expected.boolean(); 2]);
    });
}

/// (R52)
#[test]
fn authorities_and_prefixes_are_replaced() {
    let encoded = |made: Result<Cri<'_>, Error>| made.map(|made| encode(&made));
    each("with-authority.txt", |revision, [cri, other, expected]| {
        let (cri, other) = (parse(revision, &cri), parse(revision, &other));
        assert_eq!(encoded(cri.with_authority(&other)), expected.written());
    });
    each("with-endpoint.txt", |revision, [cri, endpoint, expected]| {
        let (cri, endpoint) = (parse(revision, &cri), endpoint.endpoint().unwrap());
        let mut scratch = [0xa5; 64];
        assert_eq!(encoded(cri.with_endpoint(&endpoint, &mut scratch)), expected.written());
    });
    let (address, mut scratch) = ([0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0; 25]);
    let cri = notation::bytes("[-1, [\"all\"], [\"a\"]]");
    let cri = parse(Revision::Href27, &cri);
    let zoned = Endpoint { address: &address, zone: b"en1", port: 80 };
    let wanted = "[-1, [h'fe800000000000000000000000000001', \"en1\", 80], [\"a\"]]";
    assert_eq!(encoded(cri.with_endpoint(&zoned, &mut scratch)), Ok(notation::bytes(wanted)));
    let refused =
        [Endpoint { zone: b"\xff", ..zoned }, Endpoint { address: &[], ..zoned }, Endpoint { zone: b"en12", ..zoned }];
    for (endpoint, error) in refused.iter().zip([Error::Utf8, Error::Argument, Error::Buffer]) {
        assert_eq!(encoded(cri.with_endpoint(endpoint, &mut scratch[..23])), Err(error));
    }
    each("replace-prefix.txt", |revision, [cri, prefix, replacement, expected]| {
        let (cri, prefix, replacement) =
            (parse(revision, &cri), parse(revision, &prefix), parse(revision, &replacement));
        assert_eq!(encoded(cri.replace_prefix(&prefix, &replacement)), expected.written());
    });
}

#[test]
fn cris_of_different_revisions_are_not_combined() {
    let data = notation::bytes("[-1, [\"h\"], [\"a\"]]");
    let (a, b) = (parse(Revision::Href13, &data), parse(Revision::Href27, &data));
    let found = [a.resolve(&b), a.relativize(&b), a.with_authority(&b), a.replace_prefix(&a, &b)].map(Result::err);
    assert_eq!(found, [Some(Error::Revision); 4]);
    assert_eq!(a.replace_prefix(&b, &a).err(), Some(Error::Revision));
    let found = [a.equal(&b), a.same_origin(&b), a.compare(&b).map(|_| true)];
    assert_eq!(found, [Err(Error::Revision); 3]);
    assert_eq!(a.resolve_to(&b, &mut cri::Output::new(&mut [0; 9])), Err(Error::Revision));
}

/// Checks the result of a builder with these flags. If several calls fail, the result is the first error.
fn built(revision: Revision, flags: &str, build: impl Fn(&mut Builder<'_>), expected: &Field) {
    built_by(|buffer| Builder::new(revision, buffer), flags, build, expected);
}

/// Checks the result of the builder that `start` makes, as [`built`] does.
fn built_by(
    start: impl for<'b> Fn(&'b mut [u8]) -> Builder<'b>,
    flags: &str,
    build: impl Fn(&mut Builder<'_>),
    expected: &Field,
) {
    let wanted = expected.written();
    let needed = wanted.as_ref().map_or(0, Vec::len);
    for capacity in (0..=needed + 1).rev() {
        let mut buffer = [0xa5; 512];
        let mut builder = start(&mut buffer[..capacity]);
        for flag in flags.split(' ') {
            match flag {
                "normalize" => _ = builder.normalizing(),
                "percent" => _ = builder.percent_encoded(),
                _ => {}
            }
        }
        build(&mut builder);
        let (result, length) = (builder.finish().map(<[u8]>::to_vec), builder.position());
        let fitting = if capacity < needed { Err(Error::Buffer) } else { wanted.clone() };
        assert_eq!(result, fitting, "{capacity}");
        assert!(wanted.is_err() || length == needed, "{capacity}");
        assert!(buffer[capacity..].iter().all(|byte| *byte == 0xa5), "{capacity}");
    }
}

/// The builder accepts the names that a CRI may have, and no disguised address (R4).
#[test]
fn host_names_are_built_or_refused() {
    each("host-names.txt", |revision, [flags, host, expected]| {
        let build = |builder: &mut Builder<'_>| _ = builder.scheme_number(SchemeNumber::COAP).host_name(&host);
        built(revision, &flags.text, build, &expected);
    });
}

/// (href 3 constraints, 3 lower-case, 3 labels, 3 port)
#[test]
fn cris_are_built() {
    each("builder.txt", |revision, [flags, program, expected]| {
        if expected.written() == Err(Error::Argument) {
            return; // this id of C does not stand for a scheme number
        }
        built(revision, &flags.text, |builder| calls(builder, &program.text), &expected);
    });
}

/// (R52)
#[test]
fn cris_are_continued() {
    each("builder-from.txt", |revision, [cri, flags, program, expected]| {
        let cri = parse(revision, &cri);
        let words = |builder: &mut Builder<'_>| {
            for word in program.text.split_whitespace() {
                match word {
                    "pathof" => cri.path().for_each(|text| _ = builder.text(Part::Path, &text)),
                    "queryof" => cri.query().for_each(|text| _ = builder.text(Part::Query, &text)),
                    "fragof" => _ = builder.text(Part::Fragment, &cri.fragment().unwrap()),
                    _ => calls(builder, word),
                }
            }
        };
        built_by(|buffer| Builder::resume(&cri, buffer), &flags.text, words, &expected);
    });
    let mut builder = Builder::new(Revision::Href27, &mut []);
    let text = parse(Revision::Href27, b"\x82\xf5\x81\x61a").path().next().unwrap();
    assert_eq!(builder.text(Part::Host, &text).finish(), Err(Error::Argument));
}

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
        assert_eq!(documents_difference(revision, &data), None);
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

#[test]
fn effective_schemes_are_found() {
    each("effective-scheme.txt", |revision, [cri, id]| {
        let found = parse(revision, &cri).effective_scheme().map(|number| number.id().to_string());
        assert_eq!(found, id.result(|field| field.text.clone()));
    });
}
