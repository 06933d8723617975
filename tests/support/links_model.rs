// SPDX-License-Identifier: MIT OR Apache-2.0
//! Link format and its filter by the rules of RFC 6690 2, 4.1; RFC 8288 3; R32, R35, R36, R44, written without any code
//! of src/. A document is split at its commas, a link-value at its semicolons, and each part is trimmed.

use iri_string::types::IriReferenceStr;

/// A link: its target, and its attributes with their decoded values.
pub type Parts = (String, Vec<(String, Option<String>)>);

/// A part of a document between separating commas, without the blanks around it.
pub struct Item<'t> {
    pub text: &'t str,
    /// The offset of the part in the document.
    pub start: usize,
    pub has_comma: bool,
    pub link: Option<Parts>,
}

fn is_blank(c: char) -> bool {
    " \t\r\n".contains(c)
}

/// The offset of the first `wanted` character outside of quoted strings.
fn position(text: &str, wanted: char) -> Option<usize> {
    let (mut quoted, mut escaped) = (false, false);
    text.char_indices().find_map(|(at, c)| {
        let is_found = !quoted && c == wanted;
        quoted ^= c == '"' && !escaped;
        escaped = quoted && c == '\\' && !escaped;
        is_found.then_some(at)
    })
}

/// The parts of a document between its commas. After a comma at the end, there is an empty part.
pub fn items(document: &str) -> Vec<Item<'_>> {
    let (mut items, mut rest) = (Vec::new(), document);
    loop {
        let text = rest.trim_start_matches(is_blank);
        let start = document.len() - text.len();
        let target = if text.starts_with('<') { text.find('>').unwrap_or(text.len()) } else { 0 };
        let comma = position(&text[target..], ',').map(|at| target + at);
        let end = comma.unwrap_or(text.len());
        let item = &text[..end];
        if comma.is_some() || !item.is_empty() || !items.is_empty() {
            items.push(Item { text: item, start, has_comma: comma.is_some(), link: link(item) });
        }
        match comma {
            Some(at) => rest = &text[at + 1..],
            None => return items,
        }
    }
}

/// The link in a text that is one link-value, possibly with blanks around it.
pub fn link(text: &str) -> Option<Parts> {
    let (target, rest) = text.trim_matches(is_blank).strip_prefix('<')?.split_once('>')?;
    IriReferenceStr::new(target).ok()?;
    let mut attributes = Vec::new();
    let mut rest = rest.trim_start_matches(is_blank);
    while let Some(after) = rest.strip_prefix(';') {
        let end = position(after, ';').unwrap_or(after.len());
        // An empty parameter is skipped (R44).
        match after[..end].trim_matches(is_blank) {
            "" => {}
            text => attributes.push(attribute(text)?),
        }
        rest = &after[end..];
    }
    rest.is_empty().then(|| (target.to_string(), attributes))
}

fn attribute(text: &str) -> Option<(String, Option<String>)> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim_end_matches(is_blank), Some(value.trim_start_matches(is_blank))),
        None => (text, None),
    };
    let value = match value {
        Some(value) => Some(content(value)?),
        None => None,
    };
    is_name(name).then(|| (name.to_string(), value))
}

fn is_name(name: &str) -> bool {
    let plain = name.strip_suffix('*').unwrap_or(name);
    !plain.is_empty() && plain.chars().all(|c| c.is_ascii_alphanumeric() || "!#$&+-.^_`|~".contains(c))
}

/// The content of a value: a ptoken, or a quoted string with its pairs decoded.
fn content(value: &str) -> Option<String> {
    let Some(quoted) = value.strip_prefix('"') else {
        let is_token = |c: char| c.is_ascii_graphic() && !"\",;\\".contains(c);
        return (!value.is_empty() && value.chars().all(is_token)).then(|| value.to_string());
    };
    let (mut chars, mut content) = (quoted.chars(), String::new());
    loop {
        let next = match chars.next()? {
            '"' => return chars.next().is_none().then_some(content),
            '\\' => chars.next()?,
            other => other,
        };
        if next != '\t' && next.is_ascii_control() {
            return None;
        }
        content.push(next);
    }
}

/// True if a text is the beginning of a link-value. (A triplet may be incomplete, because the place of an error in a
/// target is its place in the IRI.)
pub fn is_beginning(text: &str) -> bool {
    let ends = ["", "<>", ">", "x", "\"", "x\""];
    ends.iter().any(|end| link(&[text, end].concat()).is_some())
}

/// True if a link passes a filter. None if the filter is invalid.
pub fn passes((target, attributes): &Parts, query: &str, lists: &str) -> Option<bool> {
    let (name, pattern) = query.split_once('=').filter(|(name, _)| is_name(name))?;
    let name = name.to_lowercase();
    let is_among = |names: &str| names.split(' ').any(|one| one.to_lowercase() == name);
    let (is_added, is_known) = (is_among(lists), is_among("rel rev rt if ct"));
    let of_name = attributes.iter().filter(|(one, _)| one.to_lowercase() == name);
    let mut values: Vec<_> = of_name.map(|(_, value)| value.clone().unwrap_or_default()).collect();
    if !is_added && is_among("rel rt if sz ct anchor media title title* type") {
        values.truncate(1);
    }
    let tokens = |value: String| {
        let tokens: Vec<_> = value.split(' ').filter(|token| !token.is_empty()).map(String::from).collect();
        if tokens.is_empty() { vec![String::new()] } else { tokens }
    };
    if name == "href" {
        values = vec![target.clone()];
    } else if is_added || is_known {
        values = values.into_iter().flat_map(tokens).collect();
    }
    Some(values.iter().any(|value| match pattern.strip_suffix('*') {
        Some(beginning) => value.starts_with(beginning),
        None => value == pattern,
    }))
}
