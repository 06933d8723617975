// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversions with a table of schemes.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use super::pointer::{Buffer, Input, InputArray};
use super::prelude::*;
use super::scheme_table::{cri_scheme_row_t, names};
use crate::cri::Cri;
use crate::error::Error;
use crate::scheme::{Row, Table};
use crate::{convert, edn};

fn region_of(buffer: &[MaybeUninit<u8>]) -> Region {
    Region { start: buffer.as_ptr().cast(), length: buffer.len() }
}

/// Runs a conversion of a text to a CRI, with a table.
unsafe fn from_text_with(
    rev: u8,
    schemes: InputArray<'_, cri_scheme_row_t>,
    text: Input<'_>,
    buf: Buffer<'_>,
    len: *mut usize,
    // Not called by pointer: the bound of the stack could not tell what it calls.
    conversion: impl FnOnce(Table<'_>, &[u8], &mut COutput<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let revision = revision(rev)?;
    // SAFETY: as the function requires.
    let (buf, len, schemes, text) = unsafe { open((buf, slot(len), schemes, text))? };
    let outputs = [region_of(buf), len.region()];
    // SAFETY: as the function requires.
    let table = Table::new(revision, unsafe { names(schemes, &outputs)? })?;
    fill(buf, len, Written::Bytes, |output| conversion(table, text, output))
}

/// Runs a conversion of a view to a text, with a table.
unsafe fn to_text_with(
    cri: *const cri_t,
    schemes: InputArray<'_, cri_scheme_row_t>,
    buf: Buffer<'_>,
    len: *mut usize,
    conversion: for<'b> fn(&Cri<'_>, &[Row<'_>], &mut COutput<'b>) -> Result<(), Error>,
) -> Result<(), Error> {
    // SAFETY: as the function requires.
    let (buf, len, cri, schemes) = unsafe { open((buf, slot(len), object(cri), schemes))? };
    let outputs = [region_of(buf), len.region()];
    // SAFETY: as the function requires.
    let schemes = unsafe { names(schemes, &outputs)? };
    fill(buf, len, Written::Text, |output| conversion(cri, schemes, output))
}

/// Converts a URI to a CRI, or a URI reference to a CRI reference, as cri_from_uri(), with the schemes of a table too.
///
/// @param[in] rev the revision to write
/// @param[in] schemes,schemes_len the table; NULL for none
/// @param[in] uri,uri_len the URI or URI reference, ASCII
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @errorsof{cri_from_uri}
///
/// Linear, whatever the text. href 6; R12 to R14.
/// @viewable
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_from_uri_with(
    rev: u8,
    schemes: *const cri_scheme_row_t,
    schemes_len: usize,
    uri: *const c_char,
    uri_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    let (schemes, uri, buf) = (input_array(schemes, schemes_len), input(uri, uri_len), buffer(buf, buf_cap));
    // SAFETY: C passes a table, a text, a buffer and a place for the length.
    number(unsafe { from_text_with(rev, schemes, uri, buf, len, convert::from_uri_with) })
}

/// Converts an IRI to a CRI, or an IRI reference to a CRI reference, as cri_from_iri(), with the schemes of a table
/// too.
///
/// @param[in] rev the revision to write
/// @param[in] schemes,schemes_len the table; NULL for none
/// @param[in] iri,iri_len the IRI or IRI reference, UTF-8
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @errorsof{cri_from_iri}
///
/// Linear, whatever the text. href 6; RFC 3987 2.2, 3.1; R12 to R14.
/// @viewable
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_from_iri_with(
    rev: u8,
    schemes: *const cri_scheme_row_t,
    schemes_len: usize,
    iri: *const c_char,
    iri_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    let (schemes, iri, buf) = (input_array(schemes, schemes_len), input(iri, iri_len), buffer(buf, buf_cap));
    // SAFETY: C passes a table, a text, a buffer and a place for the length.
    number(unsafe { from_text_with(rev, schemes, iri, buf, len, convert::from_iri_with) })
}

/// Converts a CRI to a URI, or a CRI reference to a URI reference, as cri_to_uri(), with the schemes of a table too.
///
/// @param[in] cri the CRI or CRI reference
/// @param[in] schemes,schemes_len the table, of the revision of `cri`; NULL for none
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes, without the final NUL
/// @retval CRI_ERR_SCHEME_UNKNOWN neither the registry nor the table has the scheme's number
/// @errorsof{cri_to_uri}
///
/// Linear. href 6.1; R11, R13.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_uri_with(
    cri: *const cri_t,
    schemes: *const cri_scheme_row_t,
    schemes_len: usize,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: C passes a view, a table, a buffer and a place for the length.
    number(unsafe {
        to_text_with(cri, input_array(schemes, schemes_len), buffer(buf, buf_cap), len, |cri, schemes, output| {
            cri.to_uri_with(schemes, output)
        })
    })
}

