// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of a reader of CRIs in diagnostic notation, and the operations that the readers of all sections use.

use super::kind::Kind;
use super::lexer::Lexer;
use crate::bytes::output::Output;
use crate::cbor::NULL;
use crate::cri::canonical::{Presence, SCHEME, put_omitted};
use crate::error::Error;
use crate::revision::Revision;

/// Reads a CRI in diagnostic notation, and writes it section by section.
pub(super) struct EdnReader<'e, 'o, 'b> {
    pub(super) lexer: Lexer<'e>,
    pub(super) output: &'o mut Output<'b>,
    pub(super) revision: Revision,
    pub(super) presence: Presence,
    /// The position of the next section to write. Items for omitted sections are written only when another section
    /// follows.
    pub(super) next: usize,
    /// The first byte of the encoded authority, or `NULL` if there is no authority.
    pub(super) authority: u8,
    pub(super) segments: usize,
    /// True if the first segment is empty.
    pub(super) first_empty: bool,
    /// The offset for the error `NotValid`. This is the offset of the first segment. If there is no segment, it is the
    /// offset of the path, and if there is no path, the offset of the authority.
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

    /// Refuses the last token, because no token of its kind is allowed in its place.
    #[inline(never)]
    pub(super) fn refuse<R>(&mut self) -> Result<R, Error> {
        let feature = matches!(self.lexer.token.kind, Kind::Tag | Kind::TaggedCri | Kind::Bignum);
        self.fail(if feature { Error::Feature } else { Error::Structure })
    }

    /// Begins the section at a position. First writes an item for each omitted section before it.
    pub(super) fn begin(&mut self, position: usize) {
        put_omitted(self.output, self.next..position, self.presence.full, self.revision);
        self.next = position + 1;
    }
}
