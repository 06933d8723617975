// SPDX-License-Identifier: MIT OR Apache-2.0
//! A link: its target, its attributes, filtering and resolving.

pub mod attribute;
pub mod document;
pub mod lookup;
pub mod writer;

use core::ffi::c_char;
use core::mem::MaybeUninit;

use self::document::cri_link_t;
use crate::convert;
use crate::cri::Cri;
use crate::error::Error;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::prelude::*;
use crate::links::{Link, LinkAttributes, LinkValue};

/// An iterator over the attributes of a link, initialised by cri_link_attributes_init(). It borrows the text.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_link_attributes_t {
    _rest: *const c_char,
    _rest_len: usize,
}

/// The value of an attribute. It borrows the text.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_link_value_t {
    _raw: *const c_char,
    _raw_len: usize,
}

mirror! {
    cri_link_attributes_t: borrows [rest] = LinkAttributes { _rest = rest }
    cri_link_value_t: borrows [raw] = LinkValue { _raw = raw }
}

/// Makes a link from a target and its attributes. Use it for links that do not come from a document, such as the rows
/// of a server's table.
///
/// @param[out] link the link, which borrows both texts
/// @param[in] target,target_len the target, an IRI reference such as `/temp`
/// @param[in] attributes,attributes_len attributes as in a document, such as `rt="temperature";ct="40 60"`. Empty
///   parameters, as before and after a semicolon, are skipped. The text may be empty
/// @retval CRI_ERR_UTF8 `target` or `attributes` is not UTF-8
/// @retval CRI_ERR_URI_SYNTAX `target` is not an IRI reference
/// @retval CRI_ERR_URI_HOST `target` has a host in brackets that is neither an IPv6 address, with or without a zone
///   identifier, nor an IPvFuture
/// @retval CRI_ERR_SYNTAX `attributes` has a character that is not allowed there
/// @retval CRI_ERR_TRUNCATED `attributes` ends in an attribute
///
/// Linear. RFC 6690 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_init_parts(
    link: *mut cri_link_t,
    target: *const c_char,
    target_len: usize,
    attributes: *const c_char,
    attributes_len: usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the texts outlive the link.
        let (link, target, attributes) =
            unsafe { open((slot(link), input(target, target_len), input(attributes, attributes_len)))? };
        link.store(Link::new(target, attributes)?);
        Ok(())
    })
}

/// Stores the target of a link in the form in which it is written, for cri_link_resolve().
///
/// @param[in] link the link
/// @param[out] target,target_len an IRI reference, borrowed from the text
/// @return false, with nothing stored, for NULL
///
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_target(
    link: *const cri_link_t,
    target: *mut *const c_char,
    target_len: *mut usize,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (target, target_len, link) = unsafe { open((slot(target), slot(target_len), object(link))).ok()? };
        store_bytes(target, target_len, link.target)
    })
}

/// Initialises an iterator over the attributes of a link.
///
/// @param[out] attributes the iterator
/// @param[in] link the link
///
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_attributes_init(attributes: *mut cri_link_attributes_t, link: *const cri_link_t) {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { store_iterator(link, attributes, |link| link.attributes(), LinkAttributes::empty()) }
}

/// Stores the value of the first attribute with a given name, such as `rt`, `if`, `ct`, `sz`, `rel`, `anchor` or
/// `title*`. Later attributes with the same name are ignored (RFC 8288 3.3).
///
/// @param[in] link the link
/// @param[in] name,name_len the name; the case of ASCII letters is ignored
/// @param[out] value the value, which is empty for an attribute without a value
/// @return false, with nothing stored, if the link has no attribute with the name
///
/// Linear in the attributes. RFC 8288 3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_attribute(
    link: *const cri_link_t,
    name: *const c_char,
    name_len: usize,
    value: *mut cri_link_value_t,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (value, link, name) = unsafe { open((slot(value), object(link), input(name, name_len))).ok()? };
        value.store(link.attribute(name)?);
        Some(())
    })
}

