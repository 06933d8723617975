// SPDX-License-Identifier: MIT OR Apache-2.0
//! The filter of a request for links (RFC 6690 4.1).

use super::attribute::{LinkAttributes, LinkValue};
use super::grammar::name_len;
use crate::error::Error;

/// Attributes whose value is a list of tokens (RFC 6690 2 `relation-types`; RFC 7252 7.2.1).
const LISTS: [&[u8]; 5] = [b"rel", b"rev", b"rt", b"if", b"ct"];
/// Other attributes that a link has once: of more, the first counts (RFC 6690 3; RFC 8288 3.3, 3.4.1).
const ONCE: [&[u8]; 6] = [b"anchor", b"media", b"title", b"title*", b"type", b"sz"];

/// One decoded Uri-Query value.
pub(super) struct Filter<'q> {
    name: &'q [u8],
    pattern: &'q [u8],
    /// True if the pattern ends in `*`, which is omitted here.
    is_prefix: bool,
}

impl<'q> Filter<'q> {
    /// Reads `filter-query = resource-param "=" query-pattern`; else `Syntax`.
    pub(super) fn new(query: &'q [u8]) -> Result<Self, Error> {
        let length = name_len(query, 0);
        let (Some((name, [b'=', pattern @ ..])), 1..) = (query.split_at_checked(length), length) else {
            return Err(Error::Syntax);
        };
        //= RFC 6690 4.1
        Ok(match pattern {
            [pattern @ .., b'*'] => Self { name, pattern, is_prefix: true },
            pattern => Self { name, pattern, is_prefix: false },
        })
    }

    /// True if a link with that target and those attributes passes: it has the attribute that the filter names, and the
    /// value or one of its tokens is what the pattern says. The attribute `href` is the target.
    pub(super) fn passes(&self, target: &[u8], attributes: LinkAttributes<'_>) -> bool {
        if self.name.eq_ignore_ascii_case(b"href") {
            return if self.is_prefix { target.starts_with(self.pattern) } else { target == self.pattern };
        }
        let is_one_of = |names: &[&[u8]]| names.iter().any(|name| name.eq_ignore_ascii_case(self.name));
        let is_list = is_one_of(&LISTS);
        let mut values = attributes.filter(|(name, _)| name.eq_ignore_ascii_case(self.name));
        let mut passes = values.by_ref().take(if is_list || is_one_of(&ONCE) { 1 } else { usize::MAX });
        passes.any(|(_, value)| self.is_met_by(value, is_list))
    }

    fn is_met_by(&self, value: LinkValue<'_>, is_list: bool) -> bool {
        let whole = if self.is_prefix { value.starts_with(self.pattern) } else { value.equals(self.pattern) };
        //= RFC 6690 4.1
        whole || (is_list && value.any_token(self.pattern, self.is_prefix))
    }
}
