// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoAP options of a request for a CoRI (cori 4.3 port, 4.3 proxy, 4.3 nibbles; R20).

use super::options::Pair;
use super::{Cori, HOST_IP, HOST_NAME, PATH, PORT, QUERY, SCHEME};
use crate::bytes::bits::bits;
use crate::bytes::ip;
use crate::bytes::output::Output;
use crate::bytes::sink::ADDRESS_MAX;
use crate::coap::message::option::{
    OPTION_VALUE_MAX, PROXY_SCHEME, URI_HOST, URI_PATH, URI_PORT, URI_QUERY, put_head, uint_bytes,
};
use crate::error::Error;
use crate::scheme;

bits! {
    /// The form in which [`Cori::to_coap`] writes the options of a request for a CoRI.
    ///
    /// ```
    /// use cri::cori::CoapFlags;
    ///
    /// let flags = CoapFlags::TO_PROXY | CoapFlags::SILENT;
    /// assert!(flags.contains(CoapFlags::SILENT) && CoapFlags::NONE.is_empty());
    /// assert!(flags.iter().eq([CoapFlags::TO_PROXY, CoapFlags::SILENT]));
    /// assert_eq!(CoapFlags::try_from(flags.bits()), Ok(flags));
    /// ```
    CoapFlags: u8 {
        /// Adds the option Proxy-Scheme, like the argument `to_proxy` of the reference code.
        TO_PROXY = 1;
        /// Ignores a fragment, and accepts schemes other than those of CoAP, as the reference code does.
        SILENT = 2;
    }
}

impl Cori<'_> {
    /// Writes the delta-coded options of a request for the CoRI: Uri-Host, Uri-Port, Uri-Path, Uri-Query and, with
    /// [`CoapFlags::TO_PROXY`], Proxy-Scheme. Uri-Host and Uri-Port are written even if they have their default values.
    ///
    /// Fails with `CoriNotAbsolute` if the CoRI is not absolute, with `CoapLength` if a value is longer than 65804
    /// bytes, and with `Buffer` if the options do not fit. Unless [`CoapFlags::SILENT`] is set, it also fails with
    /// `CoapScheme` if the scheme is not a CoAP scheme, and with `CoapFragment` if the CoRI has a fragment. Linear.
    ///
    /// ```
    /// use cri::Output;
    /// use cri::cori::{CoapFlags, Cori};
    ///
    /// // [1, "coap", 2, "h", 4, 5683, 6, "a"]
    /// let (cori, _) = Cori::parse(b"\x88\x01\x64coap\x02\x61h\x04\x19\x16\x33\x06\x61a")?;
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// cori.to_coap(CoapFlags::NONE, &mut output)?;
    /// assert_eq!(output.written()?, b"\x31h\x42\x16\x33\x41a"); // Uri-Host, Uri-Port, Uri-Path
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn to_coap(&self, flags: CoapFlags, output: &mut Output<'_>) -> Result<(), Error> {
        self.check_absolute()?;
        let strict = !flags.contains(CoapFlags::SILENT);
        let mut scheme_name: &[u8] = &[];
        let mut previous = 0;
        let mut address = [0; ADDRESS_MAX];
        for Pair { number, value } in self.pairs() {
            let port = (value.argument as u16).to_be_bytes();
            let (option, value) = match number {
                SCHEME => {
                    scheme_name = value.content;
                    if strict && scheme::coap_port_of_name(scheme_name).is_none() {
                        return Err(Error::CoapScheme);
                    }
                    continue;
                }
                HOST_NAME => (URI_HOST, value.content),
                HOST_IP => {
                    let mut text = Output::new(&mut address);
                    ip::put_host(&mut text, value.content);
                    (URI_HOST, text.into_written()?)
                }
                PORT => (URI_PORT, uint_bytes(&port)),
                PATH => (URI_PATH, value.content),
                QUERY => (URI_QUERY, value.content),
                // cori 4.3, R20
                _ if strict => return Err(Error::CoapFragment),
                _ => continue,
            };
            put_option(output, &mut previous, option, value)?;
        }
        // cori 4.3 proxy
        if flags.contains(CoapFlags::TO_PROXY) {
            put_option(output, &mut previous, PROXY_SCHEME, scheme_name)?;
        }
        output.check()
    }
}

/// Writes an option. `previous` is the number of the option before it.
fn put_option(output: &mut Output<'_>, previous: &mut u16, option: u16, value: &[u8]) -> Result<(), Error> {
    // R20
    if value.len() > OPTION_VALUE_MAX {
        return Err(Error::CoapLength);
    }
    // The numbers ascend, unless the borrowed bytes changed after parsing (R22).
    put_head(output, option.wrapping_sub(*previous), value.len());
    *previous = option;
    output.put(value);
    Ok(())
}
