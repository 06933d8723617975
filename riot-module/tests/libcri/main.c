/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tests the module in a RIOT image: a conversion, a refusal, and the features of the archive. c-tests/ has the other
 * tests. */
#include <cri_coap.h>
#include <cri_riot.h>
#ifdef CRI_NFC
#include <cri_nfc.h>
#endif
#include <string.h>

#include "embUnit.h"

static void of_uri(const char *uri, uint8_t *buf, size_t cap, cri_t *cri)
{
    size_t len = 0;
    memset(cri, 0, sizeof *cri);
    TEST_ASSERT_EQUAL_INT(CRI_OK, cri_from_uri(CRI_REV_27, uri, strlen(uri), buf, cap, &len));
    TEST_ASSERT_EQUAL_INT(CRI_OK, cri_parse(CRI_REV_27, buf, len, cri, &len));
}

static void test_resolves(void)
{
    uint8_t base_cbor[64], reference_cbor[64];
    char text[64];
    size_t len = 0;
    cri_t base, reference, target;
    of_uri("coap://[fe80::42]:61616/floors/2/rooms?unit=K", base_cbor, sizeof base_cbor, &base);
    of_uri("../3/", reference_cbor, sizeof reference_cbor, &reference);
    TEST_ASSERT_EQUAL_INT(CRI_OK, cri_resolve(&base, &reference, &target));
    TEST_ASSERT_EQUAL_INT(CRI_OK, cri_to_uri(&target, text, sizeof text, &len));
    TEST_ASSERT_EQUAL_STRING("coap://[fe80::42]:61616/floors/3/", text);
}

static void test_refuses(void)
{
    static const uint8_t map[] = {0xa1, 0x01, 0x02};
    cri_t cri;
    size_t len = 0;
    TEST_ASSERT(cri_err_is_unprocessable(cri_parse(CRI_REV_27, map, sizeof map, &cri, &len)));
    TEST_ASSERT_EQUAL_INT((int)sizeof map, (int)len);
    TEST_ASSERT_EQUAL_INT(CRI_ERR_TRUNCATED, cri_parse(CRI_REV_27, map, 1, &cri, &len));
    TEST_ASSERT_EQUAL_INT(CRI_ERR_ARGUMENT, cri_parse(CRI_REV_27, NULL, 1, &cri, &len));
}

static void test_features(void)
{
#ifdef CRI_NFC
    uint8_t cbor[32];
    cri_t cri;
    TEST_ASSERT((cri_features() & CRI_FEATURE_NFC) != 0);
    of_uri("coap://h/e%CC%81", cbor, sizeof cbor, &cri); /* e, combining acute accent */
    TEST_ASSERT(!cri_is_nfc(&cri));
    of_uri("coap://h/%C3%A9", cbor, sizeof cbor, &cri);
    TEST_ASSERT(cri_is_nfc(&cri));
#else
    TEST_ASSERT((cri_features() & CRI_FEATURE_CORI) != 0);
#endif
}

