// SPDX-License-Identifier: MIT OR Apache-2.0
//! R14: work is linear in the input, whatever its content. Sixteen times the input may take up to 64 times as long; a
//! quadratic step would take far longer. These are the operations and inputs that c-tests/size.c does not have.

mod support;

use cri::{Output, Revision};
use std::hint::black_box;
use std::time::{Duration, Instant};
use support::coap::bytes_of;
use support::edn;
use support::lib::parse;

const SMALL: usize = 4 << 10;
const FACTOR: usize = 16;
const TOLERANCE: f64 = 4.0;

/// The time of the quickest of several runs, since other load on the machine can only add time.
fn quickest(mut run: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..15).map(time).min().expect("several")
}

/// Makes the compiler believe that a result is used.
fn keep<T>(result: T) {
    black_box(result);
}

/// Checks that the larger input takes no more time than allowed. Up to eight attempts make up for a slow moment.
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

const REVISION: Revision = Revision::Href27;

/// A single test, so that the measurements do not run in parallel.
#[test]
fn work_is_linear() {
    down_and_up();
    views();
    windows_of_links();
    routes();
    authorization();
}

/// Measures paths of many segments, and of as many dot segments that remove them again.
fn down_and_up() {
    for (prefix, down, up) in
        [("http://h/", "a/", "../"), ("a:", "a/", "../"), ("a:b", "/", "/.."), ("http://h/", "a/", "./")]
    {
        check(&format!("from-URI {prefix}{down}{up}"), |size| {
            let half = |piece: &str| piece.repeat(size / (down.len() + up.len()));
            let (text, mut buffer) = (format!("{prefix}{}{}b", half(down), half(up)), vec![0; 4 * size + 64]);
            Box::new(move || keep(cri::from_uri(REVISION, black_box(text.as_bytes()), &mut Output::new(&mut buffer))))
        });
    }
}

/// Measures hashes, iterators over options, and a long path in options under a long prefix.
fn views() {
    for segment in ["\"\", ", "\"a\", ", "\"a\", \"0123456789012\", "] {
        let cri = |size: usize| edn::bytes(&format!("[-1, [\"h\"], [{}\"a\"]]", segment.repeat(size / segment.len())));
        check(&format!("hash {segment}"), |size| {
            let data = cri(size);
            Box::new(move || keep(parse(REVISION, black_box(&data)).stable_hash()))
        });
        check(&format!("options {segment}"), |size| {
            let (data, mut buffer) = (cri(size), vec![0; 8 * size + 64]);
            Box::new(move || keep(parse(REVISION, &data).coap_options(None, &mut buffer).map(Iterator::count)))
        });
        check(&format!("path under {segment}"), |size| {
            let (prefix, options) =
                (cri(size / 2), bytes_of(&parse(REVISION, &cri(size)), None, 0).expect("it has options"));
            Box::new(move || {
                let rest = cri::coap::path_under(black_box(&options), &parse(REVISION, &prefix));
                keep(rest.map(|rest| rest.map(Iterator::count)));
            })
        });
    }
}

/// Measures reading links in windows that grow by a few bytes.
fn windows_of_links() {
    let pieces = ["</a>;rt=x,", "</a>;x=1", ";x", "\"", ",", "<", "<,", "a", "\\a", "é", " "];
    let all = pieces.iter().flat_map(|piece| [("", piece), ("</a>;x=\"", piece)]);
    for ((prefix, piece), room) in all.flat_map(|text| [(text, 64), (text, usize::MAX)]) {
        check(&format!("blocks of links, {room} bytes kept: {prefix}{piece}"), |size| {
            let text = format!("{prefix}{}", piece.repeat(size / piece.len()));
            Box::new(move || {
                let mut links = cri::Links::window(&[], false);
                for start in (0..text.len() - 16).step_by(16) {
                    links = links.continue_with(&text.as_bytes()[start - links.left()..start + 16], false);
                    black_box(links.by_ref().count());
                    // A full buffer drops the incomplete link.
                    if links.left() > room - 16 {
                        links.drop_rest();
                    }
                }
            })
        });
    }
}

/// Measures routing, which is linear in the options and the patterns together.
fn routes() {
    let routes = |name: &str, first: &[u8], route: fn(usize, usize) -> String| {
        check(&format!("routes {name}"), |size| {
            let data = [first, &b"\x01a".repeat(size / 2)].concat();
            let routes: Vec<String> = (0..size / 32).map(|index| route(size, index)).collect();
            Box::new(move || {
                let patterns = routes.iter().map(|text| cri::Pattern::new(text.as_bytes()).expect("a pattern"));
                keep(cri::coap::route(patterns, black_box(&data), |_, _| {}).map(|found| found.is_some()));
            })
        });
    };
    routes("that differ at once", b"\xb1a", |_, _| "/b".into());
    routes("that differ at the end", b"\xb1a", |_, _| "/a/{}/%61/b".into());
    routes("without a rest", b"\xb1a", |_, _| "/a".into());
    routes("one of them long", b"\xb1a", |size, index| if index == 0 { "/{}".repeat(size / 4) } else { "/b".into() });
    routes("after other options", b"\x11a", |_, _| "/b".into());
    routes("before other options", b"\xc1a", |_, _| "/b".into());
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
                        .match_cri(&parse(REVISION, &cri), |_, _| captured += 1)
                        .map(|found| found.is_some().then_some(captured)),
                );
            })
        });
    }
}

/// Measures authorization, which is linear in entries and options together, because the options before the query are
/// skipped only once.
fn authorization() {
    check("authorization by options", |size| {
        let count = size / 12;
        let data = [&[0x9a][..], &(count as u32).to_be_bytes(), &b"\x82\x81\x81\x61a\x01".repeat(count)].concat();
        let options = [b"\xb1a\x11x", &b"\x01x".repeat(size / 4)[..]].concat();
        Box::new(move || {
            keep(cri::coap::aif_allows_options(REVISION, black_box(&data), black_box(&options), cri::Method::GET))
        })
    });
}
