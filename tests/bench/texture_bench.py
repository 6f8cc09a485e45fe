#!/usr/bin/env python3
"""One texture of 4096 x 4096 cooked alone, for each kind of picture and quality: the time on one and
on two threads, the serial remainder, and the peak of memory. Takes GALLEY, the path of the binary;
one JSON line for each case.

The serial remainder is the time in which one of two threads works alone, 2 x wall - processor, as a
share of the processor time, of the whole command on two threads: what Amdahl's law would call its
serial part; the least of the runs, since what else a machine does only adds to it. The peak is the most resident memory of the process (it begins with about 12 MiB). What
is allowed is twice level 0 in 16-bit channels, and the output.
"""

import json
import os
import random
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import zlib

SIDE = 4096
TILE = 64  # rows that are made; the others repeat them
RUNS = int(os.environ.get("RUNS", "3"))
MIB = 1 << 20

# name, file, channels of the source, bytes a sample, settings, channels of level 0, output bytes a
# pixel of level 0
CASES = [
    ("rgba8_bc7_fast", "png", 4, 1, {"quality": "fast"}, 4, 1),
    ("rgba8_bc7", "png", 4, 1, {}, 4, 1),
    ("rgb8_bc7", "png", 3, 1, {}, 4, 1),
    ("rgb8_bc1", "png", 3, 1, {"compression": "bc1"}, 4, 0.5),
    ("normal8_bc5", "png", 3, 1, {"usage": "normal"}, 2, 1),
    ("rgba16_bc7", "png", 4, 2, {"compression": "bc7"}, 4, 1),
    ("rgba16_plain", "png", 4, 2, {}, 4, 8),
    ("rgb_float_plain", "hdr", 3, 4, {}, 4, 8),
]


def rows_of(channels, size):
    """Smooth shapes with a little noise, so that they deflate like a photograph."""
    noise = random.Random(1)
    for y in range(TILE):
        row = bytearray()
        for x in range(SIDE):
            for c in range(channels):
                value = (x * (c + 1) // 8 + y * 3 + (x * y >> 9)) + noise.getrandbits(3)
                row += bytes([value & 255]) if size == 1 else bytes(
                    [value & 255, noise.getrandbits(8)])
        yield bytes(row)


def write_png(path, channels, size):
    step = channels * size
    filtered = b"".join(
        b"\1" + bytes((a - b) & 255 for a, b in zip(row, bytes(step) + row))
        for row in rows_of(channels, size))

    def chunk(name, data):
        return (struct.pack(">I", len(data)) + name + data +
                struct.pack(">I", zlib.crc32(name + data)))

    kind = {3: 2, 4: 6}[channels]
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, 8 * size, kind, 0, 0, 0)))
        file.write(chunk(b"IDAT", zlib.compress(filtered * (SIDE // TILE), 6)))
        file.write(chunk(b"IEND", b""))


def write_hdr(path):
    tile = b"".join(
        bytes(b for i in range(0, len(row), 3) for b in (row[i] | 128, row[i + 1], row[i + 2], 128))
        for row in rows_of(3, 1))
    with open(path, "wb") as file:
        file.write(b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n" % (SIDE, SIDE))
        file.write(tile * (SIDE // TILE))


def apart(work, *arguments):
    """In a process of its own: a command's peak begins with the memory of who starts it."""
    child = os.fork()
    if child == 0:
        work(*arguments)
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit("a picture was not written")


def cook(art, out, jobs):
    """Seconds of wall and processor time, and the peak in bytes."""
    shutil.rmtree(out, ignore_errors=True)
    command = [os.environ["GALLEY"], "cook", art, "--out", out, "--jobs", str(jobs), "--quiet"]
    time.sleep(1)  # Linux takes a share of each second from what runs in real time
    start = time.monotonic()
    child = subprocess.Popen(command)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {child.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def medians(runs):
    return [statistics.median(values) for values in zip(*runs)]


def main():
    wanted = sys.argv[1:]
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, kind, channels, size, settings, level_channels, pixel_bytes in CASES:
            if wanted and name not in wanted:
                continue
            art = os.path.join(folder, name)
            os.makedirs(os.path.join(art, "assets"))
            source = os.path.join(art, "assets", f"picture.{kind}")
            made = files.setdefault((kind, channels, size), source)
            if made is not source:
                os.link(made, source)
            elif kind == "png":
                apart(write_png, source, channels, size)
            else:
                apart(write_hdr, source)
            with open(os.path.join(art, "project.json"), "w", encoding="utf-8") as project:
                rule = {"match": "*", "settings": settings}
                json.dump({"name": name, "import": [rule]}, project)
            out = os.path.join(folder, "out")
            one, _, _ = medians([cook(art, out, 1) for _ in range(RUNS)])
            runs = [cook(art, out, 2) for _ in range(RUNS)]
            wall, _, peak = medians(runs)
            serial = min(max(0, 2 * wall - processor) / processor for wall, processor, _ in runs)
            pixels = SIDE * SIDE
            allowed = pixels * level_channels * 2 * 2 + pixels * pixel_bytes * 4 / 3
            print(json.dumps({
                "name": name,
                "one_thread_s": round(one, 3),
                "two_threads_s": round(wall, 3),
                "serial_remainder": round(serial, 3),
                "file_mib": round(os.path.getsize(source) / MIB),
                "peak_mib": round(peak / MIB),
                "allowed_mib": round(allowed / MIB),
            }), flush=True)


main()