/// Stores true if a link passes a filter. A filter is one Uri-Query option of a request for links, such as `rt=temp*`.
/// If a request has several Uri-Query options, a link passes if it passes the filter of each option.
///
/// The text before `=` is the name of an attribute, or `href` for the target. The text after `=` must equal the value.
/// If it ends in `*`, the value must begin with the characters before the `*`. Case is ignored
/// in names, including `href`.
///
/// The values of `rel`, `rev`, `rt`, `if` and `ct` are lists: the filter is compared with each token, and not with the
/// whole value. If `rel`, `rt`, `if`, `sz`, `ct`, `anchor`, `media`, `title`, `title*` or `type` is repeated, only its
/// first value counts. For any other name that is repeated, a match with any of its values suffices. An attribute
/// without a value is compared like an attribute with an empty value. A link without the attribute does not pass.
///
/// An empty query is not a filter: a server does not call this function for a request without Uri-Query.
///
/// Values are decoded and compared byte by byte. The target is compared as it is written.
///
/// A request to a directory may have parameters that are no filters, such as `count`: see cri_link_lookup_init().
///
/// @param[in] link the link
/// @param[in] query,query_len the value of the option, or a constant of the program
/// @param[in] lists,lists_len names of further attributes whose values are lists, with a space between two names, such
///   as `ep d`. Each token of each of their values counts
/// @param[out] matches true if the link passes
/// @retval CRI_ERR_SYNTAX `query` is not a filter: it is empty, has no `=`, or has no name of an attribute before the
///   `=`
///
/// Linear in the link, `query` and `lists`. RFC 6690 4.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_matches(
    link: *const cri_link_t,
    query: *const c_char,
    query_len: usize,
    lists: *const c_char,
    lists_len: usize,
    matches: *mut bool,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((slot(matches), object(link), input(query, query_len), input(lists, lists_len))) };
    number(opened.and_then(|(matches, link, query, lists)| {
        matches.write(link.matches(query, lists)?);
        Ok(())
    }))
}

/// Resolves an IRI reference against a base. The reference is the target of a link or the value of its attribute
/// `anchor`. Targets and anchors are both resolved against the base of the document, never against each other.
///
/// The base is the CRI that the document was requested from. Pass the result, a view of the bytes of the base and of
/// `buf`, to cri_to_coap() or cri_coap_options_init(). A text with quoted pairs must be decoded first: see
/// cri_link_value_plain().
///
/// @param[in] base a full CRI
/// @param[in] iri,iri_len UTF-8, an IRI reference
/// @param[out] buf,buf_cap a buffer for the reference, which `resolved` borrows; NULL and 0 to ask for the length
/// @param[out] len length in bytes of the reference in the buffer
/// @param[out] resolved the result, a full CRI, which borrows the buffer and the bytes that `base` borrows
/// @retval CRI_ERR_BASE `base` is a reference
/// @retval CRI_ERR_NOT_VALID as in cri_resolve(), but only if the buffer is large enough
/// @retval CRI_ERR_PIECES as in cri_resolve(), but only if the buffer is large enough
/// @errorsof{cri_from_iri}; cri_from_iri_where() locates an error
///
/// Linear. RFC 8288 3.1, 3.2; RFC 9176 C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_link_resolve(
    base: *const cri_t,
    iri: *const c_char,
    iri_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    resolved: *mut cri_t,
) -> cri_err_t {
    call(|| {
        let start = buf.cast_const();
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the buffer outlives the result.
        let (mut output, len, resolved, base, iri) =
            unsafe { open((buffer(buf, buf_cap), slot(len), slot(resolved), object(base), input(iri, iri_len)))? };
        if !base.is_full() {
            return Err(Error::Base);
        }
        let written = convert::from_iri(base.revision(), iri, &mut output);
        let used = output.position();
        if written.is_err() {
            return store_length(len, used, written);
        }
        // SAFETY: the first `used` bytes of the buffer were written, and the result borrows them from here on.
        let (bytes,) = unsafe { open((input(start, used),))? };
        let mut held = MaybeUninit::uninit();
        // Reading the reference fails only if bytes of the text changed (R22).
        let reference = Cri::read(&mut held, base.revision(), bytes)?;
        base.resolve_in_place(reference)?;
        len.write(used);
        resolved.store_copy(reference);
        Ok(())
    })
}
