#!/usr/bin/env python3
"""Writes the golden bodies from docs/formats/{gmsh,gtex,gmat,vda}.md, independently of libs/asset.

    python3 tests/golden/bodies/make.py        (needs libxxhash.so.0)

Good files are whole files of the store; bad/ holds payloads alone, and bad.tsv what a reader must
say about each.
"""
import ctypes
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "vda"))
import make as vda  # noqa: E402

KEY = "00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f"


class Hash128(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


XXH = ctypes.CDLL("libxxhash.so.0")
XXH.XXH3_128bits.restype = Hash128
XXH.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]


def hash128(data):
    value = XXH.XXH3_128bits(data, len(data))
    return struct.pack("<QQ", value.low, value.high)


def align(data, multiple=16):
    return data + bytes(-len(data) % multiple)


def body(sections, segments=(), version=1):
    """Head of aligned sections, then segments at multiples of 16 (B1 to B7)."""
    fields = b"".join(align(section) for section in sections)
    head_size = 16 + 32 * len(segments) + len(fields) + 16
    table, data = b"", b""
    for segment in segments:
        data = align(data)
        table += struct.pack("<QQ", head_size + len(data), len(segment)) + hash128(segment)
        data += segment
    head = struct.pack("<IIII", version, head_size, len(segments), 0) + table + fields
    return head + hash128(head) + data


def patched(data, offset, new, rehash=True):
    """The body with bytes replaced; the hashes of segments and head made right again."""
    out = bytearray(data)
    out[offset:offset + len(new)] = new
    if rehash:
        head_size, count = struct.unpack_from("<II", out, 4)
        for i in range(count):
            start, size = struct.unpack_from("<QQ", out, 16 + 32 * i)
            out[32 + 32 * i:48 + 32 * i] = hash128(bytes(out[start:start + size]))
        out[head_size - 16:head_size] = hash128(bytes(out[:head_size - 16]))
    return bytes(out)


# A mesh: two triangles (front and back of one) at level 0, one of them at level 1.
def mesh(vertices=3, indices=(0, 1, 2, 0, 2, 1, 0, 1, 2), attributes=None, strides=(12, 24),
         levels=((0, 6, 0.0), (6, 3, 0.5)), box=(0, 0, 0, 1, 1, 0), sphere=(0.5, 0.5, 0, 0.75),
         positions=(0, 0, 0, 1, 0, 0, 0, 1, 0), counts=None, extra=b"", uv=0.25, version=1):
    if attributes is None:
        # semantic, set, format, stream, offset: position, normal, uv 0, colour 0 as unorm8
        attributes = ((0, 0, 1, 0, 0), (1, 0, 1, 1, 0), (3, 0, 0, 1, 12), (4, 0, 3, 1, 20))
    counts = counts or (vertices, len(indices), len(attributes), len(strides), len(levels), 0)
    fixed = struct.pack("<6I", *counts) + struct.pack("<10f", *box, *sphere)
    table = b"".join(struct.pack("<BBBBHH", *row, 0) for row in attributes)
    chain = b"".join(struct.pack("<IIf", *row) for row in levels)
    vertex = struct.pack("<5f4B", 0, 0, 1, uv, 0.75, 10, 20, 30, 255)
    return body([fixed, table, chain, struct.pack(f"<{len(strides)}I", *strides)],
                [struct.pack(f"<{len(positions)}f", *positions), vertex * 3,
                 struct.pack(f"<{len(indices)}H", *indices) + extra], version)


# A texture of 4x2 sRGB pixels with its full chain of three levels, all in the tail.
SRGB = 4
PIXELS = [bytes(range(32)), bytes(range(100, 108)), bytes(range(200, 204))]


def texture(format=SRGB, usage=0, shape=0, width=4, height=2, layers=1, levels=3,
            wraps=(0, 1, 1, 0), swizzle=(0, 1, 2, 5), cutoff=0.5, tail=None):
    info = struct.pack("<HBBIIII4B4Bf", format, usage, shape, width, height, layers, levels,
                       *wraps, *swizzle, cutoff)
    if tail is None:
        tail = align(PIXELS[2]) + align(PIXELS[1]) + PIXELS[0]
    return body([info], [tail])


