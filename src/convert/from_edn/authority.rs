// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. The authority section in diagnostic notation (C2 to C7).

use super::EdnReader;
use super::lexer::{Kind, Token};
use crate::cbor::write::{Byte, Sink};
use crate::cbor::{ARRAY, BYTES, FALSE, TEXT, TRUE, UINT};
use crate::cri::authority::may_have_zone;
use crate::cri::text::TextRule;
use crate::error::Error;
use crate::ip;
use crate::revision::Revision;

impl<'e, T: Byte> EdnReader<'e, '_, '_, T> {
    /// Reads the authority section: null, true, or an array of user information, host and port (C2 to C7).
    pub(super) fn authority(&mut self, token: &Token<'e>) -> Result<(), Error> {
        match token.kind {
            Kind::Null if self.form.full => return Ok(()),
            Kind::True => {
                self.begin(1);
                self.output.byte(TRUE);
                self.authority = TRUE;
            }
            Kind::Array => {
                self.begin(1);
                let start = self.output.length();
                self.output.advance(1);
                let items = self.authority_items()?;
                self.output.close(start, ARRAY, items);
                self.authority = ARRAY << 5;
            }
            _ => return Err(self.refuse(token)),
        }
        self.form.authority = true;
        Ok(())
    }

    /// Reads the items of an authority; returns how many are written.
    fn authority_items(&mut self) -> Result<usize, Error> {
        let Some(mut token) = self.next(true)? else {
            return Ok(0);
        };
        let mut items = 0;
        if token.kind == Kind::False {
            let Some(userinfo) = self.next(false)? else {
                return Err(self.lexer.error_at(token.start, Error::Structure));
            };
            self.output.byte(FALSE);
            self.text(&userinfo, TextRule::Any)?;
            items = 2;
            match self.next(false)? {
                Some(host) => token = host,
                None => return Ok(items),
            }
        }
        let (port, host) = if token.kind == Kind::Bytes { self.address(&token)? } else { self.labels(token)? };
        items += host;
        let Some(port) = port else {
            return Ok(items);
        };
        if port.kind != Kind::Uint {
            return Err(self.refuse(&port));
        }
        if port.number > u16::MAX as u64 {
            return Err(self.lexer.error_at(port.start, Error::Port));
        }
        self.output.head(UINT, port.number as usize);
        match self.next(false)? {
            None => Ok(items + 1),
            Some(token) => Err(self.lexer.error_at(token.start, Error::Structure)),
        }
    }

    /// Reads an address and its zone identifier (C4). Returns what follows, and how many items they are.
    fn address(&mut self, token: &Token<'e>) -> Result<(Option<Token<'e>>, usize), Error> {
        if token.length != 4 && token.length != 16 {
            return Err(self.lexer.error_at(token.start, Error::Address));
        }
        self.put_string(BYTES, token);
        let next = self.next(false)?;
        let Some(zone) = next.filter(|next| next.kind == Kind::Text) else {
            return Ok((next, 1));
        };
        if !may_have_zone(token.length, self.revision) {
            return Err(self.lexer.error_at(zone.start, Error::Address));
        }
        self.put_string(TEXT, &zone);
        Ok((self.next(false)?, 2))
    }

    /// Reads the labels of a host name (C5). Returns what follows, and how many are written: an empty label alone is the empty
    /// host, which is written without it (R5).
    fn labels(&mut self, first: Token<'e>) -> Result<(Option<Token<'e>>, usize), Error> {
        let rule = if self.revision == Revision::Href27 { TextRule::Label } else { TextRule::Any };
        let (mut labels, mut octets) = (0, 0);
        let mut next = Some(first);
        while let Some(label) = next
            && label.kind != Kind::Uint
        {
            if labels == 1 && first.is_empty_text() {
                self.output.byte(TEXT << 5);
            }
            if labels > 0 || !label.is_empty_text() {
                self.text(&label, rule)?;
            }
            labels += 1;
            octets += is_octet(&label) as usize;
            next = self.next(false)?;
        }
        // Four octets would read back as an address (R4).
        if labels == 4 && octets == 4 {
            return Err(self.lexer.error_at(first.start, Error::Address));
        }
        let alone = labels == 1 && first.is_empty_text();
        Ok((next, labels - alone as usize))
    }
}

/// Whether a label is a decimal octet.
fn is_octet(label: &Token<'_>) -> bool {
    label.kind == Kind::Text && ip::is_octet(label.octets.prefix(&mut [0; 4]))
}
