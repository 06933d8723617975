// SPDX-License-Identifier: MIT OR Apache-2.0
//! The links of a document, which may arrive in windows (RFC 6690 2; RFC 7959).

use super::grammar::{self, State, Stop, blanks, skip};
use super::link::Link;
use crate::error::Error;

/// Why a link is malformed, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkFault {
    /// `Syntax`, `Utf8`; `Truncated` if the document ends in a link; `UriSyntax`, `UriHost` in a target.
    pub error: Error,
    /// Offset of the first invalid character in the document.
    pub offset: usize,
}

/// The links of a document in link format, in order. [`Iterator::next`] skips what is not a link-value.
///
/// A document may arrive in windows, such as the blocks of a transfer with the end of the window before:
/// [`Links::left`] is how much of a window must be at the start of the next one. Linear in the windows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Links<'a> {
    /// The window from where reading is.
    pub(crate) rest: &'a [u8],
    /// Offset of that in the document.
    pub(crate) offset: usize,
    pub(crate) state: State,
    pub(crate) is_last: bool,
}

impl<'a> Links<'a> {
    /// The links of a document, of which `text` is the first window. If it is the last one too, it is the whole
    /// document.
    pub fn new(text: &'a [u8], is_last: bool) -> Self {
        Self { rest: text, offset: 0, state: State::Start, is_last }
    }

    /// Continues with the next window, which begins with the last [`Links::left`] bytes of the one before.
    pub fn continue_with<'b>(&self, text: &'b [u8], is_last: bool) -> Links<'b> {
        Links { rest: text, offset: self.offset, state: self.state, is_last }
    }

    /// How many bytes of the window were not read: once there is no next link, those of the link that the window ends
    /// in.
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// Skips the link that the window ends in, which is too long to be kept: [`Links::left`] is then 0. Does nothing
    /// before a link that is complete.
    pub fn drop_rest(&mut self) {
        if self.is_last || !self.enter() {
            return;
        }
        match grammar::link(self.rest) {
            Ok((_, _, end)) if end == self.rest.len() => self.go_to(end, State::Outside),
            Err(Stop { error: Error::Truncated, state, .. }) => self.go_to(self.rest.len(), state),
            _ => {}
        }
    }

    /// Returns the next link, or the fault of a malformed one. Reading continues after the next comma outside of quotes
    /// and angle brackets.
    pub fn next_item(&mut self) -> Option<Result<Link<'a>, LinkFault>> {
        if !self.enter() {
            // A link must follow a comma.
            let missing = self.state == State::Next && self.is_last;
            if self.is_last {
                self.state = State::End;
            }
            return missing.then_some(Err(LinkFault { error: Error::Truncated, offset: self.offset }));
        }
        let text = self.rest;
        match grammar::link(text) {
            Ok((target, attributes, end)) if end < text.len() => {
                self.go_to(end + 1, State::Next);
                Some(Ok(Link { target, attributes }))
            }
            Ok((target, attributes, end)) if self.is_last => {
                self.go_to(end, State::End);
                Some(Ok(Link { target, attributes }))
            }
            Ok(_) => None,
            Err(stop) if stop.error == Error::Truncated && !self.is_last => None,
            Err(stop) => {
                self.go_to(stop.at, stop.state);
                Some(Err(LinkFault { error: stop.error, offset: self.offset }))
            }
        }
    }

    /// Skips to where a link begins; whether there is more of the window.
    fn enter(&mut self) -> bool {
        if !matches!(self.state, State::Start | State::Next | State::End) {
            let (at, state) = skip(self.rest, self.state);
            self.go_to(at, state);
        }
        if self.state == State::Next {
            self.go_to(blanks(self.rest, 0), State::Next);
        }
        !self.rest.is_empty() && self.state != State::End
    }

    fn go_to(&mut self, at: usize, state: State) {
        self.rest = self.rest.get(at..).unwrap_or(&[]);
        self.offset = self.offset.saturating_add(at);
        self.state = state;
    }
}

impl<'a> Iterator for Links<'a> {
    type Item = Link<'a>;

    fn next(&mut self) -> Option<Link<'a>> {
        loop {
            if let Ok(link) = self.next_item()? {
                return Some(link);
            }
        }
    }
}
