// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs that own their bytes: [`CriBuf`] in an array, [`CriVec`] on the heap (feature `alloc`).
//!
//! ```
//! use cri::{CriBuf, Revision};
//!
//! let base: CriBuf<64> = "coap://[2001:db8::1]/a/b".parse()?;
//! let link = CriBuf::<16>::from_uri(Revision::Href27, "c?u=C")?;
//! let target = CriBuf::<64>::try_from(base.cri().resolve(&link.cri())?)?;
//! assert_eq!(target.to_string(), "coap://[2001:db8::1]/a/c?u=C");
//! # Ok::<(), cri::Error>(())
//! ```

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
use core::cmp::Ordering;
use core::fmt::{self, Debug, Display, Formatter};
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use crate::builder::Builder;
use crate::bytes::output::Output;
#[cfg(feature = "alloc")]
use crate::bytes::utf8::checked_str;
use crate::coap::{Composer, Endpoint};
use crate::convert;
use crate::cri::Cri;
use crate::error::Error;
use crate::part::{Fault, Part};
use crate::revision::Revision;
use crate::scheme::SchemeNumber;

/// A CRI or CRI reference in an array of `N` bytes, without a heap. Functions that make one fail with `Buffer` if the
/// canonical encoding is longer than `N` bytes.
///
/// ```
/// let cri: cri::CriBuf<32> = "coap://h/a".parse()?;
/// assert_eq!(cri.as_bytes(), b"\x83\x20\x81\x61h\x81\x61a"); // [-1, ["h"], ["a"]]
/// assert!("coap://h/a".parse::<cri::CriBuf<6>>().is_err_and(|fault| fault.error == cri::Error::Buffer));
/// # Ok::<(), cri::Error>(())
/// ```
pub type CriBuf<const N: usize> = Owned<Array<N>>;

/// A CRI or CRI reference on the heap (feature `alloc`).
///
/// ```
/// let cri: cri::CriVec = "coap://h/a".parse()?;
/// assert_eq!(cri.to_string(), "coap://h/a");
/// # Ok::<(), cri::Error>(())
/// ```
#[cfg(feature = "alloc")]
pub type CriVec = Owned<Vec<u8>>;

/// A CRI or CRI reference that owns its canonical encoding, in memory of type `B`. Comparison, order and `Display` are
/// those of its [view](Owned::cri). Its hash covers the encoding and the revision.
///
/// ```
/// use cri::{CriBuf, Error};
///
/// fn join(base: &CriBuf<64>, reference: &str) -> Result<CriBuf<64>, Error> {
///     let reference: CriBuf<64> = reference.parse()?;
///     base.cri().resolve(&reference.cri())?.try_into()
/// }
/// assert_eq!(join(&"coap://h/a/".parse()?, "b")?, "coap://h/a/b".parse()?);
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone)]
pub struct Owned<B> {
    bytes: B,
    revision: Revision,
}

/// The memory in which an [`Owned`] CRI keeps its bytes. Only types of this crate implement the trait.
///
/// ```
/// use cri::{CriBuf, Owned, Storage};
///
/// fn length<B: Storage>(cri: &Owned<B>) -> usize {
///     cri.as_bytes().len()
/// }
/// assert_eq!(length(&"coap://h".parse::<CriBuf<32>>()?), 5);
/// # Ok::<(), cri::Error>(())
/// ```
pub trait Storage: AsRef<[u8]> + Sealed {}

impl<B: AsRef<[u8]> + Sealed> Storage for B {}

/// An array of which the first bytes are in use.
#[derive(Clone)]
pub struct Array<const N: usize> {
    bytes: [u8; N],
    length: usize,
}

impl<const N: usize> AsRef<[u8]> for Array<N> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

mod sealed {
    use super::{Error, Output};

