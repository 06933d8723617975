// SPDX-License-Identifier: MIT OR Apache-2.0
//! L2. Walking labels, path segments and query parameters.

use super::text::Text;
use crate::cbor::read;

/// An iterator over text-or-pet items in up to two pieces. Constant time a step, but for PET.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Items<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) tail: &'a [u8],
}

impl<'a> Items<'a> {
    pub(crate) const fn new(rest: &'a [u8], tail: &'a [u8]) -> Self {
        Self { rest, tail }
    }

    /// The next item as it stands in the CBOR.
    pub(crate) fn next_item(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            self.rest = core::mem::take(&mut self.tail);
        }
        let item = read::item(&mut self.rest);
        if item.is_none() {
            // Nothing comes after an item that changed (R22).
            self.tail = &[];
        }
        item
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Text<'a>;

    fn next(&mut self) -> Option<Text<'a>> {
        self.next_item().map(Text::of_item)
    }
}
