// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every character of an IRI, and searches for URIs in prose that start at every offset.

use crate::support::iri::{hidden, private, to_uri_by_the_book, ucschar};
use crate::support::lib::{from_uri, output, parse};
use crate::support::random::share;
use cri::{Error, Revision};

/// Converts every character in a path and in a query; beyond U+FFFF, a share of those that have two neighbours of their
/// kind. (RFC 3987 2.2, 3.1, 3.2, 4.1)
#[test]
fn every_character_is_converted() {
    let kind = |code| (ucschar(code), private(code), hidden(code));
    for character in '\u{80}'..=char::MAX {
        let code = character as u32;
        let is_between = kind(code - 1) == kind(code) && kind(code) == kind(code + 1);
        if code > 0xffff && is_between && !code.is_multiple_of(share() as u32) {
            continue;
        }
        for (mark, allowed) in [('/', ucschar(code)), ('?', ucschar(code) || private(code)), ('#', ucschar(code))] {
            let iri = format!("{mark}{character}");
            let uri = to_uri_by_the_book(&iri);
            let cbor = from_uri(Revision::Href27, &uri).unwrap();
            let found = output(|out| cri::from_iri(Revision::Href27, iri.as_bytes(), out));
            let expected = if allowed { Ok(cbor.clone()) } else { Err(Error::UriSyntax) };
            assert_eq!(found, expected, "{mark} U+{code:04X}");
            let shown = if allowed && !hidden(code) { iri } else { uri };
            let written = output(|out| parse(Revision::Href27, &cbor).to_iri(out));
            assert_eq!(written, Ok(shown.into_bytes()), "{mark} U+{code:04X}");
        }
    }
}

/// A search finds a URI that begins at the given offset or after it.
#[test]
fn uris_are_found_from_any_offset() {
    for from in (0..12).chain([usize::MAX]) {
        assert_eq!(cri::uri::find_in_prose(b"\0\xffcoap:a\0", from), (from <= 2).then_some(2..8), "{from}");
    }
}
