// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares every pair of paths in all the ways to find out whether a request is for a path or for a path under it:
//! prefix, pattern, route, authorization information, equality, URI text and cache key. The request is given as a CRI,
//! as options, and as the CRI of its options. All ways must give the same answer as a comparison of decoded octets.
//! Where a ruling makes an exception, a comment names the ruling.

use super::run::{Part, Tally, each_string};
use crate::support::aif::allowed;
use crate::support::cbor::{Value, encoded};
use crate::support::coap::encode;
use crate::support::coap_in::under;
use crate::support::from_uri::from_uri;
use crate::support::lib::{REVISIONS, output, parse, piece};
use crate::support::model::{Abstract, Piece};
use crate::support::rfc3986::parsed;
use crate::support::routes::{captured, of_cri, of_options};
use crate::support::uri::{decoded, remove_dot_segments};
use cri::coap::cache_key_equal;
use cri::coap::{aif_allows, aif_allows_options, path_under};
use cri::uri::{self, Level};
use cri::{Cri, Error, Method, Revision, SchemeNumber};

pub const COUNTERS: [&str; 3] = ["pairs of paths", "of these the same", "of these one under the other"];

/// The tokens of which paths are made: an octet as a character and as a triplet, a delimiter in both forms, and a
/// percent-encoded slash, which does not separate segments.
const TOKENS: [&str; 7] = ["/", ".", "a", "%61", ";", "%3B", "%2F"];

/// A path, and the inputs of all ways to compare it.
struct Path {
    uri: String,
    /// The segments as octets. A single empty segment does not count as a segment (R16).
    segments: Vec<Vec<u8>>,
    /// The segments in a CRI, where text and PET differ (R15).
    pieces: Vec<Piece>,
    /// The path as a pattern, without dot segments.
    pattern: String,
    /// The options, with an option also for a single empty segment.
    options: Vec<u8>,
    /// For each revision: the CRI, the CRI without PET, the CRI of the options, and an entry that allows GET.
    of_revision: [[Vec<u8>; 4]; 2],
}

impl Path {
    fn new(text: &str) -> Self {
        let uri = format!("coap://h{text}");
        let pattern = remove_dot_segments(text);
        let mut segments: Vec<_> = pattern.split('/').skip(1).map(decoded).collect();
        let mut options = vec![(3, b"h".to_vec())];
        options.extend(segments.iter().map(|segment| (11, segment.clone())));
        segments = if segments == [b""] { vec![] } else { segments };
        let model = REVISIONS.map(|revision| from_uri(revision, &parsed(&uri)).expect("a CRI"));
        let pieces = model[0].path.clone().expect("a full CRI");
        let of_revision = [0, 1].map(|at| Self::written(REVISIONS[at], &uri, &model[at]));
        Self { uri, segments, pieces, pattern, options: encode(&options, 0), of_revision }
    }

    fn written(revision: Revision, uri: &str, model: &Abstract) -> [Vec<u8>; 4] {
        let cri = output(|out| cri::from_uri(revision, uri.as_bytes(), out)).expect("a CRI");
        let plain = output(|out| parse(revision, &cri).decode_pet(out)).expect("UTF-8");
        let options = output(|out| cri::coap::from_uri(revision, uri.as_bytes(), None, 0, out)).expect("options");
        let request =
            output(|out| cri::coap::to_cri(revision, SchemeNumber::COAP, &options, None, out)).expect("a request");
        let path = Value::Array(model.path.iter().flatten().map(Piece::value).collect());
        let entry = Value::Array(vec![Value::Array(vec![path]), Value::Uint(1)]);
        [cri, plain, request, encoded(&Value::Array(vec![entry]))]
    }
}

/// The octets of segments.
fn octets(pieces: impl IntoIterator<Item = Piece>) -> Vec<Vec<u8>> {
    pieces.into_iter().map(|piece| piece.parts().into_iter().flat_map(|part| part.0).collect()).collect()
}

/// Compares two paths in one revision. Returns the name of the first way whose answer differs.
fn differing(own: &Path, other: &Path, at: usize) -> Option<&'static str> {
    let revision = REVISIONS[at];
    let [own_cri, own_plain, own_request, _] = &own.of_revision[at];
    let [other_cri, other_plain, other_request, entry] = &other.of_revision[at];
    let same = own.segments == other.segments;
    let alike = own.pieces == other.pieces;
    let views = [own_cri, own_plain, own_request].map(|bytes| parse(revision, bytes));
    let others = [other_cri, other_plain, other_request].map(|bytes| parse(revision, bytes));
    let ways: [(&str, &dyn Fn() -> bool); 7] = [
        ("prefix", &|| prefixes(own, other, &views, &others)),
        ("pattern", &|| patterns(own, other, &views)),
        ("AIF", &|| permissions(own, other, entry, &views, revision)),
        ("equal, as written (R15)", &|| views[0].equal(&others[0]) == Ok(alike) && (own_cri == other_cri) == alike),
        ("URI text, whose normal form keeps PET", &|| {
            uri::equal(own.uri.as_bytes(), other.uri.as_bytes(), Level::Scheme) == Ok(alike)
        }),
        ("equal without PET, and as requests", &|| {
            views[1].equal(&others[1]) == Ok(same) && views[2].equal(&others[2]) == Ok(same)
        }),
        ("cache key", &|| cache_key_equal(&own.options, &other.options, &[]) == Ok(same)),
    ];
    ways.iter().find(|(_, agrees)| !agrees()).map(|(name, _)| *name)
}

