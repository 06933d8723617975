// SPDX-License-Identifier: MIT OR Apache-2.0
//! Iteration over the options of a CoRI, and functions that write them (cori 2.1, 3).

use super::{Cori, FRAGMENT, HOST_IP, HOST_NAME, PATH, PATH_TYPE, PORT, QUERY, SCHEME};
use crate::bytes::output::Output;
use crate::bytes::utf8::checked_str;
use crate::bytes::{before, ip};
use crate::cbor::read;
use crate::cbor::token::Token;
use crate::cbor::write::Heads;
use crate::cbor::{ARRAY, UINT};
use crate::cri::canonical::put_token;
use crate::cri::lone_segment::is_lone_empty_walked;
use crate::error::Error;
use core::net::IpAddr;

/// An option with its value (cori 2.1). Texts are UTF-8, without percent-encoding (cori 2.1 plain).
///
/// ```
/// use cri::cori::{Cori, CoriOption};
///
/// let (cori, _) = Cori::parse(b"\x84\x05\x03\x06\x61a")?; // [5, 3, 6, "a"]
/// assert!(cori.options().eq([CoriOption::PathType(3), CoriOption::Path("a")]));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoriOption<'a> {
    /// Option 1, scheme: the name of the scheme, in lower case.
    Scheme(&'a str),
    /// Option 2, host.name: a host name.
    HostName(&'a str),
    /// Option 3, host.ip: an IP address.
    HostIp(IpAddr),
    /// Option 4, port: the port.
    Port(u16),
    /// Option 5, path.type: the path type, from 0 to 127.
    PathType(u8),
    /// Option 6, path: one segment of the path.
    Path(&'a str),
    /// Option 7, query: one parameter of the query.
    Query(&'a str),
    /// Option 8, fragment: the fragment.
    Fragment(&'a str),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair<'a> {
    pub number: u8,
    pub value: Token<'a>,
}

/// An iterator over the options of a view. It omits a lone empty path segment (cori 4.1 lone), because resolution drops
/// this segment (R19), recomposition gives the same URI without it, and CoAP has no option for it (RFC 7252 section
/// 6.4).
#[derive(Clone, Copy)]
pub(super) struct Pairs<'a> {
    /// The bytes of the view's path type, head, relation and tail that were not yet read.
    runs: [&'a [u8]; 4],
    /// The number of the previous option.
    previous: u8,
}

fn pair<'a>(run: &mut &'a [u8]) -> Option<Pair<'a>> {
    let number = read::token(run)?.argument as u8;
    Some(Pair { number, value: read::token(run)? })
}

impl<'a> Pairs<'a> {
    /// Returns the unread bytes of the run that contains the next option.
    fn run(&self) -> &'a [u8] {
        self.runs.iter().find(|run| !run.is_empty()).copied().unwrap_or(&[])
    }

    /// Returns the number of the next option, or 0 at the end. A lone empty segment counts as an option.
    pub(super) fn number(&self) -> u8 {
        read::argument(self.run()) as u8
    }

    /// Returns the next option, which can be a lone empty segment, and moves past it.
    pub(super) fn raw(&mut self) -> Option<Pair<'a>> {
        self.previous = self.number();
        pair(self.runs.iter_mut().find(|run| !run.is_empty())?)
    }

    /// Returns the next option like [`Pairs::raw`], but does not move past it.
    pub(super) fn peek(&self) -> Option<Pair<'a>> {
        pair(&mut self.run())
    }

    pub(super) fn skip_lone_empty_segment(&mut self) {
        if self.previous != PORT {
            return;
        }
        let mut ahead = *self;
        // cori 4.1 lone
        if let Some(Pair { number: PATH, value }) = ahead.raw()
            && is_lone_empty_walked(value.content.is_empty(), || ahead.number() == PATH)
        {
            self.runs = ahead.runs;
        }
    }

    /// Moves past up to `limit` options whose numbers are below `end`.
    pub(super) fn walk(&mut self, end: u8, limit: usize) -> Walked {
        let mut walked = Walked { options: 0, segments: 0 };
        loop {
            let mut ahead = *self;
            ahead.skip_lone_empty_segment();
            let number = ahead.number();
            if number == 0 || number >= end || walked.options >= limit {
                return walked;
            }
            walked.options += 1;
            walked.segments += usize::from(number == PATH);
            ahead.raw();
            *self = ahead;
        }
    }
}

/// The options that [`Pairs::walk`] moved past.
pub(super) struct Walked {
    pub options: usize,
    /// The number of path segments among the options.
    pub segments: usize,
}

impl<'a> Iterator for Pairs<'a> {
    type Item = Pair<'a>;

