// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI text: splitting, resolving, normalising, comparing; by the examples of RFC 3986, against other
//! libraries, and on hostile input.

mod support;

use cri::uri::{self, Decoded, HostKind, Level, Uri};
use cri::{Error, Output, Revision};
use fluent_uri::UriRef;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
use std::time::{Duration, Instant};
use support::edn;
use support::random::{Random, rounds};
use support::rfc3986::{self, Reference, parsed, plain_dots};
use support::rows::{Failures, outcome, rows, text_rows};
use support::uri as model;

const LEVELS: [Level; 3] = [Level::Simple, Level::Syntax, Level::Scheme];

/// Runs what writes text with a buffer of every size up to what is needed; long ones with the right one.
fn written(run: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<String, Error> {
    let mut none = Output::new(&mut []);
    let needed = match run(&mut none) {
        Ok(()) => 0,
        Err(Error::Buffer) => none.length(),
        Err(error) => return Err(error),
    };
    let mut buffer = vec![0xa5; needed + 1];
    for capacity in if needed < 40 { 0..=needed } else { needed..=needed } {
        buffer.fill(0xa5);
        let mut output = Output::new(&mut buffer[..capacity]);
        let expected = if capacity < needed { Err(Error::Buffer) } else { Ok(()) };
        assert_eq!(run(&mut output), expected);
        assert_eq!(output.length(), needed);
        assert!(buffer[capacity..].iter().all(|byte| *byte == 0xa5));
    }
    buffer.truncate(needed);
    Ok(String::from_utf8(buffer).expect("ASCII"))
}

fn resolve_by(base: &str, reference: &str, strict: bool) -> Result<String, Error> {
    written(|output| uri::resolve(base.as_bytes(), reference.as_bytes(), strict, output))
}

fn resolve(base: &str, reference: &str) -> String {
    resolve_by(base, reference, true).unwrap_or_else(|error| panic!("{base} {reference}: {error}"))
}

fn normalize(text: &str, level: Level) -> String {
    written(|output| uri::normalize(text.as_bytes(), level, output)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn equal(a: &str, b: &str, level: Level) -> bool {
    uri::equal(a.as_bytes(), b.as_bytes(), level).unwrap()
}

fn split(text: &str) -> Uri<'_> {
    Uri::split(text.as_bytes()).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"))
}

fn text(part: Option<&[u8]>) -> Option<&str> {
    part.map(|part| std::str::from_utf8(part).unwrap())
}

/// The components of a text, put together again (section 5.3).
fn recomposed(uri: &Uri<'_>) -> String {
    let mut out = String::new();
    let mut add = |before: &str, part: Option<&[u8]>, behind: &str| {
        if let Some(part) = text(part) {
            out += before;
            out += part;
            out += behind;
        }
    };
    add("", uri.scheme(), ":");
    add("", uri.host().map(|_| &b"//"[..]), "");
    add("", uri.userinfo(), "@");
    add("", uri.host(), "");
    add(":", uri.port(), "");
    add("", Some(uri.path()), "");
    add("?", uri.query(), "");
    add("#", uri.fragment(), "");
    out
}

/// (RFC 3986 3.1 case, 3.3 slashes, 5.1, 5.2.1, 5.2.2, 5.2.2 backward, 5.2.3, 5.2.4, 5.3)
#[test]
fn resolves_rows() {
    let mut failures = Failures::default();
    for [name, base, reference, strict, backward] in text_rows("uri-resolve.txt") {
        for (is_strict, expected) in [(true, strict), (false, backward)] {
            let found = resolve_by(&base, &reference, is_strict);
            failures.equal(&name, outcome(&expected, &base).map(str::to_string), found);
        }
    }
    failures.none();
}

/// Through text as through CRIs. The last example is read strictly there.
/// (RFC 3986 5.2.2, 5.2.2 backward, 5.4.1, 5.4.2)
#[test]
fn examples_of_section_5_4() {
    let mut failures = Failures::default();
    for (_, [name, _, base, reference, expected]) in rows("resolve-uri.txt") {
        if name.starts_with("5.4.") {
            failures.equal(&name, Ok(expected.clone()), resolve_by(&base, &reference, true));
            let backward = if reference == "http:g" { "http://a/b/c/g".to_string() } else { expected };
            failures.equal(&name, Ok(backward), resolve_by(&base, &reference, false));
        }
    }
    failures.none();
}

/// The pieces between separators.
fn pieces(text: &str, separator: char) -> Vec<&[u8]> {
    text.split(separator).map(str::as_bytes).collect()
}

/// Components, put together again, their pieces, and the kind of the host.
/// (RFC 3986 3.1, 3.2, 3.2.1, 3.2.2, 3.2.2 literal, 3.2.2 ipv4, 3.2.2 ipv6, 3.2.2 future, 3.2.3, 3.3, 3.3 pchar, 3.4, 3.5, 4.1,
/// 4.2 kinds, appendix A)
#[test]
fn splits() {
    let kinds = ["none", "name", "ipv4", "ipv6", "ipv6-zone", "future"];
    let mut failures = Failures::default();
    for [name, input, expected, offset] in text_rows("uri-split.txt") {
        match (outcome(&expected, ""), Uri::split(input.as_bytes())) {
            (Ok(kind), Ok(uri)) => {
                failures.equal(&name, kind, kinds[uri.host_kind() as usize]);
                failures.equal(&name, input.clone(), recomposed(&uri));
                let path = text(Some(uri.path())).unwrap();
                let segments =
                    if path.is_empty() { vec![] } else { pieces(path.strip_prefix('/').unwrap_or(path), '/') };
                failures.equal(&name, segments, uri.segments().collect());
                let parameters = text(uri.query()).map_or(vec![], |query| pieces(query, '&'));
                failures.equal(&name, parameters, uri.parameters().collect());
            }
            (expected, found) => {
                let expected = expected.map(|_| ()).map_err(|error| (error, offset.parse().unwrap()));
                failures.equal(&name, expected, found.map(|_| ()).map_err(|refusal| (refusal.error, refusal.offset)));
            }
        }
    }
    for [name, input, scheme, userinfo, host, port, path, query, fragment] in text_rows("uri-lenient.txt") {
        let parts = [scheme, userinfo, host, port, path, query, fragment];
        if let Ok(uri) = Uri::split(input.as_bytes()) {
            let found =
                [uri.scheme(), uri.userinfo(), uri.host(), uri.port(), Some(uri.path()), uri.query(), uri.fragment()];
            failures.equal(&name, parts, found.map(|part| text(part).unwrap_or("-").to_string()));
        }
    }
    failures.none();
}

/// (RFC 3986 2.4, 7.3)
#[test]
fn decodes() {
    let mut failures = Failures::default();
    for [name, text, octets] in text_rows("uri-decode.txt") {
        failures.equal(&name, edn::bytes(&octets), Decoded::new(text.as_bytes()).collect());
    }
    failures.none();
}

/// A text that is near a URI reference, most often one.
fn near(random: &mut Random) -> String {
    const PIECES: [&str; 44] = [
        "a",
        "B",
        "1",
        "g:",
        "http:",
        "//",
        "/",
        "/",
        "/",
        ".",
        "..",
        "%2e",
        "%2E%2e",
        "%41",
        "%c3%bc",
        "%",
        "%4",
        "?",
        "#",
        "&",
        "=",
        "@",
        ":",
        ":80",
        "u@",
        "u:p@",
        "h.x",
        "1.2.3.4",
        "01.2.3.4",
        "[::1]",
        "[1:2::]",
        "[v1.a:b]",
        "[::1%25e]",
        "[",
        "]",
        "!$'()*+,;",
        "-._~",
        " ",
        "\\",
        "^",
        "\u{e9}",
        "x:",
        "%7E",
        "aa",
    ];
    let mut text = String::new();
    for _ in 0..random.below(9) {
        let kinds = if random.one_in(8) { 44 } else { 14 + random.below(20) };
        text += random.pick(&PIECES[..kinds]);
    }
    text
}

/// What is a reference, and its components, as fluent-uri and iri-string have them. Known difference: only
/// this library has zone identifiers (RFC 6874). The whole grammar: RFC 3986 appendix A and 3.3 slashes.
#[test]
fn splits_as_others_do() {
    let mut random = Random::new(301);
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..rounds(150_000) {
        let input = if round % 2 == 0 { near(&mut random) } else { model::random(&mut random, Revision::Href27) };
        if input.contains("%25e]") {
            continue;
        }
        let ours = Uri::split(input.as_bytes());
        let theirs = UriRef::parse(input.as_str());
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{input}: {theirs:?}");
        assert_eq!(ours.is_ok(), UriReferenceStr::new(&input).is_ok(), "{input}");
        let (Ok(ours), Ok(theirs)) = (ours, theirs) else {
            refused += 1;
            continue;
        };
        accepted += 1;
        assert_eq!(recomposed(&ours), input);
        assert_eq!(text(ours.scheme()), theirs.scheme().map(|scheme| scheme.as_str()), "{input}");
        let authority = theirs.authority();
        assert_eq!(text(ours.userinfo()), authority.and_then(|a| a.userinfo()).map(|u| u.as_str()), "{input}");
        assert_eq!(text(ours.host()), authority.map(|a| a.host()), "{input}");
        assert_eq!(text(ours.port()), authority.and_then(|a| a.port()).map(|p| p.as_str()), "{input}");
        assert_eq!(text(Some(ours.path())), Some(theirs.path().as_str()), "{input}");
        assert_eq!(text(ours.query()), theirs.query().map(|q| q.as_str()), "{input}");
        assert_eq!(text(ours.fragment()), theirs.fragment().map(|f| f.as_str()), "{input}");
        let kind = authority.map(|a| a.host_parsed());
        let same = match ours.host_kind() {
            HostKind::None => kind.is_none(),
            HostKind::Name => matches!(kind, Some(fluent_uri::component::Host::RegName(_))),
            HostKind::Ipv4 => matches!(kind, Some(fluent_uri::component::Host::Ipv4 { .. })),
            HostKind::Ipv6 => matches!(kind, Some(fluent_uri::component::Host::Ipv6 { .. })),
            HostKind::Ipv6Zone => false,
            HostKind::Future => matches!(kind, Some(fluent_uri::component::Host::IpvFuture { .. })),
        };
        assert!(same, "{input}: {kind:?}");
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > rounds(40_000) && refused > rounds(20_000));
}

/// (RFC 3986 5.2.2, 5.2.3, 5.2.4, 5.3)
fn resolve_by_the_book(base: &str, reference: &str) -> String {
    let parse = |text| rfc3986::parse(text).expect("a reference");
    parse(base).resolve(&parse(reference), true)
}

/// Resolution by the book, and as fluent-uri and iri-string do it. Known differences:
///
/// - fluent-uri refuses a base with a fragment and most references against a base without authority whose
///   path is rootless; it takes `..` at the end of a base for a directory; it removes the dot segments of the
///   base's path also where the reference's is empty, and does not where its path has no root.
/// - iri-string removes the dot segments of the base's path also where the reference's is empty.
#[test]
fn resolves_as_others_do() {
    let mut random = Random::new(302);
    let (mut same_fluent, mut same_iri, mut total) = (0, 0, 0);
    for _ in 0..rounds(300_000) {
        let base = model::random(&mut random, Revision::Href27);
        let reference = model::random(&mut random, Revision::Href27);
        let base_parts = parsed(&base);
        if base_parts.scheme.is_none() {
            assert_eq!(resolve_by(&base, &reference, true), Err(Error::NotFull));
            continue;
        }
        total += 1;
        let ours = resolve(&base, &reference);
        assert_eq!(ours, resolve_by_the_book(&base, &reference), "{base} {reference}");
        let parts = parsed(&reference);
        let keeps_path = parts.scheme.is_none() && parts.authority.is_none() && parts.path.is_empty();
        let rootless = |parts: &Reference<'_>| !parts.path.starts_with('/') && !parts.path.is_empty();
        if keeps_path && !plain_dots(base_parts.path).split('/').all(|segment| segment != "." && segment != "..") {
            continue;
        }
        let whole = base.split('#').next().unwrap();
        let dots_at_end = plain_dots(base_parts.path).ends_with("/..");
        let special = (parts.scheme.is_some() && rootless(&parts)) || (parts.scheme.is_none() && rootless(&base_parts));
        let opaque = parts.scheme.is_none() && base_parts.authority.is_none();
        if !dots_at_end && !special {
            let base = fluent_uri::Uri::parse(whole).unwrap();
            if let Ok(theirs) = UriRef::parse(reference.as_str()).unwrap().resolve_against(&base) {
                assert_eq!(ours, theirs.as_str(), "{base} {reference}");
                same_fluent += 1;
            }
        }
        if !(opaque || parts.scheme.is_some() && parts.authority.is_none()) {
            let base = UriAbsoluteStr::new(whole).unwrap();
            let theirs = UriReferenceStr::new(&reference).unwrap().resolve_against(base).to_string();
            assert_eq!(ours, theirs, "{base} {reference}");
            same_iri += 1;
        }
    }
    println!("{total} resolved: {same_fluent} as fluent-uri, {same_iri} as iri-string");
    assert!(same_fluent > total / 2 && same_iri > total / 3);
}

/// Resolving what was normalised is normalising what was resolved, where the base has no dot segments, a root
/// and an authority.
#[test]
fn normalising_and_resolving_commute() {
    let mut random = Random::new(303);
    let mut count = 0;
    while count < rounds(50_000) {
        let base = model::random(&mut random, Revision::Href27);
        let reference = model::random(&mut random, Revision::Href27);
        let parts = parsed(&base);
        let dots = plain_dots(parts.path).split('/').any(|segment| segment == "." || segment == "..");
        if parts.scheme.is_none() || parts.authority.is_none() || dots {
            continue;
        }
        count += 1;
        let of = |text: &str| normalize(text, Level::Syntax);
        assert_eq!(of(&resolve(&base, &reference)), of(&resolve(&of(&base), &of(&reference))), "{base} {reference}");
    }
}

/// (RFC 3986 2.2, 2.4, 3.1 case, 3.2.2 case, 3.2.3 empty, 3.3 pchar, 4.2, 6.2.2.1, 6.2.2.2, 6.2.2.3, 6.2.3, 6.2.3 delimiters;
/// RFC 7252 6.1 port, 6.2, 6.3)
#[test]
fn normalises() {
    let mut failures = Failures::default();
    for [name, text, syntax, scheme] in text_rows("uri-normalize.txt") {
        let forms = [&text, &syntax, &scheme].map(|form| outcome(form, &text));
        for (level, expected) in LEVELS.into_iter().zip(forms) {
            let found = written(|output| uri::normalize(text.as_bytes(), level, output));
            let expected = if forms[1].is_err() { forms[1] } else { expected };
            failures.equal(&name, expected.map(str::to_string), found);
            for (other_level, form) in LEVELS.into_iter().zip(forms) {
                let same = expected.and_then(|expected| Ok(other_level <= level || form? == expected));
                failures.equal(&name, same, uri::equal(text.as_bytes(), form.unwrap_or(&text).as_bytes(), level));
            }
        }
    }
    failures.none();
}

/// Normalising twice changes nothing; to-URI(from-URI(u)) is u normalised; fluent-uri normalises alike what
/// has an authority.
#[test]
fn normalising_is_idempotent_and_as_conversion() {
    let mut random = Random::new(304);
    let (mut converted, mut same) = (0, 0);
    for _ in 0..rounds(300_000) {
        let text = model::random(&mut random, Revision::Href27);
        for level in LEVELS {
            let once = normalize(&text, level);
            assert_eq!(normalize(&once, level), once, "{text}");
            assert!(equal(&text, &once, level), "{text}");
        }
        let syntax = normalize(&text, Level::Syntax);
        let uri = split(&text);
        if uri.port().is_none()
            && let Some(expected) = model::normalize(&text)
        {
            assert_eq!(syntax, expected, "{text}");
            converted += 1;
        }
        if uri.scheme().is_some() && uri.host().is_some() && uri.port().is_none() {
            assert_eq!(syntax, UriRef::parse(text.as_str()).unwrap().normalize().as_str(), "{text}");
            same += 1;
        }
    }
    println!("{converted} as from-URI and to-URI, {same} as fluent-uri");
    assert!(converted > rounds(100_000) && same > rounds(20_000));
}

/// Two references are equal at a level if their normal forms are: among many that are nearly so.
/// (RFC 3986 6.1, 6.2.1)
#[test]
fn equality_is_that_of_normal_forms() {
    const TEXTS: [&str; 54] = [
        "",
        ".",
        "./",
        "..",
        "../",
        "a",
        "./a",
        "a/",
        "a/.",
        "a/b/..",
        "a/..",
        "x/../a",
        "%61",
        "A",
        "/a",
        "/./a",
        "//a",
        "/.//a",
        "/..//a",
        ".//a",
        "a:",
        "a:.",
        "a:a",
        "a:./a",
        "a:/a",
        "a:b/../a",
        "a:.//a",
        "a:/.//a",
        "a://a",
        "a://A",
        "a://%61",
        "a://a:",
        "a://a/",
        "a://a/.",
        "a://a:80",
        "http://a",
        "http://a/",
        "http://a:80",
        "HTTP://a:80/",
        "http://a:",
        "http://a?",
        "http://a/?",
        "http://a#",
        "http://@a",
        "//[::1]",
        "//[0::01]",
        "//[::1%25a]",
        "//[::1%25%61]",
        "//1.2.3.4",
        "//%31.2.3.4",
        "?%2f",
        "?%2F",
        "../a",
        "../../a",
    ];
    let mut equal_pairs = 0;
    for level in LEVELS {
        for a in TEXTS {
            for b in TEXTS {
                let expected = normalize(a, level) == normalize(b, level);
                assert_eq!(equal(a, b, level), expected, "{level:?} {a} {b}");
                equal_pairs += (expected && a != b) as usize;
            }
        }
    }
    assert!(equal_pairs > 50);
    let mut random = Random::new(305);
    for _ in 0..rounds(200_000) {
        let (a, b) = (near(&mut random), near(&mut random));
        for level in LEVELS {
            let [x, y] = [&a, &b].map(|text| written(|output| uri::normalize(text.as_bytes(), level, output)));
            let expected = x.and_then(|x| Ok(x == y?));
            assert_eq!(uri::equal(a.as_bytes(), b.as_bytes(), level), expected, "{level:?} {a} {b}");
        }
    }
}

/// Every operation on hostile input: no worse than linear from 1 KiB to 1 MiB.
#[test]
fn hostile_input_stays_linear() {
    const UNITS: [&str; 16] =
        ["../", "./", "a/../", "a/b/../../", "%2e%2e/", "%2E/", "/", "//", "%", "%41", ":", "[", "@", "?", "#", "a@"];
    let run = |input: &[u8]| {
        let start = Instant::now();
        let mut out = vec![0; input.len() + 64];
        let _ = std::hint::black_box(Uri::split(input));
        let _ = std::hint::black_box(uri::resolve(b"http://a/b/c/d", input, true, &mut Output::new(&mut out)));
        let _ = std::hint::black_box(uri::resolve(input, b"../x", true, &mut Output::new(&mut out)));
        for level in [Level::Syntax, Level::Scheme] {
            let _ = std::hint::black_box(uri::normalize(input, level, &mut Output::new(&mut out)));
            let _ = std::hint::black_box(uri::equal(input, input, level));
        }
        start.elapsed()
    };
    for prefix in ["", "a:", "a:/", "http://", "http://h/", "http://h:", "//[", "/a?", "#"] {
        for unit in UNITS {
            let long = |size: usize| (prefix.to_string() + &unit.repeat(size / unit.len())).into_bytes();
            run(&long(1 << 10));
            let whole = long(1 << 20);
            // Quadratic work would take minutes.
            let taken = run(&whole);
            assert!(taken < Duration::from_secs(2), "{prefix}{unit}: {taken:?}");
        }
    }
}
