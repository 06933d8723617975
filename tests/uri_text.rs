// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI text: splitting, resolving, normalising, comparing; by the examples of RFC 3986, against other
//! libraries, and on hostile input.

mod support;

use cri::uri::{self, Decoded, HostKind, Level, Uri};
use cri::{Error, Output, Revision};
use fluent_uri::UriRef;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
use std::time::{Duration, Instant};
use support::random::{Random, rounds};
use support::rfc3986::{self, plain_dots};
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

const BASE: &str = "http://a/b/c/d;p?q";

/// Sections 5.4.1 and 5.4.2, but for the last example (RFC 3986 5.2.2 backward: strict or not).
const EXAMPLES: [(&str, &str); 41] = [
    ("g:h", "g:h"),
    ("g", "http://a/b/c/g"),
    ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"),
    ("../../", "http://a/"),
    ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"),
    ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"),
    ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"),
];

/// (RFC 3986 5.2.2, 5.2.2 backward, 5.4.1, 5.4.2, 3.1 case)
#[test]
fn examples_of_section_5_4() {
    for (reference, expected) in EXAMPLES {
        for strict in [true, false] {
            assert_eq!(resolve_by(BASE, reference, strict), Ok(expected.to_string()), "{reference}");
        }
    }
    assert_eq!(resolve_by(BASE, "http:g", true), Ok("http:g".to_string()));
    assert_eq!(resolve_by(BASE, "http:g", false), Ok("http://a/b/c/g".to_string()));
    // Another scheme is another, of the same length or the start of the same name.
    for (reference, expected) in [("HtTp:g", "http://a/b/c/g"), ("coap:g", "coap:g"), ("https:g", "https:g")] {
        assert_eq!(resolve_by(BASE, reference, false), Ok(expected.to_string()));
    }
}

/// (RFC 3986 3.3 slashes, 5.1, 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.3)
#[test]
fn resolves_beyond_the_examples() {
    let rows = [
        // Undefined and empty are kept apart.
        ("http://a?", "", "http://a?"),
        ("http://a?q", "?", "http://a?"),
        ("http://a?q", "#", "http://a?q#"),
        ("http://@a:/b", "c", "http://@a:/c"),
        ("a:b", "//", "a://"),
        ("http:///b", "c", "http:///c"),
        // The base's fragment is no part of it.
        ("http://a/b#f", "", "http://a/b"),
        ("http://a/b?q#f", "#g", "http://a/b?q#g"),
        // Merging (section 5.2.3), with an authority and an empty path, and without.
        ("http://a", "g", "http://a/g"),
        ("http://a?q", "../g", "http://a/g"),
        ("a:", "g", "a:g"),
        ("a:b", "g", "a:g"),
        ("a:b/c", "g", "a:b/g"),
        ("a:b/c", "../g", "a:/g"),
        ("a:b/c", "..", "a:/"),
        ("a:b", "..", "a:"),
        ("a:b", "./g", "a:g"),
        ("a:/b", "../../g", "a:/g"),
        ("mid:content=5/../6", "", "mid:content=5/../6"),
        ("a://h/x/../y/z", "g", "a://h/y/g"),
        ("a://h/x/..", "g", "a://h/x/g"),
        ("a://h//x", "g", "a://h//g"),
        ("a://h//x", "../g", "a://h/g"),
        ("a://h//", "..//g", "a://h//g"),
        ("a:/b/c", "x:y/../z", "x:/z"),
        // Two slashes that begin no authority.
        ("a:/b", "/..//c", "a:/.//c"),
        ("a:b", ".//c", "a:/c"),
        ("a:b/c", "..//d", "a:/.//d"),
        ("a:b", ".///c", "a:/.//c"),
        ("a:/b", ".//c", "a:/.//c"),
        ("a:/b", "x:/.//c", "x:/.//c"),
        // Percent-encoded dots are dots, other triplets stay as they are.
        ("http://a/b/c/d", "%2e%2E/%7e%aa", "http://a/b/%7e%aa"),
        ("http://a/b/c/d", ".%2e", "http://a/b/"),
        ("http://a/%2e/c/d", "..", "http://a/"),
    ];
    for (base, reference, expected) in rows {
        assert_eq!(resolve(base, reference), expected, "{base} {reference}");
    }
    // The scheme is compared without regard to case (section 3.1).
    assert_eq!(resolve_by("HTTP://a/b?q", "hTTp:?y", false), Ok("HTTP://a/b?y".to_string()));
    assert_eq!(resolve_by("http://a/b", "http://c/d", false), Ok("http://c/d".to_string()));
    for (base, reference, error) in [
        ("//a", "b", Error::NotFull),
        ("", "a:b", Error::NotFull),
        ("a:%", "b", Error::UriSyntax),
        ("a:b", "%", Error::UriSyntax),
        ("a://[::g]", "b", Error::UriHost),
        ("a:b", "\u{e9}", Error::UriNotAscii),
    ] {
        assert_eq!(resolve_by(base, reference, true), Err(error), "{base} {reference}");
    }
}

