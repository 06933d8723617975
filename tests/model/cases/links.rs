// SPDX-License-Identifier: MIT OR Apache-2.0
//! Link format, read as a whole and in windows, and the filter on links.

use super::super::run::Tally;
use crate::support::links::{parts, random_text, read, read_in_windows, shown};
use crate::support::links_model::{Item, is_beginning, items, passes};
use crate::support::random::Random;
use cri::{Error, Links, ParseError};

/// True if a malformed part of a document has this error, located at the first character that cannot be in a
/// link-value.
fn is_at_fault(item: &Item<'_>, fault: ParseError) -> bool {
    let close = item.text.find('>').filter(|_| item.text.starts_with('<')).unwrap_or(0);
    let Some(at) = fault.offset.checked_sub(item.start).filter(|at| *at <= item.text.len()) else { return false };
    let next = item.text[at..].chars().next();
    let through = at + next.map_or(0, char::len_utf8);
    match fault.error {
        Error::UriSyntax | Error::UriHost => at <= close,
        // A target is checked only when it is complete.
        Error::Truncated if !item.has_comma && item.text.starts_with('<') && close == 0 => at == item.text.len(),
        Error::Truncated => at == item.text.len() && !item.has_comma && is_beginning(item.text),
        Error::Syntax if next.is_none() => item.has_comma && is_beginning(item.text),
        Error::Syntax => is_beginning(&item.text[..at]) && !is_beginning(&item.text[..through]),
        _ => false,
    }
}

/// Compares the items of a document with the model's.
pub fn reading(random: &mut Random, tally: &mut Tally) {
    let text = random_text(random);
    let expected = items(&text);
    let found: Vec<_> = Links::new(&text).collect();
    let is_same = |(item, found): (&Item<'_>, &Result<_, _>)| match (&item.link, found) {
        (Some(link), Ok(found)) => *link == parts(found),
        (None, Err(fault)) => is_at_fault(item, *fault),
        _ => false,
    };
    let same = expected.len() == found.len() && expected.iter().zip(&found).all(is_same);
    tally.counts[1] += u64::from(found.iter().any(Result::is_ok));
    tally.note((!same).then(|| format!("{text:?}: {}", shown(&read(text.as_bytes())))));
    in_windows(random, &text, &expected, tally);
}

/// Checks that windows of every size give the items of the whole document. With a small buffer, only link-values that
/// do not fit are missing.
fn in_windows(random: &mut Random, text: &str, expected: &[Item<'_>], tally: &mut Tally) {
    let bytes = text.as_bytes();
    let whole = read(bytes);
    for size in 1..=bytes.len() {
        let found = read_in_windows(bytes, (0..bytes.len()).step_by(size), usize::MAX);
        let same = found.iter().map(Option::as_ref).eq(whole.iter().map(Some));
        tally.note((!same).then(|| format!("{text:?} in windows of {size}: {found:?}")));
    }
    let (size, room) = (1 + random.below(8), 1 + random.below(16));
    let found = read_in_windows(bytes, (0..bytes.len()).step_by(size), room);
    let kept: Vec<_> = found.iter().flatten().collect();
    let fitting = whole.iter().zip(expected).filter(|(_, item)| item.text.len() < room).map(|(item, _)| item);
    let same = is_within(fitting, &kept) && is_within(kept.iter().copied(), &whole.iter().collect::<Vec<_>>());
    tally.note((!same).then(|| format!("{text:?} in windows of {size}, {room}: {found:?}")));
}

/// True if all `items` occur among `others` in the same order.
fn is_within<'i, I: PartialEq + 'i>(items: impl IntoIterator<Item = &'i I>, others: &[&I]) -> bool {
    let mut others = others.iter();
    items.into_iter().all(|item| others.any(|other| *other == item))
}

/// Compares the links of a document that pass a filter with the model's.
pub fn filtering(random: &mut Random, tally: &mut Tally) {
    const NAMES: &str = "rel|rev|rt|if|ct|sz|title|ep|Rel|EP|title*";
    const VALUES: &str = "|a|a b|ab|b a| a|a  b |*|b*|é";
    let mut text = "<a>".to_string();
    for _ in 0..random.below(8) {
        let (name, value) = (random.word(NAMES), random.word(VALUES));
        text += &if random.one_in(8) { format!(";{name}") } else { format!(";{name}=\"{value}\"") };
    }
    let name = if random.one_in(9) { random.word("|href|*|a b") } else { random.word(NAMES) };
    let query = [name, random.word("=|=|=|=|=|=|=|"), random.word(VALUES), random.word("||*")].concat();
    let lists = random.word("|||ep|d ep|EP x|rel|  |e|title sz");
    let link = Links::new(&text).next().expect("an item").expect("a link");
    let found = link.matches(query.as_bytes(), lists.as_bytes());
    let expected = passes(&parts(&link), &query, lists).ok_or(Error::Syntax);
    tally.counts[1] += u64::from(found == Ok(true));
    tally.note((found != expected).then(|| format!("{text} {query:?} {lists:?}: {found:?}, model {expected:?}")));
}
