// SPDX-License-Identifier: MIT OR Apache-2.0
//! Results as vectors and strings of heapless (feature `heapless`).
//!
//! [`vec`] and [`string`] make a vector or a string from any function that writes to an [`Output`]. The other functions
//! of this module, and its methods of [`Cri`], are shortcuts for common cases. All of them fail with `Buffer` if the
//! result is longer than `N` bytes.
//!
//! ```
//! use cri::adapter::heapless::{from_uri_vec, vec};
//! use cri::{Cri, Revision};
//!
//! let encoding = from_uri_vec::<32>(Revision::Href27, b"coap://[2001:db8::1]/a/b")?;
//! let (cri, _) = Cri::parse(Revision::Href27, &encoding)?;
//! assert_eq!(cri.to_heapless_uri::<32>()?, "coap://[2001:db8::1]/a/b");
//! let options = vec::<64>(|output| cri.to_coap(None, 0, output))?;
//! assert_eq!(&options[options.len() - 4..], b"\x81a\x01b");
//! # Ok::<(), cri::Error>(())
//! ```

use ::heapless::{String, Vec};

use crate::bytes::output::Output;
use crate::convert;
use crate::cri::Cri;
use crate::error::Error;
use crate::revision::Revision;

/// Returns the output of `write` as a vector. Fails with `Buffer` if it is longer than `N` bytes, and with the errors
/// of `write`.
///
/// ```
/// use cri::CriBuf;
/// use cri::adapter::heapless::vec;
///
/// let cri: CriBuf<32> = "coap://h".parse()?;
/// let tagged = vec::<16>(|output| cri.cri().encode_tagged(output))?;
/// assert_eq!(tagged.as_slice(), b"\xd8\x63\x82\x20\x81\x61h"); // 99([-1, ["h"]])
/// # Ok::<(), cri::Error>(())
/// ```
pub fn vec<const N: usize>(write: impl FnOnce(&mut Output<'_>) -> Result<(), Error>) -> Result<Vec<u8, N>, Error> {
    let mut result = Vec::new();
    result.resize_default(N).map_err(|_| Error::Buffer)?;
    let mut output = Output::new(&mut result);
    write(&mut output)?;
    let length = output.written()?.len();
    result.truncate(length);
    Ok(result)
}

/// Returns the output of `write` as a string, without a NUL. Fails with the errors of [`vec`], and with `Utf8` if the
/// output is not UTF-8.
///
/// ```
/// use cri::CriBuf;
/// use cri::adapter::heapless::string;
///
/// let cri: CriBuf<32> = "coap://h".parse()?;
/// assert_eq!(string::<32>(|output| cri.cri().to_edn(output))?, r#"[-1, ["h"]]"#);
/// # Ok::<(), cri::Error>(())
/// ```
pub fn string<const N: usize>(write: impl FnOnce(&mut Output<'_>) -> Result<(), Error>) -> Result<String<N>, Error> {
    String::from_utf8(vec(write)?).map_err(|_| Error::Utf8)
}

/// Returns the CRI of a URI, or the CRI reference of a URI reference. Fails with the errors of [`crate::from_uri`].
///
/// ```
/// use cri::Revision;
/// use cri::adapter::heapless::from_uri_vec;
///
/// let encoding = from_uri_vec::<32>(Revision::Href27, "c")?;
/// assert_eq!(encoding.as_slice(), b"\x82\x01\x81\x61c"); // [1, ["c"]]
/// # Ok::<(), cri::Error>(())
/// ```
pub fn from_uri_vec<const N: usize>(revision: Revision, uri: impl AsRef<[u8]>) -> Result<Vec<u8, N>, Error> {
    vec(|output| convert::from_uri(revision, uri, output))
}

/// Returns the CRI of an IRI, or the CRI reference of an IRI reference. Fails with the errors of [`crate::from_iri`].
///
/// ```
/// use cri::Revision;
/// use cri::adapter::heapless::from_iri_vec;
///
/// let encoding = from_iri_vec::<32>(Revision::Href27, "ä")?;
/// assert_eq!(encoding.as_slice(), b"\x82\x01\x81\x62\xc3\xa4"); // [1, ["ä"]]
/// # Ok::<(), cri::Error>(())
/// ```
pub fn from_iri_vec<const N: usize>(revision: Revision, iri: impl AsRef<[u8]>) -> Result<Vec<u8, N>, Error> {
    vec(|output| convert::from_iri(revision, iri, output))
}

impl Cri<'_> {
    /// Returns the canonical encoding (feature `heapless`). Fails with the errors of [`Cri::encode`].
    ///
    /// ```
    /// let cri: cri::CriBuf<32> = "coap://h".parse()?;
    /// assert_eq!(cri.cri().encode_vec::<16>()?.as_slice(), b"\x82\x20\x81\x61h"); // [-1, ["h"]]
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn encode_vec<const N: usize>(&self) -> Result<Vec<u8, N>, Error> {
        vec(|output| self.encode(output))
    }

    /// Returns the URI or URI reference (feature `heapless`). Fails with the errors of [`Cri::to_uri`].
    ///
    /// ```
    /// let cri: cri::CriBuf<32> = "coap://h/a".parse()?;
    /// assert_eq!(cri.cri().to_heapless_uri::<32>()?, "coap://h/a");
    /// assert_eq!(cri.cri().to_heapless_uri::<8>(), Err(cri::Error::Buffer));
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn to_heapless_uri<const N: usize>(&self) -> Result<String<N>, Error> {
        string(|output| self.to_uri(output))
    }

    /// Returns the IRI or IRI reference (feature `heapless`). Fails with the errors of [`Cri::to_iri`].
    ///
    /// ```
    /// let cri: cri::CriBuf<32> = "/r%C3%A4ume".parse()?;
    /// assert_eq!(cri.cri().to_heapless_iri::<32>()?, "/räume");
    /// # Ok::<(), cri::Error>(())
    /// ```
    pub fn to_heapless_iri<const N: usize>(&self) -> Result<String<N>, Error> {
        string(|output| self.to_iri(output))
    }
}
