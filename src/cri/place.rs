// SPDX-License-Identifier: MIT OR Apache-2.0
//! An item of a CBOR document and its place, as a walk reports them (RFC 8949 3.1).

use crate::cbor::read::Reader;
use crate::cbor::{ARRAY, BYTES, MAP, TAG, TEXT};

/// The major type of an item (RFC 8949 3.1).
///
/// ```
/// use cri::{CriWalk, ItemType, Revision};
///
/// let mut walk = CriWalk::new(Revision::Href27, b"\x82\x01\x61a"); // [1, "a"]
/// let kinds: Vec<_> = std::iter::from_fn(|| walk.next()).flatten().map(|place| place.kind).collect();
/// assert_eq!(kinds, [ItemType::Array, ItemType::Uint, ItemType::Text]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ItemType {
    /// An unsigned integer.
    Uint = 0,
    /// A negative integer.
    Nint = 1,
    /// A byte string.
    Bytes = 2,
    /// A text string.
    Text = 3,
    /// An array.
    Array = 4,
    /// A map.
    Map = 5,
    /// A tag. The next item is the content of the tag.
    Tag = 6,
    /// A simple value or a floating-point number.
    Simple = 7,
}

impl ItemType {
    pub(super) fn of(major: u8) -> Self {
        match major {
            0 => Self::Uint,
            1 => Self::Nint,
            BYTES => Self::Bytes,
            TEXT => Self::Text,
            ARRAY => Self::Array,
            MAP => Self::Map,
            TAG => Self::Tag,
            _ => Self::Simple,
        }
    }
}

/// An item of a document, and its place.
///
/// ```
/// use cri::{CriWalk, Revision};
///
/// let mut walk = CriWalk::new(Revision::Href27, b"\xa1\x64href\x18\x2a"); // {"href": 42}
/// let place = walk.nth(2).ok_or(cri::Error::Argument)??;
/// assert_eq!((place.key, place.argument, place.depth), (Some(&b"\x64href"[..]), 42, 1));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CriPlace<'a> {
    /// The bytes of the item. For an array, a map or a tag, these are all bytes from its first byte to the end of the
    /// document.
    pub data: &'a [u8],
    /// The content of a string of definite length, which is not checked to be UTF-8; `None` for any other item.
    pub content: Option<&'a [u8]>,
    /// The key that the item belongs to in the innermost map that contains it, as CBOR of any type. `None` outside of
    /// maps, for a key, and for the items in a key.
    pub key: Option<&'a [u8]>,
    /// The offset of the innermost map that contains the item, or 0 outside of maps. Different maps have different
    /// offsets.
    pub map: usize,
    /// The index, from 0, of the item in the innermost array that contains it. Outside of arrays, it is the index in
    /// the sequence of top-level items.
    pub index: usize,
    /// The argument of the item's head: n for an integer n or -1-n, the length of a string, the number of elements of
    /// an array or pairs of a map, or the number of a tag. `usize::MAX` for an argument that does not fit and for
    /// indefinite lengths.
    pub argument: usize,
    /// The type of the item.
    pub kind: ItemType,
    /// The number of arrays, maps and tags that contain the item.
    pub depth: u8,
}

/// True if a CBOR item is the text `text`, as a string of definite length.
///
/// ```
/// assert!(cri::item_is(b"\x64href", "href"));
/// ```
pub fn item_is(item: &[u8], text: impl AsRef<[u8]>) -> bool {
    item_is_text(item, text.as_ref())
}

pub(crate) fn item_is_text(item: &[u8], text: &[u8]) -> bool {
    let mut reader = Reader::new(item);
    reader.expect(TEXT);
    reader.take() == text && reader.error.is_none() && reader.rest.is_empty()
}
