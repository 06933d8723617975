// SPDX-License-Identifier: MIT OR Apache-2.0
//! A group is an operation that users wait for, on six kinds of input, by libcri and by other libraries. The name of a
//! function says which part of the work a library leaves out, or does in addition. "by hand" is plain code
//! that works only for the first kind (`peers/by_hand.rs`).
//!
//! Times show; instruction counts decide (script/measure). `cargo bench -- from_uri` runs one group, and
//! `cargo bench -- --test` runs each function once.

use std::hint::black_box;
use std::time::Duration;

use cri::uri::Level;
use cri::{Cri, Error, Links, Output, Pattern, Revision, SchemeNumber, coap};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fluent_uri::{Uri, UriRef};
use iri_string::types::{UriReferenceStr, UriStr};

const REVISION: Revision = Revision::Href27;

/// A kind of input: its name, a URI, and a reference that is resolved against the URI.
struct Input {
    kind: &'static str,
    uri: &'static str,
    reference: &'static str,
}

const INPUTS: [Input; 6] = [
    input(
        "coap",
        "coap://sensor-7.building4.example.com:61616/floors/2/rooms/kitchen/sensors/temp?unit=celsius",
        "../humidity?unit=percent",
    ),
    input("ipv6", "coap://[2001:db8::42:7]/sensors/temperature", "/actuators/led"),
    input(
        "web",
        "https://www.example.com/2024/05/17/world/ocean-temperatures-rise.html?ref=home#top",
        "../18/index.html",
    ),
    input("urn", "urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66", "#part"),
    input(
        "triplets",
        "coap://shop.example.com/list?filter%5B0%5D=a&filter%5B1%5D=b&filter%5B2%5D=c",
        "?filter%5B0%5D=z",
    ),
    input("cjk", "coap://ja.example.org/wiki/%E6%9D%B1%E4%BA%AC%E9%83%BD", "%E5%A4%A7%E9%98%AA"),
];

const fn input(kind: &'static str, uri: &'static str, reference: &'static str) -> Input {
    Input { kind, uri, reference }
}

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

/// The functions of a group for one input.
struct Task<'g, 'c> {
    group: &'g mut BenchmarkGroup<'c, WallTime>,
    kind: &'static str,
    buffer: [u8; 512],
}

impl Task<'_, '_> {
    /// Measures a function of another library, or one that writes nothing.
    fn run<T>(&mut self, name: &str, mut function: impl FnMut() -> T) {
        self.group.bench_function(BenchmarkId::new(name, self.kind), |bencher| bencher.iter(&mut function));
    }

