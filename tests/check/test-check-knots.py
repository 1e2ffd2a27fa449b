#!/usr/bin/env python3
"""check-knots.py finds what it is there for. In nm's place stands a program that prints a library as it is: it is nm's text.

    test-check-knots.py CHECK
"""
import pathlib
import subprocess
import sys
import tempfile


def library(floor, **files):
    """The text of nm for files that define what is before the colon and use what is behind it: a = "one two : three"."""
    lines = []
    for name, symbols in files.items():
        defined, used = (part.split() for part in symbols.split(":"))
        place = f"build/{floor}/lib.a:build/{floor}/lib.a.p/fl-{name}.c.o:"
        lines += [f"{place}0000000000000010 T {symbol}" for symbol in defined] + [f"{place}                 U {symbol}" for symbol in used]
        lines += [f"{place}0000000000000000 t helper"]
    return "\n".join(lines) + "\n"


LOW, HIGH = "core/low", "core/high"
CALM = library(LOW, a="a1 a2 : b1 malloc", b="b1 : c1", c="c1 : helper malloc")
TWO = library(LOW, a="a1 : b1", b="b1 : a1 c1", c="c1 : ")
THREE = library(LOW, a="a1 : b1", b="b1 : c1", c="c1 : a1")
PAIRS = library(LOW, a="a1 : b1", b="b1 : a1", c="c1 : d1", d="d1 : c1 a1")
ABOVE = library(HIGH, h="h1 : a1")
LATER = "  to be undone: by and by\n"
# What is said, the floors' libraries, the list, the exit status, and words of the answer.
CASES = (
    ("no circle, none allowed", (CALM, ABOVE), "", 0, ""),
    ("a knot that is allowed", (TWO, ABOVE), f"{LOW}\n  fl-a # and\n  fl-b\n{LATER}", 0, ""),
    ("two knots that are allowed", (PAIRS, ABOVE), f"{LOW}\n  fl-c fl-d\n{LATER}{LOW}\n  fl-a fl-b\n{LATER}", 0, ""),
    ("a new knot", (TWO, ABOVE), "", 1, "a new knot of 2 files: fl-a fl-b\n    fl-a uses b1 of fl-b\n    fl-b uses a1 of fl-a\n"),
    ("a knot by a function of several versions", (TWO.replace(" T b1", " i b1"), ABOVE), "", 1, "a new knot of 2 files: fl-a fl-b\n"),
    ("a new knot beside one that is allowed", (PAIRS, ABOVE), f"{LOW}\n  fl-a fl-b\n{LATER}", 1, "a new knot of 2 files: fl-c fl-d\n"),
    ("the same files on another floor", (TWO, ABOVE), f"{HIGH}\n  fl-a fl-b\n{LATER}", 1, "core/high: no knot any more"),
    ("a knot that grew", (THREE, ABOVE), f"{LOW}\n  fl-a fl-b\n{LATER}", 1, "fl-c joined a knot of 2 files:\n    fl-c uses a1 of fl-a\n    fl-a uses b1 of fl-b\n    fl-b uses c1 of fl-c\n"),
    ("a knot that shrank", (TWO, ABOVE), f"{LOW}\n  fl-a fl-b fl-c\n{LATER}", 1, "fl-c is out of its knot: strike it from the list"),
    ("a knot that is gone", (CALM, ABOVE), f"{LOW}\n  fl-a fl-b\n{LATER}", 1, "no knot any more, strike it from the list: fl-a fl-b"),
    ("a knot without a reason", (TWO, ABOVE), f"{LOW}\n  fl-a fl-b\n", 1, "core/low: the knot of fl-a fl-b has no reason"),
    ("a knot with an empty reason", (TWO, ABOVE), f"{LOW}\n  fl-a fl-b\n  to be undone:\n", 1, "has no reason"),
    ("a knot that stays", (TWO, ABOVE), f"{LOW}\n  fl-a fl-b\n  stays (fl-a.c): a tree is walked\n  by two files\n", 0, ""),
    ("a knot that stays without a comment", (TWO, ABOVE), f"{LOW}\n  fl-a fl-b\n  stays (fl-b.c): a tree\n", 1, "no comment of fl-b.c speaks of its recursion"),
    ("a knot that stays for a file outside", (TWO, ABOVE), f"{LOW}\n  fl-a fl-b\n  stays (fl-c.c): a tree\n", 1, "stays because of fl-c, which is not in it"),
    ("a floor that is gone", (CALM, ABOVE), f"core/gone\n  fl-a fl-b\n{LATER}", 1, "core/gone: no such floor"),
    ("a call that points up", (library(LOW, a="a1 : h1"), ABOVE), "", 1, "core/low: fl-a uses h1 of a floor above, core/high"),
    ("a floor that is not looked at", (CALM,), "", 1, "FLOORS and the libraries"),
    ("objects without symbols", ("", ""), "", 77, ""),
)


def check(program, libraries, allowed):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        paths = [root / "build" / floor / "lib.a" for floor in (LOW, HIGH)]
        for path, text in zip(paths, libraries):
            path.parent.mkdir(parents=True)
            path.write_text(text)
        (root / "FLOORS").write_text(f"# the house\n{LOW}\nui/page\n{HIGH} <- core # last\n")
        nm, knots = root / "nm", root / "tests/check/knots.txt"
        nm.write_text('#!/bin/sh\nexec cat "$2"\n')
        nm.chmod(0o755)
        knots.parent.mkdir(parents=True)
        knots.write_text(allowed)
        (root / LOW).mkdir(parents=True)
        (root / LOW / "fl-a.c").write_text("/* Recursion: what is\n * inside comes first. */\nint recursion;\n")
        (root / LOW / "fl-b.c").write_text("/* None. */\nint recursion; /* here, too */\n")
        done = subprocess.run([sys.executable, program, knots, nm, *paths[:len(libraries)]], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def main():
    failed = 0
    for what, libraries, allowed, status, said in CASES:
        code, text = check(sys.argv[1], libraries, allowed)
        if code != status or said not in text or (status == 0 and text):
            print(f"{what}: exit {code}, not {status} with '{said}': {text}")
            failed += 1
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
