/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The operations of libcri on the inputs of the budgets. */
#include "ops.h"

#include <string.h>

#define TEXT(literal) (literal), sizeof(literal) - 1

#define ADDRESS_BASE "coap://[2001:db8::42:7]:61616/floors/2/rooms/kitchen/sensors/temp?unit=celsius"
#define IRI "coap://s\303\274d.example/stra\303\237e/2/k\303\274che?einheit=\302\260C"
#define UNNORMALIZED                                                                                                   \
    "COAP://Sensor-7.Building4.example.com:61616/floors/./2/%72ooms/x/../kitchen/sensors/temp?unit=celsius"

#define ALIGNED __attribute__((aligned(64)))

struct encoded {
    uint8_t bytes[192] ALIGNED;
    size_t len;
    cri_t view;
};

/* again is equal to base and stored elsewhere. */
static struct encoded base, again, reference, address_base, iri, target, longer;
static cri_t resolved;
static const char base_text[] ALIGNED = BASE;
static const char again_text[] ALIGNED = BASE;
static const char reference_text[] ALIGNED = REFERENCE;
static const char address_text[] ALIGNED = ADDRESS_BASE;
static const char iri_text[] ALIGNED = IRI;
static const char unnormalized_text[] ALIGNED = UNNORMALIZED;
static uint8_t options[192] ALIGNED;
static size_t options_len;
static uint8_t cori_bytes[192] ALIGNED;
static size_t cori_len;
/* [5, 1, 6, "humidity", 7, "unit=percent"] */
static const uint8_t cori_reference_bytes[] ALIGNED = "\x86\x05\x01\x06\x68humidity\x07\x6cunit=percent";
static cri_cori_t cori, cori_reference, cori_resolved;
/* [[[["floors", "2", "rooms", "kitchen", "sensors", "temp"], ["unit=celsius"]], 1], [[["floors", "2"]], 5]] */
/* clang-format off */
static const uint8_t aif[] ALIGNED =
    "\x82\x82\x82\x86\x66" "floors\x61" "2\x65rooms\x67kitchen\x67sensors\x64temp\x81\x6cunit=celsius\x01"
    "\x82\x81\x82\x66" "floors\x61" "2\x05";
/* clang-format on */

/* What the operations write to. */
static uint8_t out[512] ALIGNED;
static size_t out_len;
static cri_t view;
static bool answer;

static bool parse_into(struct encoded *to)
{
    size_t consumed;
    return cri_parse(REVISION, to->bytes, to->len, &to->view, &consumed) == CRI_OK && consumed == to->len;
}

static bool encode_uri(struct encoded *to, const char *uri)
{
    return cri_from_uri(REVISION, uri, strlen(uri), to->bytes, sizeof to->bytes, &to->len) == CRI_OK && parse_into(to);
}

bool prepare_operations(void)
{
    size_t consumed;
    return encode_uri(&base, base_text) && encode_uri(&again, base_text) && encode_uri(&reference, reference_text) &&
           encode_uri(&address_base, address_text) && encode_uri(&longer, BASE "/x") &&
           cri_from_iri(REVISION, TEXT(IRI), iri.bytes, sizeof iri.bytes, &iri.len) == CRI_OK && parse_into(&iri) &&
           cri_resolve(&base.view, &reference.view, &resolved) == CRI_OK &&
           cri_encode(&resolved, target.bytes, sizeof target.bytes, &target.len) == CRI_OK && parse_into(&target) &&
           cri_to_coap(&base.view, NULL, 0, options, sizeof options, &options_len) == CRI_OK &&
           cri_cori_decompose(TEXT(BASE), cori_bytes, sizeof cori_bytes, &cori_len) == CRI_OK &&
           cri_cori_parse(cori_bytes, cori_len, &cori, &consumed) == CRI_OK &&
           cri_cori_parse(cori_reference_bytes, sizeof cori_reference_bytes - 1, &cori_reference, &consumed) ==
               CRI_OK &&
           cri_cori_resolve(&cori, &cori_reference, 0, &cori_resolved) == CRI_OK;
}

/* Does nothing: what measuring itself costs, which is taken off. */
static bool nothing(void) { return true; }

/* ---- the core ---- */

static bool parse(void) { return cri_parse(REVISION, base.bytes, base.len, &view, &out_len) == CRI_OK; }

static bool parse_address(void)
{
    return cri_parse(REVISION, address_base.bytes, address_base.len, &view, &out_len) == CRI_OK;
}

static bool parse_reference(void)
{
    return cri_parse(REVISION, reference.bytes, reference.len, &view, &out_len) == CRI_OK;
}

static bool skip(void) { return cri_skip(base.bytes, base.len, &out_len) == CRI_OK; }

static bool resolve_to(cri_t *to) { return parse_reference() && cri_resolve(&base.view, &view, to) == CRI_OK; }

