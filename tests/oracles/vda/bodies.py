"""The seven bodies of docs/formats/vda-bodies.md: fields in the tables' order, and their rules.

A rule on one field is reported at that field; a rule that relates several is reported at the one
that its text names first. Rules run as soon as the fields they speak of have been read.
"""

from wire import (AABB, BOOL, COLOR, F32, F64, I64, NOTHING, STR, U8, U16, U32, U64, VEC2, VEC3,
                  Optional, Seq, Struct, num32)


# Shapes of rules. Comparisons are written so that NaN fails each of them (P5).

def ints(rule, name, low, high):
    def check(cx, it, path):
        if not low <= it[name] <= high:
            cx.fail(rule, path + (name,))
    return check


def closed(rule, name, low, high):
    def check(cx, it, path):
        if not low <= num32(it[name]) <= high:
            cx.fail(rule, path + (name,))
    return check


def half_open(rule, name, low, high):
    def check(cx, it, path):
        if not low < num32(it[name]) <= high:
            cx.fail(rule, path + (name,))
    return check


def above(rule, name, low):
    def check(cx, it, path):
        if not num32(it[name]) > low:
            cx.fail(rule, path + (name,))
    return check


def words(rule, name, allowed):
    def check(cx, it, path):
        if it[name] not in allowed:
            cx.fail(rule, path + (name,))
    return check


def increasing(rule, name, list_name):
    def check(cx, it, path):
        items = it[list_name]
        for i in range(1, len(items)):
            if not items[i - 1][name] < items[i][name]:
                cx.fail(rule, path + (list_name, i, name))
    return check


def grid_rule(rule):
    def check(cx, it, path):
        columns, rows = it["grid"]
        if (columns, rows) != (0, 0) and not (1 <= columns <= 256 and 1 <= rows <= 256):
            cx.fail(rule, path + ("grid",))
    return check


def both(*rules):
    def check(cx, it, path):
        for rule in rules:
            rule(cx, it, path)
    return check


class Pair:
    """Two u32 that a table lists as one field."""

    def min(self, _cx):
        return 8

    def decode(self, cx, path, _owner):
        start = cx.pos
        cx.begin(path)
        data = cx.take(8, path)
        cx.note(path, self, start)
        return (int.from_bytes(data[:4], "little"), int.from_bytes(data[4:], "little"))

    def encode(self, out, value, _owner):
        out += value[0].to_bytes(4, "little") + value[1].to_bytes(4, "little")


# MESH

def index_rule(cx, it, path):
    if len(it["indices"]) % 3:
        cx.fail("MS1", path + ("indices",))
    for i, index in enumerate(it["indices"]):
        if index >= len(it["vertices"]):
            cx.fail("MS2", path + ("indices", i))


def range_rule(cx, part, path, indices):
    if part["first_index"] < 0:
        cx.fail("MS3", path + ("first_index",))
    if part["index_count"] < 0 or part["index_count"] % 3:
        cx.fail("MS3", path + ("index_count",))
    if part["first_index"] + part["index_count"] > len(indices):
        cx.fail("MS3", path + ("first_index",))


def mesh_parts_rule(cx, it, path):
    top = max(1, len(cx.root["materials"]))
    for i, part in enumerate(it["mesh_parts"]):
        at = path + ("mesh_parts", i)
        range_rule(cx, part, at, it["indices"])
        if not 0 <= part["material"] < top:
            cx.fail("MS4", at + ("material",))


def parts_rule(cx, it, path):
    for i, part in enumerate(it["parts"]):
        at = path + ("parts", i)
        range_rule(cx, part, at, it["indices"])
        if part["of"] < -1:
            cx.fail("MS5", at + ("of",))


def draw_distance_rule(cx, it, path):
    if not num32(it["draw_distance"]) >= 0:
        cx.fail("MS6", path + ("draw_distance",))


def lods_rule(cx, it, path):
    before = 0.0
    for i, lod in enumerate(it["lods"]):
        distance = num32(lod["distance"])
        if not distance > before:
            cx.fail("MS7", path + ("lods", i, "distance"))
        before = distance


