// SPDX-License-Identifier: MIT OR Apache-2.0
//! R14: work is linear in the input, whatever is in it. Sixteen times the input may take up to 64
//! times as long, which a quadratic step would pass by far.

mod support;

use cri::{Cri, Output, Revision};
use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use support::cbor::{self, Value};

const SMALL: usize = 4 << 10;
const FACTOR: usize = 16;
const TOLERANCE: f64 = 4.0;

/// The quickest of several runs: what the machine does besides only ever adds.
fn quickest(mut run: impl FnMut()) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..15 {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed());
    }
    best
}

/// One measurement at a time: tests of a file run side by side.
static ALONE: Mutex<()> = Mutex::new(());

/// Makes the compiler believe that a result is used.
fn keep<T>(result: T) {
    black_box(result);
}

/// Checks that the larger input takes no more than its share; a slow moment gets a second chance.
fn check(name: &str, run: impl Fn(usize) -> Box<dyn FnMut()>) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut ratio = f64::MAX;
    for _ in 0..8 {
        let small = quickest(run(SMALL)).max(Duration::from_micros(1));
        let large = quickest(run(SMALL * FACTOR));
        ratio = ratio.min(large.as_secs_f64() / small.as_secs_f64());
        if ratio < FACTOR as f64 * TOLERANCE {
            break;
        }
    }
    println!("{name}: {ratio:.1}");
    assert!(ratio < FACTOR as f64 * TOLERANCE, "{name}: {FACTOR} times the input takes {ratio:.1} times as long");
}

fn from_uri(name: &str, text: impl Fn(usize) -> String) {
    check(&format!("from-URI {name}"), |size| {
        let text = text(size);
        let mut buffer = vec![0; 4 * text.len() + 64];
        Box::new(move || {
            let mut output = Output::new(&mut buffer);
            let _ = black_box(cri::from_uri(Revision::Href27, text.as_bytes(), &mut output));
        })
    });
    check(&format!("where from-URI fails: {name}"), |size| {
        let text = text(size) + "#<";
        Box::new(move || keep(cri::from_uri_where(Revision::Href13, black_box(text.as_bytes()))))
    });
}

/// A prefix, then a piece as often as it takes to make that size, then a suffix.
fn repeated(prefix: &str, piece: &str, suffix: &str, size: usize) -> String {
    format!("{prefix}{}{suffix}", piece.repeat(size / piece.len()))
}

#[test]
fn from_uri_is_linear() {
    let rows = [
        ("parents", "", "../", "a"),
        ("parents behind an authority", "http://h/", "../", ""),
        ("parents behind a scheme", "a:b/", "../", ""),
        ("down and up", "http://h/", "a/../", ""),
        ("down and up in a reference", "", "a/../", "b"),
        ("down and up behind a scheme", "a:", "a/../", "b"),
        ("encoded down and up", "/", "%41/%2e%2E/", ""),
        ("here", "http://h", "/./", ""),
        ("here in a reference", "", "./", "a"),
        ("slashes", "http://h", "/", ""),
        ("slashes behind a scheme", "a:b", "/", ""),
        ("segments", "http://h/", "a/", ""),
        ("triplets of letters", "/", "%41", ""),
        ("triplets of a letter and a dot", "/", "%41%2e", ""),
        ("PET runs", "/", "%3A%41", ""),
        ("PET runs in segments", "/", "%3A/%41/", ""),
        ("PET runs and dot segments", "/", "%3A%41/./", ""),
        ("octets that are no UTF-8", "/", "%ff", ""),
        ("characters cut short", "/", "%f0%9f%98", ""),
        ("PET runs in a host", "//", "%21%41", ""),
        ("labels", "//", "a.", "a"),
        ("encoded labels", "//", "a%2E", "a"),
        ("labels in upper case", "//", "A.", "A"),
        ("dots", "//", ".", ""),
        ("digits", "//", "1.", "1"),
        ("userinfo", "//", "a%40", "@h"),
        ("colons in userinfo", "//", "a:", "@h"),
        ("ampersands", "?", "&", ""),
        ("parameters", "?", "a=%26&", ""),
        ("PET runs in a query", "?", "%3A%41&", ""),
        ("PET runs in a fragment", "#", "%3A%41", ""),
        ("scheme", "a", "b", ":c"),
        ("port", "//h:", "0", ""),
        ("address", "//[", "1:", "]"),
        ("zone", "//[::1%25", "a", "]"),
    ];
    for (name, prefix, piece, suffix) in rows {
        from_uri(name, |size| repeated(prefix, piece, suffix, size));
    }
    // Half of the segments, and what takes them away again.
    from_uri("down, then up", |size| format!("http://h/{}{}", "a/".repeat(size / 5), "../".repeat(size / 5)));
    from_uri("down, then up behind a scheme", |size| format!("a:{}{}b", "a/".repeat(size / 5), "../".repeat(size / 5)));
    from_uri("empty, then up", |size| format!("a:b{}{}c", "/".repeat(size / 4), "/..".repeat(size / 4)));
}

