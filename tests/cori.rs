// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoRI (draft-ietf-core-href-02, R18 to R20): values and orders of options that are refused.

use crate::support::cori as model;
use crate::support::cori_lib::*;
use crate::support::lib::output;
use crate::support::{edn, hex};
use cri::cori::{CoapFlags, Cori, CoriKind, CoriOption, Relation};
use cri::{Cri, Error, Revision, from_uri};

fn kind(data: &[u8]) -> Result<CoriKind, Error> {
    Cori::parse(data).map(|(cori, _)| cori.kind()).map_err(|refusal| refusal.error)
}

/// Path types that remove many segments. If the reference removes the whole path, an absolute-path reference is at most
/// as long (cori 2.2 relative).
#[test]
fn relative_references_remove_many_segments() {
    let cori = |segments: &[&str]| {
        let options: String = segments.iter().map(|segment| format!(", 6, \"{segment}\"")).collect();
        edn::bytes(&format!("[1, \"coap\", 2, \"h\", 4, 1{options}]"))
    };
    // A single empty segment is not a path.
    let root = edn::bytes("[1, \"coap\", 2, \"h\", 4, 1, 6, \"\"]");
    assert_eq!(relative(&root, &cori(&["a"; 22])), Ok(edn::bytes("[5, 0]")));
    let rows: [(&[&str], usize, &str); 5] = [
        (&[], 22, "[5, 0, 6, \"b\"]"),
        (&[], 200, "[5, 0, 6, \"b\"]"),
        (&["c"], 22, "[5, 24, 6, \"b\"]"),
        (&["c"], 125, "[5, 127, 6, \"b\"]"),
        (&["c"], 126, "[5, 0, 6, \"c\", 6, \"b\"]"),
    ];
    for (common, dropped, expected) in rows {
        let base = cori(&[common, &vec!["a"; dropped]].concat());
        let target = cori(&[common, &["b"]].concat());
        let reference = relative(&target, &base).unwrap();
        assert_eq!(hex(&reference), hex(&edn::bytes(expected)), "{dropped}");
        assert_eq!(resolve(&base, &reference, 0).map(|bytes| hex(&bytes)), Ok(hex(&target)), "{dropped}");
    }
}

/// Every sequence of up to five option numbers, including unknown ones, is well-formed exactly if the code of the draft
/// accepts it.
/// (cori 2.2 item 1, 2.2 item 2, 2.2 item 3, 2.2 item 4, 2.2 item 5, 2.2 item 6, 2.2 item 7, 2.2 item 8, 2.2 item 9)
#[test]
fn every_sequence_of_options_is_checked() {
    let value = |number: u64| match number {
        model::HOST_IP => model::Val::Bytes(vec![1; 4]),
        model::PORT | model::PATH_TYPE => model::Val::Int(7),
        _ => model::Val::Text("a".to_string()),
    };
    let mut well_formed = 0;
    for code in 0..11u64.pow(5) {
        let digits = (0..5).map(|place| code / 11u64.pow(place) % 11);
        let href: model::Href = digits.take_while(|digit| *digit > 0).map(|digit| (digit, value(digit))).collect();
        // Numbers above 8 are unknown. The number 10 stands for a number that does not fit into a byte.
        let href: model::Href = href.into_iter().map(|(n, v)| (if n == 10 { 300 } else { n }, v)).collect();
        let known = href.iter().all(|(number, _)| *number <= 8);
        let expected = match known && model::is_well_formed(&href) {
            true if model::is_absolute(&href) => Ok(CoriKind::Normalized),
            true => Ok(CoriKind::Relative),
            false => Err(Error::CoriOption),
        };
        well_formed += usize::from(expected.is_ok());
        assert_eq!(kind(&model::encode(&href)), expected, "{href:?}");
    }
    println!("{well_formed} well-formed sequences");
}

