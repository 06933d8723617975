// SPDX-License-Identifier: MIT OR Apache-2.0
//! The check that a CoRI is a well-formed sequence of options with valid values (cori 2, 3; R18).

use super::{Cori, END, FRAGMENT, HOST_IP, HOST_NAME, LAST_PATH_TYPE, PATH, PATH_TYPE, PORT, QUERY, SCHEME};
use crate::cbor::read::Reader;
use crate::cbor::{BYTES, TEXT, UINT};
use crate::cri::Refusal;
use crate::cri::lone_segment::is_lone_empty;
use crate::cri::text::TextRule;
use crate::error::Error;

const fn set(options: &[u8]) -> u16 {
    let mut set = 0;
    let mut at = 0;
    while at < options.len() {
        set |= 1 << options[at];
        at += 1;
    }
    set
}

/// For each option, the set of the options that may follow it, as `_TRANSITIONS` in cori 4. `END` is in the set if the
/// sequence may end after the option. The first row is for the beginning of the sequence. (cori 2.2 item 1, 2.2 item 2,
/// 2.2 item 3, 2.2 item 4, 2.2 item 5, 2.2 item 6, 2.2 item 7, 2.2 item 8, 2.2 item 9)
static FOLLOWERS: [u16; END as usize] = [
    set(&[SCHEME, HOST_NAME, HOST_IP, PORT, PATH_TYPE, PATH, QUERY, FRAGMENT, END]),
    set(&[HOST_NAME, HOST_IP]),
    set(&[PORT]),
    set(&[PORT]),
    set(&[PATH, QUERY, FRAGMENT, END]),
    set(&[PATH, QUERY, FRAGMENT, END]),
    set(&[PATH, QUERY, FRAGMENT, END]),
    set(&[QUERY, FRAGMENT, END]),
    set(&[END]),
];

impl<'a> Cori<'a> {
    /// Reads the CoRI that `data` starts with, and returns it with the number of its bytes. Heads may be longer than
    /// necessary (R1). Indefinite lengths are refused.
    ///
    /// Fails with `CoriOption` for an option that is not allowed there, and with `Structure` for a value of
    /// another type or an odd number of items. Invalid values fail with `SchemeName`, `Address`, `Port`,
    /// `CoriPathType`, `DotSegment` or `Utf8`. Fails with `Truncated`, `Cbor` or `Limit` for the same reasons as
    /// [`Cri::parse`](crate::Cri::parse). The [`Refusal`] contains the number of bytes to skip, if it is known.
    /// Malicious input fails gracefully (cori 5). Linear in the length of the item.
    ///
    /// ```
    /// use cri::Error;
    /// use cri::cori::Cori;
    ///
    /// let (_, length) = Cori::parse(b"\x82\x06\x61a\x18\x2a")?; // [6, "a"], then 42
    /// assert_eq!(length, 4);
    /// let refusal = Cori::parse(b"\x82\x06\x01").err(); // [6, 1]
    /// assert_eq!(refusal.map(|refusal| refusal.error), Some(Error::Structure));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn parse(data: &'a [u8]) -> Result<(Self, usize), Refusal> {
        let mut reader = Reader::new(data);
        let cori = well_formed(&mut reader);
        match reader.error {
            None => Ok((cori, data.len() - reader.rest.len())),
            Some(error) => Err(Refusal::of(data, error)),
        }
    }
}

/// Reads a CoRI. The result is unspecified if the reader then has an error.
fn well_formed<'a>(reader: &mut Reader<'a>) -> Cori<'a> {
    let items = reader.array();
    // cori 3
    if !items.is_multiple_of(2) {
        reader.fail(Error::Structure);
    }
    let start = reader.rest;
    let mut previous = 0;
    // A lone empty segment matters only in an absolute CoRI, whose path follows the port: resolution drops it. The test
    // for the port could be omitted, but cori_parse() would then take 9 % more instructions on 64-bit processors.
    let (mut segments, mut first_empty) = (0, false);
    let mut left = items / 2;
    while left > 0 && reader.error.is_none() {
        left -= 1;
        let option = option_number(reader);
        // cori 2.2
        if option >= END || !may_follow(previous, option) {
            reader.fail(Error::CoriOption);
        }
        let empty = value(option, reader);
        if option == PATH {
            segments += 1;
            first_empty |= previous == PORT && empty;
        }
        previous = option;
    }
    if !may_follow(previous, END) {
        reader.fail(Error::CoriOption);
    }
    // cori 2.2 normalized
    Cori::new(reader.since(start), is_lone_empty(segments, || first_empty))
}

/// Reads the number of an option. Refuses an item of another type.
fn option_number(reader: &mut Reader<'_>) -> u8 {
    // Fast path: almost every head is one byte.
    if let [number @ ..24, rest @ ..] = reader.rest {
        reader.rest = rest;
        return *number;
    }
    reader.expect(UINT);
    reader.argument.min(u8::MAX as usize) as u8
}

fn may_follow(previous: u8, option: u8) -> bool {
    // cori 2.2 item 1, cori 2.2 item 2, cori 2.2 item 3, cori 2.2 item 4, cori 2.2 item 5, cori 2.2 item 6
    // cori 2.2 item 7, cori 2.2 item 8, cori 2.2 item 9
    FOLLOWERS.get(previous as usize).is_some_and(|followers| followers >> option & 1 != 0)
}

/// Reads the value of an option. Returns true if it is the empty text. (cori 2.1 host-ip, 2.1 port, 2.1 path-type)
fn value(option: u8, reader: &mut Reader<'_>) -> bool {
    match option {
        // cori 2.1 port
        PORT => number(reader, u16::MAX as usize, Error::Port),
        // cori 2.1, cori 2.1 path-type
        PATH_TYPE => number(reader, LAST_PATH_TYPE as usize, Error::CoriPathType),
        HOST_IP => address(reader),
        _ => return text_value(option, reader),
    }
    false
}

/// Reads a number. Fails with `error` if it is above `limit`.
fn number(reader: &mut Reader<'_>, limit: usize, error: Error) {
    reader.expect(UINT);
    if reader.argument > limit {
        reader.fail(error);
    }
}

fn address(reader: &mut Reader<'_>) {
    reader.expect(BYTES);
    // cori 2.1 host-ip, R18
    if !matches!(reader.take().len(), 4 | 16) {
        reader.fail(Error::Address);
    }
}

/// Reads the value of an option that is a text. Returns true if it is empty. (cori 2.1 scheme, 2.1 host-name, 2.1 path,
/// 2.1 query)
fn text_value(option: u8, reader: &mut Reader<'_>) -> bool {
    // Any other item is refused, such as the array that represents percent-encoded text in a CRI.
    // cori 2.1 host-name
    if !reader.at(TEXT) {
        reader.refuse(reader.peek());
    }
    // cori 2.1 path, cori 2.1 query
    let text = reader.plain_text(if option == PATH { TextRule::Segment } else { TextRule::Any });
    // cori 2.1 scheme
    if option == SCHEME && !crate::scheme::is_name(text) {
        reader.fail(Error::SchemeName);
    }
    text.is_empty()
}
