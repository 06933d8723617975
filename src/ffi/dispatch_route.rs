// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dispatch by a table of routes, on CRIs and on the options of a request.

use core::ffi::c_char;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::dispatch_path::cri_coap_path_t;
use super::dispatch_pattern::store;
use super::mirror::Mirror;
use super::pointer::Slot;
use super::prelude::*;
use crate::coap::{self, Pattern};
use crate::cri::text::Text;
use crate::error::Error;

/// A route: a pattern and a number for the application. An array of routes may be in flash.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_route_t {
    /// The pattern, such as "/dev/{}/led".
    pub pattern: *const c_char,
    /// Its length in bytes.
    pub pattern_len: usize,
    /// A number for the application: the library ignores it.
    pub id: u32,
}

/// A table of routes, made by cri_routes_check(). Borrows an array of routes and their patterns.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_routes_t {
    _routes: *const cri_route_t,
    _size: usize,
    _captures: usize,
    _first: usize,
    _end: usize,
}

/// A table of routes whose patterns were found well-formed.
#[repr(C)]
pub(super) struct Routes<'a> {
    routes: Region,
    /// The most segments that one of the patterns captures one by one.
    captures: usize,
    /// The addresses of the first byte of a pattern, and after the last one.
    first: usize,
    end: usize,
    borrows: PhantomData<&'a [cri_route_t]>,
}

mirror! {
    cri_routes_t: borrows [routes] = Routes { _routes = routes, _captures = captures, _first = first, _end = end }
}

impl<'a> Routes<'a> {
    /// A table of routes whose patterns are not checked: `Argument` for a pattern that is no text.
    fn new(routes: &'a [cri_route_t]) -> Result<Self, Error> {
        let borrows = PhantomData;
        let mut table = Self { routes: Region::slice(routes), captures: 0, first: usize::MAX, end: 0, borrows };
        for route in routes {
            // SAFETY: the pattern of a route is a text.
            let (text,) = unsafe { open((input(route.pattern, route.pattern_len),))? };
            let first = text.as_ptr().addr();
            (table.first, table.end) = (table.first.min(first), table.end.max(first + text.len()));
        }
        Ok(table)
    }

    fn routes(&self) -> &'a [cri_route_t] {
        let count = self.routes.length / size_of::<cri_route_t>();
        // SAFETY: it is the region of an array of routes, which stay unchanged for `'a`.
        unsafe { core::slice::from_raw_parts(self.routes.start.cast(), count) }
    }

    fn patterns(&self) -> impl Iterator<Item = Pattern<'a>> {
        self.routes().iter().map(|route| {
            // SAFETY: `new` found a text, and `cri_routes_check` that it is not empty, so it is not NULL.
            let text = unsafe { core::slice::from_raw_parts(route.pattern.cast(), route.pattern_len) };
            Pattern::of_checked(text, self.captures)
        })
    }

    /// Checks that outputs overlap no pattern. Constant time if they are not between the patterns.
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

    /// Checks the outputs of a call: `Overlap`, and `Buffer` for fewer places than a pattern captures segments.
    fn check_outputs<T>(
        &self,
        captures: &[MaybeUninit<Text<'_>>],
        rest: &Option<Slot<'_, T>>,
        route: &Slot<'_, *const cri_route_t>,
    ) -> Result<(), Error> {
        self.check_apart(&[Region::slice(captures), region_of(rest), route.region()])?;
        if captures.len() < self.captures { Err(Error::Buffer) } else { Ok(()) }
    }

    /// Stores the route that was found, NULL if none was, and the rest of the path.
    fn store<T: Mirror>(
        &self,
        route: Slot<'_, *const cri_route_t>,
        rest: Option<Slot<'_, T>>,
        found: Option<(usize, T::Of<'_>)>,
    ) {
        let at = found.as_ref().and_then(|(index, _)| self.routes().get(*index));
        route.write(at.map_or(core::ptr::null(), |route| route));
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
/// The array and its patterns must not change as long as the table is used. The table may be copied.
///
/// @param[out] table the table, which borrows `routes` and their patterns
/// @param[in] routes,routes_len the routes; if several patterns match, the first one wins
/// @param[out] index with #CRI_ERR_PATTERN, index of the first route whose pattern is malformed. @nullable if it is not
///   wanted
/// @param[out] offset with #CRI_ERR_PATTERN, offset in that pattern as in cri_pattern_check(). @nullable if it is not
///   wanted
/// @retval CRI_ERR_PATTERN a pattern is malformed
///
/// Linear in all patterns together. RFC 3986 3.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_routes_check(
    table: *mut cri_routes_t,
    routes: *const cri_route_t,
    routes_len: usize,
    index: *mut usize,
    offset: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: C passes an array of routes, and places for the table, the index and the offset.
        let (table, index, offset, routes) = unsafe {
            open((slot(table), optional_slot(index), optional_slot(offset), input_array(routes, routes_len)))?
        };
        let mut checked = Routes::new(routes)?;
        checked.check_apart(&[table.region(), region_of(&index), region_of(&offset)])?;
        for (at, route) in routes.iter().enumerate() {
            // SAFETY: the pattern of a route is a text.
            let (text,) = unsafe { open((input(route.pattern, route.pattern_len),))? };
            match Pattern::new_where(text) {
                Ok(pattern) => checked.captures = checked.captures.max(pattern.capture_count()),
                Err(fault) => {
                    index.into_iter().for_each(|slot| slot.write(at));
                    offset.into_iter().for_each(|slot| slot.write(fault));
                    return Err(Error::Pattern);
                }
            }
        }
        table.store(checked);
        Ok(())
    })
}