    /// Measures a function of libcri that writes to a buffer.
    fn write(&mut self, name: &str, mut function: impl FnMut(&mut Output<'_>) -> Result<(), Error>) {
        let buffer = &mut self.buffer;
        self.group.bench_function(BenchmarkId::new(name, self.kind), |bencher| {
            bencher.iter(|| function(&mut Output::new(black_box(buffer))));
        });
    }

    /// Measures code by hand, if it writes the bytes that the library writes.
    fn by_hand(&mut self, wanted: &[u8], mut function: impl FnMut(&mut [u8]) -> Option<usize>) {
        let mut buffer = [0; 512];
        let Some(length) = function(&mut buffer) else { return };
        assert_eq!(buffer[..length], *wanted, "{}", self.kind);
        self.run("by hand", || function(black_box(&mut buffer)));
    }
}

/// Measures a group for each input.
fn group(criterion: &mut Criterion, name: &str, measure: impl Fn(&mut Task<'_, '_>, &Input)) {
    let mut group = criterion.benchmark_group(name);
    for input in &INPUTS {
        group.throughput(Throughput::Bytes(input.uri.len() as u64));
        measure(&mut Task { group: &mut group, kind: input.kind, buffer: [0; 512] }, input);
    }
    group.finish();
}

fn parse(criterion: &mut Criterion) {
    group(criterion, "parse", |task, input| {
        let cbor = &cri_of(input.uri)[..];
        task.run("libcri", || Cri::parse_exact(REVISION, black_box(cbor)).is_ok());
        task.run("libcri, of the text", || cri::uri::Uri::split(black_box(input.uri)).is_ok());
        task.run("minicbor, items only", || peers::minicbor_read(black_box(cbor)));
        task.run("fluent-uri, of the text", || UriRef::parse(black_box(input.uri)).is_ok());
        #[cfg(uriparser)]
        task.run("uriparser, of the text", || peers::uriparser_split(black_box(input.uri.as_bytes())));
        if peers::by_hand::parse(cbor).is_some() {
            task.run("by hand", || peers::by_hand::parse(black_box(cbor)));
        }
    });
}

fn resolve(criterion: &mut Criterion) {
    group(criterion, "resolve", |task, &Input { uri, reference, .. }| {
        let (base, link) = (cri_of(uri), cri_of(reference));
        let (base, link) = (view(&base), &link[..]);
        let url = url::Url::parse(uri).expect(uri);
        let (fluent, iri) = (Uri::parse(uri).expect(uri), UriStr::new(uri).expect(uri).to_absolute());
        task.run("libcri, with a parsed base", || black_box(&base).resolve(&view(black_box(link))).is_ok());
        task.write("libcri, of texts", |output| cri::uri::resolve(black_box(uri), black_box(reference), true, output));
        task.run("fluent-uri, with a parsed base", || {
            UriRef::parse(black_box(reference)).map(|reference| reference.resolve_against(&fluent))
        });
        task.run("iri-string, with a parsed base", || {
            UriReferenceStr::new(black_box(reference)).map(|reference| reference.resolve_against(iri).to_string())
        });
        task.run("url, with a parsed base", || black_box(&url).join(black_box(reference)));
        task.run("ada-url, of texts, web rules", || peers::ada_url_resolve(black_box(uri), black_box(reference)));
        #[cfg(uriparser)]
        task.run("uriparser, of texts", || peers::uriparser_resolve(black_box(uri), black_box(reference)));
    });
}

fn from_uri(criterion: &mut Criterion) {
    group(criterion, "from_uri", |task, &Input { uri, .. }| {
        task.write("libcri", |output| cri::from_uri(REVISION, black_box(uri), output));
        task.run("fluent-uri, normalises only", || UriRef::parse(black_box(uri)).map(|uri| uri.normalize()));
        task.run("iri-string, normalises only", || UriStr::new(black_box(uri)).map(|uri| uri.normalize().to_string()));
        task.run("url, web rules only", || url::Url::parse(black_box(uri)));
        task.run("ada-url, web rules, with lists", || peers::ada_url_lists(black_box(uri)));
        #[cfg(uriparser)]
        task.run("uriparser, normalises only", || peers::uriparser_normalize(black_box(uri.as_bytes())));
        task.by_hand(&cri_of(uri), |buffer| peers::by_hand::from_uri(black_box(uri), buffer));
    });
}

fn to_uri(criterion: &mut Criterion) {
    group(criterion, "to_uri", |task, &Input { uri, .. }| {
        let cbor = cri_of(uri);
        let cri = view(&cbor);
        task.write("libcri", |output| black_box(&cri).to_uri(output));
    });
}

/// Only CoAP URIs have options.
fn to_options(criterion: &mut Criterion) {
    group(criterion, "to_options", |task, &Input { uri, .. }| {
        let cbor = cri_of(uri);
        let cri = view(&cbor);
        let Ok(options) = written(|output| cri.to_coap(None, 0, output)) else { return };
        task.write("libcri", |output| black_box(&cri).to_coap(None, 0, output));
        task.write("libcri, of the text", |output| coap::from_uri(REVISION, black_box(uri), None, 0, output));
        #[cfg(libcoap)]
        task.run("libcoap, of the text", || peers::libcoap_options(black_box(uri.as_bytes())));
        task.by_hand(&options, |buffer| peers::by_hand::to_coap(black_box(&cbor), buffer));
    });
}

fn from_options(criterion: &mut Criterion) {
    group(criterion, "from_options", |task, &Input { uri, .. }| {
        let Ok(options) = written(|output| coap::from_uri(REVISION, uri, None, 0, output)) else { return };
        let options = &options[..];
        let scheme = SchemeNumber::COAP;
        task.write("libcri", |output| coap::to_cri(REVISION, scheme, black_box(options), None, output));
        task.write("libcri, to text", |output| coap::to_uri(REVISION, scheme, black_box(options), None, output));
        let message = [b"\x40\x01\0\0", options].concat();
        #[cfg(libcoap)]
        task.run("libcoap, of the message, to text", || peers::libcoap_uri(black_box(&message)));
    });
}

/// Compares an input with an equal one at another address.
fn compare(criterion: &mut Criterion) {
    group(criterion, "compare", |task, &Input { uri, .. }| {
        let (a, b, again) = (cri_of(uri), cri_of(uri), uri.to_owned());
        let (a, b, again) = (view(&a), view(&b), &again[..]);
        task.run("libcri, equal", || black_box(&a).equal(black_box(&b)));
        task.run("libcri, order", || black_box(&a).compare(black_box(&b)));
        task.run("libcri, of texts", || cri::uri::equal(black_box(uri), black_box(again), Level::Syntax));
        task.run("fluent-uri, of texts", || {
            let normalized = |uri| Uri::parse(black_box(uri)).map(|uri| uri.normalize());
            normalized(uri) == normalized(again)
        });
        task.run("url, of texts, web rules", || url::Url::parse(black_box(uri)) == url::Url::parse(black_box(again)));
    });
}

/// Reads a document of eight links, and the resource type of each.
fn links(criterion: &mut Criterion) {
    group(criterion, "links", |task, &Input { uri, .. }| {
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

/// Finds the last of 50 routes for a request.
fn dispatch(criterion: &mut Criterion) {
    group(criterion, "dispatch", |task, &Input { uri, .. }| {
        let Ok(options) = written(|output| coap::from_uri(REVISION, uri, None, 0, output)) else { return };
        let path = cri::uri::Uri::split(uri).expect(uri).path();
        let texts: Vec<_> = (0..49).map(|number| format!("/a/{number:03}")).chain([path.to_owned()]).collect();
        let routes: Vec<_> = texts.iter().map(|text| Pattern::new(text).expect("a pattern")).collect();
        let found = coap::route(routes.iter().copied(), &options, |_, _| ());
        assert_eq!(found.map(|found| found.map(|(index, _)| index)), Ok(Some(49)), "{uri}");
        task.run("libcri", || coap::route(routes.iter().copied(), black_box(&options), |_, _| ()).is_ok());
    });
}

criterion_group! {
    name = operations;
    config = Criterion::default()
        .sample_size(10)
        .nresamples(1_000)
        .warm_up_time(Duration::from_millis(50))
        .measurement_time(Duration::from_millis(150));
    targets = parse, resolve, from_uri, to_uri, to_options, from_options, compare, links, dispatch
}
criterion_main!(operations);
