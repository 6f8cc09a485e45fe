"""V1 to V6, F1 to F4 and M1 to M8, on material files and on one kind that nobody has defined."""

import struct
import zlib

import vda
from cases import HASH, TYPES, meta, payload_of, seed_file
from values import minimal

BODY = payload_of("material", minimal("material"))
META = vda.encode_meta(meta("material"))
META_CHUNK, BODY_CHUNK = vda.chunk("META", META), vda.chunk("MATL", BODY)
WHOLE = vda.container(META_CHUNK, BODY_CHUNK)
AT_BODY = 4 + len(META_CHUNK)
VALUE_AT = {key: 12 + META.index(b'"%s":' % key.encode()) + len(key) + 3 for key in vda.KEYS}

# Bodies of version 1 and 65535 without sections or segments: a head of 32 bytes, of which the last
# 16 are XXH3-128 of the first (computed with xxHash 0.8.1, low half first).
HEAD_HASHES = {1: "30d139c48379cc4a1eceb251f8a0a799", 65535: "b9160eb91d8e8308943f936faa48f636"}


def own_body(version):
    return struct.pack("<4I", version, 32, 0, 0) + bytes.fromhex(HEAD_HASHES[version])


def container(cases):
    def bad(rule, short, data, chunk, offset, path, note):
        cases.raw("material", rule, short, data, note, path, chunk, offset)

    def good(rule, short, data, note):
        cases.raw_good("material", rule, "good-" + short, data, note)

    good("V1", "whole", WHOLE, "the magic, META and the body")
    for short, magic in (("case", b"vda1"), ("next", b"VDA2"), ("swapped", b"1ADV")):
        bad("V1", short, magic + WHOLE[4:], "-", 0, "magic", "the magic is " + magic.decode())
    for size in range(4):
        bad("V1", "%d-bytes" % size, WHOLE[:size], "-", 0, "magic", "a file of %d bytes" % size)
    for size in (1, 3, 4, 7, 8, 11):
        bad("V2", "%d-more-bytes" % size, WHOLE + vda.chunk("noTe", b"")[:size],
            "noTe"[:size], len(WHOLE), "-", "%d bytes after the last chunk" % size)
    good("V2", "empty-chunk", WHOLE + vda.chunk("noTe", b""), "a last chunk of 12 bytes")
    for short, delta in (("one-more", 1), ("four-more", 4)):
        size = struct.pack("<I", len(BODY) + delta)
        bad("V2", short, WHOLE[:AT_BODY + 4] + size + WHOLE[AT_BODY + 8:], "MATL", AT_BODY + 4,
            "length", "the last chunk's length is %d too large" % delta)
    for short, size in (("max", 2**32 - 1), ("wraps-12", 2**32 - 12), ("wraps-8", 2**32 - 8),
                        ("wraps-here", 2**32 - AT_BODY), ("i32", 2**31)):
        bad("V2", "length-" + short, WHOLE[:AT_BODY + 4] + struct.pack("<I", size) +
            WHOLE[AT_BODY + 8:], "MATL", AT_BODY + 4, "length", "a length of %d" % size)
    bad("V2", "cut", WHOLE[:-1], "MATL", AT_BODY + 4, "length", "the last byte is missing")
    bad("V2", "cut-crc", WHOLE[:-4], "MATL", AT_BODY + 4, "length", "the last CRC is missing")
    for short, kind in (("underscore", b"no_e"), ("space", b"MAT "), ("nul", b"not\0"),
                        ("at", b"@ote"), ("bracket", b"no[e"), ("backquote", b"no`e"),
                        ("brace", b"{ote"), ("slash", b"n/te"), ("colon", b"no:e"),
                        ("high", b"not\xe9"), ("zero", b"\0\0\0\0")):
        for place, at, data in (("last", len(WHOLE), WHOLE + vda.chunk(kind, b"x")),
                                ("first", 4, vda.container(vda.chunk(kind, b"x")) + WHOLE[4:])):
            if place == "last" or short == "high":
                bad("V3", "%s-%s" % (short, place), data, vda.type_text(kind), at, "type",
                    "a chunk of type " + vda.type_text(kind))
    good("V3", "ends", WHOLE + b"".join(vda.chunk(kind, b"x") for kind in
                                        ("09az", "AZaz", "0000", "zzzz", "matl", "Meta", "mETA")),
         "types from the ends of the three ranges, and known ones in other case")
    good("V4", "unknown", WHOLE + vda.chunk("noTe", b"") + vda.chunk("noTe", b"\0"),
         "unknown chunks with the right CRC")
    for short, at, chunk in (("meta", AT_BODY - 4, "META"), ("body", len(WHOLE) - 4, "MATL")):
        for bit in (0, 31):
            data = bytearray(WHOLE)
            data[at + bit // 8] ^= 1 << bit % 8
            bad("V4", "%s-crc-bit-%d" % (short, bit), bytes(data), chunk, at, "crc",
                "one bit of the stored CRC is another")
    data = bytearray(WHOLE)
    data[AT_BODY + 14] ^= 0x40
    bad("V4", "payload-bit", bytes(data), "MATL", len(WHOLE) - 4, "crc", "one bit of a payload")
    data = vda.container(META_CHUNK, vda.chunk("MATL", BODY, zlib.crc32(BODY)))
    bad("V4", "without-type", data, "MATL", len(WHOLE) - 4, "crc", "the CRC of the payload alone")
    bad("V4", "unknown", WHOLE + vda.chunk("noTe", b"hi", 0), "noTe", len(WHOLE) + 10, "crc",
        "an unknown chunk's CRC is 0")
    bad("V4", "unknown-empty", WHOLE + vda.chunk("noTe", b"", 0), "noTe", len(WHOLE) + 8, "crc",
        "an empty unknown chunk's CRC is 0")


def asset_files(cases):
    def bad(rule, short, data, chunk, offset, note):
        cases.raw("material", rule, short, data, note, "-", chunk, offset)

    def good(rule, short, data, note):
        cases.raw_good("material", rule, "good-" + short, data, note)

    file, note = vda.container, vda.chunk("noTe", b"hello")
    good("F1", "near-meta", WHOLE + vda.chunk("meta", META) + vda.chunk("METB", META),
         "one META and two that are none")
    good("F2", "near-body", WHOLE + vda.chunk("matl", BODY) + vda.chunk("MATM", BODY),
         "one body and two that are none")
    bad("F1", "magic-only", vda.MAGIC, "META", 4, "the magic alone (V5: a container, but no asset)")
    bad("F1", "body-only", file(BODY_CHUNK), "META", 4 + len(BODY_CHUNK), "no META")
    bad("F1", "unknown-only", file(note), "META", 4 + len(note), "an unknown chunk alone")
    bad("F1", "lower-case", file(vda.chunk("meta", META), BODY_CHUNK), "META", len(WHOLE),
        "meta is not META")
    bad("F1", "twice", WHOLE + META_CHUNK, "META", len(WHOLE), "META twice")
    bad("F1", "twice-together", file(META_CHUNK, META_CHUNK, BODY_CHUNK), "META", AT_BODY,
        "META twice before the body")
    bad("F2", "meta-only", file(META_CHUNK), "MATL", AT_BODY, "cut between two chunks (V5)")
    bad("F2", "unknown-body", file(META_CHUNK, vda.chunk("matl", BODY)), "MATL", len(WHOLE),
        "matl is not MATL")
    bad("F2", "twice", WHOLE + BODY_CHUNK, "MATL", len(WHOLE), "the body twice")
    for other in ("MESH", "TEXR", "SCEN", "PRFB", "WRLD", "TMAP", "GMSH", "GTEX", "GMAT", "GSKL",
                  "GCLP", "GSND", "GFNT", "GENV", "GRAW", "GPRF", "GSCN"):
        bad("F2", "also-" + other.lower(), WHOLE + vda.chunk(other, b""), other, len(WHOLE),
            "another body of the table after the right one")
    bad("F2", "also-before", file(vda.chunk("MESH", b""), META_CHUNK, BODY_CHUNK), "MESH", 4,
        "another body of the table before META")
    for kind, body in TYPES.items():
        other = "texture" if kind == "model" else "model"
        data = file(vda.chunk("META", vda.encode_meta(meta(other))),
                    vda.chunk(body, payload_of(kind, minimal(kind))))
        cases.raw(kind, "F2", "of-" + other, data, "META's kind is %s, the body %s" % (other, body),
                  "-", body)
    good("F3", "meta-last", file(BODY_CHUNK, META_CHUNK), "META last")
    good("F3", "meta-last-unknown", file(note, BODY_CHUNK, note, META_CHUNK, note),
         "META last, unknown chunks around")
    good("V6", "before", file(note, META_CHUNK, BODY_CHUNK), "an unknown chunk first")
    good("V6", "between", file(META_CHUNK, note, BODY_CHUNK), "an unknown chunk between")
    good("V6", "after", WHOLE + note, "an unknown chunk last")
    good("V6", "same-twice", file(note, META_CHUNK, note, note, BODY_CHUNK, note),
         "one unknown type four times, the same bytes")
    good("V6", "upper-case", file(vda.chunk("XTRA", b"\0"), META_CHUNK, BODY_CHUNK),
         "an unknown type of upper-case letters")
    good("V6", "looks-known", file(META_CHUNK, vda.chunk("noTe", WHOLE), BODY_CHUNK),
         "an unknown chunk that holds a whole file")
    good("F4", "padd", file(META_CHUNK, vda.chunk("PADD", bytes(11)), BODY_CHUNK),
         "PADD, which readers skip like any unknown chunk")
    good("F4", "padd-empty", file(vda.chunk("PADD", b""), META_CHUNK, BODY_CHUNK), "an empty PADD")


def meta_text(cases):
    """M1 and M2, on bytes."""
    def bad(rule, short, payload, offset, path, note):
        data = vda.container(vda.chunk("META", payload), BODY_CHUNK)
        cases.raw("material", rule, short, data, note, path, "META", offset)

    def swap(old, new):
        if META.count(old) != 1:
            raise AssertionError(old)
        return META.replace(old, new)

    end = 12 + len(META)
    at_key = {key: VALUE_AT[key] - len(key) - 3 for key in vda.KEYS}
    bad("M1", "empty", b"", 12, "-", "an empty payload")
    bad("M1", "brace-only", b"{", 13, "-", "one brace")
    bad("M1", "empty-object", b"{}", 13, "-", "an empty object")
    bad("M1", "array", b"[]", 12, "-", "an array")
    bad("M1", "null", b"null", 12, "-", "null")
    bad("M1", "bom", b"\xef\xbb\xbf" + META, 12, "-", "a byte order mark")
    bad("M1", "space-first", b" " + META, 12, "-", "white space before the object")
    bad("M1", "space-inside", swap(b"{", b"{ "), 13, "-", "white space after the brace")
    bad("M1", "space-colon", swap(b'"kind":', b'"kind": '), VALUE_AT["kind"], None,
        "white space after a colon")
    bad("M1", "space-comma", swap(b'],"kind"', b'], "kind"'), at_key["kind"], "-",
        "white space after a comma")
    bad("M1", "space-deps", swap(b"[]", b"[ ]"), None, None, "white space in an empty list")
    bad("M1", "newline-last", META + b"\n", end, "-", "a line end after the object")
    bad("M1", "nul-last", META + b"\0", end, "-", "a NUL after the object")
    bad("M1", "twice", META + META, end, "-", "two objects")
    bad("M1", "open", META[:-1], end - 1, "-", "the last brace is missing")
    bad("M1", "cut", META[:-2], VALUE_AT["source_hash"], "source_hash", "the last string is open")
    bad("M1", "comma-last", META[:-1] + b",}", end - 1, "-", "a comma after the last value")
    bad("M1", "extra-key", META[:-1] + b',"z":""}', end - 1, "-", "a seventh key")
    bad("M1", "no-deps", swap(b'"deps":[],', b""), at_key["deps"], "-", "no deps")
    bad("M1", "no-hash", META[:META.index(b',"source_hash"')] + b"}", at_key["source_hash"] - 1,
        "-", "no source_hash")
    bad("M1", "order", swap(b'"kind":"material","name":"a"', b'"name":"a","kind":"material"'),
        at_key["kind"], "-", "name before kind")
    bad("M1", "key-twice", swap(b'"name":"a"', b'"name":"a","name":"a"'), None, "-",
        "the key name twice")
    bad("M1", "key-case", swap(b'"kind"', b'"Kind"'), at_key["kind"], "-", "Kind")
    bad("M1", "key-escaped", swap(b'"kind"', b'"\\u006bind"'), at_key["kind"], "-",
        "a key with an escape")
    for short, value in (("number", b"1"), ("null", b"null"), ("true", b"true"), ("list", b"[]")):
        bad("M1", "name-" + short, swap(b'"name":"a"', b'"name":' + value), VALUE_AT["name"],
            "name", "name is " + value.decode())
    for short, value in (("null", b"null"), ("string", b'""'), ("object", b"{}")):
        bad("M1", "deps-" + short, swap(b"[]", value), VALUE_AT["deps"], "deps",
            "deps is " + value.decode())
    bad("M1", "deps-number", swap(b"[]", b"[1]"), VALUE_AT["deps"] + 1, "deps/0",
        "a number in deps")
    bad("M1", "deps-comma", swap(b"[]", b'["a",]'), None, None, "a comma after the last dep")
    bad("M1", "deps-open", swap(b"[]", b'["a"'), None, None, "no bracket after the last dep")
    for short, deps in (("order", b'"b","a"'), ("twice", b'"a","a"'), ("case", b'"a","B"'),
                        ("signed", b'"\xc3\xa9","z"'), ("prefix", b'"ab","a"'),
                        ("utf-16", b'"\xf0\x90\x80\x80","\xef\xbf\xbd"'),
                        ("escaped", b'"\\u2028","\xe2\x80\x9a"')):
        bad("M1", "deps-" + short, swap(b"[]", b"[" + deps + b"]"),
            VALUE_AT["deps"] + 1 + deps.index(b",") + 1, "deps/1",
            "deps out of bytewise order, or one twice")
    for short, text, note in (("slash", b"\\/", "an escaped slash"),
                              ("letter", b"\\u0061", "an escaped letter"),
                              ("del", b"\\u007f", "an escaped DEL"),
                              ("html", b"\\u003c", "an escaped <"),
                              ("amp", b"\\u0026", "an escaped &"),
                              ("quote", b"\\u0022", "a quote in six characters"),
                              ("backslash", b"\\u005c", "a backslash in six characters"),
                              ("long-newline", b"\\u000a", "a line feed in six characters"),
                              ("long-tab", b"\\u0009", "a tab in six characters"),
                              ("long-backspace", b"\\u0008", "a backspace in six characters"),
                              ("long-feed", b"\\u000c", "a form feed in six characters"),
                              ("long-return", b"\\u000d", "a carriage return in six characters"),
                              ("upper-hex", b"\\u001F", "upper-case hex"),
                              ("upper-u", b"\\U001f", "an upper-case U"),
                              ("vertical-tab", b"\\v", "an escape that JSON lacks"),
                              ("short-hex", b"\\u01", "two hex digits"),
                              ("raw-nul", b"\0", "a NUL as itself"),
                              ("raw-newline", b"\n", "a line feed as itself"),
                              ("raw-1f", b"\x1f", "U+001F as itself"),
                              ("raw-2028", b"\xe2\x80\xa8", "U+2028 as itself"),
                              ("raw-2029", b"\xe2\x80\xa9", "U+2029 as itself"),
                              ("escaped-2027", b"\\u2027", "an escaped U+2027"),
                              ("escaped-bmp", b"\\u00e9", "an escaped letter above ASCII"),
                              ("pair", b"\\ud83d\\ude00", "an escaped surrogate pair"),
                              ("lone", b"\\ud800", "an escaped lone surrogate"),
                              ("fffd", b"\\ufffd", "an escaped U+FFFD")):
        bad("M1", "string-" + short, swap(b'"veduta-asset', b'"' + text + b'veduta-asset'), 12 + 12,
            "compiler", note)
    for short, text, note in (("lone", b"\x80", "a continuation byte alone"),
                              ("cut", b"\xc3", "a sequence cut short"),
                              ("latin", b"caf\xe9", "Latin-1"),
                              ("overlong-2", b"\xc0\x80", "NUL in two bytes"),
                              ("overlong-3", b"\xe0\x80\xaf", "a slash in three bytes"),
                              ("overlong-4", b"\xf0\x80\x80\xaf", "a slash in four bytes"),
                              ("surrogate", b"\xed\xa0\x80", "U+D800"),
                              ("last-surrogate", b"\xed\xbf\xbf", "U+DFFF"),
                              ("beyond", b"\xf4\x90\x80\x80", "0x110000"),
                              ("f8", b"\xf8\x88\x80\x80\x80", "five bytes"),
                              ("ff", b"\xff", "the byte ff")):
        bad("M2", short, swap(b'"veduta-asset', b'"' + text + b'veduta-asset'), 24, "compiler",
            note)
    bad("M2", "name", swap(b'"name":"a"', b'"name":"a\xff"'), VALUE_AT["name"], "name",
        "the byte ff in name")
    bad("M2", "dep", swap(b"[]", b'["a","b\x80"]'), VALUE_AT["deps"] + 5, "deps/1",
        "a continuation byte alone in a dep")


def meta_values(cases):
    def good(rule, short, note, **fields):
        data = vda.container(vda.chunk("META", vda.encode_meta({**meta("material"), **fields})),
                             BODY_CHUNK)
        cases.raw_good("material", rule, "good-" + short, data, note)

    def bad(rule, short, note, path, offset=None, **fields):
        data = vda.container(vda.chunk("META", vda.encode_meta({**meta("material"), **fields})),
                             BODY_CHUNK)
        cases.raw("material", rule, short, data, note, path, "META",
                  VALUE_AT[path] if offset is None and path in VALUE_AT else offset)

    control = "".join(map(chr, range(32)))
    good("M1", "escapes", "every escape, and what is not escaped",
         compiler='"\\/<>&\x7f\x80\u2027\u2028\u2029\u202a ' + control)
    good("M1", "deps", "deps in bytewise order", deps=["B", "a", "a-b", "a/b", "ab", "\u00e9",
                                                       "\u201a", "\u2028", "\ufffd", "\U00010000"])
    good("M2", "ends", "the first and last characters of each length and around the surrogates",
         compiler="\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff")
    good("M2", "noncharacters", "characters that are none", compiler="\ufdd0\ufffe\U0001ffff")
    bad("M3", "empty", "compiler is empty", "compiler", compiler="")
    good("M3", "space", "compiler is a space", compiler=" ")
    good("M3", "nul", "compiler is a NUL", compiler="\0")
    for short, kind in (("empty", ""), ("case", "Material"), ("own-case", "GMSH"),
                        ("three", "gms"), ("five", "gmsh2"), ("digit-first", "1msh"),
                        ("dash", "g-sh"), ("underscore", "g_sh"), ("nul", "material\0"),
                        ("models", "models"), ("high", "gm\u00e9"), *((k, k) for k in
                                                                    vda.NOT_OWN_KINDS)):
        bad("M4", short, "kind is %s" % ascii(kind).strip("'"), "kind", kind=kind)
    paths = (("empty", ""), ("slash", "/"), ("first-slash", "/a"), ("last-slash", "a/"),
             ("two-slashes", "a//b"), ("dot", "."), ("dot-first", "./a"), ("dot-last", "a/."),
             ("dot-inside", "a/./b"), ("up", ".."), ("up-first", "../a"), ("up-last", "a/.."),
             ("up-inside", "a/../b"), ("backslash", "a\\b"), ("backslash-only", "\\"))
    for short, path in paths:
        bad("M5", "source-" + short, "source is %s" % (path or "empty"), "source", source=path)
        bad("M5", "dep-" + short, "a dep is %s" % (path or "empty"), "deps/0",
            VALUE_AT["deps"] + 1, deps=[path])
    bad("M5", "second-dep", "the second dep is not clean", "deps/1", VALUE_AT["deps"] + 5,
        deps=["a", "b/"])
    odd = ["...", "..a", ".a", "C:/x", "a b", "a..", "a/...", "~", "\u00e9/\U0001f600"]
    for i, path in enumerate(odd):
        good("M5", "source-%d" % i, "source is %s" % ascii(path).strip("'"), source=path)
    good("M5", "deps", "odd but clean deps", deps=sorted(odd, key=lambda p: p.encode()))
    good("M5", "control", "a path with control characters", source="a\n/\0\t")
    for short, text in (("63", HASH[1:]), ("65", HASH + "0"), ("empty", ""), ("upper", "F" * 64),
                        ("g", HASH[1:] + "g"), ("colon", ":" + HASH[1:]), ("slash", "/" + HASH[1:]),
                        ("backquote", "`" + HASH[1:]), ("newline", HASH + "\n")):
        bad("M6", short, "source_hash %s" % short, "source_hash", source_hash=text)
    good("M6", "zeros", "source_hash of zeros", source_hash="0" * 64)
    good("M6", "fs", "source_hash of f", source_hash="f" * 64)
    for short, name in (("empty", ""), ("upper", "A"), ("dash-first", "-a"), ("line-first", "_a"),
                        ("dot", "a.b"), ("space", "a b"), ("slash", "a/b"), ("nul", "a\0"),
                        ("newline", "a\n"), ("high", "caf\u00e9"), ("upper-later", "aB"),
                        ("backquote", "a`"), ("brace", "{"), ("colon", "a:")):
        bad("M7", short, "name is %s" % (ascii(name).strip("'") or "empty"), "name", name=name)
    for short, name in (("digit", "0"), ("letter", "z"), ("all", "09az_-"), ("dash-last", "a-"),
                        ("long", "a" * 300)):
        good("M7", short, "name is %s" % (name if len(name) < 9 else "300 letters"), name=name)


def other_kinds(cases):
    """M7 in each seed kind, and M8 on the kind zz09, of which no reader knows more than F2."""
    for kind in TYPES:
        text = vda.encode_meta(meta(kind, name="A"))
        data = vda.container(vda.chunk("META", text),
                             vda.chunk(TYPES[kind], payload_of(kind, minimal(kind))))
        cases.raw(kind, "M7", "kind-%s" % kind, data, "name is A", "name", "META",
                  12 + text.index(b'"A"'))
        data = seed_file(kind, payload_of(kind, minimal(kind)))
        at = 4 + 12 + len(vda.encode_meta(meta(kind)))
        cases.raw_good(kind, "F3", "good-meta-last-%s" % kind, b"VDA1" + data[at:] + data[4:at],
                       "META after the body")

    def own(version=1, kind="zz09", **fields):
        return {**meta(kind, compiler="galley/%s/%d" % (kind, version), name=HASH[:16],
                       source=HASH[:16]), **fields}

    def file(text, version=1, body="ZZ09"):
        return vda.container(vda.chunk("META", text), vda.chunk(body, own_body(version)))

    for version in (1, 65535):
        data = file(vda.encode_meta(own(version)), version)
        cases.raw_good("zz09", "M8", "good-version-%d" % version, data,
                       "an own kind nobody has defined, body version %d" % version)
    for kind in ("a000", "zzzz", "padc", "mess"):
        cases.raw_good(kind, "M4", "good", file(vda.encode_meta(own(kind=kind)), 1, kind.upper()),
                       "an own kind nobody has defined, its body in upper case")
    cases.raw("zz09", "F2", "no-body", vda.container(vda.chunk("META", vda.encode_meta(own()))),
              "no ZZ09", "-", "ZZ09")
    cases.raw("zz09", "F2", "also-matl", file(vda.encode_meta(own())) + vda.chunk("MATL", b""),
              "MATL as well", "-", "MATL")
    for short, key, value in (
            ("version-0", "compiler", "galley/zz09/0"),
            ("version-65536", "compiler", "galley/zz09/65536"),
            ("version-wraps", "compiler", "galley/zz09/4294967297"),
            ("version-01", "compiler", "galley/zz09/01"),
            ("version-plus", "compiler", "galley/zz09/+1"),
            ("version-empty", "compiler", "galley/zz09/"),
            ("version-missing", "compiler", "galley/zz09"),
            ("version-space", "compiler", "galley/zz09/1 "),
            ("version-hex", "compiler", "galley/zz09/a"),
            ("other-kind", "compiler", "galley/gmsh/1"),
            ("case", "compiler", "Galley/zz09/1"),
            ("name", "name", "a"), ("name-15", "name", HASH[:15]), ("name-17", "name", HASH[:17]),
            ("name-end", "name", HASH[-15:] + "0"), ("source", "source", "a.json"),
            ("source-17", "source", HASH[:17]), ("deps", "deps", ["a"])):
        text = vda.encode_meta(own(**{key: value}))
        cases.raw("zz09", "M8", short, file(text), "%s is %s" % (key, value), key, "META",
                  12 + text.index(b'"%s":' % key.encode()) + len(key) + 3)


def add(cases):
    container(cases)
    asset_files(cases)
    meta_text(cases)
    meta_values(cases)
    other_kinds(cases)
