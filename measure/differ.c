/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Runs the operations of two builds of the library on the same random and mutated inputs, and compares the results.
 *
 *   differ COUNT SEED [OPERATION]
 *
 * Prints how many results of each operation were the same, by success and error; or the first that differ, and fails.
 */
#include "differ.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- random ---- */

static uint64_t state;

static uint32_t random_below(uint32_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * limit >> 32);
}

static bool one_in(uint32_t count) { return random_below(count) == 0; }

#define PICK(list) (list)[random_below(sizeof(list) / sizeof *(list))]

static void add(struct bytes *to, const void *bytes, size_t len)
{
    if (len <= sizeof to->at - to->len) {
        memcpy(to->at + to->len, bytes, len);
        to->len += len;
    }
}

static void add_text(struct bytes *to, const char *text) { add(to, text, strlen(text)); }
static void add_byte(struct bytes *to, uint8_t byte) { add(to, &byte, 1); }

/* Small numbers mostly, and sometimes those around the limits of heads, words and copies. */
static size_t random_length(void)
{
    static const size_t lengths[] = {7,  8,  9,  15, 16,  17,  22,  23,  24,  25,  31, 32,
                                     33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300};
    return one_in(6) ? PICK(lengths) : random_below(9);
}

/* ---- texts ---- */

/* clang-format off */
static const char *const schemes[] = {"coap:", "coaps:", "coap+tcp:", "http:", "https:", "HTTP:", "CoAP:", "urn:", "a:", "x-y.z+1:",
                                      "mailto:", "tag:", "ws:"};
static const char *const hosts[] = {"h", "example.com", "Example.COM", "sensor-7.building4.example.com", "127.0.0.1", "1.2.3.256",
                                    "1.2.3.4.5", "1.2.3", "010.0.0.1", "%31%2e2.3.4", "a%2Eb", "A%4a.%C3%BC", "a..b", ".", "[::1]",
                                    "[2001:DB8::0:1]", "[::ffff:192.0.2.1]", "[fe80::1%25en0]", "[fe80::1%25%41]", "[v1.a:b]", "[::1",
                                    "[1:2:3:4:5:6:7:8]", "[1::2::3]", "255.255.255.255", "0.0.0.0", "h%2fi", "192.168.100.17"};
static const char *const userinfos[] = {"@", "user@", "user:password@", "a%40b@", ":@", "%75@", "@@"};
static const char *const ports[] = {":", ":0", ":80", ":443", ":5683", ":5684", ":61616", ":99", ":256", ":255", ":080", ":65536", ":x",
                                    ":123456", ":65535"};
static const char *const plain[] = {"a", "b", "0", "-", "_", "~", "!", "$", "'", "(", ")", "*", "+", ",", ";", "=", "kitchen", "Sensors",
                                    "temp", ".", "..", "...", "a.b", ".a", "a."};
static const char *const triplets[] = {"%41", "%2e", "%2E", "%2e%2e", "%2f", "%2F", "%3a", "%26", "%25", "%20", "%00", "%7e", "%61",
                                       "%c3%bc", "%C3%9F", "%e6%97%a5", "%F0%9F%98%80", "%c3", "%80", "%ed%a0%80", "%f4%90%80%80", "%3F",
                                       "%23", "%40", "%c0%af", "%e2%80%ae"};
static const char *const wrong[] = {"%", "%4", "%zz", "%g0", "[", "]", "<", " ", "\"", "\\", "^", "`", "{", "|", "}", "\x7f", "\x80",
                                    "\xff", "\xc3", "\xed\xa0\x80", "#", "?", "@", ":"};
static const char *const beyond[] = {"\xc3\xbc", "\xe6\x97\xa5", "\xf0\x9f\x98\x80", "\xee\x80\x80", "\xe2\x80\xae", "\xef\xbf\xbe",
                                     "\xc2\x80", "\xf3\xb0\x80\x80", "\xc2\xa0"};
/* clang-format on */
static const char *const segments[] = {".", "..", "%2e", "%2E%2e", ".%2E", "", "a", "...", "..a", "%2ex"};