/// Compares by prefix. A prefix with a trailing slash requires a segment after it, and nothing is left of a path under
/// itself.
fn prefixes(own: &Path, other: &Path, views: &[Cri<'_>], others: &[Cri<'_>]) -> bool {
    let [segments, prefix] = [own, other].map(|path| path.segments.iter().map(|s| &s[..]).collect::<Vec<_>>());
    let expected = under(&segments, &prefix).map(|rest| rest.into_iter().map(<[u8]>::to_vec).collect::<Vec<_>>());
    assert_eq!(expected.as_ref().is_some_and(Vec::is_empty), segments == prefix, "the model");
    others.iter().all(|prefix| {
        let of_options =
            path_under(&own.options, prefix).map(|rest| rest.map(|rest| rest.map(<[u8]>::to_vec).collect()));
        let of_views = |view: &Cri<'_>| view.path_under(prefix).map(|rest| rest.map(|rest| octets(rest.map(piece))));
        of_options == Ok(expected.clone()) && views.iter().all(|view| of_views(view) == Ok(expected.clone()))
    })
}

/// Matches the path `own` with the pattern of `other`, alone and followed by `{*}`. If the pattern ends in a slash, the
/// path has an empty segment there, and `{*}` may match no segment after it.
fn patterns(own: &Path, other: &Path, views: &[Cri<'_>]) -> bool {
    let wanted: Vec<_> = other.segments.iter().map(Some).collect();
    let root = if other.segments.is_empty() { "" } else { &other.pattern };
    [(other.pattern.clone(), false), (format!("{root}/{{*}}"), true)].iter().all(|(pattern, rest)| {
        let expected =
            captured(&own.segments, &vec![], |own, wanted| own == wanted, &wanted, *rest).map(|found| found.1);
        let rest =
            |found: Result<Option<_>, Error>| found.map(|found| found.map(|(_, rest): (_, Vec<Piece>)| octets(rest)));
        rest(of_options(pattern, &own.options)) == Ok(expected.clone())
            && views.iter().all(|view| rest(of_cri(pattern, view)) == Ok(expected.clone()))
    })
}

/// Compares by authorization information. An entry with PET allows only a CRI with the same PET. The CRI of a request
/// never has PET (R41).
fn permissions(own: &Path, other: &Path, entry: &[u8], views: &[Cri<'_>], revision: Revision) -> bool {
    let entries = [((other.pieces.clone(), vec![]), 1)];
    let plain: Vec<_> = own.segments.iter().map(|segment| Piece::Plain(segment.clone())).collect();
    let of_request = Ok(allowed(&entries, &plain, &[]) == 1);
    aif_allows(entry, &views[0], Method::GET) == Ok(own.pieces == other.pieces)
        && aif_allows(entry, &views[1], Method::GET) == of_request
        && aif_allows(entry, &views[2], Method::GET) == of_request
        && aif_allows_options(revision, entry, &own.options, Method::GET) == of_request
}

/// Checks all pairs of paths with up to `most` tokens after the slash. There is a job for each path.
pub fn paths(most: usize) -> Part {
    let mut texts = Vec::new();
    let tokens: [u8; TOKENS.len()] = std::array::from_fn(|at| at as u8);
    for length in 0..=most {
        each_string(&mut vec![], length, &tokens, &mut |text| {
            texts.push(text.iter().fold("/".to_owned(), |text, token| text + TOKENS[*token as usize]));
        });
    }
    let paths: Vec<_> = texts.iter().map(|text| Path::new(text)).collect();
    let jobs = paths.len() as u64;
    let run = move |job: u64, tally: &mut Tally| {
        let own = &paths[job as usize];
        for (number, other) in paths.iter().enumerate() {
            tally.counts[0] += 1;
            tally.counts[1] += u64::from(own.segments == other.segments);
            tally.counts[2] += u64::from(own.segments.starts_with(&other.segments));
            let differs = differing(own, other, (job as usize + number) % 2);
            tally.note(differs.map(|way| format!("{} and {}: {way}", own.uri, other.uri)));
        }
    };
    Part { jobs, counters: &COUNTERS, run: Box::new(run) }
}
