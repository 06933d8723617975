/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The work of uriparser. Its objects are on the heap. A function returns true if the library succeeded. */
#include <stdbool.h>
#include <uriparser/Uri.h>

static char written[16 * 1024];

static bool parse(UriUriA *uri, const char *text, size_t len)
{
    const char *error;
    return uriParseSingleUriExA(uri, text, text + len, &error) == URI_SUCCESS;
}

static bool write(const UriUriA *uri) { return uriToStringA(written, uri, sizeof written, NULL) == URI_SUCCESS; }

/* Parses a URI reference. Also finds the segments of its path. */
bool uriparser_split(const char *text, size_t len)
{
    UriUriA uri;
    const bool done = parse(&uri, text, len);
    if (done)
        uriFreeUriMembersA(&uri);
    return done;
}

/* Parses, normalises and writes a URI. */
bool uriparser_normalize(const char *text, size_t len)
{
    UriUriA uri;
    if (!parse(&uri, text, len))
        return false;
    const bool done = uriNormalizeSyntaxA(&uri) == URI_SUCCESS && write(&uri);
    uriFreeUriMembersA(&uri);
    return done;
}

/* Parses a base and a reference, and writes the target. */
bool uriparser_resolve(const char *base, size_t base_len, const char *reference, size_t reference_len)
{
    UriUriA from, to, target;
    bool done = false;
    if (!parse(&from, base, base_len))
        return false;
    if (parse(&to, reference, reference_len)) {
        if (uriAddBaseUriA(&target, &to, &from) == URI_SUCCESS) {
            done = write(&target);
            uriFreeUriMembersA(&target);
        }
        uriFreeUriMembersA(&to);
    }
    uriFreeUriMembersA(&from);
    return done;
}
