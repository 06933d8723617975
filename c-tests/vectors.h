/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * CRIs and CRI references for the C tests: what is valid, with all its forms, and what is not, with its error.
 * Rows come from the rules of href-13.txt and the rulings R1 to R13; the comment is the CBOR in diagnostic notation.
 */
#ifndef CRI_TEST_VECTORS_H
#define CRI_TEST_VECTORS_H

#include "support.h"

/* The row holds for both revisions. */
#define BOTH 0

struct valid_vector {
    const char *name;
    uint8_t rev;           /* CRI_REV_13, CRI_REV_27 or BOTH */
    const char *hex;       /* as received */
    const char *canonical; /* as written (R2), NULL where that is the same */
    const char *edn;       /* the canonical form in diagnostic notation */
    const char *uri;       /* NULL where there is none, and uri_err says why */
    cri_err_t uri_err;
    bool full;
};

struct invalid_vector {
    const char *name;
    uint8_t rev;
    const char *hex;
    cri_err_t err;
};

static const struct valid_vector valid_vectors[] = {
    {"coap, IPv4, port", BOTH, "83208244c633640119f0b0826b2e77656c6c2d6b6e6f776e64636f7265", NULL,
     "[-1, [h'c6336401', 61616], [\".well-known\", \"core\"]]",
     "coap://198.51.100.1:61616/.well-known/core", CRI_OK, true},
    {"coap, IPv6, port, query", BOTH, "84208250fe80000000000000000000000000004219f0b08466666c6f6f7273613265726f6f6d73676b69746368656e816c756e69743d63656c73697573", NULL,
     "[-1, [h'fe800000000000000000000000000042', 61616], [\"floors\", \"2\", \"rooms\", \"kitchen\"], [\"unit=celsius\"]]",
     "coap://[fe80::42]:61616/floors/2/rooms/kitchen?unit=celsius", CRI_OK, true},
    {"did, rootless", BOTH, "8325f5816d7765623a616c6963653a626f62", NULL,
     "[-6, true, [\"web:alice:bob\"]]",
     "did:web:alice:bob", CRI_OK, true},
    {"did, PET", BOTH, "8325f581836b7765623a616c6963653a37413a67312d62616c756e", NULL,
     "[-6, true, [[\"web:alice:7\", h'3a', \"1-balun\"]]]",
     "did:web:alice:7%3A1-balun", CRI_OK, true},
    {"http, name of labels", BOTH, "83228363777777676578616d706c6563636f6d836161616260", NULL,
     "[-3, [\"www\", \"example\", \"com\"], [\"a\", \"b\", \"\"]]",
     "http://www.example.com/a/b/", CRI_OK, true},
    {"scheme number alone", BOTH, "8120", NULL,
     "[-1]",
     "coap:", CRI_OK, true},
    {"scheme name alone", BOTH, "816161", NULL,
     "[\"a\"]",
     "a:", CRI_OK, true},
    {"no authority, empty path written", BOTH, "836161f680", "816161",
     "[\"a\"]",
     "a:", CRI_OK, true},
    {"no authority, one empty segment", BOTH, "836161f68160", NULL,
     "[\"a\", null, [\"\"]]",
     "a:/", CRI_OK, true},
    {"no authority, rooted", BOTH, "836161f68261626163", NULL,
     "[\"a\", null, [\"b\", \"c\"]]",
     "a:/b/c", CRI_OK, true},
    {"no authority, rootless, empty segment last", BOTH, "836161f582616260", NULL,
     "[\"a\", true, [\"b\", \"\"]]",
     "a:b/", CRI_OK, true},
    {"no authority, query", BOTH, "846161f680816171", NULL,
     "[\"a\", null, [], [\"q\"]]",
     "a:?q", CRI_OK, true},
    {"host, path null, query", BOTH, "846161816168f6816171", "84616181616880816171",
     "[\"a\", [\"h\"], [], [\"q\"]]",
     "a://h?q", CRI_OK, true},
    {"host, fragment", CRI_REV_13, "85616181616880f66166", NULL,
     "[\"a\", [\"h\"], [], null, \"f\"]",
     "a://h#f", CRI_OK, true},
    {"host, fragment", CRI_REV_27, "85616181616880806166", NULL,
     "[\"a\", [\"h\"], [], [], \"f\"]",
     "a://h#f", CRI_OK, true},
    {"host, all null, fragment", CRI_REV_13, "856161816168f6f66166", "85616181616880f66166",
     "[\"a\", [\"h\"], [], null, \"f\"]",
     "a://h#f", CRI_OK, true},
    {"host, all null, fragment", CRI_REV_27, "856161816168f6f66166", "85616181616880806166",
     "[\"a\", [\"h\"], [], [], \"f\"]",
     "a://h#f", CRI_OK, true},
    {"host, trailing []", BOTH, "83616181616880", "826161816168",
     "[\"a\", [\"h\"]]",
     "a://h", CRI_OK, true},
    {"host, trailing [] []", BOTH, "8461618161688080", "826161816168",
     "[\"a\", [\"h\"]]",
     "a://h", CRI_OK, true},
    {"empty host", BOTH, "832280816178", NULL,
     "[-3, [], [\"x\"]]",
     "http:///x", CRI_OK, true},
    {"empty host as a label", BOTH, "83228160816178", "832280816178",
     "[-3, [], [\"x\"]]",
     "http:///x", CRI_OK, true},
    {"userinfo", BOTH, "822384f465616c696365676578616d706c6563636f6d", NULL,
     "[-4, [false, \"alice\", \"example\", \"com\"]]",
     "https://alice@example.com", CRI_OK, true},
    {"empty userinfo", BOTH, "822384f460676578616d706c6563636f6d", NULL,
     "[-4, [false, \"\", \"example\", \"com\"]]",
     "https://@example.com", CRI_OK, true},
    {"userinfo with colon", CRI_REV_13, "822383f463613a626168", NULL,
     "[-4, [false, \"a:b\", \"h\"]]",
     "https://a%3Ab@h", CRI_OK, true},
    {"userinfo with colon", CRI_REV_27, "822383f463613a626168", NULL,
     "[-4, [false, \"a:b\", \"h\"]]",
     "https://a:b@h", CRI_OK, true},
    {"userinfo in PET", BOTH, "822383f48262632b412b6168", NULL,
     "[-4, [false, [\"c+\", h'2b'], \"h\"]]",
     "https://c+%2B@h", CRI_OK, true},
    {"zone", CRI_REV_13, "82208250fe80000000000000000000000000004263656e31", NULL,
     "[-1, [h'fe800000000000000000000000000042', \"en1\"]]",
     "coap://[fe80::42%25en1]", CRI_OK, true},
    {"zone", CRI_REV_27, "82208250fe80000000000000000000000000004263656e31", NULL,
     "[-1, [h'fe800000000000000000000000000042', \"en1\"]]",
     NULL, CRI_ERR_ZONE, true},
    {"zone after IPv4", CRI_REV_27, "82208244c633640163656e31", NULL,
     "[-1, [h'c6336401', \"en1\"]]",
     NULL, CRI_ERR_ZONE, true},
    {"dot in a label", CRI_REV_13, "82208163612e62", NULL,
     "[-1, [\"a.b\"]]",
     NULL, CRI_ERR_NO_URI, true},
    {"label with a colon", BOTH, "822082686e6f6e3a706f72746178", NULL,
     "[-1, [\"non:port\", \"x\"]]",
     "coap://non%3Aport.x", CRI_OK, true},
    {"label in PET", BOTH, "82208283636e6f6e412164706f72746178", NULL,
     "[-1, [[\"non\", h'21', \"port\"], \"x\"]]",
     "coap://non%21port.x", CRI_OK, true},
    {"port 0", BOTH, "822082616800", NULL,
     "[-1, [\"h\", 0]]",
     "coap://h:0", CRI_OK, true},
    {"port 65535", BOTH, "822082616819ffff", NULL,
     "[-1, [\"h\", 65535]]",
     "coap://h:65535", CRI_OK, true},
    {"registered scheme by name", BOTH, "8264636f6170816168", NULL,
     "[\"coap\", [\"h\"]]",
     "coap://h", CRI_OK, true},
    {"non-preferred scheme head", BOTH, "82 3800 81 6168", "8220816168",
     "[-1, [\"h\"]]",
     "coap://h", CRI_OK, true},
    {"non-preferred array and text heads", BOTH, "9803 20 990001 780168 9a00000001 79000161", "8320816168816161",
     "[-1, [\"h\"], [\"a\"]]",
     "coap://h/a", CRI_OK, true},
    {"non-preferred port", BOTH, "82 20 82 6168 1a00000050", "82208261681850",
     "[-1, [\"h\", 80]]",
     "coap://h:80", CRI_OK, true},
    {"scheme id outside the registry", BOTH, "823b000000e8d4a50fff816168", NULL,
     "[-1000000000000, [\"h\"]]",
     NULL, CRI_ERR_SCHEME_UNKNOWN, true},
    {"non-ASCII text", BOTH, "85208161688162c3a98163e282ac64f09f9880", NULL,
     "[-1, [\"h\"], [\"\303\251\"], [\"\342\202\254\"], \"\360\237\230\200\"]",
     "coap://h/%C3%A9?%E2%82%AC#%F0%9F%98%80", CRI_OK, true},
    {"delimiters in text", BOTH, "85208161688167612f623f63236482666526662f673f613d6468232f3f", NULL,
     "[-1, [\"h\"], [\"a/b?c#d\"], [\"e&f/g?\", \"=\"], \"h#/?\"]",
     "coap://h/a%2Fb%3Fc%23d?e%26f/g?&=#h%23/?", CRI_OK, true},
    {"octets that are not UTF-8", BOTH, "8320816168818142fffe", NULL,
     "[-1, [\"h\"], [[h'fffe']]]",
     "coap://h/%FF%FE", CRI_OK, true},
    {"empty parameters", BOTH, "842081616880826060", NULL,
     "[-1, [\"h\"], [], [\"\", \"\"]]",
     "coap://h?&", CRI_OK, true},
    {"empty fragment", CRI_REV_27, "8520816168808060", NULL,
     "[-1, [\"h\"], [], [], \"\"]",
     "coap://h#", CRI_OK, true},
    {"tag 99", CRI_REV_27, "d863 82 20 81 6168", "8220816168",
     "[-1, [\"h\"]]",
     "coap://h", CRI_OK, true},
    {"empty", BOTH, "80", NULL,
     "[]",
     "", CRI_OK, false},
    {"discard 0 alone", BOTH, "8100", "80",
     "[]",
     "", CRI_OK, false},
    {"discard 1, segment", BOTH, "8201816161", NULL,
     "[1, [\"a\"]]",
     "a", CRI_OK, false},
    {"discard 2, segments", BOTH, "8202836161616260", NULL,
     "[2, [\"a\", \"b\", \"\"]]",
     "../a/b/", CRI_OK, false},
    {"discard 127", BOTH, "82187f816161", NULL,
     "[127, [\"a\"]]",
     "../../../../../../../../../../../../../../../../../../../../../../../../../../../../../.."
     "/../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../../a", CRI_OK, false},
    {"discard all, segment", BOTH, "82f5816161", NULL,
     "[true, [\"a\"]]",
     "/a", CRI_OK, false},
    {"discard all, query", BOTH, "83f5816161816171", NULL,
     "[true, [\"a\"], [\"q\"]]",
     "/a?q", CRI_OK, false},
    {"query", BOTH, "8300f68261616162", NULL,
     "[0, null, [\"a\", \"b\"]]",
     "?a&b", CRI_OK, false},
    {"bare question mark", BOTH, "8300f68160", NULL,
     "[0, null, [\"\"]]",
     "?", CRI_OK, false},
    {"fragment", BOTH, "8400f6f66166", NULL,
     "[0, null, null, \"f\"]",
     "#f", CRI_OK, false},
    {"query and fragment", BOTH, "8400f68161716166", NULL,
     "[0, null, [\"q\"], \"f\"]",
     "?q#f", CRI_OK, false},
    {"network path", BOTH, "85f68261681904d28161708161716166", NULL,
     "[null, [\"h\", 1234], [\"p\"], [\"q\"], \"f\"]",
     "//h:1234/p?q#f", CRI_OK, false},
    {"network path, host only", BOTH, "82f68144c6336401", NULL,
     "[null, [h'c6336401']]",
     "//198.51.100.1", CRI_OK, false},
    {"network path, fragment", BOTH, "85f6816168f6f66166", NULL,
     "[null, [\"h\"], null, null, \"f\"]",
     "//h#f", CRI_OK, false},
    {"dot-slash for an empty segment", BOTH, "82018160", NULL,
     "[1, [\"\"]]",
     "./", CRI_OK, false},
    {"dots for an empty segment", BOTH, "82028160", NULL,
     "[2, [\"\"]]",
     "../", CRI_OK, false},
    {"dot-slash before a colon", BOTH, "82018163613a62", NULL,
     "[1, [\"a:b\"]]",
     "./a:b", CRI_OK, false},
    {"dot-slash before an empty segment", BOTH, "820182606161", NULL,
     "[1, [\"\", \"a\"]]",
     ".//a", CRI_OK, false},
    {"PET in a reference", BOTH, "82f581836161413b6161", NULL,
     "[true, [[\"a\", h'3b', \"a\"]]]",
     "/a%3Ba", CRI_OK, false},
    {"non-preferred discard", BOTH, "82 1802 81 6161", "8202816161",
     "[2, [\"a\"]]",
     "../a", CRI_OK, false},
    {"append a segment", BOTH, "8200816170", NULL,
     "[0, [\"p\"]]",
     NULL, CRI_ERR_NO_URI, false},
    {"unset the query", BOTH, "8300f680", NULL,
     "[0, null, []]",
     NULL, CRI_ERR_NO_URI, false},
    {"discard 1 alone", BOTH, "8101", NULL,
     "[1]",
     NULL, CRI_ERR_NO_URI, false},
    {"discard 1, empty path", BOTH, "820180", NULL,
     "[1, []]",
     NULL, CRI_ERR_NO_URI, false},
    {"discard all alone", BOTH, "81f5", NULL,
     "[true]",
     NULL, CRI_ERR_NO_URI, false},
    {"discard all, empty path", BOTH, "82f580", NULL,
     "[true, []]",
     NULL, CRI_ERR_NO_URI, false},
    {"discard all, two slashes", BOTH, "82f582606161", NULL,
     "[true, [\"\", \"a\"]]",
     NULL, CRI_ERR_NO_URI, false},
    {"rootless network path", BOTH, "83f6f5816161", NULL,
     "[null, true, [\"a\"]]",
     NULL, CRI_ERR_NO_URI, false},
};

