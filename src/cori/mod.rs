// SPDX-License-Identifier: MIT OR Apache-2.0
//! CoRI, the older serialization: draft-ietf-core-href-02 ("cori" here; R18 to R20).
//!
//! A CoRI is a CBOR array in which option numbers and option values alternate (cori 3). The draft's reference code
//! represents a CoRI as a list of tuples. This module represents it as a view of the caller's bytes: up to two runs of
//! options and, between them, a path option with the relation number, if resolution has added one. All operations walk
//! the options. If the result of an operation is a CoRI, it is a view that borrows from the operands, and needs no
//! buffer.

mod check;
mod coap;
mod decompose;
mod from_cri;
mod options;
mod recompose;
mod relativize;
mod resolve;
mod to_cri;

pub use coap::CoapFlags;
pub use decompose::decompose;
pub use options::CoriOption;
pub use resolve::Relation;

use crate::cbor::{UINT, read};
use crate::error::Error;

// The numbers of the options (cori 2.1, 4). `END` is `_END` in the reference code.
const SCHEME: u8 = 1;
const HOST_NAME: u8 = 2;
const HOST_IP: u8 = 3;
const PORT: u8 = 4;
const PATH_TYPE: u8 = 5;
const PATH: u8 = 6;
const QUERY: u8 = 7;
const FRAGMENT: u8 = 8;
const END: u8 = 9;

/// The path type of a path that replaces the base's path.
const ABSOLUTE_PATH: u8 = 0;
/// The path type of a path that is appended to the base's path after the relation number.
const APPEND_RELATION: u8 = 1;
/// The path type of a path that is appended to the base's path.
const APPEND_PATH: u8 = 2;
/// The path type of a path that replaces the last segment of the base's path. Each higher path type drops one more
/// segment.
const RELATIVE_PATH: u8 = 3;
/// The highest path type (R18).
const LAST_PATH_TYPE: u8 = 127;

/// The size of the longest path option whose value is a relation number in decimal digits.
const RELATION: usize = 12;

/// The kind of a CoRI (cori 2.2).
///
/// ```
/// use cri::cori::{Cori, CoriKind};
///
/// // [1, "coap", 2, "h", 4, 5683]
/// let (cori, _) = Cori::parse(b"\x86\x01\x64coap\x02\x61h\x04\x19\x16\x33")?;
/// assert_eq!(cori.kind(), CoriKind::Normalized);
/// let (cori, _) = Cori::parse(b"\x82\x06\x61a")?; // [6, "a"]
/// assert_eq!(cori.kind(), CoriKind::Relative);
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum CoriKind {
    /// The CoRI is empty, or has no scheme.
    Relative = 0,
    /// The CoRI is absolute, and has a lone empty path segment, which resolving drops.
    Absolute = 1,
    /// The CoRI is absolute and normalized: it resolves to itself.
    Normalized = 2,
}

/// A well-formed CoRI. It borrows the bytes from which it was parsed, or the bytes of the CoRIs from which an operation
/// made it. Parsing checks all of it, so functions that read it do not fail because of its content.
///
/// ```
/// use cri::Output;
/// use cri::cori::{Cori, Relation};
///
/// // [1, "coap", 2, "h", 4, 5683, 6, "a"] and [6, "b"]
/// let (base, _) = Cori::parse(b"\x88\x01\x64coap\x02\x61h\x04\x19\x16\x33\x06\x61a")?;
/// let (reference, _) = Cori::parse(b"\x82\x06\x61b")?;
/// let mut buffer = [0; 32];
/// let mut output = Output::new(&mut buffer);
/// base.resolve(&reference, Relation::default())?.recompose(&mut output)?;
/// assert_eq!(output.written_str()?, "coap://h:5683/b");
/// # Ok::<(), cri::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Cori<'a> {
    /// The first options in encoded form: number, value, number, value …
    pub(crate) head: &'a [u8],
    /// The options that follow `head` and `relation`.
    pub(crate) tail: &'a [u8],
    /// A path option in encoded form, between `head` and `tail`, whose value is a relation number.
    pub(crate) relation: [u8; RELATION],
    /// A path type option in encoded form, before all other options.
    path_type: [u8; 3],
    /// The length of `relation`, or 0 if the view has no such option.
    relation_len: u8,
    /// The length of `path_type`, or 0 if the view has no such option.
    path_type_len: u8,
    /// True if the encoding has a lone empty path segment. The iterators over the options omit this segment.
    lone_segment: bool,
}

impl<'a> Cori<'a> {
    const fn new(head: &'a [u8], lone_segment: bool) -> Self {
        // The head of the path type has two bytes, even if one is enough. `encode` writes the shortest head.
        let (relation, path_type) = ([0; RELATION], [PATH_TYPE, UINT << 5 | 24, 0]);
        let (relation_len, path_type_len) = (0, 0);
        Self { head, tail: &[], relation, path_type, relation_len, path_type_len, lone_segment }
    }

    /// Returns whether the CoRI is relative, absolute, or absolute and normalized (cori 2.2 absolute, 2.2 normalized).
    /// If the result of an operation is absolute, it is normalized. Constant time.
    ///
    /// ```
    /// use cri::cori::{Cori, CoriKind};
    ///
    /// // [1, "coap", 2, "h", 4, 5683, 6, ""]
    /// let (cori, _) = Cori::parse(b"\x88\x01\x64coap\x02\x61h\x04\x19\x16\x33\x06\x60")?;
    /// assert_eq!(cori.kind(), CoriKind::Absolute);
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> CoriKind {
        if !self.is_absolute() {
            CoriKind::Relative
        } else if self.lone_segment {
            CoriKind::Absolute
        } else {
            CoriKind::Normalized
        }
    }

    /// Returns true if the CoRI has a scheme, and therefore a host and a port.
    ///
    /// ```
    /// use cri::cori::Cori;
    ///
    /// let (cori, _) = Cori::parse(b"\x82\x06\x61a")?; // [6, "a"]
    /// assert!(!cori.is_absolute());
    /// # Ok::<(), cri::Error>(())
    /// ```
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        // cori 2.2 absolute
        read::argument(self.head) == SCHEME as usize
    }

    /// Fails with `Base` if the CoRI is not absolute.
    fn check_base(&self) -> Result<(), Error> {
        if self.is_absolute() { Ok(()) } else { Err(Error::Base) }
    }

    /// Fails with `CoriNotAbsolute` if the CoRI is not absolute.
    fn check_absolute(&self) -> Result<(), Error> {
        if self.is_absolute() { Ok(()) } else { Err(Error::CoriNotAbsolute) }
    }
}
