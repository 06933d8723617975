// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the conversions between options and CRIs with the models: for options of a request, options of a response,
//! and the options that a CRI becomes (R16, R17; RFC 7252 6.4, 6.5).
#![no_main]

use cri::Endpoint;
use libcri_fuzz::{cases::coap, compare, cri, full, options};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, data, tally| {
    let [choice, high, low, rest @ ..] = data else { return };
    if choice & 4 == 0 {
        return options::check(rest, tally);
    }
    let addresses: [&[u8]; 2] = [&[192, 0, 2, 1], b"\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x42"];
    let port = u16::from_be_bytes([*high, *low]);
    let dest = addresses.get((choice & 3) as usize).map(|address| Endpoint { address, zone: &[], port });
    if let Some(data) = full(revision, rest) {
        coap::sent(revision, &data, dest, (choice >> 4).into(), tally);
        coap::PROXIES.iter().for_each(|proxy| coap::forwarded(revision, &data, dest, *proxy, tally));
    }
    if let Some(data) = cri(revision, rest) {
        coap::located(revision, &data, (choice >> 4).into(), tally);
    }
}));
