// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. From the options by which a request asks a forward proxy to a CRI (RFC 7252 section
//! 5.10.2, href-27 section 8.2, R17).

use super::from_options::{ANY, Composer, NAMED, SCHEME, WHOLE, check_length};
use super::option::{PROXY_CRI, PROXY_CRI_MAX, PROXY_SCHEME_NUMBER, SCHEME_NUMBER_MAX, TEXT_MAX, counted, uint};
use crate::cbor::TEXT;
use crate::cbor::write::{Byte, head_size};
use crate::cri::Cri;
use crate::error::Error;
use crate::iri::from_uri::UriComponents;
use crate::scheme;

impl<T: Byte> Composer<'_, T> {
    /// (RFC 7252 5.10.2 absolute, 5.10.2 precedence)
    pub(super) fn proxy_uri(&mut self, uri: &[u8]) -> Result<(), Error> {
        // An absolute URI: a scheme, and no fragment (RFC 3986 section 4.3).
        if uri.contains(&b'#') {
            return Err(Error::CoapFragment);
        }
        let first_end = uri.iter().find(|byte| matches!(**byte, b':' | b'/' | b'?'));
        //= RFC 7252 5.10.2 absolute
        if first_end != Some(&b':') {
            return Err(Error::NotFull);
        }
        let mut parts = UriComponents::new(self.builder.revision);
        parts.read(uri, 0)?;
        self.builder.output.seek(0);
        if self.is_abbreviated() {
            return self.put_expanded(&mut parts);
        }
        parts.put(&mut self.builder.output);
        Ok(())
    }

    /// (RFC 7252 5.10.2 scheme, href-27 8.2.1 precedence, 8.2.2 conflict)
    pub(super) fn proxy_option(&mut self, number: u16, value: &[u8]) -> Result<(), Error> {
        if self.last == number {
            return Err(Error::CoapRepeated);
        }
        //= href-27 8.2.1 precedence, href-27 8.2.2 conflict
        if self.seen & (WHOLE | SCHEME) != 0 || (number == PROXY_CRI && self.seen & ANY != 0) {
            return Err(Error::CoapConflict);
        }
        if number == PROXY_CRI {
            self.seen |= WHOLE;
            check_length(value, 1, PROXY_CRI_MAX)?;
            return self.proxy_cri(value);
        }
        self.seen |= SCHEME;
        if number == PROXY_SCHEME_NUMBER {
            check_length(value, 0, SCHEME_NUMBER_MAX)?;
            self.scheme = uint(value);
            return Ok(());
        }
        check_length(value, 1, TEXT_MAX)?;
        match scheme::number_of_any_case(self.builder.revision, value) {
            Some(number) => self.scheme = number as u32,
            None => {
                if !scheme::is_name_of_any_case(value) {
                    return Err(Error::SchemeName);
                }
                self.close()?;
                self.seen |= NAMED;
                self.scheme = scheme::default_port_of_name(value).unwrap_or(0).into();
                self.put_name(value);
            }
        }
        Ok(())
    }

    fn proxy_cri(&mut self, value: &[u8]) -> Result<(), Error> {
        let mut parsed = Cri::parse(self.builder.revision, value);
        let (cri, length) = parsed.as_mut().map_err(|refusal| refusal.error)?;
        if *length < value.len() {
            return Err(Error::CoapOption);
        }
        //= href-27 8.2.1
        if !cri.is_full() {
            return Err(Error::NotFull);
        }
        if cri.fragment().is_some() {
            return Err(Error::CoapFragment);
        }
        if self.is_abbreviated() {
            self.expand_cri(cri)?;
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
