/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_EDN_H
#define CRI_EDN_H

#include "cri.h"

/**
 * @file
 * CBOR diagnostic notation (EDN): CRIs in a form for people, in logs, configurations and tests. cri_escape() makes any
 * text safe for a log.
 *
 * @code
 * uint8_t cbor[64];
 * size_t len, offset;
 *
 * cri_err_t err = cri_from_edn(CRI_REV_27, CRI_LIT("cri'coap://example.com/a'"), cbor, sizeof cbor, &len, &offset);
 * if (err != CRI_OK && err != CRI_ERR_BUFFER)
 *     printf("%s at byte %zu\n", cri_err_text(err), offset);
 * @endcode
 */

/** Enough bytes for the notation of a CRI or reference of this length, and its NUL, from cri_to_edn(). */
#define CRI_TO_EDN_MAX(cri_len) ((cri_len) * 6 + 8)

CRI_BEGIN_DECLS

/**
 * @defgroup cri_edn cri_edn.h: diagnostic notation
 * @{
 */

/**
 * Writes the canonical form of a CRI or CRI reference in diagnostic notation, such as `[-1, ["example", "com"]]`.
 *
 * Byte strings are in lower-case hexadecimal. Characters that could mislead a terminal or a reader are escaped as in
 * cri_escape(). cri_from_edn() reads the same CRI back.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf the buffer; NULL and 0 to ask for the length. #CRI_TO_EDN_MAX bytes
 *   are enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes of the UTF-8 text, without the final NUL
 * @retval CRI_OK
 *
 * Linear. RFC 8949 8; RFC 8610 G.
 */
CRI_MUST_CHECK
cri_err_t cri_to_edn(const cri_t *cri,
                     char *CRI_NULLABLE buf,
                     size_t buf_cap,
                     size_t *len);

/**
 * Writes a CRI or CRI reference in diagnostic notation as a literal with its IRI, such as `cri'coap://example.com'`,
 * if cri_from_edn() reads the same CRI back from the literal. Otherwise writes the same notation as cri_to_edn(). In
 * the literal, characters that cri_escape() would escape are percent-encoded.
 *
 * A CRI has no such literal in these cases:
 *
 * - It has no IRI.
 * - Its scheme is given by name, although the registry has a number for the scheme.
 * - It contains the default port of its scheme.
 * - Its host name has upper-case letters.
 * - It has percent-encoded octets that need no percent-encoding.
 * - It is a reference with an empty path or query.
 * - It contains an apostrophe.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes of the UTF-8 text, without the final NUL
 * @retval CRI_OK
 *
 * Linear. href 6.1; RFC 3987 3.2.
 */
CRI_MUST_CHECK
cri_err_t cri_to_edn_literal(const cri_t *cri,
                             char *CRI_NULLABLE buf,
                             size_t buf_cap,
                             size_t *len);

/**
 * Converts a CRI or CRI reference in diagnostic notation to CBOR, in canonical form and without a tag.
 *
 * The notation may contain:
 *
 * - integers in decimal, or with the prefix `0x`, `0o` or `0b`
 * - `true`, `false` and `null`
 * - arrays, in which the commas are optional
 * - text strings: ``"…"`` with the escapes of JSON and with code points in braces, such as ``u{e9}`` after a
 *   backslash; raw strings between backquotes, like code spans in Markdown
 * - byte strings: ``'…'``, ``h'…'``, ``b64'…'``, ``b32'…'``, ``h32'…'``, and ``ip'…'`` for an address
 * - ``cri'…'``: the CRI reference that cri_from_iri() makes of the URI or IRI reference in the quotes
 * - tag 99, in revision 27: `99(…)`, or ``CRI'…'`` for a ``cri'…'`` with the tag
 * - a text that is joined from texts and byte strings: ``t1<<"a", h'62'>>`` or ``ilts<<…>>``
 * - a byte string that is joined from texts and byte strings: ``b1<<…>>`` or ``ilbs<<…>>``
 * - one of the other prefixes, such as `h`, before a raw string, or before a sequence ``<<…>>`` that contains one
 *   string; this string may be joined from literals without prefixes
 * - strings joined by `+`, as in older drafts, and strings of chunks, such as `(_ "a", "b")`
 * - encoding indicators, which are ignored
 * - comments; a comment that begins with `#` or `//` ends with its line or with the text
 *
 * Blank space and comments may surround the item, but nothing else may. Other items of the notation are refused with
 * #CRI_ERR_SYNTAX, among them `simple(…)`, ``float'…'``, ``dt'…'``, ``hash'…'``, ellipses and embedded CBOR.
 *
 * In single quotes, a single quote is escaped instead of a double quote, a slash is not escaped, and an escape by
 * number of a printable ASCII character is refused with #CRI_ERR_SYNTAX.
 *
 * The function returns the first error in the text, whatever the capacity of `buf`.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] edn the notation, in UTF-8
 * @param[in] edn_len length of `edn`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length of the CBOR in bytes
 * @param[out] offset if the text has an error, the offset in `edn` of the first invalid character or of the item that
 *   is refused. In a literal, the offset is the offset that cri_from_iri_where() would store, counted from the start
 *   of `edn`
 * @retval CRI_ERR_SYNTAX the text is not in this notation
 * @retval CRI_ERR_UTF8 the text is not UTF-8
 * @retval CRI_ERR_LIMIT a ``cri''`` literal with escapes or carriage returns, or joined from several strings, is
 *   longer than 1024 bytes. The function decodes these literals into a buffer of 1024 bytes on the stack
 * @retval other the errors of cri_parse() and cri_from_iri(): the former for an item that is not a processable CRI,
 *   the latter for a literal
 *
 * Linear. RFC 8949 8; draft-ietf-cbor-edn-literals-27.
 */
CRI_MUST_CHECK
cri_err_t cri_from_edn(uint8_t rev,
                       const char *CRI_NULLABLE edn,
                       size_t edn_len,
                       uint8_t *CRI_NULLABLE buf,
                       size_t buf_cap,
                       size_t *len,
                       size_t *offset);

/**
 * Writes octets, such as a path segment or a payload, in a form that is safe to read in a log.
 *
 * Characters that could mislead a terminal or a reader are written as a backslash, `u` and four hexadecimal digits. A
 * character above U+FFFF is written as a surrogate pair, which is two such escapes. These characters are escaped:
 *
 * - control characters, including DEL
 * - characters of the Unicode general category Cf, such as the bidirectional controls and U+FEFF
 * - characters with the Unicode property Default_Ignorable_Code_Point
 * - U+2028 and U+2029
 *
 * A backslash is doubled. An octet that is not UTF-8 is written as a backslash, `x` and two hexadecimal digits.
 * All other characters are unchanged.
 *
 * @param[in] octets any octets
 * @param[in] octets_len length of `octets`
 * @param[out] buf the buffer; NULL and 0 to ask for the length; 6 times `octets_len` plus 1 suffices
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes of the UTF-8 text, without the final NUL
 * @retval CRI_OK
 *
 * Linear. RFC 3987 4.1.
 */
CRI_MUST_CHECK
cri_err_t cri_escape(const uint8_t *CRI_NULLABLE octets,
                     size_t octets_len,
                     char *CRI_NULLABLE buf,
                     size_t buf_cap,
                     size_t *len);

/** @} */

CRI_END_DECLS

#endif /* CRI_EDN_H */
