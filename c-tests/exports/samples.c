/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The first inputs of each kind that an export reads. Calls make more inputs from them. A literal ends where the next
 * character would continue its escape. */
#include "exports.h"

#include "cri.h"

/* clang-format off */
static const struct region samples[] = {
    /* CRIs: [-1, [false, "u", "h", 80], ["a", ["b", h'3b']], ["a=q"], "f"]; an address with a zone identifier; a scheme
     * by name; the paths of requests; references. */
    BYTES("\x85\x20\x84\xf4\x61u\x61h\x18\x50\x82\x61" "a\x82\x61" "b\x41;\x81\x63" "a=q\x61" "f"),
    BYTES("\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x42\x63" "en1"),
    BYTES("\x83\x61x\x81\x61h\x81\x61" "a"),
    BYTES("\x84\x20\x81\x61h\x84\x61" "a\x61" "b\x61" "c\x61" "d\x81\x61q"),
    BYTES("\x83\x20\x81\x44\x7f\0\0\x01\x82\x61" "a\x60"),
    BYTES("\xd8\x63\x83\x20\x82\x61h\x19\x16\x33\x82\x6b.well-known\x64" "core"),
    BYTES("\x84\x01\x81\x61x\x81\x61y\x61z"),
    BYTES("\x83\xf5\x82\x61" "a\x61" "b\x81\x61q"),
    BYTES("\x82\xf5\x81\x82\x61" "a\x41;"),
    BYTES("\x80"),
    /* Documents: CRIs in an array, one CRI in a tag, a sequence. */
    BYTES("\x82\x83\x20\x81\x61h\x81\x61" "a\x80"),
    BYTES("\xa1\x01\xd8\x63\x82\x20\x81\x61h"),
    /* Authorization information; CoRIs. */
    BYTES("\x83\x82\x82\x81\x61" "a\x81\x61q\x03\x82\x81\x82\x61" "a\x61" "b\x01\x82\x81\x80\x18\x7f"),
    BYTES("\x88\x01\x64" "coap\x02\x61h\x04\x18\x50\x06\x61" "a"),
    BYTES("\x84\x05\x02\x06\x61" "b"),
    /* Links, the last of them incomplete; a filter. */
    BYTES("</a>;rt=\"b \\c\";x,y,<d>;title*=e"),
    BYTES("rt=b*"),
    /* Options: Uri-Host "h", Uri-Path "a" to "d", Uri-Query "q"; Uri-Query "a=q";
     * Uri-Path-Abbrev; Proxy-Uri; Location-Path and -Query. */
    BYTES("\x31h\x81" "a\x01" "b\x01" "c\x01" "d\x41q"),
    BYTES("\xd3\x02" "a=q"),
    BYTES("\x31h\xd1\x0d\x02"),
    BYTES("\xd6\x16" "coap:a"),
    BYTES("\x81" "a\xc1q"),
    /* Texts: URIs, references, notation, patterns, prose. */
    BYTES("coap://user@Example.org:1234/a/b%3Bc?d&e#f"),
    BYTES("http://[fe80::1]/a/../b"),
    BYTES("coap://h/a/b%2F?q"),
    BYTES("../x?y"),
    BYTES("http://\xc3\xa4/\xc3\xa9"),
    BYTES("coap://1.2.3.4/%41"),
    BYTES("coap://[fe80::1%en1]/"),
    BYTES("[-1, [\"h\"], [\"a\", \"b\"]]"),
    BYTES("cri'coap://h/a'"),
    BYTES("/a/{}/{*}"),
    BYTES("/{}/b/{}/{*}"),
    BYTES("/{a}{?zz*,zzz}{+a:1}"),
    BYTES("see <coap://h/a> or http://b/c."),
    BYTES("h.example"),
    BYTES("e\xcc\x81"),
};
/* clang-format on */

const unsigned samples_count = sizeof samples / sizeof *samples;

void begin_with_samples(unsigned round)
{
    struct region blocks[BLOCKS];
    record.random = UINT64_C(0x9e3779b97f4a7c15) * (round + 1);
    for (unsigned i = 0; i < BLOCKS; i++)
        blocks[i] = samples[(i == 0 ? round : (unsigned)byte()) % samples_count];
    begin(round / samples_count % 2 == 0 ? CRI_REV_27 : CRI_REV_13, blocks, BLOCKS);
}
