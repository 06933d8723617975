// SPDX-License-Identifier: MIT OR Apache-2.0
//! The view of a CRI: its sections, parsing and encoding.

pub mod authority;

pub(crate) mod canonical;
mod discard;
pub mod document;
pub mod find;
pub mod items;
mod locate;
pub(crate) mod lone_segment;
pub mod parameter;
pub(crate) mod parse;
pub mod place;
pub(crate) mod scheme;
pub(crate) mod section;
pub mod text;
pub mod walk;

pub use discard::Discard;
pub(crate) use discard::{DISCARD_ALL, DISCARD_MAX};
pub use parse::Refusal;
pub use scheme::Scheme;
pub(crate) use scheme::SchemeItem;

use core::mem::MaybeUninit;

use crate::cbor::{NULL, TRUE, read};
use crate::revision::Revision;
use items::Items;
use lone_segment::is_lone_empty;
use text::Text;

/// The CBOR tag of a CRI or CRI reference (href-27 tag 99).
pub(crate) const CRI_TAG: usize = 99;

/// A flag: all items are in canonical form (R2, R5), so equal sections have equal bytes.
pub(crate) const CANONICAL_ITEMS: u8 = 1;
/// A flag of a reference: the path is set. It is `[]` or has segments, and is not null.
pub(crate) const PATH_SET: u8 = 2;
/// A flag in revision 27: all labels of the host are plain, so the conversion to CoAP options does not check each byte
/// again.
pub(crate) const PLAIN_HOST: u8 = 4;

/// A CRI or CRI reference that borrows the bytes from which it was read (href section 5.2: the abstract form). It was
/// checked when it was made, so functions that read it cannot fail.
///
/// The path consists of up to two pieces, so that resolving needs no buffer: first the segments kept from the base,
/// then the segments of the reference.
///
/// ```
/// use cri::{Cri, Revision};
///
/// // [-1, ["sensor", "example"], ["temp"]]
/// let data = b"\x83\x20\x82\x66sensor\x67example\x81\x64temp";
/// let cri = Cri::parse_exact(Revision::Href27, data)?;
/// assert!(cri.is_full());
/// assert_eq!(cri.to_string(), "coap://sensor.example/temp");
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Cri<'a> {
    /// The scheme item; empty if not set.
    pub(crate) scheme: &'a [u8],
    /// The authority item; empty for null and for not set.
    pub(crate) authority: &'a [u8],
    /// The segments of the path's first piece, without an array head.
    pub(crate) path: &'a [u8],
    /// The segments of the path's second piece.
    pub(crate) path_tail: &'a [u8],
    /// The query item, an array; empty if not set and, in a full CRI, if there are no parameters.
    pub(crate) query: &'a [u8],
    /// The fragment item; empty for null.
    pub(crate) fragment: &'a [u8],
    /// The encoding from which the view was parsed; empty for a view that an operation made.
    pub(crate) whole: &'a [u8],
    /// The number of segments in both pieces of the path.
    pub(crate) path_count: usize,
    /// The revision whose rules apply.
    pub(crate) revision: Revision,
    /// 0 to 127, or `DISCARD_ALL`.
    pub(crate) discard: u8,
    /// The sum of the flags that apply: `CANONICAL_ITEMS`, `PATH_SET` and `PLAIN_HOST`.
    pub(crate) flags: u8,
    /// Initialised to 0, so that compilers write whole words. An assignment in C need not copy these bytes.
    pub(crate) unused: Unused,
}

/// The unused bytes in the last word of a view.
pub(crate) type Unused = MaybeUninit<[u8; size_of::<usize>() - 3]>;

impl<'a> Cri<'a> {
    /// Returns a reference in which nothing is set.
    pub(crate) const fn empty(revision: Revision) -> Self {
        Self {
            scheme: &[],
            authority: &[],
            path: &[],
            path_tail: &[],
            query: &[],
            fragment: &[],
            whole: &[],
            path_count: 0,
            revision,
            discard: 0,
            flags: 0,
            unused: MaybeUninit::new([0; size_of::<Unused>()]),
        }
    }

    /// Returns the revision whose rules the CRI was read by.
    ///
    /// ```
    /// use cri::{CriBuf, Revision};
    ///
    /// let cri = CriBuf::<32>::from_uri(Revision::Href13, "coap://h/a")?;
    /// assert_eq!(cri.cri().revision(), Revision::Href13);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// True if this is a full CRI, which is a CRI with a scheme (href 5.1.4).
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// assert!("coap://h/a".parse::<CriBuf<32>>()?.cri().is_full());
    /// assert!(!"//h/a".parse::<CriBuf<32>>()?.cri().is_full());
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn is_full(&self) -> bool {
        // href 5.1.4
        !self.scheme.is_empty()
    }

