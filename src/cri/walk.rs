// SPDX-License-Identifier: MIT OR Apache-2.0
//! A walk over the items of a CBOR document that reports the place of each item.
//!
//! Use it if the meaning of a CRI depends on its place, such as a map key, or on neighbouring items, such as a relation
//! (RFC 8949 3.1, href-27 tag 99).

use core::iter::FusedIterator;
use core::mem::MaybeUninit;

use super::place::{CriPlace, ItemType};
use super::{CRI_TAG, Cri};
use crate::bytes::before;
use crate::cbor::read::{self, Reader};
use crate::cbor::{ARRAY, BREAK, BYTES, MAP, TAG, TEXT};
use crate::error::Error;
use crate::revision::Revision;

/// The depth to which arrays, maps and tags may nest. The limit keeps input from exhausting memory or the stack (href 9
/// exhaustion).
pub(crate) const LEVELS: usize = 16;
/// The value of `left` for an array or a map of indefinite length.
const OPEN: usize = usize::MAX;
/// The value of `item` if there is no item to parse.
pub(crate) const NONE: usize = usize::MAX;

/// The kind of a level. An object of zeros has levels of the first kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum LevelKind {
    /// An array, or the sequence of top-level items.
    Array = 0,
    Tag = 1,
    /// A map in which the last item that began is a key.
    MapAtKey = 2,
    /// A map in which the last item that began is a value, or no item has begun.
    MapAtValue = 3,
}

impl LevelKind {
    /// Returns the kind of the array, map or tag that begins with the major type `major`. A map is empty so far.
    fn of(major: u8) -> Self {
        match major {
            ARRAY => Self::Array,
            MAP => Self::MapAtValue,
            _ => Self::Tag,
        }
    }

    fn is_map(self) -> bool {
        matches!(self, Self::MapAtKey | Self::MapAtValue)
    }
}

/// An array, a map or a tag that contains the next item.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Level {
    /// The number of items left. Keys and values count separately.
    pub(crate) left: usize,
    /// The offset of the array, map or tag.
    pub(crate) start: usize,
    /// In an array, the number of items that have begun. In a map, the offset of the last key.
    pub(crate) mark: usize,
    /// In a map, the length of the last key, once its value has begun.
    pub(crate) key_length: usize,
}

/// An iterator over the items of a CBOR item or sequence, at any depth up to 16, in the order of the bytes. Keys come
/// before their values, and arrays, maps and tags before their content.
///
/// The walk ends with an error at the first item that is not well-formed (`Cbor`), is truncated (`Truncated`), or is
/// nested in more than 16 arrays, maps and tags (`Limit`). [`CriWalk::offset`] is the offset of the error. All steps
/// together take linear time.
///
/// ```
/// use cri::{CriWalk, ItemType, Revision};
///
/// // {"href": [1, ["a"]]}
/// let document = b"\xa1\x64href\x82\x01\x81\x61a";
/// let mut walk = CriWalk::new(Revision::Href27, document);
/// let mut found = None;
/// while let Some(place) = walk.next() {
///     if place?.kind == ItemType::Array {
///         found = Some(walk.parse()?);
///     }
/// }
/// assert_eq!(found.map(|cri| cri.to_string()).as_deref(), Some("a"));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CriWalk<'a> {
    pub(crate) data: &'a [u8],
    pub(crate) levels: [Level; LEVELS + 1],
    /// The offset of the next head or break.
    pub(crate) at: usize,
    /// The offset of the item that was yielded last, or [`NONE`] if it cannot be parsed.
    pub(crate) item: usize,
    pub(crate) error: Option<Error>,
    /// The kind of each level. The outermost level is the sequence, which is treated as an array of indefinite length.
    pub(crate) kinds: [LevelKind; LEVELS + 1],
    pub(crate) depth: u8,
    pub(crate) revision: Revision,
    /// The innermost level that is a map, or 0 if no level is a map.
    pub(crate) map: u8,
}

impl<'a> CriWalk<'a> {
    /// Returns a walk over all of `data`, an item or a sequence of items.
    ///
    /// ```
    /// use cri::{CriWalk, Revision};
    ///
    /// let walk = CriWalk::new(Revision::Href27, b"\x82\x01\x02\x03"); // [1, 2], 3
    /// assert_eq!(walk.count(), 4);
    /// ```
    #[must_use]
    pub fn new(revision: Revision, data: &'a [u8]) -> Self {
        let outermost = Level { left: OPEN, start: 0, mark: 0, key_length: 0 };
        Self {
            data,
            levels: [outermost; LEVELS + 1],
            at: 0,
            item: NONE,
            error: None,
            kinds: [LevelKind::Array; LEVELS + 1],
            depth: 0,
            revision,
            map: 0,
        }
    }

