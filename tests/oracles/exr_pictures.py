#!/usr/bin/env python3
"""usage: tests/oracles/exr_pictures.py DIRECTORY CORPUS   (tests/golden/images)

Writes the small OpenEXR files exr_*.exr and expected_exr.tsv beside them. Plain files are written
here, byte by byte from "OpenEXR File Layout"; oiiotool (OpenImageIO) makes the compressed, tiled and
mip-mapped ones of them, and reads all it can back: the table holds the size, the channels and the
SHA-256 of the samples that Galley's import must give (little-endian floats, display window, alpha
divided out), for files of the corpus too. What oiiotool doesn't read in that way is reckoned here. Run
by hand.
"""
import hashlib
import os
import struct
import subprocess
import sys
import tempfile

WIDTH, HEIGHT = 11, 37
UINT, HALF, FLOAT = 0, 1, 2
CODES = {UINT: "I", HALF: "e", FLOAT: "f"}


def attribute(name, kind, value):
    return name.encode() + b"\0" + kind.encode() + b"\0" + struct.pack("<i", len(value)) + value


def box(window):
    return struct.pack("<4i", *window)


def header(channels, data, display, tiles=None, more=b"", line_order=0):
    """`channels`: sorted (name, type, x step, y step)."""
    listed = b"".join(name.encode() + b"\0" + struct.pack("<iB3xii", kind, 0, xs, ys)
                      for name, kind, xs, ys in channels) + b"\0"
    out = attribute("channels", "chlist", listed)
    out += attribute("compression", "compression", b"\0")
    out += attribute("dataWindow", "box2i", box(data))
    out += attribute("displayWindow", "box2i", box(display))
    out += attribute("lineOrder", "lineOrder", bytes([line_order]))
    out += attribute("pixelAspectRatio", "float", struct.pack("<f", 1))
    out += attribute("screenWindowCenter", "v2f", struct.pack("<2f", 0, 0))
    out += attribute("screenWindowWidth", "float", struct.pack("<f", 1))
    if tiles:
        out += attribute("tiles", "tiledesc", struct.pack("<IIB", *tiles))
    return out + more + b"\0"


def samples(channels, x_range, y, value):
    out = b""
    for name, kind, xs, ys in channels:
        if y % ys == 0:
            row = [value(name, x, y) for x in x_range if x % xs == 0]
            out += struct.pack("<%d%s" % (len(row), CODES[kind]), *row)
    return out


def laid_out(head, chunks):
    """`chunks`: bytes in the order of the tables, part by part."""
    at = len(head) + 8 * len(chunks)
    offsets = []
    for chunk in chunks:
        offsets.append(at)
        at += len(chunk)
    return head + struct.pack("<%dQ" % len(offsets), *offsets) + b"".join(chunks)


MAGIC = struct.pack("<I", 20000630)


def lines_of(channels, data, value, part=None):
    out = []
    for y in range(data[1], data[3] + 1):
        body = samples(channels, range(data[0], data[2] + 1), y, value)
        chunk = struct.pack("<ii", y, len(body)) + body
        out.append(chunk if part is None else struct.pack("<i", part) + chunk)
    return out


def scan_lines(channels, data, display, value, more=b""):
    chunks = lines_of(channels, data, value)
    head = MAGIC + struct.pack("<I", 2) + header(channels, data, display, more=more)
    return laid_out(head, chunks)


