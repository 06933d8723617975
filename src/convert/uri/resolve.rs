// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Resolving a URI reference against a base URI, as text (RFC 3986 section 5.2).

use core::mem::MaybeUninit;

use super::removal::{Form, Path};
use super::split::{Part, Uri};
use crate::cbor::write::{Byte, Output, Sink};
use crate::error::Error;

/// Writes the URI that a reference refers to. The base's fragment is no part of the base (section 5.1).
///
/// Not `strict`, a reference with the base's scheme is taken as one without (section 5.2.2). Dot segments
/// may be percent-encoded, since that makes no difference to what a URI identifies (section 2.3, R12). A
/// path that would then begin with two slashes without an authority gets `/.` in front.
///
/// Errors: as [`Uri::split`] of either text; `NotFull` if the base has no scheme; `Buffer` if it does not fit.
/// Linear, whatever the texts.
pub fn resolve<T: Byte>(base: &[u8], reference: &[u8], strict: bool, output: &mut Output<'_, T>) -> Result<(), Error> {
    let mut places = [const { MaybeUninit::uninit() }; 2];
    let [first, second] = &mut places;
    let (base, read) = Uri::read(first, base, None);
    read?;
    let (uri, read) = Uri::read(second, reference, None);
    read?;
    // Components are put out with the delimiters that show that they are defined (section 5.3).
    let scheme = base.range(Part::Scheme, Part::Scheme);
    if scheme.is_empty() {
        return Err(Error::NotFull);
    }
    let mut own = uri.range(Part::Scheme, Part::Scheme);
    if !strict && own.eq_ignore_ascii_case(scheme) {
        own = &[];
    }
    let mut authority = uri.range(Part::Userinfo, Part::Port);
    let keeps = own.is_empty() && authority.is_empty();
    output.put(if own.is_empty() { scheme } else { own });
    if keeps {
        authority = base.range(Part::Userinfo, Part::Port);
    }
    output.put(authority);
    let (directory, text) = (base.range(Part::Path, Part::Path), uri.range(Part::Path, Part::Path));
    if keeps && text.is_empty() {
        let query = uri.range(Part::Query, Part::Query).is_empty();
        output.put(base.range(Part::Path, if query { Part::Query } else { Part::Path }));
    } else {
        let authority = !authority.is_empty();
        let before = match text {
            [b'/', ..] => &[][..],
            _ if !keeps => &[],
            // A path behind an authority has a root (section 5.2.3).
            _ if authority && directory.is_empty() => b"/",
            _ => up_to_slash(directory),
        };
        let path = Path { before, text, scheme: true, authority };
        path.put(output, &Form { size: <[u8]>::len, put: |output, segment| output.put(segment) });
    }
    output.put(uri.range(Part::Query, Part::Fragment));
    output.written().map(|_| ())
}

/// A path up to its last slash, with it.
#[inline(always)]
fn up_to_slash(path: &[u8]) -> &[u8] {
    let mut rest = path;
    while let [before @ .., last] = rest
        && *last != b'/'
    {
        rest = before;
    }
    rest
}
