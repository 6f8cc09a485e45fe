"""The rules of models, textures and materials, each on both sides of its boundary."""

import values
from cases import changed, offset_in, payload_of
from values import (I64_MAX, I64_MIN, INF, NAN, U32_MAX, clip, edge, f, level, lod, mesh_part,
                    minimal, part, vertex)


def tri(**fields):
    """A model of three vertices and one triangle."""
    return {**minimal("model"), "vertices": [vertex()] * 3, "indices": [0, 1, 2],
            "mesh_parts": [mesh_part(0, 3)], **fields}


def mesh(cases):
    def good(rule, short, note, **fields):
        cases.good("model", rule, short, tri(**fields), note)

    def bad(rule, short, path, note, **fields):
        cases.bad("model", rule, short, tri(**fields), path, note)

    part0, shape0, lod0 = "mesh_parts/0/", "parts/0/", "lods/0/"
    none = [mesh_part()]
    good("MS1", "none", "no indices", indices=[], mesh_parts=none)
    for count in (1, 2, 4):
        bad("MS1", "%d" % count, "indices", "%d indices" % count, indices=[0] * count,
            mesh_parts=none)
        bad("MS1", "lod-%d" % count, lod0 + "indices", "%d indices in a lod" % count,
            lods=[lod(1, vertices=[vertex()], indices=[0] * count, mesh_parts=none)])
    good("MS2", "last", "an index of the last vertex, three times", indices=[2, 2, 2])
    bad("MS2", "count", "indices/2", "an index of 3 with 3 vertices", indices=[0, 1, 3])
    bad("MS2", "max", "indices/0", "an index of 4294967295", indices=[U32_MAX, 1, 2])
    bad("MS2", "none", "indices/0", "indices without vertices", vertices=[])
    good("MS2", "lod-last", "a lod's own vertices count",
         lods=[lod(1, vertices=[vertex()], indices=[0] * 3, mesh_parts=[mesh_part(0, 3)])])
    bad("MS2", "lod-base", lod0 + "indices/1", "a lod's index that only the base mesh has",
        lods=[lod(1, vertices=[vertex()], indices=[0, 1, 0], mesh_parts=[mesh_part(0, 3)])])

    ranges = [("end", (3, 0), None, "an empty range at the end"),
              ("inside", (1, 0), None, "an empty range that begins inside a triangle"),
              ("first-low", (-1, 3), "first_index", "first index is -1"),
              ("first-min", (I64_MIN, 0), "first_index", "first index is the smallest i64"),
              ("count-low", (3, -3), "index_count", "index count is -3"),
              ("count-min", (0, I64_MIN), "index_count", "index count is the smallest i64"),
              ("sum-high", (1, 3), "first_index", "the range ends one index too late"),
              ("past", (4, 0), "first_index", "an empty range that begins after the end"),
              ("count-high", (0, 6), "first_index", "six indices of three"),
              ("sum-wraps", (I64_MAX, 3), "first_index", "the sum is over the largest i64"),
              ("sum-wraps-twice", (I64_MAX, 9223372036854775806), "first_index",
               "the sum of two of the largest i64 wraps to -3"),
              ("not-triangles", (0, 2), "index_count", "an index count of 2")]
    for short, (first, count), field, note in ranges:
        for where, at, fields in (
                ("", part0, {"mesh_parts": [mesh_part(first, count)]}),
                ("part-", shape0, {"parts": [part(first_index=first, index_count=count)]}),
                ("lod-", lod0 + part0,
                 {"lods": [lod(1, vertices=[vertex()], indices=[0] * 3,
                               mesh_parts=[mesh_part(first, count)])]})):
            if field:
                bad("MS3", where + short, at + field, note, **fields)
            else:
                good("MS3", where + short, note, **fields)
    good("MS3", "overlap", "two mesh_parts of the same indices",
         mesh_parts=[mesh_part(0, 3), mesh_part(0, 3)])

    good("MS4", "last", "the last of two materials", materials=[b"a", b"b"],
         mesh_parts=[mesh_part(0, 3, 1)])
    good("MS4", "none", "material 0 without materials")
    for short, index, names in (("count", 2, [b"a", b"b"]), ("none-1", 1, []), ("low", -1, [b"a"]),
                                ("none-low", -1, []), ("max", I64_MAX, [b"a"]),
                                ("min", I64_MIN, [b"a"]), ("low32", 2**32, [b"a", b"b"])):
        note = "material %d of %d" % (index, len(names))
        bad("MS4", short, part0 + "material", note, materials=names,
            mesh_parts=[mesh_part(0, 3, index)])
        bad("MS4", "lod-" + short, lod0 + part0 + "material", note + " in a lod", materials=names,
            lods=[lod(1, mesh_parts=[mesh_part(0, 0, index)])])
    good("MS4", "lod-last", "the last of two materials in a lod", materials=[b"a", b"b"],
         lods=[lod(1, mesh_parts=[mesh_part(0, 0, 1)])])

    one = tri(parts=[part()])
    cases.ends("model", "MS5", one, "parts/0/of",
               [("low", -1, "of is -1"), ("max", I64_MAX, "of is the largest i64")],
               [("low", -2, "of is -2"), ("min", I64_MIN, "of is the smallest i64")])
    cases.floats("model", "MS6", minimal("model"), "draw_distance", 0, None)
    ladder = {**minimal("model"), "lods": [lod(1)]}
    cases.floats("model", "MS7", ladder, "lods/0/distance", 0, None, open_low=True)
    two = {**minimal("model"), "lods": [lod(1), lod(2)]}
    cases.ends("model", "MS7", two, "lods/1/distance",
               [("next", f(1) + 1, "the f32 after the first"), ("inf", INF, "infinity after 1")],
               [("same", f(1), "the first's distance again"),
                ("less", f(1) - 1, "the f32 before the first"), ("nan", NAN, "NaN after 1")],
               field="second")
    inf = changed(two, "lods/0/distance", INF)
    cases.bad("model", "MS7", "two-inf", changed(inf, "lods/1/distance", INF), "lods/1/distance",
              "infinity twice")

    far = {"model": b"far"}
    good("MS8", "model", "a lod with a model", lods=[lod(1, **far)])
    good("MS8", "nul-model", "a lod whose model is a NUL byte", lods=[lod(1, model=b"\0")])
    good("MS8", "mesh", "a lod with as many mesh_parts as the base",
         lods=[lod(1, mesh_parts=[mesh_part()])])
    bad("MS8", "model-vertices", lod0 + "vertices", "a lod with a model and a vertex",
        lods=[lod(1, vertices=[vertex()], **far)])
    bad("MS8", "model-parts", lod0 + "mesh_parts", "a lod with a model and a mesh_part",
        lods=[lod(1, mesh_parts=[mesh_part()], **far)])
    bad("MS8", "fewer-parts", lod0 + "mesh_parts", "a lod without mesh_parts", lods=[lod(1)])
    bad("MS8", "more-parts", lod0 + "mesh_parts", "a lod with one mesh_part more than the base",
        lods=[lod(1, mesh_parts=[mesh_part(), mesh_part()])])
    cases.bad("model", "MS8", "base-without-parts",
              {**minimal("model"), "lods": [lod(1, mesh_parts=[mesh_part()])]}, lod0 + "mesh_parts",
              "a lod with a mesh_part where the base has none")


