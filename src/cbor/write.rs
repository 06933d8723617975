// SPDX-License-Identifier: MIT OR Apache-2.0
//! The trait of outputs, and CBOR heads in their shortest form.

use super::output::{Byte, Output};
use crate::bytes::words::WORD;
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

    /// Appends the shortest head of an item (RFC 8949 section 4.2.1).
    #[cfg_attr(not(speed), inline(never))]
    fn head(&mut self, major: u8, argument: usize) {
        if argument < 24 {
            self.byte(major << 5 | argument as u8);
        } else {
            self.long_head(major, argument);
        }
    }

    /// Appends the shortest head for an argument of 24 or more.
    #[inline(never)]
    fn long_head(&mut self, major: u8, argument: usize) {
        let (info, width) = match argument {
            //= RFC 8949 4.2.1
            0..=0xff => (24, 1),
            0x100..=0xffff => (25, 2),
            0x1_0000..=0xffff_ffff => (26, 4),
            _ => (27, 8),
        };
        self.byte(major << 5 | info);
        for at in (0..width).rev() {
            self.byte((argument >> (8 * at)) as u8);
        }
    }
}

/// The length in bytes of the longest text of an address: an IPv6 address in brackets.
pub(crate) const ADDRESS_MAX: usize = 47;

/// A text form of addresses.
pub(crate) trait AddressText {
    /// Writes the text to `place`, as far as it fits. Returns the length of the whole text.
    fn write(place: &mut [Byte], address: &[u8], brackets: bool) -> usize;
}

/// Returns the size in bytes of the shortest head with an argument.
#[cfg_attr(not(speed), inline(never))]
pub(crate) fn head_size(argument: usize) -> usize {
    struct Counter(usize);
    impl Sink for Counter {
        fn put(&mut self, bytes: &[u8]) {
            self.0 += bytes.len();
        }
    }
    let mut counter = Counter(0);
    counter.head(0, argument);
    counter.0
}

/// Writes the shortest head for any argument.
pub(crate) fn put_long_head(sink: &mut impl Sink, major: u8, argument: u64) {
    match usize::try_from(argument) {
        Ok(argument) => sink.head(major, argument),
        Err(_) => {
            sink.byte(major << 5 | 27);
            sink.put(&argument.to_be_bytes());
        }
    }
}

impl Output<'_> {
    /// Writes a NUL after the end of the output. The length of the output does not include the NUL. Fails with `Buffer`
    /// if there is no room for it.
    pub(crate) fn terminate(&mut self) -> Result<(), Error> {
        let place = self.buffer.get_mut(self.position).ok_or(Error::Buffer)?;
        *place = Byte::of(0);
        Ok(())
    }

    /// Moves the bytes after `from` up by `by`, to make room for a longer head. Linear in the bytes moved.
    pub(crate) fn shift(&mut self, from: usize, by: usize) {
        let to = self.position.saturating_add(by);
        if let Some(moved) = self.buffer.get_mut(from..to)
            && by <= moved.len()
        {
            if cfg!(speed) {
                moved.copy_within(..moved.len() - by, by);
            } else {
                // This code is smaller than memmove.
                let first = move_up::<WORD>(moved, by);
                move_up::<1>(first, by);
            }
        }
        self.position = to;
    }

    /// Writes a head into the byte at `at`, for the content that follows this byte. If the head is longer than a byte,
    /// the content is moved up.
    pub(crate) fn close(&mut self, at: usize, major: u8, argument: usize) {
        if argument < 24 {
            self.byte_at(at, major << 5 | argument as u8);
        } else {
            self.close_long(at, major, argument);
        }
    }

    fn close_long(&mut self, at: usize, major: u8, argument: usize) {
        self.shift(at + 1, head_size(argument) - 1);
        let end = core::mem::replace(&mut self.position, at);
        self.long_head(major, argument);
        self.position = end;
    }

    /// Writes bytes at the offset `at` instead of at the end, if they fit. The position does not change.
    pub(crate) fn put_at(&mut self, at: usize, bytes: &[u8]) {
        if let Some(place) = self.buffer.get_mut(at..at.saturating_add(bytes.len())) {
            Byte::copy(place, bytes);
        }
    }

    /// Writes a byte at the offset `at` instead of at the end. The position does not change.
    pub(crate) fn byte_at(&mut self, at: usize, byte: u8) {
        if let Some(place) = self.buffer.get_mut(at) {
            *place = Byte::of(byte);
        }
    }

    /// Appends texts of up to 23 bytes. Each head is replaced by the byte that `head` returns for the length of the
    /// text.
    pub(crate) fn put_texts(&mut self, texts: &[u8], head: impl Fn(u8) -> u8) {
        let start = self.position;
        self.advance(texts.len());
        let Some(place) = self.buffer.get_mut(start..self.position) else {
            return;
        };
        Byte::copy(place, texts);
        let mut at = 0;
        while let (Some(initial), Some(place)) = (texts.get(at), place.get_mut(at)) {
            let length = initial & 31;
            *place = Byte::of(head(length));
            at += 1 + length as usize;
        }
    }

    /// Appends characters, and converts ASCII letters to lower case.
    #[inline(never)]
    pub(crate) fn put_lowercase(&mut self, characters: &[u8]) {
        let start = self.position;
        self.advance(characters.len());
        if let Some(place) = self.buffer.get_mut(start..self.position) {
            place.iter_mut().zip(characters).for_each(|(place, byte)| *place = Byte::of(byte.to_ascii_lowercase()));
        }
    }
}

