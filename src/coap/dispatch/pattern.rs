// SPDX-License-Identifier: MIT OR Apache-2.0
//! Patterns of paths, such as `/dev/{}/led` and `/fw/{*}`. They are matched with the path of a CRI, or directly with
//! the Uri-Path options of a request (RFC 7252 section 6.5, R17).

use core::cmp::Ordering;

use super::path::{CoapPath, request_path};
use crate::chars::IN_SEGMENT;
use crate::cri::items::Items;
use crate::cri::text::Text;
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;
use crate::scan::{Allowed, IRI, Scanner};
use crate::uri::dot_segments::dots;
use crate::uri::{Decoded, Pieces};

/// A checked pattern: a path whose segments can capture segments of another path.
///
/// A pattern begins with a slash, and each of its segments follows a slash:
///
/// - `{}` captures one segment, which must not be empty.
/// - `{*}` must be the last segment. It captures all remaining segments, even if there are no more.
/// - Any other segment is literal. It is a segment of a URI or IRI path, which is decoded and then compared octet by
///   octet. A slash in a segment is written as `%2F`, and a brace as `%7B` or `%7D`.
///
/// A slash at the end means that the last segment is empty. Only the root `/` is different: it matches a path without
/// segments and a path of one empty segment, as in CoAP.
///
/// ```
/// use cri::{CriBuf, Pattern};
///
/// let pattern = Pattern::new("/rooms/{}/{*}")?;
/// let cri: CriBuf<64> = "coap://h/rooms/2/lights/1".parse()?;
/// let cri = cri.cri();
/// let mut room = None;
/// let rest = pattern.match_cri(&cri, |_, segment| room = segment.as_str())?;
/// assert_eq!((room, rest.map(|segments| segments.count())), (Some("2"), Some(2)));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'p> {
    /// Segments, each after a slash.
    text: &'p [u8],
    captures: usize,
}

impl<'p> Pattern<'p> {
    /// Checks a pattern. Fails with `Pattern` if it is invalid. A segment `.` or `..` is invalid, because no path has
    /// it. Linear.
    ///
    /// ```
    /// use cri::{Error, Pattern};
    ///
    /// assert!(Pattern::new("/rooms/{}").is_ok());
    /// assert_eq!(Pattern::new("rooms/{}").err(), Some(Error::Pattern)); // no slash at the start
    /// ```
    pub fn new(text: &'p (impl AsRef<[u8]> + ?Sized)) -> Result<Self, Error> {
        let text = text.as_ref();
        Self::new_where(text).map_err(|_| Error::Pattern)
    }

    /// Checks a pattern as [`Pattern::new`] does. The error is the offset of the first invalid character, or of a
    /// segment `.` or `..`. Linear.
    ///
    /// ```
    /// use cri::Pattern;
    ///
    /// assert_eq!(Pattern::new_where("/rooms/{").err(), Some(8)); // the closing brace is missing
    /// ```
    pub fn new_where(text: &'p (impl AsRef<[u8]> + ?Sized)) -> Result<Self, usize> {
        let text = text.as_ref();
        let mut scanner = Scanner { grammar: IRI, ..Scanner::new(text) };
        let (mut captures, mut rest) = (0, false);
        loop {
            if rest || !scanner.accept(b'/') {
                return Err(scanner.at);
            }
            if scanner.accept(b'{') {
                rest = scanner.accept(b'*');
                captures += !rest as usize;
                if !scanner.accept(b'}') {
                    return Err(scanner.at);
                }
            } else {
                let start = scanner.at;
                scanner.past(Allowed::with_ucs(IN_SEGMENT));
                if dots(text.get(start..scanner.at).unwrap_or(&[])) > 0 {
                    return Err(start);
                }
            }
            if scanner.rest().is_empty() {
                break;
            }
        }
        Ok(Self::of_checked(text, captures))
    }

    /// Returns the pattern with a text that was checked before, and the number of segments that it captures. If the
    /// text has changed since then, the pattern may match any path or none (R22).
    pub(crate) fn of_checked(text: &'p [u8], captures: usize) -> Self {
        Self { text, captures }
    }