def pixels(width, height, levels=(), **fields):
    return {**minimal("texture"), "width": width, "height": height,
            "levels": [level(*size) for size in levels], **fields}


def texture_sizes(cases):
    def good(rule, short, value, note):
        cases.good("texture", rule, short, value, note)

    def bad(rule, short, value, path, note):
        cases.bad("texture", rule, short, value, path, note)

    cases.ends("texture", "TX1", minimal("texture"), "wrap",
               [("repeat", 0, "repeat"), ("clamp", 1, "clamp")],
               [("high", 2, "wrap is 2"), ("max", 255, "wrap is 255")])
    good("TX2", "one", pixels(1, 1, [(1, 1)]), "one pixel")
    good("TX2", "none", pixels(0, 0), "no level")
    bad("TX2", "width-zero", pixels(0, 1, [(1, 1)]), "width", "a level and no width")
    bad("TX2", "height-zero", pixels(1, 0, [(1, 1)]), "height", "a level and no height")
    bad("TX2", "width-without", pixels(1, 0), "width", "a width and no level")
    bad("TX2", "height-without", pixels(0, 1), "height", "a height and no level")
    for name in ("width", "height"):
        for short, size in (("high", 16777217), ("max", U32_MAX)):
            value = changed(pixels(1, 1, [(1, 1)]), name, size)
            bad("TX2", "%s-%s" % (name, short), value, name, "%s is %d" % (name, size))
    chain = [(8, 3), (4, 1), (2, 1), (1, 1)]
    for count in (1, 2, 3, 4):
        good("TX3", "%d-of-4" % count, pixels(8, 3, chain[:count]), "%d levels of 8 x 3" % count)
    good("TX3", "7-wide", pixels(7, 1, [(7, 1), (3, 1), (1, 1)]), "three levels of 7 x 1")
    bad("TX3", "5-of-4", pixels(8, 3, chain + [(1, 1)]), "levels", "five levels of 8 x 3")
    bad("TX3", "7-wide", pixels(7, 1, [(7, 1), (3, 1), (1, 1), (1, 1)]), "levels",
        "four levels of 7 x 1")
    bad("TX3", "one", pixels(1, 1, [(1, 1), (1, 1)]), "levels", "two levels of one pixel")
    good("TX4", "odd", pixels(5, 7, [(5, 7), (2, 3), (1, 1)]), "odd sides round down")
    good("TX4", "thin", pixels(1, 5, [(1, 5), (1, 2), (1, 1)]), "no side is below 1")
    for i, (w, h), name in ((0, (7, 3), "w"), (0, (8, 2), "h"), (1, (3, 1), "w"), (1, (5, 1), "w"),
                            (1, (4, 2), "h"), (3, (0, 1), "w"), (3, (1, 0), "h")):
        sizes = chain[:i] + [(w, h)] + chain[i + 1:]
        bad("TX4", "level-%d-%dx%d" % (i, w, h), pixels(8, 3, sizes), "levels/%d/%s" % (i, name),
            "level %d of 8 x 3 measures %d x %d" % (i, w, h))
    good("TX5", "rows", pixels(2, 2, [(2, 2)]), "four pixels")


