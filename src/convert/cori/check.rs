// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Well-formed sequences of options, and the values these may have (cori 2, 3; R18).

use super::{Cori, END, FRAGMENT, HOST_IP, HOST_NAME, LAST_PATH_TYPE, PATH, PATH_TYPE, PORT, QUERY, SCHEME};
use crate::cbor::{ARRAY, BYTES, TEXT, UINT, read};
use crate::cri::ingest::{Refusal, refuse};
use crate::cri::text::{self, Place, wrong};
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

/// Which options may follow each, and whether the sequence may end there: `_TRANSITIONS` in cori 4. The
/// first row is for the beginning.
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
    /// Reads the CoRI that `data` starts with, and says how many bytes it takes. Heads of any length are
    /// accepted (R1), indefinite lengths are not.
    ///
    /// `CoriOption` for an option that may not stand where it does, `Structure` for a value of another
    /// type or an odd number of items; `SchemeName`, `Address`, `Port`, `CoriPathType`, `DotSegment`,
    /// `Utf8` for values; `Truncated`, `Cbor`, `Limit` as for a CRI. The [`Refusal`] tells how many bytes
    /// to skip where that is known. Linear in the length of the item.
    pub fn parse(data: &'a [u8]) -> Result<(Self, usize), Refusal> {
        well_formed(data).map_err(|error| refuse(data, error))
    }
}

#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn well_formed(data: &[u8]) -> Result<(Cori<'_>, usize), Error> {
    let mut rest = data;
    let items = argument(&mut rest, ARRAY)?;
    if items % 2 != 0 {
        return Err(Error::Structure);
    }
    let options = rest;
    let mut previous = 0;
    let mut lone_segment = false;
    for _ in 0..items / 2 {
        let option = argument(&mut rest, UINT)?.min(u8::MAX as usize) as u8;
        if option >= END || !may_follow(previous, option) {
            return Err(Error::CoriOption);
        }
        let empty = value(option, &mut rest)?;
        if option == PATH {
            lone_segment = previous == PORT && empty;
        }
        previous = option;
    }
    if !may_follow(previous, END) {
        return Err(Error::CoriOption);
    }
    let options = options.get(..options.len() - rest.len()).unwrap_or(&[]);
    Ok((Cori::new(options, lone_segment), data.len() - rest.len()))
}

fn may_follow(previous: u8, option: u8) -> bool {
    FOLLOWERS.get(previous as usize).is_some_and(|followers| followers >> option & 1 != 0)
}

/// Steps over the head of an item, which must be of that major type: its argument.
#[inline(never)]
fn argument(rest: &mut &[u8], major: u8) -> Result<usize, Error> {
    let head = read::head(rest)?;
    if head.major != major {
        return Err(wrong(rest));
    }
    *rest = rest.get(head.size as usize..).unwrap_or(&[]);
    Ok(head.argument)
}

/// Steps over the value of an option, and says whether it is the empty text.
fn value(option: u8, rest: &mut &[u8]) -> Result<bool, Error> {
    let (major, limit, error) = match option {
        PORT => (UINT, 65535, Error::Port),
        PATH_TYPE => (UINT, LAST_PATH_TYPE as usize, Error::CoriPathType),
        HOST_IP => (BYTES, 16, Error::Address),
        _ => return text_value(option, rest),
    };
    let argument = argument(rest, major)?;
    if argument > limit || (major == BYTES && argument != 4 && argument != 16) {
        return Err(error);
    }
    if major == BYTES {
        *rest = rest.get(argument..).ok_or(Error::Truncated)?;
    }
    Ok(false)
}

fn text_value(option: u8, rest: &mut &[u8]) -> Result<bool, Error> {
    // Percent-encoded parts are for CRIs.
    if rest.first().is_none_or(|initial| initial >> 5 != TEXT) {
        return Err(wrong(rest));
    }
    let (length, _) = text::check(rest, if option == PATH { Place::Segment } else { Place::Any })?;
    let (item, next) = rest.split_at_checked(length).ok_or(Error::Truncated)?;
    let text = read::content(item);
    if option == SCHEME && !crate::scheme::is_valid_name(text) {
        return Err(Error::SchemeName);
    }
    *rest = next;
    Ok(text.is_empty())
}
