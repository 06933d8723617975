// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion from a CoRI to a URI, which the draft calls recomposition.
//!
//! See cori 4.2 uppercase, 4.2 ipv6, 4.2 root, 4.2 port, 4.2 characters, and R18 and R19.

use super::options::Pair;
use super::{Cori, HOST_IP, HOST_NAME, PATH, PORT, QUERY, SCHEME};
use crate::bytes::chars::{IN_FRAGMENT, IN_HOST, IN_PARAMETER, IN_SEGMENT, Literal};
use crate::bytes::ip;
use crate::bytes::output::Output;
use crate::cbor::token::Token;
use crate::convert::to_uri::put_chars;
use crate::error::Error;

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
        let mut previous = SCHEME;
        for Pair { number, value } in self.pairs() {
            // cori 4.2 root
            if previous == PORT && number > PATH {
                output.byte(b'/');
            }
            match number {
                SCHEME => {
                    output.put(value.content);
                    output.put(b"://");
                }
                HOST_NAME => put_chars(output, value.content, Literal::of(IN_HOST)),
                HOST_IP => ip::put_host(output, value.content),
                // cori 4.2 port
                PORT => {
                    output.byte(b':');
                    ip::put_decimal(output, value.argument as u32);
                }
                PATH => put_component(output, b'/', value, IN_SEGMENT),
                QUERY if previous == QUERY => put_component(output, b'&', value, IN_PARAMETER),
                QUERY => put_component(output, b'?', value, IN_PARAMETER),
                _ => put_component(output, b'#', value, IN_FRAGMENT),
            }
            previous = number;
        }
        // cori 4.2 root
        if previous == PORT {
            output.byte(b'/');
        }
        output.check()
    }
}

fn put_component(output: &mut Output<'_>, delimiter: u8, text: Token<'_>, literal: u8) {
    output.byte(delimiter);
    put_chars(output, text.content, Literal::of(literal));
}
