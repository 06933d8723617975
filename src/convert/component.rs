// SPDX-License-Identifier: MIT OR Apache-2.0
//! Components of a URI, with their triplets, as text-or-pet items (R12, R13, href SP2).

use crate::cbor::output::{Byte, Output};
use crate::cbor::write::Sink;
use crate::cbor::{ARRAY, BYTES, TEXT};
use crate::chars::{IN_FRAGMENT, IN_HOST, IN_PARAMETER, IN_SEGMENT, UNRESERVED, class, triplet};
use crate::cri::authority::userinfo_class;
use crate::cri::text::Text;
use crate::revision::Revision;
use crate::uri::{Decoded, Part, Uri};
use crate::utf8::char_len;
use crate::words::{Words, find, first_mark, marks};

/// How the characters of a component are read.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// The class that to-URI writes literally: a triplet of one of these keeps its meaning only as PET
    /// (R13).
    pub literal: u8,
    /// Whether letters become lower case (a host, R12).
    pub fold: bool,
}

impl Rules {
    /// Letters of a host name become lower case (R12).
    pub(crate) const HOST: Self = Self { literal: IN_HOST, fold: true };
    /// To-URI percent-encodes all but unreserved characters of a zone identifier.
    pub(crate) const ZONE: Self = Self::of(UNRESERVED);
    pub(crate) const SEGMENT: Self = Self::of(IN_SEGMENT);
    pub(crate) const PARAMETER: Self = Self::of(IN_PARAMETER);
    pub(crate) const FRAGMENT: Self = Self::of(IN_FRAGMENT);

    /// The rules of characters whose case matters.
    pub(crate) const fn of(literal: u8) -> Self {
        Self { literal, fold: false }
    }

    pub(crate) fn userinfo(revision: Revision) -> Self {
        Self::of(userinfo_class(revision))
    }

    /// Whether an ASCII character keeps its meaning only as PET where it is percent-encoded (R13).
    fn needs_pet(self, octet: u8) -> bool {
        let class = class(octet);
        //= C12, href 6 from-uri, R13, RFC 3986 2.2
        class & self.literal != 0
            //= RFC 3986 2.3
            && class & UNRESERVED == 0
    }
}

/// A component: its characters, checked, and whether there are triplets among them.
#[derive(Clone, Copy)]
pub(crate) struct Component<'u> {
    pub(crate) text: &'u [u8],
    pub(crate) encoded: bool,
}

impl<'u> Component<'u> {
    /// A component of a URI, with its text.
    pub(crate) fn of(uri: &Uri<'_>, part: Part, text: &'u [u8]) -> Self {
        Self { text, encoded: uri.is_encoded(part) }
    }

    #[inline(always)]
    pub(crate) fn put(&self, output: &mut Output<'_>) {
        put_list(output, self.text, self.encoded, b'&', IN_PARAMETER);
    }
}

/// Whether a component has octets that must stay percent-encoded.
pub(crate) fn has_pet(raw: &[u8], rules: Rules) -> bool {
    Characters::new(raw, rules).any(|(_, _, pet)| pet)
}

/// Whether a component has an upper-case letter, outside of its triplets or decoded from one.
pub(crate) fn has_uppercase(raw: &[u8]) -> bool {
    Decoded::new(raw).any(|octet| octet.is_ascii_uppercase())
}

/// How long the item is that [`put_component`] writes.
pub(crate) fn component_size(raw: &[u8], rules: Rules) -> usize {
    let mut counter = Output::new(&mut []);
    put_component(&mut counter, raw, rules);
    counter.position()
}

/// Writes a component as a text-or-pet item. Its characters were checked, its triplets too.
/// Linear.
pub(crate) fn put_component(output: &mut Output<'_>, raw: &[u8], rules: Rules) {
    put_item(output, raw, true, rules);
}

/// Writes a component as [`put_component`], of a text that has triplets if it is `encoded`; returns whether the
/// component has some.
#[cfg_attr(speed, inline(never))]
fn put_item(output: &mut Output<'_>, raw: &[u8], encoded: bool, rules: Rules) -> bool {
    if encoded && find(raw, b'%') < raw.len() {
        put_decoded(output, raw, rules);
        return true;
    }
    output.head(TEXT, raw.len());
    put_characters(output, raw, rules.fold);
    false
}

