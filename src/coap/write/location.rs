// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion of a CRI reference to the Location-* options of a response (RFC 7252 section 5.10.7), the inverse of
//! [`location_to_cri`](crate::coap::location_to_cri).

use super::Writer;
use super::iter::CoapOptions;
use crate::bytes::output::Output;
use crate::cbor::read;
use crate::coap::message::option::{LOCATION_PATH, LOCATION_QUERY, counted};
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;

impl<'a> Cri<'a> {
    /// Writes the Location-Path and Location-Query options for this reference, delta-coded. `after` is the number of
    /// the last option that is already in the message, or 0 if there is none.
    ///
    /// Two kinds of references have such options: an absolute path with or without a query, such as
    /// `[true, ["a"], ["q"]]`, and the empty reference, for which no option is written.
    /// [`crate::coap::location_to_cri`] converts the options to a reference that resolves to the same CRI.
    ///
    /// Fails with `CoapLocation` for any other reference:
    ///
    /// - It has a scheme or an authority.
    /// - Its path depends on the path of the request. Examples are `[1, ["a"]]` and, with only a query,
    ///   `[0, null, ["q"]]`.
    /// - It has an absolute path without segments. The root is `[true, [""]]`.
    ///
    /// Fails with `CoapFragment` if there is a fragment, with `CoapPet` if a segment or a parameter has percent-encoded
    /// chunks, with `CoapLength` if one of them has more than 255 bytes, with `CoapOrder` if `after` is greater than
    /// the number of the first option, and with `Buffer` if the options do not fit. Linear.
    ///
    /// ```
    /// use cri::{CriBuf, Output};
    ///
    /// let created: CriBuf<32> = "/rooms/2".parse()?;
    /// let mut buffer = [0; 32];
    /// let mut output = Output::new(&mut buffer);
    /// created.cri().to_coap_location(0, &mut output)?;
    /// assert_eq!(output.written()?, b"\x85rooms\x012"); // Location-Path twice
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn to_coap_location(&self, after: u16, output: &mut Output<'_>) -> Result<(), Error> {
        if !self.is_location() {
            return Err(Error::CoapLocation);
        }
        if !self.fragment.is_empty() {
            return Err(Error::CoapFragment);
        }
        let mut writer = Writer::new(output, after);
        writer.texts(LOCATION_PATH, self.path);
        writer.texts(LOCATION_PATH, self.path_tail);
        writer.texts(LOCATION_QUERY, read::content(self.query));
        writer.finish()
    }

    /// Returns an iterator over the options that [`Cri::to_coap_location`] writes. Fails with the errors of that
    /// function, except `CoapOrder` and `Buffer`. Linear.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let created: CriBuf<32> = "/rooms?new".parse()?;
    /// let created = created.cri();
    /// let options: Vec<_> = created.coap_options_location()?.collect();
    /// assert_eq!(options, [(8, &b"rooms"[..]), (20, b"new")]); // Location-Path, Location-Query
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn coap_options_location(&self) -> Result<CoapOptions<'a>, Error> {
        counted(self.to_coap_location(0, &mut Output::new(&mut [])))?;
        Ok(CoapOptions::of_location(self.path(), read::content(self.query)))
    }

    /// True if Location-* options can express the path and the query, and no other section except a fragment is
    /// present.
    fn is_location(&self) -> bool {
        let local = self.scheme.is_empty() && self.authority.is_empty();
        local
            && match self.discard {
                // RFC 7252 5.10.7
                DISCARD_ALL => self.path_count > 0,
                // A query without a path would become the query of the root (RFC 7252 5.10.7 root).
                // RFC 7252 5.10.7 root
                0 => !self.path_is_set() && self.query.is_empty(),
                _ => false,
            }
    }
}
