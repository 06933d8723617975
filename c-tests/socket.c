/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Socket addresses and endpoints. */
#include "cri_socket.h"
#include "support.h"

#define V4 "c0000201"
#define MAPPED "00000000000000000000ffff" V4
#define GLOBAL "20010db8000000000000000000000001"
/* An address of each family. */
static const char *const addresses[] = {V4, GLOBAL};

/* Returns the family of an address in hex. */
static int family_of(const char *hex) { return strlen(hex) == 8 ? AF_INET : AF_INET6; }

static size_t size_of(int family)
{
    return family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
}

/* Returns a socket address with these bytes, in a block of the heap of exactly `size` bytes. */
static struct sockaddr *address(int family, const char *hex, size_t size)
{
    const struct bytes ip = from_hex(hex);
    uint8_t *block = malloc(size);
    struct sockaddr_storage storage;
    struct sockaddr_in *in = (void *)&storage;
    struct sockaddr_in6 *in6 = (void *)&storage;
    memset(&storage, FILL, sizeof storage);
    storage.ss_family = (sa_family_t)family;
    in->sin_port = htons(0x1633); /* at the same offset in both structures */
    memcpy(family == AF_INET6 ? (void *)&in6->sin6_addr : &in->sin_addr, ip.data, ip.len);
    assert_non_null(block);
    return memcpy(block, &storage, size);
}

/* Checks reading. The scope id, which is FILL, is ignored. */
static void reads_addresses(void **state)
{
    (void)state;
    static const struct {
        const char *address, *wanted;
    } rows[] = {
        {V4, V4},
        {GLOBAL, GLOBAL},
        {MAPPED, V4},
        {"fe800000000000000000000000000042", "fe800000000000000000000000000042"},
        {"000000000000000000000000" V4, "000000000000000000000000" V4}, /* IPv4-compatible */
        {"00000000000000000000fffe" V4, "00000000000000000000fffe" V4},
        {"01000000000000000000ffff" V4, "01000000000000000000ffff" V4},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *row = rows[i].address;
        const size_t size = size_of(family_of(row));
        struct sockaddr *addr = address(family_of(row), row, size);
        cri_endpoint_t endpoint;
        memset(&endpoint, FILL, sizeof endpoint);
        if (row_err(cri_endpoint_from_sockaddr(addr, (socklen_t)size, &endpoint), CRI_OK, row)) {
            row_bytes(endpoint.addr, endpoint.addr_len, rows[i].wanted, row);
            row_size(endpoint.port, 0x1633, row);
            row_ok(endpoint.zone == NULL && endpoint.zone_len == 0, row, "no zone");
            row_ok(endpoint.addr >= (uint8_t *)addr && endpoint.addr + endpoint.addr_len <= (uint8_t *)addr + size, row,
                   "borrowed");
        }
        free(addr);
    }
    rows_end();
}

static void refuses_what_is_no_address(void **state)
{
    (void)state;
    cri_endpoint_t endpoint;
    struct sockaddr *const unix_socket = address(AF_UNIX, V4, sizeof *unix_socket);
    struct sockaddr *none = NULL;
    cri_endpoint_t *nowhere = NULL;
    memset(&endpoint, FILL, sizeof endpoint);
    for (size_t i = 0; i < COUNT(addresses); i++) {
        const int family = family_of(addresses[i]);
        for (size_t len = 0; len < size_of(family); len++) {
            struct sockaddr *addr = address(family, addresses[i], len);
            assert_int_equal(cri_endpoint_from_sockaddr(addr, (socklen_t)len, &endpoint), CRI_ERR_TRUNCATED);
            free(addr);
        }
    }
    assert_int_equal(cri_endpoint_from_sockaddr(unix_socket, sizeof *unix_socket, &endpoint), CRI_ERR_ADDRESS);
    assert_int_equal(cri_endpoint_from_sockaddr(unix_socket, sizeof unix_socket->sa_family, &endpoint),
                     CRI_ERR_ADDRESS);
    assert_int_equal(cri_endpoint_from_sockaddr(none, sizeof *unix_socket, &endpoint), CRI_ERR_ARGUMENT);
    assert_true(is_filled(&endpoint, sizeof endpoint));
    assert_int_equal(cri_endpoint_from_sockaddr(unix_socket, sizeof *unix_socket, nowhere), CRI_ERR_ARGUMENT);
    free(unix_socket);
}

