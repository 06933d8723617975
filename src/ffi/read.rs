// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. Reading a view's sections. Nothing here fails: what is not there is false, 0, or nothing.

use core::ffi::c_char;

use super::region::{Region, outputs_apart};
use super::slice::{object, object_mut, place, view_and_place, view_beside};
use super::types::{Mirror, cri_iter_t, cri_t, cri_text_t};
use crate::cri::Cri;
use crate::cri::authority::{AuthorityKind, Host};
use crate::cri::items::Items;
use crate::error::Error;

/// `CRI_HOST_NONE`.
const HOST_NONE: u8 = 0;
/// `CRI_HOST_NAME`.
const HOST_NAME: u8 = 1;
/// `CRI_HOST_IPV4`.
const HOST_IPV4: u8 = 2;
/// `CRI_HOST_IPV6`.
const HOST_IPV6: u8 = 3;

/// Reads a view; what has none gives the default.
///
/// # Safety
///
/// As for `object`.
#[inline(always)]
unsafe fn read<'a, R>(cri: *const cri_t, default: R, read: impl FnOnce(&'a Cri<'a>) -> R) -> R {
    // SAFETY: the caller keeps the contract.
    unsafe { object(cri) }.map_or(default, read)
}

/// Stores what a view has, if there is any, and the place can be stored to and is apart from the view.
///
/// # Safety
///
/// As for `object` and `place`.
#[inline(always)]
unsafe fn give<'a, T: 'a>(cri: *const cri_t, out: *mut T, read: impl FnOnce(&'a Cri<'a>) -> Option<T>) -> bool {
    // SAFETY: the caller keeps the contract.
    if let Ok((cri, place)) = unsafe { view_and_place(cri, out) }
        && let Some(value) = read(cri)
    {
        place.write(value);
        return true;
    }
    false
}

/// The same for an object.
///
/// # Safety
///
/// As for `object` and `place`.
#[inline(always)]
unsafe fn give_object<'a, T: Mirror + 'a>(
    cri: *const cri_t,
    out: *mut T,
    read: impl FnOnce(&'a Cri<'a>) -> Option<T::Of<'a>>,
) -> bool {
    // SAFETY: the caller keeps the contract.
    if let Ok((cri, place)) = unsafe { view_and_place(cri, out) }
        && let Some(value) = read(cri)
    {
        place.store(value);
        return true;
    }
    false
}

/// The same for bytes, as a pointer and a length.
///
/// # Safety
///
/// As for `object` and `place`.
#[inline(always)]
unsafe fn give_bytes<'a, T>(
    cri: *const cri_t,
    out: *mut *const T,
    out_len: *mut usize,
    read: impl FnOnce(&'a Cri<'a>) -> Option<&'a [u8]>,
) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe {
        match (view_beside(cri, Region::of(out)), view_beside(cri, Region::of(out_len))) {
            (Ok(cri), Ok(_)) => store_bytes(read(cri), out.cast(), out_len),
            _ => false,
        }
    }
}

/// Stores bytes, if there are any and both places can be stored to.
///
/// # Safety
///
/// As for `place`.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
unsafe fn store_bytes(bytes: Option<&[u8]>, out: *mut *const u8, out_len: *mut usize) -> bool {
    // SAFETY: the caller keeps the contract.
    if let (Some(bytes), Ok(pointer), Ok(length)) = unsafe { (bytes, place(out), place(out_len)) }
        && !pointer.region().meets(length.region())
    {
        pointer.write(bytes.as_ptr());
        length.write(bytes.len());
        return true;
    }
    false
}

/// Begins to go through items; those of NULL are none.
///
/// # Safety
///
/// As for `object` and `place`.
#[inline(always)]
unsafe fn begin<'a>(cri: *const cri_t, iter: *mut cri_iter_t, read: impl FnOnce(&'a Cri<'a>) -> Items<'a>) {
    // SAFETY: the caller keeps the contract.
    unsafe {
        let Ok(place) = place(iter) else { return };
        match view_beside(cri, place.region()) {
            Ok(cri) => place.store(read(cri)),
            Err(Error::Overlap) => {}
            Err(_) => place.store(Items::new(&[], &[])),
        }
    }
}

fn host<'a>(cri: &Cri<'a>) -> Option<Host<'a>> {
    cri.authority().map(|authority| authority.host)
}

#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn labels<'a>(cri: &Cri<'a>) -> Items<'a> {
    match cri.authority().map(|authority| authority.host) {
        Some(Host::Name(labels)) => labels,
        _ => Items::new(&[], &[]),
    }
}

