#!/usr/bin/env python3
"""The tree is as `./dev format` leaves it.

    check-format.py ROOT [CLANG-FORMAT]

clang-format of the version that .clang-format names would change none of core, app, ui and tests. Exits 1 and names the files and
the first line that differs, 77 (skipped) where that version is not installed.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

BATCH = 50  # files that one process reads: its start takes longer than a file
FOLDERS = ("core", "app", "ui", "tests")


def wanted_version(root):
    return re.search(r"version that counts is .*?, (\d+):", (root / ".clang-format").read_text())[1]


def find_tool(version):
    for name in (f"clang-format-{version}", "clang-format"):
        path = shutil.which(name)
        if path and f"version {version}." in subprocess.run([path, "--version"], capture_output=True, text=True).stdout:
            return path
    return None


def check(tool, root, paths):
    """The first line of each file that would change."""
    said = subprocess.run([tool, "--dry-run", "--Werror", *paths], cwd=root, capture_output=True, text=True).stderr
    first = {}
    for path, line in re.findall(r"^([^:\n]+):(\d+):\d+: error: code should be clang-formatted", said, re.M):
        first.setdefault(path, line)
    lines = [f"{path}:{line}: ./dev format would change this line" for path, line in first.items()]
    return lines or [line for line in said.splitlines() if ": error: " in line]


def main():
    root = pathlib.Path(sys.argv[1])
    version = wanted_version(root)
    tool = sys.argv[2] if len(sys.argv) > 2 else find_tool(version)
    if tool is None:
        print(f"skipped: no clang-format {version}")
        return 77
    paths = sorted(str(path.relative_to(root)) for folder in FOLDERS for path in (root / folder).rglob("*.[ch]"))
    batches = [paths[i : i + BATCH] for i in range(0, len(paths), BATCH)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [line for lines in pool.map(lambda batch: check(tool, root, batch), batches) for line in lines]
    print("\n".join(wrong) or f"{len(paths)} files are as ./dev format leaves them")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