static void add_component(struct bytes *to, bool iri, bool segment)
{
    if (segment && one_in(4)) {
        add_text(to, PICK(segments));
        return;
    }
    size_t count = random_length();
    bool encoded = one_in(3);
    for (size_t i = 0; i < count; i++) {
        if (encoded && one_in(2)) {
            add_text(to, PICK(triplets));
        } else if (iri && one_in(6)) {
            add_text(to, PICK(beyond));
        } else if (one_in(400)) {
            add_text(to, PICK(wrong));
        } else if (one_in(4)) {
            add_text(to, PICK(plain));
        } else {
            add_byte(to, (uint8_t)('a' + random_below(26)));
        }
    }
}

static void add_list(struct bytes *to, bool iri, bool segment, char separator)
{
    size_t count = one_in(30) ? 20 + random_below(20) : random_below(7);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            add_byte(to, (uint8_t)separator);
        }
        add_component(to, iri, segment);
    }
}

static void change(struct bytes *bytes, const char *with)
{
    if (bytes->len == 0) {
        return;
    }
    size_t at = random_below((uint32_t)bytes->len);
    switch (random_below(4)) {
    case 0:
        bytes->at[at] = (uint8_t)(one_in(2) ? with[random_below((uint32_t)strlen(with))] : (char)random_below(256));
        break;
    case 1:
        memmove(bytes->at + at, bytes->at + at + 1, --bytes->len - at);
        break;
    case 2:
        bytes->len = at;
        break;
    default: {
        size_t from = random_below((uint32_t)bytes->len), len = random_below(12);
        len = len < bytes->len - from ? len : bytes->len - from;
        if (len <= sizeof bytes->at - bytes->len) {
            uint8_t piece[12];
            memcpy(piece, bytes->at + from, len);
            memmove(bytes->at + at + len, bytes->at + at, bytes->len - at);
            memcpy(bytes->at + at, piece, len);
            bytes->len += len;
        }
    }
    }
}

static void make_text(struct bytes *to, bool iri)
{
    to->len = 0;
    if (!one_in(3)) {
        add_text(to, PICK(schemes));
    }
    if (!one_in(3)) {
        add_text(to, "//");
        if (one_in(6)) {
            add_text(to, PICK(userinfos));
        }
        if (one_in(8)) {
            add_list(to, iri, false, '.');
        } else {
            add_text(to, PICK(hosts));
        }
        if (one_in(3)) {
            add_text(to, PICK(ports));
        }
        if (!one_in(4)) {
            add_byte(to, '/');
        }
    } else if (one_in(2)) {
        add_byte(to, '/');
    }
    if (!one_in(5)) {
        add_list(to, iri, true, '/');
    }
    if (one_in(3)) {
        add_byte(to, '?');
        add_list(to, iri, false, '&');
    }
    if (one_in(6)) {
        add_byte(to, '#');
        add_component(to, iri, false);
    }
    for (uint32_t changes = one_in(4) ? 1 + random_below(3) : 0; changes > 0; changes--) {
        change(to, "%./:@?#[]&2eE\303\274 ");
    }
}

/* ---- CRIs ---- */

static void add_head(struct bytes *to, uint8_t major, size_t argument)
{
    uint8_t initial = (uint8_t)(major << 5);
    if (argument < 24 && !one_in(200)) {
        add_byte(to, (uint8_t)(initial | argument));
    } else if (argument < 256) {
        uint8_t head[] = {(uint8_t)(initial | 24), (uint8_t)argument};
        add(to, head, sizeof head);
    } else {
        uint8_t head[] = {(uint8_t)(initial | 25), (uint8_t)(argument >> 8), (uint8_t)argument};
        add(to, head, sizeof head);
    }
}

static void add_string(struct bytes *to, uint8_t major)
{
    /* clang-format off */
    static const char *const rare[] = {".", ":", "/", "?", "%", " ", "&", "@", "\303\274", "\xe6\x97\xa5", "\xf0\x9f\x98\x80", "\xe2\x80\xae",
                                       "\xee\x80\x80", "A", "`", "x", "-"};
    /* clang-format on */
    struct bytes text = {.len = 0};
    size_t len = random_length();
    bool mixed = one_in(3);
    while (text.len < len) {
        if (mixed && one_in(3)) {
            add_text(&text, PICK(rare));
        } else {
            add_byte(&text, (uint8_t)('a' + random_below(26)));
        }
    }
    add_head(to, major, text.len);
    add(to, text.at, text.len);
}

