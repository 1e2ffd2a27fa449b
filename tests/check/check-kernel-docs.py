#!/usr/bin/env python3
"""The kernels shown in data/docs/cpu-kernels.md are those that the program writes.

    check-kernel-docs.py CLI ROOT [--write]

Each block of C follows a line "<!-- kernel of GRAPH -->". Exits 1 and names the first that differs; --write puts them right.
"""
import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"(<!-- kernel of (\S+) -->\n+```c\n)(.*?)(```\n)", re.S)


def get_kernels(cli, graph):
    text = subprocess.run([cli, "kernels", graph, "--target", "cpu"], check=True, capture_output=True, text=True).stdout
    source = text[:text.index("\ndef call(")]
    start = re.search(r"^/\* [^\n]*op\d+[^\n]*\*/\n(?:void|/\*)", source, re.M).start()
    return source[start:].strip() + "\n"


def main():
    cli, root = sys.argv[1], pathlib.Path(sys.argv[2])
    path = root / "data/docs/cpu-kernels.md"
    old = path.read_text()
    new = BLOCK.sub(lambda m: m[1] + get_kernels(cli, root / m[2]) + m[4], old)
    if "--write" in sys.argv:
        path.write_text(new)
    elif new != old:
        for number, (a, b) in enumerate(zip(old.splitlines(), new.splitlines()), 1):
            if a != b:
                sys.exit(f"{path}:{number}: shows\n  {a}\nbut the program writes\n  {b}\n--write puts it right")
        sys.exit(f"{path}: blocks of different length")
    if not BLOCK.search(old):
        sys.exit(f"{path}: no kernel is shown")


main()
