// SPDX-License-Identifier: MIT OR Apache-2.0
//! Relativization, the inverse of resolution (cori 2.2 relative).

use super::options::Pairs;
use super::{ABSOLUTE_PATH, APPEND_PATH, Cori, FRAGMENT, LAST_PATH_TYPE, PATH, PATH_TYPE, QUERY, RELATIVE_PATH};
use crate::error::Error;

/// The number of options before the path: scheme, host and port.
const BEFORE_PATH: usize = 3;
/// The last path type that is encoded in one byte; higher types take two.
const LAST_SHORT_PATH_TYPE: u8 = 23;

impl<'a> Cori<'a> {
    /// Returns the shortest reference that resolves against this base to the target. It is a view that borrows from the
    /// target, and needs no buffer.
    ///
    /// If the target has a lone empty path segment, the reference resolves to the target without this segment. Fails
    /// with `Base` if the base is not absolute, and with `CoriNotAbsolute` if the target is not. Linear in the number
    /// of options.
    ///
    /// ```
    /// use cri::cori::{Cori, CoriOption};
    ///
    /// // [1, "coap", 2, "h", 4, 5683, 6, "a"], and the same with "b"
    /// let (base, _) = Cori::parse(b"\x88\x01\x64coap\x02\x61h\x04\x19\x16\x33\x06\x61a")?;
    /// let (target, _) = Cori::parse(b"\x88\x01\x64coap\x02\x61h\x04\x19\x16\x33\x06\x61b")?;
    /// assert_eq!(base.relativize(&target)?.options().last(), Some(CoriOption::Path("b")));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn relativize(&self, target: &Self) -> Result<Self, Error> {
        self.check_base()?;
        target.check_absolute()?;
        let (mut theirs, mut ours) = (target.pairs(), self.pairs());
        let common = skip_common(&mut theirs, &mut ours, PATH);
        if common < BEFORE_PATH {
            return Ok(target.after(&theirs));
        }
        let mut at = theirs;
        let mut path_type = None;
        let dropped = ours.walk(QUERY, usize::MAX).segments;
        let added = theirs.walk(QUERY, usize::MAX).segments;
        if added == 0 && dropped == 0 {
            skip_common(&mut theirs, &mut ours, QUERY);
            let removed_parameters = ours.walk(FRAGMENT, usize::MAX).options;
            let added_parameters = theirs.walk(FRAGMENT, usize::MAX).options;
            if removed_parameters == 0 && added_parameters == 0 {
                at = theirs;
            } else if !(PATH_TYPE..FRAGMENT).contains(&at.number()) {
                // The reference does not begin with a query, so it needs a path type to remove the base's query.
                path_type = Some(APPEND_PATH);
            }
        } else {
            let limit = if common == BEFORE_PATH { LAST_SHORT_PATH_TYPE } else { LAST_PATH_TYPE };
            // cori 2.2 relative
            path_type = match u8::try_from(dropped).unwrap_or(u8::MAX).saturating_add(APPEND_PATH) {
                RELATIVE_PATH if added > 0 => None,
                relative if relative <= limit => Some(relative),
                _ => {
                    at = target.pairs();
                    at.walk(QUERY, BEFORE_PATH);
                    at.skip_lone_empty_segment();
                    Some(ABSOLUTE_PATH)
                }
            };
        }
        let mut reference = target.after(&at);
        if let Some(path_type) = path_type {
            let [.., argument] = &mut reference.path_type;
            *argument = path_type;
            reference.path_type_len = reference.path_type.len() as u8;
        }
        Ok(reference)
    }
}

/// Moves past the options at the start of `a` and `b` that are the same, if their numbers are not above `last`. Returns
/// the number of these options.
fn skip_common(a: &mut Pairs<'_>, b: &mut Pairs<'_>, last: u8) -> usize {
    let mut common = 0;
    loop {
        a.skip_lone_empty_segment();
        b.skip_lone_empty_segment();
        match (a.peek(), b.peek()) {
            (Some(x), Some(y)) if x == y && x.number <= last => {}
            _ => return common,
        }
        a.raw();
        b.raw();
        common += 1;
    }
}
