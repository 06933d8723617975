// SPDX-License-Identifier: MIT OR Apache-2.0
//! Unicode normalization form C (UAX #15) of UTF-8 text, one character at a time, without a buffer.
//!
//! Because there is no buffer, text is read several times. A run of combining characters must be returned in the order
//! of their classes, so the run is read once for each class in it. There are at most 55 classes. A starter and the run
//! after it are read twice: once to compose them, and once to return the characters that were not composed. The time is
//! therefore linear in the text.

mod tables;

use crate::bytes::chars::first_char;
use tables::{class, compose, decompose};

/// The case of the letters in the result of a normalisation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// All letters keep their case.
    Kept,
    /// All letters are converted to lower case.
    Lower,
}

/// The characters of a text, canonically decomposed but not yet in canonical order, each with its combining class.
#[derive(Clone, Copy)]
struct Decomposed<'t> {
    rest: &'t [u8],
    /// The characters of the current decomposition that are still to be returned, the next one last.
    stack: [char; 4],
    depth: usize,
    /// The case to which letters are converted before they are decomposed.
    case: Case,
    /// If a letter has several characters in lower case, the characters that are still to be decomposed.
    lower: [Option<char>; 2],
}

impl<'t> Decomposed<'t> {
    /// Returns the characters of valid UTF-8.
    fn new(text: &'t [u8], case: Case) -> Self {
        Self { rest: text, stack: ['\0'; 4], depth: 0, case, lower: [None; 2] }
    }

    /// Returns the next character in the right case.
    fn source(&mut self) -> Option<char> {
        if let [Some(next), after] = self.lower {
            self.lower = [after, None];
            return Some(next);
        }
        let (character, rest) = first(self.rest)?;
        self.rest = rest;
        if self.case == Case::Kept {
            return Some(character);
        }
        let mut lower = character.to_lowercase();
        let first = lower.next();
        self.lower = [lower.next(), lower.next()];
        first
    }
}

/// Returns the character that valid UTF-8 starts with, and the text after it.
fn first(text: &[u8]) -> Option<(char, &[u8])> {
    let (code, length) = first_char(text);
    if length == 0 { None } else { Some((char::from_u32(code)?, text.get(length..)?)) }
}

impl Iterator for Decomposed<'_> {
    type Item = (char, u8);

    fn next(&mut self) -> Option<(char, u8)> {
        let mut character = match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                self.stack.get(depth).copied()?
            }
            None => self.source()?,
        };
        // The second character of a decomposition never decomposes further.
        while let Some((head, tail)) = decompose(character) {
            character = head;
            if let Some(tail) = tail
                && let Some(top) = self.stack.get_mut(self.depth)
            {
                *top = tail;
                self.depth += 1;
            }
        }
        Some((character, class(character)))
    }
}

/// The characters of a text, decomposed and in canonical order.
#[derive(Clone, Copy)]
struct Ordered<'t> {
    /// The position in the text. In a run of combining characters, it is the start of the run.
    source: Decomposed<'t>,
    /// In a run, the class whose characters are being returned; otherwise 0.
    class: u8,
    /// The position up to which the run has been read for this class.
    scan: Decomposed<'t>,
}

impl<'t> Ordered<'t> {
    fn new(text: &'t [u8], case: Case) -> Self {
        let source = Decomposed::new(text, case);
        Self { source, class: 0, scan: source }
    }

    /// Returns the lowest class above `above` in the run that begins at the position.
    fn next_class(&self, above: u8) -> Option<u8> {
        self.source
            .map_while(|(_, class)| if class > 0 { Some(class) } else { None })
            .filter(|class| *class > above)
            .min()
    }
}

impl Iterator for Ordered<'_> {
    type Item = (char, u8);

    fn next(&mut self) -> Option<(char, u8)> {
        loop {
            while self.class > 0
                && let Some((character, class @ 1..)) = self.scan.next()
            {
                if class == self.class {
                    return Some((character, class));
                }
            }
            if let Some(class) = self.next_class(self.class) {
                (self.class, self.scan) = (class, self.source);
            } else if self.class == 0 {
                return self.source.next();
            } else {
                // All classes of the run were returned.
                self.class = 0;
                let mut after = self.source;
                while let Some((_, 1..)) = after.next() {
                    self.source = after;
                }
            }
        }
    }
}

/// The characters of a text in normalization form C.
pub(crate) struct Nfc<'t> {
    source: Ordered<'t>,
    /// The characters after a starter that were not composed and are still to be returned.
    uncomposed: Uncomposed<'t>,
}

