// SPDX-License-Identifier: MIT OR Apache-2.0
//! Link format as answers of cri-tool links, and a second reader of it: a state machine, a character at a time.

use cri::{Error, Link, LinkFault, Links};
use iri_string::types::IriReferenceStr;

use super::lib::output;

fn escaped(text: &[u8]) -> String {
    String::from_utf8(output(|output| cri::escape(text, output)).unwrap()).unwrap()
}

/// A link as fields: `<TARGET`, then `NAME=VALUE` or `NAME`.
pub fn fields(link: &Link<'_>) -> Vec<String> {
    let mut fields = vec![format!("<{}", escaped(link.target()))];
    for (name, value) in link.attributes() {
        let decoded = output(|output| value.decode(output)).unwrap();
        assert!(value.equals(&decoded));
        assert!(value.plain().is_none_or(|plain| plain == decoded));
        let value = if value.is_set() { format!("={}", escaped(&decoded)) } else { String::new() };
        fields.push(escaped(name) + &value);
    }
    fields
}

/// A link, or what is none as `!ERROR@OFFSET`.
pub fn item(item: Result<Link<'_>, LinkFault>) -> Vec<String> {
    match item {
        Ok(link) => fields(&link),
        Err(LinkFault { error, offset }) => vec![format!("!{}@{offset}", error.name().to_str().unwrap())],
    }
}

/// All items of a document.
pub fn read(text: &[u8]) -> Vec<Vec<String>> {
    let mut links = Links::new(text, true);
    let items: Vec<_> = std::iter::from_fn(|| links.next_item()).map(item).collect();
    assert_eq!((links.left(), links.next_item()), (0, None));
    items
}

/// The items of a document whose bytes arrive in windows that end where `ends` says, in a buffer of `room` bytes: a
/// link that does not fit is dropped, which is told by a None in its place.
pub fn read_in_windows(text: &[u8], ends: impl IntoIterator<Item = usize>, room: usize) -> Vec<Option<Vec<String>>> {
    let (mut items, mut buffer, mut start) = (Vec::new(), Vec::new(), 0);
    let mut links = Links::new(&[], false);
    for end in ends.into_iter().chain([text.len()]) {
        buffer.extend_from_slice(&text[start..end]);
        start = end;
        let mut window = links.continue_with(&buffer, end == text.len());
        items.extend(std::iter::from_fn(|| window.next_item()).map(|found| Some(item(found))));
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

#[derive(Clone, Copy, PartialEq)]
enum State {
    First,
    Next,
    Target,
    AfterTarget,
    Attribute,
    Name,
    Star,
    Value,
    Token,
    Quoted,
    Pair,
    AfterQuoted,
}

/// What a character leads to; None if it may not be there.
fn step(state: State, character: char) -> Option<State> {
    let is_blank = " \t\r\n".contains(character);
    let is_name = character.is_ascii_alphanumeric() || "!#$&+-.^_`|~".contains(character);
    let is_token = character.is_ascii_graphic() && !"\",;\\".contains(character);
    let is_text = character == '\t' || !(character < ' ' || character == '\x7f');
    Some(match (state, character) {
        (State::First | State::Next, '<') => State::Target,
        (State::Next, _) if is_blank => State::Next,
        (State::Target, '>') => State::AfterTarget,
        (State::Target, _) => State::Target,
        (State::AfterTarget | State::Name | State::Star | State::Token | State::AfterQuoted, ',') => State::Next,
        (State::AfterTarget | State::Name | State::Star | State::Token | State::AfterQuoted, ';') => State::Attribute,
        (State::Attribute, _) if is_blank => State::Attribute,
        (State::Attribute | State::Name, _) if is_name => State::Name,
        (State::Name, '*') => State::Star,
        (State::Name | State::Star, '=') => State::Value,
        (State::Value, '"') => State::Quoted,
        (State::Value | State::Token, _) if is_token => State::Token,
        (State::Quoted, '"') => State::AfterQuoted,
        (State::Quoted, '\\') => State::Pair,
        (State::Quoted | State::Pair, _) if is_text => State::Quoted,
        _ => return None,
    })
}

/// The offset after the comma at which reading continues, from a place in a state.
fn recovered(text: &str, mut at: usize, state: State) -> Option<usize> {
    let mut closer = match state {
        State::Target => Some('>'),
        State::Quoted | State::Pair => Some('"'),
        _ => None,
    };
    let mut characters = text[at..].chars();
    while let Some(character) = characters.next() {
        at += character.len_utf8();
        match closer {
            None if character == ',' => return Some(at),
            None if "<\"".contains(character) => closer = Some(if character == '<' { '>' } else { '"' }),
            Some('"') if character == '\\' => at += characters.next().map_or(0, char::len_utf8),
            Some(end) if character == end => closer = None,
            _ => {}
        }
    }
    None
}

/// Where the first link after `start` ends, or the error in it, and where the one after it begins.
pub fn next_by_model(text: &str, start: usize, is_first: bool) -> (Result<String, (Error, usize)>, Option<usize>) {
    let mut state = if is_first { State::First } else { State::Next };
    let mut begin = start;
    for (at, character) in text[start..].char_indices().map(|(at, character)| (start + at, character)) {
        if matches!(state, State::First | State::Next) {
            begin = at;
        }
        match step(state, character) {
            Some(State::AfterTarget) if <&IriReferenceStr>::try_from(&text[begin + 1..at]).is_err() => {
                return (Err((Error::UriSyntax, begin)), recovered(text, at, State::Target));
            }
            Some(State::Next) if state != State::Next => return (Ok(text[begin..at].into()), Some(at + 1)),
            Some(next) => state = next,
            None => return (Err((Error::Syntax, at)), recovered(text, at, state)),
        }
    }
    let complete = matches!(state, State::AfterTarget | State::Name | State::Star | State::Token | State::AfterQuoted);
    (if complete { Ok(text[begin..].into()) } else { Err((Error::Truncated, text.len())) }, None)
}
