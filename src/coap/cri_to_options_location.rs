// SPDX-License-Identifier: MIT OR Apache-2.0
//! From a CRI reference to the Location-* options of a response (RFC 7252 section 5.10.7): the inverse of
//! [`location_to_cri`](super::from_coap_location).

use super::cri_to_options::Writer;
use super::cri_to_options_iter::CoapOptions;
use super::option::{LOCATION_PATH, LOCATION_QUERY, counted};
use crate::cbor::output::Output;
use crate::cbor::read;
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;

impl<'a> Cri<'a> {
    /// Writes the Location-Path and Location-Query options for this reference, delta-coded, as they come after an
    /// option of the number `after`; 0 if they come first.
    ///
    /// An absolute path, with or without a query (`[true, ["a"], ["q"]]`), has such options; the empty reference has no
    /// option. [`super::location_to_cri`] makes a reference of the options that resolves to the same CRI.
    ///
    /// `CoapLocation` for any other: a scheme or an authority, a path that depends on that of the request, also one
    /// that keeps it (`[0, null, ["q"]]`), and an absolute path without segments (the root is `[true, [""]]`);
    /// `CoapFragment`; `CoapPet`; `CoapLength` for a value above 255 bytes; `CoapOrder` if `after` is more than the
    /// number of the first option; `Buffer` if it does not fit. Linear.
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

    /// The options that [`Cri::to_coap_location`] writes, one by one. Errors as there. Linear.
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

    /// True if Location-* options can express its path and query, and it has nothing else except a fragment.
    fn is_location(&self) -> bool {
        let local = self.scheme.is_empty() && self.authority.is_empty();
        local
            && match self.discard {
                //= RFC 7252 5.10.7
                DISCARD_ALL => self.path_count > 0,
                // A query without a path would be that of the root (RFC 7252 5.10.7 root).
                //= RFC 7252 5.10.7 root
                0 => !self.path_is_set() && self.query.is_empty(),
                _ => false,
            }
    }
}
