// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests tables of routes in any order: the first route whose pattern matches must be found.

use super::std::prelude::rust_2024::*;
use core::mem::MaybeUninit;
use core::ptr::null_mut;

use super::all::*;
use super::share;
use crate::uri::Decoded;
use crate::{CriBuf, Error, Pattern};

const PATTERNS: [&str; 44] = [
    "/",
    "/a",
    "/a/",
    "/a/b",
    "/a/b/c",
    "/a/b/{}",
    "/a/b/{*}",
    "/a/{}",
    "/a/{}/c",
    "/a/{*}",
    "/a/~",
    "/a//",
    "/a//b",
    "/ab",
    "/aa",
    "/a-b",
    "/a;b",
    "/b",
    "/b/b",
    "/b/c/{}",
    "/c/{*}",
    "//",
    "//b",
    "//{}",
    "/~",
    "/€",
    "/a%2Fb",
    "/%61",
    "/a/%62",
    "/a%3Bb",
    "/%7B%7D",
    "/{}",
    "/{}/b",
    "/{*}",
    "/b%FF",
    "/{}/{}",
    "/{}/b/c",
    "/{}/c/{}",
    "/{}/{}/c",
    "/{}/{*}",
    "/a/{}/d",
    "/a/{}/{}",
    "/a/{}/{*}",
    "/segment/%61",
];
const PATHS: [&str; 35] = [
    "",
    "/",
    "/a",
    "/a/",
    "/a/b",
    "/a/b/c",
    "/a/b%FF/c",
    "/a/c",
    "/a/~",
    "/a//",
    "/ab",
    "/aa",
    "/a-b",
    "/a;b",
    "/a%3Bb",
    "/b",
    "/b/b",
    "/b/c/d",
    "/b/d",
    "/c",
    "//",
    "//b",
    "/~",
    "/%E2%82%AC",
    "/a%2Fb",
    "/%7B%7D",
    "/d",
    "/b%FF",
    "/a/x/c",
    "/a/x/e",
    "/a//c",
    "/x/b/c",
    "/x/y/c",
    "/x//c",
    "/segment/a",
];
/// The patterns of which all tables are made.
const FEW: [&str; 13] =
    ["/", "/a", "/a/", "/a/{}", "/a/{*}", "/ab", "/%61", "/segment/%61", "//", "/{}", "/{}/{}/c", "/{*}", "/a%2Fb"];

/// Returns the index of the route that a table finds with room for as many captures, or the error.
fn found(
    table: &cri_routes_t,
    routes: &[cri_route_t],
    cri: &cri_t,
    options: Option<&[u8]>,
    room: usize,
) -> Result<Option<usize>, cri_err_t> {
    let mut route = MaybeUninit::uninit();
    let mut captures = [const { MaybeUninit::<cri_text_t>::uninit() }; 2];
    let captures = captures.as_mut_ptr().cast();
    // SAFETY: the table, the memory that it borrows, the request and the outputs are valid.
    let error = unsafe {
        match options {
            Some(options) => {
                let (bytes, length) = (options.as_ptr(), options.len());
                cri_coap_route(table, bytes, length, route.as_mut_ptr(), captures, room, null_mut())
            }
            None => cri_route(table, cri, route.as_mut_ptr(), captures, room, null_mut()),
        }
    };
    if error != 0 {
        return Err(error);
    }
    // SAFETY: the call succeeded, so the value is stored.
    let route = unsafe { route.assume_init() };
    Ok(routes.iter().position(|one| core::ptr::eq(one, route)))
}

/// Returns what a table is sorted by: the segments of a pattern, with `{}` and `{*}` after all literal segments.
fn sort_key(pattern: &str) -> Vec<String> {
    let key = |segment: &str| segment.replace("{}", "\u{10fffe}").replace("{*}", "\u{10ffff}");
    pattern.split('/').map(key).collect()
}

/// Returns the Uri-Path options for the segments of a path.
fn options_of(path: &str) -> Vec<u8> {
    let mut options = Vec::new();
    for segment in path.split('/').skip(1) {
        let octets: Vec<u8> = Decoded::new(segment).collect();
        options.push(if options.is_empty() { 0xb0 } else { 0 } | octets.len() as u8);
        options.extend(octets);
    }
    options
}

