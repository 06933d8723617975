// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dispatch by patterns of paths, on CRIs and on the options of a request.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use super::dispatch_path::cri_coap_path_t;
use super::mirror::Mirror;
use super::pointer::Slot;
use super::prelude::*;
use crate::coap::{Pattern, coap_route};
use crate::cri::text::Text;
use crate::error::Error;

/// A route: a pattern and a number for the application. Tables of routes may be in flash.
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

/// A pattern that captures no more segments than there is room for: `Pattern`, `Buffer`.
fn pattern(text: &[u8], room: usize) -> Result<Pattern<'_>, Error> {
    let pattern = Pattern::new(text)?;
    if pattern.capture_count() > room { Err(Error::Buffer) } else { Ok(pattern) }
}

fn store<'a>(captures: &mut [MaybeUninit<Text<'a>>], index: usize, segment: Text<'a>) {
    if let Some(slot) = captures.get_mut(index) {
        slot.write(segment);
    }
}

/// Checks a pattern: for a table that is not a constant, or for a message with the place of the error.
///
/// @param[in] pattern,pattern_len the pattern, such as "/dev/{}/led"
/// @param[out] captures number of segments that `{}` captures
/// @param[out] offset with #CRI_ERR_PATTERN, offset of the first invalid character, or of a segment "." or ".."
/// @retval CRI_ERR_PATTERN the pattern is malformed
///
/// Linear. RFC 3986 3.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_pattern_check(
    pattern: *const c_char,
    pattern_len: usize,
    captures: *mut usize,
    offset: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: C passes a text, and places for the number and the offset.
        let (captures, offset, text) = unsafe { open((slot(captures), slot(offset), input(pattern, pattern_len)))? };
        match Pattern::new_where(text) {
            Ok(pattern) => captures.write(pattern.capture_count()),
            Err(at) => {
                offset.write(at);
                return Err(Error::Pattern);
            }
        }
        Ok(())
    })
}

/// Matches a pattern against the path of a CRI.
///
/// Only segments count: without an authority, the path of a CRI may begin without a slash, so "/led" matches `urn:led`
/// and `mailto:led`. Compare the origin first where that matters: cri_same_origin(). For a request meant for a proxy
/// the answer is meaningless, and a CRI does not show that: call cri_coap_is_for_proxy() or
/// cri_coap_composer_is_for_proxy() first.
///
/// @param[in] pattern,pattern_len the pattern, such as "/dev/{}/led"
/// @param[in] cri a full CRI or a reference that discards all segments of the base's path; only its path counts
/// @param[out] matches whether the pattern matches
/// @param[out] captures,captures_cap the segments that `{}` captures, in order, which borrow the bytes that `cri`
///   borrows; not stored if the pattern does not match. NULL and 0 if the pattern has no `{}`
/// @param[out] rest the segments that `{*}` captures, empty if the pattern has no `{*}`. Read it with cri_iter_next().
///   Not stored if the pattern does not match. @nullable if it is not wanted
/// @retval CRI_ERR_PATTERN the pattern is malformed, whether the path would match or not
/// @retval CRI_ERR_BUFFER the pattern has more `{}` than `captures_cap`, whether the path would match or not. No number
///   is stored: cri_pattern_check() counts them
/// @retval CRI_ERR_NOT_FULL the path depends on a base
///
/// Linear. RFC 3986 3.3; R15, R17.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_pattern_match(
    pattern: *const c_char,
    pattern_len: usize,
    cri: *const cri_t,
    matches: *mut bool,
    captures: *mut cri_text_t,
    captures_cap: usize,
    rest: *mut cri_iter_t,
) -> cri_err_t {
    call(|| {
        // SAFETY: C passes a text, a view, and places for the segments, the iterator and the answer.
        let (captures, rest, matches, text, cri) = unsafe {
            open((
                slots(captures, captures_cap),
                optional_slot(rest),
                slot(matches),
                input(pattern, pattern_len),
                object(cri),
            ))?
        };
        let pattern = self::pattern(text, captures.len())?;
        let left = pattern.match_cri(cri, |index, segment| store(captures, index, segment))?;
        store_match(matches, rest, left)
    })
}

