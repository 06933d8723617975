// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes a document in link format, and stores a window of it (RFC 6690 2; RFC 7959).

use super::grammar::{after_name, char_len, check_target, is_token_char};
use super::link::Link;
use crate::bytes::before;
use crate::bytes::output::{Byte, Output};
use crate::bytes::sink::Sink;
use crate::error::Error;

/// Writes a document in link format, and stores the bytes of it that begin at an offset and fit into a buffer: a block
/// of a block-wise transfer.
///
/// A program writes the whole document again for each block, so it need not keep any state between blocks. The writer
/// keeps the first error, writes nothing after it, and returns it from [`LinkWriter::finish`]. Linear in the document.
///
/// ```
/// use cri::LinkWriter;
///
/// let mut buffer = [0; 64];
/// let mut writer = LinkWriter::new(&mut buffer);
/// writer.target("/t").attribute("rt", "temperature").flag("obs").target("/light");
/// assert_eq!(writer.finish()?, br#"</t>;rt="temperature";obs,</light>"#);
/// # Ok::<(), cri::Error>(())
/// ```
#[repr(C)]
pub struct LinkWriter<'b> {
    /// The output, whose position is the length of the document so far.
    pub(crate) document: Output<'b>,
    /// The offset in the document at which the buffer begins.
    pub(crate) offset: usize,
    pub(crate) error: Option<Error>,
}

impl<'b> LinkWriter<'b> {
    /// Returns a writer that stores a document from its start. If the buffer is empty, the writer only counts bytes.
    pub fn new(buffer: &'b mut [u8]) -> Self {
        Self::on(0, Output::new(buffer))
    }

    /// Returns a writer that stores a block: the bytes of a document from an offset on.
    ///
    /// ```
    /// use cri::{Error, LinkWriter};
    ///
    /// // The second block of 8 bytes of `</t>;rt="temperature"`.
    /// let mut buffer = [0; 8];
    /// let mut writer = LinkWriter::block(8, &mut buffer);
    /// let more = writer.target("/t").attribute("rt", "temperature").finish().err();
    /// assert_eq!(more, Some(Error::Buffer)); // another block follows
    /// assert_eq!(writer.stored(), b"\"tempera");
    /// ```
    pub fn block(offset: usize, buffer: &'b mut [u8]) -> Self {
        Self::on(offset, Output::new(buffer))
    }

    /// Returns a writer that stores into the buffer of an output.
    pub(crate) fn on(offset: usize, output: Output<'b>) -> Self {
        Self { document: output, offset, error: None }
    }

    /// Returns the first error so far.
    ///
    /// ```
    /// use cri::{Error, LinkWriter};
    ///
    /// let mut buffer = [0; 32];
    /// let mut writer = LinkWriter::new(&mut buffer);
    /// assert_eq!(writer.attribute("rt", "x").error(), Some(Error::Order)); // there is no link yet
    /// ```
    #[must_use]
    pub fn error(&self) -> Option<Error> {
        self.error
    }

    /// Returns the length of the document so far, whether it fits into the buffer or not.
    ///
    /// ```
    /// use cri::LinkWriter;
    ///
    /// let mut writer = LinkWriter::new(&mut []); // only counts
    /// assert_eq!(writer.target("/t").flag("obs").position(), b"</t>;obs".len());
    /// ```
    #[must_use]
    pub fn position(&self) -> usize {
        self.document.position()
    }

    /// Returns the bytes of the document that are in the buffer so far.
    ///
    /// ```
    /// use cri::LinkWriter;
    ///
    /// let mut buffer = [0; 6];
    /// let mut writer = LinkWriter::new(&mut buffer);
    /// assert_eq!(writer.target("/t").flag("obs").stored(), b"</t>;o");
    /// ```
    #[must_use]
    pub fn stored(&self) -> &[u8] {
        self.document.start(self.stored_length())
    }

