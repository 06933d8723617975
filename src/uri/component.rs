// SPDX-License-Identifier: MIT OR Apache-2.0
//! The components of a URI, decoded and in their normal form (RFC 3986 sections 2.4 and 6.2).

use core::iter::FusedIterator;

use super::dot_segments::{Path, PathAfter};
use super::pieces::Pieces;
use super::reference::{Part, Uri};
use crate::bytes::chars::{UNRESERVED, class, triplet};
use crate::bytes::output::Output;
use crate::bytes::words::find;
use crate::error::Error;
use crate::scheme;

impl<'u> Uri<'u> {
    /// Returns the segments of the path.
    ///
    /// ```
    /// use cri::uri::Uri;
    ///
    /// assert!(Uri::split("coap://h/rooms/2")?.segments().eq(["rooms", "2"]));
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn segments(&self) -> Pieces<'u> {
        Pieces::of(Part::Path, Some(self.range(Part::Path)))
    }

    /// Returns the parameters of the query.
    ///
    /// ```
    /// use cri::uri::Uri;
    ///
    /// assert!(Uri::split("coap://h?u=C&max=5")?.parameters().eq(["u=C", "max=5"]));
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn parameters(&self) -> Pieces<'u> {
        Pieces::of(Part::Query, self.part(Part::Query))
    }
}

/// A level of normalisation, which is a step of the "comparison ladder" of RFC 3986 section 6.2.
///
/// ```
/// use cri::Output;
/// use cri::uri::{Level, normalize};
///
/// let normal_form = |level| {
///     let mut buffer = [0; 32];
///     let mut output = Output::new(&mut buffer);
///     normalize("COAP://h:5683/%61", level, &mut output)?;
///     Ok::<_, cri::Error>(output.written_str()?.to_string())
/// };
/// assert_eq!(normal_form(Level::Simple)?, "COAP://h:5683/%61");
/// assert_eq!(normal_form(Level::Syntax)?, "coap://h:5683/a");
/// assert_eq!(normal_form(Level::Scheme)?, "coap://h/a");
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Level {
    /// Nothing is normalised: character strings are compared (section 6.2.1).
    Simple = 0,
    /// Case, triplets and dot segments are normalised, and IPv6 addresses are written as in RFC 5952 (RFC 3986 6.2.2).
    Syntax = 1,
    /// Normalises as `Syntax`. In addition, a port is omitted if it is empty or the scheme's default. If the scheme's
    /// default port is known, an empty path after an authority becomes `/` (section 6.2.3).
    Scheme = 2,
}

impl TryFrom<u8> for Level {
    type Error = Error;

    /// Returns the level with the number that C sees. Fails with `Argument` if no level has this number.
    #[inline]
    fn try_from(number: u8) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::Simple),
            1 => Ok(Self::Syntax),
            2 => Ok(Self::Scheme),
            _ => Err(Error::Argument),
        }
    }
}

impl<'u> Uri<'u> {
    fn default_port(&self) -> u32 {
        let port = self.part(Part::Scheme).and_then(scheme::default_port_of_name);
        u32::from(port.unwrap_or(0))
    }

