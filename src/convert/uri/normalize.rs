// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Normalising a URI reference (RFC 3986 section 6.2).

use core::mem::MaybeUninit;

use super::form::Level;
use super::split::{PARTS, Part, Uri};
use super::walk::{Characters, Form};
use crate::cbor::write::{Byte, Output, Sink};
use crate::error::Error;
use crate::ip;

/// Writes the normal form of a URI reference at a level.
///
/// Dot segments of a relative reference are removed where that does not depend on the base: what is left
/// of them stands in front (as in R12). A path that would then begin with two slashes without an authority
/// keeps `/.` in front. Normalising twice changes nothing. Errors: as [`Uri::split`]; `Buffer` if it does not
/// fit. Linear, whatever the text.
pub fn normalize<T: Byte>(text: &[u8], level: Level, output: &mut Output<'_, T>) -> Result<(), Error> {
    let mut place = MaybeUninit::uninit();
    let (uri, read) = Uri::read(&mut place, text, None);
    read?;
    if level == Level::Simple {
        output.put(text);
    } else {
        for part in Part::Scheme as usize..PARTS {
            if part == Part::Path as usize {
                let start = output.length();
                let mut path = uri.path_without_dots(level);
                path.put(output, put_segment);
                path.put_front(output, start);
                continue;
            }
            if part == Part::Host as usize && uri.literal > 0 {
                output.byte(b'[');
                ip::put_address(output, uri.address().as_flattened());
            }
            uri.component(part, level).put(output);
        }
    }
    output.written().map(|_| ())
}

fn put_segment<T: Byte>(output: &mut Output<'_, T>, segment: &[u8]) {
    Characters::new(segment, Form::Normal).put(output);
}
