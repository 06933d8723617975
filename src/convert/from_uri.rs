// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts a URI or URI reference to a CRI or CRI reference (href 6 from-uri, R12 to R14).
//!
//! The first pass finds and checks the components, and the second pass writes them. A path with dot segments takes two
//! more passes. It is measured, and then written from its end, because a `..` removes a segment before it.

use core::mem::MaybeUninit;

use super::authority::UriAuthority;
use super::characters::Rules;
use super::component::{Component, put_component};
use super::path::PathWithoutDots;
use crate::bytes::output::Output;
use crate::bytes::scan::{Grammar, IRI, URI};
use crate::cbor::write::Heads;
use crate::cbor::{ARRAY, NINT, TEXT, TRUE};
use crate::cri::canonical::{AUTHORITY, PATH, Presence, QUERY, SCHEME, omitted};
use crate::cri::section::Section;
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme;
use crate::uri::dot_segments::PathAfter;
use crate::uri::{HostKind, Part, Uri};

/// Writes the CRI of a URI, or the CRI reference of a URI reference, in canonical form.
///
/// The result converts back to the syntax-normalised text (R12). Fails with `UriNotAscii` or `UriSyntax` if the text is
/// not a URI reference. Fails with `UriPort`, `UriHost` or `Zone` for a port, an IP literal or a zone identifier that
/// no CRI can have. Fails with `NoCri` for anything else that no CRI can have: a path that would begin an authority, a
/// `:` in the user information in revision 13, or more than 126 leading `../`. Fails with `Buffer` if the CRI does not
/// fit. [`from_uri_where`](super::from_uri_where) finds the position of an error in the text. Linear in the length of
/// the text, whatever the text.
///
/// ```
/// use cri::{Output, Revision, from_uri};
///
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// from_uri(Revision::Href27, "coap://h/a?u=C", &mut output)?;
/// assert_eq!(output.written()?, b"\x84\x20\x81\x61h\x81\x61a\x81\x63u=C"); // [-1, ["h"], ["a"], ["u=C"]]
/// # Ok::<(), cri::Error>(())
/// ```
pub fn from_uri(revision: Revision, uri: impl AsRef<[u8]>, output: &mut Output<'_>) -> Result<(), Error> {
    let uri = uri.as_ref();
    convert(revision, uri, URI, output)
}

/// Writes the CRI of an IRI, or the CRI reference of an IRI reference, in canonical form. This is the CRI that
/// [`from_uri`] writes for the URI to which the IRI maps (RFC 3987 section 3.1).
///
/// Fails with the errors of [`from_uri`], but with `Utf8` in place of `UriNotAscii`, if the text is not UTF-8. A
/// character beyond ASCII must be a `ucschar` or, in the query, an `iprivate` (section 2.2). For other characters, the
/// error is `UriSyntax`. [`from_iri_where`](super::from_iri_where) finds the position of an error. Linear. (href 6 iri)
///
/// ```
/// use cri::{Output, Revision, from_iri};
///
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// from_iri(Revision::Href27, "/räume", &mut output)?;
/// assert_eq!(output.written()?, b"\x82\xf5\x81\x66r\xc3\xa4ume"); // [true, ["räume"]]
/// # Ok::<(), cri::Error>(())
/// ```
pub fn from_iri(revision: Revision, iri: impl AsRef<[u8]>, output: &mut Output<'_>) -> Result<(), Error> {
    let iri = iri.as_ref();
    convert(revision, iri, IRI, output)
}

fn convert(revision: Revision, text: &[u8], grammar: Grammar, output: &mut Output<'_>) -> Result<(), Error> {
    let mut components = UriComponents::new(revision);
    components.read(text, grammar)?;
    components.put(output);
    output.check()
}

#[derive(Clone, Copy)]
pub(crate) enum SchemeText<'u> {
    None,
    Number(u32),
    /// The name of a scheme that has no number. It may have upper-case letters.
    Name(&'u [u8]),
}

impl SchemeText<'_> {
    /// Returns the default port of the scheme, if the scheme has a known default port.
    pub(crate) fn default_port(self, revision: Revision) -> Option<u16> {
        match self {
            Self::None => None,
            Self::Number(number) => scheme::default_port(revision, number.into()),
            Self::Name(name) => scheme::default_port_of_name(name),
        }
    }
}

/// The components of a URI reference. They were checked, but not decoded.
pub(crate) struct UriComponents<'u> {
    revision: Revision,
    pub(crate) scheme: SchemeText<'u>,
    pub(crate) authority: Option<UriAuthority<'u>>,
    pub(crate) path: PathWithoutDots<'u>,
    pub(crate) query: Option<Component<'u>>,
    pub(crate) fragment: Option<&'u [u8]>,
}

