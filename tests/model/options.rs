// SPDX-License-Identifier: MIT OR Apache-2.0
//! Byte strings as CoAP options: every string of up to 4 bytes is read as the options of a request and of a response.
//! Other byte strings, after given beginnings, are read as authorization information.

use super::run::{Part, Tally, bytes, each_string};
use crate::support::cbor::encoded;
use crate::support::coap::fed;
use crate::support::coap_in::{self, Errors, is_known, under};
use crate::support::lib::{REVISIONS, encode, output, parse, read};
use crate::support::model::{Abstract, Piece};
use crate::support::routes::captured;
use crate::support::{aif, hex};
use cri::coap::{Options, is_for_proxy};
use cri::coap::{aif_allows, aif_methods};
use cri::{Aif, Cri, Endpoint, Error, Method, Methods, Output, Pattern, Revision, SchemeNumber};
use std::sync::LazyLock;

pub const COUNTERS: [&str; 5] = [
    "strings",
    "well-formed options",
    "of these with an option that has to do with a CRI",
    "CRIs of requests, both revisions, with a destination and without",
    "references of responses, both revisions",
];

const DESTINATION: Endpoint<'static> = Endpoint { address: &[192, 0, 2, 1], zone: &[], port: 5683 };
/// A pattern, its segments, and whether a rest follows.
type PatternRow = (&'static [u8], &'static [Option<&'static str>], bool);
const PATTERNS: [PatternRow; 6] = [
    (b"/", &[], false),
    (b"/{*}", &[], true),
    (b"/{}", &[None], false),
    (b"/a/{}", &[Some("a"), None], false),
    (b"/{}/%61/{*}", &[None, Some("a")], true),
    (b"/.well-known/{}/{*}", &[Some(".well-known"), None], true),
];
/// Path prefixes. Their semicolons are percent-encoded.
const PREFIXES: [&[&str]; 8] =
    [&[], &[""], &["a"], &["a", ""], &["", "a"], &["a;"], &[".well-known"], &[".well-known", "core"]];

/// The inputs that all strings share: the CRI of the destination, and the prefixes and patterns that paths are matched
/// with.
struct Known {
    bare: [Vec<u8>; 2],
    prefixes: Vec<Cri<'static>>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let request = |revision| coap_in::from_coap(revision, 0, &[], None, Some(DESTINATION)).expect("the destination");
    let prefix = |segments: &[&str]| {
        let path = segments.iter().map(|text| Piece::of(text.bytes().map(|octet| (octet, octet == b';')))).collect();
        let cri = Abstract { path: Some(path), ..request(Revision::Href27) };
        parse(Revision::Href27, encoded(&cri.canonical(Revision::Href27)).leak())
    };
    // The last prefix is a view in two pieces, and equals the one before it.
    let core = parse(Revision::Href27, b"\x82\x01\x81\x64core");
    let in_two_pieces = prefix(&[".well-known", "x"]).resolve(&core).expect("a full base");
    Known {
        bare: REVISIONS.map(|revision| encoded(&request(revision).canonical(revision))),
        prefixes: PREFIXES.iter().map(|segments| prefix(segments)).chain([in_two_pieces]).collect(),
    }
});

/// Makes one job for each pair of first bytes.
pub fn strings() -> Part {
    let run = |job: u64, tally: &mut Tally| {
        let [a, b] = (job as u16).to_be_bytes();
        if b == 0 {
            if a == 0 {
                check(&[], tally);
            }
            check(&[a], tally);
        }
        (0..=2).for_each(|more| each_string(&mut vec![a, b], more, &bytes(), &mut |data| check(data, tally)));
    };
    Part { jobs: 1 << 16, counters: &COUNTERS, run: Box::new(run) }
}

/// Compares all results for one string with the model's.
pub fn check(data: &[u8], tally: &mut Tally) {
    tally.counts[0] += 1;
    let (options, error) = coap_in::decode(data);
    let mut found = Options::new(data, 0);
    let same = options.iter().all(|option| found.next() == Some(Ok(*option)))
        && found.next() == error.map(Err)
        && found.next().is_none();
    if !same {
        tally.note(Some(format!("{}: model {options:02x?} {error:?}", hex(data))));
        return;
    }
    tally.counts[1] += u64::from(error.is_none());
    let what = if options.iter().any(|option| is_known(option.0)) {
        tally.counts[2] += u64::from(error.is_none());
        requests(data, &options, error, tally).or_else(|| paths(data, &options, error))
    } else {
        nothing_known(data, error)
    };
    tally.note(what.map(|what| format!("{}: {what}", hex(data))));
}

/// Checks a string of options none of which contributes to a CRI.
fn nothing_known(data: &[u8], error: Option<Error>) -> Option<String> {
    let differs = |expected: &[u8], run: &dyn Fn(&mut Output<'_>) -> Result<(), Error>| {
        let mut buffer = [0; 16];
        let mut output = Output::new(&mut buffer);
        let result = run(&mut output);
        match error {
            None => output.written() != Ok(expected),
            Some(error) => result != Err(error),
        }
    };
    if let Some(error) = error {
        // Most strings end here, so only two readers are called: readers differ in how they use options, not in how
        // they find them.
        let made = differs(&[], &|out| {
            cri::coap::to_cri_proxy(Revision::Href27, SchemeNumber::COAP, data, Some(&DESTINATION), out)
        });
        let path = cri::coap::path_under(data, &KNOWN.prefixes[0]).err() != Some(error);
        return (made || path).then(|| format!("not refused with {error:?}"));
    }
    for (revision, bare) in REVISIONS.into_iter().zip(&KNOWN.bare) {
        if differs(bare, &|out| cri::coap::to_cri_proxy(revision, SchemeNumber::COAP, data, Some(&DESTINATION), out)) {
            return Some(format!("{revision:?}: not the destination alone"));
        }
    }
    if differs(&[0x80], &|out| cri::coap::location_to_cri(Revision::Href27, data, out)) {
        return Some("location: not the empty reference".to_string());
    }
    let asks = is_for_proxy(data);
    let rest = cri::coap::path_under(data, &KNOWN.prefixes[0]).map(|rest| rest.map(Iterator::count));
    (asks != Ok(false) || rest != Ok(Some(0))).then(|| format!("{asks:?}, {rest:?}"))
}

/// True if the result is as expected: the same bytes, or one of the errors. An empty list of errors allows every error
/// of an unprocessable CRI.
fn fits(expected: &Result<Vec<u8>, Errors>, found: &Result<Vec<u8>, Error>) -> bool {
    match (expected, found) {
        (Ok(expected), Ok(found)) => expected == found,
        (Err([]), Err(error)) => error.is_unprocessable(),
        (Err(errors), Err(error)) => errors.contains(error),
        _ => false,
    }
}

pub fn requests(data: &[u8], options: &[(u16, &[u8])], error: Option<Error>, tally: &mut Tally) -> Option<String> {
    for revision in REVISIONS {
        for destination in [None, Some(DESTINATION)] {
            let model = coap_in::from_coap(revision, 0, options, error, destination);
            let expected = model.map(|cri| encoded(&cri.canonical(revision)));
            let found =
                output(|out| cri::coap::to_cri_proxy(revision, SchemeNumber::COAP, data, destination.as_ref(), out));
            if !fits(&expected, &found) || fed(revision, 0, data, destination) != found {
                return Some(format!("{revision:?} {destination:?}: model {expected:02x?}, library {found:02x?}"));
            }
            tally.counts[3] += u64::from(found.is_ok());
        }
        let model = coap_in::location(options, error).map(|cri| encoded(&cri.canonical(revision)));
        let found = output(|out| cri::coap::location_to_cri(revision, data, out));
        if !fits(&model, &found) {
            return Some(format!("{revision:?} location: model {model:02x?}, library {found:02x?}"));
        }
        tally.counts[4] += u64::from(found.is_ok());
    }
    None
}

pub fn paths(data: &[u8], options: &[(u16, &[u8])], error: Option<Error>) -> Option<String> {
    let model = coap_in::path(options, error);
    let own = model.as_ref().ok().filter(|(_, asks)| !asks).map(|(path, _)| path);
    let refused = |found: Error| model.as_ref().is_err_and(|errors| errors.contains(&found));
    // A request is meant for a proxy if it has one of these options, whatever their values are.
    let asks = options.iter().any(|option| [35, 39, 235, 239].contains(&option.0));
    if is_for_proxy(data) != error.map_or(Ok(asks), Err) {
        return Some(format!("is for a proxy: {:?}", is_for_proxy(data)));
    }
    for (segments, prefix) in PREFIXES.iter().chain(PREFIXES.last()).zip(&KNOWN.prefixes) {
        let segments: Vec<&[u8]> = segments.iter().map(|text| text.as_bytes()).collect();
        let expected = own.and_then(|path| under(path, &segments));
        let same = match cri::coap::path_under(data, prefix) {
            Ok(found) => {
                let found: Option<Vec<_>> = found.map(Iterator::collect);
                model.is_ok() && found == expected
            }
            Err(error) => refused(error),
        };
        if !same {
            return Some(format!("under {segments:02x?}: model {expected:02x?}"));
        }
    }
    for (text, segments, rest) in PATTERNS {
        let expected = own.and_then(|path| captured(path, &&b""[..], |own, wanted| *own == wanted, segments, rest));
        let mut captures = Vec::new();
        let same = match Pattern::new(text).expect("a pattern").match_coap(data, |_, segment| captures.push(segment)) {
            Ok(found) => model.is_ok() && found.map(|rest| (captures, rest.collect())) == expected,
            Err(error) => refused(error),
        };
        if !same {
            return Some(format!("{}: model {expected:02x?}", String::from_utf8_lossy(text)));
        }
    }
    None
}

const AIF_COUNTERS: [&str; 2] = ["strings", "authorization information"];
/// Beginnings that stop before an entry, a resource, an empty path, a segment, a query, and a path before the query.
pub const BEGINNINGS: [&[u8]; 8] = [
    &[],
    &[0x81],
    &[0x81, 0x82],
    &[0x81, 0x82, 0x81],
    &[0x81, 0x82, 0x81, 0x80],
    &[0x81, 0x82, 0x81, 0x81],
    &[0x81, 0x82, 0x82, 0x80],
    &[0x81, 0x82, 0x82, 0x81, 0x61, b'a'],
];

/// Authorization information: strings of up to 3 bytes after each beginning. There is a job for each revision,
/// beginning and first byte.
pub fn authorization() -> Part {
    let run = |job: u64, tally: &mut Tally| {
        let revision = REVISIONS[(job & 1) as usize];
        let mut start = [BEGINNINGS[(job >> 9) as usize], &[(job >> 1) as u8]].concat();
        let mut check = |data: &[u8]| allows(revision, data, tally);
        (0..=2).for_each(|more| each_string(&mut start, more, &bytes(), &mut check));
    };
    Part { jobs: BEGINNINGS.len() as u64 * 512, counters: &AIF_COUNTERS, run: Box::new(run) }
}

pub fn allows(revision: Revision, data: &[u8], tally: &mut Tally) {
    /// The requests: without a path, with an empty segment, with a segment, and with a parameter.
    const REQUESTS: [&[u8]; 4] = [
        &[0x82, 0xf5, 0x80],
        &[0x82, 0xf5, 0x81, 0x60],
        &[0x82, 0xf5, 0x81, 0x61, b'a'],
        &[0x83, 0xf5, 0x80, 0x81, 0x60],
    ];
    tally.counts[0] += 1;
    let model = aif::entries(data);
    let found: Result<Vec<(Cri<'_>, Methods)>, Error> = Aif::new(revision, data).and_then(Iterator::collect);
    let (model, found) = match (model, found) {
        (None, Err(error)) => {
            let request = parse(revision, REQUESTS[0]);
            let refused = aif_allows(data, &request, Method::GET) == Err(error);
            tally.note((!refused).then(|| format!("{}: malformed, but allows something", hex(data))));
            return;
        }
        (Some(model), Ok(found)) => (model, found),
        (model, found) => {
            tally.note(Some(format!("{revision:?} {}: model {model:?}, library {found:?}", hex(data))));
            return;
        }
    };
    tally.counts[1] += 1;
    let same = model.len() == found.len()
        && model.iter().zip(&found).all(|(((path, query), methods), (cri, found))| {
            let own = read(cri);
            own.path.as_ref() == Some(path)
                && own.query.unwrap_or_default() == *query
                && *methods == found.bits()
                && parse(revision, &encode(cri)).equal(cri) == Ok(true)
        });
    let requests_fit = REQUESTS.iter().all(|bytes| {
        let request = parse(revision, bytes);
        let own = read(&request);
        let sum = aif::allowed(&model, &own.path.unwrap_or_default(), &own.query.unwrap_or_default());
        let is_allowed = |code| aif_allows(data, &request, Method::try_from(code).unwrap());
        aif_methods(data, &request).map(Methods::bits) == Ok(sum)
            && [1, 2, 3, 7, 32].into_iter().all(|code| is_allowed(code) == Ok(sum >> (code - 1) & 1 != 0))
    });
    tally.note(
        (!same || !requests_fit).then(|| format!("{revision:?} {}: model {model:?}, library {found:?}", hex(data))),
    );
}
