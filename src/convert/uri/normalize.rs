// SPDX-License-Identifier: MIT OR Apache-2.0
//! L4. Normalising a URI reference (RFC 3986 section 6.2).

use core::mem::MaybeUninit;

use super::form::{COMPONENTS, Level, Normal, put_normal};
use super::removal::Form;
use super::split::{Part, Uri};
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
        let form = Form {
            size: |segment| Normal::new(segment, false).count(),
            put: |output, segment| put_normal(output, segment, false),
        };
        let mut room = ip::Text::new();
        for (number, (_, last, fold)) in COMPONENTS.iter().enumerate() {
            if *last == Part::Fragment {
                uri.path_at(level).put(output, &form);
            }
            put_normal(output, uri.component(number, level, &mut room), *fold);
        }
    }
    output.written().map(|_| ())
}
