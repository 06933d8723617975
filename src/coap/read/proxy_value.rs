// SPDX-License-Identifier: MIT OR Apache-2.0
//! The URI in Proxy-Uri and the CRI in Proxy-Cri (RFC 7252 section 5.10.2, href-27 section 8.2.1). Uri-Path-Abbrev can
//! add a path to either of them (R29).

use core::mem::MaybeUninit;

use crate::bytes::scan::URI;
use crate::bytes::words::has;
use crate::coap::message::path_abbrev::ShortPath;
use crate::convert::from_uri::UriComponents;
use crate::cri::Cri;
use crate::cri::authority::AuthorityKind;
use crate::error::Error;
use crate::revision::Revision;

/// Reads the value of Proxy-Uri into empty components. The value must be an absolute URI, which has a scheme and no
/// fragment (RFC 3986 section 4.3).
/// (RFC 7252 5.10.2 absolute, 5.10.2 precedence)
///
/// Fails with `CoapFragment` if the URI has a fragment, and with `CoapOption` if the value is a reference. `NotFull`
/// would be wrong: it is an error of the program, and this mistake is the client's.
pub(crate) fn read_uri<'u>(components: &mut UriComponents<'u>, uri: &'u [u8]) -> Result<(), Error> {
    if has(uri, b'#') {
        return Err(Error::CoapFragment);
    }
    let first_end = uri.iter().find(|byte| matches!(**byte, b':' | b'/' | b'?'));
    // RFC 7252 5.10.2 absolute
    if first_end != Some(&b':') {
        return Err(Error::CoapOption);
    }
    components.read(uri, URI)
}

/// Checks that the path of Uri-Path-Abbrev can be added to the URI in Proxy-Uri: the URI has no path, or has the path
/// `/`, which decomposes to no Uri-Path option. Fails with the errors of [`check_takes_path`].
pub(crate) fn check_uri_takes_path(components: &UriComponents<'_>) -> Result<(), Error> {
    // R38
    let has_path = components.path.has_segments() && !components.path.is_root();
    check_takes_path(components.authority.is_some(), has_path)
}

/// Reads the value of Proxy-Cri into the given memory, and adds the path of Uri-Path-Abbrev if the request has that
/// option.
///
/// Fails with `CoapFragment` if the CRI has a fragment, with `CoapOption` if the value is not exactly one full CRI
/// (href-27 8.2.1), and with the errors of parsing a CRI. If there is a path to add, also fails with the errors of
/// [`check_takes_path`].
pub(crate) fn read_cri<'p, 'a>(
    memory: &'p mut MaybeUninit<Cri<'a>>,
    revision: Revision,
    value: &'a [u8],
    abbreviated: Option<ShortPath>,
) -> Result<&'p mut Cri<'a>, Error> {
    let cri = match Cri::read_exact(memory, revision, value) {
        Err(Error::Extra) => return Err(Error::CoapOption),
        read => read?,
    };
    // href-27 8.2.1
    if !cri.is_full() {
        return Err(Error::CoapOption);
    }
    if cri.fragment().is_some() {
        return Err(Error::CoapFragment);
    }
    if let Some(path) = abbreviated {
        // R30
        let has_path = cri.path_count > 0 && !(cri.path_is_lone() && cri.has_one_root());
        check_takes_path(cri.authority_kind() == AuthorityKind::Host, has_path)?;
        [cri.path, cri.path_tail] = path.items();
        (cri.path_count, cri.whole) = (path.count.into(), &[]);
    }
    Ok(cri)
}

/// Checks that the path of Uri-Path-Abbrev can be added to a URI or CRI (R29). Fails with `CoapPathAbbrev` if it
/// already has a path. Fails with `CoapProxyHost` if it has no authority (R42).
fn check_takes_path(has_authority: bool, has_path: bool) -> Result<(), Error> {
    // R42
    if !has_authority {
        return Err(Error::CoapProxyHost);
    }
    // R29
    if has_path { Err(Error::CoapPathAbbrev) } else { Ok(()) }
}
