// SPDX-License-Identifier: MIT OR Apache-2.0
//! The steps that build the authority section: user information, host as labels (href 3 labels), port.

use super::steps::{check_span, check_utf8, put_plain};
use super::{Builder, NORMALIZE, PERCENT, Stage};
use crate::cbor::write::Sink;
use crate::cbor::{BYTES, FALSE, TRUE, UINT};
use crate::chars::IN_HOST;
use crate::convert::authority::{Labels, parse_encoded_ipv4};
use crate::convert::component::{Rules, has_uppercase, put_component};
use crate::cri::authority::{may_have_zone, userinfo_class};
use crate::cri::canonical::{PATH, SCHEME, omitted};
use crate::error::Error;
use crate::ip;

impl Builder<'_> {
    pub(crate) fn try_rootless(&mut self) -> Result<(), Error> {
        self.step(Stage::Rootless, |this| {
            if this.stage > Stage::Leading {
                return Err(Error::Order);
            }
            this.begin_authority_section();
            this.output.byte(TRUE);
            this.authority = TRUE;
            Ok(())
        })
    }

    /// Begins the authority section. If there is no scheme, writes a null in place of the scheme.
    fn begin_authority_section(&mut self) {
        if !self.full {
            self.output.byte(omitted(SCHEME, false, self.revision));
        }
        self.next = PATH as u8;
    }

    fn begin_authority(&mut self) {
        if self.stage <= Stage::Leading {
            self.begin_authority_section();
            self.authority = 0;
            self.open_array();
        }
    }

    pub(crate) fn try_userinfo(&mut self, userinfo: &[u8]) -> Result<(), Error> {
        self.step(Stage::Userinfo, |this| {
            this.begin_authority();
            this.output.byte(FALSE);
            this.items += 1;
            this.put_text(userinfo, userinfo_class(this.revision))
        })
    }

    pub(crate) fn try_host_name(&mut self, name: &[u8]) -> Result<(), Error> {
        self.step(Stage::Host, |this| {
            this.begin_authority();
            let (fold, percent) = (this.flags & NORMALIZE != 0, this.flags & PERCENT != 0);
            let upper = if percent { has_uppercase(name) } else { name.iter().any(u8::is_ascii_uppercase) };
            //= C5, href 3 lower-case
            if upper && !fold {
                return Err(Error::Uppercase);
            }
            if name.is_empty() {
                return Ok(());
            }
            if percent {
                check_span(name, IN_HOST)?;
                if parse_encoded_ipv4(name).is_some() {
                    return Err(Error::Address);
                }
                for label in Labels::new(name) {
                    put_component(&mut this.output, label, Rules { literal: IN_HOST, fold });
                    this.items += 1;
                }
            } else {
                if ip::parse_ipv4(name).is_some() {
                    return Err(Error::Address);
                }
                this.put_name(name, fold)?;
            }
            Ok(())
        })
    }

    /// Adds the host by its registered name. Does not change the case of letters or decode triplets, whatever the
    /// flags. The name must not read as an IPv4 address.
    pub(crate) fn host_name_as_written(&mut self, name: &[u8]) -> Result<(), Error> {
        self.step(Stage::Host, |this| {
            this.begin_authority();
            if name.is_empty() { Ok(()) } else { this.put_name(name, false) }
        })
    }

    /// Writes the labels of a name that is not empty.
    fn put_name(&mut self, name: &[u8], fold: bool) -> Result<(), Error> {
        check_utf8(name)?;
        let mut rest = Some(name);
        //= href 3 labels
        while let Some(label) = rest {
            let end = label.iter().take_while(|byte| **byte != b'.').count();
            let (label, after) = label.split_at_checked(end).unwrap_or_default();
            put_plain(&mut self.output, label, fold);
            self.items += 1;
            rest = after.get(1..);
        }
        Ok(())
    }

    pub(crate) fn try_host_address(&mut self, address: &[u8], zone: Option<&[u8]>) -> Result<(), Error> {
        self.step(Stage::Host, |this| {
            let length = address.len();
            if (length != 4 && length != 16) || (zone.is_some() && !may_have_zone(length, this.revision)) {
                return Err(Error::Address);
            }
            this.begin_authority();
            this.output.head(BYTES, address.len());
            this.output.put(address);
            this.items += 1;
            if let Some(zone) = zone {
                check_utf8(zone)?;
                put_plain(&mut this.output, zone, false);
                this.items += 1;
            }
            Ok(())
        })
    }

    /// Adds the port (C7).
    pub(crate) fn try_port(&mut self, port: u16) -> Result<(), Error> {
        self.step(Stage::Port, |this| {
            if this.stage != Stage::Host {
                return Err(Error::Order);
            }
            let default = this.default_port != 0 && port == this.default_port;
            //= href 3 port
            if !(default && this.flags & NORMALIZE != 0) {
                this.output.head(UINT, port as usize);
                this.items += 1;
            }
            Ok(())
        })
    }
}