#[test]
fn from_edn_is_linear() {
    let rows = [
        ("blank space", "", " ", "[]"),
        ("comments", "", "/a/", "[]"),
        ("a comment", "[/", "a", "/]"),
        ("stars", "[/*", "*", "/]"),
        ("lines", "", "#\n", "[]"),
        ("open comments", "", "/*/", ""),
        ("brackets", "", "[", ""),
        ("zeros", "[-", "0", "1]"),
        ("digits", "[-1", "9", "]"),
        ("nulls", "[-1, ", "null ", "]"),
        ("segments", "[0, [", "\"a\",", "]]"),
        ("empty segments", "[0, [", "\"\" ", "]]"),
        ("labels", "[-1, [", "\"1\" ", "]]"),
        ("a text", "[0, [\"", "a", "\"]]"),
        ("characters", "[0, [\"", "ü€", "\"]]"),
        ("escapes", "[0, [\"", "\\n", "\"]]"),
        ("escapes by number", "[0, [\"", "\\ud83d\\ude00", "\"]]"),
        ("half pairs", "[0, [\"", "\\ud83d", "\"]]"),
        ("carriage returns", "[0, [\"", "\r", "\"]]"),
        ("a scheme name", "[\"a", "a", "\"]"),
        ("octets", "[0, [[h'", "e2", "']]]"),
        ("octets and comments", "[0, [[h'", "e/aaaaaaaaaaaaaaaaaaaaaaaaaaaa/2", "']]]"),
        ("octets and spaces", "[0, [[h'", "e2                              ", "']]]"),
        ("base64", "[0, [[b64'", "////", "']]]"),
        ("padding", "[0, [[b64'//", "=", "']]]"),
        ("base32", "[0, [[b32'", "77777777", "']]]"),
        ("zeros of an escape", "[0, [\"\\u{", "0", "}\"]]"),
        ("an indicator", "[0_", "0", ", [\"a\"]]"),
        ("joined texts", "[0, [\"\"", "+\"a\"", "]]"),
        ("joined texts and bytes", "[0, [\"\"", " + h'61'", "]]"),
        ("joined texts and comments", "[0, [\"\"", " /aaaaaaaaaaaaaaaaaaaaaaaaaaa/ + \"\"", "]]"),
        ("texts and comments", "[0, [", "\"a\" /aaaaaaaaaaaaaaaaaaaaaaaaaaa/ ", "]]"),
        ("chunks", "[0, [(_ ", "\"a\" ", ")]]"),
        ("open chunks", "[0, [(_ ", "(_ ", ""),
        ("a raw string", "[0, [`", "a", "`]]"),
        ("backquotes that begin a raw string", "[0, [", "`", "a"),
        ("backquotes that end a raw string", "[0, [`a", "`", "]]"),
        ("backquotes in a raw string", "[0, [```a", "``a", "```]]"),
        ("a sequence", "[0, [[h<<\"\"", "+\"e2\"", ">>]]]"),
        ("an address", "[-1, [ip'", "1", "']]"),
        ("a literal in a sequence", "cri<<", "\"a\" + ", "\"\">>"),
        ("PET runs", "[0, [[", "\"a\",h'3b',", "]]]"),
        ("PET segments", "[0, [", "[h'3b'],", "]]"),
        ("a literal", "cri'/", "a/", "'"),
        ("a literal that goes up", "cri'", "../", "'"),
        ("a literal with escapes", "cri'/", "\\'", "'"),
        ("an open literal", "cri'", "a", ""),
        ("a literal with a bad end", "cri'", "a", " '"),
    ];
    for (name, prefix, piece, suffix) in rows {
        check(&format!("from-EDN {name}"), |size| {
            let (text, mut buffer) = (repeated(prefix, piece, suffix, size), vec![0; 2 * size + 64]);
            Box::new(move || {
                keep(cri::from_edn(Revision::Href27, black_box(text.as_bytes()), &mut Output::new(&mut buffer)))
            })
        });
    }
}

