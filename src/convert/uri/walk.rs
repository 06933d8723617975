// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Going through the segments of a path or the parameters of a query, and decoding them.

use super::split::{Part, Uri};
use crate::cbor::write::{Byte, Output, Sink};
use crate::chars::{UNRESERVED, class, triplet};
use crate::error::Error;

/// The segments of a path or the parameters of a query, as they are written. Linear in all.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Pieces<'u> {
    pub(crate) rest: Option<&'u [u8]>,
    pub(crate) separator: u8,
}

impl<'u> Pieces<'u> {
    /// The segments of a path: none of an empty one; the slash that begins a path separates nothing
    /// (RFC 3986 section 3.3).
    pub fn of_path(path: &'u [u8]) -> Self {
        Self::of(Part::Path, Some(path))
    }

    /// Those of a path or of a query.
    #[inline(always)]
    pub(crate) fn of(part: Part, text: Option<&'u [u8]>) -> Self {
        match (part, text) {
            (Part::Path, Some([])) => Self { rest: None, separator: b'/' },
            (Part::Path, Some([b'/', segments @ ..])) => Self { rest: Some(segments), separator: b'/' },
            (Part::Path, rest) => Self { rest, separator: b'/' },
            (_, rest) => Self { rest, separator: b'&' },
        }
    }

    /// The next of them, and what is behind its separator.
    #[inline(always)]
    pub(crate) fn first(&self) -> Option<(&'u [u8], Option<&'u [u8]>)> {
        let text = self.rest?;
        let end = text.iter().position(|byte| *byte == self.separator);
        Some((text.get(..end.unwrap_or(text.len()))?, end.and_then(|end| text.get(end + 1..))))
    }

    /// The parameters of a query, which ampersands separate: none of an undefined one, an empty one of an
    /// empty one (as href section 6.1 has it).
    pub fn of_query(query: Option<&'u [u8]>) -> Self {
        Self::of(Part::Query, query)
    }
}

impl<'u> Iterator for Pieces<'u> {
    type Item = &'u [u8];

    fn next(&mut self) -> Option<&'u [u8]> {
        let (piece, rest) = self.first()?;
        self.rest = rest;
        Some(piece)
    }
}

impl<'u> Uri<'u> {
    /// The segments of the path.
    pub fn segments(&self) -> Pieces<'u> {
        Pieces::of_path(self.path())
    }

    /// The parameters of the query.
    pub fn parameters(&self) -> Pieces<'u> {
        Pieces::of_query(self.query())
    }
}

/// What becomes of the characters of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The octets that it stands for.
    Decoded,
    /// Its normal form: triplets of unreserved characters decoded, the digits of others in upper case (RFC 3986
    /// sections 6.2.2.1, 6.2.2.2).
    Normal,
    /// Its normal form where case makes no difference: letters in lower case too.
    Folded,
}

/// The characters of a component in some form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Characters<'u> {
    rest: &'u [u8],
    form: Form,
    /// How many digits of a triplet come next.
    digits: u8,
}

impl<'u> Characters<'u> {
    pub(super) fn new(component: &'u [u8], form: Form) -> Self {
        Self { rest: component, form, digits: 0 }
    }

    /// Puts them out. Linear.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn put<T: Byte>(mut self, output: &mut Output<'_, T>) {
        while let character @ ..NO_CHARACTER = self.character() {
            output.byte(character as u8);
        }
    }

    /// The next of them, if there is one.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn character(&mut self) -> u32 {
        let text = self.rest;
        let Some((first, after)) = text.split_first() else {
            return NO_CHARACTER;
        };
        let mut character = *first;
        self.rest = after;
        if self.digits > 0 {
            self.digits -= 1;
            // A hexadecimal digit behind "Z" is a letter in lower case.
            return (if character > b'Z' { character ^ 0x20 } else { character }) as u32;
        }
        if let [b'%', _, _, behind @ ..] = text
            && let Some(octet) = triplet(text)
        {
            if self.form == Form::Decoded || class(octet) & UNRESERVED > 0 {
                character = octet;
                self.rest = behind;
            } else {
                self.digits = 2;
            }
        }
        if self.form == Form::Folded {
            character = character.to_ascii_lowercase();
        }
        character as u32
    }
}

/// What is behind the last character.
pub(super) const NO_CHARACTER: u32 = 256;

/// The octets of a component: its characters, and what its triplets stand for (RFC 3986 section 2.4). A `%`
/// that begins no triplet stands for itself.
#[derive(Clone, Copy, Debug)]
pub struct Decoded<'u>(Characters<'u>);

impl<'u> Decoded<'u> {
    /// Of a component, or of a part of one: decode behind the splitting, never before.
    pub fn new(component: &'u [u8]) -> Self {
        Self(Characters::new(component, Form::Decoded))
    }

    /// Writes the octets. `Buffer` if they do not fit. Linear.
    pub fn put<T: Byte>(self, output: &mut Output<'_, T>) -> Result<(), Error> {
        self.0.put(output);
        output.written().map(|_| ())
    }
}

impl Iterator for Decoded<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        u8::try_from(self.0.character()).ok()
    }
}