/// If the end of a refused item is known, the refusal contains the offset of the next item. Items of unknown length are
/// skipped if they nest up to 16 levels, in bounded memory (cori 5, 5 exhaustion).
#[test]
fn refused_items_can_be_skipped() {
    for (text, skip) in [("[9, \"a\"]", 4), ("[5, 128]", 4), ("[6, \".\"]", 4), ("[1]", 2), ("\"a\"", 2)] {
        let mut bytes = edn::bytes(text);
        bytes.extend([0xff; 3]);
        assert_eq!(Cori::parse(&bytes).unwrap_err().skip, Some(skip), "{text}");
    }
    assert_eq!(Cori::parse(&[0x9f, 0x06, 0x61, b'a', 0xff, 0]).unwrap_err().skip, Some(5));
    assert_eq!(Cori::parse(&[0x9f, 0x06]).unwrap_err().skip, None);
    let nested = |levels| [&[0x82, 0x06][..], &vec![0x9f; levels], &vec![0xff; levels]].concat();
    assert_eq!(Cori::parse(&nested(16)).unwrap_err().skip, Some(34));
    assert_eq!(Cori::parse(&nested(17)).unwrap_err().skip, None);
}

#[test]
fn a_view_lists_its_options() {
    let base = edn::bytes("[1, \"coap\", 3, h'c6336401', 4, 5683, 6, \".well-known\", 6, \"core\", 7, \"q\"]");
    let href = edn::bytes("[5, 1, 6, \"x\", 8, \"f\"]");
    let resolved = parse(&base).resolve(&parse(&href), Relation(u32::MAX)).unwrap();
    let options: Vec<_> = resolved.options().collect();
    let expected = [
        CoriOption::Scheme("coap"),
        CoriOption::HostIp([198, 51, 100, 1].into()),
        CoriOption::Port(5683),
        CoriOption::Path(".well-known"),
        CoriOption::Path("core"),
        CoriOption::Path("4294967295"),
        CoriOption::Path("x"),
        CoriOption::Fragment("f"),
    ];
    assert_eq!(options, expected);
    assert_eq!(resolved.kind(), CoriKind::Normalized);
    // A reference from the CoRI to itself, or to its encoding, has only the fragment.
    let encoding = encode(&resolved);
    let same = [resolved.relativize(&resolved), parse(&encoding).relativize(&resolved)];
    assert_eq!(same.map(|reference| encode(&reference.unwrap())), [edn::bytes("[8, \"f\"]"), edn::bytes("[8, \"f\"]")]);
    let reference = parse(&base).relativize(&resolved).unwrap();
    let options: Vec<_> = reference.options().collect();
    assert_eq!(options[..2], [CoriOption::PathType(2), CoriOption::Path("4294967295")]);
    assert_eq!(parse(&href).options().next(), Some(CoriOption::PathType(1)));
}

/// A view whose segments are in two pieces can be a base only if the reference keeps all of the segments or none of
/// them.
#[test]
fn a_path_in_three_pieces_is_refused() {
    let base = edn::bytes("[1, \"coap\", 2, \"h\", 4, 1, 6, \"a\"]");
    let (b, c) = (edn::bytes("[5, 2, 6, \"b\"]"), edn::bytes("[6, \"c\"]"));
    let (query, root) = (edn::bytes("[7, \"q\"]"), edn::bytes("[5, 0, 6, \"c\"]"));
    let relation = edn::bytes("[5, 1]");
    let uri = |base: &Cori<'_>, href: &[u8]| {
        base.resolve(&parse(href), Relation(7)).and_then(|cori| recompose(&encode(&cori)))
    };
    let base = parse(&base);
    let two = base.resolve(&parse(&b), Relation(0)).unwrap();
    assert_eq!([uri(&two, &c), uri(&two, &root)], ["coap://h:1/a/c", "coap://h:1/c"].map(|uri| Ok(uri.to_string())));
    assert_eq!([uri(&two, &query), uri(&two, &relation)], [Err(Error::Pieces), Err(Error::Pieces)]);
    let three = base.resolve(&parse(&relation), Relation(7)).unwrap();
    assert_eq!(uri(&three, &relation), Err(Error::Pieces));
    assert_eq!(uri(&three, &query), Ok("coap://h:1/a/7?q".to_string()));
    let three = three.resolve(&parse(&query), Relation(0)).unwrap();
    assert_eq!(uri(&three, &c), Ok("coap://h:1/a/c".to_string()));
}