/* Converts to an endpoint and back, with an interface for addresses that need one. */
static void check_sock(const sock_udp_ep_t *sock, int family, uint16_t netif)
{
    cri_endpoint_t endpoint;
    sock_udp_ep_t made;
    memset(&endpoint, 0xa5, sizeof endpoint);
    memset(&made, 0xa5, sizeof made);
    TEST_ASSERT_EQUAL_INT(CRI_OK, cri_endpoint_from_sock(sock, &endpoint));
    TEST_ASSERT_EQUAL_INT(family == AF_INET ? 4 : 16, (int)endpoint.addr_len);
    TEST_ASSERT(endpoint.addr >= (const uint8_t *)&sock->addr);
    TEST_ASSERT(endpoint.addr + endpoint.addr_len <= (const uint8_t *)(&sock->addr + 1));
    TEST_ASSERT(endpoint.zone == NULL && endpoint.zone_len == 0);
    TEST_ASSERT_EQUAL_INT(sock->port, endpoint.port);
    TEST_ASSERT_EQUAL_INT(CRI_OK, cri_endpoint_to_sock(&endpoint, 6, &made));
    TEST_ASSERT_EQUAL_INT(family, made.family);
    TEST_ASSERT_EQUAL_INT(sock->port, made.port);
    TEST_ASSERT_EQUAL_INT(netif, made.netif);
    TEST_ASSERT(memcmp(&made.addr, endpoint.addr, endpoint.addr_len) == 0);
    TEST_ASSERT_EQUAL_INT(CRI_OK, cri_endpoint_to_sock(&endpoint, SOCK_ADDR_ANY_NETIF, &made));
    TEST_ASSERT_EQUAL_INT(SOCK_ADDR_ANY_NETIF, made.netif);
    endpoint.zone = ""; /* an empty text is a zone, too */
    TEST_ASSERT_EQUAL_INT(CRI_ERR_ZONE, cri_endpoint_to_sock(&endpoint, SOCK_ADDR_ANY_NETIF, &made));
    TEST_ASSERT_EQUAL_INT(CRI_OK, cri_endpoint_to_sock(&endpoint, 6, &made));
    TEST_ASSERT_EQUAL_INT(netif, made.netif);
}

static void check_refused(cri_endpoint_t endpoint)
{
    sock_udp_ep_t made;
    TEST_ASSERT_EQUAL_INT(CRI_ERR_ARGUMENT, cri_endpoint_to_sock(&endpoint, 6, &made));
}

static void test_socks(void)
{
    static const sock_udp_ep_t ipv4 = {.family = AF_INET, .addr = {.ipv4 = {192, 0, 2, 1}}, .port = 5683};
    static const sock_udp_ep_t other = {.family = AF_UNSPEC};
    cri_endpoint_t endpoint, *nowhere = NULL;
    const sock_udp_ep_t *none = NULL;
    check_sock(&ipv4, AF_INET, SOCK_ADDR_ANY_NETIF);
    memset(&endpoint, 0xa5, sizeof endpoint);
    TEST_ASSERT_EQUAL_INT(CRI_ERR_ARGUMENT, cri_endpoint_from_sock(none, &endpoint));
    TEST_ASSERT_EQUAL_INT(CRI_ERR_ARGUMENT, cri_endpoint_from_sock(&ipv4, nowhere));
    TEST_ASSERT_EQUAL_INT(CRI_ERR_ARGUMENT, cri_endpoint_to_sock(nowhere, 6, NULL));
    TEST_ASSERT_EQUAL_INT(CRI_ERR_ADDRESS, cri_endpoint_from_sock(&other, &endpoint));
    TEST_ASSERT_EQUAL_INT(0xa5a5, endpoint.port); /* not stored */
    static const uint8_t ipv4_mapped[16] = {[10] = 0xff, [11] = 0xff, [12] = 192, [14] = 2, [15] = 1};
    sock_udp_ep_t made;
    endpoint = (cri_endpoint_t){.addr = ipv4_mapped, .addr_len = 16, .port = 5683};
    TEST_ASSERT_EQUAL_INT(CRI_ERR_ARGUMENT, cri_endpoint_to_sock(&endpoint, 6, NULL));
    TEST_ASSERT_EQUAL_INT(CRI_OK, cri_endpoint_to_sock(&endpoint, 6, &made));
    TEST_ASSERT_EQUAL_INT(AF_INET, made.family);
    TEST_ASSERT(memcmp(made.addr.ipv4, ipv4.addr.ipv4, 4) == 0);
    static const uint8_t bytes[17] = {0xfe, 0x80};
    check_refused((cri_endpoint_t){0});
    check_refused((cri_endpoint_t){.addr_len = 4});
    check_refused((cri_endpoint_t){.addr = bytes, .addr_len = 5});
    check_refused((cri_endpoint_t){.addr = bytes, .addr_len = 15});
    check_refused((cri_endpoint_t){.addr = bytes, .addr_len = 17});
#ifdef SOCK_HAS_IPV6
    /* The first two bytes of an address, and 1 if the address needs an interface. */
    static const uint8_t scoped[][3] = {
        {0x20, 0x01, 0}, {0xfd, 0x02, 0}, {0xfe, 0x7f, 0}, {0xfe, 0x80, 1}, {0xfe, 0xbf, 1}, {0xfe, 0xc0, 0},
        {0xff, 0x00, 0}, {0xff, 0x01, 1}, {0xff, 0x02, 1}, {0xff, 0x03, 0}, {0xff, 0x05, 0}, {0xff, 0x32, 1},
        {0xff, 0x0a, 0}, {0xff, 0x80, 0},
    };
    for (size_t i = 0; i < sizeof scoped / sizeof scoped[0]; i++) {
        sock_udp_ep_t sock = {.family = AF_INET6, .netif = 9, .port = 61616};
        memcpy(sock.addr.ipv6, scoped[i], 2);
        sock.addr.ipv6[15] = 1;
        check_sock(&sock, AF_INET6, scoped[i][2] ? 6 : SOCK_ADDR_ANY_NETIF);
    }
    sock_udp_ep_t mapped = {.family = AF_INET6, .addr = {.ipv6 = {[10] = 0xff, [11] = 0xff, [12] = 192, [15] = 1}}};
    check_sock(&mapped, AF_INET, SOCK_ADDR_ANY_NETIF);
    mapped.addr.ipv6[11] = 0xfe;
    check_sock(&mapped, AF_INET6, SOCK_ADDR_ANY_NETIF);
    mapped.addr.ipv6[11] = 0xff;
    mapped.addr.ipv6[0] = 1;
    check_sock(&mapped, AF_INET6, SOCK_ADDR_ANY_NETIF);
#else
    static const cri_endpoint_t ipv6 = {.addr = bytes, .addr_len = 16, .port = 5683};
    static const sock_udp_ep_t unknown = {.family = AF_INET6};
    TEST_ASSERT_EQUAL_INT(CRI_ERR_ADDRESS, cri_endpoint_to_sock(&ipv6, 6, &made));
    TEST_ASSERT_EQUAL_INT(CRI_ERR_ADDRESS, cri_endpoint_from_sock(&unknown, &endpoint));
#endif
}

