/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Socket addresses and endpoints. */
#include "cri_socket.h"
#include "support.h"

#include <unistd.h>

#define LOOPBACK "7f000001"
#define V4 "c0000201"
#define MAPPED "00000000000000000000ffff" V4
#define GLOBAL "20010db8000000000000000000000001"
#define LINK_LOCAL "fe800000000000000000000000000042"

/* A socket address of such bytes, in a block of the heap of that many bytes. */
static struct sockaddr *address(int family, const char *hex, uint16_t port, uint32_t scope_id, size_t size)
{
    const struct bytes ip = from_hex(hex);
    uint8_t *block = malloc(size);
    struct sockaddr_storage storage;
    struct sockaddr_in *in = (void *)&storage;
    struct sockaddr_in6 *in6 = (void *)&storage;
    memset(&storage, FILL, sizeof storage);
    storage.ss_family = (sa_family_t)family;
    if (family == AF_INET6) {
        in6->sin6_port = htons(port);
        memcpy(&in6->sin6_addr, ip.data, sizeof in6->sin6_addr);
        in6->sin6_scope_id = scope_id;
    } else {
        in->sin_port = htons(port);
        memcpy(&in->sin_addr, ip.data, sizeof in->sin_addr);
    }
    assert_non_null(block);
    return memcpy(block, &storage, size);
}

static void reads(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int family;
        const char *address, *wanted;
    } rows[] = {
        {"IPv4", AF_INET, V4, V4},
        {"IPv6", AF_INET6, GLOBAL, GLOBAL},
        {"a scope id is left out", AF_INET6, LINK_LOCAL, LINK_LOCAL},
        {"IPv4-mapped", AF_INET6, MAPPED, V4},
        {"IPv4-compatible", AF_INET6, "000000000000000000000000" V4, "000000000000000000000000" V4},
        {"nearly IPv4-mapped", AF_INET6, "00000000000000000000fffe" V4, "00000000000000000000fffe" V4},
        {"nearly IPv4-mapped", AF_INET6, "01000000000000000000ffff" V4, "01000000000000000000ffff" V4},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const size_t size = rows[i].family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
        struct sockaddr *addr = address(rows[i].family, rows[i].address, 0x1633, 7, size);
        cri_endpoint_t endpoint;
        memset(&endpoint, FILL, sizeof endpoint);
        if (row_err(cri_endpoint_from_sockaddr(addr, (socklen_t)size, &endpoint), CRI_OK, rows[i].name)) {
            row_bytes(endpoint.addr, endpoint.addr_len, rows[i].wanted, rows[i].name);
            row_size(endpoint.port, 0x1633, rows[i].name);
            row_ok(endpoint.zone == NULL && endpoint.zone_len == 0, rows[i].name, "no zone");
            row_ok(endpoint.addr >= (uint8_t *)addr && endpoint.addr + endpoint.addr_len <= (uint8_t *)addr + size,
                   rows[i].name, "borrowed");
        }
        free(addr);
    }
    rows_end();
}