/// Converts a CRI to an IRI, or a CRI reference to an IRI reference, as cri_to_iri(), with the schemes of a table too.
///
/// @param[in] cri the CRI or CRI reference
/// @param[in] schemes,schemes_len the table, of the revision of `cri`; NULL for none
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes, without the final NUL
/// @retval CRI_ERR_SCHEME_UNKNOWN neither the registry nor the table has the scheme's number
/// @errorsof{cri_to_iri}
///
/// Linear. href 6; RFC 3987 3.2, 4.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_iri_with(
    cri: *const cri_t,
    schemes: *const cri_scheme_row_t,
    schemes_len: usize,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: C passes a view, a table, a buffer and a place for the length.
    number(unsafe {
        to_text_with(cri, input_array(schemes, schemes_len), buffer(buf, buf_cap), len, |cri, schemes, output| {
            cri.to_iri_with(schemes, output)
        })
    })
}

/// Writes a CRI or CRI reference in diagnostic notation as cri_to_edn_literal(), with the schemes of a table too: the
/// result is for cri_from_edn_with() and the same table.
///
/// @param[in] cri the CRI or CRI reference
/// @param[in] schemes,schemes_len the table, of the revision of `cri`; NULL for none
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes of the UTF-8 text, without the final NUL
/// @retval CRI_OK
///
/// Linear. R25; href 6.1; RFC 3987 3.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_edn_literal_with(
    cri: *const cri_t,
    schemes: *const cri_scheme_row_t,
    schemes_len: usize,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: C passes a view, a table, a buffer and a place for the length.
    number(unsafe {
        to_text_with(cri, input_array(schemes, schemes_len), buffer(buf, buf_cap), len, |cri, schemes, output| {
            cri.to_edn_literal_with(schemes, output)
        })
    })
}

/// Converts a CRI or CRI reference in diagnostic notation to CBOR as cri_from_edn(), with the schemes of a table too,
/// in `cri''` literals.
///
/// @param[in] rev the revision to write
/// @param[in] schemes,schemes_len the table; NULL for none
/// @param[in] edn,edn_len the notation, in UTF-8
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length of the CBOR in bytes
/// @param[out] offset as that of cri_from_edn()
/// @errorsof{cri_from_edn}
///
/// Linear. R25, R37; RFC 8949 8; draft-ietf-cbor-edn-literals-27.
/// @viewable
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_from_edn_with(
    rev: u8,
    schemes: *const cri_scheme_row_t,
    schemes_len: usize,
    edn: *const c_char,
    edn_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    offset: *mut usize,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        let (buf, schemes, edn) = (buffer(buf, buf_cap), input_array(schemes, schemes_len), input(edn, edn_len));
        // SAFETY: C passes a table, a text, a buffer and places for the length and the offset.
        let (buf, len, offset, schemes, edn) = unsafe { open((buf, slot(len), slot(offset), schemes, edn))? };
        let outputs = [region_of(buf), len.region(), offset.region()];
        // SAFETY: C passes a table.
        let table = Table::new(revision, unsafe { names(schemes, &outputs)? })?;
        fill(buf, len, Written::Bytes, |output| {
            edn::from_edn_with(table, edn, output).map_err(|refused| {
                if refused.error != Error::Buffer {
                    offset.write(refused.offset);
                }
                refused.error
            })
        })
    })
}
