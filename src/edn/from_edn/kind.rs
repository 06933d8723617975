// SPDX-License-Identifier: MIT OR Apache-2.0
//! The kinds of tokens in diagnostic notation.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number that is not negative.
    Uint,
    /// A negative number -1 - n. The token stores n.
    Nint,
    /// A number beyond the other two kinds, which CBOR can encode only with a tag.
    Bignum,
    False,
    True,
    Null,
    Text,
    Bytes,
    /// The start of an array.
    Array,
    /// The number of a tag, with the parenthesis after it.
    Tag,
    /// A `cri''` literal: a URI or IRI reference in place of the CRI reference.
    Cri,
    /// A `CRI''` literal: as a `cri''` literal, but in tag 99.
    TaggedCri,
}