/// What goes through all of a text.
fn through(name: &str, text: impl Fn(usize) -> String) {
    check(&format!("find {name}"), |size| {
        let text = text(size);
        Box::new(move || {
            let mut from = 0;
            while let Some(found) = cri::uri::find(black_box(text.as_bytes()), from) {
                from = found.end;
            }
        })
    });
    check(&format!("lenient split {name}"), |size| {
        let text = text(size);
        Box::new(move || keep(cri::uri::Uri::split_lenient(black_box(text.as_bytes()))))
    });
}

/// (R14)
#[test]
fn texts_are_gone_through_in_linear_time() {
    let rows = [
        ("words", "", "word ", ""),
        ("colons", "", ":", ""),
        ("letters and colons", "", "a:", ""),
        ("schemes", "", "aa: ", ""),
        ("a scheme", "", "a", ""),
        ("a scheme and a colon", "", "a", ":b"),
        ("URIs", "", "http://h/a ", ""),
        ("URIs side by side", "", "http://h/a|", ""),
        ("URIs and punctuation", "", "aa:b... ", ""),
        ("punctuation", "aa:b", ".", ""),
        ("nothing but punctuation", "aa:", ".", ""),
        ("parentheses", "aa:b", ")", ""),
        ("opening parentheses", "aa:b", "(", "))"),
        ("brackets", "", "<", ""),
        ("brackets and schemes", "", "<aa:b ", ""),
        ("brackets and URIs", "", "<aa:b>", ""),
        ("brackets that are not closed", "<", "aa:b ", ""),
        ("white space in brackets", "<aa:b", " ", ""),
        ("white space before schemes", "<", "   aa:", ""),
        ("prefixes", "<", "URL:", ">"),
        ("brackets and no URIs", "", "<aa:b|>", ""),
        ("white space in a triplet", "<aa:%4", " ", "1>"),
        ("white space in an authority", "<aa://", "b @", ">"),
        ("quotes", "", "\"", ""),
        ("quotes and no URIs", "", "\"aa:b \"", ""),
        ("quotes that are not closed", "\"", "aa:b ", ""),
        ("quotes and URIs", "", "\"aa:b", ""),
        ("literals that are not closed", "", "aa://[", ""),
        ("literals that are not closed, and words", "", "aa://[ ", ""),
        ("literals that are none", "", "aa://[aa://]", ""),
        ("literals of a future version", "", "aa://[v1.aa:", ""),
        ("long literals", "aa://[v1.", "a", ""),
        ("zones", "", "aa://[::1%25aa:", ""),
        ("ports that are none", "", "aa://h:8a", ""),
        ("userinfo", "", "aa://b:", ""),
        ("userinfo and at signs", "", "aa://b:@", ""),
        ("at signs", "aa://", "@", ""),
        ("hosts that are cut", "", "aa://h%", ""),
        ("hosts that are cut, and words", "", "aa://h% ", ""),
        ("bad triplets", "", "aa:b%", ""),
        ("number signs", "", "aa:b#", ""),
        ("triplets", "aa:", "%41", ""),
        ("characters beyond ASCII", "", "aa://h\u{2019}", ""),
        ("slashes", "", "aa://", ""),
        ("question marks", "aa://h", "?", ""),
    ];
    for (name, prefix, piece, suffix) in rows {
        through(name, |size| repeated(prefix, piece, suffix, size));
    }
    for (name, piece) in
        [("parents", "../"), ("here", "./"), ("down and up", "a/../"), ("slashes", "/"), ("segments", "a/")]
    {
        check(&format!("same document, {name}"), |size| {
            let (base, reference) = (repeated("x://h/", "a/", "b", size), repeated("", piece, "b", size));
            Box::new(move || {
                let (base, reference) = (black_box(base.as_bytes()), black_box(reference.as_bytes()));
                keep(cri::uri::same_document(base, reference));
                keep(cri::uri::same_document(base, base));
            })
        });
        check(&format!("unwrap {name}"), |size| {
            let text = repeated("< URL: ", piece, " >", size);
            let mut buffer = vec![0; text.len()];
            Box::new(move || keep(cri::uri::unwrap(black_box(text.as_bytes()), &mut Output::new(&mut buffer))))
        });
    }
}

