// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoRI (R18 to R20).

use crate::support::cori_lib::*;
use crate::support::rows::each;
use cri::Revision::{Href13, Href27};
use cri::cori::{CoapFlags, Cori};

/// The relation number that the append-relation rows use.
const RELATION: u32 = 9000;

#[test]
fn coris_are_processed() {
    each("cori.txt", |_, [operation, a, b, expected]| {
        let kind = |data| Cori::parse(data).map(|(cori, _)| format!("{:?}", cori.kind()).to_lowercase().into_bytes());
        let found = match &operation.text[..] {
            "check" => kind(&a).map_err(|refusal| refusal.error),
            "resolve" => resolve(&a, &b, RELATION),
            "relative" => relative(&a, &b),
            "recompose" => recompose(&a).map(String::into_bytes),
            "decompose" => decompose(&a.text),
            "coap" => to_coap(&a, CoapFlags::NONE),
            "coap-proxy" => to_coap(&a, CoapFlags::TO_PROXY),
            "coap-silent" => to_coap(&a, CoapFlags::SILENT),
            "to-cri-13" => to_cri(Href13, &a),
            "to-cri-27" => to_cri(Href27, &a),
            "from-cri-13" => from_cri(Href13, &a),
            "from-cri-27" => from_cri(Href27, &a),
            other => panic!("{other}"),
        };
        assert_eq!(found, expected.written());
    });
}
