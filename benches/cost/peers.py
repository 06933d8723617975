# SPDX-License-Identifier: MIT OR Apache-2.0
"""What is measured beside libcri: fluent-uri, ada-url, uriparser and libcoap on the host, the last two on boards."""

import boards
import classes
import figures
from tools import HOST, HOST_LINK, WORK, host_compiler, run

# ada-url is C++.
LIBRARIES = ["-luriparser", "-lcoap-3-notls", "-lstdc++", "-lm"]


def host_rows(tree):
    """By operation and peer, then by class: as figures.rows()."""
    target, cc = WORK / "peers", host_compiler(tree)
    run("cargo", "build", "--locked", "--release", "--manifest-path", "benches/cost/peers/Cargo.toml", "--target-dir", target)
    parts = figures.harness(tree, cc, classes.input_classes(), "peers")[:-1]
    program = cc.link("peers", *HOST_LINK, *parts, cc.object("benches/cost/peers.c"), cc.object("benches/cost/board-uriparser.c"), tree.archive(HOST),
                      target / "release" / "libmeasure_peers.a", *LIBRARIES)
    return figures.counted(cc, program, "peers")


# ---- boards ------------------------------------------------------------------------------------

# No wide characters, no logging, no TCP, no sockets; the heap is that of board-heap.c.
URIPARSER = ["Common", "Copy", "Ip4", "Ip4Base", "Memory", "Normalize", "NormalizeBase", "Parse", "ParseBase", "Recompose", "Resolve",
             "Compare"]
LIBCOAP = ["coap_uri", "coap_option", "coap_str", "coap_encode"]
CONFIGURATION = {
    "UriConfig.h": "",
    "coap_config.h": """#define PACKAGE_NAME "libcoap"
#define PACKAGE_VERSION "4"
#define PACKAGE_STRING "libcoap 4"
#define COAP_CLIENT_SUPPORT 1
#define COAP_SERVER_SUPPORT 0
#define COAP_DISABLE_TCP 1
#define COAP_MAX_LOGGING_LEVEL 0
""",
    "netinet/in.h": "#include <sys/socket.h>\n",
    "sys/socket.h": """#pragma once
#include <stddef.h>
#include <stdint.h>
#define AF_UNSPEC 0
#define AF_INET 2
#define AF_INET6 10
#define INET6_ADDRSTRLEN 46
typedef unsigned socklen_t;
typedef uint16_t sa_family_t, in_port_t;
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
struct in_addr { uint32_t s_addr; };
struct in6_addr { uint8_t s6_addr[16]; };
struct sockaddr_in { sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; };
struct sockaddr_in6 { sa_family_t sin6_family; in_port_t sin6_port; uint32_t sin6_flowinfo; struct in6_addr sin6_addr; uint32_t sin6_scope_id; };
""",
}
# A peer: its directory, its sources there, and the client programs in its terms.
PEERS = {
    "uriparser": ([f"src/Uri{name}.c" for name in URIPARSER], "board-uriparser.c"),
    "libcoap": ([f"src/{name}.c" for name in LIBCOAP], "board-libcoap.c"),
}


def on_board(board, tree, directory):
    """By peer, the costs of the client programs that it has the functions for."""
    found = {}
    for name, (sources, clients) in PEERS.items():
        cc = boards.compiler(board, tree)
        cc.directory = cc.directory / name
        for path, text in CONFIGURATION.items():
            (cc.directory / path).parent.mkdir(parents=True, exist_ok=True)
            (cc.directory / path).write_text(text)
        root = directory / name
        flags = ["-std=gnu11", "-DNDEBUG", "-DURI_NO_UNICODE", "-w", f"-I{cc.directory}", f"-I{root / 'include'}"]
        parts = [cc.object(root / source, *flags) for source in sources]
        found[name] = boards.client_costs(board, cc, cc.object(f"benches/cost/{clients}", *flags), parts, [cc.object("benches/cost/board-heap.c")])
    return found
