# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests a client, a server and a proxy in Python with aiocoap over the loopback interface, with each other and with the
examples in C, which use libcoap.

The programs in C are in $CRI_BUILD (build/ if not set), those of the guide about proxies in $CRI_BUILD/guides.
"""
import asyncio
import contextlib
import functools
import os
import pathlib
import re
import socket
import subprocess
import sys

import aiocoap
import pytest
from aiocoap.numbers.codes import Code
from aiocoap.resource import PathCapable, Resource
from rows import ROOT

from libcri import CRI, PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, CRIError, is_for_proxy
from libcri.aiocoap import add_options, cri_of, location_of, pairs, set_target

EXAMPLES = ROOT / "contrib" / "python" / "examples"
BUILD = pathlib.Path(os.environ.get("CRI_BUILD", ROOT / "build"))
LINKS = [
    "rooms/kitchen?unit=c", "rooms/a%2Fb/50%25", "rooms/caf%C3%A9", "/rooms/kitchen#temp", "rooms/a%3Bb",
    "//h.invalid",
]
LOOPBACK = ["127.0.0.1"] + (["::1"] if socket.has_ipv6 and os.path.exists("/proc/net/if_inet6") else [])


def in_loop(test):
    """Makes a test of a coroutine."""

    @functools.wraps(test)
    def run(*arguments, **keywords):
        asyncio.run(test(*arguments, **keywords))

    return run


def authority(host, port):
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def free_port(host):
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind((host, 0))
        return probe.getsockname()[1]


class Rooms(Resource, PathCapable):
    """A server with a document of links. It records the options and the URI of each request."""

    def __init__(self):
        super().__init__()
        self.requests = []

    async def render(self, request):
        try:
            cri = cri_of(request)
        except CRIError as refused:
            return aiocoap.Message(code=Code.BAD_OPTION, payload=refused.name.encode())
        self.requests.append((pairs(request), cri.to_uri()))
        if is_for_proxy(pairs(request)):
            return aiocoap.Message(code=Code.PROXYING_NOT_SUPPORTED)
        if request.code == aiocoap.POST:
            created = aiocoap.Message(code=Code.CREATED)
            add_options(created, CRI.from_uri("/rooms/new%2Fone?v=1").location_options())
            return created
        if cri.path == ("links",):
            links = [bytes(CRI.from_uri(link)) for link in LINKS]
            document = aiocoap.Message(payload=bytes([0x80 | len(links)]) + b"".join(links), content_format=60)
        elif cri.path[:1] == ("rooms",):
            document = aiocoap.Message(payload=f"{request.code} {cri.path[1:]}".encode() + request.payload)
        else:
            return aiocoap.Message(code=Code.NOT_FOUND, payload=b"nothing here")
        document.code = Code.CONTENT
        return document


@contextlib.asynccontextmanager
async def rooms(host):
    """Starts the server. Yields it and its authority."""
    site, port = Rooms(), free_port(host)
    context = await aiocoap.Context.create_server_context(site, bind=(host, port))
    try:
        yield site, authority(host, port)
    finally:
        await context.shutdown()


@contextlib.asynccontextmanager
async def client():
    context = await aiocoap.Context.create_client_context()
    try:
        yield context
    finally:
        await context.shutdown()


@contextlib.contextmanager
def program(*command, until):
    """Starts a server in a new process. Yields the line, matched by `until`, in which it says that it listens."""
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if re.match(until, line):
                break
        else:
            pytest.fail("".join(lines))
        yield line
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()


@contextlib.contextmanager
def python_proxy(*networks):
    port = free_port("127.0.0.1")
    with program(sys.executable, EXAMPLES / "coap_proxy.py", "127.0.0.1", port, *networks, until="listening"):
        yield f"127.0.0.1:{port}"


def in_c(name):
    path = BUILD / name
    if not path.exists():
        pytest.skip(f"{path.relative_to(BUILD.parent)} is not built: libcoap, script/check/guides")
    return path


async def get(context, target, code=aiocoap.GET, payload=b"", **options):
    request = aiocoap.Message(code=code, payload=payload)
    set_target(request, target, **options)
    return await asyncio.wait_for(context.request(request).response, 15)


async def ask(context, at, options):
    """Sends a request that has exactly these options. Returns the code and the payload of the response."""
    request = aiocoap.Message(code=aiocoap.GET)
    add_options(request, options)
    request.unresolved_remote = at
    response = await asyncio.wait_for(context.request(request).response, 15)
    return response.code, response.payload.decode()


async def run(*command):
    process = await asyncio.create_subprocess_exec(
        *map(str, command), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    out, _ = await asyncio.wait_for(process.communicate(), 60)
    return out.decode().splitlines()


# ---- a client that follows links ----


def followed(at):
    return [
        f"0.01 coap://{at}/links: 2.05 CBOR of 110 bytes",
        f"0.01 coap://{at}/rooms/kitchen?unit=c: 2.05 GET ('kitchen',)",
        f"0.01 coap://{at}/rooms/a%2Fb/50%25: 2.05 GET ('a/b', '50%')",
        f"0.01 coap://{at}/rooms/caf%C3%A9: 2.05 GET ('café',)",
        f"0.01 coap://{at}/rooms/kitchen#temp: 2.05 GET ('kitchen',)",
        f"0.01 coap://{at}/rooms/a%3Bb: 2.05 GET ('a;b',)",
    ]


@pytest.mark.parametrize("host", LOOPBACK)
@pytest.mark.parametrize("follower", ["coap_follow.py", "coap-follow"])
@in_loop
async def test_links_of_the_server_in_python(follower, host):
    """The clients in Python and in C follow the links of aiocoap's server."""
    command = [sys.executable, EXAMPLES / follower] if follower.endswith(".py") else [in_c(follower)]
    async with rooms(host) as (site, at):
        lines = await run(*command, f"coap://{at}/links")
        assert lines[:-1] == followed(at)
        assert lines[-1].startswith("0.01 coap://h.invalid: ")
        assert [uri for _, uri in site.requests] == [
            f"coap://{at}/{path}"
            for path in (
                "links", "rooms/kitchen?unit=c", "rooms/a%2Fb/50%25", "rooms/caf%C3%A9", "rooms/kitchen", "rooms/a;b",
            )  # fmt: skip
        ]
        # Uri-Host and Uri-Port are not sent, because the target has the host and port of the destination. libcoap 4.3.4
        # adds Request-Tag (292).
        sent = [(number, value) for number, value in site.requests[1][0] if number != 292]
        assert sent == [(11, b"rooms"), (11, b"kitchen"), (15, b"unit=c")]


