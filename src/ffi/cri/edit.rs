// SPDX-License-Identifier: MIT OR Apache-2.0
//! Views with another authority, or with another prefix of origin and path.

use super::parse::cri_t;
use crate::ffi::prelude::*;

/// Makes a view of a CRI with the authority of another CRI: its user information, host and port.
///
/// The scheme stays the same. If `other` has no port, the result has the default port of the scheme of `cri`. To use
/// the address of an endpoint, such as the server that answers a group request, call cri_with_endpoint(). To replace
/// the scheme, too, call cri_replace_prefix().
///
/// @param[in] cri a full CRI with a host
/// @param[in] other a CRI or CRI reference with a host; only its authority is read
/// @param[out] out the view, which borrows the bytes that `cri` and `other` borrow
/// @retval CRI_ERR_NOT_FULL `cri` is a reference
/// @retval CRI_ERR_NO_HOST `cri` or `other` has no host
/// @retval CRI_ERR_REVISION `cri` and `other` are of different revisions
///
/// Constant time. href 2 (C2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_with_authority(cri: *const cri_t, other: *const cri_t, out: *mut cri_t) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (out, cri, other) = unsafe { open((slot(out), object(cri), object(other)))? };
        out.store(cri.with_authority(other)?);
        Ok(())
    })
}

/// Replaces a prefix of a CRI by another one, without a buffer: the origin and the first segments of the path. Reverse
/// proxies need this in both directions. cri_coap_replace_prefix() does the same for the options of a message.
///
/// A prefix is a full CRI, or a path such as `[true, ["dev"]]`: a reference that discards all segments of the base's
/// path and has no authority. Query and fragment of a prefix are ignored.
///
/// - `cri` must have the origin of `prefix`, as in cri_same_origin(), unless `prefix` is a path. Its path must be the
///   path of `prefix` or under it: "/a", "/a/" and "/a/b" are under "/a", and "/ab" is not. "/a" is not under "/a/".
///   Segments match if their octets are the same, percent-encoded or not. A path of one empty segment is the empty
///   path, and every path is under it.
/// - The result has the scheme and the authority of `replacement` or, if that is a path, of `cri`. Its path consists of
///   the segments of `replacement` and the segments of `cri` that follow those of `prefix`. An empty segment at the end
///   of `replacement` is omitted if other segments follow. Query and fragment stay the same.
///
/// @param[in] cri a full CRI, or a reference that discards all segments of the base's path
/// @param[in] prefix the prefix of `cri`
/// @param[in] replacement the prefix of the result
/// @param[out] out the view, which borrows the bytes that `cri` and `replacement` borrow
/// @retval CRI_ERR_PREFIX `cri` is not under `prefix`
/// @retval CRI_ERR_BASE `prefix` or `replacement` is another kind of reference
/// @retval CRI_ERR_NOT_FULL the path of `cri` depends on a base, or `cri` is a reference and `prefix` is not
/// @retval CRI_ERR_NOT_VALID the result would be a CRI that has no URI
/// @retval CRI_ERR_PIECES the path of the result would consist of more than two pieces, which is possible only if `cri`
///   or `replacement` is a result of cri_resolve(), cri_relativize() or this function: encode it first
/// @retval CRI_ERR_REVISION the operands are of different revisions
///
/// Linear in the paths and the hosts. RFC 7252 5.7.3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_replace_prefix(
    cri: *const cri_t,
    prefix: *const cri_t,
    replacement: *const cri_t,
    out: *mut cri_t,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (out, cri, prefix, replacement) =
            unsafe { open((slot(out), object(cri), object(prefix), object(replacement)))? };
        out.store(cri.replace_prefix(prefix, replacement)?);
        Ok(())
    })
}
