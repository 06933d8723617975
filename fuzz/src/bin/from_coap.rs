// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the conversions between options and CRIs with the models: for options of a request, options of a response,
//! and the options that a CRI becomes (R16, R17; RFC 7252 6.4, 6.5). Servers and proxies decide the same about a
//! request by every way.
#![no_main]

use cri::{Endpoint, SchemeNumber};
use libcri_fuzz::support::{decisions, random::Random};
use libcri_fuzz::{cases::coap, compare, cri, full, options};

libfuzzer_sys::fuzz_target!(|data: &[u8]| compare(data, |revision, data, tally| {
    let [choice, high, low, rest @ ..] = data else { return };
    let addresses: [&[u8]; 2] = [&[192, 0, 2, 1], b"\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x42"];
    let port = u16::from_be_bytes([*high, *low]);
    let dest = addresses.get((choice & 3) as usize).map(|address| Endpoint { address, zone: &[], port });
    if choice & 4 == 0 {
        options::check(rest, tally);
        let random = &mut Random::new(port.into());
        let _ = decisions::server(random, revision, SchemeNumber::COAP, dest.as_ref(), rest);
        decisions::proxy(random, revision, None, dest.as_ref(), rest);
        return;
    }
    if let Some(data) = full(revision, rest) {
        coap::sent(revision, &data, dest, (choice >> 4).into(), tally);
        coap::PROXIES.iter().for_each(|proxy| coap::forwarded(revision, &data, dest, *proxy, tally));
    }
    if let Some(data) = cri(revision, rest) {
        coap::located(revision, &data, (choice >> 4).into(), tally);
    }
}));
