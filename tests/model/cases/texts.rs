// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks the conversions from and to URI text, IRI text and diagnostic notation.

use super::super::run::Tally;
use super::super::uris::{Checker, as_texts, resolution};
use super::cris::{any, revision};
use crate::support::cbor::{Decoder, encoded};
use crate::support::from_uri::from_uri;
use crate::support::iri::{to_iri_by_the_book, to_uri_by_the_book};
use crate::support::lib::{REVISIONS, encode, output, parse, read_edn};
use crate::support::model::{Verdict, judge};
use crate::support::random::{self, Random};
use crate::support::random_edn::{notation, space};
use crate::support::rfc3986::{self, Reference, plain_dots};
use crate::support::{edn, hex, model_ops, template, uri};
use cri::uri::{HostKind, Level, Uri, normalize};
use cri::{Cri, Error, Part, Revision};
use fluent_uri::{IriRef, UriRef};
use iri_string::types::{IriReferenceStr, UriAbsoluteStr, UriReferenceStr};

/// Ports with leading zeros and beyond 65535, zone identifiers, IPvFuture addresses, unclosed and empty addresses, dot
/// segments, characters beyond ASCII.
const PIECES: &str = ":080|:0|:65536|:00|//[::1%25e%20]|//[v1.a:B]|/%2E%2e/|/.|//1.2.3.4|//1.2.3.04|[v1.a]|\
    [fe80::1%25a]|\
    [fe80::1%25%ff]|[::1|[]|é|\u{e000}|../|/.//";

/// A reference with a few characters changed, after which it may not be UTF-8.
fn text(random: &mut Random) -> Vec<u8> {
    let revision = revision(random);
    let mut text = uri::random(random, revision).into_bytes();
    if random.one_in(3) {
        for _ in 0..1 + random.below(3) {
            let at = random.below(text.len() + 1);
            match random.below(4) {
                0 if at < text.len() => drop(text.remove(at)),
                1 => text.truncate(at),
                2 => drop(text.splice(at..at, random.word(PIECES).bytes())),
                _ => text.insert(at, random.pick(b"a:/?#@[]%4.0vV \"\0<>\\^`{|}~-\xff\xc3")),
            }
        }
    }
    text
}

/// (R53; RFC 6570 2, 3)
pub fn expanding(random: &mut Random, tally: &mut Tally) {
    let (text, variables) = (template::random(random), template::random_variables(random));
    tally.counts[1] += u64::from(template::names(&text).is_some());
    tally.note(template::difference(&text, &variables));
}

pub fn converting(random: &mut Random, tally: &mut Tally) {
    let texts = [text(random), text(random)];
    let mut own = Tally::new(5);
    let mut checker = Checker { bases: &[], before: None };
    for text in &texts {
        REVISIONS.iter().for_each(|revision| located(*revision, text));
        checker.text(&String::from_utf8_lossy(text), &mut own);
        tally.note(as_others_split(&String::from_utf8_lossy(text)));
    }
    tally.counts[1] += u64::from(own.counts[1] > 0);
    tally.note(own.findings.pop());
}

