#!/usr/bin/env python3
"""check-rebuilds.py finds a table that a header passes on. In ninja's place stands a program that prints what ninja would.

    test-check-rebuilds.py CHECK
"""
import pathlib
import subprocess
import sys
import tempfile

OPS, IDS, EVENTS = "core/graph/fl-aten-ops.def", "core/graph/fl-aten-ids.def", "core/base/fl-events.def"


def make_deps(**readers):
    """ninja's text: so many objects that read these files, "a.h,b.def"; the headers' names stand for their paths."""
    lines = []
    for name, (count, files) in readers.items():
        for i in range(count):
            lines += [f"{name}{i}.c.o: #deps 1, deps mtime 1 (VALID)", f"    ../core/{name}{i}.c", *(f"    ../{file}" for file in files), ""]
    return "\n".join(lines) + "\n"


FEW = {"table": (9, [OPS]), "named": (70, [IDS]), "traced": (80, [EVENTS])}
MANY = {**FEW, "user": (61, ["core/graph/fl-aten.h", OPS, "core/base/fl-arena.h"]), "other": (200, ["core/base/fl-arena.h"])}
# What is said, the objects with what they read, those that are no targets any more, the exit status, and words of the answer.
CASES = (
    ("few objects", FEW, "", 0, f"{OPS}: 9 objects of 159"),
    ("a header that passes the table on", MANY, "", 1, f"an operator builds 70 objects anew, and not at most 60, since they read {OPS}; by way of core/graph/fl-aten.h\n"),
    ("the same in a build from before", MANY, "user", 0, f"{OPS}: 9 objects"),
    ("exactly the limit", {**FEW, "table": (60, [OPS])}, "", 0, f"{OPS}: 60 objects"),
    ("one more", {**FEW, "table": (61, [OPS])}, "", 1, "an operator builds 61 objects anew"),
    ("a table that moved", {**FEW, "table": (9, ["core/graph/other.def"])}, "", 1, f"{OPS}: nothing reads it"),
    ("no dependencies", {}, "", 77, "skipped: ninja knows no dependencies"),
)


def check(program, readers, gone, with_build=True):
    with tempfile.TemporaryDirectory() as folder:
        build = pathlib.Path(folder, "build")
        build.mkdir()
        if with_build:
            (build / "build.ninja").touch()
        targets = "".join(f"{name}{i}.c.o: CC\n" for name, (count, files) in readers.items() if name != gone for i in range(count))
        (build / "deps").write_text(make_deps(**readers) if readers else "")
        (build / "targets").write_text(targets)
        ninja = build / "ninja"
        ninja.write_text('#!/bin/sh\nexec cat "$2/$4"\n')
        ninja.chmod(0o755)
        done = subprocess.run([sys.executable, program, folder, build, ninja], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def main():
    failed = 0
    for what, readers, gone, status, said in CASES:
        code, text = check(sys.argv[1], readers, gone)
        if code != status or said not in text:
            print(f"{what}: exit {code}, not {status} with '{said}': {text}")
            failed += 1
    code, text = check(sys.argv[1], FEW, "", with_build=False)
    if code != 77 or "no ninja" not in text:
        print(f"another program builds: exit {code}: {text}")
        failed += 1
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
