// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. URI ownership.

use super::parse::cri_t;
use super::pointer::read;
use crate::cri::Cri;

/// A fixed scheme. RFC 8820 2.1.
pub const CRI_OWNERSHIP_SCHEME: u8 = 1;
/// A fixed authority. RFC 8820 2.2.
pub const CRI_OWNERSHIP_AUTHORITY: u8 = 2;
/// A fixed path, or the beginning of one. RFC 8820 2.3.
pub const CRI_OWNERSHIP_PATH: u8 = 4;
/// Fixed query parameters. RFC 8820 2.4.
pub const CRI_OWNERSHIP_QUERY: u8 = 8;
/// A fixed fragment. RFC 8820 2.5.
pub const CRI_OWNERSHIP_FRAGMENT: u8 = 16;

/// Returns which sections of RFC 8820 (BCP 190) a specification would violate by mandating a reference,
/// instead of leaving the URI space to its owner.
///
/// This is about a specification for any URI, an "Extension" in RFC 8820. An "Application" may require
/// schemes (2.1) and define the queries of its own resources (2.4): mask those bits.
///
/// A path counts as fixed if it does not start from the base's path, unless it is the root itself or
/// below "/.well-known/". Links relative to a path that the deployment chooses violate nothing.
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