/// Matches a pattern against the path of a CoAP request, from the request's options, without a CRI.
///
/// A request meant for a proxy (cri_coap_is_for_proxy()) never matches. Uri-Path-Abbrev is read as the Uri-Path options
/// that it stands for.
///
/// @param[in] pattern,pattern_len the pattern, such as "/dev/{}/led"
/// @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
/// @param[out] matches whether the pattern matches
/// @param[out] captures,captures_cap the segments that `{}` captures, in order, which borrow `options` or are constants
///   of the library; cri_text_plain() stores the characters of each. Not stored if the pattern does not match. NULL and
///   0 if the pattern has no `{}`
/// @param[out] rest the segments that `{*}` captures, empty if the pattern has no `{*}`. Read it with
///   cri_coap_path_next(); it borrows `options`. Not stored if the pattern does not match. @nullable if it is not
///   wanted
/// @retval CRI_ERR_PATTERN the pattern is malformed, whether the path would match or not
/// @retval CRI_ERR_BUFFER the pattern has more `{}` than `captures_cap`, whether the path would match or not. No number
///   is stored: cri_pattern_check() counts them
/// @errorsof{cri_coap_path_match} about the options
///
/// Linear. RFC 7252 6.5; R17, R29.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_pattern_match(
    pattern: *const c_char,
    pattern_len: usize,
    options: *const u8,
    options_len: usize,
    matches: *mut bool,
    captures: *mut cri_text_t,
    captures_cap: usize,
    rest: *mut cri_coap_path_t,
) -> cri_err_t {
    call(|| {
        // SAFETY: C passes a text, options that outlive the results, and places for the segments, the iterator and the
        // answer.
        let (captures, rest, matches, text, options) = unsafe {
            open((
                slots(captures, captures_cap),
                optional_slot(rest),
                slot(matches),
                input(pattern, pattern_len),
                input(options, options_len),
            ))?
        };
        let pattern = self::pattern(text, captures.len())?;
        let left = pattern.match_coap(options, |index, segment| store(captures, index, Text::of_plain(segment)))?;
        store_match(matches, rest, left)
    })
}

/// The patterns of a table, for a call with those outputs, which has room for that many captured segments: `Argument`,
/// `Overlap` and the errors of [`pattern`].
///
/// # Safety
///
/// Each text of the table is NULL or points to as many bytes as its row says.
unsafe fn patterns(
    routes: &[cri_route_t],
    outputs: [Region; 3],
    room: usize,
) -> impl Iterator<Item = Result<Pattern<'_>, Error>> {
    routes.iter().map(move |route| {
        // SAFETY: as the function requires.
        let (text,) = unsafe { open((input(route.pattern, route.pattern_len),))? };
        if outputs.iter().any(|output| output.overlaps(Region::bytes(text))) {
            return Err(Error::Overlap);
        }
        pattern(text, room)
    })
}

