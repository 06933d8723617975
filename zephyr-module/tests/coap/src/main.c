/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tests the functions of cri_zephyr.h for Zephyr's CoAP packets and clients. */
#include <cri_zephyr.h>
#include <string.h>
#include <zephyr/ztest.h>

ZTEST_SUITE(cri_coap, NULL, NULL, NULL, NULL, NULL);

static const uint8_t server[] = {192, 0, 2, 1};
static const cri_endpoint_t dest = {.addr = server, .addr_len = sizeof server, .port = 5683};

/* Returns the CRI of a URI, in static memory. */
static const cri_t *of_uri(const char *uri)
{
    static uint8_t buf[64];
    static cri_t cri;
    size_t len = 0;
    zassert_equal(cri_from_uri(CRI_REV_27, uri, strlen(uri), buf, sizeof buf, &len), CRI_OK, "%s", uri);
    zassert_equal(cri_parse(CRI_REV_27, buf, len, &cri, &len), CRI_OK, "%s", uri);
    return &cri;
}

static void check_option(const struct coap_client_option *option, uint16_t code, const char *value)
{
    zassert_equal(option->code, code);
    zassert_equal(option->len, strlen(value));
    zassert_mem_equal(option->value, value, strlen(value));
}

ZTEST(cri_coap, test_client_options)
{
    struct coap_client_option options[4];
    zassert_equal(cri_client_options(of_uri("coap://h/a/b?c"), &dest, options, ARRAY_SIZE(options)), 4);
    check_option(&options[0], COAP_OPTION_URI_HOST, "h");
    check_option(&options[1], COAP_OPTION_URI_PATH, "a");
    check_option(&options[2], COAP_OPTION_URI_PATH, "b");
    check_option(&options[3], COAP_OPTION_URI_QUERY, "c");
    zassert_equal(cri_client_options(of_uri("coap://192.0.2.1"), &dest, options, ARRAY_SIZE(options)), 0);
    zassert_equal(cri_client_options(of_uri("coap://192.0.2.1/a#top"), &dest, options, ARRAY_SIZE(options)), 1);
    check_option(&options[0], COAP_OPTION_URI_PATH, "a");
}

ZTEST(cri_coap, test_client_options_without_room)
{
    struct coap_client_option options[2];
    memset(options, 0xa5, sizeof options);
    zassert_equal(cri_client_options(of_uri("coap://h/a/b"), &dest, options, 1), -ENOMEM);
    zassert_equal(options[1].code, 0xa5a5);
    zassert_equal(cri_client_options(of_uri("coap://h/a/b"), &dest, options, 0), -ENOMEM);
    zassert_equal(cri_client_options(of_uri("coap://192.0.2.1/a/"), &dest, options, 2), 2);
    check_option(&options[1], COAP_OPTION_URI_PATH, "");
    /* An option of Zephyr has room for 12 bytes. cri_client_options() neither cuts a value nor writes beyond the
     * option. */
    zassert_equal(cri_client_options(of_uri("coap://192.0.2.1/123456789012"), &dest, options, 2), 1);
    zassert_equal(cri_client_options(of_uri("coap://192.0.2.1/1234567890123"), &dest, options, 2), -ENOMEM);
    zassert_equal(cri_client_options(of_uri("http://h/"), &dest, options, 2), -EPROTONOSUPPORT);
    zassert_equal(cri_client_options(NULL, &dest, options, 2), -EINVAL);
}

ZTEST(cri_coap, test_socket_address)
{
    static const uint8_t mapped[16] = {[10] = 0xff, [11] = 0xff, [12] = 192, [13] = 0, [14] = 2, [15] = 1};
    struct sockaddr_storage storage;
    struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)&storage;
    socklen_t len = 0;
    cri_endpoint_t endpoint = {0};
    zassert_equal(cri_endpoint_to_sockaddr(&dest, AF_INET6, 0, (struct sockaddr *)&storage, sizeof storage, &len),
                  CRI_OK);
    zassert_equal(len, sizeof *in6);
    zassert_equal(in6->sin6_family, AF_INET6);
    zassert_equal(in6->sin6_port, htons(5683));
    zassert_mem_equal(&in6->sin6_addr, mapped, sizeof mapped);
    zassert_equal(cri_endpoint_from_sockaddr((struct sockaddr *)&storage, len, &endpoint), CRI_OK);
    zassert_equal(endpoint.addr_len, sizeof server);
    zassert_mem_equal(endpoint.addr, server, sizeof server);
    zassert_equal(endpoint.port, 5683);
}

static void init_packet(struct coap_packet *packet, uint8_t *buf, uint16_t cap, uint8_t code)
{
    zassert_ok(coap_packet_init(packet, buf, cap, COAP_VERSION_1, COAP_TYPE_CON, 0, NULL, code, 1));
}

static void check_options(const struct coap_packet *packet, const uint8_t *wanted, size_t wanted_len)
{
    size_t len = 0;
    const uint8_t *options = cri_packet_options(packet, &len);
    zassert_equal(len, wanted_len);
    zassert_mem_equal(options, wanted, wanted_len);
}

