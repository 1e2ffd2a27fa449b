#!/usr/bin/env python3
"""check-dead.py finds a function without a caller, and nothing in a tree where all are called.

    test-check-dead.py CHECK
"""
import pathlib
import subprocess
import sys
import tempfile

HEADER = "void fl_used (int a,\n              int b);\nint fl_lonely (void); /* nobody */\n"
SOURCE = "#include \"a.h\"\nvoid\nfl_used (int a, int b)\n{\n}\n\nint\nfl_lonely (void)\n{\n  fl_used (1, 2);\n  return 0;\n}\n"


def run(check, source):
    with tempfile.TemporaryDirectory() as folder:
        core = pathlib.Path(folder, "core")
        core.mkdir()
        (core / "a.h").write_text(HEADER)
        (core / "a.c").write_text(source)
        return subprocess.run([sys.executable, check, folder], capture_output=True, text=True)


def main():
    dead = run(sys.argv[1], SOURCE)
    alive = run(sys.argv[1], SOURCE + "int (*first) (void) = fl_lonely;\n")
    assert dead.returncode == 1 and dead.stderr == "core/a.h: nothing calls fl_lonely\n", dead
    assert alive.returncode == 0, alive


if __name__ == "__main__":
    main()
