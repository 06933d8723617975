// SPDX-License-Identifier: MIT OR Apache-2.0
//! L2. The canonical form of a view (R2): written out, or token by token for what compares it.

use super::{Cri, DISCARD_ALL, SHORTEST};
use crate::cbor::read::{self, Token};
use crate::cbor::write::Sink;
use crate::cbor::{ARRAY, FALSE, NINT, NULL, SIMPLE, TEXT, TRUE, UINT};
use crate::error::Error;
use crate::revision::Revision;

impl<'a> Cri<'a> {
    /// How many sections the canonical form has: trailing defaults are left off.
    ///
    /// A full CRI leaves off an empty path and an absent query; a reference only what is not set.
    pub(crate) fn section_count(&self) -> usize {
        let leading = if self.scheme.is_empty() && self.authority.is_empty() { 1 } else { 2 };
        let path_counts = if self.is_full() { self.path_count() > 0 } else { self.path_is_set() };
        if !self.fragment.is_empty() {
            leading + 3
        } else if !self.query.is_empty() {
            leading + 2
        } else if path_counts {
            leading + 1
        } else if leading == 1 {
            (self.discard != 0) as usize
        } else {
            1 + !self.authority.is_empty() as usize
        }
    }

    /// The item that stands for a query that has no parameters or is not set, where a fragment
    /// follows.
    pub(crate) fn absent_query(&self) -> u8 {
        if self.is_full() && self.revision == Revision::R27 { 0x80 } else { NULL }
    }

    /// The scheme as the canonical form has it: its number where the registry has one.
    pub(crate) fn canonical_scheme(&self) -> Option<Token<'a>> {
        let mut rest = self.scheme;
        let token = read::token(&mut rest)?;
        if token.major == TEXT
            && let Some(number) = crate::scheme::number(self.revision, token.content)
        {
            return Some(Token { major: NINT, argument: number, content: &[] });
        }
        Some(token)
    }

    /// Puts the canonical form out. Linear in its length.
    pub(crate) fn emit(&self, sink: &mut impl Sink) {
        if self.flags & SHORTEST == 0 {
            return Tokens::new(self).for_each(|token| put_token(sink, token));
        }
        let sections = self.section_count();
        sink.head(ARRAY, sections as u64);
        if sections == 0 {
            return;
        }
        let mut left = sections - 1;
        if let Some(initial) = self.scheme.first() {
            if initial >> 5 == NINT {
                sink.put(self.scheme);
            } else if let Some(token) = self.canonical_scheme() {
                put_token(sink, token);
            }
        } else if !self.authority.is_empty() {
            sink.byte(NULL);
        } else if self.discard == DISCARD_ALL {
            sink.byte(TRUE);
        } else {
            sink.head(UINT, self.discard as u64);
        }
        if self.discard == DISCARD_ALL && !(self.scheme.is_empty() && self.authority.is_empty()) {
            if left == 0 {
                return;
            }
            left -= 1;
            sink.put(or(self.authority, &[NULL]));
        }
        if left == 0 {
            return;
        }
        if self.path_is_set() {
            sink.head(ARRAY, self.path_count() as u64);
            sink.put(self.path);
            if !self.path_tail.is_empty() {
                sink.put(self.path_tail);
            }
        } else {
            sink.byte(NULL);
        }
        if left > 1 {
            sink.put(or(self.query, &[self.absent_query()]));
        }
        if left > 2 {
            sink.put(self.fragment);
        }
    }

    /// Writes the canonical form (R2) and returns its length: shortest heads, definite lengths,
    /// trailing defaults left off, a scheme that has a number as its id. Fails with `Buffer` if it
    /// does not fit. Linear in its length.
    pub fn encode<T: crate::cbor::write::Byte>(
        &self,
        output: &mut crate::cbor::write::Output<'_, T>,
    ) -> Result<(), Error> {
        self.emit(output);
        output.written().map(|_| ())
    }
}

#[inline(always)]
fn or<'b>(item: &'b [u8], default: &'b [u8]) -> &'b [u8] {
    if item.is_empty() { default } else { item }
}