    /// Returns the number of segments of the base's path that the reference discards. The result is also
    /// [`Discard::All`] if there is a scheme or an authority.
    ///
    /// ```
    /// use cri::{CriBuf, Discard};
    ///
    /// let reference: CriBuf<32> = "../light".parse()?;
    /// assert_eq!(reference.cri().discard(), Discard::Segments(2));
    /// let full: CriBuf<32> = "coap://h".parse()?;
    /// assert_eq!(full.cri().discard(), Discard::All);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn discard(&self) -> Discard {
        Discard::of_value(self.discard)
    }

    /// True if the path is set. It is always set in a full CRI.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let reference: CriBuf<32> = "?u=C".parse()?;
    /// assert!(!reference.cri().path_is_set() && reference.cri().query_is_set());
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn path_is_set(&self) -> bool {
        self.flags & PATH_SET != 0
    }

    /// True if the view satisfies the constraints of full CRIs (R4, href 2.1).
    #[cfg_attr(speed, inline(always))]
    #[cfg_attr(not(speed), inline(never))]
    pub(crate) fn is_valid_full(&self) -> bool {
        // PET is never empty, and the head of its array has an argument of 1 or more.
        let authority = self.authority.first().copied().unwrap_or(NULL);
        has_valid_path(authority, self.path_count, || read::argument(self.path) == 0)
    }

    /// Returns the number of segments in the path.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/a/b/".parse()?;
    /// assert_eq!(cri.cri().path_count(), 3); // the last one is empty
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn path_count(&self) -> usize {
        self.path_count
    }

    /// True if the path is one empty segment, which CoAP treats as the empty path.
    pub(crate) fn path_is_lone(&self) -> bool {
        is_lone_empty(self.path_count, || read::argument(self.path) == 0)
    }

    /// Returns the segments of the path.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/rooms/a%20b".parse()?;
    /// let segments: Vec<_> = cri.cri().path().filter_map(|segment| segment.as_str()).collect();
    /// assert_eq!(segments, ["rooms", "a b"]);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> Items<'a> {
        Items::new(self.path, self.path_tail)
    }

    /// True if the query is set. It is always set in a full CRI.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// assert!("a?".parse::<CriBuf<32>>()?.cri().query_is_set());
    /// assert!(!"a".parse::<CriBuf<32>>()?.cri().query_is_set());
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn query_is_set(&self) -> bool {
        self.is_full() || !self.query.is_empty()
    }

    /// Returns the number of parameters in the query.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h?u=C&max=5".parse()?;
    /// assert_eq!(cri.cri().query_count(), 2);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn query_count(&self) -> usize {
        read::argument(self.query)
    }

    /// Returns the parameters of the query.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h?u=C&max=5".parse()?;
    /// let parameters: Vec<_> = cri.cri().query().filter_map(|parameter| parameter.as_str()).collect();
    /// assert_eq!(parameters, ["u=C", "max=5"]);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn query(&self) -> Items<'a> {
        Items::new(read::content(self.query), &[])
    }

    /// Returns the fragment, if there is one.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/model#unit".parse()?;
    /// assert_eq!(cri.cri().fragment().and_then(|fragment| fragment.as_str()), Some("unit"));
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn fragment(&self) -> Option<Text<'a>> {
        if self.fragment.is_empty() { None } else { Some(Text::of_item(self.fragment)) }
    }

    /// Returns this CRI without its query, or the view itself if there are no parameters. An empty query of a reference
    /// is kept, because a reference without a query takes the query of its base.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/a?u=C".parse()?;
    /// assert_eq!(cri.cri().without_query().to_string(), "coap://h/a");
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn without_query(&self) -> Self {
        // R2
        if self.query_count() == 0 { *self } else { Self { query: &[], whole: &[], ..*self } }
    }

    /// Returns this CRI without its fragment, or the view itself if there is no fragment. Network actions compare CRIs
    /// without their fragments (href 4 fragment, RFC 3986 6.1).
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coap://h/a#f".parse()?;
    /// assert_eq!(cri.cri().without_fragment().to_string(), "coap://h/a");
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn without_fragment(&self) -> Self {
        let whole = if self.fragment.is_empty() { self.whole } else { &[] };
        Self { fragment: &[], whole, ..*self }
    }
}

/// True if a path of a full CRI may follow an authority that begins with the byte `authority` (R4). Without an
/// authority, the path must not start with two slashes. A rootless path must have a first segment that is not empty.
/// (href 2.1 two-slashes, 2.1 rootless, 6.1 path-absolute)
pub(crate) fn has_valid_path(authority: u8, count: usize, starts_empty: impl FnOnce() -> bool) -> bool {
    match authority {
        // href 2.1 two-slashes, href 6.1 path-absolute
        NULL => count < 2 || !starts_empty(),
        // C2, href 2.1 rootless, href 6.1 path-absolute
        TRUE => count > 0 && !starts_empty(),
        _ => true,
    }
}
