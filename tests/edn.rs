// SPDX-License-Identifier: MIT OR Apache-2.0
//! Diagnostic notation, read and written as a literal: the rows of `vectors/edn.txt` (R25).

mod support;

use cri::{EdnError, Error, Output, Revision, escape, from_edn, from_iri};
use support::cbor::{Value, encoded};
use support::iri::misleading;
use support::lib::{encode, output, parse};
use support::rows::{Failures, at, outcome, rows};
use support::{edn, hex};

/// What reading gives, with a buffer of that capacity.
fn read(revision: Revision, notation: &[u8], capacity: usize) -> Result<Vec<u8>, EdnError> {
    let mut buffer = vec![0xa5; capacity + 16];
    let (buffer, guard) = buffer.split_at_mut(capacity);
    let mut output = Output::new(buffer);
    let read = from_edn(revision, notation, &mut output);
    let length = output.length();
    assert!(guard.iter().all(|byte| *byte == 0xa5));
    match read {
        Ok(()) => Ok(buffer[..length].to_vec()),
        // The length needed, in place of the offset.
        Err(EdnError { error: Error::Buffer, .. }) => Err(EdnError { error: Error::Buffer, offset: length }),
        Err(error) => Err(error),
    }
}

#[test]
fn rows_are_read_and_written() {
    let mut failures = Failures::default();
    for (revision, [name, _, notation, cbor, literal]) in rows("edn.txt") {
        let at = at(revision, &name);
        let notation = edn::notation(&notation);
        match outcome(&cbor, "") {
            Err(error) => {
                let offset = literal.parse().expect(&literal);
                for capacity in [0, 1, 64, 512] {
                    failures.equal(&at, Err(EdnError { error, offset }), read(revision, &notation, capacity));
                }
            }
            Ok(cbor) => {
                let cbor = edn::bytes(cbor);
                for capacity in 0..cbor.len() {
                    let needed = Err(EdnError { error: Error::Buffer, offset: cbor.len() });
                    failures.equal(&at, needed, read(revision, &notation, capacity));
                }
                for capacity in [cbor.len(), cbor.len() + 1, 512] {
                    let found = read(revision, &notation, capacity).map(|bytes| hex(&bytes));
                    failures.equal(&at, Ok(hex(&cbor)), found);
                }
                let cri = parse(revision, &cbor);
                failures.equal(&at, hex(&cbor), hex(&encode(&cri)));
                let found = output(|out| cri.to_edn_literal(out)).unwrap();
                failures.equal(&at, literal.clone(), String::from_utf8(found).unwrap());
                failures.equal(&at, Ok(cbor), read(revision, literal.as_bytes(), 512));
            }
        }
    }
    failures.none();
}

/// A literal of any length is read if it is in one piece; else up to 1024 bytes, whatever takes it to pieces.
/// (R25)
#[test]
fn long_literals() {
    for length in [1022, 1023, 1024, 1025, 5000] {
        let text = "a".repeat(length - 1);
        let wanted = encoded(&Value::Array(vec![Value::Uint(1), edn::parse(&format!("[\"{text}b\"]"))]));
        for one_piece in [format!("cri'{text}b'"), format!("cri``{text}b``"), format!("cri<<\"{text}b\">>")] {
            assert_eq!(read(Revision::Href27, one_piece.as_bytes(), 8192), Ok(wanted.clone()), "{length}");
        }
        for (pieces, offset) in [
            (format!("cri'{text}\rb'"), 4),
            (format!("cri`{text}\rb`"), 4),
            (format!("cri<<\"{text}\\u{{62}}\">>"), 6),
            (format!("cri<<\"{text}\" + 'b'>>"), 6),
        ] {
            let wanted =
                if length <= 1024 { Ok(wanted.clone()) } else { Err(EdnError { error: Error::Limit, offset }) };
            assert_eq!(read(Revision::Href27, pieces.as_bytes(), 8192), wanted, "{length}");
        }
    }
}

