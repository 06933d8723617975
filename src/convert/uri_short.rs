// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. The URIs of the most usual CRIs, as quickly as can be: a scheme by a short number, a host name of short
//! labels, a port of two bytes, and everywhere short texts of characters that need no percent-encoding.
//!
//! The items of a section and the text that they become differ only in the byte before each, which is its head
//! or a separator. So a section is copied whole, and the heads are replaced in the copy.

use crate::cbor::read::short_length;
use crate::cbor::write::{Byte, Output, Sink, Space};
use crate::cbor::{NINT, TEXT};
use crate::chars::{IN_FRAGMENT, IN_HOST, IN_PARAMETER, IN_SEGMENT, long_run};
use crate::cri::Cri;
use crate::revision::Revision;
use crate::utf8::is_ascii_without_dot;

/// Puts the URI of such a CRI out; false if it is not such, or there is no room, and then nothing is put out,
/// though the buffer may have been written. Linear in the length of the CRI.
#[inline(always)]
pub(super) fn put_short<T: Byte>(cri: &Cri<'_>, output: &mut Output<'_, T>) -> bool {
    if let Some(mut text) = output.rest()
        && put(cri, &mut text).is_some()
    {
        let left = text.left();
        output.keep(left);
        return true;
    }
    false
}

#[inline(always)]
fn put<T: Byte>(cri: &Cri<'_>, text: &mut Space<'_, T>) -> Option<()> {
    let ([scheme], [0x80..=0x97, authority @ ..], [0x80..=0x97, query @ ..] | query @ []) =
        (cri.scheme, cri.authority, cri.query)
    else {
        return None;
    };
    // The head of a port is no character, so it ends the run of labels.
    let (labels, port) = authority.split_at_checked(long_run(authority, IN_HOST))?;
    // A dot in a label would separate labels.
    if labels.is_empty() || (cri.revision == Revision::R13 && !is_ascii_without_dot(labels)) {
        return None;
    }
    let number = scheme.wrapping_sub(NINT << 5);
    text.offer(crate::scheme::name(cri.revision, number as u64)?.as_bytes())?;
    text.offer(b":/")?;
    text.items(labels, b'/', b'.')?;
    match *port {
        [] => {}
        [0x19, high @ 1..=255, low] => text.port(u16::from_be_bytes([high, low]))?,
        _ => return None,
    }
    for (items, first, separator, class) in [
        (cri.path, b'/', b'/', IN_SEGMENT),
        (cri.path_tail, b'/', b'/', IN_SEGMENT),
        (query, b'?', b'&', IN_PARAMETER),
        (cri.fragment, b'#', b'#', IN_FRAGMENT),
    ] {
        if !items.is_empty() {
            // The heads are letters themselves. A long text is not gone through in vain.
            if items.first() >= Some(&(TEXT << 5 | 24)) || long_run(items, class) < items.len() {
                return None;
            }
            text.items(items, first, separator)?;
        }
    }
    Some(())
}

impl<T: Byte> Space<'_, T> {
    /// Puts texts of 1 to 23 characters out, each behind a separator, the first behind one of its own.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn items(&mut self, items: &[u8], first: u8, separator: u8) -> Option<()> {
        let place = self.claim(items.len())?;
        T::copy(place, items);
        let mut lead = first;
        let mut at = 0;
        while let (Some(head), Some(place)) = (items.get(at), place.get_mut(at)) {
            let length = short_length(*head);
            if length >= 24 {
                return None;
            }
            *place = T::of(lead);
            lead = separator;
            at += 1 + length;
        }
        if at == items.len() { Some(()) } else { None }
    }

    /// Puts a port of at least 256 out, behind a colon.
    #[inline(always)]
    fn port(&mut self, port: u16) -> Option<()> {
        let mut text = [b':'; 6];
        let mut left = port;
        let mut unused = 5;
        for digit in text.iter_mut().skip(1).rev() {
            if left == 0 {
                break;
            }
            *digit = b'0' + (left % 10) as u8;
            left /= 10;
            unused -= 1;
        }
        self.offer(text.get(unused..)?)
    }
}
