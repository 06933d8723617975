// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. The CRIs of the most usual URIs, as quickly as can be: a scheme with a short number in lower case, a host
//! name in lower case, a port of two bytes, and everywhere short components that are as they are in a CRI.
//!
//! The inverse of [`super::uri_short`]: a list of components is copied whole, and the byte before each becomes
//! its head.

use crate::cbor::write::{Byte, Output, Sink, Space};
use crate::cbor::{ARRAY, NINT, TEXT};
use crate::chars::{DIGIT, IN_FRAGMENT, IN_HOST, IN_PATH, IN_SCHEME, long_run, run};
use crate::revision::Revision;
use crate::{scheme, utf8};

/// Puts the CRI of such a URI out; false if it is not such, or there is no room, and then nothing is put out,
/// though the buffer may have been written. Linear in the length of the text.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(super) fn put_short<T: Byte>(revision: Revision, uri: &[u8], output: &mut Output<'_, T>) -> bool {
    if let Some(mut cbor) = output.rest()
        && put(revision, uri, &mut cbor).is_some()
    {
        let left = cbor.left();
        output.keep(left);
        return true;
    }
    false
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn put<T: Byte>(revision: Revision, uri: &[u8], cbor: &mut Space<'_, T>) -> Option<()> {
    let (name, rest) = uri.split_at_checked(run(uri, IN_SCHEME))?;
    let [b':', b'/', b'/', rest @ ..] = rest else {
        return None;
    };
    let number = scheme::number(revision, name).filter(|number| *number < 24)?;
    let (host, rest) = rest.split_at_checked(long_run(rest, IN_HOST))?;
    // What begins with a digit may be an address.
    if host.first()?.is_ascii_digit() || !utf8::has_no_upper(host) {
        return None;
    }
    let (port, rest) = port(rest)?;
    let port = port.filter(|port| scheme::default_port(revision, number) != Some(*port));
    let (path, rest) = component(rest, b'/', IN_PATH)?;
    let (query, rest) = component(rest, b'?', IN_FRAGMENT)?;
    if !rest.is_empty() {
        return None;
    }
    let [head, place_of_number] = cbor.claim(2)? else {
        return None;
    };
    let sections = if query.is_some() { 4 } else { 2 + path.is_some() as u8 };
    *head = T::of(ARRAY << 5 | sections);
    *place_of_number = T::of(NINT << 5 | number as u8);
    cbor.list(host, b'.', port.is_some() as u8)?;
    if let Some(port) = port {
        let [high, low] = port.to_be_bytes();
        cbor.offer(&[PORT, high, low])?;
    }
    if let Some(path) = path {
        // Dot segments are to be removed; dots elsewhere are rare.
        if !utf8::is_ascii_without_dot(path) {
            return None;
        }
        cbor.list(path, b'/', 0)?;
    } else if query.is_some() {
        cbor.offer(&[ARRAY << 5])?;
    }
    if let Some(query) = query {
        cbor.list(query, b'&', 0)?;
    }
    Some(())
}

/// The head of a number of two bytes.
const PORT: u8 = 0x19;

/// The port that a text starts with, of which 1 is the least and which has no leading zero, and what follows.
#[inline(always)]
fn port(text: &[u8]) -> Option<(Option<u16>, &[u8])> {
    let [b':', rest @ ..] = text else {
        return Some((None, text));
    };
    let (digits, rest) = rest.split_at_checked(run(rest, DIGIT))?;
    if digits.first() == Some(&b'0') || digits.len() > 5 {
        return None;
    }
    let port = digits.iter().fold(0, |port, digit| port * 10 + (digit & 15) as u32);
    let port = u16::try_from(port).ok().filter(|port| *port > 255)?;
    Some((Some(port), rest))
}

/// The component behind that byte, if the text starts with it, and what follows.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn component(text: &[u8], first: u8, class: u8) -> Option<(Option<&[u8]>, &[u8])> {
    match text.split_first() {
        Some((byte, rest)) if *byte == first => {
            let (component, rest) = rest.split_at_checked(long_run(rest, class))?;
            Some((Some(component), rest))
        }
        _ => Some((None, text)),
    }
}

impl<T: Byte> Space<'_, T> {
    /// Puts an array of texts out that are so separated, and of so many more items that are to follow. None if
    /// there are too many, or one of them is empty or too long, for heads of one byte.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn list(&mut self, texts: &[u8], separator: u8, more: u8) -> Option<()> {
        let [head, place @ ..] = self.claim(texts.len() + 2)? else {
            return None;
        };
        T::copy(place.get_mut(1..)?, texts);
        let mut items = more as usize + 1;
        let mut start = 0;
        for (at, byte) in texts.iter().enumerate() {
            if *byte == separator {
                *place.get_mut(start)? = short_head(at - start)?;
                start = at + 1;
                items += 1;
            }
        }
        *place.get_mut(start)? = short_head(texts.len() - start)?;
        if items > 23 {
            return None;
        }
        *head = T::of(ARRAY << 5 | items as u8);
        Some(())
    }
}

/// The head of a text of 1 to 23 bytes.
#[inline(always)]
fn short_head<T: Byte>(length: usize) -> Option<T> {
    if (1..24).contains(&length) { Some(T::of(TEXT << 5 | length as u8)) } else { None }
}
