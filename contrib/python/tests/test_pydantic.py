# SPDX-License-Identifier: MIT OR Apache-2.0
"""CRIs are fields of pydantic models."""
import pydantic
import pytest

from libcri import CRI


class Link(pydantic.BaseModel):
    target: CRI
    base: CRI | None = None


def test_reading_and_writing():
    link = Link.model_validate_json('{"target": "coap://h/a"}')
    assert link.target == CRI("coap://h/a") and link.model_dump() == {"target": CRI("coap://h/a"), "base": None}
    assert link.model_dump_json() == '{"target":"coap://h/a","base":null}'
    for given in (CRI("../a"), "../a", bytes(CRI("../a"))):
        assert Link(target="coap://h", base=given).base == CRI("../a")
    assert Link.model_json_schema()["properties"]["target"] == {"title": "Target", "type": "string"}
    assert pydantic.TypeAdapter(dict[str, CRI]).validate_json('{"a": ""}') == {"a": CRI("")}


def test_refusal():
    with pytest.raises(pydantic.ValidationError, match=r"target\n  Value error, uri_syntax: .*offset 8"):
        Link.model_validate_json('{"target": "coap://h a"}')
    with pytest.raises(pydantic.ValidationError, match="a URI, CBOR or a CRI is needed, not int"):
        Link(target=5)
    with pytest.raises(pydantic.ValidationError, match="dot_segment"):
        Link(target=b"\x82\xf5\x81\x61.")
    with pytest.raises(pydantic.ValidationError):
        Link.model_validate_json('{"target": 5}')
    with pytest.raises(pydantic.ValidationError, match="frozen"):
        type("Frozen", (Link,), {"model_config": {"frozen": True}, "__module__": __name__})(target="a").target = "b"
    with pytest.raises(Exception, match="no_uri"):
        Link(target=CRI.from_edn("[1]")).model_dump_json()
