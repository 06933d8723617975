// SPDX-License-Identifier: MIT OR Apache-2.0
//! Wall times of the core's operations, on the base and the reference of docs/measurements.md.
//!
//! Times differ from machine to machine: read them as ratios within one run. script/measure compares instructions and
//! flash, which do repeat.

use std::hint::black_box;

use cri::{Cri, Output, Revision};
use criterion::{Criterion, criterion_group, criterion_main};

const BASE: &[u8] = b"coap://sensor-7.building4.example.com:61616/floors/2/rooms/kitchen/sensors/temp?unit=celsius";
const REFERENCE: &[u8] = b"../humidity?unit=percent";
const REVISION: Revision = Revision::Href27;

fn cri_of(uri: &[u8]) -> Vec<u8> {
    let mut buffer = [0; 256];
    let mut output = Output::new(&mut buffer);
    cri::from_uri(REVISION, uri, &mut output).expect("a URI with a CRI");
    output.written().expect("short enough").to_vec()
}

fn view(data: &[u8]) -> Cri<'_> {
    Cri::parse(REVISION, data).expect("a CRI").0
}

fn core(criterion: &mut Criterion) {
    let (base, again, reference) = (cri_of(BASE), cri_of(BASE), cri_of(REFERENCE));
    let (base_view, again_view) = (view(&base), view(&again));
    let resolved = base_view.resolve(&view(&reference)).expect("resolves");
    let mut buffer = [0; 256];

    criterion.bench_function("parse", |bencher| bencher.iter(|| Cri::parse(REVISION, black_box(&base))));
    criterion.bench_function("parse and resolve", |bencher| {
        bencher.iter(|| black_box(&base_view).resolve(&view(black_box(&reference))));
    });
    criterion.bench_function("relativize", |bencher| {
        bencher.iter(|| black_box(&base_view).relativize(black_box(&resolved)));
    });
    criterion.bench_function("encode", |bencher| {
        bencher.iter(|| black_box(&resolved).encode(&mut Output::new(black_box(&mut buffer))));
    });
    criterion.bench_function("equal", |bencher| bencher.iter(|| black_box(&base_view).equal(black_box(&again_view))));
    criterion.bench_function("to URI", |bencher| {
        bencher.iter(|| black_box(&base_view).to_uri(&mut Output::new(black_box(&mut buffer))));
    });
    criterion.bench_function("from URI", |bencher| {
        bencher.iter(|| cri::from_uri(REVISION, black_box(BASE), &mut Output::new(black_box(&mut buffer))));
    });
}

criterion_group!(benches, core);
criterion_main!(benches);
