// SPDX-License-Identifier: MIT OR Apache-2.0
//! The grammar of link format (RFC 6690 2; R32, R35, R44): the end of a link-value, its target and attributes.

use core::mem::MaybeUninit;

use crate::bytes::scan::IRI;
use crate::bytes::{before, utf8};
use crate::error::Error;
use crate::uri::Uri;

/// The context of a reader in a link-value. It determines whether a comma ends the link-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Context {
    /// Before the first character of the link-value.
    Begin,
    /// Between the angle brackets of the target.
    Target,
    /// Outside the angle brackets of the target, and outside quotes.
    Outside,
    /// Within a quoted string.
    Quoted,
    /// After a backslash in a quoted string.
    Pair,
}

/// Finds the end of a link-value, whether it is well-formed or not: the next comma outside quotes and outside the angle
/// brackets of its target. The search begins at offset `at` of the text, which is in `context`. It
/// advances both to the comma or to the end of the text, where it can continue once there is more text. Returns true if
/// there is a comma.
pub(super) fn find_comma(text: &[u8], at: &mut usize, context: &mut Context) -> bool {
    for byte in text.get(*at..).unwrap_or(&[]) {
        // R35
        *context = match (*context, byte) {
            (Context::Begin | Context::Outside, b',') => return true,
            (Context::Begin, b'<') => Context::Target,
            (Context::Begin | Context::Outside, b'"') | (Context::Pair, _) => Context::Quoted,
            (Context::Begin, _) | (Context::Target, b'>') | (Context::Quoted, b'"') => Context::Outside,
            (Context::Quoted, b'\\') => Context::Pair,
            (same, _) => same,
        };
        *at += 1;
    }
    false
}

/// The error for which reading stopped, and the rest of the text from there on. The error is `Truncated` if the text
/// ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stop<'t> {
    pub(super) error: Error,
    pub(super) rest: &'t [u8],
    pub(super) context: Context,
}

impl<'t> Stop<'t> {
    /// Returns the stop at a character that is not allowed, or at the end of the text.
    fn before(rest: &'t [u8], context: Context) -> Self {
        let error = if rest.is_empty() { Error::Truncated } else { Error::Syntax };
        Self { error, rest, context }
    }
}

/// True for a `ptokenchar` (RFC 6690 2).
pub(super) fn is_token_char(byte: u8) -> bool {
    // RFC 6690 2
    matches!(byte, b'!'..=b'~') && !matches!(byte, b'"' | b',' | b';' | b'\\')
}

/// True for an `attr-char` (RFC 8187 3.2.1), a character of a `parmname`.
fn is_name_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'!' | b'#' | b'$' | b'&' | b'+' | b'-' | b'.' | b'^' | b'_' | b'`' | b'|' | b'~')
}

/// Skips the bytes of a class at the start of a text, and returns the rest.
#[inline(always)]
fn after_run(text: &[u8], is_of: impl Fn(u8) -> bool) -> &[u8] {
    let mut rest = text;
    while let [byte, after @ ..] = rest
        && is_of(*byte)
    {
        rest = after;
    }
    rest
}

/// Does the same as [`after_run`], for a class that includes the lower-case letters. Most bytes are lower-case letters,
/// so comparing a byte with these first takes a third less time.
#[inline(always)]
fn after_word(text: &[u8], is_of: impl Fn(u8) -> bool) -> &[u8] {
    after_run(text, |byte| byte.is_ascii_lowercase() || is_of(byte))
}

/// Skips blanks (`OWS` and `BWS` of RFC 8288 3) and line ends at the start of a text, and returns the rest.
#[inline(always)]
pub(super) fn after_blanks(text: &[u8]) -> &[u8] {
    // Fast path: there is almost never a blank, and then no call is needed.
    match text.first() {
        Some(..=b' ') => skip_blanks(text),
        _ => text,
    }
}

