// SPDX-License-Identifier: MIT OR Apache-2.0
//! The methods of CoAP (RFC 7252 5.8, RFC 8132), and sets of methods in authorization information (RFC 9237 2.3).

use crate::error::Error;

/// A method of CoAP. Its code is between 1 and 32.
///
/// ```
/// use cri::{Error, Method};
///
/// assert_eq!(Method::try_from(5), Ok(Method::FETCH));
/// assert_eq!(Method::try_from(0), Err(Error::Argument));
/// assert_eq!(Method::GET.code(), 1);
/// assert_eq!(Method::IPATCH.to_string(), "iPATCH");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Method(u8);

impl Method {
    /// GET, code 0.01.
    pub const GET: Self = Self(1);
    /// POST, code 0.02.
    pub const POST: Self = Self(2);
    /// PUT, code 0.03.
    pub const PUT: Self = Self(3);
    /// DELETE, code 0.04.
    pub const DELETE: Self = Self(4);
    /// FETCH, code 0.05.
    pub const FETCH: Self = Self(5);
    /// PATCH, code 0.06.
    pub const PATCH: Self = Self(6);
    /// iPATCH, code 0.07.
    pub const IPATCH: Self = Self(7);

    /// Returns the code, as it is in the header of a request.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Method {
    type Error = Error;

    /// Fails with `Argument` if the code is not between 1 and 32.
    #[inline]
    fn try_from(code: u8) -> Result<Self, Error> {
        if (1..=32).contains(&code) { Ok(Self(code)) } else { Err(Error::Argument) }
    }
}

impl core::fmt::Display for Method {
    /// Writes the name. A method without a name is written as its code, such as `0.08`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        const NAMES: [&str; 7] = ["GET", "POST", "PUT", "DELETE", "FETCH", "PATCH", "iPATCH"];
        match NAMES.get(usize::from(self.0) - 1) {
            Some(name) => f.pad(name),
            None => write!(f, "0.{:02}", self.0),
        }
    }
}

impl From<Method> for u8 {
    fn from(method: Method) -> Self {
        method.0
    }
}

/// The set of methods that an entry of authorization information allows (RFC 9237 section 2.3).
///
/// ```
/// use cri::{Aif, Method, Revision};
///
/// // [[["s"], 1 << 32 | 5]]
/// let entries = b"\x81\x82\x81\x81\x61s\x1b\0\0\0\x01\0\0\0\x05";
/// let (_, methods) = Aif::new(Revision::Href27, entries)?.next().ok_or(cri::Error::Argument)??;
/// assert!(methods.contains(Method::PUT) && !methods.contains(Method::POST));
/// assert!(methods.contains_on_created(Method::GET));
/// assert_eq!(methods.bits(), 1 << 32 | 5);
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Methods(pub(crate) u64);

impl Methods {
    /// Returns the set as a number. Bit n - 1 is the method with code n. Bit n + 31 is the same method on resources
    /// that the subject itself has created.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// True if the method is allowed on the resource.
    #[must_use]
    pub const fn contains(self, method: Method) -> bool {
        self.0 >> (method.0 - 1) & 1 != 0
    }

    /// True if the method is allowed on resources that the subject itself has created.
    #[must_use]
    pub const fn contains_on_created(self, method: Method) -> bool {
        self.0 >> (method.0 + 31) & 1 != 0
    }
}