def huge_textures(cases):
    """Sizes that no tiny file can hold: the pixels are what is missing, sooner or later."""
    for short, w, h, levels, path, rule, note in (
            ("16777216-wide", 2**24, 1, 25, "levels/0/pixels", "TX5", "TX2 and TX3 hold"),
            ("16777216-high", 1, 2**24, 1, "levels/0/pixels", "TX5", "TX2 holds"),
            ("16777216-26", 2**24, 1, 26, "levels", "TX3", "26 levels of 16777216 x 1"),
            ("levels-max", 1, 1, U32_MAX, "levels", "TX3", "4294967295 levels"),
            ("wraps-16", 32768, 32768, 1, "levels/0/pixels", "TX5", "the bytes wrap in 32 bits"),
            ("wraps-32", 65536, 65536, 1, "levels/0/pixels", "TX5", "the pixels wrap in 32 bits"),
            ("largest", 2**24, 2**24, 1, "levels/0/pixels", "TX5", "2^48 pixels")):
        value = pixels(w, h, [])
        whole = payload_of("texture", value)
        at = 4 + 1 + 8 + 8  # name, tiling, layers, width and height
        payload = (whole[:at] + levels.to_bytes(4, "little") + whole[at + 4:at + 5] +
                   w.to_bytes(4, "little") + h.to_bytes(4, "little") + whole[at + 5:])
        cases.bad_payload("texture", rule, short, payload, path, note)
    one = pixels(1, 1, [(1, 1)])
    payload = payload_of("texture", one)
    cut = offset_in("texture", one, "levels/0/pixels") + 3
    cases.bad_payload("texture", "TX5", "cut", payload[:cut], "levels/0/pixels",
                      "the last byte of the only pixel is missing")


def grids(cases, kind, rule):
    base = minimal(kind)
    cases.ends(kind, rule, base, "grid",
               [("none", (0, 0), "grid 0 0"), ("one", (1, 1), "grid 1 1"),
                ("wide", (256, 1), "grid 256 1"), ("high", (1, 256), "grid 1 256"),
                ("largest", (256, 256), "grid 256 256")],
               [("no-rows", (1, 0), "grid 1 0"), ("no-columns", (0, 1), "grid 0 1"),
                ("too-wide", (257, 1), "grid 257 1"), ("too-high", (1, 257), "grid 1 257"),
                ("wraps", (65537, 65536), "grid 65537 65536"),
                ("max", (U32_MAX, U32_MAX), "grid 4294967295 twice"),
                ("wide-of-none", (257, 0), "grid 257 0")])


