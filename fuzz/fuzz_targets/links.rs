// SPDX-License-Identifier: MIT OR Apache-2.0
//! Link format: windows give the links and errors of the whole, and what is written is read as the same (R32).
#![no_main]

use cri::{Link, LinkFault, LinkWriter, Links};
use libfuzzer_sys::fuzz_target;

fn items<'a>(links: &mut Links<'a>) -> Vec<Result<Link<'a>, LinkFault>> {
    std::iter::from_fn(|| links.next_item()).collect()
}

fuzz_target!(|data: &[u8]| {
    let [_, cut, text @ ..] = data else { return };
    let mut whole = Links::new(text, true);
    let all = items(&mut whole);
    assert_eq!(whole.left(), 0);

    let (first, _) = text.split_at(text.len().min(*cut as usize));
    let mut window = Links::new(first, false);
    let mut found = items(&mut window);
    let mut rest = window.continue_with(&text[first.len() - window.left()..], true);
    found.extend(items(&mut rest));
    assert_eq!(found, all, "cut at {}", first.len());

    let links: Vec<_> = all.iter().flatten().collect();
    let mut buffer = vec![0; text.len()];
    let mut writer = LinkWriter::new(0, &mut buffer);
    links.iter().for_each(|link| writer.link(link).expect("a link that was read"));
    let length = writer.finish().expect("no error");
    assert_eq!(length, writer.length(), "no longer than the text");
    let again: Vec<_> = Links::new(&buffer[..length], true).map(|link| Vec::from_iter(link.attributes())).collect();
    assert_eq!(again, Vec::from_iter(links.iter().map(|link| Vec::from_iter(link.attributes()))));
});
