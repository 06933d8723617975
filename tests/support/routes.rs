// SPDX-License-Identifier: MIT OR Apache-2.0
//! Matches patterns of paths in all the ways that the library has.

use super::lib::piece;
use super::model::Piece;
use cri::coap::{route, route_cri};
use cri::{Cri, Error, Pattern};

/// The captures of a pattern: single segments, and the rest.
pub type Captured = (Vec<Piece>, Vec<Piece>);

/// Stores the captures. They overwrite the captures of an earlier pattern that did not match.
fn keep<T>(captures: &mut Vec<Piece>, piece: fn(T) -> Piece) -> impl FnMut(usize, T) {
    move |index, segment| {
        captures.truncate(index);
        captures.push(piece(segment));
    }
}

fn of_option(value: &[u8]) -> Piece {
    Piece::Plain(value.to_vec())
}

/// Calls a function with a vector for captures. Returns the captures if the function returns true.
fn with_captures<R>(
    run: impl FnOnce(&mut Vec<Piece>) -> Result<Option<R>, Error>,
) -> Result<Option<(Vec<Piece>, R)>, Error> {
    let mut captures = Vec::new();
    run(&mut captures).map(|found| found.map(|found| (captures, found)))
}

/// Matches a pattern alone, and as a route before and after other routes. All results must be equal.
pub fn of_cri(pattern: &str, cri: &Cri<'_>) -> Result<Option<Captured>, Error> {
    let alone = with_captures(|captures| {
        let rest = Pattern::new(pattern.as_bytes())?.match_cri(cri, keep(captures, piece))?;
        Ok(rest.map(|rest| rest.map(piece).collect()))
    });
    let checked = Pattern::new(pattern.as_bytes())?;
    let [all, none] = ["/{*}", "/no/{}/such"].map(|text| Pattern::new(text.as_bytes()).expect("a pattern"));
    for (patterns, index) in [([checked, all], 0), ([none, checked], 1)] {
        let found = with_captures(|captures| {
            let found = route_cri(patterns, cri, keep(captures, piece))?.filter(|(found, _)| *found == index);
            Ok(found.map(|(_, rest)| rest.map(piece).collect()))
        });
        assert_eq!(found, alone, "{pattern}");
    }
    alone
}

/// Matches a pattern against options: alone, and as a route before and after other routes. All results must be equal.
pub fn of_options(pattern: &str, options: &[u8]) -> Result<Option<Captured>, Error> {
    let alone = with_captures(|captures| {
        let rest = Pattern::new(pattern.as_bytes())?.match_coap(options, keep(captures, of_option))?;
        Ok(rest.map(|rest| rest.map(of_option).collect()))
    });
    let checked = Pattern::new(pattern.as_bytes())?;
    let [all, none] = ["/{*}", "/no/{}/such"].map(|text| Pattern::new(text.as_bytes()).expect("a pattern"));
    for (patterns, index) in [([checked, all], 0), ([none, checked], 1)] {
        let found = with_captures(|captures| {
            let found = route(patterns, options, keep(captures, of_option))?.filter(|(found, _)| *found == index);
            Ok(found.map(|(_, rest)| rest.map(of_option).collect()))
        });
        assert_eq!(found, alone, "{pattern}");
    }
    alone
}

/// The model of matching: the captured segments of a path, and the rest. `segments` has the octets of each segment, or
/// None for a capture. `rest` is true if more segments may follow. As in CoAP, a single empty segment is not a segment.
pub fn captured<T: Clone + PartialEq>(
    path: &[T],
    empty: &T,
    is: impl Fn(&T, &[u8]) -> bool,
    segments: &[Option<impl AsRef<[u8]>>],
    rest: bool,
) -> Option<(Vec<T>, Vec<T>)> {
    let path = if let [only] = path
        && only == empty
    {
        &[]
    } else {
        path
    };
    if path.len() < segments.len() || (!rest && path.len() > segments.len()) {
        return None;
    }
    let mut captures = Vec::new();
    for (wanted, segment) in segments.iter().zip(path) {
        match wanted {
            None if segment == empty => return None,
            None => captures.push(segment.clone()),
            Some(wanted) if !is(segment, wanted.as_ref()) => return None,
            Some(_) => {}
        }
    }
    Some((captures, path[segments.len()..].to_vec()))
}
