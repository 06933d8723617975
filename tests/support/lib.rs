// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library's operations with results that own their data: vectors, strings, abstract forms.

use super::coap::address_text;
use super::model::{Abstract, Authority, Host, Leading, Piece, Scheme};
use cri::Text;
use cri::{AuthorityKind, Host as LibHost};
use cri::{Cri, Discard, Error, Output, ParseError, Revision};

pub const REVISIONS: [Revision; 2] = [Revision::Href13, Revision::Href27];

/// Parses a CRI that must be valid.
pub fn parse(revision: Revision, data: &[u8]) -> Cri<'_> {
    match Cri::parse(revision, data) {
        Ok((cri, length)) => {
            assert_eq!(length, data.len(), "{}", super::hex(data));
            cri
        }
        Err(refusal) => panic!("{revision:?} {}: {refusal:?}", super::hex(data)),
    }
}

pub fn output(run: impl Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<Vec<u8>, Error> {
    let mut buffer = [0; 512];
    let mut output = Output::new(&mut buffer);
    match run(&mut output) {
        Ok(()) => Ok(output.written().expect("success means that it fitted").to_vec()),
        Err(Error::Buffer) => {
            let mut large = vec![0; output.position()];
            let mut output = Output::new(&mut large);
            run(&mut output)?;
            Ok(output.written().expect("success means that it fitted").to_vec())
        }
        Err(error) => Err(error),
    }
}

/// Returns the output of an operation. Checks that it is the same with buffers of every size from 0 to one more than
/// needed (200 of these sizes if the output is long), that nothing is written past the end of a buffer, and that an
/// error does not depend on the size.
pub fn every_capacity(run: &dyn Fn(&mut Output<'_>) -> Result<(), Error>) -> Result<Vec<u8>, Error> {
    let expected = output(run);
    let needed = expected.as_ref().map_or(40, Vec::len);
    let some = (0..=needed + 1).step_by(1 + needed / 200);
    for capacity in some.chain([needed.saturating_sub(1), needed, needed + 1]) {
        let mut buffer = vec![0xa5; needed + 16];
        let mut output = Output::new(&mut buffer[..capacity]);
        let result = run(&mut output);
        let length = output.position();
        match &expected {
            Err(error) => assert_eq!(result, Err(*error), "{capacity}"),
            Ok(expected) => {
                let written = if capacity < needed { Err(Error::Buffer) } else { Ok(&expected[..]) };
                assert_eq!((result, output.written()), (written.map(|_| ()), written), "{capacity}");
                assert_eq!(length, needed, "{capacity}");
            }
        }
        assert!(buffer[capacity..].iter().all(|byte| *byte == 0xa5), "{capacity}");
    }
    expected
}

/// The canonical form. If the view is of an encoding, that encoding must contain the same CRI.
pub fn encode(cri: &Cri<'_>) -> Vec<u8> {
    let encoded = |cri: &Cri<'_>| output(|out| cri.encode(out)).expect("encode does not fail");
    let canonical = encoded(cri);
    if let Some(encoding) = cri.encoding() {
        assert_eq!(super::hex(&encoded(&parse(cri.revision(), encoding))), super::hex(&canonical), "its encoding");
    }
    canonical
}

pub fn edn(cri: &Cri<'_>) -> String {
    String::from_utf8(output(|out| cri.to_edn(out)).expect("to_edn does not fail")).expect("UTF-8")
}

pub fn to_uri(cri: &Cri<'_>) -> Result<String, Error> {
    Ok(String::from_utf8(output(|out| cri.to_uri(out))?).expect("ASCII"))
}

pub fn from_uri(revision: Revision, uri: &str) -> Result<Vec<u8>, Error> {
    output(|out| cri::from_uri(revision, uri.as_bytes(), out))
}

/// The CBOR of an item in diagnostic notation.
pub fn read_edn(revision: Revision, notation: &[u8]) -> Result<Vec<u8>, ParseError> {
    // The heads of CBOR can be longer than the notation, but only for few items.
    let mut buffer = vec![0; notation.len() + 64];
    let mut output = Output::new(&mut buffer);
    match cri::from_edn(revision, notation, &mut output) {
        Ok(()) => Ok(output.written().expect("it has room").to_vec()),
        Err(error) => {
            assert!(error.offset <= notation.len(), "{error:?}");
            Err(error)
        }
    }
}

pub fn piece(text: Text<'_>) -> Piece {
    match text.as_str() {
        Some(plain) => {
            let plain = plain.as_bytes();
            assert_eq!(text.is_empty(), plain.is_empty());
            let chunks: Vec<_> = text.chunks().map(|chunk| (chunk.bytes, chunk.percent_encoded)).collect();
            let expected = if plain.is_empty() { vec![] } else { vec![(plain, false)] };
            assert_eq!(chunks, expected);
            Piece::Plain(plain.to_vec())
        }
        None => Piece::Pet(text.chunks().map(|chunk| (chunk.bytes.to_vec(), chunk.percent_encoded)).collect()),
    }
}

/// The abstract form, read with all accessors.
pub fn read(cri: &Cri<'_>) -> Abstract {
    let scheme = match cri.scheme() {
        cri::Scheme::NotSet => None,
        cri::Scheme::Number(number) => Some(Scheme::Number(number.get())),
        cri::Scheme::Name(name) => Some(Scheme::Name(name.into())),
    };
    let authority = match (cri.authority_kind(), cri.authority()) {
        (AuthorityKind::NotSet, None) => Leading::NotSet,
        (AuthorityKind::Rooted, None) => Leading::Rooted,
        (AuthorityKind::Rootless, None) => Leading::Rootless,
        (AuthorityKind::Host, Some(authority)) => Leading::Host(Authority {
            userinfo: authority.userinfo.map(piece),
            host: match authority.host {
                LibHost::Name(labels) => Host::Name(labels.map(piece).collect()),
                LibHost::Address(address) => {
                    let text = address_text(address.octets());
                    assert_eq!(address.ip().map(|ip| ip.to_string()).as_deref(), Some(text.trim_matches(['[', ']'])));
                    Host::Address(address.octets().to_vec(), address.zone().map(|zone| zone.as_bytes().to_vec()))
                }
            },
            port: authority.port,
        }),
        other => panic!("authority kind and authority: {other:?}"),
    };
    let path: Vec<Piece> = cri.path().map(piece).collect();
    let query: Vec<Piece> = cri.query().map(piece).collect();
    assert_eq!((path.len(), query.len()), (cri.path_count(), cri.query_count()));
    assert!(cri.path_is_set() || path.is_empty());
    assert!(cri.query_is_set() || query.is_empty());
    assert_eq!(cri.is_full(), scheme.is_some());
    Abstract {
        scheme,
        authority,
        discard: match cri.discard() {
            Discard::All => None,
            Discard::Segments(count) => Some(count),
        },
        path: cri.path_is_set().then_some(path),
        query: cri.query_is_set().then_some(query),
        fragment: cri.fragment().map(piece),
    }
}
