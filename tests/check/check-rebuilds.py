#!/usr/bin/env python3
"""A new row of a table builds few objects anew: those that ninja knows to read its .def file.

    check-rebuilds.py ROOT BUILD [NINJA]

A .def that a header includes, to make an enum or prototypes of it, is read by nearly everything. Tables that grow all the time are
therefore read by files of C alone, or by a header of their own (LIMITS). Exits 1 where more objects read one than its limit
says, with the headers that pass it on, and 77 where ninja tells no dependencies (it is not there, or another program builds).
The figures of all tables are printed.
"""
import collections
import os
import pathlib
import shutil
import subprocess
import sys

# What grows, its file, and how many objects may be built anew for it.
LIMITS = (
    ("an operator", "core/graph/fl-aten-ops.def", 60),
    ("a name of an operator", "core/graph/fl-aten-ids.def", 120),
    ("a kind of events", "core/base/fl-events.def", 110),
)
SKIPPED = 77


def ask(ninja, build, *words):
    done = subprocess.run([ninja, "-C", str(build), "-t", *words], capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else []


def read_dependencies(ninja, build, root):
    """Of each file of the tree: the objects that read it. What was built once, and is no target any more, does not count."""
    targets = {line.rpartition(": ")[0] for line in ask(ninja, build, "targets", "all")}
    readers, output = collections.defaultdict(set), None
    for line in ask(ninja, build, "deps"):
        if line and not line[0].isspace():
            output = line.partition(":")[0]
        elif output in targets:
            readers[line.strip()].add(output)
    return collections.defaultdict(set, {os.path.relpath(os.path.normpath(build / name), root): own for name, own in readers.items() if name})


def find_headers(readers, path):
    """Headers that nearly all of its readers read, too: those that are likely to include it."""
    objects = readers[path]
    return sorted(other for other, own in readers.items() if other.endswith(".h") and not other.startswith("..")
                  and other != path and own <= objects and 2 * len(own) > len(objects))


def main():
    root, build = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    ninja = sys.argv[3] if len(sys.argv) > 3 else shutil.which("ninja") or shutil.which("ninja-build")
    if not ninja or not (build / "build.ninja").is_file():
        print("skipped: no ninja, or another program builds")
        return SKIPPED
    readers = read_dependencies(ninja, build, root)
    if not readers:
        print(f"skipped: ninja knows no dependencies in {build}: nothing was built there, or its log is gone")
        return SKIPPED
    bad = 0
    for path in sorted((path for path in readers if path.endswith(".def")), key=lambda path: -len(readers[path])):
        print(f"{path}: {len(readers[path])} objects of {len(set().union(*readers.values()))}")
    for what, path, limit in LIMITS:
        if not readers[path]:
            print(f"{path}: nothing reads it: is that where the table of {what} is?")
            bad += 1
        elif len(readers[path]) > limit:
            headers = find_headers(readers, path)
            print(f"{what} builds {len(readers[path])} objects anew, and not at most {limit}, since they read {path}"
                  + (f"; by way of {', '.join(headers)}" if headers else ""))
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
