// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rust's standard traits for [`Cri`]: text, equality, order, hash, and conversion from bytes.
//!
//! Equality follows href section 4, which compares spellings: normalise CRIs first to ignore differences in spelling.
//! CRIs of different revisions are unequal.

use core::cmp::Ordering;
use core::fmt::{self, Debug, Display, Formatter};
use core::hash::{Hash, Hasher};

use crate::bytes::sink::Sink;
use crate::bytes::utf8::checked_str;
use crate::cri::Cri;
use crate::cri::authority::Host;
use crate::cri::canonical::Comparison;
use crate::cri::text::Text;
use crate::error::Error;
use crate::ops::order;
use crate::part::{Fault, Part};
use crate::revision::Revision;

/// A sink that writes whole characters to a formatter, and stores the result of the last write.
struct Characters<'w, 'f> {
    formatter: &'w mut Formatter<'f>,
    result: fmt::Result,
}

impl Sink for Characters<'_, '_> {
    fn put(&mut self, bytes: &[u8]) {
        if self.result.is_ok() {
            self.result =
                core::str::from_utf8(bytes).map_err(|_| fmt::Error).and_then(|text| self.formatter.write_str(text));
        }
    }
}

/// Shows the URI or URI reference or, if the CRI has no URI, its diagnostic notation (RFC 8949 section 8). Linear.
///
/// ```
/// let cri: cri::CriBuf<32> = "coap://h/a%20b".parse()?;
/// assert_eq!(cri.to_string(), "coap://h/a%20b");
/// # Ok::<(), cri::Error>(())
/// ```
impl Display for Cri<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut text = Characters { formatter, result: Ok(()) };
        if self.put_uri_text(&mut text).is_err() {
            self.put_edn(&mut text);
        }
        text.result
    }
}

/// Shows the revision and diagnostic notation: `Cri(Href27, [-1, ["h"], ["a"]])`.
impl Debug for Cri<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "Cri({:?}, ", self.revision)?;
        let mut text = Characters { formatter, result: Ok(()) };
        self.put_edn(&mut text);
        text.put(b")");
        text.result
    }
}

/// Shows the host as [`Cri::host_text`] writes it, without the brackets of a URI. Linear.
///
/// ```
/// let cri: cri::CriBuf<32> = "coap://[2001:db8::1]".parse()?;
/// assert_eq!(cri.host().map(|host| host.to_string()).as_deref(), Some("2001:db8::1"));
/// # Ok::<(), cri::Error>(())
/// ```
impl Display for Host<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut text = Characters { formatter, result: Ok(()) };
        self.put(&mut text);
        text.result
    }
}

/// True if `other` is the text that `Display` shows, in lower case for a CRI in normal form. Linear.
impl PartialEq<str> for Host<'_> {
    fn eq(&self, other: &str) -> bool {
        let mut comparison = Comparison(Some(other.as_bytes()));
        self.put(&mut comparison);
        comparison.0 == Some(&[])
    }
}

/// True if the text of the host is `other`, as for `str`.
impl PartialEq<&str> for Host<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

/// Shows the characters of the text. Shows each octet that is percent-encoded in a URI as a triplet. Linear.
///
/// ```
/// let cri: cri::CriBuf<32> = "coap://h/a%20b/%FFc".parse()?;
/// let segments: Vec<_> = cri.cri().path().map(|segment| segment.to_string()).collect();
/// assert_eq!(segments, ["a b", "%FFc"]);
/// # Ok::<(), cri::Error>(())
/// ```
impl Display for Text<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for chunk in self.chunks() {
            if chunk.percent_encoded {
                chunk.bytes.iter().try_for_each(|octet| write!(formatter, "%{octet:02X}"))?;
            } else {
                formatter.write_str(checked_str(chunk.bytes))?;
            }
        }
        Ok(())
    }
}

/// Shows the text as `Display` does, in quotes: `Text("a b")`.
impl Debug for Text<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "Text(\"{self}\")")
    }
}

/// True if the text is `other`. A text with percent-encoded octets is never equal to a string. Linear.
///
/// ```
/// let cri: cri::CriBuf<32> = "coap://h/lights/2".parse()?;
/// assert!(cri.cri().path().next().is_some_and(|segment| segment == "lights"));
/// # Ok::<(), cri::Error>(())
/// ```
impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.plain() == Some(other.as_bytes())
    }
}

