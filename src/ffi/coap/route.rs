// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dispatch by a table of routes, for CRIs and for the options of a request.

use core::ffi::c_char;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::pattern::store;
use crate::coap::{self, CoapPath, Pattern};
use crate::cri::text::Text;
use crate::error::Error;
use crate::ffi::call::mirror::Mirror;
use crate::ffi::call::pointer::Slot;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::cri::text::{cri_iter_t, cri_text_t};
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
    _sorted: usize,
    _captures: usize,
    _first: usize,
    _end: usize,
}

/// An iterator over the rest of a request's path, which cri_coap_route() and cri_coap_pattern_match()
/// store. It borrows the request's options.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_coap_path_t {
    _rest: *const u8,
    _rest_len: usize,
    _number: u16,
}

/// A table of routes whose patterns are well-formed.
#[repr(C)]
pub(crate) struct Routes<'a> {
    routes: Region,
    /// The number of sorted routes at the start of the array.
    sorted: usize,
    /// The greatest number of segments that one pattern captures with `{}`.
    captures: usize,
    /// The lowest address of a byte of a pattern. `end` is the address after the highest byte.
    first: usize,
    end: usize,
    borrows: PhantomData<&'a [cri_route_t]>,
}

mirror! {
    cri_coap_path_t: borrows [options.rest] = CoapPath { _rest = options }
}

mirror! {
    cri_routes_t: borrows [routes] = Routes {
        _routes = routes, _sorted = sorted, _captures = captures, _first = first, _end = end
    }
}

impl<'a> Routes<'a> {
    fn routes(&self) -> &'a [cri_route_t] {
        let count = self.routes.length / size_of::<cri_route_t>();
        // SAFETY: the region is an array of routes, which stay unchanged for `'a`.
        unsafe { core::slice::from_raw_parts(self.routes.start.cast(), count) }
    }

    fn pattern(&self, route: &cri_route_t) -> Pattern<'a> {
        // SAFETY: `cri_routes_check` found a text that is not empty, so it is not NULL.
        let text = unsafe { core::slice::from_raw_parts(route.pattern.cast(), route.pattern_len) };
        Pattern::of_checked(text, self.captures)
    }

    /// Returns the route at an index, and its pattern.
    fn get(&self, index: usize) -> Option<(&'a cri_route_t, Pattern<'a>)> {
        self.routes().get(index).map(|route| (route, self.pattern(route)))
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
    fn check_outputs<T>(
        &self,
        captures: &[MaybeUninit<Text<'_>>],
        rest: &Option<Slot<'_, T>>,
        route: &Slot<'_, *const cri_route_t>,
    ) -> Result<(), Error> {
        self.check_apart(&[Region::slice(captures), region_of(rest), route.region()])?;
        if captures.len() < self.captures { Err(Error::Buffer) } else { Ok(()) }
    }

    /// Stores the route that was found, or NULL if no route was found, and the rest of the path.
    fn store<T: Mirror>(
        &self,
        route: Slot<'_, *const cri_route_t>,
        rest: Option<Slot<'_, T>>,
        found: Option<(&'a cri_route_t, T::Of<'_>)>,
    ) {
        route.write(found.as_ref().map_or(core::ptr::null(), |(route, _)| *route));
        if let (Some(rest), Some((_, left))) = (rest, found) {
            rest.store(left);
        }
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
/// first segment by their second segments, and so on. Segments are ordered by their bytes, but `{}` and `{*}` come
/// after all other segments: "/rd", "/rd/{}", "/rd-lookup/ep". Place patterns with triplets at the end of the array.
/// The first route that is out of order and all routes after it are tried one after another; cri_routes_sorted() says
/// which route that is. Sorted routes whose patterns are equal up to the first `{}` or `{*}` are tried one after
/// another, too.
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
            sorted: 0,
            captures: 0,
            first: usize::MAX,
            end: 0,
            borrows: PhantomData,
        };
        let mut fault = None;
        for (at, route) in routes.iter().enumerate() {
            // SAFETY: the pattern of a route is a text.
            let (text,) = unsafe { open((input(route.pattern, route.pattern_len),))? };
            let start = text.as_ptr().addr();
            (checked.first, checked.end) = (checked.first.min(start), checked.end.max(start + text.len()));
            match Pattern::new_where(text) {
                Ok(pattern) => {
                    checked.captures = checked.captures.max(pattern.capture_count());
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
        let (mut sorted, mut last) = (0, Pattern::of_checked(&[], 0));
        for pattern in routes.iter().map(|route| checked.pattern(route)) {
            if !pattern.is_sorted_after(&last) {
                break;
            }
            sorted += 1;
            last = pattern;
        }
        checked.sorted = sorted;
        table.store(checked);
        Ok(())
    })
}

/// Returns the number of routes at the start of the array that are sorted, and found by a binary search. If it is less
/// than the number of routes, it is the index of the route that is out of order, or has a triplet in its pattern.
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

/// Finds the first route whose pattern matches the path of a CRI.
///
/// For a request that is meant for a proxy, the result has no meaning, as in cri_pattern_match().
///
/// @param[in] table the table from cri_routes_check(). For a table of zeros, the result is #CRI_ERR_ARGUMENT
/// @param[in] cri a full CRI or a reference that discards all segments of the base's path; only its path is read
/// @param[out] route the route, which points into the array that the table borrows; NULL if no route matches
/// @param[out] captures,captures_cap @sameas{cri_pattern_match}, for the pattern of the route; `captures_cap` is at
///   least the number of `{}` in any pattern of the table. Not stored if no route matches
/// @param[out] rest @sameas{cri_pattern_match}, for the pattern of the route; @nullable if it is not wanted. Not stored
///   if no route matches
/// @retval CRI_ERR_BUFFER a pattern of the table has more `{}` than `captures_cap`, whichever route would match. The
///   number needed is not stored: cri_pattern_check() counts the `{}`
/// @retval CRI_ERR_NOT_FULL the path depends on a base
///
/// Linear in the path and in the patterns up to the one that matches. For each pattern that is compared with a segment
/// in PET, also linear in this segment. For sorted routes, see cri_routes_check(). RFC 3986 3.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_route(
    table: *const cri_routes_t,
    cri: *const cri_t,
    route: *mut *const cri_route_t,
    captures: *mut cri_text_t,
    captures_cap: usize,
    rest: *mut cri_iter_t,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (captures, rest, route, table, cri) = unsafe {
            open((slots(captures, captures_cap), optional_slot(rest), slot(route), object(table), object(cri)))?
        };
        table.check_outputs(captures, &rest, &route)?;
        let found = coap::route_cri_from(
            table.sorted,
            |index| table.get(index),
            cri,
            |index, segment| store(captures, index, segment),
        )?;
        table.store(route, rest, found);
        Ok(())
    })
}

