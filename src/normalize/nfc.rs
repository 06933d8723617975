// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion of the texts of a CRI to normalization form C, and of host names to lower case (href section 2, RFC 3987
//! sections 3.1 and 5.3.2).
//!
//! All other functions read and compare texts as they are.

use crate::bytes::output::Output;
use crate::cbor::TEXT;
use crate::cbor::token::Token;
use crate::cbor::write::put_head_at;
use crate::cri::Cri;
use crate::cri::authority::Host;
use crate::cri::canonical::put_token;
use crate::error::Error;
use crate::nfc::{Case, Nfc, is_nfc, spans};

impl Cri<'_> {
    /// Returns true if all texts are in normalization form C, and the texts of a host name also in lower case. Linear.
    ///
    /// ```
    /// use cri::{CriBuf, Revision};
    ///
    /// let cri = CriBuf::<32>::from_iri(Revision::Href27, "/a\u{308}")?; // `a` and a combining diaeresis
    /// assert!(!cri.cri().is_nfc());
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn is_nfc(&self) -> bool {
        let mut all = true;
        self.for_each_token_and_case(|token, case| all = all && (token.major != TEXT || is_nfc(token.content, case)));
        all
    }

    /// Writes the canonical form with all texts in normalization form C, and the texts of a host name in lower case. It
    /// is meant for the result of a builder, or of a conversion from a URI or an IRI. Normalising twice changes
    /// nothing. Fails with `Buffer` if the result does not fit. Linear.
    ///
    /// ```
    /// use cri::{Cri, CriBuf, Output, Revision};
    ///
    /// let cri = CriBuf::<32>::from_iri(Revision::Href27, "/a\u{308}")?; // `a` and a combining diaeresis
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// cri.cri().encode_nfc(&mut output)?;
    /// let path = Cri::parse_exact(Revision::Href27, output.written()?)?.path();
    /// assert!(path.map(|segment| segment.as_str()).eq([Some("ä")]));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn encode_nfc(&self, output: &mut Output<'_>) -> Result<(), Error> {
        self.for_each_token_and_case(|token, case| {
            // RFC 3987 5.3.2
            if token.major == TEXT {
                let start = output.position();
                output.advance(1);
                for span in spans(token.content, case) {
                    if span.is_normal {
                        output.put(span.text);
                    } else {
                        let normal = Nfc::new(span.text, case);
                        normal.for_each(|character| output.put(character.encode_utf8(&mut [0; 4]).as_bytes()));
                    }
                }
                let length = output.position() - start - 1;
                put_head_at(output, start, TEXT, length);
            } else {
                put_token(output, token);
            }
        });
        output.check()
    }

    /// Passes each token of the canonical form to `step`, with the case that the token has in the normal form.
    fn for_each_token_and_case(&self, mut step: impl FnMut(Token<'_>, Case)) {
        let labels = match self.authority().map(|authority| authority.host) {
            Some(Host::Name(labels)) => labels.rest.as_ptr_range(),
            _ => [].as_ptr_range(),
        };
        self.for_each_token(|token| {
            let is_in_host_name = labels.contains(&token.content.as_ptr());
            step(token, if is_in_host_name { Case::Lower } else { Case::Kept });
        });
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use crate::revision::Revision;
    use std::vec::Vec;

    fn encoded(iri: &str) -> (Vec<u8>, Vec<u8>) {
        let mut cbor = [0; 256];
        let mut output = Output::new(&mut cbor);
        crate::from_iri(Revision::Href27, iri.as_bytes(), &mut output).unwrap();
        let plain = output.written().unwrap().to_vec();
        let (cri, _) = Cri::parse(Revision::Href27, &plain).unwrap();
        let mut none = Output::new(&mut []);
        assert_eq!(cri.encode_nfc(&mut none), Err(Error::Buffer));
        let mut normal = Vec::from_iter(core::iter::repeat_n(0, none.position()));
        let mut output = Output::new(&mut normal);
        assert_eq!(cri.encode_nfc(&mut output), Ok(()));
        assert_eq!(cri.is_nfc(), plain == normal, "{iri}");
        (plain, normal)
    }

    /// All sections are converted. (RFC 3987 5.3.2)
    #[test]
    fn every_section_is_normalised() {
        let rows = [
            ("coap://h/a?b#c", "coap://h/a?b#c"),
            (
                "a://e\u{301}.\u{c9}.\u{212a}/e\u{301}?o\u{308}&\u{1e9b}\u{323}#a\u{323}\u{307}",
                "a://é.é.k/é?ö&ẛ\u{323}#ạ\u{307}",
            ),
            ("//U\u{308}@U\u{308}", "//Ü@ü"),
            ("/\u{c9}\u{fb01}", "/\u{c9}\u{fb01}"),
            ("/%ffe\u{301}", "/%ffé"),
            ("e\u{301}/%ff", "é/%ff"),
            ("//%ff.\u{130}", "//%ff.i\u{307}"),
        ];
        for (iri, expected) in rows {
            let (_, normal) = encoded(iri);
            let (same, again) = encoded(expected);
            assert_eq!(normal, same, "{iri}");
            assert_eq!(again, same, "{iri}");
        }
    }

    #[test]
    fn normalising_a_host_twice_changes_nothing() {
        for character in ('\u{a0}'..='\u{2ffff}')
            .filter(|c| crate::bytes::chars::read_ucs(c.encode_utf8(&mut [0; 4]).as_bytes(), false).is_ok())
        {
            let (_, normal) = encoded(&std::format!("//{character}/{character}"));
            let (cri, _) = Cri::parse(Revision::Href27, &normal).unwrap();
            assert!(cri.is_nfc(), "{character:?}");
        }
    }
}
