// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the rows of an array, which are texts or bytes in one of several layouts, or null.

/// The reason why an array is not valid.
pub type Invalid = &'static str;

/// A bit for each row, from bit `first` of the bytes on. Without bytes, all bits are set.
#[derive(Default)]
pub struct Bits<'a> {
    pub bytes: Option<&'a [u8]>,
    pub first: usize,
}

impl Bits<'_> {
    /// True if the bit of a row is set.
    pub fn is_set(&self, row: usize) -> bool {
        let bit = self.first + row;
        self.bytes.is_none_or(|bytes| bytes.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0))
    }
}

/// The layout of the rows. The slices begin at the first row and have the right lengths; their contents are unchecked.
pub enum Layout<'a> {
    Null,
    Fixed { width: usize, data: &'a [u8] },
    Offsets32 { offsets: &'a [[u8; 4]], data: &'a [u8] },
    Offsets64 { offsets: &'a [[u8; 8]], data: &'a [u8] },
    Views { views: &'a [[u8; 16]], data: Vec<&'a [u8]> },
}

/// An array of texts or bytes.
pub struct Strings<'a> {
    pub length: usize,
    pub valid: Bits<'a>,
    pub layout: Layout<'a>,
}

impl<'a> Strings<'a> {
    fn get(&self, row: usize) -> Result<Option<&'a [u8]>, Invalid> {
        if !self.valid.is_set(row) || matches!(self.layout, Layout::Null) {
            return Ok(None);
        }
        self.bytes(row).map(Some).ok_or("its offsets are not those of a valid Arrow array")
    }

    fn bytes(&self, row: usize) -> Option<&'a [u8]> {
        match &self.layout {
            Layout::Null => None,
            Layout::Fixed { width, data } => data.get(row * width..)?.get(..*width),
            Layout::Offsets32 { offsets, data } => between(offsets.get(row..)?.first_chunk()?, data),
            Layout::Offsets64 { offsets, data } => between(offsets.get(row..)?.first_chunk()?, data),
            Layout::Views { views, data } => view(views.get(row)?, data),
        }
    }

    /// Returns the approximate number of bytes of all rows.
    pub fn size(&self) -> usize {
        match &self.layout {
            Layout::Null => 0,
            Layout::Fixed { data, .. } => data.len(),
            // The first offset of a slice need not be 0.
            Layout::Offsets32 { data, offsets } => {
                data.len() - offsets.first().and_then(|first| natural(first)).unwrap_or(0).min(data.len())
            }
            Layout::Offsets64 { data, offsets } => {
                data.len() - offsets.first().and_then(|first| natural(first)).unwrap_or(0).min(data.len())
            }
            Layout::Views { views, data } => 12 * views.len() + data.iter().map(|data| data.len()).sum::<usize>(),
        }
    }
}

/// Returns the bytes between two offsets.
#[inline]
fn between<'a, const N: usize>([begin, end]: &[[u8; N]; 2], data: &'a [u8]) -> Option<&'a [u8]> {
    data.get(natural(begin)?..natural(end)?)
}

/// Reads a number of 32 or 64 bits. Returns `None` if it is negative.
#[inline]
pub fn natural(bytes: &[u8]) -> Option<usize> {
    let number = match bytes.first_chunk::<8>() {
        Some(bytes) => i64::from_ne_bytes(*bytes),
        None => i32::from_ne_bytes(*bytes.first_chunk::<4>()?).into(),
    };
    usize::try_from(number).ok()
}

/// Returns the bytes of a view. Up to 12 bytes are in the view itself, more bytes are in one of the buffers.
fn view<'a>(view: &'a [u8; 16], data: &[&'a [u8]]) -> Option<&'a [u8]> {
    let number = |at: usize| natural(view.get(at..at + 4)?);
    let length = number(0)?;
    if length <= 12 {
        return view.get(4..4 + length);
    }
    data.get(number(8)?)?.get(number(12)?..)?.get(..length)
}

/// The keys of an array with a dictionary.
pub struct Keys<'a> {
    pub length: usize,
    pub valid: Bits<'a>,
    pub keys: &'a [u8],
    /// The number of bytes of a key: 1, 2, 4 or 8.
    pub width: usize,
    pub is_signed: bool,
}

impl Keys<'_> {
    /// Returns the key of a row, or `usize::MAX` if it is negative.
    fn get(&self, row: usize) -> usize {
        let key = self.keys.get(row * self.width..).and_then(|keys| keys.get(..self.width));
        let (number, bits) = match *key.unwrap_or_default() {
            [a] => (u64::from(a), 8),
            [a, b] => (u16::from_ne_bytes([a, b]).into(), 16),
            [a, b, c, d] => (u32::from_ne_bytes([a, b, c, d]).into(), 32),
            ref wide => (wide.first_chunk().map_or(u64::MAX, |bytes| u64::from_ne_bytes(*bytes)), 64),
        };
        if self.is_signed && number >> (bits - 1) != 0 {
            usize::MAX
        } else {
            usize::try_from(number).unwrap_or(usize::MAX)
        }
    }
}

/// The rows of an array.
pub enum Rows<'a> {
    Plain(Strings<'a>),
    Dictionary(Keys<'a>, Strings<'a>),
}

impl<'a> Rows<'a> {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Plain(strings) => strings.length,
            Self::Dictionary(keys, _) => keys.length,
        }
    }

    /// Returns the bytes of a row, or `None` for null.
    pub fn get(&self, row: usize) -> Result<Option<&'a [u8]>, Invalid> {
        match self {
            Self::Plain(strings) => strings.get(row),
            Self::Dictionary(keys, _) if !keys.valid.is_set(row) => Ok(None),
            Self::Dictionary(keys, values) => match keys.get(row) {
                key if key < values.length => values.get(key),
                _ => Err("its key is not in the dictionary"),
            },
        }
    }

    /// Returns the number of values in the dictionary. Returns `None` if it is larger than the number of rows, or if
    /// there is no dictionary.
    pub fn values(&self) -> Option<usize> {
        match self {
            Self::Dictionary(keys, values) if values.length <= keys.length => Some(values.length),
            _ => None,
        }
    }

    /// Returns the index in the dictionary of a row that is not null.
    pub fn value(&self, row: usize) -> Option<usize> {
        match self {
            Self::Dictionary(keys, _) => Some(keys.get(row)),
            Self::Plain(_) => None,
        }
    }

    /// Returns the approximate number of bytes of all rows or, with a dictionary, of all values.
    pub fn size(&self) -> usize {
        match self {
            Self::Plain(strings) | Self::Dictionary(_, strings) => strings.size(),
        }
    }
}
