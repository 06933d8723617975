// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Authorization Information Format (AIF) with CRIs: `application/aif+cbor;Toid=CRI-local-part`. It is an array of
//! entries of the form `[[path, ?query], REST-method-set]` (RFC 9237, href-27 section 8.3).

use core::iter::FusedIterator;

use super::path::request_path;
use crate::bytes::output::Output;
use crate::cbor::read::{self, Reader};
use crate::cbor::write::Heads;
use crate::cbor::{TEXT, UINT};
use crate::coap::message::method::{Method, Methods};
use crate::coap::message::query::Parameters;
use crate::cri::items::Items;
use crate::cri::text::TextRule;
use crate::cri::{CANONICAL_ITEMS, Cri, DISCARD_ALL, PATH_SET};
use crate::error::Error;
use crate::ops::same_tokens;
use crate::revision::Revision;

/// An iterator over the entries of authorization information. It returns the resource of each entry, as a reference
/// that discards all segments of a base's path and has the entry's path and query, and the set of methods that are
/// allowed (RFC 9237 section 2.3).
///
/// It returns the errors of parsing a CRI for an invalid entry, such as `Structure`, `Cbor` or `Truncated`. It ends
/// after an error. Linear.
///
/// ```
/// use cri::{Aif, Method, Revision};
///
/// // [[["temp"], 1]]
/// let entries = Aif::new(Revision::Href27, b"\x81\x82\x81\x81\x64temp\x01")?;
/// for entry in entries {
///     let (resource, methods) = entry?;
///     assert_eq!(resource.to_string(), "/temp");
///     assert!(methods.contains(Method::GET));
/// }
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Aif<'a> {
    pub(crate) rest: &'a [u8],
    /// The number of remaining entries.
    pub(crate) left: usize,
    pub(crate) revision: Revision,
}

impl<'a> Aif<'a> {
    /// Returns the entries of the array at the start of `data`. Fails with `Structure` if the item is not an array,
    /// with `Indefinite` if its length is indefinite, and with `Cbor` or `Truncated` if its head is malformed or
    /// incomplete.
    ///
    /// ```
    /// use cri::{Aif, Error, Revision};
    ///
    /// // [[["temp"], 1], 0]
    /// let mut entries = Aif::new(Revision::Href27, b"\x82\x82\x81\x81\x64temp\x01\x00")?;
    /// assert!(entries.next().is_some_and(|entry| entry.is_ok()));
    /// assert!(matches!(entries.next(), Some(Err(Error::Structure))));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn new(revision: Revision, data: &'a [u8]) -> Result<Self, Error> {
        let mut reader = Reader::new(data);
        let left = reader.array();
        reader.error.map_or(Ok(Self { rest: reader.rest, left, revision }), Err)
    }

    /// Checks all entries, and returns an iterator over them. The iterator returns no error as long as the bytes do not
    /// change. Fails with the errors of [`Aif::new`] and with the error of the first invalid entry. Linear.
    ///
    /// ```
    /// use cri::{Aif, Error, Revision};
    ///
    /// // [[["temp"], 1], 0]
    /// let data = b"\x82\x82\x81\x81\x64temp\x01\x00";
    /// assert_eq!(Aif::parse(Revision::Href27, data).err(), Some(Error::Structure));
    /// ```
    pub fn parse(revision: Revision, data: &'a [u8]) -> Result<Self, Error> {
        let entries = Self::new(revision, data)?;
        let mut checked = entries;
        checked.try_for_each(|entry| entry.map(|_| ()))?;
        Ok(entries)
    }

    fn entry(&mut self) -> Result<(Cri<'a>, Methods), Error> {
        let mut reader = Reader::new(self.rest);
        let entry = Entry::read(&mut reader);
        self.rest = reader.rest;
        let target = Cri {
            discard: DISCARD_ALL,
            path: entry.path,
            path_count: entry.path_count,
            query: entry.query,
            flags: PATH_SET | if entry.is_canonical { CANONICAL_ITEMS } else { 0 },
            ..Cri::empty(self.revision)
        };
        reader.error.map_or(Ok((target, entry.methods())), Err)
    }
}

/// An entry: `[[path, ?query], REST-method-set]`.
struct Entry<'a> {
    path: &'a [u8],
    path_count: usize,
    /// The array of parameters; empty if there are no parameters.
    query: &'a [u8],
    is_canonical: bool,
    permissions: &'a [u8],
}

