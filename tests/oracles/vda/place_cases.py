"""The rules of entities, prefabs, worlds and maps, each on both sides of its boundary, and what no
rule speaks of."""

import values
from cases import changed, offset_in, payload_of
from values import (DENORMAL, I64_MAX, I64_MIN, INF, NAN, NEG_INF, NEG_NAN, NEG_ZERO, SNAN, U32_MAX,
                    clip, edge, entity, f, feature, layer, lod, minimal, part, place, prop, rich,
                    scatter, site, terrain, thing, vegetation, vertex)


def entities(cases, kind):
    base = {**minimal(kind), "entities": [entity(hitbox={"min": f(1, 2, 3), "max": f(1, 2, 3)})]}
    at = "entities/0/"
    path = at + "hitbox/min"
    bad = []
    for axis, name in enumerate("xyz"):
        low = list(f(1, 2, 3))
        for short, bits in (("above", low[axis] + 1), ("nan", NAN), ("inf", INF)):
            bad.append(("%s-%s" % (name, short), tuple(low[:axis] + [bits] + low[axis + 1:]),
                        "min %s of a hitbox is %s" % (name, short)))
    cases.ends(kind, "EN1", base, path,
               [("same", f(1, 2, 3), "a hitbox of one point"),
                ("below", tuple(b - 1 for b in f(1, 2, 3)), "min is the f32 below max"),
                ("neg-inf", (NEG_INF,) * 3, "min is -infinity")], bad, field="hitbox-min")
    cases.ends(kind, "EN1", base, at + "hitbox/max",
               [("inf", (INF,) * 3, "max is infinity")],
               [("nan", (f(1), f(2), SNAN), "max z of a hitbox is NaN")], field="hitbox-max",
               report=path)
    zero = changed(base, path, (0, NEG_ZERO, 0))
    cases.good(kind, "EN1", "zeros", changed(zero, at + "hitbox/max", (NEG_ZERO, 0, 0)),
               "0 and -0 are equal")
    one = {**minimal(kind), "entities": [entity()]}
    cases.ints(kind, "EN2", one, at + "layer", -1000, 1000)
    cases.ints(kind, "EN3", one, at + "frame", 0, 65535, wide=False)
    cases.bad(kind, "EN3", "frame-max", changed(one, at + "frame", U32_MAX), at + "frame",
              "frame is 4294967295")
    three = {**minimal(kind), "entities": [entity(), entity(name=b"b"), entity(layer=1001)]}
    cases.bad(kind, "EN2", "third", three, "entities/2/layer", "the third entity's layer is 1001")


def prefab(cases):
    base = minimal("prefab")
    for side, build in (("first", lambda bits: (bits, f(1))), ("second", lambda b: (f(1), b))):
        cases.floats("prefab", "PF1", base, "footprint", 0, 1024, open_low=True, build=build,
                     field="footprint-" + side)
    near = {**base, "distances": [{"tag": b"a", "metres": 0}]}
    cases.floats("prefab", "PF2", near, "distances/0/metres", 0, 4096)
    for short, tags, good, note in (("bytewise", (b"", b"A", b"a", b"a\0", b"b\xff"), True,
                                     "tags in bytewise order"),
                                    ("same", (b"a", b"a"), False, "one tag twice"),
                                    ("order", (b"b", b"a"), False, "tags in the wrong order"),
                                    ("signed", (b"\xff", b"a"), False, "ff before 61")):
        value = {**base, "distances": [{"tag": tag, "metres": f(1)} for tag in tags]}
        if good:
            cases.good("prefab", "PF3", short, value, note)
        else:
            cases.bad("prefab", "PF3", short, value, "distances/1/tag", note)


