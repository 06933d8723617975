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

fn queries() -> [Vec<Piece>; 3] {
    [vec![], vec![plain("")], vec![plain("q")]]
}

fn fragments() -> [Option<Piece>; 3] {
    [None, Some(plain("")), Some(plain("f"))]
}

/// All full CRIs of two schemes, four authorities, paths of up to `most` of the segments, three queries
/// and three fragments.
pub fn full(segments: &[&str], most: usize) -> Vec<Abstract> {
    let mut all = Vec::new();
    for scheme in [Scheme::Number(0), Scheme::Name(b"z".to_vec())] {
        for authority in [Leading::Rooted, Leading::Rootless, host(&["h"]), host(&[])] {
            for path in paths(segments, most) {
                for query in queries() {
                    for fragment in fragments() {
                        all.push(Abstract {
                            scheme: Some(scheme.clone()),
                            authority: authority.clone(),
                            discard: None,
                            path: Some(path.clone()),
                            query: Some(query.clone()),
                            fragment,
                        });
                    }
                }
            }
        }
    }
    all.retain(Abstract::has_uri);
    all
}

/// All references without a scheme over the same alphabet; discard values up to `most` + 1, and `true`.
pub fn references(segments: &[&str], most: usize) -> Vec<Abstract> {
    let mut leading = vec![(Leading::NotSet, None)];
    leading.extend((0..=most as u8 + 1).map(|discard| (Leading::NotSet, Some(discard))));
    leading.extend([Leading::Rootless, host(&["h"]), host(&[])].map(|authority| (authority, None)));
    let mut all = Vec::new();
    for (authority, discard) in leading {
        for path in std::iter::once(None).chain(paths(segments, most).into_iter().map(Some)) {
            for query in std::iter::once(None).chain(queries().map(Some)) {
                for fragment in fragments() {
                    all.push(Abstract {
                        scheme: None,
                        authority: authority.clone(),
                        discard,
                        path: path.clone(),
                        query: query.clone(),
                        fragment,
                    });
                }
            }
        }
    }
    all
}