#ifdef MODULE_NANOCOAP
/* Checks the options of a request with the token 2a ff: Uri-Path `a`, and an empty Uri-Path. */
static void check_packet(const char *payload, size_t payload_len)
{
    static const uint8_t options[] = {0xb1, 'a', 0x00};
    uint8_t buf[32] = {0x42, 0x03, 0, 1, 0x2a, 0xff};
    coap_pkt_t pkt;
    size_t len = 0;
    memcpy(buf + 6, options, sizeof options);
    memcpy(buf + 6 + sizeof options, payload, payload_len);
    TEST_ASSERT(coap_parse_udp(&pkt, buf, 6 + sizeof options + payload_len) >= 0);
    const uint8_t *start = cri_packet_options(&pkt, &len);
    TEST_ASSERT(start == buf + 6);
    TEST_ASSERT_EQUAL_INT((int)sizeof options, (int)len);
}

static void test_packets(void)
{
    check_packet("", 0);
    check_packet("\xffx", 2);
    check_packet("\xff\xff\xff", 3);
}
#endif

static void test_version(void) { TEST_ASSERT_EQUAL_STRING(CRI_VERSION, cri_version()); }

static Test *tests_libcri(void)
{
    EMB_UNIT_TESTFIXTURES(fixtures){
        new_TestFixture(test_resolves),
        new_TestFixture(test_refuses),
        new_TestFixture(test_features),
        new_TestFixture(test_socks),
#ifdef MODULE_NANOCOAP
        new_TestFixture(test_packets),
#endif
        new_TestFixture(test_version),
    };
    EMB_UNIT_TESTCALLER(caller, NULL, NULL, fixtures);
    return (Test *)&caller;
}

int main(void)
{
    TESTS_START();
    TESTS_RUN(tests_libcri());
    TESTS_END();
    return 0;
}
