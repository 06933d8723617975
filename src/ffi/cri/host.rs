// SPDX-License-Identifier: MIT OR Apache-2.0
//! The host of a CRI, for programs that connect to it: as text, as an endpoint, as an origin.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use super::parse::cri_t;
use super::view::from_view;
use crate::coap::endpoint::Endpoint;
use crate::error::Error;
use crate::ffi::coap::endpoint::{cri_endpoint_t, endpoint as endpoint_of};
use crate::ffi::cri::view::computed;
use crate::ffi::prelude::*;

/// Writes the host of a CRI as text, for name resolution and for logs.
///
/// The labels of a name are written with dots between them. An IPv4 address is written in decimal, an IPv6 address as
/// in RFC 5952, without brackets. A zone identifier follows its address, after `%`. An empty host is an empty text.
/// Letters keep their case.
///
/// Names and zone identifiers are percent-encoded as in an IRI: unreserved characters, sub-delimiters (RFC 3986 2.2,
/// 2.3) and the characters beyond ASCII that an IRI may show are unchanged, and all others become triplets of UTF-8.
/// The text therefore contains no control characters (including bidirectional controls), no spaces, and none of `"`,
/// `/`, `:`, `@`, `[` and `]`.
///
/// getaddrinfo() also accepts names such as `127.1` and `0x7f.1`, which it reads as addresses. To restrict addresses,
/// check the addresses that it returns.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] buf,buf_cap UTF-8; NULL and 0 to ask for the length
/// @param[out] len length in bytes, without the final NUL
/// @retval CRI_ERR_NO_HOST there is no host
/// @retval CRI_ERR_NO_URI in revision 13, a label contains a dot, so the text would be another name
///
/// Linear. href 2 (C4, C5), 6.1; RFC 3987 3.2, 4.1; RFC 5952.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_host_text(
    cri: *const cri_t,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe { from_view(cri, buf.cast(), buf_cap, len, Written::Text, |cri, output| cri.host_text(output)) })
}

/// Stores the endpoint of a CRI whose host is an IP address: the address, its zone identifier, and the port as
/// cri_effective_port() stores it.
///
/// `endpoint` borrows address and zone identifier from the CRI's bytes. In revision 27, an IPv4 address can have a zone
/// identifier, too.
///
/// @param[in] cri the CRI or CRI reference
/// @param[out] endpoint the endpoint
/// @retval CRI_ERR_NO_HOST there is no host
/// @retval CRI_ERR_HOST_NAME the host is a name, which cri_host_text() writes
/// @retval CRI_ERR_SCHEME_UNKNOWN as in cri_effective_port()
///
/// Linear in the number of labels. href 2 (C4, C6, C7).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_host_endpoint(cri: *const cri_t, endpoint: *mut cri_endpoint_t) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    number(unsafe {
        computed(cri, endpoint, |cri| {
            let Endpoint { address, zone, port } = Endpoint::of_host(cri)?;
            let (address, zone) = (Region::bytes(address).of_c(), Region::bytes(zone).of_c());
            Ok(cri_endpoint_t {
                addr: address.start,
                addr_len: address.length,
                zone: if zone.length == 0 { core::ptr::null() } else { zone.start.cast() },
                zone_len: zone.length,
                port,
            })
        })
    })
}

/// Stores true if two CRIs have the same origin: the same scheme, host and effective port.
///
/// Host names are compared label by label, ignoring the case of ASCII letters. Text and PET are compared as they are
/// encoded. A zone identifier is part of an address. An address is never the same as a name.
///
/// The id of a scheme equals its name for coap, coaps, coap+tcp, coaps+tcp, coap+ws, coaps+ws, http, https, urn and
/// did. For any other scheme, an id and a name are different.
///
/// User information is ignored. The empty host is a host like any other. A CRI without an authority, such as `urn:a`,
/// has the same origin only as a CRI of the same scheme and path. A trailing dot is part of a name, so
/// `coap://h./` and `coap://h/` have different origins.
///
/// @param[in] a a full CRI
/// @param[in] b another full CRI
/// @param[out] same true if they have the same origin
/// @retval CRI_ERR_NOT_FULL `a` or `b` is a reference
/// @retval CRI_ERR_REVISION `a` and `b` are of different revisions
///
/// Linear in the length of the hosts; without an authority, in the length of the shorter path. RFC 6454 4, 5; href 2
/// (C7).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_same_origin(a: *const cri_t, b: *const cri_t, same: *mut bool) -> cri_err_t {
    // SAFETY: the caller keeps the contract in ffi/mod.rs.
    let opened = unsafe { open((slot(same), object(a), object(b))) };
    number(opened.and_then(|(same, a, b)| a.same_origin(b).map(|verdict| same.write(verdict))))
}

/// Makes a view of a CRI with the address and the port of an endpoint in place of its host and port. If a server
/// answers a group request, the base of links in its answer is the CRI of the request with the endpoint of the server.
///
/// The port is omitted if it is the default port of the scheme. The zone identifier of an IPv6 address becomes part of
/// the host; in revision 27, such a CRI has no URI. User information is omitted. cri_with_authority() makes a view with
/// the authority of another CRI.
///
/// @param[in] cri a full CRI with a host
/// @param[in] endpoint the endpoint, such as the source of a response
/// @param[out] scratch,scratch_cap memory for the new host and port: #CRI_WITH_ENDPOINT_MAX bytes are always enough,
///   and 21 for an endpoint without a zone identifier
/// @param[out] scratch_len number of bytes used
/// @param[out] out the view, which borrows the scratch and the bytes that `cri` borrows
/// @retval CRI_ERR_NOT_FULL `cri` is a reference
/// @retval CRI_ERR_NO_HOST `cri` has no host
/// @retval CRI_ERR_UTF8 the zone identifier is not UTF-8
/// @retval CRI_ERR_BUFFER `scratch_cap` is too small; `scratch_len` is the length needed
///
/// Linear in the zone identifier. RFC 7252 8.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_with_endpoint(
    cri: *const cri_t,
    endpoint: *const cri_endpoint_t,
    scratch: *mut u8,
    scratch_cap: usize,
    scratch_len: *mut usize,
    out: *mut cri_t,
) -> cri_err_t {
    call(|| {
        let start = scratch.cast_const();
        let mut held = MaybeUninit::uninit();
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the scratch memory outlives the result.
        let (scratch, scratch_len, out, cri, endpoint) = unsafe {
            let endpoint = endpoint_of(endpoint, &mut held)?;
            open((buffer(scratch, scratch_cap), slot(scratch_len), slot(out), object(cri), endpoint))?
        };
        let endpoint = endpoint.ok_or(Error::Argument)?;
        let used = fill_to_borrow(scratch, scratch_len, |output| cri.put_endpoint(endpoint, output))?;
        // SAFETY: the first `used` bytes of the scratch were written, and the result borrows them from here on.
        let (authority,) = unsafe { open((input(start, used),))? };
        out.store(cri.with_authority_item(authority));
        Ok(())
    })
}
