// SPDX-License-Identifier: MIT OR Apache-2.0
//! Schemes that were registered after the library was built: a table of the program's own.

use core::ffi::c_char;

use super::prelude::*;
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

/// Checks the names of rows, as `open` does the arguments of a call: `Argument` for NULL and for a length above the
/// signed range, `Overlap` if one overlaps an output.
///
/// # Safety
///
/// Each name is NULL or points to as many bytes as the row says, which stay unchanged for `'a`.
pub(super) unsafe fn names<'a>(rows: &'a [cri_scheme_row_t], outputs: &[Region]) -> Result<&'a [Row<'a>], Error> {
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

/// Stores the name of a scheme id, from the registry of a revision or else from a table.
///
/// @param[in] rev the revision
/// @param[in] schemes,schemes_len the table; NULL for none
/// @param[in] id the scheme id, a negative number @suchas{CRI_SCHEME_}
/// @param[out] name,name_len the name, in lower case, without a NUL; a constant of the library, or that of a row
/// @retval CRI_ERR_SCHEME_UNKNOWN neither has such an id
///
/// Linear in the size of the registry and the table. href 10.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_registry_name_with(
    rev: u8,
    schemes: *const cri_scheme_row_t,
    schemes_len: usize,
    id: i64,
    name: *mut *const c_char,
    name_len: *mut usize,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: C passes places for the pointer and the length, and a table.
        let (name, name_len, schemes) =
            unsafe { open((slot(name), slot(name_len), input_array(schemes, schemes_len)))? };
        // SAFETY: C passes a table.
        let table = Table::new(revision, unsafe { names(schemes, &[name.region(), name_len.region()])? })?;
        let found = number_of_id(id).and_then(|number| table.name(number)).ok_or(Error::SchemeUnknown)?;
        store_bytes(name, name_len, found);
        Ok(())
    })
}

/// Stores the id of a scheme name, from the registry of a revision or else from a table.
///
/// @param[in] rev the revision
/// @param[in] schemes,schemes_len the table; NULL for none
/// @param[in] name,name_len the name, in lower case
/// @param[out] id the scheme id, a negative number
/// @retval CRI_ERR_SCHEME_UNKNOWN neither has such a name
///
/// Linear in the size of the registry and the table. href 10.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_registry_id_with(
    rev: u8,
    schemes: *const cri_scheme_row_t,
    schemes_len: usize,
    name: *const c_char,
    name_len: usize,
    id: *mut i64,
) -> cri_err_t {
    call(|| {
        let revision = revision(rev)?;
        // SAFETY: C passes a place for the id, a table and a name.
        let (id, schemes, name) =
            unsafe { open((slot(id), input_array(schemes, schemes_len), input(name, name_len)))? };
        // SAFETY: C passes a table.
        let table = Table::new(revision, unsafe { names(schemes, &[id.region()])? })?;
        let found = if is_valid_name(name) { table.number(name) } else { None };
        id.write(found.map(id_of_number).ok_or(Error::SchemeUnknown)?);
        Ok(())
    })
}