/// Moves bytes up by `by`, to the end of the slice, in steps of `N` bytes that begin with the last bytes. Returns the
/// start of the slice, which contains fewer than `N` bytes that were not moved and the room to move them.
#[inline(always)]
fn move_up<const N: usize>(moved: &mut [Byte], by: usize) -> &mut [Byte] {
    let mut rest = moved;
    while let Some(at) = rest.len().checked_sub(by + N)
        && let Some(bytes) = rest.get(at..).and_then(<[Byte]>::first_chunk::<N>).copied()
        && let Some((before, place)) = core::mem::take(&mut rest).split_last_chunk_mut()
    {
        *place = bytes;
        rest = before;
    }
    rest
}

impl Sink for Output<'_> {
    #[cfg_attr(not(speed), inline(never))]
    fn put(&mut self, bytes: &[u8]) {
        self.put_at(self.position, bytes);
        self.advance(bytes.len());
    }

    #[cfg_attr(speed, inline(always))]
    #[cfg_attr(not(speed), inline(never))]
    fn byte(&mut self, byte: u8) {
        self.byte_at(self.position, byte);
        self.advance(1);
    }

    fn put_separated(&mut self, texts: &[u8], first: u8, separator: u8) {
        let start = self.position;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares heads with the heads that minicbor writes. (RFC 8949 4.2.1)
    #[test]
    fn heads_as_minicbor_writes_them() {
        for shift in 0..usize::BITS {
            for argument in [(1usize << shift) - 1, 1 << shift, (1 << shift) + 1, usize::MAX >> shift] {
                let mut expected = [0u8; 16];
                let mut encoder = minicbor::Encoder::new(minicbor::encode::write::Cursor::new(&mut expected[..]));
                encoder.array(argument as u64).unwrap();
                let size = encoder.into_writer().position();
                let mut bytes = [0u8; 16];
                let mut output = Output::new(&mut bytes);
                output.head(4, argument);
                assert_eq!(output.written(), Ok(&expected[..size]));
                assert_eq!(head_size(argument), size);
            }
        }
    }

    #[test]
    fn counts_past_the_end_and_touches_nothing_there() {
        let mut buffer = [0xa5; 8];
        let mut output = Output::new(&mut buffer[..4]);
        output.put(b"abc");
        assert_eq!(output.written(), Ok(&b"abc"[..]));
        output.put(b"de");
        output.head(4, 300);
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
