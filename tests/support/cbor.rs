// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generic CBOR (RFC 8949) as a tree, written for clarity. Decoding reads from the front and decides well-formedness
//! like the pseudocode of appendix C.

use cri::Error;

/// A data item. `Indefinite` is an item of indefinite length, which no CRI contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Uint(u64),
    Nint(u64),
    Bytes(Vec<u8>),
    Text(Vec<u8>),
    Array(Vec<Value>),
    Map(Vec<(Value, Value)>),
    Tag(u64, Box<Value>),
    Simple(u8),
    Float,
    Indefinite,
}

pub const FALSE: Value = Value::Simple(20);
pub const TRUE: Value = Value::Simple(21);
pub const NULL: Value = Value::Simple(22);

/// The head at an offset: the major type; the argument, or None for an indefinite length; and the end of the head.
pub fn head(data: &[u8], at: usize) -> Result<(u8, Option<u64>, usize), Error> {
    let initial = *data.get(at).ok_or(Error::Truncated)?;
    let (major, info) = (initial >> 5, initial & 31);
    let width = match info {
        0..24 => return Ok((major, Some(u64::from(info)), at + 1)),
        24..28 => 1 << (info - 24),
        31 if (2..6).contains(&major) => return Ok((major, None, at + 1)),
        _ => return Err(Error::Cbor),
    };
    let bytes = data.get(at + 1..at + 1 + width).ok_or(Error::Truncated)?;
    let argument = bytes.iter().fold(0, |value, byte| value << 8 | u64::from(*byte));
    if initial == 0xf8 && argument < 32 { Err(Error::Cbor) } else { Ok((major, Some(argument), at + 1 + width)) }
}

/// The end of the content of a string that begins at an offset and has a definite or an indefinite length.
pub fn string_end(data: &[u8], major: u8, length: Option<u64>, mut at: usize) -> Result<usize, Error> {
    if let Some(length) = length {
        return if length <= (data.len() - at) as u64 { Ok(at + length as usize) } else { Err(Error::Truncated) };
    }
    loop {
        // The first byte of a chunk shows whether it can be a chunk.
        match *data.get(at).ok_or(Error::Truncated)? {
            0xff => return Ok(at + 1),
            initial if initial >> 5 != major || initial & 31 == 31 => return Err(Error::Cbor),
            _ => {}
        }
        let (_, length, start) = head(data, at)?;
        at = string_end(data, major, length, start)?;
    }
}

/// A decoder. `frames` is the greatest number of places that the stack of an iterative reader has to remember: one for
/// each indefinite-length item, and one for each definite-length container directly inside such an item.
pub struct Decoder<'a> {
    data: &'a [u8],
    pub pos: usize,
    pub frames: usize,
}

impl<'a> Decoder<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self { data, pos: 0, frames: 0 }
    }

    /// Reads the next data item, or returns `Truncated` or `Cbor`.
    pub fn value(&mut self) -> Result<Value, Error> {
        self.nested(0, false)
    }

    fn nested(&mut self, frames: usize, in_indefinite: bool) -> Result<Value, Error> {
        self.item(frames, in_indefinite)?.ok_or(Error::Cbor)
    }

    /// Reads the next item, or returns None for a break.
    fn item(&mut self, frames: usize, in_indefinite: bool) -> Result<Option<Value>, Error> {
        if self.data.get(self.pos) == Some(&0xff) {
            self.pos += 1;
            return Ok(None);
        }
        let info = self.data.get(self.pos).map_or(0, |initial| initial & 31);
        let (major, argument, start) = head(self.data, self.pos)?;
        self.pos = start;
        let Some(argument) = argument else { return self.indefinite(major, frames + 1).map(Some) };
        let inner = frames + usize::from(in_indefinite);
        if (4..7).contains(&major) {
            self.frames = self.frames.max(if argument > 0 || major == 6 { inner } else { frames });
        }
        let mut nested = |_| self.nested(inner, false);
        Ok(Some(match major {
            0 => Value::Uint(argument),
            1 => Value::Nint(argument),
            2 | 3 => {
                self.pos = string_end(self.data, major, Some(argument), start)?;
                let content = self.data[start..self.pos].to_vec();
                if major == 2 { Value::Bytes(content) } else { Value::Text(content) }
            }
            4 => Value::Array((0..argument).map(nested).collect::<Result<_, _>>()?),
            5 => Value::Map((0..argument).map(|at| Ok((nested(at)?, nested(at)?))).collect::<Result<_, Error>>()?),
            6 => Value::Tag(argument, Box::new(nested(0)?)),
            _ if info <= 24 => Value::Simple(argument as u8),
            _ => Value::Float,
        }))
    }

    fn indefinite(&mut self, major: u8, frames: usize) -> Result<Value, Error> {
        self.frames = self.frames.max(frames);
        match major {
            2 | 3 => self.pos = string_end(self.data, major, None, self.pos)?,
            4 => while self.item(frames, true)?.is_some() {},
            _ => {
                while self.item(frames, true)?.is_some() {
                    self.nested(frames, true)?;
                }
            }
        }
        Ok(Value::Indefinite)
    }
}

/// Appends a head whose argument takes at least `width` bytes (0, 1, 2, 4 or 8).
pub fn put_head(out: &mut Vec<u8>, major: u8, argument: u64, width: usize) {
    let needed = match argument {
        0..=23 => 0,
        24..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xffff_ffff => 4,
        _ => 8,
    };
    let width = width.max(needed);
    let info = if width == 0 { argument as u8 } else { 24 + width.ilog2() as u8 };
    out.push(major << 5 | info);
    out.extend_from_slice(&argument.to_be_bytes()[8 - width..]);
}

/// Appends an item. For every head, `width` returns the minimum number of bytes of its argument.
pub fn put(out: &mut Vec<u8>, value: &Value, width: &mut dyn FnMut() -> usize) {
    let (major, argument) = match value {
        Value::Uint(argument) => (0, *argument),
        Value::Nint(argument) => (1, *argument),
        Value::Bytes(bytes) => (2, bytes.len() as u64),
        Value::Text(text) => (3, text.len() as u64),
        Value::Array(items) => (4, items.len() as u64),
        Value::Map(pairs) => (5, pairs.len() as u64),
        Value::Tag(tag, _) => (6, *tag),
        Value::Simple(number) if *number < 24 => return out.push(0xe0 | number),
        Value::Simple(number) => return out.extend_from_slice(&[0xf8, *number]),
        Value::Float => return out.extend_from_slice(&[0xf9, 0x3c, 0x00]),
        Value::Indefinite => return out.extend_from_slice(&[0x9f, 0xff]),
    };
    put_head(out, major, argument, width());
    match value {
        Value::Bytes(content) | Value::Text(content) => out.extend_from_slice(content),
        Value::Array(items) => items.iter().for_each(|item| put(out, item, width)),
        Value::Map(pairs) => {
            pairs.iter().for_each(|pair| [&pair.0, &pair.1].into_iter().for_each(|item| put(out, item, width)))
        }
        Value::Tag(_, value) => put(out, value, width),
        _ => {}
    }
}

/// Encodes an item in its shortest form.
pub fn encoded(value: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    put(&mut out, value, &mut || 0);
    out
}
