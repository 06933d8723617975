// SPDX-License-Identifier: MIT OR Apache-2.0
//! The items of a document and their places, found by the library's walk and by a recursive reader.

use super::cbor::{head, string_end};
use super::hex;
use super::prefix::{Prefix, prefix};
use cri::{CriPlace, CriWalk, Error, Revision};

/// The maximum depth of arrays, maps and tags.
const LEVELS: u8 = 16;

/// The kinds of walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Returns every item.
    Items,
    /// Returns every item, and arrays and tags that are CRIs as CRIs.
    Cris,
    /// Returns the items with tag 99.
    Tagged,
}

/// The kind of an item that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Item,
    /// A CRI of this length.
    Cri(usize),
    /// An item with tag 99 that is not a CRI, and its error.
    Bad(Option<Error>),
}

/// An item with its place: the depth, the index, the offset of the map that contains it, and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub what: What,
    pub major: u8,
    pub offset: usize,
    pub depth: u8,
    pub index: usize,
    pub map: usize,
    pub key: Option<Vec<u8>>,
}

/// The end of a walk: its error, if any, and its offset.
pub type End = (Option<Error>, usize);

/// The items that the library finds, and the end of its walk.
pub fn found(revision: Revision, way: Way, data: &[u8]) -> (Vec<Found>, End) {
    let mut walk = CriWalk::new(revision, data);
    let (mut all, mut error) = (Vec::new(), None);
    loop {
        let next = match way {
            Way::Tagged => walk.next_tagged().map(|found| {
                found.map(|(place, read)| {
                    let length = read.map(|cri| cri.encoding().expect("it was parsed").len());
                    (place, length.map_or_else(|error| What::Bad(Some(error)), What::Cri))
                })
            }),
            _ => walk.next().map(|place| place.map(|place| (place, What::Item))),
        };
        let (place, mut what) = match next {
            None => break,
            Some(Ok(found)) => found,
            Some(Err(found)) => {
                assert_eq!(error.replace(found), None, "it ends with one error");
                continue;
            }
        };
        if way == Way::Cris {
            match walk.parse() {
                Ok(cri) => {
                    assert!(matches!(place.kind as u8, 4 | 6));
                    assert_eq!(cri.encoding().map(<[u8]>::as_ptr), Some(place.data.as_ptr()));
                    assert_eq!(walk.parse().err(), Some(Error::Order), "it was parsed");
                    what = What::Cri(cri.encoding().unwrap().len());
                }
                Err(error) => assert_eq!(walk.parse().err(), Some(error), "it is the same item"),
            }
        }
        all.push(of(&place, what, data));
    }
    let end = (error, walk.offset());
    let is_over = if way == Way::Tagged { walk.next_tagged().is_none() } else { walk.next().is_none() };
    assert!(is_over, "it stays at its end");
    assert_eq!(walk.parse().err(), Some(Error::Order), "there is no item");
    (all, end)
}

fn of(place: &CriPlace<'_>, what: What, data: &[u8]) -> Found {
    let major = place.kind as u8;
    let offset = place.data.as_ptr().addr() - data.as_ptr().addr();
    assert_eq!(data[offset] >> 5, major);
    match (major, place.content) {
        (2 | 3, Some(content)) => assert!(content.len() == place.argument && place.data.ends_with(content)),
        (2 | 3, None) => assert!(place.data[0] & 31 == 31 && place.data.ends_with(&[0xff])),
        (4..=6, content) => assert!(content.is_none() && offset + place.data.len() == data.len()),
        (_, content) => assert!(content.is_none() && place.data.len() < 10),
    }
    Found {
        what,
        major,
        offset,
        depth: place.depth,
        index: place.index,
        map: place.map,
        key: place.key.map(<[u8]>::to_vec),
    }
}

/// The containers around an item.
#[derive(Clone, Copy, Default)]
struct Around {
    depth: u8,
    index: usize,
    map: usize,
    key: Option<(usize, usize)>,
}

struct Model<'a> {
    revision: Revision,
    way: Way,
    data: &'a [u8],
    all: Vec<Found>,
}