struct Uncomposed<'t> {
    composition: Composition,
    source: Ordered<'t>,
    count: usize,
}

/// A starter that is being composed with the characters that follow it.
struct Composition {
    starter: char,
    /// The class of the last character that was not composed, or 0 if all characters were composed.
    last: u8,
}

/// The result for a character that follows a starter.
#[derive(PartialEq, Eq)]
enum Follows {
    Composed,
    Kept,
    NextStarter,
}

impl Composition {
    fn follow(&mut self, (character, class): (char, u8)) -> Follows {
        // If a character was not composed, later characters of its class and later starters are blocked: they are not
        // composed either (UAX 15).
        if (self.last == 0 || self.last < class)
            && let Some(composed) = compose(self.starter, character)
        {
            self.starter = composed;
            return Follows::Composed;
        }
        if class == 0 {
            return Follows::NextStarter;
        }
        self.last = class;
        Follows::Kept
    }
}

impl<'t> Nfc<'t> {
    /// Returns the characters of valid UTF-8, in normalization form C and in a case.
    pub(crate) fn new(text: &'t [u8], case: Case) -> Self {
        let source = Ordered::new(text, case);
        Self {
            source,
            uncomposed: Uncomposed { composition: Composition { starter: '\0', last: 0 }, source, count: 0 },
        }
    }
}

impl Iterator for Nfc<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        while self.uncomposed.count > 0 {
            let next = self.uncomposed.source.next()?;
            if self.uncomposed.composition.follow(next) == Follows::Kept {
                self.uncomposed.count -= 1;
                return Some(next.0);
            }
        }
        let (starter, class) = self.source.next()?;
        if class > 0 {
            return Some(starter);
        }
        let source = self.source;
        let mut composition = Composition { starter, last: 0 };
        let mut count = 0;
        loop {
            let mut ahead = self.source;
            match ahead.next().map(|next| composition.follow(next)) {
                None | Some(Follows::NextStarter) => break,
                Some(follows) => count += usize::from(follows == Follows::Kept),
            }
            self.source = ahead;
        }
        self.uncomposed = Uncomposed { composition: Composition { starter, last: 0 }, source, count };
        Some(composition.starter)
    }
}

/// A span of a text. The normal form of the text consists of the normal forms of its spans.
pub(crate) struct Span<'t> {
    pub(crate) text: &'t [u8],
    /// True if the span is surely in the normal form.
    pub(crate) is_normal: bool,
}

/// Returns the spans of valid UTF-8: runs of characters that normalisation does not change, and the text between them.
///
/// Every character below U+0300 is a starter, is in normalization form C, and composes with no character before it (UAX
/// #15, quick check). So a text can be divided before each of them. A character after it may change the last character
/// of a run, which therefore belongs to the next span. If letters are converted to lower case, a run has only ASCII
/// characters other than capital letters.
pub(crate) fn spans(text: &[u8], case: Case) -> impl Iterator<Item = Span<'_>> {
    // The first byte of U+0300 is 0xcc.
    let is_quick = move |byte: &u8| match case {
        Case::Kept => *byte < 0xcc,
        Case::Lower => byte.is_ascii() && !byte.is_ascii_uppercase(),
    };
    let is_first = |byte: &u8| *byte & 0xc0 != 0x80;
    let mut rest = text;
    core::iter::from_fn(move || {
        let quick = rest.iter().position(|byte| !is_quick(byte));
        let run = match quick.and_then(|end| rest.get(..end)) {
            None => rest.len(),
            Some(run) => run.iter().rposition(is_first).unwrap_or(0),
        };
        let starts = |byte: &u8| is_quick(byte) && is_first(byte);
        let length = match run {
            0 => rest.iter().skip(1).position(starts).map_or(rest.len(), |at| at + 1),
            run => run,
        };
        let (text, after) = rest.split_at_checked(length)?;
        rest = after;
        if text.is_empty() { None } else { Some(Span { text, is_normal: run > 0 }) }
    })
}

/// True if valid UTF-8 is in normalization form C and in a case.
pub(crate) fn is_nfc(text: &[u8], case: Case) -> bool {
    spans(text, case).all(|span| span.is_normal || is_span_nfc(span.text, case))
}

