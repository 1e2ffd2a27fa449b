#!/usr/bin/env python3
"""No function that a header declares is without a caller.

    check-dead.py ROOT

A function whose name stands nowhere in core, ui, app and tests but where it is declared and defined is dead. The preamble of generated
kernels is left out: its functions are called by kernels. Exits 1 and names each.
"""
import collections
import pathlib
import re
import sys

DECLARED = re.compile(r"^[A-Za-z][\w \*]*?\b(fl(?:ui)?_\w+) \((?:[^;{}]|\n)*?\)[^;{}]*;", re.M)
KINDS = {".c", ".h", ".inc", ".def"}


def read_sources(root):
    texts = {}
    for folder in ("core", "ui", "app", "tests"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in KINDS and "preamble" not in path.parts:
                texts[path] = path.read_text(errors="replace")
    return texts


def main():
    root = pathlib.Path(sys.argv[1])
    texts = read_sources(root)
    count = collections.Counter()
    declared = {}
    for path, text in texts.items():
        count.update(re.findall(r"[A-Za-z_]\w*", text))
        if path.suffix == ".h" and "tests" not in path.parts:
            for match in DECLARED.finditer(text):
                declared.setdefault(match[1], path)
    dead = sorted(name for name in declared if count[name] <= 2)
    for name in dead:
        print(f"{declared[name].relative_to(root)}: nothing calls {name}", file=sys.stderr)
    if not declared:
        sys.exit("no function was found: is this the root?")
    sys.exit(1 if dead else 0)


if __name__ == "__main__":
    main()
