// SPDX-License-Identifier: MIT OR Apache-2.0
//! R14: work is linear in the input, whatever is in it. Sixteen times the input may take up to 64
//! times as long, which a quadratic step would pass by far.

mod support;

use cri::{Cri, Output, Revision};
use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use support::{edn, unhex};

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

/// A name, and what an input is made of: a beginning, a piece as often as it takes to make the size, and an end.
type Class = (&'static str, &'static str, &'static str, &'static str);

/// A name, and what is done with an input and a buffer.
type Operation = (&'static str, fn(&[u8], &mut [u8]));

fn repeated((_, prefix, piece, suffix): Class, size: usize) -> String {
    format!("{prefix}{}{suffix}", piece.repeat(size / piece.len()))
}

/// Every operation on every class; `read` makes bytes of a text.
fn each(classes: &[Class], read: fn(&str) -> Vec<u8>, operations: &[Operation]) {
    for class in classes {
        for &(operation, run) in operations {
            check(&format!("{operation} {}", class.0), |size| {
                let (data, mut buffer) = (read(&repeated(*class, size)), vec![0; 8 * size + 64]);
                Box::new(move || run(black_box(&data), &mut buffer))
            });
        }
    }
}

fn as_it_is(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

fn view(data: &[u8]) -> Cri<'_> {
    Cri::parse(REVISION, data).expect("valid").0
}

const REVISION: Revision = Revision::Href27;

const URIS: &[Class] = &[
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
    ("question marks", "http://h", "?", ""),
    ("number signs", "a", "#", ""),
    ("at signs", "http://", "a@", ""),
    ("colons", "", ":", ""),
    ("colons in a port", "http://h:", ":", ""),
    ("brackets", "//[", "[", ""),
    ("percent signs", "/", "%", ""),
    ("characters beyond ASCII", "/", "é", ""),
    ("characters beyond ASCII, and parents", "/", "é/../", ""),
    ("triplets of characters beyond ASCII", "?", "%C3%A9", ""),
    ("characters that are cut short", "/", "%C3é", ""),
    ("characters that mislead", "/", "\u{202e}", ""),
    ("characters for private use", "?", "\u{e000}", ""),
];

#[test]
fn from_uri_is_linear() {
    use cri::uri::{self, Level};
    each(
        URIS,
        as_it_is,
        &[
            ("from-URI", |text, buffer| keep(cri::from_uri(REVISION, text, &mut Output::new(buffer)))),
            ("where from-URI fails", |text, _| keep(cri::from_uri_where(Revision::Href13, &[text, b"#<"].concat()))),
            ("from-IRI and to-IRI", |text, buffer| {
                let (cbor, iri) = buffer.split_at_mut(buffer.len() / 2);
                let mut output = Output::new(cbor);
                if cri::from_iri(REVISION, text, &mut output).is_ok() {
                    keep(view(output.written().expect("it has room")).to_iri(&mut Output::new(iri)));
                }
            }),
            ("split", |text, _| keep(uri::Uri::split(text))),
            ("resolve", |text, buffer| keep(uri::resolve(b"http://a/b/c/d", text, true, &mut Output::new(buffer)))),
            ("resolve against", |text, buffer| keep(uri::resolve(text, b"../x", true, &mut Output::new(buffer)))),
            ("normalize", |text, buffer| keep(uri::normalize(text, Level::Scheme, &mut Output::new(buffer)))),
            ("equal texts", |text, _| keep(uri::equal(text, text, Level::Syntax))),
        ],
    );
    // Half of the segments, and what takes them away again.
    for (prefix, down, up) in [("http://h/", "a/", "../"), ("a:", "a/", "../"), ("a:b", "/", "/..")] {
        check(&format!("from-URI {prefix}{down}{up}"), |size| {
            let half = |piece: &str| piece.repeat(size / (down.len() + up.len()));
            let (text, mut buffer) = (format!("{prefix}{}{}b", half(down), half(up)), vec![0; 4 * size + 64]);
            Box::new(move || keep(cri::from_uri(REVISION, black_box(text.as_bytes()), &mut Output::new(&mut buffer))))
        });
    }
}

const NOTATIONS: &[Class] = &[
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

#[test]
fn from_edn_is_linear() {
    each(
        NOTATIONS,
        as_it_is,
        &[("from-EDN", |text, buffer| keep(cri::from_edn(REVISION, text, &mut Output::new(buffer))))],
    );
}

const PROSE: &[Class] = &[
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

/// (R14)
#[test]
fn texts_are_gone_through_in_linear_time() {
    use cri::uri;
    let through: [Operation; 2] = [
        ("find", |text, _| {
            let mut from = 0;
            while let Some(found) = uri::find(text, from) {
                from = found.end;
            }
        }),
        ("lenient split", |text, _| keep(uri::Uri::split_lenient(text))),
    ];
    each(PROSE, as_it_is, &through);
    let references: [Class; 5] = [
        ("parents", "", "../", "b"),
        ("here", "", "./", "b"),
        ("down and up", "", "a/../", "b"),
        ("slashes", "", "/", "b"),
        ("segments", "", "a/", "b"),
    ];
    let documents: [Operation; 2] = [
        ("same document", |text, _| {
            let base = [b"x://h/", text].concat();
            keep(uri::same_document(&base, text));
            keep(uri::same_document(&base, &base));
        }),
        ("unwrap", |text, buffer| keep(uri::unwrap(&[b"< URL: ", text, b" >"].concat(), &mut Output::new(buffer)))),
    ];
    each(&references, as_it_is, &documents);
}

const VIEWS: &[Class] = &[
    ("empty segments", "[-1, [\"h\"], [", "\"\", ", "\"\"]]"),
    ("short segments", "[-1, [\"h\"], [", "\"a\", ", "\"a\"]]"),
    ("short and long segments", "[-1, [\"h\"], [", "\"a\", \"0123456789012\", ", "\"a\"]]"),
    ("one long segment", "[-1, [\"h\"], [\"", "a", "\"]]"),
    ("characters", "[-1, [\"h\"], [\"", "ü€", "\"]]"),
    ("parameters", "[-1, [\"h\"], [], [", "\"&\", ", "\"&\"]]"),
    ("PET runs", "[-1, [\"h\"], [[", "\"a\", h'3a', ", "\"a\"]]]"),
    ("PET segments", "[-1, [\"h\"], [", "[h'3a'], ", "[h'3a']]]"),
    ("octets", "[-1, [\"h\"], [[h'", "e2", "']]]"),
    ("labels", "[-1, [", "\"a\", ", "\"a\"]]"),
    ("labels of digits", "[-1, [", "\"1\", ", "\"1\"]]"),
    ("empty labels", "[-1, [", "\"\", ", "\"\"]]"),
    ("labels after user information", "[-1, [false, \"u\", ", "\"Ü\", ", "\"Ü\"]]"),
    ("user information", "[-1, [false, \"", "u", "\", \"h\"]]"),
    ("zone identifiers", "[-1, [h'01010101010101010101010101010101', \"", "%ü", "\"]]"),
];

#[test]
fn views_are_linear() {
    each(
        VIEWS,
        edn::bytes,
        &[
            ("parse", |data, _| keep(view(data))),
            ("encode", |data, buffer| keep(view(data).encode(&mut Output::new(buffer)))),
            ("normalize", |data, buffer| keep(view(data).normalize(&mut Output::new(buffer)))),
            ("canonical", |data, _| keep(view(data).is_canonical())),
            ("uses", |data, _| keep(view(data).uses())),
            ("EDN", |data, buffer| keep(view(data).to_edn(&mut Output::new(buffer)))),
            ("EDN literal", |data, buffer| keep(view(data).to_edn_literal(&mut Output::new(buffer)))),
            ("to-URI", |data, buffer| keep(view(data).to_uri(&mut Output::new(buffer)))),
            ("host", |data, buffer| keep(view(data).host_text(&mut Output::new(buffer)))),
            ("origin", |data, _| keep(view(data).same_origin(&view(data)))),
            ("bare", |data, buffer| keep(view(data).without_userinfo(buffer).map(|bare| bare.path_count()))),
            ("compare", |data, _| keep(view(data).compare(&view(data)))),
            ("equal", |data, _| keep(view(data).equal(&view(data)))),
            ("hash", |data, _| keep(view(data).hash())),
            ("relativize", |data, _| keep(view(data).relativize(&view(data)).map(|cri| cri.path_count()))),
            ("resolve", |data, _| keep(view(data).resolve(&view(b"\x82\x01\x81\x61x")).map(|cri| cri.path_count()))),
            ("resolve and write", |data, buffer| {
                keep(view(data).resolve_to(&view(b"\x82\x01\x81\x61x"), &mut Output::new(buffer)));
            }),
            ("to-CoAP", |data, buffer| keep(view(data).to_coap(None, 0, &mut Output::new(buffer)))),
            ("options", |data, buffer| keep(view(data).coap_options(None, buffer).map(|options| options.count()))),
            ("Proxy-Scheme", |data, buffer| {
                keep(view(data).to_coap_proxy(cri::coap::Proxy::Scheme, None, 0, &mut Output::new(buffer)));
            }),
        ],
    );
}

/// Options of a request, many more than a datagram has.
const OPTIONS: &[Class] = &[
    ("empty segments", "b0", "00", ""),
    ("segments", "b161", "0161", ""),
    ("parameters", "d10261", "0161", ""),
    ("others", "1161", "0161", ""),
    ("locations", "8161", "0161", ""),
    ("a name at the end", "b161", "0161", "d90f756e6b6e6f776e2b78"),
    ("a number at the end", "b161", "0161", "d1d702"),
];

#[test]
fn coap_is_linear() {
    each(
        OPTIONS,
        unhex,
        &[
            ("from-CoAP", |data, buffer| {
                let destination = cri::Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 61616 };
                keep(cri::from_coap(REVISION, 0, data, Some(destination), &mut Output::new(buffer)));
                keep(cri::from_coap_location(REVISION, data, &mut Output::new(buffer)));
            }),
            ("path of", |data, _| {
                let prefix = [&b"\x83\x20\x81\x61h\x99\x04\x00"[..], &b"\x61a".repeat(1024)].concat();
                keep(cri::coap_path_under(data, &view(&prefix)).map(|rest| rest.map(|rest| rest.count())));
            }),
        ],
    );
}

#[test]
fn aif_is_linear() {
    let classes: [Class; 2] =
        [("entries", "[", "[[[\"a\"]], 1], ", "[[[\"a\"]], 1]]"), ("a long path", "[[[[", "\"a\", ", "\"a\"]], 1]]")];
    let allows: Operation = ("AIF", |data, _| {
        let request = view(b"\x84\x20\x81\x61h\x83\x61a\x61a\x61a\x81\x61q");
        assert_eq!(cri::aif_allows(data, &request, 1), Ok(false));
    });
    each(&classes, edn::bytes, &[allows]);
}

#[cfg(feature = "cori")]
#[test]
fn cori_is_linear() {
    use cri::cori::{Cori, SILENT, TO_PROXY, decompose};
    fn cori(data: &[u8]) -> Cori<'_> {
        Cori::parse(data).expect("well-formed").0
    }
    let classes: [Class; 4] = [
        ("segments", "[1, \"coap\", 2, \"h\", 4, 7", ", 6, \"a\"", "]"),
        ("empty segments", "[1, \"coap\", 2, \"h\", 4, 7", ", 6, \"\"", "]"),
        ("arguments", "[1, \"coap\", 2, \"h\", 4, 7", ", 7, \"a\"", "]"),
        ("empty arguments", "[1, \"coap\", 2, \"h\", 4, 7", ", 7, \"\"", "]"),
    ];
    let operations: [Operation; 8] = [
        ("CoRI parse", |data, _| keep(cori(data).kind())),
        ("CoRI encode", |data, buffer| keep(cori(data).encode(&mut Output::new(buffer)))),
        ("CoRI resolve", |data, _| keep(cori(data).resolve(&cori(data), 9000).map(|cori| cori.kind()))),
        ("CoRI relativize", |data, _| keep(cori(data).relativize(&cori(data)).map(|cori| cori.kind()))),
        ("CoRI recompose", |data, buffer| keep(cori(data).recompose(&mut Output::new(buffer)))),
        ("CoRI to-CoAP", |data, buffer| keep(cori(data).to_coap(SILENT | TO_PROXY, &mut Output::new(buffer)))),
        ("CoRI to-CRI", |data, buffer| keep(cori(data).to_cri(REVISION, &mut Output::new(buffer)))),
        ("CoRI resolve above", |data, _| {
            keep(cori(data).resolve(&cori(b"\x82\x05\x18\x7f"), 0).map(|cori| cori.kind()))
        }),
    ];
    each(&classes, edn::bytes, &operations);
    each(URIS, as_it_is, &[("CoRI decompose", |text, buffer| keep(decompose(text, &mut Output::new(buffer))))]);
}

/// What is unprocessable is skipped in one walk.
#[test]
fn skipping_is_linear() {
    let classes: [Class; 7] = [
        ("nested arrays", "0x", "81", "00"),
        ("nested tags", "0x", "c1", "00"),
        ("an array of integers", "[", "0, ", "0]"),
        ("an open array of open arrays", "0x9f", "9fff", "ff"),
        ("labels, then no port", "[-1, [", "\"a\", ", "65536]]"),
        ("nested arrays as authority", "0x8220", "81", "00"),
        ("a wrong last segment", "[-1, [\"h\"], [", "\"a\", ", "\".\"]]"),
    ];
    let operations: [Operation; 2] = [
        ("skip", |data, _| {
            let refusal = Cri::parse(Revision::Href13, data).expect_err("unprocessable");
            assert_eq!(refusal.skip, Some(data.len()));
        }),
        ("where parsing fails:", |data, _| keep(Cri::parse_where(Revision::Href13, data))),
    ];
    each(&classes, edn::bytes, &operations);
}

/// However tags nest (`src/cri/document.rs` counts), and whatever items are skipped.
#[test]
fn documents_are_linear() {
    let classes: [Class; 12] = [
        ("tags", "", "d863", ""),
        ("tagged arrays", "", "d86381", ""),
        ("tagged CRIs, each in the path of the one before", "", "d863832081616881", ""),
        ("tagged CRIs, each after some segments", "", "d86382f598ff616161626163616461 65", ""),
        ("tagged CRIs, each after a huge number", "", "d86382f59b000000007fffffff", ""),
        ("tags in user information", "", "d863822083f4", ""),
        ("tagged CRIs", "", "d86382 20816168", ""),
        ("CRIs", "", "8220816168", ""),
        ("open arrays", "", "9f", ""),
        ("chunks", "", "5f42d863ff", ""),
        ("breaks", "", "ff", ""),
        ("unprocessable CRIs", "", "82f5826161612e", ""),
    ];
    let operations: [Operation; 2] = [
        ("find", |data, _| keep(cri::CriFind::new(REVISION, data).expect("revision 27").count())),
        ("items of", |data, _| keep(cri::CriItems::sequence(REVISION, data).count())),
    ];
    each(&classes, unhex, &operations);
    for class in classes {
        // A megabyte takes no more than a moment.
        let (data, start) = (unhex(&repeated(class, 2 << 20)), Instant::now());
        operations[0].1(&data, &mut []);
        assert!(start.elapsed() < Duration::from_secs(5), "{}", class.0);
    }
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
    for class in rows {
        check(&format!("links: {}", class.0), |size| {
            let text = repeated(class, size);
            let mut buffer = vec![0; text.len()];
            Box::new(move || {
                let mut writer = cri::LinkWriter::new(0, &mut buffer);
                for link in cri::Links::new(black_box(text.as_bytes()), true) {
                    let _ = black_box((link.matches(b"rt=b*"), writer.link(&link)));
                }
            })
        });
        check(&format!("blocks of links: {}", class.0), |size| {
            let text = repeated(class, size);
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
    let routes = |name: &str, options: &'static str, route: fn(usize, usize) -> String| {
        check(&format!("routes {name}"), |size| {
            let data = unhex(&repeated(("", options, "0161", ""), size));
            let routes: Vec<String> = (0..size / 32).map(|index| route(size, index)).collect();
            Box::new(move || {
                let patterns = routes.iter().map(|text| cri::Pattern::new(text.as_bytes()));
                keep(cri::coap_route(patterns, black_box(&data), |_, _| {}).map(|found| found.is_some()));
            })
        });
    };
    routes("that differ at once", "b161", |_, _| "/b".into());
    routes("that differ at the end", "b161", |_, _| "/a/{}/%61/b".into());
    routes("without a rest", "b161", |_, _| "/a".into());
    routes("one of them long", "b161", |size, index| if index == 0 { "/{}".repeat(size / 4) } else { "/b".into() });
    routes("after other options", "1161", |_, _| "/b".into());
    routes("before other options", "c161", |_, _| "/b".into());
    for (name, segment, pattern) in
        [("captures", "\"a\", ", "/{}"), ("triplets", "\"abc\", ", "/%61b%63"), ("empty segments", "\"\", ", "/")]
    {
        check(&format!("pattern of {name}"), |size| {
            let cri = edn::bytes(&format!("[-1, [\"h\"], [{}\"a\"]]", segment.repeat(size / 4)));
            let pattern = pattern.repeat(size / 4) + "/{*}";
            Box::new(move || {
                let pattern = cri::Pattern::new(black_box(pattern.as_bytes())).expect("a pattern");
                let mut captured = 0;
                keep(
                    pattern
                        .match_cri(&view(&cri), |_, _| captured += 1)
                        .map(|found| found.is_some().then_some(captured)),
                );
            })
        });
    }
}
