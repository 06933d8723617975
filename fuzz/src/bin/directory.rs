// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs a resource directory (RFC 9176) whose registrants attack each other. A client with a small window sees each
//! link unaltered and under the name of its registrant, and no link hides another (RFC 6690, R32, R35, R36).
#![no_main]

use cri::{LinkWriter, Links, Revision::Href27};
use libcri_fuzz::support::{from_uri, iri, lib, links, links_model, links_model::Parts, model_ops, rfc3986};

/// The registrants: their names, and the bases of their links.
const REGISTRANTS: [(&str, &str); 3] =
    [("e0", "coap://h/a/b?q"), ("e1", "coap://[2001:db8::1]:61616"), ("e2", "coaps+tcp://e0/")];

/// Returns the links of a registrant as the directory keeps them: each is a text of its own, with an absolute target.
/// The first `ep` is the name of the registrant, even if the registrant sends other `ep` attributes.
fn registered((name, base): (&str, &str), document: &str) -> Vec<Vec<u8>> {
    let base = lib::from_uri(Href27, base).expect("a URI");
    let base = lib::parse(Href27, &base);
    let target = |link: &cri::Link<'_>| {
        let reference = lib::output(|out| cri::from_iri(Href27, link.target(), out))?;
        lib::to_uri(&base.resolve(&lib::parse(Href27, &reference))?)
    };
    let mut entries = Vec::new();
    for link in Links::new(document).flatten() {
        let Ok(target) = target(&link) else { continue };
        let mut entry = vec![0; target.len() + 2 * document.len() + 32];
        let mut writer = LinkWriter::new(&mut entry);
        writer.target(&target).attribute("ep", name);
        for (name, value) in link.attributes() {
            let decoded = lib::output(|out| value.decode(out)).expect("a value that was read");
            if value.is_set() {
                writer.attribute(name, &decoded)
            } else {
                writer.flag(name)
            };
        }
        entries.push(writer.finish().expect("a link that was read").to_vec());
    }
    entries
}

/// Writes a block of the directory's answer. Returns its length, and true if more blocks follow.
fn answer(entries: &[Vec<u8>], query: &str, offset: usize, block: &mut [u8]) -> (usize, bool) {
    let mut writer = LinkWriter::block(offset, block);
    for link in entries.iter().flat_map(|entry| Links::new(entry).flatten()) {
        if link.matches(query.as_bytes(), b"d").unwrap_or(true) {
            writer.link(&link);
        }
    }
    (writer.stored().len(), writer.finish().is_err())
}

/// Returns the names and links that a client sees, and the number of links that its window has no room for.
fn looked_up(entries: &[Vec<u8>], query: &str, size: usize, room: usize) -> (Vec<(Vec<u8>, Parts)>, usize) {
    let (mut found, mut dropped, mut window, mut offset) = (Vec::new(), 0, Vec::new(), 0);
    let mut links = Links::window(&[], false);
    loop {
        let mut block = vec![0xa5; size];
        let (length, more) = answer(entries, query, offset, &mut block);
        offset += length;
        window.extend(&block[..length]);
        let mut now = links.continue_with(&window, !more);
        for item in now.by_ref() {
            let link = item.expect("the directory writes links only");
            let name = link.attribute(b"ep").expect("each has a name");
            found.push((lib::output(|out| name.decode(out)).expect("a name"), links::parts(&link)));
        }
        if now.left() + size > room {
            now.drop_rest();
            dropped += 1;
        }
        let left = now.left();
        links = now.continue_with(&[], false);
        window.drain(..window.len() - left);
        if !more {
            return (found, dropped);
        }
    }
}

/// Returns the links that a registrant means, by the models.
fn meant((name, base): (&str, &str), document: &str) -> Vec<Parts> {
    let crified = |uri: &str| from_uri::from_uri(Href27, &rfc3986::parse(uri)?);
    let base = crified(base).expect("a URI");
    let mut all = Vec::new();
    for (target, attributes) in links_model::items(document).into_iter().filter_map(|item| item.link) {
        let resolved = crified(&iri::to_uri_by_the_book(&target)).and_then(|one| model_ops::resolve(&base, &one));
        if let Some(target) = resolved.and_then(|cri| model_ops::to_uri(Href27, &cri)) {
            all.push((target, [vec![("ep".into(), Some(name.into()))], attributes].concat()));
        }
    }
    all
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let [size, room, rest @ ..] = data else { return };
    // The sizes of blocks (RFC 7959 2.2), up to 128.
    let size = 16 << (size & 3);
    let room = size + 1 + *room as usize;
    let Ok(texts) = rest.split(|byte| *byte == 0xff).map(std::str::from_utf8).collect::<Result<Vec<_>, _>>() else {
        return;
    };
    // The models do not know where private characters may be.
    let is_private = |c| matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..);
    if rest.len() > 600 || texts.iter().any(|text| text.contains(is_private)) {
        return;
    }
    let (mut entries, mut all) = (Vec::new(), Vec::new());
    for (registrant, document) in REGISTRANTS.into_iter().zip(&texts[1..]) {
        let (own, meant) = (registered(registrant, document), meant(registrant, document));
        assert_eq!(own.len(), meant.len(), "{document:?}: {meant:?}");
        entries.extend(own);
        all.extend(meant.into_iter().map(|parts| (registrant.0.as_bytes().to_vec(), parts)));
    }
    let query = texts[0];
    let passes = |(_, parts): &(Vec<u8>, Parts)| links_model::passes(parts, query, "d").unwrap_or(true);
    let fits = entries.iter().map(|entry| entry.len() + 1 + size <= room);
    let expected: Vec<_> = all.into_iter().zip(fits).filter(|(one, _)| passes(one)).collect();

    let (found, dropped) = looked_up(&entries, query, size, room);
    assert_eq!(found.len() + dropped, expected.len(), "{found:?}, {dropped} dropped");
    let mut left = found.iter().peekable();
    for (one, fits) in &expected {
        let is_seen = left.next_if_eq(&one).is_some();
        assert!(is_seen || !fits, "hidden: {one:?}");
    }
    assert_eq!(left.next(), None, "altered, or from nowhere");
});
