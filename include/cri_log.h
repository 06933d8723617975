/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* This header is written by hand. All its functions are inline, so a program that does not call them links nothing. */

#ifndef CRI_LOG_H
#define CRI_LOG_H

#include "cri_edn.h"
#include "cri_host.h"

/**
 * @file
 * Functions that convert text from a peer to a form that is safe in a log. The result is printable and ends in NUL, for
 * `%s`.
 *
 * @code
 * LOG_INF("GET %s, answered %s", CRI_LOG_URI(&target), CRI_LOG_TEXT(payload, payload_len));
 * @endcode
 *
 * A log that is written later, such as Zephyr's in deferred mode, copies a text up to its NUL and ignores the precision
 * of `%.*s`. Such a log cannot use the texts of cri_text_plain(), which have no NUL.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_log cri_log.h: text for logs
 * @{
 */

#if !defined(CRI_LOG_SIZE)
/**
 * The size in bytes of the buffer that each CRI_LOG_URI() and CRI_LOG_TEXT() has on the stack, including the NUL. A
 * program may define another size. In addition, a running CRI_LOG_URI() needs CRI_LOG_SIZE + 300 bytes of stack on a
 * Cortex-M3, and a running CRI_LOG_TEXT() needs 48 bytes. The stack of cri_to_uri() or cri_escape(), which they call,
 * is not included.
 */
#define CRI_LOG_SIZE 96U
#endif

/** Calls cri_log_uri() with a buffer that exists until the end of the block. Not available in C++. */
#define CRI_LOG_URI(cri) cri_log_uri((cri), (char[CRI_LOG_SIZE]){0}, CRI_LOG_SIZE)

/**
 * Calls cri_log_text() with a buffer that exists until the end of the block. `bytes` may point to `char` or `uint8_t`.
 * Not available in C++.
 */
#define CRI_LOG_TEXT(bytes, bytes_len) \
    cri_log_text((const uint8_t *)(bytes), (bytes_len), (char[CRI_LOG_SIZE]){0}, CRI_LOG_SIZE)

/**
 * Writes bytes that a peer has sent for a log, with the escapes of cri_escape(). If the text does not fit in `buf`, it
 * is truncated, and ends in `...`.
 *
 * The text of an error is never returned, because a peer could have sent the same text.
 *
 * @param[in] bytes any bytes
 * @param[in] bytes_len length of `bytes`
 * @param[out] buf the text
 * @param[in] buf_cap capacity of `buf`
 * @return a text that ends in NUL: `buf`, or the constant string `...` if not even this fits in `buf`
 *
 * Linear in `bytes_len`; if the text is truncated, also linear in `buf_cap` times its logarithm. RFC 3987 4.1.
 */
static inline const char *cri_log_text(const uint8_t *CRI_NULLABLE bytes,
                                       size_t bytes_len,
                                       char *buf,
                                       size_t buf_cap)
{
    static const char dots[] = "...";
    size_t written;
    cri_err_t err = cri_escape(bytes, bytes_len, buf, buf_cap, &written);

    if ((err == CRI_ERR_BUFFER) && (buf_cap >= sizeof dots)) {
        const size_t room = buf_cap - sizeof dots;
        size_t kept = bytes_len;

        do {
            /* Each byte is written as at most six characters, so at least this number of bytes must be omitted. */
            kept -= (written - room + 5U) / 6U;
            kept = (kept < room) ? kept : room;
            size_t start = kept;
            while ((start > 0U) && ((kept - start) < 3U) && ((bytes[start] & 0xc0U) == 0x80U)) {
                start--;
            }
            if (bytes[start] >= 0xc0U) {
                kept = start; /* do not split a character */
            }
            err = cri_escape(bytes, kept, buf, room + 1U, &written);
        } while (err == CRI_ERR_BUFFER);
        for (size_t i = 0U; (err == CRI_OK) && (i < sizeof dots); i++) {
            buf[written + i] = dots[i];
        }
    }
    return (err == CRI_OK) ? buf : "...";
}

