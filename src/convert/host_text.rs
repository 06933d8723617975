// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes the host of a CRI as text, without the brackets of a URI, for name resolution and logs.

use super::to_uri::{has_dotted_label, put_chars, put_items, put_text};
use crate::bytes::chars::{IN_HOST, Literal, shown};
use crate::bytes::ip;
use crate::bytes::output::Output;
use crate::bytes::sink::Sink;
use crate::cri::Cri;
use crate::cri::authority::{Address, Host};
use crate::error::Error;
use crate::revision::Revision;

/// The characters that are not percent-encoded, which are those that an IRI shows in a host. Control characters are
/// percent-encoded.
const LITERAL: Literal = Literal { class: IN_HOST, shown: Some(shown::<false, true>) };

impl Cri<'_> {
    /// Writes the host as UTF-8 without a NUL: the labels of a name with dots between them, an IPv4 address in decimal,
    /// or an IPv6 address as in RFC 5952, without brackets. If an address has a zone identifier, `%` and the zone
    /// identifier follow.
    ///
    /// Names and zone identifiers are written as in the host of an IRI. A character is percent-encoded unless it is
    /// unreserved, a sub-delimiter, or a character beyond ASCII that IRIs show (RFC 3987 section 3.2).
    ///
    /// Fails with `NoHost` if there is no host, and with `Buffer` if the text does not fit. In revision 13, fails with
    /// `NoUri` for a label with a dot, which would be read as two labels (href 6.1 host-name). Linear in the length of
    /// the host.
    ///
    /// ```
    /// use cri::{CriBuf, Output};
    ///
    /// let cri: CriBuf<32> = "coap://[2001:db8::1]:61616".parse()?;
    /// let mut buffer = [0; 64];
    /// let mut output = Output::new(&mut buffer);
    /// cri.cri().host_text(&mut output)?;
    /// assert_eq!(output.written_str()?, "2001:db8::1");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn host_text(&self, output: &mut Output<'_>) -> Result<(), Error> {
        self.authority().ok_or(Error::NoHost)?.host.text(self.revision, output)
    }
}

impl Host<'_> {
    /// Writes the host as [`Cri::host_text`] does. `revision` is the revision of the CRI.
    ///
    /// ```
    /// use cri::{CriBuf, Error, Output, Revision};
    ///
    /// let cri: CriBuf<32> = "coap://sensor.example".parse()?;
    /// let cri = cri.cri();
    /// let mut buffer = [0; 64];
    /// let mut output = Output::new(&mut buffer);
    /// cri.authority().ok_or(Error::NoHost)?.host.text(Revision::Href27, &mut output)?;
    /// assert_eq!(output.written_str()?, "sensor.example");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn text(&self, revision: Revision, output: &mut Output<'_>) -> Result<(), Error> {
        match *self {
            Host::Name(labels) if revision.has_dots_in_labels() && has_dotted_label(labels) => Err(Error::NoUri),
            _ => {
                self.put(output);
                output.check()
            }
        }
    }

    /// Writes the host like [`Host::text`], also a label with a dot.
    #[inline(always)]
    pub(crate) fn put(&self, sink: &mut impl Sink) {
        match *self {
            Host::Name(mut labels) => {
                if let Some(first) = labels.next() {
                    put_text(sink, first, LITERAL);
                }
                put_items(sink, labels, b'.', b'.', LITERAL);
            }
            Host::Address(Address { octets: address, zone }) => {
                ip::put_address(sink, address);
                if let Some(zone) = zone {
                    sink.byte(b'%');
                    put_chars(sink, zone, LITERAL);
                }
            }
        }
    }
}
