// SPDX-License-Identifier: MIT OR Apache-2.0
//! Normalisation of a URI reference (RFC 3986 section 6.2).

use core::mem::MaybeUninit;

use super::component::{Characters, Form, Level};
use super::dot_segments::{Path, PathAfter, first_dot_segment};
use super::reference::{PARTS, Part, Uri};
use crate::bytes::output::Output;
use crate::bytes::scan::URI;
use crate::bytes::{ip, utf8};
use crate::error::Error;

/// Writes the normal form of a URI reference at a level.
///
/// Dot segments of a relative reference are removed if the result does not depend on the base. The dot segments that
/// remain are at the start of the path (as in R12). If there is no authority and the path would then begin with two
/// slashes, `/.` is written before it. Normalising the result again changes nothing. Fails with the errors of
/// [`Uri::split`], and with `Buffer` if the result does not fit. Linear, whatever the text.
///
/// ```
/// use cri::Output;
/// use cri::uri::{Level, normalize};
///
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// normalize("COAP://H/a/./b/../%63", Level::Syntax, &mut output)?;
/// assert_eq!(output.written_str()?, "coap://h/a/c");
/// # Ok::<(), cri::Error>(())
/// ```
pub fn normalize(text: impl AsRef<[u8]>, level: Level, output: &mut Output<'_>) -> Result<(), Error> {
    let text = text.as_ref();
    let mut memory = MaybeUninit::uninit();
    let uri = Uri::read(&mut memory, text, URI)?;
    // Neighbouring components that do not change are written as one slice. `written` is the length of the text that has
    // been written.
    let mut written = 0;
    let (mut changed, removes_dots) = if level == Level::Simple { (0, false) } else { changed(uri, level) };
    while let Some(part) = PARTS.get(changed.trailing_zeros() as usize).copied() {
        changed &= changed - 1;
        output.put(text.get(written..uri.start(part)).unwrap_or(&[]));
        if part == Part::Path && removes_dots {
            put_segments(uri.path_without_dots(level), output, uri.has_triplets(Part::Path));
        } else {
            if part == Part::Host && uri.literal > 0 {
                output.byte(b'[');
                ip::put_address(output, uri.address().as_flattened());
            }
            uri.component(part, level).put(output);
        }
        written = uri.start(part) + uri.range(part).len();
    }
    output.put(text.get(written..).unwrap_or(&[]));
    output.check()
}

/// Returns the components that may change, with a bit for each, and whether more than the triplets of the path changes.
fn changed(uri: &Uri<'_>, level: Level) -> (u32, bool) {
    let mut changed = u32::from(uri.parts_with_triplets());
    let mut change = |part, changes: bool| changed |= u32::from(changes) << part as u32;
    change(Part::Scheme, !utf8::has_no_upper(uri.range(Part::Scheme)));
    change(Part::Host, uri.literal > 0 || !utf8::has_no_upper(uri.range(Part::Host)));
    change(Part::Port, level == Level::Scheme && uri.omits_port());
    let path = uri.range(Part::Path);
    // RFC 3986 6.2.2.3
    let removes_dots = first_dot_segment(path, uri.has_triplets(Part::Path)) < path.len()
        || (level == Level::Scheme && uri.lacks_root());
    change(Part::Path, removes_dots);
    (changed, removes_dots)
}

/// Writes a path in its normal form, without its dot segments. Linear.
pub(crate) fn put_path(output: &mut Output<'_>, text: &[u8], after: PathAfter, may_have_triplets: bool) {
    put_segments(Path::new(None, text, after, may_have_triplets), output, may_have_triplets);
}

/// Writes a path in its normal form, without its dot segments. Linear.
fn put_segments(path: Path<'_>, output: &mut Output<'_>, may_have_triplets: bool) {
    if may_have_triplets {
        path.put(output, normal_length, put_normal);
    } else {
        path.put(output, <[u8]>::len, put_same);
    }
}

fn normal_length(segments: &[u8]) -> usize {
    Characters::new(segments, Form::Normal).length()
}

fn put_normal(output: &mut Output<'_>, segments: &[u8]) {
    Characters::new(segments, Form::Normal).put(output);
}

/// Writes a component in its normal form. If `fold` is true, converts letters to lower case. Linear.
pub(crate) fn put_component(output: &mut Output<'_>, text: &[u8], fold: bool) {
    Characters::new(text, if fold { Form::Folded } else { Form::Normal }).put(output);
}

fn put_same(output: &mut Output<'_>, segments: &[u8]) {
    output.put(segments);
}
