/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The work of uriparser, whose objects are on the heap. A function returns the length of the text that it writes, with
 * a NUL, or 0 if the library fails. script/check/oracles calls these functions, too. */
#include <stdbool.h>
#include <stdio.h>
#include <uriparser/Uri.h>

static bool parse(UriUriA *uri, const char *text, size_t len)
{
    const char *error;
    return uriParseSingleUriExA(uri, text, text + len, &error) == URI_SUCCESS;
}

static size_t write(UriUriA *uri, char *to, size_t cap)
{
    int written = 0;
    const bool done = uriToStringA(to, uri, (int)cap, &written) == URI_SUCCESS;
    uriFreeUriMembersA(uri);
    return done ? (size_t)written : 0;
}

/* Adds a component to the text, unless it is undefined. */
static char *add(char *at, const char *name, UriTextRangeA part)
{
    if (!part.first)
        return at;
    return at + sprintf(at, "%s%.*s", name, (int)(part.afterLast - part.first), part.first);
}

/* Parses a URI reference, and writes its components as cri-tool's uri-split does, with text shorter than 8 KiB. */
size_t uriparser_components(const char *text, size_t len, char *to, size_t cap)
{
    UriUriA uri;
    if (cap < 16 * 1024 || !parse(&uri, text, len))
        return 0;
    char *at = add(to, "scheme=", uri.scheme);
    at = add(at, "\tuserinfo=", uri.userInfo);
    const bool literal = uri.hostData.ip6 || uri.hostData.ipFuture.first;
    at = add(at, literal ? "\thost=[" : "\thost=", uri.hostText);
    at += sprintf(at, literal ? "]" : "");
    at = add(at, "\tport=", uri.portText);
    at += sprintf(at, "\tpath=");
    const bool rooted = uri.absolutePath || uri.hostText.first;
    for (const UriPathSegmentA *segment = uri.pathHead; segment; segment = segment->next)
        at = add(at, rooted || segment != uri.pathHead ? "/" : "", segment->text);
    if (uri.absolutePath && !uri.pathHead)
        at += sprintf(at, "/");
    at = add(at, "\tquery=", uri.query);
    at = add(at, "\tfragment=", uri.fragment);
    uriFreeUriMembersA(&uri);
    return (size_t)(at - to) + 1;
}

/* Parses, normalises and writes a URI. */
size_t uriparser_normalize(const char *text, size_t len, char *to, size_t cap)
{
    UriUriA uri;
    if (!parse(&uri, text, len))
        return 0;
    const bool done = uriNormalizeSyntaxA(&uri) == URI_SUCCESS;
    const size_t written = write(&uri, to, cap);
    return done ? written : 0;
}

/* Parses a base and a reference, and writes the target. */
size_t uriparser_resolve(const char *base, size_t base_len, const char *reference, size_t len, char *to, size_t cap)
{
    UriUriA from, link, target;
    size_t written = 0;
    if (!parse(&from, base, base_len))
        return 0;
    if (parse(&link, reference, len)) {
        if (uriAddBaseUriA(&target, &link, &from) == URI_SUCCESS)
            written = write(&target, to, cap);
        uriFreeUriMembersA(&link);
    }
    uriFreeUriMembersA(&from);
    return written;
}
