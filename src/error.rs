// SPDX-License-Identifier: MIT OR Apache-2.0
//! The errors of the library: one kind for each cause, with a stable number.
//!
//! Numbers never change their meaning, and retired numbers are not reused. They come in groups, with room
//! for later kinds: -1.. the call, -16.. unprocessable CRIs (href 5.2.1), -48.. no text
//! form, -64.. no CRI for a text, -80.. CoAP options, -96.. CoRI, -112.. more CoAP options.

use core::ffi::CStr;

/// Returns the text at an index of texts that each end in NUL. The texts are one constant, so that the linker drops it
/// together with its only caller. Separate C strings would be merged with all others of the library and kept.
pub(crate) fn nth(texts: &'static str, index: usize) -> &'static CStr {
    let text = texts.as_bytes().split_inclusive(|byte| *byte == 0).nth(index);
    text.and_then(|text| CStr::from_bytes_until_nul(text).ok()).unwrap_or_default()
}

macro_rules! errors {
    ($($(#[$detail:meta])* $kind:ident = $number:literal, $name:literal, $text:literal;)*) => {
        /// Why an operation failed. The discriminant is the number that C sees.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(i32)]
        pub enum Error { $(#[doc = $text] #[doc = ""] $(#[$detail])* $kind = $number,)* }

        const NUMBERS: &[i8] = &[0, $($number),*];
        const NAMES: &str = concat!("ok\0", $($name, "\0",)* "unknown\0");
        const TEXTS: &str = concat!("success\0", $($text, "\0",)* "unknown error\0");

        impl Error {
            /// The error with that number, if there is one.
            pub(crate) const fn from_number(number: i32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$kind),)*
                    _ => None,
                }
            }
        }
    };
}

// Number, name and text of each, after what more is to say. script/header makes the constants of C from this list.
errors! {
    /// NULL where an object is needed, NULL with a length, a length above `SIZE_MAX / 2`, an object of zeros, an
    /// unknown revision.
    Argument = -1, "argument", "invalid argument";
    /// The length needed is reported.
    Buffer = -2, "buffer", "the output buffer is too small";
    /// With more bytes it may be complete.
    Truncated = -3, "truncated", "the input ends inside an item";
    /// RFC 8949 appendix C.
    Cbor = -4, "cbor", "not well-formed CBOR";
    Overlap = -5, "overlap", "an output overlaps an input or another output";
    /// There are limits on nested indefinite-length items, on the pieces of a path, and on counts.
    Limit = -6, "limit", "past a limit of this library";
    Revision = -7, "revision", "the operands are of different revisions";
    /// A full CRI has one.
    NotFull = -8, "not_full", "a reference, where a CRI or URI with a scheme is needed";
    Order = -9, "order", "a builder or composer call out of order";
    Extra = -10, "extra", "bytes follow the item";
    NoHost = -11, "no_host", "the operation needs a host";
    /// For example EDN or a filter of links.
    Syntax = -12, "syntax", "a text outside the grammar that the function reads";
    HostName = -13, "host_name", "the host is a name, not an address";
    /// RFC 3986 3.3.
    Pattern = -14, "pattern", "a malformed pattern of paths";
    /// Unprocessable.
    Structure = -16, "structure", "an item whose type or value is not allowed in its place";
    /// Unprocessable. href 5.1 indefinite, href 7 indefinite.
    Indefinite = -17, "indefinite", "an indefinite-length item in a CRI";
    /// Unprocessable. href 5.1 rule 1.
    Trailing = -18, "trailing", "the last section is null";
    /// Unprocessable: a name is `[a-z][a-z0-9+.-]*` (C1).
    SchemeName = -19, "scheme_name", "an invalid scheme name";
    /// Unprocessable.
    Discard = -20, "discard", "a discard value above 127";
    /// Unprocessable. C6.
    Port = -21, "port", "a port above 65535";
    /// Unprocessable: neither 4 nor 16 bytes, or a zone where none may be (C4); or a host name that reads as an IPv4
    /// address (R4).
    Address = -22, "address", "an invalid host address";
    /// Unprocessable.
    Utf8 = -23, "utf8", "text that is not valid UTF-8";
    /// Unprocessable. C9.
    DotSegment = -24, "dot_segment", "a dot segment (. or ..)";
    /// Unprocessable in revision 27. C5.
    DotInLabel = -25, "dot_in_label", "a dot in a host name label";
    /// Unprocessable: empty, not alternating or not minimal. href 7.1.
    Pet = -26, "pet", "invalid percent-encoded text";
    /// Unprocessable. href 2.1; R4.
    NotValid = -27, "not_valid", "a full CRI that corresponds to no valid URI";
    /// Unprocessable; some extension may define it.
    Feature = -28, "feature", "a tag or simple value in place of an item";
    /// Refused by the builder. C1, C5.
    Uppercase = -29, "uppercase", "an upper-case letter in a scheme or a host name";
    /// R11.
    NoUri = -48, "no_uri", "the reference has no form as a URI reference";
    /// The registry of the revision lacks its number or name.
    SchemeUnknown = -49, "scheme_unknown", "the scheme is not in the registry";
    /// Revision 27 has no URI form of zone identifiers; with addresses of 4 bytes no revision has.
    Zone = -50, "zone", "a zone identifier that cannot be converted";
    /// RFC 3986.
    UriSyntax = -64, "uri_syntax", "not a URI reference";
    UriNotAscii = -65, "uri_not_ascii", "a byte outside ASCII in a URI";
    /// C6.
    UriPort = -66, "uri_port", "a port with a leading zero or above 65535";
    /// IPvFuture, an invalid IPv6 address, a zone identifier that is not text.
    UriHost = -67, "uri_host", "an IP literal that has no CRI";
    /// R4, R12; or more than 126 leading `../`.
    NoCri = -68, "no_cri", "the URI reference has no form as a CRI reference";
    /// R16.
    CoapScheme = -80, "coap_scheme", "the scheme is not a CoAP one";
    /// R16.
    CoapFragment = -81, "coap_fragment", "a fragment has no CoAP option";
    /// R16.
    CoapPet = -82, "coap_pet", "percent-encoded text has no CoAP option";
    /// R16.
    CoapUserinfo = -83, "coap_userinfo", "user information has no CoAP option";
    /// R16, R17.
    CoapAuthority = -84, "coap_authority", "no host: no authority, or neither Uri-Host nor a known endpoint";
    /// R16.
    CoapEmptyHost = -85, "coap_empty_host", "an empty host has no CoAP option";
    /// Also a Uri-Host that is not a name, an IPv4 address or a bracketed IPv6 address. R16, R17.
    CoapHost = -86, "coap_host", "a host that Uri-Host cannot carry";
    /// R16.
    CoapLength = -87, "coap_length", "a value that is too long or too short for its option";
    /// A nibble of 15, a number above 65535, or a value that its option does not allow.
    CoapOption = -88, "coap_option", "malformed CoAP options";
    /// R17.
    CoapRepeated = -89, "coap_repeated", "a repeated CoAP option that may occur only once";
    /// For example Proxy-Cri and Uri-Path. R17.
    CoapConflict = -90, "coap_conflict", "CoAP options that exclude each other";
    /// It must be an absolute path, or empty. RFC 7252 5.10.7.
    CoapLocation = -91, "coap_location", "the reference has no form as Location-* options";
    /// A value of Uri-Path-Abbrev that the library does not know, a second one, or one beside a path. A proxy forwards
    /// it. R29.
    CoapPathAbbrev = -92, "coap_path_abbrev", "an abbreviated path that cannot be expanded; a server answers 4.02";
    /// Only Proxy-Uri and Proxy-Cri can carry it, for schemes other than CoAP and HTTP. R30.
    CoapEmptyPath = -93, "coap_empty_path", "a lone empty path segment that Uri-Path cannot carry";
    /// Also an `after` above the number of the first option that is written. RFC 7252 3.1.
    CoapOrder = -94, "coap_order", "CoAP options that are not in ascending order";
    /// Proxy-Uri, Proxy-Cri, Proxy-Scheme or Proxy-Scheme-Number, where no proxy is asked for. RFC 7252 5.10.2.
    CoapProxy = -95, "coap_proxy", "the request is meant for a proxy; a server that is not a proxy answers 5.05";
    /// Not a well-formed CoRI. cori 2.2.
    CoriOption = -96, "cori_option", "a CoRI option that is unknown or out of place";
    /// Not a well-formed CoRI. R18.
    CoriPathType = -97, "cori_path_type", "a CoRI path type above 127";
    /// An absolute CoRI has a scheme.
    CoriNotAbsolute = -98, "cori_not_absolute", "the operation needs an absolute CoRI";
    NoCori = -99, "no_cori", "the reference has no form as a CoRI";
    /// An option with an odd number that neither the library nor the program knows. RFC 7252 5.4.1.
    CoapCritical = -112, "coap_critical", "an unknown critical CoAP option; a server answers 4.02";
}

/// The place of a number in the list, after `ok`; one past the last for a number that is not an error of this version.
fn index_of(number: i32) -> usize {
    NUMBERS.iter().position(|listed| *listed as i32 == number).unwrap_or(NUMBERS.len())
}

/// The name of an error number as a NUL-terminated string: `"ok"` for 0, `"unknown"` for a number that is not an error
/// of this version.
pub(crate) fn name_of(number: i32) -> &'static CStr {
    nth(NAMES, index_of(number))
}

/// What an error number means, for people: `"success"` for 0, `"unknown error"` for a number that is not an error of
/// this version.
pub(crate) fn text_of(number: i32) -> &'static CStr {
    nth(TEXTS, index_of(number))
}

