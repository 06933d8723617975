// SPDX-License-Identifier: MIT OR Apache-2.0
//! A group is an operation that users wait for, on six kinds of input, by libcri and by other libraries. The name of a
//! function says which part of the work a library leaves out, or does in addition. "by hand" is plain code
//! that works only for the first kind (`peers/by_hand.c`).
//!
//! Times show; instruction counts decide (script/measure). `cargo bench -- from_uri` runs one group, and
//! `cargo bench -- --test` runs each function once.

mod peers;

use std::hint::black_box;
use std::time::Duration;

use cri::{Cri, Error, Links, Output, Revision, coap};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, criterion_group, criterion_main};
use fluent_uri::{Uri, UriRef};

const REVISION: Revision = Revision::Href27;

/// The kinds of input, each with a URI and a reference that is resolved against the URI.
const INPUTS: [[&str; 3]; 6] = [
    [
        "coap",
        "coap://sensor-7.building4.example.com:61616/floors/2/rooms/kitchen/sensors/temp?unit=celsius",
        "../humidity?unit=percent",
    ],
    ["ipv6", "coap://[2001:db8::42:7]/sensors/temperature", "/actuators/led"],
    ["web", "https://www.example.com/2024/05/17/world/ocean-temperatures-rise.html?ref=home#top", "../18/index.html"],
    ["urn", "urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66", "#part"],
    ["triplets", "coap://shop.example.com/list?filter%5B0%5D=a&filter%5B1%5D=b&filter%5B2%5D=c", "?filter%5B0%5D=z"],
    ["cjk", "coap://ja.example.org/wiki/%E6%9D%B1%E4%BA%AC%E9%83%BD", "%E5%A4%A7%E9%98%AA"],
];

/// Returns the bytes that a function of the library writes.
fn written(write: impl FnOnce(&mut Output<'_>) -> Result<(), Error>) -> Result<Vec<u8>, Error> {
    let mut buffer = [0; 512];
    let mut output = Output::new(&mut buffer);
    write(&mut output)?;
    Ok(output.written()?.to_vec())
}

fn cri_of(uri: &str) -> Vec<u8> {
    written(|output| cri::from_uri(REVISION, uri, output)).expect(uri)
}

fn view(cbor: &[u8]) -> Cri<'_> {
    Cri::parse_exact(REVISION, cbor).expect("a CRI")
}

/// Calls a function once. script/measure counts the instructions of these calls.
#[inline(never)]
fn counted<T>(function: &mut impl FnMut() -> T) {
    black_box(function());
}

/// The functions of a group for one input.
struct Task<'g, 'c> {
    group: &'g mut BenchmarkGroup<'c, WallTime>,
    kind: &'static str,
}

impl Task<'_, '_> {
    fn run<T>(&mut self, name: &str, mut function: impl FnMut() -> T) {
        self.group.bench_function(BenchmarkId::new(name, self.kind), |bencher| {
            bencher.iter(&mut function);
            counted(&mut function);
        });
    }

