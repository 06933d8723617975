// SPDX-License-Identifier: MIT OR Apache-2.0
//! URI and IRI text, diagnostic notation, and the numbers of errors and schemes.

use crate::model::uris::parts;
use crate::support::iri::to_iri_by_the_book;
use crate::support::lib::{edn, encode, every_capacity, from_uri, output, parse, read_edn, to_uri};
use crate::support::rfc3986::parsed;
use crate::support::rows::{Field, each};
use crate::support::template::{Written, written};
use crate::support::uri::{LEVELS, components, marked};
use cri::template::{self, Variable};
use cri::uri::{self, Decoded, HostKind, Part, Uri};
use cri::{Error, Output, ParseError, SchemeNumber, escape, from_edn};

#[test]
fn uris_become_cris_and_uris_again() {
    each("from-uri.txt", |revision, [uri, cbor, back]| {
        cbor.is_written(|out| cri::from_uri(revision, &uri, out));
        if let Ok(cbor) = cbor.written() {
            let cri = parse(revision, &cbor);
            assert_eq!(encode(&cri), cbor);
            back.is_written(|out| cri.to_uri(out));
            assert_eq!(cri.to_string(), to_uri(&cri).unwrap_or_else(|_| edn(&cri)));
        }
        // The URI is also read as a literal `cri'…'`.
        let literal = format!("cri'{}'", uri.text.replace('\\', "\\\\").replace('\'', "\\'"));
        let found = read_edn(revision, literal.as_bytes()).map_err(|error| error.error);
        assert!(found == cbor.written() || cbor.written() == Err(Error::UriNotAscii), "{found:?}");
    });
}

#[test]
fn uris_are_resolved_as_cris() {
    each("resolve-uri.txt", |revision, [base, reference, expected]| {
        let data = [&base, &reference].map(|uri| from_uri(revision, &uri.text).unwrap());
        let [one, other] = data.each_ref().map(|data| parse(revision, data));
        assert_eq!(to_uri(&one.resolve(&other).unwrap()), Ok(expected.text));
    });
}

/// The references resolve as texts in the same way as they do as CRIs. The last example is resolved strictly as a CRI.
#[test]
fn examples_of_rfc_3986_5_4_are_resolved() {
    each("resolve-uri.txt", |_, [base, reference, expected]| {
        let resolved = |strict| every_capacity(&|out| uri::resolve(&base, &reference, strict, out));
        if base.text == "http://a/b/c/d;p?q" {
            let backward = if reference.text == "http:g" { b"http://a/b/c/g".to_vec() } else { expected.bytes.clone() };
            assert_eq!([resolved(true), resolved(false)], [Ok(expected.bytes), Ok(backward)]);
        }
    });
}

/// (RFC 3986 3.1 case, 3.3 slashes, 5.1, 5.2.1, 5.2.2, 5.2.2 backward, 5.2.3, 5.2.4, 5.3)
#[test]
fn uris_are_resolved() {
    each("uri-resolve.txt", |_, [base, reference, strict, backward]| {
        strict.is_written(|out| uri::resolve(&base, &reference, true, out));
        backward.is_written(|out| uri::resolve(&base, &reference, false, out));
    });
}

/// The components, their parts, and the kind of the host equal the model's. (RFC 3986 3.1, 3.2, 3.2.1, 3.2.2, 3.2.2
/// literal, 3.2.2 ipv4, 3.2.2 ipv6, 3.2.2 future, 3.2.3, 3.3, 3.3 pchar, 3.4, 3.5, 4.1, 4.2 kinds, appendix A)
#[test]
fn uris_are_split() {
    each("uri-split.txt", |_, [input, expected, offset]| {
        let kinds = ["none", "name", "ipv4", "ipv6", "ipv6-zone", "future"];
        let expected = expected.result(|kind| kind.text.clone()).map_err(|error| (error, offset.text.parse().unwrap()));
        let found = Uri::split(&input).map_err(|refusal| (refusal.error, refusal.offset));
        assert_eq!(found.map(|uri| kinds[uri.host_kind() as usize].to_string()), expected);
        let Ok(uri) = Uri::split(&input) else { return };
        assert_eq!(parts(&parsed(&input.text), &uri), None);
    });
}

/// (RFC 3986 appendix B)
#[test]
fn any_text_is_split() {
    each::<8>("uri-lenient.txt", |_, [text, expected @ ..]: [Field; 8]| {
        // The Rust function takes only `&str`, and the C function any bytes.
        let Ok(text) = str::from_utf8(&text) else { return };
        let (uri, invalid) = Uri::split_lenient(text);
        let invalid = invalid.bits();
        let expected = expected.map(|field| field.text);
        let found = std::array::from_fn(|number| {
            let mark = if invalid >> number & 1 != 0 { "!" } else { "" };
            components(&uri)[number].map_or("-".to_string(), |part| mark.to_string() + part)
        });
        assert_eq!((found, invalid >> 7), (expected.clone(), 0));
        assert!(invalid >> Part::Host as u8 & 1 == 0 || uri.host_kind() == HostKind::Name);
        if let Ok(uri) = Uri::split(text) {
            assert_eq!(components(&uri).map(|part| part.unwrap_or("-").to_string()), expected);
        }
    });
}

