// SPDX-License-Identifier: MIT OR Apache-2.0
//! Output to a caller's buffer, which may be uninitialised if it is a buffer of C.
//!
//! An output keeps counting bytes when its buffer is full, so that every function reports the size that it needs.

#![allow(unsafe_code)]

use core::mem::MaybeUninit;

use super::words::WORD;
use crate::error::Error;

/// A byte of an output buffer. It becomes initialised when it is written, and never becomes uninitialised again.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Byte(MaybeUninit<u8>);

impl Byte {
    /// Returns an initialised byte.
    pub(crate) fn of(value: u8) -> Self {
        Self(MaybeUninit::new(value))
    }

    /// Copies bytes to as many slots. Copies nothing if the numbers differ.
    pub(crate) fn copy(slots: &mut [Self], bytes: &[u8]) {
        if slots.len() == bytes.len() {
            // SAFETY: the types have the same layout, and every initialised byte is a valid value of this type.
            slots.copy_from_slice(unsafe { &*(bytes as *const [u8] as *const [Self]) });
        }
    }
}

/// An output that fills a caller's buffer.
///
/// It keeps counting bytes when the buffer is full, so that [`Output::position`] is the size needed after any
/// operation. After an error, the content of the buffer is unspecified.
///
/// ```
/// use cri::{CriBuf, Error, Output};
///
/// let cri: CriBuf<32> = "coap://h/a".parse()?;
/// let mut buffer = [0; 16];
/// let mut output = Output::new(&mut buffer);
/// cri.cri().to_uri(&mut output)?;
/// assert_eq!(output.written_str()?, "coap://h/a");
///
/// let mut output = Output::new(&mut []); // only counts
/// assert_eq!(cri.cri().to_uri(&mut output), Err(Error::Buffer));
/// assert_eq!(output.position(), 10);
/// # Ok::<(), cri::Error>(())
/// ```
#[repr(C)]
pub struct Output<'b> {
    pub(crate) buffer: &'b mut [Byte],
    position: usize,
}

impl<'b> Output<'b> {
    /// Returns an output to a buffer. With an empty buffer, the output only counts bytes.
    ///
    /// ```
    /// use cri::Output;
    ///
    /// let mut buffer = [0; 16];
    /// let mut output = Output::new(&mut buffer);
    /// cri::from_uri(cri::Revision::Href27, "c", &mut output)?;
    /// assert_eq!(output.written()?, b"\x82\x01\x81\x61c"); // [1, ["c"]]
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn new(buffer: &'b mut [u8]) -> Self {
        // SAFETY: the types have the same layout, and no byte of the buffer becomes uninitialised: see `Byte`.
        unsafe { Self::uninitialised(&mut *(buffer as *mut [u8] as *mut [Byte])) }
    }

    /// Returns an output to a buffer that may be uninitialised.
    ///
    /// # Safety
    ///
    /// If a byte of the buffer is uninitialised, the output must not be read: [`Output::start`], [`Output::written`],
    /// [`Output::written_str`] and [`Output::into_written`] must not be called. An operation that fails may leave bytes
    /// before the position unwritten.
    pub(crate) unsafe fn uninitialised(buffer: &'b mut [Byte]) -> Self {
        Self { buffer, position: 0 }
    }

    /// Appends bytes of the program, such as the header of a message before the options that the library appends. Fails
    /// with `Buffer` if they do not fit. `write!` appends text.
    ///
    /// ```
    /// use cri::{CriBuf, Output};
    /// use std::fmt::Write;
    ///
    /// let cri: CriBuf<32> = "coap://h/a".parse()?;
    /// let mut buffer = [0; 32];
    /// let mut message = Output::new(&mut buffer);
    /// message.extend_from_slice(b"\x40\x01\x12\x34")?; // a confirmable GET request without a token
    /// cri.cri().to_coap(None, 0, &mut message)?;
    /// assert_eq!(message.written()?, b"\x40\x01\x12\x34\x31h\x81a");
    ///
    /// let mut line = Output::new(&mut buffer);
    /// write!(line, "GET {cri}").map_err(|_| cri::Error::Buffer)?;
    /// assert_eq!(line.written_str()?, "GET coap://h/a");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn extend_from_slice(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.put(bytes);
        self.check()
    }

    /// Returns the length of the output so far. It can be greater than the length of the buffer. After
    /// [`Error::Buffer`], it is the length that the buffer needs.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns the output, or [`Error::Buffer`] if it did not fit.
    pub fn written(&self) -> Result<&[u8], Error> {
        self.check().map(|()| self.start(self.position))
    }

    /// Returns the first bytes of the buffer.
    pub(crate) fn start(&self, length: usize) -> &[u8] {
        let start = self.buffer.get(..length).unwrap_or(&[]);
        // SAFETY: the types have the same layout, and the bytes are initialised: `uninitialised` forbids this call if
        // a byte of the buffer is uninitialised, and no byte becomes uninitialised later (`Byte`).
        unsafe { &*(start as *const [Byte] as *const [u8]) }
    }

    /// Returns the output as text, or [`Error::Buffer`] if it did not fit. URIs, links and diagnostic notation are
    /// text. Fails with [`Error::Utf8`] if other output, such as CBOR, is not UTF-8. Linear in the output.
    pub fn written_str(&self) -> Result<&str, Error> {
        core::str::from_utf8(self.written()?).map_err(|_| Error::Utf8)
    }

    /// Returns the output for as long as the buffer lives, or [`Error::Buffer`] if it did not fit.
    ///
    /// ```
    /// use cri::{Cri, Error, Output};
    ///
    /// fn uri<'b>(cri: &Cri<'_>, buffer: &'b mut [u8]) -> Result<&'b [u8], Error> {
    ///     let mut output = Output::new(buffer);
    ///     cri.to_uri(&mut output)?;
    ///     output.into_written()
    /// }
    /// let cri: cri::CriBuf<16> = "coap://h/a".parse()?;
    /// assert_eq!(uri(&cri.cri(), &mut [0; 16])?, b"coap://h/a");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn into_written(self) -> Result<&'b [u8], Error> {
        let Self { buffer, position } = self;
        let written: &'b [Byte] = buffer.get(..position).ok_or(Error::Buffer)?;
        // SAFETY: as in `start`.
        Ok(unsafe { &*(written as *const [Byte] as *const [u8]) })
    }

    /// Fails with `Buffer` if the output did not fit.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.position <= self.buffer.len() { Ok(()) } else { Err(Error::Buffer) }
    }

    /// Returns a second output that starts at the beginning of the same buffer. Afterwards, call [`Output::seek`] with
    /// the length of the second output.
    pub(crate) fn restarted(&mut self) -> Output<'_> {
        Output { buffer: self.buffer, position: 0 }
    }

    /// Returns the slots of the buffer after the end of the output.
    pub(crate) fn rest(&mut self) -> &mut [Byte] {
        self.buffer.get_mut(self.position..).unwrap_or(&mut [])
    }

    /// Moves the end of the output, for functions that write out of order.
    pub(crate) fn seek(&mut self, position: usize) {
        self.position = position;
    }

    /// Moves the end of the output by `count` bytes, which the caller writes out of order.
    pub(crate) fn advance(&mut self, count: usize) {
        self.position = self.position.saturating_add(count);
    }
}

