// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of a builder, and the order of its steps.

use crate::bytes::output::Output;
use crate::cbor::NULL;
use crate::error::Error;
use crate::revision::Revision;
use crate::write::sections::Sections;

/// A flag: the builder normalises (href 3 normalizations). It writes the scheme and the host name in lower case (href 3
/// lower-case), and omits the default port (href 3 port).
pub(crate) const NORMALIZE: u8 = 1;
/// A flag: texts passed to the builder are in URI form. The builder decodes their triplets, and writes octets that must
/// stay percent-encoded as PET.
pub(crate) const PERCENT: u8 = 2;

/// A flag: the last segment is empty and was copied from a CRI, so it is the slash before the next segment (R52).
pub(super) const SLASH: u8 = 4;

/// The stage to which the last step of a builder belongs. A step never returns to an earlier stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Stage {
    Start,
    Scheme,
    Userinfo,
    Host,
    Port,
    Rootless,
    Discard,
    Path,
    Query,
    Fragment,
    Finished,
}

/// A builder of one CRI or CRI reference.
///
/// The sections come in the order of the CBOR: scheme, user information, host, port, path, query, fragment. A reference
/// begins with [`Builder::discard`] or, if it is a network-path reference, with the authority. After its first error,
/// the builder writes nothing more, and [`Builder::finish`] returns this error. The description of each step lists its
/// errors. A step that comes too late fails with [`Error::Order`].
///
/// ```
/// use cri::{Builder, Cri, Revision};
///
/// let mut buffer = [0; 64];
/// let mut builder = Builder::new(Revision::Href27, &mut buffer);
/// let encoding = builder.scheme_name("coap").host_name("h.example").segment("a b").finish()?;
/// assert_eq!(Cri::try_from(encoding)?.to_string(), "coap://h.example/a%20b");
/// # Ok::<(), cri::Error>(())
/// ```
#[repr(C)]
pub struct Builder<'b> {
    pub(crate) sections: Sections<'b>,
    /// The number of path segments.
    pub(super) segments: usize,
    /// The first error.
    pub(crate) error: Option<Error>,
    /// The scheme's default port, or 0 if no default port is known.
    pub(super) default_port: u16,
    pub(crate) flags: u8,
    pub(super) stage: Stage,
    /// The discard value, if the reference begins with one.
    pub(super) discard: Option<u8>,
    /// True if the first segment is empty.
    pub(super) first_empty: bool,
    /// The initial byte of the authority: `NULL`, `TRUE`, or 0 if there is a host.
    pub(super) authority: u8,
}

impl Stage {
    /// True if a step of this stage may follow a step of the stage `before`.
    fn may_follow(self, before: Self) -> bool {
        match self {
            Self::Discard => before == Self::Start,
            Self::Rootless => before <= Self::Scheme,
            Self::Port => before == Self::Host,
            // A host must follow user information.
            _ if before == Self::Userinfo => self == Self::Host,
            // A scheme, a discard value or an authority must come first.
            Self::Path | Self::Query | Self::Fragment if before == Self::Start => false,
            // The path has several segments, and the query several parameters.
            Self::Path | Self::Query => before <= self,
            _ => before < self,
        }
    }
}

impl<'b> Builder<'b> {
    /// Returns a builder that writes into an output from its start.
    pub(crate) fn on(revision: Revision, flags: u8, output: Output<'b>) -> Self {
        Self {
            sections: Sections::new(revision, output),
            segments: 0,
            error: None,
            default_port: 0,
            flags,
            stage: Stage::Start,
            discard: None,
            first_empty: false,
            authority: NULL,
        }
    }

    /// Returns the first error, if there was one.
    pub(crate) fn checked(&self) -> Result<(), Error> {
        self.error.map_or(Ok(()), Err)
    }

    /// Runs a step that belongs to the stage `to`. Fails with `Order` if the step is out of order, and with the first
    /// error if the builder has failed already.
    pub(super) fn step(&mut self, to: Stage, step: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        self.checked()?;
        let result = if to.may_follow(self.stage) { step(self) } else { Err(Error::Order) };
        match result {
            Ok(()) => self.stage = to,
            Err(error) => self.error = Some(error),
        }
        result
    }
}
