// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion of a CRI to the options of a request (RFC 7252 section 6.4, href-27 section 8.1.1, R16). One walk over
//! the sections checks them and writes the delta-coded options. Implied options are omitted (RFC 7252 5.4.4).

pub(super) mod decoded;
pub(super) mod iter;
mod location;
pub(super) mod proxy;

use crate::bytes::chars::is_host_text;
use crate::bytes::ip;
use crate::bytes::output::Output;
use crate::bytes::words::{has, same};
use crate::cbor::read::{self, Reader, short_length};
use crate::cbor::{ARRAY, BYTES, SIMPLE, TEXT, UINT};
use crate::coap::endpoint::Endpoint;
use crate::coap::message::option::{TEXT_MAX, URI_HOST, URI_PATH, URI_PORT, URI_QUERY, put_head, uint_bytes};
use crate::cri::{Cri, PLAIN_HOST};
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme;

impl Cri<'_> {
    /// Writes the options of a request for this CRI, delta-coded. `after` is the number of the last option that is
    /// already in the message, or 0 if there is none.
    ///
    /// Uri-Host is omitted if the host is the address of the destination, and Uri-Port is omitted if the port is the
    /// port of the destination. Without a destination, Uri-Host is always present, and the request is assumed to go to
    /// the scheme's default port. A zone identifier is never written; if the CRI and the destination both have one,
    /// they must agree.
    ///
    /// If the CRI cannot be expressed as options (R16), fails with `NotFull`, `CoapScheme`, `CoapFragment`,
    /// `CoapAuthority`, `CoapUserinfo`, `CoapEmptyHost`, `CoapHost`, `CoapPet` or `CoapLength`. Fails with `CoapOrder`
    /// if `after` is greater than the number of the first option, and with `Buffer` if the options do not fit. Linear.
    ///
    /// ```
    /// use cri::{CriBuf, Output};
    ///
    /// let cri: CriBuf<32> = "coap://h/a/b?u=C".parse()?;
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// cri.cri().to_coap(None, 0, &mut output)?;
    /// assert_eq!(output.written()?, b"\x31h\x81a\x01b\x43u=C"); // Uri-Host, Uri-Path twice, Uri-Query
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn to_coap(
        &self,
        destination: Option<&Endpoint<'_>>,
        after: u16,
        output: &mut Output<'_>,
    ) -> Result<(), Error> {
        let mut writer = Writer::new(output, after);
        writer.authority(self, destination, Some(self.coap_port()?), Peer::Server)?;
        writer.local_part(self);
        writer.finish()
    }

    /// Returns the default port of the scheme. Fails with `NotFull` if there is no scheme, and with `CoapScheme` if the
    /// scheme is not the id of a CoAP scheme.
    /// (href-27 8.1.1 step 1, 8.1.1 step 2, RFC 7252 6.4 step 1, 6.4 step 3)
    pub(crate) fn coap_port(&self) -> Result<u16, Error> {
        let port = match self.scheme.first() {
            None => return Err(Error::NotFull),
            Some(0x60..) => None,
            Some(_) => scheme::coap_port(self.revision, read::argument(self.scheme) as u64),
        };
        port.ok_or(Error::CoapScheme)
    }
}

/// The kind of the destination of a request. It decides which options are implied.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Peer {
    /// The server that has the resource.
    Server,
    /// A forward proxy.
    Proxy,
}

/// A writer of options in ascending order. It counts the bytes that do not fit.
pub(crate) struct Writer<'o, 'b> {
    pub output: &'o mut Output<'b>,
    /// The number of the previous option.
    pub last: u16,
    /// The first error.
    pub(super) error: Option<Error>,
}

impl<'o, 'b> Writer<'o, 'b> {
    pub(crate) fn new(output: &'o mut Output<'b>, after: u16) -> Self {
        Self { output, last: after, error: None }
    }

