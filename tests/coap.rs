// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoAP options both ways: RFC 7252's examples and every refusal of R16 and R17 as vectors, laws over
//! random CRIs, options cut anywhere and of any bytes, and every size of buffer.

mod support;

use cri::coap::Proxy;
use cri::{Composer, Cri, Endpoint, Error, Output, Revision};
use support::cbor::Value;
use support::coap::{self, Destination, bytes_of, from_bytes, location, proxy_bytes};
use support::coap_in;
use support::lib::{REVISIONS, edn, encode, from_uri, output, parse, read};
use support::model::{Abstract, Authority, Host, Leading, Piece, Scheme};
use support::random::{self, Random, rounds};
use support::random_coap::coap_cri;
use support::rows::{Failures, at, outcome, rows};
use support::{cbor, edn as notation, hex};

/// Options as `[number, value, …]`; or bytes behind `0x`, delta-coded.
fn options(text: &str) -> Vec<u8> {
    if text.starts_with("0x") {
        return notation::bytes(text);
    }
    let Value::Array(items) = notation::parse(text) else { panic!("{text}") };
    let pairs: Vec<(u16, Vec<u8>)> = items
        .chunks(2)
        .map(|pair| match pair {
            [Value::Uint(number), Value::Bytes(value)] => (*number as u16, value.clone()),
            other => panic!("{text}: {other:?}"),
        })
        .collect();
    coap::encode(&pairs, 0)
}

/// What an iterator gives, delta-coded.
fn iterated(
    result: Result<impl Iterator<Item = (u16, impl AsRef<[u8]>)>, Error>,
    after: u16,
) -> Result<Vec<u8>, Error> {
    let options: Vec<_> = result?.map(|(number, value)| (number, value.as_ref().to_vec())).collect();
    assert!(options.is_sorted_by_key(|option| option.0));
    Ok(coap::encode(&options, after))
}

fn scheme_number(revision: Revision, name: &str) -> u64 {
    cri::scheme::number(revision, name.as_bytes()).expect(name)
}

#[test]
fn out() {
    let mut failures = Failures::default();
    for (revision, [name, _, input, dest, expected, back]) in rows("coap.txt") {
        let at = at(revision, &name);
        let bytes = notation::bytes(&input);
        let cri = parse(revision, &bytes);
        let dest = Destination::parse(&dest);
        let endpoint = dest.as_ref().map(Destination::endpoint);
        let expected = outcome(&expected, "").map(options);
        let found = bytes_of(&cri, endpoint.as_ref(), 0);
        failures.equal(&at, expected.clone().map(|bytes| hex(&bytes)), found.clone().map(|bytes| hex(&bytes)));
        let mut scratch = [0xa5; cri::coap::SCRATCH_MAX];
        failures.equal(&at, found.clone(), iterated(cri.coap_options(endpoint.as_ref(), &mut scratch), 0));
        match coap::to_coap(revision, &read(&cri), endpoint.as_ref()) {
            Ok(options) => failures.equal(&at, Ok(coap::encode(&options, 0)), found.clone()),
            Err(errors) => assert!(errors.contains(&found.clone().unwrap_err()), "{at}: {errors:?}"),
        }
        let Ok(options) = found else { continue };
        let scheme = cri.scheme_number().expect(&at);
        let again = from_bytes(revision, scheme, &options, endpoint);
        // Without a destination the host is told, and the port if it is not the scheme's.
        let back = hex(&notation::bytes(outcome(&back, &input).unwrap()));
        failures.equal(&at, Ok(back), again.map(|bytes| hex(&bytes)));
    }
    failures.none();
}

/// Feeds a composer option by option.
fn fed(revision: Revision, scheme: u64, options: &[u8], dest: Option<Endpoint<'_>>) -> Result<Vec<u8>, Error> {
    let mut buffer = [0xa5; 4096];
    let mut composer = Composer::new(revision, scheme, dest, &mut buffer)?;
    for option in cri::coap::Options::new(options, 0) {
        let (number, value) = option?;
        if let Err(error) = composer.option(number, value) {
            // The first error decides.
            assert_eq!(composer.option(2048, b""), Err(error));
            assert_eq!(composer.finish(), Err(error));
            return Err(error);
        }
    }
    let length = composer.finish()?;
    assert_eq!(composer.finish(), Err(Error::Order));
    assert_eq!(composer.option(2048, b""), Err(Error::Order));
    Ok(buffer[..length].to_vec())
}

#[test]
fn inward() {
    let mut failures = Failures::default();
    for (revision, [name, _, scheme, input, dest, expected]) in rows("coap-in.txt") {
        let at = at(revision, &name);
        let input = options(&input);
        let dest = Destination::parse(&dest);
        let endpoint = dest.as_ref().map(Destination::endpoint);
        let scheme = scheme_number(revision, &scheme);
        let expected = outcome(&expected, "").map(|text| hex(&notation::bytes(text)));
        let found = from_bytes(revision, scheme, &input, endpoint);
        failures.equal(&at, expected, found.clone().map(|bytes| hex(&bytes)));
        failures.equal(&at, found.clone(), fed(revision, scheme, &input, endpoint));
        if let Ok(bytes) = found {
            every_capacity(&bytes, |out| cri::from_coap(revision, scheme, &input, endpoint, out));
            let cri = parse(revision, &bytes);
            assert_eq!(encode(&cri), bytes, "{at}");
        }
    }
    failures.none();
}

