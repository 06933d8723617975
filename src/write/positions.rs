// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sections of a CRI that are written (R2).
//!
//! Only this file decides how many sections are written, and which item is written for an omitted section.

use core::ops::Range;

use crate::bytes::sink::Sink;
use crate::cbor::{ARRAY, NULL};
use crate::revision::Revision;

/// The positions of the sections in the order of the encoding (href 5.1). A reference without scheme and authority
/// begins with the discard value, which has the position of the authority.
pub(crate) const SCHEME: usize = 0;
pub(crate) const AUTHORITY: usize = 1;
pub(crate) const PATH: usize = 2;
pub(crate) const QUERY: usize = 3;
pub(crate) const FRAGMENT: usize = 4;

/// The sections of a CRI or CRI reference that differ from their defaults.
#[derive(Clone, Copy)]
pub(crate) struct Presence {
    /// True if there is a scheme.
    pub full: bool,
    /// True if there is an authority other than null.
    pub authority: bool,
    /// The discard value of a reference without authority.
    pub discard: u8,
    /// True if a reference sets the path, or if the path of a full CRI has segments.
    pub path: bool,
    /// True if a reference sets the query, or if the query of a full CRI has parameters.
    pub query: bool,
    /// True if there is a fragment.
    pub fragment: bool,
}

impl Presence {
    /// Returns the positions of the sections that are written. Omitted sections at the end are not written (href 5.1
    /// rule 1, href-27 trailing), but omitted sections before another section are ([`put_omitted`]).
    pub(crate) fn positions(&self) -> Range<usize> {
        // href 5.2
        let start = if self.full || self.authority { SCHEME } else { AUTHORITY };
        let end = if self.fragment {
            FRAGMENT + 1
        } else if self.query {
            QUERY + 1
        } else if self.path {
            PATH + 1
        } else if self.authority || (!self.full && self.discard != 0) {
            AUTHORITY + 1
        } else if self.full {
            SCHEME + 1
        } else {
            // href 5.2 encoding
            start
        };
        start..end
    }
}

/// Returns the item that is written for an omitted section before another section. This is `[]` for the path of a full
/// CRI (href 5.1 rule 3) and, in revision 27, for its query (href-27 query, href-27 trailing), and otherwise null (href
/// 5.1 rule 2).
pub(crate) fn omitted(position: usize, full: bool, revision: Revision) -> u8 {
    match position {
        // href 5.1 rule 3
        PATH if full => ARRAY << 5,
        // href-27 query
        QUERY if full && revision.omits_query_as_array() => ARRAY << 5,
        _ => NULL,
    }
}

/// Writes the items for omitted sections that another section follows.
pub(crate) fn put_omitted(sink: &mut impl Sink, positions: Range<usize>, full: bool, revision: Revision) {
    positions.for_each(|position| sink.byte(omitted(position, full, revision)));
}