def world_numbers(cases):
    base = minimal("world")
    cases.floats("world", "WR1", base, "cell", 0, 64, open_low=True)
    cases.ints("world", "WR2", base, "chunk", 4, 64)
    tiny = changed(base, "cell", DENORMAL)
    cases.ints("world", "WR3", tiny, "extent", 1, 4096)
    for short, cell, chunk, extent, note in (
            ("cell-64", f(64), 4, 32, "64 x 4 x 32 is 8192"),
            ("cell-1", f(1), 64, 128, "1 x 64 x 128 is 8192"),
            ("largest", f(1 / 32), 64, 4096, "1/32 x 64 x 4096 is 8192")):
        value = {**base, "cell": cell, "chunk": chunk, "extent": extent}
        cases.good("world", "WR4", short, value, note)
        cases.bad("world", "WR4", short + "-over", {**value, "extent": extent + 1}
                  if extent < 4096 else {**value, "cell": cell + 1}, "extent",
                  "one step more than " + note)
    value = {**base, "cell": f(1) + 1, "chunk": 64, "extent": 128}
    cases.bad("world", "WR4", "ulp", value, "extent", "cell is the f32 above 1")
    value = {**base, "cell": f(8192 / 192), "chunk": 64, "extent": 3}
    cases.bad("world", "WR4", "double", value, "extent",
              "above 8192 in double precision, 8192 when rounded to f32")
    cases.good("world", "WR4", "double", {**value, "cell": value["cell"] - 1}, "just below 8192")
    cases.ints("world", "WR5", base, "view", 1, 4)
    cases.ints("world", "WR6", base, "biome_scale", 4, 4096)
    cases.good("world", "WR7", "one", base, "one biome")
    cases.bad("world", "WR7", "none", {**base, "biomes": []}, "biomes", "no biome")
    cases.ints("world", "WR8", base, "biomes/0/weight", 1, 1000)
    cases.floats("world", "WR9", {**base, "scatter": [scatter()]}, "scatter/0/density", 0, 1,
                 open_low=True)
    spots = {**base, "sites": [site()]}
    cases.ints("world", "WR10", spots, "sites/0/spacing", 2, 4096)
    cases.floats("world", "WR11", spots, "sites/0/chance", 0, 1, open_low=True)
    spots = {**base, "places": [place()], "chunk": 5, "extent": 3}
    cases.ints("world", "WR12", spots, "places/0/x", -15, 14)
    cases.ints("world", "WR12", spots, "places/0/z", -15, 14)
    cases.ends("world", "WR13", spots, "places/0/rotation",
               [("%d" % turn, turn, "rotation is %d" % turn) for turn in (0, 90, 180, 270)],
               [(short, turn, "rotation is %d" % turn)
                for short, turn in (("45", 45), ("360", 360), ("low", -90), ("min", I64_MIN),
                                    ("low32", 2**32 + 90))])
    cases.floats("world", "WR14", base, "relief", 0, 256)
    cases.ints("world", "WR15", base, "relief_scale", 4, 4096)
    cases.floats("world", "WR16", base, "sea_level", -1024, 1024)
    cases.floats("world", "WR17", base, "lod_distance", 0, None, open_low=True)


def world_features(cases):
    base = {**minimal("world"), "chunk": 5, "extent": 3, "features": [feature()]}
    at = "features/0/"
    cases.ends("world", "WR18", base, at + "kind",
               [(kind.decode(), kind, "kind is " + kind.decode())
                for kind in (b"hill", b"plain", b"lake", b"sea")],
               [("empty", b"", "kind is empty"), ("case", b"Hill", "kind is Hill"),
                ("longer", b"hills", "kind is hills"), ("other", b"river", "kind is river")])
    cases.ints("world", "WR19", base, at + "x", -15, 15)
    cases.ints("world", "WR19", base, at + "z", -15, 15)
    cases.ints("world", "WR20", base, at + "radius", 1, 16384)
    cases.floats("world", "WR21", base, at + "height", -1024, 1024)
    cases.floats("world", "WR22", base, at + "depth", 0, 256, open_low=True)
    cases.ints("world", "WR23", base, at + "falloff", 0, 16384)
    cases.floats("world", "WR24", base, at + "roughness", 0, 1)
    tall = changed(base, at + "has_height", True)
    cases.floats("world", "WR21", tall, at + "height", -1024, 1024, field="height-used")