def lod_empty_rule(name):
    def check(cx, lod, path):
        if lod["model"] and lod[name]:
            cx.fail("MS8", path + (name,))
    return check


def lod_parts_rule(cx, lod, path):
    mesh_parts_rule(cx, lod, path)
    if not lod["model"] and len(lod["mesh_parts"]) != len(cx.root["mesh_parts"]):
        cx.fail("MS8", path + ("mesh_parts",))


VERTEX = Struct(("position", VEC3, None), ("normal", VEC3, None), ("uv", VEC2, None), smallest=32)
MESH_PART = Struct(("first_index", I64, None), ("index_count", I64, None), ("material", I64, None),
                   smallest=24)
PART = Struct(("index", I64, None), ("shape", STR, None), ("first_index", I64, None),
              ("index_count", I64, None), ("material", STR, None), ("uv_mapping", STR, None),
              ("flip_normals", BOOL, None), ("of", I64, None), smallest=45)
LOD = Struct(("distance", F32, None), ("model", STR, None), ("bounds", AABB, None),
             ("vertices", Seq(VERTEX), lod_empty_rule("vertices")),
             ("indices", Seq(U32), both(lod_empty_rule("indices"), index_rule)),
             ("mesh_parts", Seq(MESH_PART), both(lod_empty_rule("mesh_parts"), lod_parts_rule)),
             smallest=44)
MESH = Struct(("name", STR, None), ("pivot", STR, None), ("symmetry", STR, None),
              ("smooth_angle_deg", F32, None), ("triangle_budget", I64, None),
              ("pivot_offset", VEC3, None), ("bounds", AABB, None),
              ("vertices", Seq(VERTEX), None), ("indices", Seq(U32), index_rule),
              ("mesh_parts", Seq(MESH_PART), None),
              ("materials", Seq(STR), mesh_parts_rule),
              ("parts", Seq(PART), parts_rule),
              ("draw_distance", F32, draw_distance_rule),
              ("lods", Seq(LOD), lods_rule))


# TEXR

class LevelCount:
    """The u32 `levels`; in an encoded value `levels` is the list itself."""

    def min(self, _cx):
        return 4

    def decode(self, cx, path, owner):
        return U32.decode(cx, path, owner)

    def encode(self, out, value, _owner):
        out += len(value).to_bytes(4, "little")


class Levels:
    """Level x levels: w, h and the pixels' bytes. TX4 and TX5 are needed to walk on."""

    def min(self, _cx):
        return 0

    def decode(self, cx, path, owner):
        levels = []
        for i in range(owner["levels"]):
            at = path + (i,)
            size = []
            for name, side in (("w", owner["width"]), ("h", owner["height"])):
                size.append(U32.decode(cx, at + (name,), owner))
                if size[-1] != max(1, side >> i):
                    cx.fail("TX4", at + (name,))
            cx.begin(at + ("pixels",))
            if size[0] * size[1] > cx.left() // 4:
                cx.fail("TX5", at + ("pixels",))
            start = cx.pos
            pixels = cx.take(4 * size[0] * size[1], at + ("pixels",))
            cx.note(at + ("pixels",), self, start)
            levels.append({"w": size[0], "h": size[1], "pixels": pixels})
        return levels

    def encode(self, out, value, _owner):
        for level in value:
            out += level["w"].to_bytes(4, "little") + level["h"].to_bytes(4, "little")
            out += level["pixels"]


def size_rule(cx, it, path):
    for name in ("width", "height"):
        if it["levels"] == 0 and it[name] != 0:
            cx.fail("TX2", path + (name,))
        if it["levels"] > 0 and not 1 <= it[name] <= 16777216:
            cx.fail("TX2", path + (name,))
    if it["levels"] > max(it["width"], it["height"]).bit_length():
        cx.fail("TX3", path + ("levels",))


