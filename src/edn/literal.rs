// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes a CRI as a `cri'…'` literal, if the literal denotes exactly that CRI (R25; extension `cri` of the EDN draft).

use crate::bytes::chars::{IN_FRAGMENT, IN_HOST, IN_PARAMETER, IN_SEGMENT, class};
use crate::bytes::output::Output;
use crate::bytes::words;
use crate::cri::authority::{Authority, Host, userinfo_class};
use crate::cri::text::Text;
use crate::cri::{Cri, SchemeItem};
use crate::error::Error;
use crate::revision::Revision;
use crate::scheme;

impl Cri<'_> {
    /// Writes the canonical form as a literal, `cri'…'` with the IRI or IRI reference, if reading the literal gives the
    /// same bytes. Otherwise writes it as [`Cri::to_edn`] does. An IRI with an apostrophe is not written as a literal,
    /// because it would need an escape. Fails with `Buffer` if the text does not fit. Linear.
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
            // The CRI has no IRI reference.
            output.seek(start);
        }
        self.to_edn(output)
    }

    /// True if from-IRI converts the IRI of the CRI back to the canonical form, and the IRI has no apostrophe. The
    /// result is not specified for a CRI that has no IRI.
    ///
    /// From-IRI changes the following parts of a CRI (R12), or an IRI cannot express them: the name of a scheme that
    /// has a number, the scheme's default port, upper-case letters in a host, octets that need not be percent-encoded
    /// (R13), and an empty path or an empty query of a reference.
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

/// True if from-IRI gives the same text-or-pet item, and the text has no apostrophe. From-IRI keeps a percent-encoded
/// ASCII octet as PET only if the octet is of the class `literal` (R13). It keeps all octets beyond ASCII, because no
/// PET of a view contains a character beyond ASCII.
fn is_exact(text: Text<'_>, literal: u8) -> bool {
    text.chunks().all(|chunk| {
        if chunk.percent_encoded {
            chunk.bytes.iter().all(|octet| *octet > 0x7f || class(*octet) & literal != 0)
        } else {
            !words::has(chunk.bytes, b'\'')
        }
    })
}
