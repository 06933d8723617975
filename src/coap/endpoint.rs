// SPDX-License-Identifier: MIT OR Apache-2.0
//! The endpoint of a request: the address and the port to which it is sent, or at which it was received; also as a
//! socket address of `core`.

use core::net::{IpAddr, SocketAddr, SocketAddrV6};

use crate::bytes::output::Output;
use crate::bytes::words::same;
use crate::bytes::{ip, utf8};
use crate::cbor::write::Heads;
use crate::cbor::{ARRAY, BYTES, UINT};
use crate::cri::Cri;
use crate::cri::authority::{Address, Host};
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme::{self, SchemeNumber};
use crate::write::sections::put_plain;

/// The endpoint to which a request is sent, or at which it was received. It gives the defaults of Uri-Host and
/// Uri-Port.
///
/// ```
/// use cri::{CriBuf, Endpoint, Output};
///
/// let server = Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 5683 };
/// let cri: CriBuf<32> = "coap://192.0.2.1/a".parse()?;
/// let mut buffer = [0; 16];
/// let mut output = Output::new(&mut buffer);
/// cri.cri().to_coap(Some(&server), 0, &mut output)?;
/// assert_eq!(output.written()?, b"\xb1a"); // Uri-Path; host and port are the server's
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Endpoint<'a> {
    /// The IP address: 4 or 16 bytes in network order, or no bytes if only the port is known.
    pub address: &'a [u8],
    /// The zone identifier of an IPv6 address, or no bytes if there is no zone identifier.
    pub zone: &'a [u8],
    /// The port.
    pub port: u16,
}

impl<'a> Endpoint<'a> {
    /// Returns the endpoint of a CRI whose host is an address: the address, its zone identifier and the effective port.
    ///
    /// Fails with `NoHost` if the CRI has no host, with `HostName` if the host is a name, and with `SchemeUnknown` as
    /// [`Cri::effective_port`] does. Linear in the number of labels.
    ///
    /// ```
    /// use cri::{CriBuf, Endpoint, Error};
    ///
    /// let cri: CriBuf<32> = "coaps://192.0.2.1/a".parse()?;
    /// let cri = cri.cri();
    /// let server = Endpoint::of_host(&cri)?;
    /// assert_eq!((server.address, server.port), (&[192, 0, 2, 1][..], 5684));
    /// let named: CriBuf<32> = "coap://h".parse()?;
    /// assert_eq!(Endpoint::of_host(&named.cri()).err(), Some(Error::HostName));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn of_host(cri: &Cri<'a>) -> Result<Self, Error> {
        match cri.authority().ok_or(Error::NoHost)?.host {
            // Callers copy the address into a field of 16 bytes, and the length may have changed (R22).
            Host::Address(Address { octets: address, zone }) if matches!(address.len(), 4 | 16) => {
                Ok(Self { address, zone: zone.unwrap_or(&[]), port: cri.effective_port()? })
            }
            Host::Address(..) => Err(Error::Address),
            Host::Name(_) => Err(Error::HostName),
        }
    }

    /// Returns the zone identifier if the address is an IPv6 address. The revisions disagree about zones of other
    /// addresses.
    pub(crate) fn zone_of_ipv6(&self) -> Option<&'a [u8]> {
        if self.zone.is_empty() || self.address.len() != 16 { None } else { Some(self.zone) }
    }

    /// Returns the zone identifier for an IPv6 address in Uri-Host: the endpoint's, if the endpoint has the same
    /// address.
    pub(crate) fn zone_of(&self, address: &[u8]) -> Option<&'a [u8]> {
        self.zone_of_ipv6().filter(|_| same(self.address, address))
    }
}

impl<'a> Cri<'a> {
    /// Returns this CRI with the address and the port of an endpoint: the base of an answer to a group request, which
    /// comes from the endpoint (RFC 7252 section 8.2, R52). The new authority is in `scratch`: 21 bytes are enough for
    /// an endpoint without a zone identifier.
    ///
    /// A port that is the default of the scheme is omitted. A zone identifier of an IPv6 address becomes part of the
    /// host. User information is omitted.
    ///
    /// Fails with `NotFull` if there is no scheme, with `NoHost` if there is no host to replace, with `Argument` if the
    /// endpoint has no address, with `Utf8` if the zone identifier is not UTF-8, and with `Buffer` if the scratch is
    /// too small. Linear in the zone identifier.
    ///
    /// ```
    /// use cri::{CriBuf, Endpoint};
    ///
    /// let request: CriBuf<64> = "coap://[ff02::fd]/temp".parse()?;
    /// let responder = Endpoint { address: &[192, 0, 2, 7], zone: &[], port: 61616 };
    /// let (request, mut scratch) = (request.cri(), [0; 32]);
    /// assert_eq!(request.with_endpoint(&responder, &mut scratch)?.to_string(), "coap://192.0.2.7:61616/temp");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn with_endpoint(&self, endpoint: &Endpoint<'_>, scratch: &'a mut [u8]) -> Result<Self, Error> {
        let mut output = Output::new(scratch);
        self.put_endpoint(endpoint, &mut output)?;
        Ok(self.with_authority_item(output.into_written()?))
    }

    /// Writes the authority that [`Cri::with_endpoint`] gives the CRI, with the errors of that function.
    pub(crate) fn put_endpoint(&self, endpoint: &Endpoint<'_>, output: &mut Output<'_>) -> Result<(), Error> {
        self.check_full_with_host()?;
        let Endpoint { address, port, .. } = *endpoint;
        if !matches!(address.len(), 4 | 16) {
            return Err(Error::Argument);
        }
        let zone = endpoint.zone_of_ipv6();
        // C7
        let port = Some(port).filter(|port| self.default_port() != Some(*port));
        output.head(ARRAY, 1 + usize::from(zone.is_some()) + usize::from(port.is_some()));
        output.head(BYTES, address.len());
        output.put(address);
        if let Some(zone) = zone {
            if !utf8::is_valid(zone) {
                return Err(Error::Utf8);
            }
            put_plain(output, zone);
        }
        if let Some(port) = port {
            output.head(UINT, port.into());
        }
        Ok(())
    }
}

