/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The work of uriparser. Its objects are on the heap. */
#include "peers.h"

#include <stdlib.h>
#include <uriparser/Uri.h>

static char written[16 * 1024];

static bool parse(UriUriA *uri, const char *text, size_t len)
{
    const char *error;
    return uriParseSingleUriExA(uri, text, text + len, &error) == URI_SUCCESS;
}

static bool write(const UriUriA *uri) { return uriToStringA(written, uri, sizeof written, NULL) == URI_SUCCESS; }

bool uriparser_split(const char *text, size_t len)
{
    UriUriA uri;
    const bool done = parse(&uri, text, len);
    if (done)
        uriFreeUriMembersA(&uri);
    return done;
}

bool uriparser_normalize(const char *text, size_t len)
{
    UriUriA uri;
    if (!parse(&uri, text, len))
        return false;
    const bool done = uriNormalizeSyntaxA(&uri) == URI_SUCCESS && write(&uri);
    uriFreeUriMembersA(&uri);
    return done;
}

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

void *uriparser_open(const char *text, size_t len)
{
    UriUriA *uri = malloc(sizeof *uri);
    return uri != NULL && parse(uri, text, len) ? uri : NULL;
}

bool uriparser_write(const void *uri) { return write(uri); }

bool uriparser_equal(const void *a, const void *b) { return uriEqualsUriA(a, b); }