    /// Returns the characters of a component other than the path, normalised at a level, with the delimiters that show
    /// that the component is defined (section 5.3, RFC 3986 6.2.3 delimiters). For an IPv6 host, returns only the
    /// characters after the address.
    pub(super) fn component(&self, part: Part, level: Level) -> Characters<'u> {
        let mut text = self.range(part);
        // RFC 3986 3.1 case, RFC 3986 6.2.2.1
        let mut form = if part == Part::Scheme { Form::Folded } else { Form::Normal };
        if part == Part::Host {
            // RFC 3986 3.2.2 case
            form = if self.literal == 0 { Form::Folded } else { Form::Normal };
            text = text.get(self.literal as usize..).unwrap_or(&[]);
        }
        if part == Part::Port && level == Level::Scheme && self.omits_port() {
            text = &[];
        }
        Characters::new(text, form)
    }

    /// Returns the path normalised at a level. Its dot segments are removed when the path is written or compared.
    #[cfg_attr(speed, inline(always))]
    pub(super) fn path_without_dots(&self, level: Level) -> Path<'u> {
        let text = if level == Level::Scheme && self.lacks_root() { b"/" } else { self.range(Part::Path) };
        Path::new(None, text, self.path_after(), self.has_triplets(Part::Path))
    }

    /// Returns the component that precedes the path.
    pub(crate) fn path_after(&self) -> PathAfter {
        if self.has(Part::Userinfo, Part::Port) {
            PathAfter::Authority
        } else if self.has(Part::Scheme, Part::Scheme) {
            PathAfter::Scheme
        } else {
            PathAfter::Nothing
        }
    }

    /// True if scheme-based normalisation replaces the path with `/`, because the path is empty and there is an
    /// authority (section 6.2.3).
    pub(super) fn lacks_root(&self) -> bool {
        // RFC 3986 6.2.3, RFC 7252 6.3
        self.range(Part::Path).is_empty() && self.path_after() == PathAfter::Authority && self.default_port() > 0
    }

    /// True if scheme-based normalisation omits the port and its colon, because the port is empty or the scheme's
    /// default (section 6.2.3). (RFC 3986 3.2.3 empty)
    pub(super) fn omits_port(&self) -> bool {
        let Some((_, digits)) = self.range(Part::Port).split_first() else {
            return false;
        };
        let Some(first) = digits.first() else {
            return true;
        };
        let default = self.default_port();
        // A number with a leading zero is not the default port.
        let mut number = 0;
        for digit in digits {
            number = number * 10 + u32::from(*digit & 15);
            if number > default {
                break;
            }
        }
        // RFC 3986 6.2.3
        number == default && *first != b'0'
    }
}

/// The form in which the characters of a component are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The octets that the component represents.
    Decoded,
    /// The normal form. Triplets of unreserved characters are decoded, and the digits of other triplets are in upper
    /// case (RFC 3986 sections 6.2.2.1, 6.2.2.2). Triplets of reserved characters are kept (RFC 3986 2.2).
    Normal,
    /// The normal form of a component in which case makes no difference: letters are also converted to lower case (RFC
    /// 3986 3.1 case, 3.2.2 case).
    Folded,
}

impl Form {
    /// Returns the octet that replaces the triplet at the start of `text`, or `None` if the triplet is kept.
    fn octet(self, text: &[u8]) -> Option<u8> {
        // RFC 3986 2.2, RFC 3986 6.2.2.2
        triplet(text).filter(|octet| self == Self::Decoded || class(*octet) & UNRESERVED != 0)
    }
}

fn upper_digit(digit: u8) -> u8 {
    // RFC 3986 6.2.2.1
    if digit > b'Z' { digit ^ 0x20 } else { digit }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Characters<'u> {
    rest: &'u [u8],
    form: Form,
    /// The number of the next bytes that are digits of a triplet.
    digits: u8,
}

impl<'u> Characters<'u> {
    pub(super) fn new(component: &'u [u8], form: Form) -> Self {
        Self { rest: component, form, digits: 0 }
    }

    /// Returns the number of characters. Linear.
    pub(super) fn length(self) -> usize {
        let mut length = self.rest.len();
        let mut rest = self.rest;
        while let Some(triplet) = rest.get(find(rest, b'%')..)
            && let [_, after @ ..] = triplet
        {
            if self.form.octet(triplet).is_some() {
                length -= 2;
            }
            rest = after;
        }
        length
    }

    /// Writes the characters. Linear.
    pub(super) fn put(self, output: &mut Output<'_>) {
        if cfg!(speed) && self.form != Form::Folded { self.put_runs(output) } else { self.put_each(output) }
    }