#[test]
fn uri_text_to_options() {
    let mut failures = Failures::default();
    let hexed = |result: Result<Vec<u8>, Error>| result.map(|bytes| hex(&bytes));
    for (revision, [name, _, text, dest, expected]) in rows("uri-to-coap.txt") {
        let dest = Destination::parse(&dest);
        let endpoint = dest.as_ref().map(Destination::endpoint);
        let run = |out: &mut Output<'_>| cri::uri_to_coap(revision, text.as_bytes(), endpoint.as_ref(), 0, out);
        failures.equal(&at(revision, &name), hexed(outcome(&expected, "").map(options)), hexed(output(run)));
    }
    for (revision, [name, _, base, text, dest, expected]) in rows("uri-reference-to-coap.txt") {
        let dest = Destination::parse(&dest);
        let endpoint = dest.as_ref().map(Destination::endpoint);
        let base = from_uri(revision, &base).expect(&name);
        let base = parse(revision, &base);
        let run = |out: &mut Output<'_>| cri::uri_reference_to_coap(&base, text.as_bytes(), endpoint.as_ref(), 0, out);
        failures.equal(&at(revision, &name), hexed(outcome(&expected, "").map(options)), hexed(output(run)));
    }
    failures.none();
}

#[test]
fn options_to_uri_text() {
    let mut failures = Failures::default();
    for (revision, [name, _, scheme, input, dest, expected, direct]) in rows("coap-to-uri.txt") {
        let at = at(revision, &name);
        let input = options(&input);
        let dest = Destination::parse(&dest);
        let to = dest.as_ref().map(Destination::endpoint);
        let scheme = scheme_number(revision, &scheme);
        let text = |result: Result<Vec<u8>, Error>| result.map(|text| String::from_utf8(text).expect("ASCII"));
        let wanted = |field: &str| outcome(field, "").map(str::to_string);
        failures.equal(&at, wanted(&expected), text(output(|out| cri::coap_to_uri(revision, scheme, &input, to, out))));
        let found = text(output(|out| cri::coap_to_uri_direct(revision, scheme, &input, to, out)));
        failures.equal(&at, wanted(&direct), found);
        let cbor = output(|out| cri::from_coap_direct(revision, scheme, &input, to, out));
        let found = cbor.and_then(|cbor| output(|out| parse(revision, &cbor).to_uri(out)));
        failures.equal(&at, wanted(&direct), text(found));
    }
    failures.none();
}

#[test]
fn locations() {
    let mut failures = Failures::default();
    for (revision, [name, _, input, expected, back]) in rows("coap-location.txt") {
        let at = at(revision, &name);
        if back != "-" {
            let bytes = notation::bytes(&expected);
            let cri = parse(revision, &bytes);
            let back = outcome(&back, &input).map(options);
            let found = to_location(&cri, 0);
            failures.equal(&at, back.clone().map(|bytes| hex(&bytes)), found.map(|bytes| hex(&bytes)));
            if let Ok(back) = back {
                every_capacity(&back, |out| cri.to_coap_location(0, out));
            }
        }
        if input == "-" {
            continue;
        }
        let input = options(&input);
        let expected = outcome(&expected, "").map(|text| hex(&notation::bytes(text)));
        let found = location(revision, &input);
        failures.equal(&at, expected, found.clone().map(|bytes| hex(&bytes)));
        if let Ok(bytes) = found {
            every_capacity(&bytes, |out| cri::from_coap_location(revision, &input, out));
            assert_eq!(encode(&parse(revision, &bytes)), bytes, "{at}");
        }
    }
    failures.none();
}

#[test]
fn proxies() {
    let mut failures = Failures::default();
    for (revision, [name, _, proxy, input, dest, expected]) in rows("coap-proxy.txt") {
        let at = at(revision, &name);
        let Some(proxy) = Proxy::from_number(proxy.parse().unwrap()) else {
            assert_eq!(expected, "!argument", "{at}");
            continue;
        };
        let bytes = notation::bytes(&input);
        let cri = parse(revision, &bytes);
        let dest = Destination::parse(&dest);
        let endpoint = dest.as_ref().map(Destination::endpoint);
        let expected = outcome(&expected, "").map(options);
        let found = proxy_bytes(&cri, proxy, endpoint.as_ref(), 0);
        failures.equal(&at, expected.map(|bytes| hex(&bytes)), found.clone().map(|bytes| hex(&bytes)));
        let mut scratch = [0xa5; cri::coap::PROXY_SCRATCH_MAX];
        failures.equal(&at, found.clone(), iterated(cri.coap_proxy_options(proxy, endpoint.as_ref(), &mut scratch), 0));
        let Ok(options) = found else { continue };
        every_capacity(&options, |out| cri.to_coap_proxy(proxy, endpoint.as_ref(), 0, out));
        // It comes back, in its canonical form.
        let again = from_bytes(revision, 0, &options, endpoint).expect(&at);
        let mut back = read(&cri).numbered(revision);
        if coap::has_one_root(revision, back.scheme.as_ref().unwrap()) {
            // R12: Uri-* options have no default port, nor a lone empty segment (R30).
            back = coap::come_back(revision, &back);
        }
        match proxy {
            Proxy::Uri => back = read(&cri).numbered(revision),
            Proxy::Cri => back = read(&cri),
            Proxy::Scheme | Proxy::SchemeNumber => {}
        }
        failures.equal(&at, hex(&cbor::encoded(&back.canonical(revision))), hex(&again));
    }
    failures.none();
}

