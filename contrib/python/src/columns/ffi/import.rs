// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads schemas, arrays and streams that other libraries export.

use super::{Array, Schema, Stream, Structure};
use crate::columns::rows::{Bits, Invalid, Keys, Layout, Rows, Strings, natural};
use std::ffi::{CStr, CString, c_int};
use std::slice::from_raw_parts;

/// The type of a column of texts or bytes.
pub struct Kind {
    /// True if the column is text, false if it is bytes, `None` if it has the type null.
    pub is_text: Option<bool>,
    /// True if results need 64-bit offsets, because the column does not have 32-bit offsets.
    pub is_wide: bool,
    /// The column's name, if it is the only column of a table.
    pub table: Option<CString>,
    form: Form,
    keys: Option<Width>,
}

/// The layout of strings.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Null,
    Fixed(usize),
    Offsets32,
    Offsets64,
    Views,
}

/// The number of bytes of a dictionary's key, and true if keys are signed.
type Width = (usize, bool);

impl Kind {
    /// Reads the type of a column, or of the column of a table that has only one. If the column
    /// has another type, the error is the name of that type.
    pub fn of(schema: &Schema) -> Result<Self, String> {
        if schema.format()? != b"+s" {
            return Self::of_column(schema, None);
        }
        // SAFETY: the producer is trusted to have `n_children` pointers at `children`.
        match unsafe { one(schema.n_children, schema.children) } {
            Some(child) => Self::of_column(child, Some(child.name())),
            None => Err(format!("a table of {} columns", schema.n_children)),
        }
    }

    fn of_column(schema: &Schema, table: Option<CString>) -> Result<Self, String> {
        let format = schema.format()?;
        // SAFETY: the pointer is null or points to the schema of the values.
        let values = unsafe { schema.dictionary.as_ref() };
        let keys = values.map(|_| width(format).ok_or("a dictionary without integer keys")).transpose()?;
        let format = values.map_or(Ok(format), Schema::format)?;
        let (is_text, form) = match format {
            b"n" => (None, Form::Null),
            b"u" => (Some(true), Form::Offsets32),
            b"z" => (Some(false), Form::Offsets32),
            b"U" => (Some(true), Form::Offsets64),
            b"Z" => (Some(false), Form::Offsets64),
            b"vu" => (Some(true), Form::Views),
            b"vz" => (Some(false), Form::Views),
            [b'w', b':', digits @ ..] => (Some(false), Form::Fixed(number(digits).ok_or("bytes of no valid width")?)),
            other => return Err(format!("Arrow's format {:?}", String::from_utf8_lossy(other))),
        };
        Ok(Self { is_text, is_wide: form != Form::Offsets32, table, form, keys })
    }
}

fn width(format: &[u8]) -> Option<Width> {
    let at = b"cCsSiIlL".iter().position(|code| [*code] == format)?;
    Some((1 << (at / 2), at % 2 == 0))
}

fn number(digits: &[u8]) -> Option<usize> {
    let value = str::from_utf8(digits).ok()?.parse::<u32>().ok()?;
    usize::try_from(value).ok()
}

/// Returns the child of a structure that has exactly one.
///
/// # Safety
/// `children` must be null or point to `count` pointers, each of which is null or points to a child.
unsafe fn one<'a, T>(count: i64, children: *const *mut T) -> Option<&'a T> {
    if count != 1 || children.is_null() {
        return None;
    }
    // SAFETY: the caller ensures that the pointers are valid, as the section Safety requires.
    unsafe { (*children).as_ref() }
}

impl Schema {
    fn format(&self) -> Result<&[u8], &'static str> {
        if self.format.is_null() {
            return Err("a schema without a format");
        }
        // SAFETY: a format ends in NUL.
        Ok(unsafe { CStr::from_ptr(self.format) }.to_bytes())
    }

    fn name(&self) -> CString {
        if self.name.is_null() {
            return CString::default();
        }
        // SAFETY: a name ends in NUL.
        unsafe { CStr::from_ptr(self.name) }.to_owned()
    }
}