/* Parses a request with a token, options and a payload. The first option has option_len bytes. All parts contain bytes
 * with the value of the payload marker. */
static void check_packet(uint8_t token_len, int option_len, uint16_t payload_len)
{
    static const uint8_t bytes[] = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";
    uint8_t buf[64];
    uint16_t options_end;
    struct coap_packet sent, received;
    zassert_ok(coap_packet_init(&sent, buf, sizeof buf, COAP_VERSION_1, COAP_TYPE_CON, token_len, bytes,
                                COAP_METHOD_PUT, 1));
    if (option_len >= 0) {
        zassert_ok(coap_packet_append_option(&sent, COAP_OPTION_URI_PATH, bytes, (uint16_t)option_len));
        zassert_ok(coap_packet_append_option(&sent, 65000, bytes, 1));
    }
    options_end = sent.offset;
    if (payload_len > 0) {
        zassert_ok(coap_packet_append_payload_marker(&sent));
        zassert_ok(coap_packet_append_payload(&sent, bytes, payload_len));
    }
    zassert_ok(coap_packet_parse(&received, buf, sent.offset, NULL, 0));
    check_options(&received, buf + 4 + token_len, options_end - 4U - token_len);
}

ZTEST(cri_coap, test_packet_options)
{
    for (uint16_t payload_len = 0; payload_len < 3; payload_len++) {
        for (uint8_t token_len = 0; token_len <= 8; token_len += 4) {
            check_packet(token_len, -1, payload_len);
            check_packet(token_len, 0, payload_len);
            check_packet(token_len, 16, payload_len);
        }
    }
}

ZTEST(cri_coap, test_packet_append_options)
{
    static const uint8_t wanted[] = {0x31, 'h', 0x81, 'a', 0x01, 'b', 0x41, 'c'};
    uint8_t buf[4 + sizeof wanted];
    struct coap_packet packet;
    init_packet(&packet, buf, sizeof buf, COAP_METHOD_GET);
    zassert_ok(cri_packet_append_options(&packet, of_uri("coap://h/a/b?c#top"), &dest));
    check_options(&packet, wanted, sizeof wanted);
    init_packet(&packet, buf, sizeof buf, COAP_METHOD_GET);
    zassert_ok(cri_packet_append_options(&packet, of_uri("coap://192.0.2.1/ab"), &dest));
    check_options(&packet, (const uint8_t *)"\xb2" "ab", 3); /* neither Uri-Host nor Uri-Port */
    init_packet(&packet, buf, sizeof buf, COAP_METHOD_GET);
    zassert_equal(cri_packet_append_options(&packet, of_uri("http://h/a"), &dest), -EPROTONOSUPPORT);
    zassert_equal(cri_packet_append_options(&packet, NULL, &dest), -EINVAL);
    zassert_equal(packet.offset, 4);
    for (uint16_t cap = 4; cap < sizeof buf; cap++) {
        init_packet(&packet, buf, cap, COAP_METHOD_GET);
        zassert_equal(cri_packet_append_options(&packet, of_uri("coap://h/a/b?c"), &dest), -ENOMEM);
    }
}

/* Returns the reference [true, path, query], in static memory. */
static const cri_t *reference(const uint8_t *cbor, size_t cbor_len)
{
    static cri_t cri;
    size_t len = 0;
    zassert_equal(cri_parse(CRI_REV_27, cbor, cbor_len, &cri, &len), CRI_OK);
    return &cri;
}

ZTEST(cri_coap, test_packet_append_location)
{
    static const uint8_t both[] = {0x83, 0xf5, 0x82, 0x61, 'a', 0x62, 'b', '/', 0x81, 0x61, 'q'};
    static const uint8_t relative[] = {0x82, 0x01, 0x81, 0x61, 'a'};
    uint8_t buf[32], wanted[16];
    size_t len = 0;
    struct coap_packet packet;
    zassert_equal(cri_to_coap_location(reference(both, sizeof both), 0, wanted, sizeof wanted, &len), CRI_OK);
    init_packet(&packet, buf, sizeof buf, COAP_RESPONSE_CODE_CREATED);
    zassert_ok(cri_packet_append_location(&packet, reference(both, sizeof both)));
    check_options(&packet, wanted, len);
    init_packet(&packet, buf, sizeof buf, COAP_RESPONSE_CODE_CREATED);
    zassert_equal(cri_packet_append_location(&packet, reference(relative, sizeof relative)), -EINVAL);
    zassert_equal(cri_packet_append_location(&packet, of_uri("coap://h/a")), -EINVAL);
    zassert_equal(packet.offset, 4);
    for (uint16_t cap = 4; cap < 4 + len; cap++) {
        init_packet(&packet, buf, cap, COAP_RESPONSE_CODE_CREATED);
        zassert_equal(cri_packet_append_location(&packet, reference(both, sizeof both)), -ENOMEM);
    }
}
