// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoAP options in both directions, and the paths and patterns of requests.

use crate::support::cbor::{Value, encoded};
use crate::support::coap::{self, bytes_of, come_back, fed, from_bytes, has_one_root, iterated, rooted};
use crate::support::edn as notation;
use crate::support::hex;
use crate::support::lib::{encode, from_uri, output, parse, piece, read};
use crate::support::model::Piece;
use crate::support::routes::{of_cri, of_options};
use crate::support::rows::each;
use cri::coap::{Options, PROXY_SCRATCH_MAX, Proxy, SCRATCH_MAX, merge_options, put_option};
use cri::coap::{RequestSettings, request};
use cri::coap::{aif_allows_options, query_find};
use cri::coap::{cache_key, cache_key_equal, find_uint, forward_request, forward_response, insert_option, insert_uint};
use cri::coap::{remove_options, split_message, unknown_critical};
use cri::scheme::Row;
use cri::{Endpoint, Error, Method, Output, Pattern, Revision, SchemeNumber};

#[test]
fn cris_become_options() {
    each("coap.txt", |revision, [input, dest, expected, back]| {
        let cri = parse(revision, &input);
        let endpoint = dest.endpoint();
        expected.is_written(|out| cri.to_coap(endpoint.as_ref(), 0, out));
        let mut scratch = [0xa5; SCRATCH_MAX];
        assert_eq!(iterated(cri.coap_options(endpoint.as_ref(), &mut scratch), 0), expected.written());
        match coap::to_coap(revision, &read(&cri), endpoint.as_ref()) {
            Ok(options) => assert_eq!(Ok(coap::encode(&options, 0)), expected.written()),
            Err(errors) => assert!(errors.contains(&expected.written().unwrap_err()), "{errors:?}"),
        }
        let Ok(options) = expected.written() else { return };
        // Without a destination, the options have the host, and a port that is not the default of the scheme.
        let back = if back.text == "=" { input.bytes.clone() } else { back.bytes };
        assert_eq!(from_bytes(revision, cri.scheme_number().unwrap(), &options, endpoint), Ok(back));
    });
}

/// Reads a list of schemes, such as `coap,coap+gatt=65000:5683`.
fn schemes(revision: Revision, text: &str) -> (Vec<SchemeNumber>, Vec<Row<'_>>) {
    let (mut numbers, mut rows) = (Vec::new(), Vec::new());
    for scheme in text.split(',').filter(|scheme| !scheme.is_empty()) {
        numbers.push(match scheme.split_once('=') {
            None => SchemeNumber::from_name(revision, scheme).unwrap(),
            Some((name, number)) => {
                let (number, port) = number.split_once(':').unwrap_or((number, "0"));
                let number: u32 = number.parse().unwrap();
                rows.push(Row::new(name, number).coap(port.parse().unwrap()));
                u64::from(number).into()
            }
        });
    }
    (numbers, rows)
}

#[test]
fn links_become_requests() {
    each("request.txt", |revision, [base, link, listed, zone, expected, target, host, address, sent_zone, port]| {
        let (schemes, table) = schemes(revision, &listed.text);
        let settings = RequestSettings { schemes: &schemes, table: &table, zone: &zone.bytes, omit_host_name: false };
        let (base, link) = (parse(revision, &base), parse(revision, &link));
        let mut buffer = [0; 2048];
        let found = request(Some(&base), &link, &settings, &mut buffer);
        assert_eq!(found.map(|found| found.options.to_vec()), expected.written());
        let Ok(found) = found else { return };
        assert_eq!(found.target.encoding(), Some(&target.bytes[..]));
        assert_eq!(found.host.unwrap_or_default(), host.text);
        assert_eq!(
            found.endpoint,
            Endpoint { address: &address.bytes, zone: sent_zone.text.as_bytes(), port: found.endpoint.port }
        );
        assert_eq!(found.endpoint.port.to_string(), port.text);
        assert_eq!(Some(found.scheme), found.target.scheme_number());
    });
}

#[test]
fn options_become_cris() {
    each("coap-in.txt", |revision, [scheme, options, dest, expected]| {
        let endpoint = dest.endpoint();
        let scheme = SchemeNumber::from_name(revision, &scheme).unwrap();
        expected.is_written(|out| cri::coap::to_cri_proxy(revision, scheme, &options, endpoint.as_ref(), out));
        assert_eq!(fed(revision, scheme, &options, endpoint), expected.written());
        if let Ok(bytes) = expected.written() {
            assert_eq!(encode(&parse(revision, &bytes)), bytes);
        }
    });
}