static void add_item(struct bytes *to)
{
    enum { BYTES = 2, STRING = 3, ARRAY = 4 };
    static const char octets[] = "/.:&?@#%\x80\xff\xc3/=";
    if (!one_in(10)) {
        add_string(to, STRING);
        return;
    }
    size_t count = one_in(40) ? 20 + random_below(10) : 1 + random_below(4);
    uint8_t major = one_in(2) ? BYTES : STRING;
    add_head(to, ARRAY, count);
    for (size_t i = 0; i < count; i++) {
        if (major == STRING) {
            add_string(to, STRING);
        } else {
            size_t len = 1 + random_below(3);
            add_head(to, BYTES, len);
            for (size_t k = 0; k < len; k++) {
                add_byte(to, (uint8_t)PICK(octets));
            }
        }
        major = major == STRING ? BYTES : STRING;
    }
}

static void add_items(struct bytes *to)
{
    size_t count = one_in(30) ? 20 + random_below(20) : random_below(6);
    add_head(to, 4, count);
    for (size_t i = 0; i < count; i++) {
        add_item(to);
    }
}

static void add_authority(struct bytes *to)
{
    bool userinfo = one_in(8), port = one_in(2), address = one_in(4), zone = one_in(8);
    size_t labels = address ? 1u + zone : random_below(5);
    add_head(to, 4, labels + 2u * userinfo + port);
    if (userinfo) {
        add_byte(to, 0xf4);
        add_item(to);
    }
    if (address) {
        size_t len = zone || one_in(2) ? 16 : 4;
        add_head(to, 2, len);
        for (size_t i = 0; i < len; i++) {
            add_byte(to, (uint8_t)(one_in(3) ? random_below(256) : 0));
        }
        if (zone) {
            add_string(to, 3);
        }
    } else {
        for (size_t i = 0; i < labels; i++) {
            add_item(to);
        }
    }
    if (port) {
        add_head(to, 0, one_in(2) ? random_below(65536) : random_below(300));
    }
}

static void make_cri(struct bytes *to)
{
    size_t sections = 1 + random_below(5);
    bool discards = one_in(3);
    to->len = 0;
    add_head(to, 4, sections);
    if (discards) {
        add_byte(to, (uint8_t)(one_in(5) ? 0xf5 : random_below(4)));
    } else if (one_in(6)) {
        add_byte(to, 0xf6);
    } else if (one_in(8)) {
        add_string(to, 3);
    } else {
        add_head(to, 1, one_in(8) ? random_below(1100) : random_below(9));
    }
    size_t section = discards ? 2 : 1;
    while (section < sections) {
        if (section == 4) {
            add_item(to);
        } else if (one_in(8)) {
            add_byte(to, (uint8_t)(section == 1 && one_in(2) ? 0xf5 : 0xf6));
        } else if (section == 1) {
            add_authority(to);
        } else {
            add_items(to);
        }
        section++;
    }
    if (discards && sections > 1) {
        /* The authority is left out: one section fewer than counted. */
        to->at[0]--;
    }
    if (one_in(8)) {
        change(to, "`ax.\x19\x18\x80\x81\x40\xf4\xf5\xf6");
    }
}

/* ---- CoRIs ---- */

static void make_cori(struct bytes *to)
{
    enum { SCHEME = 1, HOST_NAME, HOST_IP, PORT, PATH_TYPE, PATH, QUERY, FRAGMENT };
    struct bytes options = {.len = 0};
    size_t items = 0;
    uint8_t last = 0;
    bool full = one_in(2);
    for (uint8_t option = SCHEME; option <= FRAGMENT; option++) {
        bool host = option == HOST_NAME || option == HOST_IP;
        bool wanted =
            full && option <= PORT ? !host || (option == HOST_IP) == (one_in(3) && last != HOST_NAME) : one_in(3);
        if ((full && option == PATH_TYPE) || (host && last == HOST_NAME)) {
            wanted = one_in(50);
        } else if (full && option == HOST_IP) {
            wanted = last != HOST_NAME;
        }
        size_t count = !wanted ? 0 : option == PATH || option == QUERY ? random_below(5) : 1;
        for (size_t i = 0; i < count; i++, items += 2) {
            last = option;
            add_head(&options, 0, option);
            if (option == SCHEME) {
                static const char *const names[] = {"coap", "coaps", "http", "https", "a", "Coap"};
                const char *name = PICK(names);
                add_head(&options, 3, strlen(name));
                add_text(&options, name);
            } else if (option == HOST_IP) {
                size_t len = one_in(2) ? 4 : 16;
                add_head(&options, 2, len);
                for (size_t k = 0; k < len; k++) {
                    add_byte(&options, (uint8_t)random_below(256));
                }
            } else if (option == PORT) {
                add_head(&options, 0, random_below(65536));
            } else if (option == PATH_TYPE) {
                add_head(&options, 0, random_below(8));
            } else {
                add_string(&options, 3);
            }
        }
    }
    to->len = 0;
    add_head(to, 4, items);
    add(to, options.at, options.len);
    if (one_in(8)) {
        change(to, "`a.\x01\x02\x03\x04\x05\x06\x07\x08\x18");
    }
}

