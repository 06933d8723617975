// SPDX-License-Identifier: MIT OR Apache-2.0
//! The scheme section of a CRI: a number, or a name (C1).

use super::Cri;
use crate::bytes::utf8::checked_str;
use crate::cbor::read;
use crate::error::Error;
use crate::scheme::{self, SchemeNumber};

/// The scheme section (C1).
///
/// ```
/// use cri::{Cri, Revision, Scheme, SchemeNumber};
///
/// let cri = Cri::parse_exact(Revision::Href27, b"\x82\x20\x81\x61h")?; // [-1, ["h"]]
/// assert_eq!(cri.scheme(), Scheme::Number(SchemeNumber::COAP));
/// let cri = Cri::parse_exact(Revision::Href27, b"\x82\x63tag\x81\x61h")?; // ["tag", ["h"]]
/// assert_eq!(cri.scheme(), Scheme::Name("tag"));
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme<'a> {
    /// The scheme is not set: the CRI is a reference.
    NotSet,
    /// A scheme number n. Its scheme id is -1 - n.
    Number(SchemeNumber),
    /// A scheme name, in lower case.
    Name(&'a str),
}

/// The scheme section as it is written: a scheme number, or the bytes of a name.
#[derive(Clone, Copy)]
pub(crate) enum SchemeItem<'a> {
    NotSet,
    Number(u64),
    Name(&'a [u8]),
}

impl<'a> Cri<'a> {
    pub(crate) fn scheme_item(&self) -> SchemeItem<'a> {
        match self.scheme.first() {
            None => SchemeItem::NotSet,
            Some(0x60..) => SchemeItem::Name(read::content(self.scheme)),
            Some(_) => SchemeItem::Number(read::number(self.scheme)),
        }
    }

    /// Returns the scheme section as it was written. Linear in the length of a name.
    ///
    /// ```
    /// use cri::{CriBuf, Scheme, SchemeNumber};
    ///
    /// let cri: CriBuf<32> = "coaps://h/a".parse()?;
    /// assert_eq!(cri.cri().scheme(), Scheme::Number(SchemeNumber::COAPS));
    /// let reference: CriBuf<32> = "../a".parse()?;
    /// assert_eq!(reference.cri().scheme(), Scheme::NotSet);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn scheme(&self) -> Scheme<'a> {
        match self.scheme_item() {
            SchemeItem::NotSet => Scheme::NotSet,
            SchemeItem::Number(number) => Scheme::Number(SchemeNumber(number)),
            SchemeItem::Name(name) => Scheme::Name(checked_str(name)),
        }
    }

    /// Returns the scheme's number if it is written as a number. [`SchemeNumber::from_name`] returns the number of a
    /// name.
    ///
    /// ```
    /// use cri::{Cri, Revision, SchemeNumber};
    ///
    /// let cri = Cri::parse_exact(Revision::Href27, b"\x82\x20\x81\x61h")?; // [-1, ["h"]]
    /// assert_eq!(cri.scheme_number(), Some(SchemeNumber::COAP));
    /// let cri = Cri::parse_exact(Revision::Href27, b"\x82\x64coap\x81\x61h")?; // ["coap", ["h"]]
    /// assert_eq!(cri.scheme_number(), None);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn scheme_number(&self) -> Option<SchemeNumber> {
        match self.scheme_item() {
            SchemeItem::Number(number) => Some(SchemeNumber(number)),
            SchemeItem::NotSet | SchemeItem::Name(_) => None,
        }
    }

    /// Returns the scheme's number, even if the scheme was written as a name that is in the registry. Fails with
    /// `NotFull` if no scheme is set, and with `SchemeUnknown` for a name without a number. Constant time for a number
    /// and for the ten short-numbered schemes, otherwise logarithmic in the size of the registry.
    ///
    /// ```
    /// use cri::{Cri, Error, Revision, SchemeNumber};
    ///
    /// let cri = Cri::parse_exact(Revision::Href27, b"\x82\x64coap\x81\x61h")?; // ["coap", ["h"]]
    /// assert_eq!(cri.effective_scheme(), Ok(SchemeNumber::COAP));
    /// assert_eq!(cri::CriBuf::<8>::try_from(&b"\x80"[..])?.cri().effective_scheme(), Err(Error::NotFull));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn effective_scheme(&self) -> Result<SchemeNumber, Error> {
        match self.scheme_item() {
            SchemeItem::NotSet => Err(Error::NotFull),
            SchemeItem::Number(number) => Ok(SchemeNumber(number)),
            SchemeItem::Name(name) => scheme::number(self.revision, name).map(SchemeNumber).ok_or(Error::SchemeUnknown),
        }
    }

    /// Returns the scheme's name, even if the scheme was written as a number that is in the registry.
    ///
    /// ```
    /// use cri::CriBuf;
    ///
    /// let cri: CriBuf<32> = "coaps+tcp://h/a".parse()?;
    /// assert_eq!(cri.cri().scheme_name(), Some("coaps+tcp"));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn scheme_name(&self) -> Option<&'a str> {
        self.scheme_name_bytes().map(checked_str)
    }

    pub(crate) fn scheme_name_bytes(&self) -> Option<&'a [u8]> {
        match self.scheme_item() {
            SchemeItem::NotSet => None,
            SchemeItem::Number(number) => scheme::name(self.revision, number).map(str::as_bytes),
            SchemeItem::Name(name) => Some(name),
        }
    }
}
