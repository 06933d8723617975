// SPDX-License-Identifier: MIT OR Apache-2.0
//! Resolving, making relative, comparing.

use core::mem::MaybeUninit;

use crate::cri::Cri;
use crate::error::Error;
use crate::ffi::prelude::*;

/// An operation on two views. The third argument is a copy of the second view, which the operation changes into the
/// result.
type Combination = for<'a> fn(&Cri<'a>, &Cri<'a>, &mut Cri<'a>) -> Result<(), Error>;

/// Runs an operation on the views `a` and `b`, and stores the view that it makes.
unsafe fn combine(a: *const cri_t, b: *const cri_t, out: *mut cri_t, operation: Combination) -> Result<(), Error> {
    // SAFETY: the caller meets the conditions of this function.
    let (out, a, b) = unsafe { open((slot(out), object(a), object(b)))? };
    let mut made = *b;
    operation(a, b, &mut made)?;
    out.store(made);
    Ok(())
}

unsafe fn verdict<T>(
    a: *const cri_t,
    b: *const cri_t,
    out: *mut T,
    comparison: impl FnOnce(&Cri<'_>, &Cri<'_>) -> Result<T, Error>,
) -> Result<(), Error> {
    // SAFETY: the caller meets the conditions of this function.
    let opened = unsafe { open((slot(out), object(a), object(b))) };
    opened.and_then(|(out, a, b)| comparison(a, b).map(|verdict| out.write(verdict)))
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
/// @retval CRI_ERR_PIECES the path of the result would consist of more than two pieces, which is possible only if `base`
///   or `reference` is a result of cri_resolve() or cri_relativize(). cri_resolve_to() has no such limit
///
/// Constant time if the reference discards all segments of the base or no segment; otherwise linear in the number of
/// segments that are kept. href 5.3; R6 to R9.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_resolve(base: *const cri_t, reference: *const cri_t, resolved: *mut cri_t) -> cri_err_t {
    // SAFETY: C passes two views and a place for a third.
    number(unsafe { combine(base, reference, resolved, |a, _, made| a.resolve_in_place(made)) })
}

/// Resolves a reference against a base, and writes the canonical encoding of the result. The function works for every
/// base and reference, even if cri_resolve() returns #CRI_ERR_PIECES.
///
/// The result can be the base of the next call. To follow a chain of references, alternate between two buffers and two
/// views, because an output must not overlap an input of the call.
///
/// @param[in] base a full CRI
/// @param[in] reference a CRI reference; a full CRI resolves to itself
/// @param[out] buf,buf_cap the buffer, which `resolved` borrows; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @param[out] resolved the result, a full CRI: a view of `buf`, as from cri_parse()
/// @retval CRI_ERR_BASE `base` is a reference
/// @retval CRI_ERR_REVISION the operands are of different revisions
/// @retval CRI_ERR_NOT_VALID the result would be a CRI that has no URI
///
/// Linear. href 5.3; R2, R6 to R9.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_resolve_to(
    base: *const cri_t,
    reference: *const cri_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    resolved: *mut cri_t,
) -> cri_err_t {
    call(|| {
        let start = buf.cast_const();
        // SAFETY: C passes a buffer that outlives the result, places for the length and the result, and two views.
        let (buf, len, resolved, base, reference) =
            unsafe { open((buffer(buf, buf_cap), slot(len), slot(resolved), object(base), object(reference)))? };
        let used = fill_to_borrow(buf, len, |output| base.resolve_to(reference, output))?;
        // SAFETY: the first `used` bytes of the buffer were written, and the result borrows them from here on.
        let (written,) = unsafe { open((input(start, used),))? };
        // Reading the result fails only if bytes of the operands changed after they were checked (R22).
        let mut held = MaybeUninit::uninit();
        Cri::read(&mut held, base.revision(), written).map(|made| resolved.store_copy(made))
    })
}

/// Stores the shortest reference that resolves against `base` to `target`, without a buffer. The reference is a view of
/// the bytes that `target` borrows.
///
/// @param[in] base a full CRI
/// @param[in] target a full CRI
/// @param[out] reference the reference; `target` itself if nothing shorter resolves to it
/// @retval CRI_ERR_BASE `base` is a reference
/// @retval CRI_ERR_NOT_FULL `target` is a reference
/// @retval CRI_ERR_REVISION `base` and `target` are of different revisions
///
/// Linear in the length of the common part. href 5; R10.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_relativize(base: *const cri_t, target: *const cri_t, reference: *mut cri_t) -> cri_err_t {
    // SAFETY: C passes two views and a place for a third.
    number(unsafe { combine(base, target, reference, |a, b, made| a.relativize_to(b, made)) })
}

/// Makes a view of the same CRI or reference without its fragment, which is never part of a request.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] out the view, which borrows the bytes that `cri` borrows; a copy of `cri` if it has no fragment
/// @retval CRI_OK
///
/// Constant time. RFC 7252 6.4; R16.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_without_fragment(cri: *const cri_t, out: *mut cri_t) -> cri_err_t {
    // SAFETY: C passes a view and a place for another.
    number(unsafe { open((slot(out), object(cri))) }.map(|(out, cri)| out.store(cri.without_fragment())))
}

/// Makes a view of the same CRI or reference without its query, because the values of a query do not belong in a log;
/// see cri_log_uri().
///
/// A reference that has only a query becomes the empty reference, which refers to its base. An empty query in a
/// reference is kept, because it replaces the query of the base.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] out the view, which borrows the bytes that `cri` borrows; a copy of `cri` if it has no parameters
/// @retval CRI_OK
///
/// Constant time. R2; RFC 3986 3.4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_without_query(cri: *const cri_t, out: *mut cri_t) -> cri_err_t {
    // SAFETY: C passes a view and a place for another.
    number(unsafe { open((slot(out), object(cri))) }.map(|(out, cri)| out.store(cri.without_query())))
}

