// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of a reader of CRIs in diagnostic notation, and the operations that all sections need.

use super::kind::Kind;
use super::lexer::Lexer;
use crate::cbor::NULL;
use crate::cbor::output::Output;
use crate::cri::canonical::{Presence, SCHEME, put_omitted};
use crate::error::Error;
use crate::revision::Revision;

/// Reads a CRI in diagnostic notation, and writes it section by section.
pub(super) struct EdnReader<'e, 'o, 'b> {
    pub(super) lexer: Lexer<'e>,
    pub(super) output: &'o mut Output<'b>,
    pub(super) revision: Revision,
    pub(super) presence: Presence,
    /// The position of the next section to write. Omitted sections are written when another section follows.
    pub(super) next: usize,
    /// The first byte of the authority, or `NULL` if there is no authority.
    pub(super) authority: u8,
    pub(super) segments: usize,
    /// True if the first segment is empty.
    pub(super) first_empty: bool,
    /// The offset for the error `NotValid`: that of the first segment. Without a segment, it is that of the path, and
    /// without a path that of the authority.
    pub(super) invalid_path: usize,
}

impl<'e, 'o, 'b> EdnReader<'e, 'o, 'b> {
    pub(super) fn new(revision: Revision, edn: &'e [u8], output: &'o mut Output<'b>) -> Self {
        let presence =
            Presence { full: false, authority: false, discard: 0, path: false, query: false, fragment: false };
        let lexer = Lexer::new(edn);
        Self {
            lexer,
            output,
            revision,
            presence,
            next: SCHEME,
            authority: NULL,
            segments: 0,
            first_empty: false,
            invalid_path: 0,
        }
    }

    pub(super) fn fail<R>(&mut self, error: Error) -> Result<R, Error> {
        self.lexer.fail_at(self.lexer.token.start, error)
    }

    /// Refuses the last token, because a token of its kind is not allowed in this place.
    #[inline(never)]
    pub(super) fn refuse<R>(&mut self) -> Result<R, Error> {
        let feature = matches!(self.lexer.token.kind, Kind::Tag | Kind::TaggedCri | Kind::Bignum);
        self.fail(if feature { Error::Feature } else { Error::Structure })
    }

    /// Begins the section at a position. Writes the items of omitted sections before it.
    pub(super) fn begin(&mut self, position: usize) {
        put_omitted(self.output, self.next..position, self.presence.full, self.revision);
        self.next = position + 1;
    }
}
