// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options that a proxy forwards, compared with a model (RFC 7252 5.7.1, RFC 8768 3, R29, R50).

use crate::support::coap::{self, Option_};
use crate::support::forward;
use crate::support::lib::output;
use cri::Error;
use cri::coap::{cache_key, cache_key_equal, is_for_proxy, is_of_target, remove_options, unknown_critical};
use cri::coap::{forward_request, forward_response};

/// Every number of an option, alone, in a request and in a response, known and not.
#[test]
fn every_option_is_forwarded_replaced_or_refused() {
    let mut counts = [0; 4];
    for number in 0..=u16::MAX {
        assert_eq!(is_of_target(number), forward::names_resource(number), "{number}");
        let option = coap::encode(&[(number, vec![])], 0);
        let for_proxy = [35, 39, 235, 239].contains(&number);
        assert_eq!(is_for_proxy(&option), Ok(for_proxy), "{number}");
        // The last bit of a critical option's number is 1 (RFC 7252 5.4.1).
        let is_unknown = number % 2 == 1 && !matches!(number, 3 | 7 | 11 | 13 | 15);
        let error = if for_proxy { Error::CoapProxy } else { Error::CoapCritical };
        assert_eq!(unknown_critical(&option, &[]).next(), is_unknown.then_some(Ok((number, error))), "{number}");
        assert_eq!(unknown_critical(&option, &[number ^ 1, number]).next(), None, "{number}");
        // Numbers that differ in one bit.
        let others: [u16; 16] = std::array::from_fn(|bit| number ^ 1 << bit);
        assert_eq!(unknown_critical(&option, &others).next(), is_unknown.then_some(Ok((number, error))), "{number}");
        assert_eq!(output(|out| remove_options(&option, &others, out)), Ok(option.clone()), "{number}");
        let key = output(|out| cache_key(&option, &[], out));
        assert_eq!(output(|out| cache_key(&option, &others, out)), key, "{number}");
        // A list is read to its end.
        let all = [&others[..], &[number]].concat();
        assert_eq!(unknown_critical(&option, &all).next(), None, "{number}");
        assert_eq!(output(|out| remove_options(&option, &all, out)), Ok(vec![]), "{number}");
        assert_eq!(output(|out| cache_key(&option, &all, out)), Ok(vec![]), "{number}");
        assert_eq!(cache_key_equal(&option, &[], &all), Ok(true), "{number}");
        assert_eq!(cache_key_equal(&option, &[], &others), Ok(key == Ok(vec![])), "{number}");
        for value in [&b""[..], b"\x01", b"\x03", b"\x10", b"\xff\xff\xff\xff\xff", &[0; 20]] {
            let option = coap::encode(&[(number, value.to_vec())], 0);
            let refused = is_unknown.then_some(Ok((number, error)));
            assert_eq!(unknown_critical(&option, &[]).next(), refused, "{number} {value:?}");
            let coded = |list: Vec<Option_>| coap::encode(&list, 0);
            let requested = output(|out| forward_request(&option, &[], out));
            assert_eq!(requested, forward::request(&option, &[]).map(coded), "{number} {value:?}");
            let responded = output(|out| forward_response(&option, &[], out));
            assert_eq!(responded, forward::response(&option, &[]).map(coded), "{number} {value:?}");
            assert_eq!(output(|out| forward_request(&option, &others, out)), requested, "{number} {value:?}");
            assert_eq!(output(|out| forward_response(&option, &others, out)), responded, "{number} {value:?}");
            let at = match requested {
                Ok(list) if list.is_empty() => 0,
                Ok(list) if list == option => 1,
                Err(Error::CoapUnsafe) => 2,
                _ => 3,
            };
            counts[at] += 1;
            for processed in [&[number][..], &[number ^ 1, number], &all] {
                assert_eq!(output(|out| forward_request(&option, processed, out)), Ok(vec![]));
                assert_eq!(output(|out| forward_response(&option, processed, out)), Ok(vec![]));
            }
            assert_eq!(output(|out| remove_options(&option, &[number], out)), Ok(vec![]));
        }
    }
    // 8 options name the resource with every value, and Uri-Path-Abbrev with two of these; Hop-Limit is reduced, or an
    // error. 32,760 numbers are unsafe and unknown.
    assert_eq!(counts, [8 * 6 + 2, 32_766 * 6 + 4, 32_760 * 6, 6]);
}
