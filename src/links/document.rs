// SPDX-License-Identifier: MIT OR Apache-2.0
//! The links of a document, which may arrive in windows (RFC 6690 2; RFC 7959).

use super::grammar::{Context, LinkText, after_blanks, find_comma, link};
use super::link::Link;
use crate::error::{Error, ParseError};

/// The state of a reader of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum State {
    /// The reader is before the first link. The document may have no link.
    Start,
    /// The reader is after a comma. A link must follow.
    Next,
    /// The reader skips the rest of a link-value.
    Skipping,
    /// The reader is after the last link.
    End,
}

/// An iterator over the links of a document in link format, in order. It returns an error for text that is not a
/// link-value.
///
/// After an error, reading continues after the next comma outside quotes and outside the angle brackets of a target.
/// The errors are `Syntax`, `Utf8`, `Truncated` if the document ends within a link or after a comma, and `UriSyntax`
/// and `UriHost` for a target. The offset of an error is the offset of the first invalid character in the document.
///
/// A document may arrive in windows, such as the blocks of a transfer. Each window must begin with the unread end of
/// the previous window, whose length [`Links::left`] returns. Linear in the document.
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
    /// The rest of the window, which is not read yet.
    pub(crate) rest: &'a [u8],
    /// The offset of `rest` in the document.
    pub(crate) offset: usize,
    /// The number of bytes of `rest` that were searched for the comma after the link-value.
    pub(crate) searched: usize,
    /// The context in the link-value at which the search continues.
    pub(crate) context: Context,
    pub(crate) state: State,
    pub(crate) is_last: bool,
}

impl<'a> Links<'a> {
    /// Returns the links of a whole document.
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

    /// Returns the links of a document that arrives in windows. `text` is the first window. `is_last` is true if it is
    /// the whole document.
    ///
    /// ```
    /// use cri::Links;
    ///
    /// let mut links = Links::window(b"</a>,</lig", false); // the first block
    /// assert!(links.next().is_some_and(|link| link.is_ok_and(|link| link.target() == "/a")));
    /// assert!(links.next().is_none());
    /// assert_eq!(links.left(), b"</lig".len());
    /// ```
    #[must_use]
    pub fn window(text: &'a [u8], is_last: bool) -> Self {
        Self { rest: text, offset: 0, searched: 0, context: Context::Begin, state: State::Start, is_last }
    }

    /// Continues with the next window, which begins with the last [`Links::left`] bytes of the previous window.
    ///
    /// ```
    /// use cri::Links;
    ///
    /// let mut links = Links::window(b"</a>,</lig", false);
    /// assert_eq!(links.by_ref().count(), 1);
    /// // The unread end of the first block, followed by the second block.
    /// let mut links = links.continue_with(b"</light>", true);
    /// assert!(links.next().is_some_and(|link| link.is_ok_and(|link| link.target() == "/light")));
    /// ```
    #[must_use]
    pub fn continue_with<'b>(&self, text: &'b [u8], is_last: bool) -> Links<'b> {
        Links { rest: text, is_last, ..*self }
    }

    /// Returns the number of unread bytes of the window. After the iterator has returned `None`, they are the start of
    /// a link-value whose end is not in the window.
    ///
    /// ```
    /// use cri::Links;
    ///
    /// let mut links = Links::window(b"</a>,</b>;rt=x", false);
    /// assert_eq!(links.by_ref().count(), 1);
    /// assert_eq!(links.left(), b"</b>;rt=x".len());
    /// ```
    #[must_use]
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// Drops the incomplete link-value at the end of the window. A program that has no room for the unread end calls
    /// this function. [`Links::left`] is then 0. Does nothing if the next link-value is complete, or if the window is
    /// the last one.
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
            self.go_to(self.after_searched(0), self.context);
        }
    }

    /// Remembers where the window ends, and returns no link until the next window.
    fn wait<T>(&mut self, context: Context) -> Option<T> {
        self.searched = self.rest.len();
        self.context = context;
        None
    }

    /// Searches the window for the comma that ends the link-value. Returns true if the window contains it.
    fn find_comma(&mut self) -> bool {
        find_comma(self.rest, &mut self.searched, &mut self.context)
    }

    /// Advances to the first character of a link-value. Returns true if the window contains this character.
    fn enter(&mut self) -> bool {
        if self.state == State::Skipping {
            if !self.find_comma() {
                self.go_to(self.after_searched(0), self.context);
                return false;
            }
            self.state = State::Next;
            self.go_to(self.after_searched(1), Context::Begin);
        }
        if self.searched == 0 {
            self.go_to(after_blanks(self.rest), Context::Begin);
        }
        !self.rest.is_empty() && self.state != State::End
    }

    /// Returns the rest of the window after the searched bytes and `count` more bytes.
    fn after_searched(&self, count: usize) -> &'a [u8] {
        self.rest.get(self.searched + count..).unwrap_or(&[])
    }

    /// Continues at `rest`, which is the end of the window.
    fn go_to(&mut self, rest: &'a [u8], context: Context) {
        self.offset = self.offset.saturating_add(self.rest.len().saturating_sub(rest.len()));
        self.rest = rest;
        self.searched = 0;
        self.context = context;
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
        // An unfinished link-value is read again only once the window contains its end, so that the total time is
        // linear.
        if self.searched > 0 && !self.find_comma() && !self.is_last {
            return None;
        }
        let text = self.rest;
        match link(text) {
            Ok(LinkText { target, attributes, rest: [_, rest @ ..] }) => {
                self.state = State::Next;
                self.go_to(rest, Context::Begin);
                Some(Ok(Link { target, attributes }))
            }
            Ok(LinkText { target, attributes, rest: [] }) if self.is_last => {
                self.state = State::End;
                self.go_to(&[], Context::Begin);
                Some(Ok(Link { target, attributes }))
            }
            Err(stop) if stop.error != Error::Truncated || self.is_last => {
                self.state = State::Skipping;
                self.go_to(stop.rest, stop.context);
                Some(Err(ParseError { error: stop.error, offset: self.offset }))
            }
            // The end of the link-value is in a later window.
            Ok(_) => self.wait(Context::Outside),
            Err(stop) => self.wait(stop.context),
        }
    }

    /// Each link or error takes at least one byte, except an error at the end of the document.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.rest.len().saturating_add(1)))
    }
}
