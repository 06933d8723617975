// SPDX-License-Identifier: MIT OR Apache-2.0
//! Output to a caller's buffer, which may be uninitialised if it is a buffer of C.
//!
//! An output counts past the end of its buffer, so that every function reports the size that it needs.

#![allow(unsafe_code)]

use core::mem::MaybeUninit;

use crate::error::Error;

/// A byte of an output buffer. It becomes initialised when it is written, and nothing makes it uninitialised again.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Byte(MaybeUninit<u8>);

impl Byte {
    /// The byte with that value.
    pub(crate) fn of(value: u8) -> Self {
        Self(MaybeUninit::new(value))
    }

    /// Copies bytes to a place of the same length; to another, none.
    pub(crate) fn copy(place: &mut [Self], bytes: &[u8]) {
        if place.len() == bytes.len() {
            // SAFETY: the types have the same layout, and every initialised byte is a valid one of this type.
            place.copy_from_slice(unsafe { &*(bytes as *const [u8] as *const [Self]) });
        }
    }
}

/// A caller's buffer being filled.
///
/// It counts past its end, so that after any operation [`Output::position`] is the size needed. What is in the buffer
/// after an error is unspecified.
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
    pub(super) position: usize,
}

impl<'b> Output<'b> {
    /// Output to a buffer; an empty one only counts.
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

    /// Output to a buffer that may be uninitialised.
    ///
    /// # Safety
    ///
    /// If a byte of the buffer is uninitialised, none of [`Output::written`], [`Output::start`] and
    /// [`Output::into_written`] is called: an operation that fails may leave bytes before the position unwritten.
    pub(crate) unsafe fn uninitialised(buffer: &'b mut [Byte]) -> Self {
        Self { buffer, position: 0 }
    }

    /// Returns where the next byte goes: the length of the output so far, which may be more than the buffer holds.
    /// After [`Error::Buffer`] it is the length needed.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns what was written, if all of it fitted; else [`Error::Buffer`].
    pub fn written(&self) -> Result<&[u8], Error> {
        self.check().map(|()| self.start(self.position))
    }

    /// Returns the first bytes of the buffer.
    pub(crate) fn start(&self, length: usize) -> &[u8] {
        let start = self.buffer.get(..length).unwrap_or(&[]);
        // SAFETY: the buffer is initialised, as the constructors require.
        unsafe { &*(start as *const [Byte] as *const [u8]) }
    }

    /// Returns what was written as text, if all of it fitted; else [`Error::Buffer`]. URIs, links and diagnostic
    /// notation are text; for other output, such as CBOR, the error may be [`Error::Utf8`]. Linear in the output.
    pub fn written_str(&self) -> Result<&str, Error> {
        core::str::from_utf8(self.written()?).map_err(|_| Error::Utf8)
    }

    /// Returns what was written, if all of it fitted, for as long as the buffer lives; else [`Error::Buffer`].
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
        // SAFETY: the buffer is initialised, as the constructors require.
        Ok(unsafe { &*(written as *const [Byte] as *const [u8]) })
    }

    /// `Buffer` if something did not fit.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.position <= self.buffer.len() { Ok(()) } else { Err(Error::Buffer) }
    }

    /// Output from the start of the same buffer, by another object; call [`Output::seek`] with its length afterwards.
    pub(crate) fn restarted(&mut self) -> Output<'_> {
        Output { buffer: self.buffer, position: 0 }
    }

    /// The place after the end.
    pub(crate) fn rest(&mut self) -> &mut [Byte] {
        self.buffer.get_mut(self.position..).unwrap_or(&mut [])
    }

    /// Moves the end, for output out of order.
    pub(crate) fn seek(&mut self, position: usize) {
        self.position = position;
    }

    /// Moves the end by `count` bytes, to be written out of order.
    pub(crate) fn advance(&mut self, count: usize) {
        self.position = self.position.saturating_add(count);
    }
}
