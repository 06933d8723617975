// SPDX-License-Identifier: MIT OR Apache-2.0
//! Results as vectors and strings of heapless (feature `heapless`).
//!
//! [`vec`] and [`string`] make a vector or a string of anything that writes to an [`Output`]; the methods of [`Cri`]
//! and the functions here are the common cases. `Buffer` means that the result is longer than `N` bytes.
//!
//! ```
//! use cri::adapter::heapless::{from_uri_vec, vec};
//! use cri::{Cri, Revision};
//!
//! let encoding = from_uri_vec::<32>(Revision::Href27, b"coap://[2001:db8::1]/a/b")?;
//! let (cri, _) = Cri::parse(Revision::Href27, &encoding)?;
//! assert_eq!(cri.to_uri_string::<32>()?, "coap://[2001:db8::1]/a/b");
//! let options = vec::<64>(|output| cri.to_coap(None, 0, output))?;
//! assert_eq!(&options[options.len() - 4..], b"\x81a\x01b");
//! # Ok::<(), cri::Error>(())
//! ```

use ::heapless::{String, Vec};

use crate::cbor::output::Output;
use crate::convert;
use crate::cri::Cri;
use crate::error::Error;
use crate::revision::Revision;

/// Returns what `write` puts out as a vector. `Buffer` if it is longer than `N` bytes; else errors as `write` has them.
pub fn vec<const N: usize>(write: impl FnOnce(&mut Output<'_>) -> Result<(), Error>) -> Result<Vec<u8, N>, Error> {
    let mut result = Vec::new();
    result.resize_default(N).map_err(|_| Error::Buffer)?;
    let mut output = Output::new(&mut result);
    write(&mut output)?;
    let length = output.written()?.len();
    result.truncate(length);
    Ok(result)
}

/// Returns what `write` puts out as a string, without a NUL. Errors as [`vec`], and `Utf8` if it is not UTF-8.
pub fn string<const N: usize>(write: impl FnOnce(&mut Output<'_>) -> Result<(), Error>) -> Result<String<N>, Error> {
    String::from_utf8(vec(write)?).map_err(|_| Error::Utf8)
}

/// Returns the CRI of a URI, or the CRI reference of a URI reference. Errors as [`crate::from_uri`].
pub fn from_uri_vec<const N: usize>(revision: Revision, uri: impl AsRef<[u8]>) -> Result<Vec<u8, N>, Error> {
    vec(|output| convert::from_uri(revision, uri, output))
}

/// Returns the CRI of an IRI, or the CRI reference of an IRI reference. Errors as [`crate::from_iri`].
pub fn from_iri_vec<const N: usize>(revision: Revision, iri: impl AsRef<[u8]>) -> Result<Vec<u8, N>, Error> {
    vec(|output| convert::from_iri(revision, iri, output))
}

impl Cri<'_> {
    /// Returns the canonical encoding (feature `heapless`). Errors as [`Cri::encode`].
    pub fn encode_vec<const N: usize>(&self) -> Result<Vec<u8, N>, Error> {
        vec(|output| self.encode(output))
    }

    /// Returns the URI or URI reference (feature `heapless`). Errors as [`Cri::to_uri`].
    pub fn to_uri_string<const N: usize>(&self) -> Result<String<N>, Error> {
        string(|output| self.to_uri(output))
    }

    /// Returns the IRI or IRI reference (feature `heapless`). Errors as [`Cri::to_iri`].
    pub fn to_iri_string<const N: usize>(&self) -> Result<String<N>, Error> {
        string(|output| self.to_iri(output))
    }
}
