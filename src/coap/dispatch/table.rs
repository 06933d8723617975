// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tables of patterns, in which a binary search finds the patterns that may match the path of a request.

use core::cmp::Ordering;

use super::path::{CoapPath, request_path};
use super::pattern::{End, Pattern, Segment, complete_path};
use crate::bytes::words::{has, same};
use crate::cri::Cri;
use crate::cri::items::Items;
use crate::cri::text::Text;
use crate::error::Error;

/// A table of checked patterns.
pub(crate) trait Table<'p> {
    /// Returns the pattern at a place of the table, and its index. The first of several matching patterns is the one
    /// with the lowest index.
    fn get(&self, place: usize) -> Option<(usize, Pattern<'p>)>;

    /// The number of patterns at the start of the table that are in the order of [`order`] and have no triplets. The
    /// other patterns are tried one by one.
    fn sorted(&self) -> usize;

    /// True if indices do not increase from place to place, so that matching patterns must be compared by index.
    fn is_permuted(&self) -> bool;
}

/// Returns the order of two patterns in a sorted table: segment by segment, with `{}` after all literal segments, and
/// `{*}` after `{}`. Literal segments are compared byte by byte.
fn order(one: &[u8], other: &[u8]) -> Ordering {
    // A `}` that is compared with another byte is that of `{}`, and the other byte is the star of `{*}`.
    let rank = |byte: &u8| match byte {
        b'/' | b'}' => 0,
        b'{' => u8::MAX,
        byte => *byte,
    };
    match one.iter().zip(other).find(|(one, other)| one != other) {
        Some((one, other)) => rank(one).cmp(&rank(other)),
        None => one.len().cmp(&other.len()),
    }
}

/// True if `pattern` may follow `last` in the sorted part of a table.
pub(crate) fn is_sorted(last: &Pattern<'_>, pattern: &Pattern<'_>) -> bool {
    order(last.text, pattern.text).is_le() && !has_triplet(pattern)
}

fn has_triplet(pattern: &Pattern<'_>) -> bool {
    has(pattern.text, b'%')
}

/// Finds the first pattern of a table that matches the path of a request, which is read from its delta-coded options.
/// The arguments, the result and the errors are those of [`route`](super::route).
pub(crate) fn route_in<'p, 'a>(
    table: &impl Table<'p>,
    options: &'a [u8],
    capture: impl FnMut(usize, &'a [u8]),
) -> Result<Option<(usize, CoapPath<'a>)>, Error> {
    Ok(request_path(options)?.and_then(|path| first_match(table, path, capture)))
}

/// Finds the first pattern of a table that matches the path of a CRI. The arguments, the result and the errors are
/// those of [`route_cri`](super::route_cri).
pub(crate) fn route_cri_in<'p, 'a>(
    table: &impl Table<'p>,
    cri: &Cri<'a>,
    capture: impl FnMut(usize, Text<'a>),
) -> Result<Option<(usize, Items<'a>)>, Error> {
    Ok(first_match(table, complete_path(cri)?, capture))
}

/// The last sorted pattern that did not match. Patterns after it do not match either as long as they begin with the
/// segments that did match, and then fail in the same way at a literal segment.
struct Bound<'p, P> {
    /// The segments of the pattern that match.
    prefix: &'p [u8],
    /// The path after those segments.
    path: P,
    failure: End,
}

/// Finds the matching pattern with the lowest index. Returns the index, and the segments that `{*}` captures.
fn first_match<'p, P: Iterator<Item: Segment> + Clone, F: FnMut(usize, P::Item)>(
    table: &impl Table<'p>,
    path: P,
    capture: F,
) -> Option<(usize, P)> {
    let (index, pattern) = if cfg!(speed) {
        // The next segment is read once for all patterns that it is compared with.
        search::<_, F>(table, path.clone().peekable(), |path| {
            path.peek();
        })
    } else {
        search::<_, F>(table, path.clone(), |_| {})
    }?;
    Some((index, pattern.captured(path, capture)?))
}

