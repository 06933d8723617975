// SPDX-License-Identifier: MIT OR Apache-2.0
//! R14: work is linear in the input, whatever is in it. Sixteen times the input may take up to 64
//! times as long, which a quadratic step would pass by far.

mod support;

use cri::{Cri, Output, Revision};
use std::hint::black_box;
use std::time::{Duration, Instant};
use support::cbor::{self, Value};

const SMALL: usize = 16 << 10;
const FACTOR: usize = 16;
const TOLERANCE: f64 = 4.0;

/// The quickest of several runs: what the machine does besides only ever adds.
fn quickest(mut run: impl FnMut()) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..7 {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed());
    }
    best
}

/// Checks that the larger input takes no more than its share; a slow moment gets a second chance.
fn check(name: &str, run: impl Fn(usize) -> Box<dyn FnMut()>) {
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
            let _ = black_box(cri::from_uri(Revision::R27, text.as_bytes(), &mut output));
        })
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

/// Makes the compiler believe that a result is used.
fn keep<T>(result: T) {
    black_box(result);
}

fn view(name: &str, make: impl Fn(usize) -> Value) {
    let bytes = |size| cbor::encoded(&make(size));
    let run = |operation: &str, run: fn(&Cri<'_>, &Cri<'_>, &mut [u8])| {
        check(&format!("{operation} {name}"), |size| {
            let (data, mut buffer) = (bytes(size), vec![0; 8 * size]);
            Box::new(move || {
                let (one, _) = Cri::parse(Revision::R27, &data).expect("valid");
                let (other, _) = Cri::parse(Revision::R27, &data).expect("valid");
                run(black_box(&one), black_box(&other), &mut buffer);
            })
        });
    };
    run("parse", |_, _, _| {});
    run("encode", |one, _, buffer| keep(one.encode(&mut Output::new(buffer))));
    run("edn", |one, _, buffer| keep(one.to_edn(&mut Output::new(buffer))));
    run("to-URI", |one, _, buffer| keep(one.to_uri(&mut Output::new(buffer))));
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
}

/// What is unprocessable is skipped in one walk.
#[test]
fn skipping_is_linear() {
    type Make = fn(usize) -> Vec<u8>;
    let rows: [(&str, Make); 5] = [
        ("nested arrays", |size| [&vec![0x81; size][..], &[0]].concat()),
        ("nested tags", |size| [&vec![0xc1; size][..], &[0]].concat()),
        ("an array of integers", |size| [&[0x9a][..], &(size as u32).to_be_bytes(), &vec![0; size]].concat()),
        ("an open array of open arrays", |size| [&[0x9f][..], &[0x9f, 0xff].repeat(size / 2), &[0xff]].concat()),
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
                let refusal = Cri::parse(Revision::R13, black_box(&data)).expect_err("unprocessable");
                assert_eq!(refusal.skip, Some(data.len()));
            })
        });
    }
}
