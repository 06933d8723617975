// SPDX-License-Identifier: MIT OR Apache-2.0
//! The optional features that a CRI uses (href-27 5.1, 7 and 7.2: the features of the CDDL).
//!
//! The draft lets an implementation support a subset of them.

use crate::bytes::bits::{bit, bits};
use crate::cri::authority::{Address, AuthorityKind, Host};
use crate::cri::{Cri, SchemeItem};

bits! {
    /// The optional features that a CRI uses, which [`Cri::features`] returns.
    ///
    /// ```
    /// use cri::{CriBuf, Features};
    ///
    /// let cri: CriBuf<64> = "coap://user@[fe80::1]/a".parse()?;
    /// assert_eq!(cri.cri().features(), Features::USERINFO);
    /// assert!(!cri.cri().features().contains(Features::PET) && Features::NONE.is_empty());
    /// assert!((Features::PET | Features::ZONE).iter().eq([Features::PET, Features::ZONE]));
    /// assert_eq!(Features::ZONE.bits(), 16);
    /// assert_eq!(format!("{:?}", Features::USERINFO | Features::PET), "Features(USERINFO | PET)");
    /// # Ok::<(), cri::Error>(())
    /// ```
    Features: u32 {
        /// The scheme is a name instead of a number: the feature `scheme-name`.
        SCHEME_NAME = 1;
        /// The authority section is `null` or `true`: the feature `no-authority`.
        NO_AUTHORITY = 1 << 1;
        /// The authority has user information: the feature `userinfo`.
        USERINFO = 1 << 2;
        /// A text has percent-encoded octets (PET): the feature `text-or-pet` of extended CRIs.
        PET = 1 << 3;
        /// The address has a zone identifier. This is part of a Basic CRI, but has no URI form in revision 27.
        ZONE = 1 << 4;
    }
}

impl Cri<'_> {
    /// Returns the features that the CRI uses.
    ///
    /// A Basic CRI uses no feature except [`Features::ZONE`]. A Simple CRI may use all features except
    /// [`Features::PET`]. A reference without an authority section does not use [`Features::NO_AUTHORITY`]. Linear.
    ///
    /// ```
    /// use cri::{CriBuf, Features};
    ///
    /// let cri: CriBuf<32> = "mailto:me@h.example".parse()?;
    /// assert_eq!(cri.cri().features(), Features::NO_AUTHORITY);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn features(&self) -> Features {
        let kind = self.authority_kind();
        let no_authority = matches!(kind, AuthorityKind::Rooted | AuthorityKind::Rootless);
        let mut texts = self.path().chain(self.query()).chain(self.fragment());
        // href-27 7
        bit(matches!(self.scheme_item(), SchemeItem::Name(_)), Features::SCHEME_NAME)
            | bit(no_authority, Features::NO_AUTHORITY)
            | bit(texts.any(|text| text.pet), Features::PET)
            | self.authority_features()
    }

    fn authority_features(&self) -> Features {
        let Some(authority) = self.authority() else {
            return Features::NONE;
        };
        let userinfo = authority.userinfo;
        // href-27 7
        let features =
            bit(userinfo.is_some(), Features::USERINFO) | bit(userinfo.is_some_and(|text| text.pet), Features::PET);
        features
            | match authority.host {
                Host::Name(mut labels) => bit(labels.any(|label| label.pet), Features::PET),
                Host::Address(Address { zone, .. }) => bit(zone.is_some(), Features::ZONE),
            }
    }
}