/// The limit of the length of a buffer in bytes. Memory has no room for a longer one.
const LIMIT: usize = isize::MAX as usize / 2;

impl Array {
    /// Returns the rows of an array of the type `kind`.
    pub fn rows(&self, kind: &Kind) -> Result<Rows<'_>, Invalid> {
        let (first, length) = self.extent()?;
        let Some(_) = kind.table else { return self.column(kind, first, length) };
        // SAFETY: the producer is trusted to have `n_children` pointers at `children`.
        let child = unsafe { one(self.n_children, self.children) }.ok_or("a table that lacks its column")?;
        let (child_first, child_length) = child.extent()?;
        if first + length > child_length {
            return Err("a column that is shorter than its table");
        }
        let valid = self.bits(first, length)?;
        if !(0..length).all(|row| valid.is_set(row)) {
            return Err("a table with rows that are null");
        }
        child.column(kind, child_first + first, length)
    }

    fn column(&self, kind: &Kind, first: usize, length: usize) -> Result<Rows<'_>, Invalid> {
        let Some((width, is_signed)) = kind.keys else {
            return Ok(Rows::Plain(self.strings(kind.form, first, length)?));
        };
        // SAFETY: the pointer is null or points to the dictionary.
        let dictionary = unsafe { self.dictionary.as_ref() }.ok_or("keys without a dictionary")?;
        let (values_first, values_length) = dictionary.extent()?;
        let values = dictionary.strings(kind.form, values_first, values_length)?;
        self.has_buffers(length, 2)?;
        let keys = self.fixed(1, width, first, length)?;
        Ok(Rows::Dictionary(Keys { length, valid: self.bits(first, length)?, keys, width, is_signed }, values))
    }

    fn strings(&self, form: Form, first: usize, length: usize) -> Result<Strings<'_>, Invalid> {
        let valid = if form == Form::Null { Bits::default() } else { self.bits(first, length)? };
        let layout = match form {
            Form::Null => Layout::Null,
            Form::Fixed(width) => {
                self.has_buffers(length, 2)?;
                Layout::Fixed { width, data: self.fixed(1, width, first, length)? }
            }
            Form::Offsets32 => self.offsets::<4>(first, length)?,
            Form::Offsets64 => self.offsets::<8>(first, length)?,
            Form::Views => self.views(first, length)?,
        };
        Ok(Strings { length, valid, layout })
    }

    /// Returns the layout of strings with offsets of N bytes. Its data end at the last offset.
    fn offsets<const N: usize>(&self, first: usize, length: usize) -> Result<Layout<'_>, Invalid> {
        self.has_buffers(length, 3)?;
        // An array without rows may lack even its first offset.
        let rows = if length == 0 { 0 } else { length + 1 };
        let (offsets, _) = self.fixed(1, N, first, rows)?.as_chunks::<N>();
        let end = offsets.last().map_or(Ok(0), |last| end_of(last))?;
        let data = self.buffer(2, end)?;
        Ok(match N {
            4 => Layout::Offsets32 { offsets: offsets.as_flattened().as_chunks().0, data },
            _ => Layout::Offsets64 { offsets: offsets.as_flattened().as_chunks().0, data },
        })
    }

    /// Returns the layout of views. The lengths of their data buffers are in the last buffer.
    fn views(&self, first: usize, length: usize) -> Result<Layout<'_>, Invalid> {
        if length == 0 {
            return Ok(Layout::Views { views: &[], data: Vec::new() });
        }
        let count = usize::try_from(self.n_buffers).ok().and_then(|count| count.checked_sub(3));
        let count = count.filter(|_| !self.buffers.is_null()).ok_or("too few buffers")?;
        let (views, _) = self.fixed(1, 16, first, length)?.as_chunks();
        let (lengths, _) = self.fixed(2 + count, 8, 0, count)?.as_chunks::<8>();
        let data = lengths.iter().enumerate().map(|(at, length)| self.buffer(2 + at, end_of(length)?));
        Ok(Layout::Views { views, data: data.collect::<Result<_, _>>()? })
    }

    /// Returns the first row and the number of rows. Their sum times 16 is at most [`LIMIT`].
    fn extent(&self) -> Result<(usize, usize), Invalid> {
        let checked = |number: i64| usize::try_from(number).ok().filter(|number| *number <= LIMIT / 32);
        checked(self.offset).zip(checked(self.length)).ok_or("a length or an offset out of range")
    }

    /// Fails if the number of buffers is not `count`. An array without rows need not have buffers.
    fn has_buffers(&self, length: usize, count: i64) -> Result<(), Invalid> {
        if length == 0 || (self.n_buffers == count && !self.buffers.is_null()) {
            return Ok(());
        }
        Err("a wrong number of buffers for its type")
    }

    /// Returns the validity of rows.
    fn bits(&self, first: usize, length: usize) -> Result<Bits<'_>, Invalid> {
        if length == 0 || self.n_buffers < 1 || self.buffers.is_null() || self.pointer(0).is_null() {
            return Ok(Bits::default());
        }
        Ok(Bits { bytes: Some(self.buffer(0, (first + length).div_ceil(8))?), first })
    }

    /// Returns `length` items of a buffer, from item `first` on. An item has `width` bytes.
    fn fixed(&self, index: usize, width: usize, first: usize, length: usize) -> Result<&[u8], Invalid> {
        let size = (first + length).checked_mul(width).ok_or("a length out of range")?;
        let items = if length == 0 { &[] } else { self.buffer(index, size)? };
        Ok(items.get(first * width..).unwrap_or_default())
    }

    /// Returns the first `size` bytes of a buffer. `index` must be less than the number of buffers.
    fn buffer(&self, index: usize, size: usize) -> Result<&[u8], Invalid> {
        let pointer = self.pointer(index).cast::<u8>();
        match size {
            0 => Ok(&[]),
            _ if pointer.is_null() => Err("a buffer without an address"),
            LIMIT.. => Err("a length out of range"),
            // SAFETY: the producer is trusted for the lengths and offsets that the size was computed from.
            _ => Ok(unsafe { from_raw_parts(pointer, size) }),
        }
    }

    /// Returns the pointer to a buffer. `index` must be less than the number of buffers.
    fn pointer(&self, index: usize) -> *const std::ffi::c_void {
        // SAFETY: every caller has compared the index with the number of buffers.
        unsafe { *self.buffers.add(index) }
    }
}