static bool resolve(void)
{
    cri_t to;
    return resolve_to(&to);
}

static bool resolve_encode(void)
{
    cri_t to;
    return resolve_to(&to) && cri_encode(&to, out, sizeof out, &out_len) == CRI_OK;
}

static bool resolve_to_uri(void)
{
    cri_t to;
    return resolve_to(&to) && cri_to_uri(&to, (char *)out, sizeof out, &out_len) == CRI_OK;
}

static bool resolve_to_coap(void)
{
    cri_t to;
    return resolve_to(&to) && cri_to_coap(&to, NULL, 0, out, sizeof out, &out_len) == CRI_OK;
}

static bool to_uri_resolved(void) { return cri_to_uri(&resolved, (char *)out, sizeof out, &out_len) == CRI_OK; }
static bool to_uri(void) { return cri_to_uri(&base.view, (char *)out, sizeof out, &out_len) == CRI_OK; }
static bool to_uri_address(void) { return cri_to_uri(&address_base.view, (char *)out, sizeof out, &out_len) == CRI_OK; }
static bool to_uri_bare(void)
{
    cri_t bare;
    uint8_t scratch[64];
    size_t scratch_len;
    return cri_without_userinfo(&base.view, scratch, sizeof scratch, &scratch_len, &bare) == CRI_OK &&
           cri_to_uri(&bare, (char *)out, sizeof out, &out_len) == CRI_OK;
}

static bool to_edn(void) { return cri_to_edn(&base.view, (char *)out, sizeof out, &out_len) == CRI_OK; }
static bool to_iri(void) { return cri_to_iri(&iri.view, (char *)out, sizeof out, &out_len) == CRI_OK; }
static bool encode(void) { return cri_encode(&base.view, out, sizeof out, &out_len) == CRI_OK; }

static bool from_uri_of(const char *text, size_t len)
{
    return cri_from_uri(REVISION, text, len, out, sizeof out, &out_len) == CRI_OK;
}

static bool from_uri(void) { return from_uri_of(base_text, sizeof base_text - 1); }
static bool from_uri_reference(void) { return from_uri_of(reference_text, sizeof reference_text - 1); }
static bool from_uri_address(void) { return from_uri_of(address_text, sizeof address_text - 1); }
static bool from_uri_unnormalized(void) { return from_uri_of(unnormalized_text, sizeof unnormalized_text - 1); }

static bool from_iri(void)
{
    return cri_from_iri(REVISION, iri_text, sizeof iri_text - 1, out, sizeof out, &out_len) == CRI_OK;
}

static bool equal(void) { return cri_equal(&base.view, &again.view, &answer) == CRI_OK && answer; }
static bool equal_resolved(void) { return cri_equal(&resolved, &target.view, &answer) == CRI_OK && answer; }
static bool unequal(void) { return cri_equal(&base.view, &target.view, &answer) == CRI_OK && !answer; }

static bool compare(void)
{
    int32_t order;
    return cri_compare(&base.view, &again.view, &order) == CRI_OK && order == 0;
}

static bool hash(void) { return cri_hash(&base.view) != 0; }
static bool relativize(void) { return cri_relativize(&base.view, &target.view, &view) == CRI_OK; }

/* Goes through all that a base has, as a client does that shows it. */
static bool read_all(void)
{
    int64_t scheme;
    uint16_t port;
    cri_iter_t iter;
    cri_text_t text;
    const char *chars;
    size_t len;
    size_t sum = 0;
    if (!cri_scheme(&base.view, &scheme) || cri_host_kind(&base.view) != CRI_HOST_NAME ||
        !cri_port(&base.view, &port)) {
        return false;
    }
    cri_host_iter(&base.view, &iter);
    while (cri_iter_next(&iter, &text)) {
        sum += cri_text_plain(&text, &chars, &len) ? len : 0;
    }
    cri_path_iter(&base.view, &iter);
    while (cri_iter_next(&iter, &text)) {
        sum += cri_text_plain(&text, &chars, &len) ? len : 0;
    }
    cri_query_iter(&base.view, &iter);
    while (cri_iter_next(&iter, &text)) {
        sum += cri_text_plain(&text, &chars, &len) ? len : 0;
    }
    return sum == sizeof "sensor-7buildings4examplecomfloors2roomskitchensensorstempunit=celsius" - 2;
}

static bool build(void)
{
    static const char *const segments[] = {"floors", "2", "rooms", "kitchen", "sensors", "temp"};
    cri_builder_t builder;
    cri_builder_init(&builder, REVISION, 0, out, sizeof out);
    cri_builder_scheme_id(&builder, -1);
    cri_builder_host_name(&builder, TEXT("sensor-7.building4.example.com"));
    cri_builder_port(&builder, 61616);
    for (size_t i = 0; i < sizeof segments / sizeof *segments; i++) {
        cri_builder_segment(&builder, segments[i], strlen(segments[i]));
    }
    cri_builder_parameter(&builder, TEXT("unit=celsius"));
    return cri_builder_finish(&builder, &out_len) == CRI_OK && out_len == base.len;
}

