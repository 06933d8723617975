// SPDX-License-Identifier: MIT OR Apache-2.0
//! The steps that build the authority section: user information, host as labels (href 3 labels), port.

use super::state::{Builder, NORMALIZE, PERCENT, Stage};
use super::steps::check_span;
use crate::bytes::chars::IN_HOST;
use crate::bytes::ip;
use crate::cbor::write::Heads;
use crate::cbor::{FALSE, TRUE, UINT};
use crate::convert::authority::{Labels, parse_encoded_ipv4};
use crate::convert::characters::Rules;
use crate::convert::component::{has_uppercase, put_component};
use crate::cri::authority::{may_have_zone, userinfo_class};
use crate::cri::canonical::{PATH, SCHEME, omitted};
use crate::error::Error;

impl Builder<'_> {
    pub(crate) fn try_rootless(&mut self) -> Result<(), Error> {
        self.step(Stage::Rootless, |this| {
            this.omit_scheme();
            this.sections.output.byte(TRUE);
            this.sections.next = PATH as u8;
            this.authority = TRUE;
            Ok(())
        })
    }

    /// Writes a null in place of the scheme if there is no scheme.
    fn omit_scheme(&mut self) {
        if !self.sections.full {
            self.sections.output.byte(omitted(SCHEME, false, self.sections.revision));
        }
    }

    fn begin_authority(&mut self) {
        if self.stage <= Stage::Scheme {
            self.omit_scheme();
            self.authority = 0;
            self.sections.begin_authority();
        }
    }

    pub(crate) fn try_userinfo(&mut self, userinfo: &[u8]) -> Result<(), Error> {
        self.step(Stage::Userinfo, |this| {
            this.begin_authority();
            this.sections.output.byte(FALSE);
            this.sections.items += 1;
            this.put_text(userinfo, userinfo_class(this.sections.revision))
        })
    }

    pub(crate) fn try_host_name(&mut self, name: &[u8]) -> Result<(), Error> {
        self.step(Stage::Host, |this| {
            this.begin_authority();
            let (fold, percent) = (this.flags & NORMALIZE != 0, this.flags & PERCENT != 0);
            let upper = if percent { has_uppercase(name) } else { name.iter().any(u8::is_ascii_uppercase) };
            // C5, href 3 lower-case
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
                    put_component(&mut this.sections.output, label, Rules { literal: IN_HOST, fold });
                    this.sections.items += 1;
                }
            } else {
                if ip::parse_ipv4(name).is_some() {
                    return Err(Error::Address);
                }
                this.sections.put_name(name, fold)?;
            }
            Ok(())
        })
    }

    pub(crate) fn try_host_address(&mut self, address: &[u8], zone: Option<&[u8]>) -> Result<(), Error> {
        self.step(Stage::Host, |this| {
            let length = address.len();
            if (length != 4 && length != 16) || (zone.is_some() && !may_have_zone(length, this.sections.revision)) {
                return Err(Error::Address);
            }
            this.begin_authority();
            this.sections.put_address(address, zone)
        })
    }

    /// Adds the port (C7).
    pub(crate) fn try_port(&mut self, port: u16) -> Result<(), Error> {
        self.step(Stage::Port, |this| {
            let default = this.default_port != 0 && port == this.default_port;
            // href 3 port
            if !(default && this.flags & NORMALIZE != 0) {
                this.sections.output.head(UINT, port as usize);
                this.sections.items += 1;
            }
            Ok(())
        })
    }
}
