/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri_error.h"

/** Major version of the headers: incremented by incompatible changes. */
#define CRI_VERSION_MAJOR @MAJOR@

/** Minor version of the headers: incremented by additions. */
#define CRI_VERSION_MINOR @MINOR@

/** Patch version of the headers: incremented by corrections. */
#define CRI_VERSION_PATCH @PATCH@

/** Version of the headers, as text. */
#define CRI_VERSION "@MAJOR@.@MINOR@.@PATCH@"

/**
 * @file
 * Constrained Resource Identifiers (CRI): the components of a URI as CBOR.
 *
 * This header has the core: parse, read, resolve, compare, encode, build, convert. A view, cri_t, borrows the bytes of
 * a CRI. The bytes are checked once, when they are parsed, so reading a view cannot fail. Most operations make a view
 * from other views and need no buffer:
 *
 * @code
 * cri_t base, link, target;
 * size_t consumed, len;
 * char uri[64];
 *
 * if (cri_parse(CRI_REV_27, base_cbor, base_len, &base, &consumed) == CRI_OK &&
 *     cri_parse(CRI_REV_27, link_cbor, link_len, &link, &consumed) == CRI_OK &&
 *     cri_resolve(&base, &link, &target) == CRI_OK &&
 *     cri_to_uri(&target, uri, sizeof uri, &len) == CRI_OK)
 *     puts(uri);
 * @endcode
 *
 * The names of a type's functions begin with the name of the type, and the object is their first argument. NAME_init()
 * or NAME_init_HOW() starts an iterator.
 *
 * Other headers: cri_error.h (results of calls), cri_request.h (a request from a link), cri_coap.h (CoAP options,
 * proxies), cri_dispatch.h (patterns of paths), cri_link.h (link format), cri_document.h (CRIs in larger documents),
 * cri_host.h (hosts and ports), cri_socket.h (socket addresses), cri_check.h (checks before accepting), cri_log.h
 * (texts for logs), cri_edn.h (diagnostic notation), cri_uri.h (RFC 3986 text), cri_template.h (URI templates),
 * cri_registry.h (schemes registered later), cri_cori.h (the older CoRI), cri_nfc.h (Unicode normalisation),
 * cri_target.h (whether the archive fits the compiler's flags).
 *
 * Each comment ends with the running time of the function and, if it implements a specification, the sections.
 * "Linear" without more words is linear in the total length of the inputs, including the bytes that a view borrows.
 * "href" is draft-ietf-core-href, in revision -13 unless another is named. C1 to C13 are the constraints of its
 * section 2. docs/rulings.md decides questions that these specifications leave open.
 */

/**
 * @defgroup cri_h cri.h: the core
 * Parse, read, resolve, compare, encode, build, convert.
 */

