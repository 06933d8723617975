// SPDX-License-Identifier: MIT OR Apache-2.0
//! An independent model of a CRI: its abstract form, its canonical form, and the registries. It allocates memory, and
//! follows the text of the drafts as closely as possible. The module `prefix` reads the abstract form from bytes.

use super::cbor::{Decoder, FALSE, NULL, TRUE, Value};
use super::hex;
use super::prefix::{Prefix, prefix};
use super::rfc3986::port_of_scheme;
use cri::{Error, Revision};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The `text-or-pet` of the CDDL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Plain(Vec<u8>),
    /// The parts. The flag of a part is true if its octets stay percent-encoded.
    Pet(Vec<(Vec<u8>, bool)>),
}

impl Piece {
    /// Makes a piece of octets. The flag of an octet is true if it stays percent-encoded.
    pub fn of(octets: impl IntoIterator<Item = (u8, bool)>) -> Self {
        let mut parts: Vec<(Vec<u8>, bool)> = Vec::new();
        for (octet, encoded) in octets {
            match parts.last_mut() {
                Some(last) if last.1 == encoded => last.0.push(octet),
                _ => parts.push((vec![octet], encoded)),
            }
        }
        match &mut parts[..] {
            [] => Piece::Plain(Vec::new()),
            [(text, false)] => Piece::Plain(std::mem::take(text)),
            _ => Piece::Pet(parts),
        }
    }

    pub fn is_empty(&self) -> bool {
        *self == Piece::Plain(Vec::new())
    }

    /// The parts. The flag of a part is true if it is an octet string.
    pub fn parts(&self) -> Vec<(Vec<u8>, bool)> {
        match self {
            Piece::Plain(text) if text.is_empty() => Vec::new(),
            Piece::Plain(text) => vec![(text.clone(), false)],
            Piece::Pet(parts) => parts.clone(),
        }
    }

    pub fn value(&self) -> Value {
        match self {
            Piece::Plain(text) => Value::Text(text.clone()),
            Piece::Pet(parts) => Value::Array(
                parts
                    .iter()
                    .map(|(part, octets)| if *octets { Value::Bytes(part.clone()) } else { Value::Text(part.clone()) })
                    .collect(),
            ),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    Name(Vec<Piece>),
    Address(Vec<u8>, Option<Vec<u8>>),
}

impl Host {
    /// R4: true if this is a name of four labels that reads as an IPv4 address.
    pub fn is_disguised(&self) -> bool {
        let Host::Name(labels) = self else { return false };
        labels.len() == 4 && labels.iter().all(|label| matches!(label, Piece::Plain(text) if is_octet(text)))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authority {
    pub userinfo: Option<Piece>,
    pub host: Host,
    pub port: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leading {
    NotSet,
    Rooted,
    Rootless,
    Host(Authority),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scheme {
    Number(u64),
    Name(Vec<u8>),
}

/// The abstract form (href 5.2). A full CRI always has path and query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abstract {
    pub scheme: Option<Scheme>,
    pub authority: Leading,
    /// The discard value. None is `true`.
    pub discard: Option<u8>,
    pub path: Option<Vec<Piece>>,
    pub query: Option<Vec<Piece>>,
    pub fragment: Option<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Cri(Abstract, usize),
    Unprocessable(usize),
    Truncated,
    Malformed,
}

/// The verdict on the item that the bytes start with, and the number of places that an iterative reader of this item
/// has to remember.
pub fn judge(revision: Revision, data: &[u8]) -> (Verdict, usize) {
    let mut decoder = Decoder::new(data);
    let verdict = match (decoder.value(), prefix(revision, data)) {
        (Ok(_), Prefix::Whole(cri, length)) if length == decoder.pos => Verdict::Cri(cri, length),
        (Ok(_), Prefix::Dead) => Verdict::Unprocessable(decoder.pos),
        (Err(Error::Truncated), Prefix::Open { .. } | Prefix::Dead) => Verdict::Truncated,
        (Err(Error::Cbor), Prefix::Dead) => Verdict::Malformed,
        (item, prefix) => panic!("{revision:?} {}: {item:?}, but {prefix:?}", hex(data)),
    };
    (verdict, decoder.frames)
}

pub fn scheme_name(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_lowercase)
        && name.iter().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || b"+.-".contains(c))
}

/// True if a label reads as one of the four numbers of an IPv4 address.
fn is_octet(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.parse::<u8>().is_ok_and(|octet| octet.to_string() == text))
}

pub fn unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || b"-._~".contains(&octet)
}

/// True if none of the octets is allowed as a character of a text: each is ASCII and not an unreserved character (7.1).
pub fn minimal(octets: &[u8]) -> bool {
    if octets.iter().any(|octet| unreserved(*octet)) {
        return false;
    }
    String::from_utf8_lossy(octets).chars().filter(|c| !c.is_ascii()).all(|c| c == char::REPLACEMENT_CHARACTER)
        && !octets.windows(3).any(|three| three == [0xef, 0xbf, 0xbd])
}

/// The registries, from name to number.
static NUMBERS: LazyLock<[HashMap<&str, u64>; 2]> = LazyLock::new(|| {
    let rows = include_str!("../../iana/schemes.csv").lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let read = |column: usize| {
        let rows = rows.clone().filter(|row| !row[column].is_empty());
        rows.map(|row| (row[2], row[column].parse().expect(row[2]))).collect()
    };
    [read(1), read(0)]
});

/// The registries, from number to name.
static NAMES: LazyLock<[HashMap<u64, &str>; 2]> =
    LazyLock::new(|| NUMBERS.each_ref().map(|names| names.iter().map(|(name, number)| (*number, *name)).collect()));

/// The registry of a revision: numbers and names in the order of the numbers.
pub fn registry(revision: Revision) -> Vec<(u64, &'static str)> {
    let names = &NAMES[usize::from(revision == Revision::Href27)];
    let mut rows: Vec<_> = names.iter().map(|(number, name)| (*number, *name)).collect();
    rows.sort_unstable();
    rows
}

/// True if the library knows the number of a name.
pub fn is_known(name: &str) -> bool {
    const SHORT: [&str; 10] =
        ["coap", "coaps", "http", "https", "urn", "did", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"];
    !cfg!(cri_short_schemes) || SHORT.contains(&name)
}

pub fn scheme_number(revision: Revision, name: &[u8]) -> Option<u64> {
    let name = std::str::from_utf8(name).ok().filter(|name| is_known(name))?;
    NUMBERS[usize::from(revision == Revision::Href27)].get(name).copied()
}

fn registered(revision: Revision, number: u64) -> Option<&'static str> {
    NAMES[usize::from(revision == Revision::Href27)].get(&number).copied()
}

pub fn scheme_text(revision: Revision, number: u64) -> Option<&'static str> {
    registered(revision, number).filter(|name| is_known(name))
}

