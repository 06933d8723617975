// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texts read as URI references: all texts over a small alphabet are split, normalised, compared, converted and
//! resolved.

use super::cases::cris::resolved;
use super::run::{Part, Tally, each_string};
use crate::support::cbor::encoded;
use crate::support::from_uri::from_uri;
use crate::support::lib::{self, REVISIONS, encode, output, parse, read, to_uri};
use crate::support::model_ops;
use crate::support::rfc3986::{self, HostForm, Reference};
use crate::support::uri::{components, normalize};
use cri::uri::{self, HostKind, Level, Uri};
use cri::{Error, Output, Revision};

pub const ALPHABET: &[u8; 12] = b"a:/?#[]@%2e.";

/// The counters: texts; URI references; references that have a CRI in both revisions; resolved texts; resolved CRIs.
pub const COUNTERS: [&str; 5] =
    ["texts", "URI references", "CRIs of them, both revisions", "resolved texts", "resolved CRIs"];

/// The bases that references are resolved against: an authority alone, an authority with path and query, paths with and
/// without root, dot segments and empty segments in a path, an empty query, a default port.
pub const BASES: [&str; 8] =
    ["a://a", "z://h/x/y?q", "e:/x//y", "a:x/y", "a://e:2/e/../e?#f", "coap://[::2]:5683/a/b", "e:", "a:/.//e"];

/// A base as text and as a CRI.
pub struct Base {
    text: Reference<'static>,
    cri: [Option<Vec<u8>>; 2],
}

pub fn bases() -> Vec<Base> {
    let base = |text| {
        let text = rfc3986::parse(text).expect("a URI");
        let cri = REVISIONS.map(|revision| from_uri(revision, &text).map(|cri| encoded(&cri.canonical(revision))));
        Base { text, cri }
    };
    BASES.into_iter().map(base).collect()
}

/// Makes one job for each beginning of 3 characters. The first job also has the shorter texts.
pub fn texts(most: usize) -> Part {
    let bases = bases();
    let run = move |job: u64, tally: &mut Tally| {
        let mut checker = Checker { bases: &bases, before: None };
        let mut check = |text: &[u8]| checker.text(std::str::from_utf8(text).expect("ASCII"), tally);
        if job == 0 {
            (0..3).for_each(|length| each_string(&mut Vec::new(), length, ALPHABET, &mut check));
        }
        let mut start = [job / 144, job / 12 % 12, job % 12].map(|at| ALPHABET[at as usize]).to_vec();
        (0..=most - 3).for_each(|length| each_string(&mut start, length, ALPHABET, &mut check));
    };
    Part { jobs: 1728, counters: &COUNTERS, run: Box::new(run) }
}

/// Checks texts, and compares each reference with the previous one.
pub struct Checker<'b> {
    pub bases: &'b [Base],
    pub before: Option<(String, [String; 2])>,
}

fn written(run: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<String, Error> {
    output(run).map(|text| String::from_utf8(text).expect("ASCII"))
}

impl Checker<'_> {
    pub fn text(&mut self, text: &str, tally: &mut Tally) {
        tally.counts[0] += 1;
        let model = rfc3986::parse(text);
        let found = Uri::split(text.as_bytes());
        let (lenient, invalid) = Uri::split_lenient(text);
        if model.is_some() != found.is_ok() || model.is_some() != invalid.is_empty() {
            let found = found.map(|_| ());
            tally.note(Some(format!("{text}: model {model:?}, library {found:?}, {invalid:?}")));
            return;
        }
        let Some(model) = model else {
            let refused = REVISIONS.iter().all(|revision| lib::from_uri(*revision, text).is_err());
            let placed = found.is_err_and(|error| error.offset <= text.len());
            let hosts = (lenient.host_kind() == HostKind::None) == lenient.host().is_none();
            tally.note(
                (!refused || !placed || !hosts).then(|| format!("{text}: no reference, but converted, or {found:?}")),
            );
            return;
        };
        tally.counts[1] += 1;
        tally.note(parts(&model, &found.expect("it was split")).or_else(|| parts(&model, &lenient)));
        tally.note(self.normal_forms(&model));
        let conversions = REVISIONS.map(|revision| conversion(revision, &model));
        let mut converted = [None, None];
        for (slot, conversion) in converted.iter_mut().zip(conversions) {
            match conversion {
                Ok(cri) => *slot = cri,
                Err(difference) => tally.note(Some(difference)),
            }
        }
        tally.counts[2] += converted.iter().flatten().count() as u64;
        let mut of_cris = Tally::new(2);
        for base in self.bases {
            tally.counts[3] += 1;
            tally.note(resolution(&base.text, &model));
            for (i, revision) in REVISIONS.into_iter().enumerate() {
                let (Some(base), Some(reference)) = (&base.cri[i], &converted[i]) else { continue };
                tally.counts[4] += 1;
                resolved(revision, [base, reference, b"\x80"], &mut of_cris);
            }
        }
        tally.note(of_cris.findings.pop());
    }

    /// Checks the normal forms of a reference, and compares them with the previous reference.
    fn normal_forms(&mut self, model: &Reference<'_>) -> Option<String> {
        let text = model.text;
        let normalize = |text: &str, level| written(|out| uri::normalize(text.as_bytes(), level, out));
        let equal = |a: &str, b: &str, level| uri::equal(a.as_bytes(), b.as_bytes(), level);
        let mut found = (normalize(text, Level::Simple).as_deref() != Ok(text)).then(|| "simple".to_string());
        let forms = [model.normal(false), model.normal(true)];
        for (level, expected) in [Level::Syntax, Level::Scheme].into_iter().zip(&forms) {
            let normal = normalize(text, level);
            if normal.as_ref() != Ok(expected) {
                found = Some(format!("{level:?}: model {expected}, library {normal:?}"));
            } else if normalize(expected, level).as_ref() != Ok(expected) {
                found = Some(format!("{level:?}: {expected} has another normal form"));
            } else if equal(text, expected, level) != Ok(true) {
                found = Some(format!("{level:?}: not equal to {expected}"));
            }
        }
        if let Some((before, of)) = &self.before {
            for (level, same) in [
                (Level::Simple, before == text),
                (Level::Syntax, of[0] == forms[0]),
                (Level::Scheme, of[1] == forms[1]),
            ] {
                if equal(before, text, level) != Ok(same) || equal(text, before, level) != Ok(same) {
                    found = Some(format!("{level:?}: equal to {before} should be {same}"));
                }
            }
        }
        self.before = Some((text.to_string(), forms));
        found.map(|what| format!("{text}: normal forms: {what}"))
    }
}

