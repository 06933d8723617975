// SPDX-License-Identifier: MIT OR Apache-2.0
//! Patterns of paths, such as `/dev/{}/led` and `/fw/{*}`, matched with the path of a CRI or straight with the
//! Uri-Path options of a request (RFC 7252 section 6.5, R17).

use super::path::{CoapPath, request_path};
use crate::chars::IN_SEGMENT;
use crate::cri::items::Items;
use crate::cri::text::Text;
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;
use crate::scan::{Allowed, IRI, Scanner};
use crate::uri::dot_segments::dots;
use crate::uri::{Decoded, Part, Pieces};

/// Captures a segment.
const ONE: &[u8] = b"{}";
/// Captures the rest, at the end of a pattern.
const REST: &[u8] = b"{*}";

/// A pattern, checked: a path with segments that capture.
///
/// It begins with a slash, as slashes begin its segments. `{}` captures one segment, which must not be empty; `{*}`,
/// the last one, captures all segments that are left, or none. Any other segment is one of a URI or IRI path and is
/// compared octet for octet, after decoding: a slash in a segment is `%2F`, a brace `%7B` or `%7D`. A trailing slash
/// counts, as an empty last segment, but for the root `/`, whose path has no segment or a lone empty one, as in CoAP.
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
    segments: Pieces<'p>,
    captures: usize,
}

impl<'p> Pattern<'p> {
    /// Checks a pattern. `Pattern`, also for a segment `.` or `..`, which no path has. Linear.
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

    /// Checks a pattern as [`Pattern::new`]; the error is the offset of the first invalid character, or of a segment
    /// `.` or `..`. Linear.
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

    /// A pattern whose text was checked, and the number of segments that it captures. If the text has changed since
    /// then, it matches no path, or any (R22).
    pub(crate) fn of_checked(text: &'p [u8], captures: usize) -> Self {
        // The root is a path without segments.
        let text = if text.len() == 1 { &[] } else { text };
        Self { segments: Pieces::of(Part::Path, Some(text)), captures }
    }

    /// The number of segments that it captures one by one.
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

    /// Matches it with the path of a full CRI or of a reference that discards all. Returns the segments that `{*}`
    /// captures; none if the pattern has no such segment.
    ///
    /// `capture` gets each segment that `{}` captures, with its index, if the pattern matches. A segment with
    /// percent-encoded parts equals a literal one that has the same octets. The path of a CRI without an authority need
    /// not begin with a slash: `/led` matches `urn:led`. The answer is meaningless for a CRI of a request meant for a
    /// proxy. `NotFull` if the path is not complete. Linear.
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

    /// Matches it with the path of a request, from its delta-coded options; otherwise as [`Pattern::match_cri`]. A
    /// request that is for a proxy never matches (R17).
    ///
    /// `CoapLength`, `Utf8` and `DotSegment` for a Uri-Path that no request may have; `CoapPathAbbrev` for a
    /// Uri-Path-Abbrev that is unknown, repeated, or together with Uri-Path (R29); `CoapOption` and `Truncated` for
    /// malformed options. Linear.
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

    /// Returns what is left of the path for `{*}`. Linear in the pattern and the segments that it is compared with.
    fn matches<P: Iterator<Item: Segment> + Clone>(
        &self,
        path: P,
        mut capture: impl FnMut(usize, P::Item),
    ) -> Option<P> {
        let mut walk = |captures| {
            self.walk(path.clone(), |index, segment| {
                if captures {
                    capture(index, segment)
                }
            })
        };
        // Nothing is captured without a match.
        walk(false)?;
        walk(true)
    }

    /// Compares and captures segment by segment: a match and its captures come from one reading of the bytes (R22).
    /// Returns what is left of the path.
    #[cfg_attr(not(speed), inline(never))]
    fn walk<P: Iterator<Item: Segment> + Clone>(&self, path: P, mut capture: impl FnMut(usize, P::Item)) -> Option<P> {
        let mut rest = path;
        let (mut captured, mut more) = (0, false);
        let mut segments = self.segments;
        while let Some(wanted) = segments.next_piece() {
            // Matched, not compared: that would call memcmp.
            if matches!(wanted, REST) {
                more = true;
                break;
            }
            let segment = rest.next()?;
            match wanted {
                ONE if segment.has_nothing() => return None,
                ONE => {
                    capture(captured, segment);
                    captured += 1;
                }
                literal if !segment.is_literal(literal) => return None,
                _ => {}
            }
        }
        if more || rest.clone().next().is_none() { Some(rest) } else { None }
    }
}

/// A segment of a path. Options have no percent-encoded parts: matching them needs nothing that reads these.
trait Segment {
    fn has_nothing(&self) -> bool;
    /// Whether it has the octets of a segment of a pattern, decoded.
    fn is_literal(&self, literal: &[u8]) -> bool;
}

impl Segment for Text<'_> {
    fn has_nothing(&self) -> bool {
        self.is_empty()
    }

    fn is_literal(&self, literal: &[u8]) -> bool {
        match self.plain() {
            Some(text) => is_text(text, literal),
            None => self.octets().eq(Decoded::new(literal)),
        }
    }
}

impl Segment for &[u8] {
    fn has_nothing(&self) -> bool {
        self.is_empty()
    }

    fn is_literal(&self, literal: &[u8]) -> bool {
        is_text(self, literal)
    }
}

/// True if a text has the octets of a segment of a pattern, decoded. Up to a triplet the segment is compared as it is.
fn is_text(text: &[u8], literal: &[u8]) -> bool {
    let same = literal.iter().zip(text).take_while(|(wanted, octet)| wanted == octet && **wanted != b'%').count();
    let (Some(text), Some(literal)) = (text.get(same..), literal.get(same..)) else { return false };
    Decoded::new(literal).eq(text.iter().copied())
}

/// Finds the first of some patterns that matches the path of a request, from its delta-coded options: its index, and
/// the segments that `{*}` captures. A request meant for a proxy never matches (R17).
///
/// `capture` and errors are those of [`Pattern::match_coap`]. Linear in the options and in the patterns up to the one
/// that matches.
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
    Ok(request_path(options)?.and_then(|path| first_match(patterns, path, capture)))
}

/// Finds the first of some patterns that matches the path of a full CRI or of a reference that discards all: its index,
/// and the segments that `{*}` captures.
///
/// `capture` and errors are those of [`Pattern::match_cri`]. Linear in the path and in the patterns up to the one that
/// matches.
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
    Ok(first_match(patterns, complete_path(cri)?, capture))
}

/// The path of a full CRI or of a reference that discards all, without a lone empty segment; `NotFull` for another
/// reference.
fn complete_path<'a>(cri: &Cri<'a>) -> Result<Items<'a>, Error> {
    if cri.discard == DISCARD_ALL { Ok(cri.path().without_lone()) } else { Err(Error::NotFull) }
}

/// The first pattern that matches a path, if there is one: its index, and what is left of the path.
fn first_match<'p, P: Iterator<Item: Segment> + Clone>(
    patterns: impl IntoIterator<Item = Pattern<'p>>,
    path: P,
    mut capture: impl FnMut(usize, P::Item),
) -> Option<(usize, P)> {
    let mut patterns = patterns.into_iter().enumerate();
    patterns.find_map(|(index, pattern)| Some((index, pattern.matches(path.clone(), &mut capture)?)))
}