/* ---- CoAP options ---- */

static void add_option(struct bytes *to, uint16_t delta, const struct bytes *value)
{
    size_t parts[] = {delta, value->len};
    uint8_t bytes[5], nibbles[2];
    size_t len = 1;
    for (size_t i = 0; i < 2; i++) {
        nibbles[i] = (uint8_t)(parts[i] < 13 ? parts[i] : parts[i] < 269 ? 13 : 14);
        if (nibbles[i] == 14) {
            bytes[len++] = (uint8_t)((parts[i] - 269) >> 8);
        }
        if (nibbles[i] >= 13) {
            bytes[len++] = (uint8_t)(parts[i] - (nibbles[i] == 13 ? 13 : 269));
        }
    }
    bytes[0] = (uint8_t)(nibbles[0] << 4 | nibbles[1]);
    add(to, bytes, len);
    add(to, value->at, value->len);
}

static void make_options(struct bytes *to)
{
    enum {
        URI_HOST = 3,
        URI_PORT = 7,
        LOCATION_PATH = 8,
        URI_PATH = 11,
        URI_QUERY = 15,
        LOCATION_QUERY = 20,
        PROXY_URI = 35,
        PROXY_SCHEME = 39,
        PROXY_CRI = 235,
        PROXY_SCHEME_NUMBER = 239
    };
    /* clang-format off */
    static const uint16_t numbers[] = {1, URI_HOST, 6, URI_PORT, LOCATION_PATH, URI_PATH, 12, URI_QUERY, 17, LOCATION_QUERY, 23, PROXY_URI,
                                       PROXY_SCHEME, 60, 128, PROXY_CRI, PROXY_SCHEME_NUMBER, 258, 2048};
    /* clang-format on */
    uint16_t last = 0;
    bool location = one_in(4);
    to->len = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        uint16_t number = numbers[i];
        bool path = number == LOCATION_PATH || number == URI_PATH,
             query = number == URI_QUERY || number == LOCATION_QUERY;
        bool rare = number >= PROXY_URI || (location && (number == URI_HOST || number == URI_PORT));
        size_t count = path || query ? random_below(path && one_in(20) ? 30 : 5) : one_in(rare ? 20 : 3);
        if (location ? number == URI_PATH || number == URI_QUERY
                     : number == LOCATION_PATH || number == LOCATION_QUERY) {
            count = one_in(50);
        }
        while (count-- > 0) {
            struct bytes value = {.len = 0};
            if (number == URI_HOST) {
                add_text(&value, PICK(hosts));
            } else if (number == PROXY_URI) {
                make_text(&value, false);
            } else if (number == PROXY_CRI) {
                make_cri(&value);
            } else if (number == PROXY_SCHEME) {
                add_text(&value, PICK(schemes));
                value.len -= value.len > 0 && !one_in(20);
            } else if (number == URI_PORT || number == PROXY_SCHEME_NUMBER) {
                for (size_t len = random_below(4); len > 0; len--) {
                    add_byte(&value, (uint8_t)random_below(256));
                }
            } else {
                add_component(&value, one_in(4), one_in(10));
            }
            add_option(to, (uint16_t)(number - last), &value);
            last = number;
        }
    }
    if (one_in(8)) {
        change(to, "\x0d\xd0\xff\xf0.a");
    }
}

static void make(struct bytes *to, enum kind kind)
{
    switch (kind) {
    case CRI:
        make_cri(to);
        break;
    case CORI:
        make_cori(to);
        break;
    case OPTIONS:
        make_options(to);
        break;
    default:
        make_text(to, kind == IRI);
    }
}

/* ---- comparing ---- */

