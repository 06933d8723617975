// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generic CBOR (RFC 8949) as a tree, written for clarity: decoding decides well-formedness as the
//! pseudocode of appendix C does, reading from the front.

/// A data item. `Indefinite` stands for anything of indefinite length, which no CRI holds.
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

/// Why bytes do not start with a data item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Truncated,
    Malformed,
}

/// A decoder; `frames` is how many places to come back to a stack of containers took at most: one for
/// each indefinite-length item, one for each definite one directly inside such an item.
pub struct Decoder<'a> {
    data: &'a [u8],
    pub pos: usize,
    pub frames: usize,
}

enum Item {
    Value(Value),
    Break,
}

impl<'a> Decoder<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self { data, pos: 0, frames: 0 }
    }

    fn take(&mut self, count: u64) -> Result<&'a [u8], Fault> {
        let left = (self.data.len() - self.pos) as u64;
        if count > left {
            return Err(Fault::Truncated);
        }
        let taken = &self.data[self.pos..self.pos + count as usize];
        self.pos += count as usize;
        Ok(taken)
    }

    fn argument(&mut self, info: u8) -> Result<u64, Fault> {
        let size = match info {
            0..=23 => return Ok(info as u64),
            24 => 1,
            25 => 2,
            26 => 4,
            27 => 8,
            _ => return Err(Fault::Malformed),
        };
        Ok(self.take(size)?.iter().fold(0, |value, byte| value << 8 | *byte as u64))
    }

    /// The next data item.
    pub fn value(&mut self) -> Result<Value, Fault> {
        self.nested(0, false)
    }

    fn nested(&mut self, frames: usize, in_indefinite: bool) -> Result<Value, Fault> {
        match self.item(frames, in_indefinite)? {
            Item::Value(value) => Ok(value),
            Item::Break => Err(Fault::Malformed),
        }
    }

    fn item(&mut self, frames: usize, in_indefinite: bool) -> Result<Item, Fault> {
        let initial = self.take(1)?[0];
        let (major, info) = (initial >> 5, initial & 31);
        if info == 31 {
            return self.indefinite(major, frames + 1);
        }
        let inner = frames + in_indefinite as usize;
        let argument = self.argument(info)?;
        let value = match major {
            0 => Value::Uint(argument),
            1 => Value::Nint(argument),
            2 => Value::Bytes(self.take(argument)?.to_vec()),
            3 => Value::Text(self.take(argument)?.to_vec()),
            4 => {
                self.frames = self.frames.max(if argument > 0 { inner } else { frames });
                let mut items = Vec::new();
                for _ in 0..argument {
                    items.push(self.nested(inner, false)?);
                }
                Value::Array(items)
            }
            5 => {
                self.frames = self.frames.max(if argument > 0 { inner } else { frames });
                let mut pairs = Vec::new();
                for _ in 0..argument {
                    pairs.push((self.nested(inner, false)?, self.nested(inner, false)?));
                }
                Value::Map(pairs)
            }
            6 => {
                self.frames = self.frames.max(inner);
                Value::Tag(argument, Box::new(self.nested(inner, false)?))
            }
            _ => match info {
                0..=23 => Value::Simple(info),
                24 if argument < 32 => return Err(Fault::Malformed),
                24 => Value::Simple(argument as u8),
                _ => Value::Float,
            },
        };
        Ok(Item::Value(value))
    }

    fn indefinite(&mut self, major: u8, frames: usize) -> Result<Item, Fault> {
        self.frames = self.frames.max(frames);
        match major {
            2 | 3 => loop {
                let initial = self.take(1)?[0];
                if initial == 0xff {
                    break;
                }
                if initial >> 5 != major || initial & 31 == 31 {
                    return Err(Fault::Malformed);
                }
                let length = self.argument(initial & 31)?;
                self.take(length)?;
            },
            4 => while let Item::Value(_) = self.item(frames, true)? {},
            5 => {
                while let Item::Value(_) = self.item(frames, true)? {
                    self.nested(frames, true)?;
                }
            }
            7 => return Ok(Item::Break),
            _ => return Err(Fault::Malformed),
        }
        Ok(Item::Value(Value::Indefinite))
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
    let info = match width {
        0 => argument as u8,
        1 => 24,
        2 => 25,
        4 => 26,
        _ => 27,
    };
    out.push(major << 5 | info);
    out.extend_from_slice(&argument.to_be_bytes()[8 - width..]);
}

/// Appends an item; `width` tells, for every head, how many bytes its argument takes at least.
pub fn put(out: &mut Vec<u8>, value: &Value, width: &mut dyn FnMut() -> usize) {
    match value {
        Value::Uint(argument) => put_head(out, 0, *argument, width()),
        Value::Nint(argument) => put_head(out, 1, *argument, width()),
        Value::Bytes(bytes) => {
            put_head(out, 2, bytes.len() as u64, width());
            out.extend_from_slice(bytes);
        }
        Value::Text(text) => {
            put_head(out, 3, text.len() as u64, width());
            out.extend_from_slice(text);
        }
        Value::Array(items) => {
            put_head(out, 4, items.len() as u64, width());
            items.iter().for_each(|item| put(out, item, width));
        }
        Value::Map(pairs) => {
            put_head(out, 5, pairs.len() as u64, width());
            for (key, value) in pairs {
                put(out, key, width);
                put(out, value, width);
            }
        }
        Value::Tag(tag, value) => {
            put_head(out, 6, *tag, width());
            put(out, value, width);
        }
        Value::Simple(number) if *number < 24 => out.push(0xe0 | number),
        Value::Simple(number) => out.extend_from_slice(&[0xf8, *number]),
        Value::Float => out.extend_from_slice(&[0xf9, 0x3c, 0x00]),
        Value::Indefinite => out.extend_from_slice(&[0x9f, 0xff]),
    }
}

/// The item in its shortest form.
pub fn encoded(value: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    put(&mut out, value, &mut || 0);
    out
}