/* ---- CoAP ---- */

static bool to_coap(void) { return cri_to_coap(&base.view, NULL, 0, out, sizeof out, &out_len) == CRI_OK; }

static bool coap_options(void)
{
    cri_coap_options_t all;
    uint16_t number;
    const uint8_t *value;
    size_t len;
    size_t count = 0;
    if (cri_coap_options(&base.view, NULL, out, sizeof out, &out_len, &all) != CRI_OK) {
        return false;
    }
    while (cri_coap_options_next(&all, &number, &value, &len)) {
        count++;
    }
    return count == 9;
}

static bool from_coap(void)
{
    return cri_from_coap(REVISION, -1, options, options_len, NULL, out, sizeof out, &out_len) == CRI_OK;
}

static bool path_match(void)
{
    cri_iter_t rest;
    return cri_path_match(&longer.view, &base.view, &answer, &rest) == CRI_OK;
}

static bool aif_allows(void) { return cri_aif_allows(aif, sizeof aif - 1, &base.view, 1, &answer) == CRI_OK && answer; }

/* ---- CoRI ---- */

static bool cori_parse(void)
{
    cri_cori_t to;
    return cri_cori_parse(cori_bytes, cori_len, &to, &out_len) == CRI_OK;
}

static bool cori_resolve(void)
{
    cri_cori_t href, to;
    return cri_cori_parse(cori_reference_bytes, sizeof cori_reference_bytes - 1, &href, &out_len) == CRI_OK &&
           cri_cori_resolve(&cori, &href, 0, &to) == CRI_OK;
}

static bool cori_relativize(void)
{
    cri_cori_t to;
    return cri_cori_relativize(&cori, &cori_resolved, &to) == CRI_OK;
}

static bool cori_encode(void) { return cri_cori_encode(&cori, out, sizeof out, &out_len) == CRI_OK; }
static bool cori_recompose(void) { return cri_cori_recompose(&cori, (char *)out, sizeof out, &out_len) == CRI_OK; }

static bool cori_decompose(void)
{
    return cri_cori_decompose(base_text, sizeof base_text - 1, out, sizeof out, &out_len) == CRI_OK;
}

static bool cori_to_coap(void) { return cri_cori_to_coap(&cori, 0, out, sizeof out, &out_len) == CRI_OK; }
static bool cori_to_cri(void) { return cri_cori_to_cri(&cori, REVISION, out, sizeof out, &out_len) == CRI_OK; }
static bool cori_from_cri(void) { return cri_cori_from_cri(&base.view, out, sizeof out, &out_len) == CRI_OK; }

/* ---- RFC 3986 on text ---- */

static bool split(const char *text, size_t len)
{
    cri_uri_t parts;
    return cri_uri_split(text, len, &parts, &out_len) == CRI_OK;
}

static bool uri_split(void) { return split(base_text, sizeof base_text - 1); }
static bool uri_split_reference(void) { return split(reference_text, sizeof reference_text - 1); }
static bool uri_split_address(void) { return split(address_text, sizeof address_text - 1); }

static bool uri_resolve(void)
{
    return cri_uri_resolve(base_text, sizeof base_text - 1, reference_text, sizeof reference_text - 1, true,
                           (char *)out, sizeof out, &out_len) == CRI_OK;
}

static bool normalize(const char *text, size_t len, uint8_t level)
{
    return cri_uri_normalize(text, len, level, (char *)out, sizeof out, &out_len) == CRI_OK;
}

static bool uri_normalize(void) { return normalize(base_text, sizeof base_text - 1, CRI_URI_SYNTAX); }
static bool uri_normalize_scheme(void) { return normalize(base_text, sizeof base_text - 1, CRI_URI_SCHEME); }

static bool uri_normalize_unnormalized(void)
{
    return normalize(unnormalized_text, sizeof unnormalized_text - 1, CRI_URI_SYNTAX);
}

static bool uri_equal(void)
{
    return cri_uri_equal(base_text, sizeof base_text - 1, again_text, sizeof again_text - 1, CRI_URI_SYNTAX, &answer) ==
               CRI_OK &&
           answer;
}

static bool uri_equal_unnormalized(void)
{
    return cri_uri_equal(base_text, sizeof base_text - 1, unnormalized_text, sizeof unnormalized_text - 1,
                         CRI_URI_SYNTAX, &answer) == CRI_OK &&
           answer;
}

