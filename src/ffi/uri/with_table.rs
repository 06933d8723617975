// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversions that use a program's own table of schemes, for schemes that were registered after the library was built.

use core::ffi::c_char;

use crate::convert;
use crate::error::Error;
use crate::ffi::cri::parse::cri_t;
use crate::ffi::prelude::*;
use crate::scheme::{Row, Table};

/// A row of a table of schemes: `{CRI_LIT("newer"), 1045, 0}`, or `{CRI_LIT("coap+gatt"), 65000, 5683}`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_scheme_row_t {
    /// The name of the scheme, in lower case, at most 64 bytes.
    pub name: *const c_char,
    /// Length of `name` in bytes.
    pub name_len: usize,
    /// The scheme number that IANA lists. The scheme id is -1 minus this number.
    pub number: u32,
    /// The default port if the scheme is a CoAP scheme, such as 5683; otherwise 0.
    pub coap_port: u16,
}

const _: () = assert!(size_of::<cri_scheme_row_t>() == size_of::<Row<'_>>());
const _: () = assert!(align_of::<cri_scheme_row_t>() == align_of::<Row<'_>>());
const _: () = assert!(core::mem::offset_of!(cri_scheme_row_t, name) == core::mem::offset_of!(Row<'_>, name));
const _: () = assert!(core::mem::offset_of!(cri_scheme_row_t, number) == core::mem::offset_of!(Row<'_>, number));
const _: () = assert!(core::mem::offset_of!(cri_scheme_row_t, coap_port) == core::mem::offset_of!(Row<'_>, coap_port));

/// Checks the names of rows as `open` checks the arguments of a call. Fails with `Argument` for NULL and for a length
/// above the signed range, and with `Overlap` if a name overlaps an output.
///
/// # Safety
///
/// Each name is NULL or points to the number of bytes that the row gives. The bytes stay unchanged for `'a`.
pub(crate) unsafe fn names<'a>(rows: &'a [cri_scheme_row_t], outputs: &[Region]) -> Result<&'a [Row<'a>], Error> {
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
    // SAFETY: the layouts are compared above, and every name was checked to be a slice.
    result.map(|()| unsafe { core::slice::from_raw_parts(rows.as_ptr().cast(), rows.len()) })
}

/// Converts a URI to a CRI, or a URI reference to a CRI reference, like cri_from_uri(), but also recognises the schemes
/// of a table.
///
/// @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
/// @param[in] schemes,schemes_len the table; NULL and 0 for an empty table
/// @param[in] uri,uri_len the URI or URI reference, ASCII
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @errorsof{cri_from_uri}
///
/// Linear, for every text. href 6.
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
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, schemes, uri) =
            unsafe { open((buffer(buf, buf_cap), slot(len), input_array(schemes, schemes_len), input(uri, uri_len)))? };
        let outputs = [Region::slice(buf.buffer), len.region()];
        // SAFETY: the same contract holds for the names that the rows point to.
        let table = Table::new(revision, unsafe { names(schemes, &outputs)? })?;
        fill(buf, len, Written::Bytes, |output| convert::from_uri_with(table, uri, output))
    })
}

/// Converts a CRI to a URI, or a CRI reference to a URI reference, like cri_to_uri(), but also recognises the schemes
/// of a table.
///
/// @param[in] cri the CRI or CRI reference
/// @param[in] schemes,schemes_len the table, of the revision of `cri`; NULL and 0 for an empty table
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes, without the final NUL
/// @retval CRI_ERR_SCHEME_UNKNOWN neither the registry nor the table has the scheme's number
/// @errorsof{cri_to_uri}
///
/// Linear. href 6.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_to_uri_with(
    cri: *const cri_t,
    schemes: *const cri_scheme_row_t,
    schemes_len: usize,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, cri, schemes) =
            unsafe { open((buffer(buf, buf_cap), slot(len), object(cri), input_array(schemes, schemes_len)))? };
        let outputs = [Region::slice(buf.buffer), len.region()];
        // SAFETY: the same contract holds for the names that the rows point to.
        let schemes = unsafe { names(schemes, &outputs)? };
        fill(buf, len, Written::Text, |output| cri.to_uri_with(schemes, output))
    })
}
