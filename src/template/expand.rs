// SPDX-License-Identifier: MIT OR Apache-2.0
//! Expansion of templates (RFC 6570 section 3).

use super::read::{self, Fault, Modifier, Part, Reader, is_uri_char};
use crate::bytes::chars::{self, UNRESERVED, hex_upper};
use crate::bytes::output::Output;
use crate::bytes::utf8;
use crate::error::{Error, ParseError};

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Undefined,
    Text,
    Item,
    Pair,
}

/// The value of a variable: a text, an item of a list, or a pair of an associative array.
///
/// The items of a list and the pairs of an array are variables of the same name, in their order. An empty list is
/// undefined, as in RFC 6570 section 2.3, so it has no variables.
///
/// ```
/// use cri::Output;
/// use cri::template::{Variable, expand};
///
/// let variables = [
///     Variable::item("list", "red"),
///     Variable::item("list", "green"),
///     Variable::pair("keys", "semi", ";"),
///     Variable::pair("keys", "dot", "."),
/// ];
/// let mut text = [0; 64];
/// let mut output = Output::new(&mut text);
/// expand("{/list*}{?list,keys*}", &variables, &mut output)?;
/// assert_eq!(output.written_str()?, "/red/green?list=red,green&semi=%3B&dot=.");
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) kind: Kind,
    pub(crate) key: &'a [u8],
    pub(crate) value: &'a [u8],
}

impl<'a> Variable<'a> {
    /// Returns a variable with a text as its value. The name is written as in templates: it is compared byte by byte,
    /// and its triplets are not decoded.
    #[must_use]
    pub const fn text(name: &'a str, value: &'a str) -> Self {
        Self { name: name.as_bytes(), kind: Kind::Text, key: &[], value: value.as_bytes() }
    }

    /// Returns a variable without value. It is skipped, as if it were not listed.
    #[must_use]
    pub const fn undefined(name: &'a str) -> Self {
        Self { name: name.as_bytes(), kind: Kind::Undefined, key: &[], value: &[] }
    }

    /// Returns an item of a variable that is a list.
    #[must_use]
    pub const fn item(name: &'a str, item: &'a str) -> Self {
        Self { name: name.as_bytes(), kind: Kind::Item, key: &[], value: item.as_bytes() }
    }

    /// Returns a pair of a variable that is an associative array.
    #[must_use]
    pub const fn pair(name: &'a str, key: &'a str, value: &'a str) -> Self {
        Self { name: name.as_bytes(), kind: Kind::Pair, key: key.as_bytes(), value: value.as_bytes() }
    }
}

/// Expands a template to a URI reference.
///
/// Fails with `Syntax` if the text is not a template, or if it applies a prefix such as `{list:3}` to a list or an
/// associative array; the offset is that of the first invalid character, or of the colon. Fails with `Argument` if a
/// name that the template uses has a text and a further value, or items and pairs; the offset is that of the end of the
/// name in the template. Fails with `Buffer` if the output is too small. Linear in the number of names
/// times the number of variables, and in the output.
pub fn expand(template: &str, variables: &[Variable<'_>], output: &mut Output<'_>) -> Result<(), ParseError> {
    expand_from(template.as_bytes(), |index| variables.get(index).copied(), output)
}

/// Does the same as [`expand`], for variables that `variables` returns by their index.
pub(crate) fn expand_from<'v>(
    template: &[u8],
    variables: impl Fn(usize) -> Option<Variable<'v>>,
    output: &mut Output<'_>,
) -> Result<(), ParseError> {
    let mut reader = Reader::new(template);
    // True if the expression has no value yet.
    let mut is_first = true;
    while let Some(part) = reader.next().map_err(|Fault| reader.refusal())? {
        match part {
            // RFC 6570 3.1
            Part::Literals(text) => put_encoded(text, true, usize::MAX, output),
            Part::Variable(named) => {
                is_first |= named.is_first;
                let refusal = |error| ParseError { error, offset: named.modifier_at };
                let mut kind = None;
                let all = (0..).map_while(&variables).filter(|one| one.name == named.name);
                for variable in all.filter(|one| one.kind != Kind::Undefined) {
                    if kind.is_some_and(|kind| kind == Kind::Text || kind != variable.kind) {
                        return Err(refusal(Error::Argument));
                    }
                    // RFC 6570 2.4.1: a list and an associative array have no prefix.
                    if variable.kind != Kind::Text && matches!(named.modifier, Modifier::Prefix(_)) {
                        return Err(refusal(Error::Syntax));
                    }
                    let is_new = kind.replace(variable.kind).is_none();
                    put_variable(&named, &variable, is_first, is_new, output);
                    is_first = false;
                }
            }
        }
    }
    output.check().map_err(|error| ParseError { error, offset: template.len() })
}