/// A table of these patterns finds the same as trying the patterns one by one.
fn check(chosen: &[usize], checked: &[Pattern<'_>], requests: &[CriBuf<64>]) {
    let route = |index: &usize| {
        let text = PATTERNS[*index];
        cri_route_t { pattern: text.as_ptr().cast(), pattern_len: text.len(), id: 0 }
    };
    let routes: Vec<_> = chosen.iter().map(route).collect();
    let mut table = MaybeUninit::uninit();
    // SAFETY: the routes and the memory for the table are valid.
    let error = unsafe { cri_routes_check(table.as_mut_ptr(), routes.as_ptr(), routes.len(), null_mut(), null_mut()) };
    assert_eq!(error, 0);
    // SAFETY: the call succeeded, so the value is stored.
    let table = unsafe { table.assume_init() };
    let is_in_order = |pair: &[usize]| sort_key(PATTERNS[pair[0]]) <= sort_key(PATTERNS[pair[1]]);
    let ordered = 1 + chosen.windows(2).take_while(|pair| is_in_order(pair)).count();
    let literal = chosen.iter().take_while(|index| !PATTERNS[**index].contains('%')).count();
    // SAFETY: the table is initialised.
    assert_eq!(unsafe { cri_routes_sorted(&table) }, ordered.min(literal), "{chosen:?}");
    let (mut indexed, mut index) = (table, [u16::MAX; 20]);
    // SAFETY: the table is initialised, and the index is memory for as many numbers as it has.
    assert_eq!(unsafe { cri_routes_index(&mut indexed, index.as_mut_ptr(), index.len()) }, 0);
    let literal = chosen.iter().filter(|index| !PATTERNS[**index].contains('%')).count();
    // SAFETY: the table is initialised.
    assert_eq!(unsafe { cri_routes_sorted(&indexed) }, literal, "{chosen:?}");
    let captures = chosen.iter().map(|index| PATTERNS[*index].matches("{}").count()).max().unwrap_or(0);
    for (path, request) in PATHS.iter().zip(requests) {
        let cri = request.cri();
        let wanted = chosen.iter().position(|index| checked[*index].match_cri(&cri, |_, _| {}).unwrap().is_some());
        let mut view = MaybeUninit::uninit();
        let bytes = request.as_bytes();
        // SAFETY: the bytes and the memory for the view are valid.
        let error = unsafe { cri_parse_exact(27, bytes.as_ptr(), bytes.len(), view.as_mut_ptr()) };
        assert_eq!(error, 0);
        // SAFETY: the call succeeded, so the value is stored.
        let view = unsafe { view.assume_init() };
        // A Uri-Path option must be UTF-8.
        let options = (!path.contains("%FF")).then(|| options_of(path));
        for options in [None, options.as_deref()] {
            for table in [&table, &indexed] {
                assert_eq!(found(table, &routes, &view, options, captures), Ok(wanted), "{path} {chosen:?}");
                if captures > 0 {
                    let fewer = found(table, &routes, &view, options, captures - 1);
                    assert_eq!(fewer, Err(Error::Buffer.number()), "{path} {chosen:?}");
                }
            }
        }
    }
}

/// The checked patterns, and requests for the paths.
fn given() -> ([Pattern<'static>; PATTERNS.len()], [CriBuf<64>; PATHS.len()]) {
    let request = |path: &str| {
        let mut uri = String::from("coap://h");
        uri.push_str(path);
        uri.parse().expect("a URI")
    };
    (PATTERNS.map(|text| Pattern::new(text).expect("a pattern")), PATHS.map(request))
}

/// Random tables of up to 20 routes.
#[test]
fn the_first_route_wins() {
    let (checked, requests) = given();
    let mut random = 1u32;
    let mut choose = |below: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as usize % below
    };
    for _ in 0..if cfg!(miri) { 50 } else { 20_000_usize }.div_ceil(share()) {
        let mut chosen: Vec<usize> = (0..choose(20)).map(|_| choose(PATTERNS.len())).collect();
        // Sorts the start of the table, as in the table of a typical program.
        let sorted = choose(chosen.len() + 1);
        chosen[..sorted].sort_by_key(|index| sort_key(PATTERNS[*index]));
        check(&chosen, &checked, &requests);
    }
}

/// All tables of up to three of a few routes.
#[test]
#[cfg_attr(miri, ignore = "takes long")]
fn the_first_of_few_routes_wins() {
    let (checked, requests) = given();
    let few = FEW.map(|text| PATTERNS.iter().position(|pattern| *pattern == text).expect("one of the patterns"));
    let mut tables = Vec::from([Vec::new()]);
    for _ in 0..3 {
        let longer = |table: &Vec<usize>| few.map(|index| [&table[..], &[index]].concat());
        tables = [tables.iter().flat_map(longer).collect(), Vec::from([Vec::new()])].concat();
    }
    tables.iter().for_each(|table| check(table, &checked, &requests));
}