/// What has Location-* options resolves to the same as what they give back; all else is refused, for its reason. Options that
/// were made come back as they are.
/// The scratch receives Uri-Host, here of two bytes, and not the name of the scheme.
#[test]
fn proxy_scheme_needs_no_more_scratch() {
    let bytes = notation::bytes(r#"[-1, ["h"]]"#);
    let cri = parse(Revision::Href27, &bytes);
    let wanted = proxy_bytes(&cri, Proxy::Scheme, None, 0);
    assert_eq!(iterated(cri.coap_proxy_options(Proxy::Scheme, None, &mut [0; 2]), 0), wanted);
}

#[test]
fn locations_there_and_back() {
    let mut random = Random::new(57);
    let (mut converted, mut refused) = (0, 0);
    for round in 0..rounds(100_000) {
        let revision = REVISIONS[round % 2];
        let mut reference =
            if random.one_in(3) { coap_cri(&mut random, revision) } else { random::cri(&mut random, revision, false) };
        if random.one_in(2) {
            // As a response has it.
            (reference.scheme, reference.authority) = (None, Leading::NotSet);
            reference.discard = random.one_in(4).then_some(0);
            reference.path = if reference.discard.is_some() { None } else { reference.path };
            reference.fragment = None;
        }
        let data = cbor::encoded(&reference.canonical(revision));
        let view = parse(revision, &data);
        let after = random.pick(&[0, 0, 4, 8, 9, 20, 21]);
        let found = to_location(&view, after);
        let expected = coap::location_options(&reference);
        let first = expected.as_ref().ok().and_then(|options| options.first()).map_or(u16::MAX, |option| option.0);
        match (expected, found) {
            (Err(errors), found) => {
                let error = found.expect_err(&edn(&view));
                let order = after > 0 && error == Error::CoapOrder;
                assert!(order || errors.contains(&error), "{}: {error:?}, not {errors:?}", edn(&view));
                refused += 1;
            }
            (Ok(_), found) if first < after => assert_eq!(found, Err(Error::CoapOrder), "{}", edn(&view)),
            (Ok(options), found) => {
                assert_eq!(found, Ok(coap::encode(&options, after)), "{}", edn(&view));
                let options = coap::encode(&options, 0);
                let back = location(revision, &options).unwrap_or_else(|error| panic!("{}: {error:?}", edn(&view)));
                let back = parse(revision, &back);
                assert_eq!(to_location(&back, 0).as_ref(), Ok(&options), "{}", edn(&view));
                let base = from_uri(revision, "coap://h/x/y?z#f").unwrap();
                let base = parse(revision, &base);
                let same = base.resolve(&view).unwrap().equal(&base.resolve(&back).unwrap());
                assert_eq!(same, Ok(true), "{}", edn(&view));
                converted += 1;
            }
        }
    }
    println!("{converted} references had options, {refused} had none");
    assert!(converted > rounds(10_000) && refused > rounds(10_000));
}

/// A reference that was made of a resolved view: its path is in two pieces.
#[test]
fn location_of_two_pieces() {
    for revision in REVISIONS {
        // So many segments that `true` is shorter than their number.
        let uris = [format!("coap://h/{}", "b/".repeat(30)), "coap://h/x/y".into(), "z?q".into()];
        let [base, one, reference] = uris.map(|uri| from_uri(revision, &uri).unwrap());
        let target = parse(revision, &one).resolve(&parse(revision, &reference)).unwrap();
        let location = parse(revision, &base).relativize(&target).unwrap();
        assert_eq!(edn(&location), r#"[true, ["x", "z"], ["q"]]"#);
        assert_eq!(
            to_location(&location, 0),
            Ok(coap::encode(&[(8, b"x".to_vec()), (8, b"z".to_vec()), (20, b"q".to_vec())], 0))
        );
    }
}

fn to_location(cri: &Cri<'_>, after: u16) -> Result<Vec<u8>, Error> {
    output(|out| cri.to_coap_location(after, out))
}

/// Which requests are under a path: from their options in both forms and, where they ask no proxy, from their CRIs.
#[test]
fn paths() {
    let mut failures = Failures::default();
    let destination = Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 5683 };
    for (revision, [name, _, input, prefix, rest, asks]) in rows("coap-path.txt") {
        let at = at(revision, &name);
        let input = options(&input);
        let asks = outcome(&asks, "").map(|asks| asks == "true");
        failures.equal(&at, asks, cri::coap::asks_proxy(&input));
        let prefix = from_uri(revision, &prefix).expect(&at);
        let prefix = parse(revision, &prefix);
        let texts = |rest: &str| {
            let Value::Array(items) = notation::parse(rest) else { panic!("{at}: {rest}") };
            let text = |item| if let Value::Text(text) = item { text } else { panic!("{at}: {rest}") };
            items.into_iter().map(text).collect::<Vec<_>>()
        };
        let expected = outcome(&rest, "").map(|rest| (rest != "-").then(|| texts(rest)));
        let found = cri::coap_path_under(&input, &prefix);
        let found = found.map(|rest| rest.map(|rest| rest.map(<[u8]>::to_vec).collect::<Vec<_>>()));
        failures.equal(&at, expected.clone(), found);
        failures.equal(&at, expected.clone(), matched(&input, &prefix));
        if asks == Ok(false) {
            let found = from_bytes(revision, 0, &input, Some(destination)).and_then(|cri| {
                let rest = parse(revision, &cri).path_under(&prefix)?;
                Ok(rest.map(|rest| rest.map(|text| text.plain().unwrap().to_vec()).collect::<Vec<_>>()))
            });
            failures.equal(&at, expected, found);
        }
    }
    failures.none();
}

/// Feeds a matcher option by option.
fn matched(options: &[u8], prefix: &Cri<'_>) -> Result<Option<Vec<Vec<u8>>>, Error> {
    let mut matcher = cri::PathMatcher::new(prefix)?;
    let mut path = Vec::new();
    for option in cri::coap::Options::new(options, 0) {
        let (number, value) = option?;
        if let Err(error) = matcher.option(number, value) {
            assert_eq!(matcher.finish(), None);
            return Err(error);
        }
        match number {
            11 => path.push(value.to_vec()),
            13 => path.extend(coap_in::abbreviated(value).expect("a known value").iter().map(|text| text.to_vec())),
            _ => {}
        }
    }
    Ok(matcher.finish().map(|matched| path.split_off(matched)))
}

/// Which paths have an abbreviation: those of the registry, whatever their encoding, and no other (R29).
#[test]
fn abbreviations() {
    let of = |revision, cri: &str| parse(revision, &notation::bytes(cri)).coap_path_abbrev();
    for revision in REVISIONS {
        let rows = include_str!("../registry/path-abbrev.csv").lines().skip(1).map(|row| row.split_once(',').unwrap());
        for (value, path) in rows {
            let value = value.parse().ok();
            let segments: Vec<_> = path.split('/').skip(1).map(|segment| format!("{segment:?}")).collect();
            let segments = segments.join(", ");
            for cri in ["[-1, [\"h\"], [PATH]]", "[true, [PATH]]", "[\"x\", null, [PATH], [\"q\"], \"f\"]"] {
                assert_eq!(of(revision, &cri.replace("PATH", &segments)), value, "{path}");
            }
            assert_eq!(of(revision, &format!("[-1, [\"h\"], [{segments}, \"\"]]")), None, "{path}/");
            assert_eq!(of(revision, &format!("[0, [{segments}]]")), None, "{path} after that of a base");
            let uri = from_uri(revision, &format!("coap://h{path}")).unwrap();
            let mut base = parse(revision, &uri);
            let name = notation::bytes(&format!("[1, [{:?}]]", path.rsplit('/').next().unwrap()));
            base = base.resolve(&parse(revision, &name)).unwrap();
            assert_eq!(base.coap_path_abbrev(), value, "{path} in two pieces");
        }
        for path in [
            "",
            "\"\"",
            "\".well-known\"",
            "\"core\"",
            "\".well-known\", \"Core\"",
            "\".well-known\", \"est\"",
            "\".well-known/core\"",
        ] {
            assert_eq!(of(revision, &format!("[-1, [\"h\"], [{path}]]")), None, "{path}");
        }
        let long = [&b"\x83\x20\x81\x61h\x82\x78\x0b.well-known"[..], b"\x79\x00\x04core"].concat();
        assert_eq!(parse(revision, &long).coap_path_abbrev(), Some(0));
    }
}

/// Output of every size up to more than enough: the length needed is always told, and nothing behind the
/// buffer is touched.
fn every_capacity(expected: &[u8], run: impl Fn(&mut Output<'_>) -> Result<(), Error>) {
    for capacity in 0..expected.len() + 2 {
        let mut buffer = vec![0xa5; expected.len() + 8];
        let (space, behind) = buffer.split_at_mut(capacity);
        let mut out = Output::new(space);
        let result = run(&mut out);
        assert_eq!(out.length(), expected.len());
        if capacity < expected.len() {
            assert_eq!(result, Err(Error::Buffer));
        } else {
            assert_eq!((result, out.written()), (Ok(()), Ok(expected)));
        }
        assert!(behind.iter().all(|byte| *byte == 0xa5), "{capacity}");
    }
}

fn endpoint<'a>(random: &mut Random, addresses: &'a [Vec<u8>]) -> Endpoint<'a> {
    let address = &addresses[random.below(addresses.len())];
    Endpoint { address, zone: &[], port: random.pick(&[5683, 5684, 80, 443, 61616]) }
}

