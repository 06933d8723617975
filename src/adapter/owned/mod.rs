// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs that own their bytes: [`CriBuf`] in an array, [`CriVec`] on the heap (feature `alloc`).
//!
//! ```
//! use cri::{CriBuf, Revision};
//!
//! let base: CriBuf<64> = "coap://[2001:db8::1]/a/b".parse()?;
//! let link = CriBuf::<16>::from_uri(Revision::Href27, "c?u=C")?;
//! let target = CriBuf::<64>::try_from(base.resolve(&link)?)?;
//! assert_eq!(target, "coap://[2001:db8::1]/a/c?u=C");
//! # Ok::<(), cri::Error>(())
//! ```

mod edit;
mod read;
mod storage;
mod traits;

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

use super::value::located;
use crate::builder::Builder;
use crate::bytes::output::Output;
#[cfg(feature = "alloc")]
use crate::bytes::utf8::checked_str;
use crate::coap::{Composer, Endpoint};
use crate::convert;
use crate::cri::Cri;
use crate::error::Error;
use crate::part::Fault;
use crate::revision::Revision;
use crate::scheme::SchemeNumber;
#[cfg(feature = "alloc")]
use storage::Sealed;
pub use storage::Storage;
use storage::{Array, Sections};

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

/// A CRI or CRI reference that owns its canonical encoding, in memory of type `B`.
///
/// It was checked when it was made and stores where its sections are, so functions that read it neither parse nor fail.
/// It has the functions of its [view](Owned::cri) that read sections, follow links and write text; the other functions
/// are those of the view, which costs no parsing.
///
/// Comparison and order are those of the encodings, then of the revisions. Maps whose keys are owned CRIs of one
/// revision can be searched by encoding.
///
/// ```
/// use cri::{CriBuf, Error};
/// use std::collections::HashMap;
///
/// let base: CriBuf<64> = "coap://h/a/".parse()?;
/// let target = base.join("b")?;
/// assert_eq!(target, "coap://h/a/b");
/// assert!(target.path().eq(["a", "b"]));
/// let names = HashMap::from([(target, "b")]);
/// assert_eq!(names.get(base.join("b")?.as_bytes()), Some(&"b"));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
pub struct Owned<B> {
    bytes: B,
    sections: Sections,
}

#[cfg(feature = "alloc")]
impl Cri<'_> {
    /// Copies the CRI in canonical form to the heap (feature `alloc`), as `CriVec::from(cri)` does. Linear.
    ///
    /// The name is not `to_owned`, because that copies the view.
    ///
    /// ```
    /// use cri::Cri;
    ///
    /// let received = b"\x82\x01\x81\x61c".to_vec(); // [1, ["c"]]
    /// let kept = Cri::try_from(&received[..])?.to_owned_cri();
    /// drop(received);
    /// assert_eq!(kept, "c");
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn to_owned_cri(&self) -> CriVec {
        (*self).into()
    }

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
            .map_err(|error| located(convert::from_uri_where(revision, uri), error, uri.len()))
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
            .map_err(|error| located(convert::from_iri_where(revision, iri), error, iri.len()))
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
        Ok(Self::stored(revision, B::filled(write)?))
    }

    /// Returns an owned CRI with the canonical encoding of a CRI of `revision`.
    fn stored(revision: Revision, bytes: B) -> Self {
        // This library wrote the bytes, so they are a CRI.
        let cri = Cri::parse_exact(revision, bytes.as_ref()).unwrap_or(Cri::empty(revision));
        let sections = Sections::of(&cri);
        Self { bytes, sections }
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

    /// Returns a view of the CRI. Constant time: nothing is parsed.
    ///
    /// ```
    /// let cri: cri::CriBuf<32> = "coap://h/a/b".parse()?;
    /// assert_eq!(cri.cri().path_count(), 2);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn cri(&self) -> Cri<'_> {
        self.sections.view(self.as_bytes())
    }
}
