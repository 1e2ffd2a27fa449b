#!/usr/bin/env python3
"""check-comments.py finds comments that lean on their neighbours, retired terms and files that are not there; and nothing in a good tree.

    test-check-comments.py CHECK
"""
import pathlib
import subprocess
import sys
import tempfile

GOOD = '''/* There is one sum; "the same" and film.h are examples. See README.md. */
#include "fl-film.h"
static const char *path = "/* then */"; /* What follows a name stands in capitals. */
int x; /* iteration: a word that begins like another */
'''
# One fault a line: the line, and what the check says of it.
FAULTS = [
    ("/* Then it is stored. */", "begins with “Then”"),
    ("int n; /* the same, but sorted */", "begins with “the same”"),
    ("int n; // likewise", "begins with “likewise”"),
    ("int n; /* what is left */", "begins with “what”"),
    ("/* Rules as in\\\n * secret-notes.md 3. */".replace("\\", ""), "cites secret-notes.md"),
    ("/* Results go past the\n * caches. */", "the field says non-temporal store"),
    ("void f (void) { say (\"timed in turns\"); }", "the field says in interleaved rounds"),
]


def run(check, source, page="All is well.\n"):
    with tempfile.TemporaryDirectory() as folder:
        app = pathlib.Path(folder, "app")
        app.mkdir()
        (app / "a.c").write_text(source)
        pathlib.Path(folder, "README.md").write_text(page)
        return subprocess.run([sys.executable, check, folder], capture_output=True, text=True)


def main():
    good = run(sys.argv[1], GOOD)
    assert good.returncode == 0 and good.stderr == "", good
    for line, says in FAULTS:
        bad = run(sys.argv[1], GOOD + line + "\n")
        assert bad.returncode == 1 and says in bad.stderr and bad.stderr.startswith("app/a.c:5: ") and bad.stderr.count("\n") == 1, bad
    page = run(sys.argv[1], GOOD, "```c\nx; /* in turns */\n```\nSpeeds are measured in turns.\n")
    assert page.returncode == 1 and page.stderr == "README.md:4: “in turns”: the field says in interleaved rounds\n", page


if __name__ == "__main__":
    main()