    /// Returns the number of segments that the pattern captures one by one, with `{}`.
    ///
    /// ```
    /// use cri::Pattern;
    ///
    /// assert_eq!(Pattern::new("/rooms/{}/lights/{}/{*}")?.capture_count(), 2);
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn capture_count(&self) -> usize {
        self.captures
    }

    /// Returns the first segment, which is empty in the root. Returns `None` if it captures or has a triplet.
    pub(crate) fn literal_first(&self) -> Option<&'p [u8]> {
        let (end, order) = compare(self.text, self.text.get(1..)?);
        order.and(self.text.get(1..end))
    }

    /// Compares the first segment of the pattern with the first segment of a path. The pattern can match only if they
    /// are equal. Returns `None` if the segment of the pattern captures or has a triplet, and the part before it does
    /// not differ, or if `first` is `None`.
    pub(crate) fn order(&self, first: Option<&[u8]>) -> Option<Ordering> {
        compare(self.text, first?).1
    }

    /// Matches the pattern with the path of a full CRI or of a reference that discards all segments. Returns the
    /// segments that `{*}` captures; without `{*}`, there are none. Returns `None` if the pattern does not match.
    ///
    /// If the pattern matches, `capture` is called for each segment that `{}` captures, with the index of the capture.
    /// A segment with percent-encoded parts equals a literal segment that has the same octets. The path of a CRI
    /// without an authority need not begin with a slash: `/led` matches `urn:led`. The result is meaningless for the
    /// CRI of a request that is meant for a proxy.
    ///
    /// Fails with `NotFull` if the path depends on a base. Linear.
    ///
    /// ```
    /// use cri::{CriBuf, Pattern};
    ///
    /// let pattern = Pattern::new("/rooms/{}/temp")?;
    /// let cri: CriBuf<64> = "coap://h/rooms/2/temp".parse()?;
    /// let cri = cri.cri();
    /// let mut room = None;
    /// assert!(pattern.match_cri(&cri, |_, segment| room = segment.as_str())?.is_some());
    /// assert_eq!(room, Some("2"));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn match_cri<'a>(
        &self,
        cri: &Cri<'a>,
        capture: impl FnMut(usize, Text<'a>),
    ) -> Result<Option<Items<'a>>, Error> {
        Ok(self.matches(complete_path(cri)?, capture))
    }

    /// Matches the pattern with the path of a request, which is read from its delta-coded options. Arguments and result
    /// are those of [`Pattern::match_cri`]. A request that is meant for a proxy never matches (R17).
    ///
    /// Fails with `CoapLength`, `Utf8` or `DotSegment` if a Uri-Path is too long, is not UTF-8 or is a dot segment.
    /// Fails with `CoapPathAbbrev` if a Uri-Path-Abbrev is unknown, repeated or together with Uri-Path (R29), and with
    /// `CoapOption` or `Truncated` if the options are malformed. Linear.
    ///
    /// ```
    /// use cri::Pattern;
    ///
    /// let pattern = Pattern::new("/rooms/{}")?;
    /// let options = b"\xb5rooms\x012"; // Uri-Path, twice
    /// let mut room: &[u8] = b"";
    /// assert!(pattern.match_coap(options, |_, segment| room = segment)?.is_some());
    /// assert_eq!(room, b"2");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn match_coap<'a>(
        &self,
        options: &'a [u8],
        capture: impl FnMut(usize, &'a [u8]),
    ) -> Result<Option<CoapPath<'a>>, Error> {
        Ok(request_path(options)?.and_then(|path| self.matches(path, capture)))
    }

    /// Returns the rest of the path, which `{*}` captures, or `None` if the pattern does not match. Linear in the
    /// pattern and in the segments that are compared.
    fn matches<P: Iterator<Item: Segment> + Clone>(
        &self,
        path: P,
        mut capture: impl FnMut(usize, P::Item),
    ) -> Option<P> {
        // The first round only compares, because nothing is captured without a match.
        let mut captures = false;
        loop {
            let mut rest = path.clone();
            let matches = self.walk(&mut rest, |index, segment| {
                if captures {
                    capture(index, segment)
                }
            });
            matches?;
            if captures {
                return Some(rest);
            }
            captures = true;
        }
    }

    /// Compares and captures segment by segment, so that a match and its captures come from one reading of the bytes
    /// (R22). Leaves the segments after the matching ones in `path`. Returns `None` if the pattern does not match.
    fn walk<P: Iterator<Item: Segment>>(&self, path: &mut P, mut capture: impl FnMut(usize, P::Item)) -> Option<()> {
        let (mut left, mut captured) = (self.text, 0);
        loop {
            if let [_, b'{', b'*', ..] = left {
                return Some(());
            }
            let Some(segment) = path.next() else {
                // The root matches a path without segments.
                return if left.is_empty() || self.text.len() == 1 { Some(()) } else { None };
            };
            left = match left {
                [_, b'{', _, after @ ..] => {
                    if segment.is_empty() {
                        return None;
                    }
                    capture(captured, segment);
                    captured += 1;
                    after
                }
                _ => segment.after_literal(left)?,
            };
        }
    }
}

