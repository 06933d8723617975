/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The client programs on URI text with liburiparser, whose heap is a block that is used up and begun again. */
#include "clients.h"

#include <string.h>
#include <uriparser/Uri.h>

static bool parse(UriUriA *uri, const char *text, size_t len)
{
    const char *error;
    return uriParseSingleUriExA(uri, text, text + len, &error) == URI_SUCCESS;
}

bool client_split(const char *uri, size_t uri_len, const char **host, size_t *host_len)
{
    UriUriA parts;
    if (!parse(&parts, uri, uri_len)) {
        return false;
    }
    bool is_name = parts.hostData.ip4 == NULL && parts.hostData.ip6 == NULL && parts.hostData.ipFuture.first == NULL;
    *host = parts.hostText.first;
    *host_len = (size_t)(parts.hostText.afterLast - parts.hostText.first);
    uriFreeUriMembersA(&parts);
    return is_name;
}

bool client_resolve(const char *base, size_t base_len, const char *uri, size_t uri_len, char *buf, size_t cap,
                    size_t *len)
{
    UriUriA from, to, target;
    int written = 0;
    bool done = false;
    if (!parse(&from, base, base_len)) {
        return false;
    }
    if (parse(&to, uri, uri_len)) {
        if (uriAddBaseUriA(&target, &to, &from) == URI_SUCCESS) {
            done = target.hostText.first != NULL && uriToStringA(buf, &target, (int)cap, &written) == URI_SUCCESS;
            uriFreeUriMembersA(&target);
        }
        uriFreeUriMembersA(&to);
    }
    uriFreeUriMembersA(&from);
    *len = (size_t)written;
    return done;
}
