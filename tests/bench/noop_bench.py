#!/usr/bin/env python3
"""A cook with nothing to do beside ninja with nothing to do, over as many edges on the same tree.

usage: noop_bench.py [COUNT...]          (default 1000 10000 100000)

One pair of runs after the other, RUNS times; medians and their ratio. Then one changed file among
them: what that costs beyond a no-op, beside the same in a project of 100. Standard library and
`ninja` only; the tree is made in a temporary directory."""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

GALLEY = os.environ["GALLEY"]
RUNS = int(os.environ.get("RUNS", "9"))


def tga(number):
    """A 4 x 4 picture that no other number has."""
    header = bytes([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 4, 0, 24, 0x20])
    return header + number.to_bytes(4, "little") + bytes(44)


def measure(command, directory):
    """Seconds of wall time, and peak memory in KiB."""
    begin = time.perf_counter()
    child = subprocess.Popen(command, cwd=directory, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - begin
    if status != 0:
        sys.exit(f"{command} failed with status {status}")
    return seconds, usage.ru_maxrss


def make_tree(root, count):
    edges = ["rule cook\n  command = :\n"]
    for number in range(count):
        folder = f"assets/{number // 100:04d}"
        if number % 100 == 0:
            os.makedirs(f"{root}/{folder}")
            os.makedirs(f"{root}/out/{number // 100:04d}")
        name = f"{folder}/picture_{number:06d}.tga"
        with open(f"{root}/{name}", "wb") as file:
            file.write(tga(number))
        output = f"out/{number // 100:04d}/picture_{number:06d}.vda"
        with open(f"{root}/{output}", "wb"):
            pass
        edges.append(f"build {output}: cook {name}\n")
    with open(f"{root}/build.ninja", "w", encoding="utf-8") as file:
        file.writelines(edges)
    with open(f"{root}/project.json", "w", encoding="utf-8") as file:
        file.write('{"name": "noop"}\n')


def row(case, **values):
    print(json.dumps({"bench": "noop", "case": case, **values}), flush=True)


def change_one(root, number):
    """Seconds that a cook takes with this change, and without any after it."""
    with open(f"{root}/assets/0000/picture_000030.tga", "wb") as file:
        file.write(tga(number))
    time.sleep(0.1)   # lets the time stamp settle; not measured
    cook = [GALLEY, "cook", root, "--quiet"]
    changed = measure(cook, root)[0]
    time.sleep(0.1)   # the recipe's
    measure(cook, root)
    return changed, measure(cook, root)[0]


def bench_change(root, count):
    small = tempfile.mkdtemp(prefix="galley-noop-")
    try:
        make_tree(small, 100)
        for _ in range(3):
            measure([GALLEY, "cook", small, "--quiet"], small)
        many, few = [], []
        for number in range(RUNS):
            changed, noop = change_one(root, count + number)
            many.append((changed, changed - noop))
            changed, noop = change_one(small, count + number)
            few.append((changed, changed - noop))
    finally:
        shutil.rmtree(small)
    row(f"one changed of {count}", galley_s=round(statistics.median(c for c, _ in many), 4),
        beyond_noop_s=round(statistics.median(beyond for _, beyond in many), 4),
        beyond_noop_of_100_s=round(statistics.median(beyond for _, beyond in few), 4),
        changed_of_100_s=round(statistics.median(c for c, _ in few), 4))


def bench(count):
    root = tempfile.mkdtemp(prefix="galley-noop-")
    try:
        make_tree(root, count)
        subprocess.run(["ninja", "--quiet"], cwd=root, check=True)
        cook = [GALLEY, "cook", root, "--quiet"]
        for _ in range(3):   # the cook itself, then runs that settle what it wrote
            measure(cook, root)
        ours, theirs, ratios, memory, their_memory = [], [], [], [], []
        for _ in range(RUNS):
            seconds, peak = measure(cook, root)
            ninja, ninja_peak = measure(["ninja"], root)
            ours.append(seconds)
            theirs.append(ninja)
            ratios.append(seconds / ninja)
            memory.append(peak)
            their_memory.append(ninja_peak)
        row(f"no-op {count}", galley_s=round(statistics.median(ours), 4),
            ninja_s=round(statistics.median(theirs), 4),
            ratio=round(statistics.median(ratios), 3),
            galley_us_per_asset=round(statistics.median(ours) / count * 1e6, 2),
            galley_mb=round(statistics.median(memory) / 1024, 1),
            ninja_mb=round(statistics.median(their_memory) / 1024, 1))
        bench_change(root, count)
    finally:
        shutil.rmtree(root)


for wanted in [int(text) for text in sys.argv[1:]] or [1000, 10000, 100000]:
    bench(wanted)