/// Components, and the kind of the host.
/// (RFC 3986 3.1, 3.2, 3.2.1, 3.2.2, 3.2.2 ipv4, 3.2.2 ipv6, 3.2.2 future, 3.2.3, 3.3, 3.4, 3.5, 4.2 kinds, appendix A)
#[test]
fn splits() {
    let uri = split("coap+tcp://u:p@h.x:56/a/b?c/d?#e?/");
    let parts = [uri.scheme(), uri.userinfo(), uri.host(), uri.port(), Some(uri.path()), uri.query(), uri.fragment()];
    let parts = parts.map(|part| text(part).unwrap());
    assert_eq!(parts, ["coap+tcp", "u:p", "h.x", "56", "/a/b", "c/d?", "e?/"]);
    let undefined = |text| {
        let uri = split(text);
        let parts = [uri.scheme(), uri.userinfo(), uri.host(), uri.port(), uri.query(), uri.fragment()];
        parts.map(|part| part.map(<[u8]>::len))
    };
    assert_eq!(undefined(""), [None; 6]);
    assert_eq!(undefined("//@:?#"), [None, Some(0), Some(0), Some(0), Some(0), Some(0)]);
    assert_eq!(undefined("//"), [None, None, Some(0), None, None, None]);
    assert_eq!(undefined("a:?"), [Some(1), None, None, None, Some(0), None]);
    assert_eq!(undefined("/#"), [None, None, None, None, None, Some(0)]);
    let rows = [
        ("a:b", HostKind::None),
        ("///x", HostKind::Name),
        ("//%31.2.3.4", HostKind::Name),
        ("//h/", HostKind::Name),
        ("//h?", HostKind::Name),
        ("//h#", HostKind::Name),
        ("//u:p@h?", HostKind::Name),
        ("//1.2.3.4", HostKind::Ipv4),
        ("//a@1.2.3.4:", HostKind::Ipv4),
        ("//256.2.3.4", HostKind::Name),
        ("//127.1", HostKind::Name),
        ("//0x7f.1", HostKind::Name),
        ("//0x7f.0.0.1", HostKind::Name),
        ("//0177.0.0.1", HostKind::Name),
        ("//010.0.0.1", HostKind::Name),
        ("//2130706433", HostKind::Name),
        ("//1.2.3.4.", HostKind::Name),
        ("//[::]", HostKind::Ipv6),
        ("//a@[2001:DB8::1.2.3.4]:80", HostKind::Ipv6),
        ("//[fe80::1%25en0]", HostKind::Ipv6Zone),
        ("//[fe80::1%25%41~]", HostKind::Ipv6Zone),
        ("//[v1.a:b]", HostKind::Future),
        ("//[VaF.!]/", HostKind::Future),
    ];
    for (text, kind) in rows {
        assert_eq!(split(text).host_kind(), kind, "{text}");
        assert_eq!(recomposed(&split(text)), text);
    }
}

/// (RFC 3986 3.1, 3.2.2 literal, 3.2.2 ipv6, 3.3 pchar, 4.1)
#[test]
fn tells_where_the_error_is() {
    use Error::{UriHost, UriNotAscii, UriSyntax};
    let rows = [
        (" ", UriSyntax, 0),
        (":", UriSyntax, 0),
        (":a", UriSyntax, 0),
        ("1a:b", UriSyntax, 2),
        ("a_b:c", UriSyntax, 3),
        ("a@b:c[", UriSyntax, 3),
        ("%61:b", UriSyntax, 3),
        ("a b:c", UriSyntax, 1),
        ("a:b c", UriSyntax, 3),
        ("a:b\0", UriSyntax, 3),
        ("a/b\\c", UriSyntax, 3),
        ("a?b?^", UriSyntax, 4),
        ("a#b#", UriSyntax, 3),
        ("a?#[", UriSyntax, 3),
        ("/%", UriSyntax, 1),
        ("/a%4", UriSyntax, 2),
        ("/a%4g", UriSyntax, 2),
        ("/a?%zz", UriSyntax, 3),
        ("#%%41", UriSyntax, 1),
        ("/\u{e9}", UriNotAscii, 1),
        ("a:?\u{20ac}", UriNotAscii, 3),
        ("//h:8a", UriSyntax, 5),
        ("//h:-1", UriSyntax, 4),
        ("//h:80:", UriSyntax, 6),
        ("//u:p@h:x", UriSyntax, 8),
        ("//a@b@c", UriSyntax, 5),
        ("//a%zz@b", UriSyntax, 3),
        ("//a:%zz@b", UriSyntax, 4),
        ("//a:b%zz@c", UriSyntax, 5),
        ("//a:b c@d", UriSyntax, 5),
        ("//a:b\u{e9}@c", UriNotAscii, 5),
        ("//a:b/", UriSyntax, 4),
        ("//a:b[c]", UriSyntax, 4),
        ("//h]", UriSyntax, 3),
        ("//h[::1]", UriSyntax, 3),
        ("//[::1", UriSyntax, 2),
        ("//[:::", UriSyntax, 2),
        ("//[::1x/", UriSyntax, 2),
        ("//[::1]x", UriSyntax, 7),
        ("//[::1]@h", UriSyntax, 7),
        ("//[:::1]", UriHost, 2),
        ("//u@[1.2.3.4]", UriHost, 4),
        ("//[]", UriHost, 2),
        ("//[::1%]", UriHost, 2),
        ("//[::1%25]", UriHost, 2),
        ("//[::1%en0]", UriHost, 2),
        ("//[::1%25a:]", UriHost, 2),
        ("//[::1/]", UriHost, 2),
        ("//[v.a]", UriHost, 2),
        ("//[v1]", UriHost, 2),
        ("//[v1.]", UriHost, 2),
        ("//[vg.a]", UriHost, 2),
        ("//[v1.%41]", UriHost, 2),
        ("//[1:2:3:4:5:6:7:8:9]", UriHost, 2),
        ("//[::01.2.3.4]", UriHost, 2),
    ];
    for (text, error, offset) in rows {
        let refusal = Uri::split(text.as_bytes()).map(|_| ()).unwrap_err();
        assert_eq!((refusal.error, refusal.offset), (error, offset), "{text}");
    }
}