/// Finds the first route whose pattern matches the path of a CoAP request. The function reads the request's options and
/// needs no CRI.
///
/// A request meant for a proxy never matches. Uri-Path-Abbrev is read as in cri_coap_pattern_match().
///
/// @param[in] table @sameas{cri_route}
/// @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
/// @param[out] route @sameas{cri_route}
/// @param[out] captures,captures_cap @sameas{cri_coap_pattern_match}, for the pattern of the route; `captures_cap` is
///   at least the number of `{}` in any pattern of the table. Not stored if no route matches
/// @param[out] rest @sameas{cri_coap_pattern_match}, for the pattern of the route; @nullable if it is not wanted. Not
///   stored if no route matches
/// @retval CRI_ERR_BUFFER a pattern of the table has more `{}` than `captures_cap`, whichever route would match. The
///   number needed is not stored: cri_pattern_check() counts the `{}`
/// @retval CRI_ERR_TRUNCATED the options are malformed
/// @retval CRI_ERR_COAP_OPTION the options are malformed
/// @retval CRI_ERR_COAP_LENGTH as in cri_coap_pattern_match()
/// @retval CRI_ERR_COAP_PATH_ABBREV as in cri_coap_pattern_match()
/// @retval CRI_ERR_UTF8 as in cri_coap_pattern_match()
/// @retval CRI_ERR_DOT_SEGMENT as in cri_coap_pattern_match()
///
/// Linear in the options and in the patterns up to the one that matches. For sorted routes, see cri_routes_check(). RFC
/// 7252 6.5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_route(
    table: *const cri_routes_t,
    options: *const u8,
    options_len: usize,
    route: *mut *const cri_route_t,
    captures: *mut cri_text_t,
    captures_cap: usize,
    rest: *mut cri_coap_path_t,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the options outlive the iterator.
        let (captures, rest, route, table, options) = unsafe {
            open((
                slots(captures, captures_cap),
                optional_slot(rest),
                slot(route),
                object(table),
                input(options, options_len),
            ))?
        };
        table.check_outputs(captures, &rest, &route)?;
        let found = coap::route_from(
            table.sorted,
            |index| table.get(index),
            options,
            |index, segment| store(captures, index, Text::of_plain(segment)),
        )?;
        table.store(route, rest, found);
        Ok(())
    })
}

/// Advances to the next segment of the rest of a path, and stores it.
///
/// @param[in,out] segments the iterator
/// @param[out] segment,segment_len UTF-8, borrowed from the options, or a constant of the library; never NULL
/// @return false, with nothing stored, at the end
///
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_path_next(
    segments: *mut cri_coap_path_t,
    segment: *mut *const c_char,
    segment_len: *mut usize,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (segment, segment_len, segments) =
            unsafe { open((slot(segment), slot(segment_len), object_mut(segments))).ok()? };
        let value = segments.next()?;
        store_bytes(segment, segment_len, value)
    })
}
