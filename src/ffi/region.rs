// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. Which memory a call writes and reads, and that no output overlaps anything else.

use crate::cri::Cri;
use crate::error::Error;

/// A region of memory that an operation writes or reads.
#[derive(Clone, Copy)]
pub(super) struct Region {
    pub(super) start: usize,
    pub(super) length: usize,
}

impl Region {
    /// The region of an object.
    #[inline(always)]
    pub(super) fn of<T>(object: *const T) -> Self {
        Self { start: object.addr(), length: size_of::<T>() }
    }

    /// The region of a slice.
    #[inline(always)]
    pub(super) fn bytes(bytes: &[u8]) -> Self {
        Self { start: bytes.as_ptr().addr(), length: bytes.len() }
    }

    /// The region of a buffer; that of none is a byte that no other region has.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn raw<T>(pointer: *const T, length: usize) -> Self {
        if length == 0 { Self { start: 0, length: 1 } } else { Self { start: pointer.addr(), length } }
    }

    /// Whether two regions have a byte in common, of which one at least is not empty. None of them wraps, since
    /// their lengths were checked: the last byte of this one is then less than both lengths behind the other's
    /// start.
    #[inline(always)]
    pub(super) fn meets(self, other: Self) -> bool {
        let [byte, before] = self.last();
        byte.wrapping_sub(other.start) < other.length.wrapping_add(before)
    }

    /// Its last byte, and how many there are before that: what [`Region::meets`] asks of it.
    #[inline(always)]
    fn last(self) -> [usize; 2] {
        let before = self.length.wrapping_sub(1);
        [self.start.wrapping_add(before), before]
    }

    /// `Overlap` if it has a byte in common with any of the others.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn apart<const N: usize>(self, others: [Self; N]) -> Result<(), Error> {
        let mut meets = false;
        for other in &others {
            meets |= self.meets(*other);
        }
        if meets { Err(Error::Overlap) } else { Ok(()) }
    }

    /// `Overlap` if it has a byte in common with a view or with what that borrows.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn apart_from(self, cri: &Cri<'_>) -> Result<(), Error> {
        all_apart([self], cri)
    }
}

/// `Overlap` if one of the regions, of which the first so many are outputs, is such an output and has a byte in common
/// with any other.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(super) fn outputs_apart(outputs: usize, regions: &[Region]) -> Result<(), Error> {
    let mut rest = regions;
    for _ in 0..outputs {
        let Some((output, others)) = rest.split_first() else {
            break;
        };
        if others.iter().any(|other| output.meets(*other)) {
            return Err(Error::Overlap);
        }
        rest = others;
    }
    Ok(())
}

/// `Overlap` if one of the regions has a byte in common with a view or with what it borrows.
#[inline(always)]
pub(super) fn apart_from_view(regions: [Region; 2], cri: &Cri<'_>) -> Result<(), Error> {
    if cfg!(target_pointer_width = "64") {
        return all_apart(regions, cri);
    }
    // Where flash decides, one after the other.
    regions[0].apart_from(cri)?;
    regions[1].apart_from(cri)
}

#[inline(always)]
fn all_apart<const N: usize>(regions: [Region; N], cri: &Cri<'_>) -> Result<(), Error> {
    for region in regions {
        if region.meets(Region::of(cri)) || region.meets(Region::bytes(cri.whole)) {
            return Err(Error::Overlap);
        }
    }
    // A view that an operation made borrows its sections from different places.
    if cri.whole.is_empty() && meet_sections(regions.map(Region::last), cri) {
        return Err(Error::Overlap);
    }
    Ok(())
}

/// Whether regions, as told by [`Region::last`], have a byte in common with a section of a view.
#[inline(never)]
fn meet_sections<const N: usize>(regions: [[usize; 2]; N], cri: &Cri<'_>) -> bool {
    let meet = |section: &[u8]| {
        let start = section.as_ptr().addr();
        regions
            .iter()
            .fold(false, |meet, [byte, before]| meet | (byte.wrapping_sub(start) < section.len().wrapping_add(*before)))
    };
    meet(cri.scheme) | meet(cri.authority) | meet(cri.path) | meet(cri.path_tail) | meet(cri.query) | meet(cri.fragment)
}

/// `Overlap` if one of the outputs has a byte in common with one of the inputs.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(super) fn apart_from_inputs(outputs: [Region; 2], inputs: &[Region]) -> Result<(), Error> {
    for input in inputs {
        if outputs[0].meets(*input) || outputs[1].meets(*input) {
            return Err(Error::Overlap);
        }
    }
    Ok(())
}
