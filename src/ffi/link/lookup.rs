// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lookups in a directory of links.

use core::ffi::c_char;

use super::document::cri_link_t;
use crate::coap::Lookup;
use crate::ffi::prelude::*;

/// A lookup in a directory, initialised by cri_link_lookup_init(). It borrows the options and the names.
///
/// A program may change `first` and `count`, for example if it has other names for the parameters of a page.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_link_lookup_t {
    _options: *const u8,
    _options_len: usize,
    _lists: *const c_char,
    _lists_len: usize,
    _others: *const c_char,
    _others_len: usize,
    /// The number of passing links before the page: `page` times `count`.
    pub first: usize,
    /// The greatest number of links on the page: SIZE_MAX if the request has no `count`.
    pub count: usize,
    /// The number of links so far that passed, on any page.
    pub matched: usize,
}

mirror! {
    cri_link_lookup_t: borrows [options, lists, others] = Lookup {
        _options = options, _lists = lists, _others = others, first = first, count = count, matched = matched
    }
}

/// Initialises a lookup with the parameters of a request, such as `?rt=temp*&page=1&count=10`.
///
/// Each Uri-Query option is a filter as in cri_link_matches(), except `count` and `page` and the parameters that the
/// program names. A link is on the page if it passes all filters, and if it is one of the `count` links after `page`
/// times `count` others that pass. Without `count`, every passing link is on the page. Answer CRI_ERR_SYNTAX with 4.00.
///
/// For an answer in blocks, initialise the lookup and a cri_link_writer_t again for each block.
///
/// @param[out] lookup the lookup, which borrows the options and the names
/// @param[in] options,options_len the options of the request, delta-coded
/// @param[in] lists,lists_len names of further attributes whose values are lists, as in cri_link_matches()
/// @param[in] others,others_len names of parameters that are no filters, with a space between two names; they may
///   include `count` and `page`
/// @retval CRI_ERR_SYNTAX a parameter is neither named nor a filter; `count` or `page` is not a number or is repeated;
///   `page` comes without `count`
/// @retval CRI_ERR_COAP_LENGTH a Uri-Query has more than 255 bytes
/// @retval CRI_ERR_UTF8 a Uri-Query is not UTF-8
/// @retval CRI_ERR_COAP_OPTION the options are malformed
/// @retval CRI_ERR_TRUNCATED the options end inside an option
///
/// Linear in `options` times `others`. RFC 9176 6.1; RFC 6690 4.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_lookup_init(
    lookup: *mut cri_link_lookup_t,
    options: *const u8,
    options_len: usize,
    lists: *const c_char,
    lists_len: usize,
    others: *const c_char,
    others_len: usize,
) -> cri_err_t {
    call(|| {
        let arguments = (slot(lookup), input(options, options_len), input(lists, lists_len), input(others, others_len));
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the bytes outlive the lookup.
        let (lookup, options, lists, others) = unsafe { open(arguments)? };
        lookup.store(Lookup::new(options, lists, others)?);
        Ok(())
    })
}

/// Returns true if a link is on the page. Counts it in `matched` if it passes all filters.
///
/// Each filter must pass for the link or for the other link, which belongs to the same registration: a resource passes
/// a filter that its endpoint passes, and an endpoint one that its resource passes.
///
/// The filter `href` compares the targets as they are written. A directory resolves the targets when it stores them,
/// with cri_uri_resolve() or cri_link_resolve(), because it also answers with resolved targets.
///
/// @param[in,out] lookup the lookup
/// @param[in] link the link
/// @param[in] other the link of its endpoint or of its resource; if there is none, `link` again
/// @return true if `link` is on the page; false for invalid arguments
///
/// Linear in the links times the parameters. RFC 9176 6.1, 6.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_lookup_match(
    lookup: *mut cri_link_lookup_t,
    link: *const cri_link_t,
    other: *const cri_link_t,
) -> bool {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((object_mut(lookup), object(link), object(other))) };
    opened.is_ok_and(|(lookup, link, other)| lookup.accepts(&[*link, *other]))
}