#[test]
fn uri_texts_become_options() {
    each("uri-to-coap.txt", |revision, [uri, dest, expected]| {
        let endpoint = dest.endpoint();
        expected.is_written(|out| cri::coap::from_uri(revision, &uri, endpoint.as_ref(), 0, out));
    });
    each("uri-reference-to-coap.txt", |revision, [base, uri, dest, expected]| {
        let endpoint = dest.endpoint();
        let base = from_uri(revision, &base.text).unwrap();
        let base = parse(revision, &base);
        expected.is_written(|out| cri::coap::from_uri_reference(&base, &uri, endpoint.as_ref(), 0, out));
    });
    // A label with a dot, which no URI has (R16).
    let base = notation::bytes("[-1, [[\"a.b\", h'3b']]]");
    let found =
        cri::coap::from_uri_reference(&parse(Revision::Href13, &base), b"", None, 0, &mut Output::new(&mut [0; 9]));
    assert_eq!(found, Err(Error::CoapHost));
}

#[test]
fn options_become_uri_texts() {
    each("coap-to-uri.txt", |revision, [scheme, options, dest, expected, direct]| {
        let endpoint = dest.endpoint();
        let scheme = SchemeNumber::from_name(revision, &scheme).unwrap();
        expected.is_written(|out| cri::coap::to_uri_proxy(revision, scheme, &options, endpoint.as_ref(), out));
        direct.is_written(|out| cri::coap::to_uri(revision, scheme, &options, endpoint.as_ref(), out));
        let cbor = output(|out| cri::coap::to_cri(revision, scheme, &options, endpoint.as_ref(), out));
        let long_way = cbor.and_then(|cbor| output(|out| parse(revision, &cbor).to_uri(out)));
        assert_eq!(long_way.map(rooted), direct.written());
    });
}

#[test]
fn location_options_become_references() {
    each("coap-location.txt", |revision, [input, expected, back]| {
        if !back.is_none() {
            let cri = parse(revision, &expected);
            let back = if back.text == "=" { &input } else { &back };
            back.is_written(|out| cri.to_coap_location(0, out));
            assert_eq!(iterated(cri.coap_options_location(), 0), back.written());
        }
        if !input.is_none() {
            expected.is_written(|out| cri::coap::location_to_cri(revision, &input, out));
        }
    });
    // The target's path is in two pieces, and the base has a longer path.
    let [from, first, second] = [
        &*format!("[-1, [\"h\"], [{}]]", vec!["\"x\""; 25].join(", ")),
        "[-1, [\"h\"], [\"a\", \"z\"]]",
        "[1, [\"b\"]]",
    ]
    .map(notation::bytes);
    let target = parse(Revision::Href27, &first).resolve(&parse(Revision::Href27, &second)).unwrap();
    let reference = parse(Revision::Href27, &from).relativize(&target).unwrap();
    let options = coap::encode(&[(8, b"a".to_vec()), (8, b"b".to_vec())], 0);
    assert_eq!(output(|out| reference.to_coap_location(0, out)), Ok(options));
}

#[test]
fn cris_become_options_for_a_proxy() {
    each("coap-proxy.txt", |revision, [proxy, input, dest, expected]| {
        let Ok(proxy) = Proxy::try_from(proxy.text.parse::<u16>().unwrap()) else {
            return assert_eq!(expected.text, "!argument");
        };
        let cri = parse(revision, &input);
        let endpoint = dest.endpoint();
        expected.is_written(|out| cri.to_coap_proxy(proxy, endpoint.as_ref(), 0, out));
        let mut scratch = [0xa5; PROXY_SCRATCH_MAX];
        let listed = iterated(cri.coap_options_proxy(proxy, endpoint.as_ref(), &mut scratch), 0);
        assert_eq!(listed, expected.written());
        let Ok(options) = listed else { return };
        // The options lead back to the CRI in canonical form. R12: Uri-* options have neither a default port nor a
        // single empty segment (R30).
        let again = from_bytes(revision, 0, &options, endpoint);
        let own = read(&cri).numbered(revision);
        let back = match proxy {
            Proxy::Cri => read(&cri),
            Proxy::Scheme | Proxy::SchemeNumber if has_one_root(revision, own.scheme.as_ref().unwrap()) => {
                come_back(revision, &own)
            }
            _ => own,
        };
        assert_eq!(again, Ok(encoded(&back.canonical(revision))));
    });
}

