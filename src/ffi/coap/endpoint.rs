// SPDX-License-Identifier: MIT OR Apache-2.0
//! The endpoint of a request, as an argument.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use crate::coap::endpoint::Endpoint;
use crate::error::Error;
use crate::ffi::call::pointer::input;
use crate::ffi::call::{Argument, ArgumentKind, Region, open};

/// The destination of a CoAP request, or the endpoint at which the request arrived. It gives the defaults of Uri-Host
/// and Uri-Port.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_endpoint_t {
    /// The IP address, in network order.
    pub addr: *const u8,
    /// Length of `addr` in bytes: 4 or 16.
    pub addr_len: usize,
    /// The zone identifier; NULL if there is no zone identifier or it is empty. Leave it NULL for the endpoint at which
    /// a request arrived, and store the interface (`sin6_scope_id` or a netif) next to the endpoint. Otherwise the CRI
    /// of the request has a zone identifier, and in revision 27 it then has no URI (#CRI_ERR_ZONE).
    pub zone: *const c_char,
    /// Length of `zone` in bytes.
    pub zone_len: usize,
    /// The port in host byte order, `ntohs(sin_port)`. 0 is an ordinary port, and does not stand for the default.
    pub port: u16,
}

/// The endpoint of a request as an argument, or NULL.
pub(crate) struct Destination<'a> {
    of_c: *const cri_endpoint_t,
    endpoint: Option<&'a Endpoint<'a>>,
}

/// Describes an endpoint as an argument. `endpoint` may be NULL. `held` is memory for the Rust form of the endpoint.
/// Fails with `Argument` for an address of neither 4 nor 16 bytes, for NULL with a length, and for a length above the
/// signed range.
///
/// # Safety
///
/// `endpoint` is NULL or points to an endpoint. The endpoint and the memory that it points to stay unchanged for `'a`.
pub(crate) unsafe fn endpoint<'h, 'a: 'h>(
    endpoint: *const cri_endpoint_t,
    held: &'h mut MaybeUninit<Endpoint<'a>>,
) -> Result<Destination<'h>, Error> {
    let mut known = None;
    if !endpoint.is_null() {
        // SAFETY: the pointer is not NULL.
        known = Some(&*held.write(unsafe { read_endpoint(&*endpoint)? }));
    }
    Ok(Destination { of_c: endpoint, endpoint: known })
}

/// # Safety
///
/// The memory that the endpoint points to stays unchanged for `'a`.
unsafe fn read_endpoint<'a>(endpoint: &cri_endpoint_t) -> Result<Endpoint<'a>, Error> {
    let cri_endpoint_t { addr, addr_len, zone, zone_len, port } = *endpoint;
    // SAFETY: the caller meets the conditions of this function. `open` checks both pointers and lengths.
    let (address, zone) = unsafe { open((input(addr, addr_len), input(zone, zone_len)))? };
    if address.len() != 4 && address.len() != 16 {
        return Err(Error::Argument);
    }
    Ok(Endpoint { address, zone, port })
}

// SAFETY: an endpoint begins with two slices: the address and the zone identifier.
unsafe impl<'a> Argument for Destination<'a> {
    const KIND: ArgumentKind = ArgumentKind::INPUT.borrows(2);
    type Opened = Option<&'a Endpoint<'a>>;

    fn region(&self) -> Region {
        Region { start: self.of_c.cast(), length: if self.of_c.is_null() { 0 } else { size_of::<cri_endpoint_t>() } }
    }

    unsafe fn open(self, _: Region) -> Self::Opened {
        self.endpoint
    }
}
