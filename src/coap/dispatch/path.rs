// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prefix matching of a request's path, directly on its Uri-Path options: no CRI is made, and only counts are
//! stored (RFC 7252 section 6.5, R17).

use core::iter::FusedIterator;

use crate::coap::option::{Options, Proxy, TEXT_MAX, URI_PATH, URI_PATH_ABBREV};
use crate::coap::path_abbrev::{Segments, ShortPath};
use crate::cri::items::Items;
use crate::cri::lone_segment::is_lone_empty;
use crate::cri::text::is_dot_segment;
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;
use crate::utf8;

/// Compares the path of a request with that of a CRI or CRI reference, as [`Cri::path_under`] does for a request's CRI.
struct Matcher<'a> {
    /// The rest of the prefix.
    prefix: Items<'a>,
    /// The number of segments left in it, without a trailing empty one.
    left: usize,
    /// The number of segments of the request that belong to the prefix.
    matched: usize,
    /// The number of segments after those.
    beyond: usize,
    /// The prefix is empty, or ends with an empty segment: a lone empty segment after it is ignored.
    open: bool,
    /// A segment must follow those of the prefix.
    wants_more: bool,
    /// A segment differs from that of the prefix, or the request is for another server.
    differs: bool,
    /// A segment after the prefix is not empty.
    has_text: bool,
}

impl<'a> Matcher<'a> {
    /// Starts on the options of a request. `NotFull` if the path of `prefix` is not complete. Linear in it.
    fn new(prefix: &Cri<'a>) -> Result<Self, Error> {
        if prefix.discard != DISCARD_ALL {
            return Err(Error::NotFull);
        }
        let count = prefix.path_count();
        let slash = prefix.path().last().is_some_and(|segment| segment.is_empty());
        Ok(Self {
            prefix: prefix.path(),
            left: count - slash as usize,
            matched: 0,
            beyond: 0,
            open: slash || count == 0,
            wants_more: slash && count > 1,
            differs: false,
            has_text: false,
        })
    }

    /// Compares the value of the next Uri-Path. `CoapLength`, `Utf8` and `DotSegment` for one that no request may have.
    fn segment(&mut self, value: &[u8]) -> Result<(), Error> {
        check_segment(value)?;
        if self.left == 0 {
            self.beyond = self.beyond.saturating_add(1);
            self.has_text |= !value.is_empty();
        } else {
            self.left -= 1;
            self.matched += 1;
            self.differs |= self.prefix.next().is_none_or(|segment| !segment.has_octets(value));
        }
        Ok(())
    }

    /// Compares the segments that Uri-Path-Abbrev stands for (R29). Returns those after the prefix. `CoapPathAbbrev` if
    /// its value is unknown or it is not the first option of the path.
    fn abbreviated(&mut self, value: &[u8]) -> Result<CoapPath<'static>, Error> {
        let mut path = CoapPath::abbreviated(value)?;
        let mut rest = path;
        // Segments came from Uri-Path or from an earlier Uri-Path-Abbrev.
        //= R29
        if self.matched > 0 || self.beyond > 0 {
            return Err(Error::CoapPathAbbrev);
        }
        while let Some(segment) = path.next() {
            self.segment(segment)?;
            if self.beyond == 0 {
                rest = path;
            }
        }
        Ok(rest)
    }

    /// Returns the match once all options have been passed: how many segments of the request belong to the prefix,
    /// which are Uri-Path options or segments that Uri-Path-Abbrev stands for. Those after them are the rest of the
    /// path; there are none if the paths are equal. `None` if the request's path is neither equal to that of the prefix
    /// nor under it.
    fn finish(&self) -> Option<usize> {
        if self.differs || self.left > 0 || (self.wants_more && self.beyond == 0) {
            return None;
        }
        let lone = self.open && is_lone_empty(self.beyond, || !self.has_text);
        Some(self.matched + lone as usize)
    }
}

/// Checks the value of a Uri-Path option: `CoapLength`, `Utf8` and `DotSegment` for one that no request may have (R17).
fn check_segment(value: &[u8]) -> Result<(), Error> {
    if value.len() > TEXT_MAX {
        return Err(Error::CoapLength);
    }
    if !utf8::is_valid(value) {
        return Err(Error::Utf8);
    }
    if is_dot_segment(value) {
        return Err(Error::DotSegment);
    }
    Ok(())
}