impl core::fmt::Write for Output<'_> {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        self.extend_from_slice(text.as_bytes()).map_err(|_| core::fmt::Error)
    }
}

impl Output<'_> {
    /// Writes a NUL after the end of a text. The length of the output does not include the NUL. `result` is that of the
    /// conversion that wrote the text. Fails with `Buffer` if there is no room for the NUL, and with the error of the
    /// conversion. After `Buffer` the text is empty, so that a program that ignores the error prints nothing of it
    /// (R23).
    #[cfg(feature = "ffi")]
    pub(crate) fn terminate(&mut self, result: Result<(), Error>) -> Result<(), Error> {
        let fits = if self.position < self.buffer.len() { Ok(()) } else { Err(Error::Buffer) };
        let result = result.and(fits);
        // R23
        let end = match result {
            Ok(()) => self.position,
            Err(Error::Buffer) => 0,
            Err(_) => return result,
        };
        if let Some(slot) = self.buffer.get_mut(end) {
            *slot = Byte::of(0);
        }
        result
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

    /// Appends bytes.
    #[cfg_attr(not(speed), inline(never))]
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        self.put_at(self.position, bytes);
        self.advance(bytes.len());
    }

    /// Appends a byte.
    #[cfg_attr(speed, inline(always))]
    #[cfg_attr(not(speed), inline(never))]
    pub(crate) fn byte(&mut self, byte: u8) {
        self.byte_at(self.position, byte);
        self.advance(1);
    }

    /// Writes bytes at the offset `at` instead of at the end, if they fit. The position does not change.
    pub(crate) fn put_at(&mut self, at: usize, bytes: &[u8]) {
        if let Some(slots) = self.buffer.get_mut(at..at.saturating_add(bytes.len())) {
            Byte::copy(slots, bytes);
        }
    }

    /// Writes a byte at the offset `at` instead of at the end. The position does not change.
    pub(crate) fn byte_at(&mut self, at: usize, byte: u8) {
        if let Some(slot) = self.buffer.get_mut(at) {
            *slot = Byte::of(byte);
        }
    }

    /// Appends texts of up to 23 bytes. Each head is replaced by the byte that `head` returns for the length of the
    /// text.
    pub(crate) fn put_texts(&mut self, texts: &[u8], head: impl Fn(u8) -> u8) {
        let start = self.position;
        self.advance(texts.len());
        let Some(slots) = self.buffer.get_mut(start..self.position) else {
            return;
        };
        Byte::copy(slots, texts);
        let mut at = 0;
        while let (Some(initial), Some(slot)) = (texts.get(at), slots.get_mut(at)) {
            let length = initial & 31;
            *slot = Byte::of(head(length));
            at += 1 + length as usize;
        }
    }

    /// Appends characters, and converts ASCII letters to lower case.
    #[inline(never)]
    pub(crate) fn put_lowercase(&mut self, characters: &[u8]) {
        let start = self.position;
        self.advance(characters.len());
        if let Some(slots) = self.buffer.get_mut(start..self.position) {
            slots.iter_mut().zip(characters).for_each(|(slot, byte)| *slot = Byte::of(byte.to_ascii_lowercase()));
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
        && let Some((before, end)) = core::mem::take(&mut rest).split_last_chunk_mut()
    {
        *end = bytes;
        rest = before;
    }
    rest
}
