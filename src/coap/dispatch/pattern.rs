// SPDX-License-Identifier: MIT OR Apache-2.0
//! Patterns of paths, such as `/dev/{}/led` and `/fw/{*}`. They are matched with the path of a CRI, or directly with
//! the Uri-Path options of a request (RFC 7252 section 6.5, R17).

use core::cmp::Ordering;

use super::path::{CoapPath, request_path};
use crate::bytes::chars::{IN_SEGMENT, triplet};
use crate::bytes::scan::{Allowed, IRI, Scanner};
use crate::cri::items::Items;
use crate::cri::text::Text;
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;
use crate::uri::dot_segments::dots;

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
    pub(super) text: &'p [u8],
    pub(super) captures: usize,
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
                captures += usize::from(!rest);
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
    #[must_use]
    pub fn capture_count(&self) -> usize {
        self.captures
    }

    /// Matches the pattern with the path of a full CRI or of a reference that discards all segments. Returns the
    /// segments that `{*}` captures; without `{*}`, there are none. Returns `None` if the pattern does not match.
    ///
    /// If the pattern matches, `capture` is called for each segment that `{}` captures, with the index of the capture.
    /// A segment with percent-encoded chunks equals a literal segment that has the same octets. The path of a CRI
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
    fn matches<P: Iterator<Item: Segment> + Clone, F: FnMut(usize, P::Item)>(&self, path: P, capture: F) -> Option<P> {
        // Nothing is captured without a match.
        let mut rest = path.clone();
        if self.walk(&mut 0, &mut rest, None::<&mut F>).1 != End::Match {
            return None;
        }
        if self.captures == 0 { Some(rest) } else { self.captured(path, capture) }
    }

    /// Calls `capture` for the captures of a pattern that matches. Returns the rest of the path, which `{*}` captures.
    pub(super) fn captured<P: Iterator<Item: Segment> + Clone, F: FnMut(usize, P::Item)>(
        &self,
        mut path: P,
        mut capture: F,
    ) -> Option<P> {
        if self.walk(&mut 0, &mut path, Some(&mut capture)).1 == End::Match { Some(path) } else { None }
    }

    /// Compares a path with the pattern from the offset `at`, segment by segment. Returns the number of captured
    /// segments, and how the walk ended. If the pattern matches, leaves the segments that `{*}` captures in `path`.
    /// Otherwise leaves `at` and `path` at the first segment that does not match.
    ///
    /// Compares and captures in one reading of the bytes, so that a match and its captures agree even if the bytes
    /// change (R22).
    pub(super) fn walk<P: Iterator<Item: Segment> + Clone, F: FnMut(usize, P::Item)>(
        &self,
        at: &mut usize,
        path: &mut P,
        mut capture: Option<&mut F>,
    ) -> (usize, End) {
        let mut captured = 0;
        loop {
            let left = self.text.get(*at..).unwrap_or(&[]);
            let captures = left.get(1) == Some(&b'{');
            if captures && left.get(2) == Some(&b'*') {
                return (captured, End::Match);
            }
            let before = path.clone();
            let end = match path.next() {
                Some(segment) if captures && !segment.is_empty() => {
                    if let Some(capture) = &mut capture {
                        capture(captured, segment);
                    }
                    captured += 1;
                    *at += "/{}".len();
                    continue;
                }
                _ if captures => End::NoCapture,
                // The root matches a path without segments.
                None if left.is_empty() || self.text.len() == 1 => return (captured, End::Match),
                None => End::Greater,
                Some(_) if left.is_empty() => End::Less,
                Some(segment) => match segment.compare(left) {
                    (length, Ordering::Equal) => {
                        *at += length;
                        continue;
                    }
                    (_, Ordering::Less) => End::Less,
                    (_, Ordering::Greater) => End::Greater,
                },
            };
            *path = before;
            return (captured, end);
        }
    }
}

/// How a walk along a pattern and a path ended. The numbers of `Less` and `Greater` are those of [`Ordering`], so that
/// no code converts them.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(i8)]
pub(super) enum End {
    /// A literal segment is less than the segment of the path, or the pattern has no more segments.
    Less = Ordering::Less as i8,
    /// The segment `{}` has nothing to capture: the path has no more segments, or its segment is empty.
    NoCapture,
    /// A literal segment is greater than the segment of the path, or the path has no more segments.
    Greater = Ordering::Greater as i8,
    /// The pattern matches.
    Match,
}

/// A segment of a path. Options have no percent-encoded chunks, so matching options links no code for such chunks.
pub(super) trait Segment: Copy {
    fn is_empty(&self) -> bool;

    /// Compares the literal segment at the start of `text`, after the slash, with this segment. Returns the offset in
    /// `text` of the first difference, or of the end of the literal segment. Also returns the order of the literal
    /// segment relative to this segment.
    fn compare(&self, text: &[u8]) -> (usize, Ordering);
}

impl Segment for Text<'_> {
    fn is_empty(&self) -> bool {
        self.is_empty()
    }

    fn compare(&self, text: &[u8]) -> (usize, Ordering) {
        compare(text, self.chunks().map(|chunk| chunk.bytes))
    }
}

impl Segment for &[u8] {
    fn is_empty(&self) -> bool {
        <[u8]>::is_empty(self)
    }

    #[cfg_attr(speed, inline(always))]
    #[cfg_attr(not(speed), inline(never))]
    fn compare(&self, text: &[u8]) -> (usize, Ordering) {
        compare(text, [*self])
    }
}

/// Compares a literal segment with a segment of a path, like [`Segment::compare`]. `chunks` has the octets of the
/// segment (R41).
#[cfg_attr(speed, inline(always))]
fn compare<'a>(text: &[u8], chunks: impl IntoIterator<Item = &'a [u8]>) -> (usize, Ordering) {
    // The end of the text ends a segment, like a slash.
    let byte = |at| text.get(at).copied().unwrap_or(b'/');
    let mut at = 1;
    for chunk in chunks {
        for octet in chunk {
            let own = byte(at);
            // Fast path: almost every octet is written as it is.
            if cfg!(speed) && own == *octet && own != b'/' && own != b'%' {
                at += 1;
                continue;
            }
            let (literal, next) = match own {
                b'/' => return (at, Ordering::Less),
                b'%' => (text.get(at..).and_then(triplet).unwrap_or(0), at + 3),
                own => (own, at + 1),
            };
            if literal != *octet {
                return (at, literal.cmp(octet));
            }
            at = next;
        }
    }
    (at, if byte(at) == b'/' { Ordering::Equal } else { Ordering::Greater })
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
    Ok(request_path(options)?.and_then(|path| first_of(patterns, path, capture)))
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
    Ok(first_of(patterns, complete_path(cri)?, capture))
}

/// Finds the first pattern that matches a path.
fn first_of<'p, P: Iterator<Item: Segment> + Clone>(
    patterns: impl IntoIterator<Item = Pattern<'p>>,
    path: P,
    mut capture: impl FnMut(usize, P::Item),
) -> Option<(usize, P)> {
    let matching = |(index, pattern): (usize, Pattern<'p>)| Some((index, pattern.matches(path.clone(), &mut capture)?));
    patterns.into_iter().enumerate().find_map(matching)
}

/// Returns the path of a full CRI or of a reference that discards all segments, without a lone empty segment. Fails
/// with `NotFull` for any other reference.
pub(super) fn complete_path<'a>(cri: &Cri<'a>) -> Result<Items<'a>, Error> {
    if cri.discard == DISCARD_ALL { Ok(cri.path().without_lone()) } else { Err(Error::NotFull) }
}
