// SPDX-License-Identifier: MIT OR Apache-2.0
//! Comparison of the origins of two CRIs: scheme, host and port (RFC 6454 sections 4 and 5).

use crate::bytes::words;
use crate::cbor::read::{self, Token};
use crate::cbor::{BYTES, TEXT, UINT};
use crate::cri::Cri;
use crate::error::Error;
use crate::scheme;

impl Cri<'_> {
    /// Returns true if two CRIs have the same origin: the same scheme, host and effective port. Returns false if this
    /// cannot be known.
    ///
    /// A scheme's number and its name are the same scheme only for the ten schemes that the library always knows. Host
    /// names are compared label by label, ignoring the case of ASCII letters. Addresses are compared with their zone
    /// identifiers, and everything else as it is written. User information is ignored. A CRI without a host, or with an
    /// empty host, never has the same origin, not even as itself.
    ///
    /// Fails with `Revision` if the CRIs are of different revisions, and with `NotFull` if either has no scheme. Linear
    /// in the length of the hosts.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let first: CriBuf<32> = "coap://h/a".parse()?;
    /// let second: CriBuf<32> = "coap://h:5683/b".parse()?;
    /// assert_eq!(first.cri().same_origin(&second.cri()), Ok(true));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn same_origin(&self, other: &Self) -> Result<bool, Error> {
        self.check_revision(other)?;
        if !self.is_full() || !other.is_full() {
            return Err(Error::NotFull);
        }
        let ((_, mut ours), (_, mut theirs)) = (self.host_and_port(), other.host_and_port());
        // RFC 7252 6.2
        Ok(same_host(&mut ours, &mut theirs)
            && self.same_scheme(other)
            && self.port_or_default(ours) == other.port_or_default(theirs))
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
    /// known. The default is the same for both CRIs if their schemes are the same.
    fn port_or_default(&self, port: &[u8]) -> Option<u16> {
        if port.is_empty() { self.default_port() } else { Some(read::argument(port) as u16) }
    }
}

/// True if two authorities begin with the same host and this host is not empty. Then `a` and `b` start after the host.
fn same_host(a: &mut &[u8], b: &mut &[u8]) -> bool {
    let host_ends = |rest: &[u8]| rest.first().is_none_or(|initial| initial >> 5 == UINT);
    // After an address, a text is a zone identifier, not a label.
    let is_name = a.first().is_none_or(|initial| initial >> 5 != BYTES);
    let mut is_empty = true;
    while !(host_ends(a) && host_ends(b)) {
        let (Some(ours), Some(theirs)) = (read::token(a), read::token(b)) else {
            return false;
        };
        // Most labels are equal byte for byte, and comparing bytes takes less time than folding their case.
        let same = same_token(&ours, &theirs)
            || (is_name
                && (ours.major, theirs.major) == (TEXT, TEXT)
                && ours.content.eq_ignore_ascii_case(theirs.content));
        if !same {
            return false;
        }
        is_empty = is_empty && ours.argument == 0;
    }
    !is_empty
}

fn same_token(a: &Token<'_>, b: &Token<'_>) -> bool {
    a.major == b.major && a.argument == b.argument && words::same(a.content, b.content)
}
