// SPDX-License-Identifier: MIT OR Apache-2.0
//! L5. CoRI, the older serialization.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use super::region::{Region, outputs_apart};
use super::slice::{convert, from_text, input, number, object, place, revision};
use super::types::{cri_cori_t, cri_err_t, cri_t};
use crate::cbor::write::Output;
use crate::cori::{Cori, Kind, SILENT, TO_PROXY, decompose};
use crate::error::Error;
use crate::revision::Revision;

/// A view and what it borrows.
#[inline(always)]
fn regions(cori: &Cori<'_>) -> [Region; 3] {
    [Region::of(cori), Region::bytes(cori.head), Region::bytes(cori.tail)]
}

type COutput<'a> = Output<'a, MaybeUninit<u8>>;

/// Runs an operation that writes what a view says, with a parameter of its own. One function for all of them,
/// which are called by pointer: so the checks are in flash once.
///
/// # Safety
///
/// As for `object` and `convert`.
#[inline(never)]
unsafe fn write(
    cori: *const cri_cori_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
    text: bool,
    parameter: u8,
    conversion: fn(&Cori<'_>, u8, &mut COutput<'_>) -> Result<(), Error>,
) -> cri_err_t {
    let run = || {
        // SAFETY: the caller keeps the contract.
        unsafe {
            let cori = object(cori)?;
            convert(buf, buf_cap, len, text, regions(cori), None, |output| conversion(cori, parameter, output))
        }
    };
    number(run())
}

type Combination = for<'a> fn(&Cori<'a>, &Cori<'a>, u32, &mut Cori<'a>) -> Result<(), Error>;

/// Runs an operation that makes a view of two.
///
/// # Safety
///
/// As for `object` and `place`.
#[inline(never)]
unsafe fn combine(
    a: *const cri_cori_t,
    b: *const cri_cori_t,
    out: *mut cri_cori_t,
    relation: u32,
    operation: Combination,
) -> cri_err_t {
    let run = || {
        // SAFETY: the caller keeps the contract.
        let (a, b, out) = unsafe { (object(a)?, object(b)?, place(out)?) };
        out.region().apart(regions(a))?;
        out.region().apart(regions(b))?;
        let mut result = *a;
        operation(a, b, relation, &mut result)?;
        out.store_copy(&result);
        Ok(())
    };
    number(run())
}

/// Reads a CoRI whose view, or what is told of it, is to be stored at `out`; stores how long it is.
///
/// # Safety
///
/// As for `input` and `place`.
#[inline(never)]
unsafe fn read<'a>(data: *const u8, data_len: usize, out: Region, consumed: *mut usize) -> Result<Cori<'a>, Error> {
    // SAFETY: the caller keeps the contract.
    let (bytes, length) = unsafe { (input(data, data_len)?, place(consumed)?) };
    outputs_apart(2, &[out, length.region(), Region::bytes(bytes)])?;
    match Cori::parse(bytes) {
        Ok((cori, used)) => {
            length.write(used);
            Ok(cori)
        }
        Err(refusal) => {
            if let Some(skip) = refusal.skip {
                length.write(skip);
            }
            Err(refusal.error)
        }
    }
}

/// Parses the CoRI that data begins with, checks it whole, and stores a view that borrows data.
///
/// CoRI is the older serialization of URI references, of draft-ietf-core-href-02 ("cori" here): an array
/// of option numbers and option values in turn. Whether the functions are there, cri_features() tells.
///
/// data, data_len: CBOR; bytes behind the item are not looked at. cori: the view. consumed: how many
/// bytes the item takes.
///
/// Returns CRI_OK; CRI_ERR_CORI_OPTION for an option that is unknown or may not stand where it does, or
/// an end where none may be; CRI_ERR_STRUCTURE for a value of another type, an odd number of items, or
/// no array; CRI_ERR_FEATURE for a tag or simple value in such a place; CRI_ERR_INDEFINITE;
/// CRI_ERR_SCHEME_NAME; CRI_ERR_ADDRESS for a host.ip of neither 4 nor 16 bytes; CRI_ERR_PORT for a
/// port above 65535; CRI_ERR_CORI_PATH_TYPE for a path type above 127; CRI_ERR_DOT_SEGMENT;
/// CRI_ERR_UTF8; with all these (cri_err_is_unprocessable()) consumed is stored as the number of bytes to
/// skip, and cori not at all. CRI_ERR_TRUNCATED if the item goes on past data_len; CRI_ERR_CBOR
/// if it is not well-formed; CRI_ERR_LIMIT if its end cannot be found because more than 16
/// indefinite-length items nest; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps data or the
/// other one.
///
/// Linear in the length of the item. cori 2, 3; R1, R3, R18.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_parse(
    data: *const u8,
    data_len: usize,
    cori: *mut cri_cori_t,
    consumed: *mut usize,
) -> cri_err_t {
    let run = || {
        // SAFETY: the caller keeps the contract.
        unsafe {
            let out = place(cori)?;
            let cori = read(data, data_len, out.region(), consumed)?;
            out.store(cori);
        }
        Ok(())
    };
    number(run())
}

