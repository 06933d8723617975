// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tokens of CBOR, and their order.

use core::cmp::Ordering;

use crate::bytes::words;

/// A token in a section of a CRI: the head of an item and, if the item is a string, its content. An array is one token,
/// which the tokens of its items follow.
#[derive(Clone, Copy, Debug, Eq)]
pub(crate) struct Token<'a> {
    /// The major type, 0 to 7.
    pub major: u8,
    /// The argument of the head.
    pub argument: usize,
    /// The bytes of a string, or the 8 bytes of an argument that does not fit in a `usize`; otherwise empty.
    pub content: &'a [u8],
}

impl PartialEq for Token<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.major == other.major && self.argument == other.argument && words::equal(self.content, other.content)
    }
}

impl PartialOrd for Token<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Token<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let heads = (self.major, self.argument).cmp(&(other.major, other.argument));
        heads.then_with(|| words::order(self.content, other.content))
    }
}

impl Token<'_> {
    /// Returns the argument, even if it does not fit into a `usize`.
    pub(crate) fn number(&self) -> u64 {
        match self.content {
            [] => self.argument as u64,
            bytes => bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)),
        }
    }
}