impl Error {
    /// The stable number that C sees: always negative.
    ///
    /// ```
    /// assert_eq!(cri::Error::Argument.number(), -1);
    /// assert_eq!(cri::Error::try_from(-1), Ok(cri::Error::Argument));
    /// ```
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// Whether the input was a CBOR item that is not a processable CRI, or not a CoRI (href 5.2.1): it can be skipped.
    ///
    /// ```
    /// use cri::{Cri, Error, Revision};
    ///
    /// let refusal = Cri::parse(Revision::Href27, b"\x18\x2a").err(); // 42
    /// assert!(refusal.is_some_and(|refusal| refusal.error.is_unprocessable()));
    /// assert!(!Error::Truncated.is_unprocessable());
    /// ```
    pub const fn is_unprocessable(self) -> bool {
        //= href 5.2.1
        matches!(self as i32, -28..=-16) || matches!(self, Self::CoriOption | Self::CoriPathType)
    }

    /// A short name, such as `dot_segment`.
    ///
    /// ```
    /// assert_eq!(cri::Error::DotSegment.name(), "dot_segment");
    /// ```
    pub fn name(self) -> &'static str {
        as_str(name_of(self as i32))
    }

    /// What the error means, for people: the text that it displays.
    ///
    /// ```
    /// assert_eq!(cri::Error::DotSegment.text(), cri::Error::DotSegment.to_string());
    /// ```
    pub fn text(self) -> &'static str {
        as_str(text_of(self as i32))
    }
}