/// Checks that a text that has no CRI is refused with the expected error, and that the error is at a possible offset.
fn located(revision: Revision, text: &[u8]) {
    let name = || format!("{revision:?} {}", String::from_utf8_lossy(text));
    let found = output(|out| cri::from_uri(revision, text, out)).map(|_| ());
    let place = cri::from_uri_where(revision, text);
    assert_eq!(found, place.map_err(|fault| fault.error), "{}", name());
    let by_iri = output(|out| cri::from_iri(revision, text, out)).map(|_| ());
    let iri_place = cri::from_iri_where(revision, text);
    assert_eq!(by_iri, iri_place.map_err(|fault| fault.error), "{}", name());
    for fault in [place.err(), iri_place.err()].into_iter().flatten() {
        assert!(fault.offset <= text.len(), "{} {fault:?}", name());
        let syntax = matches!(fault.error, Error::UriSyntax | Error::UriNotAscii | Error::Utf8);
        assert!(fault.offset < text.len() || !syntax, "{} {fault:?}", name());
        // The text before an invalid character may be valid by itself or as user information, except within an unclosed
        // IP literal.
        if syntax && !text.contains(&b'[') {
            let before = &text[..fault.offset];
            let valid = |text: &[u8]| {
                let read = cri::from_iri_where(revision, text).map_err(|fault| fault.error);
                !matches!(read, Err(Error::UriSyntax | Error::Utf8))
            };
            assert!(valid(before) || valid(&[before, b"@"].concat()), "{} {fault:?}", name());
        }
        let byte = text.get(fault.offset).copied();
        match (fault.error, fault.part) {
            (Error::UriPort, part) => assert!(part == Part::Port && byte.unwrap().is_ascii_digit(), "{}", name()),
            (Error::Zone, part) => assert!(part == Part::Zone && byte == Some(b'%'), "{}", name()),
            (Error::UriHost, Part::Zone) => assert_eq!(byte, Some(b'%'), "{}", name()),
            (Error::UriHost, part) => assert!(part == Part::Host && byte == Some(b'['), "{}", name()),
            (Error::NoCri, Part::Userinfo) => assert_eq!(byte, Some(b':'), "{}", name()),
            (Error::NoCri, part) => assert_eq!(part, Part::Path, "{}", name()),
            _ => {}
        }
    }
}

/// Compares references and their normal forms with fluent-uri and iri-string. Known difference: only this library has
/// zone identifiers (RFC 6874). The model splits with fluent-uri.
fn as_others_split(text: &str) -> Option<String> {
    let ours = Uri::split(text.as_bytes()).ok();
    if ours.is_some_and(|uri| uri.host_kind() == HostKind::Ipv6Zone) {
        return None;
    }
    let theirs = UriReferenceStr::new(text).is_ok();
    let normal = output(|out| normalize(text.as_bytes(), Level::Syntax, out));
    let compared = ours.filter(|uri| uri.scheme().is_some() && uri.host().is_some() && uri.port().is_none());
    let by_fluent = compared.and_then(|_| Some(UriRef::parse(text).ok()?.normalize().as_str().as_bytes().to_vec()));
    let same = ours.is_some() == theirs && (compared.is_none() || normal.as_ref().ok() == by_fluent.as_ref());
    (!same).then(|| format!("{text}: for iri-string a reference: {theirs}; normal {by_fluent:?}, {normal:?}"))
}

pub fn resolving(random: &mut Random, tally: &mut Tally) {
    let texts = [text(random), text(random)];
    let [base, mut reference] = texts.map(|text| String::from_utf8_lossy(&text).into_owned());
    if random.one_in(4) {
        // The reference is the part of the base after its last `/` or `#`, with or without a fragment.
        reference = base.rsplit(['/', '#']).next().expect("one at least").to_string() + random.pick(&["", "#", "#f"]);
    }
    let (Some(base), Some(reference)) = (rfc3986::parse(&base), rfc3986::parse(&reference)) else { return };
    if base.scheme.is_none() {
        let refused = output(|out| cri::uri::resolve(base.text.as_bytes(), reference.text.as_bytes(), true, out));
        return tally.note((refused != Err(Error::Base)).then(|| format!("{}: a base without scheme", base.text)));
    }
    tally.note(resolution(&base, &reference));
    as_others_resolve(&base, &reference, tally);
    // The path of a base may end with a dot segment, which resolution takes for a name.
    let Some(base) = uri::normalize(base.text.split('#').next().expect("one at least")) else { return };
    let base = rfc3986::parsed(&base);
    tally.note(REVISIONS.into_iter().find_map(|revision| as_texts(revision, &base, &reference)));
}

