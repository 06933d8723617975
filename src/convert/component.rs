// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes the components of a URI, with their triplets, as text-or-pet items (R12, R13, href SP2).

use super::characters::{Rules, encoded_character};
use crate::bytes::chars::triplet;
use crate::bytes::output::{Byte, Output};
use crate::bytes::words::{Words, find, first_mark, marks};
use crate::cbor::write::{Heads, put_head_at};
use crate::cbor::{ARRAY, BYTES, TEXT};
use crate::cri::text::Text;
use crate::uri::{Decoded, Part, Uri};

/// A component. Its characters were checked.
#[derive(Clone, Copy)]
pub(crate) struct Component<'u> {
    pub(crate) text: &'u [u8],
    /// False if the component is known to have no triplets.
    pub(crate) may_have_triplets: bool,
}

impl<'u> Component<'u> {
    /// Returns the component `part` of a URI. `text` is its text.
    pub(crate) fn of(uri: &Uri<'_>, part: Part, text: &'u [u8]) -> Self {
        Self { text, may_have_triplets: uri.has_triplets(part) }
    }

    #[inline(always)]
    pub(crate) fn put<const KEEP_PET: bool>(&self, output: &mut Output<'_>) {
        let Rules { literal, .. } = Rules::PARAMETER.keeping::<KEEP_PET>();
        put_list(output, self.text, self.may_have_triplets, b'&', literal);
    }
}

/// True if a component has an upper-case letter, either literally or as a triplet.
pub(crate) fn has_uppercase(raw: &[u8]) -> bool {
    Decoded::new(raw).any(|octet| octet.is_ascii_uppercase())
}

/// Returns the length of the item that [`put_component`] writes.
pub(crate) fn component_size(raw: &[u8], rules: Rules) -> usize {
    let mut counter = Output::new(&mut []);
    put_component(&mut counter, raw, rules);
    counter.position()
}

/// Writes a component as a text-or-pet item. Its characters and triplets were checked. Linear.
pub(crate) fn put_component(output: &mut Output<'_>, raw: &[u8], rules: Rules) {
    put_item(output, raw, true, rules);
}

/// Writes a component as a text-or-pet item. Returns true if it has triplets.
#[cfg_attr(speed, inline(never))]
fn put_item(output: &mut Output<'_>, raw: &[u8], may_have_triplets: bool, rules: Rules) -> bool {
    if may_have_triplets && find(raw, b'%') < raw.len() {
        put_decoded(output, raw, rules);
        return true;
    }
    output.head(TEXT, raw.len());
    put_characters(output, raw, rules.fold);
    false
}

/// Writes a text-or-pet item in its normal form: octets that need not be PET become characters (R13). Linear.
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
            // The PET of a view contains no character beyond ASCII (href 7.1 minimal), so these octets stay PET.
            // href-27 3 distinct, R13
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

/// Writes the components between separators as an array. Linear.
#[cfg_attr(speed, inline(always))]
pub(super) fn put_list(output: &mut Output<'_>, text: &[u8], may_have_triplets: bool, separator: u8, literal: u8) {
    let start = output.position();
    output.advance(1);
    let count = put_list_items(output, text, may_have_triplets, separator, Rules { literal, fold: false });
    put_head_at(output, start, ARRAY, count);
}

/// Writes the components between separators as items, and returns the number of items. Linear.
///
/// A short component without triplets becomes an item when the separator before it is replaced with a head. Long
/// components, and components with triplets, are written one at a time.
#[cfg_attr(speed, inline(always))]
pub(super) fn put_list_items(
    output: &mut Output<'_>,
    text: &[u8],
    may_have_triplets: bool,
    separator: u8,
    rules: Rules,
) -> usize {
    let mut count = 0;
    let mut rest = text;
    let mut alone = rules.fold;
    loop {
        if !alone {
            let list = Component { text: rest, may_have_triplets };
            let copied = copy_short(output, list, separator, SHORT, [TEXT << 5; 2]);
            count += copied.count;
            let Some(after) = copied.rest else {
                return count;
            };
            rest = after;
        }
        let end = find(rest, separator);
        // After a component with triplets, `copy_short` is not tried: the next component is likely to have triplets,
        // too.
        alone = put_item(output, rest.get(..end).unwrap_or(rest), may_have_triplets, rules) || rules.fold;
        count += 1;
        let Some(after) = rest.get(end + 1..) else {
            return count;
        };
        rest = after;
    }
}

/// The number of bytes of a list that [`copy_short`] copies at once.
const COPIED: usize = 128;

/// The length of the longest text whose head is one byte.
const SHORT: usize = 23;

/// The result of [`copy_short`].
pub(crate) struct Copied<'u> {
    /// The number of components that were copied.
    pub(crate) count: usize,
    /// The rest of the list, or `None` if all components were copied. The first component of the rest could not be
    /// copied.
    pub(crate) rest: Option<&'u [u8]>,
}

