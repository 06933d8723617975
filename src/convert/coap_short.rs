// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. The options of the most common requests, as quickly as can be: a host name of short labels, and a path
//! and a query of short texts.
//!
//! The items of a section and the options that they become differ only in their heads, as long as they are
//! short. So a section is copied whole, and the heads are replaced in the copy.

use super::coap::{Endpoint, TEXT_MAX, URI_HOST, URI_PATH, URI_PORT, URI_QUERY};
use crate::cbor::read::short_length;
use crate::cbor::write::{Byte, Output};
use crate::chars::{IN_HOST, long_run};
use crate::cri::Cri;
use crate::revision::Revision;
use crate::utf8::is_ascii_without_dot;

/// Puts the options out of such a CRI behind an option of the number `after`; false if it is not such, and
/// then nothing is put out, though the buffer may have been written.
#[inline(always)]
pub(super) fn put_short<T: Byte>(
    cri: &Cri<'_>,
    destination: Option<&Endpoint<'_>>,
    after: u16,
    output: &mut Output<'_, T>,
) -> bool {
    // The ids of coap and coap+tcp, and of coaps and coaps+tcp.
    let default_port = match cri.scheme {
        [0x20 | 0x26] => 5683,
        [0x21 | 0x27] => 5684,
        _ => return false,
    };
    let ([0x81..=0x97, content @ ..], [0x81..=0x97, query @ ..] | query @ []) = (cri.authority, cri.query) else {
        return false;
    };
    // A path of one byte may be the lone empty segment.
    let odd = match content {
        [0x61..=0x77, ..] => (cri.path.len() == 1) | !cri.fragment.is_empty() | (after > URI_HOST),
        _ => true,
    };
    if odd {
        return false;
    }
    let start = output.length();
    let Some([initial, place @ ..]) = output.space().get_mut(start..) else {
        return false;
    };
    let room = place.len();
    let Some((host, place)) = place.split_at_mut_checked(content.len()) else {
        return false;
    };
    // A head of two bytes, of which the second stands in the place of the first label's. A name that is
    // shorter, or longer than it may be, is for others.
    let length = put_texts(host, content, 23, |_| b'.');
    if !(14..=1 + TEXT_MAX).contains(&length) {
        return false;
    }
    // The heads are letters themselves. A dot in a label would be one that separates.
    let labels = content.get(..length).unwrap_or(&[]);
    if long_run(labels, IN_HOST) < length || (cri.revision == Revision::R13 && !is_ascii_without_dot(labels)) {
        return false;
    }
    *initial = T::of(((URI_HOST - after) as u8) << 4 | 13);
    if let [head, ..] = host {
        *head = T::of((length - 14) as u8);
    }
    // A port of two bytes stands where its option has it.
    let port = destination.map_or(default_port, |destination| destination.port);
    let mut last = URI_HOST;
    match content.get(length..) {
        Some([]) if port == default_port => {}
        Some([0x19, high, low]) if u16::from_be_bytes([*high, *low]) != port && *high > 0 => {
            if let Some(head) = host.get_mut(length) {
                *head = T::of(4 << 4 | 2);
            }
            last = URI_PORT;
        }
        _ => return false,
    }
    let Some(place) = put_options(place, cri.path, URI_PATH - last) else {
        return false;
    };
    if !cri.path.is_empty() {
        last = URI_PATH;
    }
    let Some(place) = put_options(place, cri.path_tail, 0) else {
        return false;
    };
    let Some(place) = put_options(place, query, URI_QUERY - last) else {
        return false;
    };
    let size = 1 + room - place.len();
    output.advance(size);
    true
}

/// Puts short texts out as options, of which the first has this delta. The place behind them; None if one
/// of them is not short, or there is no room.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn put_options<'b, T: Byte>(place: &'b mut [T], texts: &[u8], delta: u16) -> Option<&'b mut [T]> {
    let [head, ..] = texts else {
        return Some(place);
    };
    let (options, rest) = place.split_at_mut_checked(texts.len())?;
    let length = put_texts(options, texts, 12, |length| length);
    if let [first, ..] = options {
        *first = T::of((delta << 4) as u8 | head & 15);
    }
    if length == texts.len() { Some(rest) } else { None }
}

/// Puts texts to a place of their size, with something in the place of each head that its length decides.
/// Returns how far they go until one has more than `limit` bytes, or is none.
#[inline(always)]
fn put_texts<T: Byte>(place: &mut [T], texts: &[u8], limit: usize, head: impl Fn(u8) -> u8) -> usize {
    T::copy(place, texts);
    let mut at = 0;
    while let (Some(initial), Some(place)) = (texts.get(at), place.get_mut(at)) {
        let length = short_length(*initial);
        if length > limit {
            break;
        }
        *place = T::of(head(length as u8));
        at += 1 + length;
    }
    at
}