static struct input input;
static struct result now, before;
static uint8_t untouched[OUTPUT_MAX];

static void show(const char *name, const struct bytes *bytes)
{
    printf("%s: \"", name);
    for (size_t i = 0; i < bytes->len; i++) {
        uint8_t byte = bytes->at[i];
        printf(byte >= 0x20 && byte < 0x7f ? "%c" : "\\x%02x", byte);
    }
    printf("\"\n%s, hex: ", name);
    for (size_t i = 0; i < bytes->len; i++) {
        printf("%02x", bytes->at[i]);
    }
    printf("\n");
}

static void show_result(const char *name, const struct result *result)
{
    struct bytes out;
    out.len = result->error == 0 && result->len <= sizeof out.at ? result->len : 0;
    memcpy(out.at, result->out, out.len);
    printf("%s: error %d, length %zu, other %zu\n", name, (int)result->error, result->len, result->other);
    show(name, &out);
}

static bool differs(const struct operation *operation, const char *how)
{
    printf("FAILED: %s: %s; revision %u, option %u, capacity %zu\n", operation->name, how, input.revision, input.option,
           input.capacity);
    show("first", &input.first);
    show("second", &input.second);
    show_result("old", &before);
    show_result("new", &now);
    return false;
}

static void run(const struct operation *operation, struct result *result)
{
    result->error = 0;
    result->len = result->other = 0;
    memset(result->out, UNTOUCHED, sizeof result->out);
    operation->run(&input, result);
}

static bool compare(const struct operation *operation, const struct operation *old)
{
    run(operation, &now);
    run(old, &before);
    if (now.error != before.error || now.len != before.len || now.other != before.other) {
        return differs(operation, "another answer");
    }
    size_t from = input.capacity;
    if (now.error == 0 || !operation->writes) {
        size_t written =
            operation->writes ? now.len + (operation->ends_in_nul && now.len < input.capacity) : sizeof now.out;
        if (memcmp(now.out, before.out, written) != 0) {
            return differs(operation, "another output");
        }
        /* Of binary outputs the rest of the buffer is unspecified. */
        from = operation->ends_in_nul ? written : from;
    }
    if (from < sizeof now.out && memcmp(now.out + from, untouched, sizeof now.out - from) != 0) {
        return differs(operation, "bytes after the result were written");
    }
    return true;
}

/* Every capacity up to one more than is needed. */
static bool compare_capacities(const struct operation *operation, const struct operation *old)
{
    size_t len = now.len;
    for (input.capacity = 0; input.capacity <= len + 1; input.capacity++) {
        if (!compare(operation, old)) {
            return false;
        }
    }
    return true;
}

static bool compare_often(size_t number, size_t count)
{
    const struct operation *operation = &operations[number], *old = &old_operations[number];
    size_t succeeded = 0, capacities = 0;
    for (size_t i = 0; i < count; i++) {
        make(&input.first, operation->first);
        if (operation->second == operation->first && one_in(2)) {
            /* Similar inputs, for what compares them. */
            input.second = input.first;
            change(&input.second, "%./:2eE");
        } else {
            make(&input.second, operation->second);
        }
        input.revision = one_in(2) ? 13 : 27;
        input.option = (uint8_t)random_below(4);
        input.capacity = sizeof now.out;
        if (!compare(operation, old)) {
            return false;
        }
        succeeded += now.error == 0;
        if (operation->writes && now.error == 0 && one_in(512)) {
            capacities += now.len + 2;
            if (!compare_capacities(operation, old)) {
                return false;
            }
        }
    }
    printf("%-18s %zu the same: %zu results, %zu errors; %zu other capacities\n", operation->name, count, succeeded,
           count - succeeded, capacities);
    fflush(stdout);
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: differ COUNT SEED [OPERATION]\n");
        return 2;
    }
    memset(untouched, UNTOUCHED, sizeof untouched);
    size_t count = strtoul(argv[1], NULL, 10);
    bool known = false;
    for (size_t i = 0; i < operation_count; i++) {
        if (argc < 4 || strcmp(argv[3], operations[i].name) == 0) {
            known = true;
            state = (strtoull(argv[2], NULL, 10) + i + 1) * UINT64_C(0x9e3779b97f4a7c15);
            if (!compare_often(i, count)) {
                return 1;
            }
        }
    }
    return known ? 0 : 2;
}