    pub trait Sealed: Sized {
        /// Returns the output of `write`. Calls `write` again if there was too little room.
        fn filled(write: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<Self, Error>;
    }
}
use sealed::Sealed;

impl<const N: usize> Sealed for Array<N> {
    fn filled(write: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<Self, Error> {
        let mut bytes = [0; N];
        let mut output = Output::new(&mut bytes);
        write(&mut output)?;
        let length = output.written()?.len();
        Ok(Self { bytes, length })
    }
}

#[cfg(feature = "alloc")]
impl Sealed for Vec<u8> {
    fn filled(write: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<Self, Error> {
        let mut bytes = alloc::vec![0; 64];
        loop {
            let mut output = Output::new(&mut bytes);
            let result = write(&mut output);
            let needed = output.position();
            match result {
                Err(Error::Buffer) if needed > bytes.len() => bytes.resize(needed, 0),
                result => {
                    bytes.truncate(needed);
                    return result.map(|()| bytes);
                }
            }
        }
    }
}

#[cfg(feature = "alloc")]
impl Cri<'_> {
    /// Returns the URI or URI reference (feature `alloc`), for header fields and link format.
    ///
    /// `to_string()` cannot fail: it returns diagnostic notation if there is no URI. Fails with the errors of
    /// [`Cri::to_uri`].
    ///
    /// ```
    /// use cri::{CriVec, Error};
    ///
    /// let base: CriVec = "coap://h/a".parse()?;
    /// let target: CriVec = "coap://h/a/b".parse()?;
    /// let (base, target) = (base.cri(), target.cri());
    /// assert_eq!(base.relativize(&target)?.to_uri_string(), Err(Error::NoUri));
    /// assert_eq!(base.relativize_for_uri(&target)?.to_uri_string()?, "a/b");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn to_uri_string(&self) -> Result<String, Error> {
        Vec::filled(|output| self.to_uri(output)).map(|uri| checked_str(&uri).into())
    }
}

/// Returns the fault that was found in a text. If the text has no fault, it has too little room for its CRI.
fn located(found: Result<(), Fault>, error: Error, text: &[u8]) -> Fault {
    found.err().unwrap_or(Fault { error, offset: text.len(), part: Part::Whole })
}

impl<B: Storage> Owned<B> {
    /// Copies a CRI in canonical form. Linear.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let base: CriBuf<32> = "coap://h/a?u=C".parse()?;
    /// let cri = CriBuf::<32>::new(&base.cri().without_query())?;
    /// assert_eq!(cri.to_string(), "coap://h/a");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn new(cri: &Cri<'_>) -> Result<Self, Error> {
        Self::written(cri.revision(), |output| cri.encode(output))
    }