    /// Returns the offset at which the walk will continue, or at which it ended. After an error, this is the offset of
    /// the item or break at fault, or the length of the data if an item is missing at its end.
    ///
    /// ```
    /// use cri::{CriWalk, Error, Revision};
    ///
    /// let mut walk = CriWalk::new(Revision::Href27, b"\x82\x01\xff"); // the second item of the array is missing
    /// assert_eq!(walk.by_ref().last(), Some(Err(Error::Cbor)));
    /// assert_eq!(walk.offset(), 2);
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Parses the item that was yielded last as a CRI or CRI reference. The walk then continues after this item.
    ///
    /// If the item is not a CRI, the walk continues inside it. Fails with `Order` if no item was yielded, or if it was
    /// parsed already. Linear in the item. Calls for every item together are linear in the data, because a CRI nests to
    /// a bounded depth.
    ///
    /// ```
    /// use cri::{CriWalk, Error, Revision};
    ///
    /// let mut walk = CriWalk::new(Revision::Href27, b"\x82\x01\x81\x61a\x18\x2a"); // [1, ["a"]], 42
    /// assert!(walk.next().is_some_and(|place| place.is_ok()));
    /// assert_eq!(walk.parse()?.to_string(), "a");
    /// assert_eq!(walk.parse().err(), Some(Error::Order)); // nothing was yielded since
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn parse(&mut self) -> Result<Cri<'a>, Error> {
        self.read(&mut MaybeUninit::uninit()).copied()
    }

    /// Parses the item like [`CriWalk::parse`], into `memory`.
    pub(crate) fn read<'p>(&mut self, memory: &'p mut MaybeUninit<Cri<'a>>) -> Result<&'p Cri<'a>, Error> {
        let data = self.data.get(self.item..).ok_or(Error::Order)?;
        let cri = Cri::read(memory, self.revision, data)?;
        self.at = self.item.saturating_add(cri.whole.len());
        self.item = NONE;
        // The item is an array or a tag, so the walk had already entered it as the innermost level.
        self.depth = self.depth.saturating_sub(1);
        Ok(cri)
    }

    /// Finds the next item in tag 99. Returns its place, and the CRI or the reason why the item cannot be processed.
    /// The walk continues after the item if it is a CRI, and inside the item otherwise (href-27 tag 99, href 5.2.1).
    ///
    /// The errors of [`Iterator::next`] end the walk, and so does `Revision` in revision 13, which has no tag.
    ///
    /// ```
    /// use cri::{CriWalk, Revision};
    ///
    /// // {1: 99([1, ["a"]])}
    /// let mut walk = CriWalk::new(Revision::Href27, b"\xa1\x01\xd8\x63\x82\x01\x81\x61a");
    /// let (place, cri) = walk.next_tagged().ok_or(cri::Error::Argument)??;
    /// assert_eq!((place.key, cri?.to_string().as_str()), (Some(&b"\x01"[..]), "a"));
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[expect(clippy::type_complexity, reason = "the type names every possible result")]
    pub fn next_tagged(&mut self) -> Option<Result<(CriPlace<'a>, Result<Cri<'a>, Error>), Error>> {
        if !self.revision.has_tag() && self.error.is_none() {
            self.error = Some(Error::Revision);
            return Some(Err(Error::Revision));
        }
        loop {
            let place = match self.next()? {
                Ok(place) => place,
                Err(error) => return Some(Err(error)),
            };
            if place.kind == ItemType::Tag && place.argument == CRI_TAG {
                match self.parse() {
                    // A later step of the walk will reach the item at fault and end with this error.
                    Err(error) if !error.is_unprocessable() => {}
                    read => return Some(Ok((place, read))),
                }
            }
        }
    }

    /// Finds the next item. Sets the error if an error ended the walk.
    pub(crate) fn next_place(&mut self) -> Option<CriPlace<'a>> {
        if self.error.is_some() {
            return None;
        }
        self.step().unwrap_or_else(|error| {
            self.error = Some(error);
            None
        })
    }

    /// Leaves the levels that are complete. Returns true if the data ends there.
    fn leave(&mut self) -> Result<bool, Error> {
        loop {
            if self.depth == 0 {
                return Ok(self.at >= self.data.len());
            }
            match self.levels.get(self.depth as usize).map_or(0, |level| level.left) {
                0 => {}
                OPEN if self.data.get(self.at) == Some(&BREAK) => {
                    // A map must not end between a key and its value.
                    // RFC 8949 3
                    if self.kinds.get(self.depth as usize) == Some(&LevelKind::MapAtKey) {
                        return Err(Error::Cbor);
                    }
                    self.at += 1;
                }
                _ => return Ok(false),
            }
            self.depth -= 1;
            if self.map > self.depth {
                self.map = self.innermost_map();
            }
        }
    }

    /// Returns the innermost level that is a map, or 0 if no level is a map.
    #[inline(never)]
    fn innermost_map(&self) -> u8 {
        let is_map = |at: &u8| self.kinds.get(*at as usize).is_some_and(|kind| kind.is_map());
        (1..=self.depth).rev().find(is_map).unwrap_or(0)
    }

    /// Counts an item that begins in the innermost level.
    fn count(&mut self) {
        let at = self.depth as usize;
        let (Some(level), Some(kind)) = (self.levels.get_mut(at), self.kinds.get_mut(at)) else { return };
        if level.left != OPEN {
            level.left = level.left.saturating_sub(1);
        }
        match kind {
            LevelKind::Array | LevelKind::Tag => level.mark = level.mark.wrapping_add(1),
            LevelKind::MapAtValue => {
                *kind = LevelKind::MapAtKey;
                level.mark = self.at;
            }
            LevelKind::MapAtKey => {
                *kind = LevelKind::MapAtValue;
                level.key_length = self.at.saturating_sub(level.mark);
            }
        }
    }

    /// Enters an array, a map or a tag with `items` items.
    fn enter(&mut self, kind: LevelKind, items: usize) -> Result<(), Error> {
        let inner = self.depth as usize + 1;
        let (Some(level), Some(stored)) = (self.levels.get_mut(inner), self.kinds.get_mut(inner)) else {
            return Err(Error::Limit);
        };
        *level = Level { left: items, start: self.at, mark: 0, key_length: 0 };
        self.depth += 1;
        *stored = kind;
        if kind.is_map() {
            self.map = self.depth;
        }
        Ok(())
    }

    /// Steps over the head of the next item and, if it is a string, its content. Returns the place of the item, or
    /// `None` at the end.
    fn step(&mut self) -> Result<Option<CriPlace<'a>>, Error> {
        self.item = NONE;
        if self.leave()? {
            return Ok(None);
        }
        let start = self.data.get(self.at..).unwrap_or(&[]);
        let (initial, mut after) = start.split_first().ok_or(Error::Truncated)?;
        let (major, is_open) = (initial >> 5, initial & 31 == 31);
        let (mut argument, mut content) = ((initial & 31) as usize, None);
        if is_open {
            (argument, after) = (OPEN, skip_open(after, major)?);
        } else if argument > 23 {
            (argument, after) = read::long_head(start)?;
        }
        if let (BYTES | TEXT, false) = (major, is_open) {
            let (string, rest) = after.split_at_checked(argument).ok_or(Error::Truncated)?;
            (content, after) = (Some(string), rest);
        }
        self.count();
        let mut place = self.place(ItemType::of(major), argument);
        // No input is long enough for the limit to matter.
        let items = match major {
            ARRAY | MAP if is_open => OPEN,
            ARRAY => argument.min(OPEN - 1),
            MAP => argument.saturating_mul(2).min(OPEN - 1),
            TAG => 1,
            _ => 0,
        };
        if let ARRAY | MAP | TAG = major {
            self.enter(LevelKind::of(major), items)?;
            place.data = start;
        } else {
            place.data = before(start, after);
        }
        place.content = content;
        self.item = self.at;
        self.at = self.data.len().saturating_sub(after.len());
        Ok(Some(place))
    }

    /// Returns the place of the item that was just counted.
    fn place(&self, kind: ItemType, argument: usize) -> CriPlace<'a> {
        // The search always finds an array, because the outermost level counts as an array.
        let array = (0..=self.depth as usize).rev().find(|at| self.kinds.get(*at) == Some(&LevelKind::Array));
        let index = array.and_then(|at| self.levels.get(at)).map_or(0, |level| level.mark.wrapping_sub(1));
        let (mut map, mut key) = (0, None);
        if self.map > 0
            && let Some(level) = self.levels.get(self.map as usize)
        {
            map = level.start;
            if self.kinds.get(self.map as usize) == Some(&LevelKind::MapAtValue) {
                key = self.data.get(level.mark..).and_then(|key| key.get(..level.key_length));
            }
        }
        CriPlace { data: &[], content: None, key, map, index, argument, kind, depth: self.depth }
    }
}

/// Steps over the content of a string of indefinite length. Skips nothing if the item is an array or a map. Returns the
/// bytes that follow.
#[cfg_attr(speed, inline(never))]
fn skip_open(content: &[u8], major: u8) -> Result<&[u8], Error> {
    match major {
        ARRAY | MAP => return Ok(content),
        BYTES | TEXT => {}
        _ => return Err(Error::Cbor),
    }
    let mut reader = Reader::new(content);
    while reader.error.is_none() && reader.rest.first() != Some(&BREAK) {
        // Chunks are strings of the same type and of definite length.
        // RFC 8949 3
        if !reader.rest.is_empty() && (!reader.at(major) || reader.peek() & 31 == 31) {
            return Err(Error::Cbor);
        }
        reader.head();
        reader.take();
    }
    reader.step();
    reader.error.map_or(Ok(reader.rest), Err)
}

impl<'a> Iterator for CriWalk<'a> {
    type Item = Result<CriPlace<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.error.is_some() {
            return None;
        }
        self.next_place().map(Ok).or_else(|| self.error.map(Err))
    }

    /// Returns an upper bound: one item for each byte, and one error.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.data.len().saturating_sub(self.at).saturating_add(1)))
    }
}

impl FusedIterator for CriWalk<'_> {}