/// The segments of the path of a request's delta-coded options after those of `prefix`: no segment if the paths
/// are equal; `None` if it is neither equal to that one nor under it. A request that is for a proxy is under none: its
/// path is that of another server's resource (R17). All options other than Uri-Path, Uri-Path-Abbrev and Proxy-* are
/// ignored.
///
/// `NotFull` if the path of `prefix` is not complete; `CoapLength`, `Utf8` and `DotSegment` for a Uri-Path that no
/// request may have; `CoapPathAbbrev` for a Uri-Path-Abbrev that is unknown, repeated, or together with Uri-Path (R29);
/// `CoapOption` and `Truncated` for malformed options. Linear: the options are read once, so that answer and segments
/// agree whatever happens to the bytes (R22).
///
/// ```
/// use cri::{CriBuf, coap};
///
/// let options = b"\xb5rooms\x011"; // Uri-Path, twice
/// let prefix: CriBuf<32> = "/rooms".parse()?;
/// assert_eq!(coap::path_under(options, &prefix.cri())?.map(|rest| rest.count()), Some(1));
/// let other: CriBuf<32> = "/lights".parse()?;
/// assert!(coap::path_under(options, &other.cri())?.is_none());
/// # Ok::<(), cri::Error>(())
/// ```
pub fn path_under<'a>(options: &'a [u8], prefix: &Cri<'_>) -> Result<Option<CoapPath<'a>>, Error> {
    let mut matcher = Matcher::new(prefix)?;
    let mut options = Options::new(options, 0);
    let mut rest = CoapPath { options };
    while let Some(option) = options.next() {
        let (number, value) = option?;
        match number {
            URI_PATH => matcher.segment(value)?,
            URI_PATH_ABBREV => rest = matcher.abbreviated(value)?,
            _ => matcher.differs |= Proxy::of_option(number).is_some(),
        }
        if number <= URI_PATH && matcher.beyond == 0 {
            rest.options = options;
        }
    }
    Ok(matcher.finish().map(|matched| {
        if matched > matcher.matched {
            // A lone empty segment.
            rest.next();
        }
        rest
    }))
}

/// The path of a request's delta-coded options; a lone empty segment is omitted. `None` if the request is for a proxy:
/// its path is then that of another server's resource (R17).
///
/// `CoapLength`, `Utf8` and `DotSegment` for a Uri-Path that no request may have; `CoapPathAbbrev` as
/// [`path_under`]; `CoapOption` and `Truncated` for malformed options. Linear.
pub(in crate::coap) fn request_path(options: &[u8]) -> Result<Option<CoapPath<'_>>, Error> {
    let mut options = Options::new(options, 0);
    // Starts at the first Uri-Path, so that the options before it are skipped once.
    let mut path = CoapPath { options };
    let (mut asks, mut count, mut has_text) = (false, 0usize, false);
    while let Some(option) = options.next() {
        let (number, value) = option?;
        match number {
            ..URI_PATH => path.options = options,
            URI_PATH => {
                check_segment(value)?;
                count = count.saturating_add(1);
                has_text |= !value.is_empty();
            }
            //= R29
            URI_PATH_ABBREV if count > 0 => return Err(Error::CoapPathAbbrev),
            URI_PATH_ABBREV => {
                path = CoapPath::abbreviated(value)?;
                (count, has_text) = (1, true);
            }
            //= R17
            _ => asks |= Proxy::of_option(number).is_some(),
        }
    }
    if is_lone_empty(count, || !has_text) {
        path.next();
    }
    Ok(if asks { None } else { Some(path) })
}

/// The segments of the path of a request, one by one: the values of Uri-Path in its delta-coded options, or the
/// segments that Uri-Path-Abbrev stands for. Constant time per step, plus that of skipping other options.
///
/// ```
/// use cri::{CriBuf, coap};
///
/// let options = b"\xb5rooms\x011\x04temp"; // Uri-Path, three times
/// let prefix: CriBuf<32> = "/rooms".parse()?;
/// let rest = coap::path_under(options, &prefix.cri())?;
/// assert!(rest.is_some_and(|segments| segments.eq([&b"1"[..], b"temp"])));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CoapPath<'a> {
    /// The options that are left or, if their number is one of [`source`], the items of the segments that are left.
    pub(crate) options: Options<'a>,
}

/// Numbers of `CoapPath::options` that say that the segments are not in options.
///
/// INVARIANT: while options are left, the number is at most that of Uri-Path. C's object has no room for a field after
/// [`Options`], and with the fields of that in its place each step would have to copy them: 14 instructions more.
mod source {
    /// The segments are those of Uri-Path-Abbrev, from the one that all abbreviated paths begin with.
    pub const FIRST_SEGMENT: u16 = u16::MAX - 1;
    /// The segments are those of Uri-Path-Abbrev. The next one is an item.
    pub const ITEMS: u16 = u16::MAX;
}

impl<'a> CoapPath<'a> {
    /// The path that a value of Uri-Path-Abbrev stands for: `CoapPathAbbrev` if it is unknown.
    fn abbreviated(value: &[u8]) -> Result<Self, Error> {
        let rest = ShortPath::of_option(value)?.segments().more;
        Ok(Self { options: Options { rest, number: source::FIRST_SEGMENT } })
    }

    /// The next segment that Uri-Path-Abbrev stands for.
    fn next_item(&mut self, first: bool) -> Option<&'a [u8]> {
        let mut segments = Segments { first, more: self.options.rest };
        let segment = segments.next();
        self.options = Options { rest: segments.more, number: source::ITEMS };
        segment
    }
}

impl<'a> Iterator for CoapPath<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<Self::Item> {
        match self.options.number {
            source::FIRST_SEGMENT => self.next_item(true),
            source::ITEMS => self.next_item(false),
            _ => self.options.next_of(URI_PATH),
        }
    }
}

impl FusedIterator for CoapPath<'_> {}
