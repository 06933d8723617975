// SPDX-License-Identifier: MIT OR Apache-2.0
//! Diagnostic notation, read and written as a literal: the rows of `vectors/edn.txt` (R25).

mod support;

use cri::{EdnError, Error, Output, Revision, from_edn};
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
                for capacity in [0, 1, 64, 2048] {
                    failures.equal(&at, Err(EdnError { error, offset }), read(revision, &notation, capacity));
                }
            }
            Ok(cbor) => {
                let cbor = edn::bytes(cbor);
                for capacity in 0..cbor.len() {
                    let needed = Err(EdnError { error: Error::Buffer, offset: cbor.len() });
                    failures.equal(&at, needed, read(revision, &notation, capacity));
                }
                for capacity in [cbor.len(), cbor.len() + 1, 2048] {
                    let found = read(revision, &notation, capacity).map(|bytes| hex(&bytes));
                    failures.equal(&at, Ok(hex(&cbor)), found);
                }
                let cri = parse(revision, &cbor);
                failures.equal(&at, hex(&cbor), hex(&encode(&cri)));
                let found = output(|out| cri.to_edn_literal(out)).unwrap();
                failures.equal(&at, literal.clone(), String::from_utf8(found).unwrap());
                failures.equal(&at, Ok(cbor), read(revision, literal.as_bytes(), 2048));
            }
        }
    }
    failures.none();
}

/// A notation ends where its item does; cut anywhere before, it is none.
#[test]
fn truncation() {
    for (revision, [name, _, notation, cbor, _]) in rows("edn.txt") {
        let notation = edn::notation(&notation);
        for end in 0..notation.len() {
            let cut = &notation[..end];
            match read(revision, cut, 2048) {
                // What was cut off is blank space, comments, an encoding indicator, or what is wrong.
                Ok(_) => match outcome(&cbor, "") {
                    Ok(cbor) => {
                        assert_eq!(read(revision, cut, 2048), Ok(edn::bytes(cbor)), "{name} {end}");
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
            assert_eq!(read(revision, notation.as_bytes(), 2048), Ok(canonical), "{notation}");
            count += 1;
        }
    }
    for (revision, [_, _, notation, error, _]) in rows("invalid.txt") {
        if !notation.starts_with("0x") {
            let found = read(revision, notation.as_bytes(), 2048).expect_err(&notation).error;
            let known = ["syntax", "utf8"].contains(&found.name().to_str().unwrap());
            assert!(known || found.name().to_str() == Ok(&error), "{notation}: {found}");
            count += 1;
        }
    }
    for (revision, [_, _, uri, cbor, _]) in rows("from-uri.txt") {
        let literal = format!("cri'{}'", uri.replace('\\', "\\\\").replace('\'', "\\'"));
        let found = read(revision, literal.as_bytes(), 2048).map_err(|error| error.error);
        match outcome(&cbor, "") {
            Ok(cbor) => assert_eq!(found, Ok(edn::bytes(cbor)), "{literal}"),
            Err(Error::UriNotAscii) => {}
            Err(error) => assert_eq!(found, Err(error), "{literal}"),
        }
        count += 1;
    }
    assert!(count > 300);
}
