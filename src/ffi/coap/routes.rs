// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tables of routes.

use core::ffi::c_char;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::coap::{Pattern, Table, is_sorted, sort};
use crate::cri::text::Text;
use crate::error::Error;
use crate::ffi::call::mirror::Mirror;
use crate::ffi::call::pointer::Slot;
use crate::ffi::prelude::*;

/// A route: a pattern and a number for the application. An array of routes may be in flash.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_route_t {
    /// The pattern, such as "/dev/{}/led".
    pub pattern: *const c_char,
    /// Length of `pattern` in bytes.
    pub pattern_len: usize,
    /// A number for the application. The library does not read it.
    pub id: u32,
}

/// A table of routes, initialised by cri_routes_check(). It borrows an array of routes and their patterns.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_routes_t {
    _routes: *const cri_route_t,
    _size: usize,
    _index: *const u16,
    _index_size: usize,
    _sorted: usize,
    _captures: usize,
    _first: usize,
    _end: usize,
}

/// A table of routes whose patterns are well-formed.
#[repr(C)]
pub(crate) struct Routes<'a> {
    routes: Region,
    /// The array of [`cri_routes_index`], which has the indices of the routes in sorted order; empty without it.
    index: Region,
    /// The number of routes that are sorted, at the start of the index or, without it, of the array.
    sorted: usize,
    /// The greatest number of segments that one pattern captures with `{}`.
    captures: usize,
    /// The lowest address of a byte of a pattern. `end` is the address after the highest byte.
    first: usize,
    end: usize,
    borrows: PhantomData<&'a [cri_route_t]>,
}

mirror! {
    cri_routes_t: borrows [routes, index] = Routes {
        _routes = routes, _index = index, _sorted = sorted, _captures = captures, _first = first, _end = end
    }
}

impl<'a> Routes<'a> {
    fn routes(&self) -> &'a [cri_route_t] {
        let count = self.routes.length / size_of::<cri_route_t>();
        // SAFETY: the region is an array of routes, which stay unchanged for `'a`.
        unsafe { core::slice::from_raw_parts(self.routes.start.cast(), count) }
    }

    fn index(&self) -> &'a [u16] {
        let count = self.index.length / size_of::<u16>();
        // SAFETY: the region is an array, which stays unchanged for `'a`. The caller of this function checks that it is
        // not empty.
        unsafe { core::slice::from_raw_parts(self.index.start.cast(), count) }
    }

    fn pattern(&self, route: &cri_route_t) -> Pattern<'a> {
        // SAFETY: `cri_routes_check` found a text that is not empty, so it is not NULL.
        let text = unsafe { core::slice::from_raw_parts(route.pattern.cast(), route.pattern_len) };
        Pattern::of_checked(text, self.captures)
    }

    /// Checks that outputs overlap no pattern. Takes constant time if no output is in the range of addresses that
    /// contains all patterns.
    fn check_apart(&self, outputs: &[Region]) -> Result<(), Error> {
        let is_between = |output: &Region| {
            let first = output.start.addr();
            first < self.end && self.first < first.saturating_add(output.length)
        };
        let overlaps = |route: &cri_route_t| {
            let pattern = Region { start: route.pattern.cast(), length: route.pattern_len };
            outputs.iter().any(|output| output.overlaps(pattern))
        };
        let overlap = outputs.iter().any(is_between) && self.routes().iter().any(overlaps);
        if overlap { Err(Error::Overlap) } else { Ok(()) }
    }

    /// Checks the outputs of a call. Fails with `Overlap` if an output overlaps a pattern, and with `Buffer` if a
    /// pattern of the table captures more segments than fit in `captures`.
    pub(super) fn check_outputs<T>(
        &self,
        captures: &[MaybeUninit<Text<'_>>],
        rest: &Option<Slot<'_, T>>,
        route: &Slot<'_, *const cri_route_t>,
    ) -> Result<(), Error> {
        self.check_apart(&[Region::slice(captures), region_of(rest), route.region()])?;
        if captures.len() < self.captures { Err(Error::Buffer) } else { Ok(()) }
    }

    /// Stores the route that was found, or NULL if no route was found, and the rest of the path.
    pub(super) fn store<T: Mirror>(
        &self,
        route: Slot<'_, *const cri_route_t>,
        rest: Option<Slot<'_, T>>,
        found: Option<(usize, T::Of<'_>)>,
    ) {
        let of = |index: usize| self.routes().get(index).map(core::ptr::from_ref);
        route.write(found.as_ref().and_then(|(index, _)| of(*index)).unwrap_or(core::ptr::null()));
        if let (Some(rest), Some((_, left))) = (rest, found) {
            rest.store(left);
        }
    }
}

impl<'a> Table<'a> for Routes<'a> {
    fn get(&self, place: usize) -> Option<(usize, Pattern<'a>)> {
        let index = if self.is_permuted() { usize::from(*self.index().get(place)?) } else { place };
        self.routes().get(index).map(|route| (index, self.pattern(route)))
    }

    fn sorted(&self) -> usize {
        self.sorted
    }

    fn is_permuted(&self) -> bool {
        self.index.length > 0
    }
}

fn region_of<T>(slot: &Option<Slot<'_, T>>) -> Region {
    slot.as_ref().map_or(Region::bytes(&[]), Slot::region)
}