/* Well-formed CBOR that is no CRI: unprocessable, to be skipped (R1, R3, R4). */
static const struct invalid_vector unprocessable_vectors[] = {
    {"a number", BOTH, "00", CRI_ERR_STRUCTURE}, /* 0 */
    {"a text", BOTH, "60", CRI_ERR_STRUCTURE},
    {"a map", BOTH, "a0", CRI_ERR_STRUCTURE},
    {"a byte string", BOTH, "40", CRI_ERR_STRUCTURE},
    {"six sections", BOTH, "866161f681617081617161666178", CRI_ERR_STRUCTURE}, /* ["a", null, ["p"], ["q"], "f", "x"] */
    {"five sections after discard", BOTH, "8500f681617161666178", CRI_ERR_STRUCTURE}, /* [0, null, ["q"], "f", "x"] */
    {"two leading nulls", BOTH, "83f6f6816161", CRI_ERR_STRUCTURE}, /* [null, null, ["a"]] */
    {"path is text", BOTH, "83208161686178", CRI_ERR_STRUCTURE}, /* [-1, ["h"], "x"] */
    {"query is text", BOTH, "8420816168806178", CRI_ERR_STRUCTURE}, /* [-1, ["h"], [], "x"] */
    {"number in the path", BOTH, "82f58101", CRI_ERR_STRUCTURE}, /* [true, [1]] */
    {"map in the path", BOTH, "82 f5 81 a0", CRI_ERR_STRUCTURE},
    {"fragment is a number", BOTH, "8400f6f601", CRI_ERR_STRUCTURE}, /* [0, null, null, 1] */
    {"authority is text", BOTH, "82206168", CRI_ERR_STRUCTURE}, /* [-1, "h"] */
    {"false as authority", BOTH, "8220f4", CRI_ERR_STRUCTURE}, /* [-1, false] */
    {"scheme is a map", BOTH, "81 a0", CRI_ERR_STRUCTURE},
    {"label after the port", BOTH, "8220836168016178", CRI_ERR_STRUCTURE}, /* [-1, ["h", 1, "x"]] */
    {"userinfo marker alone", BOTH, "82 20 81 f4", CRI_ERR_STRUCTURE},
    {"indefinite array", BOTH, "9f 20 ff", CRI_ERR_INDEFINITE},
    {"indefinite path", BOTH, "82 f5 9f 6161 ff", CRI_ERR_INDEFINITE},
    {"indefinite segment", BOTH, "82 f5 81 7f 6161 ff", CRI_ERR_INDEFINITE},
    {"trailing null authority", BOTH, "8220f6", CRI_ERR_TRAILING}, /* [-1, null] */
    {"trailing null path", BOTH, "8320816168f6", CRI_ERR_TRAILING}, /* [-1, ["h"], null] */
    {"trailing null query", BOTH, "8300f6f6", CRI_ERR_TRAILING}, /* [0, null, null] */
    {"trailing null fragment", BOTH, "8400f6816171f6", CRI_ERR_TRAILING}, /* [0, null, ["q"], null] */
    {"upper-case scheme", BOTH, "8264436f6170816168", CRI_ERR_SCHEME_NAME}, /* ["Coap", ["h"]] */
    {"empty scheme", BOTH, "8260816168", CRI_ERR_SCHEME_NAME}, /* ["", ["h"]] */
    {"digit first", BOTH, "82623161816168", CRI_ERR_SCHEME_NAME}, /* ["1a", ["h"]] */
    {"underscore", BOTH, "8263615f62816168", CRI_ERR_SCHEME_NAME}, /* ["a_b", ["h"]] */
    {"discard 128", BOTH, "821880816161", CRI_ERR_DISCARD}, /* [128, ["a"]] */
    {"discard beyond 32 bits", BOTH, "821b0000000100000000816161", CRI_ERR_DISCARD}, /* [4294967296, ["a"]] */
    {"port 65536", BOTH, "82208261681a00010000", CRI_ERR_PORT}, /* [-1, ["h", 65536]] */
    {"port beyond 32 bits", BOTH, "82208261681b0000000100000050", CRI_ERR_PORT}, /* [-1, ["h", 4294967376]] */
    {"address of 5 bytes", BOTH, "822081450102030405", CRI_ERR_ADDRESS}, /* [-1, [h'0102030405']] */
    {"address of 0 bytes", BOTH, "82208140", CRI_ERR_ADDRESS}, /* [-1, [h'']] */
    {"zone after IPv4", CRI_REV_13, "82208244c633640163656e31", CRI_ERR_ADDRESS}, /* [-1, [h'c6336401', "en1"]] */
    {"UTF-8: octet ff", BOTH, "82 f5 81 61 ff", CRI_ERR_UTF8},
    {"UTF-8: overlong", BOTH, "82 f5 81 62 c080", CRI_ERR_UTF8},
    {"UTF-8: surrogate", BOTH, "82 f5 81 63 eda080", CRI_ERR_UTF8},
    {"UTF-8: beyond U+10FFFF", BOTH, "82 f5 81 64 f4908080", CRI_ERR_UTF8},
    {"UTF-8: cut short", BOTH, "82 f5 81 61 c3", CRI_ERR_UTF8},
    {"UTF-8: lone continuation", BOTH, "82 f5 81 62 6180", CRI_ERR_UTF8},
    {"UTF-8 in the query", BOTH, "83 00 f6 81 61 ff", CRI_ERR_UTF8},
    {"UTF-8 in the fragment", BOTH, "84 00 f6 f6 61 ff", CRI_ERR_UTF8},
    {"UTF-8 in a label", BOTH, "82 20 81 61 ff", CRI_ERR_UTF8},
    {"UTF-8 in PET text", BOTH, "82 f5 81 82 61ff 413b", CRI_ERR_UTF8},
    {"segment .", BOTH, "82f581612e", CRI_ERR_DOT_SEGMENT}, /* [true, ["."]] */
    {"segment ..", BOTH, "8201826161622e2e", CRI_ERR_DOT_SEGMENT}, /* [1, ["a", ".."]] */
    {"dot in a label", CRI_REV_27, "82208163612e62", CRI_ERR_DOT_IN_LABEL}, /* [-1, ["a.b"]] */
    {"PET without octets", BOTH, "82f581816161", CRI_ERR_PET}, /* [true, [["a"]]] */
    {"empty PET", BOTH, "82f58180", CRI_ERR_PET}, /* [true, [[]]] */
    {"PET, empty octets", BOTH, "82f5818140", CRI_ERR_PET}, /* [true, [[h'']]] */
    {"PET, empty text", BOTH, "82f5818260413b", CRI_ERR_PET}, /* [true, [["", h'3b']]] */
    {"PET, texts in a row", BOTH, "82f5818361616162413b", CRI_ERR_PET}, /* [true, [["a", "b", h'3b']]] */
    {"PET, octets in a row", BOTH, "82f58182413b413b", CRI_ERR_PET}, /* [true, [[h'3b', h'3b']]] */
    {"PET, unreserved first", BOTH, "8325f581836a7765623a616c6963653a42373a67312d62616c756e", CRI_ERR_PET}, /* [-6, true, [["web:alice:", h'373a', "1-balun"]]] */
    {"PET, unreserved last", BOTH, "8325f581836b7765623a616c6963653a37423a31662d62616c756e", CRI_ERR_PET}, /* [-6, true, [["web:alice:7", h'3a31', "-balun"]]] */
    {"PET, UTF-8 in octets", BOTH, "82f58182616142c3a9", CRI_ERR_PET}, /* [true, [["a", h'c3a9']]] */
    {"rootless, no path", BOTH, "826161f5", CRI_ERR_NOT_VALID}, /* ["a", true] */
    {"rootless, empty path", BOTH, "836161f580", CRI_ERR_NOT_VALID}, /* ["a", true, []] */
    {"rootless, empty segment", BOTH, "836161f58160", CRI_ERR_NOT_VALID}, /* ["a", true, [""]] */
    {"rootless, empty segment first", BOTH, "836161f582606178", CRI_ERR_NOT_VALID}, /* ["a", true, ["", "x"]] */
    {"rooted, two slashes", BOTH, "836161f682606178", CRI_ERR_NOT_VALID}, /* ["a", null, ["", "x"]] */
    {"tagged segment", BOTH, "82 f5 81 d836 656c69676874", CRI_ERR_FEATURE},
    {"simple value as authority", BOTH, "82 20 f0", CRI_ERR_FEATURE},
    {"float as discard", BOTH, "81 f93c00", CRI_ERR_FEATURE},
    {"tag 99", CRI_REV_13, "d863 82 20 81 6168", CRI_ERR_FEATURE},
    {"tag 100", BOTH, "d864 80", CRI_ERR_FEATURE},
    {"undefined as path", BOTH, "82 f5 f7", CRI_ERR_FEATURE},
    {"false as discard", BOTH, "81 f4", CRI_ERR_STRUCTURE},
};

