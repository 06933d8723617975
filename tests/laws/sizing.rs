// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sizes of buffers that the headers call enough, `CRI_…_MAX`, compared with the worst input that a search finds.

use crate::support::coap::encode as options_of;
use crate::support::lib::{REVISIONS, encode, from_uri, output, parse};
use crate::support::random::{self, Random};
use crate::support::random_coap::{coap_cri, destination, options, text};
use cri::{Cri, Endpoint, Error, Revision, SchemeNumber};
use std::collections::BTreeMap;

/// The sizes of the committed headers: the name of the macro, its parameters, and a sum of terms.
struct Sizes(BTreeMap<String, (Vec<String>, String)>);

impl Sizes {
    fn new() -> Self {
        let directory = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/include")).unwrap();
        let paths = directory.map(|entry| entry.unwrap().path()).filter(|path| path.extension().unwrap() == "h");
        let text: String = paths.map(|path| std::fs::read_to_string(path).unwrap()).collect();
        let size = |line: &str| {
            let (name, rest) = line.strip_prefix("#define ")?.split_once('(')?;
            let (parameters, sum) = rest.split_once(") (")?;
            let parameters = parameters.split(", ").map(|name| format!("({name})")).collect();
            name.ends_with("_MAX").then(|| (name.to_string(), (parameters, sum.strip_suffix(')').unwrap().to_string())))
        };
        Self(text.lines().filter_map(size).collect())
    }

    /// The value of a macro: a sum of numbers, parameters, and parameters times or divided by a number.
    fn of(&self, name: &str, arguments: &[usize]) -> usize {
        let (parameters, sum) = &self.0[name];
        let value = |factor: &str| match parameters.iter().position(|parameter| parameter == factor) {
            Some(at) => arguments[at],
            None => factor.parse().expect(name),
        };
        sum.split(" + ")
            .map(|term| match term.split(' ').collect::<Vec<_>>()[..] {
                [factor, "*", number] => value(factor) * value(number),
                [factor, "/", number] => value(factor) / value(number),
                _ => value(term),
            })
            .sum()
    }
}

/// The smallest number of bytes by which each size exceeds an output.
struct Search {
    sizes: Sizes,
    left: BTreeMap<&'static str, usize>,
}

impl Search {
    /// Compares an output that needs `end` bytes more, such as a NUL, with the size for its input.
    fn enough(&mut self, name: &'static str, arguments: &[usize], end: usize, made: &Result<Vec<u8>, Error>) {
        let Ok(made) = made else { return };
        let size = self.sizes.of(name, arguments);
        let left = size.checked_sub(made.len() + end);
        let left = left.unwrap_or_else(|| panic!("{name}({arguments:?}) is {size}, not {}", made.len() + end));
        let known = self.left.entry(name).or_insert(left);
        *known = left.min(*known);
    }

    fn uri(&mut self, revision: Revision, uri: &str) {
        self.enough("CRI_FROM_URI_MAX", &[uri.len()], 0, &from_uri(revision, uri));
        self.enough("CRI_FROM_URI_MAX", &[uri.len()], 0, &output(|out| cri::from_iri(revision, uri, out)));
        let options = output(|out| cri::coap::from_uri(revision, uri, None, 0, out));
        self.enough("CRI_URI_TO_COAP_MAX", &[uri.len()], 0, &options);
    }

    fn cri(&mut self, cri: &Cri<'_>, base: &Cri<'_>) {
        let length = encode(cri).len();
        let discarded = if let cri::Discard::Segments(count) = cri.discard() { usize::from(count) } else { 0 };
        self.enough(
            "CRI_TO_URI_MAX",
            &[length],
            1 - (3 * discarded).min(1),
            &output(|out| cri.to_uri(out)).map(|uri| uri[..uri.len().saturating_sub(3 * discarded)].to_vec()),
        );
        self.enough("CRI_TO_EDN_MAX", &[length], 1, &output(|out| cri.to_edn(out)));
        self.enough("CRI_TO_COAP_MAX", &[length], 0, &output(|out| cri.to_coap(None, 0, out)));
        let resolved = output(|out| base.resolve_to(cri, out));
        self.enough("CRI_RESOLVE_TO_MAX", &[encode(base).len(), length], 0, &resolved);
    }

