// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. URI ownership.

use super::pointer::read;
use super::types::cri_t;
use crate::cri::Cri;

/// Tells which sections of RFC 8820 (BCP 190) a specification would strain by mandating a reference, instead
/// of leaving to the owner of a URI space what is in it.
///
/// It judges a specification that is to hold for any URI, an "Extension" of RFC 8820. An "Application" may require schemes
/// (2.1) and define the queries of its own resources (2.4): mask those bits.
///
/// A path counts as fixed if it does not start from the base's path, unless it is the root itself or below
/// "/.well-known/". Write links relative to a place that the deployment chooses: these strain nothing.
///
/// Returns a sum of CRI_OWNERSHIP_… bits; 0 for none, and for NULL. Constant time. RFC 8820 2; R21.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_ownership_check(cri: *const cri_t) -> u8 {
    // SAFETY: C passes a view.
    unsafe { read(cri, 0, Cri::ownership) }
}
