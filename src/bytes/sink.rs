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
        let mut buffer = [0; ADDRESS_MAX];
        let mut output = Output::new(&mut buffer);
        output.put_address::<F>(address, brackets);
        self.put(output.written().unwrap_or(&[]));
    }

    /// Fails with `Buffer` if the output did not fit.
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }
}

impl Sink for Output<'_> {
    fn put(&mut self, bytes: &[u8]) {
        Output::put(self, bytes);
    }

    fn byte(&mut self, byte: u8) {
        Output::byte(self, byte);
    }

    fn put_separated(&mut self, texts: &[u8], first: u8, separator: u8) {
        let start = self.position();
        self.put_texts(texts, |_| separator);
        self.byte_at(start, first);
    }

    fn put_address<F: AddressText>(&mut self, address: &[u8], brackets: bool) {
        let length = F::write(self.rest(), address, brackets);
        self.advance(length);
    }

    fn check(&self) -> Result<(), Error> {
        Output::check(self)
    }
}

/// The length in bytes of the longest text of an address: an IPv6 address in brackets.
pub(crate) const ADDRESS_MAX: usize = 47;

/// A text form of addresses.
pub(crate) trait AddressText {
    /// Writes the text to `slots`, as far as it fits. Returns the length of the whole text.
    fn write(slots: &mut [Byte], address: &[u8], brackets: bool) -> usize;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_past_the_end_and_touches_nothing_there() {
        let mut buffer = [0xa5; 8];
        let mut output = Output::new(&mut buffer[..4]);
        output.put(b"abc");
        assert_eq!(output.written(), Ok(&b"abc"[..]));
        output.put(b"de");
        output.put(&[0; 3]);
        assert_eq!((output.written(), output.position()), (Err(Error::Buffer), 8));
        assert_eq!(buffer, *b"abc\xa5\xa5\xa5\xa5\xa5");
    }

    #[test]
    fn shifts_up_to_the_end_of_the_buffer() {
        let mut buffer = [0xa5; 8];
        let mut output = Output::new(&mut buffer[..7]);
        output.put(b"abcde");
        output.shift(1, 2);
        output.put_at(1, b"12");
        assert_eq!((output.written(), output.position()), (Ok(&b"a12bcde"[..]), 7));
        output.shift(1, 1);
        assert_eq!((output.written(), output.position()), (Err(Error::Buffer), 8));
        assert_eq!(buffer[7], 0xa5);
    }
}