/// A segment of a path. Options have no percent-encoded parts, so matching options links no code for such parts.
trait Segment {
    /// Returns the octets of the segment, or `None` if a part of it is percent-encoded.
    fn plain(&self) -> Option<&[u8]>;

    /// True if the segment has exactly these octets.
    fn has_octets(&self, octets: Decoded<'_>) -> bool;

    fn is_empty(&self) -> bool {
        self.plain().is_some_and(|octets| octets.is_empty())
    }

    /// Compares the segment with the literal segment at the start of `text`, after the slash. Returns the text after
    /// the literal segment, or `None` if its decoded octets differ.
    fn after_literal<'p>(&self, text: &'p [u8]) -> Option<&'p [u8]> {
        if let Some(octets) = self.plain() {
            let (end, order) = compare(text, octets);
            match order {
                Some(Ordering::Equal) => return text.get(end..),
                Some(_) => return None,
                None => {}
            }
        }
        let mut left = Pieces { rest: text.get(1..), separator: b'/' };
        let literal = left.next_piece()?;
        if self.has_octets(Decoded::new(literal)) { text.get(1 + literal.len()..) } else { None }
    }
}

impl Segment for Text<'_> {
    fn plain(&self) -> Option<&[u8]> {
        self.plain()
    }

    fn has_octets(&self, mut octets: Decoded<'_>) -> bool {
        self.chunks().all(|chunk| chunk.bytes.iter().all(|octet| octets.next() == Some(*octet)))
            && octets.next().is_none()
    }
}

impl Segment for &[u8] {
    fn plain(&self) -> Option<&[u8]> {
        Some(self)
    }

    fn has_octets(&self, octets: Decoded<'_>) -> bool {
        octets.eq(self.iter().copied())
    }
}

/// Compares the segment at the start of `text`, after the slash, with the octets of a segment of a path. Returns the
/// offset in `text` of the first difference or, if there is none, of the end of the segment. Also returns the order of
/// the two segments. It is `None` if the comparison reaches a capture or a triplet before it finds a difference.
#[cfg_attr(not(speed), inline(never))]
fn compare(text: &[u8], octets: &[u8]) -> (usize, Option<Ordering>) {
    let mut octets = octets.iter();
    let mut at = 1;
    loop {
        let wanted = text.get(at).filter(|byte| **byte != b'/');
        let octet = octets.next();
        match wanted {
            Some(b'%' | b'{') => return (at, None),
            Some(_) if wanted == octet => at += 1,
            _ => return (at, Some(wanted.cmp(&octet))),
        }
    }
}