/// Reads the last offset, or the length of a buffer.
fn end_of(bytes: &[u8]) -> Result<usize, Invalid> {
    natural(bytes).ok_or("a negative offset")
}

/// The errno and the message of a stream's error.
pub type Broken = (c_int, String);

impl Stream {
    /// Returns the type of all chunks.
    pub fn schema(&mut self) -> Result<Schema, Broken> {
        let get = self.get_schema.ok_or_else(no_callback)?;
        self.get(|stream, place| {
            // SAFETY: the stream has not been released, and `place` is a schema.
            unsafe { get(stream, place) }
        })
    }

    /// Returns the next chunk, or `None` at the end.
    pub fn next(&mut self) -> Result<Option<Array>, Broken> {
        let get = self.get_next.ok_or_else(no_callback)?;
        let array = self.get(|stream, place: &mut Array| {
            // SAFETY: the stream has not been released, and `place` is an array.
            unsafe { get(stream, place) }
        })?;
        Ok(array.release.is_some().then_some(array))
    }

    fn get<T: Structure>(&mut self, get: impl FnOnce(&mut Self, &mut T) -> c_int) -> Result<T, Broken> {
        let mut place = T::empty();
        match get(self, &mut place) {
            0 => Ok(place),
            number => Err((number, self.last_error())),
        }
    }

    fn last_error(&mut self) -> String {
        let message = self.get_last_error.map(|get| {
            // SAFETY: the stream has not been released, and its last call failed.
            unsafe { get(self) }
        });
        let Some(message) = message.filter(|message| !message.is_null()) else { return String::from("no message") };
        // SAFETY: a message ends in NUL, and is valid until the next call.
        unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned()
    }
}

fn no_callback() -> Broken {
    (22, String::from("an Arrow stream without its callbacks")) // EINVAL
}
