// SPDX-License-Identifier: MIT OR Apache-2.0
//! L3. URIs in prose (RFC 3986 appendix C): between angle brackets, in double quotes, or bare.

use core::mem::MaybeUninit;
use core::ops::Range;

use super::split::{HostKind, PARTS, Part, Uri};
use crate::cbor::write::{Byte, Output, Sink};
use crate::chars::{IN_FRAGMENT, IN_SCHEME, IN_USERINFO, class};
use crate::error::Error;
use crate::words;

/// The next URI in a text, from an offset on, as a range of the text. References without a scheme are not found.
///
/// A URI begins with a scheme, as long a one as possible, which no letter or digit precedes, and a colon. `URL:` is a prefix
/// and no scheme. At least one character follows the colon, and not just two slashes.
///
/// - After `<`, and white space and `URL:` if there: up to `>`, without the white space before that. White space inside is
///   part of the range, for [`unwrap`] to remove; then nothing but the characters is checked.
/// - After `"`: up to the next `"`, without white space inside.
/// - Else bare: up to the first character that the URI cannot have there, without any of `.,;:!?'` at its end, nor a closing
///   parenthesis that none opens. Its scheme has at least two letters, as a drive has one.
///
/// If a bare URI ends with its authority, then white space, one of `<>"]}|` or a backtick, a quotation mark or dash beyond
/// ASCII, or the end of the text follows it or its punctuation. Otherwise the host is cut short, and might be another's:
/// then nothing is found up to the next white space, `<`, `>` or `"`.
///
/// What is found without white space inside is a URI by the grammar. Linear in what is skipped and found, and so is going
/// through a whole text.
pub fn find(text: &[u8], from: usize) -> Option<Range<usize>> {
    let mut from = from;
    loop {
        let colon = from + words::find(text.get(from..)?, b':');
        if colon >= text.len() {
            return None;
        }
        let found = match scheme_start(text, from, colon) {
            Some(start) => uri_at(text, start, colon),
            None => Found::None,
        };
        from = match found {
            Found::Uri(range) => return Some(range),
            Found::None => colon + 1,
            Found::Skip(end) => end.max(colon + 1),
        }
    }
}

/// What was found at a scheme.
enum Found {
    Uri(Range<usize>),
    None,
    /// Nothing that begins before there.
    Skip(usize),
}

/// The start of the scheme before a colon, `from` or after it.
fn scheme_start(text: &[u8], from: usize, colon: usize) -> Option<usize> {
    let before = text.get(from..colon)?;
    let other = before.iter().rposition(|byte| class(*byte) & IN_SCHEME == 0).map_or(0, |at| at + 1);
    let letter = before.get(other..)?.iter().position(u8::is_ascii_alphabetic)?;
    let start = from + other + letter;
    let joined = start.checked_sub(1).and_then(|at| text.get(at)).is_some_and(u8::is_ascii_alphanumeric);
    if joined { None } else { Some(start) }
}

/// The URI with that scheme and colon.
fn uri_at(text: &[u8], start: usize, colon: usize) -> Found {
    let (Some((before, uri)), length) = (text.split_at_checked(start), colon - start) else {
        return Found::None;
    };
    if uri.get(..length).is_none_or(is_url) {
        return Found::None;
    }
    let end = if let Some(end) = bracketed(before, uri) {
        end
    } else if length < 2 {
        return Found::None;
    } else if let Some(end) = bare(uri, length + 1, before.last() == Some(&b'"')) {
        end
    } else {
        let stop = uri.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'<' | b'>' | b'"'));
        return Found::Skip(start + stop.unwrap_or(uri.len()));
    };
    if matches!(uri.get(length + 1..end), None | Some([] | b"//")) {
        Found::None
    } else {
        Found::Uri(start..start + end)
    }
}

/// The length of a URI between angle brackets, the first of which is before it.
fn bracketed(before: &[u8], uri: &[u8]) -> Option<usize> {
    let before = without_prefix(before.trim_ascii_end());
    if before.trim_ascii_end().last() != Some(&b'<') {
        return None;
    }
    let end = uri.iter().position(|byte| !byte.is_ascii_whitespace() && !may_be_in_uri(*byte))?;
    let inside = uri.get(..end)?.trim_ascii_end();
    let is_valid = inside.iter().any(u8::is_ascii_whitespace) || Uri::split(inside).is_ok();
    if uri.get(end) == Some(&b'>') && is_valid { Some(inside.len()) } else { None }
}

/// Whether that is the name of the prefix `URL:` (appendix C).
fn is_url(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"url")
}

/// What is before the prefix `URL:` that a text ends with, if it does.
fn without_prefix(text: &[u8]) -> &[u8] {
    match text.split_last_chunk() {
        Some((before, [u, r, l, b':'])) if is_url(&[*u, *r, *l]) => before,
        _ => text,
    }
}

