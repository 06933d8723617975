// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Resolving a URI reference against a base URI, as text (RFC 3986 section 5.2).

use core::mem::MaybeUninit;

use super::removal::{Form, Pieces};
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
    if !base.has(Part::Scheme, Part::Scheme) {
        return Err(Error::NotFull);
    }
    // What is not the reference's is the base's (section 5.2.2).
    let other = uri.has(Part::Scheme, Part::Scheme) && (strict || !same_scheme(uri, base));
    let keeps = !other && !uri.has(Part::Userinfo, Part::Port);
    let from = if keeps { base } else { uri };
    // Components are put out with the delimiters that show that they are defined (section 5.3).
    put(output, if other { uri } else { base }, Part::Scheme, Part::Scheme);
    put(output, from, Part::Userinfo, Part::Port);
    if keeps && !uri.has(Part::Path, Part::Path) {
        let query = uri.has(Part::Query, Part::Query);
        put(output, base, Part::Path, if query { Part::Path } else { Part::Query });
    } else {
        let authority = from.has(Part::Userinfo, Part::Port);
        let text = uri.range(Part::Path, Part::Path);
        let directory = match text {
            [b'/', ..] => &[],
            _ if !keeps => &[],
            // A path behind an authority has a root (section 5.2.3).
            _ if authority && !base.has(Part::Path, Part::Path) => &b"/"[..],
            _ => base.range(Part::Path, Part::Path),
        };
        let path = Pieces::new(directory, text, authority, false);
        path.put(output, &Form { size: <[u8]>::len, put: Sink::put });
    }
    put(output, uri, Part::Query, Part::Fragment);
    output.written().map(|_| ())
}

#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn put<T: Byte>(output: &mut Output<'_, T>, uri: &Uri<'_>, first: Part, last: Part) {
    output.put(uri.range(first, last));
}

/// Whether two schemes differ in case at most (section 3.1).
#[inline(always)]
fn same_scheme(a: &Uri<'_>, b: &Uri<'_>) -> bool {
    let (a, b) = (a.range(Part::Scheme, Part::Scheme), b.range(Part::Scheme, Part::Scheme));
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a | 0x20 == b | 0x20)
}