/// Checks whether requests are under a path. Each request is given by its options in both forms and, unless it is meant
/// for a proxy, by its CRI.
#[test]
fn requests_are_under_paths() {
    let destination = Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 5683 };
    each("coap-path.txt", |revision, [options, prefix, rest, asks]| {
        assert_eq!(cri::coap::is_for_proxy(&options), asks.boolean());
        let prefix = from_uri(revision, &prefix.text).unwrap();
        let prefix = parse(revision, &prefix);
        let texts = |rest: &str| {
            let Value::Array(items) = notation::parse(rest) else { panic!("{rest}") };
            let text = |item| if let Value::Text(text) = item { text } else { panic!("{rest}") };
            items.into_iter().map(text).collect::<Vec<_>>()
        };
        let expected = rest.result(|rest| (!rest.is_none()).then(|| texts(&rest.text)));
        let under = |prefix: &cri::Cri<'_>| {
            let found = cri::coap::path_under(&options, prefix);
            found.map(|rest| rest.map(|rest| rest.map(<[u8]>::to_vec).collect::<Vec<_>>()))
        };
        assert_eq!(under(&prefix), expected);
        // The pattern `/{*}` captures the same path as a search under the root. A pattern is checked before the options
        // are read.
        let all = under(&parse(revision, &[0x81, 0xf5]));
        let all = all.map(|path| path.map(|path| (vec![], path.into_iter().map(Piece::Plain).collect())));
        assert_eq!((of_options("/{*}", &options), of_options("/a/{", &options)), (all, Err(Error::Pattern)));
        if asks.boolean() == Ok(false) {
            let found = from_bytes(revision, 0, &options, Some(destination)).and_then(|cri| {
                let rest = parse(revision, &cri).path_under(&prefix)?;
                Ok(rest.map(|rest| rest.map(|text| text.as_str().unwrap().into()).collect::<Vec<_>>()))
            });
            assert_eq!(found, expected);
        }
    });
}

/// R29
#[test]
fn paths_are_abbreviated() {
    each("path-abbrev.txt", |revision, [cri, value]| {
        assert_eq!(parse(revision, &cri).coap_path_abbrev(), value.text.parse().ok());
    });
}

/// The segments in an array.
fn pieces(array: &[u8]) -> Vec<Piece> {
    parse(Revision::Href27, &[&[0x82, 0xf5], array].concat()).path().map(piece).collect()
}

#[test]
fn paths_match_patterns() {
    each("patterns.txt", |revision, [pattern, path, captures, rest]| {
        let expected =
            captures.result(|captures| (!captures.is_none()).then(|| (pieces(&captures.bytes), pieces(&rest.bytes))));
        let reference = [&[0x82, 0xf5], &path[..]].concat();
        assert_eq!(of_cri(&pattern.text, &parse(revision, &reference)), expected);
        if let Ok(Some((captures, _))) = &expected {
            assert_eq!(Pattern::new(&pattern).unwrap().capture_count(), captures.len());
        }
        let full = [&[0x83, 0x20, 0x81, 0x61, b'h'], &path[..]].concat();
        match bytes_of(&parse(revision, &full), None, 0) {
            Ok(options) => assert_eq!(of_options(&pattern.text, &options), expected),
            Err(error) => assert_eq!(error, Error::CoapPet),
        }
    });
}

/// Checks whether the path of a CRI is under another path, and the segments that follow the other path.
#[test]
fn paths_of_cris_are_under_paths() {
    each("path-match.txt", |revision, [path, prefix, rest]| {
        let [path, prefix] = [path, prefix].map(|segments| [&[0x82, 0xf5], &segments[..]].concat());
        let found = parse(revision, &path).path_under(&parse(revision, &prefix)).unwrap();
        assert_eq!(found.map(|rest| rest.map(piece).collect()), (!rest.is_none()).then(|| pieces(&rest.bytes)));
    });
}

/// Options as they are written (RFC 7252 3.1).
#[test]
fn options_are_read_and_merged() {
    each("coap-message.txt", |_, [operation, a, b, expected]| match &operation.text[..] {
        "raw" => {
            let options: Result<Vec<_>, _> = Options::new(&a, 0).collect();
            let (mut buffer, mut last) = ([0; 64], 0);
            let mut again = Output::new(&mut buffer);
            for (number, value) in options.iter().flatten() {
                put_option(&mut again, number - last, value).unwrap();
                last = *number;
            }
            assert!(options.is_err() || again.written() == Ok(&a));
            let fields = options.map(|options| {
                options.iter().map(|(number, value)| format!("{number}\t{}", hex(value))).collect::<Vec<_>>().join("\t")
            });
            assert_eq!(fields, expected.result(|field| field.text.clone()));
        }
        "merge" => expected.is_written(|out| merge_options(&a, &b, out)),
        other => panic!("{other}"),
    });
}

/// RFC 7252 3, 3.1
#[test]
fn options_are_inserted_and_messages_are_split() {
    each("coap-insert.txt", |_, [options, number, value, expected]| {
        let number = number.text.parse().unwrap();
        expected.is_written(|out| insert_option(&options, number, &value, out));
    });
    each("coap-replace-prefix.txt", |revision, [options, number, prefix, replacement, expected]| {
        let (number, prefix) = (number.text.parse().unwrap(), parse(revision, &prefix));
        let replacement = parse(revision, &replacement);
        expected.is_written(|out| cri::coap::replace_prefix(&options, number, &prefix, &replacement, out));
    });
    each("coap-split.txt", |_, [message, options, payload]| {
        let found = split_message(&message).map(|(options, payload)| (options.to_vec(), payload.to_vec()));
        assert_eq!(found, options.written().map(|options| (options, payload.bytes)));
    });
}

