// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion of endpoints to and from the socket addresses of `core`.

use crate::bytes::ip;
use crate::coap::message::option::Endpoint;
use crate::error::Error;
use core::net::{IpAddr, SocketAddr, SocketAddrV6};

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
