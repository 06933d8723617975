// SPDX-License-Identifier: MIT OR Apache-2.0
//! L3. Whether two CRIs are of the same origin: scheme, host and port (RFC 6454 sections 4 and 5).

use crate::cbor::{TEXT, read};
use crate::cri::authority::{Authority, Host};
use crate::cri::{Cri, Scheme};
use crate::error::Error;
use crate::scheme;

impl<'a> Cri<'a> {
    /// Whether two CRIs are of the same origin: the same scheme, host and effective port. Where that cannot be known, they
    /// are not.
    ///
    /// A scheme's number and its name are the same scheme only for the ten schemes that the library always knows. Host names
    /// are compared label by label without regard to the case of ASCII letters, addresses with their zone identifiers, and
    /// all else as it is written. User information does not count. Without a host, or with an empty one, a CRI is of the
    /// same origin as none, not even itself.
    ///
    /// `Revision` if they are of different revisions, `NotFull` if either has no scheme. Linear in the length of the hosts.
    pub fn same_origin(&self, other: &Self) -> Result<bool, Error> {
        if self.revision != other.revision {
            return Err(Error::Revision);
        }
        if !self.is_full() || !other.is_full() {
            return Err(Error::NotFull);
        }
        let (Some(ours), Some(theirs)) = (self.authority(), other.authority()) else {
            return Ok(false);
        };
        //= RFC 7252 6.2
        Ok(self.same_scheme(other)
            && same_host(&ours, &theirs)
            && self.port_or_default(&ours) == other.port_or_default(&theirs))
    }

    fn same_scheme(&self, other: &Self) -> bool {
        match (self.scheme(), other.scheme()) {
            (Scheme::Number(number), Scheme::Name(name)) | (Scheme::Name(name), Scheme::Number(number)) => {
                scheme::is_short(self.revision, number, name)
            }
            (ours, theirs) => ours == theirs,
        }
    }

    /// None if it is the default of a scheme whose default is not known: the same for both if the scheme is.
    fn port_or_default(&self, authority: &Authority<'_>) -> Option<u16> {
        authority.port.or_else(|| self.default_port())
    }
}

fn same_host(a: &Authority<'_>, b: &Authority<'_>) -> bool {
    match (a.host, b.host) {
        (Host::Address(a, a_zone), Host::Address(b, b_zone)) => a == b && a_zone == b_zone,
        (Host::Name(a), Host::Name(b)) => same_name(a.rest, b.rest),
        _ => false,
    }
}

/// Whether two lists of labels are the same name, which is not empty.
fn same_name(mut a: &[u8], mut b: &[u8]) -> bool {
    let mut empty = true;
    loop {
        let (x, y) = match (read::token(&mut a), read::token(&mut b)) {
            (None, None) => return !empty,
            (Some(x), Some(y)) => (x, y),
            _ => return false,
        };
        let same = if x.major == TEXT { x.content.eq_ignore_ascii_case(y.content) } else { x.content == y.content };
        if x.major != y.major || x.argument != y.argument || !same {
            return false;
        }
        empty = empty && x.argument == 0;
    }
}
