// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts a CRI or CRI reference to a URI or URI reference (href section 6.1, R11).

use crate::bytes::chars::{
    IN_FRAGMENT, IN_HOST, IN_IRI, IN_LITERAL, IN_PARAMETER, IN_SEGMENT, Literal, Shown, UNRESERVED, class, hex_upper,
    run,
};
use crate::bytes::ip;
use crate::bytes::output::Output;
use crate::bytes::sink::Sink;
use crate::bytes::utf8::is_ascii_without_dot;
use crate::bytes::words::has;
use crate::cbor::read::{self, short_length};
use crate::cri::authority::{Address, Authority, AuthorityKind, Host, userinfo_class};
use crate::cri::items::Items;
use crate::cri::text::Text;
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;
use crate::revision::Revision;

impl Cri<'_> {
    /// Writes the URI or URI reference, which is ASCII without a NUL.
    ///
    /// Fails with `SchemeUnknown` if the registry has no name for the scheme's number, and with `Zone` for a zone
    /// identifier that has no URI form. Fails with `NoUri` for a reference that has no URI form (R11) and, in revision
    /// 13, for a host name label with a dot. Fails with `Buffer` if the text does not fit. Linear in the length of the
    /// text.
    ///
    /// ```
    /// use cri::{Cri, Output, Revision};
    ///
    /// // [-1, ["h"], ["a b"]]
    /// let cri = Cri::parse_exact(Revision::Href27, b"\x83\x20\x81\x61h\x81\x63a b")?;
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// cri.to_uri(&mut output)?;
    /// assert_eq!(output.written_str()?, "coap://h/a%20b");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn to_uri(&self, output: &mut Output<'_>) -> Result<(), Error> {
        self.put_uri([None; 2], output)
    }

    /// Writes the IRI or IRI reference, which is UTF-8. It differs from the URI in the characters beyond ASCII that an
    /// IRI may show, which are not percent-encoded (RFC 3987 section 3.2). Invisible characters, such as controls of
    /// the writing direction, stay percent-encoded (section 4.1) unless they join letters (R39). Characters for private
    /// use stay percent-encoded outside the query (section 2.2). Fails with the errors of [`Cri::to_uri`]. Linear in
    /// the length of the text. (href 6 iri)
    ///
    /// ```
    /// use cri::{CriBuf, Output};
    ///
    /// let cri: CriBuf<32> = "coap://h/r%C3%A4ume".parse()?;
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// cri.cri().to_iri(&mut output)?;
    /// assert_eq!(output.written_str()?, "coap://h/räume");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn to_iri(&self, output: &mut Output<'_>) -> Result<(), Error> {
        self.put_uri(IN_IRI, output)
    }

    /// Writes the URI or URI reference to any sink. If it fails, which it does with the errors of [`Cri::to_uri`],
    /// nothing was written.
    pub(crate) fn put_uri_text(&self, sink: &mut impl Sink) -> Result<(), Error> {
        self.put_uri([None; 2], sink)
    }

    /// Writes the IRI or IRI reference for a literal in diagnostic notation. Does the same as [`Cri::to_iri`], but also
    /// percent-encodes all characters that the notation would escape.
    pub(crate) fn put_iri_in_literal(&self, output: &mut Output<'_>) -> Result<(), Error> {
        self.put_uri(IN_LITERAL, output)
    }

    /// Writes the text in the order of href 6.1: scheme, authority, path, query, fragment (href 6.1 scheme, href 6.1
    /// query, href 6.1 fragment). Characters beyond ASCII are written literally if `shown` accepts them or, in the
    /// query, if `in_query` accepts them.
    ///
    /// Errors other than `Buffer` are found before anything is written.
    fn put_uri(&self, [shown, in_query]: [Option<Shown>; 2], sink: &mut impl Sink) -> Result<(), Error> {
        self.put_front(shown, sink)?;
        self.put_path(sink, shown)?;
        // RFC 3987 2.2, href-27 query, C10, C13, href 6.1 query
        put_items(sink, self.query(), b'?', b'&', Literal { class: IN_PARAMETER, shown: in_query });
        // C11
        if let Some(fragment) = self.fragment() {
            sink.put(b"#");
            // href 6.1 fragment, RFC 3987 2.2
            put_text(sink, fragment, Literal { class: IN_FRAGMENT, shown });
        }
        sink.check()
    }

    /// Writes scheme and authority. First checks that they have a URI form, which a label with a dot (href 6.1
    /// host-name) and a zone identifier (href-27 zone-id) may not have.
    fn put_front(&self, shown: Option<Shown>, sink: &mut impl Sink) -> Result<(), Error> {
        let kind = self.authority_kind();
        // R9
        if kind == AuthorityKind::Rootless && !self.is_full() {
            return Err(Error::NoUri);
        }
        let authority = Authority::of_item(self.authority);
        match authority.host {
            Host::Name(labels) => {
                // href 6.1 host-name
                if self.revision.has_dots_in_labels() && has_dotted_label(labels) {
                    return Err(Error::NoUri);
                }
            }
            // href-27 zone-id
            Host::Address(Address { octets: address, zone: Some(zone) })
                if !self.revision.has_zone_in_uri() || address.len() != 16 || zone.is_empty() =>
            {
                return Err(Error::Zone);
            }
            Host::Address(..) => {}
        }
        if self.is_full() {
            sink.put(self.scheme_name_bytes().ok_or(Error::SchemeUnknown)?);
            sink.byte(b':');
        }
        // href 6.1 authority
        if kind == AuthorityKind::Host {
            sink.byte(b'/');
            put_authority(sink, &authority, self.revision, shown);
        }
        Ok(())
    }

    /// Writes the path (href 6.1 path, 6.1 path-chars). After an authority, it begins with a slash (href 6.1
    /// path-abempty).
    fn put_path(&self, sink: &mut impl Sink, shown: Option<Shown>) -> Result<(), Error> {
        let literal = Literal { class: IN_SEGMENT, shown };
        let mut rooted = true;
        match self.authority_kind() {
            AuthorityKind::NotSet => rooted = self.put_discard(sink)?,
            // href 6.1 path
            AuthorityKind::Rootless => rooted = false,
            _ => {}
        }
        let mut segments = self.path();
        if !rooted && let Some(first) = segments.next() {
            put_text(sink, first, literal);
        }
        // href 6.1 path-chars, RFC 3986 3.3 pchar
        put_items(sink, segments, b'/', b'/', literal);
        Ok(())
    }

    /// Writes the dot segments of the discard section. Returns true if the path after them is rooted. Fails with
    /// `NoUri` for a reference that no URI reference can express (R11, href 2.1 reference). A dot segment precedes a
    /// first segment with a colon. (href 6.1 discard, 6.1 path-noscheme, href-27 2.2; RFC 3986 4.2)
    fn put_discard(&self, sink: &mut impl Sink) -> Result<bool, Error> {
        // R11
        if !self.has_relative_text() {
            return Err(Error::NoUri);
        }
        let Some(first) = self.path().next() else { return Ok(false) };
        match self.discard {
            DISCARD_ALL => return Ok(true),
            // Without `./`, the text before a colon in the first segment would be a scheme, and an empty first segment
            // would have no text.
            // href 6.1 path-noscheme, RFC 3986 4.2
            1 if first.is_empty() || has_colon(first) => sink.put(b"./"),
            discard => {
                for _ in 1..discard {
                    sink.put(b"../");
                }
            }
        }
        Ok(false)
    }
}

