// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs as CBOR, and CRIs that are built.

use crate::laws::derived::forms;
use crate::support::cbor::encoded;
use crate::support::coap::bytes_of;
use crate::support::judged::difference;
use crate::support::lib::{edn, encode, from_uri, parse, read, to_uri};
use crate::support::model_ops;
use crate::support::rows::{Field, bits, calls, each, name};
use crate::support::{edn as notation, hex};
use cri::{Builder, Cri, Endpoint, Error, Fault, Host, Part, Revision, SchemeNumber, from_edn};

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
        assert_eq!(cri.same_origin(&again), if cri.is_full() { Ok(true) } else { Err(Error::NotFull) });
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
        assert_eq!(cri.same_origin(&cri), if cri.is_full() { Ok(true) } else { Err(Error::NotFull) });
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

/// Checks that a view which was made of others behaves like its encoding.
fn reads_back(made: Result<Cri<'_>, Error>) {
    if let Ok(view) = made {
        let bytes = encode(&view);
        assert_eq!(forms(&view), forms(&parse(view.revision(), &bytes)));
    }
}

/// (R52)
#[test]
fn authorities_and_prefixes_are_replaced() {
    let encoded = |made: Result<Cri<'_>, Error>| made.map(|made| encode(&made));
    each("with-authority.txt", |revision, [cri, other, expected]| {
        let (cri, other) = (parse(revision, &cri), parse(revision, &other));
        assert_eq!(encoded(cri.with_authority(&other)), expected.written());
        reads_back(cri.with_authority(&other));
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
        reads_back(cri.replace_prefix(&prefix, &replacement));
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
    let mut buffer = [0; 9];
    let mut out = cri::Output::new(&mut buffer);
    assert_eq!(a.resolve_to(&b, &mut out), Err(Error::Revision));
    assert_eq!(a.path_under(&b).err(), Some(Error::Revision));
    let path = notation::bytes("[true, [\"b\"]]");
    for replacement in [b, parse(Revision::Href27, &path)] {
        assert_eq!(cri::coap::replace_prefix(b"\xb1a", 11, &a, &replacement, &mut out), Err(Error::Revision));
    }
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
    // A parameter may be a dot segment, and a segment may not.
    let cri = parse(Revision::Href27, b"\x84\x20\x81\x61h\x80\x81\x61.");
    let mut buffer = [0; 16];
    let mut builder = Builder::resume(&cri.without_query(), &mut buffer);
    assert_eq!(builder.text(Part::Path, &cri.query().next().unwrap()).error(), Some(Error::DotSegment));
}

#[test]
fn effective_schemes_are_found() {
    each("effective-scheme.txt", |revision, [cri, id]| {
        let found = parse(revision, &cri).effective_scheme().map(|number| number.id().to_string());
        assert_eq!(found, id.result(|field| field.text.clone()));
    });
}