def frames_rule(cx, it, path):
    for i, clip in enumerate(it["clips"]):
        at = path + ("clips", i, "frames")
        if not clip["frames"]:
            cx.fail("TX8", at)
        for k, frame in enumerate(clip["frames"]):
            if frame >= max(1, it["grid"][0] * it["grid"][1]):
                cx.fail("TX8", at + (k,))


CLIP = Struct(("name", STR, None), ("frames", Seq(U32), None), ("fps", F32, above("TX9", "fps", 0)),
              ("loop", BOOL, None), ("next", STR, None), smallest=17)
EDGE = Struct(("priority", I64, ints("TX10", "priority", 1, 2**63)),
              ("width", F32, above("TX11", "width", 0)),
              ("roughness", F32, closed("TX12", "roughness", 0, 1)), ("seed", I64, None))
TEXR = Struct(("name", STR, None), ("tiling", BOOL, None), ("layers", I64, None),
              ("width", U32, None), ("height", U32, None), ("levels", LevelCount(), size_rule),
              ("wrap", U8, ints("TX1", "wrap", 0, 1)), ("levels", Levels(), None),
              ("grid", Pair(), grid_rule("TX6")),
              ("clips", Seq(CLIP), both(increasing("TX7", "name", "clips"), frames_rule)),
              ("play", STR, None), ("edge", Optional(EDGE), None), ("autotile", BOOL, None))


# MATL

MATL = Struct(("name", STR, None), ("albedo", COLOR, None), ("texture", STR, None),
              ("unlit", BOOL, None),
              ("alpha", STR, words("MT1", "alpha", (b"opaque", b"blend", b"cutout"))),
              ("cutoff", F32, None), ("cull", U8, ints("MT2", "cull", 0, 1)),
              ("filter", U8, ints("MT3", "filter", 0, 1)), ("grid", Pair(), grid_rule("MT4")))


# Entities, cameras and lights

def hitbox_rule(cx, it, path):
    box = it["hitbox"]
    if box and not all(num32(a) <= num32(b) for a, b in zip(box["min"], box["max"])):
        cx.fail("EN1", path + ("hitbox", "min"))


ENTITY = Struct(("name", STR, None), ("kind", STR, None), ("model", STR, None),
                ("material", STR, None), ("position", VEC3, None), ("rotation_deg", VEC3, None),
                ("scale", VEC3, None), ("tags", Seq(STR), None), ("parent", STR, None),
                ("visible", BOOL, None), ("has_hitbox", BOOL, None),
                ("hitbox", lambda it: AABB if it["has_hitbox"] else NOTHING, hitbox_rule),
                ("layer", I64, ints("EN2", "layer", -1000, 1000)),
                ("frame", U32, ints("EN3", "frame", 0, 65535)), ("anim", STR, None), smallest=78)
CAMERA = Struct(("ortho", BOOL, None), ("fov_deg", F32, None), ("size", F32, None),
                ("near", F32, None), ("far", F32, None), ("position", VEC3, None),
                ("look_at", VEC3, None))
LIGHT = Struct(("direction", VEC3, None), ("color", VEC3, None), ("ambient", VEC3, None))

SCEN = Struct(("name", STR, None), ("camera", CAMERA, None), ("light", LIGHT, None),
              ("background", COLOR, None), ("entities", Seq(ENTITY), None), ("map", STR, None))


# PRFB

def footprint_rule(cx, it, path):
    if not all(0 < num32(side) <= 1024 for side in it["footprint"]):
        cx.fail("PF1", path + ("footprint",))


DISTANCE = Struct(("tag", STR, None), ("metres", F32, closed("PF2", "metres", 0, 4096)))
PRFB = Struct(("name", STR, None), ("footprint", VEC2, footprint_rule), ("tags", Seq(STR), None),
              ("biomes", Seq(STR), None),
              ("distances", Seq(DISTANCE), increasing("PF3", "tag", "distances")),
              ("entities", Seq(ENTITY), None))


# WRLD