/// True if a label has a dot, as in revision 13. Percent-encoding the dot does not help: normalisation would decode it
/// into a separator.
#[inline(always)]
pub(super) fn has_dotted_label(mut labels: Items<'_>) -> bool {
    let dotted = |label: Text<'_>| label.chunks().any(|chunk| has(chunk.bytes, b'.'));
    !is_ascii_without_dot(labels.rest) && labels.any(dotted)
}

fn has_colon(text: Text<'_>) -> bool {
    text.chunks().any(|chunk| !chunk.percent_encoded && has(chunk.bytes, b':'))
}

/// Writes an authority after the first of its two slashes (href 6.1 authority, 6.1 userinfo, 6.1 host-name, 6.1
/// host-ip, 6.1 port; href-27 userinfo). Octets that are not UTF-8 are percent-encoded, too (RFC 3986 3.2.2 utf8). An
/// IPv6 address is in brackets (RFC 5952 6).
fn put_authority(sink: &mut impl Sink, authority: &Authority<'_>, revision: Revision, shown: Option<Shown>) {
    let mut lead = b'/';
    if let Some(userinfo) = authority.userinfo {
        sink.byte(lead);
        // C3, href 6.1 userinfo
        put_text(sink, userinfo, Literal { class: userinfo_class(revision), shown });
        lead = b'@';
    }
    match authority.host {
        Host::Name(labels) => {
            if labels.rest.is_empty() {
                sink.byte(lead);
            }
            // href 6.1 host-name, RFC 3986 3.2.2 utf8
            put_items(sink, labels, lead, b'.', Literal { class: IN_HOST, shown });
        }
        Host::Address(Address { octets: address, zone }) => {
            sink.byte(lead);
            put_address(sink, address, zone);
        }
    }
    if let Some(port) = authority.port {
        sink.byte(b':');
        ip::put_decimal(sink, u32::from(port));
    }
}