/* Not well-formed CBOR: nothing tells where it ends. */
static const struct invalid_vector malformed_vectors[] = {
    {"reserved head 1c", BOTH, "1c", CRI_ERR_CBOR},
    {"reserved head in the path", BOTH, "82 f5 81 1c", CRI_ERR_CBOR},
    {"break alone", BOTH, "ff", CRI_ERR_CBOR},
    {"break in a definite array", BOTH, "82 20 ff", CRI_ERR_CBOR},
    {"simple value in a long head", BOTH, "82 20 f814", CRI_ERR_CBOR},
};

/* What the row is written as. */
static inline const char *canonical_hex(const struct valid_vector *row)
{
    return row->canonical != NULL ? row->canonical : row->hex;
}

/* The revisions a row holds for, one after the other: for (uint8_t rev = first_rev(row.rev); rev != 0; ...) */
static inline uint8_t first_rev(uint8_t rev)
{
    return rev == BOTH ? CRI_REV_13 : rev;
}

static inline uint8_t next_rev(uint8_t of_row, uint8_t rev)
{
    return of_row == BOTH && rev == CRI_REV_13 ? CRI_REV_27 : 0;
}

#define FOR_EACH_REVISION(rev, row) \
    for (uint8_t rev = first_rev((row)->rev); rev != 0; rev = next_rev((row)->rev, rev))

#endif