/// (RFC 3986 2.4, 7.3)
#[test]
fn goes_through_segments_and_parameters() {
    let segments = |text| split(text).segments().map(|piece| std::str::from_utf8(piece).unwrap()).collect::<Vec<_>>();
    assert_eq!(segments("a:"), Vec::<&str>::new());
    assert_eq!(segments("/"), [""]);
    assert_eq!(segments("//h/a//b%2Fc/"), ["a", "", "b%2Fc", ""]);
    assert_eq!(segments("a/b"), ["a", "b"]);
    let query = |text| split(text).parameters().map(|piece| std::str::from_utf8(piece).unwrap()).collect::<Vec<_>>();
    assert_eq!(query("a:b"), Vec::<&str>::new());
    assert_eq!(query("?"), [""]);
    assert_eq!(query("?a=b&%26&"), ["a=b", "%26", ""]);
    let decoded = |piece: &str| Decoded::new(piece.as_bytes()).collect::<Vec<u8>>();
    assert_eq!(decoded("a%2Fb%c3%A9%00%ff%"), b"a/b\xc3\xa9\0\xff%");
    assert_eq!(decoded("%4%41%4g"), b"%4A%4g");
    assert_eq!(decoded("%g4%gg"), b"%g4%gg");
    // Once.
    assert_eq!(decoded("%2541%25%32%35"), b"%41%25");
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
        let base_parts = model::split(&base);
        if base_parts.scheme.is_none() {
            assert_eq!(resolve_by(&base, &reference, true), Err(Error::NotFull));
            continue;
        }
        total += 1;
        let ours = resolve(&base, &reference);
        assert_eq!(ours, resolve_by_the_book(&base, &reference), "{base} {reference}");
        let parts = model::split(&reference);
        let keeps_path = parts.scheme.is_none() && parts.authority.is_none() && parts.path.is_empty();
        let rootless = |parts: &model::Parts<'_>| !parts.path.starts_with('/') && !parts.path.is_empty();
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
        let parts = model::split(&base);
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
    let rows = [
        // Section 6.2.2.
        ("HTTP://www.EXAMPLE.com/", "http://www.example.com/", "="),
        ("example://a/b/c/%7Bfoo%7D", "=", "="),
        ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D", "="),
        // Section 6.2.3.
        ("http://example.com", "=", "http://example.com/"),
        ("http://example.com:/", "=", "http://example.com/"),
        ("http://example.com:80/", "=", "http://example.com/"),
        ("http://example.com:080/", "=", "="),
        ("http://example.com:8080", "=", "http://example.com:8080/"),
        ("https://h:443", "=", "https://h/"),
        ("coap://h:5683?q", "=", "coap://h/?q"),
        ("COAPS://h:5684#f", "coaps://h:5684#f", "coaps://h/#f"),
        ("coap+tcp://h:5683/", "=", "coap+tcp://h/"),
        ("coaps+tcp://h:5684/", "=", "coaps+tcp://h/"),
        ("coap+ws://h:80/", "=", "coap+ws://h/"),
        ("coaps+ws://h:443/", "=", "coaps+ws://h/"),
        ("http://h:443/", "=", "="),
        ("ftp://h:", "=", "ftp://h/"),
        ("ftp://h:21", "=", "ftp://h/"),
        ("ftp://h:22", "=", "ftp://h:22/"),
        ("ws://h:443", "=", "ws://h:443/"),
        ("mqtt://h:", "=", "mqtt://h"),
        ("mqtt://h:1883", "=", "="),
        ("//h:80", "=", "="),
        ("http:", "=", "="),
        ("http:a", "=", "="),
        ("http://h?", "=", "http://h/?"),
        // Delimiters of empty components stay, but for that of the port.
        ("http://@h:/?#", "=", "http://@h/?#"),
        ("http://h#", "=", "http://h/#"),
        ("a:?#", "=", "="),
        // RFC 7252 section 6.3.
        ("coap://example.com:5683/~sensors/temp.xml", "=", "coap://example.com/~sensors/temp.xml"),
        ("coap://EXAMPLE.com/%7Esensors/temp.xml", "coap://example.com/~sensors/temp.xml", "="),
        (
            "coap://EXAMPLE.com:/%7esensors/temp.xml",
            "coap://example.com:/~sensors/temp.xml",
            "coap://example.com/~sensors/temp.xml",
        ),
        // Triplets of reserved characters and of percent signs are not decoded (sections 2.2, 2.4), in no component.
        ("//%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%40@h", "=", "="),
        ("//%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%2F%3F%23%5B%5D%40", "=", "="),
        ("/%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D", "=", "="),
        ("?%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D", "=", "="),
        ("#%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D", "=", "="),
        ("/:@!$&'()*+,;=?:/?@!$&'()*+,;=#:/?@!$&'()*+,;=", "=", "="),
        ("//%2541@%2541/%2541/%252e/?%2541#%2541", "=", "="),
        ("/%25%34%31/%25%32%65", "/%2541/%252e", "="),
        // All but scheme and host keep their case.
        ("A://U@H/P?Q#F", "a://U@h/P?Q#F", "="),
        // Hosts.
        ("//U%53er@H%4f%c3%bc.X:0", "//USer@ho%C3%BC.x:0", "="),
        ("//[2001:DB8:0:0:0:0:0:1]", "//[2001:db8::1]", "="),
        ("//[::FFFF:102:304]", "//[::ffff:1.2.3.4]", "="),
        ("//[1:0:0:2:0:0:0:3]", "//[1:0:0:2::3]", "="),
        ("//[FE80::0a%25E%6e0%2f]", "//[fe80::a%25En0%2F]", "="),
        ("//[V1.Ab]", "//[v1.ab]", "="),
        // Dot segments, also percent-encoded ones; none of a query.
        ("a:/x/%2e/y/%2E%2e/z?/../", "a:/x/z?/../", "="),
        ("a:b/../c", "a:/c", "="),
        ("a:./b", "a:b", "="),
        ("a:.", "a:", "="),
        ("a:..//b", "a:/b", "="),
        ("a:/..//b", "a:/.//b", "="),
        ("a:/.//b", "=", "="),
        ("a://h/..//b", "a://h//b", "="),
        // Relative references: what is left of dot segments stands in front.
        ("a/./b/../c", "a/c", "="),
        ("../a/../../b", "../../b", "="),
        ("a/..", "./", "="),
        (".", "./", "="),
        ("..", "../", "="),
        ("./a:b", "=", "="),
        ("a/b:c", "=", "="),
        ("x/../a:b", "./a:b", "="),
        ("x/..//b", ".//b", "="),
        ("/x/..//b", "/.//b", "="),
        ("", "=", "="),
        ("?%3f", "?%3F", "="),
    ];
    for (text, syntax, scheme) in rows {
        let syntax = if syntax == "=" { text } else { syntax };
        let scheme = if scheme == "=" { syntax } else { scheme };
        assert_eq!(normalize(text, Level::Simple), text);
        assert_eq!(normalize(text, Level::Syntax), syntax, "{text}");
        assert_eq!(normalize(text, Level::Scheme), scheme, "{text}");
        assert!(equal(text, syntax, Level::Syntax), "{text}");
        assert!(equal(text, scheme, Level::Scheme), "{text}");
        assert_eq!(equal(text, syntax, Level::Simple), text == syntax, "{text}");
        assert_eq!(equal(text, scheme, Level::Syntax), scheme == syntax, "{text}");
    }
    for level in LEVELS {
        let refused = |text: &str| written(|output| uri::normalize(text.as_bytes(), level, output));
        assert_eq!(refused("a b"), Err(Error::UriSyntax));
        assert_eq!(refused("//[g]"), Err(Error::UriHost));
        assert_eq!(uri::equal(b"a", b"%", level), Err(Error::UriSyntax));
        assert_eq!(uri::equal(b"\xff", b"\xff", level), Err(Error::UriNotAscii));
    }
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