fn addresses() -> Vec<Vec<u8>> {
    vec![vec![192, 0, 2, 1], [[0x20, 1, 0xd, 0xb8].as_slice(), &[0; 11], &[1]].concat()]
}

/// As the model, in both forms; and what went out comes back (R16, R17).
#[test]
fn there_and_back() {
    let mut random = Random::new(50);
    let addresses = addresses();
    let mut converted = 0;
    for round in 0..rounds(200_000) {
        let revision = REVISIONS[round % 2];
        let cri =
            if random.one_in(4) { random::cri(&mut random, revision, true) } else { coap_cri(&mut random, revision) };
        let data = random::encoding(&mut random, revision, &cri);
        let view = parse(revision, &data);
        let endpoint = endpoint(&mut random, &addresses);
        let dest = (!random.one_in(4)).then_some(&endpoint);
        let found = bytes_of(&view, dest, 0);
        let mut scratch = [0xa5; cri::coap::SCRATCH_MAX];
        assert_eq!(iterated(view.coap_options(dest, &mut scratch), 0), found, "{}", edn(&view));
        let options = match coap::to_coap(revision, &cri, dest) {
            Err(errors) => {
                let error = found.expect_err(&edn(&view));
                assert!(errors.contains(&error), "{}: {error:?}, not {errors:?}", edn(&view));
                continue;
            }
            Ok(options) => options,
        };
        let found = found.unwrap_or_else(|error| panic!("{}: {error:?}", edn(&view)));
        assert_eq!(hex(&found), hex(&coap::encode(&options, 0)), "{}", edn(&view));
        let scheme = view.scheme_number().unwrap();
        let back = from_bytes(revision, scheme, &found, dest.copied());
        let back = back.unwrap_or_else(|error| panic!("{}: {error:?}", edn(&view)));
        let expected = coap::come_back(revision, &cri);
        assert_eq!(hex(&back), hex(&cbor::encoded(&expected.canonical(revision))), "{}", edn(&view));
        assert_eq!(Ok(&back), fed(revision, scheme, &found, dest.copied()).as_ref());
        // Behind any option that comes before the first.
        let first = options.first().map_or(65535, |option| option.0);
        let after = random.below(first as usize + 1) as u16;
        assert_eq!(bytes_of(&view, dest, after), Ok(coap::encode(&options, after)), "{}", edn(&view));
        if first < 65535 {
            assert_eq!(bytes_of(&view, dest, first + 1), Err(Error::CoapOrder), "{}", edn(&view));
        }
        if random.one_in(50) {
            every_capacity(&found, |out| view.to_coap(dest, 0, out));
            every_capacity(&back, |out| cri::from_coap(revision, scheme, &found, dest.copied(), out));
        }
        converted += 1;
    }
    println!("{converted} CRIs had options");
    assert!(converted > rounds(50_000));
}