    fn request(&mut self, revision: Revision, scheme: u64, options: &[u8], to: Option<&Endpoint<'_>>) {
        let (length, zone) = (options.len(), to.map_or(0, |to| to.zone.len()));
        let scheme = SchemeNumber::new(scheme);
        let made = output(|out| cri::coap::to_cri(revision, scheme, options, to, out));
        self.enough("CRI_FROM_COAP_MAX", &[length, zone], 0, &made);
        if zone == 0 {
            let uri = output(|out| cri::coap::to_uri(revision, scheme, options, to, out));
            self.enough("CRI_COAP_TO_URI_MAX", &[length], 1, &uri);
        }
    }
}

/// Options with Uri-Path-Abbrev for the longest paths of its registry.
fn abbreviated() -> Vec<Vec<u8>> {
    let registry = include_str!("../../iana/path-abbrev.csv").lines().skip(1);
    let value = |row: &str| row.split_once(',').unwrap().0.parse::<u16>().unwrap().to_be_bytes();
    let trimmed = |value: [u8; 2]| value.into_iter().skip_while(|byte| *byte == 0).collect::<Vec<_>>();
    registry.map(|row| options_of(&[(13, trimmed(value(row)))], 0)).collect()
}

/// URIs that are long as CRIs or as options, for their length.
fn uris(random: &mut Random, revision: Revision) -> Vec<String> {
    let start = random.pick(&["", "//:az:@[::]?@", "//:@[::1]:1", "//[1::2]/", "?", "//1.2.3.4", "//a%3Bb@[::]:1"]);
    let piece =
        random.pick(&["/a%3Bb", "/%3Ba", "/a", "/aaaaaaaaaaaaa", "&a%23b", "/aaaaaaaaaaaaaaaaaaaaaaaa", "%23a"]);
    let mut many = format!("{}{}", random.pick(&["", "a", "//[::]", "//a%3Bb@[::]", "coap://h", "?"]), piece);
    many += &piece.repeat(random.pick(&[0, 1, 2, 5, 22, 23, 24, 255, 256]));
    many += random.pick(&["", "#", "#a%23b", "?", "?#", "?a%23b#a%23b"]);
    vec![start.to_string(), start.to_string() + &text(random, revision), many]
}

#[test]
fn buffers_of_the_sizes_in_the_headers_are_enough() {
    let mut search = Search { sizes: Sizes::new(), left: BTreeMap::new() };
    let there = Endpoint { address: b"\x20\x01\x0d\xb8aaaabbbbcccc", zone: b"", port: 65535 };
    let schemes = [0, 1, 6, 7, 8, 9, 24, 25];
    for options in abbreviated() {
        for (scheme, revision) in schemes.into_iter().flat_map(|scheme| REVISIONS.map(|revision| (scheme, revision))) {
            search.request(revision, scheme, &options, Some(&there));
        }
    }
    for (revision, number) in
        REVISIONS.into_iter().flat_map(|revision| (0..20_000).map(move |number| (revision, number)))
    {
        let Some(name) = SchemeNumber::new(number).name(revision) else { continue };
        let uri = from_uri(revision, &format!("{name}:a")).unwrap();
        search.cri(&parse(revision, &uri), &parse(revision, b"\x82\x20\x81\x61h"));
    }
    for round in 0..random::rounds(20_000) {
        let (mut random, revision) = (Random::new(round as u64), REVISIONS[round % 2]);
        for uri in uris(&mut random, revision) {
            search.uri(revision, &uri);
            if let Ok(cri) = from_uri(revision, &uri) {
                search.cri(&parse(revision, &cri), &parse(revision, b"\x82\x20\x81\x61h"));
            }
        }
        let full = random.one_in(2);
        let made = [random::cri(&mut random, revision, full), coap_cri(&mut random, revision)];
        let [one, other] = made.map(|cri| crate::support::cbor::encoded(&cri.canonical(revision)));
        search.cri(&parse(revision, &one), &parse(revision, &other));
        let (options, to) = (options(&mut random, revision), destination(&mut random));
        search.request(revision, random.pick(&schemes), &options, to.as_ref());
        let octets = vec![if round % 3 == 0 { 0xff } else { b'a' }; random.below(256)];
        let options = options_of(&[(3, vec![b'a'; random.below(256)]), (11, octets.clone()), (15, octets)], 0);
        search.request(revision, random.pick(&schemes), &options, Some(&there));
    }
    println!("{:?}", search.left);
    assert_eq!(search.left.len(), 8);
    // A size that is far above the worst output that was found wastes memory, or the search has become too weak.
    // The longest URI has the longest name of a scheme, which a library with ten schemes does not know. A share of the
    // rounds finds less.
    let most = search.left.values().copied().max();
    let is_weak = cfg!(cri_short_schemes) || random::share() > 1;
    assert!(is_weak || most <= Some(16), "{:?}", search.left);
}
