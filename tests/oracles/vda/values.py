"""Values to encode: the smallest and a rich one of each kind, and elements to put into them."""

import copy

from wire import bits32, bits64

NAN, SNAN, NEG_NAN, DENORMAL = 0x7FC00000, 0x7F800001, 0xFFC12345, 0x00000001
INF, NEG_INF, MAX, NEG_MAX = 0x7F800000, 0xFF800000, 0x7F7FFFFF, 0xFF7FFFFF
NEG_ZERO, NEG_DENORMAL = 0x80000000, 0x80000001
I64_MIN, I64_MAX, U32_MAX, U64_MAX = -2**63, 2**63 - 1, 2**32 - 1, 2**64 - 1
LATIN = b"caf\xe9\xff\x00\xc0\x80"  # no UTF-8, and a NUL


def f(*numbers):
    """The bits of f32 numbers: one integer, or a tuple for a vector."""
    return bits32(numbers[0]) if len(numbers) == 1 else tuple(bits32(n) for n in numbers)


ZERO3 = (0, 0, 0)
BOX0 = {"min": ZERO3, "max": ZERO3}


def vertex(position=ZERO3, normal=ZERO3, uv=(0, 0)):
    return {"position": position, "normal": normal, "uv": uv}


def mesh_part(first=0, count=0, material=0):
    return {"first_index": first, "index_count": count, "material": material}


def part(**fields):
    return {"index": 0, "shape": b"", "first_index": 0, "index_count": 0, "material": b"",
            "uv_mapping": b"", "flip_normals": False, "of": -1, **fields}


def lod(distance, **fields):
    return {"distance": f(distance), "model": b"", "bounds": BOX0, "vertices": [], "indices": [],
            "mesh_parts": [], **fields}


def level(w, h, pixels=None):
    return {"w": w, "h": h, "pixels": bytes(4 * w * h) if pixels is None else pixels}


def clip(name=b"", frames=(0,), **fields):
    return {"name": name, "frames": list(frames), "fps": f(1), "loop": False, "next": b"", **fields}


def edge(**fields):
    return {"priority": 1, "width": f(1), "roughness": 0, "seed": 0, **fields}


def entity(**fields):
    it = {"name": b"", "kind": b"", "model": b"", "material": b"", "position": ZERO3,
          "rotation_deg": ZERO3, "scale": ZERO3, "tags": [], "parent": b"", "visible": False,
          "has_hitbox": False, "hitbox": None, "layer": 0, "frame": 0, "anim": b"", **fields}
    it["has_hitbox"] = it["hitbox"] is not None
    return it


def camera(**fields):
    return {"ortho": False, "fov_deg": 0, "size": 0, "near": 0, "far": 0, "position": ZERO3,
            "look_at": ZERO3, **fields}


def light(**fields):
    return {"direction": ZERO3, "color": ZERO3, "ambient": ZERO3, **fields}


def biome(name=b"", ground=b"", weight=1):
    return {"name": name, "ground": ground, "weight": weight}


def scatter(prefab=b"", biomes=(), density=f(1)):
    return {"prefab": prefab, "biomes": list(biomes), "density": density}


def site(**fields):
    return {"tag": b"", "prefabs": [], "biomes": [], "spacing": 2, "chance": f(1), **fields}


def place(**fields):
    return {"name": b"", "prefab": b"", "x": 0, "z": 0, "rotation": 0, **fields}


def feature(**fields):
    return {"name": b"", "kind": b"hill", "x": 0, "z": 0, "radius": 1, "has_height": False,
            "height": 0, "depth": f(1), "falloff": 0, "roughness": 0, **fields}


def vegetation(**fields):
    return {"name": b"", "prefab": b"p", "model": b"", "density": f(1), "biomes": [], "area": False,
            "x": 0, "z": 0, "radius": 0, "scale_min": f(1), "scale_max": f(1), **fields}


def terrain(**fields):
    return {"key": 0, "name": b"", "texture": b"t", "material": b"", "tileset": False,
            "tile_column": 0, "tile_row": 0, "variants": 1, "flip": 0, "tags": [], **fields}


def layer(cells, **fields):
    return {"name": b"", "z": 0, "layer": 0, "ysort": False, "cells": list(cells), **fields}


