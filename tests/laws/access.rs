// SPDX-License-Identifier: MIT OR Apache-2.0
//! Authorization information, for every head of an entry, and for every pair of short entries and requests. Patterns
//! and prefixes, for every pair with a short path.

use crate::model::options::allows;
use crate::model::run::Tally;
use crate::support::hex;
use crate::support::lib::{REVISIONS, parse};
use crate::support::routes::captured;
use crate::support::uri::decoded;
use crate::support::{coap_in, rules::Texts};
use cri::coap::{aif_methods, aif_methods_options, path_under, put_option};
use cri::{Methods, Output, Pattern, Revision};

/// The heads of an entry, of its resource, of its path and of its query, in pairs with all values.
#[test]
fn every_head_of_an_entry() {
    let mut tally = Tally::new(2);
    let mut data = *b"\x81\x82\x82\x81\x61a\x81\x61b\x01\x02\x03";
    for (one, other) in [(1, 2), (2, 3), (3, 6), (6, 9), (3, 4)] {
        let kept = [data[one], data[other]];
        for pair in 0..=u16::MAX {
            [data[one], data[other]] = pair.to_be_bytes();
            allows(Revision::Href27, &data, &mut tally);
        }
        [data[one], data[other]] = kept;
    }
    assert_eq!(tally.found, 0, "{:?}", tally.findings);
}

const LONG: &[u8] = b"segment of 24 characters";

/// A list of texts as an array. With `wide`, short texts have heads of two bytes.
fn array(texts: &[&[u8]], wide: bool) -> Vec<u8> {
    let mut bytes = vec![0x80 | texts.len() as u8];
    for text in texts {
        match text.len() as u8 {
            length @ ..24 if !wide => bytes.push(0x60 | length),
            length => bytes.extend([0x78, length]),
        }
        bytes.extend(*text);
    }
    bytes
}

fn options(path: &[&[u8]], query: &[&[u8]]) -> Vec<u8> {
    let (mut bytes, mut last) = ([0; 128], 0);
    let mut output = Output::new(&mut bytes);
    for (number, value) in path.iter().map(|text| (11, text)).chain(query.iter().map(|text| (15, text))) {
        put_option(&mut output, number - last, value).expect("an option");
        last = number;
    }
    output.written().expect("enough room").to_vec()
}

/// All lists of up to `most` texts.
fn lists<'t>(texts: &[&'t [u8]], most: usize) -> Vec<Vec<&'t [u8]>> {
    let mut lists = vec![Vec::new()];
    for length in 1..=most {
        let longer = lists.iter().filter(|list| list.len() == length - 1);
        let longer: Vec<_> = longer.flat_map(|list| texts.iter().map(|text| [&list[..], &[*text]].concat())).collect();
        lists.extend(longer);
    }
    lists
}

/// An entry allows a request if path and query are equal. A path of one empty segment is the empty path (RFC 9237 2).
#[test]
fn entries_and_requests_in_pairs() {
    let resources: Vec<_> = lists(&[b"", b"a", b"A", LONG], 2)
        .iter()
        .flat_map(|path| lists(&[b"", b"a", LONG], 1).into_iter().map(|query| (path.clone(), query)))
        .collect();
    let normal = |path: &Vec<&[u8]>| {
        if path[..] == [b""] { Vec::new() } else { path.iter().map(|text| text.to_vec()).collect() }
    };
    for (path, query) in &resources {
        let request = options(path, query);
        for wide in [false, true] {
            let cri = [&[0x83, 0xf5][..], &array(path, wide), &array(query, wide)].concat();
            for (own_path, own_query) in &resources {
                let expected = u64::from(normal(path) == normal(own_path) && query == own_query);
                for own_wide in [false, true] {
                    let texts = [array(own_path, own_wide), array(own_query, own_wide)].concat();
                    let aif = [&[0x81, 0x82, 0x82][..], &texts, &[1]].concat();
                    for revision in REVISIONS {
                        let found = aif_methods(&aif, &parse(revision, &cri)).map(Methods::bits);
                        assert_eq!(found, Ok(expected), "{} {}", hex(&aif), hex(&cri));
                        let found = aif_methods_options(revision, &aif, &request).map(Methods::bits);
                        assert_eq!(found, Ok(expected), "{} {}", hex(&aif), hex(&request));
                    }
                }
            }
        }
    }
}

