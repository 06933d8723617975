// SPDX-License-Identifier: MIT OR Apache-2.0
//! Raw strings in diagnostic notation, which are delimited like code spans in Markdown (EDN draft, section 2.3.3).

/// The place at which the content of a raw string ends, and the text that follows it.
#[derive(Clone, Copy)]
pub(super) struct RawEnd {
    /// The length of all text after the content.
    pub(super) left: usize,
    /// The length of the text that closes the string: the backquotes and, if it is not content, a space before them. It
    /// is 0 if the string is not closed. In this case, the whole text ends, or there are more backquotes than at the
    /// start of the string. The reader then refuses these backquotes as the next token.
    pub(super) closing: usize,
}

impl RawEnd {
    pub(super) fn none() -> Self {
        Self { left: 0, closing: 0 }
    }
}

/// A raw string whose opening backquotes were read.
pub(super) struct Raw<'a> {
    /// The text from the content on.
    pub(super) text: &'a [u8],
    pub(super) end: RawEnd,
    /// The character that follows the content.
    pub(super) after: u8,
}

/// Opens the raw string at the start of a text. The string ends at as many backquotes as are at its start. A shorter
/// row of backquotes is content, and a longer row is an error.
pub(super) fn open_raw(text: &[u8]) -> Raw<'_> {
    let width = backquotes(text);
    let after = text.get(width..).unwrap_or(&[]);
    let mut rest = after;
    let closed = loop {
        let content = rest.iter().take_while(|byte| **byte != b'`').count();
        rest = rest.get(content..).unwrap_or(&[]);
        let run = backquotes(rest);
        if run == 0 || run >= width {
            break run == width;
        }
        rest = rest.get(run..).unwrap_or(&[]);
    };
    let inner = after.get(..after.len() - rest.len()).unwrap_or(&[]);
    let (content, space) = content(inner);
    let rest = rest.len();
    let (end, character) = match (closed, space) {
        (false, _) => (RawEnd { left: rest, closing: 0 }, b'`'),
        (true, 0) => (RawEnd { left: rest, closing: width }, b'`'),
        (true, _) => (RawEnd { left: rest + space, closing: space + width }, b' '),
    };
    Raw { text: after.get(inner.len() - content.len()..).unwrap_or(&[]), end, after: character }
}

/// Returns the text from the content of a raw string on, and the number of bytes at its end that are not content. A
/// line end at the start is not content. If there is no such line end, but a space at the start and a space at the end,
/// these spaces are not content. Carriage returns are ignored.
fn content(inner: &[u8]) -> (&[u8], usize) {
    let mut start = inner;
    while let [b'\r', rest @ ..] = start {
        start = rest;
    }
    // R37
    match start {
        [b'\n', content @ ..] => (content, 0),
        [b' ', content @ ..] => {
            let mut end = content;
            while let [before @ .., b'\r'] = end {
                end = before;
            }
            match end {
                [before @ .., b' '] => (content, content.len() - before.len()),
                _ => (start, 0),
            }
        }
        _ => (start, 0),
    }
}

fn backquotes(text: &[u8]) -> usize {
    text.iter().take_while(|byte| **byte == b'`').count()
}
