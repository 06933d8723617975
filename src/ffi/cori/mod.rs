// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoRI, the older serialization of draft-ietf-core-href-02.

pub mod convert;

use crate::cori::{Cori, CoriKind};
use crate::error::Error;
use crate::ffi::prelude::*;

/// The CoRI is relative.
pub const CRI_CORI_RELATIVE: u8 = 0;
/// The CoRI is absolute, but not normalised: it has a lone empty path segment.
pub const CRI_CORI_ABSOLUTE: u8 = 1;
/// The CoRI is absolute and normalised.
pub const CRI_CORI_NORMALIZED: u8 = 2;

/// A view of a CoRI. It borrows the caller's bytes, which must outlive it and stay unchanged.
///
/// cri_cori_parse(), cri_cori_resolve() and cri_cori_relativize() make views. A view may be copied by assignment.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_cori_t {
    _head: *const u8,
    _head_len: usize,
    _tail: *const u8,
    _tail_len: usize,
    _own: [u8; 18],
}

mirror! {
    cri_cori_t: borrows [head, tail] = Cori { _head = head, _tail = tail, _own = relation }
}

/// Stores the result of an operation on two views.
unsafe fn combine<'a>(
    a: *const cri_cori_t,
    b: *const cri_cori_t,
    out: *mut cri_cori_t,
    operation: impl FnOnce(&Cori<'a>, &Cori<'a>, &mut Cori<'a>) -> Result<(), Error>,
) -> Result<(), Error> {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let (out, a, b) = unsafe { open((slot(out), object(a), object(b)))? };
    let mut result = *a;
    operation(a, b, &mut result)?;
    out.store_copy(&result);
    Ok(())
}

/// Parses and checks the CoRI at the start of `data`, and stores a view of it, which borrows `data`.
///
/// @param[in] data,data_len CBOR, an array of alternating option numbers and values; bytes after the item are ignored
/// @param[out] cori the view
/// @param[out] consumed length of the item in bytes
/// @retval CRI_ERR_CORI_OPTION an option is unknown or not allowed there, or another option is required at the end
/// @retval CRI_ERR_CORI_PATH_TYPE the path type is above 127
/// @retval CRI_ERR_STRUCTURE a value has another type, the number of items is odd, or the item is not an array
/// @retval CRI_ERR_FEATURE there is a tag or simple value instead of a value
/// @retval CRI_ERR_INDEFINITE an item is of indefinite length
/// @retval CRI_ERR_SCHEME_NAME the name is not a scheme name
/// @retval CRI_ERR_ADDRESS a host.ip has neither 4 nor 16 bytes
/// @retval CRI_ERR_PORT the port is above 65535
/// @retval CRI_ERR_DOT_SEGMENT a path segment is "." or ".."
/// @retval CRI_ERR_UTF8 a text is not UTF-8
/// @retval CRI_ERR_TRUNCATED `data` ends inside the item
/// @retval CRI_ERR_CBOR the item is not well-formed
/// @retval CRI_ERR_LIMIT the item nests more than 16 levels deep. A level is an item of indefinite length, or an array,
///   a map or a tag directly in such an item
/// @unprocessable: `consumed` is the number of bytes to skip, and `cori` is not stored
///
/// Linear in the length of the item. cori 2, 3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_parse(
    data: *const u8,
    data_len: usize,
    cori: *mut cri_cori_t,
    consumed: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the bytes outlive the view.
        let (view, consumed, data) = unsafe { open((slot(cori), slot(consumed), input(data, data_len)))? };
        match Cori::parse(data) {
            Ok((cori, length)) => {
                consumed.write(length);
                view.store(cori);
                Ok(())
            }
            Err(refusal) => {
                if let Some(skip) = refusal.skip {
                    consumed.write(skip);
                }
                Err(refusal.error)
            }
        }
    })
}

/// Returns whether a CoRI is relative, absolute, or absolute and normalised. A normalised CoRI resolves to itself.
/// Results of cri_cori_resolve() are normalised.
///
/// @param[in] cori a CoRI
/// @return #CRI_CORI_RELATIVE, #CRI_CORI_ABSOLUTE or #CRI_CORI_NORMALIZED; #CRI_CORI_RELATIVE for NULL
///
/// Constant time. cori 2.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_kind(cori: *const cri_cori_t) -> u8 {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    unsafe { read(cori, CoriKind::Relative, Cori::kind) as u8 }
}

/// Resolves a CoRI against an absolute CoRI, without a buffer. The result is a view that borrows the bytes of both.
///
/// @param[in] base an absolute CoRI; it is normalised first
/// @param[in] reference any CoRI; an absolute one resolves to itself, normalised
/// @param[in] relation the number that the path type append-relation appends to the path, written in decimal
/// @param[out] resolved the result, an absolute CoRI
/// @retval CRI_ERR_BASE `base` is relative
/// @retval CRI_ERR_PIECES the result would consist of more than two pieces. This can happen if `base` is itself a
///   resolved view: encode and parse `base` first
///
/// Linear in the number of options of `base`. cori 4.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_resolve(
    base: *const cri_cori_t,
    reference: *const cri_cori_t,
    relation: u32,
    resolved: *mut cri_cori_t,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { combine(base, reference, resolved, |base, href, to| base.resolve_to(href, relation, to)) })
}

/// Makes an absolute CoRI relative to a base, without a buffer. Stores a reference that resolves against `base` to the
/// normalised form of `target`. The reference is a view that borrows the bytes of `target`. The arguments are in the
/// order of cri_relativize(), not in the order of the draft.
///
/// @param[in] base an absolute CoRI
/// @param[in] target an absolute CoRI
/// @param[out] reference the reference; `target` itself if the two have different schemes
/// @retval CRI_ERR_BASE `base` is relative
/// @retval CRI_ERR_CORI_NOT_ABSOLUTE `target` is relative
///
/// Linear in the number of options of both. cori 2.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_relativize(
    base: *const cri_cori_t,
    target: *const cri_cori_t,
    reference: *mut cri_cori_t,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe {
        combine(base, target, reference, |base, target, to| base.relativize(target).map(|result| *to = result))
    })
}
