// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion of a CRI to the options of a request to a forward proxy. One option has the whole URI or CRI, or it has
//! the scheme and Uri-* options have the rest (RFC 7252 section 5.10.2, href-27 section 8.2, R16).

use super::iter::CoapOptions;
use super::{Peer, Writer};
use crate::bytes::output::Output;
use crate::coap::endpoint::Endpoint;
use crate::coap::message::option::{
    PROXY_CRI_MAX, PROXY_URI_MAX, Proxy, SCHEME_NUMBER_MAX, TEXT_MAX, counted, put_head, uint_bytes,
};
use crate::cri::Cri;
use crate::error::Error;

/// The value of the option that is meant for the proxy.
enum Value<'a> {
    /// The URI or the CRI, represented by its length.
    Whole(usize),
    /// The scheme's name.
    Name(&'a [u8]),
    /// The scheme's number in network byte order. Only the last three bytes can be other than 0.
    Number([u8; 8]),
}

impl Value<'_> {
    /// Returns the name, or the number without leading zeros.
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Whole(_) => &[],
            Self::Name(name) => name,
            Self::Number(number) => uint_bytes(number),
        }
    }
}

impl<'a> Cri<'a> {
    /// Writes the options of a request to a forward proxy for this CRI, delta-coded. `after` is the number of the last
    /// option that is already in the message, or 0 if there is none.
    ///
    /// `destination` is the proxy. The CRI may have any scheme. With [`Proxy::Scheme`] or [`Proxy::SchemeNumber`],
    /// Uri-Host is always written, and Uri-Port is omitted only if the port is both the scheme's default port and the
    /// port of the proxy.
    ///
    /// Fails with `NotFull` if this is a reference, with `CoapFragment` if there is a fragment, with `CoapLength` if
    /// the value of an option is too long, with `CoapOrder` if `after` is greater than the number of the first option,
    /// and with `Buffer` if the options do not fit. Other errors depend on the proxy option:
    ///
    /// - [`Proxy::Uri`] fails with the errors of [`Cri::to_uri`].
    /// - [`Proxy::Scheme`] fails with `SchemeUnknown` if the registry has no name for the scheme's number, and
    ///   [`Proxy::SchemeNumber`] if the scheme is given by name.
    /// - Both [`Proxy::Scheme`] and [`Proxy::SchemeNumber`] fail with the errors of [`Cri::to_coap`] about authority,
    ///   path and query. They fail with `CoapScheme` if the CRI has no port and the scheme has no known default port,
    ///   and with `CoapEmptyPath` if the path is one empty segment and the scheme is neither a CoAP nor an HTTP scheme.
    ///
    /// Linear.
    ///
    /// ```
    /// use cri::coap::Proxy;
    /// use cri::{CriBuf, Output};
    ///
    /// let cri: CriBuf<32> = "http://h/a".parse()?;
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// cri.cri().to_coap_proxy(Proxy::Scheme, None, 0, &mut output)?;
    /// assert_eq!(output.written()?, b"\x31h\x81a\xd4\x0fhttp"); // Uri-Host, Uri-Path, Proxy-Scheme
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn to_coap_proxy(
        &self,
        proxy: Proxy,
        destination: Option<&Endpoint<'_>>,
        after: u16,
        output: &mut Output<'_>,
    ) -> Result<(), Error> {
        let value = self.option_value(proxy)?;
        let number = proxy as u16;
        match &value {
            Value::Whole(length) => {
                let delta = number.checked_sub(after).ok_or(Error::CoapOrder)?;
                put_head(output, delta, *length);
                self.put_whole(proxy, output)?;
            }
            Value::Name(_) | Value::Number(_) => {
                let mut writer = Writer::new(output, after);
                writer.authority(self, destination, self.default_port(), Peer::Proxy)?;
                writer.local_part(self);
                writer.option(number, value.bytes());
                writer.checked()?;
            }
        }
        output.check()
    }

