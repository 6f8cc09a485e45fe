#!/usr/bin/env python3
"""Writes tests/golden/vda_kinds: small good and bad files of every rule, and index.tsv.

With --check it writes nothing: it holds every committed file against index.tsv and against what
would be written.
"""

import pathlib
import sys

import asset_cases
import container_cases
import place_cases
import vda
import wire_cases
from cases import Cases

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "golden" / "vda_kinds"
COLUMNS = ("file", "kind", "outcome", "rule", "chunk", "byte_offset", "field", "note")


def all_files():
    """{name: bytes}, the index among them."""
    cases = Cases()
    wire_cases.add(cases)
    asset_cases.add(cases)
    place_cases.add(cases)
    container_cases.add(cases)
    lines = ["\t".join(row) for row in [COLUMNS, *(cases.rows[n] for n in sorted(cases.rows))]]
    return {**cases.files, "index.tsv": ("\n".join(lines) + "\n").encode("ascii")}


def write(files):
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.iterdir():
        if old.name not in files:
            old.unlink()
    for name, data in files.items():
        (FOLDER / name).write_bytes(data)


def row_fault(row, data):
    """What the index says of a file against what the checker says; None when they agree."""
    answer = vda.check(data)
    if answer is None:
        return None if row[2] == "good" and row[4:7] == ["-"] * 3 else "is good"
    told = [str(part) for part in answer]
    return None if row[2] == "bad" and row[3:7] == told else "is " + " ".join(told)


def check(files):
    faults = []
    there = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
    faults += ["%s differs from what is made" % n for n in files if there.get(n) != files[n]]
    faults += ["%s is not made any more" % n for n in there if n not in files]
    rows = [line.split("\t") for line in there.get("index.tsv", b"").decode().splitlines()[1:]]
    faults += ["%s is not in index.tsv" % n
               for n in set(there) - {row[0] for row in rows} - {"index.tsv"}]
    for row in rows:
        fault = row_fault(row, there[row[0]]) if row[0] in there else "is missing"
        if fault:
            faults.append("%s %s" % (row[0], fault))
    return faults


def main(arguments):
    files = all_files()
    if arguments == ["--check"]:
        faults = check(files)
        print("\n".join(sorted(faults)) or "%d files agree" % (len(files) - 1))
        return 1 if faults else 0
    if arguments:
        print(__doc__)
        return 2
    write(files)
    print("%d files, %d bytes" % (len(files) - 1, sum(map(len, files.values()))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