/// R20: lengths at the limits of the nibbles, and the first length that cannot be written (cori 4.3 nibbles).
#[test]
fn options_have_a_maximum_length() {
    for length in [0, 1, 12, 13, 14, 268, 269, 270, 65804, 65805, 70000] {
        let href: model::Href = vec![
            (1, model::Val::Text("coap".into())),
            (2, model::Val::Text("h".into())),
            (4, model::Val::Int(0)),
            (6, model::Val::Text("s".into())),
            (7, model::Val::Text("q".repeat(length))),
        ];
        let expected = if length > 65804 { Err(Error::CoapLength) } else { Ok(model::coap(&href, false).unwrap()) };
        assert_eq!(to_coap(&model::encode(&href), CoapFlags::NONE), expected, "{length}");
    }
    let scheme: model::Href =
        vec![(1, model::Val::Text("c".repeat(65805))), (2, model::Val::Text("h".into())), (4, model::Val::Int(0))];
    assert_eq!(to_coap(&model::encode(&scheme), CoapFlags::SILENT | CoapFlags::TO_PROXY), Err(Error::CoapLength));
    assert!(to_coap(&model::encode(&scheme), CoapFlags::SILENT).is_ok());
}

/// A relative CoRI converts to a CRI reference that resolves to the same resource, with the three exceptions that the
/// comment of cri_cori_to_cri() names.
#[test]
fn relative_coris_resolve_as_their_cris() {
    let option = |number, text: &str| (number, model::Val::Text(text.to_string()));
    let mut choices: Vec<_> = (0..5).map(|kind| (model::PATH_TYPE, model::Val::Int(kind))).collect();
    choices.extend(
        [(model::PATH, ""), (model::PATH, "x"), (model::QUERY, "q"), (model::FRAGMENT, "f")]
            .map(|(number, text)| option(number, text)),
    );
    let hrefs = (0..10usize.pow(4)).map(|code| (0..4).map(|place| code / 10usize.pow(place) % 10).collect::<Vec<_>>());
    let hrefs = hrefs.filter(|digits| digits.is_sorted_by_key(|digit| *digit == 0));
    let hrefs =
        hrefs.map(|digits| digits.into_iter().filter(|digit| *digit > 0).map(|digit| choices[digit - 1].clone()));
    let hrefs: Vec<model::Href> = hrefs.map(Iterator::collect).filter(model::is_well_formed).collect();
    let mut exceptions = [0; 3];
    for path in ["", "/", "/a", "/a/", "/a/b", "//", "//a", "/a/b/c?q#f", "?q", "/?q", "#f"] {
        let uri = format!("ftp://h{path}");
        let base = decompose(&uri).unwrap();
        let base_cri = output(|out| from_uri(Revision::Href27, &uri, out)).unwrap();
        for href in &hrefs {
            let reference = model::encode(href);
            let Ok(cri) = to_cri(Revision::Href27, &reference) else { continue };
            let view = |bytes| Cri::parse_exact(Revision::Href27, bytes).unwrap();
            let by_cri = output(|out| view(&base_cri).resolve(&view(&cri))?.to_uri(out)).unwrap();
            let by_cri = String::from_utf8(by_cri).unwrap();
            let by_cori = resolve(&base, &reference, 0).and_then(|target| recompose(&target)).unwrap();
            let by_cori = by_cori.replacen(":21", "", 1);
            let without_root = by_cori.replacen("h/", "h", 1);
            let exception = match &href[..] {
                _ if by_cri == by_cori => continue,
                [] if by_cri.starts_with(&by_cori) || by_cri == format!("{without_root}#f") => 0,
                [(model::PATH_TYPE, model::Val::Int(2)), ..] if path.starts_with("/") && by_cri.contains("h//") => 1,
                _ => 2,
            };
            let same = exception != 2 || by_cri == without_root;
            assert!(same, "{uri} {}: {by_cori} {by_cri}", hex(&reference));
            exceptions[exception] += 1;
        }
    }
    assert!(exceptions.iter().all(|count| *count > 0), "{exceptions:?}");
}