def texture_clips(cases):
    def clips(*items, **fields):
        return {**minimal("texture"), "clips": list(items), **fields}

    def good(rule, short, value, note):
        cases.good("texture", rule, short, value, note)

    def bad(rule, short, value, path, note):
        cases.bad("texture", rule, short, value, path, note)

    grids(cases, "texture", "TX6")
    second = "clips/1/name"
    good("TX7", "bytewise", clips(clip(b""), clip(b"Z"), clip(b"a"), clip(b"a\0"), clip(b"a\x7f"),
                                  clip(b"a\x80"), clip(b"a\xff"), clip(b"b")),
         "names in bytewise order, bytes being unsigned and a prefix coming first")
    good("TX7", "length", clips(clip(b"aaa"), clip(b"b")), "a longer name before a shorter one")
    for short, a, b, note in (("same", b"a", b"a", "two clips of one name"),
                              ("empty", b"", b"", "two clips without a name"),
                              ("order", b"b", b"a", "names in the wrong order"),
                              ("case", b"a", b"B", "a before B"),
                              ("signed", b"\x80", b"\x7f", "80 before 7f"),
                              ("prefix", b"ab", b"a", "ab before a"),
                              ("nul", b"a\0", b"a", "a longer name before its prefix")):
        bad("TX7", short, clips(clip(a), clip(b)), second, note)
    bad("TX7", "third", clips(clip(b"a"), clip(b"b"), clip(b"a")), "clips/2/name",
        "the third clip has the first's name")
    good("TX8", "single", clips(clip(frames=[0, 0, 0])), "frame 0 without a grid")
    good("TX8", "last", clips(clip(frames=[5, 0]), grid=(3, 2)), "frame 5 of 3 x 2")
    good("TX8", "largest", clips(clip(frames=[65535]), grid=(256, 256)), "frame 65535 of 256 x 256")
    frames = "clips/0/frames"
    bad("TX8", "none", clips(clip(frames=[])), frames, "a clip without frames")
    bad("TX8", "single-1", clips(clip(frames=[0, 1])), frames + "/1", "frame 1 without a grid")
    bad("TX8", "count", clips(clip(frames=[6]), grid=(3, 2)), frames + "/0", "frame 6 of 3 x 2")
    bad("TX8", "largest", clips(clip(frames=[65536]), grid=(256, 256)), frames + "/0",
        "frame 65536 of 256 x 256")
    bad("TX8", "max", clips(clip(frames=[U32_MAX]), grid=(3, 2)), frames + "/0",
        "frame 4294967295 of 3 x 2")
    cases.floats("texture", "TX9", clips(clip()), "clips/0/fps", 0, None, open_low=True)
    rim = {**minimal("texture"), "edge": edge()}
    cases.ends("texture", "TX10", rim, "edge/priority",
               [("low", 1, "priority is 1"), ("max", I64_MAX, "priority is the largest i64")],
               [("zero", 0, "priority is 0"), ("min", I64_MIN, "priority is the smallest i64")])
    cases.floats("texture", "TX11", rim, "edge/width", 0, None, open_low=True)
    cases.floats("texture", "TX12", rim, "edge/roughness", 0, 1)


def material(cases):
    base = minimal("material")
    cases.ends("material", "MT1", base, "alpha",
               [(word.decode(), word, "alpha is " + word.decode())
                for word in (b"opaque", b"blend", b"cutout")],
               [("empty", b"", "alpha is empty"), ("case", b"Opaque", "alpha is Opaque"),
                ("longer", b"opaque\0", "alpha is opaque and a NUL"),
                ("shorter", b"cutou", "alpha is cutou"), ("space", b" blend", "alpha has a space")])
    for rule, name in (("MT2", "cull"), ("MT3", "filter")):
        cases.ends("material", rule, base, name,
                   [(str(v), v, "%s is %d" % (name, v)) for v in (0, 1)],
                   [(str(v), v, "%s is %d" % (name, v)) for v in (2, 255)])
    grids(cases, "material", "MT4")


def add(cases):
    mesh(cases)
    texture_sizes(cases)
    huge_textures(cases)
    texture_clips(cases)
    material(cases)
