// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parts of a CRI and of a URI, with their numbers, and the location of an error.

use core::ffi::CStr;

use crate::error::{Error, as_str, nth};

/// The names of the parts, in the order of their numbers.
const NAMES: &str = "scheme\0userinfo\0host\0port\0path\0query\0fragment\0discard\0zone\0authority\0whole\0unknown\0";

/// Returns the name of the part with a number as a NUL-terminated string, or `"unknown"` if no part has the number.
pub(crate) fn name_of(number: u8) -> &'static CStr {
    nth(NAMES, number.min(Part::Whole as u8 + 1) as usize)
}

/// A part of a CRI or of a URI reference. The discriminant is the number that C sees.
///
/// ```
/// use cri::{Part, Revision, from_uri_where};
///
/// let fault = from_uri_where(Revision::Href27, "coap://h/%").map_err(|fault| fault.part);
/// assert_eq!(fault, Err(Part::Path));
/// assert_eq!(Part::Path.to_string(), "path");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Part {
    /// The scheme. In URI text, it is in the case in which it was written (RFC 3986 section 3.1).
    Scheme = 0,
    /// The user information. In URI text, it does not include the at sign (RFC 3986 3.2.1).
    Userinfo = 1,
    /// The host. In URI text, it includes the brackets, and is defined if there is an authority (RFC 3986 3.2.2).
    Host = 2,
    /// The port. In URI text, it is any number of digits (RFC 3986 3.2.3).
    Port = 3,
    /// The path. In URI text, it is always defined (RFC 3986 3.3).
    Path = 4,
    /// The query. In URI text, it does not include the question mark (RFC 3986 3.4).
    Query = 5,
    /// The fragment. In URI text, it does not include the number sign (RFC 3986 3.5).
    Fragment = 6,
    /// The discard value of a CRI reference (href 5.1.1).
    Discard = 7,
    /// The zone identifier of a host address (C4; RFC 6874).
    Zone = 8,
    /// The authority as a whole, or an item in it that belongs to no other component.
    Authority = 9,
    /// The CRI as a whole.
    Whole = 10,
}

impl Part {
    /// Returns a short name, such as `host`.
    ///
    /// ```
    /// assert_eq!(cri::Part::Userinfo.name(), "userinfo");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        as_str(name_of(self as u8))
    }
}

impl core::fmt::Display for Part {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// The reason why an input was refused, and where. It converts into an [`Error`], so `?` accepts it in
/// functions that return an `Error`.
///
/// ```
/// use cri::{Cri, Revision};
///
/// // [0, [".."]]
/// if let Err(fault) = Cri::parse_where(Revision::Href27, b"\x82\x00\x81\x62..") {
///     assert!(fault.to_string().ends_with("at byte 3, part path"));
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The cause.
    pub error: Error,
    /// The offset in bytes of the item or character at fault, or the length of the input if it is incomplete.
    pub offset: usize,
    /// The part that contains the fault.
    pub part: Part,
}

impl core::fmt::Display for Fault {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} at byte {}, part {}", self.error, self.offset, self.part)
    }
}

impl core::error::Error for Fault {}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        fault.error
    }
}

/// Lets `?` accept a `try_into()` that cannot fail, such as the one from a view to a `CriVec`.
impl From<core::convert::Infallible> for Error {
    fn from(never: core::convert::Infallible) -> Self {
        match never {}
    }
}