def thing(**fields):
    """An object of a map."""
    return {"name": b"", "x": 0, "y": 0, "columns": 1, "rows": 1, "prefab": b"", "tags": [],
            "props": [], **fields}


def prop(name, kind, value):
    return {"name": name, "type": kind, "value": value}


def minimal(kind):
    return copy.deepcopy(MINIMAL[kind])


def rich(kind):
    return copy.deepcopy(RICH[kind])


MINIMAL = {
    "model": {"name": b"", "pivot": b"", "symmetry": b"", "smooth_angle_deg": 0,
              "triangle_budget": 0, "pivot_offset": ZERO3, "bounds": BOX0, "vertices": [],
              "indices": [], "mesh_parts": [], "materials": [], "parts": [], "draw_distance": 0,
              "lods": []},
    "texture": {"name": b"", "tiling": False, "layers": 0, "width": 0, "height": 0, "levels": [],
                "wrap": 0, "grid": (0, 0), "clips": [], "play": b"", "edge": None,
                "autotile": False},
    "material": {"name": b"", "albedo": 0, "texture": b"", "unlit": False, "alpha": b"opaque",
                 "cutoff": 0, "cull": 0, "filter": 0, "grid": (0, 0)},
    "scene": {"name": b"", "camera": camera(), "light": light(), "background": 0, "entities": [],
              "map": b""},
    "prefab": {"name": b"", "footprint": f(1, 1), "tags": [], "biomes": [], "distances": [],
               "entities": []},
    "world": {"name": b"", "seed": 0, "cell": f(1), "chunk": 4, "extent": 1, "view": 1,
              "biome_scale": 4, "camera": camera(), "light": light(), "background": 0,
              "biomes": [biome()], "scatter": [], "sites": [], "places": [], "entities": [],
              "relief": 0, "relief_scale": 4, "sea": False, "sea_level": 0, "water": b"",
              "lod_distance": f(1), "features": [], "vegetation": []},
    "map": {"name": b"", "columns": 1, "rows": 1, "tile": f(1), "origin": ZERO3, "terrains": [],
            "layers": [], "objects": []},
}

CAMERA = camera(ortho=True, fov_deg=f(60), size=f(12.5), near=f(0.1), far=f(1000),
                position=f(1, 2, 3), look_at=f(-1, 0.5, 0.25))
LIGHT = light(direction=f(-0.5, -1, 0.25), color=f(1, 0.9375, 0.75), ambient=f(0.25, 0.25, 0.5))
ENTITIES = [
    entity(name=b"a hero with a long enough name", kind=b"player", model=b"hero", material=b"skin",
           position=f(1.5, 0, -2), rotation_deg=f(0, 90, 0), scale=f(1, 1, 2),
           tags=[b"player", b"alive"], parent=b"root", visible=True,
           hitbox={"min": f(-1, 0, -1), "max": f(1, 2, 1)}, layer=-7, frame=3, anim=b"idle"),
    entity(name=b"crate", kind=b"static", model=b"crate", scale=f(1, 1, 1), layer=1000)]
TRIANGLES = [vertex(f(0, 0, 0), f(0, 0, 1), f(0, 0)), vertex(f(1, 0, 0), f(0, 0, 1), f(1, 0)),
             vertex(f(0, 1, 0), f(0, 0, 1), f(0, 1)), vertex(f(1, 1, 0), f(0, 0, 1), f(1, 1))]

