#!/usr/bin/env python3
"""Writes the golden .vda files from docs/formats/vda.md, independently of libs/vda.

    python3 tests/golden/vda/make.py

Good files stand here, bad ones in bad/ with what a reader must say about each in bad.tsv.
"""
import pathlib
import struct
import zlib

HERE = pathlib.Path(__file__).parent
HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
# The example of Veduta's specification.
SEED_META = (
    '{"compiler":"veduta-asset/0.8.0","deps":[],"kind":"model","name":"crate",'
    '"source":"models/crate.vmodel","source_hash":"' + HASH + '"}'
).encode()


def chunk(kind, payload, crc=None):
    head = kind + struct.pack("<I", len(payload))
    return head + payload + struct.pack("<I", zlib.crc32(kind + payload) if crc is None else crc)


def file(*chunks):
    return b"VDA1" + b"".join(chunks)


def own_meta(kind, key, version=1):
    return (
        f'{{"compiler":"galley/{kind}/{version}","deps":[],"kind":"{kind}","name":"{key[:16]}",'
        f'"source":"{key[:16]}","source_hash":"{key}"}}'
    ).encode()


def own_file(kind, key, body, version=1):
    """META, padding so that the payload stands on a multiple of 64, the body (F4)."""
    start = file(chunk(b"META", own_meta(kind, key, version)))
    if (len(start) + 8) % 64:
        start += chunk(b"PADD", bytes(-(len(start) + 12 + 8) % 64))
    assert (len(start) + 8) % 64 == 0
    return start + chunk(kind.upper().encode(), body)


META = chunk(b"META", SEED_META)
BODY = chunk(b"MESH", b"body")

GOOD = {
    "no_chunks.vda": file(),
    "matl_hi.vda": file(chunk(b"MATL", b"hi")),
    "empty_payload.vda": file(chunk(b"MATL", b"")),
    "seed_meta.vda": file(META),
    "model.vda": file(META, BODY),
    "model_any_order.vda": file(chunk(b"xyz9", b"?"), BODY, chunk(b"PADD", b"\x01"), META,
                                chunk(b"xyz9", b"")),
}

META_END = 4 + len(META)  # 201
# name: bytes, code, byte offset, chunk or -
BAD = {
    "empty": (b"", "G1301", 0, "-"),
    "magic_cut": (b"VDA", "G1301", 0, "-"),
    "magic_case": (b"vda1", "G1301", 0, "-"),
    "magic_version": (b"VDA2" + META, "G1301", 0, "-"),
    "header_cut": (file(META) + b"MESH\x04\0\0", "G1302", META_END, "MESH"),
    "type_cut": (file(META) + b"M", "G1302", META_END, "M"),
    "payload_cut": (file(META, BODY)[:-5], "G1302", META_END, "MESH"),
    "crc_cut": (file(META, BODY)[:-1], "G1302", META_END + 4, "MESH"),
    "length_max": (file(b"MESH\xff\xff\xff\xffbody\0\0\0\0"), "G1302", 8, "MESH"),
    "length_over_by_one": (file(b"MESH\x05\0\0\0body\0\0\0\0"), "G1302", 8, "MESH"),
    "type_space": (file(chunk(b"MES ", b"body")), "G1303", 4, "MES\\x20"),
    "type_zero": (file(META, chunk(b"MES\0", b"body")), "G1303", META_END, "MES\\x00"),
    "type_high": (file(chunk(b"M\xc9SH", b"body")), "G1303", 4, "M\\xc9SH"),
    "crc": (file(META, chunk(b"MESH", b"body", 0)), "G1304", META_END + 12, "MESH"),
    "crc_of_payload_alone": (file(chunk(b"MESH", b"body", zlib.crc32(b"body"))), "G1304", 16,
                             "MESH"),
    "no_meta": (file(BODY), "G1308", 4 + len(BODY), "META"),
    "no_chunks": (file(), "G1308", 4, "META"),
    "meta_twice": (file(META, BODY, META), "G1308", META_END + len(BODY), "META"),
    "no_body": (file(META), "G1309", META_END, "MESH"),
    "body_twice": (file(META, BODY, BODY), "G1309", META_END + len(BODY), "MESH"),
    "body_of_another_kind": (file(META, chunk(b"TEXR", b"body")), "G1309", META_END, "TEXR"),
    "body_and_another": (file(META, BODY, chunk(b"GMSH", b"body")), "G1309",
                         META_END + len(BODY), "GMSH"),
}


