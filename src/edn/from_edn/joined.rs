// SPDX-License-Identifier: MIT OR Apache-2.0
//! Strings of several literals in diagnostic notation: joined by `+` or in a sequence such as `t1<<…>>`, or chunks.

use super::coding::Coding;
use super::kind::Kind;

/// A literal whose characters come next.
pub(super) struct Opened {
    pub(super) kind: Kind,
    pub(super) coding: Coding,
    /// True if the characters are those of a string that follows, between `<<` and `>>`.
    pub(super) in_sequence: bool,
}

/// What the literals of a string have in common.
#[derive(Clone, Copy)]
pub(super) struct Joined {
    pub(super) kind: Kind,
    /// Whether they are the chunks between `(_` and `)`.
    pub(super) chunks: bool,
    /// How many sequences that join strings, such as `t1<<`, the literal is in.
    pub(super) depth: u32,
}

impl Joined {
    pub(super) fn none() -> Self {
        Self { kind: Kind::Null, chunks: false, depth: 0 }
    }

    /// Whether a literal may follow. A sequence joins texts and bytes. Otherwise bytes may be joined to a text by `+`,
    /// but no text to bytes, and all chunks are of one kind (RFC 8949 section 3.2.3).
    pub(super) fn takes(self, kind: Kind, joined: bool) -> bool {
        //= R37
        match kind {
            Kind::Bytes => self.depth > 0 || self.kind == Kind::Bytes || (joined && self.kind == Kind::Text),
            Kind::Text => self.depth > 0 || self.kind == Kind::Text,
            _ => false,
        }
    }
}