def slot(map, texture, uv=0, modes=(0, 0, 0, 0, 0), transform=(0, 0, 1, 1, 0), zero=0):
    return struct.pack("<8BI5f", map, uv, *modes, zero, texture, *transform)


CORE = (0.5, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1.5, 0)  # glTF's defaults

def floats(*values):
    return struct.pack(f"<{len(values)}f", *values)


LOBES = (floats(0.5, 0.25, 2) +                     # clearcoat
         floats(0.1, 0.2, 0.3, 0.4) +               # sheen
         floats(0.75) +                             # transmission
         floats(0.5, 0, 1, 0.5, 0.25) +             # volume
         floats(0.9, 1.5, 1, 1) +                   # specular
         floats(0.6, -1.5) +                        # anisotropy
         floats(1, 1.3, 100, 400) +                 # iridescence
         floats(0.2, 1, 0.5, 0) +                   # diffuse transmission
         floats(1, 1, 1, 0.5, 0, 0, 0, 0.5))        # specular-glossiness
SLOTS = (slot(0, 1, modes=(2, 1, 0, 1, 1), transform=(0.5, 0.25, 2, 4, 0.125)),
         slot(2, 0, uv=1))


def material(lobes=0, kind=0, flags=(0, 0), core=CORE, lobe_bytes=b"", slots=(), count=None,
             zero=0, segments=()):
    fixed = struct.pack("<IIBBBB", lobes, len(slots) if count is None else count, kind, *flags,
                        zero)
    return body([fixed + floats(*core) + lobe_bytes, b"".join(slots)], segments)


GOOD = {
    "gmsh_two_levels.vda": ("gmsh", mesh()),
    "gtex_tail.vda": ("gtex", texture()),
    # BC7 of 5 x 9: 2 x 3 blocks of 16 bytes, and one for the level of 2 x 4.
    "gtex_blocks.vda": ("gtex", texture(format=21, usage=1, width=5, height=9, levels=2,
                                        tail=bytes(range(16)) + bytes(range(96)))),
    "gmat_plain.vda": ("gmat", material()),
    "gmat_every_lobe.vda": ("gmat", material(511, 2, (1, 1), CORE, LOBES, SLOTS)),
}

MESH, TEXTURE, MATERIAL = mesh(), texture(), material(511, 2, (1, 1), CORE, LOBES, SLOTS)
# Where things stand. MESH: 3 segments, fields 112 to 256 (attributes from 176, levels from 208,
# strides from 240), head's end 272, streams at 272 and 320, indices at 400 to 418. TEXTURE: fields
# 48 to 80, head's end 96, levels of 4, 8 and 32 bytes at 96, 112, 128. MATERIAL: fields from 16,
# floats from 28, lobes 88 to 228, slots from 240, head's end 320.
assert (len(MESH), len(TEXTURE), len(MATERIAL)) == (418, 160, 320)
MAX = b"\xff\xff\xff\xff"
NAN, INF = floats(float("nan")), floats(float("inf"))

