// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sections by their types in the crate and in `core`.

use super::{Builder, Stage};
use crate::error::Error;
use crate::scheme::SchemeNumber;
use core::net::IpAddr;

impl Builder<'_> {
    /// The scheme by its number, written as its id.
    pub fn scheme_number(&mut self, scheme: SchemeNumber) -> Result<(), Error> {
        self.step(Stage::Leading, |this| {
            this.put_scheme_number(scheme.get());
            Ok(())
        })
    }

    /// The host by its address, without a zone identifier; [`Builder::host_address`] takes one.
    ///
    /// ```
    /// use core::net::Ipv6Addr;
    /// use cri::{Builder, Cri, Revision, SchemeNumber};
    ///
    /// let mut buffer = [0; 64];
    /// let mut builder = Builder::new(Revision::Href27, 0, &mut buffer);
    /// builder.scheme_number(SchemeNumber::COAP)?;
    /// builder.host_ip(Ipv6Addr::LOCALHOST)?;
    /// let length = builder.finish()?;
    /// let cri = Cri::parse_exact(Revision::Href27, &buffer[..length])?;
    /// assert_eq!(cri.to_string(), "coap://[::1]");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn host_ip(&mut self, address: impl Into<IpAddr>) -> Result<(), Error> {
        match address.into() {
            IpAddr::V4(address) => self.host_address(&address.octets(), None),
            IpAddr::V6(address) => self.host_address(&address.octets(), None),
        }
    }
}
