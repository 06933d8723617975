// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads bytes by the CDDL of both revisions (href 5.1, 7.1) and the rulings, item by item from the front. The result
//! is the CRI that the bytes start with or, if there is none, whether more bytes could complete one. If a prefix is
//! called open although nothing can complete it, an enumeration merely takes longer.

use super::model::{Abstract, Authority, Host, Leading, Piece, Scheme, minimal, scheme_name};
use cri::Revision;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// The bytes start with a CRI of this length.
    Whole(Abstract, usize),
    /// The bytes may be the start of a CRI, which has at least `owed` more bytes. If `number` is true, the next bytes
    /// belong to a scheme id of 4 or 8 bytes, whose value does not matter.
    Open { owed: u64, number: bool },
    /// No CRI starts with these bytes.
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
        Ok(cri) => Prefix::Whole(cri, reader.pos),
        Err(Open) => Prefix::Open { owed: reader.owed, number: reader.number },
        Err(Dead) => Prefix::Dead,
    }
}

struct Reader<'a> {
    revision: Revision,
    data: &'a [u8],
    pos: usize,
    /// The minimum number of bytes that are missing for the announced items: one byte for each item.
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

    /// Consumes a simple value.
    fn simple(&mut self) {
        self.pos += 1;
        self.owed -= 1;
    }

    /// Reads a head with one of the major types and an argument of at most `most`.
    fn head(&mut self, majors: &[u8], most: u64) -> Step<(u8, u64)> {
        let initial = self.peek()?;
        let (major, info) = (initial >> 5, initial & 31);
        unless(!majors.contains(&major) || info > 27)?;
        self.pos += 1;
        self.owed -= 1;
        if info < 24 {
            unless(u64::from(info) > most)?;
            return Ok((major, u64::from(info)));
        }
        let width = 1 << (info - 24);
        let rest = &self.data[self.pos..];
        let known = &rest[..rest.len().min(width)];
        let start = known.iter().fold(0, |value: u64, byte| value << 8 | u64::from(*byte));
        let missing = width - known.len();
        // The comparison uses the smallest argument that begins with the known bytes.
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

    /// Reads the content of a string. `valid` returns true if the known bytes can begin a valid string; its second
    /// argument is true if they are the whole string.
    fn content(&mut self, length: u64, valid: impl Fn(&[u8], bool) -> bool) -> Step<&'a [u8]> {
        let rest = &self.data[self.pos..];
        let known = &rest[..rest.len().min(usize::try_from(length).unwrap_or(usize::MAX))];
        let missing = length - known.len() as u64;
        unless(!valid(known, missing == 0))?;
        self.pos += known.len();
        self.owed = self.owed.saturating_add(missing);
        if missing > 0 { Err(Open) } else { Ok(known) }
    }

    fn text(&mut self, valid: impl Fn(&[u8]) -> bool) -> Step<&'a [u8]> {
        let (_, length) = self.head(&[3], u64::MAX)?;
        self.content(length, |known, whole| is_utf8(known, whole) && valid(known))
    }

    fn cri(&mut self) -> Step<Abstract> {
        if self.peek()? >> 5 == 6 {
            let (_, tag) = self.head(&[6], 99)?;
            unless(tag != 99 || self.revision == Revision::Href13)?;
            self.owed += 1;
        }
        let mut left = self.array(5)?;
        let mut cri = Abstract {
            scheme: None,
            authority: Leading::NotSet,
            discard: Some(0),
            path: None,
            query: None,
            fragment: None,
        };
        if left == 0 {
            return Ok(cri);
        }
        left -= 1;
        let leads = self.first(left, &mut cri)?;
        if leads && left > 0 {
            left -= 1;
            cri.authority = self.authority(cri.is_full(), left)?;
        } else if leads {
            unless(!cri.is_full())?;
            cri.authority = Leading::Rooted;
        } else {
            unless(left > 3)?;
        }
        if left > 0 {
            left -= 1;
            cri.path = self.list(left, Self::segment)?;
        }
        if left > 0 {
            left -= 1;
            cri.query = self.list(left, Self::piece)?;
        }
        if left > 0 {
            cri.fragment = Some(self.piece()?);
        }
        if cri.is_full() {
            cri.path.get_or_insert_default();
            cri.query.get_or_insert_default();
            unless(!cri.has_uri())?;
        }
        Ok(cri)
    }

    /// Reads the scheme, the discard value, or null instead of a scheme. Returns true if an authority follows.
    fn first(&mut self, left: u64, cri: &mut Abstract) -> Step<bool> {
        cri.discard = None;
        match self.peek()? {
            TRUE => {
                self.simple();
                Ok(false)
            }
            NULL => {
                unless(left == 0)?;
                self.simple();
                Ok(true)
            }
            initial if initial >> 5 == 0 => {
                cri.discard = Some(self.head(&[0], 127)?.1 as u8);
                Ok(false)
            }
            initial if initial >> 5 == 1 => {
                cri.scheme = Some(Scheme::Number(self.head(&[1], u64::MAX)?.1));
                Ok(true)
            }
            _ => {
                let (_, length) = self.head(&[3], u64::MAX)?;
                let name = self.content(length, |name, whole| scheme_name(name) || (name.is_empty() && !whole))?;
                cri.scheme = Some(Scheme::Name(name.to_vec()));
                Ok(true)
            }
        }
    }

    /// Consumes a null, if there is one. A null as the last section is an error.
    fn null(&mut self, left: u64) -> Step<bool> {
        if !self.is(NULL)? {
            return Ok(false);
        }
        unless(left == 0)?;
        self.simple();
        Ok(true)
    }

    fn authority(&mut self, full: bool, left: u64) -> Step<Leading> {
        if self.null(left)? {
            unless(!full)?;
            return Ok(Leading::Rooted);
        }
        if self.is(TRUE)? {
            self.simple();
            return Ok(Leading::Rootless);
        }
        let mut left = self.array(u64::MAX)?;
        let mut userinfo = None;
        if left > 0 && self.is(FALSE)? {
            unless(left == 1)?;
            self.simple();
            userinfo = Some(self.piece()?);
            left -= 2;
        }
        let is_address = left > 0 && self.peek()? >> 5 == 2;
        let host = if is_address { self.address(&mut left)? } else { self.labels(&mut left)? };
        let mut port = None;
        if left > 0 {
            // The check for too many items comes after `peek`, because data that end here are truncated.
            self.peek()?;
            unless(left > 1)?;
            port = Some(self.head(&[0], 65535)?.1 as u16);
        }
        Ok(Leading::Host(Authority { userinfo, host, port }))
    }

    fn address(&mut self, left: &mut u64) -> Step<Host> {
        let (_, length) = self.head(&[2], 16)?;
        unless(length != 4 && length != 16)?;
        let address = self.content(length, |_, _| true)?.to_vec();
        *left -= 1;
        let mut zone = None;
        if *left > 0 && self.peek()? >> 5 == 3 {
            unless(length == 4 && self.revision == Revision::Href13)?;
            zone = Some(self.text(|_| true)?.to_vec());
            *left -= 1;
        }
        Ok(Host::Address(address, zone))
    }

    fn labels(&mut self, left: &mut u64) -> Step<Host> {
        let dots = self.revision == Revision::Href13;
        let mut labels = Vec::new();
        while *left > 0 && self.peek()? >> 5 != 0 {
            labels.push(self.piece_of(|text| dots || !text.contains(&b'.'))?);
            *left -= 1;
        }
        // A single empty label is the empty host, which has no labels (R5, R31).
        let host = Host::Name(if labels.len() == 1 && labels[0].is_empty() { Vec::new() } else { labels });
        unless(host.is_disguised())?;
        Ok(host)
    }

    fn list(&mut self, left: u64, item: fn(&mut Self) -> Step<Piece>) -> Step<Option<Vec<Piece>>> {
        if self.null(left)? {
            return Ok(None);
        }
        (0..self.array(u64::MAX)?).map(|_| item(self)).collect::<Step<_>>().map(Some)
    }

    fn segment(&mut self) -> Step<Piece> {
        let segment = self.piece()?;
        unless([".", ".."].iter().any(|dots| segment == Piece::Plain(dots.as_bytes().to_vec())))?;
        Ok(segment)
    }

    fn piece(&mut self) -> Step<Piece> {
        self.piece_of(|_| true)
    }

    /// Reads a `text-or-pet` whose texts are all valid.
    fn piece_of(&mut self, valid: impl Fn(&[u8]) -> bool) -> Step<Piece> {
        if self.peek()? >> 5 == 3 {
            return self.text(valid).map(|text| Piece::Plain(text.to_vec()));
        }
        let mut parts: Vec<(Vec<u8>, bool)> = Vec::new();
        for _ in 0..self.array(u64::MAX)? {
            let octets = self.peek()? >> 5 == 2;
            unless(parts.last().is_some_and(|last| last.1 == octets))?;
            let part = if octets {
                let (_, length) = self.head(&[2], u64::MAX)?;
                self.content(length, |known, whole| !whole || minimal(known))?
            } else {
                self.text(&valid)?
            };
            unless(part.is_empty())?;
            parts.push((part.to_vec(), octets));
        }
        unless(!parts.iter().any(|part| part.1))?;
        Ok(Piece::Pet(parts))
    }
}

fn is_utf8(known: &[u8], whole: bool) -> bool {
    std::str::from_utf8(known).err().is_none_or(|error| !whole && error.error_len().is_none())
}
