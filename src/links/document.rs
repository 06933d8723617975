// SPDX-License-Identifier: MIT OR Apache-2.0
//! The links of a document, which may arrive in windows (RFC 6690 2; RFC 7959).

use super::grammar::{Place, after_blanks, find_comma, link};
use super::link::Link;
use crate::error::{Error, ParseError};

/// The state of a reader of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum State {
    /// Before the first link, of which there may be none.
    Start,
    /// After a comma: a link must follow.
    Next,
    /// In a link-value that is skipped.
    Skipping,
    /// After the last link.
    End,
}

/// The links of a document in link format, in order, or the error of what is not a link-value.
///
/// After an error, reading continues after the next comma outside of quotes and of the angle brackets of a target.
/// Errors: `Syntax`; `Utf8`; `Truncated` if the document ends in a link; `UriSyntax` and `UriHost` in a target. The
/// offset is the place of the first invalid character in the document.
///
/// A document may arrive in windows, such as the blocks of a transfer with the end of the window before:
/// [`Links::left`] is how much of a window must be at the start of the next one. Linear in the document.
///
/// ```
/// use cri::Links;
///
/// let document = r#"</t>;rt="temperature",</light>;rt=light;if=binary"#;
/// let links = Links::new(document).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(links[1].target(), "/light");
/// # Ok::<(), cri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Links<'a> {
    /// The window from where reading is.
    pub(crate) rest: &'a [u8],
    /// Offset of that in the document.
    pub(crate) offset: usize,
    /// How much of `rest` was searched for the comma after a link-value.
    pub(crate) searched: usize,
    /// The place in the link-value at which the search continues.
    pub(crate) place: Place,
    pub(crate) state: State,
    pub(crate) is_last: bool,
}

impl<'a> Links<'a> {
    /// The links of a whole document.
    ///
    /// ```
    /// use cri::{Error, Links};
    ///
    /// let mut links = Links::new("</a>,b,</c>");
    /// assert!(links.next().is_some_and(|link| link.is_ok_and(|link| link.target() == "/a")));
    /// let refused = links.next().and_then(Result::err);
    /// assert_eq!(refused.map(|refused| (refused.error, refused.offset)), Some((Error::Syntax, 5)));
    /// assert!(links.next().is_some_and(|link| link.is_ok_and(|link| link.target() == "/c")));
    /// ```
    pub fn new(text: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::window(text.as_ref(), true)
    }

    /// The links of a document, of which `text` is the first window. If it is the last one, too, it is the whole
    /// document.
    ///
    /// ```
    /// use cri::Links;
    ///
    /// let mut links = Links::window(b"</a>,</lig", false); // the first block
    /// assert!(links.next().is_some_and(|link| link.is_ok_and(|link| link.target() == "/a")));
    /// assert!(links.next().is_none());
    /// assert_eq!(links.left(), b"</lig".len());
    /// ```
    pub fn window(text: &'a [u8], is_last: bool) -> Self {
        Self { rest: text, offset: 0, searched: 0, place: Place::Begin, state: State::Start, is_last }
    }

    /// Continues with the next window, which begins with the last [`Links::left`] bytes of the one before.
    ///
    /// ```
    /// use cri::Links;
    ///
    /// let mut links = Links::window(b"</a>,</lig", false);
    /// assert_eq!(links.by_ref().count(), 1);
    /// // What was left of the first block, and the second one.
    /// let mut links = links.continue_with(b"</light>", true);
    /// assert!(links.next().is_some_and(|link| link.is_ok_and(|link| link.target() == "/light")));
    /// ```
    pub fn continue_with<'b>(&self, text: &'b [u8], is_last: bool) -> Links<'b> {
        Links { rest: text, is_last, ..*self }
    }

    /// How many bytes of the window were not read: once there is no next link, those of the link-value that the window
    /// ends in.
    ///
    /// ```
    /// use cri::Links;
    ///
    /// let mut links = Links::window(b"</a>,</b>;rt=x", false);
    /// assert_eq!(links.by_ref().count(), 1);
    /// assert_eq!(links.left(), b"</b>;rt=x".len());
    /// ```
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// Drops the link-value that the window ends in, which is too long to be kept: [`Links::left`] is then 0. Does
    /// nothing before a link-value that is complete.
    ///
    /// ```
    /// use cri::Links;
    ///
    /// let mut links = Links::window(b"</a>,</b>;title=\"long", false);
    /// assert_eq!(links.by_ref().count(), 1);
    /// links.drop_rest();
    /// assert_eq!(links.left(), 0);
    /// let mut links = links.continue_with(b" text\",</c>", true);
    /// assert!(links.next().is_some_and(|link| link.is_ok_and(|link| link.target() == "/c")));
    /// ```
    pub fn drop_rest(&mut self) {
        if self.enter() && !self.find_comma() && !self.is_last {
            self.state = State::Skipping;
            self.go_to(self.after_searched(0), self.place);
        }
    }

    /// Searches the window for the comma that ends the link-value.
    fn find_comma(&mut self) -> bool {
        find_comma(self.rest, &mut self.searched, &mut self.place)
    }

    /// Advances to the first character of a link-value; whether there is one in the window.
    fn enter(&mut self) -> bool {
        if self.state == State::Skipping {
            if !self.find_comma() {
                self.go_to(self.after_searched(0), self.place);
                return false;
            }
            self.state = State::Next;
            self.go_to(self.after_searched(1), Place::Begin);
        }
        if self.searched == 0 {
            self.go_to(after_blanks(self.rest), Place::Begin);
        }
        !self.rest.is_empty() && self.state != State::End
    }

    /// Returns the rest of the window after the searched part and `count` more bytes.
    fn after_searched(&self, count: usize) -> &'a [u8] {
        self.rest.get(self.searched + count..).unwrap_or(&[])
    }

    /// Continues with an end of the window.
    fn go_to(&mut self, rest: &'a [u8], place: Place) {
        self.offset = self.offset.saturating_add(self.rest.len().saturating_sub(rest.len()));
        self.rest = rest;
        self.searched = 0;
        self.place = place;
    }
}

impl<'a> Iterator for Links<'a> {
    type Item = Result<Link<'a>, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if !self.enter() {
            // A link must follow a comma.
            let missing = self.state == State::Next && self.is_last;
            if self.is_last {
                self.state = State::End;
            }
            return missing.then_some(Err(ParseError { error: Error::Truncated, offset: self.offset }));
        }
        // What was unfinished is read again only when it has its end, which takes linear time in all.
        if self.searched > 0 && !self.find_comma() && !self.is_last {
            return None;
        }
        let text = self.rest;
        match link(text) {
            Ok((target, attributes, [_, rest @ ..])) => {
                self.state = State::Next;
                self.go_to(rest, Place::Begin);
                Some(Ok(Link { target, attributes }))
            }
            Ok((target, attributes, [])) if self.is_last => {
                self.state = State::End;
                self.go_to(&[], Place::Begin);
                Some(Ok(Link { target, attributes }))
            }
            Err(stop) if stop.error != Error::Truncated || self.is_last => {
                self.state = State::Skipping;
                self.go_to(stop.rest, stop.place);
                Some(Err(ParseError { error: stop.error, offset: self.offset }))
            }
            unfinished => {
                self.searched = text.len();
                self.place = unfinished.map_or_else(|stop| stop.place, |_| Place::Outside);
                None
            }
        }
    }

    /// At most a link for each byte, and an error.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.rest.len().saturating_add(1)))
    }
}
