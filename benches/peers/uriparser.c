/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The work of uriparser. Its objects are on the heap. A function returns true if the library succeeded. */
#include <stdbool.h>
#include <stdio.h>
#include <uriparser/Uri.h>

/* The text that a function wrote, which script/check/oracles reads. */
char uriparser_written[16 * 1024];

static bool parse(UriUriA *uri, const char *text, size_t len)
{
    const char *error;
    return uriParseSingleUriExA(uri, text, text + len, &error) == URI_SUCCESS;
}

static bool write(const UriUriA *uri)
{
    return uriToStringA(uriparser_written, uri, sizeof uriparser_written, NULL) == URI_SUCCESS;
}

/* Parses a URI reference. Also finds the segments of its path. */
bool uriparser_split(const char *text, size_t len)
{
    UriUriA uri;
    const bool done = parse(&uri, text, len);
    if (done)
        uriFreeUriMembersA(&uri);
    return done;
}

/* Adds a component to the text, unless it is undefined. */
static size_t add(size_t at, const char *name, UriTextRangeA part)
{
    if (!part.first)
        return at;
    return at + (size_t)sprintf(uriparser_written + at, "%s%.*s", name, (int)(part.afterLast - part.first), part.first);
}

/* Parses a URI reference, and writes its components as cri-tool's uri-split does, with text shorter than 8 KiB. */
bool uriparser_components(const char *text, size_t len)
{
    UriUriA uri;
    if (!parse(&uri, text, len))
        return false;
    size_t at = add(0, "scheme=", uri.scheme);
    at = add(at, "\tuserinfo=", uri.userInfo);
    const bool literal = uri.hostData.ip6 || uri.hostData.ipFuture.first;
    at = add(at, literal ? "\thost=[" : "\thost=", uri.hostText);
    at += (size_t)sprintf(uriparser_written + at, literal ? "]" : "");
    at = add(at, "\tport=", uri.portText);
    at += (size_t)sprintf(uriparser_written + at, "\tpath=");
    const bool rooted = uri.absolutePath || uri.hostText.first;
    for (const UriPathSegmentA *segment = uri.pathHead; segment; segment = segment->next)
        at = add(at, rooted || segment != uri.pathHead ? "/" : "", segment->text);
    if (uri.absolutePath && !uri.pathHead)
        at += (size_t)sprintf(uriparser_written + at, "/");
    at = add(at, "\tquery=", uri.query);
    add(at, "\tfragment=", uri.fragment);
    uriFreeUriMembersA(&uri);
    return true;
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