/* Fills the stack, so that the variables of the next function do not happen to be zero. */
static void fill_stack(void)
{
    volatile uint8_t bytes[512];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = FILL;
    }
}

/* Checks every field of the socket address that is written, and that nothing is written after it, or that nothing is
 * written at all. */
static void writes_as(const char *hex, int family, uint32_t scope_id, const char *wanted, uint32_t wanted_scope_id)
{
    const struct bytes ip = from_hex(hex);
    const cri_endpoint_t endpoint = {.addr = ip.data, .addr_len = ip.len, .port = 0x1633};
    struct sockaddr_storage addr;
    const struct sockaddr_in *in = (const void *)&addr;
    const struct sockaddr_in6 *in6 = (const void *)&addr;
    socklen_t len = FILL;
    char row[64];
    snprintf(row, sizeof row, "%s, family %d, scope %u", hex, family, (unsigned)scope_id);
    memset(&addr, FILL, sizeof addr);
    fill_stack();
    const cri_err_t err =
        cri_endpoint_to_sockaddr(&endpoint, family, scope_id, (struct sockaddr *)&addr, sizeof addr, &len);
    if (!row_err(err, wanted != NULL ? CRI_OK : CRI_ERR_ADDRESS, row) || err != CRI_OK) {
        row_ok(len == FILL && is_filled(&addr, sizeof addr), row, "nothing is stored");
        return;
    }
    row_size(addr.ss_family, (size_t)family_of(wanted), row);
    row_size(len, size_of(addr.ss_family), row);
    row_ok(is_filled((uint8_t *)&addr + len, sizeof addr - len), row, "nothing after it");
    if (addr.ss_family == AF_INET) {
        row_bytes((const uint8_t *)&in->sin_addr, 4, wanted, row);
        row_size(ntohs(in->sin_port), 0x1633, row);
        row_bytes((const uint8_t *)in->sin_zero, sizeof in->sin_zero, "0000000000000000", row);
    } else {
        row_bytes(in6->sin6_addr.s6_addr, 16, wanted, row);
        row_size(ntohs(in6->sin6_port), 0x1633, row);
        row_size(in6->sin6_flowinfo, 0, row);
        row_size(in6->sin6_scope_id, wanted_scope_id, row);
    }
}

static void writes_the_wanted_family(void **state)
{
    (void)state;
    static const struct {
        const char *address;
        int family;
        const char *wanted;
    } rows[] = {
        {V4, AF_UNSPEC, V4},        {V4, AF_INET, V4},
        {V4, AF_INET6, MAPPED},     {V4, AF_UNIX, NULL},
        {MAPPED, AF_UNSPEC, V4},    {MAPPED, AF_INET, V4},
        {MAPPED, AF_INET6, MAPPED}, {GLOBAL, AF_UNSPEC, GLOBAL},
        {GLOBAL, AF_INET, NULL},    {GLOBAL, AF_INET6, GLOBAL},
        {GLOBAL, AF_UNIX, NULL},    {"00000000000000000000ff00" V4, AF_UNSPEC, "00000000000000000000ff00" V4},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        writes_as(rows[i].address, rows[i].family, 7, rows[i].wanted, 0);
    }
    rows_end();
}

/* Only addresses of fe80::/10 and of multicast on an interface or a link have a scope id. */
static void writes_scope_ids(void **state)
{
    (void)state;
    static const struct {
        const char *address;
        bool is_scoped;
    } rows[] = {
        {"fe800000000000000000000000000042", true},  {"febf0000000000000000000000000000", true},
        {"fec00000000000000000000000000000", false}, {"fe7f0000000000000000000000000000", false},
        {"ff800000000000000000000000000000", false}, {"ff110000000000000000000000000001", true},
        {"ff0200000000000000000000000000fd", true},  {"ff0500000000000000000000000000fd", false},
        {"ff090000000000000000000000000001", false}, {"ff0a0000000000000000000000000001", false},
        {"ff320000000000000000000000000001", true},  {"fd020000000000000000000000000001", false},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        writes_as(rows[i].address, AF_UNSPEC, 7, rows[i].address, rows[i].is_scoped ? 7 : 0);
        writes_as(rows[i].address, AF_UNSPEC, 0, rows[i].address, 0);
    }
    rows_end();
}

