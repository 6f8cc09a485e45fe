#!/usr/bin/env python3
"""Encoder and checker of `.vda` files, from docs/formats/vda.md and vda-bodies.md alone.

check(bytes) gives None for a good file, else (rule, chunk, byte offset in the file, field path).
Bodies of Galley's own kinds are not looked into. As a program: vda.py FILE... prints one line each.
"""

import re
import struct
import sys
import zlib

import wire
from bodies import BODIES
from wire import Fault

MAGIC = b"VDA1"
SEED_KINDS = {"model": "MESH", "texture": "TEXR", "material": "MATL", "scene": "SCEN",
              "prefab": "PRFB", "world": "WRLD", "map": "TMAP"}
OWN_KINDS = ("gmsh", "gtex", "gmat", "gskl", "gclp", "gsnd", "gfnt", "genv", "graw", "gprf", "gscn")
NOT_OWN_KINDS = ("meta", "padd", "mesh", "texr", "matl", "scen", "prfb", "wrld", "tmap")
TABLE_TYPES = set(SEED_KINDS.values()) | {kind.upper() for kind in OWN_KINDS}
KEYS = ("compiler", "deps", "kind", "name", "source", "source_hash")


# Container

def chunk(kind, payload, crc=None):
    """One chunk; `crc` in place of the right one. `kind` may be str or bytes."""
    kind = kind.encode("latin-1") if isinstance(kind, str) else kind
    if crc is None:
        crc = zlib.crc32(kind + payload)
    return kind + struct.pack("<I", len(payload)) + payload + struct.pack("<I", crc)


def container(*chunks):
    return MAGIC + b"".join(chunks)


def type_text(raw):
    """A chunk's type for a report: letters and digits as they are, other bytes as \\xNN."""
    return "".join(chr(b) if chr(b).isascii() and chr(b).isalnum() else "\\x%02x" % b for b in raw)


class ChunkFault(Exception):
    """A Fault together with the chunk that it lies in."""

    def __init__(self, rule, kind, offset, path):
        super().__init__(rule, kind, offset, path)
        self.answer = (rule, kind, offset, "/".join(str(p) for p in path) or "-")


def read_container(data):
    """[(type, offset of the chunk, payload)] by V1 to V4."""
    if data[:4] != MAGIC:
        raise ChunkFault("V1", "-", 0, ("magic",))
    chunks, pos = [], 4
    while pos < len(data):
        kind = type_text(data[pos:pos + 4])
        left = len(data) - pos
        if left < 12:
            raise ChunkFault("V2", kind, pos, ())
        size = struct.unpack_from("<I", data, pos + 4)[0]
        if size > left - 12:
            raise ChunkFault("V2", kind, pos + 4, ("length",))
        if not re.fullmatch(rb"[A-Za-z0-9]{4}", data[pos:pos + 4]):
            raise ChunkFault("V3", kind, pos, ("type",))
        end = pos + 8 + size
        if struct.unpack_from("<I", data, end)[0] != zlib.crc32(data[pos:pos + 4] +
                                                                data[pos + 8:end]):
            raise ChunkFault("V4", kind, end, ("crc",))
        chunks.append((kind, pos, data[pos + 8:end]))
        pos = end + 4
    return chunks


# META

SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t",
         "\u2028": "\\u2028", "\u2029": "\\u2029"}
LONG = {text: plain for plain, text in SHORT.items()}


def quote(text):
    """M1's string, as bytes."""
    return ('"' + "".join(SHORT.get(c) or ("\\u%04x" % ord(c) if c < " " else c) for c in text) +
            '"').encode()


def encode_meta(meta):
    """The payload of META, canonical but for deps, which are written as they are given."""
    deps = b"[" + b",".join(quote(d) for d in meta["deps"]) + b"]"
    return b"{" + b",".join(quote(key) + b":" + (deps if key == "deps" else quote(meta[key]))
                            for key in KEYS) + b"}"