/// Checks an array of routes, and makes the table that cri_route() and cri_coap_route() use. Call it once, when the
/// program starts.
///
/// The array and its patterns must not change while the table is in use. The table may be copied.
///
/// Sorted routes are found faster, by a binary search. Sort the routes by their first segments, routes with the same
/// first segment by their second segments, and so on. Segments are ordered by their bytes, but `{}` comes after all
/// other segments, and `{*}` after `{}`: "/rd", "/rd/{}", "/rd-lookup/ep". Place patterns with triplets at the end of
/// the array. The first route that is out of order and all routes after it are tried one after another;
/// cri_routes_sorted() says which route that is. cri_routes_index() sorts routes in any order, and #CRI_ROUTES makes a
/// table without this function.
///
/// @param[out] table the table, which borrows `routes` and their patterns
/// @param[in] routes,routes_len the routes; if several patterns match, the first one wins
/// @param[out] index with #CRI_ERR_PATTERN, the index of the first route whose pattern is malformed. @nullable if it is
///   not wanted
/// @param[out] offset with #CRI_ERR_PATTERN, the offset in that pattern as in cri_pattern_check(). @nullable if it is
///   not wanted
/// @retval CRI_ERR_PATTERN a pattern is malformed
///
/// Linear in the total length of the patterns. RFC 3986 3.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_routes_check(
    table: *mut cri_routes_t,
    routes: *const cri_route_t,
    routes_len: usize,
    index: *mut usize,
    offset: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (table, index, offset, routes) = unsafe {
            open((slot(table), optional_slot(index), optional_slot(offset), input_array(routes, routes_len)))?
        };
        let mut checked = Routes {
            routes: Region::slice(routes),
            index: Region::bytes(&[]),
            sorted: 0,
            captures: 0,
            first: usize::MAX,
            end: 0,
            borrows: PhantomData,
        };
        let (mut fault, mut last) = (None, Pattern::of_checked(&[], 0));
        for (at, route) in routes.iter().enumerate() {
            // SAFETY: the pattern of a route is a text.
            let (text,) = unsafe { open((input(route.pattern, route.pattern_len),))? };
            let start = text.as_ptr().addr();
            (checked.first, checked.end) = (checked.first.min(start), checked.end.max(start + text.len()));
            match Pattern::new_where(text) {
                Ok(pattern) => {
                    checked.captures = checked.captures.max(pattern.capture_count());
                    if checked.sorted == at && is_sorted(&last, &pattern) {
                        checked.sorted += 1;
                    }
                    last = pattern;
                }
                Err(offset) if fault.is_none() => fault = Some((at, offset)),
                Err(_) => {}
            }
        }
        checked.check_apart(&[table.region(), region_of(&index), region_of(&offset)])?;
        if let Some((at, wrong)) = fault {
            if let Some(index) = index {
                index.write(at);
            }
            if let Some(offset) = offset {
                offset.write(wrong);
            }
            return Err(Error::Pattern);
        }
        table.store(checked);
        Ok(())
    })
}

/// Returns the number of routes at the start of the array that are sorted, and found by a binary search. If it is less
/// than the number of routes, it is the index of the route that is out of order, or has a triplet in its pattern. After
/// cri_routes_index(), the number is that of the routes without triplets.
///
/// @param[in] table the table from cri_routes_check()
/// @return the number of sorted routes; 0 for NULL and for a table of zeros
///
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_routes_sorted(table: *const cri_routes_t) -> usize {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { table.as_ref() }.map_or(0, |table| table._sorted)
}

/// Sorts the indices of a table's routes in an array of the caller, so that a binary search finds routes in any order.
/// A table whose routes are sorted needs no index.
///
/// The routes stay where they are, and if several patterns match, the first one of the array wins. The index must not
/// change while the table is in use. Routes with triplets in their patterns are tried one after another.
///
/// @param[in,out] table the table from cri_routes_check(), which also borrows `index` from now on
/// @param[out] index,index_cap memory for the index, one number for each route
/// @retval CRI_ERR_BUFFER `index_cap` is less than the number of routes
/// @retval CRI_ERR_LIMIT the table has more than 65,536 routes
///
/// For n routes, takes n log n comparisons of patterns. RFC 3986 3.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_routes_index(table: *mut cri_routes_t, index: *mut u16, index_cap: usize) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the array outlives the table.
        let (places, table) = unsafe { open((output_array(index, index_cap), object_mut(table)))? };
        let routes = table.routes();
        if routes.len() > 1 << u16::BITS {
            return Err(Error::Limit);
        }
        let places = places.get_mut(..routes.len()).ok_or(Error::Buffer)?;
        table.check_apart(&[Region::slice(places)])?;
        for (at, place) in places.iter_mut().enumerate() {
            place.write(at as u16);
        }
        table.index = Region::array(index, routes.len()).exposed();
        // SAFETY: all places were just written.
        let places = unsafe { &mut *(core::ptr::from_mut(places) as *mut [u16]) };
        table.sorted = sort(places, |index| {
            let pattern = routes.get(usize::from(index)).map(|route| table.pattern(route));
            pattern.unwrap_or(Pattern::of_checked(&[], 0))
        });
        Ok(())
    })
}
