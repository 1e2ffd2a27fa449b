#!/usr/bin/env python3
"""check-format.py finds a line that `./dev format` would change, and nothing in a formatted tree.

    test-check-format.py CHECK
"""
import pathlib
import subprocess
import sys
import tempfile

GOOD = "static int\nfind (int n)\n{\n  return n + 1;\n}\n"
FAULTS = {"  return n + 1;": "    return n+1;", "find (int n)": "find(int n)", "static int\nfind": "static int find"}


def run(check, source):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "core").mkdir()
        (root / "core" / "a.c").write_text(source)
        (root / ".clang-format").write_text((pathlib.Path(check).parents[2] / ".clang-format").read_text())
        return subprocess.run([sys.executable, check, folder], capture_output=True, text=True)


def main():
    good = run(sys.argv[1], GOOD)
    if good.returncode == 77:
        print(good.stdout, end="")
        return 77
    assert good.returncode == 0, good
    for right, wrong in FAULTS.items():
        bad = run(sys.argv[1], GOOD.replace(right, wrong))
        assert bad.returncode == 1 and "core/a.c:" in bad.stdout, (wrong, bad)
    return 0


if __name__ == "__main__":
    sys.exit(main())
