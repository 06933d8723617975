// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs as fields of messages that minicbor encodes and decodes (feature `minicbor`).
//!
//! The meaning of a CRI's bytes depends on the revision, which is not in the bytes. The decoder takes the revision from
//! its context, which is a [`Revision`] or another type that implements `AsRef<Revision>`. Code that decodes with any
//! other context does not compile. Encoding needs no context, and writes the canonical form in the revision of the
//! view.
//!
//! ```
//! use cri::{Cri, Revision};
//! use minicbor::{Decode, Encode};
//!
//! #[derive(Encode, Decode)]
//! #[cbor(context_bound = "AsRef<Revision>")]
//! struct Link<'b> {
//!     #[b(0)] target: Cri<'b>,
//!     #[n(1)] size: Option<u32>,
//! }
//!
//! let message = b"\x82\x82\x01\x81\x61c\x18\x2a"; // [[1, ["c"]], 42]
//! let link: Link = minicbor::decode_with(message, &mut Revision::Href27)?;
//! assert_eq!((link.target.discard(), link.size), (cri::Discard::Segments(1), Some(42)));
//! # Ok::<(), minicbor::decode::Error>(())
//! ```
//!
//! If the fields name the revision in their types, decoding needs no context. [`InRevision`] is such a type:
//!
//! ```
//! use cri::Cri;
//! use cri::adapter::minicbor::InRevision;
//! use minicbor::{Decode, Encode};
//!
//! #[derive(Encode, Decode)]
//! struct Link<'b> {
//!     #[b(0)] target: InRevision<27, Cri<'b>>,
//!     #[n(1)] size: Option<u32>,
//! }
//!
//! let message = b"\x82\x82\x01\x81\x61c\x18\x2a"; // [[1, ["c"]], 42]
//! let link: Link = minicbor::decode(message)?;
//! assert!(link.target.path().eq(["c"]));
//! assert_eq!(minicbor::to_vec(&link)?, message);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | Field | An item that cannot be processed as a CRI (href 5.2.1) |
//! |---|---|
//! | [`Cri`], borrowed | an error for the message, at the position of the item |
//! | [`CriBuf`](crate::CriBuf), owned | the same error, also if the CRI needs more than `N` bytes |
//! | [`CriItem`], borrowed | the item is skipped, and kept with its error |
//!
//! CBOR that is not well-formed is an error in all three cases. In revision 27, tag 99 before a CRI is accepted but
//! never written. A field of type `minicbor::data::Tagged<99, Cri>` requires the tag and writes it.

use ::minicbor::decode::Error as DecodeError;
use ::minicbor::encode::{Error as EncodeError, Write};
use ::minicbor::{CborLen, Decode, Decoder, Encode, Encoder};

use super::owned::{Owned, Storage};
use crate::bytes::output::Output;
use crate::bytes::sink::Sink;
use crate::cri::{Cri, Refusal};
use crate::error::Error;
use crate::revision::Revision;

/// A CRI, or an item that cannot be processed as a CRI. Use it if an unprocessable item is no reason to refuse the rest
/// of the message (href 5.2.1).
///
/// ```
/// use cri::adapter::minicbor::CriItem;
/// use cri::{Error, Revision};
///
/// // [[1, ["c"]], 42]
/// let items: Vec<CriItem> = minicbor::decode_with(b"\x82\x82\x01\x81\x61c\x18\x2a", &mut Revision::Href27)?;
/// assert_eq!(items[0].cri().map(|cri| cri.to_string()).as_deref(), Some("c"));
/// assert!(matches!(items[1], CriItem::Skipped(b"\x18\x2a", Error::Structure)));
/// # Ok::<(), minicbor::decode::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum CriItem<'a> {
    /// A CRI or CRI reference.
    Cri(Cri<'a>),
    /// Another item: its bytes, and the reason why it cannot be processed.
    Skipped(&'a [u8], Error),
}

impl<'a> CriItem<'a> {
    /// Returns the CRI, unless the item was skipped.
    ///
    /// ```
    /// use cri::Revision;
    /// use cri::adapter::minicbor::CriItem;
    ///
    /// let item: CriItem = minicbor::decode_with(b"\x18\x2a", &mut Revision::Href27)?; // 42
    /// assert_eq!(item.cri(), None);
    /// # Ok::<(), minicbor::decode::Error>(())
    /// ```
    #[must_use]
    pub fn cri(&self) -> Option<Cri<'a>> {
        match self {
            Self::Cri(cri) => Some(*cri),
            Self::Skipped(..) => None,
        }
    }
}

/// A field whose type names its revision, 13 or 27, so that minicbor needs no context. `T` is [`Cri`], an owned CRI or
/// [`CriItem`]. Any other number does not compile. Encoding fails for a CRI of another revision.
///
/// It dereferences to `T`, and `From` makes it: `cri.into()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InRevision<const R: u8, T>(pub T);

impl<const R: u8, T> InRevision<R, T> {
    // The compiler evaluates this constant, so another number fails the build and never panics.
    const REVISION: Revision = match R {
        13 => Revision::Href13,
        27 => Revision::Href27,
        _ => panic!("the library does not support the revision"),
    };
}

impl<const R: u8, T> From<T> for InRevision<R, T> {
    fn from(cri: T) -> Self {
        Self(cri)
    }
}

impl<const R: u8, T> core::ops::Deref for InRevision<R, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

mod sealed {
    pub trait HasRevision {
        fn revision(&self) -> Option<super::Revision>;
    }
}
use sealed::HasRevision;

impl HasRevision for Cri<'_> {
    fn revision(&self) -> Option<Revision> {
        Some(self.revision)
    }
}

impl<B: Storage> HasRevision for Owned<B> {
    fn revision(&self) -> Option<Revision> {
        Some(self.cri().revision)
    }
}

