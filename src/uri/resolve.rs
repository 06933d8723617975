// SPDX-License-Identifier: MIT OR Apache-2.0
//! Resolution of a URI reference against a base URI, as text (RFC 3986 section 5.2).

use core::mem::MaybeUninit;

use super::dot_segments::{Path, PathAfter, first_dot_segment, split_last_segment};
use super::reference::{PARTS, Part, Uri};
use crate::bytes::output::Output;
use crate::bytes::scan::URI;
use crate::bytes::words;
use crate::error::Error;

/// Writes the URI that a reference identifies. The base's fragment is ignored (section 5.1), and the base is not
/// normalised (RFC 3986 5.2.1).
///
/// If `strict` is false, a reference with the base's scheme is read as a reference without a scheme (RFC 3986 5.2.2
/// backward). Dot segments are removed even if they are percent-encoded, because this makes no difference to the
/// resource that a URI identifies (section 2.3, R12). If there is no authority and the path would then begin with two
/// slashes, `/.` is written before it.
///
/// Fails with the errors of [`Uri::split`] for either text, with `Base` if the base has no scheme, and with `Buffer`
/// if the result does not fit. Linear, whatever the texts.
///
/// ```
/// use cri::Output;
/// use cri::uri::resolve;
///
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// resolve("coap://h/rooms/1/temp", "../2/fan", true, &mut output)?;
/// assert_eq!(output.written_str()?, "coap://h/rooms/2/fan");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn resolve(
    base: impl AsRef<[u8]>,
    reference: impl AsRef<[u8]>,
    strict: bool,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let base = base.as_ref();
    let reference = reference.as_ref();
    let (mut base_memory, mut memory) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let base = Uri::read(&mut base_memory, base, URI)?;
    let uri = Uri::read(&mut memory, reference, URI)?;
    // RFC 3986 5.1
    if !base.has(Part::Scheme, Part::Scheme) {
        return Err(Error::Base);
    }
    // The result has the base's components up to the first component that the reference defines, and the reference's
    // components from there on (section 5.2.2).
    // RFC 3986 5.2.2, RFC 3986 5.2.2 backward
    let other = strict || !same_scheme(uri, base);
    let first = uri.first_part(if other { Part::Scheme } else { Part::Userinfo });
    output.put(base.between(Part::Scheme, first));
    let mut rest = first;
    if first as u8 <= Part::Path as u8 {
        output.put(uri.between(first, Part::Path));
        put_path(output, base, uri, first == Part::Path);
        rest = Part::Query;
    }
    output.put(uri.from(rest));
    output.check()
}

/// True if a reference is a same-document reference: it resolves to the base, except for fragments (section 4.4).
///
/// The comparison is character by character. Nothing is normalised except the dot segments that resolving removes.
/// Fails with the errors of [`Uri::split`] for either text, and with `Base` if the base has no scheme. Linear,
/// whatever the texts.
///
/// ```
/// use cri::uri::same_document;
///
/// assert_eq!(same_document("coap://h/a/b", "#f"), Ok(true));
/// assert_eq!(same_document("coap://h/a/b", "b"), Ok(true));
/// assert_eq!(same_document("coap://h/a/b", "c"), Ok(false));
/// ```
pub fn same_document(base: impl AsRef<[u8]>, reference: impl AsRef<[u8]>) -> Result<bool, Error> {
    let base = base.as_ref();
    let reference = reference.as_ref();
    let (mut base_memory, mut memory) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let base = Uri::read(&mut base_memory, base, URI)?;
    let uri = Uri::read(&mut memory, reference, URI)?;
    if !base.has(Part::Scheme, Part::Scheme) {
        return Err(Error::Base);
    }
    let first = uri.first_part(Part::Scheme);
    // RFC 3986 4.4
    let compared = PARTS.get(first as usize..Part::Fragment as usize).unwrap_or(&[]);
    Ok(compared.iter().all(|part| match part {
        Part::Path => same_path(base, uri, first == Part::Path),
        part => words::same(base.range(*part), uri.range(*part)),
    }))
}

/// True if the path to which a reference resolves is the same text as the path of the base.
fn same_path(base: &Uri<'_>, uri: &Uri<'_>, merges: bool) -> bool {
    let mut after = PathAfter::Authority;
    let mut path = base.range(Part::Path);
    if !base.has(Part::Userinfo, Part::Port) {
        after = PathAfter::Scheme;
        // Skips a dot segment that is there only because two slashes would begin an authority. Resolving adds the same
        // dot segment.
        // RFC 3986 4.4
        if let [b'/', b'.', rest @ ..] = path
            && rest.starts_with(b"//")
        {
            path = rest;
        }
    }
    // Resolving removes all dot segments, so the base must not have any.
    let may_have_triplets = base.has_triplets(Part::Path);
    first_dot_segment(path, may_have_triplets) == path.len()
        && target_path(base, uri, merges).same(Path::new(None, path, after, may_have_triplets), words::same)
}

/// Writes the path of a reference. It is merged with the base's path if no other component precedes it (section 5.2.3).
// `Output::put` is not general enough over the lifetime of an output.
#[allow(clippy::redundant_closure_for_method_calls)]
fn put_path(output: &mut Output<'_>, base: &Uri<'_>, uri: &Uri<'_>, merges: bool) {
    target_path(base, uri, merges).put(output, <[u8]>::len, |output, segments| output.put(segments));
}

/// Returns the path of a reference. It is merged with the base's path if no other component precedes it (section
/// 5.2.3).
#[inline(always)]
fn target_path<'u>(base: &Uri<'u>, uri: &Uri<'u>, merges: bool) -> Path<'u> {
    let text = uri.range(Part::Path);
    let above = if merges { base } else { uri };
    let mut after = PathAfter::Scheme;
    let mut before = split_last_segment(base.range(Part::Path)).0;
    if above.has(Part::Userinfo, Part::Port) {
        after = PathAfter::Authority;
        // A path after an authority has a root.
        before = before.or(Some(&[]));
    }
    if !merges || matches!(text, [b'/', ..]) {
        before = None;
    }
    Path::new(before, text, after, base.has_triplets(Part::Path) || uri.has_triplets(Part::Path))
}

/// True if two schemes are equal, ignoring case (section 3.1).
fn same_scheme(a: &Uri<'_>, b: &Uri<'_>) -> bool {
    let (a, b) = (a.range(Part::Scheme), b.range(Part::Scheme));
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a | 0x20 == b | 0x20)
}