/// Checks the CoRI that data begins with, as cri_cori_parse() does, where no view is wanted.
///
/// data, data_len: CBOR; bytes behind the item are not looked at. kind: as cri_cori_kind(). consumed:
/// how many bytes the item takes.
///
/// Returns, complexity, and section: as cri_cori_parse().
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_check(
    data: *const u8,
    data_len: usize,
    kind: *mut u8,
    consumed: *mut usize,
) -> cri_err_t {
    let run = || {
        // SAFETY: the caller keeps the contract.
        unsafe {
            let out = place(kind)?;
            let cori = read(data, data_len, out.region(), consumed)?;
            out.write(cori.kind() as u8);
        }
        Ok(())
    };
    number(run())
}

/// Tells whether a CoRI is relative (CRI_CORI_RELATIVE), or absolute but not normalized
/// (CRI_CORI_ABSOLUTE), or absolute and normalized (CRI_CORI_NORMALIZED): what it resolves to is then
/// itself. What cri_cori_resolve() made is normalized.
///
/// Returns the kind; CRI_CORI_RELATIVE if cori is NULL. Constant time. cori 2.2.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_kind(cori: *const cri_cori_t) -> u8 {
    // SAFETY: the caller keeps the contract.
    unsafe { object(cori) }.map_or(Kind::Relative, Cori::kind) as u8
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_resolve(
    base: *const cri_cori_t,
    href: *const cri_cori_t,
    relation: u32,
    resolved: *mut cri_cori_t,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract.
    unsafe { combine(base, href, resolved, relation, |base, href, relation, to| base.resolve_to(href, relation, to)) }
}

/// Makes an absolute CoRI relative to a base, without a buffer: stores a reference that resolves against
/// base to target, normalized; a view of the bytes that target borrows.
///
/// base, target: absolute CoRIs, in the order of cri_relativize(); the draft has them the other way round.
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_relativize(
    base: *const cri_cori_t,
    target: *const cri_cori_t,
    reference: *mut cri_cori_t,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract.
    unsafe { combine(base, target, reference, 0, |base, target, _, to| base.relativize_to(target, to)) }
}

/// Writes a CoRI as CBOR with the shortest heads, normalized if it is absolute.
///
/// buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes.
///
/// Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as what is needed;
/// CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cori, the bytes that it borrows, or the
/// other one. After an error buf is unspecified up to buf_cap.
///
/// Linear. cori 3.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_encode(
    cori: *const cri_cori_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract.
    unsafe { write(cori, buf, buf_cap, len, false, 0, |cori, _, output| cori.encode(output)) }
}

/// Recomposes the URI of an absolute CoRI: always with its port, and with at least "/" as its path.
///
/// buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes of the ASCII
/// text, without the NUL that ends it (R23).
///
/// Returns CRI_OK; CRI_ERR_CORI_NOT_ABSOLUTE; CRI_ERR_BUFFER if it does not fit, with len stored as what
/// is needed; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cori, the bytes that it borrows,
/// or the other one. After an error buf is unspecified up to buf_cap.
///
/// Linear. cori 4.2; R19; IPv6 addresses as RFC 5952.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_recompose(
    cori: *const cri_cori_t,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract.
    unsafe { write(cori, buf.cast(), buf_cap, len, true, 0, |cori, _, output| cori.recompose(output)) }
}