fn is_span_nfc(text: &[u8], case: Case) -> bool {
    let mut rest = text;
    let characters = core::iter::from_fn(|| {
        let character;
        (character, rest) = first(rest)?;
        Some(character)
    });
    Nfc::new(text, case).eq(characters)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use std::string::String;
    use std::vec::Vec;
    use unicode_normalization::UnicodeNormalization;

    fn nfc(text: &str) -> String {
        Nfc::new(text.as_bytes(), Case::Kept).collect()
    }

    #[test]
    fn every_character_has_the_normal_form_of_the_standard() {
        for character in '\0'..=char::MAX {
            let text = String::from_iter([character]);
            assert_eq!(nfc(&text), text.nfc().collect::<String>(), "{text:?}");
            let decomposed: String = text.nfd().collect();
            assert_eq!(nfc(&decomposed), text.nfc().collect::<String>(), "{decomposed:?}");
        }
    }

    #[test]
    fn hangul_composes_only_within_its_ranges() {
        let jamo = ['\u{10ff}', '\u{1100}', '\u{1112}', '\u{1113}'];
        let syllables = ['\u{abff}', '\u{ac00}', '\u{ac01}', '\u{d788}', '\u{d7a3}', '\u{d7a4}'];
        let vowels = ['\u{1160}', '\u{1161}', '\u{1175}', '\u{1176}'];
        let trails = ['\u{11a7}', '\u{11a8}', '\u{11c2}', '\u{11c3}'];
        for first in jamo.into_iter().chain(syllables) {
            for second in vowels.into_iter().chain(trails) {
                let text = String::from_iter([first, second]);
                assert_eq!(nfc(&text), text.nfc().collect::<String>(), "{text:?}");
            }
        }
    }

    #[test]
    fn random_texts_have_the_normal_form_of_the_standard() {
        let mut pool: Vec<char> = Vec::new();
        for character in '\0'..='\u{1ffff}' {
            if unicode_normalization::char::canonical_combining_class(character) > 0 && pool.len() < 400 {
                pool.push(character);
            }
        }
        let composing =
            "aeoq\u{1100}\u{1161}\u{11a8}\u{ac00}\u{9c7}\u{9be}\u{9d7}\u{1e9b}\u{323}\u{307}\u{301}\u{308}\u{344}";
        pool.extend(composing.chars());
        pool.extend("\u{340}\u{212b}\u{1d15e}\u{e9}\u{1ec7}\u{f73}\u{f71}\u{f72}\u{2f800}\u{11099}\u{110ba}".chars());
        let mut seed = 1u64;
        for _ in 0..200_000 {
            let mut text = String::new();
            for _ in 0..8 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let at = (seed >> 33) as usize % pool.len();
                let from_end = seed >> 63 == 1;
                text.push(pool[if from_end { pool.len() - 1 - at % 30 } else { at }]);
            }
            let expected: String = text.nfc().collect();
            assert_eq!(nfc(&text), expected, "{text:?}");
            assert_eq!(is_nfc(text.as_bytes(), Case::Kept), unicode_normalization::is_nfc(&text), "{text:?}");
            let lower: String = Nfc::new(text.as_bytes(), Case::Lower).collect();
            assert_eq!(lower, text.chars().flat_map(char::to_lowercase).nfc().collect::<String>(), "{text:?}");
        }
    }

    /// Characters that belong to runs, and characters after which a run is divided, in every order.
    #[test]
    fn pieces_have_the_normal_form_of_the_text() {
        let pool = [
            'a', 'A', 'e', '\u{e9}', '\u{c9}', '\u{130}', '\u{2ff}', '\u{300}', '\u{323}', '\u{1100}', '\u{1161}',
            '\u{6771}',
        ];
        for at in 0..pool.len().pow(4) {
            let text: String = (0..4).map(|digit| pool[at / pool.len().pow(digit) % pool.len()]).collect();
            for case in [Case::Kept, Case::Lower] {
                let whole: String = Nfc::new(text.as_bytes(), case).collect();
                let mut joined = Vec::new();
                for span in spans(text.as_bytes(), case) {
                    let normal: String = Nfc::new(span.text, case).collect();
                    assert!(!span.is_normal || normal.as_bytes() == span.text, "{text:?}");
                    joined.extend_from_slice(normal.as_bytes());
                }
                assert_eq!(joined, whole.as_bytes(), "{text:?}");
                assert_eq!(is_nfc(text.as_bytes(), case), whole == text, "{text:?}");
            }
        }
    }

    #[test]
    fn long_runs_of_combining_characters_are_normalised() {
        let marks = "a\u{301}\u{323}\u{345}\u{300}\u{334}".repeat(20_000);
        let run = String::from_iter(['a']) + &"\u{301}\u{323}\u{345}\u{334}\u{5b0}\u{5b1}".repeat(50_000);
        for text in [marks, run] {
            assert_eq!(nfc(&text), text.nfc().collect::<String>());
        }
    }
}
