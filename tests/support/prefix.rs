// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the first bytes of an encoding can still become: the CDDL of both revisions read from the front, item by item.
//! Where it says that a prefix is open although nothing can follow, an enumeration only takes longer.

use super::model::{is_octet, minimal, scheme_name};
use cri::Revision;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// A CRI of so many bytes is at the start.
    Whole(usize),
    /// It may be the start of a CRI, which takes at least `owed` bytes more. `number`: what follows belongs to a scheme
    /// id of 4 or 8 bytes, whose value decides nothing.
    Open { owed: u64, number: bool },
    /// No CRI starts with this.
    Dead,
}

enum Stop {
    Open,
    Dead,
}

use Stop::{Dead, Open};

type Step<T> = Result<T, Stop>;

const FALSE: u8 = 0xf4;
const TRUE: u8 = 0xf5;
const NULL: u8 = 0xf6;

pub fn prefix(revision: Revision, data: &[u8]) -> Prefix {
    let mut reader = Reader { revision, data, pos: 0, owed: 1, number: false };
    match reader.cri() {
        Ok(()) => Prefix::Whole(reader.pos),
        Err(Open) => Prefix::Open { owed: reader.owed, number: reader.number },
        Err(Dead) => Prefix::Dead,
    }
}

struct Reader<'a> {
    revision: Revision,
    data: &'a [u8],
    pos: usize,
    /// The bytes that must still come for what was read so far: one for each item that is announced.
    owed: u64,
    number: bool,
}

