// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prefixes of CRIs and of options, compared with a replacement of the segments in a model (R52).

use crate::support::cbor::encoded;
use crate::support::coap::bytes_of;
use crate::support::lib::{REVISIONS, encode, output, parse};
use crate::support::model::{Abstract, Piece};
use crate::support::random::{Random, rounds};
use crate::support::random_coap::coap_cri;
use cri::{Cri, Endpoint, Error, Revision, coap};

fn is_empty(piece: Option<&Piece>) -> bool {
    piece == Some(&Piece::Plain(Vec::new()))
}

/// The path without the empty segment at its end, if other segments follow.
fn beginning(path: &[Piece], rest: &[Piece]) -> Vec<Piece> {
    let kept = path.len() - usize::from(!rest.is_empty() && is_empty(path.last()));
    path[..kept].to_vec()
}

/// The segments after a prefix of `count` segments, which the path begins with.
fn rest(path: &[Piece], count: usize) -> Vec<Piece> {
    let ends_with_slash = count > 0 && is_empty(path.get(count - 1));
    let rest = &path[count - usize::from(ends_with_slash)..];
    let is_lone = rest.len() == 1 && is_empty(rest.first()) && (count == 0 || ends_with_slash);
    if is_lone { Vec::new() } else { rest.to_vec() }
}

/// The options of a request that is sent to the address and port of `cri`.
fn sent(cri: &Cri<'_>) -> Result<Vec<u8>, Error> {
    let port = cri.effective_port()?;
    let there = Endpoint::of_host(cri).unwrap_or(Endpoint { address: &[], zone: &[], port });
    bytes_of(&cri.without_fragment(), Some(&there), 0)
}

/// Checks a random case. Returns true if it compares no options.
fn check(random: &mut Random, revision: Revision) -> bool {
    let [cri, other] = [coap_cri(random, revision), coap_cri(random, revision)];
    let (path, new) = (cri.path.clone().unwrap_or_default(), other.path.clone().unwrap_or_default());
    let count = random.below(path.len() + 1);
    let prefix = Abstract { path: Some(path[..count].to_vec()), query: None, fragment: None, ..cri.clone() };
    let left = rest(&path, count);
    let made = [beginning(&new, &left), left].concat();
    let made =
        Abstract { scheme: other.scheme.clone(), authority: other.authority.clone(), path: Some(made), ..cri.clone() };
    let bytes = [&cri, &prefix, &other, &made].map(|cri| encoded(&cri.canonical(revision)));
    let [cri, prefix, other] = [0, 1, 2].map(|at| parse(revision, &bytes[at]));
    let replaced = match (cri.replace_prefix(&prefix, &other), Cri::parse_exact(revision, &bytes[3])) {
        (Ok(replaced), Ok(_)) => replaced,
        // A CRI without authority has the origin of its own path only.
        (Err(Error::Prefix), _) => {
            assert_ne!(prefix.same_origin(&cri), Ok(true));
            return true;
        }
        (replaced, wanted) => {
            assert_eq!([replaced.err(), wanted.err()], [Some(Error::NotValid); 2]);
            return true;
        }
    };
    let wanted = parse(revision, &bytes[3]);
    assert_eq!(encode(&replaced), encode(&wanted), "{cri} {prefix} {other}");
    // Back again, unless a slash at the end was dropped, or the result is the root, which has two forms.
    let back = replaced.replace_prefix(&other, &prefix).map(|back| encode(&back));
    let slashes =
        [&path[..count], &new, made.path.as_deref().unwrap_or_default()].iter().any(|path| is_empty(path.last()));
    assert!(slashes || count == 0 || back == Ok(encode(&cri)) || other.authority().is_none(), "{cri} {prefix} {other}");
    // The options of the request with another prefix are the options of the CRI with another prefix.
    let Ok(options) = bytes_of(&cri.without_fragment(), None, 0) else { return true };
    let options = output(|out| coap::replace_prefix(&options, 11, &prefix, &other, out));
    if let (Ok(options), Ok(wanted)) = (&options, sent(&wanted)) {
        assert_eq!(*options, wanted, "{cri} {prefix} {other}");
        return false;
    }
    true
}

#[test]
fn prefixes_are_replaced_as_in_the_model() {
    let all = rounds(60_000);
    let trivial = (0..all).filter(|round| check(&mut Random::new(*round as u64), REVISIONS[round % 2])).count();
    assert!(trivial * 5 < all * 4, "{trivial} of {all} cases compare no options");
}
