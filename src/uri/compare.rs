// SPDX-License-Identifier: MIT OR Apache-2.0
//! Comparison of URI references at the levels of RFC 3986 sections 6.1 and 6.2, without a buffer.

use core::mem::MaybeUninit;

use super::component::{Characters, Form, Level, NO_CHARACTER};
use super::reference::{PARTS, Part, Uri};
use crate::bytes::scan::URI;
use crate::bytes::words;
use crate::error::Error;

/// True if two URI references have the same normal form at a level. If the result is false, they may still be
/// equivalent at a higher level. References are not resolved: resolve them first to compare the resources that they
/// identify.
///
/// Fails with the errors of [`Uri::split`]. Linear, whatever the texts.
///
/// ```
/// use cri::uri::{Level, equal};
///
/// assert_eq!(equal("coap://h/a/../b", "COAP://h/b", Level::Simple), Ok(false));
/// assert_eq!(equal("coap://h/a/../b", "COAP://h/b", Level::Syntax), Ok(true));
/// assert_eq!(equal("coap://h:5683/b", "coap://h/b", Level::Scheme), Ok(true));
/// ```
pub fn equal(a: impl AsRef<[u8]>, b: impl AsRef<[u8]>, level: Level) -> Result<bool, Error> {
    let a = a.as_ref();
    let b = b.as_ref();
    let (mut first_memory, mut second_memory) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let first = Uri::read(&mut first_memory, a, URI)?;
    let second = Uri::read(&mut second_memory, b, URI)?;
    // RFC 3986 6.2.1
    Ok(if level == Level::Simple { words::same(a, b) } else { same(first, second, level) })
}

fn same(a: &Uri<'_>, b: &Uri<'_>, level: Level) -> bool {
    for part in PARTS.iter().copied() {
        // The components before this one are the same, so its form depends on its own text alone.
        let same = words::same(a.range(part), b.range(part))
            || if part == Part::Path {
                a.path_without_dots(level).same(b.path_without_dots(level), same_segment)
            } else {
                same_text(a.component(part, level), b.component(part, level))
            };
        if !same {
            return false;
        }
    }
    words::same(a.address().as_flattened(), b.address().as_flattened())
}

fn same_text(mut a: Characters<'_>, mut b: Characters<'_>) -> bool {
    if cfg!(speed) && a == b {
        return true;
    }
    loop {
        let character = a.character();
        if character != b.character() {
            return false;
        }
        if character == NO_CHARACTER {
            return true;
        }
    }
}

fn same_segment(a: &[u8], b: &[u8]) -> bool {
    same_text(Characters::new(a, Form::Normal), Characters::new(b, Form::Normal))
}
