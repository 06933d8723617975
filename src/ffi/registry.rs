// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. Schemes that were registered after the library was built: a table of the program's own.

use core::ffi::c_char;
use core::marker::PhantomData;

use super::call::{Argument, ArgumentKind, Region, number, open, revision};
use super::errors::cri_err_t;
use super::output::{COutput, Written, fill};
use super::parse::cri_t;
use super::pointer::{Buffer, Input, buffer, input, object, place};
use crate::convert;
use crate::cri::Cri;
use crate::error::Error;
use crate::scheme::{Row, Table, id_of_number, is_valid_name, number_of_id};

/// A row of a table of schemes: `{CRI_LIT("uuaid"), 1015}`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_scheme_row_t {
    /// The name of the scheme, in lower case, at most 64 bytes.
    pub name: *const c_char,
    /// Its length in bytes.
    pub name_len: usize,
    /// The scheme number, as IANA lists it: the scheme id is -1 minus it.
    pub number: u32,
}

const _: () = assert!(size_of::<cri_scheme_row_t>() == size_of::<Row<'_>>());
const _: () = assert!(align_of::<cri_scheme_row_t>() == align_of::<Row<'_>>());
const _: () = assert!(core::mem::offset_of!(cri_scheme_row_t, name) == core::mem::offset_of!(Row<'_>, name));
const _: () = assert!(core::mem::offset_of!(cri_scheme_row_t, number) == core::mem::offset_of!(Row<'_>, number));

/// The rows of a table. NULL with no rows is empty.
struct Rows<'a>(*const cri_scheme_row_t, usize, PhantomData<&'a [cri_scheme_row_t]>);

/// Describes the rows of a table.
fn rows<'a>(schemes: *const cri_scheme_row_t, count: usize) -> Rows<'a> {
    Rows(schemes, count, PhantomData)
}

// SAFETY: it has no slices: what the rows point to, `names` checks.
unsafe impl<'a> Argument for Rows<'a> {
    const KIND: ArgumentKind = ArgumentKind::INPUT;
    type Opened = &'a [cri_scheme_row_t];

    fn region(&self) -> Region {
        // What is too large for memory stays so.
        Region { start: self.0.cast(), length: self.1.saturating_mul(size_of::<cri_scheme_row_t>()) }
    }

    unsafe fn open(self, checked: Region) -> Self::Opened {
        if self.1 == 0 {
            return &[];
        }
        // SAFETY: not NULL, within the signed range, and unchanged for `'a`.
        unsafe { core::slice::from_raw_parts(checked.start.cast(), self.1) }
    }
}

/// Checks the names of rows, as `open` does the arguments of a call: `Argument` for NULL and for a length above the signed
/// range, `Overlap` if one overlaps an output.
///
/// # Safety
///
/// Each name is NULL or points to as many bytes as the row says, which stay unchanged for `'a`.
unsafe fn names<'a>(rows: &'a [cri_scheme_row_t], outputs: [Region; 2]) -> Result<&'a [Row<'a>], Error> {
    let mut result = Ok(());
    for row in rows {
        let name = Region { start: row.name.cast(), length: row.name_len };
        if row.name.is_null() || row.name_len > isize::MAX as usize {
            return Err(Error::Argument);
        }
        if outputs.iter().any(|output| output.overlaps(name)) {
            result = Err(Error::Overlap);
        }
    }
    // SAFETY: the layouts are compared above; every name is a slice, as was checked.
    result.map(|()| unsafe { core::slice::from_raw_parts(rows.as_ptr().cast(), rows.len()) })
}

/// Runs a conversion of a text to a CRI, with a table.
///
/// # Safety
///
/// As of [`open`] and [`names`].
unsafe fn from_text_with(
    rev: u8,
    schemes: Rows<'_>,
    text: Input<'_>,
    buf: Buffer<'_>,
    len: *mut usize,
    conversion: for<'b> fn(Table<'_>, &[u8], &mut COutput<'b>) -> Result<(), Error>,
) -> Result<(), Error> {
    let revision = revision(rev)?;
    // SAFETY: as the function requires.
    let (buf, len, schemes, text) = unsafe { open((buf, place(len), schemes, text))? };
    let outputs = [Region { start: buf.as_ptr().cast(), length: buf.len() }, len.region()];
    // SAFETY: as the function requires.
    let table = Table::new(revision, unsafe { names(schemes, outputs)? })?;
    fill(buf, len, Written::Bytes, |output| conversion(table, text, output))
}

/// Runs a conversion of a view to a text, with a table.
///
/// # Safety
///
/// As of [`open`] and [`names`].
unsafe fn to_text_with(
    cri: *const cri_t,
    schemes: Rows<'_>,
    buf: Buffer<'_>,
    len: *mut usize,
    conversion: for<'b> fn(&Cri<'_>, &[Row<'_>], &mut COutput<'b>) -> Result<(), Error>,
) -> Result<(), Error> {
    // SAFETY: as the function requires.
    let (buf, len, cri, schemes) = unsafe { open((buf, place(len), object(cri), schemes))? };
    let outputs = [Region { start: buf.as_ptr().cast(), length: buf.len() }, len.region()];
    // SAFETY: as the function requires.
    let schemes = unsafe { names(schemes, outputs)? };
    fill(buf, len, Written::Text, |output| conversion(cri, schemes, output))
}

/// Stores the name of a scheme id, from the registry of a revision or else from a table.
///
/// @param[in]  rev          the revision
/// @param[in]  schemes      the table; NULL for none
/// @param[in]  schemes_len  number of its rows
/// @param[in]  id           the scheme id, a negative number
/// @param[out] name         the name, in lower case, without a NUL; a constant of the library, or that of a row
/// @param[out] name_len     its length in bytes
/// @retval CRI_OK
/// @retval CRI_ERR_SCHEME_UNKNOWN  neither has such an id
///
/// Linear in the size of the registry and the table. href 10.1.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_registry_name_with(
    rev: u8,
    schemes: *const cri_scheme_row_t,
    schemes_len: usize,
    id: i64,
    name: *mut *const c_char,
    name_len: *mut usize,
) -> cri_err_t {
    let run = || {
        let revision = revision(rev)?;
        // SAFETY: C passes places for the pointer and the length, and a table.
        let (name, name_len, schemes) = unsafe { open((place(name), place(name_len), rows(schemes, schemes_len)))? };
        // SAFETY: C passes a table.
        let table = Table::new(revision, unsafe { names(schemes, [name.region(), name_len.region()])? })?;
        let found = number_of_id(id).and_then(|number| table.name(number)).ok_or(Error::SchemeUnknown)?;
        name.write(found.as_ptr().cast());
        name_len.write(found.len());
        Ok(())
    };
    number(run())
}

/// Stores the id of a scheme name, from the registry of a revision or else from a table.
///
/// @param[in]  rev          the revision
/// @param[in]  schemes      the table; NULL for none
/// @param[in]  schemes_len  number of its rows
/// @param[in]  name         the name, in lower case
/// @param[in]  name_len     its length in bytes
/// @param[out] id           the scheme id, a negative number
/// @retval CRI_OK
/// @retval CRI_ERR_SCHEME_UNKNOWN  neither has such a name
///
/// Linear in the size of the registry and the table. href 10.1.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_registry_id_with(
    rev: u8,
    schemes: *const cri_scheme_row_t,
    schemes_len: usize,
    name: *const c_char,
    name_len: usize,
    id: *mut i64,
) -> cri_err_t {
    let run = || {
        let revision = revision(rev)?;
        // SAFETY: C passes a place for the id, a table and a name.
        let (id, schemes, name) = unsafe { open((place(id), rows(schemes, schemes_len), input(name, name_len)))? };
        // SAFETY: C passes a table.
        let table = Table::new(revision, unsafe { names(schemes, [id.region(); 2])? })?;
        let found = if is_valid_name(name) { table.number(name) } else { None };
        id.write(found.map(id_of_number).ok_or(Error::SchemeUnknown)?);
        Ok(())
    };
    number(run())
}

/// Converts a URI to a CRI, or a URI reference to a CRI reference, as cri_from_uri(), with the schemes of a table too.
///
/// @param[in]  rev          the revision to write
/// @param[in]  schemes      the table; NULL for none
/// @param[in]  schemes_len  number of its rows
/// @param[in]  uri          the URI or URI reference, ASCII
/// @param[in]  uri_len      its length in bytes
/// @param[out] buf          the buffer; NULL with `buf_cap` 0 to ask for the length
/// @param[in]  buf_cap      capacity of `buf` in bytes
/// @param[out] len          length in bytes
/// @return the errors of cri_from_uri()
///
/// Linear, whatever the text. href 6; R12 to R14.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
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
    let (schemes, uri, buf) = (rows(schemes, schemes_len), input(uri, uri_len), buffer(buf, buf_cap));
    // SAFETY: C passes a table, a text, a buffer and a place for the length.
    number(unsafe { from_text_with(rev, schemes, uri, buf, len, convert::from_uri_with) })
}