fn unless(wrong: bool) -> Step<()> {
    if wrong { Err(Dead) } else { Ok(()) }
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Step<u8> {
        self.data.get(self.pos).copied().ok_or(Open)
    }

    fn is(&self, initial: u8) -> Step<bool> {
        Ok(self.peek()? == initial)
    }

    /// Takes a simple value.
    fn simple(&mut self) {
        self.pos += 1;
        self.owed -= 1;
    }

    /// A head of one of the major types, with an argument of at most `most`.
    fn head(&mut self, majors: &[u8], most: u64) -> Step<(u8, u64)> {
        let initial = self.peek()?;
        let (major, info) = (initial >> 5, initial & 31);
        unless(!majors.contains(&major) || info > 27)?;
        self.pos += 1;
        self.owed -= 1;
        if info < 24 {
            unless(info as u64 > most)?;
            return Ok((major, info as u64));
        }
        let width = 1 << (info - 24);
        let rest = &self.data[self.pos..];
        let known = &rest[..rest.len().min(width)];
        let start = known.iter().fold(0, |value: u64, byte| value << 8 | *byte as u64);
        let missing = width - known.len();
        // The least value that these bytes can become.
        unless(missing < 8 && start << (8 * missing) > most)?;
        self.pos += known.len();
        if missing > 0 {
            self.owed += missing as u64;
            self.number = major == 1 && width >= 4;
            return Err(Open);
        }
        Ok((major, start))
    }

    fn array(&mut self, most: u64) -> Step<u64> {
        let (_, count) = self.head(&[4], most)?;
        self.owed = self.owed.saturating_add(count);
        Ok(count)
    }

    /// The content of a string; `valid` says whether so much of it can be the start of one, and of which length in all.
    fn content(&mut self, length: u64, valid: impl Fn(&[u8], bool) -> bool) -> Step<&'a [u8]> {
        let rest = &self.data[self.pos..];
        let known = &rest[..rest.len().min(usize::try_from(length).unwrap_or(usize::MAX))];
        let missing = length - known.len() as u64;
        unless(!valid(known, missing == 0))?;
        self.pos += known.len();
        self.owed = self.owed.saturating_add(missing);
        if missing > 0 { Err(Open) } else { Ok(known) }
    }

    fn text(&mut self) -> Step<&'a [u8]> {
        let (_, length) = self.head(&[3], u64::MAX)?;
        self.content(length, is_utf8)
    }

    fn cri(&mut self) -> Step<()> {
        if self.peek()? >> 5 == 6 {
            let (_, tag) = self.head(&[6], 99)?;
            unless(tag != 99 || self.revision == Revision::Href13)?;
            self.owed += 1;
        }
        let mut left = self.array(5)?;
        if left == 0 {
            return Ok(());
        }
        left -= 1;
        let (full, leads) = self.first(left)?;
        let mut rootless = Authority::Rooted;
        if leads && left > 0 {
            left -= 1;
            rootless = self.authority(full, left)?;
        } else if leads {
            unless(!full)?;
        } else {
            unless(left > 3)?;
        }
        let mut path = (0, false);
        if left > 0 {
            left -= 1;
            path = self.path(left)?;
        }
        if left > 0 {
            left -= 1;
            self.list(left, |reader| reader.piece().map(|_| ()))?;
        }
        if left > 0 && !self.null(left - 1)? {
            self.piece()?;
        }
        unless(full && !rootless.allows(path))
    }

    /// Scheme, discard, or null in the place of a scheme: whether it is a scheme, and whether an authority follows.
    fn first(&mut self, left: u64) -> Step<(bool, bool)> {
        match self.peek()? {
            TRUE => {
                self.simple();
                Ok((false, false))
            }
            NULL => {
                unless(left == 0)?;
                self.simple();
                Ok((false, true))
            }
            initial if initial >> 5 == 0 => self.head(&[0], 127).map(|_| (false, false)),
            initial if initial >> 5 == 1 => self.head(&[1], u64::MAX).map(|_| (true, true)),
            _ => {
                let (_, length) = self.head(&[3], u64::MAX)?;
                self.content(length, |name, whole| scheme_name(name).is_some() || (name.is_empty() && !whole))?;
                Ok((true, true))
            }
        }
    }

    /// Takes a null, if it is one, which may not be the last section.
    fn null(&mut self, left: u64) -> Step<bool> {
        if !self.is(NULL)? {
            return Ok(false);
        }
        unless(left == 0)?;
        self.simple();
        Ok(true)
    }

    fn authority(&mut self, full: bool, left: u64) -> Step<Authority> {
        if self.null(left)? {
            unless(!full)?;
            return Ok(Authority::Rooted);
        }
        if self.is(TRUE)? {
            self.simple();
            return Ok(Authority::Rootless);
        }
        let mut left = self.array(u64::MAX)?;
        if left > 0 && self.is(FALSE)? {
            unless(left == 1)?;
            self.simple();
            self.piece()?;
            left -= 2;
        }
        left = if left > 0 && self.peek()? >> 5 == 2 { self.address(left)? } else { self.labels(left)? };
        if left > 0 {
            // Where nothing follows, the items that are too many do not count.
            self.peek()?;
            unless(left > 1)?;
            self.head(&[0], 65535)?;
        }
        Ok(Authority::Host)
    }

    fn address(&mut self, mut left: u64) -> Step<u64> {
        let (_, length) = self.head(&[2], 16)?;
        unless(length != 4 && length != 16)?;
        self.content(length, |_, _| true)?;
        left -= 1;
        if left > 0 && self.peek()? >> 5 == 3 {
            unless(length == 4 && self.revision == Revision::Href13)?;
            self.text()?;
            left -= 1;
        }
        Ok(left)
    }

    fn labels(&mut self, mut left: u64) -> Step<u64> {
        let (mut count, mut octets) = (0, 0);
        while left > 0 && self.peek()? >> 5 != 0 {
            let dots = self.revision == Revision::Href13;
            let plain = self.piece_of(|text| dots || !text.contains(&b'.'))?;
            count += 1;
            octets += plain.is_some_and(is_octet) as u64;
            left -= 1;
        }
        unless(count == 4 && octets == 4)?;
        Ok(left)
    }

    /// The number of segments, and whether the first is empty.
    fn path(&mut self, left: u64) -> Step<(u64, bool)> {
        let (mut count, mut starts_empty) = (0, false);
        self.list(left, |reader| {
            let plain = reader.piece()?;
            unless(plain.is_some_and(|text| [&b"."[..], b".."].contains(&text)))?;
            starts_empty |= count == 0 && plain == Some(b"");
            count += 1;
            Ok(())
        })?;
        Ok((count, starts_empty))
    }

    fn list(&mut self, left: u64, mut item: impl FnMut(&mut Self) -> Step<()>) -> Step<()> {
        if self.null(left)? {
            return Ok(());
        }
        for _ in 0..self.array(u64::MAX)? {
            item(self)?;
        }
        Ok(())
    }

    fn piece(&mut self) -> Step<Option<&'a [u8]>> {
        self.piece_of(|_| true)
    }

    /// A `text-or-pet` whose texts are all valid; the text, if it is one.
    fn piece_of(&mut self, valid: impl Fn(&[u8]) -> bool) -> Step<Option<&'a [u8]>> {
        let text = |known: &[u8], whole| is_utf8(known, whole) && valid(known);
        if self.peek()? >> 5 == 3 {
            let (_, length) = self.head(&[3], u64::MAX)?;
            return self.content(length, text).map(Some);
        }
        let count = self.array(u64::MAX)?;
        let (mut last, mut octets) = (0, false);
        for _ in 0..count {
            let (major, length) = self.head(&[2, 3], u64::MAX)?;
            unless(major == last || length == 0)?;
            last = major;
            octets |= major == 2;
            match major {
                2 => self.content(length, |known, whole| !whole || minimal(known))?,
                _ => self.content(length, text)?,
            };
        }
        unless(!octets)?;
        Ok(None)
    }
}

#[derive(PartialEq)]
enum Authority {
    Rooted,
    Rootless,
    Host,
}

impl Authority {
    /// R4, for a number of segments of which the first may be empty.
    fn allows(&self, (count, starts_empty): (u64, bool)) -> bool {
        match self {
            Authority::Rootless => count > 0 && !starts_empty,
            Authority::Rooted => !(starts_empty && count > 1),
            Authority::Host => true,
        }
    }
}

fn is_utf8(known: &[u8], whole: bool) -> bool {
    std::str::from_utf8(known).err().is_none_or(|error| !whole && error.error_len().is_none())
}