fn view(name: &str, make: impl Fn(usize) -> Value) {
    let bytes = |size| cbor::encoded(&make(size));
    let run = |operation: &str, run: fn(&Cri<'_>, &Cri<'_>, &mut [u8])| {
        check(&format!("{operation} {name}"), |size| {
            let (data, mut buffer) = (bytes(size), vec![0; 8 * size]);
            Box::new(move || {
                let (one, _) = Cri::parse(Revision::Href27, &data).expect("valid");
                let (other, _) = Cri::parse(Revision::Href27, &data).expect("valid");
                run(black_box(&one), black_box(&other), &mut buffer);
            })
        });
    };
    run("parse", |_, _, _| {});
    run("encode", |one, _, buffer| keep(one.encode(&mut Output::new(buffer))));
    run("normalize", |one, _, buffer| keep(one.normalize(&mut Output::new(buffer))));
    run("canonical", |one, _, _| keep(one.is_canonical()));
    run("uses", |one, _, _| keep(one.uses()));
    run("edn", |one, _, buffer| keep(one.to_edn(&mut Output::new(buffer))));
    run("edn literal", |one, _, buffer| keep(one.to_edn_literal(&mut Output::new(buffer))));
    run("to-URI", |one, _, buffer| keep(one.to_uri(&mut Output::new(buffer))));
    run("host", |one, _, buffer| keep(one.host_text(&mut Output::new(buffer))));
    run("origin", |one, other, _| keep(one.same_origin(other)));
    run("without user information", |one, _, buffer| {
        keep(one.without_userinfo(buffer).map(|bare| bare.path_count()));
    });
    run("resolve and write", |one, _, buffer| {
        let (reference, _) = Cri::parse(Revision::Href27, &[0x82, 0x01, 0x81, 0x61, b'x']).expect("valid");
        keep(one.resolve_to(&reference, &mut Output::new(buffer)));
    });
    run("compare", |one, other, _| keep(one.compare(other)));
    run("equal", |one, other, _| keep(one.equal(other)));
    run("hash", |one, _, _| keep(one.hash()));
    run("relativize", |one, other, _| keep(one.relativize(other).map(|cri| cri.path_count())));
    run("resolve", |one, other, _| {
        if let Ok(reference) = one.relativize(other) {
            keep(one.resolve(&reference).map(|cri| cri.path_count()));
        }
    });
}

fn text(text: &str) -> Value {
    Value::Text(text.as_bytes().to_vec())
}

/// `[-1, ["h"], path, query]`.
fn full(path: Vec<Value>, query: Vec<Value>) -> Value {
    Value::Array(vec![Value::Nint(0), Value::Array(vec![text("h")]), Value::Array(path), Value::Array(query)])
}