/// The default port of a scheme, if it is known. A library with ten schemes knows the same ports (R28).
pub fn scheme_port(revision: Revision, scheme: &Scheme) -> Option<u16> {
    let name = match scheme {
        Scheme::Number(number) => registered(revision, *number)?,
        Scheme::Name(name) => std::str::from_utf8(name).ok()?,
    };
    port_of_scheme(name)?.parse().ok()
}

impl Abstract {
    pub fn is_full(&self) -> bool {
        self.scheme.is_some()
    }

    /// R2: replaces a scheme name that the registry has by its id, as from-URI and the builder do.
    pub fn numbered(&self, revision: Revision) -> Self {
        let mut cri = self.clone();
        if let Some(Scheme::Name(name)) = &self.scheme
            && let Some(number) = scheme_number(revision, name)
        {
            cri.scheme = Some(Scheme::Number(number));
        }
        cri
    }

    /// R4: true if the host is a name that reads as an IPv4 address.
    pub fn is_disguised(&self) -> bool {
        matches!(&self.authority, Leading::Host(authority) if authority.host.is_disguised())
    }

    /// R4: true if a full CRI corresponds to a valid URI.
    pub fn has_uri(&self) -> bool {
        let path = self.path.as_deref().unwrap_or(&[]);
        let starts_empty = path.first().is_some_and(Piece::is_empty);
        match self.authority {
            Leading::Rootless => !path.is_empty() && !starts_empty,
            Leading::Rooted => !(starts_empty && path.len() > 1),
            _ => true,
        }
    }

    /// The canonical form (R2) as a tree.
    pub fn canonical(&self, revision: Revision) -> Value {
        let list = |pieces: &Vec<Piece>| Value::Array(pieces.iter().map(Piece::value).collect());
        let or_null = |section: &Option<Vec<Piece>>| section.as_ref().map_or(NULL, list);
        let fragment = self.fragment.as_ref().map_or(NULL, Piece::value);
        let mut items = Vec::new();
        let mut defaults = vec![NULL];
        match (&self.scheme, &self.authority, self.discard) {
            (None, Leading::NotSet, None) => items.push(TRUE),
            (None, Leading::NotSet, Some(discard)) => items.push(Value::Uint(u64::from(discard))),
            (scheme, authority, _) => {
                items.push(match scheme {
                    None => NULL,
                    Some(Scheme::Number(number)) => Value::Nint(*number),
                    Some(Scheme::Name(name)) => Value::Text(name.clone()),
                });
                items.push(match authority {
                    Leading::Rootless => TRUE,
                    Leading::Host(authority) => authority.canonical(),
                    _ => NULL,
                });
            }
        }
        items.push(or_null(&self.path));
        let mut query = or_null(&self.query);
        let empty = Value::Array(Vec::new());
        if self.is_full() {
            if query == empty && revision == Revision::Href13 {
                query = NULL;
            }
            defaults.push(empty);
        }
        items.push(query);
        items.push(fragment);
        // The authority `[]` is the empty host. It is not a default value, so it stays.
        while items.len() > 2 && defaults.contains(items.last().unwrap()) || items.len() == 2 && items[1] == NULL {
            items.pop();
        }
        if items == [Value::Uint(0)] {
            items.pop();
        }
        Value::Array(items)
    }
}

impl Authority {
    fn canonical(&self) -> Value {
        let mut items = Vec::new();
        if let Some(userinfo) = &self.userinfo {
            items.extend([FALSE, userinfo.value()]);
        }
        match &self.host {
            Host::Name(labels) if labels.len() == 1 && labels[0].is_empty() => {}
            Host::Name(labels) => items.extend(labels.iter().map(Piece::value)),
            Host::Address(address, zone) => {
                items.push(Value::Bytes(address.clone()));
                items.extend(zone.clone().map(Value::Text));
            }
        }
        items.extend(self.port.map(|port| Value::Uint(u64::from(port))));
        Value::Array(items)
    }
}