/// Compares the components of a reference with the model's.
pub fn parts(model: &Reference<'_>, found: &Uri<'_>) -> Option<String> {
    let authority = model.authority;
    let kind = authority.map_or(HostKind::None, |authority| match authority.form {
        HostForm::Name => HostKind::Name,
        HostForm::Ipv4 => HostKind::Ipv4,
        HostForm::Ipv6 => HostKind::Ipv6,
        HostForm::Zone => HostKind::Ipv6Zone,
        HostForm::Future => HostKind::Future,
    });
    let expected = [
        model.scheme,
        authority.and_then(|authority| authority.userinfo),
        authority.map(|authority| authority.host),
        authority.and_then(|authority| authority.port),
        Some(model.path),
        model.query,
        model.fragment,
    ];
    let segments = model.path.strip_prefix('/').unwrap_or(model.path).split('/');
    let none = usize::from(model.path.is_empty());
    let same = kind == found.host_kind()
        && expected == components(found)
        && found.segments().eq(segments.skip(none))
        && found.parameters().eq(model.query.iter().flat_map(|query| query.split('&')));
    (!same).then(|| format!("{}: model {model:?}, library {:?}", model.text, components(found)))
}

/// The CRI of a reference, or None if the reference has no CRI. Checks that the CRI converts back to text.
fn conversion(revision: Revision, model: &Reference<'_>) -> Result<Option<Vec<u8>>, String> {
    let text = model.text;
    let expected = from_uri(revision, model);
    let found = lib::from_uri(revision, text);
    if output(|out| cri::from_iri(revision, text.as_bytes(), out)) != found {
        return Err(format!("{revision:?} {text}: not as an IRI"));
    }
    let (cri, bytes) = match (expected, found) {
        (None, Err(_)) => return Ok(None),
        (Some(cri), Ok(bytes)) if encoded(&cri.canonical(revision)) == bytes => (cri, bytes),
        (expected, found) => return Err(format!("{revision:?} {text}: model {expected:?}, library {found:02x?}")),
    };
    let view = parse(revision, &bytes);
    if read(&view) != cri || encode(&view) != bytes {
        return Err(format!("{revision:?} {text}: {bytes:02x?} is read as {:?}", read(&view)));
    }
    let normal = normalize(text).expect("it has a CRI");
    let again = to_uri(&view);
    if again.as_ref() != Ok(&normal) || model_ops::to_uri(revision, &cri) != Some(normal.clone()) {
        return Err(format!("{revision:?} {text}: to-URI {again:?}, expected {normal}"));
    }
    Ok(Some(bytes))
}

pub fn resolution(base: &Reference<'_>, model: &Reference<'_>) -> Option<String> {
    let resolve = |strict| written(|out| uri::resolve(base.text.as_bytes(), model.text.as_bytes(), strict, out));
    let of = |text: &str| text.split('#').next().map(str::to_string);
    let expected = base.resolve(model, true);
    let loose = base.resolve(model, false);
    let same = uri::same_document(base.text.as_bytes(), model.text.as_bytes());
    let found = (resolve(true), resolve(false), same);
    let same = of(&expected) == of(base.text);
    let expected = (Ok(expected), Ok(loose), Ok(same));
    (found != expected).then(|| format!("{} with {}: model {expected:?}, library {found:?}", base.text, model.text))
}

/// R11: CRIs resolve as their texts do, except against bases with a fragment, a rootless path, or neither authority nor
/// path.
pub fn as_texts(revision: Revision, base: &Reference<'_>, reference: &Reference<'_>) -> Option<String> {
    let [Ok(one), Ok(other)] = &[base, reference].map(|text| lib::from_uri(revision, text.text)) else { return None };
    if base.fragment.is_some() || (base.authority.is_none() && !base.path.starts_with('/')) {
        return None;
    }
    let found = parse(revision, one).resolve(&parse(revision, other)).and_then(|cri| to_uri(&cri));
    // The normal forms are compared, because a network-path reference has no scheme that would tell the default port
    // (R12).
    let normal = found.as_ref().ok().and_then(|uri| normalize(uri));
    let expected = base.resolve(reference, true);
    (normal != normalize(&expected))
        .then(|| format!("{revision:?} {} with {}: {found:?}, as texts {expected}", base.text, reference.text))
}
