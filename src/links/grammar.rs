// SPDX-License-Identifier: MIT OR Apache-2.0
//! The grammar of link format (RFC 6690 2; R32, R35): where a link-value ends, and what it consists of.

use core::mem::MaybeUninit;

use crate::error::Error;
use crate::scan::IRI;
use crate::uri::Uri;
use crate::utf8;

/// The place of a reader in a link-value, as far as it decides whether a comma ends the link-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Place {
    /// Before its first character.
    Begin,
    /// Between the angle brackets of its target.
    Target,
    /// Outside of these and of quotes.
    Outside,
    /// In a quoted string.
    Quoted,
    /// After a backslash in a quoted string.
    Pair,
}

/// Finds the end of a link-value, from a place in it on: the next comma outside of quotes and of the angle brackets of
/// its target, whether it is well-formed or not. Advances `at` to the comma or to the end of the text, where the search
/// can be continued once there is more text. Returns whether there is a comma.
pub(super) fn find_comma(text: &[u8], at: &mut usize, place: &mut Place) -> bool {
    for byte in text.get(*at..).unwrap_or(&[]) {
        //= R35
        *place = match (*place, byte) {
            (Place::Begin | Place::Outside, b',') => return true,
            (Place::Begin, b'<') => Place::Target,
            (Place::Begin | Place::Outside, b'"') | (Place::Pair, _) => Place::Quoted,
            (Place::Begin, _) | (Place::Target, b'>') | (Place::Quoted, b'"') => Place::Outside,
            (Place::Quoted, b'\\') => Place::Pair,
            (same, _) => same,
        };
        *at += 1;
    }
    false
}

/// Why and where reading stopped. `Truncated` if the text ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stop {
    pub(super) error: Error,
    pub(super) at: usize,
    pub(super) place: Place,
}

impl Stop {
    /// At a character that is not allowed, or at the end of the text.
    fn at(text: &[u8], at: usize, place: Place) -> Self {
        let error = if at < text.len() { Error::Syntax } else { Error::Truncated };
        Self { error, at, place }
    }
}

pub(super) fn slice(text: &[u8], from: usize, to: usize) -> &[u8] {
    text.get(from..to).unwrap_or(&[])
}

/// `ptokenchar` (RFC 6690 2).
pub(super) fn is_token_char(byte: u8) -> bool {
    //= RFC 6690 2
    matches!(byte, b'!'..=b'~') && !matches!(byte, b'"' | b',' | b';' | b'\\')
}

/// `attr-char` (RFC 8187 3.2.1), of which a `parmname` consists.
fn is_name_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'!' | b'#' | b'$' | b'&' | b'+' | b'-' | b'.' | b'^' | b'_' | b'`' | b'|' | b'~')
}

/// How many bytes from a place on are of a class.
fn run(text: &[u8], at: usize, is_of: impl Fn(u8) -> bool) -> usize {
    text.get(at..).unwrap_or(&[]).iter().take_while(|byte| is_of(**byte)).count()
}

/// The end of the blanks and line ends at a place: `OWS` and `BWS` of RFC 8288 3, and line ends.
#[cfg_attr(not(speed), inline(never))]
pub(super) fn after_blanks(text: &[u8], mut at: usize) -> usize {
    //= R35
    while let Some(b' ' | b'\t' | b'\r' | b'\n') = text.get(at) {
        at += 1;
    }
    at
}

/// The length of the attribute name at a place: `parmname` or `ext-name-star`. 0 if there is none.
pub(super) fn name_len(text: &[u8], at: usize) -> usize {
    let length = run(text, at, is_name_char);
    length + (length > 0 && text.get(at + length) == Some(&b'*')) as usize
}

/// The length of the character of a quoted string at a place: UTF-8 without controls, but for tabs. 0 at the end.
pub(super) fn char_len(text: &[u8], at: usize) -> Result<usize, Error> {
    let rest = text.get(at..).unwrap_or(&[]);
    let Some((first, after)) = rest.split_first() else {
        return Ok(0);
    };
    match first {
        b'\t' | b' '..=b'~' => return Ok(1),
        0..0x80 => return Err(Error::Syntax),
        _ => {}
    }
    let length = utf8::char_len(rest);
    match length {
        // The text ends in a character.
        0 if rest.len() < utf8::len_of_first(*first) && after.iter().all(|byte| byte & 0xc0 == 0x80) => Ok(0),
        0 => Err(Error::Utf8),
        length => Ok(length),
    }
}