#[test]
fn views_are_linear() {
    view("empty segments", |size| full(vec![text(""); size], vec![]));
    view("short segments", |size| full(vec![text("a"); size / 2], vec![]));
    view("one long segment", |size| full(vec![text(&"a".repeat(size))], vec![]));
    view("characters", |size| full(vec![text(&"ü€".repeat(size / 5))], vec![]));
    view("parameters", |size| full(vec![], vec![text("&"); size / 2]));
    view("PET runs", |size| {
        let parts = [text("a"), Value::Bytes(b":".to_vec())];
        full(vec![Value::Array(parts.into_iter().cycle().take(size / 2).collect())], vec![])
    });
    view("PET segments", |size| full(vec![Value::Array(vec![Value::Bytes(b":".to_vec())]); size / 3], vec![]));
    view("octets", |size| full(vec![Value::Array(vec![Value::Bytes(vec![0xe2; size])])], vec![]));
    view("labels", |size| Value::Array(vec![Value::Nint(0), Value::Array(vec![text("a"); size / 2])]));
    view("empty labels", |size| Value::Array(vec![Value::Nint(0), Value::Array(vec![text(""); size])]));
    view("user information and labels", |size| {
        let userinfo = [cbor::FALSE, text(&"u".repeat(size / 2))];
        let labels = std::iter::repeat_n(text("Ü"), size / 6);
        Value::Array(vec![Value::Nint(0), Value::Array(userinfo.into_iter().chain(labels).collect())])
    });
    view("zone identifiers", |size| {
        let host = vec![Value::Bytes(vec![1; 16]), text(&"%ü".repeat(size / 3))];
        Value::Array(vec![Value::Nint(0), Value::Array(host)])
    });
}

/// Options of a request, of a value each; many more than a datagram has.
fn options(number: u8, value: &[u8], size: usize) -> Vec<u8> {
    let mut bytes = vec![number << 4 | value.len() as u8];
    bytes.extend(value);
    let next = [&[value.len() as u8], value].concat();
    bytes.extend(next.repeat(size / next.len()));
    bytes
}

#[test]
fn coap_is_linear() {
    let out = |name: &str, make: fn(usize) -> Value| {
        check(&format!("to-CoAP {name}"), |size| {
            let (data, mut buffer) = (cbor::encoded(&make(size)), vec![0; 8 * size + 64]);
            Box::new(move || {
                let (cri, _) = Cri::parse(Revision::Href27, &data).expect("valid");
                keep(cri.to_coap(None, 0, &mut Output::new(&mut buffer)));
            })
        });
        check(&format!("options of {name}"), |size| {
            let (data, mut scratch) = (cbor::encoded(&make(size)), vec![0; 8 * size + 64]);
            Box::new(move || {
                let (cri, _) = Cri::parse(Revision::Href27, &data).expect("valid");
                keep(cri.coap_options(None, &mut scratch).map(|options| options.count()));
            })
        });
        check(&format!("Proxy-Scheme of {name}"), |size| {
            let (data, mut buffer) = (cbor::encoded(&make(size)), vec![0; 8 * size + 64]);
            Box::new(move || {
                let (cri, _) = Cri::parse(Revision::Href27, &data).expect("valid");
                keep(cri.to_coap_proxy(cri::coap::Proxy::Scheme, None, 0, &mut Output::new(&mut buffer)));
            })
        });
    };
    out("empty segments", |size| full(vec![text(""); size], vec![]));
    out("short and long segments", |size| {
        full([text("a"), text("0123456789012")].into_iter().cycle().take(size / 8).collect(), vec![])
    });
    out("segments of 255 bytes", |size| full(vec![text(&"a".repeat(255)); size / 257], vec![]));
    out("parameters", |size| full(vec![], vec![text("a"); size / 2]));
    out("labels", |size| Value::Array(vec![Value::Nint(0), Value::Array(vec![text("a"); size / 2])]));
    out("octets", |size| Value::Array(vec![Value::Nint(0), Value::Array(vec![text("1"); size / 2])]));
    out("a long segment", |size| full(vec![text(&"a".repeat(size))], vec![]));

    let into = |name: &str, make: fn(usize) -> Vec<u8>| {
        check(&format!("from-CoAP {name}"), |size| {
            let (data, mut buffer) = (make(size), vec![0; 8 * size + 64]);
            let destination = cri::Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 61616 };
            Box::new(move || {
                let mut output = Output::new(&mut buffer);
                keep(cri::from_coap(Revision::Href27, 0, black_box(&data), Some(destination), &mut output));
                keep(cri::from_coap_location(Revision::Href27, black_box(&data), &mut output));
            })
        });
        check(&format!("path of {name}"), |size| {
            let data = make(size);
            let prefix = cbor::encoded(&full(vec![text("a"); size / 4], vec![]));
            Box::new(move || {
                let (prefix, _) = Cri::parse(Revision::Href27, &prefix).expect("valid");
                keep(cri::coap_path_under(black_box(&data), &prefix).map(|rest| rest.map(|rest| rest.count())));
            })
        });
    };
    into("empty segments", |size| options(11, b"", size));
    into("segments", |size| options(11, b"a", size));
    into("parameters", |size| options(15, b"a", size));
    into("others", |size| options(1, b"a", size));
    into("locations", |size| options(8, b"a", size));
    into("a name at the end", |size| [&options(11, b"a", size)[..], &[0xd9, 15], b"unknown+x"].concat());
    into("a number at the end", |size| [&options(11, b"a", size)[..], &[0xd1, 215, 2]].concat());
}