@pytest.mark.parametrize("host", LOOPBACK)
def test_links_of_the_server_in_c(host):
    """For the server in C, the clients in Python and in C print the same lines."""
    with program(in_c("coap-links"), host, until="listening on") as line:
        port = re.search(r":(\d+) UDP", line)[1]
        uri = f"coap://{authority(host, port)}/links"
        of_python = asyncio.run(run(sys.executable, EXAMPLES / "coap_follow.py", uri))
        of_c = asyncio.run(run(in_c("coap-follow"), uri))
    assert of_python == of_c and len(of_c) > 5


@in_loop
async def test_location():
    async with rooms("127.0.0.1") as (_, at), client() as context:
        base = CRI.from_uri(f"coap://{at}/rooms")
        response = await get(context, base, code=aiocoap.POST)
        location = location_of(response, base)
        assert location.to_uri() == f"coap://{at}/rooms/new%2Fone?v=1"
        assert location_of(response, CRI(base.uri, 13)) == CRI(location.uri, 13)
        assert (await get(context, location)).payload == b"GET ('new/one',)"
        lines = await run(in_c("coap-follow"), "--post", f"coap://{at}/rooms")
        assert lines[1] == f"0.01 coap://{at}/rooms/new%2Fone?v=1: 2.05 GET ('new/one',)"


@in_loop
async def test_by_name():
    """A host that is a name is looked up, and is sent in Uri-Host."""
    # The address to which the name resolves. On some systems it is an IPv4 address, on others an IPv6 address.
    first = socket.getaddrinfo("localhost", None, type=socket.SOCK_DGRAM)[0][4][0]
    async with rooms(first) as (site, at), client() as context:
        port = at.rpartition(":")[2]
        assert (await get(context, CRI.from_uri(f"coap://localhost:{port}/rooms/x"))).payload == b"GET ('x',)"
        options, uri = site.requests[0]
        assert options == [
            (3, b"localhost"), (7, int(port).to_bytes(2, "big")), (11, b"rooms"), (11, b"x"),
        ]  # fmt: skip
        assert uri == f"coap://localhost:{port}/rooms/x"
        for uri, name in (("urn:a", "no_host"), ("coap://h/a%FF", "utf8"), ("ftp://h/a", "coap_scheme"),
                          ("http://h/a", "coap_scheme")):  # fmt: skip
            with pytest.raises(CRIError) as refused:
                await get(context, CRI.from_uri(uri))
            assert refused.value.name == name


