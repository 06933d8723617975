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
 * program may define another size. In addition, a running CRI_LOG_URI() needs CRI_LOG_SIZE + 400 bytes of stack on a
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

/** @cond */
/* Ends a text with `...`. */
static inline void cri_log_end(char *end)
{
    static const char dots[] = "...";

    for (size_t i = 0U; i < sizeof dots; i++) {
        end[i] = dots[i];
    }
}

/* Appends the escaped text `chars` to the `*at` characters in `buf`. Returns false if the text has no room next to the
 * characters `...`, which then end the result. */
static inline bool cri_log_append(const char *chars,
                                  size_t chars_len,
                                  char *buf,
                                  size_t buf_cap,
                                  size_t *at)
{
    const size_t room = buf_cap - *at - sizeof "...";
    size_t len = 0U;
    const cri_err_t err = cri_escape((const uint8_t *)chars, chars_len, &buf[*at], room + 1U, &len);

    if (err == CRI_OK) {
        *at += len;
    } else if (room < 3U) {
        cri_log_end(&buf[*at]);
    } else {
        (void)cri_log_text((const uint8_t *)chars, chars_len, &buf[*at], room + 1U);
    }
    return err == CRI_OK;
}

/* Returns true if `chars` has one of the delimiters, which the result would show as part of the URI's structure. */
static inline bool cri_log_has_delimiter(const char *chars,
                                         size_t chars_len,
                                         const char *delimiters)
{
    bool has = false;

    for (size_t i = 0U; i < chars_len; i++) {
        for (size_t k = 0U; delimiters[k] != '\0'; k++) {
            has = has || (chars[i] == delimiters[k]);
        }
    }
    return has;
}

/* Appends labels or segments with `separator` between them, and before the first one if `is_rooted` is true. */
static inline bool cri_log_append_all(cri_iter_t *iter,
                                      char separator,
                                      bool is_rooted,
                                      char *buf,
                                      size_t buf_cap,
                                      size_t *at)
{
    const char *delimiters = (separator == '.') ? "/?#%@:[]" : "/?#%";
    cri_text_t text;
    const char *chars = "";
    size_t len = 0U;
    bool leads = is_rooted;
    bool fits = true;

    while (fits && cri_iter_next(iter, &text)) {
        fits = !leads || cri_log_append(&separator, 1U, buf, buf_cap, at);
        if (fits && cri_text_plain(&text, &chars, &len) && !cri_log_has_delimiter(chars, len, delimiters)) {
            fits = cri_log_append(chars, len, buf, buf_cap, at);
        } else if (fits && cri_log_append("%", 1U, buf, buf_cap, at)) {
            cri_log_end(&buf[*at]);
            fits = false;
        } else {
            fits = false;
        }
        leads = true;
    }
    return fits;
}

/* Appends the port with its colon, if there is a port. */
static inline bool cri_log_append_port(const cri_t *cri,
                                       char *buf,
                                       size_t buf_cap,
                                       size_t *at)
{
    char text[6];
    size_t from = sizeof text;
    uint16_t port = 0U;
    const bool has_port = cri_port(cri, &port);

    if (has_port) {
        do {
            from--;
            text[from] = (char)('0' + (port % 10U));
            port = (uint16_t)(port / 10U);
        } while (port > 0U);
        from--;
        text[from] = ':';
    }
    return !has_port || cri_log_append(&text[from], (sizeof text) - from, buf, buf_cap, at);
}