/// (RFC 3986 2.4, 7.3)
#[test]
fn percent_encoding_is_decoded() {
    each("uri-decode.txt", |_, [text, octets]| {
        assert_eq!(Decoded::new(&text).collect::<Vec<_>>(), octets.bytes);
        assert_eq!(output(|out| Decoded::new(&text).put(out)).as_deref(), Ok(&octets.bytes[..]));
    });
}

/// (RFC 3986 2.2, 2.4, 3.1 case, 3.2.2 case, 3.2.3 empty, 3.3 pchar, 4.2, 6.2.2.1, 6.2.2.2, 6.2.2.3, 6.2.3, 6.2.3
/// delimiters; RFC 7252 6.1 port, 6.2, 6.3)
#[test]
fn uris_are_normalised() {
    each("uri-normalize.txt", |_, [text, syntax, scheme]| {
        let forms = [Ok(text.bytes.clone()), syntax.written(), scheme.written()];
        for (level, form) in LEVELS.into_iter().zip(&forms) {
            let expected = if forms[1].is_err() { &forms[1] } else { form };
            assert_eq!(every_capacity(&|out| uri::normalize(&text, level, out)), *expected, "{level:?}");
            for (other_level, other) in LEVELS.into_iter().zip(&forms) {
                let same = expected.clone().and_then(|one| Ok(other_level <= level || one == other.clone()?));
                assert_eq!(uri::equal(&text, other.as_ref().unwrap_or(&text.bytes), level), same, "{level:?}");
            }
        }
    });
}

/// (RFC 3986 6.1, 6.2.1)
#[test]
fn uris_are_compared() {
    each("uri-equal.txt", |_, [one, other, same @ ..]: [Field; 5]| {
        for (level, same) in LEVELS.into_iter().zip(&same) {
            assert_eq!([uri::equal(&one, &other, level), uri::equal(&other, &one, level)], [same.boolean(); 2]);
        }
    });
}

/// (RFC 3986 appendix C)
#[test]
fn uris_are_found_in_prose() {
    each("uri-find.txt", |_, [wanted]| {
        assert_eq!(marked(&wanted.text.replace(['⟦', '⟧'], "")), wanted.text);
    });
}

/// (RFC 3986 appendix C)
#[test]
fn uris_are_unwrapped() {
    each("uri-unwrap.txt", |_, [text, wanted]| wanted.is_written(|out| uri::from_prose(&text, out)));
}

/// (RFC 6874 2)
#[test]
fn zones_are_removed_from_uris() {
    each("uri-zone.txt", |_, [text, uri, zone]| {
        uri.is_written(|out| uri::without_zone(&text, out).map(|found| assert_eq!(found.as_bytes(), &zone[..])));
    });
}

/// (RFC 3986 4.4)
#[test]
fn references_to_the_same_document_are_found() {
    each("same-document.txt", |_, [base, reference, wanted]| {
        assert_eq!(uri::same_document(&base, &reference), wanted.boolean());
    });
}

/// IRIs convert in both directions, directly and by way of a URI.
#[test]
fn iris_become_cris_and_iris_again() {
    each("from-iri.txt", |revision, [iri, cbor, back]| {
        cbor.is_written(|out| cri::from_iri(revision, &iri, out));
        if let Ok(cbor) = cbor.written() {
            let cri = parse(revision, &cbor);
            back.is_written(|out| cri.to_iri(out));
            assert_eq!(to_iri_by_the_book(&to_uri(&cri).unwrap()).into_bytes(), back.bytes);
        }
    });
}

/// (R25)
#[test]
fn notation_is_read_and_written() {
    each("edn.txt", |revision, [notation, cbor, literal]| {
        cbor.is_written(|out| from_edn(revision, &notation, out).map_err(|error| error.error));
        match cbor.written() {
            Err(error) => {
                let offset = literal.text.parse().unwrap();
                assert_eq!(read_edn(revision, &notation), Err(ParseError { error, offset }));
            }
            Ok(cbor) => {
                let cri = parse(revision, &cbor);
                assert_eq!(encode(&cri), cbor);
                literal.is_written(|out| cri.to_edn_literal(out));
                assert_eq!(read_edn(revision, &literal), Ok(cbor));
            }
        }
        // The notation ends where its item ends, so a prefix of the item is not valid notation.
        for end in 0..notation.len() {
            let cut = &notation[..end];
            match (read_edn(revision, cut), cbor.written()) {
                (Err(_), _) => {}
                // The part that was cut off was only blank space, a comment, an encoding indicator, or the invalid
                // part.
                (Ok(found), Ok(cbor)) => {
                    assert_eq!(found, cbor, "{end}");
                    let rest = notation[end..].trim_ascii_start();
                    let in_line = cut.contains(&b'#') || cut.windows(2).any(|two| two == b"//");
                    assert!(in_line || rest.is_empty() || b"/#_".contains(&rest[0]), "{end}");
                }
                (Ok(_), Err(_)) => assert!(b"]'".contains(cut.trim_ascii_end().last().unwrap()), "{end}"),
            }
        }
    });
}