/// Copies components without triplets, each of up to `longest` bytes. Stops at the first component that is longer or
/// has triplets, or after [`COPIED`] bytes.
///
/// Writes a head of one byte before each component. The head is the sum of the component's length and an entry of
/// `heads`. The first entry is for the first component, the second entry is for all others.
#[cfg_attr(speed, inline(always))]
pub(crate) fn copy_short<'u>(
    output: &mut Output<'_>,
    list: Component<'u>,
    separator: u8,
    longest: usize,
    heads: [u8; 2],
) -> Copied<'u> {
    let text = list.text;
    let mut copied = text.get(..COPIED).unwrap_or(text);
    if list.may_have_triplets {
        // A component with triplets is not copied here. Its item is shorter than its text, so the copy would extend
        // beyond the end of the item.
        copied = before_triplets(copied);
    }
    let Some(slots) = output.rest().get_mut(..=copied.len()) else {
        return Copied { count: 0, rest: Some(text) };
    };
    Byte::copy(slots.get_mut(1..).unwrap_or(&mut []), copied);
    // `slots[..start]` already contains the items of `text[..start]`. The next head replaces `slots[start]`, which is a
    // copy of the separator before `text[start..]`.
    let (mut start, mut count) = (0, 0);
    let [mut head, next_head] = heads;
    let mut put_head = |start: usize, head: u8| {
        if let Some(slot) = slots.get_mut(start) {
            *slot = Byte::of(head);
        }
    };
    for (offset, word) in Words::new(copied) {
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
    let last = copied.len() - start;
    if copied.len() < text.len() || last > longest {
        output.advance(start);
        return Copied { count, rest: text.get(start..) };
    }
    put_head(start, head | last as u8);
    output.advance(copied.len() + 1);
    Copied { count: count + 1, rest: None }
}

/// Returns a text up to its first triplet.
// Not inlined in speed-optimised builds: otherwise `copy_short`, which is inlined, has fewer registers for its loops,
// and URI text to options takes 1.7 % longer.
#[cfg_attr(speed, inline(never))]
fn before_triplets(text: &[u8]) -> &[u8] {
    text.get(..find(text, b'%')).unwrap_or(text)
}

/// Writes a component with triplets. Returns true if some of its octets must stay percent-encoded. Linear.
///
/// A triplet becomes a character if it encodes an unreserved character, or a character that to-URI percent-encodes
/// again. Several consecutive triplets become a character if together they encode a character beyond ASCII in UTF-8.
/// Each head is written after its content, when the length is known.
fn put_decoded(output: &mut Output<'_>, raw: &[u8], rules: Rules) -> bool {
    let mut runs = Runs::begin(output);
    put_octets(output, raw, rules, |output, _, needs_pet| runs.switch(output, needs_pet));
    runs.end(output)
}

/// Writes the octets of a component: characters up to the next triplet, and each character that triplets encode. Calls
/// `before` before each of them, with the first octet, and with true if the octets must stay percent-encoded. Linear.
#[inline(always)]
pub(crate) fn put_octets<'b>(
    output: &mut Output<'b>,
    raw: &[u8],
    rules: Rules,
    mut before: impl FnMut(&mut Output<'b>, u8, bool),
) {
    let mut rest = raw;
    while let Some(first) = rest.first() {
        let Some(octet) = triplet(rest) else {
            // No triplet begins here, so the first byte is not a `%`: malformed triplets were refused before.
            let length = 1 + find(rest.get(1..).unwrap_or(&[]), b'%');
            let (characters, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            before(output, *first, false);
            put_characters(output, characters, rules.fold);
            rest = after;
            continue;
        };
        if octet < 0x80 {
            before(output, octet, rules.needs_pet(octet));
            output.byte(if rules.fold { octet.to_ascii_lowercase() } else { octet });
            rest = rest.get(3..).unwrap_or(&[]);
        } else {
            let (octets, length) = encoded_character(rest, octet);
            // href SP2
            before(output, octet, length < 2);
            for octet in octets.iter().take(length) {
                output.byte(*octet);
            }
            rest = rest.get(3 * length..).unwrap_or(&[]);
        }
    }
}

/// A text-or-pet item that is being written. It is a text, or an array in which runs of text and runs of PET alternate.
struct Runs {
    start: usize,
    /// The offset of the head of the current run.
    head: usize,
    /// The number of runs that have ended.
    count: usize,
    /// True if the current run is PET.
    pet: bool,
    /// True if any run is PET.
    any_pet: bool,
}

impl Runs {
    fn begin(output: &mut Output<'_>) -> Self {
        let start = output.position();
        output.advance(1);
        Self { start, head: start, count: 0, pet: false, any_pet: false }
    }

    /// Ends the current run if the next octets need characters in place of octets, or octets in place of characters.
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
            // Makes room for the head of the array.
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
        put_head_at(output, self.head, if self.pet { BYTES } else { TEXT }, length);
        self.count += 1;
    }

    fn end(mut self, output: &mut Output<'_>) -> bool {
        self.end_run(output);
        if self.any_pet {
            put_head_at(output, self.start, ARRAY, self.count);
        }
        self.any_pet
    }
}