impl<'u> UriComponents<'u> {
    /// Returns the components of the empty reference, which is the empty text.
    pub(crate) fn new(revision: Revision) -> Self {
        let path = PathWithoutDots::empty();
        Self { revision, scheme: SchemeText::None, authority: None, path, query: None, fragment: None }
    }

    /// Reads a URI reference or an IRI reference, as `grammar` says.
    pub(crate) fn read(&mut self, text: &'u [u8], grammar: Grammar) -> Result<(), Error> {
        let (path, after) = self.split(text, grammar)?;
        self.path.read(path, after)
    }

    #[cfg_attr(not(speed), inline(never))]
    fn split(&mut self, text: &'u [u8], grammar: Grammar) -> Result<(Component<'u>, PathAfter), Error> {
        let mut memory = MaybeUninit::uninit();
        self.take(Uri::read(&mut memory, text, grammar)?)
    }

    /// Stores the components of a text that was split, and reads the scheme and the authority. Returns the path, which
    /// is not read yet, and the kind of the component before the path.
    #[inline(always)]
    pub(crate) fn take(&mut self, uri: &Uri<'u>) -> Result<(Component<'u>, PathAfter), Error> {
        if let Some((_, name)) = uri.range(Part::Scheme).split_last() {
            self.scheme = match scheme::number_of_any_case(self.revision, name) {
                Some(number) => SchemeText::Number(number),
                None => SchemeText::Name(name),
            };
        }
        if uri.host_kind() != HostKind::None {
            let authority = self.authority.insert(UriAuthority::empty());
            authority.read(self.revision, uri)?;
            // The scheme's default port is omitted (C7, R28).
            // C7, RFC 3986 3.2.3 empty, RFC 7252 6.3
            authority.port = authority.port.filter(|port| self.scheme.default_port(self.revision) != Some(*port));
        }
        self.query = uri.range(Part::Query).split_first().map(|(_, text)| Component::of(uri, Part::Query, text));
        self.fragment = uri.range(Part::Fragment).split_first().map(|(_, text)| text);
        Ok((Component::of(uri, Part::Path, uri.range(Part::Path)), uri.path_after()))
    }

    fn presence(&self) -> Presence {
        let full = !matches!(self.scheme, SchemeText::None);
        Presence {
            full,
            authority: self.authority.is_some() || (full && self.path.rootless()),
            discard: self.path.discard(),
            path: self.path.has_segments(),
            query: self.query.is_some(),
            fragment: self.fragment.is_some(),
        }
    }

    /// Writes the array of the sections.
    pub(crate) fn put(&self, output: &mut Output<'_>) {
        self.put_with::<true>(output);
    }

    /// Writes the array of the sections, like [`UriComponents::put`]. Without `KEEP_PET`, host, path and query have no
    /// percent-encoded text (PET), except octets that are not UTF-8 (R33).
    #[inline(always)]
    pub(crate) fn put_with<const KEEP_PET: bool>(&self, output: &mut Output<'_>) {
        let presence = self.presence();
        let positions = presence.positions();
        output.head(ARRAY, positions.len());
        let is_written = |position| positions.contains(&position);
        let placeholder = |position| omitted(position, presence.full, self.revision);
        if is_written(SCHEME) {
            match self.scheme {
                SchemeText::Number(number) => output.head(NINT, number as usize),
                SchemeText::Name(name) => {
                    output.head(TEXT, name.len());
                    output.put_lowercase(name);
                }
                SchemeText::None => output.byte(placeholder(SCHEME)),
            }
        }
        if is_written(AUTHORITY) {
            match &self.authority {
                Some(authority) => authority.put::<KEEP_PET>(output, self.revision),
                None if !presence.full => Section::discard(presence.discard).put_head(output),
                None if presence.authority => output.byte(TRUE),
                None => output.byte(placeholder(AUTHORITY)),
            }
        }
        if is_written(PATH) {
            if presence.path {
                self.path.put::<KEEP_PET>(output);
            } else {
                output.byte(placeholder(PATH));
            }
        }
        if is_written(QUERY) {
            match self.query {
                Some(query) => query.put::<KEEP_PET>(output),
                None => output.byte(placeholder(QUERY)),
            }
        }
        if let Some(fragment) = self.fragment {
            put_component(output, fragment, Rules::FRAGMENT);
        }
    }
}