def extent_rule(cx, it, path):
    ints("WR3", "extent", 1, 4096)(cx, it, path)
    # Exact in a double: 18 bits of extent x chunk times 24 bits of cell.
    if not float(it["extent"] * it["chunk"]) * num32(it["cell"]) <= 8192.0:
        cx.fail("WR4", path + ("extent",))


def biomes_rule(cx, it, path):
    if not it["biomes"]:
        cx.fail("WR7", path + ("biomes",))


def within(rule, name, beyond):
    """-E..E + beyond, E = extent x chunk."""
    def check(cx, it, path):
        half = cx.root["extent"] * cx.root["chunk"]
        if not -half <= it[name] <= half + beyond:
            cx.fail(rule, path + (name,))
    return check


def vegetation_source_rule(cx, it, path):
    if bool(it["prefab"]) == bool(it["model"]):
        cx.fail("WR25", path + ("prefab",))


def area_rule(rule):
    def check(cx, it, path):
        if it["area"]:
            rule(cx, it, path)
    return check


def scale_rule(cx, it, path):
    low, high = num32(it["scale_min"]), num32(it["scale_max"])
    if not low > 0:
        cx.fail("WR28", path + ("scale_min",))
    if not high <= 16:
        cx.fail("WR28", path + ("scale_max",))
    if not low <= high:
        cx.fail("WR28", path + ("scale_min",))


BIOME = Struct(("name", STR, None), ("ground", STR, None),
               ("weight", I64, ints("WR8", "weight", 1, 1000)), smallest=16)
SCATTER = Struct(("prefab", STR, None), ("biomes", Seq(STR), None),
                 ("density", F32, half_open("WR9", "density", 0, 1)), smallest=12)
SITE = Struct(("tag", STR, None), ("prefabs", Seq(STR), None), ("biomes", Seq(STR), None),
              ("spacing", I64, ints("WR10", "spacing", 2, 4096)),
              ("chance", F32, half_open("WR11", "chance", 0, 1)), smallest=24)
PLACE = Struct(("name", STR, None), ("prefab", STR, None), ("x", I64, within("WR12", "x", -1)),
               ("z", I64, within("WR12", "z", -1)),
               ("rotation", I64, words("WR13", "rotation", (0, 90, 180, 270))), smallest=32)
FEATURE = Struct(("name", STR, None),
                 ("kind", STR, words("WR18", "kind", (b"hill", b"plain", b"lake", b"sea"))),
                 ("x", I64, within("WR19", "x", 0)), ("z", I64, within("WR19", "z", 0)),
                 ("radius", I64, ints("WR20", "radius", 1, 16384)), ("has_height", BOOL, None),
                 ("height", F32, closed("WR21", "height", -1024, 1024)),
                 ("depth", F32, half_open("WR22", "depth", 0, 256)),
                 ("falloff", I64, ints("WR23", "falloff", 0, 16384)),
                 ("roughness", F32, closed("WR24", "roughness", 0, 1)), smallest=53)
VEGETATION = Struct(("name", STR, None), ("prefab", STR, None),
                    ("model", STR, vegetation_source_rule),
                    ("density", F32, half_open("WR26", "density", 0, 1)),
                    ("biomes", Seq(STR), None), ("area", BOOL, None),
                    ("x", I64, area_rule(within("WR27", "x", 0))),
                    ("z", I64, area_rule(within("WR27", "z", 0))),
                    ("radius", I64, area_rule(ints("WR27", "radius", 1, 16384))),
                    ("scale_min", F32, None), ("scale_max", F32, scale_rule), smallest=53)
