# SPDX-License-Identifier: MIT OR Apache-2.0
"""
The cases of script/check/peers, and the reviewed differences of the peers.

Options are NUMBER:VALUE. The value is a decimal number for Observe, Uri-Port, Hop-Limit and Block2, otherwise text, in
which \\xHH is a byte other than a visible character of ASCII.
"""

# Paths and queries, each with the options of a request for it.
PATHS = {
    "/": "",
    "/a/b?x=1&y": "11:a 11:b 15:x=1 15:y",
    "/a%2Fb/%25/c%2Fd?x=%26&y=%26&z=": "11:a/b 11:% 11:c/d 15:x=& 15:y=& 15:z=",
    "/a%20b/%22?%3C=%3E": r'11:a\x20b 11:" 15:<=>',
    "/a//b/": "11:a 11: 11:b 11:",
    "/caf%C3%A9/e%CC%81": r"11:caf\xc3\xa9 11:e\xcc\x81",
    "/a:b;c,d=e@f?g/h?i": "11:a:b;c,d=e@f 15:g/h?i",
    "/thirteenbytes/" + "s" * 64: "11:thirteenbytes 11:" + "s" * 64,
}

# Options that are inserted into the request for coap://h:7/: number and value in hex, all options, and the path.
INSERTED = {
    "Observe": (6, "", "3:h 6:0 7:7", "/"),
    "OSCORE": (9, "0914", r"3:h 7:7 9:\x09\x14", "/"),
    "Uri-Path-Abbrev": (13, "01", r"3:h 7:7 13:\x01", "/.well-known/rd"),
    "Block2": (23, "06", "3:h 7:7 23:6", "/"),
}

# Options of a request for this URI to a proxy at another port, by the option that names the proxy's target, and the URI
# that they give. Without Uri-Port, a proxy may assume its own port.
TARGET = "coap://h/a?b"
PROXIED = {
    35: ("35:coap://h/a?b", TARGET),
    39: ("3:h 7:5683 11:a 15:b 39:coap", "coap://h:5683/a?b"),
    235: (r"235:\x84\x20\x81ah\x81aa\x81ab", TARGET),
    239: ("3:h 7:5683 11:a 15:b 239:", "coap://h:5683/a?b"),
}

# Links that are registered at a directory with the base coap://h:7, and the links that it finds: targets after <, and
# attributes.
LINKS = [
    "</sensors", "ct=40", r'title=Sensor "Index", \ here',
    "</temp", "rt=temperature core.s", "if=sensor",
    "</t%2Fx", "anchor=/temp", "rel=alternate",
    "</caf%C3%A9", "title*=UTF-8''caf%C3%A9", "sz=10", "obs",
]
FOUND = [
    "<coap://h:7/sensors", "ct=40", r'title=Sensor "Index", \ here',
    "<coap://h:7/temp", "rt=temperature core.s", "if=sensor",
    "<coap://h:7/t%2Fx", "rel=alternate", "anchor=coap://h:7/temp",
    "<coap://h:7/caf%C3%A9", "title*=UTF-8''caf%C3%A9", "sz=10", "obs",
]

# Links that are registered at a server of LwM2M, each with the alternative path and the objects that the server finds.
REGISTERED = [
    (["</", "rt=oma.lwm2m", "</1/0", "</3/0", "</5"], "/1/0, /3/0, /5"),
    (["</lwm2m", "rt=oma.lwm2m", "ct=11543", "</1/0"], "lwm2m /1/0"),
    (["</lwm2m", "rt=oma.lwm2m", "</lwm2m/1/0"], "lwm2m /1/0"),
    (["</", "rt=oma.lwm2m", "title=a,b", "</1/0"], "/1/0"),
    (["</", "rt=oma.lwm2m", "</3/0", "ver=1.1"], "/3/0"),
]
# The links that a client of LwM2M registers.
OBJECTS = [
    "</", "rt=oma.lwm2m", "</1/0", "</2/0", "</3/0", "</4/0", "</5/0", "</6/0", "</7/0", "</31024/10", "</31024/11",
    "</31024/12",
]

# Reviewed differences: a pattern of the test's name, the result, and the reason. A difference that is not listed fails,
# and so does one that is listed and gone.
DIFFERENCES = {
    "libcoap forwards 39: /a%2Fb*": (
        "2.05 /a%2Fb/%25/c%2Fd?x=&&y=&&z=", "libcoap 4.3.1 decodes & in a parameter before it splits the query"
    ),
    "aiocoap reads 235:*": (
        r"235:\x84\x20\x81ah\x81aa\x81ab coap://127.0.0.1:56842/",
        "aiocoap gives critical options that it does not know to the program, and no URI has Proxy-Cri",
    ),
    "aiocoap forwards 35:*": ("5.01", "aiocoap-proxy does not implement Proxy-Uri"),
    "aiocoap refuses 2*": ("4.00", "aiocoap-proxy ignores critical options that it does not know: no rule matches"),
    "node-coap sends /a%2Fb*": ("/a%252Fb/%2525/c%252Fd?x=%2526&y=%2526&z=", "node-coap does not decode URIs"),
    "node-coap sends /a%20b*": ("/a%2520b/%2522?%253C=%253E", "node-coap does not decode URIs"),
    "node-coap sends /caf*": ("/caf%25C3%25A9/e%25CC%2581", "node-coap does not decode URIs"),
    "node-coap sends /a//b/": ("/a/b", "node-coap omits empty segments"),
    "node-coap forwards 35:*": ("2.05 /", "node-coap omits path and query of Proxy-Uri"),
    "node-coap forwards 39:*": ("2.05", "node-coap does not implement Proxy-Scheme, and answers by itself"),
    "node-coap refuses 2*": ("2.05", "node-coap ignores critical options that it does not know"),
    "coap-lite sends /a%2Fb*": ("/a%252Fb/%2525/c%252Fd?x=%2526&y=%2526&z=", "coap-lite does not decode paths"),
    "coap-lite sends /a%20b*": ("/a%2520b/%2522?%253C=%253E", "coap-lite does not decode paths"),
    "coap-lite sends /caf*": ("/caf%25C3%25A9/e%25CC%2581", "coap-lite does not decode paths"),
    "wakaama accepts * </lwm2m/1/0": ("4.00", "wakaama wants object links without the alternative path"),
    "wakaama accepts *title=*": ("4.00", "wakaama splits links at every comma"),
    "wakaama accepts *ver=*": ("4.00", "wakaama accepts attributes of one link only"),
    "wakaama accepts LwM2M 1.1": ("4.12", "wakaama implements LwM2M 1.0"),
}
