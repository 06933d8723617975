// SPDX-License-Identifier: MIT OR Apache-2.0
//! Operations on link format. Their results have the form that the vectors and `cri-tool links` use.

use cri::{Link, Links, ParseError};

use super::lib::output;
use super::links_model::Parts;
use super::random::Random;

fn escaped(text: &[u8]) -> String {
    String::from_utf8(output(|output| cri::escape(text, output)).unwrap()).unwrap()
}

/// A link as fields: `<TARGET`, then `NAME=VALUE` or `NAME` for each attribute.
pub fn fields(link: &Link<'_>) -> Vec<String> {
    let mut fields = vec![format!("<{}", escaped(link.target().as_bytes()))];
    for (name, value) in link.attributes() {
        let decoded = output(|output| value.decode(output)).unwrap();
        assert!(value.equals(&decoded));
        assert!(value.as_str().is_none_or(|plain| plain.as_bytes() == decoded));
        let value = if value.is_set() { format!("={}", escaped(&decoded)) } else { String::new() };
        fields.push(escaped(name.as_bytes()) + &value);
    }
    fields
}

/// A link as fields, or an error as `!ERROR@OFFSET`.
pub fn item(item: Result<Link<'_>, ParseError>) -> Vec<String> {
    match item {
        Ok(link) => fields(&link),
        Err(ParseError { error, offset }) => vec![format!("!{}@{offset}", error.name())],
    }
}

/// A link in the form of the model.
pub fn parts(link: &Link<'_>) -> Parts {
    let decoded = |value: cri::LinkValue<'_>| String::from_utf8(output(|out| value.decode(out)).unwrap()).unwrap();
    let value = |value: cri::LinkValue<'_>| value.is_set().then(|| decoded(value));
    (link.target().into(), link.attributes().map(|(name, found)| (name.into(), value(found))).collect())
}

/// Items in the form that a row of the vectors has.
pub fn shown(items: &[Vec<String>]) -> String {
    items.concat().join("\t")
}

/// A random text of the characters that the grammar distinguishes.
pub fn random_text(random: &mut Random) -> String {
    const PIECES: &str = "</a>|</a>|<|>|;|;x=|;y|,|,|\"|\\| |\r\n|\t|=| = |a|*|é|%41|%|\x01|\"b c\"|;t=\"<,>\"|\
        </é>;rt=\"p q\"|<b>;z=<";
    let start = if random.one_in(2) { random.word(" <b>;y|<>,</a>|</a>;x = 1") } else { "" };
    [start].into_iter().chain((0..random.below(11)).map(|_| random.word(PIECES))).collect()
}

/// All items of a document.
pub fn read(text: &[u8]) -> Vec<Vec<String>> {
    let mut links = Links::new(text);
    let items: Vec<_> = links.by_ref().map(item).collect();
    assert_eq!((links.left(), links.next()), (0, None));
    items
}

/// The items of a document that is read in windows ending at `ends`, with a buffer of `room` bytes. A link that does
/// not fit is dropped, and None takes its place.
pub fn read_in_windows(text: &[u8], ends: impl IntoIterator<Item = usize>, room: usize) -> Vec<Option<Vec<String>>> {
    let (mut items, mut buffer, mut start) = (Vec::new(), Vec::new(), 0);
    let mut links = Links::window(&[], false);
    for end in ends.into_iter().chain([text.len()]) {
        buffer.extend_from_slice(&text[start..end]);
        start = end;
        let mut window = links.continue_with(&buffer, end == text.len());
        items.extend(window.by_ref().map(|found| Some(item(found))));
        if window.left() >= room {
            window.drop_rest();
            assert_eq!(window.left(), 0);
            items.push(None);
        }
        let left = window.left();
        links = window.continue_with(&[], false);
        buffer.drain(..buffer.len() - left);
    }
    items
}