/**
 * @defgroup cri_contract The contract
 * @ingroup cri_h
 *
 * These rules apply to every function:
 *
 * - A result of type #cri_err_t is #CRI_OK on success; otherwise it is the number of an error.
 * - A pointer to data is followed by its length, the number of bytes that the library may read. NULL with length 0 is
 *   empty. The length or capacity of an array of other types is the number of its elements.
 * - Every other pointer points to an object of its type. The library has initialised each object that it reads, and the
 *   program has not changed private fields.
 * - An output buffer is followed by its capacity, the number of bytes that the library may write. NULL with capacity 0
 *   asks for the length: the result is #CRI_ERR_BUFFER, or #CRI_OK if the output is empty. A text output is never
 *   empty, because it ends in NUL. The length is stored in both cases.
 * - Outputs are stored only on success, with three exceptions. #CRI_ERR_BUFFER comes with the length needed; from
 *   cri_link_writer_finish(), it also comes with a block of links. An error of cri_parse() or cri_cori_parse() for
 *   which cri_err_is_unprocessable() is true comes with the length to skip. Outputs that locate an error (offsets,
 *   components, option numbers) come with that error.
 * - Outputs may be uninitialised. A function writes nothing past the capacity of a buffer. Past the result, and after
 *   an error, the content of the buffer is unspecified up to its capacity.
 * - A text output (`char`) ends in NUL on success. It needs room for its length + 1; the length never counts the NUL.
 *   After #CRI_ERR_BUFFER the text is empty if there is room for one byte.
 *   Outputs of bytes (`uint8_t`) do not end in NUL. Borrowed texts do not either, unless the function says so.
 * - Each function NAME() that writes a CRI stores the length of the CRI. Most have an inline companion, NAME_view(),
 *   which parses the result and stores a view instead of the length; cri_encoding() stores the length of the view's
 *   bytes. If a companion returns #CRI_ERR_BUFFER, call NAME() to get the length needed.
 * - Inputs are never written.
 * - Borrowed bytes must outlive the view. They may change between calls: the results are then unspecified, but every
 *   call returns in time linear in the lengths that it was given, and accesses no other memory. They must not change
 *   during a call. Such a change is a data race, for which nothing is promised.
 * - Objects have no destructor. Views, texts and iterators may be copied by assignment. Fields that begin with an
 *   underscore are private.
 * - CBOR tag 99 before a CRI is accepted in revision 27 only.
 * - No heap, no globals, no callbacks, no recursion: every function is reentrant and may be called from an interrupt.
 *
 * Any function may return these errors, which its own comment does not list again:
 *
 * - #CRI_ERR_ARGUMENT: NULL for an object or for an output; NULL with a length; a length above
 *   `SIZE_MAX / 2`; an object of zeros; an unknown revision, flag or level. A function that does not return a
 *   #cri_err_t returns false or 0 in these cases. If it initialises an iterator, it stores an iterator over nothing.
 *   Otherwise it does nothing.
 * - #CRI_ERR_OVERLAP: an output overlaps an input, the bytes that an input borrows, or another output.
 * - #CRI_ERR_BUFFER, from functions with an output buffer: the buffer is too small. The length needed is stored.
 *   Functions that capture segments of a path list this error in their own comments. They do not store the number of
 *   captures needed: see cri_pattern_check().
 */

/** A string literal as two arguments: its characters and their number. */
#define CRI_LIT(literal) ("" literal ""), (sizeof(literal) - 1)

/** An array of bytes as two arguments: a pointer and its length. */
#define CRI_BYTES(array) (array), sizeof(array)

/** The scheme id of a scheme number: the value that a CRI has for a number of the registry. */
#define CRI_SCHEME_ID(number) (-1 - (int64_t)(number))

/**
 * Enough bytes for the CRI of a URI or IRI of this length in bytes, from cri_from_uri() or cri_from_iri(), and for the
 * target of a link of this length, from cri_link_resolve().
 */
#define CRI_FROM_URI_MAX(uri_len) ((uri_len) + (uri_len) / 6 + 24)

/**
 * Enough bytes for the URI or IRI of a full CRI of this length, and its NUL, from cri_to_uri() or cri_to_iri(). A
 * reference needs 3 bytes more for each segment that it discards.
 */
#define CRI_TO_URI_MAX(cri_len) ((cri_len) * 3 + 24)

/** Enough bytes for the result of cri_resolve_to(), for a base and a reference of these lengths. */
#define CRI_RESOLVE_TO_MAX(base_len, reference_len) ((base_len) + (reference_len))

@group cri_parse Parsing
From CBOR to a view, in either revision of the draft.
@include cri/parse.rs

@group cri_text Texts and lists
Labels, segments, parameters, fragments and user information are texts. A text is plain, or percent-encoded text
(PET), in which characters and octets alternate.
@include cri/text.rs

@group cri_read Scheme and kind
@include cri/scheme.rs

@group cri_authority Authority
Host, port, user information.
@include cri/authority.rs

@group cri_path Path, query, fragment
@include cri/path.rs

@group cri_operate Resolving and comparing
@include cri/resolve.rs
@include cri/without.rs
@include cri/edit.rs
@include cri/compare.rs

@group cri_encode Encoding
@include cri/encode.rs
@include cri/normalize.rs

@group cri_convert URIs and IRIs
@include uri/convert.rs

@group cri_build Building
A builder writes a CRI section by section, in order. It keeps its first error, and cri_builder_finish() returns that
error, so the results of the calls before it need not be checked.
@include cri/builder.rs
@include cri/resume.rs

@group cri_library Library
Version and features.
@include library.rs

@group cri_parts Components
Numbers for the components of a CRI or a URI reference. They tell which component an error is in, and which component
cri_uri_part() stores.
@include part.rs