fn put_token(sink: &mut impl Sink, token: Token<'_>) {
    sink.head(token.major, token.argument);
    sink.put(token.content);
}

/// The canonical form of a view as tokens: what two views are compared by.
pub(crate) struct Tokens<'a> {
    cri: Cri<'a>,
    /// Sections still to come.
    left: usize,
    step: Step,
    /// What is left of the current section.
    rest: &'a [u8],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Start,
    First,
    Authority,
    EmptyHost,
    Path,
    PathTail,
    Query,
    Fragment,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(cri: &Cri<'a>) -> Self {
        Self { cri: *cri, left: cri.section_count(), step: Step::Start, rest: &[] }
    }

    fn array(count: usize) -> Option<Token<'a>> {
        Some(Token { major: ARRAY, argument: count as u64, content: &[] })
    }

    fn simple(initial: u8) -> Option<Token<'a>> {
        Some(Token { major: SIMPLE, argument: (initial & 31) as u64, content: &[] })
    }

    /// Enters the authority section: an empty host is written without its label (R5).
    fn authority(&mut self) -> Option<Token<'a>> {
        let item = self.cri.authority;
        if item.is_empty() {
            return Self::simple(NULL);
        }
        self.rest = item;
        if item.first() == Some(&TRUE) {
            return read::token(&mut self.rest);
        }
        let items = read::content(item);
        let mut label = items;
        if label.first() == Some(&FALSE) {
            read::item(&mut label);
            read::item(&mut label);
        }
        let before = items.len() - label.len();
        let mut after = label;
        let empty = matches!(read::token(&mut after), Some(Token { major: TEXT, argument: 0, .. }));
        let ends = after.first().is_none_or(|initial| initial >> 5 == UINT);
        if empty && ends {
            let count = read::argument(item).saturating_sub(1);
            // The items before the label now, the port after it.
            self.rest = items.get(..before).unwrap_or(&[]);
            self.cri.authority = after;
            self.step = Step::EmptyHost;
            return Some(Token { major: ARRAY, argument: count, content: &[] });
        }
        read::token(&mut self.rest)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            if !self.rest.is_empty() {
                return read::token(&mut self.rest);
            }
            let step = self.step;
            if step != Step::Start && step != Step::EmptyHost && step != Step::PathTail {
                self.left = self.left.checked_sub(1)?;
            }
            match step {
                Step::Start => {
                    self.step = Step::First;
                    return Self::array(self.left);
                }
                Step::First => {
                    let references = self.cri.scheme.is_empty() && self.cri.authority.is_empty();
                    self.step = if references { Step::Path } else { Step::Authority };
                    return if !self.cri.scheme.is_empty() {
                        self.cri.canonical_scheme()
                    } else if !references {
                        Self::simple(NULL)
                    } else if self.cri.discard == DISCARD_ALL {
                        Self::simple(TRUE)
                    } else {
                        Some(Token { major: UINT, argument: self.cri.discard as u64, content: &[] })
                    };
                }
                Step::Authority => {
                    self.step = Step::Path;
                    return self.authority();
                }
                Step::EmptyHost => {
                    self.step = Step::Path;
                    self.rest = self.cri.authority;
                }
                Step::Path => {
                    self.step = Step::Query;
                    if !self.cri.path_is_set() {
                        return Self::simple(NULL);
                    }
                    self.rest = self.cri.path;
                    self.step = Step::PathTail;
                    return Self::array(self.cri.path_count());
                }
                Step::PathTail => {
                    self.step = Step::Query;
                    self.rest = self.cri.path_tail;
                }
                Step::Query => {
                    self.step = Step::Fragment;
                    self.rest = self.cri.query;
                    if self.rest.is_empty() {
                        return match self.cri.absent_query() {
                            NULL => Self::simple(NULL),
                            _ => Self::array(0),
                        };
                    }
                }
                Step::Fragment => self.rest = self.cri.fragment,
            }
        }
    }
}
