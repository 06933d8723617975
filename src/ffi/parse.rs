// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. Reading CBOR.

use super::region::Region;
use super::slice::{input, number, place, revision};
use super::types::{cri_err_t, cri_t};
use crate::cbor::skip::skip;
use crate::cri::{Cri, Refusal};
use crate::error::Error;

/// Parses the CRI or CRI reference that data begins with, checks it whole, and stores a view that
/// borrows data.
///
/// rev: the revision, CRI_REV_13 or CRI_REV_27. data, data_len: CBOR; bytes behind the item are not
/// looked at. cri: the view. consumed: how many bytes the item takes.
///
/// Returns CRI_OK; or an unprocessable error (cri_err_is_unprocessable()), with consumed stored as the
/// number of bytes to skip and cri left alone; CRI_ERR_TRUNCATED if the item goes on past data_len;
/// CRI_ERR_CBOR if it is not well-formed; CRI_ERR_LIMIT if its end cannot be found because more than 16
/// indefinite-length items nest; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps data or the
/// other one.
///
/// Linear in the length of the item. href 5.1, 5.2; R1, R3, R4.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_parse(
    rev: u8,
    data: *const u8,
    data_len: usize,
    cri: *mut cri_t,
    consumed: *mut usize,
) -> cri_err_t {
    let run = || {
        let revision = revision(rev)?;
        // SAFETY: the caller keeps the contract.
        let (bytes, out, length) = unsafe { (input(data, data_len)?, place(cri)?, place(consumed)?) };
        let (place, counted, read) = (out.region(), length.region(), Region::bytes(bytes));
        if place.meets(counted) || place.meets(read) || counted.meets(read) {
            return Err(Error::Overlap);
        }
        let mut view = Cri::empty(revision);
        if let Some(error) = view.read(bytes) {
            let refusal = Refusal::of(bytes, error);
            if let Some(skip) = refusal.skip {
                length.write(skip);
            }
            return Err(refusal.error);
        }
        length.write(view.whole.len());
        out.store(view);
        Ok(())
    };
    number(run())
}

/// Finds the end of the CBOR item that data begins with, whatever it is.
///
/// data, data_len: CBOR. consumed: how many bytes the item takes.
///
/// Returns CRI_OK; CRI_ERR_TRUNCATED, CRI_ERR_CBOR, CRI_ERR_LIMIT as cri_parse(); CRI_ERR_ARGUMENT;
/// CRI_ERR_OVERLAP if consumed overlaps data.
///
/// Linear in the length of the item; bounded memory, no recursion. href 5.2.1; R3.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_skip(data: *const u8, data_len: usize, consumed: *mut usize) -> cri_err_t {
    let run = || {
        // SAFETY: the caller keeps the contract.
        let (bytes, length) = unsafe { (input(data, data_len)?, place(consumed)?) };
        length.region().apart([Region::bytes(bytes)])?;
        length.write(skip(bytes)?);
        Ok::<(), Error>(())
    };
    number(run())
}
