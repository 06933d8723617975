// SPDX-License-Identifier: MIT OR Apache-2.0
//! Helpers on the options of a message, on queries and on zone identifiers, against plain models of them.

use crate::support::coap::{self, Option_};
use crate::support::hex;
use crate::support::lib::output;
use crate::support::random::{Random, rounds};
use crate::support::random_coap::options;
use cri::coap::{Options, insert_option, merge_options, split_message};
use cri::{Error, Revision};

fn listed(options: &[u8]) -> Result<Vec<Option_>, Error> {
    Options::new(options, 0).map(|option| option.map(|(number, value)| (number, value.to_vec()))).collect()
}

#[test]
fn an_inserted_option_is_a_list_of_one_merged() {
    let mut random = Random::new(60);
    for _ in 0..rounds(100_000) {
        let bytes = options(&mut random, Revision::Href27);
        let number = random.pick(&[0, 1, 4, 6, 11, 12, 15, 17, 60, 268, 269, 300, 65535]);
        let value = vec![b'v'; random.pick(&[0, 1, 12, 13, 268, 269])];
        let one = coap::encode(&[(number, value.clone())], 0);
        let inserted = output(|out| insert_option(&bytes, number, &value, out));
        assert_eq!(inserted, output(|out| merge_options(&bytes, &one, out)), "{} {number}", hex(&bytes));
        let (Ok(inserted), Ok(mut list)) = (inserted, listed(&bytes)) else { continue };
        list.push((number, value.clone()));
        list.sort_by_key(|option| option.0);
        assert_eq!(listed(&inserted), Ok(list), "{} {number}", hex(&bytes));
        assert!(inserted.len() <= bytes.len() + value.len() + 5);
    }
    let most = vec![0; 0xffff + 269];
    assert!(output(|out| insert_option(&[], 1, &most, out)).is_ok());
    let more = vec![0; most.len() + 1];
    assert_eq!(output(|out| insert_option(&[], 1, &more, out)), Err(Error::CoapLength));
}

/// Options and payload come back, whatever the payload; without its payload a message ends too early.
#[test]
fn a_message_is_split_where_it_was_put_together() {
    let mut random = Random::new(61);
    for _ in 0..rounds(100_000) {
        let options = options(&mut random, Revision::Href27);
        if let Err(error) = listed(&options) {
            // The payload marker is no option to those who read only options.
            assert!(split_message(&options) == Err(error) || options.contains(&0xff), "{}", hex(&options));
            continue;
        }
        let payload = (0..random.below(4)).map(|_| random.pick(&[0xff, 0, b'a'])).collect::<Vec<_>>();
        assert_eq!(split_message(&options), Ok((&options[..], &[][..])));
        let message = [&options, &[0xff][..], &payload].concat();
        let wanted = if payload.is_empty() { Err(Error::Truncated) } else { Ok((&options[..], &payload[..])) };
        assert_eq!(split_message(&message), wanted, "{}", hex(&message));
    }
}
