// SPDX-License-Identifier: MIT OR Apache-2.0
//! What script/measure compares with, in Rust: for each row the nearest equivalent of each crate, behind a C function. Each
//! function returns whether the crate did what was asked of it.

mod texts;

use std::fmt::Write;
use std::hint::black_box;

use fluent_uri::{Uri, UriRef};
use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriStr};
use url::Url;

/// The texts, and what is parsed before an operation that begins with something parsed.
pub struct Peers {
    base: &'static str,
    reference: &'static str,
    fluent: Uri<&'static str>,
    fluent_again: Uri<String>,
    iri: &'static UriAbsoluteStr,
    iri_again: Box<UriAbsoluteStr>,
    url: Url,
    url_again: Url,
    url_target: Url,
}

/// A buffer that a text is written to without an allocation, as in firmware.
struct Fixed {
    bytes: [u8; 1024],
    len: usize,
}

impl Write for Fixed {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(std::fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

fn written(text: impl std::fmt::Display) -> bool {
    let mut fixed = Fixed { bytes: [0; 1024], len: 0 };
    let done = write!(fixed, "{text}").is_ok();
    black_box(&fixed.bytes);
    done && fixed.len > 0
}

fn text(chars: *const u8, len: usize) -> Option<&'static str> {
    // SAFETY: script/measure's driver passes static texts of that length.
    std::str::from_utf8(unsafe { std::slice::from_raw_parts(chars, len) }).ok()
}

fn prepared(base: &'static str, reference: &'static str) -> Option<Peers> {
    let url = Url::parse(base).ok()?;
    Some(Peers {
        base,
        reference,
        fluent: Uri::parse(base).ok()?,
        fluent_again: Uri::parse(base.to_string()).ok()?,
        iri: UriAbsoluteStr::new(base).ok()?,
        iri_again: UriAbsoluteStr::new(base).ok()?.into(),
        url_target: url.join(reference).ok()?,
        url_again: url.clone(),
        url,
    })
}

/// Parses what has to be parsed beforehand; NULL if a crate refuses it. Never freed.
#[unsafe(no_mangle)]
pub extern "C" fn peers_prepare(
    base: *const u8,
    base_len: usize,
    reference: *const u8,
    reference_len: usize,
) -> *const Peers {
    let made = text(base, base_len)
        .zip(text(reference, reference_len))
        .and_then(|(base, reference)| prepared(base, reference));
    made.map_or(std::ptr::null(), |peers| Box::leak(Box::new(peers)))
}

#[unsafe(no_mangle)]
pub extern "C" fn fluent_parse(peers: &Peers) -> bool {
    black_box(UriRef::parse(black_box(peers.base))).is_ok()
}

#[unsafe(no_mangle)]
pub extern "C" fn fluent_parse_reference(peers: &Peers) -> bool {
    black_box(UriRef::parse(black_box(peers.reference))).is_ok()
}

#[unsafe(no_mangle)]
pub extern "C" fn fluent_resolve(peers: &Peers) -> bool {
    UriRef::parse(black_box(peers.reference)).is_ok_and(|uri| black_box(uri.resolve_against(&peers.fluent)).is_ok())
}

#[unsafe(no_mangle)]
pub extern "C" fn fluent_parse_both_resolve(peers: &Peers) -> bool {
    let Ok(base) = Uri::parse(black_box(peers.base)) else { return false };
    UriRef::parse(black_box(peers.reference)).is_ok_and(|uri| black_box(uri.resolve_against(&base)).is_ok())
}

#[unsafe(no_mangle)]
pub extern "C" fn fluent_normalize(peers: &Peers) -> bool {
    Uri::parse(black_box(peers.base)).is_ok_and(|uri| !black_box(uri.normalize()).as_str().is_empty())
}

#[unsafe(no_mangle)]
pub extern "C" fn fluent_equal(peers: &Peers) -> bool {
    black_box(peers.fluent.as_str()) == black_box(peers.fluent_again.as_str())
}

#[unsafe(no_mangle)]
pub extern "C" fn fluent_normalize_equal(peers: &Peers) -> bool {
    let (a, b) = (Uri::parse(black_box(peers.base)), Uri::parse(black_box(peers.fluent_again.as_str())));
    let (Ok(a), Ok(b)) = (a, b) else { return false };
    a.normalize().as_str() == b.normalize().as_str()
}

#[unsafe(no_mangle)]
pub extern "C" fn iri_parse(peers: &Peers) -> bool {
    black_box(UriReferenceStr::new(black_box(peers.base))).is_ok()
}

#[unsafe(no_mangle)]
pub extern "C" fn iri_parse_reference(peers: &Peers) -> bool {
    black_box(UriReferenceStr::new(black_box(peers.reference))).is_ok()
}

#[unsafe(no_mangle)]
pub extern "C" fn iri_resolve(peers: &Peers) -> bool {
    UriReferenceStr::new(black_box(peers.reference)).is_ok_and(|uri| written(uri.resolve_against(peers.iri)))
}

#[unsafe(no_mangle)]
pub extern "C" fn iri_parse_both_resolve(peers: &Peers) -> bool {
    let Ok(base) = UriAbsoluteStr::new(black_box(peers.base)) else { return false };
    UriReferenceStr::new(black_box(peers.reference)).is_ok_and(|uri| written(uri.resolve_against(base)))
}

#[unsafe(no_mangle)]
pub extern "C" fn iri_normalize(peers: &Peers) -> bool {
    UriStr::new(black_box(peers.base)).is_ok_and(|uri| written(uri.normalize()))
}

#[unsafe(no_mangle)]
pub extern "C" fn iri_equal(peers: &Peers) -> bool {
    black_box(peers.iri) == black_box(&*peers.iri_again)
}

#[unsafe(no_mangle)]
pub extern "C" fn url_parse(peers: &Peers) -> bool {
    black_box(Url::parse(black_box(peers.base))).is_ok()
}

#[unsafe(no_mangle)]
pub extern "C" fn url_join(peers: &Peers) -> bool {
    black_box(peers.url.join(black_box(peers.reference))).is_ok()
}

#[unsafe(no_mangle)]
pub extern "C" fn url_parse_join(peers: &Peers) -> bool {
    Url::parse(black_box(peers.base)).is_ok_and(|base| black_box(base.join(black_box(peers.reference))).is_ok())
}

#[unsafe(no_mangle)]
pub extern "C" fn url_equal(peers: &Peers) -> bool {
    black_box(&peers.url) == black_box(&peers.url_again)
}

#[unsafe(no_mangle)]
pub extern "C" fn url_make_relative(peers: &Peers) -> bool {
    black_box(peers.url.make_relative(black_box(&peers.url_target))).is_some()
}
