// SPDX-License-Identifier: MIT OR Apache-2.0
//! Iteration over labels, path segments and query parameters.

use core::iter::FusedIterator;

use super::lone_segment::is_lone_empty_walked;
use super::text::Text;
use crate::bytes::before;
use crate::cbor::read;

/// An iterator over text-or-pet items in up to two pieces. Each step takes constant time, except for PET.
///
/// ```
/// use cri::CriBuf;
///
/// let cri: CriBuf<32> = "coap://h/a/b/c".parse()?;
/// let cri = cri.cri();
/// assert_eq!(cri.path().last().and_then(|segment| segment.as_str()), Some("c"));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Items<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) tail: &'a [u8],
}

impl<'a> Items<'a> {
    pub(crate) const fn new(rest: &'a [u8], tail: &'a [u8]) -> Self {
        Self { rest, tail }
    }

    /// Returns the segments of the path as CoAP treats it: no segments if the path is one empty segment, and the same
    /// segments otherwise.
    pub(crate) fn without_lone(self) -> Self {
        let mut after = self;
        // PET is never empty: the head of its array has an argument of 1 or more.
        let first_is_empty = after.next_item().is_some_and(|first| read::argument(first) == 0);
        if is_lone_empty_walked(first_is_empty, || after.next_item().is_some()) { Self::new(&[], &[]) } else { self }
    }

    /// Continues with the second piece if the first piece has no more items.
    fn enter(&mut self) {
        if self.rest.is_empty() {
            self.rest = core::mem::take(&mut self.tail);
        }
    }

    /// Returns the next item as it is encoded.
    pub(crate) fn next_item(&mut self) -> Option<&'a [u8]> {
        self.enter();
        let item = read::item(&mut self.rest);
        if item.is_none() {
            // If an item changed and cannot be read, the iteration ends (R22).
            self.tail = &[];
        }
        item
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Text<'a>;

    #[cfg_attr(speed, inline(always))]
    fn next(&mut self) -> Option<Text<'a>> {
        self.enter();
        // Fast path: almost every item is a short text. Its head is then read once, and not again by `of_item`.
        if let Some((text, rest)) = read::short_text(self.rest) {
            self.rest = rest;
            return Some(Text::of_plain(text));
        }
        self.next_item().map(Text::of_item)
    }

    /// Counts the items, in time linear in their number.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (mut items, mut count) = (*self, 0);
        while items.next_item().is_some() {
            count += 1;
        }
        (count, Some(count))
    }
}

/// Each step reads all items that are left, because CBOR cannot be read backwards: a loop over many items in reverse
/// order takes quadratic time, unless they are collected first.
///
/// ```
/// let cri: cri::CriBuf<32> = "coap://h/a/b/c".parse()?;
/// assert!(cri.path().rev().eq(["c", "b", "a"]));
/// # Ok::<(), cri::Error>(())
/// ```
impl DoubleEndedIterator for Items<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let piece = if self.tail.is_empty() { &mut self.rest } else { &mut self.tail };
        let (mut left, mut last) = (*piece, None);
        while let Some(item) = read::item(&mut left) {
            last = Some(item);
        }
        let last = last?;
        *piece = before(piece, last);
        Some(Text::of_item(last))
    }
}

impl ExactSizeIterator for Items<'_> {}

impl FusedIterator for Items<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_comes_after_an_item_that_changed() {
        let mut items = Items::new(&[0x62, b'a'], &[0x60]);
        assert_eq!([items.next_item(), items.next_item()], [None, None]);
        let mut items = Items::new(&[0x62, b'a'], &[0x60]);
        assert!(items.next().is_none() && items.next().is_none());
    }

    /// Short texts, texts with a long head, and PET, in the first piece and in the second.
    #[test]
    fn texts_are_the_contents_of_the_items() {
        let long = *b"\x78\x18aaaaaaaaaaaaaaaaaaaaaaaa";
        let full = *b"\x77bbbbbbbbbbbbbbbbbbbbbbb";
        let lists: [&[u8]; 5] = [b"\x60", b"\x61a", &full, &long, b"\x82\x61a\x41\xff"];
        for first in lists {
            for second in lists {
                let (mut items, texts) = (Items::new(first, second), Items::new(first, second));
                for text in texts {
                    let item = items.next_item().map(Text::of_item);
                    assert_eq!(item.map(|item| (item.content, item.pet)), Some((text.content, text.pet)));
                }
                assert_eq!(items.next_item(), None);
            }
        }
    }
}
