// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Comparing URI references by the ladder of RFC 3986 section 6.2, without a buffer.

use core::mem::MaybeUninit;

use super::form::{COMPONENTS, Level, Normal};
use super::removal::Pieces;
use super::split::Uri;
use crate::error::Error;
use crate::ip;

/// Whether two URI references have the same normal form at a level: true means that they are equivalent,
/// false that this rung does not tell. References are compared as such; resolve them first to compare what
/// they refer to.
///
/// Errors: as [`Uri::split`]. Linear, whatever the texts.
pub fn equal(a: &[u8], b: &[u8], level: Level) -> Result<bool, Error> {
    let mut places = [const { MaybeUninit::uninit() }; 2];
    let [first, second] = &mut places;
    let (first, read) = Uri::read(first, a, None);
    read?;
    let (second, read) = Uri::read(second, b, None);
    read?;
    Ok(if level == Level::Simple { a.iter().eq(b) } else { same(first, second, level) })
}

#[inline(always)]
fn same(a: &Uri<'_>, b: &Uri<'_>, level: Level) -> bool {
    let (mut left, mut right) = (ip::Text::new(), ip::Text::new());
    for (number, (.., fold)) in COMPONENTS.iter().enumerate() {
        if !same_text(a.component(number, level, &mut left), b.component(number, level, &mut right), *fold) {
            return false;
        }
    }
    same_path(a.path_at(level), b.path_at(level))
}

#[inline(never)]
fn same_text(a: &[u8], b: &[u8], fold: bool) -> bool {
    Normal::new(a, fold).eq(Normal::new(b, fold))
}

/// Whether two paths are left the same when their dot segments are removed: from the end, as they are.
fn same_path(mut a: Pieces<'_>, mut b: Pieces<'_>) -> bool {
    loop {
        match (a.next(false), b.next(false)) {
            (None, None) => return true,
            (Some(piece), Some(other)) if same_text(piece, other, false) => {}
            _ => return false,
        }
    }
}
