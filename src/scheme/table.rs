// SPDX-License-Identifier: MIT OR Apache-2.0
//! A program's own table of schemes, in addition to the registry of the library.
//!
//! New schemes are still being registered (href-27 scheme-id), so the registry in firmware becomes incomplete while the
//! firmware is in use.

use super::{SchemeNumber, is_name, number_of_any_case};
use crate::bytes::utf8::checked_str;
use crate::error::Error;
use crate::revision::Revision;

/// A scheme that was registered after the library was built.
///
/// ```
/// use cri::scheme::{Row, Table};
/// use cri::{Revision, SchemeNumber};
///
/// let rows = [Row::new("new+scheme", 70000)];
/// let table = Table::new(Revision::Href27, &rows)?;
/// assert_eq!(table.name(SchemeNumber::new(70000)), Some("new+scheme"));
/// assert_eq!(table.number("New+Scheme"), Some(SchemeNumber::new(70000)));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Row<'t> {
    pub(crate) name: &'t [u8],
    pub(crate) number: u32,
    pub(crate) coap_port: u16,
}

impl<'t> Row<'t> {
    /// Returns a row. `name` is the scheme's name in lower case, and `number` is its scheme number, both as IANA lists
    /// them.
    #[must_use]
    pub const fn new(name: &'t str, number: u32) -> Self {
        Self { name: name.as_bytes(), number, coap_port: 0 }
    }

    /// Returns the same row for a CoAP scheme. `port` is the default port of the scheme, which is not 0.
    ///
    /// ```
    /// use cri::scheme::{Row, Table};
    /// use cri::{Revision, SchemeNumber};
    ///
    /// let rows = [Row::new("coap+gatt", 65000).coap(5683), Row::new("new", 65001)];
    /// let table = Table::new(Revision::Href27, &rows)?;
    /// assert_eq!(table.coap_port(SchemeNumber::new(65000)), Some(5683));
    /// assert_eq!(table.coap_port(SchemeNumber::new(65001)), None);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub const fn coap(self, port: u16) -> Self {
        Self { coap_port: port, ..self }
    }
}

/// The registry of a revision, extended by a program's own rows.
///
/// A row is ignored if its number or its name is in the registry or in an earlier row. Therefore no table changes the
/// meaning of a number, and a CRI that is written with a table is read back unchanged with it.
///
/// ```
/// use cri::scheme::{Row, Table};
/// use cri::{Revision, SchemeNumber};
///
/// // A row cannot change the meaning of a number that the registry has.
/// let rows = [Row::new("new", 0), Row::new("newer", 70000)];
/// let table = Table::new(Revision::Href27, &rows)?;
/// assert_eq!(table.name(SchemeNumber::COAP), Some("coap"));
/// assert_eq!(table.number("newer"), Some(SchemeNumber::new(70000)));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Table<'t> {
    pub(crate) revision: Revision,
    rows: &'t [Row<'t>],
}

impl<'t> Table<'t> {
    /// The greatest length of a row's name, in bytes.
    pub const MAX_NAME: usize = 64;