#[test]
fn aif_is_linear() {
    let entries = |name: &str, make: fn(usize) -> Vec<Value>| {
        check(&format!("AIF {name}"), |size| {
            let data = cbor::encoded(&Value::Array(make(size)));
            let request = cbor::encoded(&full(vec![text("a"); 3], vec![text("q")]));
            Box::new(move || {
                let (request, _) = Cri::parse(Revision::Href27, &request).expect("valid");
                assert_eq!(cri::aif_allows(black_box(&data), &request, 1), Ok(false));
            })
        });
    };
    entries("entries", |size| {
        vec![Value::Array(vec![Value::Array(vec![Value::Array(vec![text("a")])]), Value::Uint(1)]); size / 6]
    });
    entries("a long path", |size| {
        vec![Value::Array(vec![Value::Array(vec![Value::Array(vec![text("a"); size / 2])]), Value::Uint(1)])]
    });
}

#[cfg(feature = "cori")]
#[test]
fn cori_is_linear() {
    use cri::cori::{Cori, SILENT, TO_PROXY, decompose};
    // Scheme, host and port; then a piece as often as it takes.
    let make = |piece: &[Value], size: usize| {
        let mut items = vec![Value::Uint(1), text("coap"), Value::Uint(2), text("h"), Value::Uint(4), Value::Uint(7)];
        items.extend(piece.iter().cycle().take(piece.len() * (size / (2 * piece.len()))).cloned());
        cbor::encoded(&Value::Array(items))
    };
    type Run = fn(&Cori<'_>, &Cori<'_>, &mut [u8]);
    let rows: [(&str, Run); 8] = [
        ("parse", |_, _, _| {}),
        ("encode", |one, _, buffer| keep(one.encode(&mut Output::new(buffer)))),
        ("resolve", |one, other, _| keep(one.resolve(other, 9000).map(|cori| cori.kind()))),
        ("relativize", |one, other, _| keep(other.relativize(one).map(|cori| cori.kind()))),
        ("recompose", |one, _, buffer| keep(one.recompose(&mut Output::new(buffer)))),
        ("to-CoAP", |one, _, buffer| keep(one.to_coap(SILENT | TO_PROXY, &mut Output::new(buffer)))),
        ("to-CRI", |one, _, buffer| keep(one.to_cri(Revision::Href27, &mut Output::new(buffer)))),
        ("resolve above", |one, _, _| {
            let up = [0x82, 0x05, 0x18, 0x7f];
            let (up, _) = Cori::parse(&up).expect("well-formed");
            keep(one.resolve(&up, 0).map(|cori| cori.kind()));
        }),
    ];
    let pieces: [(&str, Vec<Value>); 4] = [
        ("segments", vec![Value::Uint(6), text("a")]),
        ("empty segments", vec![Value::Uint(6), text("")]),
        ("arguments", vec![Value::Uint(7), text("a")]),
        ("empty arguments", vec![Value::Uint(7), text("")]),
    ];
    for (piece_name, piece) in &pieces {
        for (name, run) in rows {
            check(&format!("CoRI {name} {piece_name}"), |size| {
                let (data, mut buffer) = (make(piece, size), vec![0; 8 * size]);
                Box::new(move || {
                    let (one, _) = Cori::parse(&data).expect("well-formed");
                    let (other, _) = Cori::parse(&data).expect("well-formed");
                    run(black_box(&one), black_box(&other), &mut buffer);
                })
            });
        }
    }
    for (name, piece) in [("dots", "a/../"), ("slashes", "/"), ("triplets", "%41"), ("segments", "a/"), ("PET", "%3B")]
    {
        check(&format!("CoRI decompose {name}"), |size| {
            let (uri, mut buffer) = (repeated("coap://h/", piece, "", size), vec![0; 8 * size]);
            Box::new(move || keep(decompose(black_box(uri.as_bytes()), &mut Output::new(&mut buffer))))
        });
    }
}

