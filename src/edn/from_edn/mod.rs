// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts diagnostic notation to a CRI or CRI reference (R25, R37; RFC 8949 section 8 and the EDN draft).
//!
//! The conversion takes one pass: each section is checked when it is read, and written in canonical form. Therefore
//! errors have an offset, and do not depend on the size of the buffer.

mod authority;
mod coding;
mod escapes;
mod indicator;
mod joined;
mod kind;
mod lexer;
mod literal;
mod octets;
mod raw;
mod reader;
mod sections;
mod strings;
mod texts;

use crate::bytes::output::Output;
use crate::error::ParseError;
use crate::revision::Revision;
use literal::Literal;
use reader::EdnReader;

/// Converts a text in diagnostic notation to a CRI or CRI reference in canonical form, without a tag.
///
/// The notation is that of R25 and R37. Fails with `Syntax` if the text is not in that notation, and with `Utf8` if it
/// is not UTF-8. Fails with the errors of [`Cri::parse`](crate::Cri::parse) for an item that is not a processable CRI,
/// and with the errors of [`from_iri`](crate::from_iri) for a `cri''` literal. Fails with `Limit` for a `cri''` literal
/// of more than 1024 bytes that is not contiguous. Fails with `Buffer` if the result does not fit.
///
/// The first error in the text is returned, with the offset of the first invalid character or of the refused item. The
/// offset of `Buffer` is the length of the text. Linear in the length of the text.
///
/// ```
/// let mut buffer = [0; 64];
/// let mut output = cri::Output::new(&mut buffer);
/// cri::from_edn(cri::Revision::Href27, br#"[1, ["c"]]"#, &mut output)?;
/// assert_eq!(output.written()?, [0x82, 0x01, 0x81, 0x61, b'c']);
/// # Ok::<(), cri::Error>(())
/// ```
pub fn from_edn(revision: Revision, edn: impl AsRef<[u8]>, output: &mut Output<'_>) -> Result<(), ParseError> {
    let edn = edn.as_ref();
    let mut literal = None;
    let read = read(revision, edn, output, &mut literal);
    if let Some(literal) = literal {
        literal.convert(revision, edn, output)?;
    }
    read?;
    output.check().map_err(|error| ParseError { error, offset: edn.len() })
}

/// Reads the text. Stores a `cri''` literal in `literal`, to convert it later.
#[inline(never)]
fn read<'e>(
    revision: Revision,
    edn: &'e [u8],
    output: &mut Output<'_>,
    literal: &mut Option<Literal<'e>>,
) -> Result<(), ParseError> {
    let mut reader = EdnReader::new(revision, edn, output);
    let read = reader.document(literal);
    read.map_err(|error| ParseError { error, offset: reader.lexer.at() })
}
