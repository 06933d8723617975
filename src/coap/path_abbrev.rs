// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Uri-Path-Abbrev, an option that is a whole path of a request by its number in a registry
//! (draft-ietf-core-uri-path-abbrev-05, R29). `build.rs` makes the table of `iana/path-abbrev.csv`.

use super::dispatch::CoapPath;
use super::option::{Endpoint, Options, URI_PATH_ABBREV, uint};
use super::options_to_cri::Composer;
use super::request::{ABBREV, PATH, Request, Target};
use crate::cbor::ARRAY;
use crate::cbor::read::short_length;
use crate::cbor::write::{Byte, Sink};
use crate::convert::from_uri::{SchemeText, UriComponents};
use crate::convert::path::PathWithoutDots;
use crate::cri::authority::AuthorityKind;
use crate::cri::items::Items;
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;
use crate::ops::same_tokens;
use crate::revision::Revision;
use crate::scheme;

include!(concat!(env!("OUT_DIR"), "/path_abbrev.rs"));

struct Row {
    value: u16,
    /// The number of segments.
    count: u8,
    /// The items of the segments after the first one.
    items: &'static [u8],
}

struct Rows(&'static [u8]);

impl Iterator for Rows {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        let [high, low, count, length, rest @ ..] = self.0 else {
            return None;
        };
        let (items, rest) = rest.split_at_checked((*length).into())?;
        self.0 = rest;
        Some(Row { value: u16::from_be_bytes([*high, *low]), count: *count, items })
    }
}

/// The path that a value of the option stands for. `CoapPathAbbrev` if it is unknown, as is one of more than four bytes (R29).
fn expand(value: &[u8]) -> Result<Row, Error> {
    let number = uint(value);
    //= R29
    let known = Rows(&PATHS).find(|row| u32::from(row.value) == number && value.len() <= 4);
    known.ok_or(Error::CoapPathAbbrev)
}

/// Cuts the next text off items that have it in up to 23 bytes. Reading any item would link all of the CBOR reader.
fn text<'a>(items: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (head, rest) = items.split_first()?;
    let (text, rest) = rest.split_at_checked(short_length(*head))?;
    *items = rest;
    Some(text)
}

impl<'a> CoapPath<'a> {
    /// The path that a value of Uri-Path-Abbrev stands for: `CoapPathAbbrev` if it is unknown.
    pub(super) fn abbreviated(value: &[u8]) -> Result<Self, Error> {
        Ok(Self { options: Options { rest: expand(value)?.items, number: URI_PATH_ABBREV } })
    }

    /// The next segment of such a path: the first one as long as the number is that of the option, then those that are left.
    pub(super) fn next_abbreviated(&mut self) -> Option<&'a [u8]> {
        if self.options.number == URI_PATH_ABBREV {
            self.options.number += 1;
            return text(&mut &FIRST[..]);
        }
        text(&mut self.options.rest)
    }
}

impl Cri<'_> {
    /// The value of Uri-Path-Abbrev that a request may have in place of the path's Uri-Path options (R29); `None` if the path
    /// has none, or is not complete.
    ///
    /// A client sends it only to a server that is known to support it (draft-ietf-core-uri-path-abbrev-05 section 2.2). Linear
    /// in the path and the table.
    pub fn coap_path_abbrev(&self) -> Option<u32> {
        let is_own = |row: &Row| same_tokens([self.path, self.path_tail], [&FIRST, row.items]);
        //= R29
        let found = Rows(&PATHS).find(|row| self.discard() == DISCARD_ALL && is_own(row));
        found.map(|row| row.value.into())
    }
}

impl Request {
    /// Adds the segments that the option stands for. `CoapPathAbbrev` for an unknown value, for a second one and
    /// for one beside Uri-Path (R29).
    pub(super) fn path_abbrev(
        &mut self,
        value: &[u8],
        destination: &Endpoint<'_>,
        target: &mut impl Target,
    ) -> Result<(), Error> {
        let Row { value, mut items, .. } = expand(value)?;
        //= R29
        if self.seen & (PATH | ABBREV) != 0 {
            return Err(Error::CoapPathAbbrev);
        }
        self.seen |= ABBREV;
        self.abbrev = value;
        self.authority(destination, target)?;
        let mut next = text(&mut &FIRST[..]);
        while let Some(segment) = next {
            target.segment(segment)?;
            next = text(&mut items);
        }
        Ok(())
    }

    pub(super) fn is_abbreviated(&self) -> bool {
        self.seen & ABBREV != 0
    }

    /// The path that the option stands for, for the URI or CRI in an option for a proxy. `CoapPathAbbrev` if that has a path
    /// itself, `CoapAuthority` if it has no authority: Uri-* options, which it would be decomposed to, need one (R29).
    fn expansion(&self, has_authority: bool, has_path: bool) -> Result<Row, Error> {
        if !has_authority {
            return Err(Error::CoapAuthority);
        }
        if has_path { Err(Error::CoapPathAbbrev) } else { expand(&self.abbrev.to_be_bytes()) }
    }

    /// The path for the URI in Proxy-Uri.
    fn expansion_of_uri(&self, revision: Revision, parts: &UriComponents<'_>) -> Result<Row, Error> {
        let one_root = matches!(parts.scheme, SchemeText::Number(number) if scheme::has_one_root(revision, number));
        //= R30
        let has_path = parts.path.has_segments() && !(one_root && parts.path.is_root());
        self.expansion(parts.authority.is_some(), has_path)
    }

    /// The segments of that path.
    pub(super) fn segments_of_uri(
        &self,
        revision: Revision,
        parts: &UriComponents<'_>,
    ) -> Result<Items<'static>, Error> {
        Ok(Items::new(&FIRST, self.expansion_of_uri(revision, parts)?.items))
    }

    /// Gives the CRI in Proxy-Cri the path of the option.
    pub(super) fn expand_cri(&self, cri: &mut Cri<'_>) -> Result<(), Error> {
        //= R30
        let has_path = cri.path_count > 0 && !(cri.path_is_lone() && cri.has_one_root());
        let row = self.expansion(cri.authority_kind() == AuthorityKind::Host, has_path)?;
        (cri.path, cri.path_tail, cri.path_count, cri.whole) = (&FIRST, row.items, row.count.into(), &[]);
        Ok(())
    }
}

impl<T: Byte> Composer<'_, T> {
    /// Writes the CRI of the URI in Proxy-Uri, with the path of the option.
    pub(super) fn put_expanded(&mut self, mut parts: UriComponents<'_>) -> Result<(), Error> {
        let row = self.request.expansion_of_uri(self.builder.revision, &parts)?;
        let query = parts.query.take();
        parts.path = PathWithoutDots::new(&[], false);
        let output = &mut self.builder.output;
        parts.put(output);
        output.byte((ARRAY << 5) + row.count);
        output.put(&FIRST);
        output.put(row.items);
        if let Some(query) = query {
            query.put(output);
        }
        output.byte_at(0, (ARRAY << 5) + 3 + query.is_some() as u8);
        Ok(())
    }
}