    /// Measures a function of libcri that writes to a buffer.
    fn write(&mut self, name: &str, mut function: impl FnMut(&mut Output<'_>) -> Result<(), Error>) {
        let mut buffer = [0; 512];
        self.run(name, || function(&mut Output::new(black_box(&mut buffer))));
    }

    /// Measures a function of C that writes to a buffer.
    fn of_c(&mut self, name: &str, mut function: impl FnMut(&mut [u8]) -> usize) {
        let mut buffer = [0; 512];
        self.run(name, || function(black_box(&mut buffer)));
    }

    /// Measures code by hand, if it knows the input. It must write the bytes that the library writes.
    fn by_hand(&mut self, wanted: &[u8], mut function: impl FnMut(&mut [u8]) -> usize) {
        let mut buffer = [0; 512];
        let length = function(&mut buffer);
        if length > 0 {
            assert_eq!(buffer[..length], *wanted, "{}", self.kind);
            self.of_c("by hand", function);
        }
    }
}

/// Measures a group for each URI and its reference.
fn group(criterion: &mut Criterion, name: &str, measure: impl Fn(&mut Task<'_, '_>, &str, &str)) {
    let mut group = criterion.benchmark_group(name);
    for [kind, uri, reference] in INPUTS {
        measure(&mut Task { group: &mut group, kind }, uri, reference);
    }
    group.finish();
}

fn parse(criterion: &mut Criterion) {
    group(criterion, "parse", |task, uri, _| {
        let cbor = &cri_of(uri)[..];
        task.run("libcri", || Cri::parse_exact(REVISION, black_box(cbor)).is_ok());
        task.run("libcri, of the text", || cri::uri::Uri::split(black_box(uri)).is_ok());
        task.run("minicbor, items only", || peers::minicbor_read(black_box(cbor)));
        task.run("fluent-uri, of the text", || UriRef::parse(black_box(uri)).is_ok());
        if peers::by_hand_parse(cbor, &mut []) > 0 {
            task.of_c("by hand", |to| peers::by_hand_parse(black_box(cbor), to));
        }
    });
}

fn resolve(criterion: &mut Criterion) {
    group(criterion, "resolve", |task, uri, reference| {
        let (base, link) = (cri_of(uri), cri_of(reference));
        let (base, link) = (view(&base), &link[..]);
        let fluent = Uri::parse(uri).expect(uri);
        task.run("libcri, with a parsed base", || black_box(&base).resolve(&view(black_box(link))).is_ok());
        task.write("libcri, of texts", |output| cri::uri::resolve(black_box(uri), black_box(reference), true, output));
        task.run("fluent-uri, with a parsed base", || {
            UriRef::parse(black_box(reference)).map(|reference| reference.resolve_against(&fluent))
        });
        task.run("ada-url, of texts, web rules", || ada_url::Url::parse(black_box(reference), Some(black_box(uri))));
        #[cfg(uriparser)]
        task.of_c("uriparser, of texts", |to| {
            peers::uriparser_resolve(black_box(uri.as_bytes()), black_box(reference.as_bytes()), to)
        });
    });
}

fn from_uri(criterion: &mut Criterion) {
    group(criterion, "from_uri", |task, uri, _| {
        task.write("libcri", |output| cri::from_uri(REVISION, black_box(uri), output));
        task.run("fluent-uri, normalises only", || UriRef::parse(black_box(uri)).map(|uri| uri.normalize()));
        task.run("ada-url, web rules, with lists", || peers::ada_url_lists(black_box(uri)));
        #[cfg(uriparser)]
        task.of_c("uriparser, normalises only", |to| peers::uriparser_normalize(black_box(uri.as_bytes()), to));
        task.by_hand(&cri_of(uri), |to| peers::by_hand_from_uri(black_box(uri.as_bytes()), to));
    });
}

/// Only CoAP URIs have options.
fn to_options(criterion: &mut Criterion) {
    group(criterion, "to_options", |task, uri, _| {
        let cbor = cri_of(uri);
        let cri = view(&cbor);
        let Ok(options) = written(|output| cri.to_coap(None, 0, output)) else { return };
        task.write("libcri", |output| black_box(&cri).to_coap(None, 0, output));
        task.write("libcri, of the text", |output| coap::from_uri(REVISION, black_box(uri), None, 0, output));
        #[cfg(libcoap)]
        task.of_c("libcoap, of the text", |to| peers::libcoap_options(black_box(uri.as_bytes()), to));
        if peers::by_hand_parse(&cbor, &mut []) > 0 {
            task.by_hand(&options, |to| peers::by_hand_to_coap(black_box(&cbor), to));
        }
    });
}

/// Reads a document of eight links, and the resource type of each.
fn links(criterion: &mut Criterion) {
    group(criterion, "links", |task, uri, _| {
        let document = &[format!("<{uri}>;rt=\"temperature sensor\";ct=40").as_str(); 8].join(",")[..];
        task.run("libcri", || {
            Links::new(black_box(document)).filter(|link| link.is_ok_and(|link| link.attribute("rt").is_some())).count()
        });
        task.run("coap-lite, targets unchecked", || {
            let links = coap_lite::link_format::LinkFormatParser::new(black_box(document)).filter_map(Result::ok);
            links.filter(|(_, attributes)| attributes.clone().any(|(name, _)| name == "rt")).count()
        });
    });
}

criterion_group! {
    name = operations;
    config = Criterion::default()
        .sample_size(10)
        .nresamples(1_000)
        .warm_up_time(Duration::from_millis(50))
        .measurement_time(Duration::from_millis(150));
    targets = parse, resolve, from_uri, to_options, links
}
criterion_main!(operations);
