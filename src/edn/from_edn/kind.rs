// SPDX-License-Identifier: MIT OR Apache-2.0
//! The kinds of tokens in diagnostic notation.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An integer that is not negative.
    Uint,
    /// A negative integer -1 - n. The token stores n.
    Nint,
    /// An integer outside the ranges of `Uint` and `Nint`, which CBOR can encode only with a tag.
    Bignum,
    False,
    True,
    Null,
    Text,
    Bytes,
    /// The start of an array.
    Array,
    /// The number of a tag, and the opening parenthesis after it.
    Tag,
    /// A `cri''` literal, which contains a URI or IRI reference in place of the CRI reference.
    Cri,
    /// A `CRI''` literal, which means the same as a `cri''` literal in tag 99.
    TaggedCri,
}
