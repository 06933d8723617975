// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions for the options of a message that need no CRI: finding, iterating, looking up, cache keys. The file also
//! has the function for the code of a response.

use core::ffi::c_char;

use crate::coap::message::option::Options;
use crate::coap::{cache_key, cache_key_equal, query_find, split_message, unknown_critical};
use crate::error::response_code_of;
use crate::ffi::prelude::*;

/// An iterator over delta-coded options, initialised by cri_coap_raw_init(). It borrows the options.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct cri_coap_raw_t {
    _rest: *const u8,
    _rest_len: usize,
    _number: u16,
}

mirror! {
    cri_coap_raw_t: borrows [rest] = Options { _rest = rest, _number = number }
}

/// Finds the options and the payload of a message in the bytes after its token.
///
/// A stack that passes whole messages knows the length of the header. A program without a stack finds the token as
/// follows. The low four bits of the first byte are the length of the token, at most 8.
///
/// - Over UDP and DTLS (RFC 7252 3), the header has four bytes, and the token follows it. The message ends with the
///   datagram.
/// - Over TCP and TLS (RFC 8323 3.2), the high four bits of the first byte are the length of the bytes after the token.
///   If these bits are 13, 14 or 15, then one, two or four bytes of length come next, and the length is their value
///   plus 13, 269 or 65805. One byte for the code follows, then the token. `data_len` is that length.
/// - Over WebSockets (RFC 8323 4.2), the high four bits are 0, the code is the second byte, and the token follows the
///   code. The message ends with the message of the WebSocket.
///
/// @param[in] data,data_len the bytes after the token, up to the end of the message
/// @param[out] options_len the length of the options, which begin at `data`
/// @param[out] payload,payload_len the payload, a slice of `data`; empty if there is no payload; never NULL
/// @retval CRI_ERR_COAP_OPTION an option is malformed
/// @retval CRI_ERR_TRUNCATED an option extends past the end, or nothing follows the payload marker
///
/// Linear in the options. RFC 7252 3, 3.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_split(
    data: *const u8,
    data_len: usize,
    options_len: *mut usize,
    payload: *mut *const u8,
    payload_len: *mut usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (options_len, payload, payload_len, data) =
            unsafe { open((slot(options_len), slot(payload), slot(payload_len), input(data, data_len)))? };
        let (options, after) = split_message(data)?;
        options_len.write(options.len());
        store_bytes(payload, payload_len, after);
        Ok(())
    })
}

/// Checks the options of a message, and initialises an iterator over them.
///
/// @param[out] raw the iterator, which borrows `options`
/// @param[in] options,options_len delta-coded as in a message, without the payload marker
/// @retval CRI_ERR_COAP_OPTION an option is malformed, or is the payload marker
/// @retval CRI_ERR_TRUNCATED an option extends past the end
///
/// Linear. RFC 7252 3.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_raw_init(
    raw: *mut cri_coap_raw_t,
    options: *const u8,
    options_len: usize,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs; the options outlive the iterator.
        let (raw, options) = unsafe { open((slot(raw), input(options, options_len)))? };
        Options::new(options, 0).try_for_each(|option| option.map(|_| ()))?;
        raw.store(Options::new(options, 0));
        Ok(())
    })
}

/// Advances to the next option, and stores it.
///
/// @param[in,out] raw the iterator
/// @param[out] number number of the option, not less than the previous one
/// @param[out] value,value_len its value, borrowed from the options; never NULL
/// @return false, with nothing stored, at the end
///
/// Constant time. RFC 7252 3.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_raw_next(
    raw: *mut cri_coap_raw_t,
    number: *mut u16,
    value: *mut *const u8,
    value_len: *mut usize,
) -> bool {
    found(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (number, value, value_len, raw) =
            unsafe { open((slot(number), slot(value), slot(value_len), object_mut(raw))).ok()? };
        let (option, bytes) = raw.next()?.ok()?;
        number.write(option);
        store_bytes(value, value_len, bytes)
    })
}

