// SPDX-License-Identifier: MIT OR Apache-2.0
//! Three operations as a program might write them by hand, for the usual class of input only. Its CRIs have the scheme
//! `coap`, a name, perhaps a port, and short texts of ASCII in canonical form. A function returns `None` for any other
//! input, and `operations.rs` compares its results with those of the library.

/// Removes an item with a one-byte head from `data`: its argument counts from `first`, and is below 24.
fn head(data: &mut &[u8], first: u8) -> Option<usize> {
    let (head, rest) = data.split_first()?;
    let argument = head.checked_sub(first).filter(|argument| *argument < 24)?;
    *data = rest;
    Some(argument.into())
}

fn text<'a>(data: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = head(data, 0x60)?;
    let (text, rest) = data.split_at_checked(length)?;
    *data = rest;
    Some(text)
}

fn port(data: &mut &[u8]) -> Option<u16> {
    let [0x19, high, low, rest @ ..] = *data else { return None };
    *data = rest;
    Some(u16::from_be_bytes([*high, *low])).filter(|port| *port > 255)
}

fn is_plain(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'=')) && !text.is_empty()
}

/// Checks a CRI.
#[must_use]
pub fn parse(mut cri: &[u8]) -> Option<()> {
    let data = &mut cri;
    let lists = head(data, 0x80).filter(|count| (2..=4).contains(count))? - 2;
    let [0x20, rest @ ..] = *data else { return None };
    *data = rest;
    for _ in 0..head(data, 0x80)? {
        if data.first() == Some(&0x19) {
            port(data)?;
        } else if !is_plain(text(data)?) {
            return None;
        }
    }
    for _ in 0..lists {
        for _ in 0..head(data, 0x80).filter(|count| *count > 0)? {
            if !is_plain(text(data)?) {
                return None;
            }
        }
    }
    data.is_empty().then_some(())
}

/// A buffer, and the number of bytes that are written.
struct Out<'a>(&'a mut [u8], usize);

impl Out<'_> {
    fn put(&mut self, bytes: &[u8]) -> Option<()> {
        self.0.get_mut(self.1..self.1 + bytes.len())?.copy_from_slice(bytes);
        self.1 += bytes.len();
        Some(())
    }

    fn option(&mut self, delta: u8, value: &[u8]) -> Option<()> {
        match value.len() {
            short @ ..13 => self.put(&[delta << 4 | short as u8])?,
            long => self.put(&[delta << 4 | 13, long as u8 - 13])?,
        }
        self.put(value)
    }
}

/// Writes the options of a CRI that [`parse`] accepts, and returns their length.
#[must_use]
pub fn to_coap(mut cri: &[u8], buffer: &mut [u8]) -> Option<usize> {
    let (data, mut out) = (&mut cri, Out(buffer, 0));
    let lists = head(data, 0x80)? - 2;
    *data = &data[1..];
    let (mut left, labels, mut number) = (head(data, 0x80)?, *data, 3);
    while left > 0 && data[0] != 0x19 {
        text(data)?;
        left -= 1;
    }
    // Dots take the place of the heads.
    let mut labels = &labels[..labels.len() - data.len()];
    out.option(3, &labels[1..])?;
    let mut at = out.1 - (labels.len() - 1);
    while let length = text(&mut labels)?.len()
        && !labels.is_empty()
    {
        at += length;
        out.0[at] = b'.';
        at += 1;
    }
    if left > 0 {
        out.option(4, &port(data).filter(|port| *port != 5683)?.to_be_bytes())?;
        number = 7;
    }
    for of_list in [11, 15].into_iter().take(lists) {
        for _ in 0..head(data, 0x80)? {
            out.option(of_list - number, text(data)?)?;
            number = of_list;
        }
    }
    Some(out.1)
}

/// Writes a text with its head in CBOR.
fn put_text(out: &mut Out<'_>, text: &str) -> Option<()> {
    if text.len() > 23 || !is_plain(text.as_bytes()) {
        return None;
    }
    out.put(&[0x60 + text.len() as u8])?;
    out.put(text.as_bytes())
}

/// Writes texts as an array, whose head is put in afterwards.
fn put_list<'a>(out: &mut Out<'_>, texts: impl Iterator<Item = &'a str>, port: Option<u16>) -> Option<()> {
    let (start, mut count) = (out.1, u8::from(port.is_some()));
    out.put(&[0])?;
    for text in texts {
        put_text(out, text)?;
        count += 1;
    }
    if let Some(port) = port {
        out.put(&[0x19])?;
        out.put(&port.to_be_bytes())?;
    }
    out.0[start] = 0x80 + count;
    (count < 24).then_some(())
}

/// Writes the CRI of a URI, and returns its length.
#[must_use]
pub fn from_uri(uri: &str, buffer: &mut [u8]) -> Option<usize> {
    let mut out = Out(buffer, 0);
    let rest = uri.strip_prefix("coap://")?;
    let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, query)| (rest, Some(query)));
    let (authority, path) = rest.split_once('/')?;
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => (host, Some(port.parse().ok().filter(|port| *port > 255 && *port != 5683)?)),
        None => (authority, None),
    };
    out.put(&[0x83 + u8::from(query.is_some()), 0x20])?;
    put_list(&mut out, host.split('.'), port)?;
    put_list(&mut out, path.split('/'), None)?;
    if let Some(query) = query {
        put_list(&mut out, query.split('&'), None)?;
    }
    Some(out.1)
}