static bool uri_decode(void)
{
    return cri_uri_decode(TEXT("stra%C3%9Fe%20und%20k%C3%BCche"), out, sizeof out, &out_len) == CRI_OK;
}

/* ---- the rest ---- */

static bool scheme_name(void)
{
    const char *name;
    return cri_registry_name(REVISION, -1, &name, &out_len) == CRI_OK;
}

static bool scheme_id(void)
{
    int64_t id;
    return cri_registry_id(REVISION, TEXT("coap"), &id) == CRI_OK && id == -1;
}

static bool ownership(void) { return cri_ownership_check(&base.view) != 0; }

/* clang-format off */
#define OP(row, what, run) {row, "libcri", what, run}
/* clang-format on */

const struct op cri_operations[] = {
    {"nothing", "nothing", "", nothing},
    OP("parse", "cri_parse", parse),
    OP("parse-reference", "cri_parse", parse_reference),
    OP("parse-address", "cri_parse", parse_address),
    OP("skip", "cri_skip", skip),
    OP("read", "cri_scheme, cri_port, iterators, cri_text_plain", read_all),
    OP("resolve", "cri_parse, cri_resolve", resolve),
    OP("resolve-encode", "cri_parse, cri_resolve, cri_encode", resolve_encode),
    OP("resolve-to-uri", "cri_parse, cri_resolve, cri_to_uri", resolve_to_uri),
    OP("resolve-to-coap", "cri_parse, cri_resolve, cri_to_coap", resolve_to_coap),
    OP("to-uri-resolved", "cri_to_uri", to_uri_resolved),
    OP("to-uri", "cri_to_uri", to_uri),
    OP("to-uri-address", "cri_to_uri", to_uri_address),
    OP("to-uri-bare", "cri_without_userinfo, cri_to_uri", to_uri_bare),
    OP("from-uri", "cri_from_uri", from_uri),
    OP("from-uri-reference", "cri_from_uri", from_uri_reference),
    OP("from-uri-address", "cri_from_uri", from_uri_address),
    OP("from-uri-unnormalized", "cri_from_uri", from_uri_unnormalized),
    OP("equal", "cri_equal", equal),
    OP("equal-resolved", "cri_equal", equal_resolved),
    OP("unequal", "cri_equal", unequal),
    OP("compare", "cri_compare", compare),
    OP("hash", "cri_hash", hash),
    OP("relativize", "cri_relativize", relativize),
    OP("encode", "cri_encode", encode),
    OP("build", "cri_builder_…", build),
    OP("to-edn", "cri_to_edn", to_edn),
    OP("to-iri", "cri_to_iri", to_iri),
    OP("from-iri", "cri_from_iri", from_iri),
    OP("to-coap", "cri_to_coap", to_coap),
    OP("coap-options", "cri_coap_options, cri_coap_options_next", coap_options),
    OP("from-coap", "cri_from_coap", from_coap),
    OP("path-match", "cri_path_match", path_match),
    OP("aif-allows", "cri_aif_allows", aif_allows),
    OP("uri-split", "cri_uri_split", uri_split),
    OP("uri-split-reference", "cri_uri_split", uri_split_reference),
    OP("uri-split-address", "cri_uri_split", uri_split_address),
    OP("uri-resolve", "cri_uri_resolve", uri_resolve),
    OP("uri-normalize", "cri_uri_normalize, syntax-based", uri_normalize),
    OP("uri-normalize-scheme", "cri_uri_normalize, scheme-based", uri_normalize_scheme),
    OP("uri-normalize-unnormalized", "cri_uri_normalize, syntax-based", uri_normalize_unnormalized),
    OP("uri-equal", "cri_uri_equal, syntax-based", uri_equal),
    OP("uri-equal-unnormalized", "cri_uri_equal, syntax-based", uri_equal_unnormalized),
    OP("uri-decode", "cri_uri_decode", uri_decode),
    OP("cori-parse", "cri_cori_parse", cori_parse),
    OP("cori-resolve", "cri_cori_parse, cri_cori_resolve", cori_resolve),
    OP("cori-relativize", "cri_cori_relativize", cori_relativize),
    OP("cori-encode", "cri_cori_encode", cori_encode),
    OP("cori-recompose", "cri_cori_recompose", cori_recompose),
    OP("cori-decompose", "cri_cori_decompose", cori_decompose),
    OP("cori-to-coap", "cri_cori_to_coap", cori_to_coap),
    OP("cori-to-cri", "cri_cori_to_cri", cori_to_cri),
    OP("cori-from-cri", "cri_cori_from_cri", cori_from_cri),
    OP("scheme-name", "cri_registry_name", scheme_name),
    OP("scheme-id", "cri_registry_id", scheme_id),
    OP("ownership", "cri_ownership_check", ownership),
};

const size_t cri_operation_count = sizeof cri_operations / sizeof *cri_operations;
