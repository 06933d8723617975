// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Comparing URI references by the ladder of RFC 3986 section 6.2, without a buffer.

use super::form::{Level, Normal};
use super::normalize::address;
use super::removal::Removal;
use super::split::Uri;
use crate::error::Error;

/// Whether two URI references have the same normal form at a level: true means that they are equivalent,
/// false that this rung does not tell. References are compared as such; resolve them first to compare what
/// they refer to.
///
/// Errors: as [`Uri::split`]. Linear, whatever the texts.
pub fn equal(a: &[u8], b: &[u8], level: Level) -> Result<bool, Error> {
    let (mut first, mut second) = (Uri::new(a), Uri::new(b));
    first.split_in_place()?;
    second.split_in_place()?;
    Ok(a == b || (level > Level::Simple && same(&first, &second, level)))
}

fn same(a: &Uri<'_>, b: &Uri<'_>, level: Level) -> bool {
    same_component(a.scheme(), b.scheme(), true)
        && same_component(a.userinfo(), b.userinfo(), false)
        && same_host(a, b)
        && a.port_at(level) == b.port_at(level)
        && same_path(a, b, level)
        && same_component(a.query(), b.query(), false)
        && same_component(a.fragment(), b.fragment(), false)
}

fn same_component(a: Option<&[u8]>, b: Option<&[u8]>, fold: bool) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same_text(a, b, fold),
        (None, None) => true,
        _ => false,
    }
}

fn same_text(a: &[u8], b: &[u8], fold: bool) -> bool {
    a == b || Normal::new(a, fold).eq(Normal::new(b, fold))
}

fn same_host(a: &Uri<'_>, b: &Uri<'_>) -> bool {
    match (address(a), address(b)) {
        (Some((a, zone)), Some((b, other))) => a == b && same_text(zone, other, false),
        _ => same_component(a.host(), b.host(), true),
    }
}

/// Whether two paths are left the same when their dot segments are removed: from the end, as they are.
fn same_path(a: &Uri<'_>, b: &Uri<'_>, level: Level) -> bool {
    let a = Removal::of_path(a.path_at(level), a.path_kind(), |_| 0);
    let b = Removal::of_path(b.path_at(level), b.path_kind(), |_| 0);
    a.shape == b.shape && a.segments().zip(b.segments()).all(|(a, b)| same_text(a, b, false))
}
