// SPDX-License-Identifier: MIT OR Apache-2.0
//! L2. The canonical form of a view (R2) token by token, for what compares two or shows one.

use super::Cri;
use super::emit::CanonicalAuthority;
use crate::cbor::read::{self, Token};
use crate::cbor::{ARRAY, NULL, TRUE};

impl Token<'_> {
    /// The token of a simple value with that initial byte.
    pub(crate) const fn simple(initial: u8) -> Self {
        Self { major: initial >> 5, argument: (initial & 31) as usize, content: &[] }
    }

    /// The token of an array's head.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) const fn array(count: usize) -> Self {
        Self { major: ARRAY, argument: count, content: &[] }
    }
}

/// The canonical form of a view as tokens.
pub(crate) struct Tokens<'b, 'a> {
    cri: &'b Cri<'a>,
    /// Sections still to come.
    left: usize,
    step: Step,
    /// What is left of the current section, in up to two pieces.
    pub(crate) rest: [&'a [u8]; 2],
}

/// What comes when the current section is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Start,
    First,
    Authority,
    Path,
    Query,
    Fragment,
}

impl<'b, 'a> Tokens<'b, 'a> {
    pub(crate) fn new(cri: &'b Cri<'a>) -> Self {
        Self { cri, left: cri.section_count(), step: Step::Start, rest: [&[]; 2] }
    }

    /// Enters the next section, whatever is left of the current one: the token that it begins with.
    pub(crate) fn enter(&mut self) -> Option<Token<'a>> {
        self.rest = [&[]; 2];
        let cri = self.cri;
        let step = self.step;
        if step == Step::Start {
            self.step = Step::First;
            return Some(Token::array(self.left));
        }
        self.left = self.left.checked_sub(1)?;
        match step {
            Step::First => {
                self.step = if cri.begins_with_discard() { Step::Path } else { Step::Authority };
                if cri.is_full() { read::token(&mut { cri.scheme }) } else { Some(cri.first_of_reference()) }
            }
            Step::Authority => {
                self.step = Step::Path;
                if cri.authority.is_empty() {
                    return Some(Token::simple(NULL));
                }
                if cri.authority.first() == Some(&TRUE) {
                    return Some(Token::simple(TRUE));
                }
                let authority = CanonicalAuthority::of_item(cri.authority);
                self.rest = [authority.userinfo, authority.rest];
                Some(Token::array(authority.count))
            }
            Step::Path => {
                self.step = Step::Query;
                if !cri.path_is_set() {
                    return Some(Token::simple(NULL));
                }
                self.rest = [cri.path, cri.path_tail];
                Some(Token::array(cri.path_count()))
            }
            Step::Query => {
                self.step = Step::Fragment;
                self.rest = [cri.query, &[]];
                match cri.query.first() {
                    None => Some(Token::simple(cri.absent_query())),
                    Some(_) => read::token_of(&mut self.rest),
                }
            }
            _ => {
                self.rest = [cri.fragment, &[]];
                read::token_of(&mut self.rest)
            }
        }
    }
}

#[cfg(feature = "nfc")]
impl Tokens<'_, '_> {
    /// Whether what comes next is of the host or the port.
    pub(crate) fn in_host(&self) -> bool {
        let [userinfo, host] = self.rest;
        self.step == Step::Path && userinfo.is_empty() && !host.is_empty()
    }
}

impl<'a> Iterator for Tokens<'_, 'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        match read::token_of(&mut self.rest) {
            None => self.enter(),
            token => token,
        }
    }
}
