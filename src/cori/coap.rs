// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoAP options of a request for a CoRI (cori 4.3 port, 4.3 proxy, 4.3 nibbles; R20).

use super::options::Pair;
use super::{Cori, HOST_IP, HOST_NAME, PATH, PORT, QUERY, SCHEME};
use crate::bits::bits;
use crate::cbor::output::Output;
use crate::cbor::write::Sink;
use crate::coap::option::{
    OPTION_VALUE_MAX, PROXY_SCHEME, URI_HOST, URI_PATH, URI_PORT, URI_QUERY, put_head, uint_bytes,
};
use crate::error::Error;
use crate::ip;
use crate::revision::Revision;
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
        for Pair { number, value } in self.pairs() {
            let port = (value.argument as u16).to_be_bytes();
            let mut content = value.content;
            let option = match number {
                SCHEME => {
                    scheme_name = value.content;
                    if strict && !is_coap(scheme_name) {
                        return Err(Error::CoapScheme);
                    }
                    continue;
                }
                HOST_NAME | HOST_IP => URI_HOST,
                PORT => {
                    content = uint_bytes(&port);
                    URI_PORT
                }
                PATH => URI_PATH,
                QUERY => URI_QUERY,
                //= cori 4.3, R20
                _ if strict => return Err(Error::CoapFragment),
                _ => continue,
            };
            put_option(output, &mut previous, option, content, number == HOST_IP)?;
        }
        //= cori 4.3 proxy
        if flags.contains(CoapFlags::TO_PROXY) {
            put_option(output, &mut previous, PROXY_SCHEME, scheme_name, false)?;
        }
        output.check()
    }
}

/// True if `name` is the name of a CoAP scheme. The CoAP schemes have the same names in both revisions.
fn is_coap(name: &[u8]) -> bool {
    let number = scheme::number(Revision::Href27, name);
    number.and_then(|number| scheme::coap_port(Revision::Href27, number)).is_some()
}

/// Writes an option. `previous` is the number of the option before it. If `address` is true, `value` consists of the
/// bytes of an address, and the address is written as text.
fn put_option(
    output: &mut Output<'_>,
    previous: &mut u16,
    option: u16,
    value: &[u8],
    address: bool,
) -> Result<(), Error> {
    let mut counted = Output::new(&mut []);
    put_value(&mut counted, value, address);
    //= R20
    if counted.position() > OPTION_VALUE_MAX {
        return Err(Error::CoapLength);
    }
    // The numbers ascend, unless the borrowed bytes changed after parsing (R22).
    put_head(output, option.wrapping_sub(*previous), counted.position());
    *previous = option;
    put_value(output, value, address);
    Ok(())
}

fn put_value(output: &mut Output<'_>, value: &[u8], address: bool) {
    if address { ip::put_host(output, value) } else { output.put(value) }
}