#[inline(never)]
fn skip_blanks(text: &[u8]) -> &[u8] {
    // R35
    after_run(text, |byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// Skips the attribute name at the start of a text, a `parmname` or an `ext-name-star`, and returns the rest. Returns
/// the whole text if it does not start with a name.
#[cfg_attr(speed, inline(always))]
pub(super) fn after_name(text: &[u8]) -> &[u8] {
    match after_word(text, is_name_char) {
        [b'*', after @ ..] if after.len() + 1 < text.len() => after,
        after => after,
    }
}

/// Returns the length of the first character of a text within a quoted string. Returns 0 if the text ends before or
/// within that character. Fails with `Syntax` for a control character other than a tab, and with `Utf8` for octets that
/// are not UTF-8.
pub(super) fn char_len(text: &[u8]) -> Result<usize, Error> {
    let Some((first, after)) = text.split_first() else {
        return Ok(0);
    };
    match first {
        b'\t' | b' '..=b'~' => return Ok(1),
        0..0x80 => return Err(Error::Syntax),
        _ => {}
    }
    let length = utf8::char_len(text);
    match length {
        // The text ends within the character.
        0 if text.len() < utf8::len_of_first(*first) && after.iter().all(|byte| byte & 0xc0 == 0x80) => Ok(0),
        0 => Err(Error::Utf8),
        length => Ok(length),
    }
}

/// Returns the text after the closing quote of a quoted string. `text` begins after the opening quote.
fn after_quoted(text: &[u8]) -> Result<&[u8], Stop<'_>> {
    let mut rest = text;
    loop {
        let mut context = Context::Quoted;
        rest = after_word(rest, |byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\'));
        match rest {
            [b'"', after @ ..] => return Ok(after),
            [b'\\', after @ ..] => {
                rest = after;
                context = Context::Pair;
            }
            _ => {}
        }
        match char_len(rest) {
            Ok(0) => return Err(Stop { error: Error::Truncated, rest: &[], context }),
            Ok(length) => rest = rest.get(length..).unwrap_or(&[]),
            Err(error) => return Err(Stop { error, rest, context: Context::Quoted }),
        }
    }
}

/// An attribute, and the text that follows it.
pub(super) struct Attribute<'t> {
    pub(super) name: &'t [u8],
    /// The value as it is written. Empty if the attribute has no value.
    pub(super) value: &'t [u8],
    pub(super) rest: &'t [u8],
}

/// Reads an attribute from a text that begins after a semicolon and blanks: a name and, after `=`, a ptoken or a quoted
/// string, whatever the name is (R32). A comma, a semicolon or the end of the text must follow.
#[cfg_attr(speed, inline(always))]
pub(super) fn attribute(text: &[u8]) -> Result<Attribute<'_>, Stop<'_>> {
    let mut rest = after_name(text);
    if rest.len() == text.len() {
        return Err(Stop::before(text, Context::Outside));
    }
    let name = before(text, rest);
    let mut value: &[u8] = &[];
    rest = after_blanks(rest);
    if let [b'=', after @ ..] = rest {
        let start = after_blanks(after);
        // R32
        rest = match start {
            [b'"', after @ ..] => after_quoted(after)?,
            _ => after_word(start, is_token_char),
        };
        if rest.len() == start.len() {
            return Err(Stop::before(start, Context::Outside));
        }
        value = before(start, rest);
        rest = after_blanks(rest);
    }
    // RFC 6690 2
    match rest {
        [] | [b',' | b';', ..] => Ok(Attribute { name, value, rest }),
        _ => Err(Stop::before(rest, Context::Outside)),
    }
}

/// Skips blanks and empty parameters at the start of a text, and returns the rest.
#[inline(always)]
pub(super) fn after_separators(text: &[u8]) -> &[u8] {
    // RFC 8288 B.3; R44
    let mut rest = after_blanks(text);
    while let [b';', after @ ..] = rest {
        rest = after_blanks(after);
    }
    rest
}

/// Reads attributes and empty parameters, separated by semicolons, up to a comma or the end of the text. Returns the
/// attributes, which begin with the first name, and the text that follows.
pub(super) fn attributes(text: &[u8]) -> Result<(&[u8], &[u8]), Stop<'_>> {
    let start = after_separators(text);
    let mut rest = start;
    while !matches!(rest, [] | [b',', ..]) {
        rest = after_separators(attribute(rest)?.rest);
    }
    Ok((before(start, rest), rest))
}

/// Checks that a target is an IRI reference (R32). Fails with an error and its offset if it is not.
pub(super) fn check_target(target: &[u8]) -> Result<(), (Error, usize)> {
    // R32
    let mut memory = MaybeUninit::uninit();
    match Uri::read(&mut memory, target, IRI) {
        Ok(_) => Ok(()),
        Err(refused) => Err((refused.error, refused.offset())),
    }
}

/// A link-value, and the text that follows it.
pub(super) struct LinkText<'t> {
    pub(super) target: &'t [u8],
    /// The attributes without the semicolons and blanks before them. Empty if the link has no attributes.
    pub(super) attributes: &'t [u8],
    pub(super) rest: &'t [u8],
}

/// Reads the link-value at the start of a text. It ends at a comma or at the end of the text. At the end of the text, a
/// following window may continue it.
pub(super) fn link(text: &[u8]) -> Result<LinkText<'_>, Stop<'_>> {
    let [b'<', inner @ ..] = text else {
        return Err(Stop::before(text, Context::Outside));
    };
    let [b'>', after @ ..] = after_run(inner, |byte| byte != b'>') else {
        return Err(Stop { error: Error::Truncated, rest: &[], context: Context::Target });
    };
    let target = inner.get(..inner.len() - after.len() - 1).unwrap_or(&[]);
    check_target(target).map_err(|(error, at)| {
        let rest = inner.get(at..).unwrap_or(&[]);
        Stop { error, rest, context: Context::Target }
    })?;
    let mut rest = after_blanks(after);
    let mut attributes: &[u8] = &[];
    if let [b';', start @ ..] = rest {
        (attributes, rest) = self::attributes(start)?;
    }
    match rest {
        [] | [b',', ..] => Ok(LinkText { target, attributes, rest }),
        _ => Err(Stop::before(rest, Context::Outside)),
    }
}
