// SPDX-License-Identifier: MIT OR Apache-2.0
//! The path of a request, and prefix matching, directly on its Uri-Path options. No CRI is made (RFC 7252 section 6.5,
//! R17).

use core::iter::FusedIterator;

use crate::bytes::utf8;
use crate::coap::message::option::{Options, Proxy, TEXT_MAX, URI_PATH, URI_PATH_ABBREV};
use crate::coap::message::path_abbrev::{Segments, ShortPath};
use crate::cri::lone_segment::is_lone_empty;
use crate::cri::text::{Text, is_dot_segment};
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;
use crate::ops::under::rest_under;

/// Checks the value of a Uri-Path (R17). Fails with `CoapLength`, `Utf8` or `DotSegment`.
pub(super) fn check_segment(value: &[u8]) -> Result<(), Error> {
    if value.len() > TEXT_MAX {
        return Err(Error::CoapLength);
    }
    if !utf8::is_valid(value) {
        return Err(Error::Utf8);
    }
    // RFC 7252 5.10.1 dots
    if is_dot_segment(value) {
        return Err(Error::DotSegment);
    }
    Ok(())
}

/// Returns the segments of a request's path after the segments of `prefix`. There are no segments if the paths are
/// equal. Returns `None` if the request's path is neither equal to `prefix` nor under it.
///
/// The path is read from the request's delta-coded options. Options other than Uri-Path, Uri-Path-Abbrev and Proxy-*
/// are ignored. A request that is meant for a proxy is under no prefix, because its path is that of another server's
/// resource (R17).
///
/// Fails with `Base` if the path of `prefix` depends on a base. Fails with `CoapLength`, `Utf8` or `DotSegment` if a
/// Uri-Path is too long, is not UTF-8 or is a dot segment. Fails with `CoapPathAbbrev` if a Uri-Path-Abbrev is unknown,
/// repeated or together with Uri-Path (R29), and with `CoapOption` or `Truncated` if the options are malformed.
///
/// Linear. The answer and the segments come from one walk, so that they agree even if the bytes change (R22).
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
    if prefix.discard != DISCARD_ALL {
        return Err(Error::Base);
    }
    Ok(request_path(options)?.and_then(|path| rest_under(path, prefix, next_segment)))
}

/// Returns the next segment of a path, as a text.
pub(super) fn next_segment<'a>(path: &mut CoapPath<'a>) -> Option<Text<'a>> {
    path.next().map(Text::of_plain)
}

/// Returns the path in a request's delta-coded options, without a lone empty segment. Returns `None` if the request is
/// meant for a proxy, because its path is then that of another server's resource (R17).
///
/// Fails with the errors of [`path_under`], except `Base`. Linear.
pub(crate) fn request_path(options: &[u8]) -> Result<Option<CoapPath<'_>>, Error> {
    let mut options = Options::new(options, 0);
    // The iterator starts at the first Uri-Path, so that the options before it are not skipped again.
    let mut path = CoapPath { options };
    let (mut is_for_proxy, mut count, mut has_text) = (false, 0usize, false);
    while let Some(option) = options.next() {
        let (number, value) = option?;
        match number {
            ..URI_PATH => path.options = options,
            URI_PATH => {
                check_segment(value)?;
                count = count.saturating_add(1);
                has_text |= !value.is_empty();
            }
            // R29
            URI_PATH_ABBREV if count > 0 => return Err(Error::CoapPathAbbrev),
            URI_PATH_ABBREV => {
                path = CoapPath::abbreviated(value)?;
                (count, has_text) = (1, true);
            }
            // R17
            _ => is_for_proxy |= Proxy::of_option(number).is_some(),
        }
    }
    if is_lone_empty(count, || !has_text) {
        path.next();
    }
    Ok(if is_for_proxy { None } else { Some(path) })
}

/// An iterator over the segments of the path of a request: the values of Uri-Path in its delta-coded options, or the
/// segments that Uri-Path-Abbrev represents. Each step takes constant time.
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
    /// The remaining options or, if their number is `FIRST_SEGMENT` or `MORE_SEGMENTS`, the items of the segments that
    /// Uri-Path-Abbrev represents.
    ///
    /// A separate field for this distinction would not fit into C's object after [`Options`]. If the fields of
    /// `Options` were fields of `CoapPath`, each step would have to copy them, which takes 14 more instructions. If
    /// each step made a [`Segments`] of the number, finding a route would take up to 13 % more instructions on x86-64.
    ///
    /// INVARIANT: while options remain, their number is at most `URI_PATH`.
    pub(crate) options: Options<'a>,
}

/// A value of `CoapPath::options.number` that is no option: no segment of the abbreviated path was returned yet.
const FIRST_SEGMENT: u16 = u16::MAX - 1;
/// A value of `CoapPath::options.number` that is no option: the first segment of the abbreviated path was returned.
const MORE_SEGMENTS: u16 = u16::MAX;

impl<'a> CoapPath<'a> {
    /// Returns the path that a value of Uri-Path-Abbrev represents. Fails with `CoapPathAbbrev` if the value is
    /// unknown.
    fn abbreviated(value: &[u8]) -> Result<Self, Error> {
        let rest = ShortPath::of_option(value)?.segments().more;
        Ok(Self { options: Options { rest, number: FIRST_SEGMENT } })
    }

    /// Returns the next segment of Uri-Path-Abbrev, which is the first one if `first` is true.
    fn next_abbreviated(&mut self, first: bool) -> Option<&'a [u8]> {
        let mut segments = Segments { first, more: self.options.rest };
        let segment = segments.next();
        self.options = Options { rest: segments.more, number: MORE_SEGMENTS };
        segment
    }
}

impl<'a> Iterator for CoapPath<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<Self::Item> {
        match self.options.number {
            FIRST_SEGMENT => self.next_abbreviated(true),
            MORE_SEGMENTS => self.next_abbreviated(false),
            _ => self.options.next_of(URI_PATH),
        }
    }
}

impl FusedIterator for CoapPath<'_> {}