/// A view resolved without a buffer has the options of the same encoded and parsed.
#[test]
fn resolved_views() {
    let mut random = Random::new(51);
    let addresses = addresses();
    let mut converted = 0;
    for round in 0..rounds(200_000) {
        let revision = REVISIONS[round % 2];
        let base = coap_cri(&mut random, revision);
        let reference = random::cri(&mut random, revision, false);
        let (base, reference) =
            (random::encoding(&mut random, revision, &base), random::encoding(&mut random, revision, &reference));
        let Ok(resolved) = parse(revision, &base).resolve(&parse(revision, &reference)) else { continue };
        let stored = encode(&resolved);
        let stored = parse(revision, &stored);
        let endpoint = endpoint(&mut random, &addresses);
        let found = bytes_of(&resolved, Some(&endpoint), 0);
        assert_eq!(found, bytes_of(&stored, Some(&endpoint), 0), "{}", edn(&resolved));
        let (mut one, mut other) = ([0; cri::coap::SCRATCH_MAX], [0; cri::coap::SCRATCH_MAX]);
        assert_eq!(
            iterated(resolved.coap_options(Some(&endpoint), &mut one), 0),
            iterated(stored.coap_options(Some(&endpoint), &mut other), 0)
        );
        for proxy in [Proxy::Uri, Proxy::Scheme, Proxy::Cri, Proxy::SchemeNumber] {
            let found = proxy_bytes(&resolved, proxy, Some(&endpoint), 0);
            assert_eq!(found, proxy_bytes(&stored, proxy, Some(&endpoint), 0), "{}", edn(&resolved));
            let mut scratch = vec![0; 4096];
            let one_by_one = iterated(resolved.coap_proxy_options(proxy, Some(&endpoint), &mut scratch), 0);
            assert_eq!(found, one_by_one, "{}", edn(&resolved));
        }
        converted += found.is_ok() as usize;
    }
    assert!(converted > rounds(20_000), "{converted}");
}

/// Cut anywhere, options are those before the cut, or truncated; changed anywhere, they are refused or
/// make a CRI in canonical form.
#[test]
fn cut_and_changed() {
    let mut random = Random::new(52);
    let addresses = addresses();
    let (mut whole, mut cut) = (0, 0);
    for round in 0..rounds(20_000) {
        let revision = REVISIONS[round % 2];
        let cri = coap_cri(&mut random, revision);
        let endpoint = endpoint(&mut random, &addresses);
        let Ok(options) = coap::to_coap(revision, &cri, Some(&endpoint)) else { continue };
        let bytes = coap::encode(&options, 0);
        if bytes.len() > 400 {
            continue;
        }
        let mut ends = Vec::new();
        for count in 0..=options.len() {
            ends.push(coap::encode(&options[..count], 0).len());
        }
        for end in 0..bytes.len() {
            let result = from_bytes(revision, 0, &bytes[..end], Some(endpoint));
            if ends.contains(&end) {
                assert!(result.is_ok(), "{} at {end}: {result:?}", hex(&bytes));
                whole += 1;
            } else {
                assert_eq!(result, Err(Error::Truncated), "{} at {end}", hex(&bytes));
                cut += 1;
            }
        }
        for _ in 0..20 {
            let mut changed = bytes.clone();
            random::mutate(&mut random, &mut changed);
            if let Ok(cri) = from_bytes(revision, 0, &changed, Some(endpoint)) {
                let (cri, length) = Cri::parse(revision, &cri).expect("a CRI").to_owned_parts();
                assert_eq!(cri, length);
            }
            let _ = location(revision, &changed);
        }
    }
    println!("{whole} cuts between options, {cut} in them");
    assert!(whole > rounds(1000) && cut > rounds(10_000));
}

