// SPDX-License-Identifier: MIT OR Apache-2.0
//! The optional features that a CRI uses (href-27 5.1, 7 and 7.2: the features of the CDDL).
//!
//! The draft lets an implementation support a subset of them.

use crate::cri::authority::{AuthorityKind, Host};
use crate::cri::{Cri, Scheme};

/// A scheme that is written as its name, the feature `scheme-name`.
pub const SCHEME_NAME: u32 = 1;
/// null or true in place of an authority, the feature `no-authority`.
pub const NO_AUTHORITY: u32 = 1 << 1;
/// User information, the feature `userinfo`.
pub const USERINFO: u32 = 1 << 2;
/// Percent-encoded text, the feature `text-or-pet` of extended CRIs.
pub const PET: u32 = 1 << 3;
/// A zone identifier, which is part of a Basic CRI, but has no URI form in revision 27.
pub const ZONE: u32 = 1 << 4;

fn bit(used: bool, bit: u32) -> u32 {
    if used { bit } else { 0 }
}

impl Cri<'_> {
    /// Returns the features that it uses, as a sum of [`SCHEME_NAME`], [`NO_AUTHORITY`], [`USERINFO`], [`PET`] and
    /// [`ZONE`].
    ///
    /// A Basic CRI uses none of them but [`ZONE`], a Simple CRI all but [`PET`]. A reference without authority section
    /// uses no [`NO_AUTHORITY`]. Linear.
    pub fn features(&self) -> u32 {
        let kind = self.authority_kind();
        let no_authority = matches!(kind, AuthorityKind::Rooted | AuthorityKind::Rootless);
        let mut texts = self.path().chain(self.query()).chain(self.fragment());
        //= href-27 7
        bit(matches!(self.scheme(), Scheme::Name(_)), SCHEME_NAME)
            | bit(no_authority, NO_AUTHORITY)
            | bit(texts.any(|text| text.pet), PET)
            | self.authority_features()
    }

    fn authority_features(&self) -> u32 {
        let Some(authority) = self.authority() else {
            return 0;
        };
        let userinfo = authority.userinfo;
        //= href-27 7
        let features = bit(userinfo.is_some(), USERINFO) | bit(userinfo.is_some_and(|text| text.pet), PET);
        features
            | match authority.host {
                Host::Name(mut labels) => bit(labels.any(|label| label.pet), PET),
                Host::Address(_, zone) => bit(zone.is_some(), ZONE),
            }
    }
}
