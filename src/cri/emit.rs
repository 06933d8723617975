// SPDX-License-Identifier: MIT OR Apache-2.0
//! L2. The canonical form of a view (R2), written out section by section.

use super::tokens::Tokens;
use super::{Cri, DISCARD_ALL, SHORTEST};
use crate::cbor::read::{self, Token};
use crate::cbor::write::{Byte, Output, Sink};
use crate::cbor::{ARRAY, FALSE, NULL, TEXT, TRUE, UINT};
use crate::error::Error;
use crate::revision::Revision;

/// An authority as the canonical form has it: how many items, the user information, and the host and
/// port, where an empty host has no label (R5).
pub(crate) struct CanonicalAuthority<'a> {
    pub count: usize,
    pub userinfo: &'a [u8],
    pub rest: &'a [u8],
}

impl<'a> CanonicalAuthority<'a> {
    /// That of an authority array.
    pub(crate) fn of_item(item: &'a [u8]) -> Self {
        let mut count = read::argument(item);
        let items = read::content(item);
        let mut rest = items;
        if rest.first() == Some(&FALSE) {
            read::item(&mut rest);
            read::item(&mut rest);
        }
        let userinfo = items.get(..items.len() - rest.len()).unwrap_or(&[]);
        let mut after = rest;
        let label = read::token(&mut after);
        let last = after.first().is_none_or(|initial| initial >> 5 == UINT);
        if last && matches!(label, Some(Token { major: TEXT, argument: 0, .. })) {
            rest = after;
            count = count.saturating_sub(1);
        }
        Self { count, userinfo, rest }
    }
}

impl<'a> Cri<'a> {
    /// How many sections the canonical form has: trailing defaults are left off.
    ///
    /// A full CRI leaves off an empty path and an absent query; a reference only what is not set.
    pub(crate) fn section_count(&self) -> usize {
        let leading = 2 - self.begins_with_discard() as usize;
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

    /// Whether it is a reference that begins with discard.
    #[inline]
    pub(crate) fn begins_with_discard(&self) -> bool {
        self.scheme.is_empty() && self.authority.is_empty()
    }

    /// The first section of a reference.
    /// Discard stands in place of two nulls (href 5.1 rule 2).
    pub(crate) fn first_of_reference(&self) -> Token<'a> {
        if !self.authority.is_empty() {
            Token::simple(NULL)
        } else if self.discard == DISCARD_ALL {
            Token::simple(TRUE)
        } else {
            Token { major: UINT, argument: self.discard as usize, content: &[] }
        }
    }

    /// The byte that stands for a query that has no parameters or is not set, where a fragment follows.
    /// (href-27 query, href-27 trailing)
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn absent_query(&self) -> u8 {
        if self.is_full() && self.revision == Revision::R27 { ARRAY << 5 } else { NULL }
    }

    /// Puts the canonical form out. Linear in its length.
    pub(crate) fn emit(&self, sink: &mut impl Sink) {
        #[cfg(target_pointer_width = "64")]
        if self.put_sections(sink).is_some() {
            return;
        }
        self.emit_tokens(sink);
    }

    /// The same token by token, whatever the form.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn emit_tokens(&self, sink: &mut impl Sink) {
        let mut tokens = Tokens::new(self);
        while let Some(token) = tokens.enter() {
            put_token(sink, token);
            if self.flags & SHORTEST != 0 {
                // Behind its head a section is as it stands.
                sink.put(tokens.rest[0]);
                if !tokens.rest[1].is_empty() {
                    sink.put(tokens.rest[1]);
                }
            } else {
                while let Some(token) = read::token_of(&mut tokens.rest) {
                    put_token(sink, token);
                }
            }
        }
    }

    /// Writes the canonical form (R2) and returns its length: shortest heads, definite lengths,
    /// trailing defaults left off, the scheme as the view has it. Fails with `Buffer` if it does not
    /// fit. Linear in its length.
    /// Trailing nulls are never written (href 5.1 rule 1), an empty path as `[]` (href 5.1 rule 3; R2 where nothing follows).
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn encode<T: Byte>(&self, output: &mut Output<'_, T>) -> Result<(), Error> {
        #[cfg(target_pointer_width = "64")]
        if let Some(mut cbor) = output.rest()
            && self.put_sections(&mut cbor).is_some()
        {
            let left = cbor.left();
            output.keep(left);
            return Ok(());
        }
        self.encode_exactly(output)
    }

    /// The same where it is not of the usual form, or does not fit.
    #[cfg_attr(target_pointer_width = "64", inline(never))]
    fn encode_exactly<T: Byte>(&self, output: &mut Output<'_, T>) -> Result<(), Error> {
        self.emit_tokens(output);
        output.written().map(|_| ())
    }
}

/// Puts a token out with the shortest head.
#[inline(never)]
pub(crate) fn put_token(sink: &mut impl Sink, token: Token<'_>) {
    if usize::BITS < 64 && token.major < 2 && !token.content.is_empty() {
        sink.byte(token.major << 5 | 27);
    } else {
        sink.head(token.major, token.argument);
    }
    sink.put(token.content);
}
