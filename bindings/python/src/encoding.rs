// SPDX-License-Identifier: MIT OR Apache-2.0
//! Canonical encodings: where the library writes them, and how an object holds one.

use cri::Output;

/// How many bytes are held in the object itself: with what Python adds, 128 bytes for most CRIs.
const INSIDE: usize = 78;

/// What is written without a heap.
const ROOM: usize = 128;

/// Bytes that do not change.
pub enum Encoding {
    /// As many of the array as the number says.
    Inside(u8, [u8; INSIDE]),
    /// More of them.
    Outside(Box<[u8]>),
}

impl Encoding {
    /// A copy of bytes.
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

    /// The bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Inside(length, bytes) => bytes.get(..*length as usize).unwrap_or(bytes),
            Self::Outside(bytes) => bytes,
        }
    }
}

/// Calls a function of the library that writes about `hint` bytes, and passes the bytes on. They are written to the
/// stack if they fit, otherwise to a buffer of the size that the function reports.
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
