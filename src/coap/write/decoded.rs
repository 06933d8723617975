// SPDX-License-Identifier: MIT OR Apache-2.0
//! Options of texts with percent-encoded text (PET), which is decoded (R33).

use super::Writer;
use crate::bytes::chars::is_host_text;
use crate::cbor::read;
use crate::coap::message::option::URI_HOST;
use crate::cri::items::Items;
use crate::cri::text::Text;
use crate::error::Error;

/// The case of the letters of a host name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// ASCII letters become lower-case letters, as in the host of a URI.
    Lower,
    /// Letters keep their case.
    Kept,
}

impl Writer<'_, '_> {
    /// Writes Uri-Host for labels, which are decoded.
    #[inline(never)]
    pub(crate) fn decoded_name(&mut self, labels: Items<'_>, case: Case) {
        let length: usize = labels.map(|label| label.decoded_length() + 1).sum();
        self.head(URI_HOST, length - 1);
        for (index, label) in labels.enumerate() {
            if index > 0 {
                self.output.byte(b'.');
            }
            // R33
            if !label.is_utf8() {
                self.fail(Error::Utf8);
            }
            for chunk in label.chunks() {
                // R16
                if !is_host_text(chunk.bytes) || chunk.bytes.contains(&b'.') {
                    self.fail(Error::CoapHost);
                }
                match case {
                    Case::Lower => self.output.put_lowercase(chunk.bytes),
                    Case::Kept => self.output.put(chunk.bytes),
                }
            }
        }
    }

    /// Decodes texts, and writes them as options with this number.
    pub(crate) fn decoded_texts(&mut self, number: u16, texts: &[u8]) {
        let mut rest = self.plain_texts(number, texts);
        while let Some(item) = read::item(&mut rest) {
            let text = Text::of_item(item);
            self.head(number, text.decoded_length());
            // R33
            if !text.is_utf8() {
                self.fail(Error::Utf8);
            }
            text.chunks().for_each(|chunk| self.output.put(chunk.bytes));
            rest = self.plain_texts(number, rest);
        }
    }
}
