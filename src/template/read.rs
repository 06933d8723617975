// SPDX-License-Identifier: MIT OR Apache-2.0
//! The reader of templates (RFC 6570 section 2).

use core::ops::Range;

use crate::bytes::chars::{self, IN_FRAGMENT, class};
use crate::error::{Error, ParseError};

/// True if a byte is `unreserved` or `reserved` (RFC 6570 1.5): a literal of a template, and a character that reserved
/// expansion copies.
pub(super) fn is_uri_char(byte: u8) -> bool {
    class(byte) & IN_FRAGMENT != 0 || matches!(byte, b'#' | b'[' | b']')
}

/// The length in bytes of the literal that `text` starts with, or 0 if it starts with no literal.
fn literal_len(text: &[u8]) -> usize {
    match text.first() {
        // RFC 6570 2.1, with erratum 6937: an apostrophe is a literal.
        Some(byte) if is_uri_char(*byte) => 1,
        _ if chars::triplet(text).is_some() => 3,
        _ => chars::read_ucs(text, true).unwrap_or(0),
    }
}

/// The length in bytes of the `varchar` that `text` starts with, or 0 if it starts with none (RFC 6570 2.3).
fn varchar_len(text: &[u8]) -> usize {
    match text.first() {
        Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'_' => 1,
        _ if chars::triplet(text).is_some() => 3,
        _ => 0,
    }
}

/// The operator of an expression: its character, or 0 if the expression has none (RFC 6570 2.2). The methods are the
/// rows of the table of RFC 6570 appendix A.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Operator(u8);

impl Operator {
    /// Simple string expansion.
    const SIMPLE: Self = Self(0);

    /// The character before the first value.
    pub(super) fn first(self) -> Option<u8> {
        if matches!(self.0, 0 | b'+') { None } else { Some(self.0) }
    }

    /// The character between two values.
    pub(super) fn separator(self) -> u8 {
        match self.0 {
            0 | b'+' | b'#' => b',',
            b'?' => b'&',
            operator => operator,
        }
    }

    /// True if values have the names of their variables.
    pub(super) fn is_named(self) -> bool {
        matches!(self.0, b';' | b'?' | b'&')
    }

    /// True if a name without value has no equals sign.
    pub(super) fn omits_equals(self) -> bool {
        self.0 == b';'
    }

    /// True if reserved characters and triplets of values are copied.
    pub(super) fn is_reserved(self) -> bool {
        matches!(self.0, b'+' | b'#')
    }
}

/// The modifier of a variable (RFC 6570 2.4).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Modifier {
    None,
    Explode,
    /// The number of characters of the value that are used.
    Prefix(u16),
}

/// A variable in an expression.
pub(super) struct Variable<'t> {
    pub(super) operator: Operator,
    /// True for the first variable of an expression.
    pub(super) is_first: bool,
    pub(super) name: &'t [u8],
    pub(super) modifier: Modifier,
    /// The offset of the modifier.
    pub(super) modifier_at: usize,
}

/// A part of a template.
pub(super) enum Part<'t> {
    Literals(&'t [u8]),
    Variable(Variable<'t>),
}

/// A syntax error at the position of the reader.
pub(super) struct Fault;

/// A cursor over a template. The position never decreases, and is at most the length of the text.
pub(super) struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    /// The operator of the expression that the position is in.
    operator: Option<Operator>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self { text, at: 0, operator: None }
    }

    /// The error at the position of the reader.
    pub(super) fn refusal(&self) -> ParseError {
        ParseError { error: Error::Syntax, offset: self.at }
    }

    fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or(&[])
    }

    fn since(&self, start: usize) -> &'t [u8] {
        self.text.get(start..self.at).unwrap_or(&[])
    }

    fn accept(&mut self, byte: u8) -> bool {
        let accepted = self.rest().first() == Some(&byte);
        self.at += usize::from(accepted);
        accepted
    }

    /// Reads the next part, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Part<'t>>, Fault> {
        if let Some(operator) = self.operator {
            return self.variable(operator, false).map(Some);
        }
        if self.accept(b'{') {
            let operator = self.operator();
            return self.variable(operator, true).map(Some);
        }
        let start = self.at;
        while let Some(byte) = self.rest().first()
            && *byte != b'{'
        {
            match literal_len(self.rest()) {
                0 => return Err(Fault),
                length => self.at += length,
            }
        }
        Ok((self.at > start).then(|| Part::Literals(self.since(start))))
    }

    fn operator(&mut self) -> Operator {
        match self.rest().first() {
            Some(operator @ (b'+' | b'#' | b'.' | b'/' | b';' | b'?' | b'&')) => {
                self.at += 1;
                Operator(*operator)
            }
            // A reserved operator (`op-reserve`) is not a `varchar`, so the name is refused.
            _ => Operator::SIMPLE,
        }
    }

    fn variable(&mut self, operator: Operator, is_first: bool) -> Result<Part<'t>, Fault> {
        let name = self.name()?;
        let modifier_at = self.at;
        let modifier = self.modifier()?;
        self.end_variable(operator)?;
        Ok(Part::Variable(Variable { operator, is_first, name, modifier, modifier_at }))
    }

    /// Reads a name: `varchar *( ["."] varchar )`.
    fn name(&mut self) -> Result<&'t [u8], Fault> {
        let start = self.at;
        loop {
            let before = self.at;
            while let length @ 1.. = varchar_len(self.rest()) {
                self.at += length;
            }
            if self.at == before {
                return Err(Fault);
            }
            let name = self.since(start);
            if !self.accept(b'.') {
                return Ok(name);
            }
        }
    }

    /// Reads a modifier: `*`, or a colon and a number from 1 to 9999 without leading zeros.
    fn modifier(&mut self) -> Result<Modifier, Fault> {
        if self.accept(b'*') {
            return Ok(Modifier::Explode);
        }
        if !self.accept(b':') {
            return Ok(Modifier::None);
        }
        let (start, mut most) = (self.at, 0);
        while let Some(digit @ b'0'..=b'9') = self.rest().first()
            && (*digit != b'0' || most > 0)
            && self.at - start < 4
        {
            most = most * 10 + u16::from(*digit - b'0');
            self.at += 1;
        }
        if most > 0 { Ok(Modifier::Prefix(most)) } else { Err(Fault) }
    }

    /// Reads the comma or the brace after a variable.
    fn end_variable(&mut self, operator: Operator) -> Result<(), Fault> {
        if self.accept(b',') {
            self.operator = Some(operator);
            Ok(())
        } else if self.accept(b'}') {
            self.operator = None;
            Ok(())
        } else {
            Err(Fault)
        }
    }
}

pub(crate) fn check_bytes(template: &[u8]) -> Result<(), ParseError> {
    let mut reader = Reader::new(template);
    while reader.next().map_err(|Fault| reader.refusal())?.is_some() {}
    Ok(())
}

/// Finds the next name of a variable. `from` is 0, or the end of the name before.
pub(crate) fn name_from(template: &[u8], from: usize) -> Option<Range<usize>> {
    let mut reader = Reader::new(template);
    if from > 0 {
        // The text before `from` is a name, so the text after it is the rest of a variable.
        reader.at = from;
        reader.modifier().and_then(|_| reader.end_variable(Operator::SIMPLE)).ok()?;
    }
    loop {
        if let Part::Variable(Variable { name, modifier_at, .. }) = reader.next().ok()?? {
            return Some(modifier_at - name.len()..modifier_at);
        }
    }
}