/// Finds the matching pattern with the lowest index. `peek` may read ahead.
///
/// The first pattern is tried at once, so that it costs no more than a pattern alone. After each sorted pattern that
/// does not match, a binary search finds the next one to try.
fn search<'p, P: Iterator<Item: Segment> + Clone, F: FnMut(usize, P::Item)>(
    table: &impl Table<'p>,
    mut path: P,
    peek: impl Fn(&mut P),
) -> Option<(usize, Pattern<'p>)> {
    peek(&mut path);
    let first = if cfg!(speed) { path.clone().next() } else { None };
    // The index and the place of the best match so far.
    let (mut lowest, mut found) = (usize::MAX, usize::MAX);
    let mut bound = Bound { prefix: &[][..], path: path.clone(), failure: End::Less };
    // While `at` is less than `end`, a binary search between them looks for the first pattern that does not fail like
    // the bound. When `at` equals `end`, `at` is the place of the next pattern to try.
    let (mut at, mut end) = (0, 0);
    while let middle = (at + end) / 2
        && let Some((index, pattern)) = table.get(middle)
    {
        // Fast path: most patterns after the sorted ones differ in the first segment.
        if cfg!(speed)
            && at >= table.sorted()
            && let Some(first) = first
            && pattern.text.get(1) != Some(&b'{')
            && first.compare(pattern.text).1.is_ne()
        {
            at += 1;
            end = at;
            continue;
        }
        // The segments of the prefix are not compared again.
        let is_under = is_under(pattern.text, bound.prefix);
        let (mut equal, from) = if is_under { (bound.prefix.len(), &bound.path) } else { (0, &path) };
        let mut rest = from.clone();
        let (captured, walked) = pattern.walk(&mut equal, &mut rest, None::<&mut F>);
        if at < end {
            if is_under && captured == 0 && walked == bound.failure {
                at = middle + 1;
            } else {
                end = middle;
            }
            continue;
        }
        at += 1;
        end = at;
        match walked {
            End::Match => {
                if index < lowest {
                    (lowest, found) = (index, middle);
                }
                if !table.is_permuted() {
                    break;
                }
            }
            failure if at <= table.sorted() => {
                bound = Bound { prefix: pattern.text.get(..equal).unwrap_or(&[]), path: rest, failure };
                peek(&mut bound.path);
                end = table.sorted();
            }
            _ => {}
        }
    }
    let (_, pattern) = table.get(found)?;
    Some((lowest, pattern))
}

/// True if a pattern begins with these segments.
fn is_under(text: &[u8], prefix: &[u8]) -> bool {
    prefix.is_empty()
        || text
            .split_at_checked(prefix.len())
            .is_some_and(|(start, left)| same(start, prefix) && matches!(left, [] | [b'/', ..]))
}

/// Sorts the places of a table of `patterns`, so that it has the order that [`Table`] describes. Returns the number of
/// places in that order. `places` has the indices of all patterns.
pub(crate) fn sort<'p>(places: &mut [u16], pattern: impl Fn(u16) -> Pattern<'p>) -> usize {
    // Patterns with triplets come last.
    let mut sorted = 0;
    for at in 0..places.len() {
        if places.get(at).is_some_and(|place| !has_triplet(&pattern(*place))) {
            swap(places, sorted, at);
            sorted += 1;
        }
    }
    let heap = places.get_mut(..sorted).unwrap_or(&mut []);
    let is_less = |one: &u16, other: &u16| order(pattern(*one).text, pattern(*other).text).then(one.cmp(other)).is_lt();
    // A heap sort needs neither memory nor recursion.
    for root in (0..sorted / 2).rev() {
        sift(heap, root, is_less);
    }
    for end in (1..sorted).rev() {
        swap(heap, 0, end);
        sift(heap.get_mut(..end).unwrap_or(&mut []), 0, is_less);
    }
    sorted
}

/// Moves the item at `root` down, until no item below it in the heap is greater.
fn sift(heap: &mut [u16], mut root: usize, is_less: impl Fn(&u16, &u16) -> bool) {
    loop {
        let (left, right) = (2 * root + 1, 2 * root + 2);
        let is_less_at = |one: usize, other: usize| match (heap.get(one), heap.get(other)) {
            (Some(one), Some(other)) => is_less(one, other),
            _ => false,
        };
        let child = if is_less_at(left, right) { right } else { left };
        if !is_less_at(root, child) {
            return;
        }
        swap(heap, root, child);
        root = child;
    }
}

/// Swaps two items, without the panic that `slice::swap` contains.
fn swap(items: &mut [u16], one: usize, other: usize) {
    if let (Some(first), Some(second)) = (items.get(one).copied(), items.get(other).copied()) {
        items.get_mut(one).into_iter().for_each(|item| *item = second);
        items.get_mut(other).into_iter().for_each(|item| *item = first);
    }
}