/// (R25)
#[test]
fn texts_are_escaped() {
    each("escape.txt", |_, [octets, wanted]| wanted.is_written(|out| escape(&octets, out)));
}

/// The error numbers of C are the numbers in the list, and no other number is an error. Each error has the code of a
/// response (RFC 7252 5.9, R47).
#[test]
fn errors_have_their_numbers() {
    let known = std::cell::RefCell::new(vec![]);
    each("errors.txt", |_, [word, number, unprocessable, code]| {
        let value = number.text.parse().unwrap();
        known.borrow_mut().push(value);
        if word.text == "ok" {
            return assert_eq!((value, Error::try_from(value)), (0, Err(Error::Argument)));
        }
        let error = Error::try_from(value).unwrap();
        assert_eq!((i32::from(error), error.name()), (value, &*word.text));
        assert_eq!(error.to_string(), error.text());
        assert!(error.text().len() > 8 && error.text() != "unknown error");
        assert_eq!(Ok(error.is_unprocessable()), unprocessable.boolean());
        let answer = cri::coap::response_code(error);
        assert_eq!(format!("{}.{:02}", answer >> 5, answer & 31), code.text);
    });
    let errors = (-1000..0).filter_map(|number| Error::try_from(number).ok());
    let missing: Vec<_> = errors.filter(|error| !known.borrow().contains(&i32::from(*error))).collect();
    assert!(missing.is_empty() || std::env::var_os("CRI_ROW").is_some(), "errors.txt has no row for {missing:?}");
    assert_eq!([1, -1000, i32::MIN].map(Error::try_from), [Err(Error::Argument); 3]);
}

/// (href 2 schemes, 6 port; C7, R28)
#[test]
fn schemes_have_their_numbers_and_ports() {
    each("schemes.txt", |revision, [id, word, port, which]| {
        let number = id.text.parse().ok().and_then(SchemeNumber::from_id);
        let known = which.text == "always" || which.text == "full" && !cfg!(cri_short_schemes);
        assert_eq!(SchemeNumber::from_name(revision, &word), number.filter(|_| known));
        let Some(number) = number else { return };
        assert_eq!(number.name(revision), known.then_some(&*word.text));
        assert_eq!(number.default_port(revision), port.text.parse().ok());
    });
}

/// (R53; RFC 6570)
#[test]
fn templates_are_expanded() {
    each("template.txt", |_, [text, variables, expansion, offset]| {
        assert_eq!(offset_of_expansion(&text, &variables, &expansion), offset.text);
    });
    each("template-variables.txt", |_, [text, variables, expansion]| {
        offset_of_expansion(&text, &variables, &expansion);
    });
}

/// Checks an expansion. Returns the offset of a syntax error, or an empty text.
fn offset_of_expansion(text: &Field, variables: &Field, expansion: &Field) -> String {
    let written = written(&variables.text);
    let listed: Option<Vec<_>> = written.iter().map(variable).collect();
    // Rust has no text that is not UTF-8.
    let Some(listed) = listed else {
        assert_eq!(expansion.written(), Err(Error::Utf8));
        return String::new();
    };
    expansion.is_written(|out| template::expand(&text.text, &listed, out).map_err(Error::from));
    let refused = template::expand(&text.text, &listed, &mut Output::new(&mut [0; 512])).err();
    refused.filter(|refused| refused.error == Error::Syntax).map_or(String::new(), |refused| refused.offset.to_string())
}

fn variable((name, key, value): &Written) -> Option<Variable<'_>> {
    let Some(value) = value else { return Some(Variable::undefined(name)) };
    let value = std::str::from_utf8(value).ok()?;
    Some(match key.as_deref() {
        None => Variable::text(name, value),
        Some("") => Variable::item(name, value),
        Some(key) => Variable::pair(name, key, value),
    })
}

/// (RFC 6570 2.3)
#[test]
fn templates_have_names() {
    each("template-names.txt", |_, [text, names]| {
        assert_eq!(template::names(&text.text).collect::<Vec<_>>().join("\t"), names.text);
    });
}
