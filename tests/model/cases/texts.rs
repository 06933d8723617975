// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI and IRI text, and diagnostic notation.

use super::cris::{any, revision};
use crate::run::Tally;
use crate::support::cbor::{Decoder, encoded};
use crate::support::from_uri::from_uri;
use crate::support::iri::{to_iri_by_the_book, to_uri_by_the_book};
use crate::support::lib::{REVISIONS, encode, output, parse};
use crate::support::model;
use crate::support::random::{self, Random};
use crate::support::random_edn::{notation, space};
use crate::support::rfc3986;
use crate::support::{edn, hex, model_ops, uri};
use crate::uris::{Checker, as_texts, resolution};
use cri::{Error, Revision};
use fluent_uri::IriRef;
use iri_string::types::IriReferenceStr;

/// Ports with leading zeros and beyond 65535, zone identifiers, addresses of the future, dot segments.
const PIECES: [&str; 10] =
    [":080", ":0", ":65536", ":00", "//[::1%25e%20]", "//[v1.a:B]", "/%2E%2e/", "/.", "//1.2.3.4", "//1.2.3.04"];

/// A reference, with characters changed now and then.
fn text(random: &mut Random) -> String {
    let revision = revision(random);
    let mut text = uri::random(random, revision);
    if random.one_in(3) {
        for _ in 0..1 + random.below(3) {
            let at = random.below(text.len() + 1);
            match random.below(4) {
                0 if at < text.len() => drop(text.remove(at)),
                1 => text.truncate(at),
                2 => text.insert_str(at, random.pick(&PIECES)),
                _ => text.insert(at, random.pick(b"a:/?#@[]%4.0vV \"<>\\^`{|}~-") as char),
            }
        }
    }
    text
}

pub fn converting(random: &mut Random, tally: &mut Tally) {
    let (one, other) = (text(random), text(random));
    let mut own = Tally::new(5);
    let mut checker = Checker { bases: &[], before: None };
    checker.text(&one, &mut own);
    checker.text(&other, &mut own);
    tally.counts[1] += (own.counts[1] > 0) as u64;
    tally.note(own.findings.pop());
}

pub fn resolving(random: &mut Random, tally: &mut Tally) {
    let (base, mut reference) = (text(random), text(random));
    if random.one_in(4) {
        // Near the base: the same but for what is before its last slash, or for the fragment.
        reference = base.rsplit(['/', '#']).next().expect("one at least").to_string() + random.pick(&["", "#", "#f"]);
    }
    let (Some(base), Some(reference)) = (rfc3986::parse(&base), rfc3986::parse(&reference)) else { return };
    if base.scheme.is_none() {
        let refused = output(|out| cri::uri::resolve(base.text.as_bytes(), reference.text.as_bytes(), true, out));
        return tally.note((refused != Err(Error::NotFull)).then(|| format!("{}: a base without scheme", base.text)));
    }
    tally.counts[1] += 1;
    tally.note(resolution(&base, &reference));
    // A base's path may end with a dot segment, which resolving takes for a name.
    let Some(base) = uri::normalize(base.text.split('#').next().expect("one at least")) else { return };
    let base = rfc3986::parsed(&base);
    tally.note(REVISIONS.into_iter().find_map(|revision| as_texts(revision, &base, &reference)));
}

/// An IRI converts as the URI that it maps to; what a CRI comes out as is its URI with the characters that may be shown.
pub fn iris(random: &mut Random, tally: &mut Tally) {
    let revision = revision(random);
    let mut iri = uri::random(random, revision);
    for _ in 0..random.below(3) {
        // Characters beyond ASCII: some allowed, some in queries only, some nowhere.
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
        // Characters that have no place may be the reason, and those that map to where no triplet may be.
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
    let view = parse(revision, &data);
    let text = output(|out| view.to_edn(out)).expect("it has a notation");
    let literal = output(|out| view.to_edn_literal(out)).expect("it has a notation");
    tally.counts[1] += literal.starts_with(b"cri'") as u64;
    let read = |text: &[u8]| output(|out| cri::from_edn(revision, text, out).map_err(|error| error.error));
    let model = encoded(&edn::parse(std::str::from_utf8(&text).expect("UTF-8")));
    let same =
        model == canonical && read(&text).as_ref() == Ok(&canonical) && read(&literal).as_ref() == Ok(&canonical);
    tally.note((!same).then(|| format!("{revision:?} {}: {}", hex(&data), String::from_utf8_lossy(&text))));
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
    let expected = model::cri(revision, &value).map(|cri| encoded(&cri.canonical(revision)));
    let found = output(|out| cri::from_edn(revision, text.as_bytes(), out).map_err(|error| error.error));
    tally.counts[1] += found.is_ok() as u64;
    let same = match (&expected, &found) {
        (Some(expected), Ok(found)) => expected == found,
        (None, Err(error)) => error.is_unprocessable(),
        _ => false,
    };
    tally.note((!same).then(|| format!("{revision:?} {text}: model {expected:02x?}, library {found:02x?}")));
    changed(random, revision, text.into_bytes(), tally);
}

/// Notation that is changed anywhere is refused, or is that of a CRI in canonical form.
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
    let read = |text: &[u8]| output(|out| cri::from_edn(revision, text, out).map_err(|error| error.error));
    let Ok(found) = read(&text) else { return };
    let view = parse(revision, &found);
    let again = output(|out| view.to_edn_literal(out)).and_then(|literal| read(&literal));
    let same = encode(&view) == found && again.as_ref() == Ok(&found);
    tally.note((!same).then(|| format!("{revision:?} {}: {}", String::from_utf8_lossy(&text), hex(&found))));
}