/// A notation ends where its item does; cut anywhere before, it is none.
#[test]
fn truncation() {
    for (revision, [name, _, notation, cbor, _]) in rows("edn.txt") {
        let notation = edn::notation(&notation);
        for end in 0..notation.len() {
            let cut = &notation[..end];
            match read(revision, cut, 512) {
                // What was cut off is blank space, comments, an encoding indicator, or what is wrong.
                Ok(_) => match outcome(&cbor, "") {
                    Ok(cbor) => {
                        assert_eq!(read(revision, cut, 512), Ok(edn::bytes(cbor)), "{name} {end}");
                        let rest = notation[end..].trim_ascii_start();
                        let in_line = cut.contains(&b'#') || cut.windows(2).any(|two| two == b"//");
                        assert!(in_line || rest.is_empty() || b"/#_".contains(&rest[0]), "{name} {end}");
                    }
                    Err(_) => assert!(b"]'".contains(cut.trim_ascii_end().last().unwrap()), "{name} {end}"),
                },
                Err(error) => assert!(error.offset <= end, "{name} {end}: {error:?}"),
            }
        }
    }
}

/// The vectors of other operations are notation too: both readers agree.
#[test]
fn all_vectors_are_read() {
    let mut count = 0;
    for (revision, [_, _, notation, canonical, _]) in rows("valid.txt") {
        if !notation.starts_with("0x") {
            let canonical = edn::bytes(outcome(&canonical, &notation).unwrap());
            assert_eq!(read(revision, notation.as_bytes(), 512), Ok(canonical), "{notation}");
            count += 1;
        }
    }
    for (revision, [_, _, notation, error, _]) in rows("invalid.txt") {
        if !notation.starts_with("0x") {
            let found = read(revision, notation.as_bytes(), 512).expect_err(&notation).error;
            let known = ["syntax", "utf8"].contains(&found.name().to_str().unwrap());
            assert!(known || found.name().to_str() == Ok(&error), "{notation}: {found}");
            count += 1;
        }
    }
    for (revision, [_, _, uri, cbor, _]) in rows("from-uri.txt") {
        let literal = format!("cri'{}'", uri.replace('\\', "\\\\").replace('\'', "\\'"));
        let found = read(revision, literal.as_bytes(), 512).map_err(|error| error.error);
        match outcome(&cbor, "") {
            Ok(cbor) => assert_eq!(found, Ok(edn::bytes(cbor)), "{literal}"),
            Err(Error::UriNotAscii) => {}
            Err(error) => assert_eq!(found, Err(error), "{literal}"),
        }
        count += 1;
    }
    assert!(count > 300);
}

/// No writer of text writes a character that could mislead a reader as it is, wherever in a CRI it is; and what is written is read
/// back. 256 code points at a time.
/// (R25, RFC 3987 4.1)
#[test]
fn every_code_point_through_every_writer() {
    let mut escaped = 0;
    // All but the surrogates.
    for block in (0..0xd8).chain(0xe0..0x1100) {
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
        for text in &written {
            assert_eq!(text.chars().find(|c| misleading(*c as u32)), None, "{block:x}: {text}");
        }
        for text in &written[..2] {
            assert_eq!(read(Revision::Href27, text.as_bytes(), 8192), Ok(cbor.clone()), "{text}");
        }
        let back = output(|out| from_iri(Revision::Href27, written[2].as_bytes(), out));
        assert_eq!(back, Ok(cbor), "{}", written[2]);
        // What is escaped is nothing else, and is itself.
        let back = format!("\"{}\"", written[6].replace('"', "\\\""));
        let back = read(Revision::Href27, format!("[0, null, null, {back}]").as_bytes(), 8192);
        assert_eq!(
            back,
            Ok(encoded(&Value::Array(vec![Value::Uint(0), edn::parse("null"), edn::parse("null"), item(&text)])))
        );
        escaped += written[6].matches("\\u").count();
    }
    assert_eq!(escaped, (0..0x11_0000).filter(|code| misleading(*code)).count());
}

/// (R25)
#[test]
fn escapes() {
    let mut failures = Failures::default();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/escape.txt");
    for row in std::fs::read_to_string(path).unwrap().lines().filter(|row| !row.starts_with('#')) {
        let [name, octets, wanted] = row.split(" | ").map(str::trim).collect::<Vec<_>>()[..] else { panic!("{row}") };
        let found = output(|out| escape(&edn::bytes(octets), out)).unwrap();
        failures.equal(name, wanted.to_string(), String::from_utf8(found).unwrap());
    }
    failures.none();
}