/// Whether a URI may have a character somewhere.
fn may_be_in_uri(byte: u8) -> bool {
    class(byte) & IN_FRAGMENT != 0 || matches!(byte, b'%' | b'#' | b'[' | b']')
}

/// The length of a URI that ends where its characters do; `None` if it ends in its authority and that goes on. What its
/// scheme and colon take is given, and whether a double quote is before it.
fn bare(text: &[u8], scheme: usize, quoted: bool) -> Option<usize> {
    if !literal_is_closed(text.get(scheme..)?) {
        return None;
    }
    let mut place = MaybeUninit::uninit();
    let stop = match Uri::read(&mut place, text, None) {
        (_, Ok(())) => text.len(),
        (uri, Err(_)) => uri.read_to(),
    };
    let (mut uri, after) = text.split_at_checked(stop)?;
    if !quoted || after.first() != Some(&b'"') {
        uri = without_punctuation(uri);
    }
    let (parts, read) = Uri::read(&mut place, uri, None);
    read.ok()?;
    let only_authority = parts.host_kind() != HostKind::None && parts.range(Part::Path as usize, PARTS).is_empty();
    if only_authority && !ends_authority(after) { None } else { Some(uri.len()) }
}

/// Whether a bracket that opens an IP literal is closed, if there is one: looked for here and not by the reader, which goes
/// through all that follows. The text begins after a scheme.
fn literal_is_closed(text: &[u8]) -> bool {
    let Some(authority) = text.strip_prefix(b"//") else {
        return true;
    };
    let past = |text: &[u8], at: bool| {
        text.iter().position(|byte| class(*byte) & IN_USERINFO == 0 && *byte != b'%' && !(at && *byte == b'@'))
    };
    let Some(bracket) = past(authority, true).and_then(|at| authority.get(at..)).filter(|rest| rest.starts_with(b"["))
    else {
        return true;
    };
    let inside = bracket.get(1..).unwrap_or(&[]);
    past(inside, false).and_then(|at| inside.get(at)) == Some(&b']')
}

/// Whether a character is punctuation that follows a URI, rather than its last one.
fn is_punctuation(byte: u8) -> bool {
    matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'')
}

/// A URI without the punctuation at its end, and without the closing parentheses there that none opens.
fn without_punctuation(uri: &[u8]) -> &[u8] {
    let count = |parenthesis| uri.iter().filter(|byte| **byte == parenthesis).count();
    let mut unopened = count(b')').saturating_sub(count(b'('));
    let mut uri = uri;
    while let Some((last, before)) = uri.split_last() {
        match last {
            b')' if unopened > 0 => unopened -= 1,
            last if is_punctuation(*last) => {}
            _ => break,
        }
        uri = before;
    }
    uri
}

/// Whether an authority that a text follows ends there.
fn ends_authority(text: &[u8]) -> bool {
    let after = text.iter().position(|byte| !is_punctuation(*byte) && *byte != b')');
    match after.and_then(|at| text.get(at..)).unwrap_or(&[]) {
        [] | [..=b' ' | b'<' | b'>' | b'"' | b']' | b'}' | b'|' | b'`', ..] => true,
        // Quotation marks: U+00AB, U+00BB; dashes and quotation marks: U+2013, U+2014, U+2018 to U+201F, U+2039, U+203A.
        [0xc2, 0xab | 0xbb, ..] | [0xe2, 0x80, 0x93 | 0x94 | 0x98..=0x9f | 0xb9 | 0xba, ..] => true,
        _ => false,
    }
}

/// Writes a URI as [`find`] finds it, or as a person typed it, without what surrounds it: white space at both ends and
/// inside, angle brackets or double quotes around it, and the prefix `URL:`.
///
/// A hyphen at the end of a line stays: it may be part of the URI or not (RFC 3986 appendix C). The grammar is not checked.
/// `UriSyntax`, `UriNotAscii` for a character that no URI has; `Buffer` if it does not fit. Linear.
pub fn unwrap<T: Byte>(text: &[u8], output: &mut Output<'_, T>) -> Result<(), Error> {
    let mut uri = text.trim_ascii();
    if let [b'<', inside @ .., b'>'] | [b'"', inside @ .., b'"'] = uri {
        uri = inside.trim_ascii();
    }
    if let Some((prefix, [b':', rest @ ..])) = uri.split_at_checked(3)
        && is_url(prefix)
    {
        uri = rest;
    }
    for byte in uri.iter().filter(|byte| !byte.is_ascii_whitespace()) {
        match byte {
            0x80.. => return Err(Error::UriNotAscii),
            byte if !may_be_in_uri(*byte) => return Err(Error::UriSyntax),
            byte => output.byte(*byte),
        }
    }
    output.written().map(|_| ())
}