/// Finds the first route whose pattern matches the path of a CRI.
///
/// For a request meant for a proxy the answer is meaningless, as with cri_pattern_match().
///
/// @param[in] table the table; one of zeros, which was not checked, is #CRI_ERR_ARGUMENT
/// @param[in] cri a full CRI or a reference that discards all; only its path counts
/// @param[out] route the route, which points into the array that the table borrows; NULL if none matches
/// @param[out] captures,captures_cap @sameas{cri_pattern_match}, for the pattern of the route; `captures_cap` is at
///   least the number of `{}` in any pattern of the table. Not stored if no route matches
/// @param[out] rest @sameas{cri_pattern_match}, for the pattern of the route; @nullable if it is not wanted. Not stored
///   if no route matches
/// @retval CRI_ERR_BUFFER a pattern of the table has more `{}` than `captures_cap`, whichever route would match. No
///   number is stored: cri_pattern_check() counts them
/// @retval CRI_ERR_NOT_FULL the path depends on a base
///
/// Linear in the path and in the patterns up to the one that matches, but for segments in PET, which each pattern that
/// reaches them reads. RFC 3986 3.3; R17, R41.
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
        // SAFETY: C passes a table, a view, and places for the segments, the iterator and the route.
        let (captures, rest, route, table, cri) = unsafe {
            open((slots(captures, captures_cap), optional_slot(rest), slot(route), object(table), object(cri)))?
        };
        table.check_outputs(captures, &rest, &route)?;
        let found = coap::route_cri(table.patterns(), cri, |index, segment| store(captures, index, segment))?;
        table.store(route, rest, found);
        Ok(())
    })
}

/// Finds the first route whose pattern matches the path of a CoAP request, from the request's options.
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
/// @retval CRI_ERR_BUFFER a pattern of the table has more `{}` than `captures_cap`, whichever route would match. No
///   number is stored: cri_pattern_check() counts them
/// @errorsof{cri_coap_path_match} about the options
///
/// Linear in the options and in the patterns up to the one that matches. RFC 7252 6.5; R17, R29, R41.
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
        // SAFETY: C passes a table, options that outlive the results, and places for the segments, the iterator and the
        // route.
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
        let found =
            coap::route(table.patterns(), options, |index, segment| store(captures, index, Text::of_plain(segment)))?;
        table.store(route, rest, found);
        Ok(())
    })
}
