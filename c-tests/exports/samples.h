/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first inputs of each kind that an export reads. Calls make more inputs from them. A literal ends where the next
 * character would continue its escape. */
#ifndef SAMPLES_H
#define SAMPLES_H

#define SAMPLE(bytes)                                                                                                  \
    {                                                                                                                  \
        (const uint8_t *)("" bytes ""), sizeof(bytes) - 1                                                              \
    }

/* clang-format off */
static const struct region samples[] = {
    /* CRIs: [-1, [false, "u", "h", 80], ["a", ["b", h'3b']], ["a=q"], "f"]; an address with a zone identifier; a scheme
     * by name; the paths of requests; references. */
    SAMPLE("\x85\x20\x84\xf4\x61u\x61h\x18\x50\x82\x61" "a\x82\x61" "b\x41;\x81\x63" "a=q\x61" "f"),
    SAMPLE("\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x42\x63" "en1"),
    SAMPLE("\x83\x61x\x81\x61h\x81\x61" "a"),
    SAMPLE("\x84\x20\x81\x61h\x84\x61" "a\x61" "b\x61" "c\x61" "d\x81\x61q"),
    SAMPLE("\x83\x20\x81\x44\x7f\0\0\x01\x82\x61" "a\x60"),
    SAMPLE("\xd8\x63\x83\x20\x82\x61h\x19\x16\x33\x82\x6b.well-known\x64" "core"),
    SAMPLE("\x84\x01\x81\x61x\x81\x61y\x61z"),
    SAMPLE("\x83\xf5\x82\x61" "a\x61" "b\x81\x61q"),
    SAMPLE("\x82\xf5\x81\x82\x61" "a\x41;"),
    SAMPLE("\x80"),
    /* Documents: CRIs in an array, one CRI in a tag, a sequence. */
    SAMPLE("\x82\x83\x20\x81\x61h\x81\x61" "a\x80"),
    SAMPLE("\xa1\x01\xd8\x63\x82\x20\x81\x61h"),
    /* Authorization information; CoRIs. */
    SAMPLE("\x83\x82\x82\x81\x61" "a\x81\x61q\x03\x82\x81\x82\x61" "a\x61" "b\x01\x82\x81\x80\x18\x7f"),
    SAMPLE("\x88\x01\x64" "coap\x02\x61h\x04\x18\x50\x06\x61" "a"),
    SAMPLE("\x84\x05\x02\x06\x61" "b"),
    /* Links, the last of them incomplete; a filter. */
    SAMPLE("</a>;rt=\"b \\c\";x,y,<d>;title*=e"),
    SAMPLE("rt=b*"),
    /* Options: Uri-Host "h", Uri-Path "a" to "d", Uri-Query "q"; Uri-Query "a=q";
     * Uri-Path-Abbrev; Proxy-Uri; Location-Path and -Query. */
    SAMPLE("\x31h\x81" "a\x01" "b\x01" "c\x01" "d\x41q"),
    SAMPLE("\xd3\x02" "a=q"),
    SAMPLE("\x31h\xd1\x0d\x02"),
    SAMPLE("\xd6\x16" "coap:a"),
    SAMPLE("\x81" "a\xc1q"),
    /* Texts: URIs, references, notation, patterns, prose. */
    SAMPLE("coap://user@Example.org:1234/a/b%3Bc?d&e#f"),
    SAMPLE("http://[fe80::1]/a/../b"),
    SAMPLE("coap://h/a/b%2F?q"),
    SAMPLE("../x?y"),
    SAMPLE("http://\xc3\xa4/\xc3\xa9"),
    SAMPLE("coap://1.2.3.4/%41"),
    SAMPLE("coap://[fe80::1%en1]/"),
    SAMPLE("[-1, [\"h\"], [\"a\", \"b\"]]"),
    SAMPLE("cri'coap://h/a'"),
    SAMPLE("/a/{}/{*}"),
    SAMPLE("/{}/b/{}/{*}"),
    SAMPLE("/{a}{?zz*,zzz}{+a:1}"),
    SAMPLE("see <coap://h/a> or http://b/c."),
    SAMPLE("h.example"),
    SAMPLE("e\xcc\x81"),
};
/* clang-format on */

#endif
