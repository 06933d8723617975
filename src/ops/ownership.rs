// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ownership of URIs (R21, RFC 8820, BCP 190). If a specification mandates a reference, whoever deploys a server can no
//! longer choose the sections that this reference fixes.

use crate::bytes::bits::{bit, bits};
use crate::cri::authority::AuthorityKind;
use crate::cri::{Cri, DISCARD_ALL};

bits! {
    /// The sections of a URI that a specification would fix, as [`Cri::ownership`] returns them.
    ///
    /// ```
    /// use cri::{CriBuf, Ownership};
    ///
    /// let cri: CriBuf<64> = "//example/a?b".parse()?;
    /// let fixed = cri.cri().ownership();
    /// assert_eq!(fixed, Ownership::AUTHORITY | Ownership::PATH | Ownership::QUERY);
    /// assert!(fixed.contains(Ownership::PATH) && !fixed.is_empty());
    /// assert_eq!((fixed.iter().count(), fixed.bits()), (3, 14));
    /// # Ok::<(), cri::Error>(())
    /// ```
    Ownership: u8 {
        /// The scheme is fixed (RFC 8820 section 2.1).
        SCHEME = 1;
        /// The authority is fixed (RFC 8820 section 2.2).
        AUTHORITY = 1 << 1;
        /// The path or its beginning is fixed (RFC 8820 section 2.3). A path under `/.well-known/` and a path that
        /// continues the base's path are not fixed (RFC 8820 2.3 well-known, 2.3 under).
        PATH = 1 << 2;
        /// Query parameters are fixed (RFC 8820 section 2.4), whatever their names (RFC 8820 3).
        QUERY = 1 << 3;
        /// The fragment is fixed (RFC 8820 section 2.5).
        FRAGMENT = 1 << 4;
    }
}

impl Cri<'_> {
    /// Returns the sections that a specification would fix, in the sense of RFC 8820, by mandating this reference.
    ///
    /// The result applies to an Extension in the sense of RFC 8820. An Application in that sense may require schemes
    /// (section 2.1) and define queries of its own resources (section 2.4).
    ///
    /// A path is fixed if it does not continue the base's path, because the deployment can then not choose a prefix.
    /// Two kinds of paths are not fixed: the root itself, and paths under `/.well-known/` (RFC 8615). RFC 8820 2.3 also
    /// allows a fixed path if the definition of the scheme allows it; the library does not know such definitions.
    /// Constant time.
    ///
    /// ```
    /// use cri::{CriBuf, Ownership};
    ///
    /// let cri: CriBuf<32> = "/.well-known/core".parse()?;
    /// assert!(cri.cri().ownership().is_empty());
    /// let cri: CriBuf<32> = "/sensors".parse()?;
    /// assert_eq!(cri.cri().ownership(), Ownership::PATH);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn ownership(&self) -> Ownership {
        // R21, RFC 8820 2.1, RFC 8820 2.2, RFC 8820 2.4, RFC 8820 2.5, RFC 8820 3
        bit(self.is_full(), Ownership::SCHEME)
            | bit(self.authority_kind() == AuthorityKind::Host, Ownership::AUTHORITY)
            | bit(self.fixes_path(), Ownership::PATH)
            | bit(self.query_count() > 0, Ownership::QUERY)
            | bit(self.fragment().is_some(), Ownership::FRAGMENT)
    }

    fn fixes_path(&self) -> bool {
        let mut segments = self.path();
        let Some(first) = segments.next() else {
            return false;
        };
        let root = first.is_empty() && self.path_count() == 1;
        // RFC 8820 2.3 well-known
        let well_known = self.authority_kind() != AuthorityKind::Rootless
            && first.plain() == Some(b".well-known")
            && segments.next().is_some_and(|name| !name.is_empty());
        // R21, RFC 8820 2.3, RFC 8820 2.3 well-known, RFC 8820 2.3 under
        self.discard == DISCARD_ALL && !root && !well_known
    }
}
