#!/usr/bin/env python3
"""usage: tests/oracles/block_pixels.py

Writes tests/golden/blocks: NAME.blocks, blocks that cover every mode and partition of a format, and
NAME.pixels, what OpenImageIO (Debian's oiiotool) decodes them to: rows of 4 x 4 pixels, block by
block. Run by hand; the output is committed.
"""

import struct
import subprocess
import tempfile
from pathlib import Path

GOLDEN = Path(__file__).parent.parent / "golden" / "blocks"
FOUR_CC = {"bc1": b"DXT1", "bc2": b"DXT3", "bc3": b"DXT5", "bc4": b"BC4U", "bc5": b"BC5U"}
DXGI_FORMAT = {"bc6h_ufloat": 95, "bc6h_sfloat": 96, "bc7": 98}


class Random:
    """xorshift64*: the same numbers everywhere."""

    def __init__(self, seed):
        self.state = seed

    def bits(self, count):
        self.state ^= self.state >> 12
        self.state = (self.state ^ (self.state << 25)) & (2**64 - 1)
        self.state ^= self.state >> 27
        product = (self.state * 0x2545F4914F6CDD1D) & (2**64 - 1)
        return product >> (64 - count)

    def block(self, size):
        return self.bits(64) | (self.bits(64) << 64 if size == 16 else 0)


def with_bits(block, at, count, value):
    mask = ((1 << count) - 1) << at
    return (block & ~mask) | (value << at)


def bc1_blocks(random):
    blocks = [random.block(8) for _ in range(96)]
    for colors in ((0, 0), (0xFFFF, 0), (0, 0xFFFF), (0x1234, 0x1234), (0xF800, 0x07E0)):
        blocks.append(colors[0] | colors[1] << 16 | 0xE4E4E4E4 << 32)
    return blocks


def bc3_blocks(random):
    return [random.block(16) for _ in range(96)]


def bc4_blocks(random, sign=0):
    blocks = [random.block(8) for _ in range(96)]
    for ends in ((0, 0), (255, 0), (0, 255), (1, 0), (127, 128), (128, 127), (129, 128)):
        blocks.append(ends[0] | ends[1] << 8 | 0xFAC688FAC688 << 16)
    return blocks


def bc5_blocks(random):
    return [random.block(16) for _ in range(64)]


def bc7_blocks(random):
    partitions = [4, 6, 6, 6, 0, 0, 0, 6]
    blocks = []
    for mode, bits in enumerate(partitions):
        # Mode 4 has 2 bits of rotation and 1 of selection there, mode 5 the rotation.
        bits = {4: 3, 5: 2}.get(mode, bits)
        for value in range(1 << bits):
            block = with_bits(random.block(16), 0, mode + 1, 1 << mode)
            blocks.append(with_bits(block, mode + 1, bits, value))
    blocks += [with_bits(random.block(16), 0, 7, 64) for _ in range(16)]
    blocks.append(with_bits(random.block(16), 0, 8, 0))  # reserved
    blocks += [random.block(16) for _ in range(64)]
    return blocks


def bc6h_blocks(random):
    blocks = []
    for bits, count in [(0, 2), (1, 2)] + [(2 + 4 * i, 5) for i in range(8)]:
        for partition in range(32):
            block = with_bits(random.block(16), 0, count, bits)
            blocks.append(with_bits(block, 77, 5, partition))
    for bits in (3, 7, 11, 15):
        blocks += [with_bits(random.block(16), 0, 5, bits) for _ in range(8)]
    blocks += [with_bits(random.block(16), 0, 5, bits) for bits in (19, 23, 27, 31)]  # reserved
    return blocks


def dds(name, blocks, size):
    four_cc = FOUR_CC.get(name, b"DX10")
    pixel_format = struct.pack("<II4s5I", 32, 5 if name == "bc1" else 4, four_cc, 0, 0, 0, 0, 0)
    header = struct.pack("<7I", 124, 0x1007, 4 * len(blocks), 4, 0, 0, 0) + bytes(44)
    header += pixel_format + struct.pack("<5I", 0x1000, 0, 0, 0, 0)
    data = b"".join(block.to_bytes(size, "little") for block in blocks)
    if four_cc == b"DX10":
        header += struct.pack("<5I", DXGI_FORMAT[name], 3, 0, 1, 0)
    return data, b"DDS " + header + data


def tiff_samples(data):
    """The strips of an uncompressed TIFF file, joined."""
    order = "<" if data[:2] == b"II" else ">"
    at = struct.unpack_from(order + "I", data, 4)[0]
    tags = {}
    for i in range(struct.unpack_from(order + "H", data, at)[0]):
        tag, kind, count = struct.unpack_from(order + "HHI", data, at + 2 + 12 * i)
        width = {3: "H", 4: "I"}.get(kind)
        if width is None:
            continue
        where = at + 10 + 12 * i
        if struct.calcsize(width) * count > 4:
            where = struct.unpack_from(order + "I", data, where)[0]
        tags[tag] = struct.unpack_from(f"{order}{count}{width}", data, where)
    return b"".join(data[o : o + n] for o, n in zip(tags[273], tags[279]))


def decode(file, depth):
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.dds"), Path(folder, "out.tif")
        source.write_bytes(file)
        subprocess.run(["oiiotool", "-i:unpremult=0", source, "-d", depth, "--compression", "none",
                        "-o", target], check=True)
        return tiff_samples(target.read_bytes())


def write(name, blocks, size):
    data, file = dds(name, blocks, size)
    half = name.startswith("bc6h")
    pixels = decode(file, "float" if half else "uint8")
    if half:
        values = struct.unpack(f"<{len(pixels) // 4}f", pixels)
        pixels = b"".join(struct.pack("<e", value) for value in values)
    (GOLDEN / f"{name}.blocks").write_bytes(data)
    (GOLDEN / f"{name}.pixels").write_bytes(pixels)
    print(name, len(blocks), len(pixels) / len(blocks) / 16)


def main():
    GOLDEN.mkdir(exist_ok=True)
    makers = {"bc1": (bc1_blocks, 8), "bc2": (bc3_blocks, 16), "bc3": (bc3_blocks, 16),
              "bc4": (bc4_blocks, 8), "bc5": (bc5_blocks, 16), "bc6h_ufloat": (bc6h_blocks, 16),
              "bc6h_sfloat": (bc6h_blocks, 16), "bc7": (bc7_blocks, 16)}
    for seed, (name, (make, size)) in enumerate(makers.items(), start=1):
        write(name, make(Random(seed * 0x9E3779B97F4A7C15 & (2**64 - 1))), size)


if __name__ == "__main__":
    main()
