// SPDX-License-Identifier: MIT OR Apache-2.0
//! Diagnostic notation (R25): literals of every length, and every code point. Random CRIs and random notation are in
//! tests/model.

use crate::support::cbor::{Value, encoded};
use crate::support::edn;
use crate::support::iri::{hidden, misleading};
use crate::support::lib::{output, parse, read_edn};
use crate::support::random::share;
use cri::{Error, ParseError, Revision, escape, from_iri};

/// A literal in one piece may have any length. A literal in several pieces may have up to 1024 bytes, whatever
/// separates the pieces.
#[test]
fn only_literals_in_several_pieces_have_a_limit() {
    for length in [1022, 1023, 1024, 1025, 5000] {
        let text = "a".repeat(length - 1);
        let wanted = encoded(&Value::Array(vec![Value::Uint(1), edn::parse(&format!("[\"{text}b\"]"))]));
        for one_piece in [format!("cri'{text}b'"), format!("cri``{text}b``"), format!("cri<<\"{text}b\">>")] {
            assert_eq!(read_edn(Revision::Href27, one_piece.as_bytes()), Ok(wanted.clone()), "{length}");
        }
        for (pieces, offset) in [
            (format!("cri'{text}\rb'"), 4),
            (format!("cri`{text}\rb`"), 4),
            (format!("cri<<\"{text}\\u{{62}}\">>"), 6),
            (format!("cri<<\"{text}\" + 'b'>>"), 6),
        ] {
            let wanted =
                if length <= 1024 { Ok(wanted.clone()) } else { Err(ParseError { error: Error::Limit, offset }) };
            assert_eq!(read_edn(Revision::Href27, pieces.as_bytes()), wanted, "{length}");
        }
    }
}

/// Writers of text escape every character that could mislead a reader, wherever it is in a CRI, and their output is
/// read back as the same CRI. Each case has 256 code points. A share of the cases without such characters is run. (R25,
/// R39, RFC 3987 4.1)
#[test]
fn writers_escape_every_misleading_character() {
    let mut escaped = 0;
    // All code points except the surrogates.
    for block in (0..0xd8).chain(0xe0..0x1100) {
        if !(block * 256..block * 256 + 256).any(misleading) && !block.is_multiple_of(share() as u32) {
            continue;
        }
        let text: String = (block * 256..block * 256 + 256).filter_map(char::from_u32).collect();
        let label = text.replace(|c: char| c == '.' || c.is_ascii_uppercase(), "");
        let item = |text: &str| Value::Text(text.as_bytes().to_vec());
        let list = |text| Value::Array(vec![item(text)]);
        let authority = Value::Array(vec![Value::Simple(20), item(&text), item(&label)]);
        let cbor = encoded(&Value::Array(vec![Value::Nint(0), authority, list(&text), list(&text), item(&text)]));
        let zone = Value::Array(vec![Value::Bytes(vec![0xfe; 16]), item(&text)]);
        let zone = encoded(&Value::Array(vec![Value::Nint(0), zone]));
        let (cri, zoned) = (parse(Revision::Href27, &cbor), parse(Revision::Href27, &zone));
        let written = [
            output(|out| cri.to_edn(out)).unwrap(),
            output(|out| cri.to_edn_literal(out)).unwrap(),
            output(|out| cri.to_iri(out)).unwrap(),
            output(|out| cri.to_uri(out)).unwrap(),
            output(|out| cri.host_text(out)).unwrap(),
            output(|out| zoned.host_text(out)).unwrap(),
            output(|out| escape(text.as_bytes(), out)).unwrap(),
        ]
        .map(|text| String::from_utf8(text).unwrap());
        for (at, text) in written.iter().enumerate() {
            let excluded = if (2..=5).contains(&at) { hidden } else { misleading };
            assert_eq!(text.chars().find(|c| excluded(*c as u32)), None, "{block:x}: {text}");
        }
        for text in &written[..2] {
            assert_eq!(read_edn(Revision::Href27, text.as_bytes()), Ok(cbor.clone()), "{text}");
        }
        let back = output(|out| from_iri(Revision::Href27, written[2].as_bytes(), out));
        assert_eq!(back, Ok(cbor), "{}", written[2]);
        // Escapes decode to the characters that they replace, and nothing else is escaped.
        let back = format!("\"{}\"", written[6].replace('"', "\\\""));
        let back = read_edn(Revision::Href27, format!("[0, null, null, {back}]").as_bytes());
        assert_eq!(
            back,
            Ok(encoded(&Value::Array(vec![Value::Uint(0), edn::parse("null"), edn::parse("null"), item(&text)])))
        );
        // A surrogate pair is counted once, by its first half.
        let second: usize =
            ["\\udc", "\\udd", "\\ude", "\\udf"].map(|unit| written[6].matches(unit).count()).iter().sum();
        escaped += written[6].matches("\\u").count() - second;
    }
    assert_eq!(escaped, (0..0x11_0000).filter(|code| misleading(*code)).count());
}
