// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parameters of a request: the values of Uri-Query (RFC 7252 sections 5.10.1 and 6.5).

use super::option::{Options, TEXT_MAX, URI_QUERY, check_length};
use crate::bytes::utf8;
use crate::cri::parameter::value_of;
use crate::error::Error;

/// The parameters of a request that have a certain name.
///
/// ```
/// use cri::coap;
///
/// let options = b"\xd3\x02n=1\x03n=2"; // Uri-Query, twice
/// let found = coap::query_find(options, "n")?;
/// assert_eq!((found.value, found.count), (Some(&b"1"[..]), 2));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoapNamedParameters<'a> {
    /// The value of the first one, in UTF-8. `None` if the first one has no `=`, or if no parameter has the name.
    pub value: Option<&'a [u8]>,
    /// The number of parameters with the name.
    pub count: usize,
}

/// Finds the parameters with a certain name in the delta-coded options of a request. The value of their Uri-Query is
/// the name alone, or the name, `=` and a value. A name with `=` is the name of no parameter.
///
/// Fails with `CoapLength` or `Utf8` if any Uri-Query is too long or is not UTF-8, and with `CoapOption` or `Truncated`
/// if the options are malformed. Linear.
///
/// ```
/// use cri::coap;
///
/// let options = b"\xb1a\x43u=C\x03obs"; // Uri-Path, Uri-Query twice
/// assert_eq!(coap::query_find(options, "u")?.value, Some(&b"C"[..]));
/// assert_eq!(coap::query_find(options, "obs")?.value, None);
/// # Ok::<(), cri::Error>(())
/// ```
pub fn query_find<'a>(options: &'a [u8], name: impl AsRef<[u8]>) -> Result<CoapNamedParameters<'a>, Error> {
    let name = name.as_ref();
    let mut found = CoapNamedParameters::default();
    for option in Options::new(options, 0) {
        let (URI_QUERY, parameter) = option? else { continue };
        check_parameter(parameter)?;
        if let Some(value) = value_of(core::iter::once(parameter), name) {
            if found.count == 0 {
                found.value = value.map(|(value, _)| value);
            }
            found.count += 1;
        }
    }
    Ok(found)
}

/// Checks the value of a Uri-Query (R17). Fails with `CoapLength` or `Utf8`.
fn check_parameter(value: &[u8]) -> Result<(), Error> {
    check_length(value, 0, TEXT_MAX)?;
    if utf8::is_valid(value) { Ok(()) } else { Err(Error::Utf8) }
}

/// An iterator over the parameters of a request. Each step takes constant time.
#[derive(Clone, Copy)]
pub(crate) struct Parameters<'a>(Options<'a>);

impl<'a> Parameters<'a> {
    /// Checks the parameters of a request and returns them. Fails with the errors of [`query_find`]. Linear.
    pub(crate) fn of_request(options: &'a [u8]) -> Result<Self, Error> {
        let mut options = Options::new(options, 0);
        // The iterator starts at the first Uri-Query, so that the options before it are not skipped again.
        let mut parameters = Self(options);
        while let Some(option) = options.next() {
            match option? {
                (..URI_QUERY, _) => parameters.0 = options,
                (URI_QUERY, value) => check_parameter(value)?,
                _ => {}
            }
        }
        Ok(parameters)
    }
}

impl<'a> Iterator for Parameters<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next_of(URI_QUERY)
    }
}