/// Tells the revision by which a view was parsed: CRI_REV_13 or CRI_REV_27; 0 for NULL.
///
/// Constant time.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_revision(cri: *const cri_t) -> u8 {
    // SAFETY: the caller keeps the contract.
    unsafe { read(cri, 0, |cri| cri.revision() as u8) }
}

/// Tells whether a view is a full CRI, one with a scheme, and not a reference.
///
/// Constant time. href 5.1.4.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_is_full(cri: *const cri_t) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe { read(cri, false, Cri::is_full) }
}

/// Tells how many segments of the base's path a reference discards: 0 to 127, or CRI_DISCARD_ALL, also
/// where a scheme or an authority implies it.
///
/// Constant time. href 5.1.1.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_discard(cri: *const cri_t) -> u8 {
    // SAFETY: the caller keeps the contract.
    unsafe { read(cri, 0, Cri::discard) }
}

/// Stores the scheme id, a negative number, of a scheme that is given by its id. cri_scheme_id() finds the id of a name.
/// Ids below INT64_MIN are stored as INT64_MIN.
///
/// Returns false, and stores nothing, if the scheme is not set or is given by its name.
///
/// Constant time. href 2 (C1), 5.1; R15.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_scheme(cri: *const cri_t, id: *mut i64) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe {
        give(cri, id, |cri| {
            let number = cri.scheme_number()?;
            Some(i64::try_from(number).map_or(i64::MIN, |number| -1 - number))
        })
    }
}

/// Tells the scheme's name, also of a scheme given by a number that the revision's registry has.
///
/// name, name_len: lower-case ASCII, not NUL-terminated; borrowed from the CRI's bytes, or of the
/// library and never freed.
///
/// Returns false, and stores nothing, if the scheme is not set or the number has no name.
///
/// Constant time for a name and for the ten short-numbered schemes, else linear in the size of the
/// registry. href 2 (C1), 5.1.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_scheme_text(cri: *const cri_t, name: *mut *const c_char, name_len: *mut usize) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe { give_bytes(cri, name, name_len, Cri::scheme_name) }
}

/// Tells what the authority section says: CRI_AUTHORITY_NOT_SET, _ROOTED, _ROOTLESS or _HOST.
///
/// Constant time. href 2 (C2).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_authority_kind(cri: *const cri_t) -> u8 {
    // SAFETY: the caller keeps the contract.
    unsafe { read(cri, AuthorityKind::NotSet, Cri::authority_kind) as u8 }
}

/// Tells what the host is: CRI_HOST_NONE, _NAME, _IPV4 or _IPV6.
///
/// Linear in the number of labels. href 2 (C4, C5).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_host_kind(cri: *const cri_t) -> u8 {
    // SAFETY: the caller keeps the contract.
    match unsafe { read(cri, None, host) } {
        None => HOST_NONE,
        Some(Host::Name(_)) => HOST_NAME,
        Some(Host::Address(address, _)) if address.len() == 4 => HOST_IPV4,
        Some(Host::Address(..)) => HOST_IPV6,
    }
}

/// Tells the host's address: 4 or 16 bytes in network order, borrowed from the CRI's bytes.
///
/// Returns false, and stores nothing, if the host is not an address.
///
/// Constant time. href 2 (C4).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_host_address(cri: *const cri_t, address: *mut *const u8, address_len: *mut usize) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe {
        give_bytes(cri, address, address_len, |cri| match host(cri)? {
            // Callers copy it to where there is room for one, also if it changed (R22).
            Host::Address(bytes, _) if matches!(bytes.len(), 4 | 16) => Some(bytes),
            _ => None,
        })
    }
}

/// Tells the zone identifier of the host's address: UTF-8, not NUL-terminated, borrowed from the CRI's
/// bytes.
///
/// Returns false, and stores nothing, if there is none.
///
/// Constant time. href 2 (C4).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_zone(cri: *const cri_t, zone: *mut *const c_char, zone_len: *mut usize) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe {
        give_bytes(cri, zone, zone_len, |cri| match host(cri)? {
            Host::Address(_, text) => text,
            Host::Name(_) => None,
        })
    }
}

/// Tells the user information, which may be empty.
///
/// Returns false, and stores nothing, if there is none.
///
/// Linear in the number of labels. href 2 (C3).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_userinfo(cri: *const cri_t, userinfo: *mut cri_text_t) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe { give_object(cri, userinfo, |cri| cri.authority()?.userinfo) }
}

