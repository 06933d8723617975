// SPDX-License-Identifier: MIT OR Apache-2.0
//! Assembles CRIs from encoded sections, which come from another CRI or are new. Parsing the result then decides if it
//! is a CRI.

use crate::class::PyCri;
use crate::error::{Outcome, Position, raised};
use crate::text::{ARRAY, BYTES, NINT, TEXT, UINT, put_head, put_string, put_text};
use cri::Text;
use cri::{AuthorityKind, Host};
use cri::{Cri, Discard, Error, Revision, Scheme};

const FALSE: u8 = 0xf4;
const TRUE: u8 = 0xf5;
const NULL: u8 = 0xf6;

/// The encoded items of an array, and their number.
#[derive(Default)]
pub struct List {
    pub count: usize,
    pub items: Vec<u8>,
}

impl List {
    /// Encodes texts.
    pub fn of<'a>(texts: impl Iterator<Item = Text<'a>>) -> Self {
        let mut list = Self::default();
        for text in texts {
            put_text(&mut list.items, text);
            list.count += 1;
        }
        list
    }

    fn put(&self, out: &mut Vec<u8>) {
        put_head(out, ARRAY, self.count as u64);
        out.extend(&self.items);
    }
}

/// The sections of a CRI or CRI reference. Texts, schemes and lists are encoded.
pub struct Sections {
    pub revision: Revision,
    pub scheme: Option<Vec<u8>>,
    pub userinfo: Option<Vec<u8>>,
    pub host: Option<List>,
    pub port: Option<u16>,
    pub rootless: bool,
    pub discard: u8,
    pub path: Option<List>,
    pub query: Option<List>,
    pub fragment: Option<Vec<u8>>,
}

/// The discard value in Python that means all segments.
pub const DISCARD_ALL: u8 = 255;

/// Converts a discard value to the number in Python.
pub fn discard_value(discard: Discard) -> u8 {
    match discard {
        Discard::All => DISCARD_ALL,
        Discard::Segments(count) => count,
    }
}

impl Sections {
    /// Returns the sections of a CRI.
    pub fn of(view: &Cri<'_>) -> Self {
        let authority = view.authority();
        Self {
            revision: view.revision(),
            scheme: match view.scheme() {
                Scheme::NotSet => None,
                Scheme::Number(number) => Some(head(NINT, number.get())),
                Scheme::Name(name) => Some(string(TEXT, name.as_bytes())),
            },
            userinfo: authority.and_then(|authority| authority.userinfo).map(item),
            host: authority.map(|authority| match authority.host {
                Host::Name(labels) => List::of(labels),
                Host::Address(address) => {
                    let zone = address.zone();
                    let mut items = string(BYTES, address.octets());
                    zone.iter().for_each(|zone| put_string(&mut items, TEXT, zone.as_bytes()));
                    List { count: 1 + zone.is_some() as usize, items }
                }
            }),
            port: authority.and_then(|authority| authority.port),
            rootless: view.authority_kind() == AuthorityKind::Rootless,
            discard: discard_value(view.discard()),
            path: view.path_is_set().then(|| List::of(view.path())),
            query: view.query_is_set().then(|| List::of(view.query())),
            fragment: view.fragment().map(item),
        }
    }

    /// Returns the sections of the empty reference.
    pub fn empty(revision: Revision) -> Self {
        let (scheme, userinfo, host, port) = (None, None, None, None);
        let (path, query, fragment) = (None, None, None);
        Self { revision, scheme, userinfo, host, port, rootless: false, discard: 0, path, query, fragment }
    }

    /// True if the sections are a reference that begins at the path of a base. A scheme or an authority would change
    /// the meaning of its path.
    pub fn starts_at_base(&self) -> bool {
        self.scheme.is_none() && self.host.is_none() && !self.rootless && self.discard != DISCARD_ALL
    }

    /// Returns the CRI. Fails with `NoHost` if there is a port or user information but no host, and with the error of
    /// parsing if the sections do not form a CRI.
    pub fn cri(&self) -> Outcome<PyCri> {
        if self.host.is_none() && (self.port.is_some() || self.userinfo.is_some()) {
            return Err(Error::NoHost.into());
        }
        let encoded = self.encoded();
        let Ok(view) = Cri::parse_exact(self.revision, &encoded) else {
            // The error has no offset, because the caller does not know these bytes.
            return Err(match Cri::parse_where(self.revision, &encoded) {
                Err(fault) => raised(fault.error, Position { offset: None, ..Position::of(&fault) }),
                Ok(()) => Error::Structure.into(),
            });
        };
        PyCri::of_view(&view)
    }

    fn encoded(&self) -> Vec<u8> {
        let mut sections = Vec::with_capacity(5);
        let authority = self.authority();
        if self.scheme.is_some() || authority != [NULL] {
            sections.push(self.scheme.clone().unwrap_or(vec![NULL]));
            sections.push(authority);
        } else if self.discard == DISCARD_ALL {
            sections.push(vec![TRUE]);
        } else {
            sections.push(head(UINT, self.discard.into()));
        }
        for list in [&self.path, &self.query] {
            let mut section = Vec::new();
            match list {
                Some(list) => list.put(&mut section),
                None => section.push(NULL),
            }
            sections.push(section);
        }
        sections.push(self.fragment.clone().unwrap_or(vec![NULL]));
        // The last section must not be null (href 5.1 rule 1).
        while sections.last().is_some_and(|section| section == &[NULL]) {
            sections.pop();
        }
        let mut out = head(ARRAY, sections.len() as u64);
        sections.iter().for_each(|section| out.extend(section));
        out
    }

    fn authority(&self) -> Vec<u8> {
        let Some(host) = &self.host else { return vec![if self.rootless { TRUE } else { NULL }] };
        let count = 2 * self.userinfo.is_some() as usize + host.count + self.port.is_some() as usize;
        let mut out = head(ARRAY, count as u64);
        if let Some(userinfo) = &self.userinfo {
            out.push(FALSE);
            out.extend(userinfo);
        }
        out.extend(&host.items);
        if let Some(port) = self.port {
            put_head(&mut out, UINT, port.into());
        }
        out
    }
}

/// Encodes a head without content, such as a number.
pub fn head(major: u8, argument: u64) -> Vec<u8> {
    let mut out = Vec::with_capacity(9);
    put_head(&mut out, major, argument);
    out
}

fn string(major: u8, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(9 + bytes.len());
    put_string(&mut out, major, bytes);
    out
}

fn item(text: Text<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    put_text(&mut out, text);
    out
}
