// SPDX-License-Identifier: MIT OR Apache-2.0
//! The errors of the library: one kind for each cause, with a stable number.
//!
//! Numbers never change their meaning, and retired numbers are not reused. Numbers come in groups, with room for later
//! kinds: errors of the call from -1, unprocessable CRIs from -16 (href 5.2.1), conversion to text from -48, conversion
//! from text from -64, CoAP options from -80, CoRI from -96, and more errors of CoAP options from -112.

use core::ffi::CStr;

/// Returns the text at an index of a list of texts that each end in NUL. The list is one constant, so that the linker
/// drops it together with its only caller. If the texts were separate C strings, the linker would merge them with all C
/// strings of the library and keep them.
pub(crate) fn nth(texts: &'static str, index: usize) -> &'static CStr {
    let text = texts.as_bytes().split_inclusive(|byte| *byte == 0).nth(index);
    text.and_then(|text| CStr::from_bytes_until_nul(text).ok()).unwrap_or_default()
}

macro_rules! errors {
    ($($(#[$detail:meta])* $kind:ident = $number:literal, $name:literal, $text:literal
        $(, unprocessable: $unprocessable:literal)?;)*) => {
        /// The cause of a failure. The discriminant is the number that C sees.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(i32)]
        pub enum Error { $(#[doc = $text] #[doc = ""] $(#[$detail])* $kind = $number,)* }

        const NUMBERS: &[i8] = &[0, $($number),*];
        const NAMES: &str = concat!("ok\0", $($name, "\0",)* "unknown\0");
        const TEXTS: &str = concat!("success\0", $($text, "\0",)* "unknown error\0");

        impl Error {
            /// Returns the error with a number, if there is one.
            // The function is inlined, because the compiler then makes a table of the results of its caller. A table of
            // errors would be larger.
            #[inline(always)]
            pub(crate) const fn from_number(number: i32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$kind),)*
                    _ => None,
                }
            }

            /// True if the input is a well-formed CBOR item, but neither a processable CRI (href 5.2.1) nor a CoRI. The
            /// item can be skipped.
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
                match self {
                    $($(Self::$kind => $unprocessable,)?)*
                    _ => false,
                }
            }
        }
    };
}

