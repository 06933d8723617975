// SPDX-License-Identifier: MIT OR Apache-2.0
//! Resolving and making relative.

use super::parse::cri_t;
use crate::cri::Cri;
use crate::error::Error;
use crate::ffi::prelude::*;

/// An operation on two views. The third argument is a copy of the second view, which the operation changes into the
/// result.
type Combination = for<'a> fn(&Cri<'a>, &Cri<'a>, &mut Cri<'a>) -> Result<(), Error>;

/// Runs an operation on the views `a` and `b`, and stores the view that it makes.
unsafe fn combine(a: *const cri_t, b: *const cri_t, out: *mut cri_t, operation: Combination) -> Result<(), Error> {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let (out, a, b) = unsafe { open((slot(out), object(a), object(b)))? };
    let mut made = *b;
    operation(a, b, &mut made)?;
    out.store(made);
    Ok(())
}

/// Resolves a reference against a base, without a buffer. The result is a view that borrows the bytes of `base` and
/// `reference`.
///
/// @param[in] base a full CRI
/// @param[in] reference a CRI reference; a full CRI resolves to itself
/// @param[out] resolved the result, a full CRI
/// @retval CRI_ERR_BASE `base` is a reference
/// @retval CRI_ERR_REVISION the operands are of different revisions
/// @retval CRI_ERR_NOT_VALID the result would be a CRI that has no URI
/// @retval CRI_ERR_PIECES the path of the result would consist of more than two pieces, which is possible only if
///   `base` or `reference` is a result of cri_resolve() or cri_relativize(). cri_resolve_to() has no such limit
///
/// Constant time if the reference discards all segments of the base or no segment; otherwise linear in the number of
/// segments that are kept. href 5.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_resolve(base: *const cri_t, reference: *const cri_t, resolved: *mut cri_t) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { combine(base, reference, resolved, |a, _, made| a.resolve_in_place(made)) })
}

/// Resolves a reference against a base, and writes the canonical encoding of the result. The function works for every
/// base and reference, even if cri_resolve() returns #CRI_ERR_PIECES.
///
/// @note The result can be the base of the next call. To follow a chain of references, alternate between two buffers,
/// because the buffer must not overlap the bytes that `base` and `reference` borrow.
///
/// @param[in] base a full CRI
/// @param[in] reference a CRI reference; a full CRI resolves to itself
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length. #CRI_RESOLVE_TO_MAX bytes
///   are enough
/// @param[out] len length in bytes
/// @retval CRI_ERR_BASE `base` is a reference
/// @retval CRI_ERR_REVISION the operands are of different revisions
/// @retval CRI_ERR_NOT_VALID the result would be a CRI that has no URI
///
/// Linear. href 5.3.
/// @viewable
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_resolve_to(
    base: *const cri_t,
    reference: *const cri_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, base, reference) =
            unsafe { open((buffer(buf, buf_cap), slot(len), object(base), object(reference)))? };
        fill(buf, len, Written::Bytes, |output| base.resolve_to(reference, output))
    })
}

/// Stores the shortest reference that resolves against `base` to `target`, without a buffer. The reference is a view of
/// the bytes that `target` borrows.
///
/// Of references of the same length, one that has a URI reference is stored. If only longer references have one,
/// cri_to_uri() fails for the result: cri_relativize_for_uri() makes a reference for text.
///
/// @param[in] base a full CRI
/// @param[in] target a full CRI
/// @param[out] reference the reference; `target` itself if nothing shorter resolves to it
/// @retval CRI_ERR_BASE `base` is a reference
/// @retval CRI_ERR_NOT_FULL `target` is a reference
/// @retval CRI_ERR_REVISION `base` and `target` are of different revisions
///
/// Linear in the length of the common prefix. href 5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_relativize(base: *const cri_t, target: *const cri_t, reference: *mut cri_t) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { combine(base, target, reference, |a, b, made| a.relativize_to(b, made)) })
}

/// Stores the shortest reference that has a URI reference and that resolves against `base` to `target`, without a
/// buffer. Use it before cri_to_uri() for link format, such as the target of cri_link_writer_target(), and for header
/// fields.
///
/// Resolving the text as RFC 3986 describes gives the URI of `target`, too. If `target` has no URI, neither has the
/// reference, and cri_to_uri() says why.
///
/// @param[in] base a full CRI
/// @param[in] target a full CRI
/// @param[out] reference the reference, a view of the bytes that `target` borrows; `target` itself if no shorter
///   reference will do
/// @errorsof{cri_relativize}
///
/// Linear in the length of the common prefix. href 5; RFC 3986 5.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_relativize_for_uri(
    base: *const cri_t,
    target: *const cri_t,
    reference: *mut cri_t,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { combine(base, target, reference, |a, b, made| a.relativize_for_uri_to(b, made)) })
}