/// Writes one value of a variable (RFC 6570 3.2.1). `is_new` is true for the variable's first value.
fn put_variable(
    named: &read::Variable<'_>,
    variable: &Variable<'_>,
    is_first: bool,
    is_new: bool,
    output: &mut Output<'_>,
) {
    let (operator, value) = (named.operator, variable.value);
    let explodes = named.modifier == Modifier::Explode && variable.kind != Kind::Text;
    match operator.first() {
        first if is_first => first.into_iter().for_each(|byte| output.byte(byte)),
        _ if is_new || explodes => output.byte(operator.separator()),
        _ => output.byte(b','),
    }
    let reserved = operator.is_reserved();
    let mut is_labelled = true;
    if explodes && variable.kind == Kind::Pair {
        put_encoded(variable.key, reserved, usize::MAX, output);
    } else if operator.is_named() && (is_new || explodes) {
        output.put(named.name);
    } else {
        is_labelled = false;
    }
    // A list of one empty item has a value: only a value that is a text, or is written alone, can be empty.
    let is_alone = explodes || variable.kind == Kind::Text;
    if is_labelled && !(value.is_empty() && is_alone && operator.omits_equals()) {
        output.byte(b'=');
    }
    if variable.kind == Kind::Pair && !explodes {
        put_encoded(variable.key, reserved, usize::MAX, output);
        output.byte(b',');
    }
    let most = if let Modifier::Prefix(most) = named.modifier { most.into() } else { usize::MAX };
    put_encoded(value, reserved, most, output);
}

/// Writes the first `most` characters of a text. Percent-encodes all characters but the unreserved ones or, if
/// `reserved` is true, all characters that a URI does not allow (RFC 6570 3.2.1).
fn put_encoded(text: &[u8], reserved: bool, most: usize, output: &mut Output<'_>) {
    let (mut rest, mut left) = (text, most);
    while let Some(byte) = rest.first()
        && left > 0
    {
        left -= 1;
        let triplets = if reserved { triplets_len(rest) } else { 0 };
        let length = triplets.max(utf8::char_len(rest)).max(1);
        let (character, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        rest = after;
        if triplets > 0 || chars::class(*byte) & UNRESERVED != 0 || reserved && is_uri_char(*byte) {
            output.put(character);
        } else {
            for octet in character {
                output.put(&[b'%', hex_upper(octet >> 4), hex_upper(*octet)]);
            }
        }
    }
}

/// The length in bytes of the triplets of one character that `text` starts with, or 0 if it starts with no triplet. A
/// triplet that begins no character of UTF-8 is counted as a character.
fn triplets_len(text: &[u8]) -> usize {
    let (mut octets, mut rest, mut count) = ([0; 4], text, 0);
    for slot in &mut octets {
        let Some(octet) = chars::triplet(rest) else { break };
        *slot = octet;
        count += 1;
        rest = rest.get(3..).unwrap_or(&[]);
    }
    let found = octets.get(..count).unwrap_or(&[]);
    // RFC 6570 2.4.1, 3.2.1: a prefix does not split the triplets of a character.
    if count == 0 { 0 } else { 3 * utf8::char_len(found).max(1) }
}
