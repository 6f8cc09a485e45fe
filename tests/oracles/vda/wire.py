"""Fields of a payload and how they lie on the wire (docs/formats/vda-bodies.md, "Primitives").

Floats are never Python floats here: a value of f32 or f64 is the integer of its bits, so that every
NaN and -0 survives. Strings are bytes. Rules turn bits into numbers with `num32`.

A type has `min(cx)`, its smallest size; `decode(cx, path, owner)`; and `encode(out, value, owner)`.
`owner` is the struct being read or written, `path` a tuple of names and indices.
"""

import struct


class Fault(Exception):
    """A broken rule: its number, the byte offset in the file and the path of the field."""

    def __init__(self, rule, offset, path):
        super().__init__(rule, offset, path)
        self.rule, self.offset, self.path = rule, offset, path


def bits32(value):
    """The bits of the f32 nearest to a Python number."""
    return struct.unpack("<I", struct.pack("<f", value))[0]


def bits64(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def num32(bits):
    """The f32 of these bits as a Python number (exact, since a double holds every f32)."""
    return struct.unpack("<f", struct.pack("<I", bits))[0]


class Context:
    """A payload being decoded. `base` is the payload's offset in the file."""

    def __init__(self, data, base):
        self.data, self.base, self.pos = data, base, 0
        self.offsets = {}
        self.trace = []  # (path, type, offset in the payload, size), in file order
        self.root = None

    def left(self):
        return len(self.data) - self.pos

    def begin(self, path):
        self.offsets.setdefault(path, self.base + self.pos)

    def fail(self, rule, path):
        raise Fault(rule, self.offsets[path], path)

    def take(self, size, path):
        if size > self.left():
            self.fail("P1", path)
        at = self.pos
        self.pos += size
        return self.data[at:self.pos]

    def note(self, path, kind, start):
        self.trace.append((path, kind, start, self.pos - start))


class Number:
    """An integer or the bits of a float."""

    def __init__(self, code):
        self.code, self.size = "<" + code, struct.calcsize("<" + code)

    def min(self, _cx):
        return self.size

    def decode(self, cx, path, _owner):
        start = cx.pos
        cx.begin(path)
        value = struct.unpack(self.code, cx.take(self.size, path))[0]
        cx.note(path, self, start)
        return value

    def encode(self, out, value, _owner):
        out += struct.pack(self.code, value)


class Vec(Number):
    """f32 bits, `n` of them, one field."""

    def __init__(self, n):
        super().__init__("%dI" % n)

    def decode(self, cx, path, _owner):
        start = cx.pos
        cx.begin(path)
        value = struct.unpack(self.code, cx.take(self.size, path))
        cx.note(path, self, start)
        return value

    def encode(self, out, value, _owner):
        out += struct.pack(self.code, *value)


class Bool(Number):
    def __init__(self):
        super().__init__("B")

    def decode(self, cx, path, owner):
        value = super().decode(cx, path, owner)
        if value > 1:
            cx.fail("P2", path)
        return value == 1

    def encode(self, out, value, _owner):
        out.append(1 if value else 0)


class Text:
    def min(self, _cx):
        return 4

    def decode(self, cx, path, _owner):
        start = cx.pos
        cx.begin(path)
        size = struct.unpack("<I", cx.take(4, path))[0]
        if size > cx.left():
            cx.fail("P3", path)
        value = cx.take(size, path)
        cx.note(path, self, start)
        return value

    def encode(self, out, value, _owner):
        out += struct.pack("<I", len(value)) + value


class Seq:
    """A list: u32 count, then the elements."""

    def __init__(self, item):
        self.item = item

    def min(self, _cx):
        return 4

    def decode(self, cx, path, owner):
        start = cx.pos
        cx.begin(path)
        count = struct.unpack("<I", cx.take(4, path))[0]
        cx.note(path, self, start)
        if count > cx.left() // self.item.min(cx):
            cx.fail("P3", path)
        return [self.item.decode(cx, path + (i,), owner) for i in range(count)]

    def encode(self, out, value, owner):
        out += struct.pack("<I", len(value))
        for item in value:
            self.item.encode(out, item, owner)


class Struct:
    """Fields (name, type, rule or None) in order.

    A rule is called as rule(cx, struct, path) when its field has been read. A field whose type is
    a function gets its type from the struct read so far. `smallest` is the size that the page
    states, asserted against the sum of the fields.
    """

    def __init__(self, *fields, smallest=None):
        self.fields = fields
        whole = all(hasattr(kind, "min") for _, kind, _ in fields)
        size = sum(kind.min(None) for _, kind, _ in fields if hasattr(kind, "min"))
        if whole and smallest not in (None, size):
            raise AssertionError("smallest size is %d, the page says %d" % (size, smallest))
        self.smallest = size if smallest is None else smallest

    def min(self, _cx):
        return self.smallest

    def decode(self, cx, path, _owner):
        cx.begin(path)
        value = {}
        if cx.root is None:
            cx.root = value
        for name, kind, rule in self.fields:
            if not hasattr(kind, "min"):
                kind = kind(value)
            value[name] = kind.decode(cx, path + (name,), value)
            if rule:
                rule(cx, value, path)
        return value

    def encode(self, out, value, _owner):
        for name, kind, _ in self.fields:
            if not hasattr(kind, "min"):
                kind = kind(value)
            kind.encode(out, value[name], value)


class Optional:
    """A bool, and the struct when it is true; absent is None."""

    def __init__(self, item):
        self.item = item

    def min(self, _cx):
        return 1

    def decode(self, cx, path, owner):
        return self.item.decode(cx, path, owner) if BOOL.decode(cx, path, owner) else None

    def encode(self, out, value, owner):
        BOOL.encode(out, value is not None, owner)
        if value is not None:
            self.item.encode(out, value, owner)


class Nothing:
    """The type of an optional part that is absent."""

    def min(self, _cx):
        return 0

    def decode(self, _cx, _path, _owner):
        return None

    def encode(self, _out, _value, _owner):
        pass


U8, U16, U32, U64, I64 = Number("B"), Number("H"), Number("I"), Number("Q"), Number("q")
F32, F64, COLOR = Number("I"), Number("Q"), Number("I")
VEC2, VEC3, BOOL, STR, NOTHING = Vec(2), Vec(3), Bool(), Text(), Nothing()
AABB = Struct(("min", VEC3, None), ("max", VEC3, None))


def encode(kind, value):
    """The payload of a value. Rules are not looked at, so that broken files can be made."""
    out = bytearray()
    kind.encode(out, value, None)
    return bytes(out)


def decode(kind, data, base):
    """(value, context) of a payload; raises Fault at the first broken rule in file order."""
    cx = Context(data, base)
    value = kind.decode(cx, (), None)
    if cx.left():
        raise Fault("P4", base + cx.pos, ())
    return value, cx
