// SPDX-License-Identifier: MIT OR Apache-2.0
//! URIs in prose (RFC 3986 appendix C): between angle brackets, in double quotes, or bare.

use core::mem::MaybeUninit;
use core::ops::Range;

use super::reference::{HostKind, Part, Uri};
use crate::bytes::chars::{IN_FRAGMENT, IN_HOST, IN_PATH, IN_SCHEME, IN_USERINFO, class, run};
use crate::bytes::output::Output;
use crate::bytes::scan::{URI, span};
use crate::bytes::words;
use crate::error::Error;

/// Returns the range of the next URI in a text, at or after the offset `from`. References without a scheme are not
/// found.
///
/// The URI is between angle brackets, in double quotes, or bare. A scheme has at least two characters unless it follows
/// `<`. Nothing is found between delimiters that enclose something other than a URI. Punctuation after a bare URI is
/// not part of it. A bare URI whose host may be incomplete is skipped. The result is a valid URI after [`from_prose`]
/// has removed white space.
///
/// The documentation of `cri_uri_find`, which the feature `ffi` adds, has the rules in full.
///
/// Linear in the bytes skipped and found. Searching a whole text is also linear.
///
/// ```
/// use cri::uri::find_in_prose;
///
/// let text = "See <coap://h/a> or coap://h/b.";
/// let range = find_in_prose(text, 0).ok_or(cri::Error::Argument)?;
/// assert_eq!(&text[range.clone()], "coap://h/a");
/// assert_eq!(find_in_prose(text, range.end).map(|range| &text[range]), Some("coap://h/b"));
/// # Ok::<(), cri::Error>(())
/// ```
pub fn find_in_prose(text: impl AsRef<[u8]>, from: usize) -> Option<Range<usize>> {
    let text = text.as_ref();
    let mut from = from;
    loop {
        let colon = from + words::find(text.get(from..)?, b':');
        if colon >= text.len() {
            return None;
        }
        let found = match scheme_start(text, from, colon) {
            Some(start) => uri_at(text, start, colon),
            None => Found::Nothing,
        };
        from = match found {
            Found::Uri(range) => return Some(range),
            Found::Nothing => colon + 1,
            Found::Skip(end) => end.max(colon + 1),
        }
    }
}

/// The result of a search for a URI at one colon.
enum Found {
    Uri(Range<usize>),
    Nothing,
    /// No URI begins before this offset.
    Skip(usize),
}

/// Returns the start of the scheme before a colon, at or after the offset `from`.
fn scheme_start(text: &[u8], from: usize, colon: usize) -> Option<usize> {
    let before = text.get(from..colon)?;
    let other = before.iter().rposition(|byte| class(*byte) & IN_SCHEME == 0).map_or(0, |at| at + 1);
    let letter = before.get(other..)?.iter().position(u8::is_ascii_alphabetic)?;
    let start = from + other + letter;
    let joined = start.checked_sub(1).and_then(|at| text.get(at)).is_some_and(u8::is_ascii_alphanumeric);
    if joined { None } else { Some(start) }
}

fn uri_at(text: &[u8], start: usize, colon: usize) -> Found {
    let length = colon - start;
    let Some((before, uri)) = text.split_at_checked(start) else {
        return Found::Nothing;
    };
    if uri.get(..length).is_none_or(is_url) {
        return Found::Nothing;
    }
    if let Some((inside, closed)) = delimited(before, uri, length) {
        return if is_uri(inside, length + 1, uri.get(closed) == Some(&b'>')) {
            Found::Uri(start..start + inside.len())
        } else {
            Found::Skip(start + closed + 1)
        };
    }
    if length < 2 || uri.get(length + 1..).is_none_or(begins_with_scheme) {
        return Found::Nothing;
    }
    let Some(end) = bare(uri, length + 1) else {
        let stop = uri.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'<' | b'>' | b'"'));
        return Found::Skip(start + stop.unwrap_or(uri.len()));
    };
    if uri.get(length + 1..end).is_none_or(is_nothing) { Found::Nothing } else { Found::Uri(start..start + end) }
}

/// True if a text begins with a scheme, a colon and two slashes. The word and the colon before it are then a label, as
/// in `Proxy-Uri:coap://h/a`.
fn begins_with_scheme(text: &[u8]) -> bool {
    let length = run(text, IN_SCHEME);
    length > 1
        && text.first().is_some_and(u8::is_ascii_alphabetic)
        && text.get(length..).is_some_and(|rest| rest.starts_with(b"://"))
}

/// True if the text after a scheme's colon, without white space, is empty or two slashes.
fn is_nothing(text: &[u8]) -> bool {
    let slashes = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    slashes.clone().next().is_none() || slashes.eq(b"//")
}