/**
 * Writes the URI of a CRI for a log, without user information, without fragment, and without the values of query
 * parameters. A parameter without `=` may be a value itself, so it is removed.
 *
 * The URI is first written with its values. If it does not fit in `buf`, only `?...` remains of the query. If it
 * does not fit then either, `/...` replaces the query and the last segments of the path: as few as necessary, but the
 * whole path if these are more than 23. If the origin does not fit, or if `cri` is a reference or has no host, the
 * result is `...`. A URI that ends in `...` may have been shortened.
 *
 * If there is user information, the result is also `...` if host and port take more than #CRI_LOG_SIZE bytes in CBOR.
 *
 * If the CRI has no URI, the result is the text of the error.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf the URI
 * @param[in] buf_cap capacity of `buf`
 * @return a text that ends in NUL and is not empty unless the URI is: `buf`, or a constant string of the library
 *
 * Linear. href 6.1; RFC 3986 7.5.
 */
static inline const char *cri_log_uri(const cri_t *cri,
                                      char *buf,
                                      size_t buf_cap)
{
    const char *result = "...";
    const char *end = "";
    const bool has_host = cri_is_full(cri) && (cri_authority_kind(cri) == CRI_AUTHORITY_HOST);
    bool is_shortened = false;
    uint8_t scratch[CRI_LOG_SIZE];
    cri_t bare;
    cri_t shown;
    size_t len = 0U;
    cri_err_t err = cri_without_userinfo(cri, scratch, sizeof scratch, &len, &bare);

    if (err == CRI_OK) {
        err = cri_without_fragment(&bare, &shown);
    }
    if (err == CRI_OK) {
        err = cri_to_uri(&shown, buf, buf_cap, &len);
        is_shortened = (err == CRI_ERR_BUFFER) && (buf_cap > 4U);
    }
    /* A long query must not hide the path. */
    if (is_shortened && (cri_without_query(&shown, &bare) == CRI_OK)) {
        end = "?...";
        err = cri_to_uri(&bare, buf, buf_cap - 4U, &len);
    }
    /* The reference [up, []] omits the last `up` segments. The last attempt omits all of them. */
    for (uint8_t up = 1U; is_shortened && has_host && (err == CRI_ERR_BUFFER) && (up <= 24U); up++) {
        const uint8_t bytes[] = {0x82U, (uint8_t)((up < 24U) ? up : 0xf5U), 0x80U};
        cri_t start;

        end = "/...";
        if ((cri_parse(cri_revision(cri), bytes, sizeof bytes, &start, &len) == CRI_OK) &&
            (cri_resolve(&shown, &start, &bare) == CRI_OK)) {
            err = cri_to_uri(&bare, buf, buf_cap - 4U, &len);
        }
    }
    if (err == CRI_OK) {
        size_t to = 0U;
        size_t name = 0U;
        bool in_query = false;
        bool in_value = false;

        for (size_t from = 0U; from <= len; from++) {
            const char each = buf[from];
            const bool ends = (each == '&') || (each == '\0');

            if (in_query && ends && !in_value) {
                to = name;
            }
            if (((each == '?') && !in_query) || ((each == '&') && in_query)) {
                in_query = true;
                in_value = false;
                name = to + 1U;
            }
            if (!in_value || ends) {
                buf[to] = each;
                to++;
            }
            in_value = in_value || (in_query && (each == '='));
        }
        to--;
        for (size_t i = 0U; end[i] != '\0'; i++) {
            buf[to] = end[i];
            to++;
        }
        buf[to] = '\0';
        result = buf;
    } else if (err != CRI_ERR_BUFFER) {
        result = cri_err_text(err);
    } else {
        /* Nothing fits. */
    }
    return result;
}

/** @} */

CRI_END_DECLS

#endif /* CRI_LOG_H */