# The example's `{"compiler":"veduta-asset/0.8.0"` takes 32 bytes, `,"deps":` the next 8. Values
# begin at 12 (compiler), 40 (deps), 50 (kind), 65 (name), 82 (source) and 118 (hash), and what is wrong
# in one is reported there.
def bad_meta(name, old, new, code, offset):
    assert SEED_META.count(old) == 1, name
    payload = SEED_META.replace(old, new)
    BAD["meta_" + name] = (file(chunk(b"META", payload), BODY), code, offset + 12, "META")


bad_meta("space", b'"deps":[]', b'"deps": []', "G1306", 40)
bad_meta("line_end", HASH.encode() + b'"}', HASH.encode() + b'"}\n', "G1306", 185)
bad_meta("key_order", b'"deps":[],"kind":"model"', b'"kind":"model","deps":[]', "G1306", 33)
bad_meta("null_deps", b'[]', b'null', "G1306", 40)
bad_meta("deps_unsorted", b'[]', b'["b","a"]', "G1306", 45)
bad_meta("deps_repeated", b'[]', b'["a","a"]', "G1306", 45)
bad_meta("html_escape", b'models/crate.vmodel', b'models/a\\u0026b', "G1306", 82)
bad_meta("slash_escape", b'models/crate.vmodel', b'models\\/crate', "G1306", 82)
bad_meta("long_escape_of_newline", b'models/crate.vmodel', b'models/\\u000a', "G1306", 82)
bad_meta("upper_case_escape", b'models/crate.vmodel', b'models/\\u001F', "G1306", 82)
bad_meta("raw_line_separator", b'models/crate.vmodel', b'models/\xe2\x80\xa8', "G1306", 82)
bad_meta("raw_control", b'models/crate.vmodel', b'models/\x01', "G1306", 82)
bad_meta("not_utf8", b'models/crate.vmodel', b'models/\xff', "G1306", 82)
bad_meta("surrogate", b'models/crate.vmodel', b'models/\xed\xa0\x80', "G1306", 82)
bad_meta("overlong", b'models/crate.vmodel', b'models/\xc0\xaf', "G1306", 82)
bad_meta("cut", HASH.encode() + b'"}', HASH.encode(), "G1306", 118)
bad_meta("compiler_empty", b'veduta-asset/0.8.0', b'', "G1307", 12)
bad_meta("kind_unknown", b'"model"', b'"models"', "G1307", 50)
bad_meta("kind_of_chunk", b'"model"', b'"mesh"', "G1307", 50)
bad_meta("name_case", b'"crate"', b'"Crate"', "G1307", 65)
bad_meta("name_dash_first", b'"crate"', b'"-crate"', "G1307", 65)
bad_meta("name_empty", b'"crate"', b'""', "G1307", 65)
bad_meta("source_absolute", b'models/crate.vmodel', b'/models/crate.vmodel', "G1307", 82)
bad_meta("source_escapes", b'models/crate.vmodel', b'../crate.vmodel', "G1307", 82)
bad_meta("source_dot", b'models/crate.vmodel', b'models/./crate.vmodel', "G1307", 82)
bad_meta("source_empty", b'models/crate.vmodel', b'', "G1307", 82)
bad_meta("source_slashes", b'models/crate.vmodel', b'models//crate.vmodel', "G1307", 82)
bad_meta("source_ends_in_slash", b'models/crate.vmodel', b'models/', "G1307", 82)
bad_meta("source_backslash", b'models/crate.vmodel', b'models\\\\crate.vmodel', "G1307", 82)
bad_meta("dep_escapes", b'[]', b'["a","b/../c"]', "G1307", 45)
bad_meta("hash_upper_case", HASH.encode(), HASH.upper().encode(), "G1307", 118)
bad_meta("hash_short", HASH.encode(), HASH[:63].encode(), "G1307", 118)


def main():
    for name, data in GOOD.items():
        (HERE / name).write_bytes(data)
    bad = HERE / "bad"
    bad.mkdir(exist_ok=True)
    rows = ["# file\tcode\tbyte\tchunk"]
    for name, (data, code, offset, kind) in BAD.items():
        (bad / f"{name}.vda").write_bytes(data)
        rows.append(f"{name}.vda\t{code}\t{offset}\t{kind}")
    (bad / "bad.tsv").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