/// Returns the text between delimiters, and the offset of the closing delimiter. `before` is the text that may end with
/// the opening delimiter. Returns `None` if there are no delimiters.
fn delimited<'t>(before: &[u8], uri: &'t [u8], scheme: usize) -> Option<(&'t [u8], usize)> {
    if without_prefix(before.trim_ascii_end()).trim_ascii_end().last() == Some(&b'<') {
        let end = uri.iter().position(|byte| matches!(byte, b'<' | b'>'))?;
        let (inside, closing) = uri.split_at_checked(end)?;
        // RFC 3986 C
        return if closing.first() == Some(&b'>') { Some((inside.trim_ascii_end(), end)) } else { None };
    }
    if scheme < 2 || without_prefix(before).last() != Some(&b'"') {
        return None;
    }
    let end = words::find(uri, b'"');
    // RFC 3986 C
    if end < uri.len() { Some((uri.get(..end)?, end)) } else { None }
}

/// True if a text is a URI with more than a scheme and a colon. `scheme` is the length of the scheme and the colon. If
/// `spaced` is true, white space is ignored.
fn is_uri(text: &[u8], scheme: usize, spaced: bool) -> bool {
    let Some(rest) = text.get(scheme..).filter(|rest| !is_nothing(rest)) else {
        return false;
    };
    if spaced && rest.iter().any(u8::is_ascii_whitespace) { is_spaced(rest) } else { Uri::split(text).is_ok() }
}

/// True if the text after a scheme's colon is the rest of a valid URI, ignoring white space. The text is checked in
/// place, because there is no buffer for a copy without white space.
fn is_spaced(text: &[u8]) -> bool {
    fn after_slash(text: &[u8]) -> Option<&[u8]> {
        text.trim_ascii_start().strip_prefix(b"/")
    }
    let mut path = text;
    if let Some(text) = after_slash(text).and_then(after_slash) {
        let end = text.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(text.len());
        let (authority, rest) = text.split_at_checked(end).unwrap_or((text, &[]));
        if !is_spaced_authority(authority) {
            return false;
        }
        path = rest;
    }
    let (path, fragment) = cut(path, b'#');
    let (path, query) = cut(path, b'?');
    has_only(path, IN_PATH) && has_only(query, IN_FRAGMENT) && has_only(fragment, IN_FRAGMENT)
}

/// True if a text is an authority, ignoring white space. An IP literal with its port is copied without white space, and
/// is refused if the copy has more than 62 characters.
fn is_spaced_authority(text: &[u8]) -> bool {
    let mut host = text;
    if words::has(text, b'@') {
        let (userinfo, rest) = cut(text, b'@');
        if !has_only(userinfo, IN_USERINFO) {
            return false;
        }
        host = rest;
    }
    if host.trim_ascii_start().starts_with(b"[") {
        let mut bytes = [0; 64];
        let mut output = Output::new(&mut bytes);
        output.put(b"//");
        host.iter().filter(|byte| !byte.is_ascii_whitespace()).for_each(|byte| output.byte(*byte));
        return output.into_written().is_ok_and(|authority| Uri::split(authority).is_ok());
    }
    let (name, port) = cut(host, b':');
    has_only(name, IN_HOST) && port.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace())
}

/// Returns the text before the first `delimiter`, and the text after it.
fn cut(text: &[u8], delimiter: u8) -> (&[u8], &[u8]) {
    let (before, rest) = text.split_at_checked(words::find(text, delimiter)).unwrap_or((text, &[]));
    (before, rest.get(1..).unwrap_or(&[]))
}

/// True if a text, ignoring white space, has only triplets and characters of a class.
fn has_only(text: &[u8], of: u8) -> bool {
    // The number of digits that are missing in the current triplet.
    let mut digits = 0;
    for byte in text.iter().filter(|byte| !byte.is_ascii_whitespace()) {
        if digits > 0 {
            digits -= 1;
            if !byte.is_ascii_hexdigit() {
                return false;
            }
        } else if *byte == b'%' {
            digits = 2;
        } else if class(*byte) & of == 0 {
            return false;
        }
    }
    digits == 0
}

fn is_url(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"url")
}

/// Returns the text without the prefix `URL:` at its end, if it has this prefix.
fn without_prefix(text: &[u8]) -> &[u8] {
    match text.split_last_chunk() {
        Some((before, [u, r, l, b':'])) if is_url(&[*u, *r, *l]) => before,
        _ => text,
    }
}

fn may_be_in_uri(byte: u8) -> bool {
    class(byte) & IN_FRAGMENT != 0 || matches!(byte, b'%' | b'#' | b'[' | b']')
}