trait Parts {
    fn to_owned_parts(&self) -> (usize, usize);
}

/// How long the CRI is in canonical form, and as it was read.
impl Parts for (Cri<'_>, usize) {
    fn to_owned_parts(&self) -> (usize, usize) {
        (encode(&self.0).len(), self.1)
    }
}

/// Values as long as they may be, and longer.
/// (RFC 7252 5.4.3, 5.10; href-27 8.2.1 length, 8.2.2 length)
#[test]
fn lengths() {
    let text = |length: usize| Piece::Plain(vec![b'x'; length]);
    let host = |labels: Vec<Piece>| Leading::Host(Authority { userinfo: None, host: Host::Name(labels), port: None });
    let cri = |labels, path, query| Abstract {
        scheme: Some(Scheme::Number(0)),
        authority: host(labels),
        discard: None,
        path: Some(path),
        query: Some(query),
        fragment: None,
    };
    let converts = |cri: Abstract| {
        REVISIONS.map(|revision| {
            let data = cbor::encoded(&cri.canonical(revision));
            let options = bytes_of(&parse(revision, &data), None, 0)?;
            assert_eq!(from_bytes(revision, 0, &options, None), Ok(data));
            Ok(())
        })
    };
    let long = [Err(Error::CoapLength); 2];
    assert_eq!(converts(cri(vec![text(255)], vec![], vec![])), [Ok(()); 2]);
    assert_eq!(converts(cri(vec![text(256)], vec![], vec![])), long);
    assert_eq!(converts(cri(vec![text(127), text(127)], vec![], vec![])), [Ok(()); 2]);
    assert_eq!(converts(cri(vec![text(127), text(128)], vec![], vec![])), long);
    assert_eq!(converts(cri(vec![text(1); 128], vec![], vec![])), [Ok(()); 2]);
    assert_eq!(converts(cri(vec![text(0); 256], vec![], vec![])), [Ok(()); 2]);
    assert_eq!(converts(cri(vec![text(1); 129], vec![], vec![])), long);
    assert_eq!(converts(cri(vec![text(1)], vec![text(255)], vec![])), [Ok(()); 2]);
    assert_eq!(converts(cri(vec![text(1)], vec![text(256)], vec![])), long);
    assert_eq!(converts(cri(vec![text(1)], vec![], vec![text(255)])), [Ok(()); 2]);
    assert_eq!(converts(cri(vec![text(1)], vec![], vec![text(256)])), long);
    assert_eq!(converts(cri(vec![text(1)], vec![text(3); 300], vec![text(3); 70000])), [Ok(()); 2]);
    // From options: longer than their options may be.
    let from = |number, length: usize| {
        let options = coap::encode(&[(number, vec![b'x'; length])], 0);
        let dest = Destination::parse("192.0.2.1:5683").unwrap();
        from_bytes(Revision::Href27, 0, &options, Some(dest.endpoint())).map(|_| ())
    };
    for number in [8, 20] {
        let of = |length| location(Revision::Href27, &coap::encode(&[(number, vec![b'x'; length])], 0)).map(|_| ());
        assert_eq!((of(255), of(256)), (Ok(()), Err(Error::CoapLength)), "{number}");
    }
    for number in [3, 11, 15, 39] {
        assert_eq!((from(number, 255), from(number, 256)), (Ok(()), Err(Error::CoapLength)), "{number}");
    }
    assert_eq!((from(7, 2), from(7, 3)), (Ok(()), Err(Error::CoapLength)));
    assert_eq!((from(239, 3), from(239, 4)), (Ok(()), Err(Error::CoapLength)));
    assert_eq!((from(35, 1034), from(35, 1035)), (Err(Error::NotFull), Err(Error::CoapLength)));
    assert_eq!((from(235, 1023), from(235, 1024)), (Err(Error::Structure), Err(Error::CoapLength)));
    // For a proxy: `coap://x/…` and `[-1, ["x"], ["…"]]`.
    for (proxy, most) in [(Proxy::Uri, 1034 - 9), (Proxy::Cri, 1023 - 9)] {
        for (length, expected) in [(most, Ok(())), (most + 1, Err(Error::CoapLength))] {
            let data = cbor::encoded(&cri(vec![text(1)], vec![text(length)], vec![]).canonical(Revision::Href27));
            let result = proxy_bytes(&parse(Revision::Href27, &data), proxy, None, 0);
            assert_eq!(result.clone().map(|_| ()), expected, "{proxy:?} {length}");
            if let Ok(options) = result {
                assert_eq!(from_bytes(Revision::Href27, 0, &options, None), Ok(data));
            }
        }
    }
    // Proxy-Scheme, whose value is the name of the scheme.
    for revision in REVISIONS {
        for (length, expected) in [(255, Ok(())), (256, Err(Error::CoapLength))] {
            let host = Authority { userinfo: None, host: Host::Name(vec![text(1)]), port: Some(80) };
            let scheme = Some(Scheme::Name(vec![b'x'; length]));
            let cri = Abstract { scheme, authority: Leading::Host(host), ..cri(vec![], vec![], vec![]) };
            let data = cbor::encoded(&cri.canonical(revision));
            let options = proxy_bytes(&parse(revision, &data), Proxy::Scheme, None, 0);
            assert_eq!(options.clone().map(|_| ()), expected, "{length}");
            if let Ok(options) = options {
                assert_eq!(from_bytes(revision, 0, &options, None), Ok(data));
            }
        }
    }
}