    /// Returns the number of bytes that are in the buffer.
    pub(crate) fn stored_length(&self) -> usize {
        self.position().saturating_sub(self.offset).min(self.document.buffer.len())
    }

    /// Returns the bytes in the buffer, if the document ends within the buffer.
    ///
    /// Fails with the first error of the steps, or with `Buffer` if the document continues after the end of the buffer.
    /// The buffer then contains the bytes that fit. For a block, `Buffer` means that another block follows.
    ///
    /// ```
    /// use cri::{Error, LinkWriter};
    ///
    /// let mut buffer = [0; 8];
    /// let mut writer = LinkWriter::new(&mut buffer);
    /// assert_eq!(writer.target("/t").finish(), Ok(&b"</t>"[..]));
    /// assert_eq!(writer.target("/light").finish(), Err(Error::Buffer));
    /// ```
    pub fn finish(&self) -> Result<&[u8], Error> {
        self.complete().map(|()| self.stored())
    }

    /// Checks that the document ends within the buffer. Fails with the errors of [`LinkWriter::finish`].
    pub(crate) fn complete(&self) -> Result<(), Error> {
        let is_cut = self.position() > self.offset.saturating_add(self.document.buffer.len());
        self.error.or(is_cut.then_some(Error::Buffer)).map_or(Ok(()), Err)
    }

