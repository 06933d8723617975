// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. Dispatch by the options of a request, without a CRI of it.

use super::call::{number, open};
use super::pointer::{input, object, object_mut, place};
use super::types::{cri_coap_path_t, cri_err_t, cri_path_matcher_t, cri_t};
use crate::convert::{PathMatcher, coap_path_under};

/// Tells whether the path of a CoAP request is a given one or lies under it, straight from the request's
/// options: no CRI is made of them. A request that asks a proxy is never under it (cri_coap_asks_proxy()).
///
/// options, options_len: all options of the request, delta-coded as in a message, without the payload marker.
/// prefix: a full CRI, or a reference that discards all; only its path counts, and as in cri_path_match(): "/a/b" is
/// under "/a/" as it is under "/a". under: whether it is so. rest: if so, an iterator over the segments by which
/// the request goes beyond prefix, none if the paths are equal: go on with cri_coap_path_next(). It borrows options.
///
/// Returns CRI_OK; CRI_ERR_NOT_FULL if the path of prefix is not whole; CRI_ERR_TRUNCATED and CRI_ERR_COAP_OPTION
/// for malformed options; for a Uri-Path that no request may have CRI_ERR_COAP_LENGTH above 255 bytes,
/// CRI_ERR_UTF8, and CRI_ERR_DOT_SEGMENT for "." and ".."; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps options, prefix, what it borrows,
/// or the other output.
///
/// Linear. RFC 7252 6.5; R17.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_path_match(
    options: *const u8,
    options_len: usize,
    prefix: *const cri_t,
    under: *mut bool,
    rest: *mut cri_coap_path_t,
) -> cri_err_t {
    let run = || {
        // SAFETY: C passes options, which outlive the iterator, a view, and places for the answer and the iterator.
        let (under, rest, options, prefix) =
            unsafe { open((place(under), place(rest), input(options, options_len), object(prefix)))? };
        let left = coap_path_under(options, prefix)?;
        under.write(left.is_some());
        if let Some(left) = left {
            rest.store(left);
        }
        Ok(())
    };
    number(run())
}

/// Goes on to the next segment of the rest of a path.
///
/// rest: the iterator of cri_coap_path_match(). segment, segment_len: UTF-8 text, borrowed from the options; never
/// NULL.
///
/// Returns false, and stores nothing, at the end, and if an output would overlap rest, what it borrows, or the other
/// output.
///
/// Constant time.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_path_next(
    rest: *mut cri_coap_path_t,
    segment: *mut *const u8,
    segment_len: *mut usize,
) -> bool {
    let run = || {
        // SAFETY: C passes an iterator, and places for the pointer and the length.
        let (segment, segment_len, rest) =
            unsafe { open((place(segment), place(segment_len), object_mut(rest))).ok()? };
        let value = rest.next()?;
        segment.write(value.as_ptr());
        segment_len.write(value.len());
        Some(())
    };
    run().is_some()
}

/// Begins to compare the path of a CoAP request, whose options come one by one from any stack, with a given path:
/// call cri_path_matcher_option() for each in ascending order, then cri_path_matcher_finish().
///
/// matcher: the matcher, which borrows what prefix does. prefix: as in cri_coap_path_match().
///
/// Returns CRI_OK; CRI_ERR_NOT_FULL if the path of prefix is not whole; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if matcher
/// overlaps prefix or what it borrows.
///
/// Linear in the path of prefix. RFC 7252 6.5; R17.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_matcher_init(matcher: *mut cri_path_matcher_t, prefix: *const cri_t) -> cri_err_t {
    let run = || {
        // SAFETY: C passes a view, whose bytes outlive the matcher, and a place for that.
        let (matcher, prefix) = unsafe { open((place(matcher), object(prefix)))? };
        matcher.store(PathMatcher::new(prefix)?);
        Ok(())
    };
    number(run())
}

/// Takes the next option of the request. One that asks a proxy leaves nothing under the given path; others than these and
/// Uri-Path are ignored.
///
/// opt_number: the option's number. value, value_len: its value, which is not borrowed.
///
/// Returns CRI_OK; CRI_ERR_ORDER if the number is less than that of the option before; CRI_ERR_COAP_LENGTH,
/// CRI_ERR_UTF8 and CRI_ERR_DOT_SEGMENT as cri_coap_path_match(); CRI_ERR_ARGUMENT;
/// CRI_ERR_OVERLAP if value overlaps matcher.
///
/// Linear in value_len. RFC 7252 6.5; R17.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_matcher_option(
    matcher: *mut cri_path_matcher_t,
    opt_number: u16,
    value: *const u8,
    value_len: usize,
) -> cri_err_t {
    // SAFETY: C passes a matcher and the value of an option.
    let opened = unsafe { open((object_mut(matcher), input(value, value_len))) };
    number(opened.and_then(|(matcher, value)| matcher.option(opt_number, value)))
}

/// Tells what came of it, when all options of the request came. After an error of cri_path_matcher_option() nothing
/// is under the given path.
///
/// under: whether the path of the request is the given one or lies under it. matched: if so, how many of the
/// request's Uri-Path options the given path takes; those behind them are the rest of the path.
///
/// Returns CRI_OK; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps matcher or the other one.
///
/// Constant time. RFC 7252 6.5; R17.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_matcher_finish(
    matcher: *const cri_path_matcher_t,
    under: *mut bool,
    matched: *mut usize,
) -> cri_err_t {
    let run = || {
        // SAFETY: C passes a matcher, and places for the answer and the number.
        let (under, matched, matcher) = unsafe { open((place(under), place(matched), object(matcher)))? };
        let left = matcher.finish();
        under.write(left.is_some());
        if let Some(left) = left {
            matched.write(left);
        }
        Ok(())
    };
    number(run())
}
