// SPDX-License-Identifier: MIT OR Apache-2.0
//! URIs among other text: found in prose, taken out of it, split leniently; references to the same document. By rows, and by
//! laws on random texts.

mod support;

use cri::uri::{self, HostKind, Uri};
use cri::{Error, Output};
use support::random::{Random, rounds};
use support::rows::{Failures, outcome, text_rows};

/// What is found in a text, one after the other.
fn found(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut ranges = Vec::new();
    let mut from = 0;
    while let Some(range) = uri::find(text.as_bytes(), from) {
        assert!(from <= range.start && range.start < range.end && range.end <= text.len(), "{text}");
        from = range.end;
        ranges.push(range);
    }
    ranges
}

/// A text with brackets around what is found.
fn marked(text: &str) -> String {
    let mut out = String::new();
    let mut from = 0;
    for range in found(text) {
        out += &text[from..range.start];
        out.push('⟦');
        out += &text[range.clone()];
        out.push('⟧');
        from = range.end;
    }
    out + &text[from..]
}

fn unwrapped(text: &str) -> Result<String, Error> {
    let mut buffer = vec![0xa5; text.len()];
    let mut output = Output::new(&mut buffer);
    uri::unwrap(text.as_bytes(), &mut output)?;
    let written = String::from_utf8(output.written().unwrap().to_vec()).unwrap();
    for capacity in 0..written.len() {
        let mut output = Output::new(&mut buffer[..capacity]);
        assert_eq!(uri::unwrap(text.as_bytes(), &mut output), Err(Error::Buffer));
        assert_eq!(output.length(), written.len());
    }
    Ok(written)
}

/// (RFC 3986 appendix C)
#[test]
fn uris_are_found_in_prose() {
    let mut failures = Failures::default();
    for [name, wanted] in text_rows("uri-find.txt") {
        failures.equal(&name, wanted.clone(), marked(&wanted.replace(['⟦', '⟧'], "")));
    }
    failures.none();
}

/// (RFC 3986 appendix C)
#[test]
fn uris_are_unwrapped() {
    let mut failures = Failures::default();
    for [name, text, wanted] in text_rows("uri-unwrap.txt") {
        failures.equal(&name, outcome(&wanted, &text).map(str::to_string), unwrapped(&text));
    }
    failures.none();
}

/// (RFC 3986 4.4)
#[test]
fn references_to_the_same_document() {
    let mut failures = Failures::default();
    for [name, base, reference, wanted] in text_rows("same-document.txt") {
        let wanted = outcome(&wanted, "").map(|wanted| wanted.parse().unwrap());
        failures.equal(&name, wanted, uri::same_document(base.as_bytes(), reference.as_bytes()));
    }
    failures.none();
}

/// The components, `-` for undefined, `!` before what is not valid.
fn lenient(text: &str) -> [String; 7] {
    let (uri, invalid) = Uri::split_lenient(text.as_bytes());
    assert!(invalid < 1 << 7);
    let parts = [uri.scheme(), uri.userinfo(), uri.host(), uri.port(), Some(uri.path()), uri.query(), uri.fragment()];
    let mut number = 0;
    parts.map(|part| {
        let mark = if invalid >> number & 1 != 0 { "!" } else { "" };
        number += 1;
        part.map_or("-".to_string(), |part| format!("{mark}{}", std::str::from_utf8(part).unwrap()))
    })
}

/// (RFC 3986 appendix B)
#[test]
fn any_text_is_split() {
    let mut failures = Failures::default();
    for [name, text, wanted @ ..] in text_rows::<9>("uri-lenient.txt") {
        failures.equal(&name, wanted, lenient(&text));
    }
    failures.none();
}

/// A random text of pieces that matter.
fn random_text(random: &mut Random, pieces: &[&str]) -> String {
    (0..random.below(12)).map(|_| pieces[random.below(pieces.len())]).collect()
}

const PIECES: [&str; 44] = [
    "a", "b1", ":", "/", "//", "?", "#", "[", "]", "@", "%", "%41", ".", "..", "!", "'", "(", ")", "<", ">", "\"", " ",
    "\n", "\\", "{", "|", "-", "+", "é", "“", "http://", "coap:", "URL:", "[::1]", "[v1.a]", "1.2.3.4", ":80", "h.x",
    "&c=d", ";", ",", "\0", "//h", "u@",
];

/// What is found is a URI, once white space is removed; nothing is found twice, and a later start finds the same.
#[test]
fn what_is_found_is_a_uri() {
    let mut random = Random::new(0x5eed);
    let mut count = 0;
    for _ in 0..rounds(200_000) {
        let text = random_text(&mut random, &PIECES);
        for range in found(&text) {
            count += 1;
            let uri = &text[range.clone()];
            if uri.contains([' ', '\n']) {
                assert!(
                    text[..range.start].contains('<') && text[range.end..].trim_start().starts_with('>'),
                    "{text:?}"
                );
                assert!(Uri::split(unwrapped(uri).unwrap().as_bytes()).is_ok(), "{text:?}");
            } else {
                let split = Uri::split(uri.as_bytes()).unwrap_or_else(|_| panic!("{text:?}: {uri:?}"));
                assert!(split.scheme().is_some());
            }
            assert_eq!(uri::find(text.as_bytes(), range.start), Some(range.clone()), "{text:?}");
            // A host that is found is not the start of another one.
            let after = &text[range.end..];
            let host_only = Uri::split(uri.as_bytes()).is_ok_and(|uri| {
                let more = [Some(uri.path()), uri.query(), uri.fragment()];
                uri.host_kind() != HostKind::None && more.iter().all(|part| part.unwrap_or(&[]).is_empty())
            }) && !uri.ends_with(['?', '#']);
            assert!(!host_only || !after.starts_with(['@', '\\', '%', 'é', '[', '{', '-', '+', '&']), "{text:?}");
        }
    }
    assert!(count > rounds(10_000), "{count}");
}