    /// Begins a link with a target, which must be an IRI reference. Fails with the errors of
    /// [`from_iri`](crate::from_iri()) for another text.
    ///
    /// ```
    /// use cri::LinkWriter;
    ///
    /// let mut buffer = [0; 16];
    /// let mut writer = LinkWriter::new(&mut buffer);
    /// assert_eq!(writer.target("/t").target("/l").finish()?, b"</t>,</l>");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn target(&mut self, target: impl AsRef<[u8]>) -> &mut Self {
        let _ = self.try_target(target.as_ref());
        self
    }

    /// Adds an attribute to the last link as it is written: a name, such as `obs`, or a name, `=` and a ptoken, such as
    /// `ver=1.1`. Fails with `Syntax` for another text, and with `Order` if there is no link.
    ///
    /// ```
    /// use cri::LinkWriter;
    ///
    /// let mut buffer = [0; 16];
    /// let mut writer = LinkWriter::new(&mut buffer);
    /// assert_eq!(writer.target("/t").flag("obs").flag("v=1.1").finish()?, b"</t>;obs;v=1.1");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn flag(&mut self, attribute: impl AsRef<[u8]>) -> &mut Self {
        let _ = self.try_flag(attribute.as_ref());
        self
    }

    /// Adds an attribute to the last link. The value is written in quotes, except a value of digits, and a ptoken if
    /// the name ends in `*` (R45). [`LinkWriter::flag`] writes a value as it is. Fails with `Order` if there is no
    /// link, with `Syntax` if the name is not an attribute name or the value has a control character other than a tab,
    /// and with `Utf8` if the value is not UTF-8.
    ///
    /// ```
    /// use cri::LinkWriter;
    ///
    /// let mut buffer = [0; 32];
    /// let mut writer = LinkWriter::new(&mut buffer);
    /// writer.target("/t").attribute("ct", "60").attribute("title", "5 o'clock");
    /// assert_eq!(writer.finish()?, br#"</t>;ct=60;title="5 o'clock""#);
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn attribute(&mut self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> &mut Self {
        let _ = self.try_attribute(name.as_ref(), value.as_ref());
        self
    }

    /// Adds a copy of a link, without blanks. The values are copied as they are written.
    ///
    /// ```
    /// use cri::{Link, LinkWriter};
    ///
    /// let mut buffer = [0; 32];
    /// let mut writer = LinkWriter::new(&mut buffer);
    /// writer.link(&Link::new("/t", "rt = temperature ; obs")?);
    /// assert_eq!(writer.finish()?, b"</t>;rt=temperature;obs");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn link(&mut self, link: &Link<'_>) -> &mut Self {
        let _ = self.try_link(link);
        self
    }

    pub(crate) fn try_target(&mut self, target: &[u8]) -> Result<(), Error> {
        self.step(check_target(target).map_err(|(error, _)| error))?;
        if self.position() > 0 {
            self.put(b",");
        }
        self.put(b"<");
        self.put(target);
        self.put(b">");
        Ok(())
    }

    /// Writes an attribute of a name and perhaps `=` and a ptoken.
    pub(crate) fn try_flag(&mut self, attribute: &[u8]) -> Result<(), Error> {
        let (name, value) = match after_name(attribute) {
            rest @ [b'=', value @ ..] => (before(attribute, rest), Some(value)),
            _ => (attribute, None),
        };
        self.step(if value.is_none_or(is_token) { Ok(()) } else { Err(Error::Syntax) })?;
        self.try_name(name)?;
        if let Some(value) = value {
            self.put(b"=");
            self.put(value);
        }
        Ok(())
    }

    fn try_name(&mut self, name: &[u8]) -> Result<(), Error> {
        let is_name = !name.is_empty() && after_name(name).is_empty();
        self.step(match self.position() {
            0 => Err(Error::Order),
            _ if is_name => Ok(()),
            _ => Err(Error::Syntax),
        })?;
        self.put(b";");
        self.put(name);
        Ok(())
    }

    pub(crate) fn try_attribute(&mut self, name: &[u8], value: &[u8]) -> Result<(), Error> {
        self.step(check_value(value))?;
        self.try_name(name)?;
        self.put(b"=");
        // R45
        let is_plain = match name {
            [.., b'*'] => is_token(value),
            _ => !value.is_empty() && value.iter().all(u8::is_ascii_digit),
        };
        if is_plain {
            self.put(value);
            return Ok(());
        }
        self.put(b"\"");
        let mut rest = value;
        loop {
            let length = rest.iter().take_while(|byte| !matches!(byte, b'"' | b'\\')).count();
            let (run, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            self.put(run);
            let Some((escaped, after)) = after.split_first() else {
                break;
            };
            self.put(&[b'\\', *escaped]);
            rest = after;
        }
        self.put(b"\"");
        Ok(())
    }

    pub(crate) fn try_link(&mut self, link: &Link<'_>) -> Result<(), Error> {
        self.try_target(link.target)?;
        let mut attributes = link.attributes();
        while let Some((name, value)) = attributes.next_attribute() {
            self.try_name(name)?;
            if value.is_set() {
                self.put(b"=");
                self.put(value.raw);
            }
        }
        Ok(())
    }

    /// Keeps the first error. Fails with that error.
    fn step(&mut self, checked: Result<(), Error>) -> Result<(), Error> {
        self.error = self.error.or(checked.err());
        self.error.map_or(Ok(()), Err)
    }
}

/// True for a ptoken (RFC 6690 2).
fn is_token(value: &[u8]) -> bool {
    !value.is_empty() && value.iter().all(|byte| is_token_char(*byte))
}

/// Checks that a value can be written in a quoted string.
fn check_value(value: &[u8]) -> Result<(), Error> {
    let mut rest = value;
    while !rest.is_empty() {
        match char_len(rest)? {
            0 => return Err(Error::Utf8),
            length => rest = rest.get(length..).unwrap_or(&[]),
        }
    }
    Ok(())
}

impl Sink for LinkWriter<'_> {
    /// Appends bytes to the document, and stores those that are within the window.
    #[inline(never)]
    fn put(&mut self, bytes: &[u8]) {
        let start = self.position();
        self.document.advance(bytes.len());
        let Some(bytes) = bytes.get(self.offset.saturating_sub(start)..) else {
            return;
        };
        let Some(room) = self.document.buffer.get_mut(start.saturating_sub(self.offset)..) else {
            return;
        };
        let count = room.len().min(bytes.len());
        if let (Some(room), Some(bytes)) = (room.get_mut(..count), bytes.get(..count)) {
            Byte::copy(room, bytes);
        }
    }
}
