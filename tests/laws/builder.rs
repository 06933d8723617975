// SPDX-License-Identifier: MIT OR Apache-2.0
//! A CRI built from what the accessors of another say has the same bytes.

use crate::support::cbor::encoded;
use crate::support::hex;
use crate::support::lib::{REVISIONS, from_uri, parse, read};
use crate::support::model::{Abstract, Host, Leading, Piece, Scheme};
use crate::support::model_ops::put;
use crate::support::random::{self, Random, rounds};
use crate::support::uri;
use cri::{Builder, DISCARD_ALL, Error, Revision, builder};

/// A text as it is or, for PERCENT, in its URI form: with the place's literal characters as they are.
fn text(piece: &Piece, percent: bool, literal: &str) -> Vec<u8> {
    match piece {
        Piece::Plain(text) if !percent => text.clone(),
        _ => {
            let mut out = String::new();
            put(&mut out, piece, &|byte| literal.as_bytes().contains(&byte));
            out.into_bytes()
        }
    }
}

const IN_HOST: &str = "!$&'()*+,;=";
const IN_SEGMENT: &str = "!$&'()*+,;=:@";
const IN_PARAMETER: &str = "!$'()*+,;=:@/?";
const IN_FRAGMENT: &str = "!$&'()*+,;=:@/?";

/// Builds it, and finishes.
fn build(builder: &mut Builder<'_>, revision: Revision, cri: &Abstract, percent: bool) -> Result<usize, Error> {
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
                let literal = if revision == Revision::Href27 { "!$&'()*+,;=:" } else { IN_HOST };
                builder.userinfo(&text(userinfo, percent, literal))?;
            }
            match &authority.host {
                Host::Name(labels) => {
                    let labels: Vec<Vec<u8>> = labels.iter().map(|label| text(label, percent, IN_HOST)).collect();
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
            builder.segment(&text(segment, percent, IN_SEGMENT))?;
        }
    }
    if let Some(query) = &cri.query {
        builder.query()?;
        for parameter in query {
            builder.parameter(&text(parameter, percent, IN_PARAMETER))?;
        }
    }
    if let Some(fragment) = &cri.fragment {
        builder.fragment(&text(fragment, percent, IN_FRAGMENT))?;
    }
    builder.finish()
}

fn built(revision: Revision, cri: &Abstract, flags: u8) -> Result<Vec<u8>, Error> {
    let mut buffer = [0xa5; 2048];
    let mut builder = Builder::new(revision, flags, &mut buffer);
    let length = build(&mut builder, revision, cri, flags & builder::PERCENT != 0)?;
    assert_eq!(builder.length(), length);
    Ok(buffer[..length].to_vec())
}

/// Whether a builder without flags can say it: no PET, no dot inside a label, and a number that C can give.
fn sayable(cri: &Abstract) -> bool {
    let mut texts: Vec<&Piece> = cri.path.iter().chain(&cri.query).flatten().chain(&cri.fragment).collect();
    if let Leading::Host(authority) = &cri.authority {
        texts.extend(&authority.userinfo);
        if let Host::Name(labels) = &authority.host {
            if labels.iter().any(|label| text(label, false, "").contains(&b'.')) {
                return false;
            }
            texts.extend(labels);
        }
    }
    let number = cri.scheme.as_ref().is_none_or(|scheme| *scheme != Scheme::Number(u64::MAX));
    number && texts.iter().all(|text| matches!(text, Piece::Plain(_)))
}

#[test]
fn plain_text() {
    let mut random = Random::new(50);
    let (mut count, mut uppercase) = (0, 0);
    for round in 0..rounds(100_000) {
        let revision = REVISIONS[round % 2];
        let full = random.one_in(2);
        let cri = random::cri(&mut random, revision, full);
        if !sayable(&cri) {
            continue;
        }
        count += 1;
        let expected = encoded(&cri.numbered(revision).canonical(revision));
        let found = built(revision, &cri, 0);
        if let (Leading::Host(authority), Err(Error::Uppercase)) = (&cri.authority, &found) {
            let Host::Name(labels) = &authority.host else { panic!("{}", hex(&expected)) };
            assert!(labels.iter().any(|label| text(label, false, "").iter().any(u8::is_ascii_uppercase)));
            uppercase += 1;
            continue;
        }
        assert_eq!(found.map(|found| hex(&found)), Ok(hex(&expected)), "{cri:?}");
    }
    println!("{count} built, {uppercase} refused for upper case");
    assert!(count > rounds(50_000));
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
        let result = build(&mut builder, revision, cri, true);
        let expected = if capacity < cbor.len() { Err(Error::Buffer) } else { Ok(cbor.len()) };
        assert_eq!((result, builder.length()), (expected, cbor.len()), "{} {capacity}", hex(cbor));
        assert!(capacity < cbor.len() || buffer.starts_with(cbor), "{}", hex(cbor));
        assert!(buffer[capacity..].iter().all(|byte| *byte == 0xa5), "{} {capacity}", hex(cbor));
    }
}
