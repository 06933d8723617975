// SPDX-License-Identifier: MIT OR Apache-2.0
//! A part of build.rs for the Cargo feature `nfc`. It makes the tables of `src/nfc/mod.rs` from the data of the crate
//! unicode-normalization.
//!
//! unicode-normalization and icu_normalizer themselves need an allocator, can panic, and take 51560 and 49136 bytes of
//! flash on thumbv7m for the necessary functions. These tables and their code take half of that.

use std::collections::HashMap;
use std::fmt::Write as _;
use unicode_normalization::char::{canonical_combining_class, compose, decompose_canonical};

/// True for Hangul syllables, which are computed and not stored.
fn is_hangul(character: char) -> bool {
    ('\u{ac00}'..='\u{d7a3}').contains(&character)
}

/// One step of the canonical decomposition of a character: a character, and the character that follows it,
/// if there is one.
type Step = (char, Option<char>);

fn steps() -> Vec<(char, Step)> {
    let mut whole: Vec<(char, Vec<char>)> = Vec::new();
    for character in '\0'..=char::MAX {
        let mut parts = Vec::new();
        decompose_canonical(character, |part| parts.push(part));
        if parts != [character] && !is_hangul(character) {
            whole.push((character, parts));
        }
    }
    let by_parts: HashMap<Vec<char>, char> = whole.iter().rev().map(|(c, parts)| (parts.clone(), *c)).collect();
    let step = |parts: &[char]| match parts {
        [] => panic!("a character that decomposes to nothing"),
        [single] => (*single, None),
        [first, last] => (*first, Some(*last)),
        [prefix @ .., last] => {
            let first = by_parts.get(prefix).unwrap_or_else(|| panic!("no character is {prefix:?}"));
            (*first, Some(*last))
        }
    };
    whole.iter().map(|(character, parts)| (*character, step(parts))).collect()
}

/// Returns the tables as Rust source.
pub fn tables() -> String {
    let steps = steps();
    let small = |character: char| u16::try_from(character as u32).ok();
    let mut narrow = Vec::new();
    let mut wide = Vec::new();
    for (character, (first, second)) in &steps {
        let composes = second.is_some_and(|second| compose(*first, second) == Some(*character));
        match (small(*character), small(*first), second.map_or(Some(0), small)) {
            (Some(c), Some(a), Some(b)) => narrow.push(([c, a, b], composes)),
            _ => wide.push(([*character as u32, *first as u32, second.map_or(0, |c| c as u32)], composes)),
        }
    }
    let mut pairs: Vec<usize> = (0..narrow.len()).filter(|at| narrow[*at].1).collect();
    pairs.sort_by_key(|at| [narrow[*at].0[1], narrow[*at].0[2]]);
    // The characters at which the class changes: the character in the upper 24 bits, its class in the lower 8.
    let mut classes = Vec::new();
    let mut last = 0;
    for character in '\0'..=char::MAX {
        let class = canonical_combining_class(character);
        if class != last {
            classes.push((character as u32) << 8 | u32::from(class));
            last = class;
        }
    }
    let mut out = String::new();
    let narrow: Vec<[u16; 3]> = narrow.iter().map(|(entry, _)| *entry).collect();
    writeln!(out, "static NARROW: [[u16; 3]; {}] = {narrow:?};", narrow.len()).unwrap();
    writeln!(out, "static PAIRS: [u16; {}] = {pairs:?};", pairs.len()).unwrap();
    // Characters that compose come first.
    wide.sort_by_key(|([character, ..], composes)| (!composes, *character));
    let composing = wide.iter().filter(|(_, composes)| *composes).count();
    let wide: Vec<[u32; 3]> = wide.iter().map(|(entry, _)| *entry).collect();
    writeln!(out, "static WIDE: [[u32; 3]; {}] = {wide:?};", wide.len()).unwrap();
    writeln!(out, "const WIDE_COMPOSING: usize = {composing};").unwrap();
    writeln!(out, "static CLASSES: [u32; {}] = {classes:?};", classes.len()).unwrap();
    out
}
