// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the authority section in diagnostic notation (C2 to C7).

use super::kind::Kind;
use super::lexer::Token;
use super::reader::EdnReader;
use crate::bytes::ip;
use crate::cbor::write::{Heads, put_head_at};
use crate::cbor::{ARRAY, BYTES, FALSE, TEXT, TRUE, UINT};
use crate::cri::authority::{is_disguised, may_have_zone};
use crate::cri::canonical::AUTHORITY;
use crate::cri::text::TextRule;
use crate::error::Error;

impl<'e> EdnReader<'e, '_, '_> {
    /// Reads the authority section: null, true, or an array of user information, host and port (C2 to C7).
    pub(super) fn authority(&mut self) -> Result<(), Error> {
        match self.lexer.token.kind {
            Kind::Null if self.presence.full => return Ok(()),
            Kind::True => {
                self.begin(AUTHORITY);
                self.output.byte(TRUE);
                self.authority = TRUE;
            }
            Kind::Array => {
                self.begin(AUTHORITY);
                let start = self.output.position();
                self.output.advance(1);
                let items = self.authority_items()?;
                put_head_at(self.output, start, ARRAY, items);
                self.authority = ARRAY << 5;
            }
            _ => return self.refuse(),
        }
        self.presence.authority = true;
        Ok(())
    }

    /// Reads the items of an authority array, and returns the number of items written.
    fn authority_items(&mut self) -> Result<usize, Error> {
        if !self.lexer.first_item()? {
            return Ok(0);
        }
        let mut items = 0;
        if self.lexer.token.kind == Kind::False {
            if !self.lexer.next_item()? {
                return self.fail(Error::Structure);
            }
            self.output.byte(FALSE);
            self.text(TextRule::Any)?;
            items = 2;
            if !self.lexer.next_item()? {
                return Ok(items);
            }
        }
        let is_address = self.lexer.token.kind == Kind::Bytes;
        let more = if is_address { self.address(&mut items)? } else { self.labels(&mut items)? };
        if !more {
            return Ok(items);
        }
        let token = &self.lexer.token;
        if token.kind != Kind::Uint {
            return self.refuse();
        }
        if token.number > u64::from(u16::MAX) {
            return self.fail(Error::Port);
        }
        self.output.head(UINT, token.number as usize);
        if self.lexer.next_item()? { self.fail(Error::Structure) } else { Ok(items + 1) }
    }

    /// Reads an address and its zone identifier (C4), and counts the items that are written. Returns true if another
    /// item follows.
    fn address(&mut self, items: &mut usize) -> Result<bool, Error> {
        let length = self.lexer.token.length;
        if length != 4 && length != 16 {
            return self.fail(Error::Address);
        }
        self.put_string(BYTES);
        *items += 1;
        if !self.lexer.next_item()? {
            return Ok(false);
        }
        if self.lexer.token.kind != Kind::Text {
            return Ok(true);
        }
        if !may_have_zone(length, self.revision) {
            return self.fail(Error::Address);
        }
        self.put_string(TEXT);
        *items += 1;
        self.lexer.next_item()
    }

    /// Reads the labels of a host name (C5), and counts the labels that are written. Returns true if another item
    /// follows. If the only label is empty, the host is empty, and no label is written (R5).
    fn labels(&mut self, items: &mut usize) -> Result<bool, Error> {
        let rule = TextRule::of_labels(self.revision);
        let (start, first_empty) = (self.lexer.token.start, self.lexer.token.is_empty_text());
        let host = self.output.position();
        let (mut labels, mut octets, mut more) = (0, 0, true);
        while more && self.lexer.token.kind != Kind::Uint {
            octets += usize::from(is_octet(&self.lexer.token));
            self.text(rule)?;
            labels += 1;
            more = self.lexer.next_item()?;
        }
        if is_disguised(labels, || octets == labels) {
            return self.lexer.fail_at(start, Error::Address);
        }
        if labels == 1 && first_empty {
            self.output.seek(host);
            labels = 0;
        }
        *items += labels;
        Ok(more)
    }
}

fn is_octet(label: &Token<'_>) -> bool {
    label.kind == Kind::Text && ip::is_octet(label.octets.prefix(&mut [0; 4]))
}