/// The difference to the option before is in the head up to 12, and in a byte of its own from 13 on.
#[test]
fn deltas_on_both_sides_of_13() {
    let dest = Destination::parse("192.0.2.1:5683").unwrap();
    for data in [&b"\x84\x20\x81\x44\xc0\x00\x02\x01\x80\x81\x61q"[..], b"\x83\x20\x81\x44\xc0\x00\x02\x01\x81\x61q"] {
        let view = parse(Revision::Href27, data);
        let number = if data.len() == 12 { 15 } else { 11 };
        for after in 0..=number {
            let expected = coap::encode(&[(number, b"q".to_vec())], after);
            assert_eq!(bytes_of(&view, Some(&dest.endpoint()), after), Ok(expected), "{after}");
        }
    }
    let view = parse(Revision::Href27, b"\x84\x20\x81\x44\xc0\x00\x02\x01\x80\x81\x61q");
    assert_eq!(bytes_of(&view, Some(&dest.endpoint()), 2), Ok(b"\xd1\x00q".to_vec()));
    assert_eq!(bytes_of(&view, Some(&dest.endpoint()), 3), Ok(b"\xc1q".to_vec()));
}

/// (RFC 7252 3.1 order; href-27 8.1.1 step 4, 8.1.2 step 2; R26)
#[test]
fn order_and_zones() {
    let mut buffer = [0; 64];
    let mut composer = Composer::new(Revision::Href27, 0, None, &mut buffer).unwrap();
    assert_eq!((composer.option(11, b"a"), composer.finish()), (Ok(()), Err(Error::CoapAuthority)));
    let mut composer = Composer::new(Revision::Href27, 0, None, &mut buffer).unwrap();
    assert_eq!((composer.option(3, b"h"), composer.option(11, b"a")), (Ok(()), Ok(())));
    assert_eq!(composer.option(11, b"b"), Ok(()));
    assert_eq!((composer.option(7, b"a"), composer.finish()), (Err(Error::CoapOrder), Err(Error::CoapOrder)));
    // What comes after an option of the message is not put before it.
    let host_and_path = notation::bytes("[-1, [\"h\"], [\"a\"]]");
    for revision in REVISIONS {
        let after = |number| bytes_of(&parse(revision, &host_and_path), None, number);
        assert_eq!(after(3), Ok(vec![0x01, b'h', 0x81, b'a']));
        assert_eq!(after(4), Err(Error::CoapOrder));
    }
    // The zone of the address that a request came in by, and of no other.
    let mut address = [0; 16];
    (address[0], address[1], address[15]) = (0xfe, 0x80, 1);
    let zoned = Endpoint { address: &address, zone: b"eth0", port: 5683 };
    for revision in REVISIONS {
        let with_zone = notation::bytes("[-1, [h'fe800000000000000000000000000001', \"eth0\"]]");
        assert_eq!(from_bytes(revision, 0, &[], Some(zoned)), Ok(with_zone.clone()));
        let host = coap::encode(&[(3, b"[fe80::1]".to_vec())], 0);
        assert_eq!(from_bytes(revision, 0, &host, Some(zoned)), Ok(with_zone.clone()));
        let other = coap::encode(&[(3, b"[fe80::2]".to_vec())], 0);
        let without = notation::bytes("[-1, [h'fe800000000000000000000000000002']]");
        assert_eq!(from_bytes(revision, 0, &other, Some(zoned)), Ok(without));
        let cri = parse(revision, &with_zone);
        assert_eq!(bytes_of(&cri, Some(&zoned), 0), Ok(vec![]));
        assert_eq!(bytes_of(&cri, Some(&Endpoint { zone: b"eth1", ..zoned }), 0), Ok(host.clone()));
        assert_eq!(bytes_of(&cri, Some(&Endpoint { zone: b"", ..zoned }), 0), Ok(vec![]));
        let without = notation::bytes("[-1, [h'fe800000000000000000000000000001']]");
        assert_eq!(bytes_of(&parse(revision, &without), Some(&zoned), 0), Ok(vec![]));
    }
    // An address without brackets is no name on the way back, so not on the way out.
    for revision in REVISIONS {
        for name in ["b8::", "::", "fe80::1", "1::2", "fe80::1:2:3:abcd", "fe80::1\", \"2\", \"3\", \"4"] {
            let cri = notation::bytes(&format!("[-1, [\"{name}\"]]"));
            assert_eq!(bytes_of(&parse(revision, &cri), None, 0), Err(Error::CoapHost), "{name}");
        }
        for name in ["b8", "0x7f", "127", "127\", \"1", "\", \"1\", \"2\", \"3\", \"4"] {
            let cri = notation::bytes(&format!("[-1, [\"{name}\"]]"));
            let out = bytes_of(&parse(revision, &cri), None, 0).expect(name);
            assert_eq!(from_bytes(revision, 0, &out, None), Ok(cri), "{name}");
        }
    }
    // Where only the port is known, it is what Uri-Port is when left out, in both directions.
    let somewhere = Endpoint { address: &[], zone: &[], port: 61616 };
    for revision in REVISIONS {
        let with_port = notation::bytes("[-1, [\"h\", 61616]]");
        let host = coap::encode(&[(3, b"h".to_vec())], 0);
        assert_eq!(bytes_of(&parse(revision, &with_port), Some(&somewhere), 0), Ok(host.clone()));
        assert_eq!(from_bytes(revision, 0, &host, Some(somewhere)), Ok(with_port));
        assert_eq!(from_bytes(revision, 0, &[], Some(somewhere)), Err(Error::CoapAuthority));
    }
}