    /// Writes the characters one by one, except that speed-optimised builds write runs without triplets as slices.
    fn put_each(mut self, output: &mut Output<'_>) {
        loop {
            if cfg!(speed) && self.digits == 0 {
                let end = find(self.rest, b'%');
                let (characters, triplets) = self.rest.split_at_checked(end).unwrap_or((&[], self.rest));
                output.put_lowercase(characters);
                self.rest = triplets;
            }
            let character @ ..NO_CHARACTER = self.character() else {
                return;
            };
            output.byte(character as u8);
            // The character was the `%` of a triplet that is kept. Its digits are copied here, because `character`
            // would return them one by one.
            if let (1.., [high, low, after @ ..]) = (self.digits, self.rest) {
                output.byte(upper_digit(*high));
                output.byte(upper_digit(*low));
                (self.rest, self.digits) = (after, 0);
            }
        }
    }

    /// Writes runs that do not change as slices, each up to the next triplet that changes. Does not convert letters to
    /// lower case.
    fn put_runs(self, output: &mut Output<'_>) {
        let mut same = self.rest;
        let mut rest = same;
        while let [first, after @ ..] = rest {
            if *first != b'%' {
                rest = after.get(find(after, b'%')..).unwrap_or(&[]);
                continue;
            }
            let [_, high, low, after @ ..] = rest else {
                break;
            };
            let octet = self.form.octet(rest);
            if octet.is_none() && self.form == Form::Decoded {
                rest = rest.get(1..).unwrap_or(&[]);
                continue;
            }
            if octet.is_some() || (*high).max(*low) > b'Z' {
                if same.len() > rest.len() {
                    output.put(same.get(..same.len() - rest.len()).unwrap_or(&[]));
                }
                match octet {
                    Some(octet) => output.byte(octet),
                    None => output.put(&[b'%', upper_digit(*high), upper_digit(*low)]),
                }
                same = after;
            }
            rest = after;
        }
        output.put(same);
    }

    /// Returns the next character, or [`NO_CHARACTER`] at the end.
    pub(super) fn character(&mut self) -> u32 {
        let text = self.rest;
        let Some((first, after)) = text.split_first() else {
            return NO_CHARACTER;
        };
        let mut character = *first;
        self.rest = after;
        if self.digits > 0 {
            self.digits -= 1;
            return u32::from(upper_digit(character));
        }
        if let [b'%', _, _, after @ ..] = text {
            if let Some(octet) = self.form.octet(text) {
                character = octet;
                self.rest = after;
            } else if self.form != Form::Decoded {
                self.digits = 2;
            }
        }
        if self.form == Form::Folded {
            character = character.to_ascii_lowercase();
        }
        u32::from(character)
    }
}

/// The value of [`Characters::character`] after the last character.
pub(super) const NO_CHARACTER: u32 = 256;

/// An iterator over the octets of a component: its characters, and the octets of its triplets (RFC 3986 section 2.4). A
/// `%` that begins no triplet stands for itself.
#[derive(Clone, Copy, Debug)]
pub struct Decoded<'u>(Characters<'u>);

impl<'u> Decoded<'u> {
    /// Returns the octets of a component, or of a slice of a component. Decode after splitting, never before (RFC 3986
    /// 7.3).
    ///
    /// ```
    /// use cri::uri::Decoded;
    ///
    /// assert!(Decoded::new("a%2Fb").eq(*b"a/b"));
    /// ```
    #[inline]
    pub fn new(component: &'u (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self(Characters::new(component.as_ref(), Form::Decoded))
    }

    /// Writes the octets. Fails with `Buffer` if they do not fit. Linear.
    ///
    /// ```
    /// use cri::Output;
    /// use cri::uri::Decoded;
    ///
    /// let mut buffer = [0; 8];
    /// let mut output = Output::new(&mut buffer);
    /// Decoded::new("a%20b").put(&mut output)?;
    /// assert_eq!(output.written_str()?, "a b");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn put(self, output: &mut Output<'_>) -> Result<(), Error> {
        self.0.put(output);
        output.check()
    }
}

impl Iterator for Decoded<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        u8::try_from(self.0.character()).ok()
    }
}

impl FusedIterator for Decoded<'_> {}