/// Returns the default port of the scheme over which a request arrived. Fails with `Argument` if the scheme is not a
/// CoAP scheme.
pub(crate) fn request_port(revision: Revision, scheme: SchemeNumber) -> Result<u16, Error> {
    scheme::coap_port(revision, scheme.get()).ok_or(Error::Argument)
}

/// The octets and the port of a socket address. An [`Endpoint`] borrows them.
///
/// The scope of an IPv6 address is omitted, because it would become part of URIs as a zone identifier. Set
/// [`Endpoint::zone`] if URIs need it.
///
/// ```
/// use core::net::SocketAddr;
/// use cri::{CriBuf, Endpoint, SocketEndpoint};
///
/// let address: SocketAddr = "[2001:db8::1]:61616".parse().map_err(|_| cri::Error::Argument)?;
/// let here = SocketEndpoint::from(address);
/// let cri: CriBuf<64> = "coap://[2001:db8::1]:61616/a".parse()?;
/// // The endpoint implies the host and the port, so Uri-Path remains.
/// let mut buffer = [0; 64];
/// let mut output = cri::Output::new(&mut buffer);
/// cri.cri().to_coap(Some(&here.endpoint()), 0, &mut output)?;
/// assert_eq!(output.written()?, b"\xb1a");
/// // The reverse: the socket address to which a client sends the request.
/// assert_eq!(SocketAddr::try_from(Endpoint::of_host(&cri.cri())?), Ok(address));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SocketEndpoint {
    octets: [u8; 16],
    length: u8,
    port: u16,
}

impl SocketEndpoint {
    /// Returns the endpoint, without a zone identifier.
    #[must_use]
    pub fn endpoint(&self) -> Endpoint<'_> {
        let address = self.octets.get(..usize::from(self.length)).unwrap_or_default();
        Endpoint { address, zone: &[], port: self.port }
    }
}

impl From<SocketAddr> for SocketEndpoint {
    fn from(address: SocketAddr) -> Self {
        let port = address.port();
        match address.ip() {
            IpAddr::V4(address) => {
                let mut octets = [0; 16];
                octets[..4].copy_from_slice(&address.octets());
                Self { octets, length: 4, port }
            }
            IpAddr::V6(address) => Self { octets: address.octets(), length: 16, port },
        }
    }
}

impl Endpoint<'_> {
    /// Returns the address as a type of `core`, or `None` if only the port is known.
    ///
    /// ```
    /// use core::net::{IpAddr, Ipv4Addr};
    /// use cri::Endpoint;
    ///
    /// let server = Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 5683 };
    /// assert_eq!(server.ip(), Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1))));
    /// ```
    #[must_use]
    pub fn ip(&self) -> Option<IpAddr> {
        ip::of_octets(self.address)
    }
}

impl TryFrom<Endpoint<'_>> for SocketAddr {
    type Error = Error;

    /// Returns the socket address. The zone identifier of an IPv6 address becomes the scope if it is a decimal number.
    ///
    /// Fails with `Argument` if the endpoint has no address. Fails with `Zone` for any other zone identifier: only the
    /// program knows which interface has that name.
    fn try_from(endpoint: Endpoint<'_>) -> Result<Self, Error> {
        let Endpoint { zone, port, .. } = endpoint;
        match endpoint.ip().ok_or(Error::Argument)? {
            IpAddr::V6(address) if !zone.is_empty() => {
                let scope = core::str::from_utf8(zone).ok().and_then(|zone| zone.parse().ok()).ok_or(Error::Zone)?;
                Ok(SocketAddrV6::new(address, port, 0, scope).into())
            }
            _ if !zone.is_empty() => Err(Error::Zone),
            address => Ok(Self::new(address, port)),
        }
    }
}
