// SPDX-License-Identifier: MIT OR Apache-2.0
//! The URI in Proxy-Uri and the CRI in Proxy-Cri (RFC 7252 section 5.10.2, href-27 section 8.2.1), and the path that
//! Uri-Path-Abbrev gives them (R29).

use core::mem::MaybeUninit;

use super::path_abbrev::ShortPath;
use crate::convert::from_uri::UriComponents;
use crate::cri::Cri;
use crate::cri::authority::AuthorityKind;
use crate::error::Error;
use crate::revision::Revision;
use crate::scan::URI;
use crate::words::has;

/// Reads the value of Proxy-Uri into empty components: an absolute URI, which has a scheme and no fragment (RFC 3986
/// section 4.3). `CoapOption` for a reference, which only a client's mistake puts there: `NotFull` is about an argument
/// of the program.
/// (RFC 7252 5.10.2 absolute, 5.10.2 precedence)
pub(super) fn read_uri<'u>(parts: &mut UriComponents<'u>, uri: &'u [u8]) -> Result<(), Error> {
    if has(uri, b'#') {
        return Err(Error::CoapFragment);
    }
    let first_end = uri.iter().find(|byte| matches!(**byte, b':' | b'/' | b'?'));
    //= RFC 7252 5.10.2 absolute
    if first_end != Some(&b':') {
        return Err(Error::CoapOption);
    }
    parts.read(uri, URI)
}

/// Checks that Uri-Path-Abbrev can give the URI in Proxy-Uri a path: the URI has none, or the path `/`, which
/// decomposes to no Uri-Path option. Errors as in [`check_room`].
pub(super) fn check_uri_has_room(parts: &UriComponents<'_>) -> Result<(), Error> {
    //= R38
    let has_path = parts.path.has_segments() && !parts.path.is_root();
    check_room(parts.authority.is_some(), has_path)
}

/// Reads the value of Proxy-Cri into the given memory: a full CRI without a fragment (href-27 8.2.1). Gives it the path
/// of Uri-Path-Abbrev, if there is one. Errors of that as in [`check_room`].
pub(super) fn read_cri<'p, 'a>(
    place: &'p mut MaybeUninit<Cri<'a>>,
    revision: Revision,
    value: &'a [u8],
    abbreviated: Option<ShortPath>,
) -> Result<&'p mut Cri<'a>, Error> {
    let cri = match Cri::read_exact(place, revision, value) {
        Err(Error::Extra) => return Err(Error::CoapOption),
        read => read?,
    };
    //= href-27 8.2.1
    if !cri.is_full() {
        return Err(Error::CoapOption);
    }
    if cri.fragment().is_some() {
        return Err(Error::CoapFragment);
    }
    if let Some(path) = abbreviated {
        //= R30
        let has_path = cri.path_count > 0 && !(cri.path_is_lone() && cri.has_one_root());
        check_room(cri.authority_kind() == AuthorityKind::Host, has_path)?;
        [cri.path, cri.path_tail] = path.items();
        (cri.path_count, cri.whole) = (path.count.into(), &[]);
    }
    Ok(cri)
}

/// `CoapPathAbbrev` for a URI or CRI that has a path besides Uri-Path-Abbrev's; `CoapAuthority` for one without an
/// authority, which the Uri-* options that it would be decomposed to need (R29).
fn check_room(has_authority: bool, has_path: bool) -> Result<(), Error> {
    if !has_authority {
        return Err(Error::CoapAuthority);
    }
    //= R29
    if has_path { Err(Error::CoapPathAbbrev) } else { Ok(()) }
}