def rip_tiles(channels, data, tile, value):
    """Level 0 holds `value`, the others 7."""
    levels = lambda side: side.bit_length()
    width, height = data[2] - data[0] + 1, data[3] - data[1] + 1
    chunks = []
    for ly in range(levels(height)):
        for lx in range(levels(width)):
            w, h = max(width >> lx, 1), max(height >> ly, 1)
            for ty in range((h + tile - 1) // tile):
                for tx in range((w + tile - 1) // tile):
                    body = b""
                    for y in range(ty * tile, min(ty * tile + tile, h)):
                        xs = range(data[0] + tx * tile, data[0] + min(tx * tile + tile, w))
                        body += samples(channels, xs, data[1] + y,
                                        value if lx == ly == 0 else lambda *_: 7)
                    chunks.append(struct.pack("<5i", tx, ty, lx, ly, len(body)) + body)
    head = MAGIC + struct.pack("<I", 0x202) + header(channels, data, data, tiles=(tile, tile, 2))
    return laid_out(head, chunks)


def parts(named):
    """`named`: (name, channels, window, value) of scan lines."""
    head = MAGIC + struct.pack("<I", 0x1002)
    chunks = []
    for i, (name, channels, window, value) in enumerate(named):
        count = window[3] - window[1] + 1
        more = (attribute("chunkCount", "int", struct.pack("<i", count)) +
                attribute("name", "string", name.encode()) +
                attribute("type", "string", b"scanlineimage"))
        head += header(channels, window, named[0][2], more=more)
        chunks += lines_of(channels, window, value, i)
    return laid_out(head + b"\0", chunks)


def full(names, kind):
    return [(name, kind, 1, 1) for name in sorted(names)]


def straight(name, x, y):
    """Exact in halves, and after multiplication by alpha too."""
    if name == "A":
        return ((x + y) % 5) / 4
    return {"R": x / 8, "G": y / 16 - 1, "B": (x * y) % 32 / 4, "Y": (x + 2 * y) / 16,
            "Z": 100 + x + y / 4, "X": x / 16}[name.split(".")[-1]]


def smooth(name, x, y):
    """For compressions that store what they cannot make smaller as it is. Associated."""
    alpha = 1 if x < 32 else 0.5
    return {"R": x // 4 / 8 * alpha, "G": y / 16 * alpha, "B": 0.25 * alpha, "A": alpha}[name]


def associated(name, x, y):
    return straight(name, x, y) * (1 if name == "A" else straight("A", x, y))


def read_tiff(path):
    """Width, height, channels and floats of an uncompressed little-endian TIFF in strips."""
    data = open(path, "rb").read()
    assert data[:4] == b"II*\0"
    at, = struct.unpack_from("<I", data, 4)
    tags = {}
    for i in range(struct.unpack_from("<H", data, at)[0]):
        tag, kind, count = struct.unpack_from("<HHI", data, at + 2 + 12 * i)
        size = {3: 2, 4: 4}.get(kind)
        if size is None:
            continue
        where = at + 10 + 12 * i
        if size * count > 4:
            where, = struct.unpack_from("<I", data, where)
        tags[tag] = struct.unpack_from("<%d%s" % (count, "H" if kind == 3 else "I"), data, where)
    assert tags[259] == (1,) and tags[258][0] == 32 and tags.get(284, (1,)) == (1,)
    body = b"".join(data[o:o + n] for o, n in zip(tags[273], tags[279]))
    width, height, channels = tags[256][0], tags[257][0], tags[277][0]
    return width, height, channels, list(struct.unpack("<%df" % (width * height * channels), body))


def oiio(*arguments):
    subprocess.run(["oiiotool", *arguments], check=True, stdout=subprocess.DEVNULL)


def oiio_pixels(path, names, scratch):
    """What OpenImageIO reads: the first part and level, the display window, alpha divided out."""
    tiff = os.path.join(scratch, "read.tif")
    oiio(path, "--subimage", "0", "--ch", ",".join(names), "--croptofull", "--scanline",
         "-d", "float", "--compression", "none", "-o", tiff)
    width, height, count, values = read_tiff(tiff)
    assert count == len(names), (path, count)
    if names[-1].split(".")[-1] == "A":
        for i in range(0, len(values), count):
            alpha = values[i + count - 1]
            if alpha > 0:
                values[i:i + count - 1] = [v / alpha for v in values[i:i + count - 1]]
    return width, height, count, values


def main():
    directory = sys.argv[1]
    path = lambda name: os.path.join(directory, "exr_%s.exr" % name)
    rows = {}
    all_pixels = (0, 0, WIDTH - 1, HEIGHT - 1)

    def write(name, data):
        with open(path(name), "wb") as out:
            out.write(data)

    def expect(name, channels, width, height, value):
        values = [value(c, x, y) for y in range(height) for x in range(width) for c in channels]
        rows[name] = (width, height, len(channels), values, "formula")

    with tempfile.TemporaryDirectory() as scratch:
        read = {}
        write("rgba_half_none", scan_lines(full("RGBA", HALF), all_pixels, all_pixels, associated))
        large = (0, 0, 39, 39)
        soft = {kind: os.path.join(scratch, "soft_%d.exr" % kind) for kind in (HALF, FLOAT)}
        for kind, file in soft.items():
            with open(file, "wb") as out:
                out.write(scan_lines(full("RGBA", kind), large, large, smooth))
        for kind in ("rle", "zips", "zip", "piz", "pxr24", "b44", "b44a", "dwaa:45", "dwab:45"):
            name = "rgba_half_" + kind.split(":")[0]
            oiio(soft[HALF], "--compression", kind, "-o", path(name))
            read[name] = "RGBA"
        read["rgba_half_none"] = "RGBA"
        write("rgb_float_none", scan_lines(full("RGB", FLOAT), all_pixels, all_pixels, straight))
        for kind in ("zip", "piz", "pxr24", "dwaa:45"):
            name = "rgba_float_" + kind.split(":")[0]
            oiio(soft[FLOAT], "--compression", kind, "-o", path(name))
            read[name] = "RGBA"
        read["rgb_float_none"] = "RGB"
        for kind in ("zip", "piz", "dwab:45"):
            name = "tiled_" + kind.split(":")[0]
            oiio(soft[HALF], "--tile", "16", "16", "--compression", kind, "-o",
                 path(name))
            read[name] = "RGBA"
        oiio(path("rgba_half_none"), "--attrib", "openexr:lineOrder", "decreasingY",
             "--compression", "zip", "-o", path("decreasing"))
        read["decreasing"] = "RGBA"
        oiio(path("rgb_float_none"), "-otex:wrap=clamp:nchannels=3:tile=8x8", path("mip"))
        read["mip"] = "RGB"
        write("grey_half", scan_lines(full("Y", HALF), all_pixels, all_pixels, straight))
        read["grey_half"] = "Y"
        write("grey_alpha", scan_lines(full("YA", FLOAT), all_pixels, all_pixels, associated))
        read["grey_alpha"] = "YA"
        # The data window is beside the display window, and beyond it.
        write("windows", scan_lines(full("RGB", HALF), (-3, -2, 5, 4), (0, 0, 7, 6), straight))
        read["windows"] = "RGB"
        layers = full(["Z", "diffuse.R", "diffuse.G", "diffuse.B", "spec.R", "spec.G", "spec.B"],
                      HALF)
        write("layers", scan_lines(layers, (0, 0, 4, 2), (0, 0, 4, 2), straight))
        read["layers"] = ["diffuse.R", "diffuse.G", "diffuse.B"]
        write("parts", parts([("left", full("RGB", HALF), (0, 0, 4, 2), straight),
                              ("right", full("RGB", FLOAT), (0, 0, 3, 3), lambda *_: 9)]))
        read["parts"] = "RGB"
        oiio(path("layers"), "--ch", "R=diffuse.R,G=diffuse.G,B=diffuse.B,A=1,Z=Z", "--deepen", "-o", path("deep"))

        for name, channels in read.items():
            rows[name] = (*oiio_pixels(path(name), list(channels), scratch), "oiiotool")
        for name, channels in (("b44", "RGBA"), ("depth32f", "Z"), ("dwaa", "RGBA"),
                               ("envmap-cube", "RGB"), ("piz", "RGBA"), ("pxr24", "RGBA"),
                               ("levels2D", "R"), ("rgb16f", "RGB"), ("rgb16f-custom-windows", "RGB"),
                               ("rgb16f-tiled", "RGB"), ("rgba32f", "RGBA"), ("rle", "RGBA")):
            file = "image/exr/%s.exr" % name
            rows[file] = (*oiio_pixels(os.path.join(sys.argv[2], file), list(channels), scratch),
                          "oiiotool")
        write("rip", rip_tiles(full("RGB", HALF), (2, 3, 8, 7), 3, straight))
        expect("rip", "RGB", 7, 5, lambda c, x, y: straight(c, x + 2, y + 3))
        write("whole", scan_lines(full("RG", UINT), (0, 0, 2, 1), (0, 0, 2, 1),
                                  lambda c, x, y: x + 3 * y + (4000000000 if c == "R" else 0)))
        expect("whole", "RGB", 3, 2,
               lambda c, x, y: 0 if c == "B" else x + 3 * y + (4000000000 if c == "R" else 0))
        sparse = [("B", HALF, 1, 1), ("G", HALF, 1, 2), ("R", HALF, 2, 2)]
        write("sparse", scan_lines(sparse, (-2, -4, 5, 1), (-2, -4, 5, 1),
                                   lambda c, x, y: x + 8 * y))
        expect("sparse", "RGB", 8, 6, lambda c, x, y: (
            (x - 2 - (x % 2 if c == "R" else 0)) + 8 * (y - 4 - (y % 2 if c != "B" else 0))))
        # One colour, so that no filter of chroma matters: Y = 0.5, R = Y + RY Y = 1, B = 0.25.
        chroma = [("BY", HALF, 2, 2), ("RY", HALF, 2, 2), ("Y", HALF, 1, 1)]
        write("chroma", scan_lines(chroma, (0, 0, 5, 3), (0, 0, 5, 3),
                                   lambda c, x, y: {"Y": 0.5, "RY": 1, "BY": -0.5}[c]))

    with open(os.path.join(directory, "expected_exr.tsv"), "w") as out:
        out.write("# file\twidth\theight\tchannels\tsha256 of the samples\tby\n")
        for name, (width, height, channels, values, by) in sorted(rows.items()):
            digest = hashlib.sha256(struct.pack("<%df" % len(values), *values)).hexdigest()
            file = name if "/" in name else "golden/exr_%s.exr" % name
            out.write("%s\t%d\t%d\t%d\t%s\t%s\n" % (file, width, height, channels, digest, by))


main()
