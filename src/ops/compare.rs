// SPDX-License-Identifier: MIT OR Apache-2.0
//! Equality, a total order and a hash of views (href section 4, R15).
//!
//! The operations rely on normalised CRIs, and normalise nothing themselves (href 3 transfer).
//!
//! All three follow the canonical form: equal views have equal canonical encodings, the order is the bytewise
//! lexicographic order of these encodings (RFC 8949 section 4.2.1), and the hash is computed over them.

use core::cmp::Ordering;

use crate::bytes::sink::Sink;
use crate::bytes::words;
use crate::cbor::read;
use crate::cri::section::CompareBy;
use crate::cri::{CANONICAL_ITEMS, Cri, Refusal};
use crate::error::Error;
use crate::revision::Revision;

impl<'a> Cri<'a> {
    /// Returns true if two CRIs or two references are equal, component by component (href section 4).
    ///
    /// Omitted, null and `[]` sections are equal if the revision treats them alike. A scheme's name and its number, and
    /// text and PET, are compared as written. References are compared as they are written, whatever resources they
    /// identify (href 5 comparison). Fails with `Revision` if the CRIs are of different revisions. Linear in the
    /// shorter one.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let first: CriBuf<32> = "coap://h/%61".parse()?;
    /// let second: CriBuf<32> = "coap://h/a".parse()?;
    /// assert_eq!(first.cri().equal(&second.cri()), Ok(true));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn equal(&self, other: &Self) -> Result<bool, Error> {
        self.check_revision(other)?;
        Ok(same(self, other))
    }

    /// Returns the bytewise lexicographic order of the canonical encodings. It is a total order that is consistent with
    /// [`Cri::equal`].
    ///
    /// Fails with `Revision` if the CRIs are of different revisions. Linear in the length of their common start.
    ///
    /// ```
    /// use core::cmp::Ordering;
    /// use cri::CriBuf;
    ///
    /// let first: CriBuf<32> = "coap://h/a".parse()?;
    /// let second: CriBuf<32> = "coap://h/b".parse()?;
    /// assert_eq!(first.cri().compare(&second.cri()), Ok(Ordering::Less));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn compare(&self, other: &Self) -> Result<Ordering, Error> {
        self.check_revision(other)?;
        Ok(order(self, other))
    }

    /// Returns a hash that equal views share: 32-bit FNV-1a over the canonical encoding. It is the same on every
    /// platform. Linear.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let base: CriBuf<32> = "coap://h/a".parse()?;
    /// let (reference, target): (CriBuf<32>, CriBuf<32>) = ("b".parse()?, "coap://h/b".parse()?);
    /// let resolved = base.cri().resolve(&reference.cri())?;
    /// assert_eq!(resolved.stable_hash(), target.cri().stable_hash());
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn stable_hash(&self) -> u32 {
        let mut hash = Fnv(0x811c_9dc5);
        self.put(&mut hash);
        hash.0
    }
}

struct Fnv(u32);

impl Sink for Fnv {
    fn put(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        }
    }
}

/// Returns true if two encoded items are equal. They may be unprocessable: an unprocessable item equals only an item of
/// the same bytes (R15). Trailing bytes are ignored.
///
/// Fails with `Truncated`, `Cbor` or `Limit` if the end of an item cannot be found. Linear. (href 5.2.1 identity)
///
/// ```
/// use cri::{Revision, equal_encoded};
///
/// // [-1, ["h"]] and [-1, ["h"], []]
/// assert_eq!(equal_encoded(Revision::Href27, b"\x82\x20\x81\x61h", b"\x83\x20\x81\x61h\x80"), Ok(true));
/// // 1 and [-1, ["h"]]
/// assert_eq!(equal_encoded(Revision::Href27, b"\x01", b"\x82\x20\x81\x61h"), Ok(false));
/// ```
pub fn equal_encoded(revision: Revision, a: &[u8], b: &[u8]) -> Result<bool, Error> {
    let first = Cri::parse(revision, a);
    if let Err(Refusal { error, skip: None }) = first {
        return Err(error);
    }
    let second = Cri::parse(revision, b);
    match (&first, &second) {
        (_, Err(Refusal { error, skip: None })) => Err(*error),
        (Ok((a, _)), Ok((b, _))) => Ok(same(a, b)),
        // href 5.2.1 identity
        (Err(Refusal { skip: Some(a_length), .. }), Err(Refusal { skip: Some(b_length), .. })) => {
            Ok(a.get(..*a_length) == b.get(..*b_length))
        }
        _ => Ok(false),
    }
}

fn same(a: &Cri<'_>, b: &Cri<'_>) -> bool {
    // Fast path: two CRIs of the same bytes are equal. `whole` is empty in a view that resulted from an operation.
    // R15
    (words::equal(a.whole, b.whole) && !a.whole.is_empty()) || same_sections(a, b)
}

/// Returns the fastest way to compare the sections of two views.
fn compare_by(a: &Cri<'_>, b: &Cri<'_>) -> CompareBy {
    if a.flags & b.flags & CANONICAL_ITEMS == 0 {
        CompareBy::Tokens
    // One test of both lengths takes 12 bytes less than two tests (Cortex-M3).
    } else if a.path_tail.len() | b.path_tail.len() == 0 {
        CompareBy::Bytes
    } else {
        CompareBy::BytesOfPieces
    }
}

fn same_sections(a: &Cri<'_>, b: &Cri<'_>) -> bool {
    let by = compare_by(a, b);
    let same = |position| {
        let (x, y) = (a.section(position), b.section(position));
        // Fast path: sections of the same bytes have the same tokens.
        // href 3 transfer, href 4
        x.same_bytes(&y) || (by != CompareBy::Bytes && x.same_tokens(y, by))
    };
    // href 4
    a.positions() == b.positions() && a.positions().all(same)
}

/// Returns the bytewise lexicographic order of the canonical encodings, whatever their revisions.
pub(crate) fn order(a: &Cri<'_>, b: &Cri<'_>) -> Ordering {
    // The encoding begins with the head of the array. The first sections of two references may be at different
    // positions.
    let (ours, theirs) = (a.positions(), b.positions());
    let by = compare_by(a, b);
    let mut order = ours.len().cmp(&theirs.len());
    for (x, y) in ours.zip(theirs) {
        // No encoded section is a prefix of another, so the first difference decides.
        order = order.then_with(|| a.section(x).order(b.section(y), by));
    }
    order
}

/// True if two sections are the same. Bytes are compared if all items are in canonical form, and tokens otherwise.
pub(crate) fn same_section(a: &[u8], b: &[u8], flags: u8) -> bool {
    if flags & CANONICAL_ITEMS != 0 { words::equal(a, b) } else { same_tokens([a, &[]], [b, &[]]) }
}

/// True if two authority sections are the same. An empty host has two forms (R5).
pub(crate) fn same_authority(a: &Cri<'_>, b: &Cri<'_>) -> bool {
    if words::equal(a.authority, b.authority) {
        return true;
    }
    // If all items are in canonical form, different bytes mean different authorities.
    if a.flags & b.flags & CANONICAL_ITEMS != 0 {
        return false;
    }
    Iterator::eq(a.canonical_authority(), b.canonical_authority())
}

/// True if two lists of items are the same. Each list is in up to two pieces. Neither the sizes of the heads nor
/// the items at which the lists are split make a difference.
pub(crate) fn same_tokens(mut a: [&[u8]; 2], mut b: [&[u8]; 2]) -> bool {
    loop {
        match (read::token_of(&mut a), read::token_of(&mut b)) {
            (None, None) => return true,
            (x, y) if x != y => return false,
            _ => {}
        }
    }
}