/// Segments in PET are equal if their texts and octets are.
#[test]
fn entries_with_pet() {
    let entry = b"\x81\x82\x81\x81\x82\x61a\x41\xff\x01"; // [[[["a", h'ff']]], 1]
    for (path, allowed) in [(&b"\x82\x61a\x41\xff"[..], 1), (b"\x82\x61a\x41\xfe", 0), (b"\x61a", 0)] {
        let cri = [b"\x82\xf5\x81", path].concat();
        let found = aif_methods(entry, &parse(Revision::Href27, &cri)).map(Methods::bits);
        assert_eq!(found, Ok(allowed), "{}", hex(&cri));
    }
    // The text "aaA=" has the bytes of the items of a%3D.
    let segments = [&b"\x82\x61a\x41="[..], b"\x64aaA="];
    for (own, path) in segments.iter().flat_map(|own| segments.map(|path| (own, path))) {
        let entry = [b"\x81\x82\x81\x81", *own, b"\x01"].concat();
        let cri = [b"\x82\xf5\x81", path].concat();
        let found = aif_methods(&entry, &parse(Revision::Href27, &cri)).map(Methods::bits);
        assert_eq!(found, Ok(u64::from(*own == path)), "{} {}", hex(&entry), hex(&cri));
    }
}

/// A path as a list of segments, as options and as a reference.
type Request = (Vec<&'static [u8]>, Vec<u8>, Vec<u8>);

/// All paths of up to three segments.
fn requests() -> Vec<Request> {
    let coded = |path: Vec<&'static [u8]>| {
        let (bytes, cri) = (options(&path, &[]), [&[0x82, 0xf5][..], &array(&path, false)].concat());
        (path, bytes, cri)
    };
    lists(&[b"", b"a", b"/", b"%", b"61", b"2F", b"a/", b"%61"], 3).into_iter().map(coded).collect()
}

/// A pattern with triplets captures the same from options and from a CRI as the model, which decodes its segments.
#[test]
fn patterns_and_paths_in_pairs() {
    let requests = requests();
    for segments in lists(&[b"", b"a", b"{}", b"%61", b"%2F", b"%25", b"a%2f", b"%2F2F", b"61"], 2) {
        for rest in [&[][..], &[&b"{*}"[..]]] {
            let text: Vec<u8> = segments.iter().chain(rest).flat_map(|text| [b"/", *text].concat()).collect();
            let Ok(pattern) = Pattern::new(&text) else { continue };
            let literal = |text: &&[u8]| (*text != b"{}").then(|| decoded(std::str::from_utf8(text).unwrap()));
            let literals: Vec<_> = if text == b"/" { vec![] } else { segments.iter().map(literal).collect() };
            for (path, bytes, cri) in &requests {
                let name = || format!("{} {path:?}", String::from_utf8_lossy(&text));
                let is = |own: &&[u8], wanted: &[u8]| *own == wanted;
                let wanted = captured(path, &&b""[..], is, &literals, !rest.is_empty());
                let mut own = vec![];
                let found = pattern.match_coap(bytes, |_, segment| own.push(segment)).unwrap();
                assert_eq!(found.map(|left| (own, left.collect())), wanted, "{}", name());
                let (cri, mut own) = (parse(Revision::Href27, cri), vec![]);
                let octets = |text: cri::Text<'_>| text.as_str().expect("no PET").as_bytes().to_vec();
                let found = pattern.match_cri(&cri, |_, segment| own.push(octets(segment))).unwrap();
                let found: Option<(Texts, Texts)> = found.map(|left| (own, left.map(octets).collect()));
                let owned = |texts: Vec<&[u8]>| texts.iter().map(|text| text.to_vec()).collect::<Texts>();
                assert_eq!(found, wanted.map(|(own, left)| (owned(own), owned(left))), "{}", name());
            }
        }
    }
}

/// The rest of a path after a prefix, from options and from a CRI, is that of the model (R41).
#[test]
fn prefixes_and_paths_in_pairs() {
    let requests = requests();
    for prefix in lists(&[b"", b"a", b"/", b"%61"], 2) {
        let bytes = [&[0x82, 0xf5][..], &array(&prefix, false)].concat();
        let reference = parse(Revision::Href27, &bytes);
        for (path, bytes, cri) in &requests {
            let wanted = coap_in::under(path, &prefix);
            let found = path_under(bytes, &reference).unwrap().map(Iterator::collect);
            assert_eq!(found, wanted, "{prefix:?} {path:?}");
            let found = parse(Revision::Href27, cri).path_under(&reference).unwrap();
            let found = found.map(|rest| rest.map(|text| text.as_str().unwrap().as_bytes()).collect());
            assert_eq!(found, wanted, "{prefix:?} {path:?}");
        }
    }
}
