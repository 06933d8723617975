// SPDX-License-Identifier: MIT OR Apache-2.0
//! The segments of a path and the parameters of a query, as they are written.

use core::iter::FusedIterator;

use super::reference::Part;
use crate::bytes::utf8::checked_str;

/// An iterator over the segments of a path or the parameters of a query, as they are written. All steps together take
/// linear time.
///
/// ```
/// use cri::uri::{Decoded, Uri};
///
/// let uri = Uri::split("coap://h/a/b%2Fc?d&e").map_err(|refused| refused.error)?;
/// assert!(uri.segments().eq(["a", "b%2Fc"]) && uri.parameters().eq(["d", "e"]));
/// assert!(Decoded::new("b%2Fc").eq(*b"b/c"));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Pieces<'u> {
    pub(crate) rest: Option<&'u [u8]>,
    pub(crate) separator: u8,
}

impl<'u> Pieces<'u> {
    /// Returns the segments of a path. An empty path has no segments, and the slash at the start of a path is not a
    /// separator (RFC 3986 section 3.3).
    ///
    /// ```
    /// use cri::uri::Pieces;
    ///
    /// assert!(Pieces::of_path("/a/b/").eq(["a", "b", ""]));
    /// assert!(Pieces::of_path("a/b").eq(["a", "b"]));
    /// ```
    #[must_use]
    pub fn of_path(path: &'u str) -> Self {
        Self::of(Part::Path, Some(path.as_bytes()))
    }

    pub(crate) fn of(part: Part, text: Option<&'u [u8]>) -> Self {
        match (part, text) {
            (Part::Path, Some([])) => Self { rest: None, separator: b'/' },
            (Part::Path, Some([b'/', segments @ ..])) => Self { rest: Some(segments), separator: b'/' },
            (Part::Path, rest) => Self { rest, separator: b'/' },
            (_, rest) => Self { rest, separator: b'&' },
        }
    }

    /// Returns the next segment or parameter, and the text after its separator.
    pub(crate) fn first(&self) -> Option<(&'u [u8], Option<&'u [u8]>)> {
        let text = self.rest?;
        // RFC 3986 2.4, RFC 3986 7.3
        let end = text.iter().position(|byte| *byte == self.separator);
        Some((text.get(..end.unwrap_or(text.len()))?, end.and_then(|end| text.get(end + 1..))))
    }

    /// Returns the parameters of a query, which are separated by ampersands. An undefined query has no parameters, and
    /// an empty query has one empty parameter, as in href section 6.1.
    ///
    /// ```
    /// use cri::uri::Pieces;
    ///
    /// assert!(Pieces::of_query(Some("u=C&max=5")).eq(["u=C", "max=5"]));
    /// assert_eq!(Pieces::of_query(None).count(), 0);
    /// ```
    pub fn of_query(query: Option<&'u str>) -> Self {
        Self::of(Part::Query, query.map(str::as_bytes))
    }

    /// Returns the next segment or parameter as bytes. [`Iterator::next`] returns it as a `str`.
    pub(crate) fn next_bytes(&mut self) -> Option<&'u [u8]> {
        let (text, rest) = self.first()?;
        self.rest = rest;
        Some(text)
    }
}

impl<'u> Iterator for Pieces<'u> {
    type Item = &'u str;

    fn next(&mut self) -> Option<&'u str> {
        self.next_bytes().map(checked_str)
    }
}

impl FusedIterator for Pieces<'_> {}

impl DoubleEndedIterator for Pieces<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let text = self.rest?;
        let end = text.iter().rposition(|byte| *byte == self.separator);
        self.rest = end.and_then(|end| text.get(..end));
        text.get(end.map_or(0, |end| end + 1)..).map(checked_str)
    }
}