/// Makes a view of the same CRI or reference without its user information, which may contain a password.
///
/// All functions treat the result as a CRI without user information, so cri_to_uri() writes a URI that is fit for logs.
/// If `cri` has user information, the result is not equal to `cri`.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] scratch,scratch_cap memory to which the host and the port are copied if there is user information; NULL
///   and 0 if there is no user information. The length of the CRI that the authority was parsed from is always enough
/// @param[out] scratch_len number of bytes used
/// @param[out] out the view, which borrows the scratch and the bytes that `cri` borrows
/// @retval CRI_ERR_BUFFER `scratch_cap` is too small; `scratch_len` is the length needed
///
/// Linear in the authority. href 2 (C3); RFC 3986 7.5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_without_userinfo(
    cri: *const cri_t,
    scratch: *mut u8,
    scratch_cap: usize,
    scratch_len: *mut usize,
    out: *mut cri_t,
) -> cri_err_t {
    call(|| {
        let start = scratch.cast_const();
        // SAFETY: C passes a scratch that outlives the result, places for its length and the result, and a view.
        let (scratch, scratch_len, out, cri) =
            unsafe { open((buffer(scratch, scratch_cap), slot(scratch_len), slot(out), object(cri)))? };
        let used = fill_to_borrow(scratch, scratch_len, |output| {
            cri.put_bare_authority(output);
            Ok(())
        })?;
        // SAFETY: the first `used` bytes of the scratch were written, and the result borrows them from here on.
        let (authority,) = unsafe { open((input(start, used),))? };
        out.store(cri.with_authority(authority));
        Ok(())
    })
}

/// Compares two CRIs, or two references, component by component.
///
/// Sections that are omitted, null or `[]` are equal if the revision treats them alike. A scheme given by its name is
/// not equal to a scheme given by its id, and a text is not equal to PET: normalise both CRIs with cri_normalize() to
/// ignore these differences. References are not resolved: resolve them first to compare the resources that they refer
/// to.
///
/// @param[in] a a CRI or CRI reference
/// @param[in] b another CRI or CRI reference
/// @param[out] equal true if they are equal
/// @retval CRI_ERR_REVISION `a` and `b` are of different revisions
///
/// Linear in the length of the shorter one. href 4; R15.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_equal(a: *const cri_t, b: *const cri_t, equal: *mut bool) -> cri_err_t {
    // SAFETY: C passes two views and a place for the answer.
    number(unsafe { verdict(a, b, equal, |a, b| a.equal(b)) })
}

/// Compares two CRIs, or two references, as cri_equal(), without their fragments.
///
/// @param[in] a a CRI or CRI reference
/// @param[in] b another CRI or CRI reference
/// @param[out] equal true if they are equal
/// @retval CRI_ERR_REVISION `a` and `b` are of different revisions
///
/// Linear in the length of the shorter one. href 4; R15.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_equal_ignoring_fragment(a: *const cri_t, b: *const cri_t, equal: *mut bool) -> cri_err_t {
    // SAFETY: C passes two views and a place for the answer.
    number(unsafe { verdict(a, b, equal, |a, b| a.equal_ignoring_fragment(b)) })
}

/// Compares the items at the start of two byte strings as cri_equal(). An unprocessable item equals only an item with
/// the same bytes.
///
/// @param[in] rev revision of both items: #CRI_REV_13 or #CRI_REV_27
/// @param[in] a,a_len CBOR
/// @param[in] b,b_len CBOR
/// @param[out] equal true if they are equal
/// @retval CRI_ERR_TRUNCATED the end of an item cannot be found, as in cri_parse()
/// @retval CRI_ERR_CBOR the end of an item cannot be found, as in cri_parse()
/// @retval CRI_ERR_LIMIT the end of an item cannot be found, as in cri_parse()
///
/// Linear. href 4; R15.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_equal_encoded(
    rev: u8,
    a: *const u8,
    a_len: usize,
    b: *const u8,
    b_len: usize,
    equal: *mut bool,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: C passes the bytes of two items and a place for the answer.
        let (equal, a, b) = unsafe { open((slot(equal), input(a, a_len), input(b, b_len)))? };
        equal.write(crate::ops::equal_encoded(revision, a, b)?);
        Ok(())
    })
}

/// Orders two CRIs or references by the bytes of their canonical encodings. The order is total, and consistent with
/// cri_equal().
///
/// @param[in] a a CRI or CRI reference
/// @param[in] b another CRI or CRI reference
/// @param[out] order -1, 0 or 1 if `a` is before, equal to or after `b`
/// @retval CRI_ERR_REVISION `a` and `b` are of different revisions
///
/// Linear in the length of the common part. href 4; R15; RFC 8949 4.2.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_compare(a: *const cri_t, b: *const cri_t, order: *mut i32) -> cri_err_t {
    // SAFETY: C passes two views and a place for the answer.
    number(unsafe { verdict(a, b, order, |a, b| a.compare(b).map(|order| order as i32)) })
}

/// Hashes a CRI or reference with 32-bit FNV-1a over its canonical encoding. CRIs that are equal have equal hashes, on
/// every platform and in every version.
///
/// @param[in] cri the CRI or CRI reference
/// @return the hash; 0 for NULL
///
/// Linear. R15.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_hash(cri: *const cri_t) -> u32 {
    // SAFETY: C passes a view.
    unsafe { read(cri, 0, Cri::stable_hash) }
}