    /// Converts a URI, or a URI reference. Fails with the errors of [`crate::from_uri`], and with their positions, as
    /// [`crate::from_uri_where`] does.
    ///
    /// ```
    /// use cri::{CriBuf, Revision};
    ///
    /// let cri = CriBuf::<32>::from_uri(Revision::Href13, "coap://h/a")?;
    /// assert_eq!(cri.to_string(), "coap://h/a");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn from_uri(revision: Revision, uri: impl AsRef<[u8]>) -> Result<Self, Fault> {
        let uri = uri.as_ref();
        Self::written(revision, |output| convert::from_uri(revision, uri, output))
            .map_err(|error| located(convert::from_uri_where(revision, uri), error, uri))
    }

    /// Converts an IRI, or an IRI reference. Fails with the errors of [`crate::from_iri`], and with their positions, as
    /// [`crate::from_iri_where`] does.
    ///
    /// ```
    /// use cri::{CriBuf, Revision};
    ///
    /// let cri = CriBuf::<32>::from_iri(Revision::Href27, "coap://h/räume")?;
    /// assert_eq!(cri.to_string(), "coap://h/r%C3%A4ume");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn from_iri(revision: Revision, iri: impl AsRef<[u8]>) -> Result<Self, Fault> {
        let iri = iri.as_ref();
        Self::written(revision, |output| convert::from_iri(revision, iri, output))
            .map_err(|error| located(convert::from_iri_where(revision, iri), error, iri))
    }

    /// Builds a CRI or CRI reference section by section. Calls `steps` again if the first allocation on the heap was
    /// too small.
    ///
    /// Fails with the errors of the steps, and of [`Builder::finish`].
    ///
    /// ```
    /// use cri::{CriBuf, Revision};
    ///
    /// let cri = CriBuf::<32>::build(Revision::Href27, |builder| {
    ///     builder.scheme_name("coap").host_name("h.example").segment("a b");
    /// })?;
    /// assert_eq!(cri.to_string(), "coap://h.example/a%20b");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn build(revision: Revision, steps: impl Fn(&mut Builder<'_>)) -> Result<Self, Error> {
        Self::written(revision, |output| {
            let mut builder = Builder::on(revision, 0, output.restarted());
            steps(&mut builder);
            let (result, length) = (builder.complete(), builder.position());
            output.seek(length);
            result
        })
    }

    /// Makes the CRI of the resource that a request's options identify, for a server that is not a proxy.
    ///
    /// `scheme` is the CoAP scheme over which the request arrived, and `destination` is the endpoint that received it.
    /// The options are in ascending order of their numbers, as for [`Composer::option`]. They are read again if the
    /// first allocation on the heap was too small. [`Cri::coap_options`] is the inverse.
    ///
    /// Fails with the errors of [`Composer::new`], [`Composer::option`] and [`Composer::finish`].
    ///
    /// ```
    /// use cri::{CriBuf, Revision, SchemeNumber};
    ///
    /// let options = [(3, "h.example"), (11, "a"), (15, "u=C")]; // Uri-Host, Uri-Path, Uri-Query
    /// let cri = CriBuf::<64>::from_coap_options(Revision::Href27, SchemeNumber::COAP, None, options)?;
    /// assert_eq!(cri.to_string(), "coap://h.example/a?u=C");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn from_coap_options<V: AsRef<[u8]>>(
        revision: Revision,
        scheme: SchemeNumber,
        destination: Option<&Endpoint<'_>>,
        options: impl IntoIterator<Item = (u16, V)> + Clone,
    ) -> Result<Self, Error> {
        Self::written(revision, |output| {
            let mut composer = Composer::on(revision, scheme, destination, output.restarted())?;
            for (number, value) in options.clone() {
                composer.option(number, value.as_ref());
            }
            let (result, length) = (composer.complete(), composer.position());
            output.seek(length);
            result
        })
    }

    /// Returns an owned CRI with the output of `write`, which must be the canonical encoding of a CRI of `revision`.
    fn written(revision: Revision, write: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<Self, Error> {
        Ok(Self { bytes: B::filled(write)?, revision })
    }

    /// Returns the canonical encoding.
    ///
    /// ```
    /// let reference: cri::CriBuf<8> = "c".parse()?;
    /// assert_eq!(reference.as_bytes(), b"\x82\x01\x81\x61c"); // [1, ["c"]]
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Returns a view of the CRI. Each call parses the encoding, in linear time.
    ///
    /// ```
    /// let cri: cri::CriBuf<32> = "coap://h/a/b".parse()?;
    /// assert_eq!(cri.cri().path_count(), 2);
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn cri(&self) -> Cri<'_> {
        // This library wrote the bytes, so they are a CRI.
        Cri::parse_exact(self.revision, self.as_bytes()).unwrap_or(Cri::empty(self.revision))
    }
}

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
        (self.as_bytes(), self.revision).cmp(&(other.as_bytes(), other.revision))
    }
}

impl<B: Storage> PartialOrd for Owned<B> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<B: Storage> Hash for Owned<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.as_bytes(), self.revision).hash(state);
    }
}

impl<B: Storage> AsRef<[u8]> for Owned<B> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
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

/// Parses exactly one CRI or CRI reference of revision 27, and stores its canonical form. Fails with the errors of
/// [`Cri::parse_exact`].
impl<B: Storage> TryFrom<&[u8]> for Owned<B> {
    type Error = Error;

    fn try_from(data: &[u8]) -> Result<Self, Error> {
        Self::new(&Cri::try_from(data)?)
    }
}

/// Copies a CRI in canonical form.
impl<B: Storage> TryFrom<Cri<'_>> for Owned<B> {
    type Error = Error;

    fn try_from(cri: Cri<'_>) -> Result<Self, Error> {
        Self::new(&cri)
    }
}

/// Parses an array, such as a literal, like a slice.
impl<B: Storage, const N: usize> TryFrom<&[u8; N]> for Owned<B> {
    type Error = Error;

    fn try_from(data: &[u8; N]) -> Result<Self, Error> {
        Self::try_from(data.as_slice())
    }
}

/// Converts a URI or URI reference, as [`FromStr`] does.
impl<B: Storage> TryFrom<&str> for Owned<B> {
    type Error = Fault;

    fn try_from(uri: &str) -> Result<Self, Fault> {
        uri.parse()
    }
}
