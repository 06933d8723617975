// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. The normal form of each component of a URI (RFC 3986 section 6.2), a character at a time, so that
//! it can be written and compared without being held.

use super::removal::{Kind, Pieces};
use super::split::{Part, Uri};
use super::walk::{Characters, Form};
use crate::scheme;

/// A rung of the comparison ladder (RFC 3986 section 6.2): how much is normalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Level {
    /// Nothing: character strings are compared (section 6.2.1).
    Simple = 0,
    /// Case, triplets, dot segments, and IPv6 addresses in the form of RFC 5952 (section 6.2.2).
    Syntax = 1,
    /// Also ports that are empty or the scheme's default and, for schemes whose default port is known, an
    /// empty path behind an authority (section 6.2.3).
    Scheme = 2,
}

impl Level {
    /// The level of that number, if there is one.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Simple),
            1 => Some(Self::Syntax),
            2 => Some(Self::Scheme),
            _ => None,
        }
    }
}

impl<'u> Uri<'u> {
    /// The scheme's default port; 0 if there is none that is known.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn default_port(&self) -> u32 {
        let port = self.scheme().and_then(scheme::default_port_of_any_case);
        port.unwrap_or(0) as u32
    }

    /// What of a component other than the path is left at a level, with the delimiters that show that it is defined
    /// (section 5.3): of an IPv6 address only what is behind it.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn component(&self, part: usize, level: Level) -> Characters<'u> {
        let mut text = self.range(part, part + 1);
        let mut form = if part == Part::Scheme as usize { Form::Folded } else { Form::Normal };
        if part == Part::Host as usize {
            form = if self.literal == 0 { Form::Folded } else { Form::Normal };
            text = text.get(self.literal as usize..).unwrap_or(&[]);
        }
        if part == Part::Port as usize && level == Level::Scheme && self.is_left_off(text) {
            text = &[];
        }
        Characters::new(text, form)
    }

    /// What is left of the path at a level.
    pub(super) fn path_without_dots(&self, level: Level) -> Pieces<'u> {
        let mut text = self.path();
        let mut kind = Kind::Absolute;
        if self.has(Part::Userinfo, Part::Port) {
            kind = Kind::BehindAuthority;
            if text.is_empty() && level == Level::Scheme && self.default_port() > 0 {
                text = b"/";
            }
        } else if !self.has(Part::Scheme, Part::Scheme) && !matches!(text, [] | [b'/', ..]) {
            kind = Kind::Relative;
        }
        Pieces::new(&[], text, kind)
    }

    /// Whether a port with its colon is left off: an empty one, or the scheme's default.
    #[inline(always)]
    fn is_left_off(&self, text: &[u8]) -> bool {
        let Some((_, digits)) = text.split_first() else {
            return false;
        };
        let Some(first) = digits.first() else {
            return true;
        };
        let default = self.default_port();
        // Without a zero in front.
        let mut number = 0;
        for digit in digits {
            number = number * 10 + (*digit & 15) as u32;
            if number > default {
                break;
            }
        }
        number == default && *first != b'0'
    }
}
