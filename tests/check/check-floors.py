#!/usr/bin/env python3
"""Includes point down only: checks FLOORS against every source file, and against the order of meson.build's subdirs.

    check-floors.py ROOT

Exits 1 and names file, line and both floors for an include that points up or past a door, for a circle of headers, for a
floor that stands in one list only, and for a door that no include goes through. test-check-floors.py plants each.
"""
import collections
import graphlib
import pathlib
import re
import sys

KINDS = (".c", ".h", ".def", ".inc")


def read_floors(root):
    floors, doors = [], {}
    for line in (root / "FLOORS").read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            folder, _, only = (part.strip() for part in line.partition("<-"))
            floors.append(folder)
            doors[folder] = only.split()
    return floors, doors


def is_under(folder, door):
    return folder == door or folder.startswith(door + "/")


def unit(name):
    return re.sub(r"(-private)?\.\w+$", "", name)


def main():
    root = pathlib.Path(sys.argv[1])
    floors, doors = read_floors(root)
    bad = 0
    listed = [name for name in re.findall(r"subdir\('([^']+)'\)", (root / "meson.build").read_text())
              if name not in ("data", "tests")]
    if listed != floors:
        print("FLOORS and meson.build differ:", [name for name in floors + listed if (name in floors) != (name in listed)])
        bad += 1
    files = {folder: sorted(path for path in (root / folder).iterdir() if path.suffix in KINDS) for folder in floors}
    home = {path.name: level for level, folder in enumerate(floors) for path in files[folder] if path.suffix != ".c"}
    uses, passed = collections.defaultdict(set), set()
    for level, folder in enumerate(floors):
        for path in files[folder]:
            for number, text in enumerate(path.read_text(errors="replace").splitlines(), 1):
                match = re.match(r'\s*#\s*include\s*[<"]([^">]+)[">]', text)
                name = pathlib.Path(match[1]).name if match else ""
                if name not in home:
                    continue
                other = home[name]
                if unit(name) != unit(path.name):
                    uses[unit(path.name)].add(unit(name))
                open_doors = [door for door in doors[floors[other]] if is_under(folder, door)]
                passed |= {(floors[other], door) for door in open_doors if other < level}
                if other > level or (other < level and doors[floors[other]] and not open_doors):
                    print(f"{path}:{number}: {folder} may not include {name} ({floors[other]})")
                    bad += 1
    for folder, door in [(folder, door) for folder in floors for door in doors[folder] if (folder, door) not in passed]:
        print(f"FLOORS: no file under {door} includes {folder}: shut that door")
        bad += 1
    try:
        graphlib.TopologicalSorter(uses).prepare()
    except graphlib.CycleError as error:
        print("circle: " + " <- ".join(error.args[1]))
        bad += 1
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
