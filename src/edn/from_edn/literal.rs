// SPDX-License-Identifier: MIT OR Apache-2.0
//! The literals `cri'…'`, which contain a URI reference.

use super::octets::Octets;
use crate::bytes::output::Output;
use crate::convert::{from_iri, from_iri_where};
use crate::error::{Error, ParseError};
use crate::revision::Revision;

/// The maximum length in bytes of the URI reference of a `cri''` literal that has escapes or carriage returns, or that
/// consists of several strings. The URI reference of such a literal is not contiguous in the notation, so it is copied
/// to the stack, because from-IRI reads one slice.
const MAX_ESCAPED: usize = 1024;

/// A `cri''` literal, which is converted after the text was read.
pub(super) struct Literal<'e> {
    /// The offset of the URI reference in the whole text.
    pub start: usize,
    /// The octets of the URI reference.
    pub octets: Octets<'e>,
    pub length: usize,
}

impl Literal<'_> {
    /// Converts the URI reference of the literal to a CRI reference. The caller checks whether the result fits.
    pub fn convert(&self, revision: Revision, edn: &[u8], output: &mut Output<'_>) -> Result<(), ParseError> {
        let text = edn.get(self.start..).and_then(|rest| rest.get(..self.length)).unwrap_or(&[]);
        if !self.equals(text) {
            return self.convert_escaped(revision, edn.len(), output);
        }
        convert_text(revision, text, output)
            .map_err(|ParseError { error, offset }| ParseError { error, offset: self.start + offset })
    }

    #[inline(never)]
    fn convert_escaped(&self, revision: Revision, end: usize, output: &mut Output<'_>) -> Result<(), ParseError> {
        let mut text = [0; MAX_ESCAPED];
        let text = text.get_mut(..self.length).ok_or(ParseError { error: Error::Limit, offset: self.start })?;
        self.unescape(text);
        convert_text(revision, text, output)
            .map_err(|ParseError { error, offset }| ParseError { error, offset: end - self.left_after(offset) })
    }

    /// True if the URI reference of the literal is `text`.
    #[inline(never)]
    fn equals(&self, text: &[u8]) -> bool {
        text.iter().copied().eq(self.octets)
    }

    /// Copies the URI reference of the literal to `text`.
    #[inline(never)]
    fn unescape(&self, text: &mut [u8]) {
        text.iter_mut().zip(self.octets).for_each(|(copy, octet)| *copy = octet);
    }

    /// Returns the length of the text that is left after the first `octets` octets of the URI reference.
    #[cold]
    #[inline(never)]
    fn left_after(&self, octets: usize) -> usize {
        let mut read = self.octets;
        read.by_ref().take(octets).for_each(drop);
        read.characters.rest.len()
    }
}

/// Converts a URI reference to a CRI reference. The offset of an error is its offset in `text`. This function does not
/// fail if the result does not fit.
fn convert_text(revision: Revision, text: &[u8], output: &mut Output<'_>) -> Result<(), ParseError> {
    match from_iri(revision, text, output) {
        Ok(()) | Err(Error::Buffer) => Ok(()),
        Err(error) => {
            let offset = from_iri_where(revision, text).map_or_else(|fault| fault.offset, |()| 0);
            Err(ParseError { error, offset })
        }
    }
}
