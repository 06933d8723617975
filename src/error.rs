// SPDX-License-Identifier: MIT OR Apache-2.0
//! The errors of the library: one kind for each cause, with a stable number.
//!
//! Numbers never change their meaning, and retired numbers are not reused. The list below has groups of 25 numbers,
//! with room for later kinds. Numbers end at -255, because Thumb code loads such a number with one instruction.

use core::ffi::CStr;

/// Returns the text at an index of a list of texts that each end in NUL. The list is one constant, so that the linker
/// drops it together with its only caller. If the texts were separate C strings, the linker would merge them with all C
/// strings of the library and keep them.
pub(crate) fn nth(texts: &'static str, index: usize) -> &'static CStr {
    let text = texts.as_bytes().split_inclusive(|byte| *byte == 0).nth(index);
    text.and_then(|text| CStr::from_bytes_until_nul(text).ok()).unwrap_or_default()
}

/// Returns the absolute value of an error number, which one byte can contain.
const fn without_sign(number: i32) -> u8 {
    assert!(number < 0 && number > -256);
    -number as u8
}

macro_rules! errors {
    ($($(#[$detail:meta])* $kind:ident = $number:literal, $name:literal, $code:ident, $text:literal;)*) => {
        /// The cause of a failure. The discriminant is the number that C sees.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(i32)]
        pub enum Error { $(#[doc = $text] #[doc = ""] $(#[$detail])* $kind = $number,)* }

        const NUMBERS: &[u8] = &[0, $(without_sign($number)),*];
        const NAMES: &str = concat!("ok\0", $($name, "\0",)* "unknown\0");
        const TEXTS: &str = concat!("success\0", $($text, "\0",)* "unknown error\0");
        const CODES: &[u8] = &[0, $($code),*];

        impl Error {
            /// Returns the error with a number, if there is one.
            pub(crate) const fn from_number(number: i32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$kind),)*
                    _ => None,
                }
            }
        }
    };
}

// The codes of responses to requests (RFC 7252 5.9). As in a message, the upper three bits are the class and the lower
// five bits the detail.
const BAD_REQUEST: u8 = 4 << 5;
const BAD_OPTION: u8 = 4 << 5 | 2;
const NOT_FOUND: u8 = 4 << 5 | 4;
const INTERNAL_SERVER_ERROR: u8 = 5 << 5;
const BAD_GATEWAY: u8 = 5 << 5 | 2;
const PROXYING_NOT_SUPPORTED: u8 = 5 << 5 | 5;
/// (RFC 8768 4)
const HOP_LIMIT_REACHED: u8 = 5 << 5 | 8;

// Each entry has a number, a name, the code of the response to a request that causes the error (R47), and a text. Its
// comment adds details. script/header and script/tables read this list, too.
errors! {
    // -1 to -24: mistakes of the program. No bytes of a peer cause them, except that they may need a larger buffer.

    /// A pointer to a required object is NULL, a pointer is NULL though its length is not 0, a length is above
    /// `SIZE_MAX / 2`, an object is all zeros, a revision or a scheme is unknown, or a value is out of range.
    Argument = -1, "argument", INTERNAL_SERVER_ERROR, "an argument is invalid";
    /// The function reports the length that it needs.
    Buffer = -2, "buffer", INTERNAL_SERVER_ERROR, "the output buffer is too small";
    Overlap = -3, "overlap", INTERNAL_SERVER_ERROR, "an output overlaps an input or another output";
    Revision = -4, "revision", INTERNAL_SERVER_ERROR, "the operands are of different revisions";
    /// A builder, a composer and a link writer need their calls in a certain order.
    Order = -5, "order", INTERNAL_SERVER_ERROR, "the call is out of order";
    /// A base is a CRI, a CoRI or a URI with a scheme. A prefix has a path that depends on no base.
    Base = -6, "base", INTERNAL_SERVER_ERROR, "the base or the prefix is a reference that needs a base";
    /// Encode the base first, or resolve to a buffer.
    Pieces = -7, "pieces", INTERNAL_SERVER_ERROR, "the result would be a view of more than two pieces";
    /// A pattern is a path with `{}` and `{*}` instead of segments (RFC 3986 3.3).
    Pattern = -8, "pattern", INTERNAL_SERVER_ERROR, "the pattern of paths is malformed";
    /// The builder refuses upper-case letters unless it normalises (C1, C5).
    Uppercase = -9, "uppercase", INTERNAL_SERVER_ERROR, "the scheme or host name has an upper-case letter";
    /// A request without Uri-Host is for the address at which it arrived.
    CoapDestination = -10, "coap_destination", INTERNAL_SERVER_ERROR, "the request needs a destination";
    /// The error can also mean that the argument `after` is above the number of the first option that is written (RFC
    /// 7252 3.1).
    CoapOrder = -11, "coap_order", INTERNAL_SERVER_ERROR, "the CoAP options are not in ascending order";
    /// The reference must be an absolute path, or empty (RFC 7252 5.10.7).
    CoapLocation = -12, "coap_location", INTERNAL_SERVER_ERROR, "the reference has no form as Location-* options";

    // -25 to -49: bytes that are not exactly one well-formed item of CBOR.

    /// More bytes may complete the item.
    Truncated = -25, "truncated", BAD_REQUEST, "the input ends inside an item";
    /// RFC 8949 appendix C defines which items are well-formed.
    Cbor = -26, "cbor", BAD_REQUEST, "the input is not well-formed CBOR";
    Extra = -27, "extra", BAD_REQUEST, "bytes follow the item";

    // -50 to -74: well-formed items that are neither a processable CRI nor a CoRI (href 5.2.1). They can be skipped.

    Structure = -50, "structure", BAD_REQUEST, "the type or value of an item is not allowed in its place";
    /// (href 5.1 indefinite, href 7 indefinite)
    Indefinite = -51, "indefinite", BAD_REQUEST, "an item of the CRI is of indefinite length";
    /// (href 5.1 rule 1)
    Trailing = -52, "trailing", BAD_REQUEST, "the last section is null";
    /// A name is `[a-z][a-z0-9+.-]*` (C1).
    SchemeName = -53, "scheme_name", BAD_REQUEST, "the scheme name is invalid";
    Discard = -54, "discard", BAD_REQUEST, "the discard value is above 127";
    /// (C6)
    Port = -55, "port", BAD_REQUEST, "the port is above 65535";
    /// The address has neither 4 nor 16 bytes, it has a zone identifier where C4 does not allow one, or the host name
    /// reads as an IPv4 address.
    Address = -56, "address", BAD_REQUEST, "the host address is invalid";
    Utf8 = -57, "utf8", BAD_REQUEST, "the text is not valid UTF-8";
    /// (C9)
    DotSegment = -58, "dot_segment", BAD_REQUEST, "the path has a dot segment (. or ..)";
    /// Revision 27 does not allow it (C5).
    DotInLabel = -59, "dot_in_label", BAD_REQUEST, "a label of the host name has a dot";
    /// The PET is empty, not alternating or not minimal (href 7.1).
    Pet = -60, "pet", BAD_REQUEST, "percent-encoded text is invalid";
    /// (href 2.1)
    NotValid = -61, "not_valid", BAD_REQUEST, "the full CRI corresponds to no valid URI";
    /// An extension may define its meaning.
    Feature = -62, "feature", BAD_REQUEST, "a tag or simple value is in place of an item";
    /// The CoRI is not well-formed (cori 2.2).
    CoriOption = -63, "cori_option", BAD_REQUEST, "a CoRI option is unknown or out of place";
    /// The CoRI is not well-formed.
    CoriPathType = -64, "cori_path_type", BAD_REQUEST, "the CoRI path type is above 127";

    // -75 to -99: CRIs and CoRIs that lack a component that the operation needs, or that are not under its prefix.

    /// A full CRI has a scheme. A complete path depends on no base.
    NotFull = -75, "not_full", BAD_REQUEST, "the operation needs a CRI or URI with a scheme";
    NoHost = -76, "no_host", BAD_REQUEST, "the operation needs a host";
    HostName = -77, "host_name", BAD_REQUEST, "the host is a name, not an address";
    /// An absolute CoRI has a scheme.
    CoriNotAbsolute = -78, "cori_not_absolute", BAD_REQUEST, "the operation needs an absolute CoRI";
    /// The origin is another one, or the path does not begin with the segments of the prefix. A reverse proxy has no
    /// such resource.
    Prefix = -79, "prefix", NOT_FOUND, "the resource is not under the prefix";

    // -100 to -124: text that is not a URI reference, or not one that a CRI can contain.

    /// RFC 3986 defines the syntax.
    UriSyntax = -100, "uri_syntax", BAD_REQUEST, "the text is not a URI reference";
    UriNotAscii = -101, "uri_not_ascii", BAD_REQUEST, "the URI has a byte outside ASCII";
    /// A CRI cannot contain such a port (C6).
    UriPort = -102, "uri_port", BAD_REQUEST, "the port has a leading zero or is above 65535";
    /// The literal is an IPvFuture, is an invalid IPv6 address, or has a zone identifier that is not text.
    UriHost = -103, "uri_host", BAD_REQUEST, "the IP literal is not an IPv6 address that a CRI can contain";

    // -125 to -149: CRIs, CoRIs and URIs that have no form as one another.

    /// Without its dot segments, the path begins with `//`, as an authority does; the reference begins with more than
    /// 126 `../`; or the user information has a `:`. A CoRI that begins with a port or with append-relation also has no
    /// form.
    NoCri = -125, "no_cri", BAD_REQUEST, "a CRI cannot have a path like /..//a, over 126 ../, or a:b@ in revision 13";
    /// docs/rulings.md says which references have such a form.
    NoUri = -126, "no_uri", BAD_REQUEST, "the reference has no form as a URI reference";
    /// In revision 27, zone identifiers have no URI form. The zone identifier of a 4-byte address has no URI form in
    /// any revision.
    Zone = -127, "zone", BAD_REQUEST, "the zone identifier cannot be converted";
    /// The registry of the revision does not list the scheme's number or name. A proxy that does not know the scheme of
    /// a request cannot forward it.
    SchemeUnknown = -128, "scheme_unknown", PROXYING_NOT_SUPPORTED, "the scheme is not in the registry";
    NoCori = -129, "no_cori", BAD_REQUEST, "the reference has no form as a CoRI";

    // -150 to -174: CoAP options that a recipient refuses (RFC 7252 5.4), or a proxy cannot forward (RFC 7252 5.7).

    /// A nibble of an option's first byte is 15, an option number is above 65535, or a value is not allowed for its
    /// option.
    CoapOption = -150, "coap_option", BAD_OPTION, "the CoAP options are malformed";
    /// RFC 7252 5.10 limits the length of each option. The error also means that a component of a CRI or a URI is too
    /// long for its option.
    CoapLength = -151, "coap_length", BAD_OPTION, "a value is too long or too short for its option";
    /// The conversion to a CRI refuses options of which one is repeated.
    CoapRepeated = -152, "coap_repeated", BAD_OPTION, "a CoAP option that may occur only once is repeated";
    /// The options are, for example, Proxy-Cri and Uri-Path.
    CoapConflict = -153, "coap_conflict", BAD_OPTION, "the CoAP options exclude each other";
    /// A received Uri-Host is not a name, an IPv4 address or a bracketed IPv6 address, or a host name has no form as a
    /// Uri-Host.
    CoapHost = -154, "coap_host", BAD_OPTION, "Uri-Host cannot carry the host";
    /// The value of Uri-Path-Abbrev is unknown to the library, the option is repeated, or it comes with a path. A proxy
    /// forwards the option.
    CoapPathAbbrev = -155, "coap_path_abbrev", BAD_OPTION, "the abbreviated path cannot be expanded";
    /// The number of the option is odd, and neither the library nor the program knows the option (RFC 7252 5.4.1).
    CoapCritical = -156, "coap_critical", BAD_OPTION, "a critical CoAP option is unknown";
    /// Proxy-Scheme or Proxy-Scheme-Number comes without Uri-Host, or Uri-Path-Abbrev with a URI or a CRI without
    /// authority.
    CoapProxyHost = -157, "coap_proxy_host", BAD_OPTION, "the options of a request to a proxy give no host";
    /// The request has Proxy-Uri, Proxy-Cri, Proxy-Scheme or Proxy-Scheme-Number, and the function is not for
    /// proxies (RFC 7252 5.10.2).
    CoapProxy = -158, "coap_proxy", PROXYING_NOT_SUPPORTED, "the request is meant for a proxy";
    /// Bit 1 of the option's number is set, and neither the library nor the proxy processes the option (RFC 7252
    /// 5.7.1).
    CoapUnsafe = -159, "coap_unsafe", BAD_OPTION, "a CoAP option is unknown and unsafe to forward";
    /// (RFC 8768 3)
    CoapHopLimit = -160, "coap_hop_limit", BAD_REQUEST, "Hop-Limit is not a number from 1 to 255";
    /// Hop-Limit arrived as 1, so the next proxy would get 0 (RFC 8768 3).
    CoapHopLimitReached = -161, "coap_hop_limit_reached", HOP_LIMIT_REACHED, "the request passed too many proxies";
    /// The response that a proxy received has malformed options, or an option that is unknown and unsafe to forward
    /// (RFC 7252 5.7.1).
    CoapResponse = -162, "coap_response", BAD_GATEWAY, "the received CoAP response cannot be forwarded";

    // -175 to -199: CRIs and URIs that have no form as CoAP options.

    /// A forward proxy for CoAP does not forward requests for other schemes (RFC 7252 5.10.2).
    CoapScheme = -175, "coap_scheme", PROXYING_NOT_SUPPORTED, "the scheme is not a CoAP scheme";
    CoapFragment = -176, "coap_fragment", BAD_REQUEST, "a fragment has no CoAP option";
    CoapPet = -177, "coap_pet", BAD_REQUEST, "percent-encoded text has no CoAP option";
    CoapUserinfo = -178, "coap_userinfo", BAD_REQUEST, "user information has no CoAP option";
    CoapAuthority = -179, "coap_authority", BAD_REQUEST, "without an authority there are no CoAP options";
    CoapEmptyHost = -180, "coap_empty_host", BAD_REQUEST, "an empty host has no CoAP option";
    /// If the scheme is neither a CoAP nor an HTTP scheme, only Proxy-Uri and Proxy-Cri can carry this path.
    CoapEmptyPath = -181, "coap_empty_path", BAD_REQUEST, "Uri-Path cannot carry the lone empty path segment";

    /// The list of schemes over which the program sends requests does not contain the scheme. A request for a coaps URI
    /// never leaves without DTLS.
    CoapTransport = -182, "coap_transport", PROXYING_NOT_SUPPORTED, "the program sends no requests over the scheme";
    CoapPort = -183, "coap_port", BAD_REQUEST, "a request cannot be sent to port 0";
    /// A zone identifier has a meaning only on the host that wrote it. The program gives the one of its interface.
    CoapZone = -184, "coap_zone", BAD_REQUEST, "the zone identifier is not that of the program's interface";

    // -200 to -224: notation, link format, and limits of the library.

    /// The text is, for example, EDN or a filter of links.
    Syntax = -200, "syntax", BAD_REQUEST, "the text has a syntax error";
    /// The library limits how deep items nest, and the length of a `cri''` literal with escapes.
    Limit = -201, "limit", BAD_REQUEST, "a limit of this library is exceeded";
}

/// Returns the index of an error number in the lists of names, texts and codes, which begin with `ok`. For a number
/// that is not an error of this version, the index is the one after the last error.
fn index_of(number: i32) -> usize {
    NUMBERS.iter().position(|listed| -i32::from(*listed) == number).unwrap_or(NUMBERS.len())
}

/// Returns the code of the response to a request that met the error with this number, or 0 if no error has this number.
pub(crate) fn response_code_of(number: i32) -> u8 {
    CODES.get(index_of(number)).copied().unwrap_or(0)
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

/// True if the number is in the group of errors of unprocessable items.
pub(crate) const fn is_unprocessable(number: i32) -> bool {
    // href 5.2.1
    matches!(number, -74..=-50)
}

impl Error {
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
    #[must_use]
    pub const fn is_unprocessable(self) -> bool {
        is_unprocessable(self as i32)
    }

    /// Returns the stable number that C sees. It is always negative.
    ///
    /// ```
    /// assert_eq!(cri::Error::Argument.number(), -1);
    /// assert_eq!(cri::Error::try_from(-1), Ok(cri::Error::Argument));
    /// ```
    #[must_use]
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// Returns a short name, such as `dot_segment`.
    ///
    /// ```
    /// assert_eq!(cri::Error::DotSegment.name(), "dot_segment");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        as_str(name_of(self as i32))
    }

    /// Returns a text for people that explains the error. `Display` shows the same text.
    ///
    /// ```
    /// assert_eq!(cri::Error::DotSegment.text(), cri::Error::DotSegment.to_string());
    /// ```
    #[must_use]
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

/// The reason why a text was refused, and where. It converts into an [`Error`], so `?` accepts it in
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