/// href 6.1, 7.1
#[test]
fn parameters_of_cris_are_found() {
    each("query.txt", |revision, [cri, name, count, has_value, value]| {
        let cri = parse(revision, &cri);
        let found = output(|out| {
            let found = cri.query_find(&name, out)?;
            assert_eq!(
                (found.count.to_string(), found.has_value.to_string()),
                (count.text.clone(), has_value.text.clone())
            );
            Ok(())
        });
        assert_eq!(output(|out| cri::escape(found.clone().unwrap(), out)), value.written());
    });
}

/// RFC 7252 5.10.1
#[test]
fn parameters_of_requests_are_found() {
    each("coap-query.txt", |_, [options, name, count, has_value, value]| {
        let found = query_find(&options, &name);
        let wanted = count.result(|count| (count.text.clone(), has_value.boolean().unwrap().then_some(value.bytes)));
        assert_eq!(found.map(|found| (found.count.to_string(), found.value.map(<[u8]>::to_vec))), wanted);
    });
}

/// The option numbers in a text such as `4,23`.
fn numbers(text: &str) -> Vec<u16> {
    text.split(',').filter_map(|number| number.parse().ok()).collect()
}

/// RFC 7252 5.4.2, 5.4.6, 5.6; RFC 7641 2; RFC 7959 2.10
#[test]
fn cache_keys_are_written_and_compared() {
    each("coap-cache-key.txt", |_, [a, b, ignored, key, equal]| {
        let ignored = numbers(&ignored.text);
        key.is_written(|out| cache_key(&a, &ignored, out));
        assert_eq!([cache_key_equal(&a, &b, &ignored), cache_key_equal(&b, &a, &ignored)], [equal.boolean(); 2]);
    });
}

/// RFC 7252 5.7.1, RFC 8768 3, R29, R50
#[test]
fn a_proxy_forwards_options() {
    each("coap-forward.txt", |_, [operation, options, processed, forwarded]| {
        let processed = numbers(&processed.text);
        match &operation.text[..] {
            "request" => forwarded.is_written(|out| forward_request(&options, &processed, out)),
            "response" => forwarded.is_written(|out| forward_response(&options, &processed, out)),
            other => panic!("{other}"),
        }
    });
}

/// RFC 7252 3.1, 3.2
#[test]
fn options_are_removed_and_integers_inserted_and_found() {
    each("coap-edit.txt", |_, [operation, options, number, integer, expected]| {
        let number = numbers(&number.text);
        match &operation.text[..] {
            "remove" => expected.is_written(|out| remove_options(&options, &number, out)),
            "insert" => {
                let integer = integer.text.parse().unwrap();
                expected.is_written(|out| insert_uint(&options, number[0], integer, out));
            }
            "find" => assert_eq!(find_uint(&options, number[0]), expected.result(|field| field.text.parse().ok())),
            other => panic!("{other}"),
        }
    });
}

/// RFC 7252 5.4.1, 5.10.2 refusal
#[test]
fn unknown_critical_options_are_found() {
    each("coap-critical.txt", |_, [options, known, unknown]| {
        let known = numbers(&known.text);
        let found: Result<Vec<_>, _> = unknown_critical(&options, &known).collect();
        let found = found.map(|mut found| {
            found.dedup();
            let fields = found.iter().map(|(number, error)| format!("{number}\t{}", error.name()));
            fields.collect::<Vec<_>>().join("\t")
        });
        assert_eq!(found, unknown.result(|field| field.text.clone()));
    });
}

/// RFC 9237 2, 3; href-27 8.3; R17, R29
#[test]
fn requests_are_authorized_by_their_options() {
    each("coap-aif.txt", |revision, [data, options, method, expected]| {
        let method = Method::try_from(method.text.parse::<u8>().unwrap());
        let allowed = method.and_then(|method| aif_allows_options(revision, &data, &options, method));
        assert_eq!(allowed, expected.boolean());
    });
}

#[test]
fn patterns_are_checked() {
    each("pattern-check.txt", |_, [pattern, captures, offset]| match Pattern::new_where(&pattern) {
        Ok(pattern) => assert_eq!(Ok(pattern.capture_count().to_string()), captures.result(|field| field.text.clone())),
        Err(at) => {
            assert_eq!(captures.result(|_| ()), Err(Error::Pattern));
            assert_eq!(at.to_string(), offset.text);
        }
    });
}
