#!/usr/bin/env python3
"""A cold cook of the corpus and of the example: how busy it keeps the cores, and its peak memory.

usage: cook_bench.py

`busy` is processor time over wall time times cores. The peak is the whole process's, beside the
bound that --memory gave. GALLEY_CORPUS (../shared/corpus) is skipped, saying so, when absent."""
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

GALLEY = os.environ["GALLEY"]
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
CORPUS = pathlib.Path(os.environ.get("GALLEY_CORPUS", REPOSITORY.parent / "shared" / "corpus"))
RUNS = int(os.environ.get("RUNS", "5"))
CORES = len(os.sched_getaffinity(0))
MEBIBYTE = 1 << 20


def cold_cook(source, memory):
    """Wall seconds, processor seconds, peak bytes of one cook into an empty directory."""
    out = tempfile.mkdtemp(prefix="galley-cook-")
    try:
        command = [GALLEY, "cook", str(source), "--out", out, "--quiet", "--memory", str(memory)]
        begin = time.perf_counter()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begin
        if os.waitstatus_to_exitcode(status) not in (0, 1):   # hostile files fail to cook
            sys.exit(f"{command} ended with status {status}")
        return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024
    finally:
        shutil.rmtree(out)


def bench(case, source, memory):
    runs = [cold_cook(source, memory) for _ in range(RUNS + 1)][1:]
    wall = statistics.median(run[0] for run in runs)
    print(json.dumps({
        "bench": "cook", "case": case, "cores": CORES,
        "wall_s": round(wall, 3),
        "busy": round(statistics.median(run[1] / (run[0] * CORES) for run in runs), 3),
        "peak_mb": round(statistics.median(run[2] for run in runs) / MEBIBYTE, 1),
        "memory_mb": memory // MEBIBYTE,
    }), flush=True)


bench("example", REPOSITORY / "examples" / "gallery", 512 * MEBIBYTE)
if CORPUS.is_dir():
    for limit in (128, 512, 2048):
        bench(f"corpus, --memory {limit}M", CORPUS, limit * MEBIBYTE)
else:
    print(f"no corpus at {CORPUS}: skipped", file=sys.stderr)