    /// Returns the registry of a revision, extended by `rows`. Fails with `Argument` if the name of a row is not a
    /// scheme name in lower case (RFC 3986 section 3.1), or is longer than [`Table::MAX_NAME`]. Linear.
    ///
    /// ```
    /// use cri::Error;
    /// use cri::scheme::{Row, Table};
    ///
    /// assert_eq!(Table::new(cri::Revision::Href27, &[Row::new("New", 70000)]).err(), Some(Error::Argument));
    /// ```
    pub fn new(revision: Revision, rows: &'t [Row<'t>]) -> Result<Self, Error> {
        let is_valid = |row: &Row<'_>| row.name.len() <= Self::MAX_NAME && is_name(row.name);
        if rows.iter().all(is_valid) { Ok(Self { revision, rows }) } else { Err(Error::Argument) }
    }

    /// Returns the name of the scheme with the number `number`. Linear in the size of the registry and the table.
    pub fn name(&self, number: SchemeNumber) -> Option<&'t str> {
        self.name_bytes(number.get()).map(checked_str)
    }

    pub(crate) fn name_bytes(&self, number: u64) -> Option<&'t [u8]> {
        if let Some(name) = super::name(self.revision, number) {
            return Some(name.as_bytes());
        }
        let name = self.rows.iter().find(|row| u64::from(row.number) == number)?.name;
        let first = self.rows.iter().find(|row| row.name == name)?;
        let is_new = number_of_any_case(self.revision, name).is_none();
        if is_new && u64::from(first.number) == number { Some(name) } else { None }
    }

    /// Returns the default port of a CoAP scheme by its number, or `None` for any other scheme. The CoAP schemes are
    /// the ones of the library, and the rows with a port for CoAP. Linear in the size of the table. The names are not
    /// compared, so a program that only calls this function does not link the registry.
    #[must_use]
    pub fn coap_port(&self, number: SchemeNumber) -> Option<u16> {
        let number = number.get();
        super::coap_port(self.revision, number).or_else(|| {
            // The short-numbered schemes keep their meaning.
            let is_short = super::short_of_number(self.revision, number).is_some();
            let row = self.rows.iter().find(|row| u64::from(row.number) == number)?;
            if is_short || row.coap_port == 0 { None } else { Some(row.coap_port) }
        })
    }

    /// Returns the number of the scheme with the name `name`, in upper, lower or mixed case. Linear in the size of the
    /// registry and the table.
    pub fn number(&self, name: impl AsRef<[u8]>) -> Option<SchemeNumber> {
        self.number_of(name.as_ref()).map(|number| SchemeNumber(number.into()))
    }

    pub(crate) fn number_of(&self, name: &[u8]) -> Option<u32> {
        if let Some(number) = number_of_any_case(self.revision, name) {
            return Some(number);
        }
        let row = self.rows.iter().find(|row| row.name.eq_ignore_ascii_case(name))?;
        if self.name_bytes(row.number.into())? == row.name { Some(row.number) } else { None }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use crate::revision::Revision::{Href13, Href27};

    const ROWS: [Row<'_>; 7] = [
        Row::new("new", 1047),
        Row::new("newer", 1045),
        Row::new("coap", 1048),
        Row::new("new-http", 2),
        Row::new("new", 1049),
        Row::new("other", 1045),
        Row::new("last", u32::MAX),
    ];

    #[test]
    fn the_registry_takes_precedence_over_rows() {
        let table = Table::new(Href27, &ROWS).unwrap();
        for (number, name) in [(0, "coap"), (2, "http"), (1047, "new"), (1045, "newer"), (u32::MAX.into(), "last")] {
            let number = SchemeNumber::new(number);
            assert_eq!(table.name(number), Some(name));
            assert_eq!(table.number(name), Some(number));
            assert_eq!(table.number(name.to_ascii_uppercase()), Some(number));
        }
        // The rows with these numbers contradict the registry or an earlier row.
        for number in [1048, 1049, 1050, 1 << 32, (1 << 32) + 1045, u64::MAX] {
            assert_eq!(table.name(number.into()), None, "{number}");
        }
        for name in ["new-http", "other", "newe", "newerx", ""] {
            assert_eq!(table.number(name), None, "{name}");
        }
    }

    /// In every table, the name of a number has this number, and the number of a name has this name.
    #[test]
    fn names_and_numbers_are_found_in_both_directions() {
        for revision in [Href13, Href27] {
            for first in 0..ROWS.len() {
                let table = Table::new(revision, &ROWS[first..]).unwrap();
                for row in ROWS {
                    let number = SchemeNumber::new(row.number.into());
                    if let Some(name) = table.name(number) {
                        assert_eq!(table.number(name), Some(number));
                    }
                    if let Some(number) = table.number(row.name) {
                        assert_eq!(table.name(number).map(str::as_bytes), Some(row.name));
                    }
                }
            }
        }
    }

    #[test]
    fn a_row_must_have_a_scheme_name() {
        for name in ["", "A", "1a", "a/", "a:", "a\u{e9}", &"a".repeat(65)] {
            let rows = [Row::new("good", 5000), Row::new(name, 5001)];
            assert_eq!(Table::new(Href27, &rows).err(), Some(Error::Argument), "{name}");
        }
        assert!(Table::new(Href27, &[Row::new(&"a".repeat(64), 5000)]).is_ok());
    }
}
