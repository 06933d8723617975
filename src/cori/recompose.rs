// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion from a CoRI to a URI, which the draft calls recomposition.
//!
//! See cori 4.2 uppercase, 4.2 ipv6, 4.2 root, 4.2 port, 4.2 characters, and R18 and R19.

use super::{Cori, HOST_IP, HOST_NAME, PATH, PORT, QUERY, SCHEME};
use crate::cbor::output::Output;
use crate::cbor::write::Sink;
use crate::chars::{IN_FRAGMENT, IN_HOST, IN_PARAMETER, IN_SEGMENT, Literal};
use crate::convert::to_uri::put_chars;
use crate::error::Error;
use crate::ip;

impl Cori<'_> {
    /// Writes the URI in ASCII without a NUL. The URI always has a port and, if the CoRI has no path, the path `/`. In
    /// schemes other than those of CoAP and HTTP, `/` can identify another resource than an empty path (R19, R30).
    ///
    /// Fails with `CoriNotAbsolute` if the CoRI is not absolute, and with `Buffer` if the URI does not fit. Linear.
    ///
    /// ```
    /// use cri::Output;
    /// use cri::cori::Cori;
    ///
    /// // [1, "coap", 2, "h", 4, 5683]
    /// let (cori, _) = Cori::parse(b"\x86\x01\x64coap\x02\x61h\x04\x19\x16\x33")?;
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// cori.recompose(&mut output)?;
    /// assert_eq!(output.written_str()?, "coap://h:5683/");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn recompose(&self, output: &mut Output<'_>) -> Result<(), Error> {
        self.check_absolute()?;
        let mut no_path = true;
        let mut query = b'?';
        for pair in self.pairs() {
            //= cori 4.2 root
            if pair.number >= PATH && core::mem::replace(&mut no_path, false) && pair.number > PATH {
                output.byte(b'/');
            }
            let mut literal = IN_HOST;
            match pair.number {
                SCHEME | HOST_NAME => {}
                HOST_IP => {
                    ip::put_host(output, pair.value.content);
                    continue;
                }
                //= cori 4.2 port
                PORT => {
                    output.byte(b':');
                    ip::put_decimal(output, pair.value.argument as u32);
                    continue;
                }
                PATH => {
                    output.byte(b'/');
                    literal = IN_SEGMENT;
                }
                QUERY => {
                    output.byte(core::mem::replace(&mut query, b'&'));
                    literal = IN_PARAMETER;
                }
                _ => {
                    output.byte(b'#');
                    literal = IN_FRAGMENT;
                }
            }
            put_chars(output, pair.value.content, Literal::of(literal));
            if pair.number == SCHEME {
                output.put(b"://");
            }
        }
        if no_path {
            output.byte(b'/');
        }
        output.check()
    }
}
