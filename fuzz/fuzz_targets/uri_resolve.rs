// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI text: split, resolved, normalised and compared, as iri-string does it where both do the same (RFC 3986 3, 5.2, 5.3, 6.2).
#![no_main]

#[path = "support.rs"]
mod support;

use cri::Error;
use cri::uri::{self, HostKind, Level, Uri};
use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
use libfuzzer_sys::fuzz_target;
use support::{two, written};

const LEVELS: [Level; 3] = [Level::Simple, Level::Syntax, Level::Scheme];

/// A text that is a URI reference, in its components, and as iri-string has it.
fn split(text: &[u8]) -> Option<(Uri<'_>, &UriReferenceStr)> {
    let ours = Uri::split(text);
    let theirs = std::str::from_utf8(text).ok().and_then(|text| UriReferenceStr::new(text).ok());
    let ours = match ours {
        Err(error) => {
            assert!(theirs.is_none() && error.offset <= text.len());
            return None;
        }
        Ok(ours) => ours,
    };
    // Only this library has zone identifiers (RFC 6874).
    if ours.host_kind() == HostKind::Ipv6Zone {
        return None;
    }
    let theirs = theirs.expect("both take it for a reference");
    let text = |part: Option<&str>| part.map(|part| part.as_bytes().to_vec());
    let own = |part: Option<&[u8]>| part.map(<[u8]>::to_vec);
    let authority = theirs.authority_components();
    assert_eq!(own(ours.scheme()), text(theirs.scheme_str()));
    assert_eq!(own(ours.userinfo()), text(authority.and_then(|authority| authority.userinfo())));
    assert_eq!(own(ours.host()), text(authority.map(|authority| authority.host())));
    assert_eq!(own(ours.port()), text(authority.and_then(|authority| authority.port())));
    assert_eq!(own(Some(ours.path())), text(Some(theirs.path_str())));
    assert_eq!(own(ours.query()), text(theirs.query_str()));
    assert_eq!(own(ours.fragment()), text(theirs.fragment().map(|fragment| fragment.as_str())));
    Some((ours, theirs))
}

fn normalized(text: &[u8], level: Level) -> Vec<u8> {
    written(|output| uri::normalize(text, level, output)).expect("a reference has a normal form")
}

/// Whether a path has a dot segment, percent-encoded or not.
fn has_dots(path: &[u8]) -> bool {
    let path = String::from_utf8_lossy(path).to_lowercase().replace("%2e", ".");
    path.split('/').any(|segment| segment == "." || segment == "..")
}

fn check_normal_forms(a: &[u8], b: &[u8]) {
    for level in LEVELS {
        let (x, y) = (normalized(a, level), normalized(b, level));
        assert_eq!(normalized(&x, level), x, "normalising is idempotent");
        assert_eq!(uri::equal(a, &x, level), Ok(true));
        assert_eq!(uri::equal(a, b, level), Ok(x == y), "equal are those of one normal form");
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((base_text, text)) = two(data) else { return };
    let (Some((base, _)), Some((uri, theirs))) = (split(base_text), split(text)) else { return };
    check_normal_forms(base_text, text);
    check_normal_forms(text, base_text);
    let resolve = |base: &[u8], text: &[u8], strict| written(|output| uri::resolve(base, text, strict, output));
    let resolved = match resolve(base_text, text, true) {
        Err(error) => {
            assert!(error == Error::NotFull && base.scheme().is_none());
            return;
        }
        Ok(resolved) => resolved,
    };
    let (again, _) = split(&resolved).expect("a URI comes out");
    assert!(again.scheme().is_some());
    let same_scheme = uri.scheme().is_some_and(|own| base.scheme().is_some_and(|of| own.eq_ignore_ascii_case(of)));
    if !same_scheme {
        assert_eq!(resolve(base_text, text, false), Ok(resolved.clone()));
    }
    let keeps = uri.scheme().is_none() && uri.host().is_none();
    // iri-string removes the dot segments of the base's path also where the reference has no path, and decides otherwise
    // about paths without an authority.
    let same_place = if uri.scheme().is_some() { uri.host() } else { uri.host().or(base.host()) }.is_some();
    if same_place && !(keeps && uri.path().is_empty() && has_dots(base.path())) {
        let whole = base_text.split(|byte| *byte == b'#').next().unwrap_or(&[]);
        let whole = UriAbsoluteStr::new(std::str::from_utf8(whole).expect("ASCII")).expect("a URI without fragment");
        assert_eq!(String::from_utf8_lossy(&resolved), theirs.resolve_against(whole).to_string());
    }
    // Resolving what was normalised is normalising what was resolved.
    if base.host().is_some() && !has_dots(base.path()) {
        let normal = resolve(&normalized(base_text, Level::Syntax), &normalized(text, Level::Syntax), true);
        assert_eq!(normal.map(|uri| normalized(&uri, Level::Syntax)), Ok(normalized(&resolved, Level::Syntax)));
    }
});
