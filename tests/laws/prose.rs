// SPDX-License-Identifier: MIT OR Apache-2.0
//! URIs among other text: found in prose, and taken out of it.

use crate::support::lib::output;
use crate::support::random::{Random, rounds};
use crate::support::uri::found;
use cri::uri::{self, HostKind, Uri};

/// A random text of pieces that matter.
fn random_text(random: &mut Random, pieces: &[&str]) -> String {
    (0..random.below(12)).map(|_| pieces[random.below(pieces.len())]).collect()
}

const PIECES: [&str; 44] = [
    "a", "b1", ":", "/", "//", "?", "#", "[", "]", "@", "%", "%41", ".", "..", "!", "'", "(", ")", "<", ">", "\"", " ",
    "\n", "\\", "{", "|", "-", "+", "é", "“", "http://", "coap:", "URL:", "[::1]", "[v1.a]", "1.2.3.4", ":80", "h.x",
    "&c=d", ";", ",", "\0", "//h", "u@",
];

/// What is found is a URI, once white space is removed; nothing is found twice, and a later start finds the same; none
/// after the end.
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
                assert!(Uri::split(&output(|out| uri::unwrap(uri.as_bytes(), out)).unwrap()).is_ok(), "{text:?}");
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
    // From any offset on: what is found begins there or later.
    for from in (0..12).chain([usize::MAX]) {
        assert_eq!(uri::find(b"\0\xffcoap:a\0", from), (from <= 2).then_some(2..8), "{from}");
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