def world_vegetation(cases):
    def plants(**fields):
        return {**minimal("world"), "chunk": 5, "extent": 3, "vegetation": [vegetation(**fields)]}

    at = "vegetation/0/"
    cases.good("world", "WR25", "prefab", plants(), "a prefab")
    cases.good("world", "WR25", "model", plants(prefab=b"", model=b"m"), "a model")
    cases.bad("world", "WR25", "none", plants(prefab=b""), at + "prefab", "neither")
    cases.bad("world", "WR25", "both", plants(model=b"m"), at + "prefab", "both")
    cases.floats("world", "WR26", plants(), at + "density", 0, 1, open_low=True)
    area = plants(area=True, radius=1)
    cases.ints("world", "WR27", area, at + "x", -15, 15)
    cases.ints("world", "WR27", area, at + "z", -15, 15)
    cases.ints("world", "WR27", area, at + "radius", 1, 16384)
    cases.good("world", "WR27", "without", plants(x=I64_MIN, z=I64_MAX, radius=I64_MIN),
               "without area anything goes")
    for short, low, high, good, where, note in (
            ("same", f(16), f(16), True, "", "both 16"),
            ("denormal", DENORMAL, DENORMAL, True, "", "both the smallest denormal"),
            ("wide", DENORMAL, f(16), True, "", "the widest range"),
            ("min-zero", 0, f(1), False, "scale_min", "scale_min is 0"),
            ("min-neg-zero", NEG_ZERO, f(1), False, "scale_min", "scale_min is -0"),
            ("min-below", values.NEG_DENORMAL, f(1), False, "scale_min", "scale_min is below 0"),
            ("min-nan", NAN, f(1), False, "scale_min", "scale_min is NaN"),
            ("min-above", f(1) + 1, f(1), False, "scale_min", "scale_min is above scale_max"),
            ("max-high", f(1), f(16) + 1, False, "scale_max", "scale_max is above 16"),
            ("max-inf", f(1), INF, False, "scale_max", "scale_max is infinity"),
            ("max-nan", f(1), NEG_NAN, False, "scale_max", "scale_max is NaN")):
        value = plants(scale_min=low, scale_max=high)
        if good:
            cases.good("world", "WR28", short, value, note)
        else:
            cases.bad("world", "WR28", short, value, at + where, note)


