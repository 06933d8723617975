/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tests the module in a Zephyr image: a conversion, a refusal, and the configured features. c-tests/ has the other
 * tests. */
#ifdef CONFIG_CRI_NFC
#include <cri_nfc.h>
#endif
#include <cri_registry.h>
#include <cri_zephyr.h>
#include <string.h>
#include <zephyr/ztest.h>

ZTEST_SUITE(cri, NULL, NULL, NULL, NULL, NULL);

static void of_uri(const char *uri, uint8_t *buf, size_t cap, cri_t *cri)
{
    size_t len = 0;
    zassert_equal(cri_from_uri(CRI_REV_27, uri, strlen(uri), buf, cap, &len), CRI_OK, "%s", uri);
    zassert_equal(cri_parse(CRI_REV_27, buf, len, cri, &len), CRI_OK, "%s", uri);
}

ZTEST(cri, test_resolves)
{
    uint8_t base_cbor[64], reference_cbor[64];
    char text[64];
    size_t len = 0;
    cri_t base, reference, target;
    of_uri("coap://[fe80::42]:61616/floors/2/rooms?unit=K", base_cbor, sizeof base_cbor, &base);
    of_uri("../3/", reference_cbor, sizeof reference_cbor, &reference);
    zassert_equal(cri_resolve(&base, &reference, &target), CRI_OK);
    zassert_equal(cri_to_uri(&target, text, sizeof text, &len), CRI_OK);
    zassert_equal(strcmp(text, "coap://[fe80::42]:61616/floors/3/"), 0);
}

ZTEST(cri, test_refuses)
{
    static const uint8_t map[] = {0xa1, 0x01, 0x02};
    cri_t cri;
    size_t len = 0;
    cri_err_t err = cri_parse(CRI_REV_27, map, sizeof map, &cri, &len);
    zassert_true(cri_err_is_unprocessable(err));
    zassert_equal(len, sizeof map);
    zassert_equal(cri_errno(err), -ENOTSUP);
    zassert_equal(cri_errno(cri_parse(CRI_REV_27, map, 1, &cri, &len)), -EBADMSG);
    zassert_equal(cri_errno(cri_parse(CRI_REV_27, NULL, 1, &cri, &len)), -EINVAL);
    zassert_equal(cri_errno(CRI_OK), 0);
    zassert_equal(cri_errno(CRI_ERR_BUFFER), -ENOMEM);
}

/* Some errors of each errno; 0 ends a list. */
static const struct {
    int wanted;
    cri_err_t errors[8];
} errnos[] = {
    {-EINVAL, {CRI_ERR_ARGUMENT, CRI_ERR_BASE, CRI_ERR_COAP_DESTINATION, CRI_ERR_COAP_LOCATION}},
    {-ENOMEM, {CRI_ERR_BUFFER}},
    {-E2BIG, {CRI_ERR_LIMIT}},
    {-EBADMSG,
     {CRI_ERR_TRUNCATED, CRI_ERR_EXTRA, CRI_ERR_SYNTAX, CRI_ERR_URI_SYNTAX, CRI_ERR_URI_PORT, CRI_ERR_COAP_OPTION,
      CRI_ERR_COAP_CRITICAL, CRI_ERR_COAP_PROXY_HOST}},
    {-EPROTONOSUPPORT,
     {CRI_ERR_COAP_SCHEME, CRI_ERR_COAP_AUTHORITY, CRI_ERR_COAP_EMPTY_PATH, CRI_ERR_COAP_HOST, CRI_ERR_COAP_LENGTH}},
    {-ENOTSUP,
     {CRI_ERR_STRUCTURE, CRI_ERR_FEATURE, CRI_ERR_CORI_OPTION, CRI_ERR_NOT_FULL, CRI_ERR_HOST_NAME, CRI_ERR_URI_HOST,
      CRI_ERR_NO_CRI, CRI_ERR_COAP_PROXY}},
};

/* Mistakes of the program, which a server answers with 5.00, are -EINVAL, except a buffer that is too small. Other
 * errors, and numbers that are not errors of this version, are not -EINVAL. */
ZTEST(cri, test_errno)
{
    for (size_t row = 0; row < ARRAY_SIZE(errnos); row++) {
        for (size_t i = 0; i < ARRAY_SIZE(errnos[row].errors) && errnos[row].errors[i] != 0; i++) {
            const cri_err_t err = errnos[row].errors[i];
            zassert_equal(cri_errno(err), errnos[row].wanted, "%s", cri_err_name(err));
        }
    }
    for (cri_err_t err = -1; err >= -256; err--) {
        const bool known = cri_coap_response_code(err) != 0;
        const bool mistake = cri_coap_response_code(err) == 0xa0 && err != CRI_ERR_BUFFER;
        zassert_true(cri_errno(err) < 0);
        zassert_true(!known || (cri_errno(err) == -EINVAL) == mistake, "%s", cri_err_name(err));
    }
}

ZTEST(cri, test_schemes)
{
    const char *name;
    size_t len;
    int64_t id;
    zassert_equal(cri_registry_id(CRI_REV_27, "coap", 4, &id), CRI_OK);
    zassert_equal(id, -1);
    zassert_equal(cri_registry_name(CRI_REV_27, -1, &name, &len), CRI_OK);
    zassert_equal(len, 4);
    zassert_equal((cri_features() & CRI_FEATURE_SCHEMES_FULL) != 0, IS_ENABLED(CONFIG_CRI_SCHEMES_FULL));
    zassert_equal(cri_registry_id(CRI_REV_27, "mailto", 6, &id),
                  IS_ENABLED(CONFIG_CRI_SCHEMES_FULL) ? CRI_OK : CRI_ERR_SCHEME_UNKNOWN);
}

ZTEST(cri, test_features)
{
    zassert_equal((cri_features() & CRI_FEATURE_NFC) != 0, IS_ENABLED(CONFIG_CRI_NFC));
#ifdef CONFIG_CRI_NFC
    uint8_t cbor[32];
    cri_t cri;
    of_uri("coap://h/e%CC%81", cbor, sizeof cbor, &cri); /* e, combining acute accent */
    zassert_false(cri_is_nfc(&cri));
    of_uri("coap://h/%C3%A9", cbor, sizeof cbor, &cri);
    zassert_true(cri_is_nfc(&cri));
#endif
}

ZTEST(cri, test_version) { zassert_equal(strcmp(cri_version(), CRI_VERSION), 0); }
