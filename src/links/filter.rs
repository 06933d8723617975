// SPDX-License-Identifier: MIT OR Apache-2.0
//! The filter of a request for links (RFC 6690 4.1).

use super::attribute::{LinkAttributes, LinkValue};
use super::grammar::after_name;
use crate::bytes::before;
use crate::error::Error;

/// Attributes whose value is a list of tokens (RFC 6690 2 `relation-types`; RFC 7252 7.2.1).
const LISTS: &[u8] = b"rel rev rt if ct";
/// Attributes of which only the first occurrence in a link counts (RFC 6690 3; RFC 7252 7.2.1; RFC 8288 3.3, 3.4.1).
const ONCE: &[u8] = b"rel rt if sz ct anchor media title title* type";

/// True if `names`, a list separated by spaces, contains a name. Case is ignored.
pub(crate) fn is_among(names: &[u8], name: &[u8]) -> bool {
    names.split(|byte| *byte == b' ').any(|one| one.eq_ignore_ascii_case(name))
}

/// A filter: one decoded Uri-Query value, such as `rt=temp*`.
pub(crate) struct Filter<'q> {
    name: &'q [u8],
    pattern: &'q [u8],
    /// True if the query's pattern ends in `*`, which `pattern` does not include.
    is_prefix: bool,
}

impl<'q> Filter<'q> {
    /// Reads `filter-query = resource-param "=" query-pattern`. Fails with `Syntax` for another text.
    pub(crate) fn new(query: &'q [u8]) -> Result<Self, Error> {
        let rest = after_name(query);
        let (name @ [_, ..], [b'=', pattern @ ..]) = (before(query, rest), rest) else {
            return Err(Error::Syntax);
        };
        // RFC 6690 4.1
        Ok(match pattern {
            [pattern @ .., b'*'] => Self { name, pattern, is_prefix: true },
            pattern => Self { name, pattern, is_prefix: false },
        })
    }

    /// True if a link with this target and these attributes passes: it has the attribute that the filter names, and the
    /// value matches the pattern. If the value is a list, one of its tokens must match. The name `href` refers to the
    /// target. `lists` names further attributes whose values are lists. Every occurrence of these counts.
    pub(crate) fn passes(&self, target: &[u8], mut attributes: LinkAttributes<'_>, lists: &[u8]) -> bool {
        if self.name.eq_ignore_ascii_case(b"href") {
            return if self.is_prefix { target.starts_with(self.pattern) } else { target == self.pattern };
        }
        // The name is looked up at most once, so that the time is linear in `lists`. Most links lack the attribute, and
        // then it is not looked up.
        let mut kind = None;
        while let Some((name, value)) = attributes.next_attribute() {
            if name.eq_ignore_ascii_case(self.name) {
                // R36
                let (is_list, is_once) = *kind.get_or_insert_with(|| {
                    let is_added = is_among(lists, self.name);
                    (is_added || is_among(LISTS, self.name), !is_added && is_among(ONCE, self.name))
                });
                if if is_list { self.is_met_by_token(value) } else { self.is_met_by(value) } {
                    return true;
                }
                if is_once {
                    return false;
                }
            }
        }
        false
    }

    fn is_met_by(&self, value: LinkValue<'_>) -> bool {
        if self.is_prefix { value.starts_with(self.pattern) } else { value.equals(self.pattern) }
    }

    /// True if a token of the list matches the pattern. A list without tokens is compared as an empty value.
    fn is_met_by_token(&self, list: LinkValue<'_>) -> bool {
        // RFC 6690 4.1
        list.any_token(self.pattern, self.is_prefix) || (self.pattern.is_empty() && !list.any_token(b"", true))
    }
}