/* Appends the host and the port. */
static inline bool cri_log_append_authority(const cri_t *cri,
                                            char *buf,
                                            size_t buf_cap,
                                            size_t *at)
{
    const bool is_literal = (cri_host_kind(cri) == CRI_HOST_IPV6);
    bool fits = cri_log_append("//[", is_literal ? 3U : 2U, buf, buf_cap, at);
    cri_iter_t labels;
    size_t len = 0U;

    if (fits && (cri_host_kind(cri) == CRI_HOST_NAME)) {
        cri_iter_init_labels(&labels, cri);
        fits = cri_log_append_all(&labels, '.', false, buf, buf_cap, at);
    } else if (fits && (cri_host_text(cri, &buf[*at], buf_cap - *at - 3U, &len) == CRI_OK)) {
        *at += len;
        fits = !is_literal || cri_log_append("]", 1U, buf, buf_cap, at);
    } else if (fits) {
        cri_log_end(&buf[*at]);
        fits = false;
    } else {
        /* The result has ended. */
    }
    return fits && cri_log_append_port(cri, buf, buf_cap, at);
}

/* Writes the beginning of a URI that does not fit, and `...`. `buf` has room for these three characters and NUL. */
static inline void cri_log_uri_start(const cri_t *cri,
                                     char *buf,
                                     size_t buf_cap)
{
    const uint8_t kind = cri_authority_kind(cri);
    const uint8_t discard = cri_discard(cri);
    const char *scheme = "";
    size_t len = 0U;
    size_t at = 0U;
    bool fits = true;
    cri_iter_t segments;

    if (cri_scheme_text(cri, &scheme, &len)) {
        fits = cri_log_append(scheme, len, buf, buf_cap, &at) && cri_log_append(":", 1U, buf, buf_cap, &at);
    }
    if (fits && (kind == CRI_AUTHORITY_HOST)) {
        fits = cri_log_append_authority(cri, buf, buf_cap, &at);
    }
    for (unsigned up = 1U; fits && (discard != CRI_DISCARD_ALL) && (up < discard); up++) {
        fits = cri_log_append("../", 3U, buf, buf_cap, &at);
    }
    cri_iter_init_path(&segments, cri);
    if (fits && cri_log_append_all(&segments, '/', (discard == CRI_DISCARD_ALL) && (kind != CRI_AUTHORITY_ROOTLESS),
                                   buf, buf_cap, &at)) {
        cri_log_end(&buf[at]);
    }
}
/** @endcond */

/**
 * Writes the URI of a CRI for a log, without user information, without fragment, and without the values of query
 * parameters. A parameter without `=` may be a value itself, so it is removed.
 *
 * The URI is first written with its values. If it does not fit in `buf`, only `?...` remains of the query. If it
 * does not fit then either, the result is the beginning of the URI, up to `...`, with the escapes of cri_escape() in
 * place of percent-encoding. It ends with `%...` at the first label or segment that has PET or a delimiter. A URI that
 * ends in `...` may have been shortened.
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
    uint8_t scratch[CRI_LOG_SIZE];
    cri_t bare;
    cri_t shown;
    size_t len;
    bool is_start = false;
    const char *result = buf;
    cri_err_t err = cri_without_userinfo(cri, scratch, sizeof scratch, &len, &bare);

    if (err == CRI_OK) {
        err = cri_without_fragment(&bare, &shown);
    }
    if (err == CRI_OK) {
        err = cri_to_uri(&shown, buf, buf_cap, &len);
        /* A long query must not hide the path. */
        if ((err == CRI_ERR_BUFFER) && (buf_cap >= sizeof "?...") && (cri_without_query(&shown, &bare) == CRI_OK)) {
            err = cri_to_uri(&bare, buf, buf_cap - (sizeof "?..." - 1U), &len);
            if (err == CRI_OK) {
                buf[len] = '?';
                cri_log_end(&buf[len + 1U]);
                is_start = true;
            }
        }
    }
    if ((err == CRI_ERR_BUFFER) && (buf_cap >= sizeof "...")) {
        cri_log_uri_start(cri, buf, buf_cap);
        is_start = true;
    } else if (err == CRI_ERR_BUFFER) {
        result = "...";
    } else if (err != CRI_OK) {
        result = cri_err_text(err);
    } else {
        /* The URI is written. */
    }
    if ((err == CRI_OK) && !is_start) {
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
    }
    return result;
}

/** @} */

CRI_END_DECLS

#endif /* CRI_LOG_H */