/// Decomposes a URI into a CoRI: absolute, normalized, and such that what cri_cori_recompose() makes of it
/// is equivalent to the URI. The text is normalised as by cri_from_uri(), and the scheme's default port
/// filled in.
///
/// uri, uri_len: ASCII. buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in
/// bytes.
///
/// Returns CRI_OK; CRI_ERR_URI_NOT_ASCII, CRI_ERR_URI_SYNTAX, CRI_ERR_URI_PORT, CRI_ERR_URI_HOST,
/// CRI_ERR_ZONE as cri_from_uri() in revision 27; CRI_ERR_CORI_NOT_ABSOLUTE for a relative reference;
/// CRI_ERR_NO_CORI for what options cannot say: no authority, user information, no port where the scheme
/// has no default that the library knows, percent-encoded octets that are not UTF-8 or that recomposing
/// would not encode again; CRI_ERR_BUFFER if it does not fit, with len stored as what is needed;
/// CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps uri, or one the other. After an error buf is
/// unspecified up to buf_cap.
///
/// Linear, whatever the text. cori 2.2; R12.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_decompose(
    uri: *const c_char,
    uri_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract.
    unsafe {
        from_text(Revision::R27 as u8, uri, uri_len, buf, buf_cap, len, |text, _, output| decompose(text, output))
    }
}

/// Writes the options of a CoAP request for an absolute CoRI, delta-coded from number 0: Uri-Host,
/// Uri-Port, Uri-Path, Uri-Query, and Proxy-Scheme if asked for. None is left off for being the default.
///
/// flags: a sum of CRI_CORI_TO_PROXY to add Proxy-Scheme, and CRI_CORI_SILENT to do as the draft's code
/// does with a fragment and with a scheme that is not a CoAP one: to take no notice. buf, buf_cap: the
/// buffer; NULL and 0 to ask for the length. len: the length in bytes.
///
/// Returns CRI_OK; CRI_ERR_CORI_NOT_ABSOLUTE; CRI_ERR_COAP_SCHEME, CRI_ERR_COAP_FRAGMENT without
/// CRI_CORI_SILENT; CRI_ERR_COAP_LENGTH for a value of more than 65804 bytes; CRI_ERR_BUFFER if it does
/// not fit, with len stored as what is needed; CRI_ERR_ARGUMENT, also for another flag; CRI_ERR_OVERLAP
/// if buf or len overlaps cori, the bytes that it borrows, or the other one. After an error buf is
/// unspecified up to buf_cap.
///
/// Linear. cori 4.3; R20.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_to_coap(
    cori: *const cri_cori_t,
    flags: u8,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    if flags & !(TO_PROXY | SILENT) != 0 {
        return Error::Argument.number();
    }
    // SAFETY: the caller keeps the contract.
    unsafe { write(cori, buf, buf_cap, len, false, flags, |cori, flags, output| cori.to_coap(flags, output)) }
}

/// Converts an absolute CoRI to the CRI of the URI that it recomposes to, or a relative one to the CRI
/// reference that does the same to a base; in canonical form. The host name becomes lower case, the
/// scheme's default port is left off.
///
/// The empty CoRI becomes the empty reference, which unlike it keeps a fragment that a base has (R7).
/// Appending (path type 2) to a base whose path is "/" keeps its empty segment in a CRI.
///
/// rev: the revision to write. buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the
/// length in bytes.
///
/// Returns CRI_OK; CRI_ERR_NO_CRI for a reference that begins with a port, or with the path type
/// append-relation; CRI_ERR_BUFFER if it does not fit, with len stored as what is needed;
/// CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cori, the bytes that it borrows, or the
/// other one. After an error buf is unspecified up to buf_cap.
///
/// Linear, but for the search of a scheme's number. cori 2; href 5.1; R2.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_to_cri(
    cori: *const cri_cori_t,
    rev: u8,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract.
    unsafe { write(cori, buf, buf_cap, len, false, rev, |cori, rev, output| cori.to_cri(revision(rev)?, output)) }
}

/// Converts a full CRI to the absolute CoRI that recomposes to the same URI, or a CRI reference to a
/// relative CoRI that does the same to a base. The scheme's default port is filled in, a lone empty
/// segment after an authority or a root left off.
///
/// buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes.
///
/// Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN if the registry has no name for the scheme's number;
/// CRI_ERR_NO_CORI for what options cannot say: no authority, user information, a zone identifier,
/// percent-encoded text, a dot in a label, a discard value of 126 or 127, no port where the scheme has
/// no default that the library knows or is the base's; CRI_ERR_BUFFER if it does not fit, with len
/// stored as what is needed; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cri, the bytes
/// that it borrows, or the other one. After an error buf is unspecified up to buf_cap.
///
/// Linear, but for the search of a scheme's name. cori 2; href 5.2.
///
/// # Safety
///
/// The contract in the README.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_cori_from_cri(
    cri: *const cri_t,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    let run = || {
        // SAFETY: the caller keeps the contract.
        unsafe {
            let cri = object(cri)?;
            convert(buf, buf_cap, len, false, [], Some(cri), |output| cri.to_cori(output))
        }
    };
    number(run())
}