/// The end of a quoted string, after its closing quote, from after its opening one.
fn quoted(text: &[u8], mut at: usize) -> Result<usize, Stop> {
    loop {
        let mut place = Place::Quoted;
        at += run(text, at, |byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\'));
        match text.get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => {
                at += 1;
                place = Place::Pair;
            }
            _ => {}
        }
        match char_len(text, at) {
            Ok(0) => return Err(Stop { error: Error::Truncated, at: text.len(), place }),
            Ok(length) => at += length,
            Err(error) => return Err(Stop { error, at, place: Place::Quoted }),
        }
    }
}

/// An attribute: its name, its value as it is written, empty if there is none, and where it ends.
pub(super) type Attribute<'t> = (&'t [u8], &'t [u8], usize);

/// Reads the attribute at a place, after a semicolon: a name and, after `=`, a ptoken or a quoted string, whatever the
/// name is (R32). A comma, a semicolon or the end follows.
pub(super) fn attribute(text: &[u8], at: usize) -> Result<Attribute<'_>, Stop> {
    let start = after_blanks(text, at);
    let name_end = start + name_len(text, start);
    if name_end == start {
        return Err(Stop::at(text, start, Place::Outside));
    }
    let mut value: &[u8] = &[];
    let mut end = after_blanks(text, name_end);
    if text.get(end) == Some(&b'=') {
        let value_start = after_blanks(text, end + 1);
        //= R32
        let value_end = if text.get(value_start) == Some(&b'"') {
            quoted(text, value_start + 1)?
        } else {
            value_start + run(text, value_start, is_token_char)
        };
        if value_end == value_start {
            return Err(Stop::at(text, value_end, Place::Outside));
        }
        value = slice(text, value_start, value_end);
        end = after_blanks(text, value_end);
    }
    //= RFC 6690 2
    match text.get(end) {
        None | Some(b',' | b';') => Ok((slice(text, start, name_end), value, end)),
        Some(_) => Err(Stop::at(text, end, Place::Outside)),
    }
}

/// Reads attributes with semicolons between them, of which there is at least one. Returns where they end.
pub(super) fn attributes(text: &[u8], mut at: usize) -> Result<usize, Stop> {
    loop {
        (_, _, at) = attribute(text, at)?;
        if text.get(at) != Some(&b';') {
            return Ok(at);
        }
        at += 1;
    }
}

/// Checks that a target is an IRI reference (R32); else the error and its offset.
pub(super) fn check_target(target: &[u8]) -> Result<(), (Error, usize)> {
    //= R32
    let mut place = MaybeUninit::uninit();
    match Uri::read(&mut place, target, IRI) {
        Ok(_) => Ok(()),
        Err(refused) => Err((refused.error, refused.offset())),
    }
}

/// A link-value: its target, its attributes, empty if there are none, and where it ends.
pub(super) type LinkText<'t> = (&'t [u8], &'t [u8], usize);

/// Reads the link-value at the start of a text. It ends at a comma, or at the end of the text, after which it may
/// continue.
pub(super) fn link(text: &[u8]) -> Result<LinkText<'_>, Stop> {
    if text.first() != Some(&b'<') {
        return Err(Stop::at(text, 0, Place::Outside));
    }
    let close = 1 + run(text, 1, |byte| byte != b'>');
    if close >= text.len() {
        return Err(Stop::at(text, close, Place::Target));
    }
    let target = slice(text, 1, close);
    check_target(target).map_err(|(error, at)| Stop { error, at: 1 + at, place: Place::Target })?;
    let mut end = after_blanks(text, close + 1);
    let mut start = end;
    if text.get(start) == Some(&b';') {
        start += 1;
        end = attributes(text, start)?;
    }
    match text.get(end) {
        None | Some(b',') => Ok((target, slice(text, start, end), end)),
        Some(_) => Err(Stop::at(text, end, Place::Outside)),
    }
}
