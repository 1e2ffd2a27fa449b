#!/usr/bin/env python3
"""Every row of data/docs/concepts.md: the command prints the line, the picture has the text, the glossary the term.

    test-concepts.py FUSELOOM_CLI SOURCE_DIR          prints TAP
"""
import os
import re
import subprocess
import sys
import tempfile

CLI, ROOT = sys.argv[1], sys.argv[2]
GRAPHS = os.path.join(ROOT, "data", "graphs")
count = 0
failed = 0


def check(name, condition, note=""):
    global count, failed
    count += 1
    failed += not condition
    print(f"{'ok' if condition else 'not ok'} {count} {name}")
    for line in [] if condition else str(note).splitlines()[:60]:
        print(f"# {line}")
    sys.stdout.flush()


def call(*words):
    return subprocess.run([CLI, *words], capture_output=True, text=True, timeout=300)


def read_doc():
    with open(os.path.join(ROOT, "data", "docs", "concepts.md"), encoding="utf-8") as file:
        text = file.read()
    rows = [[cell.strip() for cell in line.strip("|\n").split(" | ")] for line in text.splitlines() if line.startswith("| ")]
    graphs = dict(re.findall(r"In `(\w+\.py)`.*?```\n(.*?)```", text, re.S))
    return [row for row in rows if row[0] not in ("---", "strategy")], graphs


def unquote(cell):
    return cell[1:-1] if cell.startswith("`") else None


def main():
    rows, graphs = read_doc()
    outputs = {}
    check("the table has rows of six cells", len(rows) > 30 and all(len(row) == 6 for row in rows), [row for row in rows if len(row) != 6])
    with tempfile.TemporaryDirectory() as folder:
        for name, text in graphs.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)

        def run(command, graph, *rest):
            path = os.path.join(folder if graph in graphs else GRAPHS, graph)
            words = (command, path, *rest)
            if words not in outputs:
                outputs[words] = call(*words)
            return outputs[words]

        for strategy, concept, command, line, picture, term in rows:
            name = f"{strategy}: {concept}"
            words = unquote(command).split()
            done = run(*words, *(["--stage", "fuse"] if words[0] == "steps" and "--stage" not in words else []))
            check(f"{name}: the line", done.returncode == 0 and unquote(line) in done.stdout, f"{command}\n{done.stderr}{done.stdout}")
            if unquote(picture):
                picture_file = os.path.join(folder, "picture.svg")
                done = call("dump", os.path.join(folder if words[1] in graphs else GRAPHS, words[1]), *words[-2:], "--stage", "fuse", "--svg", picture_file)
                with open(picture_file, encoding="utf-8") as file:
                    texts = re.findall(r">([^<]+)<", file.read())
                check(f"{name}: the picture", done.returncode == 0 and any(unquote(picture) in text for text in texts), f"{done.stderr}{texts}")
            done = call("explain", term)
            check(f"{name}: the glossary", done.returncode == 0 and term.lower() in done.stdout.lower(), done.stderr)
    print(f"1..{count}")
    sys.exit(1 if failed else 0)


main()