/// Writes a text-or-pet item again, with characters in place of those octets that need not be PET (R13). Linear.
pub(crate) fn put_text_item(output: &mut Output<'_>, text: Text<'_>, rules: Rules) {
    if let Some(characters) = text.plain() {
        output.head(TEXT, characters.len());
        return put_characters(output, characters, rules.fold);
    }
    let mut runs = Runs::begin(output);
    for chunk in text.chunks() {
        if !chunk.percent_encoded {
            runs.switch(output, false);
            put_characters(output, chunk.bytes, rules.fold);
            continue;
        }
        for octet in chunk.bytes {
            // Octets beyond ASCII are not characters (href 7.1 minimal).
            //= href-27 3 distinct, R13
            runs.switch(output, !octet.is_ascii() || rules.needs_pet(*octet));
            output.byte(*octet);
        }
    }
    runs.end(output);
}

fn put_characters(output: &mut Output<'_>, characters: &[u8], fold: bool) {
    if fold {
        output.put_lowercase(characters);
    } else {
        output.put(characters);
    }
}

/// Writes an array of the components between separators. `encoded` says whether there are triplets. Linear.
#[cfg_attr(speed, inline(always))]
pub(super) fn put_list(output: &mut Output<'_>, text: &[u8], encoded: bool, separator: u8, literal: u8) {
    let start = output.position();
    output.advance(1);
    let count = put_list_items(output, text, encoded, separator, Rules { literal, fold: false });
    output.close(start, ARRAY, count);
}

/// Writes the items of the components between separators; returns how many there are. Linear.
///
/// Short components without triplets become items by replacing every separator with a head. Long ones and those with
/// triplets are written one by one.
#[cfg_attr(speed, inline(always))]
pub(super) fn put_list_items(
    output: &mut Output<'_>,
    text: &[u8],
    encoded: bool,
    separator: u8,
    rules: Rules,
) -> usize {
    let mut count = 0;
    let mut rest = text;
    let mut alone = rules.fold;
    loop {
        if !alone {
            let list = Component { text: rest, encoded };
            let copied = put_short(output, list, separator, SHORT, [TEXT << 5; 2]);
            count += copied.count;
            let Some(after) = copied.rest else {
                return count;
            };
            rest = after;
        }
        let end = find(rest, separator);
        // A component with triplets is likely to be followed by another.
        alone = put_item(output, rest.get(..end).unwrap_or(rest), encoded, rules) || rules.fold;
        count += 1;
        let Some(after) = rest.get(end + 1..) else {
            return count;
        };
        rest = after;
    }
}

/// How much of a list is copied at once.
const COPIED: usize = 128;

/// The longest text whose head is a byte.
const SHORT: usize = 23;

/// What [`put_short`] did with a list.
pub(crate) struct Copied<'u> {
    /// How many components it copied.
    pub(crate) count: usize,
    /// The other components, the first of which is to be written by itself; none if all were copied.
    pub(crate) rest: Option<&'u [u8]>,
}

/// Copies short components without triplets, each of up to `longest` bytes, after a head of one byte: the first or the
/// other one of `heads`, to which the length is added. Stops at the first other component, or after [`COPIED`] bytes.
#[cfg_attr(speed, inline(always))]
pub(crate) fn put_short<'u>(
    output: &mut Output<'_>,
    list: Component<'u>,
    separator: u8,
    longest: usize,
    heads: [u8; 2],
) -> Copied<'u> {
    let text = list.text;
    let mut piece = text.get(..COPIED).unwrap_or(text);
    if list.encoded {
        // What has triplets becomes shorter: nothing is copied to places after its end.
        piece = piece.get(..find(piece, b'%')).unwrap_or(piece);
    }
    let Some(place) = output.rest().get_mut(..=piece.len()) else {
        return Copied { count: 0, rest: Some(text) };
    };
    Byte::copy(place.get_mut(1..).unwrap_or(&mut []), piece);
    // `place[..start]` is complete: it has the items of `text[..start]`. The next head goes to `place[start]`, where
    // the copy has the separator before `text[start..]`.
    let (mut start, mut count, [mut head, next_head]) = (0, 0, heads);
    let mut put_head = |start: usize, head: u8| {
        if let Some(place) = place.get_mut(start) {
            *place = Byte::of(head);
        }
    };
    for (offset, word) in Words::new(piece) {
        let mut found = marks(word, separator);
        while found != 0 {
            let end = offset + first_mark(found);
            found &= found - 1;
            if end - start > longest {
                output.advance(start);
                return Copied { count, rest: text.get(start..) };
            }
            put_head(start, head | (end - start) as u8);
            (start, count, head) = (end + 1, count + 1, next_head);
        }
    }
    let last = piece.len() - start;
    if piece.len() < text.len() || last > longest {
        output.advance(start);
        return Copied { count, rest: text.get(start..) };
    }
    put_head(start, head | last as u8);
    output.advance(piece.len() + 1);
    Copied { count: count + 1, rest: None }
}