WRLD = Struct(("name", STR, None), ("seed", U64, None),
              ("cell", F32, half_open("WR1", "cell", 0, 64)),
              ("chunk", I64, ints("WR2", "chunk", 4, 64)), ("extent", I64, extent_rule),
              ("view", I64, ints("WR5", "view", 1, 4)),
              ("biome_scale", I64, ints("WR6", "biome_scale", 4, 4096)),
              ("camera", CAMERA, None), ("light", LIGHT, None), ("background", COLOR, None),
              ("biomes", Seq(BIOME), biomes_rule), ("scatter", Seq(SCATTER), None),
              ("sites", Seq(SITE), None), ("places", Seq(PLACE), None),
              ("entities", Seq(ENTITY), None), ("relief", F32, closed("WR14", "relief", 0, 256)),
              ("relief_scale", I64, ints("WR15", "relief_scale", 4, 4096)), ("sea", BOOL, None),
              ("sea_level", F32, closed("WR16", "sea_level", -1024, 1024)), ("water", STR, None),
              ("lod_distance", F32, above("WR17", "lod_distance", 0)),
              ("features", Seq(FEATURE), None), ("vegetation", Seq(VEGETATION), None))


# TMAP

def terrain_source_rule(cx, it, path):
    if bool(it["texture"]) == bool(it["material"]):
        cx.fail("TM3", path + ("texture",))


def key_rule(cx, it, path):
    if it["key"] > 0x10FFFF or 0xD800 <= it["key"] <= 0xDFFF:
        cx.fail("TM6", path + ("key",))


class Cells:
    """columns x rows u16, one field; TM7."""

    def min(self, cx):
        return 2 * cx.root["columns"] * cx.root["rows"]

    def decode(self, cx, path, _owner):
        start = cx.pos
        cx.begin(path)
        data = cx.take(self.min(cx), path)
        cx.note(path, self, start)
        cells = [int.from_bytes(data[i:i + 2], "little") for i in range(0, len(data), 2)]
        for i, cell in enumerate(cells):
            if cell > len(cx.root["terrains"]):
                cx.offsets[path + (i,)] = cx.base + start + 2 * i
                cx.fail("TM7", path + (i,))
        return cells

    def encode(self, out, value, _owner):
        for cell in value:
            U16.encode(out, cell, None)


class Layer(Struct):
    """The one element whose smallest size depends on the map."""

    def min(self, cx):
        return 17 + 2 * cx.root["columns"] * cx.root["rows"]


def on_map_rule(cx, it, path):
    for origin, size in (("x", "columns"), ("y", "rows")):
        if it[size] < 1:
            cx.fail("TM8", path + (size,))
        if it[origin] + it[size] > cx.root[size]:
            cx.fail("TM8", path + (origin,))


TERRAIN = Struct(("key", U32, key_rule), ("name", STR, None), ("texture", STR, None),
                 ("material", STR, terrain_source_rule), ("tileset", BOOL, None),
                 ("tile_column", U8, None), ("tile_row", U8, None),
                 ("variants", U8, ints("TM4", "variants", 1, 64)),
                 ("flip", U8, ints("TM5", "flip", 0, 3)), ("tags", Seq(STR), None), smallest=25)
LAYER = Layer(("name", STR, None), ("z", F32, None), ("layer", I64, None), ("ysort", BOOL, None),
              ("cells", lambda it: Cells(), None))
PROP = Struct(("name", STR, None), ("type", U8, ints("TM9", "type", 0, 2)),
              ("value", lambda it: (STR, F64, BOOL)[it["type"]], None), smallest=6)
OBJECT = Struct(("name", STR, None), ("x", U32, None), ("y", U32, None), ("columns", U32, None),
                ("rows", U32, on_map_rule), ("prefab", STR, None), ("tags", Seq(STR), None),
                ("props", Seq(PROP), None), smallest=32)
TMAP = Struct(("name", STR, None), ("columns", U32, ints("TM1", "columns", 1, 1024)),
              ("rows", U32, ints("TM1", "rows", 1, 1024)), ("tile", F32, above("TM2", "tile", 0)),
              ("origin", VEC3, None), ("terrains", Seq(TERRAIN), None),
              ("layers", Seq(LAYER), None), ("objects", Seq(OBJECT), None))

BODIES = {"MESH": MESH, "TEXR": TEXR, "MATL": MATL, "SCEN": SCEN, "PRFB": PRFB, "WRLD": WRLD,
          "TMAP": TMAP}
