// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converting a CRI or a CRI reference to a URI or a URI reference (href section 6.1, R11).

use crate::cbor::output::Output;
use crate::cbor::read::{self, short_length};
use crate::cbor::write::Sink;
use crate::chars::{
    IN_FRAGMENT, IN_HOST, IN_IRI, IN_LITERAL, IN_PARAMETER, IN_SEGMENT, Literal, Shown, UNRESERVED, class, hex_upper,
    run,
};
use crate::cri::authority::{Address, Authority, AuthorityKind, Host, userinfo_class};
use crate::cri::items::Items;
use crate::cri::text::Text;
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;
use crate::ip;
use crate::revision::Revision;
use crate::utf8::is_ascii_without_dot;
use crate::words::has;

impl Cri<'_> {
    /// Writes the URI or URI reference, ASCII without a NUL.
    ///
    /// `SchemeUnknown` if the registry has no name for the scheme's number, `Zone` for a zone
    /// identifier that has no URI form, `NoUri` for a reference that has none (R11) and, in revision
    /// 13, for a host name label with a dot; `Buffer` if it does not fit. Linear in its length.
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

    /// Writes the IRI or IRI reference, UTF-8: the URI with those characters beyond ASCII as they are that an IRI may
    /// show (RFC 3987 section 3.2). Characters that are not seen stay percent-encoded, such as controls of the
    /// direction of writing (section 4.1), unless they join letters (R39); and so do those for private use outside of
    /// the query (section 2.2). Errors as [`Cri::to_uri`]. Linear in its length.
    /// (href 6 iri)
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

    /// Writes the URI or URI reference to any sink. Nothing is written before an error; errors as [`Cri::to_uri`].
    pub(crate) fn put_uri_text(&self, sink: &mut impl Sink) -> Result<(), Error> {
        self.put_uri([None; 2], sink)
    }

    /// Writes the IRI or IRI reference for a literal of diagnostic notation: as [`Cri::to_iri`], but all that notation
    /// escapes stays percent-encoded.
    pub(crate) fn put_iri_in_literal(&self, output: &mut Output<'_>) -> Result<(), Error> {
        self.put_uri(IN_LITERAL, output)
    }

    /// Writes the text, with the characters beyond ASCII that `shown` has, in the query those of its second function.
    /// In the order of href 6.1: scheme, authority, path, query, fragment (href 6.1 scheme, href 6.1 query, href 6.1
    /// fragment).
    ///
    /// Nothing is written before an error other than `Buffer` is known.
    fn put_uri(&self, [shown, in_query]: [Option<Shown>; 2], sink: &mut impl Sink) -> Result<(), Error> {
        self.put_front(shown, sink)?;
        self.put_path(sink, shown)?;
        //= RFC 3987 2.2, href-27 query, C10, C13, href 6.1 query
        put_items(sink, self.query(), b'?', b'&', Literal { class: IN_PARAMETER, shown: in_query });
        //= C11
        if let Some(fragment) = self.fragment() {
            sink.put(b"#");
            //= href 6.1 fragment, RFC 3987 2.2
            put_text(sink, fragment, Literal { class: IN_FRAGMENT, shown });
        }
        sink.check()
    }

    /// Writes scheme and authority, once it is known that they have a URI form: a label with a dot (href 6.1 host-name)
    /// or a zone (href-27 zone-id) may have none.
    fn put_front(&self, shown: Option<Shown>, sink: &mut impl Sink) -> Result<(), Error> {
        let kind = self.authority_kind();
        //= R9
        if kind == AuthorityKind::Rootless && !self.is_full() {
            return Err(Error::NoUri);
        }
        let authority = Authority::of_item(self.authority);
        let older = self.revision == Revision::Href13;
        match authority.host {
            Host::Name(labels) => {
                //= href 6.1 host-name
                if older && has_dotted_label(labels) {
                    return Err(Error::NoUri);
                }
            }
            //= href-27 zone-id
            Host::Address(Address { octets: address, zone: Some(zone) })
                if !older || address.len() != 16 || zone.is_empty() =>
            {
                return Err(Error::Zone);
            }
            Host::Address(..) => {}
        }
        if self.is_full() {
            sink.put(self.scheme_name_bytes().ok_or(Error::SchemeUnknown)?);
            sink.byte(b':');
        }
        //= href 6.1 authority
        if kind == AuthorityKind::Host {
            sink.byte(b'/');
            put_authority(sink, &authority, self.revision, shown);
        }
        Ok(())
    }

    /// Writes the path (href 6.1 path, 6.1 path-chars); after an authority with a slash first (href 6.1 path-abempty).
    fn put_path(&self, sink: &mut impl Sink, shown: Option<Shown>) -> Result<(), Error> {
        let literal = Literal { class: IN_SEGMENT, shown };
        let mut rooted = true;
        match self.authority_kind() {
            AuthorityKind::NotSet => rooted = self.put_discard(sink)?,
            //= href 6.1 path
            AuthorityKind::Rootless => rooted = false,
            _ => {}
        }
        let mut segments = self.path();
        if !rooted && let Some(first) = segments.next() {
            put_text(sink, first, literal);
        }
        //= href 6.1 path-chars, RFC 3986 3.3 pchar
        put_items(sink, segments, b'/', b'/', literal);
        Ok(())
    }

    /// Writes the dot segments of the discard section; returns whether the path after them is rooted. `NoUri` for what
    /// no URI reference means (R11, href 2.1 reference). A dot segment precedes a first segment with a colon.
    /// (href 6.1 discard, 6.1 path-noscheme, href-27 2.2; RFC 3986 4.2)
    fn put_discard(&self, sink: &mut impl Sink) -> Result<bool, Error> {
        let Some(first) = self.path().next() else {
            // Only a reference that keeps the base's path may omit its own; and an empty query that is set does not
            // show in a URI.
            let empty_query = self.query_is_set() && self.query_count() == 0;
            //= R11
            let allowed = self.discard == 0 && !self.path_is_set() && !empty_query;
            return if allowed { Ok(false) } else { Err(Error::NoUri) };
        };
        match self.discard {
            0 => return Err(Error::NoUri),
            DISCARD_ALL => {
                // Two slashes at the start would begin an authority.
                //= href 6.1 path-noscheme, R11
                let two_slashes = first.is_empty() && self.path_count() > 1;
                return if two_slashes { Err(Error::NoUri) } else { Ok(true) };
            }
            // A colon would make the first segment a scheme, and an empty one would not show.
            //= href 6.1 path-noscheme, RFC 3986 4.2
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

/// Whether a label has a dot, as in revision 13. A percent-encoded dot would be normalised to one that separates.
#[inline(always)]
pub(super) fn has_dotted_label(mut labels: Items<'_>) -> bool {
    let dotted = |label: Text<'_>| label.chunks().any(|chunk| has(chunk.bytes, b'.'));
    !is_ascii_without_dot(labels.rest) && labels.any(dotted)
}

fn has_colon(text: Text<'_>) -> bool {
    text.chunks().any(|chunk| !chunk.percent_encoded && has(chunk.bytes, b':'))
}

/// Writes an authority, after the first slash (href 6.1 authority, 6.1 userinfo, 6.1 host-name, 6.1 host-ip, 6.1 port;
/// href-27 userinfo). Octets that are not UTF-8 are written too (RFC 3986 3.2.2 utf8), and IPv6 in brackets (RFC 5952
/// 6).
fn put_authority(sink: &mut impl Sink, authority: &Authority<'_>, revision: Revision, shown: Option<Shown>) {
    let mut lead = b'/';
    if let Some(userinfo) = authority.userinfo {
        sink.byte(lead);
        //= C3, href 6.1 userinfo
        put_text(sink, userinfo, Literal { class: userinfo_class(revision), shown });
        lead = b'@';
    }
    match authority.host {
        Host::Name(labels) => {
            if labels.rest.is_empty() {
                sink.byte(lead);
            }
            //= href 6.1 host-name, RFC 3986 3.2.2 utf8
            put_items(sink, labels, lead, b'.', Literal { class: IN_HOST, shown });
        }
        Host::Address(Address { octets: address, zone }) => {
            sink.byte(lead);
            put_address(sink, address, zone);
        }
    }
    if let Some(port) = authority.port {
        sink.byte(b':');
        ip::put_decimal(sink, port as u32);
    }
}

/// Writes an address, an IPv6 one in brackets and with its zone identifier, if there is one (href 6.1 host-ip, RFC 5952
/// 6).
pub(crate) fn put_address(sink: &mut impl Sink, address: &[u8], zone: Option<&[u8]>) {
    //= href 6.1 host-ip, RFC 5952 6
    let ipv6 = address.len() == 16;
    if ipv6 {
        sink.byte(b'[');
    }
    ip::put_address(sink, address);
    if let Some(zone) = zone {
        // RFC 6874: `%25` and unreserved characters or triplets.
        sink.put(b"%25");
        put_chars(sink, zone, Literal::of(UNRESERVED));
    }
    if ipv6 {
        sink.byte(b']');
    }
}

/// Writes a text-or-pet, its characters as [`put_chars`], its octets percent-encoded.
pub(super) fn put_text(sink: &mut impl Sink, text: Text<'_>, literal: Literal) {
    if let Some(chars) = text.plain() {
        return put_chars(sink, chars, literal);
    }
    for chunk in text.chunks() {
        put_chars(sink, chunk.bytes, if chunk.percent_encoded { Literal::of(0) } else { literal });
    }
}

/// Writes characters, percent-encoded but for those of `literal`. Linear.
/// (C13, RFC 3986 2.5)
pub(crate) fn put_chars(sink: &mut impl Sink, chars: &[u8], literal: Literal) {
    let mut rest = chars;
    while let Some((first, after)) = rest.split_first() {
        let mut length = 0;
        if class(*first) & literal.class != 0 {
            length = run(rest, literal.class);
        } else if let Some(shown) = literal.shown {
            length = shown(rest);
        }
        //= RFC 3986 2.5
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

/// Writes items, each after a separator, the first after one of its own. Linear.
///
/// Short items that need no percent-encoding differ from their text only in the byte before each: a run of them is
/// copied at once, with a separator in place of every head. Other items are written one by one.
pub(crate) fn put_items(sink: &mut impl Sink, items: Items<'_>, first: u8, separator: u8, literal: Literal) {
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

// Size-optimised builds have one frame for both functions, 40 bytes less of stack. Speed-optimised builds inline
// `put_items` instead.
#[cfg_attr(speed, inline(never))]
#[cfg_attr(not(speed), inline(always))]
fn put_piece(sink: &mut impl Sink, items: &[u8], first: u8, separator: u8, literal: Literal) {
    let mut lead = first;
    let mut rest = items;
    // How much of the rest is known to need no percent-encoding. Heads of short texts are letters, but for an empty
    // one.
    let mut clean = 0;
    while !rest.is_empty() {
        let mut end = 0;
        while let Some(head) = rest.get(end)
            && let length @ ..24 = short_length(*head)
        {
            let next = end + 1 + length;
            if next > clean {
                let start = clean.max(end + 1);
                clean = start + run(rest.get(start..).unwrap_or(&[]), literal.class);
                if next > clean {
                    break;
                }
            }
            end = next;
        }
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