impl HasRevision for CriItem<'_> {
    fn revision(&self) -> Option<Revision> {
        self.cri().map(|cri| cri.revision)
    }
}

impl<'b, C, const R: u8, T: Decode<'b, Revision>> Decode<'b, C> for InRevision<R, T> {
    fn decode(decoder: &mut Decoder<'b>, _: &mut C) -> Result<Self, DecodeError> {
        T::decode(decoder, &mut { Self::REVISION }).map(Self)
    }
}

impl<C, const R: u8, T: Encode<Revision> + HasRevision> Encode<C> for InRevision<R, T> {
    fn encode<W: Write>(&self, encoder: &mut Encoder<W>, _: &mut C) -> Result<(), EncodeError<W::Error>> {
        if self.0.revision().is_some_and(|revision| revision != Self::REVISION) {
            return Err(EncodeError::message(Error::Revision.name()));
        }
        self.0.encode(encoder, &mut { Self::REVISION })
    }
}

impl<C, const R: u8, T: CborLen<Revision>> CborLen<C> for InRevision<R, T> {
    fn cbor_len(&self, _: &mut C) -> usize {
        self.0.cbor_len(&mut { Self::REVISION })
    }
}

impl AsRef<Revision> for Revision {
    fn as_ref(&self) -> &Revision {
        self
    }
}

/// A sink that passes its bytes to a writer of minicbor. It keeps the writer's first error, and then writes nothing
/// more.
struct Writing<'w, W: Write> {
    writer: &'w mut W,
    result: Result<(), W::Error>,
}

impl<W: Write> Sink for Writing<'_, W> {
    fn put(&mut self, bytes: &[u8]) {
        if self.result.is_ok() {
            self.result = self.writer.write_all(bytes);
        }
    }
}

impl<C> Encode<C> for Cri<'_> {
    fn encode<W: Write>(&self, encoder: &mut Encoder<W>, _: &mut C) -> Result<(), EncodeError<W::Error>> {
        let mut writing = Writing { writer: encoder.writer_mut(), result: Ok(()) };
        self.put(&mut writing);
        writing.result.map_err(EncodeError::write)
    }
}

impl<C> CborLen<C> for Cri<'_> {
    fn cbor_len(&self, _: &mut C) -> usize {
        let mut output = Output::new(&mut []);
        self.put(&mut output);
        output.position()
    }
}

impl<'a, 'b: 'a, C: AsRef<Revision>> Decode<'b, C> for Cri<'a> {
    fn decode(decoder: &mut Decoder<'b>, context: &mut C) -> Result<Self, DecodeError> {
        parse(decoder, context).map_err(|refusal| refused(refusal.error, decoder.position()))
    }
}

impl<C> Encode<C> for CriItem<'_> {
    fn encode<W: Write>(&self, encoder: &mut Encoder<W>, context: &mut C) -> Result<(), EncodeError<W::Error>> {
        match self {
            Self::Cri(cri) => Encode::encode(cri, encoder, context),
            Self::Skipped(item, _) => encoder.writer_mut().write_all(item).map_err(EncodeError::write),
        }
    }
}

impl<C> CborLen<C> for CriItem<'_> {
    fn cbor_len(&self, context: &mut C) -> usize {
        match self {
            Self::Cri(cri) => cri.cbor_len(context),
            Self::Skipped(item, _) => item.len(),
        }
    }
}

impl<'a, 'b: 'a, C: AsRef<Revision>> Decode<'b, C> for CriItem<'a> {
    fn decode(decoder: &mut Decoder<'b>, context: &mut C) -> Result<Self, DecodeError> {
        let Refusal { error, skip } = match parse(decoder, context) {
            Ok(cri) => return Ok(Self::Cri(cri)),
            Err(refusal) => refusal,
        };
        let item = skip.and_then(|length| rest(decoder).get(..length)).ok_or(refused(error, decoder.position()))?;
        decoder.set_position(decoder.position() + item.len());
        Ok(Self::Skipped(item, error))
    }
}

impl<C, B: Storage> Encode<C> for Owned<B> {
    fn encode<W: Write>(&self, encoder: &mut Encoder<W>, _: &mut C) -> Result<(), EncodeError<W::Error>> {
        encoder.writer_mut().write_all(self.as_bytes()).map_err(EncodeError::write)
    }
}

impl<C, B: Storage> CborLen<C> for Owned<B> {
    fn cbor_len(&self, _: &mut C) -> usize {
        self.as_bytes().len()
    }
}

impl<'b, C: AsRef<Revision>, B: Storage> Decode<'b, C> for Owned<B> {
    fn decode(decoder: &mut Decoder<'b>, context: &mut C) -> Result<Self, DecodeError> {
        let start = decoder.position();
        let cri = Cri::decode(decoder, context)?;
        Self::new(&cri).map_err(|error| refused(error, start))
    }
}

fn rest<'b>(decoder: &Decoder<'b>) -> &'b [u8] {
    decoder.input().get(decoder.position()..).unwrap_or_default()
}

/// Reads a CRI, and moves the decoder to the end of the CRI. If the CRI is refused, the decoder does not move.
fn parse<'b, C: AsRef<Revision>>(decoder: &mut Decoder<'b>, context: &C) -> Result<Cri<'b>, Refusal> {
    let (cri, length) = Cri::parse(*context.as_ref(), rest(decoder))?;
    decoder.set_position(decoder.position() + length);
    Ok(cri)
}

/// Converts an error of this library to an error of minicbor, whose message is the name of the error.
fn refused(error: Error, position: usize) -> DecodeError {
    match error {
        Error::Truncated => DecodeError::end_of_input(),
        _ => DecodeError::message(error.name()),
    }
    .at(position)
}