/// Converts an IRI to a CRI, or an IRI reference to a CRI reference, as cri_from_iri(), with the schemes of a table too.
///
/// @param[in]  rev          the revision to write
/// @param[in]  schemes      the table; NULL for none
/// @param[in]  schemes_len  number of its rows
/// @param[in]  iri          the IRI or IRI reference, UTF-8
/// @param[in]  iri_len      its length in bytes
/// @param[out] buf          the buffer; NULL with `buf_cap` 0 to ask for the length
/// @param[in]  buf_cap      capacity of `buf` in bytes
/// @param[out] len          length in bytes
/// @return the errors of cri_from_iri()
///
/// Linear, whatever the text. href 6; RFC 3987 2.2, 3.1; R12 to R14.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
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
    let (schemes, iri, buf) = (rows(schemes, schemes_len), input(iri, iri_len), buffer(buf, buf_cap));
    // SAFETY: C passes a table, a text, a buffer and a place for the length.
    number(unsafe { from_text_with(rev, schemes, iri, buf, len, convert::from_iri_with) })
}

/// Converts a CRI to a URI, or a CRI reference to a URI reference, as cri_to_uri(), with the schemes of a table too.
///
/// @param[in]  cri          the CRI or CRI reference
/// @param[in]  schemes      the table, of the revision of `cri`; NULL for none
/// @param[in]  schemes_len  number of its rows
/// @param[out] buf          the buffer; NULL with `buf_cap` 0 to ask for the length
/// @param[in]  buf_cap      capacity of `buf` in bytes
/// @param[out] len          length in bytes, without the final NUL
/// @return the errors of cri_to_uri(); #CRI_ERR_SCHEME_UNKNOWN if neither the registry nor the table has the scheme's number
///
/// Linear. href 6.1; R11, R13.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
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
        to_text_with(cri, rows(schemes, schemes_len), buffer(buf, buf_cap), len, |cri, schemes, output| {
            cri.to_uri_with(schemes, output)
        })
    })
}

/// Converts a CRI to an IRI, or a CRI reference to an IRI reference, as cri_to_iri(), with the schemes of a table too.
///
/// @param[in]  cri          the CRI or CRI reference
/// @param[in]  schemes      the table, of the revision of `cri`; NULL for none
/// @param[in]  schemes_len  number of its rows
/// @param[out] buf          the buffer; NULL with `buf_cap` 0 to ask for the length
/// @param[in]  buf_cap      capacity of `buf` in bytes
/// @param[out] len          length in bytes, without the final NUL
/// @return the errors of cri_to_iri(); #CRI_ERR_SCHEME_UNKNOWN if neither the registry nor the table has the scheme's number
///
/// Linear. href 6; RFC 3987 3.2, 4.1.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
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
        to_text_with(cri, rows(schemes, schemes_len), buffer(buf, buf_cap), len, |cri, schemes, output| {
            cri.to_iri_with(schemes, output)
        })
    })
}