/// Returns the length of a bare URI, which ends before the first character that a URI cannot contain. Returns `None` if
/// the URI ends in its authority and the authority may continue. `scheme` is the length of the scheme and colon.
fn bare(text: &[u8], scheme: usize) -> Option<usize> {
    if !literal_is_closed(text.get(scheme..)?) {
        return None;
    }
    let mut memory = MaybeUninit::uninit();
    let stop = Uri::read(&mut memory, text, URI).map_or_else(|refused| refused.offset(), |_| text.len());
    let (uri, after) = text.split_at_checked(stop)?;
    let uri = without_punctuation(uri);
    let reference = Uri::read(&mut memory, uri, URI).ok()?;
    let only_authority = reference.host_kind() != HostKind::None && reference.from(Part::Path).is_empty();
    if only_authority && !ends_authority(after) { None } else { Some(uri.len()) }
}

/// True if an IP literal, if there is one, has a closing bracket. This is checked before reading, because the reader
/// would scan all of the following text. The text begins after a scheme.
fn literal_is_closed(text: &[u8]) -> bool {
    let Some(authority) = text.strip_prefix(b"//") else {
        return true;
    };
    let host = match after_userinfo(authority) {
        [b'@', host @ ..] => host,
        _ => authority,
    };
    let Some(literal) = host.strip_prefix(b"[") else {
        return true;
    };
    // Between the brackets there are only characters that may be in user information, too.
    after_userinfo(literal).starts_with(b"]")
}

/// Returns the text after the characters and triplets at its start that may be in user information.
fn after_userinfo(text: &[u8]) -> &[u8] {
    text.get(span(text, IN_USERINFO)..).unwrap_or(&[])
}

/// True if a character is punctuation that may follow a URI.
fn is_punctuation(byte: u8) -> bool {
    matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'')
}

/// Returns a URI without the punctuation at its end, and without closing parentheses at its end that have no opening
/// parenthesis.
fn without_punctuation(uri: &[u8]) -> &[u8] {
    let count = |parenthesis| uri.iter().filter(|byte| **byte == parenthesis).count();
    let mut unopened = count(b')').saturating_sub(count(b'('));
    let mut uri = uri;
    while let Some((last, before)) = uri.split_last() {
        match last {
            b')' if unopened > 0 => unopened -= 1,
            // RFC 3986 C
            last if is_punctuation(*last) => {}
            _ => break,
        }
        uri = before;
    }
    uri
}

/// True if an authority that precedes a text ends there.
fn ends_authority(text: &[u8]) -> bool {
    let after = text.iter().position(|byte| !is_punctuation(*byte) && *byte != b')');
    match after.and_then(|at| text.get(at..)).unwrap_or(&[]) {
        [] | [..=b' ' | b'<' | b'>' | b'"' | b']' | b'}' | b'|' | b'`', ..] => true,
        // These are the quotation marks U+00AB, U+00BB, U+2018 to U+201F, U+2039 and U+203A, and the dashes U+2013 and
        // U+2014.
        [0xc2, 0xab | 0xbb, ..] | [0xe2, 0x80, 0x93 | 0x94 | 0x98..=0x9f | 0xb9 | 0xba, ..] => true,
        _ => false,
    }
}

/// Writes a URI that [`find_in_prose`] found, or that a person typed, without the characters that prose adds: white
/// space at both ends and inside, angle brackets or double quotes around it, and the prefix `URL:`.
///
/// A hyphen at the end of a line is kept, because it may be part of the URI (RFC 3986 appendix C). The grammar is not
/// checked. Fails with `UriSyntax` or `UriNotAscii` for a character that URIs do not contain, and with `Buffer` if the
/// URI does not fit. Linear.
///
/// ```
/// use cri::Output;
/// use cri::uri::from_prose;
///
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// from_prose("<URL:coap://h/long\n  path>", &mut output)?;
/// assert_eq!(output.written_str()?, "coap://h/longpath");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn from_prose(text: impl AsRef<[u8]>, output: &mut Output<'_>) -> Result<(), Error> {
    let text = text.as_ref();
    let mut uri = text.trim_ascii();
    if let [b'<', inside @ .., b'>'] | [b'"', inside @ .., b'"'] = uri {
        uri = inside.trim_ascii();
    }
    if let Some((prefix, [b':', rest @ ..])) = uri.split_at_checked(3)
        && is_url(prefix)
    {
        uri = rest;
    }
    // RFC 3986 C
    for byte in uri.iter().filter(|byte| !byte.is_ascii_whitespace()) {
        match byte {
            0x80.. => return Err(Error::UriNotAscii),
            byte if !may_be_in_uri(*byte) => return Err(Error::UriSyntax),
            byte => output.byte(*byte),
        }
    }
    output.check()
}
