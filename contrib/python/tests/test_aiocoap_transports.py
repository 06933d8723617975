# SPDX-License-Identifier: MIT OR Apache-2.0
"""Requests are sent over the transport of their scheme or not at all. A request in a Site has the CRI of its whole
path.
"""
import asyncio
import contextlib
import functools
import subprocess
import types

import aiocoap
import pytest
from aiocoap.message import UndecidedRemote
from aiocoap.numbers.codes import Code
from aiocoap.resource import Site
from rows import refusal
from test_aiocoap import Rooms, ask, client, free_port, get, in_loop

from libcri import CRI, PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, CRIError
from libcri.aiocoap import PlainProxyError, add_options, cri_of, pairs, set_target

PLAIN, SECURE = ["coap", "coap+tcp", "coap+ws"], ["coaps", "coaps+tcp", "coaps+ws"]


@contextlib.asynccontextmanager
async def serving(site, transport, port, ssl=None):
    # aiocoap adds a constant for each transport to the port of UDP. It is subtracted here.
    if transport == "tlsserver":
        port -= 1
    if transport == "ws":
        port -= 3001 if ssl else 3000
    context = await aiocoap.Context.create_server_context(
        site, bind=("127.0.0.1", port), transports=[transport], _ssl_context=ssl
    )
    try:
        yield context
    finally:
        await context.shutdown()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """Makes a key and a certificate for 127.0.0.1. The client is configured to trust the certificate."""
    directory = tmp_path_factory.mktemp("tls")
    names = ["-keyout", directory / "key.pem", "-out", directory / "cert.pem", "-subj", "/CN=localhost"]
    command = [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
    ]
    subprocess.run([*command, *names, "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    return directory


def server_tls(certificate, protocol):
    import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    context.set_alpn_protocols([protocol])
    return context


@pytest.mark.parametrize(
    "scheme, transport",
    [("coap", "udp6"), ("coap+tcp", "tcpserver"), ("coap+ws", "ws"), ("coaps+tcp", "tlsserver"), ("coaps+ws", "ws")],
)
@in_loop
async def test_transports(scheme, transport, certificate):
    """A request reaches the server of the transport of its scheme, and no server of another transport at that port."""
    site, plain, port = Rooms(), Rooms(), free_port("127.0.0.1")
    tls = server_tls(certificate, "coap") if scheme.startswith("coaps") else None
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(serving(site, transport, port, tls))
        if transport != "udp6":
            await stack.enter_async_context(serving(plain, "udp6", port))
        context = await stack.enter_async_context(client())
        trusted = {"tlscert": {"certfile": str(certificate / "cert.pem")}}
        context.client_credentials.load_from_dict({f"{scheme}://127.0.0.1:{port}/*": trusted} if tls else {})
        target = CRI(f"{scheme}://127.0.0.1:{port}/rooms/a%2Fb?x=1")
        response = await get(context, target)
        assert (response.code, response.payload) == (Code.CONTENT, b"GET ('a/b',)")
        large = await get(context, target, code=aiocoap.PUT, payload=b"!" * 5000)
        assert large.payload == b"PUT ('a/b',)" + b"!" * 5000
        assert {uri for _, uri in site.requests} == {target.to_uri()}
        assert plain.requests == []
        if transport == "ws" and not tls:
            named = CRI(f"{scheme}://localhost:{port}/rooms/x")
            assert (await get(context, named)).payload == b"GET ('x',)" and site.requests[-1][1] == named.to_uri()
            # A request without Uri-Host and Uri-Port is for the host of the WebSocket.
            request = aiocoap.Message(code=aiocoap.GET, uri_path=("rooms", "x"))
            request.remote = UndecidedRemote(scheme, f"localhost:{port}")
            await asyncio.wait_for(context.request(request).response, 10)
            assert site.requests[-1] == ([(11, b"rooms"), (11, b"x")], named.to_uri())


@pytest.mark.parametrize("scheme", SECURE)
@pytest.mark.parametrize("transport", ["udp6", "tcpserver", "ws"])
@in_loop
async def test_secure_requests_are_never_sent_in_clear(scheme, transport):
    """If only a plain server listens, a request with a secure scheme fails, and does not reach that server."""
    plain, port = Rooms(), free_port("127.0.0.1")
    async with serving(plain, transport, port), client() as context:
        request = aiocoap.Message(code=aiocoap.GET)
        set_target(request, CRI(f"{scheme}://127.0.0.1:{port}/secret"))
        assert request.remote.scheme == scheme
        with pytest.raises((aiocoap.error.Error, OSError, asyncio.TimeoutError)):
            await asyncio.wait_for(context.request(request).response, 3)
        assert plain.requests == []


def test_a_secure_proxy_is_asked_securely():
    for proxy in ("coaps://proxy.example", CRI("coaps://proxy.example")):
        request = aiocoap.Message(code=aiocoap.GET)
        set_target(request, CRI("coap://h/a"), proxy=proxy)
        assert tuple(request.remote) == ("coaps", "proxy.example")
    # The address of a proxy with a name is not known when the options are written, so they include the target's port.
    for way in PROXY_SCHEME, PROXY_SCHEME_NUMBER:
        set_target(request, CRI("coap://h/a"), proxy="proxy.example:5700", proxy_option=way)
        assert (7, b"\x16\x33") in pairs(request) and tuple(request.remote) == ("coap", "proxy.example:5700")
    # There is only one Uri-Port, even if the target has a port.
    set_target(request, CRI("coap://h:61616/a"), proxy="proxy.example", proxy_option=PROXY_SCHEME)
    assert [value for number, value in pairs(request) if number == 7] == [b"\xf0\xb0"]
    for proxy in ("http://proxy.example", "urn:a", ""):
        with pytest.raises(CRIError):
            set_target(request, CRI("coap://h/a"), proxy=proxy)


def test_a_secure_target_goes_to_a_secure_proxy():
    """A secure target is sent over a plain proxy only if the caller allows that. A refusal changes no message."""
    for proxy in ("proxy.example", *(f"{scheme}://proxy.example" for scheme in PLAIN + SECURE)):
        for scheme in (*PLAIN, "http", *SECURE, "https", "wss", "unknown"):
            target = CRI(f"{scheme}://h/a")
            for named in (target, CRI.from_edn(f'["{scheme}", ["h"], ["a"]]')):
                request, way = aiocoap.Message(code=aiocoap.GET), proxy.rpartition("://")[0] or "coap"
                if way in SECURE or scheme in (*PLAIN, "http"):
                    set_target(request, named, proxy=proxy)
                else:
                    refused = refusal(lambda: set_target(request, named, proxy=proxy))
                    assert isinstance(refused, PlainProxyError) and "allow_plain_proxy=True" in str(refused)
                    assert pairs(request) == [] and request.remote is None
                    set_target(request, named, proxy=proxy, allow_plain_proxy=True)
                assert request.remote.scheme == way and pairs(request) == [(235, bytes(named))]


def test_a_message_has_one_target():
    """A new target, without its fragment, replaces all options of an earlier target."""
    request = aiocoap.Message(code=aiocoap.GET, uri="coap://old.example/old?old")
    request.opt.accept = 60
    old = [(13, b""), *((number, b"x") for number in (3, 7, 35, 39, 235, 239))]
    add_options(request, old)
    set_target(request, CRI("coap://192.0.2.1/new#f"))
    assert request.opt.encode() == bytes.fromhex("b36e6577613c")
    assert tuple(request.remote) == ("coap", "192.0.2.1")
    # A target that is refused changes nothing.
    with pytest.raises(CRIError):
        set_target(request, CRI("coap://h/%FF"))
    assert tuple(request.remote) == ("coap", "192.0.2.1") and request.opt.uri_path == ("new",)


class Paths(Rooms):
    """Answers with the URI of the request's CRI."""

    async def render(self, request):
        try:
            return aiocoap.Message(code=Code.CONTENT, payload=cri_of(request).to_uri().encode())
        except CRIError as refused:
            return aiocoap.Message(code=Code.BAD_OPTION, payload=refused.name.encode())


class Leaf(aiocoap.resource.Resource):
    render = Paths.render


def nested():
    """Makes a Site with /leaf, with all paths below /open, and with another Site at /a, which has b/c and all paths
    below open.
    """
    inner, outer = Site(), Site()
    inner.add_resource(["b", "c"], Leaf())
    inner.add_resource(["open"], Paths())
    inner.add_resource([], Leaf())
    outer.add_resource(["leaf"], Leaf())
    outer.add_resource(["a"], inner)
    outer.add_resource(["open"], Paths())
    outer.add_resource([".well-known", "core"], Leaf())
    outer.add_resource(["a/b", "c%2F"], Leaf())
    return outer


@contextlib.asynccontextmanager
async def sites():
    """Starts the server. Yields its authority, and a function that sends a request to it."""
    port = free_port("127.0.0.1")
    async with serving(nested(), "udp6", port), client() as context:
        at = f"127.0.0.1:{port}"
        yield at, functools.partial(ask, context, at)


@in_loop
async def test_sites():
    async with sites() as (at, answer):
        for path in ("leaf", "a/b/c", "a/", "open/x/y", "a/open/x/y", "open/a%2Fb", "a%2Fb/c%252F", "open/a;b:@",
                     "open/caf%C3%A9?q&%26",
                     "open//", ".well-known/core?rt=x/y?z"):  # fmt: skip
            target = CRI(f"coap://{at}/{path}")
            assert await answer(target.options(target.endpoint)) == (Code.CONTENT, target.to_uri())
        # A segment that no CRI can have is refused, even if the Site has removed a part of the path.
        assert await answer([(11, b"open"), (11, b".."), (11, b"secret")]) == (Code.BAD_OPTION, "dot_segment")
        assert await answer([(3, b"h/secret"), (11, b"leaf")]) == (Code.BAD_OPTION, "coap_host")
        assert await answer([(3, b"h"), (7, b"\x01"), (11, b"leaf")]) == (Code.CONTENT, "coap://h:1/leaf")


@in_loop
async def test_abbreviated_paths_in_a_site():
    """aiocoap expands Uri-Path-Abbrev before a Site matches the path. R29."""
    async with sites() as (at, answer):
        assert await answer([(13, b"")]) == (Code.CONTENT, f"coap://{at}/.well-known/core")
        assert (await answer([(13, b"\x63")]))[0] == Code.BAD_OPTION
        assert (await answer([(11, b"leaf"), (13, b"")]))[0] == Code.BAD_OPTION


def test_the_default_port_is_that_of_the_scheme():
    for scheme in PLAIN + SECURE:
        request = aiocoap.Message(code=aiocoap.GET)
        add_options(request, [(13, b"")])
        request.remote = types.SimpleNamespace(scheme=scheme, hostinfo_local="192.0.2.1")
        assert cri_of(request).to_uri() == f"{scheme}://192.0.2.1/.well-known/core"


def test_the_local_address_may_be_a_name():
    """The host of a WebSocket can be a name (RFC 8323 8.5). Options of the request replace its parts."""
    target = CRI("coap://example.com/y")
    for options, uri in (
        ([(13, b"")], "coap+ws://here.example:8080/.well-known/core"),
        ([(3, b"h"), (13, b"")], "coap+ws://h:8080/.well-known/core"),
        ([(7, b"\x07"), (13, b"")], "coap+ws://here.example:7/.well-known/core"),
        (target.proxy_options(PROXY_CRI), target.to_uri()),
        (target.proxy_options(PROXY_URI), target.to_uri()),
    ):
        request = aiocoap.Message(code=aiocoap.GET)
        add_options(request, options)
        request.remote = types.SimpleNamespace(scheme="coap+ws", hostinfo_local="here.example:8080")
        assert cri_of(request).to_uri() == uri


@in_loop
async def test_proxies_in_a_site():
    """If a request is meant for a proxy, its CRI is the target, whatever the path of the resource in the Site is."""
    async with sites() as (at, answer):
        # Proxy-Uri takes precedence over the path. A segment of 300 bytes would be too long for Uri-Path.
        for path, last in (("x/y", b"z"), ("x" * 300, b"")):
            target = CRI(f"coap://example.com/{path}")
            options = [*target.proxy_options(PROXY_URI), (11, b"open"), (11, last)]
            assert await answer(options) == (Code.CONTENT, target.to_uri())
        target = CRI("coap://example.com/open/y")
        options = target.proxy_options(PROXY_SCHEME, CRI(f"coap://{at}").endpoint)
        assert await answer(options) == (Code.CONTENT, target.to_uri())


def test_cri_of_a_message_that_was_not_received():
    """The scheme and the local address come from the transport over which a request arrives."""
    for uri in (None, "coap://h/x"):
        with pytest.raises(CRIError, match="a message that was received is needed"):
            cri_of(aiocoap.Message(code=aiocoap.GET, uri=uri))


def test_types():
    request = aiocoap.Message(code=aiocoap.GET)
    for call in (lambda: set_target(request, "coap://h"), lambda: set_target(None, CRI("coap://h")),
                 lambda: cri_of("coap://h"),
                 lambda: set_target(request, CRI("coap://h"), proxy=5)):  # fmt: skip
        with pytest.raises(TypeError):
            call()