    /// Returns an iterator over the options that [`Cri::to_coap_proxy`] writes.
    ///
    /// `scratch` receives the whole URI or CRI, or as many bytes as [`Cri::coap_options`] writes and up to three more.
    /// Fails with the errors of [`Cri::to_coap_proxy`], and with `Buffer` if `scratch` is too small. Linear.
    ///
    /// ```
    /// use cri::CriBuf;
    /// use cri::coap::Proxy;
    ///
    /// let cri: CriBuf<32> = "http://h/a".parse()?;
    /// let (cri, mut scratch) = (cri.cri(), [0; 64]);
    /// let options: Vec<_> = cri.coap_options_proxy(Proxy::Uri, None, &mut scratch)?.collect();
    /// assert_eq!(options, [(35, &b"http://h/a"[..])]); // Proxy-Uri
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn coap_options_proxy(
        &self,
        proxy: Proxy,
        destination: Option<&Endpoint<'_>>,
        scratch: &'a mut [u8],
    ) -> Result<CoapOptions<'a>, Error> {
        let mut output = Output::new(scratch);
        let mut options = CoapOptions::empty();
        let authority = prepare_proxy(&mut options, self, proxy, destination, &mut output)?;
        options.borrow(output.into_written()?, authority);
        Ok(options)
    }

    fn option_value(&self, proxy: Proxy) -> Result<Value<'a>, Error> {
        if !self.is_full() {
            return Err(Error::NotFull);
        }
        if self.fragment().is_some() {
            return Err(Error::CoapFragment);
        }
        let whole = matches!(proxy, Proxy::Uri | Proxy::Cri);
        // A path of one empty segment has no Uri-Path, which means the empty path. In schemes without one root, these
        // are different paths (R30).
        // R30
        if !whole && self.path_is_lone() && !self.has_one_root() {
            return Err(Error::CoapEmptyPath);
        }
        let (value, length, most) = match proxy {
            Proxy::Uri | Proxy::Cri => {
                let mut counter = Output::new(&mut []);
                self.put_whole(proxy, &mut counter)?;
                let most = if proxy == Proxy::Uri { PROXY_URI_MAX } else { PROXY_CRI_MAX };
                (Value::Whole(counter.position()), counter.position(), most)
            }
            Proxy::Scheme => {
                let name = self.scheme_name_bytes().ok_or(Error::SchemeUnknown)?;
                (Value::Name(name), name.len(), TEXT_MAX)
            }
            Proxy::SchemeNumber => {
                let number = self.scheme_number().ok_or(Error::SchemeUnknown)?.get().to_be_bytes();
                (Value::Number(number), uint_bytes(&number).len(), SCHEME_NUMBER_MAX)
            }
        };
        if length > most { Err(Error::CoapLength) } else { Ok(value) }
    }

    /// Writes the URI or the CRI, and counts the bytes that do not fit.
    fn put_whole(&self, proxy: Proxy, output: &mut Output<'_>) -> Result<(), Error> {
        counted(if proxy == Proxy::Uri { self.to_uri(output) } else { self.encode(output) })
    }
}

/// Prepares the options of a request to a proxy. Writes the scratch, and returns the length of Uri-Host and Uri-Port in
/// it. Pass both to [`CoapOptions::borrow`].
fn prepare_proxy<'a>(
    options: &mut CoapOptions<'a>,
    cri: &Cri<'a>,
    proxy: Proxy,
    destination: Option<&Endpoint<'_>>,
    scratch: &mut Output<'_>,
) -> Result<usize, Error> {
    let value = cri.option_value(proxy)?;
    options.proxy_number = proxy as u16;
    if let Value::Whole(_) = value {
        cri.put_whole(proxy, scratch)?;
        return Ok(0);
    }
    let authority = options.prepare_request(cri, destination, cri.default_port(), Peer::Proxy, scratch)?;
    match &value {
        Value::Name(name) => options.proxy = name,
        _ => scratch.put(value.bytes()),
    }
    Ok(authority)
}