/// Checks that the model resolves as fluent-uri and iri-string do. Known differences:
///
/// - fluent-uri refuses a base with a fragment and most references against a base without authority whose
///   path is rootless. It takes `..` at the end of a base for a directory. It removes the dot segments of the
///   base's path even if the reference's path is empty, and does not remove them if its path has no root.
/// - iri-string removes the dot segments of the base's path even if the reference's path is empty.
fn as_others_resolve(base: &Reference<'_>, reference: &Reference<'_>, tally: &mut Tally) {
    let relative = reference.scheme.is_none();
    let rootless = |parts: &Reference<'_>| !parts.path.starts_with('/') && !parts.path.is_empty();
    let keeps_path = relative && reference.authority.is_none() && reference.path.is_empty();
    let dots = plain_dots(base.path);
    if keeps_path && dots.split('/').any(|segment| segment == "." || segment == "..") {
        return;
    }
    let whole = base.text.split('#').next().expect("one at least");
    let special = if relative { rootless(base) } else { rootless(reference) };
    let opaque = if relative { base.authority.is_none() } else { reference.authority.is_none() };
    let by_fluent = fluent_uri::Uri::parse(whole).ok().filter(|_| !dots.ends_with("/..") && !special);
    let by_fluent = by_fluent.and_then(|base| UriRef::parse(reference.text).ok()?.resolve_against(&base).ok());
    let by_iri = UriAbsoluteStr::new(whole).ok().filter(|_| !opaque);
    let by_iri =
        by_iri.and_then(|base| Some(UriReferenceStr::new(reference.text).ok()?.resolve_against(base).to_string()));
    tally.counts[1] += u64::from(by_fluent.is_some() && by_iri.is_some());
    let theirs = [by_fluent.map(|uri| uri.as_str().to_string()), by_iri];
    let ours = base.resolve(reference, true);
    let same = theirs.iter().flatten().all(|text| *text == ours);
    tally.note((!same).then(|| format!("{} with {}: others {theirs:?}, model {ours}", base.text, reference.text)));
}

/// Checks that an IRI converts like the URI that it maps to. Also checks that the IRI of a CRI is its URI with all
/// characters decoded that may be shown.
pub fn iris(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let mut iri = uri::random(random, revision);
    for _ in 0..random.below(3) {
        // Characters beyond ASCII: some are allowed, some are allowed in queries only, and some are not allowed.
        let more = random.pick(&["é", "ü€", "𝄞", "\u{e000}", "\u{fffd}", "\u{202e}", "%C3%A9", "%EE%80%80"]);
        let mut at = random.below(iri.len() + 1);
        while !iri.is_char_boundary(at) {
            at -= 1;
        }
        iri.insert_str(at, more);
    }
    shown(revision, &iri, tally);
}

pub fn shown(revision: Revision, iri: &str, tally: &mut Tally) {
    let found = output(|out| cri::from_iri(revision, iri.as_bytes(), out));
    let valid = IriReferenceStr::new(iri).is_ok();
    if valid != IriRef::parse(iri).is_ok() || (found.is_ok() && !valid && !iri.contains("%25")) {
        return tally.note(Some(format!("{revision:?} {iri}: {found:?}, for others {valid}")));
    }
    let mapped = to_uri_by_the_book(iri);
    let expected = rfc3986::parse(&mapped).and_then(|uri| from_uri(revision, &uri));
    let private = |c| matches!(c, '\u{e000}' | '\u{fffd}');
    let Ok(found) = found else {
        // The error may be a character that is not allowed, or a character whose triplets are not allowed in that
        // component.
        let refused = !valid || expected.is_none() || iri.chars().any(private);
        return tally.note((!refused).then(|| format!("{revision:?} {iri}: {found:?}, model {expected:?}")));
    };
    tally.counts[1] += 1;
    let Some(model) = expected else { return tally.note(Some(format!("{revision:?} {iri}: no CRI, but converted"))) };
    let text = model_ops::to_uri(revision, &model).map(|uri| to_iri_by_the_book(&uri));
    let shown =
        output(|out| parse(revision, &found).to_iri(out)).ok().map(|text| String::from_utf8(text).expect("UTF-8"));
    let valid = shown.as_ref().is_none_or(|shown| shown.contains("%25") || IriReferenceStr::new(shown).is_ok());
    let same = found == encoded(&model.canonical(revision)) && shown == text && valid;
    tally.note((!same).then(|| format!("{revision:?} {iri}: model {text:?}, library {shown:?} {}", hex(&found))));
}