@in_loop
async def test_malformed_options():
    """The server answers with 4.02 if the options of a request identify no CRI."""
    async with rooms("127.0.0.1") as (_, at), client() as context:
        for option, name in (
            ((11, b".."), "dot_segment"), ((11, b"x" * 300), "coap_length"), ((235, b"\x00"), "structure"),
        ):
            assert await ask(context, at, [option]) == (Code.BAD_OPTION, name)


# ---- a forward proxy ----

WAYS = [PROXY_CRI, PROXY_SCHEME_NUMBER, PROXY_URI, PROXY_SCHEME]


@in_loop
async def test_proxy_in_python():
    async with rooms("127.0.0.1") as (site, at), client() as context:
        with python_proxy("127.0.0.0/8") as proxy:
            target = CRI.from_uri(f"coap://{at}/rooms/a%2Fb?x=%26")
            for way in WAYS:
                response = await get(context, target, proxy=proxy, proxy_option=way)
                assert (response.code, response.payload) == (Code.CONTENT, b"GET ('a/b',)")
                options, uri = site.requests.pop()
                assert uri == target.to_uri() and dict(options)[16] == b"\x10"
            response = await get(context, target, code=aiocoap.PUT, payload=b"!" * 3000, proxy=proxy)
            assert response.payload == b"PUT ('a/b',)" + b"!" * 3000
            response = await get(context, CRI.from_uri(f"coap://{at}/nowhere"), proxy=proxy)
            assert (response.code, response.payload) == (Code.NOT_FOUND, b"nothing here")


@in_loop
async def test_proxy_refuses():
    async with rooms("127.0.0.1") as (site, at), client() as context:
        with python_proxy("127.0.0.2/32") as proxy:
            for uri, code in (
                (f"coap://{at}/rooms", Code.FORBIDDEN),
                ("coap://h.invalid/", Code.PROXYING_NOT_SUPPORTED),
                ("http://127.0.0.2/", Code.PROXYING_NOT_SUPPORTED),
            ):
                assert (await get(context, CRI.from_uri(uri), proxy=proxy)).code == code
            asked = PROXY_CRI, bytes(CRI("coap://127.0.0.2"))
            for options, code in (
                ([(11, b"rooms")], Code.NOT_FOUND),
                ([(235, b"\x82\x20")], Code.BAD_OPTION),
                ([asked, (11, b"a")], Code.BAD_OPTION),
                ([asked, (16, b"\x01")], Code(5 << 5 | 8)),
                ([asked, (16, b"")], Code.BAD_REQUEST),
                ([asked, (2050, b"")], Code.BAD_OPTION),
            ):
                assert (await ask(context, proxy, options))[0] == code, options
            assert site.requests == []


@in_loop
async def test_server_is_no_proxy():
    async with rooms("127.0.0.1") as (_, at), client() as context:
        response = await get(context, CRI.from_uri("coap://example.com/rooms"), proxy=at)
        assert response.code == Code.PROXYING_NOT_SUPPORTED


@in_loop
async def test_proxy_in_c():
    """The guide's proxy in C forwards requests with Proxy-Cri and Proxy-Uri from aiocoap to aiocoap's server."""
    port = free_port("127.0.0.1")
    async with rooms("127.0.0.1") as (site, at), client() as context:
        with program(in_c("guides/coap-proxy.c.out"), "127.0.0.1", port, until="listening"):
            target = CRI.from_uri(f"coap://{at}/rooms/a%2Fb?x=%26")
            for way in (PROXY_CRI, PROXY_URI):
                response = await get(context, target, proxy=f"127.0.0.1:{port}", proxy_option=way)
                assert (response.code, response.payload) == (Code.CONTENT, b"GET ('a/b',)")
                assert site.requests.pop()[1] == target.to_uri()
            response = await get(context, CRI.from_uri("coap://192.0.2.1/"), proxy=f"127.0.0.1:{port}")
            assert response.code == Code.FORBIDDEN


@in_loop
async def test_client_in_c_of_the_proxy_in_python():
    """The guide's client in C sends requests with Proxy-Uri and Proxy-Cri through the proxy in Python to
    aiocoap's server.
    """
    async with rooms("127.0.0.1") as (site, at):
        with python_proxy("127.0.0.0/8") as proxy:
            port = proxy.rpartition(":")[2]
            lines = await run(in_c("guides/coap-proxied.c.out"), port, f"coap://{at}/rooms/a%2Fb")
            assert lines == ["2.05, 12 bytes"] * 2
            assert [uri for _, uri in site.requests] == [f"coap://{at}/rooms/a%2Fb"] * 2