/// Writes an address. An IPv6 address and its zone identifier, if any, are in brackets (href 6.1 host-ip, RFC 5952 6).
pub(crate) fn put_address(sink: &mut impl Sink, address: &[u8], zone: Option<&[u8]>) {
    // href 6.1 host-ip, RFC 5952 6
    let ipv6 = address.len() == 16;
    if ipv6 {
        sink.byte(b'[');
    }
    ip::put_address(sink, address);
    if let Some(zone) = zone {
        // The zone identifier follows `%25`, as unreserved characters or triplets (RFC 6874).
        sink.put(b"%25");
        put_chars(sink, zone, Literal::of(UNRESERVED));
    }
    if ipv6 {
        sink.byte(b']');
    }
}

/// Writes a text-or-pet. Its characters are written by [`put_chars`], and its octets are percent-encoded.
pub(super) fn put_text(sink: &mut impl Sink, text: Text<'_>, literal: Literal) {
    if let Some(chars) = text.plain() {
        return put_chars(sink, chars, literal);
    }
    for chunk in text.chunks() {
        put_chars(sink, chunk.bytes, if chunk.percent_encoded { Literal::of(0) } else { literal });
    }
}

/// Writes characters, and percent-encodes those that `literal` does not include. Linear. (C13, RFC 3986 2.5)
pub(crate) fn put_chars(sink: &mut impl Sink, chars: &[u8], literal: Literal) {
    let mut rest = chars;
    while let Some((first, after)) = rest.split_first() {
        let mut length = 0;
        if class(*first) & literal.class != 0 {
            length = run(rest, literal.class);
        } else if let Some(shown) = literal.shown {
            length = shown(rest);
        }
        // RFC 3986 2.5
        if length == 0 {
            sink.put(&[b'%', hex_upper(first >> 4), hex_upper(*first)]);
            rest = after;
            continue;
        }
        let Some((literals, after)) = rest.split_at_checked(length) else {
            return;
        };
        sink.put(literals);
        rest = after;
    }
}

/// Writes items. `first` precedes the first item, and `separator` precedes each other item. Linear.
///
/// If an item is short and needs no percent-encoding, its CBOR differs from its URI form only in the byte before the
/// text. A run of such items is copied at once, and each head is replaced with a separator. Other items are written one
/// at a time.
pub(crate) fn put_items(sink: &mut impl Sink, items: Items<'_>, first: u8, separator: u8, literal: Literal) {
    // With `for` over an array of both pieces, to-URI takes 1.5 % more instructions (Cortex-M3).
    let (mut piece, mut tail, mut lead) = (items.rest, items.tail, first);
    loop {
        if !piece.is_empty() {
            put_piece(sink, piece, lead, separator, literal);
            lead = separator;
        }
        if tail.is_empty() {
            return;
        }
        (piece, tail) = (tail, &[]);
    }
}

// Size-optimised builds use one stack frame for both functions, which saves 40 bytes of stack. Speed-optimised builds
// inline `put_items` instead.
#[cfg_attr(speed, inline(never))]
#[cfg_attr(not(speed), inline(always))]
fn put_piece(sink: &mut impl Sink, items: &[u8], first: u8, separator: u8, literal: Literal) {
    let mut lead = first;
    let mut rest = items;
    let mut clean = 0;
    while !rest.is_empty() {
        let end = clean_items(rest, &mut clean, literal);
        if let Some((short, after)) = rest.split_at_checked(end)
            && end > 0
        {
            sink.put_separated(short, lead, separator);
            lead = separator;
            rest = after;
        }
        let before = rest.len();
        if let Some(item) = read::item(&mut rest) {
            sink.byte(lead);
            lead = separator;
            put_text(sink, Text::of_item(item), literal);
        }
        clean = clean.saturating_sub(end + before - rest.len());
    }
}

/// Returns the length of the short items at the start of `items` that need no percent-encoding. The first `clean` bytes
/// of `items` are known to need none. If the function reads further, it increases `clean`. Linear in the increase.
// Heads of short texts can be among the `clean` bytes, because these heads are the bytes of ASCII letters. The head of
// an empty text is not a letter.
#[inline(always)]
fn clean_items(items: &[u8], clean: &mut usize, literal: Literal) -> usize {
    let mut end = 0;
    while let Some(head) = items.get(end)
        && let length @ ..24 = short_length(*head)
    {
        let next = end + 1 + length;
        if next > *clean {
            let start = (*clean).max(end + 1);
            *clean = start + run(items.get(start..).unwrap_or(&[]), literal.class);
            if next > *clean {
                break;
            }
        }
        end = next;
    }
    end
}
