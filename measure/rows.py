# SPDX-License-Identifier: MIT OR Apache-2.0
"""What is measured, against which budget: the rows of the tables. The C sources have the operations of these names."""

import re
from collections import namedtuple

EXPONENT_BUDGET = (0.95, 1.05)

# ---- flat cost ---------------------------------------------------------------------------------

# The cost of an operation on a class of input (classes.txt) is its instructions over its bytes and so many more. By kind, how
# many times that of the benchmark base it may be.
COST_CONSTANT = 24
COST_LIMITS = {"base": 1.0, "plain": 1.8, "recoded": 3.0}

# How many instructions an operation on a class may take, on the host and on the Cortex-M3; and a row of OPERATIONS, whose own
# figures are the first budgets, kept to compare with.
CLASS_BUDGETS = {
    ("benchmark base", "parse"): (700, 900),
    ("benchmark base", "to_coap"): (700, 950),
    ("benchmark base", "encode"): (400, 800),
    ("benchmark base", "equal"): (200, 400),
    ("benchmark base", "from_uri"): (2000, 3400),
    ("benchmark base", "to_uri"): (1100, 2000),
    ("IPv6, two-byte port", "parse"): (700, 900),
    ("IPv6, two-byte port", "to_coap"): (1200, 1400),
    ("IPv4, two-byte port", "parse"): (700, 900),
    ("IPv4, two-byte port", "to_coap"): (900, 1050),
}
OPERATION_BUDGETS = {"resolve": (500, 800)}

# At most so many times the instructions that fluent-uri takes for the same, on every class; from_uri is compared with parsing
# and normalising.
FLUENT_LIMITS = {"uri_split": 1.0, "uri_resolve": 0.9, "uri_normalize": 0.8, "from_uri": 1.0}
FLUENT_EXCEPTIONS = {("from_uri", name): 1.2 for name in
                     ("mailto", "PET in one segment", "PET in all items", "escaped delimiters in query")}

# At most so many times the time that fluent-uri takes, over each corpus.
CORPORA = {"coap": "CoAP links", "web": "web links"}
CORPUS_LIMITS = {"uri_split": 0.95, "uri_normalize": 0.5, "uri_resolve": 0.75, "from_uri": 0.5}
# Parsed, resolved and made CoAP options on one core.
LINKS_A_SECOND = 11.8e6

# The operation of a peer that does what an operation of libcri does, if it has another name.
PEER_OPERATIONS = {"from_uri": "uri_normalize"}

# ---- single operations -------------------------------------------------------------------------

# An operation: its name in ops.c, its title, its budgets in instructions, and the best peer on the Cortex-M3, which is not
# measured here but known from where the budgets come from.
Operation = namedtuple("Operation", "name title host m3 m3_peer")


def operation(name, title, host=None, m3=None, m3_peer=""):
    return Operation(name, title, host, m3, m3_peer)


OPERATIONS = [
    operation("parse", "parse and check a CRI", 700, 700, "libcoap 957, liburiparser 4496"),
    operation("resolve", "parse r1 and resolve, to a view", 450),
    operation("resolve-encode", "… to CBOR in a buffer", 700),
    operation("resolve-to-uri", "… to URI text", 1500, 2500, "liburiparser 3299 and parsing, iri-string 13607"),
    operation("resolve-to-coap", "… to CoAP option bytes"),
    operation("to-uri", "CRI to URI", 900),
    operation("from-uri", "URI to CRI, normalising", 1900, None, "libcoap 2686, not normalising"),
    operation("equal", "equal CRIs, stored apart", 120),
    operation("to-coap", "CRI to CoAP option bytes", 500, 700, "libcoap 4235"),
    operation("to-uri-resolved", "resolved view to URI"),
    operation("parse-reference", "parse r1"),
    operation("parse-address", "parse, IPv6 host"),
    operation("skip", "skip a CRI"),
    operation("read", "read all components"),
    operation("encode", "encode"),
    operation("build", "build, section by section"),
    operation("equal-resolved", "equal CRIs, one a resolved view"),
    operation("unequal", "unequal CRIs"),
    operation("compare", "compare equal CRIs"),
    operation("hash", "hash"),
    operation("relativize", "make a target relative"),
    operation("to-uri-address", "CRI to URI, IPv6 host"),
    operation("to-uri-bare", "CRI to URI without userinfo"),
    operation("from-uri-reference", "r1 from URI text"),
    operation("from-uri-address", "URI to CRI, IPv6 host"),
    operation("from-uri-unnormalized", "URI to CRI, much to normalise"),
    operation("to-edn", "CRI to diagnostic notation"),
    operation("to-iri", "CRI to IRI, with non-ASCII"),
    operation("from-iri", "IRI to CRI, with non-ASCII"),
    operation("coap-options", "CRI to CoAP options, one by one"),
    operation("from-coap", "CoAP options to CRI"),
    operation("path-match", "path under a prefix"),
    operation("aif-allows", "AIF: is a request allowed, 2 entries"),
    operation("uri-split", "split URI text"),
    operation("uri-split-reference", "split URI text, r1"),
    operation("uri-split-address", "split URI text, IPv6 host"),
    operation("uri-resolve", "resolve URI text"),
    operation("uri-normalize", "normalise URI text, syntax-based"),
    operation("uri-normalize-scheme", "normalise URI text, scheme-based"),
    operation("uri-normalize-unnormalized", "normalise URI text, much to do"),
    operation("uri-equal", "equal URI texts, syntax-based"),
    operation("uri-equal-unnormalized", "equivalent URI texts"),
    operation("uri-decode", "decode percent-encoded text"),
    operation("cori-parse", "CoRI: parse"),
    operation("cori-resolve", "CoRI: parse and resolve"),
    operation("cori-relativize", "CoRI: make relative"),
    operation("cori-encode", "CoRI: encode"),
    operation("cori-recompose", "CoRI: recompose URI"),
    operation("cori-decompose", "CoRI: decompose URI"),
    operation("cori-to-coap", "CoRI: to CoAP option bytes"),
    operation("cori-to-cri", "CoRI: to CRI"),
    operation("cori-from-cri", "CoRI: from CRI"),
    operation("scheme-name", "scheme name of an id"),
    operation("scheme-id", "scheme id of a name"),
    operation("ownership", "BCP 190 check"),
]

