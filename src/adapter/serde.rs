// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs as fields of serde messages (feature `serde`). Binary formats contain the encoding as a byte string. Text
//! formats, such as JSON, contain the URI or URI reference.
//!
//! The revision is always 27, because the bytes do not contain it. For another revision, use the bytes themselves as
//! the field.
//!
//! A URI is normalised when it is read (R11), so a CRI that is written to a text format and read again may change its
//! spelling. Serialising to a text format fails for a CRI that has no URI. Serialising to a binary format fails for a
//! view that an operation made, such as resolving, if its encoding is longer than 512 bytes: convert it to an owned CRI
//! first. [`Cri`] borrows its bytes, so it can be read only from binary formats from which serde can borrow. Owned CRIs
//! can be read from all formats.

use core::fmt;
use core::marker::PhantomData;

use ::serde::de::{Error as _, Visitor};
use ::serde::ser::Error as _;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::owned::{CriBuf, Owned, Storage};
use crate::bytes::output::Output;
use crate::cri::Cri;
use crate::error::Error;
use crate::revision::Revision;

/// The greatest length in bytes of an encoding that can be copied. A view that an operation made consists of several
/// pieces, which are copied because serde takes one slice.
const COPY_MAX: usize = 512;

impl Serialize for Cri<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.revision() != Revision::Href27 {
            return Err(S::Error::custom(Error::Revision));
        }
        if !serializer.is_human_readable() {
            if let Some(encoding) = self.encoding() {
                return serializer.serialize_bytes(encoding);
            }
            let copy = CriBuf::<COPY_MAX>::new(self).map_err(S::Error::custom)?;
            return serializer.serialize_bytes(copy.as_bytes());
        }
        match self.to_uri(&mut Output::new(&mut [])) {
            Ok(()) | Err(Error::Buffer) => serializer.collect_str(self),
            Err(error) => Err(S::Error::custom(error)),
        }
    }
}

impl<B: Storage> Serialize for Owned<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.cri().serialize(serializer)
    }
}

struct Borrowed;

impl<'de> Visitor<'de> for Borrowed {
    type Value = Cri<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the bytes of a CRI, borrowed")
    }

    fn visit_borrowed_bytes<E: ::serde::de::Error>(self, bytes: &'de [u8]) -> Result<Cri<'de>, E> {
        Cri::try_from(bytes).map_err(E::custom)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Cri<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return Err(D::Error::custom("a text format has no bytes to borrow: read an owned CRI"));
        }
        deserializer.deserialize_bytes(Borrowed)
    }
}

struct Kept<B>(PhantomData<B>);

impl<B: Storage> Visitor<'_> for Kept<B> {
    type Value = Owned<B>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a URI, or the bytes of a CRI")
    }

    fn visit_str<E: ::serde::de::Error>(self, uri: &str) -> Result<Owned<B>, E> {
        uri.parse().map_err(E::custom)
    }

    fn visit_bytes<E: ::serde::de::Error>(self, bytes: &[u8]) -> Result<Owned<B>, E> {
        Owned::try_from(bytes).map_err(E::custom)
    }
}

impl<'de, B: Storage> Deserialize<'de> for Owned<B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(Kept(PhantomData))
        } else {
            deserializer.deserialize_bytes(Kept(PhantomData))
        }
    }
}