// Each entry has a number, a name and a text, and ends with `unprocessable: true` if the item is unprocessable. Its
// comment adds details. script/header generates the constants of C from this list.
errors! {
    /// A pointer to a required object is NULL, a pointer is NULL though its length is not 0, a length is above
    /// `SIZE_MAX / 2`, an object is all zeros, or the revision is unknown.
    Argument = -1, "argument", "an argument is invalid";
    /// The function reports the length that it needs.
    Buffer = -2, "buffer", "the output buffer is too small";
    /// More bytes may complete the item.
    Truncated = -3, "truncated", "the input ends inside an item";
    /// RFC 8949 appendix C defines which items are well-formed.
    Cbor = -4, "cbor", "the input is not well-formed CBOR";
    Overlap = -5, "overlap", "an output overlaps an input or another output";
    /// The library limits nested indefinite-length items, the pieces of a path, and counts.
    Limit = -6, "limit", "a limit of this library is exceeded";
    Revision = -7, "revision", "the operands are of different revisions";
    /// A full CRI has a scheme.
    NotFull = -8, "not_full", "the operation needs a CRI or URI with a scheme";
    /// A builder, a composer and a link writer need their calls in a certain order.
    Order = -9, "order", "the call is out of order";
    Extra = -10, "extra", "bytes follow the item";
    NoHost = -11, "no_host", "the operation needs a host";
    /// The text is, for example, EDN or a filter of links.
    Syntax = -12, "syntax", "the text has a syntax error";
    HostName = -13, "host_name", "the host is a name, not an address";
    /// A pattern is a path with `{}` and `{*}` in place of segments (RFC 3986 3.3).
    Pattern = -14, "pattern", "the pattern of paths is malformed";
    /// The item is unprocessable.
    Structure = -16, "structure", "the type or value of an item is not allowed in its place", unprocessable: true;
    /// The item is unprocessable (href 5.1 indefinite, href 7 indefinite).
    Indefinite = -17, "indefinite", "an item of the CRI is of indefinite length", unprocessable: true;
    /// The item is unprocessable (href 5.1 rule 1).
    Trailing = -18, "trailing", "the last section is null", unprocessable: true;
    /// The item is unprocessable: a name is `[a-z][a-z0-9+.-]*` (C1).
    SchemeName = -19, "scheme_name", "the scheme name is invalid", unprocessable: true;
    /// The item is unprocessable.
    Discard = -20, "discard", "the discard value is above 127", unprocessable: true;
    /// The item is unprocessable (C6).
    Port = -21, "port", "the port is above 65535", unprocessable: true;
    /// The item is unprocessable: its address has neither 4 nor 16 bytes, it has a zone identifier where C4 does not
    /// allow one, or its host name reads as an IPv4 address (R4).
    Address = -22, "address", "the host address is invalid", unprocessable: true;
    /// The item is unprocessable.
    Utf8 = -23, "utf8", "the text is not valid UTF-8", unprocessable: true;
    /// The item is unprocessable (C9).
    DotSegment = -24, "dot_segment", "the path has a dot segment (. or ..)", unprocessable: true;
    /// The item is unprocessable in revision 27 (C5).
    DotInLabel = -25, "dot_in_label", "a label of the host name has a dot", unprocessable: true;
    /// The item is unprocessable: its PET is empty, not alternating or not minimal (href 7.1).
    Pet = -26, "pet", "percent-encoded text is invalid", unprocessable: true;
    /// The item is unprocessable (href 2.1, R4).
    NotValid = -27, "not_valid", "the full CRI corresponds to no valid URI", unprocessable: true;
    /// The item is unprocessable. An extension may define its meaning.
    Feature = -28, "feature", "a tag or simple value is in place of an item", unprocessable: true;
    /// The builder refuses upper-case letters unless it normalises (C1, C5).
    Uppercase = -29, "uppercase", "the scheme or host name has an upper-case letter";
    /// R11 says which references have such a form.
    NoUri = -48, "no_uri", "the reference has no form as a URI reference";
    /// The registry of the revision does not list the scheme's number or name.
    SchemeUnknown = -49, "scheme_unknown", "the scheme is not in the registry";
    /// In revision 27, zone identifiers have no URI form. The zone identifier of a 4-byte address has no URI form in
    /// any revision.
    Zone = -50, "zone", "the zone identifier cannot be converted";
    /// RFC 3986 defines the syntax.
    UriSyntax = -64, "uri_syntax", "the text is not a URI reference";
    UriNotAscii = -65, "uri_not_ascii", "the URI has a byte outside ASCII";
    /// A CRI cannot contain such a port (C6).
    UriPort = -66, "uri_port", "the port has a leading zero or is above 65535";
    /// The literal is an IPvFuture, is an invalid IPv6 address, or has a zone identifier that is not text.
    UriHost = -67, "uri_host", "a CRI cannot contain the IP literal";
    /// R4 and R12 describe these references. A reference with more than 126 leading `../` also has no form.
    NoCri = -68, "no_cri", "the URI reference has no form as a CRI reference";
    /// The conversion to options refuses the CRI (R16).
    CoapScheme = -80, "coap_scheme", "the scheme is not a CoAP scheme";
    /// The conversion to options refuses the CRI (R16).
    CoapFragment = -81, "coap_fragment", "a fragment has no CoAP option";
    /// The conversion to options refuses the CRI (R16).
    CoapPet = -82, "coap_pet", "percent-encoded text has no CoAP option";
    /// The conversion to options refuses the CRI (R16).
    CoapUserinfo = -83, "coap_userinfo", "user information has no CoAP option";
    /// Without a host, there are no options for a CRI (R16), and no CRI for options (R17).
    CoapAuthority = -84, "coap_authority", "there is no host: no authority, or neither Uri-Host nor a known endpoint";
    /// The conversion to options refuses the CRI (R16).
    CoapEmptyHost = -85, "coap_empty_host", "an empty host has no CoAP option";
    /// A received Uri-Host is not a name, an IPv4 address or a bracketed IPv6 address (R16, R17).
    CoapHost = -86, "coap_host", "Uri-Host cannot carry the host";
    /// RFC 7252 5.10 limits the length of each option (R16).
    CoapLength = -87, "coap_length", "a value is too long or too short for its option";
    /// A nibble of an option's first byte is 15, an option number is above 65535, or a value is not allowed for its
    /// option.
    CoapOption = -88, "coap_option", "the CoAP options are malformed";
    /// The conversion to a CRI refuses options of which one is repeated (R17).
    CoapRepeated = -89, "coap_repeated", "a CoAP option that may occur only once is repeated";
    /// The options are, for example, Proxy-Cri and Uri-Path (R17).
    CoapConflict = -90, "coap_conflict", "the CoAP options exclude each other";
    /// The reference must be an absolute path, or empty (RFC 7252 5.10.7).
    CoapLocation = -91, "coap_location", "the reference has no form as Location-* options";
    /// The value of Uri-Path-Abbrev is unknown to the library, the option is repeated, or it comes with a path. A proxy
    /// forwards the option (R29).
    CoapPathAbbrev = -92, "coap_path_abbrev", "the abbreviated path cannot be expanded; a server answers 4.02";
    /// If the scheme is neither a CoAP nor an HTTP scheme, only Proxy-Uri and Proxy-Cri can carry this path (R30).
    CoapEmptyPath = -93, "coap_empty_path", "Uri-Path cannot carry the lone empty path segment";
    /// The error can also mean that the argument `after` is above the number of the first option that is written (RFC
    /// 7252 3.1).
    CoapOrder = -94, "coap_order", "the CoAP options are not in ascending order";
    /// The request has Proxy-Uri, Proxy-Cri, Proxy-Scheme or Proxy-Scheme-Number, and the function is not for
    /// proxies (RFC 7252 5.10.2).
    CoapProxy = -95, "coap_proxy", "the request is meant for a proxy; a server that is not a proxy answers 5.05";
    /// The CoRI is not well-formed (cori 2.2).
    CoriOption = -96, "cori_option", "a CoRI option is unknown or out of place", unprocessable: true;
    /// The CoRI is not well-formed (R18).
    CoriPathType = -97, "cori_path_type", "the CoRI path type is above 127", unprocessable: true;
    /// An absolute CoRI has a scheme.
    CoriNotAbsolute = -98, "cori_not_absolute", "the operation needs an absolute CoRI";
    NoCori = -99, "no_cori", "the reference has no form as a CoRI";
    /// The number of the option is odd, and neither the library nor the program knows the option (RFC 7252 5.4.1).
    CoapCritical = -112, "coap_critical", "a critical CoAP option is unknown; a server answers 4.02";
}