/// What is said of options is what is said of the CRI that they are for, in both forms; malformed ones are
/// errors of both.
#[test]
fn paths_of_options() {
    let mut random = Random::new(53);
    let words: [&[u8]; 8] = [b"", b"", b"a", b"b", b"a/b", b"a;b", b"..", b"\xff"];
    let (mut under, mut refused) = (0, 0);
    for round in 0..rounds(200_000) {
        let revision = REVISIONS[round % 2];
        let segments = |random: &mut Random, most: usize, words: &[&'static [u8]]| -> Vec<&'static [u8]> {
            (0..random.below(most + 1)).map(|_| random.pick(words)).collect()
        };
        let known = if random.one_in(10) { words.len() } else { words.len() - 2 };
        let path = segments(&mut random, 4, &words[..known]);
        let mut options: Vec<_> = path.iter().map(|value| (11, value.to_vec())).collect();
        if random.one_in(2) {
            options.insert(0, (3, b"h".to_vec()));
        }
        if random.one_in(2) {
            options.push((15, b"a".to_vec()));
        }
        let bytes = coap::encode(&options, 0);
        // A prefix in one piece or in two, and now and then of PET.
        let prefix = segments(&mut random, 3, &words[..6]);
        let items: Vec<_> = prefix.iter().map(|text| Value::Text(text.to_vec())).collect();
        let base =
            Value::Array(vec![Value::Nint(0), Value::Array(vec![Value::Text(b"h".to_vec())]), Value::Array(items)]);
        let base = cbor::encoded(&base);
        let more = notation::bytes(random.pick(&["[0]", "[0, [\"a\"]]", "[1, [\"\"]]", "[0, [[h'3b']]]"]));
        let prefix = match parse(revision, &base).resolve(&parse(revision, &more)) {
            Ok(view) => view,
            Err(_) => continue,
        };
        let destination = Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 5683 };
        let found = cri::coap_path_under(&bytes, &prefix);
        let cri = match from_bytes(revision, 0, &bytes, Some(destination)) {
            Ok(cri) => cri,
            Err(error) => {
                assert_eq!(found.map(|rest| rest.is_some()), Err(error), "{options:?}");
                refused += 1;
                continue;
            }
        };
        let expected: Option<Vec<_>> = parse(revision, &cri)
            .path_under(&prefix)
            .unwrap()
            .map(|rest| rest.map(|text| text.plain().unwrap()).map(<[u8]>::to_vec).collect());
        let found: Option<Vec<_>> = found.unwrap().map(|rest| rest.map(<[u8]>::to_vec).collect());
        assert_eq!(found, expected, "{options:?} {}", edn(&prefix));
        let mut matcher = cri::PathMatcher::new(&prefix).unwrap();
        options.iter().for_each(|(number, value)| matcher.option(*number, value).unwrap());
        let matched = matcher.finish();
        let rest: Option<Vec<_>> = matched.map(|matched| path[matched..].iter().map(|value| value.to_vec()).collect());
        assert_eq!(rest, expected, "{options:?} {}", edn(&prefix));
        under += expected.is_some() as usize;
    }
    println!("{under} under, {refused} refused");
    assert!(under > rounds(20_000) && refused > rounds(2_000));
}

/// Heads that are longer than they must be make no other path (R1).
#[test]
fn paths_with_long_heads() {
    for revision in REVISIONS {
        let prefix = notation::bytes("[true, [\"a\"]]");
        let prefix = parse(revision, &prefix);
        for path in ["0x82f5 82 780161 6162", "0x82f5 82 7a0000000161 780162"] {
            let path = notation::bytes(path);
            let mut rest = parse(revision, &path).path_under(&prefix).unwrap().expect("under it");
            assert_eq!(rest.next().and_then(|text| text.plain()), Some(&b"b"[..]));
            assert!(rest.next().is_none());
        }
    }
}
