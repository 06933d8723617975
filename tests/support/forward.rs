// SPDX-License-Identifier: MIT OR Apache-2.0
//! The model of a proxy that forwards options (RFC 7252 section 5.7, RFC 8768, R50). What an option is, it reads from
//! iana/coap-options.csv.

use super::coap::Option_;
use super::coap_in::{abbreviated, decode};
use cri::Error;
use std::sync::LazyLock;

/// True if the table says that the option identifies the resource of a request.
pub fn names_resource(number: u16) -> bool {
    static NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
        let rows = include_str!("../../iana/coap-options.csv").lines().map(|row| row.split(',').collect::<Vec<_>>());
        let named = rows.filter(|row| matches!(row[4], "request" | "proxy"));
        named.map(|row| row[0].parse().expect("a number")).collect()
    });
    NUMBERS.contains(&number)
}

/// The options of a request that a proxy forwards if it processes some options itself.
pub fn request(options: &[u8], processed: &[u16]) -> Result<Vec<Option_>, Error> {
    let (options, error) = decode(options);
    error.map_or(Ok(()), Err)?;
    let mut forwarded = Vec::new();
    let mut hops = 0;
    for (number, value) in options.into_iter().filter(|(number, _)| !processed.contains(number)) {
        hops += usize::from(number == 16);
        match (number, value) {
            (16, [1]) if hops == 1 => return Err(Error::CoapHopLimitReached),
            (16, [limit]) if hops == 1 && *limit > 0 => forwarded.push((16, vec![limit - 1])),
            (16, _) if hops == 1 => return Err(Error::CoapHopLimit),
            (13, value) if abbreviated(value).is_none() => forwarded.push((13, value.to_vec())),
            _ if names_resource(number) => {}
            // In the figure of RFC 7252 5.4.6, the last bits of an unsafe option's number are 10 or 11.
            _ if number % 4 >= 2 => return Err(Error::CoapUnsafe),
            _ => forwarded.push((number, value.to_vec())),
        }
    }
    Ok(forwarded)
}

/// The options of a response that a proxy forwards if it processes some options itself.
pub fn response(options: &[u8], processed: &[u16]) -> Result<Vec<Option_>, Error> {
    let (options, error) = decode(options);
    let kept: Vec<_> = options.into_iter().filter(|(number, _)| !processed.contains(number)).collect();
    if error.is_some() || kept.iter().any(|(number, _)| number % 4 >= 2) {
        return Err(Error::CoapResponse);
    }
    Ok(kept.into_iter().map(|(number, value)| (number, value.to_vec())).collect())
}