/// What is unprocessable is skipped in one walk.
#[test]
fn skipping_is_linear() {
    type Make = fn(usize) -> Vec<u8>;
    let rows: [(&str, Make); 7] = [
        ("nested arrays", |size| [&vec![0x81; size][..], &[0]].concat()),
        ("nested tags", |size| [&vec![0xc1; size][..], &[0]].concat()),
        ("an array of integers", |size| [&[0x9a][..], &(size as u32).to_be_bytes(), &vec![0; size]].concat()),
        ("an open array of open arrays", |size| [&[0x9f][..], &[0x9f, 0xff].repeat(size / 2), &[0xff]].concat()),
        ("labels, then no port", |size| {
            let mut authority = vec![text("a"); size / 2];
            authority.push(Value::Uint(65536));
            cbor::encoded(&Value::Array(vec![Value::Nint(0), Value::Array(authority)]))
        }),
        ("nested arrays as authority", |size| [&[0x82, 0x20][..], &vec![0x81; size], &[0]].concat()),
        ("a wrong last segment", |size| {
            let mut path = vec![text("a"); size / 2];
            path.push(text("."));
            cbor::encoded(&full(path, vec![]))
        }),
    ];
    for (name, data) in rows {
        check(name, |size| {
            let data = data(size);
            Box::new(move || {
                let refusal = Cri::parse(Revision::Href13, black_box(&data)).expect_err("unprocessable");
                assert_eq!(refusal.skip, Some(data.len()));
            })
        });
        check(&format!("where parsing fails: {name}"), |size| {
            let data = data(size);
            Box::new(move || keep(Cri::parse_where(Revision::Href13, black_box(&data))))
        });
    }
}

/// However tags nest (`src/cri/document.rs` counts), and whatever items are skipped.
#[test]
fn documents_are_linear() {
    let found = |name: &str, piece: &[u8]| {
        let make =
            |size: usize| piece.iter().copied().cycle().take(size / piece.len() * piece.len()).collect::<Vec<u8>>();
        check(&format!("find {name}"), |size| {
            let data = make(size);
            Box::new(move || keep(cri::CriFind::new(Revision::Href27, black_box(&data)).expect("revision 27").count()))
        });
        check(&format!("items of {name}"), |size| {
            let data = make(size);
            Box::new(move || keep(cri::CriItems::sequence(Revision::Href27, black_box(&data)).count()))
        });
        // A megabyte takes no more than a moment.
        let start = Instant::now();
        keep(cri::CriFind::new(Revision::Href27, &make(1 << 20)).expect("revision 27").count());
        assert!(start.elapsed() < Duration::from_secs(5), "{name}");
    };
    found("tags", b"\xd8\x63");
    found("tagged arrays", b"\xd8\x63\x81");
    found("tagged CRIs, each in the path of the one before", b"\xd8\x63\x83\x20\x81\x61h\x81");
    found("tagged CRIs, each after some segments", b"\xd8\x63\x82\xf5\x98\xff\x61a\x61b\x61c\x61d\x61e");
    found("tagged CRIs, each after a huge number", b"\xd8\x63\x82\xf5\x9b\0\0\0\0\x7f\xff\xff\xff");
    found("tags in user information", b"\xd8\x63\x82\x20\x83\xf4");
    found("tagged CRIs", b"\xd8\x63\x82\x20\x81\x61h");
    found("CRIs", b"\x82\x20\x81\x61h");
    found("open arrays", b"\x9f");
    found("chunks", b"\x5f\x42\xd8\x63\xff");
    found("breaks", b"\xff");
    found("unprocessable CRIs", b"\x82\xf5\x82\x61a\x61.");
}

