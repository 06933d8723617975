// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reference resolution (cori 4.1; R18, R19): cori 4.1 base, 4.1 first, 4.1 path-type, 4.1 relation, 4.1 up.

use super::options::{Pair, Walked};
use super::{
    ABSOLUTE_PATH, APPEND_PATH, APPEND_RELATION, Cori, FRAGMENT, HOST_IP, HOST_NAME, PATH, PATH_TYPE, QUERY,
    RELATIVE_PATH,
};
use crate::bytes::ip::put_decimal;
use crate::bytes::output::Output;
use crate::cbor::TEXT;
use crate::error::Error;

/// The number of a link's relation type. A reference with path type 1 (append-relation) appends it to the path.
///
/// ```
/// use cri::cori::{Cori, CoriOption, Relation};
///
/// // [1, "coap", 3, h'c0000201', 4, 5683] and [5, 1]
/// let (base, _) = Cori::parse(b"\x86\x01\x64coap\x03\x44\xc0\0\x02\x01\x04\x19\x16\x33")?;
/// let (reference, _) = Cori::parse(b"\x82\x05\x01")?;
/// let resolved = base.resolve(&reference, Relation(7))?;
/// assert_eq!(resolved.options().last(), Some(CoriOption::Path("7")));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation(pub u32);

impl<'a> Cori<'a> {
    /// Resolves a reference against this base, into a view that borrows from both. If the path type of the reference is
    /// 1 (append-relation), `relation` is appended to the path.
    ///
    /// Fails with `Base` if the base is not absolute, and with `Pieces` if the result would have more than
    /// two runs of options. This happens if the base is itself the result of a resolution and its segments are kept.
    /// Encode and parse such a base first. Needs no buffer. Linear in the number of options of the base.
    ///
    /// ```
    /// use cri::cori::{Cori, CoriOption, Relation};
    ///
    /// // [1, "coap", 2, "h", 4, 5683, 6, "a"] and [6, "b"]
    /// let (base, _) = Cori::parse(b"\x88\x01\x64coap\x02\x61h\x04\x19\x16\x33\x06\x61a")?;
    /// let (reference, _) = Cori::parse(b"\x82\x06\x61b")?;
    /// let resolved = base.resolve(&reference, Relation::default())?;
    /// assert_eq!(resolved.options().last(), Some(CoriOption::Path("b")));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn resolve(&self, href: &Self, relation: Relation) -> Result<Self, Error> {
        let mut result = *self;
        self.resolve_to(href, relation.0, &mut result)?;
        Ok(result)
    }

    /// Resolves a reference like [`Cori::resolve`], and stores the result in an existing view.
    pub(crate) fn resolve_to(&self, href: &Self, relation: u32, result: &mut Self) -> Result<(), Error> {
        self.check_base()?;
        let mut after_first = href.pairs();
        let first = after_first.next();
        // cori 4.1 path-type
        let (path_type, reference) = match first {
            Some(Pair { number: PATH_TYPE, value }) => (value.argument as u8, after_first),
            Some(Pair { number: PATH, .. }) => (RELATIVE_PATH, href.pairs()),
            _ => (ABSOLUTE_PATH, href.pairs()),
        };
        // The reference replaces the options of the base whose numbers are `end` or more.
        // cori 4.1 first, R19
        let end = match first {
            // cori 4.1 path-type
            _ if path_type != ABSOLUTE_PATH => QUERY,
            Some(Pair { number: HOST_IP, .. }) => HOST_NAME,
            Some(Pair { number, .. }) => number,
            None => FRAGMENT,
        };
        let Walked { options, segments } = self.pairs().walk(end, usize::MAX);
        let dropped = path_type.saturating_sub(APPEND_PATH) as usize;
        let mut kept = self.pairs();
        // cori 4.1 up
        kept.walk(end, options - dropped.min(segments));
        *result = self.before(&kept);
        // cori 4.1 relation
        if path_type == APPEND_RELATION {
            result.check_room()?;
            result.set_relation(relation);
        }
        let (head, tail) = href.runs_after(&reference);
        result.append(head)?;
        if Self::relation_is_after(&reference) {
            result.check_room()?;
            (result.relation, result.relation_len) = (href.relation, href.relation_len);
        }
        result.append(tail)
    }

    /// Fails with `Pieces` if the view has no room for a relation.
    fn check_room(&self) -> Result<(), Error> {
        if self.relation_len > 0 || !self.tail.is_empty() { Err(Error::Pieces) } else { Ok(()) }
    }

    fn set_relation(&mut self, relation: u32) {
        let [number, head, digits @ ..] = &mut self.relation;
        let mut output = Output::new(digits);
        put_decimal(&mut output, relation);
        let length = output.position() as u8;
        (*number, *head) = (PATH, TEXT << 5 | length);
        self.relation_len = 2 + length;
    }

    /// Appends a run of options. Fails with `Pieces` if the view has no room for it. `head` is empty only if the result
    /// has no option of the base. The first run is then that of an absolute reference, whose relation comes after this
    /// run.
    fn append(&mut self, options: &'a [u8]) -> Result<(), Error> {
        if !options.is_empty() {
            let run = if self.head.is_empty() { &mut self.head } else { &mut self.tail };
            if !run.is_empty() {
                return Err(Error::Pieces);
            }
            *run = options;
        }
        Ok(())
    }
}
