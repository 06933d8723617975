// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads a link-format document whole and through windows: links and errors must be the same. Written links must be
//! read back (R32).
#![no_main]

use cri::{LinkWriter, Links};
use libcri_fuzz::support::links::{fields, read, read_in_windows};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let [_, cut, text @ ..] = data else { return };
    let end = Some(*cut as usize).filter(|end| *end < text.len());
    let whole: Vec<_> = read(text).into_iter().map(Some).collect();
    assert_eq!(read_in_windows(text, end, usize::MAX), whole, "cut at {end:?}");

    let links: Vec<_> = Links::new(text).flatten().collect();
    let mut buffer = vec![0; text.len()];
    let mut writer = LinkWriter::new(&mut buffer);
    links.iter().for_each(|link| _ = writer.link(link));
    assert_eq!(read(writer.finish().expect("no longer than the text")), links.iter().map(fields).collect::<Vec<_>>());
});