/// Reading whole and in windows of a few bytes more each, filtering, and writing.
#[test]
fn links_are_linear() {
    let rows = [
        ("links", "", "</a>;rt=x,", "</b>"),
        ("attributes", "</a>", ";x=1", ""),
        ("flags", "</a>", ";x", ""),
        ("tokens", "</a>;rt=\"", "ab ", "\""),
        ("quoted pairs", "</a>;x=\"", "\\a", "\""),
        ("characters", "</a>;x=\"", "é", "\""),
        ("a quoted string without an end", "</a>;x=\"", "a", ""),
        ("quotes", "", "\"", ""),
        ("commas", "", ",", ""),
        ("semicolons", "", ";", ""),
        ("blanks", "</a>;", " ", ""),
        ("angle brackets", "", "<", ""),
        ("angle brackets, one closed", "", "<", ">"),
        ("angle brackets and commas", "", "<,", ">"),
        ("a target", "<", "a", ">"),
        ("a target without an end", "<", "a", ""),
        ("targets with a fault", "", "<a b>,", ""),
        ("attributes with a fault", "", "</a>;=<,", ""),
        ("backslashes", "\"", "\\", ""),
    ];
    for (name, prefix, piece, suffix) in rows {
        check(&format!("links: {name}"), |size| {
            let text = repeated(prefix, piece, suffix, size);
            let mut buffer = vec![0; text.len()];
            Box::new(move || {
                let mut writer = cri::LinkWriter::new(0, &mut buffer);
                for link in cri::Links::new(black_box(text.as_bytes()), true) {
                    let _ = black_box((link.matches(b"rt=b*"), writer.link(&link)));
                }
            })
        });
        check(&format!("blocks of links: {name}"), |size| {
            let text = repeated(prefix, piece, suffix, size);
            Box::new(move || {
                let mut links = cri::Links::new(&[], false);
                for end in (0..text.len()).step_by(16) {
                    links = links.continue_with(&text.as_bytes()[end - links.left()..end], false);
                    black_box(links.by_ref().count());
                    // A buffer of 64 bytes is full.
                    if links.left() > 48 {
                        links.drop_rest();
                    }
                }
            })
        });
    }
}

/// Linear in options and patterns together.
#[test]
fn routes_are_linear() {
    let routes = |name: &str, number: u8, route: fn(usize, usize) -> String| {
        check(&format!("routes {name}"), |size| {
            let data = options(number, b"a", size / 2);
            let routes: Vec<String> = (0..size / 32).map(|index| route(size, index)).collect();
            Box::new(move || {
                let patterns = routes.iter().map(|text| cri::Pattern::new(text.as_bytes()));
                keep(cri::coap_route(patterns, black_box(&data), |_, _| {}).map(|found| found.is_some()));
            })
        });
    };
    routes("that differ at once", 11, |_, _| "/b".into());
    routes("that differ at the end", 11, |_, _| "/a/{}/%61/b".into());
    routes("without a rest", 11, |_, _| "/a".into());
    routes("one of them long", 11, |size, index| if index == 0 { "/{}".repeat(size / 4) } else { "/b".into() });
    routes("after other options", 1, |_, _| "/b".into());
    routes("before other options", 12, |_, _| "/b".into());
    let paths = |name: &str, segment: &'static str, pattern: &'static str| {
        check(&format!("pattern of {name}"), |size| {
            let cri = cbor::encoded(&full(vec![text(segment); size / 4], vec![]));
            let pattern = pattern.repeat(size / 4);
            Box::new(move || {
                let (cri, _) = Cri::parse(Revision::Href27, &cri).expect("valid");
                let pattern = cri::Pattern::new(black_box(pattern.as_bytes())).expect("a pattern");
                let mut captured = 0;
                keep(pattern.match_cri(&cri, |_, _| captured += 1).map(|found| found.is_some().then_some(captured)));
            })
        });
    };
    paths("captures", "a", "/{}");
    paths("triplets", "abc", "/%61b%63");
    paths("empty segments", "", "/");
}
