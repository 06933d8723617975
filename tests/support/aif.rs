// SPDX-License-Identifier: MIT OR Apache-2.0
//! The model of authorization information with CRIs (RFC 9237 section 2, href-27 section 8.3), which has the structure
//! `[* [[path, ? query], methods]]`.

use super::cbor::{Decoder, TRUE, Value, encoded};
use super::model::{Piece, Verdict, judge};
use cri::Revision;

/// A resource, given by path and query, and its methods.
pub type Entry = ((Vec<Piece>, Vec<Piece>), u64);

/// The entries, or None if the data are not authorization information.
pub fn entries(data: &[u8]) -> Option<Vec<Entry>> {
    let Ok(Value::Array(items)) = Decoder::new(data).value() else { return None };
    items.iter().map(entry).collect()
}

fn entry(value: &Value) -> Option<Entry> {
    let Value::Array(items) = value else { return None };
    let [Value::Array(local), Value::Uint(methods)] = &items[..] else { return None };
    let ([Value::Array(_)] | [Value::Array(_), Value::Array(_)]) = &local[..] else { return None };
    // Path and query are the last sections of a reference whose discard value removes the whole path of the base.
    let reference = encoded(&Value::Array([&[TRUE][..], local].concat()));
    let Verdict::Cri(cri, _) = judge(Revision::Href27, &reference).0 else { return None };
    Some(((cri.path?, cri.query.unwrap_or_default()), *methods))
}

/// The methods that are allowed for a path and a query. A single empty segment is not a path.
pub fn allowed(entries: &[Entry], path: &[Piece], query: &[Piece]) -> u64 {
    let lone = |path: &[Piece]| path.len() == 1 && path[0].is_empty();
    let of = |own: &[Piece]| if lone(own) { Vec::new() } else { own.to_vec() };
    let same = |entry: &&Entry| of(&entry.0.0) == of(path) && entry.0.1 == query;
    entries.iter().filter(same).fold(0, |sum, entry| sum | entry.1)
}
