// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing of CBOR heads in their shortest form.

use crate::bytes::output::Output;
use crate::bytes::sink::Sink;

/// Heads in their shortest form, for every output.
pub(crate) trait Heads: Sink {
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
            // RFC 8949 4.2.1
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

impl<S: Sink> Heads for S {}

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

/// Writes a head into the byte at `at`, for the content that follows this byte. If the head is longer than a byte,
/// the content is moved up.
pub(crate) fn put_head_at(output: &mut Output<'_>, at: usize, major: u8, argument: usize) {
    if argument < 24 {
        output.byte_at(at, major << 5 | argument as u8);
    } else {
        put_long_head_at(output, at, major, argument);
    }
}

fn put_long_head_at(output: &mut Output<'_>, at: usize, major: u8, argument: usize) {
    output.shift(at + 1, head_size(argument) - 1);
    let end = output.position();
    output.seek(at);
    output.long_head(major, argument);
    output.seek(end);
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
}