/// Finds the first pattern that matches the path of a request, which is read from its delta-coded options. Returns the
/// index of the pattern, and the segments that `{*}` captures. A request that is meant for a proxy never matches (R17).
///
/// `capture` and the errors are those of [`Pattern::match_coap`]. Linear in the options and in the patterns up to the
/// matching one.
///
/// ```
/// use cri::{Pattern, coap};
///
/// let routes = [Pattern::new("/lights/{}")?, Pattern::new("/rooms/{}")?];
/// let options = b"\xb5rooms\x012"; // Uri-Path, twice
/// let found = coap::route(routes, options, |_, segment| assert_eq!(segment, b"2"))?;
/// assert_eq!(found.map(|(index, _)| index), Some(1));
/// # Ok::<(), cri::Error>(())
/// ```
pub fn route<'p, 'a>(
    patterns: impl IntoIterator<Item = Pattern<'p>>,
    options: &'a [u8],
    capture: impl FnMut(usize, &'a [u8]),
) -> Result<Option<(usize, CoapPath<'a>)>, Error> {
    route_from(in_order(patterns), options, capture)
}

/// Finds a route like [`route`], among the patterns that `next` returns. [`first_match`] describes `next`.
pub(crate) fn route_from<'p, 'a, T>(
    next: impl FnMut(Option<&[u8]>) -> Option<(T, Pattern<'p>)>,
    options: &'a [u8],
    capture: impl FnMut(usize, &'a [u8]),
) -> Result<Option<(T, CoapPath<'a>)>, Error> {
    Ok(request_path(options)?.and_then(|path| first_match(next, path, capture)))
}

/// Finds the first pattern that matches the path of a full CRI or of a reference that discards all segments. Returns
/// the index of the pattern, and the segments that `{*}` captures.
///
/// `capture` and the errors are those of [`Pattern::match_cri`]. Linear in the path and in the patterns up to the
/// matching one.
///
/// ```
/// use cri::{CriBuf, Pattern, coap};
///
/// let routes = [Pattern::new("/lights/{}")?, Pattern::new("/rooms/{}")?];
/// let cri: CriBuf<32> = "coap://h/rooms/2".parse()?;
/// let cri = cri.cri();
/// let found = coap::route_cri(routes, &cri, |_, segment| assert_eq!(segment.as_str(), Some("2")))?;
/// assert_eq!(found.map(|(index, _)| index), Some(1));
/// # Ok::<(), cri::Error>(())
/// ```
pub fn route_cri<'p, 'a>(
    patterns: impl IntoIterator<Item = Pattern<'p>>,
    cri: &Cri<'a>,
    capture: impl FnMut(usize, Text<'a>),
) -> Result<Option<(usize, Items<'a>)>, Error> {
    route_cri_from(in_order(patterns), cri, capture)
}

/// Finds a route like [`route_cri`], among the patterns that `next` returns. [`first_match`] describes `next`.
pub(crate) fn route_cri_from<'p, 'a, T>(
    next: impl FnMut(Option<&[u8]>) -> Option<(T, Pattern<'p>)>,
    cri: &Cri<'a>,
    capture: impl FnMut(usize, Text<'a>),
) -> Result<Option<(T, Items<'a>)>, Error> {
    Ok(first_match(next, complete_path(cri)?, capture))
}

/// Returns the path of a full CRI or of a reference that discards all segments, without a lone empty segment. Fails
/// with `NotFull` for any other reference.
fn complete_path<'a>(cri: &Cri<'a>) -> Result<Items<'a>, Error> {
    if cri.discard == DISCARD_ALL { Ok(cri.path().without_lone()) } else { Err(Error::NotFull) }
}

/// Finds the first pattern that matches a path. Returns the id of the pattern, and the rest of the path.
///
/// `next` returns the patterns in their order, each with an id. Its argument is the octets of the path's first segment:
/// no octets if the path has no segment, and `None` if the segment has percent-encoded parts. It may omit patterns that
/// do not match according to [`Pattern::order`].
fn first_match<'p, T, P: Iterator<Item: Segment> + Clone>(
    mut next: impl FnMut(Option<&[u8]>) -> Option<(T, Pattern<'p>)>,
    path: P,
    mut capture: impl FnMut(usize, P::Item),
) -> Option<(T, P)> {
    let first = path.clone().next();
    let octets = first.as_ref().map_or(Some(&[][..]), Segment::plain);
    while let Some((id, pattern)) = next(octets) {
        if let Some(rest) = pattern.matches(path.clone(), &mut capture) {
            return Some((id, rest));
        }
    }
    None
}

/// Returns a function for [`first_match`] that returns the patterns in their order, with their indices.
fn in_order<'p>(
    patterns: impl IntoIterator<Item = Pattern<'p>>,
) -> impl FnMut(Option<&[u8]>) -> Option<(usize, Pattern<'p>)> {
    let mut patterns = patterns.into_iter().enumerate();
    move |first| patterns.find(|(_, pattern)| pattern.order(first).is_none_or(Ordering::is_eq))
}