impl<'a> Entry<'a> {
    /// Reads an entry with the reader, which keeps the error.
    #[cfg_attr(speed, inline(always))]
    fn read(reader: &mut Reader<'a>) -> Self {
        // RFC 9237 3
        if reader.array() != 2 {
            reader.fail(Error::Structure);
        }
        let sections = reader.array();
        if sections != 1 && sections != 2 {
            reader.fail(Error::Structure);
        }
        let path_count = reader.array();
        let start = reader.rest;
        reader.all_texts(path_count, TextRule::Segment);
        let (path, mut query, start) = (reader.since(start), &[][..], reader.rest);
        if sections == 2 {
            let count = reader.array();
            reader.all_texts(count, TextRule::Any);
            // As in a full CRI, an empty query is the same as no query (R1).
            if count > 0 {
                query = reader.since(start);
            }
        }
        let (is_canonical, start) = (!reader.not_canonical, reader.rest);
        reader.expect(UINT);
        Self { path, path_count, query, is_canonical, permissions: reader.since(start) }
    }

    /// Returns the segments of the path, without a lone empty segment.
    fn path(&self) -> Items<'a> {
        let path = Items::new(self.path, &[]);
        if self.path_count == 1 { path.without_lone() } else { path }
    }

    fn query(&self) -> Items<'a> {
        Items::new(read::content(self.query), &[])
    }

    fn methods(&self) -> Methods {
        Methods(read::number(self.permissions))
    }
}

impl<'a> Iterator for Aif<'a> {
    type Item = Result<(Cri<'a>, Methods), Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let entry = self.entry();
        if entry.is_err() {
            self.left = 0;
        }
        Some(entry)
    }

    /// Returns the number of remaining entries as the upper bound, because the iterator ends early at an invalid entry.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.min(1), Some(self.left))
    }
}

impl FusedIterator for Aif<'_> {}

/// True if authorization information allows a method on the requested resource: [`aif_methods`] contains the method.
///
/// ```
/// use cri::{CriBuf, Method, coap};
///
/// let entries = b"\x81\x82\x81\x81\x64temp\x01"; // [[["temp"], 1]]
/// let request: CriBuf<32> = "coap://h/temp".parse()?;
/// assert_eq!(coap::aif_allows(entries, &request.cri(), Method::GET), Ok(true));
/// assert_eq!(coap::aif_allows(entries, &request.cri(), Method::PUT), Ok(false));
/// # Ok::<(), cri::Error>(())
/// ```
pub fn aif_allows(data: &[u8], request: &Cri<'_>, method: Method) -> Result<bool, Error> {
    Ok(aif_methods(data, request)?.contains(method))
}

/// True if authorization information allows a method on the resource that a request's delta-coded options identify:
/// [`aif_methods_options`] contains the method.
///
/// ```
/// use cri::{Method, Revision, coap};
///
/// let entries = b"\x81\x82\x81\x81\x64temp\x01"; // [[["temp"], 1]]
/// let options = b"\xb4temp"; // Uri-Path
/// assert_eq!(coap::aif_allows_options(Revision::Href27, entries, options, Method::GET), Ok(true));
/// ```
pub fn aif_allows_options(revision: Revision, data: &[u8], options: &[u8], method: Method) -> Result<bool, Error> {
    Ok(aif_methods_options(revision, data, options)?.contains(method))
}

/// Returns the methods that authorization information allows on the requested resource. Only the path and the query of
/// `request` are compared (RFC 9237, href-27 section 8.3).
///
/// The permissions of several entries for the same resource add up. A resource without an entry allows nothing. Path
/// and query must be equal to those of the entry, segment by segment and parameter by parameter. A path of one empty
/// segment is the empty path. The function reads all entries, so malformed information allows nothing.
///
/// If the set does not contain the method of the request, the answer is 4.05 (Method Not Allowed), or 4.03 (Forbidden)
/// if the set is empty (RFC 9200 section 5.10.2).
///
/// Fails with `NotFull` if the path of `request` depends on a base, and with the errors of [`Aif`]. Linear.
///
/// ```
/// use cri::{CriBuf, Method, coap};
///
/// let entries = b"\x81\x82\x81\x81\x64temp\x01"; // [[["temp"], 1]]
/// let request: CriBuf<32> = "coap://h/temp".parse()?;
/// let methods = coap::aif_methods(entries, &request.cri())?;
/// assert!(!methods.contains(Method::PUT) && methods.bits() != 0); // 4.05
/// # Ok::<(), cri::Error>(())
/// ```
pub fn aif_methods(data: &[u8], request: &Cri<'_>) -> Result<Methods, Error> {
    if request.discard != DISCARD_ALL {
        return Err(Error::NotFull);
    }
    let (path, query) = (request.path().without_lone(), request.query());
    let is_canonical = request.flags & CANONICAL_ITEMS != 0 && path.tail.is_empty();
    let canonical = if is_canonical { Some((path.rest, query.rest)) } else { None };
    methods(request.revision(), data, canonical, |entry| are_same(entry.path(), path) && are_same(entry.query(), query))
}

