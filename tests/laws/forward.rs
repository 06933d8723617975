// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options that a proxy forwards, compared with a model (RFC 7252 5.7.1, RFC 8768 3, R29, R50), and lists of
//! options that are edited.

use crate::support::coap::{self, Option_};
use crate::support::coap_in::decode;
use crate::support::lib::{output, parse};
use crate::support::random::{Random, rounds};
use crate::support::random_coap::options;
use crate::support::{forward, hex};
use cri::coap::{find_uint, forward_request, forward_response, insert_option, insert_uint, is_for_proxy, is_of_target};
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

/// A list of options, often malformed, with many numbers that a proxy treats in a way of their own.
fn several(random: &mut Random) -> Vec<u8> {
    let number = |random: &mut Random| random.pick(&[3, 4, 6, 9, 11, 12, 13, 14, 15, 16, 16, 23, 35, 60, 65001]);
    let value = |random: &mut Random| random.pick(&[&b""[..], b"\x01", b"\x02", b"\x03", b"\xff", b"ab"]).to_vec();
    let mut list: Vec<Option_> = (0..random.below(5)).map(|_| (number(random), value(random))).collect();
    list.sort_by_key(|option| option.0);
    let mut bytes = coap::encode(&list, 0);
    if random.one_in(10) {
        bytes.push(random.pick(&[0xf0, 0xff, 0xb2, 0xd0]));
    }
    bytes
}

#[test]
fn lists_are_forwarded_as_by_the_model() {
    let mut random = Random::new(64);
    let mut forwarded_count = 0;
    for round in 0..rounds(200_000) {
        let bytes = if round % 4 == 0 { options(&mut random, Revision::Href27) } else { several(&mut random) };
        let processed = random.pick(&[&[][..], &[6], &[14, 6, 23], &[16], &[13], &[65001, 60]]);
        let requested = output(|out| forward_request(&bytes, processed, out));
        let coded = |list: Vec<Option_>| coap::encode(&list, 0);
        assert_eq!(requested, forward::request(&bytes, processed).map(coded), "{} {processed:?}", hex(&bytes));
        let responded = output(|out| forward_response(&bytes, processed, out));
        assert_eq!(responded, forward::response(&bytes, processed).map(coded), "{} {processed:?}", hex(&bytes));
        for written in [&requested, &responded].into_iter().flatten() {
            assert!(written.len() <= bytes.len());
            forwarded_count += usize::from(!written.is_empty());
        }
    }
    assert!(forwarded_count > rounds(40_000), "{forwarded_count}");
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

#[test]
fn integers_are_inserted_and_found() {
    let mut random = Random::new(66);
    for _ in 0..rounds(100_000) {
        let bytes = options(&mut random, Revision::Href27);
        let number = random.pick(&[0, 6, 11, 12, 14, 16, 17, 60, 65535]);
        let integer = random.pick(&[0, 1, 255, 256, 65535, 65536, 0xff_ffff, 0x100_0000, u32::MAX]);
        let shortest: Vec<_> = integer.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect();
        let inserted = output(|out| insert_uint(&bytes, number, integer, out));
        assert_eq!(inserted, output(|out| insert_option(&bytes, number, &shortest, out)));
        let Ok(inserted) = inserted else { continue };
        let others = output(|out| remove_options(&inserted, &[number], out)).unwrap();
        assert_eq!(find_uint(&others, number), Ok(None));
        let (list, _) = decode(&inserted);
        let values: Vec<_> = list.iter().filter(|option| option.0 == number).map(|option| option.1).collect();
        assert_eq!(list.len(), values.len() + decode(&others).0.len());
        let first = values[0].iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte) & 0xff);
        let wanted = if values[0].len() <= 4 { Ok(Some(first as u32)) } else { Err(Error::CoapLength) };
        assert_eq!(find_uint(&inserted, number), wanted, "{} {number}", hex(&inserted));
    }
}