class MetaReader:
    """A recogniser of canonical META; `at` has the offset in the file of each value."""

    def __init__(self, data, base):
        self.data, self.base, self.pos, self.at = data, base, 0, {}

    def fail(self, rule, path):
        raise Fault(rule, self.at.get(path, self.base + self.pos), path)

    def expect(self, token, path=()):
        if not self.data.startswith(token, self.pos):
            raise Fault("M1", self.base + self.pos, path)
        self.pos += len(token)

    def string(self, path):
        self.at[path] = self.base + self.pos
        found = re.compile(rb'"((?:[^"\\]|\\.)*)"', re.DOTALL).match(self.data, self.pos)
        if not found:
            self.fail("M1", path)
        try:
            raw = found.group(1).decode("utf-8")
        except UnicodeDecodeError:
            self.fail("M2", path)
        text = re.sub(r"\\(?:u00[01][0-9a-f]|u202[89]|.)",
                      lambda m: LONG.get(m[0]) or
                      (chr(int(m[0][2:], 16)) if len(m[0]) == 6 else ""), raw, flags=re.DOTALL)
        if quote(text) != found.group(0):
            self.fail("M1", path)
        self.pos = found.end()
        return text

    def deps(self):
        self.at[("deps",)] = self.base + self.pos
        self.expect(b"[", ("deps",))
        deps = []
        while not self.data.startswith(b"]", self.pos):
            if deps:
                self.expect(b",", ("deps",))
            deps.append(self.string(("deps", len(deps))))
        self.expect(b"]", ("deps",))
        for i in range(1, len(deps)):
            if not deps[i - 1].encode() < deps[i].encode():
                self.fail("M1", ("deps", i))
        return deps

    def read(self):
        meta = {}
        for i, key in enumerate(KEYS):
            self.expect(b"," if i else b"{")
            self.expect(quote(key))
            self.expect(b":")
            meta[key] = self.deps() if key == "deps" else self.string((key,))
        self.expect(b"}")
        if self.pos != len(self.data):
            self.fail("M1", ())
        return meta


def clean_path(text):
    return "\\" not in text and all(part not in ("", ".", "..") for part in text.split("/"))


def is_own_kind(kind):
    return bool(re.fullmatch("[a-z][a-z0-9]{3}", kind)) and kind not in NOT_OWN_KINDS


def own_rule(meta, fail):
    version = re.fullmatch("galley/%s/([1-9][0-9]{0,4})" % meta["kind"], meta["compiler"])
    if not version or int(version[1]) > 65535:
        fail("M8", ("compiler",))
    for key in ("name", "source"):
        if meta[key] != meta["source_hash"][:16]:
            fail("M8", (key,))
    if meta["deps"]:
        fail("M8", ("deps",))


def read_meta(data, base):
    """META by M1 to M8."""
    reader = MetaReader(data, base)
    meta = reader.read()
    if not meta["compiler"]:
        reader.fail("M3", ("compiler",))
    seed = meta["kind"] in SEED_KINDS
    if not seed and not is_own_kind(meta["kind"]):
        reader.fail("M4", ("kind",))
    for path, text in [(("source",), meta["source"])] + [(("deps", i), dep)
                                                         for i, dep in enumerate(meta["deps"])]:
        if not clean_path(text):
            reader.fail("M5", path)
    if not re.fullmatch("[0-9a-f]{64}", meta["source_hash"]):
        reader.fail("M6", ("source_hash",))
    if seed and not re.fullmatch("[a-z0-9][a-z0-9_-]*", meta["name"]):
        reader.fail("M7", ("name",))
    if not seed:
        own_rule(meta, reader.fail)
    return meta


# Asset files

def find_meta(chunks, size):
    metas = [c for c in chunks if c[0] == "META"]
    if len(metas) != 1:
        raise ChunkFault("F1", "META", metas[1][1] if metas else size, ())
    return metas[0]


def find_body(chunks, meta, size):
    """The body by F2. Of the table's last row only META's own kind counts: other types of four
    letters or digits are unknown chunks, as V6 needs."""
    want = SEED_KINDS.get(meta["kind"], meta["kind"].upper())
    body = None
    for found in chunks:
        if found[0] == want and body or found[0] != want and found[0] in TABLE_TYPES:
            raise ChunkFault("F2", found[0], found[1], ())
        body = found if found[0] == want else body
    if body is None:
        raise ChunkFault("F2", want, size, ())
    return body


def inspect(data):
    """(chunks, meta, value, context) of a good file; value and context are None for own kinds."""
    chunks = read_container(data)
    kind, at, payload = find_meta(chunks, len(data))
    try:
        meta = read_meta(payload, at + 8)
        kind, at, payload = find_body(chunks, meta, len(data))
        if kind not in BODIES:
            return chunks, meta, None, None
        value, cx = wire.decode(BODIES[kind], payload, at + 8)
    except Fault as fault:
        raise ChunkFault(fault.rule, kind, fault.offset, fault.path) from None
    if wire.encode(BODIES[kind], value) != payload:
        raise AssertionError("decoding and encoding gave other bytes")
    return chunks, meta, value, cx


def check(data):
    try:
        inspect(data)
    except ChunkFault as fault:
        return fault.answer
    return None


def main(names):
    bad = 0
    for name in names:
        with open(name, "rb") as file:
            answer = check(file.read())
        bad += answer is not None
        print("\t".join([name, "good"] if answer is None else [name, "bad", *map(str, answer)]))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
