// SPDX-License-Identifier: MIT OR Apache-2.0
//! Strings that consist of several literals in diagnostic notation.
//!
//! The literals can be joined by `+`, by a sequence such as `t1<<…>>`, or as the chunks of `(_ …)`. A *sequence
//! literal* such as `h<<…>>` is not a sequence in this sense: it is one literal, whose characters come from the string
//! in it.

use super::coding::Coding;
use super::kind::Kind;

/// A literal that was opened, which means that its characters are read next.
pub(super) struct Opened {
    pub(super) kind: Kind,
    pub(super) coding: Coding,
    /// True for a sequence or a sequence literal, whose strings are between `<<` and `>>`.
    pub(super) in_sequence: bool,
}

/// The properties that the literals of a string share.
#[derive(Clone, Copy)]
pub(super) struct Joined {
    pub(super) kind: Kind,
    /// True if the literals are the chunks between `(_` and `)`.
    pub(super) chunks: bool,
    /// The number of sequences that join strings, such as `t1<<`, around the literal.
    pub(super) depth: u32,
}

impl Joined {
    pub(super) fn none() -> Self {
        Self { kind: Kind::Null, chunks: false, depth: 0 }
    }

    /// True if a literal of this kind may follow in the string; `joined` is true if a `+` precedes it. A sequence joins
    /// texts and bytes. Outside sequences, `+` joins bytes to a text, but not a text to bytes, and all chunks are of
    /// one kind (RFC 8949 section 3.2.3).
    pub(super) fn takes(self, kind: Kind, joined: bool) -> bool {
        // R37
        match kind {
            Kind::Bytes => self.depth > 0 || self.kind == Kind::Bytes || (joined && self.kind == Kind::Text),
            Kind::Text => self.depth > 0 || self.kind == Kind::Text,
            _ => false,
        }
    }
}
