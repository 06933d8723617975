// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs in documents, found by the library and by the model.

use super::cbor::{head, string_end};
use super::hex;
use super::judged::LEVELS;
use super::lib::read;
use super::model::{Verdict, judge};
use super::places;
use super::prefix::{Prefix, prefix};
use super::rfc3986;
use cri::{CriFind, CriItems, CriOrUri, Error, Revision};

/// The first difference between library and model in the CRIs of a sequence, of an array and of the items with tag 99,
/// and in the places of all items.
pub fn difference(revision: Revision, data: &[u8]) -> Option<String> {
    let found = items(revision, CriItems::sequence(revision, data), data, None, false)
        .or_else(|| array(revision, data))
        .or_else(|| find(revision, data))
        .or_else(|| places::difference(revision, data));
    found.map(|what| format!("{revision:?} {}: {what}", hex(data)))
}

/// Compares the items that follow: `left` items, the items up to a break, or all items.
fn items(
    revision: Revision,
    mut items: CriItems<'_>,
    mut data: &[u8],
    mut left: Option<u64>,
    until_break: bool,
) -> Option<String> {
    while left != Some(0)
        && !(left.is_none() && !until_break && data.is_empty())
        && !(until_break && data.first() == Some(&0xff))
    {
        let (verdict, frames) = judge(revision, data);
        if frames > LEVELS {
            return None;
        }
        let rest = items.rest();
        let found = items.next();
        let item = &rest[..rest.len() - items.rest().len()];
        let length = match (&verdict, &found) {
            (Verdict::Cri(model, length), Some(Ok(cri)))
                if item == &data[..*length] && cri.encoding() == Some(item) && read(cri) == *model =>
            {
                *length
            }
            (Verdict::Unprocessable(length), Some(Err(error)))
                if item == &data[..*length] && error.is_unprocessable() =>
            {
                *length
            }
            (Verdict::Truncated, Some(Err(Error::Truncated))) | (Verdict::Malformed, Some(Err(Error::Cbor))) => {
                return items.next().map(|more| format!("after the error {more:?}"));
            }
            _ => return Some(format!("an item is {verdict:?}, library {found:?}")),
        };
        data = &data[length..];
        left = left.map(|left| left - 1);
    }
    items.next().map(|more| format!("after the last item {more:?}"))
}

fn array(revision: Revision, data: &[u8]) -> Option<String> {
    let array = CriItems::array(revision, data);
    if data.first() == Some(&0x9f) {
        return items(revision, array.expect("it is an array"), &data[1..], None, true);
    }
    let expected = match head(data, 0) {
        Err(error) => Err(error),
        Ok((4, Some(count), length)) => Ok((count, length)),
        Ok(_) => Err(Error::Structure),
    };
    match (expected, array) {
        (Ok((count, length)), Ok(array)) => items(revision, array, &data[length..], Some(count), false),
        (Err(_), Err(_)) => None,
        (expected, array) => Some(format!("array {array:?}, expected {expected:?}")),
    }
}

/// The number of bytes to the next head: the length of a head and of the content of a definite-length string. A break
/// is a head, too.
fn step(data: &[u8]) -> Result<usize, Error> {
    if data.first() == Some(&0xff) {
        return Ok(1);
    }
    match head(data, 0)? {
        (major @ 2..=3, Some(length), start) => string_end(data, major, Some(length), start),
        (_, _, length) => Ok(length),
    }
}

/// The text in a tag 32, without its tag: its bytes, or None if its length is indefinite, and the length of tag and
/// text.
fn text_in_tag(data: &[u8]) -> Option<(Option<&[u8]>, usize)> {
    let (6, Some(32), tag) = head(data, 0).ok()? else { return None };
    match data.get(tag)? {
        0x7f => Some((None, tag)),
        initial if initial >> 5 == 3 => {
            let (_, length, start) = head(data, tag).ok()?;
            let end = string_end(data, 3, length, start).ok()?;
            Some((Some(&data[start..end]), end))
        }
        _ => None,
    }
}

/// Compares the CRIs in tag 99 and the URIs in tag 32, and the CRIs alone.
fn find(revision: Revision, mut data: &[u8]) -> Option<String> {
    let (mut find, alone) = match (revision, CriFind::new(revision, data)) {
        (Revision::Href13, Err(Error::Revision)) => return None,
        (Revision::Href27, Ok(find)) => (find, CriFind::new(revision, data).expect("as before")),
        (_, other) => return Some(format!("find: {other:?}")),
    };
    let (mut error, mut cris) = (None, Vec::new());
    while !data.is_empty() && error.is_none() {
        let state = if data[0] >> 5 == 6 { prefix(revision, data) } else { Prefix::Dead };
        let (expected, length) = match (text_in_tag(data), state, step(data)) {
            (Some((None, length)), ..) => (Some(Err(())), length),
            (Some((Some(text), length)), ..) => {
                let uri = std::str::from_utf8(text).ok().filter(|text| rfc3986::parse(text).is_some());
                (Some(uri.map(str::as_bytes).ok_or(())), length)
            }
            (None, Prefix::Whole(_, length), _) => {
                cris.push(Ok(&data[..length]));
                (Some(Ok(&data[..length])), length)
            }
            (None, Prefix::Open { .. }, Ok(_)) => {
                error = Some(Error::Truncated);
                break;
            }
            (None, _, Ok(length)) => (None, length),
            (None, _, Err(fault)) => {
                error = Some(fault);
                break;
            }
        };
        if let Some(expected) = expected {
            let found = find.next_item();
            let same = match &found {
                Some(Ok(CriOrUri::Cri(cri))) => cri.encoding() == expected.ok(),
                Some(Ok(CriOrUri::Uri(uri))) => expected == Ok(uri.as_bytes()),
                Some(Err(fault)) => expected.is_err() && !matches!(fault, Error::Truncated | Error::Cbor),
                None => false,
            };
            if !same {
                return Some(format!("in a tag is {expected:?}, found {found:?}"));
            }
        }
        data = &data[length..];
    }
    let found = [find.next_item(), find.next_item()].map(|item| item.map(|item| item.map(drop)));
    if found != [error.map(Err), None] {
        return Some(format!("find with URIs ends with {found:?}, not {error:?}"));
    }
    cris.extend(error.map(Err));
    let found: Vec<_> = alone.map(|cri| cri.map(|cri| cri.encoding().expect("it was parsed"))).collect();
    (found != cris).then(|| format!("find: {found:?}, not {cris:?}"))
}