/// True if the text is `other`, as for `str`.
impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

/// True if both texts have the same characters, and percent-encode the same octets. Linear.
impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.chunks().eq(other.chunks())
    }
}

impl Eq for Text<'_> {}

/// Equality as in [`Cri::equal`]. CRIs of different revisions are unequal. Linear in the length of the shorter CRI.
impl PartialEq for Cri<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.equal(other) == Ok(true)
    }
}

impl Eq for Cri<'_> {}

/// True if `uri` is the URI or URI reference that [`Cri::to_uri`] writes. It is never another spelling: a CRI is not
/// equal to `COAP://H`. Linear.
///
/// ```
/// let cri: cri::CriBuf<32> = "COAP://H/a%2db".parse()?;
/// assert!(cri.cri() == "coap://h/a-b");
/// # Ok::<(), cri::Error>(())
/// ```
impl PartialEq<str> for Cri<'_> {
    fn eq(&self, uri: &str) -> bool {
        let mut comparison = Comparison(Some(uri.as_bytes()));
        self.put_uri_text(&mut comparison).is_ok() && comparison.0 == Some(&[])
    }
}

/// True if the URI of the CRI is `uri`, as for `str`.
impl PartialEq<&str> for Cri<'_> {
    fn eq(&self, uri: &&str) -> bool {
        *self == **uri
    }
}

/// The bytewise lexicographic order of the canonical encodings, then the order of the revisions. Linear in the length
/// of the common prefix of both encodings.
impl Ord for Cri<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        order(self, other).then(self.revision.cmp(&other.revision))
    }
}

impl PartialOrd for Cri<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A sink that passes eight bytes at a time to a hasher. Without this sink, equal views could have different hashes:
/// they may write their encoding in different slices, and the result of a hasher may depend on how they are divided.
struct Hashed<'h, H> {
    hasher: &'h mut H,
    word: u64,
    filled: u32,
}

impl<H: Hasher> Sink for Hashed<'_, H> {
    fn put(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.word = self.word << 8 | u64::from(*byte);
            self.filled += 1;
            if self.filled == 8 {
                self.hasher.write_u64(self.word);
                (self.word, self.filled) = (0, 0);
            }
        }
    }
}

/// Hashes the canonical encoding and the revision. Linear.
impl Hash for Cri<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mut words = Hashed { hasher: state, word: 0, filled: 0 };
        self.put(&mut words);
        let Hashed { word, filled, .. } = words;
        state.write_u64(word);
        state.write_u32(filled);
        self.revision.hash(state);
    }
}

/// Copies the view, so that functions accept a view, or a reference to a view or to an owned CRI.
impl<'a> From<&Cri<'a>> for Cri<'a> {
    fn from(cri: &Cri<'a>) -> Self {
        *cri
    }
}

/// Returns the fault that was found in an input, or else a fault of the whole input at `offset`.
pub(super) fn located(found: Result<(), Fault>, error: Error, offset: usize) -> Fault {
    found.err().unwrap_or(Fault { error, offset, part: Part::Whole })
}

/// Parses exactly one CRI or CRI reference of revision 27. Fails with the errors of [`Cri::parse_exact`], which also
/// accepts other revisions, and with their positions, as [`Cri::parse_where`] does.
///
/// ```
/// use cri::{Cri, Error};
///
/// // [1, ["a", ".."]]
/// let fault = Cri::try_from(b"\x82\x01\x82\x61a\x62..").map_err(|fault| (fault.error, fault.offset));
/// assert_eq!(fault, Err((Error::DotSegment, 5)));
/// ```
impl<'a> TryFrom<&'a [u8]> for Cri<'a> {
    type Error = Fault;

    fn try_from(data: &'a [u8]) -> Result<Self, Fault> {
        let revision = Revision::Href27;
        Self::parse_exact(revision, data).map_err(|error| {
            // If the item itself has no fault, the fault is what follows it.
            let length = Self::parse(revision, data).map_or(data.len(), |(_, length)| length);
            located(Self::parse_where(revision, data), error, length)
        })
    }
}

/// Parses an array, such as a literal, like a slice.
impl<'a, const N: usize> TryFrom<&'a [u8; N]> for Cri<'a> {
    type Error = Fault;

    fn try_from(data: &'a [u8; N]) -> Result<Self, Fault> {
        Self::try_from(data.as_slice())
    }
}
