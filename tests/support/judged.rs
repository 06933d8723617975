// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library's result for some bytes, compared with the model's.

use super::cbor::encoded;
use super::lib::{encode, read};
use super::model::{Verdict, judge};
use super::{hex, model_ops};
use cri::{Cri, Error, Part, Refusal, Revision};

/// The maximum depth of indefinite-length items, counting the definite-length containers directly inside them (R3).
pub const LEVELS: usize = 16;

/// Compares as `difference` does. Also checks the place of an error, whether all of the bytes are one CRI, and every
/// truncation.
pub fn placed(revision: Revision, data: &[u8]) -> Option<String> {
    let parsed = Cri::parse(revision, data).map_err(|refusal| refusal.error);
    let (place, exact) = (Cri::parse_where(revision, data), Cri::parse_exact(revision, data));
    let cut = |end: usize| Cri::parse(revision, &data[..end]).err() == Some(TRUNCATED);
    let fits = match (parsed, place) {
        (Ok((cri, length)), Ok(())) => {
            let same = exact.map(|exact| encode(&exact)) == Ok(encode(&cri));
            (0..length).all(cut) && if length < data.len() { exact.err() == Some(Error::Extra) } else { same }
        }
        // The bytes before the item with the error are truncated, but contain no error.
        (Err(error), Err(fault)) => {
            error == fault.error
                && exact.err() == Some(error)
                && fault.offset <= data.len()
                && cut(fault.offset)
                && (fault.offset > 0 || fault.part == Part::Whole)
        }
        _ => false,
    };
    if fits { difference(revision, data) } else { Some(format!("{revision:?} {}: {place:?}", hex(data))) }
}

const TRUNCATED: Refusal = Refusal { error: Error::Truncated, skip: None };

/// Compares the verdict, the values read from a CRI, and the CRI's outputs with the model's. Returns the first
/// difference.
pub fn difference(revision: Revision, data: &[u8]) -> Option<String> {
    let (verdict, frames) = judge(revision, data);
    difference_from(&verdict, frames, revision, data)
}

/// Compares as `difference` does, but takes the model's verdict as an argument.
pub fn difference_from(verdict: &Verdict, frames: usize, revision: Revision, data: &[u8]) -> Option<String> {
    let parsed = Cri::parse(revision, data);
    let fits = match (verdict, &parsed) {
        (Verdict::Cri(_, consumed), Ok((_, length))) => length == consumed,
        (Verdict::Cri(..), Err(_)) | (_, Ok(_)) => false,
        // The library does not skip items that nest too deeply.
        (_, Err(refusal)) if frames > LEVELS && *refusal == Refusal { error: Error::Limit, skip: None } => true,
        (Verdict::Unprocessable(skip), Err(refusal)) => {
            refusal.error.is_unprocessable()
                && (refusal.skip == Some(*skip) || (frames > LEVELS && refusal.skip.is_none()))
        }
        (Verdict::Truncated, Err(refusal)) => *refusal == TRUNCATED,
        (Verdict::Malformed, Err(refusal)) => *refusal == Refusal { error: Error::Cbor, skip: None },
    };
    if !fits {
        return Some(format!("{revision:?} {}: model {verdict:?}, library {:?}", hex(data), parsed.map(|ok| ok.1)));
    }
    let (Verdict::Cri(abstracted, _), Ok((cri, _))) = (verdict, &parsed) else { return None };
    let found = read(cri);
    if found != *abstracted {
        return Some(format!("{revision:?} {}: model {abstracted:?}, accessors {found:?}", hex(data)));
    }
    let (canonical, expected) = (encode(cri), encoded(&abstracted.canonical(revision)));
    if canonical != expected {
        return Some(format!("{revision:?} {}: canonical {}, encode {}", hex(data), hex(&expected), hex(&canonical)));
    }
    let (uri, text) = (super::lib::to_uri(cri).ok(), model_ops::to_uri(revision, abstracted));
    if uri != text {
        return Some(format!("{revision:?} {}: model's URI {text:?}, library's {uri:?}", hex(data)));
    }
    None
}
