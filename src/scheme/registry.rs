// SPDX-License-Identifier: MIT OR Apache-2.0
//! The registered schemes other than the ten short-numbered ones. `build.rs` makes the tables from `iana/*.csv`.
//!
//! See draft-ietf-core-href-13 section 10.1 and Appendix A, and the scheme table of revision 27 (href-27 11.2, Appendix
//! B). Both registries share one text of all names, sorted by length and then by bytes. The index of a name follows
//! from its length and its offset in the text, and the other way round. So the only cost of a name is its bytes and two
//! scheme numbers, one for each revision.
//!
//! Two faster searches by number were rejected, because they cost flash and schemes without a short number are rare on
//! constrained devices. Comparing four entries at a time would save 29 % of the time for 50 bytes. An index in the
//! order of the numbers would allow a binary search for at least 776 bytes.

use crate::revision::Revision;
use core::cmp::Ordering;

#[cfg(not(cri_short_schemes))]
include!(concat!(env!("OUT_DIR"), "/schemes.rs"));
#[cfg(cri_short_schemes)]
include!(concat!(env!("OUT_DIR"), "/short_schemes.rs"));

/// Returns the scheme numbers of all names, in the order of the names.
fn numbers(revision: Revision) -> &'static [u16] {
    match revision {
        Revision::Href13 => &NUMBERS_13,
        Revision::Href27 => &NUMBERS_27,
    }
}

/// Returns the name of the scheme with the number `number`. Linear in the size of the registry.
pub(super) fn name(revision: Revision, number: u64) -> Option<&'static str> {
    let number = u16::try_from(number).ok().filter(|&number| number != NO_NUMBER)?;
    // href-27 11.2
    let index = numbers(revision).iter().rposition(|&candidate| candidate == number)?;
    name_at(index)
}

/// Returns the number of the scheme with the name `name`, in upper, lower or mixed case. This is a binary search among
/// the names of the same length.
pub(super) fn number(revision: Revision, name: &[u8]) -> Option<u16> {
    let index = index_of(name)?;
    numbers(revision).get(index).copied().filter(|&number| number != NO_NUMBER)
}

/// Returns the smallest registered number that is `from` or more. Linear in the size of the registry.
pub(super) fn next(revision: Revision, from: u64) -> Option<u64> {
    let numbers = numbers(revision).iter().copied();
    // href 2 schemes
    numbers.filter(|&number| number != NO_NUMBER).map(u64::from).filter(|&number| number >= from).min()
}

fn name_at(index: usize) -> Option<&'static str> {
    let mut left = index;
    let mut start = 0;
    for (length, &count) in (1..).zip(&COUNTS) {
        let count = usize::from(count);
        if left < count {
            start += left * length;
            return NAMES.get(start..start + length);
        }
        left -= count;
        start += count * length;
    }
    None
}

fn index_of(name: &[u8]) -> Option<usize> {
    let mut first = 0;
    let mut start = 0;
    for (length, &count) in (1..).zip(&COUNTS) {
        let count = usize::from(count);
        if length == name.len() {
            let names = NAMES.as_bytes().get(start..start + count * length)?;
            return Some(first + search(names, count, name)?);
        }
        first += count;
        start += count * length;
    }
    None
}

/// Returns the index of `name` in a sorted list of `count` names, which all have the length of `name`. In `names`, they
/// follow each other without separators.
fn search(names: &[u8], count: usize, name: &[u8]) -> Option<usize> {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = (low + high) / 2;
        let start = middle * name.len();
        let candidate = names.get(start..start + name.len())?;
        match candidate.iter().copied().cmp(name.iter().map(u8::to_ascii_lowercase)) {
            Ordering::Less => low = middle + 1,
            Ordering::Equal => return Some(middle),
            Ordering::Greater => high = middle,
        }
    }
    None
}