/// What delimiters enclose is found whole, if it is a URI, or not at all.
#[test]
fn what_is_enclosed_is_found_whole_or_not() {
    let mut random = Random::new(0xe5c1);
    let mut counts = [0; 4];
    for _ in 0..rounds(200_000) {
        let text = random_text(&mut random, &PIECES).replace(['<', '>', '"'], " ");
        let text = ["coap:", "coap://"][random.below(2)].to_string() + &text;
        let plain: String = text.split_ascii_whitespace().collect();
        for (quoted, uri) in [(false, plain.as_str()), (true, text.as_str())] {
            let is_uri = Uri::split(uri.as_bytes()).is_ok() && !["coap:", "coap://"].contains(&uri);
            counts[2 * quoted as usize + is_uri as usize] += 1;
            let (enclosed, end) =
                if quoted { (format!("\"{text}\""), text.len()) } else { (format!("<{text}>"), text.trim_end().len()) };
            let wanted: Vec<_> = is_uri.then_some(1..1 + end).into_iter().collect();
            assert_eq!(found(&enclosed), wanted, "{enclosed:?}");
            let prefixed = enclosed.replacen("coap", "URL:coap", 1);
            assert_eq!(found(&prefixed).len(), wanted.len(), "{prefixed:?}");
            // The search goes on after the closing delimiter.
            assert_eq!(found(&(enclosed + " a1:b")).len(), wanted.len() + 1, "{text:?}");
        }
    }
    assert!(counts.iter().all(|count| *count > rounds(5_000)), "{counts:?}");
}

/// Any bytes, from anywhere.
#[test]
fn any_bytes_are_searched() {
    let mut random = Random::new(7);
    for _ in 0..rounds(20_000) {
        let text: Vec<u8> = (0..random.below(40)).map(|_| random.next() as u8).collect();
        for from in 0..=text.len() + 1 {
            if let Some(range) = uri::find(&text, from) {
                assert!(from <= range.start && range.start < range.end && range.end <= text.len());
            }
        }
        let (uri, _) = Uri::split_lenient(&text);
        assert!(uri.path().len() <= text.len());
    }
    assert_eq!(uri::find(b"coap:a", usize::MAX), None);
}

/// What is valid is split as the strict grammar has it; what is not has a component that is not.
#[test]
fn lenient_and_strict_agree() {
    let mut random = Random::new(0x1e91e47);
    let (mut valid, mut others) = (0, 0);
    for _ in 0..rounds(200_000) {
        let text = random_text(&mut random, &PIECES);
        let (uri, invalid) = Uri::split_lenient(text.as_bytes());
        match Uri::split(text.as_bytes()) {
            Ok(strict) => {
                valid += 1;
                assert_eq!(invalid, 0, "{text:?}");
                assert_eq!(uri.host_kind(), strict.host_kind(), "{text:?}");
                let parts = |uri: &Uri<'_>| {
                    let owned = |part: Option<&[u8]>| part.map(<[u8]>::to_vec);
                    [
                        uri.scheme(),
                        uri.userinfo(),
                        uri.host(),
                        uri.port(),
                        Some(uri.path()),
                        uri.query(),
                        uri.fragment(),
                    ]
                    .map(owned)
                };
                assert_eq!(parts(&uri), parts(&strict), "{text:?}");
            }
            Err(refusal) => {
                others += 1;
                assert_ne!(invalid, 0, "{text:?}");
                // The error is in a component that is not valid, or right after one.
                assert!(refusal.offset <= text.len());
                assert!(matches!(uri.host_kind(), HostKind::None) == uri.host().is_none(), "{text:?}");
            }
        }
    }
    assert!(valid > rounds(10_000) && others > rounds(10_000), "{valid} {others}");
}

/// The same as resolving and comparing.
#[test]
fn same_document_is_what_resolving_says() {
    let mut random = Random::new(44);
    let pieces = ["a", "b", "/", "//", ".", "..", "./", "../", "?", "#", "x:", "h", ":1", "%2e", ";p"];
    let mut same = 0;
    for _ in 0..rounds(300_000) {
        let base = format!("x:{}", random_text(&mut random, &pieces));
        let reference = match random.below(3) {
            0 => base.clone() + "#",
            1 => base[2..].to_string(),
            _ => random_text(&mut random, &pieces),
        };
        let mut buffer = [0; 256];
        let mut output = Output::new(&mut buffer);
        let resolved = uri::resolve(base.as_bytes(), reference.as_bytes(), true, &mut output);
        let wanted = resolved.map(|()| {
            let without = |text: &[u8]| text.split(|byte| *byte == b'#').next().unwrap().to_vec();
            without(output.written().unwrap()) == without(base.as_bytes())
        });
        same += (wanted == Ok(true)) as usize;
        assert_eq!(uri::same_document(base.as_bytes(), reference.as_bytes()), wanted, "{base} {reference}");
    }
    assert!(same > rounds(10_000), "{same}");
}
