// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Uri-Path-Abbrev, an option that is a whole path of a request by its number in a registry
//! (draft-ietf-core-uri-path-abbrev-05, R29). `build.rs` makes the table of `registry/path-abbrev.csv`.

use super::from_options::{ABBREV, Composer, PATH};
use super::option::{Options, URI_PATH_ABBREV, uint};
use super::path_match::CoapPath;
use crate::cbor::ARRAY;
use crate::cbor::read::{self, content};
use crate::cbor::write::{Byte, Output, Sink};
use crate::convert::from_uri::{SchemeText, UriComponents};
use crate::convert::path::PathWithoutDots;
use crate::cri::items::Items;
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;
use crate::ops::same_tokens;
use crate::scheme;

include!(concat!(env!("OUT_DIR"), "/path_abbrev.rs"));

/// The rest of the table: a value, and the items of its path after the first one.
struct Rows(&'static [u8]);

impl Iterator for Rows {
    type Item = (u16, &'static [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let [high, low, length, rest @ ..] = self.0 else {
            return None;
        };
        let (items, rest) = rest.split_at_checked((*length).into())?;
        self.0 = rest;
        Some((u16::from_be_bytes([*high, *low]), items))
    }
}

/// The items of the path that a value of the option stands for, after the first one. `CoapPathAbbrev` if it is unknown, as is
/// one of more than four bytes (R29).
fn expand(value: &[u8]) -> Result<&'static [u8], Error> {
    let number = uint(value);
    let known = Rows(&PATHS).find(|(known, _)| u32::from(*known) == number && value.len() <= 4);
    known.map(|(_, items)| items).ok_or(Error::CoapPathAbbrev)
}

impl<'a> CoapPath<'a> {
    /// The path that a value of Uri-Path-Abbrev stands for: `CoapPathAbbrev` if it is unknown.
    pub(super) fn abbreviated(value: &[u8]) -> Result<Self, Error> {
        Ok(Self { options: Options { rest: expand(value)?, number: URI_PATH_ABBREV } })
    }

    /// The next segment of such a path: the first one as long as the number is that of the option, then those that are left.
    pub(super) fn next_abbreviated(&mut self) -> Option<&'a [u8]> {
        if self.options.number == URI_PATH_ABBREV {
            self.options.number += 1;
            return Some(content(&FIRST));
        }
        read::item(&mut self.options.rest).map(content)
    }
}

impl Cri<'_> {
    /// The value of Uri-Path-Abbrev that a request may have in place of the path's Uri-Path options (R29); `None` if the path
    /// has none, or is not complete.
    ///
    /// A client sends it only to a server that is known to support it (draft-ietf-core-uri-path-abbrev-05 section 2.2). Linear
    /// in the path and the table.
    pub fn coap_path_abbrev(&self) -> Option<u32> {
        let is_own = |items| same_tokens([self.path, self.path_tail], [&FIRST, items]);
        let found = Rows(&PATHS).find(|(_, items)| self.discard() == DISCARD_ALL && is_own(items));
        found.map(|(value, _)| value.into())
    }
}

impl<T: Byte> Composer<'_, T> {
    /// Takes the option as the Uri-Path options that it stands for. `CoapPathAbbrev` for an unknown value, for a second one and
    /// for one beside Uri-Path (R29).
    pub(super) fn path_abbrev(&mut self, value: &[u8]) -> Result<(), Error> {
        let path = CoapPath::abbreviated(value)?;
        if self.seen & (PATH | ABBREV) != 0 {
            return Err(Error::CoapPathAbbrev);
        }
        self.seen |= ABBREV;
        self.abbrev = uint(value) as u16;
        self.authority()?;
        for segment in path {
            self.builder.segment(segment)?;
        }
        Ok(())
    }

    /// Whether the option came.
    pub(super) fn is_abbreviated(&self) -> bool {
        self.seen & ABBREV != 0
    }

    /// The items of the path that the option stands for, after the first one. `CoapPathAbbrev` if the URI or CRI for a proxy has
    /// a path itself, `CoapAuthority` if it has no authority: Uri-* options are decomposed first (R29).
    fn expansion(&self, has_authority: bool, has_path: bool) -> Result<&'static [u8], Error> {
        if !has_authority {
            return Err(Error::CoapAuthority);
        }
        if has_path { Err(Error::CoapPathAbbrev) } else { expand(&self.abbrev.to_be_bytes()) }
    }

    /// Writes the CRI of the URI in Proxy-Uri with the path of the option.
    pub(super) fn put_expanded_uri(&mut self, uri: &[u8]) -> Result<(), Error> {
        let revision = self.builder.revision;
        let mut parts = UriComponents::new(revision);
        parts.read(uri, 0)?;
        let mut path = Output::<T>::new(&mut []);
        parts.path.put(&mut path);
        let one_root = matches!(parts.scheme, SchemeText::Number(number) if scheme::has_one_root(revision, number));
        // `[]` has one byte and `[""]` two.
        let items = self.expansion(parts.authority.is_some(), path.length() > 1 + one_root as usize)?;
        let query = parts.query.take();
        parts.path = PathWithoutDots::new(&[], false);
        let output = &mut self.builder.output;
        parts.put(output);
        output.head(ARRAY, 1 + Items::new(items, &[]).count());
        output.put(&FIRST);
        output.put(items);
        if let Some(query) = query {
            query.put(output);
        }
        output.byte_at(0, (ARRAY << 5) + 3 + query.is_some() as u8);
        Ok(())
    }

    /// Writes the CRI in Proxy-Cri with the path of the option.
    pub(super) fn put_expanded_cri(&mut self, cri: &Cri<'_>) -> Result<(), Error> {
        let has_path = cri.path_count() > 0 && !(cri.path_is_lone() && cri.has_one_root());
        let path_tail = self.expansion(cri.authority().is_some(), has_path)?;
        let path_count = 1 + Items::new(path_tail, &[]).count();
        Cri { path: &FIRST, path_tail, path_count, whole: &[], ..*cri }.encode(&mut self.builder.output)
    }
}
