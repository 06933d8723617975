# SPDX-License-Identifier: MIT OR Apache-2.0
"""Exporters of Arrow's C data and stream interfaces, written with ctypes, so that any member can be wrong."""
import ctypes
import struct

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_released = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Schema(ctypes.Structure):
    capsule = b"arrow_schema"


class Array(ctypes.Structure):
    capsule = b"arrow_array"


class Stream(ctypes.Structure):
    capsule = b"arrow_array_stream"
    get_schema = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(Schema))
    get_next = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(Array))
    get_last_error = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)


_END = [("release", ctypes.c_void_p), ("private_data", ctypes.c_void_p)]
Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)), *_END,
]  # fmt: skip
Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_char_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)), *_END,
]  # fmt: skip
Stream._fields_ = [
    ("schema", ctypes.c_void_p), ("next", ctypes.c_void_p), ("last_error", ctypes.c_void_p), *_END,
]  # fmt: skip

_kept = []  # keeps structures until the tests end, because a consumer may still use them


def _made(kind, values, changed):
    """Makes a structure that has not been released. Its list `releases` grows with each release."""
    made = kind(**{name: value for name, value in values.items() if value is not None})

    def release(place):
        kind.from_address(place).release = None
        made.releases.append(place)

    made.releases = []
    callback = _released(release)
    made.release = ctypes.cast(callback, ctypes.c_void_p)
    for name, value in changed.items():
        setattr(made, name, value)
    _kept.append((made, callback, values))
    return made


def _pointers(kind, children):
    return (ctypes.POINTER(kind) * max(len(children), 1))(*(ctypes.pointer(child) for child in children))


def schema(format, /, *, of=(), keys_of=None, **changed):
    values = {
        "format": format, "name": b"column", "n_children": len(of), "children": _pointers(Schema, of),
        "dictionary": None if keys_of is None else ctypes.pointer(keys_of),
    }  # fmt: skip
    return _made(Schema, values, changed)


def array(length, buffers=(), /, *, of=(), keys_of=None, **changed):
    # The list has room for more pointers, which a consumer reads if the count is wrong.
    values = {
        "length": length, "n_buffers": len(buffers), "buffers": (ctypes.c_char_p * (len(buffers) + 8))(*buffers),
        "n_children": len(of), "children": _pointers(Array, of),
        "dictionary": None if keys_of is None else ctypes.pointer(keys_of),
    }  # fmt: skip
    return _made(Array, values, changed)


def capsule(structure, name=None):
    return _new(ctypes.addressof(structure), name or structure.capsule, None)


def _copy(structure):
    """Copies a structure. A consumer can release each copy once."""
    copy = type(structure).from_buffer_copy(structure)
    _kept.append(copy)
    return copy


class Exporter:
    """A column of one array, which can be exported any number of times."""

    def __init__(self, schema, array):
        self.schema, self.array = schema, array

    def __arrow_c_array__(self, requested_schema=None):
        return capsule(_copy(self.schema)), capsule(_copy(self.array))


class Chunks:
    """A column of chunks. The stream ends with the result `status` and the error message `message`."""

    def __init__(self, schema, arrays, /, status=0, message=None, **changed):
        rest = iter(arrays)

        def get_schema(_, place):
            ctypes.memmove(place, ctypes.byref(schema), ctypes.sizeof(schema))
            return 0

        def get_next(_, place):
            chunk = next(rest, None)
            if chunk is not None:
                ctypes.memmove(place, ctypes.byref(chunk), ctypes.sizeof(chunk))
            return status if chunk is None else 0

        text = None if message is None else ctypes.c_char_p(message)
        last = Stream.get_last_error(lambda _: None if text is None else ctypes.cast(text, ctypes.c_void_p).value)
        calls = Stream.get_schema(get_schema), Stream.get_next(get_next), last
        names = ("schema", "next", "last_error")
        pointers = {name: ctypes.cast(call, ctypes.c_void_p) for name, call in zip(names, calls)}
        self.stream = _made(Stream, pointers, changed)
        _kept.append((calls, text))

    def __arrow_c_stream__(self, requested_schema=None):
        return capsule(self.stream)


def offsets(*numbers, wide=False):
    return struct.pack(f"={len(numbers)}{'q' if wide else 'i'}", *numbers)


def view(length, inline=b"", buffer=0, offset=0):
    """Packs a view of a text, which has up to 12 bytes of the text, or its first 4 bytes and its place in a buffer."""
    if 0 <= length <= 12:
        return struct.pack("=i12s", length, inline)
    return struct.pack("=i4sii", length, inline[:4], buffer, offset)