/// Returns the index of an error number in the lists of names and texts, which begin with `ok`. For a number that is
/// not an error of this version, the index is the one after the last error.
fn index_of(number: i32) -> usize {
    NUMBERS.iter().position(|listed| *listed as i32 == number).unwrap_or(NUMBERS.len())
}

/// Returns the name of an error number as a NUL-terminated string. The name is `"ok"` for 0, and `"unknown"` for a
/// number that is not an error of this version.
pub(crate) fn name_of(number: i32) -> &'static CStr {
    nth(NAMES, index_of(number))
}

/// Returns a text for people that explains an error number. The text is `"success"` for 0, and `"unknown error"` for a
/// number that is not an error of this version.
pub(crate) fn text_of(number: i32) -> &'static CStr {
    nth(TEXTS, index_of(number))
}

impl Error {
    /// Returns the stable number that C sees. It is always negative.
    ///
    /// ```
    /// assert_eq!(cri::Error::Argument.number(), -1);
    /// assert_eq!(cri::Error::try_from(-1), Ok(cri::Error::Argument));
    /// ```
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// Returns a short name, such as `dot_segment`.
    ///
    /// ```
    /// assert_eq!(cri::Error::DotSegment.name(), "dot_segment");
    /// ```
    pub fn name(self) -> &'static str {
        as_str(name_of(self as i32))
    }

    /// Returns a text for people that explains the error. `Display` shows the same text.
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

    /// Returns the error with a number. Fails with `Argument` if no error has this number.
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

/// The reason why a text was refused, and the place in the text. It converts into an [`Error`], so `?` accepts it in
/// functions that return an `Error`.
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
    /// The offset in bytes of the first invalid character, or the length of the text if it is incomplete.
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
