// SPDX-License-Identifier: MIT OR Apache-2.0
//! A CRI built from what the accessors of another say has the same bytes.

use crate::support::hex;
use crate::support::lib::{REVISIONS, from_uri, parse, read};
use crate::support::model::{Abstract, Host, Leading, Piece, Scheme};
use crate::support::model_ops::{IN_FRAGMENT, IN_HOST, IN_PARAMETER, IN_SEGMENT, in_userinfo, put};
use crate::support::random::{Random, rounds};
use crate::support::uri;
use cri::{Builder, DISCARD_ALL, Error, Revision, builder};

/// A text in its URI form: with the literal characters of its section as they are.
fn text(piece: &Piece, literal: &str) -> Vec<u8> {
    let mut out = String::new();
    put(&mut out, piece, literal);
    out.into_bytes()
}

/// Builds it, and finishes.
fn build(builder: &mut Builder<'_>, revision: Revision, cri: &Abstract) -> Result<usize, Error> {
    match (&cri.scheme, &cri.authority, cri.discard) {
        (Some(Scheme::Number(number)), ..) => builder.scheme_id(-1 - i64::try_from(*number).unwrap())?,
        (Some(Scheme::Name(name)), ..) => builder.scheme_name(name)?,
        (None, Leading::NotSet, discard) => builder.discard(discard.unwrap_or(DISCARD_ALL))?,
        _ => {}
    }
    match &cri.authority {
        Leading::Rootless => builder.rootless()?,
        Leading::Host(authority) => {
            if let Some(userinfo) = &authority.userinfo {
                builder.userinfo(&text(userinfo, in_userinfo(revision)))?;
            }
            match &authority.host {
                Host::Name(labels) => {
                    let labels: Vec<Vec<u8>> = labels.iter().map(|label| text(label, IN_HOST)).collect();
                    builder.host_name(&labels.join(&b'.'))?;
                }
                Host::Address(address, zone) => builder.host_address(address, zone.as_deref())?,
            }
            if let Some(port) = authority.port {
                builder.port(port)?;
            }
        }
        _ => {}
    }
    if let Some(path) = &cri.path {
        builder.path()?;
        for segment in path {
            builder.segment(&text(segment, IN_SEGMENT))?;
        }
    }
    if let Some(query) = &cri.query {
        builder.query()?;
        for parameter in query {
            builder.parameter(&text(parameter, IN_PARAMETER))?;
        }
    }
    if let Some(fragment) = &cri.fragment {
        builder.fragment(&text(fragment, IN_FRAGMENT))?;
    }
    builder.finish()
}

fn built(revision: Revision, cri: &Abstract, flags: u8) -> Result<Vec<u8>, Error> {
    let mut buffer = [0xa5; 2048];
    let mut builder = Builder::new(revision, flags, &mut buffer);
    let length = build(&mut builder, revision, cri)?;
    assert_eq!(builder.length(), length);
    Ok(buffer[..length].to_vec())
}

/// With texts in their URI form, PET too: what from-URI gives is what the builder gives.
#[test]
fn percent_encoded_text() {
    let mut random = Random::new(51);
    let mut count = 0;
    for round in 0..rounds(100_000) {
        let revision = REVISIONS[round % 2];
        let text = uri::random(&mut random, revision);
        let Ok(cbor) = from_uri(revision, &text) else { continue };
        let cri = read(&parse(revision, &cbor));
        for flags in [builder::PERCENT, builder::PERCENT | builder::NORMALIZE] {
            assert_eq!(built(revision, &cri, flags).map(|found| hex(&found)), Ok(hex(&cbor)), "{revision:?} {text}");
        }
        if round % 25 == 0 {
            with_every_capacity(revision, &cri, &cbor);
        }
        count += 1;
    }
    assert!(count > rounds(50_000));
}

/// With texts in their URI form: every capacity from 0 to one more than needed.
fn with_every_capacity(revision: Revision, cri: &Abstract, cbor: &[u8]) {
    for capacity in 0..=cbor.len() + 1 {
        let mut buffer = vec![0xa5; cbor.len() + 16];
        let mut builder = Builder::new(revision, builder::PERCENT, &mut buffer[..capacity]);
        let result = build(&mut builder, revision, cri);
        let expected = if capacity < cbor.len() { Err(Error::Buffer) } else { Ok(cbor.len()) };
        assert_eq!((result, builder.length()), (expected, cbor.len()), "{} {capacity}", hex(cbor));
        assert!(capacity < cbor.len() || buffer.starts_with(cbor), "{}", hex(cbor));
        assert!(buffer[capacity..].iter().all(|byte| *byte == 0xa5), "{} {capacity}", hex(cbor));
    }
}