pub fn writing_edn(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let full = random.one_in(2);
    let (cri, data) = any(random, revision, full);
    let canonical = encoded(&cri.canonical(revision));
    let [text, literal] = written_again(&parse(revision, &data), tally);
    tally.counts[1] += u64::from(literal.starts_with("cri'"));
    let same = encoded(&edn::parse(&text)) == canonical;
    tally.note((!same).then(|| format!("{revision:?} {}: {text}", hex(&data))));
}

/// Checks that both notations of a view are read back as the view. The literal form is used if the view has an
/// equivalent IRI without an apostrophe. A literal is read as the CRI that from-IRI gives.
fn written_again(view: &Cri<'_>, tally: &mut Tally) -> [String; 2] {
    let (revision, canonical) = (view.revision(), Ok(encode(view)));
    let read = |parts: &[&[u8]]| read_edn(revision, &parts.concat()).map_err(|refused| refused.error);
    let text = output(|out| view.to_edn(out)).expect("it has a notation");
    let literal = output(|out| view.to_edn_literal(out)).expect("it has a notation");
    let iri = output(|out| view.to_iri(out)).ok().filter(|iri| !iri.contains(&b'\''));
    let by_iri = iri.as_ref().map(|iri| output(|out| cri::from_iri(revision, iri, out)));
    let same = if by_iri.as_ref() == Some(&canonical) { literal.starts_with(b"cri'") } else { literal == text }
        && iri.map(|iri| read(&[b"cri'", &iri, b"'"])) == by_iri
        && [&text, &literal].into_iter().all(|notation| {
            let spaced = read(&[b"/a/ ", notation, b"# b\n"]);
            spaced == canonical && read(&[notation]) == canonical && read(&[&notation[..notation.len() - 1]]).is_err()
        });
    let texts = [text, literal].map(|text| String::from_utf8(text).expect("UTF-8"));
    tally.note((!same).then(|| format!("{revision:?} {canonical:02x?}: {texts:?}")));
    texts
}

pub fn reading_edn(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let full = random.one_in(2);
    let (_, mut data) = any(random, revision, full);
    if random.one_in(2) {
        random::mutate(random, &mut data);
    }
    let Ok(value) = Decoder::new(&data).value() else { return };
    let mut text = String::new();
    space(random, &mut text, false);
    if !notation(random, &mut text, &value) {
        return;
    }
    space(random, &mut text, false);
    let expected = judge(revision, &data).0;
    let found = read_edn(revision, text.as_bytes());
    tally.counts[1] += u64::from(found.is_ok());
    let same = match (&expected, &found) {
        (Verdict::Cri(cri, _), Ok(found)) => encoded(&cri.canonical(revision)) == *found,
        (Verdict::Unprocessable(_), Err(refused)) => refused.error.is_unprocessable(),
        _ => false,
    };
    tally.note((!same).then(|| format!("{revision:?} {text}: model {expected:?}, library {found:02x?}")));
    changed(random, revision, text.into_bytes(), tally);
}

/// Checks notation that is changed at a random place.
fn changed(random: &mut Random, revision: Revision, mut text: Vec<u8>, tally: &mut Tally) {
    for _ in 0..1 + random.below(3) {
        let (at, byte) = (random.below(text.len() + 1), random.pick(b" ,[]\"'\\/#*0x-h(9_+`<>{}\r\n\x00\x7f\xc3\xff"));
        match random.below(4) {
            0 if at < text.len() => drop(text.remove(at)),
            1 if at < text.len() => text[at] = byte,
            2 => text.truncate(at),
            _ => text.insert(at, byte),
        }
    }
    noted(revision, &text, tally);
}

/// Checks that notation is refused or is read as a CRI in canonical form.
pub fn noted(revision: Revision, notation: &[u8], tally: &mut Tally) {
    let Ok(found) = read_edn(revision, notation) else { return };
    let view = parse(revision, &found);
    let same = encode(&view) == found;
    tally.note((!same).then(|| format!("{revision:?} {}: {}", String::from_utf8_lossy(notation), hex(&found))));
    written_again(&view, tally);
}
