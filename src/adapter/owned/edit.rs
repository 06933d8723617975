// SPDX-License-Identifier: MIT OR Apache-2.0
//! Owned CRIs that are made of another one: joined with a reference, or with another port, path or query.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use super::CriVec;
use super::{Owned, Storage};
use crate::adapter::value::located;
use crate::builder::Builder;
use crate::bytes::before;
use crate::cbor::write::Heads;
use crate::cbor::{ARRAY, UINT, read};
use crate::cri::authority::AuthorityKind;
use crate::cri::{Cri, DISCARD_ALL, Discard, PATH_SET};
use crate::error::Error;
use crate::part::Fault;
use crate::uri::Pieces;

impl<B: Storage> Owned<B> {
    /// Resolves a URI reference in text against this CRI. [`Owned::resolve`] takes a CRI reference and copies nothing.
    ///
    /// Fails with the errors of [`Owned::from_uri`], and their positions, and with the errors of [`Cri::resolve`]. A
    /// `CriBuf<N>` also needs `N` bytes for the reference alone. Linear.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let base: CriBuf<64> = "coap://h/lab/temperature?u=C".parse()?;
    /// assert_eq!(base.join("../fan?on")?, "coap://h/fan?on");
    /// assert_eq!(base.join("fan on").map_err(|fault| fault.offset), Err(3));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn join(&self, reference: impl AsRef<str>) -> Result<Self, Fault> {
        let text = reference.as_ref();
        let reference = Self::from_uri(self.revision(), text)?;
        let joined = self.resolve(&reference).and_then(|target| Self::new(&target));
        joined.map_err(|error| located(Ok(()), error, text.len()))
    }

    /// Returns this CRI with another port, or without its port for `None`.
    ///
    /// Fails with `NoHost` if there is no host, and with `Buffer` if the result does not fit. Linear.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/a".parse()?;
    /// assert_eq!(cri.with_port(61616)?, "coap://h:61616/a");
    /// assert_eq!(cri.with_port(61616)?.with_port(None)?, cri);
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn with_port(&self, port: impl Into<Option<u16>>) -> Result<Self, Error> {
        let (cri, port) = (self.cri(), port.into());
        if cri.authority_kind() != AuthorityKind::Host {
            return Err(Error::NoHost);
        }
        // The port is the last item. Another item is a text, a byte string or an array.
        let mut count = read::argument(cri.authority);
        let items = read::content(cri.authority);
        let (mut rest, mut kept) = (items, items);
        while let Some(item) = read::item(&mut rest) {
            if item.first().is_some_and(|head| head >> 5 == UINT) {
                count -= 1;
                kept = before(items, item);
            }
        }
        let authority = B::filled(|output| {
            output.head(ARRAY, count + usize::from(port.is_some()));
            output.put(kept);
            if let Some(port) = port {
                output.head(UINT, port.into());
            }
            output.check()
        })?;
        Self::new(&cri.with_authority_item(authority.as_ref()))
    }

    /// Returns this CRI with another path, which is given as in a URI: `/a/b%20c`. Scheme, authority, query and
    /// fragment stay the same. Only in a reference without authority does the first slash make a difference: `/a`
    /// replaces the path of a base, `a` its last segment, and the empty text keeps it.
    ///
    /// Fails with `UriSyntax` if the text is not a path of a URI, with `DotSegment` if a segment is `.` or `..`, with
    /// `NotValid` if the result would be a full CRI that has no URI (R4), and with `Buffer` if it does not fit. Linear.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/a/b?u=C".parse()?;
    /// assert_eq!(cri.with_path("/c%2Fd")?, "coap://h/c%2Fd?u=C");
    /// assert_eq!(cri.with_path("")?, "coap://h?u=C");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn with_path(&self, path: impl AsRef<str>) -> Result<Self, Error> {
        let path = path.as_ref();
        let made = self.reference(|builder| {
            for segment in Pieces::of_path(path) {
                builder.segment(segment);
            }
        })?;
        let (cri, made) = (self.cri(), made.cri());
        let is_relative = cri.authority_kind() == AuthorityKind::NotSet;
        let (discard, is_set) = match path.as_bytes().first() {
            _ if !is_relative => (cri.discard, PATH_SET),
            Some(b'/') => (DISCARD_ALL, PATH_SET),
            Some(_) => (1, PATH_SET),
            None => (0, 0),
        };
        let flags = cri.flags & !PATH_SET | is_set;
        let made = Cri { path: made.path, path_count: made.path_count, discard, flags, whole: &[], ..cri };
        if made.is_full() && !made.is_valid_full() { Err(Error::NotValid) } else { Self::new(&made) }
    }

    /// Returns this CRI with another query, which is given as in a URI: `u=C&max=5`. The empty text is the query of one
    /// empty parameter, as after `?` in a URI; [`Owned::without_query`] removes the query.
    ///
    /// Fails with `UriSyntax` if the text is not a query of a URI, and with `Buffer` if the result does not fit.
    /// Linear.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/a?u=C#f".parse()?;
    /// assert_eq!(cri.with_query("max=5&n=%26")?, "coap://h/a?max=5&n=%26#f");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn with_query(&self, query: impl AsRef<str>) -> Result<Self, Error> {
        let query = query.as_ref();
        let made = self.reference(|builder| {
            for parameter in Pieces::of_query(Some(query)) {
                builder.parameter(parameter);
            }
        })?;
        Self::new(&Cri { query: made.cri().query, whole: &[], ..self.cri() })
    }

    /// Returns this CRI with another fragment, which is given as in a URI; [`Owned::without_fragment`] removes it.
    ///
    /// Fails with `UriSyntax` if the text is not a fragment of a URI, and with `Buffer` if the result does not fit.
    /// Linear.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/a".parse()?;
    /// assert_eq!(cri.with_fragment("unit%20C")?, "coap://h/a#unit%20C");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn with_fragment(&self, fragment: impl AsRef<str>) -> Result<Self, Error> {
        let made = self.reference(|builder| {
            builder.fragment(fragment.as_ref());
        })?;
        Self::new(&Cri { fragment: made.cri().fragment, whole: &[], ..self.cri() })
    }

    /// Returns the CRI in normal form: [`Cri::normalize`]. A CRI that was made of a URI is in normal form, except for a
    /// path of one empty segment.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = b"\x82\x64coap\x81\x61H".try_into()?; // ["coap", ["H"]]
    /// assert_eq!(cri.normalize()?, "coap://h");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn normalize(&self) -> Result<Self, Error> {
        Self::written(self.revision(), |output| self.cri().normalize(output))
    }

    /// Builds a reference of the same revision whose texts are in URI form.
    fn reference(&self, steps: impl Fn(&mut Builder<'_>)) -> Result<Self, Error> {
        Self::build(self.revision(), |builder| steps(builder.percent_encoded().discard(Discard::All)))
    }
}

#[cfg(feature = "alloc")]
impl CriVec {
    /// Returns the canonical encoding (feature `alloc`). Constant time.
    ///
    /// ```
    /// use cri::CriVec;
    ///
    /// let reference: CriVec = "c".parse()?;
    /// assert_eq!(reference.into_vec(), b"\x82\x01\x81\x61c"); // [1, ["c"]]
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn into_vec(self) -> Vec<u8> {
        self.bytes
    }
}