static void writes_only_within_the_capacity(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(addresses); i++) {
        const struct bytes ip = from_hex(addresses[i]);
        const cri_endpoint_t endpoint = {.addr = ip.data, .addr_len = ip.len, .port = 1};
        const size_t size = size_of(family_of(addresses[i]));
        for (size_t cap = 0; cap <= size; cap++) {
            struct sockaddr *addr = cap > 0 ? malloc(cap) : NULL;
            socklen_t len = 0;
            assert_int_equal(cri_endpoint_to_sockaddr(&endpoint, AF_UNSPEC, 0, addr, (socklen_t)cap, &len),
                             cap < size ? CRI_ERR_BUFFER : CRI_OK);
            assert_int_equal(len, size);
            free(addr);
        }
    }
}

static void refuses_what_is_no_endpoint(void **state)
{
    (void)state;
    static const uint8_t ip[17] = {0xfe, 0x80};
    struct sockaddr_storage storage;
    struct sockaddr *addr = (struct sockaddr *)&storage, *none = NULL;
    socklen_t len, *nowhere = NULL;
    cri_endpoint_t endpoint = {.addr = ip, .addr_len = 16, .zone = "eth0", .zone_len = 4, .port = 1};
    const cri_endpoint_t *no_endpoint = NULL;
    assert_int_equal(cri_endpoint_to_sockaddr(&endpoint, AF_UNSPEC, 0, addr, sizeof storage, &len), CRI_ERR_ZONE);
    assert_int_equal(cri_endpoint_to_sockaddr(&endpoint, AF_UNSPEC, 2, addr, sizeof storage, &len), CRI_OK);
    assert_int_equal(cri_endpoint_to_sockaddr(&endpoint, AF_UNSPEC, 2, none, 1, &len), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_endpoint_to_sockaddr(&endpoint, AF_UNSPEC, 2, addr, sizeof storage, nowhere),
                     CRI_ERR_ARGUMENT);
    assert_int_equal(cri_endpoint_to_sockaddr(no_endpoint, AF_UNSPEC, 2, addr, sizeof storage, &len), CRI_ERR_ARGUMENT);
    for (endpoint.addr_len = 0; endpoint.addr_len <= sizeof ip; endpoint.addr_len++) {
        assert_int_equal(cri_endpoint_to_sockaddr(&endpoint, AF_UNSPEC, 2, addr, sizeof storage, &len),
                         endpoint.addr_len == 4 || endpoint.addr_len == 16 ? CRI_OK : CRI_ERR_ARGUMENT);
    }
    endpoint = (cri_endpoint_t){.addr = ip, .addr_len = 16, .zone = "", .port = 1};
    assert_int_equal(cri_endpoint_to_sockaddr(&endpoint, AF_UNSPEC, 0, addr, sizeof storage, &len), CRI_ERR_ZONE);
    endpoint = (cri_endpoint_t){.addr = ip, .addr_len = 4, .zone_len = 1};
    assert_int_equal(cri_endpoint_to_sockaddr(&endpoint, AF_UNSPEC, 2, addr, sizeof storage, &len), CRI_ERR_ARGUMENT);
    endpoint = (cri_endpoint_t){.addr = NULL, .addr_len = 4};
    assert_int_equal(cri_endpoint_to_sockaddr(&endpoint, AF_UNSPEC, 2, addr, sizeof storage, &len), CRI_ERR_ARGUMENT);
}

/* R22: an address whose length has changed since it was parsed is no longer an address, so it is never copied to a
 * buffer that is too small. */
static void refuses_an_address_that_changed(void **state)
{
    (void)state;
    uint8_t cbor[] = {0x82, 0x20, 0x81, 0x44, 0xc0, 0x00, 0x02, 0x01}; /* coap://192.0.2.1 */
    cri_t cri;
    cri_endpoint_t endpoint;
    const uint8_t *address;
    size_t len;
    assert_int_equal(cri_parse_exact(CRI_REV_27, cbor, sizeof cbor, &cri), CRI_OK);
    assert_true(cri_host_address(&cri, &address, &len));
    cbor[3] = 0x43;
    assert_false(cri_host_address(&cri, &address, &len));
    assert_int_equal(cri_host_endpoint(&cri, &endpoint), CRI_ERR_ADDRESS);
}

TESTS(cmocka_unit_test(reads_addresses), cmocka_unit_test(refuses_an_address_that_changed),
      cmocka_unit_test(refuses_what_is_no_address), cmocka_unit_test(writes_the_wanted_family),
      cmocka_unit_test(writes_scope_ids), cmocka_unit_test(writes_only_within_the_capacity),
      cmocka_unit_test(refuses_what_is_no_endpoint))
