// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tables of normalization form C, which `build.rs` makes (`iana/nfc.rs`), and the composition of Hangul.

include!(concat!(env!("OUT_DIR"), "/nfc.rs"));

const SYLLABLES: u32 = 0xac00;
const LEADS: u32 = 0x1100;
const VOWELS: u32 = 0x1161;
/// The code before the first trailing consonant of Hangul. An offset of 0 means that a syllable has no trailing
/// consonant.
const TRAILS: u32 = 0x11a7;
const VOWEL_COUNT: u32 = 21;
const TRAIL_COUNT: u32 = 28;
const SYLLABLE_COUNT: u32 = 19 * VOWEL_COUNT * TRAIL_COUNT;

pub(super) fn class(character: char) -> u8 {
    let code = character as u32;
    let after = CLASSES.partition_point(|entry| entry >> 8 <= code);
    after.checked_sub(1).and_then(|at| CLASSES.get(at)).map_or(0, |entry| *entry as u8)
}

/// Returns one step of the canonical decomposition of a character: one or two characters.
pub(super) fn decompose(character: char) -> Option<(char, Option<char>)> {
    let code = character as u32;
    let pair = |[first, second]: [u32; 2]| {
        let second = if second == 0 { None } else { char::from_u32(second) };
        Some((char::from_u32(first)?, second))
    };
    let syllable = code.wrapping_sub(SYLLABLES);
    if syllable < SYLLABLE_COUNT {
        let trail = syllable % TRAIL_COUNT;
        if trail > 0 {
            return pair([code - trail, TRAILS + trail]);
        }
        let vowel = syllable / TRAIL_COUNT;
        return pair([LEADS + vowel / VOWEL_COUNT, VOWELS + vowel % VOWEL_COUNT]);
    }
    if let Ok(code) = u16::try_from(code)
        && let Ok(at) = NARROW.binary_search_by_key(&code, |entry| entry[0])
    {
        return NARROW.get(at).and_then(|[_, first, second]| pair([u32::from(*first), u32::from(*second)]));
    }
    let (composing, others) = WIDE.split_at_checked(WIDE_COMPOSING)?;
    let found = [composing, others].into_iter().find_map(|entries| {
        let at = entries.binary_search_by_key(&code, |entry| entry[0]).ok()?;
        entries.get(at)
    });
    found.and_then(|[_, first, second]| pair([*first, *second]))
}

/// Returns the character to which two characters are composed, if there is one.
pub(super) fn compose(first: char, second: char) -> Option<char> {
    let (first, second) = (first as u32, second as u32);
    let (lead, vowel) = (first.wrapping_sub(LEADS), second.wrapping_sub(VOWELS));
    if lead < 19 && vowel < VOWEL_COUNT {
        return char::from_u32(SYLLABLES + (lead * VOWEL_COUNT + vowel) * TRAIL_COUNT);
    }
    let (syllable, trail) = (first.wrapping_sub(SYLLABLES), second.wrapping_sub(TRAILS));
    if syllable < SYLLABLE_COUNT && syllable.is_multiple_of(TRAIL_COUNT) && trail > 0 && trail < TRAIL_COUNT {
        return char::from_u32(first + trail);
    }
    let narrow = |at: &u16| NARROW.get(*at as usize).map_or([0; 2], |entry| [u32::from(entry[1]), u32::from(entry[2])]);
    if let Ok(at) = PAIRS.binary_search_by_key(&[first, second], narrow) {
        let entry = PAIRS.get(at).and_then(|at| NARROW.get(*at as usize))?;
        return char::from_u32(u32::from(entry[0]));
    }
    let wide = WIDE.iter().take(WIDE_COMPOSING).find(|entry| [entry[1], entry[2]] == [first, second])?;
    char::from_u32(wide[0])
}