def tile_map(cases):
    def sheet(columns=3, rows=2, **fields):
        return {**minimal("map"), "columns": columns, "rows": rows, **fields}

    cases.ints("map", "TM1", minimal("map"), "columns", 1, 1024, wide=False)
    cases.ints("map", "TM1", minimal("map"), "rows", 1, 1024, wide=False)
    for name in ("columns", "rows"):
        for short, size in (("zero", 0), ("max", U32_MAX)):
            cases.bad("map", "TM1", "%s-%s" % (name, short), changed(sheet(), name, size), name,
                      "%s is %d" % (name, size))
    cases.good("map", "TM1", "largest", sheet(1024, 1024), "1024 x 1024 without layers")
    cases.floats("map", "TM2", minimal("map"), "tile", 0, None, open_low=True)
    base = sheet(terrains=[terrain()])
    at = "terrains/0/"
    cases.good("map", "TM3", "texture", base, "a texture")
    cases.good("map", "TM3", "material", sheet(terrains=[terrain(texture=b"", material=b"m")]),
               "a material")
    cases.bad("map", "TM3", "none", sheet(terrains=[terrain(texture=b"")]), at + "texture",
              "neither")
    cases.bad("map", "TM3", "both", sheet(terrains=[terrain(material=b"m")]), at + "texture",
              "both")
    cases.ends("map", "TM4", base, at + "variants",
               [("low", 1, "variants is 1"), ("high", 64, "variants is 64")],
               [("zero", 0, "variants is 0"), ("high", 65, "variants is 65"),
                ("max", 255, "variants is 255")])
    cases.ends("map", "TM5", base, at + "flip",
               [("%d" % flip, flip, "flip is %d" % flip) for flip in range(4)],
               [("4", 4, "flip is 4"), ("255", 255, "flip is 255")])
    cases.ends("map", "TM6", base, at + "key",
               [("%x" % key, key, "key is U+%04X" % key)
                for key in (0, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF)],
               [("%x" % key, key, "key is 0x%X" % key)
                for key in (0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x110000, U32_MAX)])
    cases.good("map", "TM6", "twice", sheet(terrains=[terrain(), terrain()]), "one key twice")

    grid = sheet(terrains=[terrain(), terrain(key=1)], layers=[layer([0, 1, 2, 2, 1, 0])])
    cases.good("map", "TM7", "last", grid, "cells up to the number of terrains")
    cases.good("map", "TM7", "none", sheet(layers=[layer([0] * 6)]), "no terrains, all cells empty")
    for i, cell in ((0, 3), (5, 3), (2, 65535)):
        cases.bad("map", "TM7", "cell-%d-%d" % (i, cell),
                  changed(grid, "layers/0/cells/%d" % i, cell), "layers/0/cells/%d" % i,
                  "cell %d is %d with 2 terrains" % (i, cell))
    cases.bad("map", "TM7", "none", sheet(layers=[layer([0, 0, 0, 0, 1, 0])]), "layers/0/cells/4",
              "a cell is 1 without terrains")
    cases.bad("map", "TM7", "second-layer", changed(sheet(layers=[layer([0] * 6), layer([0] * 6)]),
                                                    "layers/1/cells/0", 256),
              "layers/1/cells/0", "a cell of the second layer")
    map_objects(cases, sheet)


def map_objects(cases, sheet):
    for short, (x, y, columns, rows), where, note in (
            ("whole", (0, 0, 3, 2), None, "the whole map"),
            ("corner", (2, 1, 1, 1), None, "the last cell"),
            ("columns-zero", (0, 0, 0, 1), "columns", "no column"),
            ("rows-zero", (0, 0, 1, 0), "rows", "no row"),
            ("x-high", (3, 0, 1, 1), "x", "one cell right of the map"),
            ("y-high", (0, 2, 1, 1), "y", "one cell below the map"),
            ("wide", (1, 0, 3, 1), "x", "one column too wide"),
            ("high", (0, 1, 1, 2), "y", "one row too high"),
            ("x-wraps", (U32_MAX, 0, 2, 1), "x", "x + columns wraps to 1 in 32 bits"),
            ("y-wraps", (0, U32_MAX, 1, 3), "y", "y + rows wraps to 2 in 32 bits"),
            ("columns-max", (1, 0, U32_MAX, 1), "x", "x + columns wraps to 0 in 32 bits"),
            ("zero-at-end", (3, 0, 0, 1), "columns", "no column, at the map's right end")):
        value = sheet(objects=[thing(x=x, y=y, columns=columns, rows=rows)])
        if where:
            cases.bad("map", "TM8", short, value, "objects/0/" + where, note)
        else:
            cases.good("map", "TM8", short, value, note)
    props = [prop(b"", 0, b""), prop(b"b", 0, values.LATIN), prop(b"c", 1, 0x7FF8000000000001),
             prop(b"d", 1, 2**63), prop(b"e", 1, 0x7FF0000000000000),
             prop(b"f", 1, 0xFFF7FFFFFFFFFFFF), prop(b"f", 2, False), prop(b"a", 2, True)]
    value = sheet(objects=[thing(props=props)])
    cases.good("map", "TM9", "each", value, "props of each type, with odd values and no order")
    payload = payload_of("map", value)
    for kind in (3, 4, 255):
        at = offset_in("map", value, "objects/0/props/7/type")
        cases.bad_payload("map", "TM9", "type-%d" % kind,
                          payload[:at] + bytes([kind]) + payload[at + 1:],
                          "objects/0/props/7/type", "a prop's type is %d" % kind)