/// Stores the route of a table that was found, NULL if none was, and the rest of the path.
fn store_route<T: Mirror>(
    route: Slot<'_, *const cri_route_t>,
    rest: Option<Slot<'_, T>>,
    routes: &[cri_route_t],
    found: Option<(usize, T::Of<'_>)>,
) -> Result<(), Error> {
    let at = found.as_ref().and_then(|(index, _)| routes.get(*index));
    route.write(at.map_or(core::ptr::null(), |route| route));
    if let (Some(rest), Some((_, left))) = (rest, found) {
        rest.store(left);
    }
    Ok(())
}

/// Finds the first route whose pattern matches the path of a CRI.
///
/// Every pattern of the table is checked, including those after the one that matches. For a request meant for a proxy
/// the answer is meaningless, as with cri_pattern_match().
///
/// @param[in] routes,routes_len the table; if several patterns match, the first one wins
/// @param[in] cri a full CRI or a reference that discards all; only its path counts
/// @param[out] route the route, which points into `routes`; NULL if none matches
/// @param[out] captures,captures_cap @sameas{cri_pattern_match}, for the pattern of the route; `captures_cap` is at
///   least the number of `{}` in any pattern of the table. Not stored if no route matches
/// @param[out] rest @sameas{cri_pattern_match}, for the pattern of the route; @nullable if it is not wanted. Not stored
///   if no route matches
/// @retval CRI_ERR_PATTERN a pattern of the table is malformed, whichever route would match
/// @retval CRI_ERR_BUFFER a pattern of the table has more `{}` than `captures_cap`, whichever route would match. No
///   number is stored: cri_pattern_check() counts them
/// @retval CRI_ERR_NOT_FULL the path depends on a base
///
/// Linear in the path and all patterns together, but for segments in PET, which each pattern that reaches them reads.
/// RFC 3986 3.3; R15, R17.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_route(
    routes: *const cri_route_t,
    routes_len: usize,
    cri: *const cri_t,
    route: *mut *const cri_route_t,
    captures: *mut cri_text_t,
    captures_cap: usize,
    rest: *mut cri_iter_t,
) -> cri_err_t {
    call(|| {
        // SAFETY: C passes a table, a view, and places for the segments, the iterator and the route.
        let (captures, rest, route, routes, cri) = unsafe {
            open((
                slots(captures, captures_cap),
                optional_slot(rest),
                slot(route),
                input_array(routes, routes_len),
                object(cri),
            ))?
        };
        let outputs = [Region::slice(captures), rest.as_ref().map_or(Region::bytes(&[]), Slot::region), route.region()];
        // SAFETY: C passes texts in the table.
        let patterns = unsafe { patterns(routes, outputs, captures.len()) };
        let found = crate::coap::route(patterns, cri, |index, segment| store(captures, index, segment))?;
        store_route(route, rest, routes, found)
    })
}

/// Finds the first route whose pattern matches the path of a CoAP request, from the request's options.
///
/// Every pattern of the table is checked, including those after the one that matches. A request meant for a proxy never
/// matches. Uri-Path-Abbrev is read as in cri_coap_pattern_match().
///
/// @param[in] routes,routes_len the table; if several patterns match, the first one wins
/// @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
/// @param[out] route the route, which points into `routes`; NULL if none matches
/// @param[out] captures,captures_cap @sameas{cri_coap_pattern_match}, for the pattern of the route; `captures_cap` is
///   at least the number of `{}` in any pattern of the table. Not stored if no route matches
/// @param[out] rest @sameas{cri_coap_pattern_match}, for the pattern of the route; @nullable if it is not wanted. Not
///   stored if no route matches
/// @retval CRI_ERR_PATTERN a pattern of the table is malformed, whichever route would match
/// @retval CRI_ERR_BUFFER a pattern of the table has more `{}` than `captures_cap`, whichever route would match. No
///   number is stored: cri_pattern_check() counts them
/// @errorsof{cri_coap_path_match} about the options
///
/// Linear in the options and all patterns together. RFC 7252 6.5; R17, R29.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_route(
    routes: *const cri_route_t,
    routes_len: usize,
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
        let (captures, rest, route, routes, options) = unsafe {
            open((
                slots(captures, captures_cap),
                optional_slot(rest),
                slot(route),
                input_array(routes, routes_len),
                input(options, options_len),
            ))?
        };
        let outputs = [Region::slice(captures), rest.as_ref().map_or(Region::bytes(&[]), Slot::region), route.region()];
        // SAFETY: C passes texts in the table.
        let patterns = unsafe { patterns(routes, outputs, captures.len()) };
        let found = coap_route(patterns, options, |index, segment| store(captures, index, Text::of_plain(segment)))?;
        store_route(route, rest, routes, found)
    })
}
