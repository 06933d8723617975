// SPDX-License-Identifier: MIT OR Apache-2.0
//! L0. What can go wrong: one kind per cause, each with a stable number.
//!
//! Numbers never change their meaning, and retired numbers are not reused. They come in groups, with room
//! for later kinds: -1.. the call, -16.. unprocessable CRIs (href 5.2.1), -48.. no text
//! form, -64.. no CRI for a text, -80.. CoAP options, -96.. CoRI.

macro_rules! errors {
    ($($(#[$doc:meta])* $kind:ident = $number:literal, $name:literal;)*) => {
        /// Why an operation failed. The discriminant is the number that C sees.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(i32)]
        pub enum Error { $($(#[$doc])* $kind = $number,)* }

        /// The name of an error number as a NUL-terminated string: `"ok"` for 0, `"unknown"` for a
        /// number that is no error of this version.
        pub const fn name_of(number: i32) -> &'static core::ffi::CStr {
            match number {
                0 => c"ok",
                $($number => $name,)*
                _ => c"unknown",
            }
        }

        impl Error {
            /// The error with that number, if there is one.
            pub const fn of_number(number: i32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$kind),)*
                    _ => None,
                }
            }
        }
    };
}

errors! {
    /// An invalid argument: NULL where an object is needed, NULL with a length, a length
    /// above the signed range, an unknown revision.
    Argument = -1, c"argument";
    /// The output buffer is too small; the length needed is reported.
    Buffer = -2, c"buffer";
    /// The input ends inside an item; more bytes may complete it.
    Truncated = -3, c"truncated";
    /// Not well-formed CBOR (RFC 8949 appendix C).
    Cbor = -4, c"cbor";
    /// An output overlaps an input or another output.
    Overlap = -5, c"overlap";
    /// Past a limit of this library: nesting of indefinite-length items, pieces of a path, a count.
    Limit = -6, c"limit";
    /// The operands are of different revisions.
    Revision = -7, c"revision";
    /// The operation needs a full CRI, one with a scheme.
    NotFull = -8, c"not_full";
    /// A builder call that may not follow the calls before it.
    Order = -9, c"order";
    /// Unprocessable: an item whose type or number is not allowed in its place.
    Structure = -16, c"structure";
    /// Unprocessable: an indefinite-length item (href 5.1 indefinite, href 7 indefinite).
    Indefinite = -17, c"indefinite";
    /// Unprocessable: the last section is null (href 5.1 rule 1).
    Trailing = -18, c"trailing";
    /// Unprocessable: a scheme name outside `[a-z][a-z0-9+.-]*` (C1).
    SchemeName = -19, c"scheme_name";
    /// Unprocessable: a discard value above 127.
    Discard = -20, c"discard";
    /// Unprocessable: a port above 65535 (C6).
    Port = -21, c"port";
    /// Unprocessable: a host address of neither 4 nor 16 bytes, or a zone where none may be (C4); a host name that
    /// reads as an IPv4 address (R4).
    Address = -22, c"address";
    /// Unprocessable: text that is not valid UTF-8.
    Utf8 = -23, c"utf8";
    /// Unprocessable: a path segment `.` or `..` (C9).
    DotSegment = -24, c"dot_segment";
    /// Unprocessable in revision 27: a dot in a host name label (C5).
    DotInLabel = -25, c"dot_in_label";
    /// Unprocessable: percent-encoded text that is empty, not alternating or not minimal (href 7.1).
    Pet = -26, c"pet";
    /// Unprocessable: a full CRI that corresponds to no valid URI (href 2.1, R4).
    NotValid = -27, c"not_valid";
    /// Unprocessable: a tag or simple value in place of an item, which some extension may define.
    Feature = -28, c"feature";
    /// Refused by the builder: an upper-case letter in a scheme or a host name (C1, C5).
    Uppercase = -29, c"uppercase";
    /// The reference has no form as a URI reference (R11).
    NoUri = -48, c"no_uri";
    /// A scheme number or name that the revision's registry does not have.
    SchemeUnknown = -49, c"scheme_unknown";
    /// A zone identifier that has no URI form (revision 27; 4-byte addresses).
    Zone = -50, c"zone";
    /// Not a URI reference (RFC 3986).
    UriSyntax = -64, c"uri_syntax";
    /// A byte outside ASCII in a URI.
    UriNotAscii = -65, c"uri_not_ascii";
    /// A port with a leading zero or above 65535 (C6).
    UriPort = -66, c"uri_port";
    /// An IP literal that has no CRI: IPvFuture, a bad IPv6 address, a zone identifier that is not text.
    UriHost = -67, c"uri_host";
    /// A URI reference that no CRI reference corresponds to (R4, R12; more than 126 leading `../`).
    NoCri = -68, c"no_cri";
    /// A text that is not in Unicode normalization form C, or a host name that is not in lower case.
    NotNfc = -69, c"not_nfc";
    /// No CoAP form: a scheme that is not a CoAP one (R16).
    CoapScheme = -80, c"coap_scheme";
    /// No CoAP form: a fragment (R16).
    CoapFragment = -81, c"coap_fragment";
    /// No CoAP form: percent-encoded text (R16).
    CoapPet = -82, c"coap_pet";
    /// No CoAP form: user information (R16).
    CoapUserinfo = -83, c"coap_userinfo";
    /// No CoAP form, or no CRI: there is no authority and no destination address (R16, R17).
    CoapAuthority = -84, c"coap_authority";
    /// No CoAP form: an empty host (R16).
    CoapEmptyHost = -85, c"coap_empty_host";
    /// A Uri-Host that is not a name, IPv4 address or bracketed IPv6 address; or a host name that Uri-Host
    /// cannot carry (R16, R17).
    CoapHost = -86, c"coap_host";
    /// A value that is longer or shorter than its option allows (R16).
    CoapLength = -87, c"coap_length";
    /// Malformed options: a nibble of 15, a number above 65535; or a value that its option does not allow.
    CoapOption = -88, c"coap_option";
    /// A repeated option that a message may have only once (R17).
    CoapRepeated = -89, c"coap_repeated";
    /// Options that exclude each other, such as Proxy-Cri and Uri-Path (R17).
    CoapConflict = -90, c"coap_conflict";
    /// Not a well-formed CoRI: an unknown option, or one that is not allowed in its place (cori 2.2).
    CoriOption = -96, c"cori_option";
    /// Not a well-formed CoRI: a path type above 127 (R18).
    CoriPathType = -97, c"cori_path_type";
    /// The operation needs an absolute CoRI, one with a scheme.
    CoriNotAbsolute = -98, c"cori_not_absolute";
    /// A URI or a CRI reference that no CoRI corresponds to.
    NoCori = -99, c"no_cori";
}

impl Error {
    /// The stable number that C sees: always negative.
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// Whether the input was a CBOR item that is not a processable CRI, or not a CoRI (href 5.2.1): it can be skipped.
    pub const fn is_unprocessable(self) -> bool {
        matches!(self as i32, -47..=-16) || matches!(self, Self::CoriOption | Self::CoriPathType)
    }

    /// A short name, such as `dot_segment`.
    pub const fn name(self) -> &'static core::ffi::CStr {
        name_of(self as i32)
    }
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name().to_str().unwrap_or("?"))
    }
}

impl core::error::Error for Error {}