# name: bytes, code, byte offset or -, field or -
BAD = {
    # The shared layout, B1 to B7.
    "empty.gmsh": (b"", "G1311", 0, "-"),
    "fixed_part_cut.gmsh": (MESH[:15], "G1311", 0, "-"),
    "version_0.gmsh": (patched(MESH, 0, b"\0"), "G1310", 0, "-"),
    "version_2.gtex": (patched(TEXTURE, 0, b"\2"), "G1310", 0, "-"),
    "version_2.gmat": (patched(MATERIAL, 0, b"\2"), "G1310", 0, "-"),
    "head_size_odd.gmsh": (patched(MESH, 4, b"\x11", False), "G1311", 4, "-"),
    "head_size_small.gmsh": (patched(MESH, 4, b"\x10\0", False), "G1311", 4, "-"),
    "head_size_max.gmsh": (patched(MESH, 4, b"\xf0\xff\xff\xff", False), "G1311", 4, "-"),
    "segments_max.gmsh": (patched(MESH, 8, MAX, False), "G1311", 8, "-"),
    "fourth_number.gmsh": (patched(MESH, 12, b"\1"), "G1311", 12, "-"),
    "head_hash.gmsh": (patched(MESH, 112, b"\4", False), "G1312", 256, "-"),
    "segment_hash.gmsh": (patched(MESH, 417, b"\1", False), "G1312", 400, "segments/2"),
    "segment_hash.gtex": (patched(TEXTURE, 159, b"\1", False), "G1312", 96, "segments/0"),
    "segment_offset.gtex": (patched(TEXTURE, 16, b"\x70"), "G1313", 16, "segments/0"),
    "segment_size_max.gtex": (patched(TEXTURE, 24, MAX * 2), "G1313", 24, "segments/0"),
    "byte_left.gtex": (TEXTURE + b"\0", "G1313", 160, "-"),
    "byte_missing.gtex": (TEXTURE[:-1], "G1313", 24, "segments/0"),
    "byte_left.gmat": (MATERIAL + b"\0", "G1313", 320, "-"),
    "byte_between_segments.gmsh": (patched(MESH, 310, b"\1"), "G1314", 310, "segments/1"),
    "byte_between_levels.gtex": (patched(TEXTURE, 101, b"\1"), "G1314", 101, "levels/1"),
    "byte_after_strides.gmsh": (patched(MESH, 255, b"\1"), "G1314", 248, "-"),
    "byte_after_lobes.gmat": (patched(MATERIAL, 239, b"\1"), "G1314", 228, "-"),
    # GMSH, P1 to P8.
    "no_vertices.gmsh": (patched(MESH, 112, b"\0"), "G1404", "-", "vertex_count"),
    "vertices_max.gmsh": (patched(MESH, 112, MAX), "G1405", 24, "segments/0"),
    "no_indices.gmsh": (patched(MESH, 116, b"\0"), "G1404", "-", "index_count"),
    "indices_max.gmsh": (patched(MESH, 116, MAX), "G1404", "-", "levels"),
    "indices_not_triangles.gmsh": (patched(MESH, 116, b"\x08"), "G1404", "-", "index_count"),
    "attributes_max.gmsh": (patched(MESH, 120, MAX), "G1311", 120, "-"),
    "streams_max.gmsh": (patched(MESH, 124, MAX), "G1311", 124, "-"),
    "levels_max.gmsh": (patched(MESH, 128, MAX), "G1311", 128, "-"),
    "no_levels.gmsh": (mesh(levels=()), "G1404", "-", "levels"),
    "zero_field.gmsh": (patched(MESH, 132, b"\1"), "G1404", "-", "zero"),
    "zero_in_attribute.gmsh": (patched(MESH, 182, b"\1"), "G1404", "-", "zero"),
    "index_segment_long.gmsh": (mesh(extra=b"\0\0"), "G1405", 88, "segments/2"),
    "index_past_vertices.gmsh": (mesh(indices=(0, 1, 2, 0, 2, 1, 0, 1, 3)), "G1404", "-",
                                 "indices/8"),
    "index_max.gmsh": (mesh(indices=(0, 65535, 2, 0, 2, 1, 0, 1, 2)), "G1404", "-", "indices/1"),
    "no_position.gmsh": (mesh(attributes=((1, 0, 1, 0, 0), (3, 0, 0, 1, 12))), "G1404", "-",
                         "attributes/0"),
    "semantic_unknown.gmsh": (patched(MESH, 200, b"\5"), "G1404", "-", "attributes/3"),
    "format_unknown.gmsh": (patched(MESH, 202, b"\5"), "G1404", "-", "attributes/3"),
    "format_of_normal.gmsh": (patched(MESH, 186, b"\2"), "G1404", "-", "attributes/1"),
    "set_of_normal.gmsh": (patched(MESH, 185, b"\1"), "G1404", "-", "attributes/1"),
    "set_8.gmsh": (patched(MESH, 193, b"\x08"), "G1404", "-", "attributes/2"),
    "attribute_twice.gmsh": (mesh(attributes=((0, 0, 1, 0, 0), (3, 0, 0, 1, 0), (3, 0, 0, 1, 8))),
                             "G1404", "-", "attributes/2"),
    "attributes_unsorted.gmsh": (mesh(attributes=((0, 0, 1, 0, 0), (3, 0, 0, 1, 0),
                                                  (1, 0, 1, 1, 8))), "G1404", "-",
                                 "attributes/2"),
    "attribute_past_stride.gmsh": (patched(MESH, 204, b"\x18"), "G1404", "-", "attributes/3"),
    "attribute_offset_max.gmsh": (patched(MESH, 204, b"\xfc\xff"), "G1404", "-",
                                  "attributes/3"),
    "attribute_offset_odd.gmsh": (patched(MESH, 204, b"\x13"), "G1404", "-", "attributes/3"),
    "attributes_overlap.gmsh": (patched(MESH, 204, b"\x10"), "G1404", "-", "attributes/3"),
    "stream_unknown.gmsh": (patched(MESH, 203, b"\2"), "G1404", "-", "attributes/3"),
    "normal_beside_position.gmsh": (patched(MESH, 187, b"\0"), "G1404", "-", "attributes/1"),
    "stride_odd.gmsh": (patched(MESH, 244, b"\x19"), "G1404", "-", "streams/1"),
    "stride_max.gmsh": (patched(MESH, 244, b"\xfc\xff\xff\xff"), "G1404", "-", "streams/1"),
    "stream_without_attribute.gmsh": (mesh(attributes=((0, 0, 1, 0, 0),)), "G1404", "-",
                                      "streams/1"),
    "level_gap.gmsh": (mesh(levels=((0, 3, 0), (6, 3, 0.5))), "G1404", "-", "levels/1"),
    "level_overlap.gmsh": (mesh(levels=((0, 6, 0), (3, 6, 0.5))), "G1404", "-", "levels/1"),
    "level_past_indices.gmsh": (mesh(levels=((0, 6, 0), (6, 6, 0.5))), "G1404", "-", "levels/1"),
    "level_wraps.gmsh": (mesh(levels=((0, 6, 0), (6, 0xfffffffd, 0.5))), "G1404", "-",
                         "levels/1"),
    "level_not_triangles.gmsh": (mesh(levels=((0, 5, 0), (5, 4, 0.5))), "G1404", "-", "levels/0"),
    "level_empty.gmsh": (mesh(levels=((0, 9, 0), (9, 0, 0.5))), "G1404", "-", "levels/1"),
    "indices_in_no_level.gmsh": (mesh(levels=((0, 6, 0),)), "G1404", "-", "levels"),
    "error_decreases.gmsh": (mesh(levels=((0, 6, 1), (6, 3, 0.5))), "G1404", "-", "levels/1"),
    "error_negative.gmsh": (mesh(levels=((0, 6, -1), (6, 3, 0.5))), "G1404", "-", "levels/0"),
    "error_nan.gmsh": (patched(MESH, 216, NAN), "G1404", "-", "levels/0"),
    "error_infinite.gmsh": (patched(MESH, 228, INF), "G1404", "-", "levels/1"),
    "bounds_inverted.gmsh": (mesh(box=(0, 0, 1, 1, 1, 0)), "G1404", "-", "bounds"),
    "bounds_infinite.gmsh": (patched(MESH, 148, INF), "G1404", "-", "bounds"),
    "bounds_nan.gmsh": (patched(MESH, 136, NAN), "G1404", "-", "bounds"),
    "position_outside_bounds.gmsh": (mesh(box=(0, 0, 0, 0.9, 1, 0)), "G1404", "-", "bounds"),
    "position_nan.gmsh": (patched(MESH, 272, NAN), "G1404", "-", "bounds"),
    "radius_negative.gmsh": (mesh(sphere=(0.5, 0.5, 0, -1)), "G1404", "-", "sphere"),
    "radius_nan.gmsh": (patched(MESH, 172, NAN), "G1404", "-", "sphere"),
    "position_outside_sphere.gmsh": (mesh(sphere=(0.5, 0.5, 0, 0.7)), "G1404", "-", "sphere"),
    "uv_infinite.gmsh": (patched(MESH, 332, INF), "G1404", "-", "uv/0"),
    # GTEX, T1 to T4.
    "format_0.gtex": (texture(format=0), "G1402", "-", "format"),
    "format_23.gtex": (texture(format=23), "G1402", "-", "format"),
    "usage_3.gtex": (texture(usage=3), "G1402", "-", "usage"),
    "shape_3.gtex": (texture(shape=3), "G1402", "-", "shape"),
    "width_0.gtex": (texture(width=0), "G1402", "-", "width"),
    "width_16385.gtex": (texture(width=16385), "G1402", "-", "width"),
    "height_max.gtex": (texture(height=0xffffffff), "G1402", "-", "height"),
    "layers_of_flat.gtex": (texture(layers=2), "G1402", "-", "layers"),
    "layers_0.gtex": (texture(shape=1, layers=0), "G1402", "-", "layers"),
    "layers_2049.gtex": (texture(shape=1, layers=2049), "G1402", "-", "layers"),
    "layers_of_cube.gtex": (texture(shape=2, height=4, layers=5), "G1402", "-", "layers"),
    "cube_not_square.gtex": (texture(shape=2, layers=6), "G1402", "-", "height"),
    "levels_0.gtex": (texture(levels=0), "G1402", "-", "levels"),
    "levels_4.gtex": (texture(levels=4), "G1402", "-", "levels"),
    "levels_max.gtex": (texture(levels=0xffffffff), "G1402", "-", "levels"),
    "wrap_u.gtex": (texture(wraps=(3, 0, 0, 0)), "G1402", "-", "wrap_u"),
    "wrap_v.gtex": (texture(wraps=(0, 3, 0, 0)), "G1402", "-", "wrap_v"),
    "filter.gtex": (texture(wraps=(0, 0, 2, 0)), "G1402", "-", "filter"),
    "zero_field.gtex": (texture(wraps=(0, 0, 0, 1)), "G1402", "-", "zero"),
    "swizzle.gtex": (texture(swizzle=(0, 1, 2, 6)), "G1402", "-", "swizzle"),
    "srgb_data.gtex": (texture(usage=1), "G1402", "-", "format"),
    "grey_normal.gtex": (texture(format=1, usage=2), "G1402", "-", "format"),
    "cutoff_above_1.gtex": (texture(cutoff=1.5), "G1402", "-", "coverage_cutoff"),
    "cutoff_nan.gtex": (patched(TEXTURE, 76, NAN), "G1402", "-", "coverage_cutoff"),
    "tail_short.gtex": (texture(tail=bytes(63)), "G1403", 24, "segments/0"),
    "tail_long.gtex": (texture(tail=bytes(65)), "G1403", 24, "segments/0"),
    "size_of_another_texture.gtex": (texture(width=16384, height=16384, shape=1, layers=2048,
                                             levels=15), "G1403", 8, "-"),
    # GMAT, A1 to A4.
    "segment.gmat": (material(segments=(b"?",)), "G1407", 8, "-"),
    "unknown_lobe.gmat": (material(512), "G1406", "-", "lobes"),
    "lobe_missing.gmat": (material(511), "G1311", 96, "-"),
    "lobe_left.gmat": (material(0, lobe_bytes=bytes(16)), "G1313", 96, "-"),
    "type_3.gmat": (material(kind=3), "G1406", "-", "type"),
    "unlit_2.gmat": (material(flags=(2, 0)), "G1406", "-", "unlit"),
    "double_sided_2.gmat": (material(flags=(0, 2)), "G1406", "-", "double_sided"),
    "zero_field.gmat": (material(zero=1), "G1406", "-", "zero"),
    "slots_max.gmat": (patched(MATERIAL, 20, MAX), "G1311", 20, "-"),
    "slots_missing.gmat": (material(count=1), "G1311", 96, "-"),
    "slot_left.gmat": (material(511, 2, (1, 1), CORE, LOBES, SLOTS, count=1), "G1313", 272, "-"),
    "slot_map_21.gmat": (material(slots=(slot(21, 0),)), "G1406", "-", "slots/0"),
    "slot_twice.gmat": (material(slots=(slot(3, 0), slot(3, 1))), "G1406", "-", "slots/1"),
    "slots_unsorted.gmat": (material(slots=(slot(3, 0), slot(2, 1))), "G1406", "-", "slots/1"),
    "slot_texture.gmat": (material(slots=(slot(3, 1),)), "G1406", "-", "slots/0"),
    "slot_uv_8.gmat": (material(slots=(slot(3, 0, uv=8),)), "G1406", "-", "slots/0"),
    "slot_wrap.gmat": (material(slots=(slot(3, 0, modes=(0, 3, 0, 0, 0)),)), "G1406", "-",
                       "slots/0"),
    "slot_filter.gmat": (material(slots=(slot(3, 0, modes=(0, 0, 0, 0, 2)),)), "G1406", "-",
                         "slots/0"),
    "slot_zero.gmat": (material(slots=(slot(3, 0, zero=1),)), "G1406", "-", "zero"),
    "slot_offset_nan.gmat": (patched(MATERIAL, 252, NAN), "G1406", "-", "slots/0"),
    "slot_rotation_infinite.gmat": (patched(MATERIAL, 268, INF), "G1406", "-", "slots/0"),
}

