#!/usr/bin/env python3
"""Writes the golden manifests from docs/formats/manifest.md, apart from Galley's own writer.

    tests/golden/manifest/make.py        (needs libxxhash.so.0 and Python's ctypes)
"""

import ctypes
import struct
import uuid
from pathlib import Path

HERE = Path(__file__).resolve().parent
XXH = ctypes.CDLL("libxxhash.so.0")
XXH.XXH3_64bits.restype = ctypes.c_uint64
XXH.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]

WOOD = uuid.UUID("8fd2c159-ba7b-5cf5-b8d7-63656f75dd88")
HERO = uuid.UUID("743199f4-3347-5e2c-9dc6-07a8db94e4e3")
OTHER = uuid.UUID("79e9d17a-e20f-54be-8c5f-5d442c0d561f")


def header(version: int = 1, magic: bytes = b"GALLEYMF", zero: int = 0) -> bytes:
    return magic + struct.pack("<II", version, zero)


def record(kind: int, payload: bytes) -> bytes:
    body = struct.pack("<IB", len(payload), kind) + payload
    return body + struct.pack("<Q", XXH.XXH3_64bits(body, len(body)))


def row(asset: uuid.UUID, kind: int, key: int, size: int, name: str, deps=()) -> bytes:
    text = name.encode()
    return record(1, asset.bytes + struct.pack("<B", kind) + bytes([key] * 32)
                  + bytes([key + 1] * 32) + struct.pack("<QI", size, len(text)) + text
                  + struct.pack("<I", len(deps)) + b"".join(d.bytes for d in deps))


def removal(asset: uuid.UUID) -> bytes:
    return record(2, asset.bytes)


def commit(count: int) -> bytes:
    return record(3, struct.pack("<I", count))


wood = row(WOOD, 2, 0x10, 1000, "assets/textures/wood.png")
hero = row(HERO, 3, 0x20, 2000, "assets/meshes/hero.gltf:material/Größe", (WOOD, OTHER))
other = row(OTHER, 1, 0x30, 3000, "assets/a.glb:mesh/Lid~2")

FILES = {
    # Good: what is live is said beside each in manifest_test.cpp.
    "empty.manifest": header(),
    "one_transaction.manifest": header() + hero + other + wood + commit(3),
    "three_transactions.manifest":
        header() + wood + hero + commit(2) + commit(0)
        + removal(HERO) + other + row(WOOD, 2, 0x40, 1234, "assets/textures/oak.png") + commit(3),
    # Damaged tails: only what stands before is live.
    "uncommitted.manifest": header() + wood + commit(1) + hero,
    "wrong_count.manifest": header() + wood + commit(1) + hero + commit(2),
    "unknown_type.manifest": header() + wood + commit(1) + record(4, b"") + commit(1),
    "long_payload.manifest":
        header() + wood + commit(1) + record(2, HERO.bytes + b"\0") + commit(1),
    "name_past_end.manifest":
        header() + wood + commit(1)
        + record(1, HERO.bytes + b"\1" + bytes(64) + struct.pack("<QI", 0, 0xFFFFFFFF) + b"ab")
        + commit(1),
    "dependencies_past_end.manifest":
        header() + wood + commit(1)
        + record(1, HERO.bytes + b"\1" + bytes(64) + struct.pack("<QI", 0, 1) + b"a"
                 + struct.pack("<I", 0x10000001) + WOOD.bytes)
        + commit(1),
    # M7: counts as removals.
    "unknown_kind.manifest":
        header() + wood + hero + commit(2) + row(WOOD, 200, 0x50, 1, "assets/new") + commit(1),
    "empty_name.manifest": header() + wood + hero + commit(2) + row(WOOD, 2, 0x50, 1, "")
        + commit(1),
    # Refused.
    "bad_magic.manifest": header(magic=b"GALLEYMG"),
    "bad_version.manifest": header(version=2) + wood + commit(1),
    "bad_header.manifest": header(zero=1) + wood + commit(1),
}

for name, data in FILES.items():
    (HERE / name).write_bytes(data)
