// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts URIs to CRIs and back with a table of schemes in addition to the registry.
//!
//! Programs without a table have no extra cost, because the converters themselves know only the registry. A converter
//! to text uses the table to find the name of a scheme, and a converter from text uses it to find the number.

use super::from_uri::{SchemeText, UriComponents};
use crate::bytes::output::Output;
use crate::bytes::scan::URI;
use crate::cbor::TEXT;
use crate::cbor::write::Heads;
use crate::cri::Cri;
use crate::error::Error;
use crate::scheme::{Row, Table};

/// Converts a URI as [`from_uri`](super::from_uri()) does, with the schemes of a table in addition to the registry.
///
/// ```
/// use cri::scheme::{Row, Table};
/// use cri::{Output, Revision, from_uri_with};
///
/// let rows = [Row::new("new", 1000)];
/// let mut buffer = [0; 16];
/// let mut output = Output::new(&mut buffer);
/// from_uri_with(Table::new(Revision::Href27, &rows)?, "new://h", &mut output)?;
/// assert_eq!(output.written()?, b"\x82\x39\x03\xe8\x81\x61h"); // [-1001, ["h"]]
/// # Ok::<(), cri::Error>(())
/// ```
pub fn from_uri_with(table: Table<'_>, uri: impl AsRef<[u8]>, output: &mut Output<'_>) -> Result<(), Error> {
    let mut components = UriComponents::new(table.revision);
    components.read(uri.as_ref(), URI)?;
    if let SchemeText::Name(name) = components.scheme
        && let Some(number) = table.number_of(name)
    {
        components.scheme = SchemeText::Number(number);
        // Rows of CoAP schemes have default ports. A port of the library's list was omitted before (C7, R28).
        if let Some(authority) = &mut components.authority {
            let default = table.coap_port(u64::from(number).into());
            authority.port = authority.port.filter(|port| default != Some(*port));
        }
    }
    components.put(output);
    output.check()
}

impl Cri<'_> {
    /// Writes the URI as [`Cri::to_uri`] does, with the schemes of a table in addition to the registry. Also fails with
    /// `Argument` if the name of a row is not a scheme name.
    ///
    /// ```
    /// use cri::scheme::Row;
    /// use cri::{Cri, Output, Revision};
    ///
    /// let cri = Cri::parse_exact(Revision::Href27, b"\x82\x39\x03\xe8\x81\x61h")?; // [-1001, ["h"]]
    /// let mut buffer = [0; 16];
    /// let mut output = Output::new(&mut buffer);
    /// cri.to_uri_with(&[Row::new("new", 1000)], &mut output)?;
    /// assert_eq!(output.written_str()?, "new://h");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn to_uri_with(&self, rows: &[Row<'_>], output: &mut Output<'_>) -> Result<(), Error> {
        self.with_scheme_name(rows, |cri| cri.to_uri(output))
    }

    /// Calls a function with this CRI. If its scheme is a number that the registry or the table knows, the function
    /// gets the CRI with the name of the scheme instead.
    fn with_scheme_name<R>(
        &self,
        rows: &[Row<'_>],
        call: impl FnOnce(&Cri<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let table = Table::new(self.revision, rows)?;
        let mut item = [0; 2 + Table::MAX_NAME];
        let mut output = Output::new(&mut item);
        if let Some(number) = self.scheme_number()
            && let Some(name) = table.name_bytes(number.get())
        {
            output.head(TEXT, name.len());
            output.put(name);
            if let Ok(scheme) = output.written() {
                return call(&Cri { scheme, ..*self });
            }
        }
        call(self)
    }
}
