// SPDX-License-Identifier: MIT OR Apache-2.0
//! The URIs in tag 32 of a CBOR document, next to the CRIs in tag 99 (RFC 8949 3.4.5.3; R54).

use core::mem::MaybeUninit;

use crate::bytes::scan::URI;
use crate::bytes::utf8::checked_str;
use crate::cbor::read::{Reader, first_major};
use crate::cbor::{TAG, TEXT};
use crate::cri::Cri;
use crate::cri::find::CriFind;
use crate::error::Error;
use crate::uri::Uri;

/// The number of the tag of a URI.
const URI_TAG: usize = 32;
/// The head of a text of indefinite length.
const OPEN_TEXT: u8 = TEXT << 5 | 31;

/// A CRI or CRI reference in tag 99, or a URI or URI reference in tag 32.
#[derive(Clone, Copy, Debug)]
pub enum CriOrUri<'a> {
    /// The content of a tag 99.
    Cri(Cri<'a>),
    /// The content of a tag 32, a URI reference in ASCII.
    Uri(&'a str),
}

/// The content of a tag 99 or of a tag 32, before the text is checked.
pub(crate) enum Tagged<'a> {
    Cri(Cri<'a>),
    /// `None` for a text of indefinite length.
    Text(Option<&'a [u8]>),
}

impl<'a> CriFind<'a> {
    /// Finds the next CRI in tag 99 or URI in tag 32. For a text in tag 32 that is not a URI reference, returns an
    /// error of this item, `UriSyntax`, `UriHost` or `UriNotAscii`, or `Indefinite` if it is of indefinite length,
    /// and continues after it. Ends with the errors of the iterator. Tag 32 on another item is ignored, as tag 99 is.
    ///
    /// [`from_uri`](crate::from_uri()) converts the text to a CRI reference, which is resolved like any other. All
    /// calls together are linear.
    ///
    /// ```
    /// use cri::{CriFind, CriOrUri, CriVec, Revision};
    ///
    /// // [99([1, ["a"]]), 32("../b")]
    /// let document = b"\x82\xd8\x63\x82\x01\x81\x61a\xd8\x20\x64../b";
    /// let mut find = CriFind::new(Revision::Href27, document)?;
    /// let mut found = Vec::new();
    /// while let Some(item) = find.next_item() {
    ///     found.push(match item? {
    ///         CriOrUri::Cri(cri) => cri.to_string(),
    ///         CriOrUri::Uri(uri) => uri.parse::<CriVec>()?.cri().to_string(),
    ///     });
    /// }
    /// assert_eq!(found, ["a", "../b"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_item(&mut self) -> Option<Result<CriOrUri<'a>, Error>> {
        if self.error.is_some() {
            return None;
        }
        match self.next_tagged() {
            Some(Tagged::Cri(cri)) => Some(Ok(CriOrUri::Cri(cri))),
            Some(Tagged::Text(text)) => Some(reference(text).map(|uri| CriOrUri::Uri(checked_str(uri)))),
            None => self.error.map(Err),
        }
    }

    /// Finds the next CRI in tag 99 or text in tag 32. Sets the error if an error ended the search.
    pub(crate) fn next_tagged(&mut self) -> Option<Tagged<'a>> {
        while !self.rest.is_empty() {
            if let Some((text, rest)) = text_in_tag(self.rest) {
                self.rest = rest;
                return Some(Tagged::Text(text));
            }
            if let Some(cri) = self.next_step() {
                return Some(Tagged::Cri(cri));
            }
        }
        None
    }
}

/// Returns the text in the tag 32 that `data` starts with, and the data after it. Returns `None` for another item, and
/// for a text that is truncated.
fn text_in_tag(data: &[u8]) -> Option<(Option<&[u8]>, &[u8])> {
    if first_major(data) != Some(TAG) {
        return None;
    }
    let mut reader = Reader::new(data);
    reader.head();
    if reader.error.is_some() || reader.argument != URI_TAG || !reader.at(TEXT) {
        return None;
    }
    if reader.peek() == OPEN_TEXT {
        // The search continues with the chunks.
        return Some((None, reader.rest));
    }
    reader.head();
    let text = reader.take();
    if reader.error.is_some() { None } else { Some((Some(text), reader.rest)) }
}

/// Checks that a text is a URI reference (R54), and returns it.
pub(crate) fn reference(text: Option<&[u8]>) -> Result<&[u8], Error> {
    let text = text.ok_or(Error::Indefinite)?;
    // RFC 8949 3.4.5.3
    match Uri::read(&mut MaybeUninit::uninit(), text, URI) {
        Ok(_) => Ok(text),
        Err(refused) => Err(refused.error),
    }
}
