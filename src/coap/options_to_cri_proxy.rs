// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. From the options by which a request asks a forward proxy to a CRI (RFC 7252 section
//! 5.10.2, href-27 section 8.2, R17).

use super::option::{Proxy, counted, uint};
use super::options_to_cri::Composer;
use super::request::NAMED;
use crate::cbor::TEXT;
use crate::cbor::write::{Byte, head_size};
use crate::convert::from_uri::UriComponents;
use crate::cri::Cri;
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme;
use crate::uri::Uri;
use crate::words::has;

impl<T: Byte> Composer<'_, T> {
    pub(super) fn proxy_option(&mut self, proxy: Proxy, value: &[u8]) -> Result<(), Error> {
        let number = proxy as u16;
        self.request.proxy(number, value, self.last == number)?;
        match proxy {
            Proxy::Uri => self.proxy_uri(value),
            Proxy::Cri => self.proxy_cri(value),
            Proxy::SchemeNumber => self.set_scheme(uint(value)),
            Proxy::Scheme => self.proxy_scheme(value),
        }
    }

    /// (RFC 7252 5.10.2 absolute, 5.10.2 precedence)
    fn proxy_uri(&mut self, uri: &[u8]) -> Result<(), Error> {
        let parts = read_uri(self.builder.revision, uri)?;
        self.builder.output.seek(0);
        if self.request.is_abbreviated() {
            return self.put_expanded(parts);
        }
        parts.put(&mut self.builder.output);
        Ok(())
    }

    fn proxy_scheme(&mut self, name: &[u8]) -> Result<(), Error> {
        if let Some(number) = scheme::number_of_any_case(self.builder.revision, name) {
            return self.set_scheme(number as u32);
        }
        if !scheme::is_name_of_any_case(name) {
            return Err(Error::SchemeName);
        }
        self.close()?;
        self.request.seen |= NAMED;
        self.request.decide_port(scheme::default_port_of_name(name), &self.destination);
        self.put_name(name);
        Ok(())
    }

    fn set_scheme(&mut self, number: u32) -> Result<(), Error> {
        self.scheme = number;
        let default = scheme::default_port(self.builder.revision, number.into());
        self.request.decide_port(default, &self.destination);
        Ok(())
    }

    fn proxy_cri(&mut self, value: &[u8]) -> Result<(), Error> {
        let mut cri = read_cri(self.builder.revision, value)?;
        if self.request.is_abbreviated() {
            self.request.expand_cri(&mut cri)?;
        }
        self.builder.output.seek(0);
        counted(cri.encode(&mut self.builder.output))
    }

    fn put_name(&mut self, name: &[u8]) {
        let size = head_size(name.len());
        self.put_head(1, size - 1, TEXT, name.len());
        let output = &mut self.builder.output;
        output.shift(1 + size, name.len());
        for (at, byte) in name.iter().enumerate() {
            output.byte_at(1 + size + at, byte.to_ascii_lowercase());
        }
        self.name_extra = (size - 1 + name.len()) as u16;
    }
}

/// Reads the value of Proxy-Uri, an absolute URI: a scheme, and no fragment (RFC 3986 section 4.3).
pub(super) fn read_uri(revision: Revision, uri: &[u8]) -> Result<UriComponents<'_>, Error> {
    if has(uri, b'#') {
        return Err(Error::CoapFragment);
    }
    let first_end = uri.iter().find(|byte| matches!(**byte, b':' | b'/' | b'?'));
    //= RFC 7252 5.10.2 absolute
    if first_end != Some(&b':') {
        return Err(Error::NotFull);
    }
    let mut parts = UriComponents::new(revision);
    parts.read(uri, Uri::read_ascii)?;
    Ok(parts)
}

/// Reads the value of Proxy-Cri, a full CRI without a fragment (href-27 8.2.1).
pub(super) fn read_cri(revision: Revision, value: &[u8]) -> Result<Cri<'_>, Error> {
    let (cri, length) = Cri::parse(revision, value).map_err(|refusal| refusal.error)?;
    if length < value.len() {
        return Err(Error::CoapOption);
    }
    //= href-27 8.2.1
    if !cri.is_full() {
        return Err(Error::NotFull);
    }
    if cri.fragment().is_some() { Err(Error::CoapFragment) } else { Ok(cri) }
}