/// Writes a component with triplets; returns whether octets of it must stay percent-encoded. Linear.
///
/// A triplet of an unreserved character is that character; so is one of a character that to-URI percent-encodes again,
/// and a row of triplets that is one character in UTF-8. Each head is written after its content, when the length is
/// known.
fn put_decoded(output: &mut Output<'_>, raw: &[u8], rules: Rules) -> bool {
    let mut runs = Runs::begin(output);
    let mut rest = raw;
    while !rest.is_empty() {
        let Some(octet) = triplet(rest) else {
            // At least one byte: a malformed triplet was refused before.
            let length = 1 + find(rest.get(1..).unwrap_or(&[]), b'%');
            let (characters, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            runs.switch(output, false);
            put_characters(output, characters, rules.fold);
            rest = after;
            continue;
        };
        if octet < 0x80 {
            runs.switch(output, rules.needs_pet(octet));
            output.byte(if rules.fold { octet.to_ascii_lowercase() } else { octet });
            rest = rest.get(3..).unwrap_or(&[]);
        } else {
            let (octets, length) = encoded_character(rest, octet);
            //= href SP2
            runs.switch(output, length < 2);
            for octet in octets.iter().take(length) {
                output.byte(*octet);
            }
            rest = rest.get(3 * length..).unwrap_or(&[]);
        }
    }
    runs.end(output)
}

/// The octets of the character that a row of triplets begins with, `first` being the first of them; that one alone if
/// it is no character beyond ASCII.
fn encoded_character(triplets: &[u8], first: u8) -> ([u8; 4], usize) {
    let mut octets = [0; 4];
    // As many as the first one begins.
    let count = first.leading_ones().max(1) as usize;
    for (at, octet) in octets.iter_mut().take(count).enumerate() {
        *octet = triplets.get(3 * at..).and_then(triplet).unwrap_or(0);
    }
    (octets, char_len(&octets).max(1))
}

/// A component decoded: a character at a time, or an octet that is none.
#[derive(Clone, Copy)]
pub(crate) struct Characters<'u> {
    rest: &'u [u8],
    rules: Rules,
}

impl<'u> Characters<'u> {
    pub(crate) fn new(component: &'u [u8], rules: Rules) -> Self {
        Self { rest: component, rules }
    }
}

impl Iterator for Characters<'_> {
    /// The octets, how many they are, and whether they must stay percent-encoded.
    type Item = ([u8; 4], usize, bool);

    fn next(&mut self) -> Option<Self::Item> {
        let (first, after) = self.rest.split_first()?;
        let Some(octet) = triplet(self.rest) else {
            self.rest = after;
            return Some(([*first, 0, 0, 0], 1, false));
        };
        let (octets, length) = encoded_character(self.rest, octet);
        self.rest = self.rest.get(3 * length..).unwrap_or(&[]);
        //= href SP2
        Some((octets, length, if octet < 0x80 { self.rules.needs_pet(octet) } else { length < 2 }))
    }
}

/// A text-or-pet item that is being written: text, or an array of text and octets in turn.
struct Runs {
    start: usize,
    /// Where the head of the present run goes.
    head: usize,
    /// How many runs have ended.
    count: usize,
    /// Whether the present run, and whether any, is of octets that stay percent-encoded.
    pet: bool,
    any_pet: bool,
}

impl Runs {
    fn begin(output: &mut Output<'_>) -> Self {
        let start = output.position();
        output.advance(1);
        Self { start, head: start, count: 0, pet: false, any_pet: false }
    }

    /// Ends the present run if what follows is of the other kind.
    fn switch(&mut self, output: &mut Output<'_>, pet: bool) {
        if pet != self.pet {
            self.switch_to(output, pet);
        }
    }

    fn switch_to(&mut self, output: &mut Output<'_>, pet: bool) {
        let written = output.position() > self.head + 1;
        if written {
            self.end_run(output);
            self.head = output.position();
            output.advance(1);
        }
        if !self.any_pet {
            // The head of the array.
            if written {
                output.shift(self.start, 1);
            } else {
                output.advance(1);
            }
            self.head += 1;
            self.any_pet = true;
        }
        self.pet = pet;
    }

    fn end_run(&mut self, output: &mut Output<'_>) {
        let length = output.position() - self.head - 1;
        output.close(self.head, if self.pet { BYTES } else { TEXT }, length);
        self.count += 1;
    }

    fn end(mut self, output: &mut Output<'_>) -> bool {
        self.end_run(output);
        if self.any_pet {
            output.close(self.start, ARRAY, self.count);
        }
        self.any_pet
    }
}
