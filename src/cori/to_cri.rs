// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion from a CoRI to a CRI, in both revisions.
//!
//! An absolute CoRI becomes the CRI of the URI to which it recomposes. If it has no path, the path of this URI is `/`,
//! which is one empty segment in the CRI. A relative CoRI becomes the CRI reference that resolves in the same way. Such
//! a reference cannot express a port without a host, or a relation number.

use super::options::{Pair, Pairs, put_head};
use super::{
    ABSOLUTE_PATH, APPEND_PATH, APPEND_RELATION, Cori, FRAGMENT, HOST_IP, HOST_NAME, PATH, PATH_TYPE, PORT, QUERY,
    RELATIVE_PATH, SCHEME,
};
use crate::bytes::ip;
use crate::bytes::output::Output;
use crate::cbor::token::Token;
use crate::cbor::write::put_long_head;
use crate::cbor::{ARRAY, BYTES, NINT, UINT};
use crate::cri::DISCARD_ALL;
use crate::cri::canonical::{self, Presence, omitted, put_token};
use crate::cri::section::Section;
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme;
use crate::write::sections::{put_lowercase, put_plain};

impl Cori<'_> {
    /// Writes the CRI or CRI reference in canonical form, with the host name in lower case and without the scheme's
    /// default port. An empty CoRI becomes a reference that keeps the base's fragment (R7).
    ///
    /// Fails with `NoCri` for a CoRI that begins with a port, or with the path type append-relation. Resolve such a
    /// reference first. Fails with `Buffer` if the CRI does not fit. Linear.
    ///
    /// ```
    /// use cri::cori::Cori;
    /// use cri::{Output, Revision};
    ///
    /// // [1, "coap", 2, "h", 4, 5683, 6, "a"]
    /// let (cori, _) = Cori::parse(b"\x88\x01\x64coap\x02\x61h\x04\x19\x16\x33\x06\x61a")?;
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// cori.to_cri(Revision::Href27, &mut output)?;
    /// assert_eq!(output.written()?, b"\x83\x20\x81\x61h\x81\x61a"); // [-1, ["h"], ["a"]]
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn to_cri(&self, revision: Revision, output: &mut Output<'_>) -> Result<(), Error> {
        let summary = Summary::new(self.pairs())?;
        let presence = summary.presence();
        let positions = presence.positions();
        put_head(output, ARRAY, positions.len());
        for position in positions {
            match (position, summary.scheme, summary.host) {
                (canonical::SCHEME, Some(name), _) => put_scheme(output, name, revision),
                (canonical::AUTHORITY, _, Some(host)) => put_authority(output, host, summary.explicit_port()),
                (canonical::AUTHORITY, None, None) => Section::discard(presence.discard).put_head(output),
                (canonical::PATH, ..) if presence.path => {
                    summary.put_path_head(output);
                    self.put_values(output, PATH, QUERY);
                }
                (canonical::QUERY, ..) if presence.query => {
                    put_head(output, ARRAY, summary.parameters);
                    self.put_values(output, QUERY, FRAGMENT);
                }
                (canonical::FRAGMENT, ..) => put_plain(output, summary.fragment.unwrap_or_default()),
                _ => output.byte(omitted(position, presence.full, revision)),
            }
        }
        output.check()
    }

    /// Writes the values of the options whose numbers are `first` to `end - 1`.
    fn put_values(&self, output: &mut Output<'_>, first: u8, end: u8) {
        for pair in self.pairs() {
            if (first..end).contains(&pair.number) {
                put_token(output, pair.value);
            }
        }
    }
}

/// The options of a CoRI. For options that may be repeated, it contains only their number.
struct Summary<'a> {
    scheme: Option<&'a [u8]>,
    host: Option<Token<'a>>,
    port: Option<usize>,
    path_type: Option<u8>,
    segments: usize,
    parameters: usize,
    fragment: Option<&'a [u8]>,
}

impl<'a> Summary<'a> {
    /// Reads the options. Fails with `NoCri` if a CRI cannot express them.
    fn new(pairs: Pairs<'a>) -> Result<Self, Error> {
        let (mut scheme, mut host, mut port) = (None, None, None);
        let mut path_type = None;
        let (mut segments, mut parameters, mut fragment) = (0, 0, None);
        for Pair { number, value } in pairs {
            match number {
                SCHEME => scheme = Some(value.content),
                HOST_NAME | HOST_IP => host = Some(value),
                PORT => port = Some(value.argument),
                PATH_TYPE => path_type = Some(value.argument as u8),
                PATH => segments += 1,
                QUERY => parameters += 1,
                FRAGMENT => fragment = Some(value.content),
                _ => {}
            }
        }
        if (host.is_none() && port.is_some()) || path_type == Some(APPEND_RELATION) {
            return Err(Error::NoCri);
        }
        // A host replaces the whole path. Without a path type, a reference that begins with a path has path type 3
        // (cori 4.1).
        if host.is_some() {
            path_type = Some(ABSOLUTE_PATH);
        } else if segments > 0 {
            path_type = path_type.or(Some(RELATIVE_PATH));
        }
        Ok(Self { scheme, host, port, path_type, segments, parameters, fragment })
    }

    fn presence(&self) -> Presence {
        Presence {
            full: self.scheme.is_some(),
            authority: self.host.is_some(),
            discard: match self.path_type {
                None => 0,
                Some(ABSOLUTE_PATH) => DISCARD_ALL,
                Some(path_type) => path_type.saturating_sub(APPEND_PATH),
            },
            path: self.segments > 0 || matches!(self.path_type, Some(ABSOLUTE_PATH | APPEND_PATH)),
            query: self.parameters > 0,
            fragment: self.fragment.is_some(),
        }
    }

    /// Returns the port, unless it is the default port of the scheme.
    fn explicit_port(&self) -> Option<usize> {
        let default = self.scheme.and_then(scheme::default_port_of_name).map(usize::from);
        self.port.filter(|port| Some(*port) != default)
    }

    /// Writes the head of the path section and, if the path is only the root, its empty segment.
    fn put_path_head(&self, output: &mut Output<'_>) {
        let root = self.path_type == Some(ABSOLUTE_PATH) && self.segments == 0;
        put_head(output, ARRAY, self.segments + usize::from(root));
        if root {
            put_plain(output, &[]);
        }
    }
}

fn put_scheme(output: &mut Output<'_>, name: &[u8], revision: Revision) {
    match scheme::number(revision, name) {
        Some(number) => put_long_head(output, NINT, number),
        None => put_plain(output, name),
    }
}

/// Writes an authority. A name is written as its labels. A name that is the text of an IPv4 address is written as the
/// address, because it would be read as one in a URI.
fn put_authority(output: &mut Output<'_>, host: Token<'_>, port: Option<usize>) {
    let port_items = usize::from(port.is_some());
    let ipv4 = ip::parse_ipv4(host.content);
    let address = match &ipv4 {
        _ if host.major == BYTES => Some(host.content),
        Some(octets) => Some(&octets[..]),
        None => None,
    };
    if let Some(address) = address {
        put_head(output, ARRAY, 1 + port_items);
        put_head(output, BYTES, address.len());
        output.put(address);
    } else {
        // An empty name has no labels (R5).
        let dots = host.content.iter().filter(|byte| **byte == b'.').count();
        let labels = if host.argument > 0 { 1 + dots } else { 0 };
        put_head(output, ARRAY, labels + port_items);
        for label in host.content.split(|byte| *byte == b'.').take(labels) {
            put_lowercase(output, label);
        }
    }
    if let Some(port) = port {
        put_head(output, UINT, port);
    }
}
