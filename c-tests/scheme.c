/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Scheme numbers, names and default ports of both revisions. Table 1 of href-13, and the registry of href-27. */
#include "support.h"

struct scheme_row {
    const char *name;
    int64_t id_13; /* 0 where the registry has no such name */
    int64_t id_27;
    long port;   /* -1 where there is none */
    bool always; /* also without CRI_FEATURE_SCHEMES_FULL */
};

static const struct scheme_row rows[] = {
    {"coap", -1, -1, 5683, true},
    {"coaps", -2, -2, 5684, true},
    {"http", -3, -3, 80, true},
    {"https", -4, -4, 443, true},
    {"urn", -5, -5, -1, true},
    {"did", -6, -6, -1, true},
    {"coap+tcp", -7, -7, 5683, true},
    {"coaps+tcp", -8, -8, 5684, true},
    {"coap+ws", -9, -25, 80, true},
    {"coaps+ws", -10, -26, 443, true},
    {"telnet", -1025, -10996, 23, false},
    {"iris", -17357, -13987, -1, false},
    {"ms-gamingoverlay", -1985, -1060, -1, false},
    {"shttp", -15838, -7875, -1, false},
    {"dweb", -11139, -1329, -1, false},
    {"openid", 0, -1243, -1, false},
};

static int64_t id_of(const struct scheme_row *row, uint8_t rev) { return rev == CRI_REV_13 ? row->id_13 : row->id_27; }

static const uint8_t revisions[] = {CRI_REV_13, CRI_REV_27};

static void translates_both_ways(void **state)
{
    (void)state;
    bool full = (cri_features() & CRI_FEATURE_SCHEMES_FULL) != 0;
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        const struct scheme_row *row = &rows[i / 2];
        uint8_t rev = revisions[i % 2];
        int64_t id = id_of(row, rev);
        cri_err_t wanted = row->always || full ? CRI_OK : CRI_ERR_SCHEME_UNKNOWN;
        const char *name = "untouched";
        size_t name_len = strlen("untouched");
        int64_t found = 0;
        if (id == 0) {
            continue;
        }
        row_err(cri_registry_name(rev, id, &name, &name_len), wanted, row->name);
        row_text(name, name_len, wanted == CRI_OK ? row->name : "untouched", row->name);
        row_err(cri_registry_id(rev, row->name, strlen(row->name), &found), wanted, row->name);
        row_ok(found == (wanted == CRI_OK ? id : 0), row->name, "the id");
    }
    rows_end();
}

static void knows_default_ports(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        const struct scheme_row *row = &rows[i / 2];
        uint8_t rev = revisions[i % 2];
        uint16_t port = 4711;
        if (id_of(row, rev) != 0) {
            cri_err_t wanted = row->port >= 0 ? CRI_OK : CRI_ERR_SCHEME_UNKNOWN;
            row_err(cri_registry_default_port(rev, id_of(row, rev), &port), wanted, row->name);
            row_size(port, row->port >= 0 ? (size_t)row->port : 4711, row->name);
        }
    }
    rows_end();
}

static void refuses_what_is_not_registered(void **state)
{
    (void)state;
    static const int64_t ids[] = {0, 1, INT64_MAX, -11, -24, -27, -1000, -999999, INT64_MIN};
    static const char *const names[] = {"",    "c", "coap ", "COAP", "coap+w", "coap+wss", "zzzz", "shttp (OBSOLETE)",
                                        "\xff"};
    for (size_t i = 0; i < 2 * COUNT(ids); i++) {
        const char *name = NULL;
        size_t len = 4711;
        char row[32];
        snprintf(row, sizeof row, "%lld", (long long)ids[i / 2]);
        row_err(cri_registry_name(revisions[i % 2], ids[i / 2], &name, &len), CRI_ERR_SCHEME_UNKNOWN, row);
        row_ok(name == NULL && len == 4711, row, "outputs untouched");
    }
    for (size_t i = 0; i < 2 * COUNT(names); i++) {
        int64_t id = 4711;
        const char *name = names[i / 2];
        row_err(cri_registry_id(revisions[i % 2], name, strlen(name), &id), CRI_ERR_SCHEME_UNKNOWN, name);
        row_ok(id == 4711, name, "output untouched");
    }
    rows_end();
}

/* Every id that has a name is the id of that name, and names are what schemes are. */
static void is_consistent(void **state)
{
    (void)state;
    bool full = (cri_features() & CRI_FEATURE_SCHEMES_FULL) != 0;
    for (size_t r = 0; r < COUNT(revisions); r++) {
        size_t count = 0;
        for (int64_t id = -1; id >= -70000; id--) {
            char name[64] = ""; /* names come without a NUL */
            const char *chars = NULL;
            size_t len = 0;
            int64_t back = 0;
            if (cri_registry_name(revisions[r], id, &chars, &len) != CRI_OK) {
                continue;
            }
            assert_true(len < sizeof name);
            memcpy(name, chars, len);
            count++;
            row_err(cri_registry_id(revisions[r], name, len, &back), CRI_OK, name);
            row_ok(back == id, name, "the id of its name");
            row_ok(len > 0 && name[0] >= 'a' && name[0] <= 'z', name, "begins with a letter");
            row_size(strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789+.-"), len, name);
        }
        if (!full || revisions[r] == CRI_REV_13) {
            row_size(count, full ? 369 : 10, "entries");
        } else {
            row_ok(count >= 398, "entries of 27", "at least those of the draft");
        }
    }
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(translates_both_ways),
        cmocka_unit_test(knows_default_ports),
        cmocka_unit_test(refuses_what_is_not_registered),
        cmocka_unit_test(is_consistent),
    };
    return RUN(tests);
}
