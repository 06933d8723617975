// SPDX-License-Identifier: MIT OR Apache-2.0
//! Canonical encodings: buffers that the library writes to, and storage in objects.

use cri::Output;

/// The longest encoding, in bytes, that is stored in the object itself. With Python's own fields, the object of most
/// CRIs has 128 bytes.
const INSIDE: usize = 78;

/// The longest output, in bytes, that is written without a heap.
const ROOM: usize = 128;

/// Immutable bytes.
pub enum Encoding {
    /// The number of bytes that are used, and an array that begins with them.
    Inside(u8, [u8; INSIDE]),
    /// More bytes than `Inside` has room for.
    Outside(Box<[u8]>),
}

impl Encoding {
    /// Copies bytes.
    #[inline]
    pub fn of(bytes: &[u8]) -> Self {
        let mut inside = [0; INSIDE];
        match inside.get_mut(..bytes.len()) {
            Some(place) => {
                place.copy_from_slice(bytes);
                Self::Inside(bytes.len() as u8, inside)
            }
            None => Self::Outside(bytes.into()),
        }
    }

    /// Returns the bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Inside(length, bytes) => bytes.get(..*length as usize).unwrap_or(bytes),
            Self::Outside(bytes) => bytes,
        }
    }
}

/// Calls `write`, which writes about `hint` bytes, and then `take` with these bytes. Up to [`ROOM`] bytes are written
/// to the stack. If the buffer is too small, `write` is called again with a buffer of the size that it reports.
#[inline]
pub fn written<R, E>(
    hint: usize,
    write: impl Fn(&mut Output<'_>) -> Result<(), E>,
    take: impl FnOnce(&[u8]) -> R,
) -> Result<R, E> {
    let mut inside = [0; ROOM];
    let mut outside = vec![0; if hint > ROOM { hint } else { 0 }];
    let mut buffer: &mut [u8] = if hint > ROOM { &mut outside } else { &mut inside };
    loop {
        let mut output = Output::new(buffer);
        let result = write(&mut output);
        let needed = output.position();
        if let Ok(written) = output.written() {
            return result.map(|()| take(written));
        }
        outside = vec![0; needed];
        buffer = &mut outside;
    }
}
