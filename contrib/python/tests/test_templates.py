# SPDX-License-Identifier: MIT OR Apache-2.0
"""URI templates: what Python adds to the rows of tests/vectors/template.txt, which are tested in test_vectors.py."""
import pytest
from rows import refusal

from libcri import CRIError, templates


def test_values_of_python():
    expand = templates.expand
    values = {"x": 1, "y": 2.5, "z": (1, None, "a/b"), "k": {"a": 1, "b": None}}
    assert expand("{x,y}{/z*}{?k*}", values) == "1,2.5/1/a%2Fb?a=1"
    assert expand("{?x,y,z}", {"x": None, "y": [], "z": ""}) == "?z="
    assert expand("/{x}", {"x": iter("ab"), "unused": "c"}) == "/a,b"
    assert templates.names("/{x}{?y*,z:3}") == ("x", "y", "z")


@pytest.mark.parametrize("value", [b"a", True, [True], [b"a"], {"a": []}, {1.5: object()}, object()])
def test_wrong_values(value):
    with pytest.raises(TypeError):
        templates.expand("{x}", {"x": value})


def test_offsets_count_characters():
    for call in (lambda: templates.expand("é{x", {}), lambda: templates.names("é{x")):
        error = refusal(call)
        assert (error.name, error.offset) == ("syntax", 3)
    assert refusal(lambda: templates.expand("é{x:1}", {"x": ["a"]})).offset == 3
    with pytest.raises(CRIError):
        templates.expand("{x}", {"x": "\ud800"})
    with pytest.raises(TypeError):
        templates.expand("{x}", [("x", "1")])
