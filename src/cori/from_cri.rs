// SPDX-License-Identifier: MIT OR Apache-2.0
//! Conversion from a CRI to a CoRI.

use super::options::{put_head, put_number, put_string};
use super::{
    ABSOLUTE_PATH, APPEND_PATH, FRAGMENT, HOST_IP, HOST_NAME, LAST_PATH_TYPE, PATH, PATH_TYPE, PORT, QUERY, SCHEME,
};
use crate::bytes::output::Output;
use crate::bytes::words;
use crate::cbor::read;
use crate::cbor::token::Token;
use crate::cbor::{ARRAY, BYTES, TEXT, UINT};
use crate::cri::authority::AuthorityKind;
use crate::cri::items::Items;
use crate::cri::{Cri, DISCARD_ALL};
use crate::error::Error;
use crate::scheme::default_port_of_name;

impl Cri<'_> {
    /// Writes the CoRI of this CRI. A full CRI gives the absolute CoRI that recomposes to the same URI. A reference
    /// gives the CoRI that resolves in the same way. If the CRI has no port, the default port of its scheme is written.
    /// A path of one empty segment is omitted if it follows an authority or replaces the base's path.
    ///
    /// Fails with `SchemeUnknown` if the registry has no name for the scheme's number, and with `Buffer` if the CoRI
    /// does not fit. Linear.
    ///
    /// Fails with `NoCori` if options cannot express the CRI, which is the case if
    /// - it is full but has no host, or is a reference whose authority is `true`,
    /// - it has user information, a zone identifier, percent-encoded text, or a dot in a label,
    /// - it has a host but no port, and it either is a reference or has a scheme without a known default port, or
    /// - its discard value is 126 or 127.
    ///
    /// ```
    /// use cri::{CriBuf, Output};
    ///
    /// let reference: CriBuf<16> = "b".parse()?;
    /// let mut buffer = [0; 16];
    /// let mut output = Output::new(&mut buffer);
    /// reference.cri().to_cori(&mut output)?;
    /// assert_eq!(output.written()?, b"\x82\x06\x61b"); // [6, "b"]
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn to_cori(&self, output: &mut Output<'_>) -> Result<(), Error> {
        let mut scheme = None;
        if self.is_full() {
            scheme = Some(self.scheme_name_bytes().ok_or(Error::SchemeUnknown)?);
        }
        let has_host = self.authority_kind() == AuthorityKind::Host;
        let path_type = if has_host { None } else { self.path_type()? };
        let rooted = has_host || path_type == Some(ABSOLUTE_PATH);
        let segments = if rooted && self.path_is_lone() { 0 } else { self.path_count() };
        // The host has two options, because it comes with a port.
        let leading = if has_host { 2 + usize::from(scheme.is_some()) } else { usize::from(path_type.is_some()) };
        let fragments = usize::from(self.fragment().is_some());
        // If the borrowed bytes changed, the counts in their heads can be too large for the sum (R22).
        let options = (leading + fragments).wrapping_add(segments).wrapping_add(self.query_count());
        put_head(output, ARRAY, options.wrapping_mul(2));
        if let Some(scheme) = scheme {
            put_string(output, SCHEME, TEXT, scheme);
        }
        if has_host {
            put_authority(output, self.authority, scheme.and_then(default_port_of_name))?;
        }
        if let Some(path_type) = path_type {
            put_number(output, PATH_TYPE, UINT, path_type as usize);
        }
        if segments > 0 {
            put_texts(output, PATH, self.path())?;
        }
        put_texts(output, QUERY, self.query())?;
        // The fragment is passed as a list of one text.
        put_texts(output, FRAGMENT, Items::new(self.fragment, &[]))?;
        output.check()
    }

    /// Returns the path type of a reference without authority, if the reference needs a path type.
    fn path_type(&self) -> Result<Option<u8>, Error> {
        if self.authority_kind() != AuthorityKind::NotSet {
            return Err(Error::NoCori);
        }
        let unsets_query = self.query_is_set() && self.query_count() == 0;
        match self.discard {
            DISCARD_ALL => Ok(Some(ABSOLUTE_PATH)),
            0 if !self.path_is_set() && !unsets_query => Ok(None),
            // Without a path type, a reference that begins with a path has path type 3, which drops one segment (cori
            // 4.1).
            1 if self.path_count() > 0 => Ok(None),
            discard if discard > LAST_PATH_TYPE - APPEND_PATH => Err(Error::NoCori),
            discard => Ok(Some(APPEND_PATH + discard)),
        }
    }
}

fn put_texts(output: &mut Output<'_>, number: u8, texts: Items<'_>) -> Result<(), Error> {
    for text in texts {
        put_string(output, number, TEXT, text.plain().ok_or(Error::NoCori)?);
    }
    Ok(())
}

/// Writes the host and the port of an authority array. The labels of a host name are joined with dots.
fn put_authority(output: &mut Output<'_>, item: &[u8], default_port: Option<u16>) -> Result<(), Error> {
    let items = read::content(item);
    let mut port = default_port;
    let mut address: Option<&[u8]> = None;
    // The sum of the lengths of the labels, with a dot after each label.
    let mut length = 0usize;
    let mut checked = items;
    while let Some(token) = read::token(&mut checked) {
        match token.major {
            UINT => port = Some(token.argument as u16),
            BYTES => address = Some(token.content),
            TEXT if address.is_none() && !words::has(token.content, b'.') => length += token.content.len() + 1,
            // The item is a zone identifier, user information or percent-encoded text.
            _ => return Err(Error::NoCori),
        }
    }
    let port = port.ok_or(Error::NoCori)?;
    if let Some(address) = address {
        put_string(output, HOST_IP, BYTES, address);
    } else {
        put_number(output, HOST_NAME, TEXT, length.saturating_sub(1));
        let end = output.position() + length.saturating_sub(1);
        let mut labels = items;
        while let Some(Token { major: TEXT, content: label, .. }) = read::token(&mut labels) {
            output.put(label);
            output.byte(b'.');
        }
        // No dot follows the last label.
        output.seek(end);
    }
    put_number(output, PORT, UINT, port as usize);
    Ok(())
}
