// SPDX-License-Identifier: MIT OR Apache-2.0
//! The kinds of tokens in diagnostic notation.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number that is not negative.
    Uint,
    /// The number -1 - n.
    Nint,
    /// A number that only a tag can hold.
    Bignum,
    False,
    True,
    Null,
    Text,
    Bytes,
    /// The start of an array.
    Array,
    /// The number of a tag, and the parenthesis.
    Tag,
    /// A URI or IRI reference in place of the CRI reference.
    Cri,
    /// A `cri''` literal in tag 99.
    TaggedCri,
}