/// Returns the methods that authorization information allows on the resource that a request's delta-coded options
/// identify. The rules are those of [`aif_methods`]. Uri-Host and Uri-Port are not read.
///
/// Fails with `CoapProxy` if the request is meant for a proxy, with `CoapLength` or `Utf8` if a Uri-Path or Uri-Query
/// is too long or is not UTF-8, and with `DotSegment` if a Uri-Path is a dot segment. Fails with `CoapPathAbbrev` if a
/// Uri-Path-Abbrev is unknown, repeated or together with Uri-Path (R29), with `CoapOption` or `Truncated` if the
/// options are malformed, and with the errors of [`Aif`]. Linear.
///
/// ```
/// use cri::{Revision, coap};
///
/// let entries = b"\x81\x82\x81\x81\x64temp\x05"; // [[["temp"], 5]]
/// let options = b"\xb4temp"; // Uri-Path
/// let methods = coap::aif_methods_options(Revision::Href27, entries, options)?;
/// assert_eq!(methods.bits(), 5); // GET, PUT
/// # Ok::<(), cri::Error>(())
/// ```
pub fn aif_methods_options(revision: Revision, data: &[u8], options: &[u8]) -> Result<Methods, Error> {
    // R17
    let path = request_path(options)?.ok_or(Error::CoapProxy)?;
    let query = Parameters::of_request(options)?;
    let mut buffer = [0; CANONICAL_MAX];
    let canonical = if cfg!(speed) { canonical_texts(path, query, &mut buffer) } else { None };
    methods(revision, data, canonical, |entry| are(entry.path(), path) && are(entry.query(), query))
}

/// The number of bytes up to which the options of a request are compared as the texts that an entry has for them. The
/// path and the query of almost every request are shorter.
const CANONICAL_MAX: usize = if cfg!(speed) { 128 } else { 0 };

/// Returns the path and the query that an entry for a request contains, as canonical items. Returns `None` if they do
/// not fit into the buffer.
fn canonical_texts<'b, 'o>(
    path: impl IntoIterator<Item = &'o [u8]>,
    query: impl IntoIterator<Item = &'o [u8]>,
    buffer: &'b mut [u8],
) -> Option<(&'b [u8], &'b [u8])> {
    let mut output = Output::new(buffer);
    let put = |output: &mut Output<'_>, value: &[u8]| {
        output.head(TEXT, value.len());
        output.extend_from_slice(value).ok()
    };
    path.into_iter().try_for_each(|segment| put(&mut output, segment))?;
    let path_size = output.position();
    query.into_iter().try_for_each(|parameter| put(&mut output, parameter))?;
    output.into_written().ok()?.split_at_checked(path_size)
}

/// True if the texts equal the values of options, which have no percent-encoded chunks.
fn are<'o>(texts: Items<'o>, values: impl Iterator<Item = &'o [u8]>) -> bool {
    texts.map(|text| text.plain()).eq(values.map(Some))
}

/// True if two lists of texts are the same, whatever the sizes of their heads (R41).
fn are_same(mut own: Items<'_>, mut other: Items<'_>) -> bool {
    loop {
        let is_same = match (own.next(), other.next()) {
            (Some(own), Some(other)) if own.pet => other.pet && same_tokens([own.content, &[]], [other.content, &[]]),
            (Some(own), Some(other)) => !other.pet && own.content == other.content,
            (None, None) => return true,
            _ => false,
        };
        if !is_same {
            return false;
        }
    }
}

/// Returns the methods that authorization information allows on the resource for whose entries `is_requested` is true.
/// `canonical` has the path and the query that these entries contain, as items, if they are known in canonical form.
fn methods(
    revision: Revision,
    data: &[u8],
    canonical: Option<(&[u8], &[u8])>,
    is_requested: impl Fn(&Entry<'_>) -> bool,
) -> Result<Methods, Error> {
    let mut allowed = Methods::default();
    let entries = Aif::new(revision, data)?;
    let mut reader = Reader::new(entries.rest);
    for _ in 0..entries.left {
        let entry = Entry::read(&mut reader);
        if let Some(error) = reader.error {
            return Err(error);
        }
        let is_covered = match canonical {
            // Fast path: canonical texts are the same if their bytes are. A lone empty segment has only one byte.
            Some((path, query)) if entry.is_canonical && entry.path.len() > 1 => {
                entry.path == path && entry.query().rest == query
            }
            _ => is_requested(&entry),
        };
        if is_covered {
            // href-27 8.3, RFC 9237 2
            allowed.0 |= entry.methods().0;
        }
    }
    Ok(allowed)
}
