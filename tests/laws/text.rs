// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI text as fluent-uri and iri-string have it, and laws of resolving, normalising and comparing; every character of an IRI.

use crate::support::iri::{misleading, private, to_uri_by_the_book, ucschar};
use crate::support::lib::{from_uri, output, parse};
use crate::support::random::{Random, rounds};
use crate::support::rfc3986::{Reference, parsed, plain_dots};
use crate::support::uri::{self, LEVELS, components, recomposed};
use cri::uri::{HostKind, Level, Uri, equal};
use cri::{Error, Output, Revision};
use fluent_uri::UriRef;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr};

fn resolve(base: &str, reference: &str) -> Result<String, Error> {
    let written = output(|out| cri::uri::resolve(base.as_bytes(), reference.as_bytes(), true, out));
    written.map(|text| String::from_utf8(text).expect("ASCII"))
}

fn normalize(text: &str, level: Level) -> Result<String, Error> {
    output(|out| cri::uri::normalize(text.as_bytes(), level, out)).map(|text| String::from_utf8(text).expect("ASCII"))
}

/// A text that is near a URI reference, most often one.
fn near(random: &mut Random) -> String {
    const PIECES: [&str; 45] = [
        "a", "B", "1", "g:", "http:", "//", "/", "/", "/", ".", "..", "%2e", "%2E%2e", "%41", "%c3%bc", "%", "%4", "?",
        "#", "&", "=", "@", ":", ":80", "u@", "u:p@", "h.x", "1.2.3.4", "01.2.3.4", "[::1]", "[1:2::]", "[v1.a:b]",
        "[::%25e]", "[", "]", "!$'()", "*+,;", "-._~", " ", "\\", "^", "\u{e9}", "x:", "%7E", "aa",
    ];
    let mut text = String::new();
    for _ in 0..random.below(9) {
        let kinds = if random.one_in(8) { 45 } else { 14 + random.below(20) };
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
        let input = if round % 2 == 0 { near(&mut random) } else { uri::random(&mut random, Revision::Href27) };
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
        let authority = theirs.authority();
        let expected = [
            theirs.scheme().map(|scheme| scheme.as_str()),
            authority.and_then(|authority| authority.userinfo()).map(|userinfo| userinfo.as_str()),
            authority.map(|authority| authority.host()),
            authority.and_then(|authority| authority.port()).map(|port| port.as_str()),
            Some(theirs.path().as_str()),
            theirs.query().map(|query| query.as_str()),
            theirs.fragment().map(|fragment| fragment.as_str()),
        ];
        assert_eq!(components(&ours), expected, "{input}");
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
        if ours.scheme().is_some() && ours.host().is_some() && ours.port().is_none() {
            assert_eq!(normalize(&input, Level::Syntax).as_deref(), Ok(theirs.normalize().as_str()), "{input}");
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > rounds(40_000) && refused > rounds(20_000));
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
        let base = uri::random(&mut random, Revision::Href27);
        let reference = uri::random(&mut random, Revision::Href27);
        let base_parts = parsed(&base);
        if base_parts.scheme.is_none() {
            assert_eq!(resolve(&base, &reference), Err(Error::NotFull));
            continue;
        }
        total += 1;
        let ours = resolve(&base, &reference).unwrap();
        let parts = parsed(&reference);
        assert_eq!(ours, base_parts.resolve(&parts, true), "{base} {reference}");
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

/// Two references are equal at a level if their normal forms are: among many that are nearly so.
/// (RFC 3986 6.1, 6.2.1)
#[test]
fn equality_is_that_of_normal_forms() {
    const TEXTS: &str = ". ./ .. ../ a ./a a/ a/. a/b/.. a/.. x/../a %61 A /a /./a //a /.//a /..//a .//a a: a:. a:a a:./a a:/a \
        a:b/../a a:.//a a:/.//a a://a a://A a://%61 a://a: a://a/ a://a/. a://a:80 http://a http://a/ http://a:80 \
        HTTP://a:80/ http://a: http://a? http://a/? http://a# http://@a //[::1] //[0::01] //[::1%25a] \
        //[::1%25%61] //1.2.3.4 //%31.2.3.4 ?%2f ?%2F ../a ../../a";
    let texts: Vec<&str> = TEXTS.split(' ').chain([""]).collect();
    let mut equal_pairs = 0;
    for level in LEVELS {
        for a in &texts {
            for b in &texts {
                let expected = normalize(a, level) == normalize(b, level);
                assert_eq!(equal(a.as_bytes(), b.as_bytes(), level), Ok(expected), "{level:?} {a} {b}");
                equal_pairs += (expected && a != b) as usize;
            }
        }
    }
    assert!(equal_pairs > 50);
}

/// Every character, in a path and in a query.
/// (RFC 3987 2.2, 3.1, 3.2, 4.1)
#[test]
fn every_character() {
    for character in ('\u{80}'..=char::MAX).step_by(1) {
        let code = character as u32;
        for (mark, allowed) in [('/', ucschar(code)), ('?', ucschar(code) || private(code)), ('#', ucschar(code))] {
            let iri = format!("{mark}{character}");
            let mut buffer = [0; 16];
            let mut output = Output::new(&mut buffer);
            let result = cri::from_iri(Revision::Href27, iri.as_bytes(), &mut output);
            assert_eq!(result, if allowed { Ok(()) } else { Err(Error::UriSyntax) }, "{mark} U+{code:04X}");
            let uri = to_uri_by_the_book(&iri);
            let cbor = from_uri(Revision::Href27, &uri).unwrap();
            if allowed {
                assert_eq!(output.written(), Ok(&cbor[..]));
            }
            let shown = allowed && !misleading(code);
            let mut text = [0; 16];
            let mut output = Output::new(&mut text);
            parse(Revision::Href27, &cbor).to_iri(&mut output).unwrap();
            assert_eq!(
                output.written(),
                Ok(if shown { iri.as_bytes() } else { uri.as_bytes() }),
                "{mark} U+{code:04X}"
            );
        }
    }
}