def odd_scalars(cases):
    """What no rule speaks of: any bits are good."""
    nans, infs = (NAN, SNAN, NEG_NAN), (INF, NEG_INF, NEG_ZERO)
    cam = values.camera(fov_deg=NAN, size=INF, near=NEG_ZERO, far=SNAN, position=nans, look_at=infs)
    sun = values.light(direction=infs, color=nans, ambient=(values.NEG_MAX, DENORMAL, values.MAX))
    odd = entity(name=values.LATIN, kind=b"\0", model=b"../x", material=b"\xff" * 5, position=nans,
                 rotation_deg=infs, scale=(0, NEG_ZERO, DENORMAL), tags=[b"", b"", values.LATIN])
    changes = {
        "model": {"name": values.LATIN, "pivot": b"nowhere", "symmetry": b"xyz",
                  "smooth_angle_deg": NEG_NAN, "triangle_budget": I64_MIN, "pivot_offset": nans,
                  "bounds": {"min": infs, "max": nans},
                  "vertices": [vertex(nans, infs, (SNAN, NEG_ZERO))], "indices": [0, 0, 0],
                  "materials": [b"", b"", values.LATIN],
                  "parts": [part(index=I64_MIN, shape=values.LATIN, of=I64_MAX, material=b"none"),
                            part(index=I64_MAX)],
                  "lods": [lod(1, model=values.LATIN, bounds={"min": nans, "max": infs})]},
        "texture": {"name": b"No Name Rule!", "layers": I64_MIN, "play": values.LATIN,
                    "edge": edge(seed=I64_MIN), "clips": [clip(values.LATIN, next=b"\xff")]},
        "material": {"name": values.LATIN, "albedo": U32_MAX, "texture": b"/", "cutoff": SNAN},
        "scene": {"name": values.LATIN, "camera": cam, "light": sun, "entities": [odd],
                  "map": b"\xed\xa0\x80"},
        "prefab": {"tags": [b"z", b"", b"z"], "biomes": [b"\xff"], "entities": [odd, odd]},
        "world": {"seed": 2**63, "camera": cam, "light": sun, "biomes": [values.biome()] * 2,
                  "scatter": [scatter(values.LATIN, [b""] * 3)], "water": values.LATIN,
                  "entities": [odd], "sites": [site(prefabs=[b""], biomes=[values.LATIN])]},
        "map": {"origin": nans, "terrains": [terrain(texture=b"\0", name=values.LATIN)],
                "layers": [layer([1], z=NEG_NAN, layer=I64_MIN), layer([0], z=INF, layer=I64_MAX)],
                "objects": [thing(prefab=values.LATIN, tags=[b"", b""])]},
    }
    for kind, fields in changes.items():
        cases.good(kind, "P5", "odd", {**minimal(kind), **fields},
                   "NaN payloads, infinities, -0, strings that are no UTF-8, i64 ends")
    cases.good("model", "P5", "budget-max", {**minimal("model"), "triangle_budget": I64_MAX},
               "the largest i64")
    cases.good("texture", "P5", "layers-max", {**minimal("texture"), "layers": I64_MAX},
               "the largest i64")
    value = changed(rich("texture"), "edge", None)
    cases.good("texture", "P2", "no-edge", value, "no edge, the other bools true")


def add(cases):
    for kind in ("scene", "prefab", "world"):
        entities(cases, kind)
    prefab(cases)
    world_numbers(cases)
    world_features(cases)
    world_vegetation(cases)
    tile_map(cases)
    odd_scalars(cases)