RICH = {
    "model": {"name": b"crate", "pivot": b"bottom-center", "symmetry": b"x",
              "smooth_angle_deg": f(30), "triangle_budget": 500, "pivot_offset": f(0, -0.5, 0),
              "bounds": {"min": f(0, 0, 0), "max": f(1, 1, 0)}, "vertices": TRIANGLES,
              "indices": [0, 1, 2, 2, 1, 3], "mesh_parts": [mesh_part(0, 3, 0), mesh_part(3, 3, 1)],
              "materials": [b"wood", b"iron band"],
              "parts": [part(index=0, shape=b"quad", first_index=0, index_count=6, material=b"wood",
                             uv_mapping=b"planar", flip_normals=True, of=-1),
                        part(index=1, shape=b"mirror", first_index=6, index_count=0, of=0)],
              "draw_distance": f(250),
              "lods": [lod(10, bounds={"min": f(0, 0, 0), "max": f(1, 1, 0)},
                           vertices=TRIANGLES[:3], indices=[2, 0, 1],
                           mesh_parts=[mesh_part(0, 3, 1), mesh_part(3, 0, 0)]),
                       lod(40, model=b"crate_far", bounds={"min": f(0, 0, 0), "max": f(1, 1, 1)})]},
    "texture": {"name": b"grass", "tiling": True, "layers": 3, "width": 5, "height": 2,
                "levels": [level(5, 2, bytes(range(40))), level(2, 1, b"BGRAbgra"),
                           level(1, 1, b"\xff\x00\x80\x7f")],
                "wrap": 1, "grid": (5, 2),
                "clips": [clip(b"run", [0, 1, 9], fps=f(12), loop=True, next=b"walk"),
                          clip(b"walk", [2], fps=f(0.5), next=b"none such")],
                "play": b"run", "edge": edge(priority=4, width=f(0.25), roughness=f(0.5), seed=-9),
                "autotile": True},
    "material": {"name": b"fence", "albedo": 0xFF102030, "texture": b"planks", "unlit": True,
                 "alpha": b"cutout", "cutoff": f(0.5), "cull": 1, "filter": 1, "grid": (4, 256)},
    "scene": {"name": b"main", "camera": CAMERA, "light": LIGHT, "background": 0xFF202830,
              "entities": ENTITIES, "map": b"level_1"},
    "prefab": {"name": b"village", "footprint": f(12, 8), "tags": [b"village", b"building"],
               "biomes": [b"plain"],
               "distances": [{"tag": b"village", "metres": f(6)}, {"tag": b"well", "metres": 0}],
               "entities": ENTITIES},
    "world": {"name": b"island", "seed": U64_MAX, "cell": f(2), "chunk": 16, "extent": 8, "view": 2,
              "biome_scale": 64, "camera": CAMERA, "light": LIGHT, "background": 0x80FFEEDD,
              "biomes": [biome(b"plain", b"grass", 10), biome(b"wood", b"moss", 1000)],
              "scatter": [scatter(b"a_rather_tall_tree", [b"wood", b"plain"], f(0.25)),
                          scatter(b"rock", [], f(1))],
              "sites": [site(tag=b"a village or a town", prefabs=[b"village", b"town"],
                             biomes=[b"plain"], spacing=64, chance=f(0.5)), site(tag=b"camp")],
              "places": [place(name=b"the first home of all", prefab=b"house", x=-128, z=127,
                               rotation=270), place(name=b"well", prefab=b"well", rotation=90)],
              "entities": ENTITIES, "relief": f(24), "relief_scale": 32, "sea": True,
              "sea_level": f(-2.5), "water": b"water", "lod_distance": f(96),
              "features": [feature(name=b"a hill to stand upon", kind=b"hill", x=-128, z=128,
                                   radius=20, has_height=True, height=f(12), depth=f(1), falloff=8,
                                   roughness=f(0.5)),
                           feature(name=b"pond", kind=b"lake", radius=4)],
              "vegetation": [vegetation(name=b"firs of the northern slope", prefab=b"",
                                        model=b"fir", density=f(0.125), biomes=[b"wood"], area=True,
                                        x=5, z=-6, radius=30, scale_min=f(0.5), scale_max=f(1.5)),
                             vegetation(name=b"reeds", prefab=b"reed", x=I64_MIN, z=I64_MAX)]},
    "map": {"name": b"level_1", "columns": 3, "rows": 2, "tile": f(0.5), "origin": f(-1, 0, 4),
            "terrains": [terrain(key=0x23, name=b"a wall of old stones", texture=b"",
                                 material=b"st", tags=[b"solid"]),
                         terrain(key=0x10FFFF, name=b"grass", texture=b"tiles", tileset=True,
                                 tile_column=255, tile_row=7, variants=64, flip=3)],
            "layers": [layer([1, 1, 1, 1, 0, 2], name=b"the ground that one walks on", z=f(-1),
                             layer=-5, ysort=True), layer([0] * 6, name=b"roof", layer=I64_MAX)],
            "objects": [thing(name=b"a door that opens", x=2, y=1, prefab=b"door", tags=[b"exit"],
                              props=[prop(b"where it leads to, in words", 0, b"level_2"),
                                     prop(b"weight", 1, bits64(1.5)), prop(b"open", 2, True)]),
                        thing(name=b"area", columns=3, rows=2)]},
}