static void refuses_what_is_no_address(void **state)
{
    (void)state;
    static const int families[] = {AF_INET, AF_INET6};
    cri_endpoint_t endpoint;
    struct sockaddr *const unix_socket = address(AF_UNIX, V4, 1, 0, sizeof *unix_socket);
    struct sockaddr *none = NULL;
    cri_endpoint_t *nowhere = NULL;
    memset(&endpoint, FILL, sizeof endpoint);
    for (size_t i = 0; i < COUNT(families); i++) {
        const size_t size = families[i] == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
        for (size_t len = 0; len < size; len++) {
            struct sockaddr *addr = address(families[i], GLOBAL, 1, 0, len);
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

/* What the kernel is given: the family and its fields. */
static void check_address(const struct sockaddr_storage *addr, int family, const char *hex, uint32_t scope_id,
                          const char *row)
{
    const struct sockaddr_in *in = (const void *)addr;
    const struct sockaddr_in6 *in6 = (const void *)addr;
    row_size(addr->ss_family, (size_t)family, row);
    if (family == AF_INET) {
        row_bytes((const uint8_t *)&in->sin_addr, 4, hex, row);
        row_size(ntohs(in->sin_port), 0x1633, row);
        row_bytes((const uint8_t *)in->sin_zero, sizeof in->sin_zero, "0000000000000000", row);
    } else {
        row_bytes(in6->sin6_addr.s6_addr, 16, hex, row);
        row_size(ntohs(in6->sin6_port), 0x1633, row);
        row_size(in6->sin6_flowinfo, 0, row);
        row_size(in6->sin6_scope_id, scope_id, row);
    }
}

/* Leaves no zeros where the next function has its variables. */
static void fill_stack(void)
{
    volatile uint8_t bytes[512];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = FILL;
    }
}

static void writes(void **state)
{
    (void)state;
    static const struct {
        const char *name, *address;
        int family;
        uint32_t scope_id;
        cri_err_t err;
        int wanted_family;
        const char *wanted;
        uint32_t wanted_scope_id;
    } rows[] = {
        {"IPv4", V4, AF_UNSPEC, 7, CRI_OK, AF_INET, V4, 0},
        {"IPv4 for IPv4", V4, AF_INET, 7, CRI_OK, AF_INET, V4, 0},
        {"IPv4 for IPv6", V4, AF_INET6, 7, CRI_OK, AF_INET6, MAPPED, 0},
        {"IPv4-mapped", MAPPED, AF_UNSPEC, 7, CRI_OK, AF_INET, V4, 0},
        {"IPv4-mapped for IPv4", MAPPED, AF_INET, 7, CRI_OK, AF_INET, V4, 0},
        {"IPv4-mapped for IPv6", MAPPED, AF_INET6, 7, CRI_OK, AF_INET6, MAPPED, 0},
        {"IPv6", GLOBAL, AF_UNSPEC, 7, CRI_OK, AF_INET6, GLOBAL, 0},
        {"IPv6 for IPv6", GLOBAL, AF_INET6, 7, CRI_OK, AF_INET6, GLOBAL, 0},
        {"IPv6 for IPv4", GLOBAL, AF_INET, 7, CRI_ERR_ADDRESS, 0, NULL, 0},
        {"another family", V4, AF_UNIX, 7, CRI_ERR_ADDRESS, 0, NULL, 0},
        {"another family", GLOBAL, AF_UNIX, 7, CRI_ERR_ADDRESS, 0, NULL, 0},
        {"link-local", LINK_LOCAL, AF_UNSPEC, 7, CRI_OK, AF_INET6, LINK_LOCAL, 7},
        {"link-local of no interface", LINK_LOCAL, AF_UNSPEC, 0, CRI_OK, AF_INET6, LINK_LOCAL, 0},
        {"the last of fe80::/10", "febf0000000000000000000000000000", AF_UNSPEC, 7, CRI_OK, AF_INET6,
         "febf0000000000000000000000000000", 7},
        {"after fe80::/10", "fec00000000000000000000000000000", AF_UNSPEC, 7, CRI_OK, AF_INET6,
         "fec00000000000000000000000000000", 0},
        {"before fe80::/10", "fe7f0000000000000000000000000000", AF_UNSPEC, 7, CRI_OK, AF_INET6,
         "fe7f0000000000000000000000000000", 0},
        {"ff80::/10", "ff800000000000000000000000000000", AF_UNSPEC, 7, CRI_OK, AF_INET6,
         "ff800000000000000000000000000000", 0},
        {"all nodes of an interface", "ff110000000000000000000000000001", AF_UNSPEC, 7, CRI_OK, AF_INET6,
         "ff110000000000000000000000000001", 7},
        {"all CoAP nodes of a link", "ff0200000000000000000000000000fd", AF_UNSPEC, 7, CRI_OK, AF_INET6,
         "ff0200000000000000000000000000fd", 7},
        {"all CoAP nodes of a site", "ff0500000000000000000000000000fd", AF_UNSPEC, 7, CRI_OK, AF_INET6,
         "ff0500000000000000000000000000fd", 0},
        {"multicast of scope 9", "ff090000000000000000000000000001", AF_UNSPEC, 7, CRI_OK, AF_INET6,
         "ff090000000000000000000000000001", 0},
        {"multicast of scope 10", "ff0a0000000000000000000000000001", AF_UNSPEC, 7, CRI_OK, AF_INET6,
         "ff0a0000000000000000000000000001", 0},
        {"multicast of flags, to a link", "ff320000000000000000000000000001", AF_UNSPEC, 7, CRI_OK, AF_INET6,
         "ff320000000000000000000000000001", 7},
        {"nearly IPv4-mapped", "00000000000000000000ff00c0000201", AF_UNSPEC, 7, CRI_OK, AF_INET6,
         "00000000000000000000ff00c0000201", 0},
        {"not multicast", "fd020000000000000000000000000001", AF_UNSPEC, 7, CRI_OK, AF_INET6,
         "fd020000000000000000000000000001", 0},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct bytes ip = from_hex(rows[i].address);
        const cri_endpoint_t endpoint = {.addr = ip.data, .addr_len = ip.len, .port = 0x1633};
        struct sockaddr_storage addr;
        socklen_t len = FILL;
        memset(&addr, FILL, sizeof addr);
        fill_stack();
        const cri_err_t err = cri_endpoint_to_sockaddr(&endpoint, rows[i].family, rows[i].scope_id,
                                                       (struct sockaddr *)&addr, sizeof addr, &len);
        if (row_err(err, rows[i].err, rows[i].name) && err == CRI_OK) {
            check_address(&addr, rows[i].wanted_family, rows[i].wanted, rows[i].wanted_scope_id, rows[i].name);
            row_size(len, addr.ss_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6),
                     rows[i].name);
            row_ok(is_filled((uint8_t *)&addr + len, sizeof addr - len), rows[i].name, "nothing after it");
        } else {
            row_ok(len == FILL && is_filled(&addr, sizeof addr), rows[i].name, "nothing is stored");
        }
    }
    rows_end();
}

static void keeps_to_the_capacity(void **state)
{
    (void)state;
    static const char *const addresses[] = {V4, GLOBAL};
    for (size_t i = 0; i < COUNT(addresses); i++) {
        const struct bytes ip = from_hex(addresses[i]);
        const cri_endpoint_t endpoint = {.addr = ip.data, .addr_len = ip.len, .port = 1};
        const size_t size = i == 0 ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
        socklen_t len = 0;
        assert_int_equal(cri_endpoint_to_sockaddr(&endpoint, AF_UNSPEC, 0, NULL, 0, &len), CRI_ERR_BUFFER);
        assert_int_equal(len, size);
        for (size_t cap = 1; cap <= size; cap++) {
            struct sockaddr *addr = malloc(cap);
            len = 0;
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
    endpoint = (cri_endpoint_t){.addr = NULL, .addr_len = 4};
    assert_int_equal(cri_endpoint_to_sockaddr(&endpoint, AF_UNSPEC, 2, addr, sizeof storage, &len), CRI_ERR_ARGUMENT);
}

/* A socket of a family on a free port of 127.0.0.1, and its endpoint. */
static int bound(int family, struct sockaddr_storage *addr, cri_endpoint_t *here)
{
    const struct bytes ip = from_hex(LOOPBACK);
    const cri_endpoint_t any_port = {.addr = ip.data, .addr_len = ip.len};
    const int sock = socket(family, SOCK_DGRAM, 0);
    socklen_t len = 0;
    assert_int_equal(cri_endpoint_to_sockaddr(&any_port, family, 0, (struct sockaddr *)addr, sizeof *addr, &len),
                     CRI_OK);
    if (sock < 0 || bind(sock, (struct sockaddr *)addr, len) != 0) {
        skip(); /* no IPv6 here */
    }
    assert_int_equal(getsockname(sock, (struct sockaddr *)addr, &len), 0);
    assert_int_equal(cri_endpoint_from_sockaddr((struct sockaddr *)addr, len, here), CRI_OK);
    return sock;
}

/* A datagram from a socket of IPv4 to one of IPv6, and the answer back, by endpoints alone. */
static void reaches(void **state)
{
    (void)state;
    struct sockaddr_storage ours, theirs, from, to;
    cri_endpoint_t us, them, peer;
    socklen_t len = 0, from_len = sizeof from;
    char byte = 'x';
    const int client = bound(AF_INET, &ours, &us), server = bound(AF_INET6, &theirs, &them);
    assert_string_equal(to_hex(them.addr, them.addr_len), LOOPBACK);
    assert_int_equal(cri_endpoint_to_sockaddr(&them, AF_INET, 0, (struct sockaddr *)&to, sizeof to, &len), CRI_OK);
    assert_int_equal(sendto(client, &byte, 1, 0, (struct sockaddr *)&to, len), 1);
    assert_int_equal(recvfrom(server, &byte, 1, 0, (struct sockaddr *)&from, &from_len), 1);
    assert_int_equal(cri_endpoint_from_sockaddr((struct sockaddr *)&from, from_len, &peer), CRI_OK);
    assert_string_equal(to_hex(peer.addr, peer.addr_len), LOOPBACK);
    assert_int_equal(peer.port, us.port);
    assert_int_equal(cri_endpoint_to_sockaddr(&peer, AF_INET6, 0, (struct sockaddr *)&to, sizeof to, &len), CRI_OK);
    assert_int_equal(sendto(server, &byte, 1, 0, (struct sockaddr *)&to, len), 1);
    assert_int_equal(recvfrom(client, &byte, 1, 0, NULL, NULL), 1);
    close(client);
    close(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads),
        cmocka_unit_test(refuses_what_is_no_address),
        cmocka_unit_test(writes),
        cmocka_unit_test(keeps_to_the_capacity),
        cmocka_unit_test(refuses_what_is_no_endpoint),
        cmocka_unit_test(reaches),
    };
    return RUN(tests);
}