/// Finds the parameters with a given name among the Uri-Query options of a request, and stores the value of the first.
///
/// A parameter is its name alone, or its name, `=` and its value. Uri-Query is not percent-encoded, so names and values
/// are compared and stored without decoding. A name with `=` is the name of no parameter. cri_query_find() finds the
/// same parameters in the CRI of the request. Proxy-Uri and Proxy-Cri are not read.
///
/// @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
/// @param[in] name,name_len the name, such as "ep"
/// @param[out] value,value_len the value of the first parameter with the name, UTF-8, borrowed from the options; empty
///   if it has no value, and if there is no parameter with the name; never NULL
/// @param[out] count number of parameters with the name
/// @param[out] has_value true if the first has a value, which may be empty: true for "ep=", false for "ep" alone.
///   @nullable if it is not wanted
/// @retval CRI_ERR_COAP_LENGTH a Uri-Query is longer than 255 bytes
/// @retval CRI_ERR_UTF8 a Uri-Query is not UTF-8
/// @errorsof{cri_coap_raw_init}
///
/// Linear. RFC 7252 5.10.1, 6.5.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn cri_coap_query_find(
    options: *const u8,
    options_len: usize,
    name: *const c_char,
    name_len: usize,
    value: *mut *const u8,
    value_len: *mut usize,
    count: *mut usize,
    has_value: *mut bool,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (value, value_len, count, has_value, options, name) = unsafe {
            open((
                slot(value),
                slot(value_len),
                slot(count),
                optional_slot(has_value),
                input(options, options_len),
                input(name, name_len),
            ))?
        };
        let found = query_find(options, name)?;
        store_bytes(value, value_len, found.value.unwrap_or(&[]));
        count.write(found.count);
        if let Some(has_value) = has_value {
            has_value.write(found.value.is_some());
        }
        Ok(())
    })
}

/// Checks that a request has no critical option that the server does not know. Critical options have odd numbers.
///
/// A server that is not a proxy calls this function before it processes a request. It answers an error with the code
/// that cri_coap_response_code() returns: 4.02 (Bad Option) for an unknown option, 5.05 (Proxying Not Supported) for an
/// option that is meant for a proxy. It ignores a non-confirmable request that has an unknown option.
///
/// The server knows the options with the numbers in `known`. List the options that the program or its CoAP stack
/// processes, such as If-Match (1), Accept (17), Block2 (23) and Block1 (27). The server also knows Uri-Host, Uri-Port,
/// Uri-Path, Uri-Path-Abbrev and Uri-Query, because cri_from_coap(), cri_coap_route() and the other functions that read
/// a request check the values of these options. Elective options, which have even numbers, are ignored.
///
/// A proxy does not call this function for a request that it forwards, because it forwards critical options that it
/// does not know, such as If-Match and OSCORE: it calls cri_coap_forward_request().
///
/// To find the next unknown option, call the function again, and pass the number in `unknown` as `after`.
///
/// @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
/// @param[in] known,known_len the numbers of further options that the server knows, and the count of these numbers;
///   NULL and 0 if there are no further options
/// @param[in] after options with numbers up to this number are not reported; 0 to report all
/// @param[out] unknown with #CRI_ERR_COAP_CRITICAL and #CRI_ERR_COAP_PROXY, the number of the first option that causes
///   the error. @nullable if it is not wanted
/// @retval CRI_ERR_COAP_CRITICAL there is an unknown critical option
/// @retval CRI_ERR_COAP_PROXY there is a Proxy-Uri, Proxy-Scheme, Proxy-Cri or Proxy-Scheme-Number, and it comes before
///   any other unknown option
/// @errorsof{cri_coap_raw_init}, which take precedence
///
/// Linear in `options_len` times `known_len`. RFC 7252 5.4.1, 5.10.2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_critical_check(
    options: *const u8,
    options_len: usize,
    known: *const u16,
    known_len: usize,
    after: u16,
    unknown: *mut u16,
) -> cri_err_t {
    call(|| {
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (unknown, options, known) =
            unsafe { open((optional_slot(unknown), input(options, options_len), input_array(known, known_len)))? };
        let mut first = None;
        // All options are read, because an error in any of them comes before the option that is refused.
        for option in unknown_critical(options, known) {
            let (number, error) = option?;
            if first.is_none() && number > after {
                first = Some((number, error));
            }
        }
        let Some((number, error)) = first else { return Ok(()) };
        if let Some(unknown) = unknown {
            unknown.write(number);
        }
        Err(error)
    })
}