/// Tells the port.
///
/// Returns false, and stores nothing, if there is none: then it is the scheme's default
/// (cri_scheme_default_port()).
///
/// Linear in the number of labels. href 2 (C6).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_port(cri: *const cri_t, port: *mut u16) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe { give(cri, port, |cri| cri.authority()?.port) }
}

/// Tells how many labels the host's name has; 0 if it is empty or no name.
///
/// Linear in that number. href 2 (C5).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_host_count(cri: *const cri_t) -> usize {
    // SAFETY: the caller keeps the contract.
    unsafe { read(cri, 0, |cri| labels(cri).count()) }
}

/// Tells a label of the host's name, the first being 0.
///
/// Returns false, and stores nothing, if there is no such label.
///
/// Linear in the number of labels. href 2 (C5).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_host_get(cri: *const cri_t, index: usize, label: *mut cri_text_t) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe { give_object(cri, label, |cri| labels(cri).nth(index)) }
}

/// Begins to go through the labels of the host's name.
///
/// Linear in the number of labels. href 2 (C5).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_host_iter(cri: *const cri_t, iter: *mut cri_iter_t) {
    // SAFETY: the caller keeps the contract.
    unsafe { begin(cri, iter, labels) }
}

/// Tells whether the path is set. It always is in a full CRI; in a reference null is not set and [] is.
///
/// Constant time. href 5.1.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_is_set(cri: *const cri_t) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe { read(cri, false, Cri::path_is_set) }
}

/// Tells how many segments the path has.
///
/// Constant time. href 2 (C8).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_count(cri: *const cri_t) -> usize {
    // SAFETY: the caller keeps the contract.
    unsafe { read(cri, 0, Cri::path_count) }
}

/// Tells a segment of the path, the first being 0.
///
/// Returns false, and stores nothing, if there is no such segment.
///
/// Linear in index; to go through all, use cri_path_iter(). href 2 (C9).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_get(cri: *const cri_t, index: usize, segment: *mut cri_text_t) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe { give_object(cri, segment, |cri| cri.path().nth(index)) }
}

/// Begins to go through the segments of the path.
///
/// Constant time. href 2 (C9).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_path_iter(cri: *const cri_t, iter: *mut cri_iter_t) {
    // SAFETY: the caller keeps the contract.
    unsafe { begin(cri, iter, Cri::path) }
}

/// Tells whether the query is set. It always is in a full CRI; in a reference null is not set and [] is.
///
/// Constant time. href 5.1.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_query_is_set(cri: *const cri_t) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe { read(cri, false, Cri::query_is_set) }
}

/// Tells how many parameters the query has: none if there is no query.
///
/// Constant time. href 2 (C10).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_query_count(cri: *const cri_t) -> usize {
    // SAFETY: the caller keeps the contract.
    unsafe { read(cri, 0, Cri::query_count) }
}

/// Tells a parameter of the query, the first being 0.
///
/// Returns false, and stores nothing, if there is no such parameter.
///
/// Linear in index; to go through all, use cri_query_iter(). href 2 (C10).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_query_get(cri: *const cri_t, index: usize, parameter: *mut cri_text_t) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe { give_object(cri, parameter, |cri| cri.query().nth(index)) }
}

/// Begins to go through the parameters of the query.
///
/// Constant time. href 2 (C10).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_query_iter(cri: *const cri_t, iter: *mut cri_iter_t) {
    // SAFETY: the caller keeps the contract.
    unsafe { begin(cri, iter, Cri::query) }
}

/// Goes on to the next label, segment or parameter.
///
/// Returns false, and stores nothing, at the end.
///
/// Constant time; for PET linear in the number of its parts.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_iter_next(iter: *mut cri_iter_t, text: *mut cri_text_t) -> bool {
    // SAFETY: the caller keeps the contract; what is stored is apart from the iterator and what it borrows.
    unsafe {
        if let (Ok(items), Ok(place)) = (object_mut(iter), place(text))
            && let (rest, tail) = (Region::bytes(items.rest), Region::bytes(items.tail))
            && outputs_apart(1, &[place.region(), Region::of(iter), rest, tail]).is_ok()
            && let Some(next) = items.next()
        {
            place.store(next);
            return true;
        }
        false
    }
}

/// Tells the fragment.
///
/// Returns false, and stores nothing, if there is none.
///
/// Constant time. href 2 (C11).
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_fragment(cri: *const cri_t, fragment: *mut cri_text_t) -> bool {
    // SAFETY: the caller keeps the contract.
    unsafe { give_object(cri, fragment, Cri::fragment) }
}
