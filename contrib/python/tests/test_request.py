# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests `libcri.coap.request`."""
import pytest
from rows import refusal, rows

from libcri import CRI, Endpoint
from libcri.coap import Request, coded, request


# The function has no table of schemes, in which a row lists a scheme and its number with "=".
ROWS = [pytest.param(*row, id=name) for name, *row in rows("request.txt") if "=" not in row[1][2]]


@pytest.mark.parametrize("rev, fields", ROWS)
def test_row(rev, fields):
    base, link, schemes, zone, options, target, host, address, sent_zone, port = fields
    parts = [CRI.parse(bytes.fromhex(cbor), rev) for cbor in (link, base)]
    listed = schemes.split(",") if schemes else None
    if options.startswith("!"):
        refused = refusal(lambda: request(*parts, schemes=listed, zone=zone or None))
        assert refused.name == options[1:]
        return
    made = request(*parts, schemes=listed, zone=zone or None)
    assert (coded(made.options).hex(), bytes(made.target).hex()) == (options, target)
    assert (made.host or "", str(made.port)) == (host, port)
    if made.endpoint is not None:
        assert (made.endpoint.address.packed.hex(), made.endpoint.zone or "") == (address, sent_zone)


def test_a_request_without_base():
    made = request(CRI("coap://192.0.2.1:61616/a"))
    assert isinstance(made, Request)
    assert made.endpoint == Endpoint.of("192.0.2.1", 61616)
    assert request(CRI("coap://h/a"), omit_host_name=True).options == ((11, b"a"),)
    assert refusal(lambda: request(CRI("../a"))).name == "not_full"


@pytest.mark.parametrize("schemes", ["coap", 1, [1]])
def test_schemes_are_names(schemes):
    with pytest.raises(TypeError):
        request(CRI("coap://h/a"), schemes=schemes)
    assert refusal(lambda: request(CRI("coap://h/a"), schemes=["x"])).name == "scheme_unknown"