/// Writes the options of a request that belong to its cache key, delta-coded, as bytes to hash or to compare.
///
/// Three kinds of options are omitted: options whose number marks them as NoCacheKey, such as Size1; Observe; and
/// options that the caller lists because it knows their meaning, such as ETag (4). A cache that reassembles bodies also
/// lists Block1 (27) and Block2 (23). If it does not list them, each block is cached by itself (RFC 7959 2.10).
///
/// The caller adds the rest of the key: the method, the payload of a FETCH request (RFC 8132 2.1; its Content-Format is
/// among the options), and the endpoint if Uri-Host or Uri-Port is omitted. A cache treats two requests with the same
/// key as the same. Different options may still mean the same resource, for example Uri-Path-Abbrev and the Uri-Path
/// options that it stands for.
///
/// @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
/// @param[in] ignored,ignored_len the numbers of further options to omit, and the count of these numbers; NULL and 0 if
///   there are no further options
/// @param[out] buf,buf_cap the buffer; NULL and 0 to ask for the length
/// @param[out] len length in bytes
/// @errorsof{cri_coap_raw_init}
///
/// Linear in `options_len` times `ignored_len`. RFC 7252 5.4.2, 5.4.6, 5.6; RFC 7641 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_cache_key(
    options: *const u8,
    options_len: usize,
    ignored: *const u16,
    ignored_len: usize,
    buf: *mut u8,
    buf_cap: usize,
    len: *mut usize,
) -> cri_err_t {
    call(|| {
        let ignored = input_array(ignored, ignored_len);
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (buf, len, options, ignored) =
            unsafe { open((buffer(buf, buf_cap), slot(len), input(options, options_len), ignored))? };
        fill(buf, len, Written::Bytes, |output| cache_key(options, ignored, output))
    })
}

/// Stores true if the options of two requests lead to the same cache key, that is, if cri_coap_cache_key() writes the
/// same bytes for both requests. This function needs no buffer.
///
/// @param[in] options,options_len all options of a request, delta-coded as in a message, without the payload marker
/// @param[in] other,other_len all options of the other request, in the same form
/// @param[in] ignored,ignored_len as in cri_coap_cache_key()
/// @param[out] equal true if they are equal
/// @errorsof{cri_coap_raw_init}
///
/// Linear in both lengths times `ignored_len`. RFC 7252 5.4.2, 5.4.6, 5.6; RFC 7641 2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_coap_cache_key_equal(
    options: *const u8,
    options_len: usize,
    other: *const u8,
    other_len: usize,
    ignored: *const u16,
    ignored_len: usize,
    equal: *mut bool,
) -> cri_err_t {
    call(|| {
        let ignored = input_array(ignored, ignored_len);
        // SAFETY: the caller keeps the contract in ffi/mod.rs.
        let (equal, options, other, ignored) =
            unsafe { open((slot(equal), input(options, options_len), input(other, other_len), ignored))? };
        equal.write(cache_key_equal(options, other, ignored)?);
        Ok(())
    })
}

/// Returns the response code for a request that caused an error of this library.
///
/// - 4.00 (Bad Request): a request that is malformed in another way than by its options.
/// - 4.04 (Not Found): a resource that is not under a prefix.
/// - 4.02 (Bad Option): options that a server must not accept, or that a proxy must not forward.
/// - 5.00 (Internal Server Error): mistakes of the program, such as a malformed pattern, a missing destination, calls
///   out of order, or a buffer that is too small.
/// - 5.02 (Bad Gateway): a response that a proxy must not forward.
/// - 5.05 (Proxying Not Supported): a request that this server does not proxy.
/// - 5.08 (Hop Limit Reached): a request that passed too many proxies.
///
/// @param[in] err an error number, @suchas{CRI_ERR_}, or #CRI_OK
/// @return class and detail as in a message, 0x80 for 4.00; 0 for #CRI_OK and for numbers that are not errors of this
///   version
///
/// Constant time. RFC 7252 3, 5.4.1, 5.7.1, 5.9; RFC 8768 4.
#[unsafe(no_mangle)]
pub extern "C" fn cri_coap_response_code(err: cri_err_t) -> u8 {
    response_code_of(err)
}
