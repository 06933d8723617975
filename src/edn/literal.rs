// SPDX-License-Identifier: MIT OR Apache-2.0
//! A CRI as a `cri'…'` literal where that says the same (R25; `cri` extension of the EDN draft).

use crate::cbor::output::Output;
use crate::cbor::write::Sink;
use crate::chars::{IN_FRAGMENT, IN_HOST, IN_PARAMETER, IN_SEGMENT, class};
use crate::cri::authority::{Authority, Host, userinfo_class};
use crate::cri::text::Text;
use crate::cri::{Cri, SchemeItem};
use crate::error::Error;
use crate::revision::Revision;
use crate::{scheme, words};

impl Cri<'_> {
    /// Writes the canonical form as `cri'…'`, with the IRI or IRI reference, if reading that gives the same bytes; else
    /// as [`Cri::to_edn`]. One with an apostrophe, which needs an escape, has no such literal. `Buffer` if it does not
    /// fit. Linear.
    ///
    /// ```
    /// use cri::{CriBuf, Output};
    ///
    /// let cri: CriBuf<32> = "coap://h/a".parse()?;
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// cri.cri().to_edn_literal(&mut output)?;
    /// assert_eq!(output.written_str()?, "cri'coap://h/a'");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn to_edn_literal(&self, output: &mut Output<'_>) -> Result<(), Error> {
        let start = output.position();
        if self.reads_back() {
            output.put(b"cri'");
            if matches!(self.put_iri_in_literal(output), Ok(()) | Err(Error::Buffer)) {
                output.put(b"'");
                return output.check();
            }
            // It has no form as an IRI reference.
            output.seek(start);
        }
        self.to_edn(output)
    }

    /// Whether from-IRI of its IRI, if it has one, is its canonical form, and the IRI has no apostrophe. What from-IRI
    /// changes is what R12 says, and what IRIs do not say: the name of a scheme that has a number, the scheme's default
    /// port, upper-case letters in a host, octets that need not be percent-encoded (R13), and an empty path or query of
    /// a reference.
    fn reads_back(&self) -> bool {
        if let SchemeItem::Name(name) = self.scheme_item()
            && scheme::number(self.revision, name).is_some()
        {
            return false;
        }
        if let Some(authority) = self.authority()
            && !(is_exact_authority(&authority, self.revision)
                && authority.port.is_none_or(|port| self.default_port() != Some(port)))
        {
            return false;
        }
        if !self.is_full()
            && ((self.path_is_set() && self.path_count() == 0) || (self.query_is_set() && self.query_count() == 0))
        {
            return false;
        }
        self.path().all(|segment| is_exact(segment, IN_SEGMENT))
            && self.query().all(|parameter| is_exact(parameter, IN_PARAMETER))
            && self.fragment().is_none_or(|fragment| is_exact(fragment, IN_FRAGMENT))
    }
}

fn is_exact_authority(authority: &Authority<'_>, revision: Revision) -> bool {
    if authority.userinfo.is_some_and(|userinfo| !is_exact(userinfo, userinfo_class(revision))) {
        return false;
    }
    match authority.host {
        Host::Name(mut labels) => labels.all(|label| {
            is_exact(label, IN_HOST) && label.chunks().all(|chunk| !chunk.bytes.iter().any(u8::is_ascii_uppercase))
        }),
        Host::Address(..) => true,
    }
}

/// Whether a text comes back as it is: ASCII octets only where their characters would be literal, of the class
/// `literal` (R13). Those beyond ASCII are not characters, else they were refused.
fn is_exact(text: Text<'_>, literal: u8) -> bool {
    text.chunks().all(|chunk| match chunk.percent_encoded {
        true => chunk.bytes.iter().all(|octet| *octet > 0x7f || class(*octet) & literal != 0),
        false => !words::has(chunk.bytes, b'\''),
    })
}
