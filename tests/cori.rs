// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoRI (draft-ietf-core-href-02, R18 to R20): values and orders of options that are refused.

use crate::support::cori_lib::*;
use crate::support::{coap, edn, hex};
use cri::Error;
use cri::cori::{CoapFlags, Cori, CoriKind, CoriOption, Relation};

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

/// Every sequence of up to five option numbers, including unknown ones.
/// (cori 2.2 item 1, 2.2 item 2, 2.2 item 3, 2.2 item 4, 2.2 item 5, 2.2 item 6, 2.2 item 7, 2.2 item 8, 2.2 item 9)
#[test]
fn every_sequence_of_options_is_checked() {
    // The numbers that may follow the start and each number. 9 is the end.
    const NEXT: [&[usize]; 9] = [
        &[1, 2, 3, 4, 5, 6, 7, 8, 9],
        &[2, 3],
        &[4],
        &[4],
        &[6, 7, 8, 9],
        &[6, 7, 8, 9],
        &[6, 7, 8, 9],
        &[7, 8, 9],
        &[9],
    ];
    for code in 0..10usize.pow(5) {
        let digits = (0..5).map(|place| code / 10usize.pow(place) % 10);
        let numbers: Vec<_> = digits.take_while(|digit| *digit > 0).collect();
        let mut cori = vec![0x80 + 2 * numbers.len() as u8];
        for number in &numbers {
            cori.push(*number as u8);
            cori.extend_from_slice(match number {
                3 => b"\x44\x01\x01\x01\x01",
                4 | 5 => b"\x07",
                _ => b"\x61a",
            });
        }
        let follows = |pair: &[usize]| pair[0] < 9 && NEXT[pair[0]].contains(&pair[1]);
        let is_well_formed = [&[0], &numbers[..], &[9]].concat().windows(2).all(follows);
        let expected = match numbers.first() {
            _ if !is_well_formed => Err(Error::CoriOption),
            Some(1) => Ok(CoriKind::Normalized),
            _ => Ok(CoriKind::Relative),
        };
        assert_eq!(kind(&cori), expected, "{numbers:?}");
    }
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
        let query = "q".repeat(length);
        let cori = edn::bytes(&format!(r#"[1, "coap", 2, "h", 4, 0, 6, "s", 7, "{query}"]"#));
        let options = [(3, b"h".to_vec()), (7, vec![]), (11, b"s".to_vec()), (15, query.into_bytes())];
        let expected = if length > 65804 { Err(Error::CoapLength) } else { Ok(coap::encode(&options, 0)) };
        assert_eq!(to_coap(&cori, CoapFlags::NONE), expected, "{length}");
    }
    let scheme = edn::bytes(&format!(r#"[1, "{}", 2, "h", 4, 0]"#, "c".repeat(65805)));
    assert_eq!(to_coap(&scheme, CoapFlags::SILENT | CoapFlags::TO_PROXY), Err(Error::CoapLength));
    assert!(to_coap(&scheme, CoapFlags::SILENT).is_ok());
}
