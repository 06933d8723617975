// SPDX-License-Identifier: MIT OR Apache-2.0
//! URIs in other text: functions that find them in prose, or split them leniently.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use super::text::cri_uri_t;
use crate::ffi::prelude::*;
use crate::uri::{self, Uri};

/// Finds the next URI in a text, at or after the offset `from`.
///
/// A URI begins with a scheme and a colon. The scheme is as long as possible, and no letter or digit precedes it. The
/// text after the colon is neither empty nor only two slashes. References without a scheme are not found. `URL:` is a
/// prefix and not a scheme. Any scheme is accepted. Check the scheme of the result, because even `std::string` is a
/// URI.
///
/// - Between angle brackets, the URI is the text between `<` and `>`. White space at its ends and the prefix `URL:` are
///   not part of it. White space inside it is, including line breaks: call cri_uri_unwrap() to remove this white space.
///   The text must be a URI when its white space is ignored. If it has white space, an IP literal and its port must
///   have at most 62 characters. If another `<` comes before the `>`, the first `<` is not closed.
/// - Between double quotes, the URI is the text from the first quote, or from the prefix `URL:` after it, to the second
///   quote. This text must be a URI, so it cannot contain white space.
/// - Without delimiters, or after a delimiter that is not closed, the URI is bare. It ends before the first character
///   that a URI does not allow there. Trailing ``.,;:!?'`` and an unmatched `)` are not part of the URI. If a word and
///   a colon precede another scheme and `://`, as in `target:coap://h/a`, they are a label and not part of the URI.
///
/// If delimiters enclose a text that is not a URI, as in `<http://bank.example/|evil.example>`, the function finds
/// nothing in that text and continues after the closing delimiter. A scheme has at least two characters unless it
/// follows `<`, because `C:/` is a drive.
///
/// A bare URI that ends with its authority may have an incomplete host, as in `http://bank.example` before a
/// backslash and `@198.51.100.7/`. It is returned only if one of the following comes next, after any of ``.,;:!?')``:
///
/// - the end of the text
/// - white space or a control character
/// - one of `<>]}|`, a double quote or a backtick
/// - a quotation mark or dash beyond ASCII
///
/// Otherwise the search continues after the next white space, `<`, `>` or double quote.
///
/// After cri_uri_unwrap() has removed white space, the result is a URI that cri_uri_split() accepts.
///
/// @param[in] text,text_len the text, any bytes
/// @param[in] from the offset to begin at: 0, then the end of the previous URI
/// @param[out] start offset of the URI
/// @param[out] len its length in bytes
/// @return false, with nothing stored, if there is no further URI
///
/// Linear in the bytes skipped and found, so a loop over a whole text is linear in the text. RFC 3986 C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_find(
    text: *const c_char,
    text_len: usize,
    from: usize,
    start: *mut usize,
    len: *mut usize,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (start, len, text) = unsafe { open((slot(start), slot(len), input(text, text_len))).ok()? };
        let found = uri::find_in_prose(text, from)?;
        start.write(found.start);
        len.write(found.len());
        Some(())
    })
}

/// Writes a URI without the characters that prose adds: white space at its ends and inside it, angle brackets or double
/// quotes around it, and the prefix `URL:`.
///
/// Use it on the text that cri_uri_find() finds, and on text that a person types. A hyphen at the end of a line is
/// kept, because it may be part of the URI. Only the characters are checked: call cri_uri_split() to check the grammar.
///
/// @param[in] text,text_len the text
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes, without the final NUL
/// @retval CRI_ERR_URI_SYNTAX a character is not allowed in a URI
/// @retval CRI_ERR_URI_NOT_ASCII the text has a byte outside ASCII
///
/// Linear. RFC 3986 C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_unwrap(
    text: *const c_char,
    text_len: usize,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, text) = unsafe { open((buffer(buf, buf_cap), slot(len), input(text, text_len)))? };
        fill(buf, len, Written::Text, |output| uri::from_prose(text, output))
    })
}

/// Writes a URI without the zone identifier of its host, and stores the zone identifier for the endpoint. From
/// `coap://[fe80::1%eth0]/`, which is not a valid URI, it makes `coap://[fe80::1]/` and `eth0`.
///
/// Use it on text that a person types, before cri_uri_to_coap() or cri_from_uri(). Pass the zone identifier to the
/// socket, or to the library as the zone of a #cri_endpoint_t. A text without a zone identifier is copied.
///
/// The zone identifier follows a percent sign after the IPv6 address. It consists of letters, digits and ``-._~``. If
/// `25` and a further character follow the percent sign, then `25` is not part of the zone identifier, because URIs
/// once escaped the percent sign as `%25`: `%25eth0` is the zone `eth0`, but `%25` is the zone `25`, and the zone `251`
/// must be typed as `%25251`. The host is found as cri_uri_split_lenient() finds it. All other components are copied
/// unchecked, so the output may not be a URI.
///
/// @param[in] uri,uri_len the text
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes, without the final NUL: at most `uri_len`
/// @param[out] zone,zone_len the zone identifier, a slice of `uri`; empty if there is no zone identifier; never NULL
/// @retval CRI_ERR_URI_HOST the host is in brackets and has a percent sign, but the text before the percent sign is
///   not an IPv6 address, or the text after it is not a zone identifier
///
/// Linear. RFC 9844; RFC 6874 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_without_zone(
    uri: *const c_char,
    uri_len: usize,
    buf: *mut c_char,
    buf_cap: usize,
    len: *mut usize,
    zone: *mut *const c_char,
    zone_len: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, zone, zone_len, text) =
            unsafe { open((buffer(buf, buf_cap), slot(len), slot(zone), slot(zone_len), input(uri, uri_len)))? };
        let mut found: &[u8] = &[];
        fill(buf, len, Written::Text, |output| {
            found = uri::put_without_zone(text, output)?;
            Ok(())
        })?;
        store_bytes(zone, zone_len, found);
        Ok(())
    })
}

/// Splits any text into components as in RFC 3986 appendix B, and stores which components are invalid. No text is
/// refused.
///
/// A URI reference is split as by cri_uri_split(), and no component is invalid. In any other text, the user information
/// ends at the last `@` of the authority. The host ends before the first colon after that `@` or, if the host begins
/// with `[`, after the `]`. The kind of an invalid host is #CRI_HOST_NAME.
///
/// @param[in] uri,uri_len the text, any bytes; it must outlive the components
/// @param[out] components the components, for cri_uri_part() and the other functions that read them
/// @param[out] invalid the invalid components: a sum of bits `1 << CRI_PART_…`, from #CRI_PART_SCHEME to
///   #CRI_PART_FRAGMENT; 0 if all components are valid
/// @retval CRI_OK
///
/// Linear. RFC 3986 B.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_uri_split_lenient(
    uri: *const c_char,
    uri_len: usize,
    components: *mut cri_uri_t,
    invalid: *mut u32,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the text outlives the components.
        let (components, invalid, text) = unsafe { open((slot(components), slot(invalid), input(uri, uri_len)))? };
        let mut memory = MaybeUninit::uninit();
        let (uri, found) = Uri::read_lenient(&mut memory, text);
        components.store_copy(uri);
        invalid.write(found.into());
        Ok(())
    })
}