    /// Fails with the first error, or with `Buffer` if the options do not fit.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        self.checked()?;
        self.output.check()
    }

    pub(crate) fn checked(&self) -> Result<(), Error> {
        self.error.map_or(Ok(()), Err)
    }

    /// Writes Uri-Host and Uri-Port unless they are implied. `default_port` is the default port of the scheme, if it is
    /// known. Fails with `CoapScheme` if neither the CRI nor the scheme gives a port, and with the errors about the
    /// fragment and the authority.
    /// (href-27 8.1.1 step 3, 8.1.1 step 5, 8.1.1 step 6, RFC 7252 6.1, 6.4 step 4, 6.4 step 6, 6.4 step 7)
    #[cfg_attr(speed, inline(always))]
    pub(crate) fn authority(
        &mut self,
        cri: &Cri<'_>,
        destination: Option<&Endpoint<'_>>,
        default_port: Option<u16>,
        peer: Peer,
    ) -> Result<(), Error> {
        // href-27 8.1.1 step 3, RFC 7252 6.4 step 4
        if !cri.fragment.is_empty() {
            return Err(Error::CoapFragment);
        }
        if cri.authority.first().is_none_or(|initial| initial >> 5 != ARRAY) {
            return Err(Error::CoapAuthority);
        }
        let mut rest = Reader::new(read::content(cri.authority));
        match rest.peek() >> 5 {
            // R16
            SIMPLE if !rest.rest.is_empty() => return Err(Error::CoapUserinfo),
            // The address of a proxy implies no host.
            BYTES => self.address(&mut rest, if peer == Peer::Server { destination } else { None }),
            _ => self.name(cri, &mut rest)?,
        }
        let port = match rest.rest {
            // The port must be known: a request without Uri-Port would mean the proxy's port.
            [] => default_port.ok_or(Error::CoapScheme)?,
            [0x19, high, low] => u16::from_be_bytes([*high, *low]),
            port => read::argument(port) as u16,
        };
        self.port(port, default_port, destination, peer);
        Ok(())
    }

    /// Writes Uri-Port unless it is implied. The arguments are those of [`Writer::authority`].
    pub(crate) fn port(
        &mut self,
        port: u16,
        default_port: Option<u16>,
        destination: Option<&Endpoint<'_>>,
        peer: Peer,
    ) {
        let is_default = default_port == Some(port);
        let implied = match destination {
            // href-27 8.1.1 step 6, RFC 7252 6.4 step 7
            Some(server) if peer == Peer::Server => port == server.port,
            // If Uri-Port is missing, a proxy assumes its own port or the scheme's default port, so the port must equal
            // both.
            Some(proxy) => port == proxy.port && is_default,
            None => is_default,
        };
        // href-27 8.1.1, RFC 7252 5.4.4
        if !implied {
            self.option(URI_PORT, uint_bytes(&port.to_be_bytes()));
        }
    }

    /// Writes Uri-Path and Uri-Query. A path of one empty segment is the empty path.
    /// (href-27 8.1.1 step 7, 8.1.1 step 8, RFC 7252 5.10.1 plain, 6.4 step 8, 6.4 step 9)
    #[cfg_attr(speed, inline(always))]
    pub(crate) fn local_part(&mut self, cri: &Cri<'_>) {
        // href-27 8.1.1 step 7, RFC 7252 6.4 step 8
        if !cri.path_is_lone() {
            self.texts(URI_PATH, cri.path);
            if !cri.path_tail.is_empty() {
                self.texts(URI_PATH, cri.path_tail);
            }
        }
        // href-27 8.1.1 step 8, RFC 7252 6.4 step 9
        if !cri.query.is_empty() {
            self.texts(URI_QUERY, read::content(cri.query));
        }
    }

    #[cfg_attr(speed, inline(always))]
    pub(crate) fn option(&mut self, number: u16, value: &[u8]) {
        self.head(number, value.len());
        self.output.put(value);
    }

    /// Records an error. Only the first one counts.
    #[cold]
    pub(crate) fn fail(&mut self, error: Error) {
        self.error = self.error.or(Some(error));
    }

    /// Writes the head of an option. Records `CoapLength` if the value is too long, and `CoapOrder` if the previous
    /// option has a greater number.
    #[cfg_attr(speed, inline(always))]
    pub(crate) fn head(&mut self, number: u16, length: usize) {
        // RFC 7252 3.1 order
        if number < self.last {
            self.fail(Error::CoapOrder);
        }
        if length > TEXT_MAX {
            self.fail(Error::CoapLength);
        }
        let delta = number.wrapping_sub(self.last);
        self.last = number;
        put_head(self.output, delta, length);
    }

    /// Writes each text as an option with this number. Records `CoapPet` if a text has percent-encoded chunks.
    #[cfg_attr(speed, inline(always))]
    pub(crate) fn texts(&mut self, number: u16, texts: &[u8]) {
        // href-27 8.1.1 pet
        if !self.plain_texts(number, texts).is_empty() {
            self.fail(Error::CoapPet);
        }
    }

    /// Writes each text as an option with this number, up to the first text with percent-encoded chunks. Returns that
    /// text and the texts after it.
    ///
    /// A text of up to 12 bytes and the option that it becomes both have a head of one byte, and differ only in their
    /// heads. So a run of short texts is copied at once, and the heads are replaced in the copy.
    #[cfg_attr(speed, inline(always))]
    pub(crate) fn plain_texts<'t>(&mut self, number: u16, texts: &'t [u8]) -> &'t [u8] {
        let mut rest = texts;
        while let Some(initial) = rest.first()
            && initial >> 5 != ARRAY
        {
            // If the options are out of order, this delta is not below 13, and the other branch reports the error.
            let delta = number.checked_sub(self.last).unwrap_or(u16::MAX);
            if delta < 13
                && let length @ 1.. = short_texts(rest, 12)
                && let Some((run, after)) = rest.split_at_checked(length)
            {
                let start = self.output.position();
                self.output.put_texts(run, |length| length);
                self.output.byte_at(start, (delta << 4) as u8 | initial & 31);
                self.last = number;
                rest = after;
            } else {
                let mut reader = Reader::new(rest);
                self.option(number, text(&mut reader));
                rest = reader.rest;
            }
        }
        rest
    }

    /// Writes Uri-Host for the labels at the start of `rest`. Fails if Uri-Host could not be converted back to the same
    /// name (R16, R17).
    /// (href-27 8.1.1 step 4, RFC 7252 6.4 step 5)
    ///
    /// Labels and the text of the name differ only in the byte before each label, which is a head or a dot. So all
    /// labels are copied at once, with dots in place of the heads. The last byte of the option's head overwrites the
    /// head of the first label.
    fn name(&mut self, cri: &Cri<'_>, rest: &mut Reader<'_>) -> Result<(), Error> {
        let (labels, after) = rest.rest.split_at_checked(short_texts(rest.rest, 23)).unwrap_or_default();
        // `is_host_text` also checks the heads of the labels. It accepts them, because the heads of labels that are not
        // empty are letters in ASCII.
        let usual = labels.len() > 1
            && !cri.revision.has_dots_in_labels()
            && after.first().is_none_or(|initial| initial >> 5 == UINT)
            && (cri.flags & PLAIN_HOST != 0 || is_host_text(labels));
        if !usual {
            return self.any_name(cri.revision, rest);
        }
        rest.rest = after;
        let length = labels.len() - 1;
        let start = self.output.position();
        self.output.seek(start + usize::from(length >= 13));
        self.output.put_texts(labels, |_| b'.');
        self.head_before(start, length);
        Ok(())
    }

    /// Writes Uri-Host for any labels. Checks and writes them one by one.
    #[cfg_attr(speed, inline(never))]
    fn any_name(&mut self, revision: Revision, rest: &mut Reader<'_>) -> Result<(), Error> {
        let mut labels = *rest;
        // The sum of the lengths of the labels, with a dot after each label
        let (mut joined, mut odd) = (0, false);
        while !rest.rest.is_empty() && !rest.at(UINT) {
            // href-27 8.1.1 pet
            if rest.at(ARRAY) {
                return Err(Error::CoapPet);
            }
            let label = text(rest);
            joined += label.len() + 1;
            // A dot in a label would separate two labels in Uri-Host.
            // R16
            odd |= !is_host_text(label) || (revision.has_dots_in_labels() && has(label, b'.'));
        }
        // RFC 7252 6.1
        if joined <= 1 {
            return Err(Error::CoapEmptyHost);
        }
        if odd {
            return Err(Error::CoapHost);
        }
        self.head(URI_HOST, joined - 1);
        // There is at least one label.
        loop {
            let label = text(&mut labels);
            self.output.put(label);
            if labels.rest.len() <= rest.rest.len() {
                return Ok(());
            }
            self.output.byte(b'.');
        }
    }

    /// Writes Uri-Host for the address at the start of `rest`, unless the destination implies it. Steps over the
    /// address and its zone identifier.
    #[cfg_attr(speed, inline(always))]
    fn address(&mut self, rest: &mut Reader<'_>, destination: Option<&Endpoint<'_>>) {
        rest.head();
        let address = rest.take();
        let mut zone: &[u8] = &[];
        if rest.at(TEXT) {
            zone = text(rest);
        }
        self.host_address(address, destination, |there| zone.is_empty() || same(zone, there));
    }

    /// Writes Uri-Host for an address, unless the destination implies it. `same_zone` compares the zone identifier with
    /// the destination's.
    pub(crate) fn host_address(
        &mut self,
        address: &[u8],
        destination: Option<&Endpoint<'_>>,
        same_zone: impl FnOnce(&[u8]) -> bool,
    ) {
        let implied = destination.is_some_and(|there| {
            // If only one side has a zone identifier, it is ignored (R26).
            // href-27 8.1.1 step 4, R26
            same(there.address, address) && (there.zone.is_empty() || same_zone(there.zone))
        });
        // href-27 8.1.1 step 4, RFC 7252 6.4, RFC 7252 6.4 step 5
        if !implied {
            self.host(address);
        }
    }

    /// Writes Uri-Host for an address. The length of the text is known only after it is written, so the size of the
    /// head is guessed, and the text is rewritten if the guess was wrong.
    #[cfg_attr(speed, inline(never))]
    fn host(&mut self, address: &[u8]) {
        let start = self.output.position();
        let digits = |octet: &u8| 1 + usize::from(*octet > 9) + usize::from(*octet > 99);
        let is_long = match address.get(2..14) {
            // An IPv6 address is short if only its first and its last group are not zero, as in `[fe80::1]`.
            Some(middle) => middle.iter().any(|byte| *byte != 0),
            // An IPv4 address has three dots in addition to its digits.
            None => 3 + address.iter().map(digits).sum::<usize>() >= 13,
        };
        let mut head = 1 + usize::from(is_long);
        let length = loop {
            self.output.seek(start + head);
            ip::put_host(self.output, address);
            let length = self.output.position() - start - head;
            let needed = 1 + usize::from(length >= 13);
            if head == needed {
                break length;
            }
            head = needed;
        };
        self.head_before(start, length);
    }

    /// Writes the head of Uri-Host at `start`. The value is already in the output, from the end of the head to the end
    /// of the output.
    #[cfg_attr(speed, inline(always))]
    fn head_before(&mut self, start: usize, length: usize) {
        let end = self.output.position();
        self.output.seek(start);
        self.head(URI_HOST, length);
        self.output.seek(end);
    }
}

/// Steps over a plain text and returns it.
fn text<'a>(reader: &mut Reader<'a>) -> &'a [u8] {
    reader.head();
    reader.take()
}

/// Returns the length of the run of texts at the start of `items` that have up to `most` bytes each.
fn short_texts(items: &[u8], most: usize) -> usize {
    let (mut last, mut end) = (0, 0);
    while let Some(head) = items.get(end)
        && let length = short_length(*head)
        && length <= most
    {
        (last, end) = (end, end + 1 + length);
    }
    // If bytes changed, the last text may extend past the end (R22).
    if end <= items.len() { end } else { last }
}
