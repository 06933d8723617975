// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options that a proxy forwards, compared with a model (RFC 7252 5.7.1, RFC 8768 3, R29, R50).

use crate::support::coap::{self, Option_};
use crate::support::lib::{output, parse};
use crate::support::random::{Random, rounds};
use crate::support::random_coap::options;
use crate::support::{forward, hex};
use cri::coap::{forward_request, forward_response, is_for_proxy, is_of_target};
use cri::coap::{merge_options, remove_options, to_cri, to_cri_proxy};
use cri::{Error, Revision, SchemeNumber};

/// Every number of an option, alone, in a request and in a response, processed and not.
#[test]
fn every_option_is_forwarded_replaced_or_refused() {
    let mut counts = [0; 4];
    for number in 0..=u16::MAX {
        assert_eq!(is_of_target(number), forward::names_resource(number), "{number}");
        for value in [&b""[..], b"\x01", b"\x03", b"\x10", b"\xff\xff\xff\xff\xff"] {
            let option = coap::encode(&[(number, value.to_vec())], 0);
            let coded = |list: Vec<Option_>| coap::encode(&list, 0);
            let requested = output(|out| forward_request(&option, &[], out));
            assert_eq!(requested, forward::request(&option, &[]).map(coded), "{number} {value:?}");
            let responded = output(|out| forward_response(&option, &[], out));
            assert_eq!(responded, forward::response(&option, &[]).map(coded), "{number} {value:?}");
            let at = match requested {
                Ok(list) if list.is_empty() => 0,
                Ok(list) if list == option => 1,
                Err(Error::CoapUnsafe) => 2,
                _ => 3,
            };
            counts[at] += 1;
            for processed in [&[number][..], &[number ^ 1, number]] {
                assert_eq!(output(|out| forward_request(&option, processed, out)), Ok(vec![]));
                assert_eq!(output(|out| forward_response(&option, processed, out)), Ok(vec![]));
            }
            assert_eq!(output(|out| remove_options(&option, &[number], out)), Ok(vec![]));
        }
    }
    // 8 options name the resource with every value, and Uri-Path-Abbrev with two of these; Hop-Limit is reduced, or an
    // error. 32,760 numbers are unsafe and unknown.
    assert_eq!(counts, [8 * 5 + 2, 32_766 * 5 + 3, 32_760 * 5, 5]);
}

/// The forwarded options do not change the target of the options to which they are added, and do not make them a
/// request for a proxy.
#[test]
fn forwarded_options_do_not_change_the_target() {
    let mut random = Random::new(65);
    let mut count = 0;
    for _ in 0..rounds(200_000) {
        let revision = Revision::Href27;
        let bytes = options(&mut random, revision);
        let Ok(forwarded) = output(|out| forward_request(&bytes, &[], out)) else { continue };
        let Ok(target) = output(|out| to_cri_proxy(revision, SchemeNumber::COAP, &bytes, None, out)) else { continue };
        let Ok(own) = output(|out| parse(revision, &target).to_coap(None, 0, out)) else { continue };
        let all = output(|out| merge_options(&own, &forwarded, out)).unwrap();
        assert_eq!(is_for_proxy(&all), Ok(false), "{}", hex(&bytes));
        let scheme = parse(revision, &target).effective_scheme().unwrap();
        let received = [&own, &all].map(|options| output(|out| to_cri(revision, scheme, options, None, out)));
        assert!(received[0].is_ok() && received[0] == received[1], "{}", hex(&bytes));
        count += 1;
    }
    assert!(count > rounds(2_000), "{count}");
}
