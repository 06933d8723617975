// SPDX-License-Identifier: MIT OR Apache-2.0
//! Comparison of the origins of two CRIs: scheme, host and port (RFC 6454 sections 4 and 5).

use crate::bytes::words;
use crate::cbor::read;
use crate::cbor::token::Token;
use crate::cbor::{BYTES, TEXT, UINT};
use crate::cri::Cri;
use crate::cri::authority::AuthorityKind;
use crate::error::Error;
use crate::scheme;

impl Cri<'_> {
    /// Returns true if two CRIs have the same origin: the same scheme, host and effective port. Returns false if this
    /// cannot be known.
    ///
    /// A scheme's number and its name are the same scheme only for the ten schemes that the library always knows. Host
    /// names are compared label by label, ignoring the case of ASCII letters. Addresses are compared with their zone
    /// identifiers, and everything else as it is written. User information is ignored. The empty host is a host like
    /// any other. A CRI without an authority, such as `urn:a`, has the same origin only as a CRI of the same scheme
    /// and path (RFC 6454 section 4).
    ///
    /// Fails with `Revision` if the CRIs are of different revisions, and with `NotFull` if either has no scheme. Linear
    /// in the length of the hosts or, without an authority, of the shorter path.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let first: CriBuf<32> = "coap://h/a".parse()?;
    /// let second: CriBuf<32> = "coap://h:5683/b".parse()?;
    /// assert_eq!(first.cri().same_origin(&second.cri()), Ok(true));
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[inline(always)] // a call takes more in servers, which call this function once (Cortex-M3)
    pub fn same_origin(&self, other: &Self) -> Result<bool, Error> {
        self.check_revision(other)?;
        if !self.is_full() || !other.is_full() {
            return Err(Error::NotFull);
        }
        Ok(self.authority_kind() == other.authority_kind() && self.same_scheme(other) && self.same_host_or_path(other))
    }

    /// True if two CRIs of the same scheme and kind of authority have the same host and port or, without a host, the
    /// same path.
    fn same_host_or_path(&self, other: &Self) -> bool {
        let (mut ours, mut theirs) = (self.host_or_path(), other.host_or_path());
        // After an address, a text is a zone identifier, not a label.
        let is_name = self.authority_kind() == AuthorityKind::Host && read::first_major(ours[0]) != Some(BYTES);
        let has_ended = |item: Option<&Token<'_>>| item.is_none_or(|item| item.major == UINT);
        // Most labels are equal byte for byte, and comparing bytes takes less time than folding their case.
        let same_item = |a: &Token<'_>, b: &Token<'_>| {
            same_token(a, b)
                || (is_name && (a.major, b.major) == (TEXT, TEXT) && a.content.eq_ignore_ascii_case(b.content))
        };
        loop {
            match (read::token_of(&mut ours), read::token_of(&mut theirs)) {
                // RFC 7252 6.2, RFC 6454 5
                (a, b) if has_ended(a.as_ref()) && has_ended(b.as_ref()) => {
                    return self.port_or_default(a) == self.port_or_default(b);
                }
                (Some(a), Some(b)) if same_item(&a, &b) => {}
                _ => return false,
            }
        }
    }

    /// Returns the items of the host and the port or, without a host, those of the path (RFC 6454 4). An empty host has
    /// no label (R31). The empty label of a trailing dot is a label (R55).
    fn host_or_path(&self) -> [&[u8]; 2] {
        if self.authority_kind() != AuthorityKind::Host {
            return [self.path, self.path_tail];
        }
        let (_, items) = self.host_and_port();
        let mut after = items;
        let label = read::token(&mut after);
        let is_empty = label.is_some_and(|label| label.major == TEXT && label.argument == 0)
            && read::first_major(after).is_none_or(|major| major == UINT);
        [if is_empty { after } else { items }, &[]]
    }

    fn same_scheme(&self, other: &Self) -> bool {
        match (read::first(self.scheme), read::first(other.scheme)) {
            (Some(ours), Some(theirs)) if ours.major == theirs.major => same_token(&ours, &theirs),
            (Some(number), Some(name)) | (Some(name), Some(number)) if name.major == TEXT => {
                scheme::is_short(self.revision, number.argument as u64, name.content)
            }
            _ => false,
        }
    }

    /// Returns the port or, if there is no port, the default port of the scheme. Returns `None` if this default is not
    /// known.
    fn port_or_default(&self, port: Option<Token<'_>>) -> Option<u16> {
        port.map_or_else(|| self.default_port(), |port| Some(port.argument as u16))
    }
}

fn same_token(a: &Token<'_>, b: &Token<'_>) -> bool {
    a.major == b.major && a.argument == b.argument && words::same(a.content, b.content)
}