FIELDS = {
    28: "alpha_cutoff", 32: "base_color", 48: "metallic", 52: "roughness", 56: "normal_scale",
    60: "occlusion_strength", 64: "emissive", 76: "emissive_strength", 80: "ior",
    84: "dispersion", 88: "clearcoat/factor", 92: "clearcoat/roughness",
    96: "clearcoat/normal_scale", 100: "sheen/color", 112: "sheen/roughness", 116: "transmission",
    120: "volume/thickness", 124: "volume/attenuation_distance", 128: "volume/attenuation_color",
    140: "specular/factor", 144: "specular/color", 156: "anisotropy/strength",
    160: "anisotropy/rotation", 164: "iridescence/factor", 168: "iridescence/ior",
    172: "iridescence/thickness_min", 176: "iridescence/thickness_max",
    180: "diffuse_transmission/factor", 184: "diffuse_transmission/color",
    196: "specular_glossiness/diffuse", 212: "specular_glossiness/specular",
    224: "specular_glossiness/glossiness",
}
UNBOUNDED = {"normal_scale", "clearcoat/normal_scale", "anisotropy/rotation"}
UNBOUNDED_ABOVE = {
    "alpha_cutoff", "emissive_strength", "ior", "dispersion", "volume/thickness",
    "volume/attenuation_distance", "specular/color", "iridescence/ior",
    "iridescence/thickness_min", "iridescence/thickness_max",
}


def add_material_ranges():
    for offset, field in FIELDS.items():
        def add(what, value):
            name = f"{field.replace('/', '_')}_{what}.gmat"
            BAD[name] = (patched(MATERIAL, offset, value), "G1406", "-", field)
        add("nan", NAN)
        if field not in UNBOUNDED:
            add("negative", floats(-0.5))
        if field in UNBOUNDED or field in UNBOUNDED_ABOVE:
            add("infinite", INF)
        else:
            add("above_1", floats(1.001))
        if field in ("ior", "iridescence/ior"):
            add("below_1", floats(0.999))


def main():
    add_material_ranges()
    for name, (kind, payload) in GOOD.items():
        (HERE / name).write_bytes(vda.own_file(kind, KEY, payload))
    bad = HERE / "bad"
    bad.mkdir(exist_ok=True)
    rows = ["# file\tcode\tbyte\tfield"]
    for name, (data, code, offset, field) in BAD.items():
        what, kind = name.rsplit(".", 1)
        (bad / f"{kind}_{what}.bin").write_bytes(data)
        rows.append(f"{kind}_{what}.bin\t{code}\t{offset}\t{field}")
    (bad / "bad.tsv").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