impl TryFrom<i32> for Error {
    type Error = Self;

    /// The error with that number; `Argument` if there is none.
    fn try_from(number: i32) -> Result<Self, Self> {
        Self::from_number(number).ok_or(Self::Argument)
    }
}

impl From<Error> for i32 {
    fn from(error: Error) -> Self {
        error.number()
    }
}

/// Returns a text of the library, which is ASCII.
pub(crate) fn as_str(text: &'static CStr) -> &'static str {
    text.to_str().unwrap_or_default()
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.text())
    }
}

impl core::error::Error for Error {}

/// Why a text is refused, and where. It converts into an [`Error`], so `?` takes it in functions that return one.
///
/// ```
/// use cri::{Error, Output, Revision, from_edn};
///
/// let refused = from_edn(Revision::Href27, r#"[-1, ["h"] ["a"]"#, &mut Output::new(&mut [0; 16])).err();
/// assert_eq!(refused.map(|refused| (refused.error, refused.offset)), Some((Error::Syntax, 16)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The cause.
    pub error: Error,
    /// The offset in bytes of the first invalid character; the length of the text if something is missing at its end.
    pub offset: usize,
}

impl core::fmt::Display for ParseError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} at byte {}", self.error, self.offset)
    }
}

impl core::error::Error for ParseError {}

impl From<ParseError> for Error {
    fn from(refused: ParseError) -> Self {
        refused.error
    }
}
