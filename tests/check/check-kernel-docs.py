#!/usr/bin/env python3
"""The kernels shown in data/docs/cpu-kernels.md are those that the program writes.

    check-kernel-docs.py CLI ROOT [--write]

Each block of C follows a line "<!-- kernel of GRAPH -->"; each outline of a loop program "<!-- loops of GRAPH after PASS -->"; the table of functions, after "<!-- functions -->", has the rows of
core/codegen/fl-c-accuracy.def. Exits 1 and names the first that differs; --write puts them right.
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


OUTLINE = re.compile(r"(<!-- loops of (\S+) after (\S+) -->\n+```text\n)(.*?)(```\n)", re.S)


def get_outline(cli, graph, after):
    command = [cli, "dump", graph, "--quiet", "--stage", "loops", "--after", after, "--target", "cpu"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


TABLE = re.compile(r"(<!-- functions -->\n\n)(.*?)(\n\n|\Z)", re.S)
ROW = re.compile(r'^ACCURACY \((\w+), +"(?:[^"]*)", +([\d.]+), ([\d.]+), (\w+), +([\d.]+), +([\d.]+), "([^"]*)"\)', re.M)


TABLE_F64 = re.compile(r"(<!-- functions of doubles -->\n\n)(.*?)(\n\n|\Z)", re.S)
ROW_F64 = re.compile(r'^ACCURACY_F64 \((\w+), +"(?:[^"]*)", +([\d.]+), ([\d.]+), "([^"]*)"\)', re.M)


def get_functions_of_doubles(root):
    lines = ["| function | largest error | ns an element | |", "| --- | --- | --- | --- |"]
    for name, error, ns, remark in ROW_F64.findall((root / "core/codegen/fl-c-accuracy.def").read_text()):
        lines.append(f"| {name.lower()} | {error} | {ns} | {remark} |")
    return "\n".join(lines)


def get_functions(root):
    """A Markdown table of the rows of fl-c-accuracy.def."""
    lines = ["| function | largest error | fast | ns an element | fast | |", "| --- | --- | --- | --- | --- | --- |"]
    for name, error, fast, unit, ns, fast_ns, remark in ROW.findall((root / "core/codegen/fl-c-accuracy.def").read_text()):
        of = " of x" if unit == "ARGUMENT" else ""
        same = error == fast
        lines.append(f"| {name.lower()} | {error}{of} | {'' if same else fast} | {ns} | {'' if same else fast_ns} | {remark} |")
    return "\n".join(lines)


def main():
    cli, root = sys.argv[1], pathlib.Path(sys.argv[2])
    path = root / "data/docs/cpu-kernels.md"
    old = path.read_text()
    new = BLOCK.sub(lambda m: m[1] + get_kernels(cli, root / m[2]) + m[4], old)
    new = OUTLINE.sub(lambda m: m[1] + get_outline(cli, root / m[2], m[3]) + m[5], new)
    new = TABLE.sub(lambda m: m[1] + get_functions(root) + m[3], new)
    new = TABLE_F64.sub(lambda m: m[1] + get_functions_of_doubles(root) + m[3], new)
    if "--write" in sys.argv:
        path.write_text(new)
    elif new != old:
        for number, (a, b) in enumerate(zip(old.splitlines(), new.splitlines()), 1):
            if a != b:
                sys.exit(f"{path}:{number}: shows\n  {a}\nbut the program writes\n  {b}\n--write puts it right")
        sys.exit(f"{path}: blocks of different length")
    if not BLOCK.search(old) or not TABLE.search(old) or not TABLE_F64.search(old):
        sys.exit(f"{path}: no kernel or no table of functions is shown")


main()
