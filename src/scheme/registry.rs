// SPDX-License-Identifier: MIT OR Apache-2.0
//! The registered schemes other than the ten short-numbered ones. `build.rs` makes the tables from `iana/*.csv`.
//!
//! See draft-ietf-core-href-13 section 10.1 and Appendix A, and the scheme table of revision 27 (href-27 11.2, Appendix
//! B). Both registries share one text of all names, sorted by length and then by bytes. The index of a name follows
//! from its length and its offset in the text, and the other way round. So the only cost of a name is its bytes and two
//! scheme numbers, one for each revision.
//!
//! A search by number visits the entries of a table one after the other, because schemes without a short number are
//! rare on constrained devices: an index in the order of the numbers would allow a binary search for at least 776
//! bytes. Builds for speed compare 16 entries at a time.

use crate::revision::Revision;
use core::cmp::Ordering;

#[cfg(not(cri_short_schemes))]
include!(concat!(env!("OUT_DIR"), "/schemes.rs"));
#[cfg(cri_short_schemes)]
include!(concat!(env!("OUT_DIR"), "/short_schemes.rs"));

/// Returns the scheme numbers of all names, in the order of the names.
fn numbers(revision: Revision) -> &'static [u16] {
    match revision.of_build() {
        Revision::Href13 => &NUMBERS_13,
        Revision::Href27 => &NUMBERS_27,
    }
}

/// Returns the name of the scheme with the number `number`. Linear in the size of the registry.
pub(super) fn name(revision: Revision, number: u64) -> Option<&'static str> {
    let number = u16::try_from(number).ok().filter(|&number| number != NO_NUMBER)?;
    // href-27 11.2
    name_at(last_index_of(numbers(revision), number)?)
}

/// Returns the last index at which `numbers` has `number`.
fn last_index_of(numbers: &[u16], number: u16) -> Option<usize> {
    let mut rest = numbers;
    // In builds for speed, 16 numbers are compared without a branch.
    while cfg!(speed)
        && let Some((before, chunk)) = rest.split_last_chunk::<16>()
        && !chunk.iter().fold(false, |found, &candidate| found | (candidate == number))
    {
        rest = before;
    }
    rest.iter().rposition(|&candidate| candidate == number)
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