    fn next(&mut self) -> Option<Pair<'a>> {
        self.skip_lone_empty_segment();
        self.raw()
    }
}

impl<'a> Cori<'a> {
    pub(super) fn pairs(&self) -> Pairs<'_> {
        let path_type = self.path_type.get(..self.path_type_len as usize).unwrap_or(&[]);
        let relation = self.relation.get(..self.relation_len as usize).unwrap_or(&[]);
        Pairs { runs: [path_type, self.head, relation, self.tail], previous: 0 }
    }

    /// Returns the options before `at`.
    pub(super) fn before(&self, at: &Pairs<'_>) -> Self {
        let [_, head, relation, tail] = at.runs;
        let relation_len = self.relation_len.wrapping_sub(relation.len() as u8);
        let (head, tail) = (before(self.head, head), before(self.tail, tail));
        Self { head, tail, relation_len, lone_segment: false, ..*self }
    }

    /// Returns the options from `at` on.
    pub(super) fn after(&self, at: &Pairs<'_>) -> Self {
        let mut after = *self;
        let [_, _, relation, _] = at.runs;
        (after.head, after.tail) = self.runs_after(at);
        after.relation_len = relation.len() as u8;
        after.lone_segment = false;
        after
    }

    /// Returns the parts of `head` and `tail` from `at` on.
    pub(super) fn runs_after(&self, at: &Pairs<'_>) -> (&'a [u8], &'a [u8]) {
        let [_, head, _, tail] = at.runs;
        let left = |whole: &'a [u8], rest: &[u8]| whole.get(whole.len().saturating_sub(rest.len())..).unwrap_or(&[]);
        (left(self.head, head), left(self.tail, tail))
    }

    pub(super) fn relation_is_after(at: &Pairs<'_>) -> bool {
        let [_, _, relation, _] = at.runs;
        !relation.is_empty()
    }

    /// Returns the options in order. A lone empty path segment after a port is omitted.
    ///
    /// ```
    /// use cri::cori::{Cori, CoriOption};
    ///
    /// // [6, "a", 8, "f"]
    /// let (cori, _) = Cori::parse(b"\x84\x06\x61a\x08\x61f")?;
    /// assert_eq!(cori.options().last(), Some(CoriOption::Fragment("f")));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn options(&self) -> impl Iterator<Item = CoriOption<'_>> + Clone {
        self.pairs().filter_map(|Pair { number, value }| {
            Some(match number {
                SCHEME => CoriOption::Scheme(checked_str(value.content)),
                HOST_NAME => CoriOption::HostName(checked_str(value.content)),
                HOST_IP => CoriOption::HostIp(ip::of_octets(value.content)?),
                PORT => CoriOption::Port(value.argument as u16),
                PATH_TYPE => CoriOption::PathType(value.argument as u8),
                PATH => CoriOption::Path(checked_str(value.content)),
                QUERY => CoriOption::Query(checked_str(value.content)),
                FRAGMENT => CoriOption::Fragment(checked_str(value.content)),
                _ => return None,
            })
        })
    }

    /// Writes the CoRI with the shortest heads. If the CoRI is absolute, the output is normalized. Fails with `Buffer`
    /// if the output does not fit. Linear.
    ///
    /// ```
    /// use cri::Output;
    /// use cri::cori::Cori;
    ///
    /// // [6, "a"], with a head of two bytes for the text
    /// let (cori, _) = Cori::parse(b"\x82\x06\x78\x01a")?;
    /// let mut buffer = [0; 16];
    /// let mut output = Output::new(&mut buffer);
    /// cori.encode(&mut output)?;
    /// assert_eq!(output.written()?, b"\x82\x06\x61a");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn encode(&self, output: &mut Output<'_>) -> Result<(), Error> {
        put_head(output, ARRAY, 2 * self.pairs().count());
        for pair in self.pairs() {
            put_head(output, UINT, pair.number as usize);
            put_token(output, pair.value);
        }
        output.check()
    }
}

/// Writes the head of an item. The CoRI functions share this function, which saves flash.
pub(super) fn put_head(output: &mut Output<'_>, major: u8, argument: usize) {
    output.head(major, argument);
}

/// Writes the number of an option and the head of its value. If the value is an integer, this is the whole option.
pub(super) fn put_number(output: &mut Output<'_>, number: u8, major: u8, argument: usize) {
    put_head(output, UINT, number as usize);
    put_head(output, major, argument);
}

pub(super) fn put_string(output: &mut Output<'_>, number: u8, major: u8, content: &[u8]) {
    put_number(output, number, major, content.len());
    output.put(content);
}