# Bytes of stack on the Cortex-M3: that rows may take in particular, and that any function may take.
OPERATION_STACK = {"parse": 200, "to-coap": 270}
STACK_BUDGET = 600

# At most this many times the instructions that fluent-uri takes for the same.
FLUENT_RATIOS = {"uri-split": 1.0, "uri-split-reference": 1.0, "uri-resolve": 0.6}

CORE = """cri_parse cri_is_full cri_scheme cri_authority_kind cri_host_kind cri_host_address cri_host_iter cri_port cri_path_iter
    cri_query_iter cri_iter_next cri_fragment cri_text_plain cri_text_chunks cri_chunks_next cri_text_equal cri_resolve cri_encode
    cri_equal""".split()
READ = """cri_skip cri_revision cri_discard cri_scheme_text cri_zone cri_userinfo cri_host_count cri_host_get cri_path_is_set
    cri_path_count cri_path_get cri_query_is_set cri_query_count cri_query_get cri_text_decode""".split()
COAP_OUT = ["cri_to_coap"]
URI = ["cri_to_uri", "cri_from_uri"]
SPLIT = ["cri_uri_split", "cri_uri_part", "cri_uri_host_kind"]

# A client program: its title, its function in clients.c or else what the names of all functions match that it has, and how
# many bytes of flash the archive as released may add to it, with the C library's memory functions.
Client = namedtuple("Client", "name title program functions budget peer")
CLIENTS = [
    Client("coap", "client: parse, resolve, to_coap", "client_coap", None, 7600, "libcoap 3792, cannot resolve"),
    Client("store", "parse, resolve, encode, equal", "client_store", None, 6400,
           "liburiparser parse, resolve, toString 10364; iri-string resolve 10948"),
    Client("gateway", "client and to_uri, from_uri", "client_gateway", None, 20000, "liburiparser with normalise 12260"),
    Client("everything", "everything but NFC", None, r"cri_", 50000, "none"),
    Client("split", "URI text: split", "client_split", None, 1650, ""),
    Client("split-resolve", "URI text: split and resolve", "client_resolve", None, 2900, ""),
    Client("uri", "URI text: all", None, r"cri_uri_", 5300, "liburiparser 12260; iri-string 11332"),
]
STATIC_BUDGET = 0

# A set of functions that a firmware links: its title, its functions or what their names match, with which archive it is shown,
# and a peer that does as much, known from where the first budgets came from.
FunctionSet = namedtuple("FunctionSet", "name title functions archive peer")
ARCHIVES = {
    "short": "ten short-numbered schemes",
    "full": "every registered scheme",
    "nfc": "every registered scheme, and the feature nfc",
}

SETS = [
    FunctionSet("core", "core: parse, read, resolve, encode, equal", CORE, "short",
                "liburiparser parse, resolve, toString 10364; iri-string resolve 10948"),
    FunctionSet("coap-client", "core and CoAP options out", CORE + COAP_OUT, "short",
                "libcoap 3792, cannot resolve"),
    FunctionSet("uris", "core, CoAP options out, to-URI and from-URI", CORE + COAP_OUT + URI, "short",
                "liburiparser with normalise 12260"),
    FunctionSet("core-readers", "core and every other reader", CORE + READ, "short", ""),
    FunctionSet("core-options", "core and cri_coap_options, for a CoAP stack",
                CORE + ["cri_coap_options", "cri_coap_options_next"], "short", ""),
    FunctionSet("core-uri", "core and URIs, no CoAP", CORE + URI, "short", ""),
    FunctionSet("builder", "builder", r"cri_builder_", "short", ""),
    FunctionSet("coap-in", "CoAP options in", ["cri_from_coap"], "short", ""),
    FunctionSet("coap-all", "everything of CoAP and AIF", r"cri_(to_coap|from_coap|coap_|composer_|path_match|aif_)",
                "short", ""),
    FunctionSet("uri-split-all", "URI text: split, iterators, decode",
                r"cri_uri_(split|part|host_kind|path_iter|query_iter|iter_next|decode)", "full", ""),
    FunctionSet("iri", "IRIs in and out", ["cri_from_iri", "cri_to_iri"], "full", ""),
    FunctionSet("cori", "CoRI", r"cri_cori_", "full", ""),
    FunctionSet("no-cori", "everything without CoRI", r"cri_(?!cori_)", "full", ""),
    FunctionSet("nfc", "NFC: cri_is_nfc, cri_encode_nfc", ["cri_is_nfc", "cri_encode_nfc"], "nfc", ""),
    FunctionSet("nfc-all", "NFC: these, and the conversions that check it", r"cri_(is_nfc|encode_nfc|from_[ui]ri_nfc)", "nfc", ""),
]


def functions_of(chosen, exported):
    """The functions of a set that an archive exports."""
    if isinstance(chosen, str):
        return [name for name in exported if re.match(chosen, name)]
    return chosen
