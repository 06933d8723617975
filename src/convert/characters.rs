// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the characters of a URI's components, with their triplets (R12, R13, href SP2).

use crate::bytes::chars::{IN_FRAGMENT, IN_HOST, IN_PARAMETER, IN_SEGMENT, UNRESERVED, class, triplet};
use crate::bytes::utf8::char_len;
use crate::cri::authority::userinfo_class;
use crate::revision::Revision;

/// The rules for reading the characters of a component.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// The class of characters that to-URI does not percent-encode. A triplet of such a character keeps its meaning
    /// only as PET (R13).
    pub literal: u8,
    /// True if letters become lower case, as in a host (R12).
    pub fold: bool,
}

impl Rules {
    /// The rules by which every triplet is decoded: no ASCII character stays percent-encoded (R33).
    pub(crate) const DECODE_ALL: Self = Self::of(0);
    /// The rules of a host name, whose letters become lower case (R12).
    pub(crate) const HOST: Self = Self { literal: IN_HOST, fold: true };
    /// The rules of a zone identifier, in which to-URI percent-encodes all characters except unreserved characters.
    pub(crate) const ZONE: Self = Self::of(UNRESERVED);
    pub(crate) const SEGMENT: Self = Self::of(IN_SEGMENT);
    pub(crate) const PARAMETER: Self = Self::of(IN_PARAMETER);
    pub(crate) const FRAGMENT: Self = Self::of(IN_FRAGMENT);

    /// Returns the rules of a component whose letters keep their case.
    pub(crate) const fn of(literal: u8) -> Self {
        Self { literal, fold: false }
    }

    pub(crate) fn userinfo(revision: Revision) -> Self {
        Self::of(userinfo_class(revision))
    }

    /// Returns these rules, or without `KEEP_PET` the rules by which every triplet is decoded.
    pub(super) const fn keeping<const KEEP_PET: bool>(self) -> Self {
        if KEEP_PET { self } else { Self { literal: 0, ..self } }
    }

    /// True if a percent-encoded ASCII character keeps its meaning only as PET (R13).
    pub(super) fn needs_pet(self, octet: u8) -> bool {
        let class = class(octet);
        // C12, href 6 from-uri, R13, RFC 3986 2.2
        class & self.literal != 0
            // RFC 3986 2.3
            && class & UNRESERVED == 0
    }
}

/// True if a component has octets that must stay percent-encoded.
pub(crate) fn has_pet(raw: &[u8], rules: Rules) -> bool {
    Characters::new(raw, rules).any(|character| character.needs_pet)
}

/// Returns the octets of the first character of consecutive triplets, and the number of these octets. `first` is the
/// octet of the first triplet. If no character beyond ASCII begins with `first`, returns only that octet.
pub(super) fn encoded_character(triplets: &[u8], first: u8) -> ([u8; 4], usize) {
    let mut octets = [first, 0, 0, 0];
    // The number of octets of a character that begins with `first`.
    let count = first.leading_ones() as usize;
    for at in 1..count.min(octets.len()) {
        octets[at] = triplets.get(3 * at..).and_then(triplet).unwrap_or(0);
    }
    (octets, char_len(&octets).max(1))
}

/// A decoded character of a component, or an octet that belongs to no character.
pub(crate) struct Character {
    pub(crate) octets: [u8; 4],
    /// The number of octets.
    pub(crate) length: usize,
    /// True if the octets must stay percent-encoded.
    pub(crate) needs_pet: bool,
}

/// An iterator over the decoded characters of a component.
#[derive(Clone, Copy)]
pub(crate) struct Characters<'u> {
    rest: &'u [u8],
    rules: Rules,
}

impl<'u> Characters<'u> {
    pub(crate) fn new(component: &'u [u8], rules: Rules) -> Self {
        Self { rest: component, rules }
    }
}

impl Iterator for Characters<'_> {
    type Item = Character;

    fn next(&mut self) -> Option<Character> {
        let (first, after) = self.rest.split_first()?;
        let Some(octet) = triplet(self.rest) else {
            self.rest = after;
            return Some(Character { octets: [*first, 0, 0, 0], length: 1, needs_pet: false });
        };
        let (octets, length) = encoded_character(self.rest, octet);
        self.rest = self.rest.get(3 * length..).unwrap_or(&[]);
        // href SP2
        let needs_pet = if octet < 0x80 { self.rules.needs_pet(octet) } else { length < 2 };
        Some(Character { octets, length, needs_pet })
    }
}
