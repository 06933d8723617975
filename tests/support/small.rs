// SPDX-License-Identifier: MIT OR Apache-2.0
//! All CRIs and references over a small alphabet.

use super::model::{Abstract, Authority, Host, Leading, Piece, Scheme};

pub fn plain(text: &str) -> Piece {
    Piece::Plain(text.as_bytes().to_vec())
}

pub fn host(labels: &[&str]) -> Leading {
    let host = Host::Name(labels.iter().map(|label| plain(label)).collect());
    Leading::Host(Authority { userinfo: None, host, port: None })
}

/// All paths of up to `most` segments.
pub fn paths(segments: &[&str], most: usize) -> Vec<Vec<Piece>> {
    let mut paths = vec![Vec::new()];
    let mut longest = paths.clone();
    for _ in 0..most {
        longest = longest
            .iter()
            .flat_map(|path: &Vec<Piece>| segments.iter().map(|segment| [&path[..], &[plain(segment)]].concat()))
            .collect();
        paths.extend(longest.iter().cloned());
    }
    paths
}

fn queries() -> [Option<Vec<Piece>>; 3] {
    [vec![], vec![plain("")], vec![plain("q")]].map(Some)
}

/// Copies a CRI with every combination of these paths and queries and of three fragments.
fn filled(cri: &Abstract, paths: &[Option<Vec<Piece>>], queries: &[Option<Vec<Piece>>]) -> Vec<Abstract> {
    let mut all = Vec::new();
    for path in paths {
        for query in queries {
            all.extend([None, Some(plain("")), Some(plain("f"))].map(|fragment| Abstract {
                path: path.clone(),
                query: query.clone(),
                fragment,
                ..cri.clone()
            }));
        }
    }
    all
}

const NOTHING: Abstract =
    Abstract { scheme: None, authority: Leading::NotSet, discard: None, path: None, query: None, fragment: None };

/// All full CRIs with two schemes, four authorities, paths of up to `most` segments, three queries and three fragments.
pub fn full(segments: &[&str], most: usize) -> Vec<Abstract> {
    let (paths, queries): (Vec<_>, _) = (paths(segments, most).into_iter().map(Some).collect(), queries());
    let mut all = Vec::new();
    for scheme in [Scheme::Number(0), Scheme::Name(b"z".to_vec())] {
        for authority in [Leading::Rooted, Leading::Rootless, host(&["h"]), host(&[])] {
            all.extend(filled(&Abstract { scheme: Some(scheme.clone()), authority, ..NOTHING }, &paths, &queries));
        }
    }
    all.retain(Abstract::has_uri);
    all
}

/// All references without a scheme over the same alphabet, with discard values up to `most` + 1, and `true`.
pub fn references(segments: &[&str], most: usize) -> Vec<Abstract> {
    let paths: Vec<_> = [None].into_iter().chain(paths(segments, most).into_iter().map(Some)).collect();
    let queries: Vec<_> = [None].into_iter().chain(queries()).collect();
    let discards = [None].into_iter().chain((0..=most as u8 + 1).map(Some));
    let leading = discards.map(|discard| Abstract { discard, ..NOTHING });
    let authorities = [Leading::Rootless, host(&["h"]), host(&[])];
    let leading = leading.chain(authorities.map(|authority| Abstract { authority, ..NOTHING }));
    leading.flat_map(|cri| filled(&cri, &paths, &queries)).collect()
}
