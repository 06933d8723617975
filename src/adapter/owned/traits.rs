// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rust's standard traits for owned CRIs: text, equality, order, hash, and conversion from and to other types.

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt::{self, Debug, Display, Formatter};
use core::hash::{Hash, Hasher};
use core::str::FromStr;

#[cfg(feature = "alloc")]
use super::CriVec;
use super::storage::Array;
use super::{Owned, Storage};
use crate::adapter::value::located;
use crate::cri::Cri;
use crate::error::Error;
use crate::part::Fault;
use crate::revision::Revision;

impl<B: Storage> Display for Owned<B> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.cri(), formatter)
    }
}

impl<B: Storage> Debug for Owned<B> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.cri(), formatter)
    }
}

impl<B: Storage> PartialEq for Owned<B> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<B: Storage> Eq for Owned<B> {}

impl<B: Storage> Ord for Owned<B> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.as_bytes(), self.revision()).cmp(&(other.as_bytes(), other.revision()))
    }
}

impl<B: Storage> PartialOrd for Owned<B> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Hashes the encoding, so that a map can be searched by encoding.
impl<B: Storage> Hash for Owned<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

/// Lets maps with keys of one revision be searched by encoding, which does not contain the revision: in a map with keys
/// of both revisions, an encoding may find a key of either.
impl<B: Storage> Borrow<[u8]> for Owned<B> {
    fn borrow(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// Equality with a view, as of two views.
impl<B: Storage> PartialEq<Cri<'_>> for Owned<B> {
    fn eq(&self, other: &Cri<'_>) -> bool {
        self.cri() == *other
    }
}

/// Equality of a view and an owned CRI, as of two views.
impl<B: Storage> PartialEq<Owned<B>> for Cri<'_> {
    fn eq(&self, other: &Owned<B>) -> bool {
        *self == other.cri()
    }
}

/// True if the URI of the CRI is `uri`, as for a view.
impl<B: Storage> PartialEq<str> for Owned<B> {
    fn eq(&self, uri: &str) -> bool {
        self.cri() == *uri
    }
}

/// True if the URI of the CRI is `uri`, as for a view.
impl<B: Storage> PartialEq<&str> for Owned<B> {
    fn eq(&self, uri: &&str) -> bool {
        self.cri() == **uri
    }
}

impl<B: Storage> AsRef<[u8]> for Owned<B> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// Returns the view.
impl<'a, B: Storage> From<&'a Owned<B>> for Cri<'a> {
    fn from(cri: &'a Owned<B>) -> Self {
        cri.cri()
    }
}

/// Converts a URI or URI reference to a CRI of revision 27. Fails with the errors of [`crate::from_uri`] and their
/// positions.
///
/// ```
/// let fault = "coap://h:99999/a".parse::<cri::CriBuf<32>>().unwrap_err();
/// assert_eq!(fault.to_string(), "the port has a leading zero or is above 65535 at byte 9, part port");
/// ```
impl<B: Storage> FromStr for Owned<B> {
    type Err = Fault;

    fn from_str(uri: &str) -> Result<Self, Fault> {
        Self::from_uri(Revision::Href27, uri)
    }
}

/// Converts a URI or URI reference, as [`FromStr`] does.
impl<B: Storage> TryFrom<&str> for Owned<B> {
    type Error = Fault;

    fn try_from(uri: &str) -> Result<Self, Fault> {
        uri.parse()
    }
}

/// Parses exactly one CRI or CRI reference of revision 27, and stores its canonical form. Fails with the errors of
/// [`Cri::parse_exact`] and their positions.
impl<B: Storage> TryFrom<&[u8]> for Owned<B> {
    type Error = Fault;

    fn try_from(data: &[u8]) -> Result<Self, Fault> {
        let cri = Cri::try_from(data)?;
        Self::new(&cri).map_err(|error| located(Ok(()), error, data.len()))
    }
}

/// Parses an array, such as a literal, like a slice.
impl<B: Storage, const N: usize> TryFrom<&[u8; N]> for Owned<B> {
    type Error = Fault;

    fn try_from(data: &[u8; N]) -> Result<Self, Fault> {
        Self::try_from(data.as_slice())
    }
}

/// Copies a CRI in canonical form. Fails with `Buffer` if it is longer than `N` bytes.
impl<const N: usize> TryFrom<Cri<'_>> for Owned<Array<N>> {
    type Error = Error;

    fn try_from(cri: Cri<'_>) -> Result<Self, Error> {
        Self::new(&cri)
    }
}

/// Copies a CRI in canonical form. Linear.
#[cfg(feature = "alloc")]
impl From<Cri<'_>> for CriVec {
    fn from(cri: Cri<'_>) -> Self {
        let mut bytes = Vec::with_capacity(cri.whole.len());
        cri.put(&mut bytes);
        bytes.shrink_to_fit();
        Self::stored(cri.revision(), bytes)
    }
}

/// Parses like a slice. The vector is kept if it is in canonical form.
#[cfg(feature = "alloc")]
impl TryFrom<Vec<u8>> for CriVec {
    type Error = Fault;

    fn try_from(data: Vec<u8>) -> Result<Self, Fault> {
        let cri = Cri::try_from(data.as_slice())?;
        Ok(if cri.is_canonical() { Self::stored(cri.revision(), data) } else { cri.into() })
    }
}

/// Converts a URI or URI reference, as [`FromStr`] does.
#[cfg(feature = "alloc")]
impl TryFrom<String> for CriVec {
    type Error = Fault;

    fn try_from(uri: String) -> Result<Self, Fault> {
        uri.parse()
    }
}

/// Returns the encoding.
#[cfg(feature = "alloc")]
impl From<CriVec> for Vec<u8> {
    fn from(cri: CriVec) -> Self {
        cri.into_vec()
    }
}
