// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. One component of a URI, with its triplets, as a text-or-pet item (R12, R13, href SP2).

use core::mem::MaybeUninit;

use crate::cbor::write::{Byte, Output, Sink};
use crate::cbor::{ARRAY, BYTES, TEXT};
use crate::chars::{UNRESERVED, class, triplet};
use crate::utf8;

/// How the characters of a component are read.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// The class that to-URI writes literally: a triplet of one of these keeps its meaning only as PET
    /// (R13).
    pub literal: u8,
    /// Whether letters become lower case (a host, R12).
    pub fold: bool,
}

/// A unit of a component: a character, or an octet that must stay percent-encoded.
struct Unit {
    octets: [u8; 4],
    /// How many octets it has.
    length: usize,
    /// How many bytes of the component it takes.
    size: usize,
    pet: bool,
}

/// The unit that a non-empty component starts with. A triplet of an unreserved character is that
/// character; so is one of a character that to-URI percent-encodes again, and a row of triplets that
/// is one character in UTF-8.
fn unit(raw: &[u8], rules: Rules) -> Unit {
    let first = raw.first().copied().unwrap_or(0);
    let Some(octet) = triplet(raw) else {
        let octets = [if rules.fold { first.to_ascii_lowercase() } else { first }, 0, 0, 0];
        return Unit { octets, length: 1, size: 1, pet: false };
    };
    if octet < 0x80 {
        let class = class(octet);
        let pet = class & rules.literal != 0 && class & UNRESERVED == 0;
        let octets = [if rules.fold { octet.to_ascii_lowercase() } else { octet }, 0, 0, 0];
        return Unit { octets, length: 1, size: 3, pet };
    }
    let mut octets = [0; 4];
    let mut rest = raw;
    for place in &mut octets {
        let Some(octet) = triplet(rest) else { break };
        *place = octet;
        rest = rest.get(3..).unwrap_or(&[]);
    }
    let length = utf8::char_len(&octets);
    Unit { octets, length: length.max(1), size: 3 * length.max(1), pet: length < 2 }
}

/// The longest run of units of one kind that a non-empty component starts with: its kind, its length
/// decoded, and how many bytes it takes.
fn run(raw: &[u8], rules: Rules) -> (bool, usize, usize) {
    let pet = unit(raw, rules).pet;
    let (mut length, mut size) = (0, 0);
    while let Some(rest) = raw.get(size..)
        && !rest.is_empty()
    {
        let unit = unit(rest, rules);
        if unit.pet != pet {
            break;
        }
        length += unit.length;
        size += unit.size;
    }
    (pet, length, size)
}

/// How many runs a component has, and whether octets among them must stay percent-encoded.
fn count_runs(raw: &[u8], rules: Rules) -> (usize, bool) {
    let (mut runs, mut any_pet, mut pet) = (0, false, false);
    let mut rest = raw;
    while !rest.is_empty() {
        let unit = unit(rest, rules);
        if runs == 0 || unit.pet != pet {
            runs += 1;
        }
        pet = unit.pet;
        any_pet |= pet;
        rest = rest.get(unit.size..).unwrap_or(&[]);
    }
    (runs, any_pet)
}

/// Whether a component has octets that must stay percent-encoded.
pub(crate) fn has_pet(raw: &[u8], rules: Rules) -> bool {
    count_runs(raw, rules).1
}

/// Whether a component has an upper-case letter, outside of its triplets or decoded from one.
pub(crate) fn has_uppercase(raw: &[u8]) -> bool {
    let mut rest = raw;
    while !rest.is_empty() {
        let unit = unit(rest, Rules { literal: 0, fold: false });
        if unit.octets[0].is_ascii_uppercase() {
            return true;
        }
        rest = rest.get(unit.size..).unwrap_or(&[]);
    }
    false
}

/// Puts a component out as a text-or-pet item. Its characters were checked, its triplets too.
/// Linear.
pub(crate) fn put_component<T: Byte>(output: &mut Output<'_, T>, raw: &[u8], rules: Rules) {
    if !raw.contains(&b'%') && (!rules.fold || utf8::has_no_upper(raw)) {
        output.head(TEXT, raw.len());
        return output.put(raw);
    }
    let (runs, any_pet) = count_runs(raw, rules);
    if any_pet {
        output.head(ARRAY, runs);
    }
    let mut rest = raw;
    while !rest.is_empty() {
        let (pet, length, size) = run(rest, rules);
        output.head(if pet { BYTES } else { TEXT }, length);
        let (mut units, after) = rest.split_at_checked(size).unwrap_or((rest, &[]));
        while !units.is_empty() {
            let unit = unit(units, rules);
            output.put(unit.octets.get(..unit.length).unwrap_or(&[]));
            units = units.get(unit.size..).unwrap_or(&[]);
        }
        rest = after;
    }
}

/// Puts out an array of the components between separators. `plain` says that it has no triplets. Linear.
pub(crate) fn put_list<T: Byte>(output: &mut Output<'_, T>, text: &[u8], plain: bool, separator: u8, literal: u8) {
    let start = output.length();
    output.advance(1);
    if plain && let Some(count) = put_plain_items(output, text, separator) {
        return output.byte_at(start, ARRAY << 5 | count);
    }
    output.seek(start);
    let count = 1 + text.iter().filter(|byte| **byte == separator).count();
    output.head(ARRAY, count);
    for component in text.split(|byte| *byte == separator) {
        put_component(output, component, Rules { literal, fold: false });
    }
}

/// Puts out the items of up to 20 components of up to 23 characters without triplets, most of all lists:
/// they are the text with a head in place of every separator. Returns how many there are; None, with
/// nothing put out, if they are not such.
pub(crate) fn put_plain_items<T: Byte>(output: &mut Output<'_, T>, text: &[u8], separator: u8) -> Option<u8> {
    let start = output.length();
    output.put_at(start + 1, text);
    let mut count = 1;
    let mut component = 0;
    for (at, byte) in text.iter().enumerate() {
        if *byte == separator {
            let length = at - component;
            if length >= 24 {
                return None;
            }
            output.byte_at(start + component, TEXT << 5 | length as u8);
            component = at + 1;
            count += 1;
            if count > 20 {
                return None;
            }
        }
    }
    let length = text.len() - component;
    if length >= 24 {
        return None;
    }
    output.byte_at(start + component, TEXT << 5 | length as u8);
    output.advance(1 + text.len());
    Some(count)
}

/// How long the item that [`put_component`] puts out is.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) fn component_size(raw: &[u8], rules: Rules) -> usize {
    let mut counter = Output::<MaybeUninit<u8>>::new(&mut []);
    put_component(&mut counter, raw, rules);
    counter.length()
}
