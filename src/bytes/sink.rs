// SPDX-License-Identifier: MIT OR Apache-2.0
//! The trait of outputs.

use super::output::{Byte, Output};
use crate::error::Error;

/// A destination for output, such as a buffer, a hash or a comparison.
pub(crate) trait Sink {
    fn put(&mut self, bytes: &[u8]);

    fn byte(&mut self, byte: u8) {
        self.put(&[byte]);
    }

    /// Appends short texts. Each head is replaced by `separator`, and the first head by `first`.
    fn put_separated(&mut self, texts: &[u8], first: u8, separator: u8) {
        let (mut rest, mut lead) = (texts, first);
        while let Some((head, after)) = rest.split_first() {
            let (text, more) = after.split_at_checked((head & 31) as usize).unwrap_or((after, &[]));
            self.byte(lead);
            self.put(text);
            (rest, lead) = (more, separator);
        }
    }

    /// Appends the text of an address, with or without brackets. `F` writes the text.
    fn put_address<F: AddressText>(&mut self, address: &[u8], brackets: bool) {
        let mut place = [0; ADDRESS_MAX];
        let mut output = Output::new(&mut place);
        output.put_address::<F>(address, brackets);
        self.put(output.written().unwrap_or(&[]));
    }

    /// Fails with `Buffer` if the output did not fit.
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// The length in bytes of the longest text of an address: an IPv6 address in brackets.
pub(crate) const ADDRESS_MAX: usize = 47;

/// A text form of addresses.
pub(crate) trait AddressText {
    /// Writes the text to `place`, as far as it fits. Returns the length of the whole text.
    fn write(place: &mut [Byte], address: &[u8], brackets: bool) -> usize;
}