type Step<T> = Result<T, (Error, usize)>;

impl Model<'_> {
    fn sequence(&mut self) -> Step<()> {
        let (mut at, mut around) = (0, Around::default());
        while at < self.data.len() {
            at = self.item(at, around)?;
            around.index += 1;
        }
        Ok(())
    }

    /// Reads an item. Returns the offset of its end.
    fn item(&mut self, at: usize, around: Around) -> Step<usize> {
        let here = |error| (error, at);
        let (major, argument, start) = head(self.data, at).map_err(here)?;
        let end = match major {
            2 | 3 => string_end(self.data, major, argument, start).map_err(here)?,
            _ => start,
        };
        if (4..7).contains(&major) && around.depth == LEVELS {
            return Err(here(Error::Limit));
        }
        let may_be_cri = match self.way {
            Way::Items => false,
            Way::Cris => matches!(major, 4 | 6),
            Way::Tagged => (major, argument) == (6, Some(99)),
        };
        let what = match prefix(self.revision, &self.data[at..]) {
            Prefix::Whole(_, length) if may_be_cri => What::Cri(length),
            Prefix::Dead if self.way == Way::Tagged => What::Bad(None),
            _ => What::Item,
        };
        if self.way != Way::Tagged || (may_be_cri && what != What::Item) {
            self.all.push(Found {
                what,
                major,
                offset: at,
                depth: around.depth,
                index: around.index,
                map: around.map,
                key: around.key.map(|(start, end)| self.data[start..end].to_vec()),
            });
        }
        if let What::Cri(length) = what {
            return Ok(at + length);
        }
        let inner = Around { depth: around.depth + 1, ..around };
        match major {
            4 => self.items(start, argument, false, |index, _| Around { index, ..inner }),
            5 => self.items(start, argument.map(|count| count.saturating_mul(2)), true, |index, last| {
                let key = (index % 2 == 1).then_some(last);
                Around { map: at, key, ..inner }
            }),
            6 => self.item(start, inner),
            _ => Ok(end),
        }
    }

    /// Reads `count` items or, if there is no count, the items before a break. A break may not follow the key of a map.
    fn items(
        &mut self,
        mut at: usize,
        count: Option<u64>,
        is_map: bool,
        around: impl Fn(usize, (usize, usize)) -> Around,
    ) -> Step<usize> {
        let mut last = (at, at);
        for index in 0.. {
            if count == Some(index as u64) {
                return Ok(at);
            }
            if count.is_none() && self.data.get(at) == Some(&0xff) {
                return if is_map && index % 2 == 1 { Err((Error::Cbor, at)) } else { Ok(at + 1) };
            }
            last = (at, self.item(at, around(index, last))?);
            at = last.1;
        }
        unreachable!()
    }
}

/// The first difference between library and model in any kind of walk.
pub fn difference(revision: Revision, data: &[u8]) -> Option<String> {
    [Way::Items, Way::Cris, Way::Tagged].into_iter().find_map(|way| {
        let (mut all, end) = found(revision, way, data);
        if way == Way::Tagged && revision == Revision::Href13 {
            let none = all.is_empty() && end == (Some(Error::Revision), 0);
            return (!none).then(|| format!("tags in revision 13: {all:?}, {end:?}"));
        }
        let mut model = Model { revision, way, data, all: Vec::new() };
        let model_end = model.sequence().map_or_else(|(error, at)| (Some(error), at), |()| (None, data.len()));
        // A tag on a malformed or truncated item is not reported, because the walk ends there.
        if matches!(end.0, Some(Error::Cbor | Error::Truncated)) && all.len() + 1 == model.all.len() {
            assert_eq!(model.all.pop().map(|last| last.what), Some(What::Bad(None)));
        }
        for found in &mut all {
            if let What::Bad(error) = &mut found.what {
                assert!(error.take().is_some_and(Error::is_unprocessable));
            }
        }
        let same = all == model.all && end == model_end;
        (!same)
            .then(|| format!("{revision:?} {way:?} {}: {all:?} {end:?}, not {:?} {model_end:?}", hex(data), model.all))
    })
}
