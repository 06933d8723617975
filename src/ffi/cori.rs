// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. CoRI, the older serialization.

use super::call::{number, open};
use super::errors::cri_err_t;
use super::mirror::mirror;
use super::pointer::{Place, input, object, place, read};
use crate::cori::{Cori, CoriKind};
use crate::error::Error;

/// Relative.
pub const CRI_CORI_RELATIVE: u8 = 0;
/// Absolute, with a lone empty path segment.
pub const CRI_CORI_ABSOLUTE: u8 = 1;
/// Absolute and normalised.
pub const CRI_CORI_NORMALIZED: u8 = 2;

/// A CoRI: a view of the caller's bytes, which must outlive it and stay unchanged.
///
/// Made by cri_cori_parse(), cri_cori_resolve() and cri_cori_relativize(); may be copied by assignment. Its
/// fields are private.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_cori_t {
    _head: *const u8,
    _head_len: usize,
    _tail: *const u8,
    _tail_len: usize,
    _own: [u8; 18],
}

mirror! {
    cri_cori_t: 2 borrowed = Cori { _head = head, _tail = tail, _own = relation }
}

type Combination = for<'a> fn(&Cori<'a>, &Cori<'a>, u32, &mut Cori<'a>) -> Result<(), Error>;

/// Runs an operation that makes a view of two.
///
/// # Safety
///
/// As of [`open`].
unsafe fn combine(
    a: *const cri_cori_t,
    b: *const cri_cori_t,
    out: *mut cri_cori_t,
    relation: u32,
    operation: Combination,
) -> Result<(), Error> {
    // SAFETY: as the function requires.
    let (out, a, b) = unsafe { open((place(out), object(a), object(b)))? };
    let mut result = *a;
    operation(a, b, relation, &mut result)?;
    out.store_copy(&result);
    Ok(())
}

/// Parses a CoRI and stores its length, also that of one to skip.
fn parse<'a>(data: &'a [u8], consumed: Place<'_, usize>) -> Result<Cori<'a>, Error> {
    match Cori::parse(data) {
        Ok((cori, length)) => {
            consumed.write(length);
            Ok(cori)
        }
        Err(refusal) => {
            if let Some(skip) = refusal.skip {
                consumed.write(skip);
            }
            Err(refusal.error)
        }
    }
}

/// Parses and checks the CoRI at the start of data, and stores a view that borrows data.
///
/// CoRI is the older serialization of URI references, of draft-ietf-core-href-02 ("cori" here): an array
/// of alternating option numbers and option values. cri_features() says whether the library has these
/// functions.
///
/// data, data_len: CBOR; bytes after the item are ignored. cori: the view. consumed: the length of the
/// item.
///
/// Returns CRI_OK; CRI_ERR_CORI_OPTION for an unknown or misplaced option, or an end where another option
/// is required; CRI_ERR_STRUCTURE for a value of another type, an odd number of items, or no array;
/// CRI_ERR_FEATURE for a tag or simple value instead; CRI_ERR_INDEFINITE; CRI_ERR_SCHEME_NAME;
/// CRI_ERR_ADDRESS for a host.ip of neither 4 nor 16 bytes; CRI_ERR_PORT for a port above 65535;
/// CRI_ERR_CORI_PATH_TYPE for a path type above 127; CRI_ERR_DOT_SEGMENT; CRI_ERR_UTF8; with all these
/// (cri_err_is_unprocessable()) consumed is stored as the number of bytes to skip, and cori is not
/// stored. CRI_ERR_TRUNCATED if data ends inside the item; CRI_ERR_CBOR if it is not well-formed;
/// CRI_ERR_LIMIT if its end cannot be found because more than 16 indefinite-length items nest;
/// CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps data or the other one.
///
/// Linear in the length of the item. cori 2, 3; R1, R3, R18.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_parse(
    data: *const u8,
    data_len: usize,
    cori: *mut cri_cori_t,
    consumed: *mut usize,
) -> cri_err_t {
    let run = || {
        // SAFETY: C passes bytes, which outlive the view, and places for the view and the length.
        let (view, consumed, data) = unsafe { open((place(cori), place(consumed), input(data, data_len)))? };
        view.store(parse(data, consumed)?);
        Ok(())
    };
    number(run())
}

/// Checks the CoRI at the start of data as cri_cori_parse(), without a view.
///
/// data, data_len: CBOR; bytes after the item are ignored. kind: as cri_cori_kind(). consumed: the length
/// of the item.
///
/// Returns, complexity, and section: as cri_cori_parse().
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_check(
    data: *const u8,
    data_len: usize,
    kind: *mut u8,
    consumed: *mut usize,
) -> cri_err_t {
    let run = || {
        // SAFETY: C passes bytes, and places for the kind and the length.
        let (kind, consumed, data) = unsafe { open((place(kind), place(consumed), input(data, data_len)))? };
        kind.write(parse(data, consumed)?.kind() as u8);
        Ok(())
    };
    number(run())
}

/// Returns whether a CoRI is relative (CRI_CORI_RELATIVE), absolute but not normalized
/// (CRI_CORI_ABSOLUTE), or absolute and normalized (CRI_CORI_NORMALIZED), so that it resolves to itself.
/// The result of cri_cori_resolve() is normalized.
///
/// CRI_CORI_RELATIVE for NULL. Constant time. cori 2.2.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_kind(cori: *const cri_cori_t) -> u8 {
    // SAFETY: C passes a view.
    unsafe { read(cori, CoriKind::Relative, Cori::kind) as u8 }
}

/// Resolves a CoRI against an absolute one, without a buffer: the result is a view of the bytes that both
/// borrow.
///
/// base: an absolute CoRI; it is normalized first. href: any CoRI; an absolute one resolves to itself,
/// normalized. relation: the number that the path type append-relation appends, in decimal. resolved: an
/// absolute CoRI; it may not overlap base, href, or the bytes that these borrow.
///
/// Returns CRI_OK; CRI_ERR_CORI_NOT_ABSOLUTE if base is relative; CRI_ERR_LIMIT if the result would be in
/// more than two pieces, as when segments are kept of both pieces of a base that is itself a resolved view
/// (encode and parse that base first); CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP.
///
/// Linear in the number of options of base. cori 4.1; R19.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_resolve(
    base: *const cri_cori_t,
    href: *const cri_cori_t,
    relation: u32,
    resolved: *mut cri_cori_t,
) -> cri_err_t {
    // SAFETY: C passes two views and a place for a third.
    number(unsafe {
        combine(base, href, resolved, relation, |base, href, relation, to| base.resolve_to(href, relation, to))
    })
}

/// Makes an absolute CoRI relative to a base, without a buffer: stores a reference that resolves against
/// base to target, normalized; a view of the bytes that target borrows.
///
/// base, target: absolute CoRIs, in the order of cri_relativize(); the draft has the opposite order.
/// reference: a reference, or target itself if they have no scheme in common; it may not overlap base,
/// target, or the bytes that these borrow.
///
/// Returns CRI_OK; CRI_ERR_CORI_NOT_ABSOLUTE if either is relative; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP.
///
/// Linear in the number of options of both. cori 2.2.
///
/// # Safety
///
/// The contract in the README.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_relativize(
    base: *const cri_cori_t,
    target: *const cri_cori_t,
    reference: *mut cri_cori_t,
) -> cri_err_t {
    // SAFETY: C passes two views and a place for a third.
    number(unsafe { combine(base, target, reference, 0, |base, target, _, to| base.relativize_to(target, to)) })
}
