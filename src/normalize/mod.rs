// SPDX-License-Identifier: MIT OR Apache-2.0
//! Normalisation of CRIs, after which CRIs that differ only in spelling are equal (R24, C8, href-27 3 distinct), and
//! decoding of percent-encoded text (R33).
//!
//! Some schemes have more differences of spelling, such as an explicit default port. The library knows the schemes in
//! its registry (href 2 schemes).

#[cfg(feature = "nfc")]
mod nfc;

use crate::bytes::output::Output;
use crate::cbor::write::{Heads, put_head_at, put_long_head};
use crate::cbor::{ARRAY, BYTES, FALSE, NINT, TEXT, UINT};
use crate::convert::characters::Rules;
use crate::convert::component::put_text_item;
use crate::cri::authority::{Address, Authority, AuthorityKind, Host};
use crate::cri::canonical::{AUTHORITY, FRAGMENT, PATH, QUERY, put_token};
use crate::cri::items::Items;
use crate::cri::text::Text;
use crate::cri::{Cri, SchemeItem};
use crate::error::Error;
use crate::scheme;

/// The greatest length of an encoded scheme id.
const SCHEME_ID: usize = 9;

impl Cri<'_> {
    /// Writes the normal form. This is the canonical form with the following changes. A scheme whose name is registered
    /// is written as its id. ASCII letters of a host name are in lower case. PET is used only if text is not possible
    /// (R13). The scheme's default port is omitted (C7, R28). In CoAP and HTTP schemes, a path of one empty segment is
    /// omitted (C8, R24, R30).
    ///
    /// In a reference without a scheme, the port and a path of one empty segment are kept, because the scheme of the
    /// base is not known. Normalising twice changes nothing. The normal form of a full CRI is also the result of
    /// [`from_uri`](crate::from_uri) for its URI, except that `from_uri` keeps a path of one empty segment. Fails with
    /// `Buffer` if the result does not fit. Linear.
    ///
    /// ```
    /// use cri::{CriBuf, Output, Revision};
    ///
    /// // ["coap", ["H"]]
    /// let cri = CriBuf::<32>::try_from(&b"\x82\x64coap\x81\x61H"[..])?;
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// cri.cri().normalize(&mut output)?;
    /// assert_eq!(output.written()?, b"\x82\x20\x81\x61h"); // [-1, ["h"]]
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn normalize(&self, output: &mut Output<'_>) -> Result<(), Error> {
        let mut id = [0; SCHEME_ID];
        let mut cri = *self;
        let number = match self.scheme_item() {
            SchemeItem::NotSet => None,
            SchemeItem::Number(number) => Some(number),
            // href 2 schemes
            SchemeItem::Name(name) => scheme::number(self.revision, name),
        };
        if let Some(number) = number {
            let mut id = Output::new(&mut id);
            put_long_head(&mut id, NINT, number);
            cri.scheme = id.into_written()?;
        }
        let default_port = self.default_port();
        // C8, R30
        if number.is_some_and(|number| scheme::has_one_root(self.revision, number)) && self.path_is_lone() {
            (cri.path, cri.path_tail, cri.path_count) = (&[], &[], 0);
        }
        cri.put_sections(default_port, output, put_text_item);
        output.check()
    }

    /// Writes the canonical form with percent-encoded text (PET) decoded into plain text (R33).
    ///
    /// CRIs that CoAP cannot distinguish become equal, such as the CRIs of `/a%3Bb` and `/a;b`. The URI of the result
    /// may therefore differ. Fails with `Utf8` if decoded text is not UTF-8, and with `Buffer` if the result does not
    /// fit. Linear.
    ///
    /// ```
    /// use cri::{Cri, Output, Revision};
    ///
    /// let cri: cri::CriBuf<32> = "/a%3Bb".parse()?; // [true, [["a", h'3b', "b"]]]
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// cri.cri().decode_pet(&mut output)?;
    /// assert_eq!(Cri::parse_exact(Revision::Href27, output.written()?)?.to_string(), "/a;b");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn decode_pet(&self, output: &mut Output<'_>) -> Result<(), Error> {
        let mut is_utf8 = true;
        self.put_sections(None, output, |output, text, _| {
            if let Some(characters) = text.plain() {
                output.head(TEXT, characters.len());
                return output.put(characters);
            }
            // R33
            is_utf8 &= text.is_utf8();
            output.head(TEXT, text.decoded_length());
            text.chunks().for_each(|chunk| output.put(chunk.bytes));
        });
        if is_utf8 { output.check() } else { Err(Error::Utf8) }
    }

    /// Writes the sections, except a port that is `default_port`. `put_text` writes each text.
    fn put_sections<'b>(
        &self,
        default_port: Option<u16>,
        output: &mut Output<'b>,
        mut put_text: impl FnMut(&mut Output<'b>, Text<'_>, Rules),
    ) {
        let positions = self.positions();
        output.head(ARRAY, positions.len());
        for position in positions {
            match (position, self.fragment()) {
                (AUTHORITY, _) if self.authority_kind() == AuthorityKind::Host => {
                    put_authority(self, default_port, output, &mut put_text);
                }
                (PATH, _) if self.path_count > 0 => {
                    put_list(self.path_count, self.path(), Rules::SEGMENT, output, &mut put_text);
                }
                (QUERY, _) if self.query_count() > 0 => {
                    put_list(self.query_count(), self.query(), Rules::PARAMETER, output, &mut put_text);
                }
                (FRAGMENT, Some(fragment)) => put_text(output, fragment, Rules::FRAGMENT),
                _ => self.section(position).for_each(|token| put_token(output, token)),
            }
        }
    }
}

fn put_list<'b>(
    count: usize,
    texts: Items<'_>,
    rules: Rules,
    output: &mut Output<'b>,
    put_text: &mut impl FnMut(&mut Output<'b>, Text<'_>, Rules),
) {
    output.head(ARRAY, count);
    texts.for_each(|text| put_text(output, text, rules));
}

/// Writes the authority of a CRI that has a host. A port that is `default_port` is omitted.
#[inline(never)] // so that an authority takes stack only while it is written
fn put_authority<'b>(
    cri: &Cri<'_>,
    default_port: Option<u16>,
    output: &mut Output<'b>,
    put_text: &mut impl FnMut(&mut Output<'b>, Text<'_>, Rules),
) {
    let authority = Authority::of_item(cri.authority);
    let start = output.position();
    output.advance(1);
    let mut count = 0;
    if let Some(userinfo) = authority.userinfo {
        output.byte(FALSE);
        put_text(output, userinfo, Rules::userinfo(cri.revision));
        count = 2;
    }
    match authority.host {
        Host::Name(labels) => {
            for label in labels {
                put_text(output, label, Rules::HOST);
                count += 1;
            }
        }
        Host::Address(Address { octets: address, zone }) => {
            output.head(BYTES, address.len());
            output.put(address);
            count += 1;
            if let Some(zone) = zone {
                output.head(TEXT, zone.len());
                output.put(zone);
                count += 1;
            }
        }
    }
    // C7
    if let Some(port) = authority.port.filter(|port| default_port != Some(*port)) {
        output.head(UINT, port as usize);
        count += 1;
    }
    put_head_at(output, start, ARRAY, count);
}
