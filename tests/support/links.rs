// SPDX-License-Identifier: MIT OR Apache-2.0
//! Link format as answers of cri-tool links.

use cri::{Link, LinkFault, Links};

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
