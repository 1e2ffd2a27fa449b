#!/usr/bin/env python3
"""check-floors.py finds what it is there for: a small house that is in order, then one fault planted in it at a time.

    test-check-floors.py CHECK
"""
import pathlib
import subprocess
import sys
import tempfile

FLOORS = "low/base\nlow/values <- low/check high  # a door\nlow/check <- high/run\nlow/pass\nhigh/run\nhigh/runner\n"
HOUSE = {
    "FLOORS": FLOORS,
    "meson.build": "".join(f"subdir('{line.split()[0]}')\n" for line in FLOORS.splitlines()) + "subdir('tests')\n",
    "low/base/fl-base.h": "",
    "low/values/fl-values.h": '#include "fl-base.h"\n',
    "low/check/fl-check.h": '#include "fl-values.h"\n',
    "low/pass/fl-pass.h": '#include "fl-base.h"\n',
    "low/pass/fl-pass.c": '#include "fl-pass.h"\n',
    "high/run/fl-run.c": '#include "fl-check.h"\n#include "fl-values.h"\n#include "fl-pass.h"\n#include <stdio.h>\n',
    "high/runner/fl-runner.h": '#include "fl-values.h"\n',
}
# What is wrong, the file, its text in place of the house's, and what the check must say.
FAULTS = (
    ("an include that points up", "low/base/fl-base.c", '#include "fl-pass.h"\n', "fl-base.c:1: low/base may not include fl-pass.h (low/pass)"),
    ("a header that points up", "low/check/fl-check.h", '#include "fl-values.h"\n#  include "fl-pass.h"\n', "fl-check.h:2: low/check may not include fl-pass.h (low/pass)"),
    ("an include past a door", "low/pass/fl-pass.c", '#include "fl-check.h"\n', "fl-pass.c:1: low/pass may not include fl-check.h (low/check)"),
    ("a part of a source that goes past a door", "low/pass/fl-part.inc", '#include "fl-values.h"\n', "fl-part.inc:1: low/pass may not include fl-values.h (low/values)"),
    ("a door is a folder, not the beginning of a name", "high/runner/fl-runner.c", '#include "fl-check.h"\n', "fl-runner.c:1: high/runner may not include fl-check.h (low/check)"),
    ("a door that nobody uses", "FLOORS", FLOORS.replace("low/pass\n", "low/pass <- high low/run\n"), "no file under low/run includes low/pass"),
    ("a circle of headers", "low/pass/fl-other.h", '#include "fl-pass.h"\n', "circle: "),
    ("a floor that Meson does not build", "meson.build", HOUSE["meson.build"].replace("subdir('high/runner')\n", ""), "FLOORS and meson.build differ"),
)


def check(program, files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        done = subprocess.run([sys.executable, program, folder], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def main():
    failed = 0
    code, text = check(sys.argv[1], HOUSE)
    if code != 0 or text:
        print(f"a house in order: exit {code}: {text}")
        failed += 1
    for what, name, text, said in FAULTS:
        files = {**HOUSE, name: text}
        if what == "a circle of headers":
            files["low/pass/fl-pass.h"] = '#include "fl-other.h"\n'
        code, text = check(sys.argv[1], files)
        if code != 1 or said not in text:
            print(f"{what}: exit {code}, not 1 with '{said}': {text}")
            failed += 1
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
