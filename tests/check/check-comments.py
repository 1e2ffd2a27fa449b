#!/usr/bin/env python3
"""Comments stand by themselves and use the field's terms.

    check-comments.py ROOT

No comment of core, app, ui and tests begins with a word that leans on a neighbour, and no comment, no page of documentation and no text of
the window or the command line has a retired term: tests/check/words.txt has both lists. No comment cites a file that is not in the
repository. Exits 1 and names each.
"""
import pathlib
import re
import sys

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)
CITED = re.compile(r"\b[\w./-]+\.md\b")
KINDS = {".c", ".h", ".def", ".inc"}
SHOWN = ("app/", "ui/")  # where strings are what a user reads
PAGES = ("README.md", "CONTRIBUTING.md", "NEWS.md", "data/docs/*.md", "tests/bench/README.md")


def read_words(path):
    words = {"begin": [], "begin-lower-case": [], "retired": []}
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            kind, text = line.split(" ", 1)
            words[kind].append(text)
    return words


def make_patterns(words):
    begin = "|".join(re.escape(word) for word in words["begin"])
    lower = "|".join(re.escape(word) for word in words["begin-lower-case"])
    retired = [text.split(" -> ") for text in words["retired"]]
    spaced = [(re.escape(old).replace("\\ ", "[ -]"), old, new) for old, new in retired]
    return (re.compile(rf"(?:(?i:{begin})|(?:{lower}))\b(?!['’-])"),
            # Names of files and types keep a word until they are renamed.
            [(re.compile(rf"(?<![\w./-]){words}(?![\w-]|\.\w)", re.I), old, new) for words, old, new in spaced])


def strip(token):
    body = token[2:-2] if token.startswith("/*") else token[2:]
    return re.sub(r"\s*\\?\n\s*\*? ?", " ", body).strip()


def check_source(path, name, patterns, names):
    begin, retired = patterns
    text = path.read_text(errors="replace")
    for token in TOKEN.finditer(text):
        is_comment = token[0][0] == "/"
        if not is_comment and not (name.startswith(SHOWN) and token[0][0] == '"'):
            continue
        where = f"{name}:{text.count(chr(10), 0, token.start()) + 1}"
        body = strip(token[0]) if is_comment else token[0]
        first = begin.match(body) if is_comment else None
        if first:
            yield f"{where}: a comment begins with “{first[0]}”: say the noun"
        for pattern, old, new in retired:
            if pattern.search(body):
                yield f"{where}: “{old}”: the field says {new}"
        for cited in CITED.findall(body) if is_comment else []:
            if pathlib.PurePath(cited).name not in names:
                yield f"{where}: cites {cited}, which is not in the repository"


def check_page(path, name, patterns):
    is_code = is_printed = False  # printed: written by the program, by way of check-kernel-docs.py
    for number, line in enumerate(path.read_text().splitlines(), 1):
        is_code ^= line.startswith("```")
        is_printed = (is_printed or line.startswith("<!-- passes of ")) and not line.startswith("<!-- end of passes")
        for pattern, old, new in patterns[1]:
            if not is_code and not is_printed and pattern.search(line):
                yield f"{name}:{number}: “{old}”: the field says {new}"


def main():
    root = pathlib.Path(sys.argv[1])
    patterns = make_patterns(read_words(pathlib.Path(__file__).with_name("words.txt")))
    names = {path.name for path in root.rglob("*.md") if "build" not in path.parts}
    sources = [path for folder in ("core", "app", "ui", "tests") for path in sorted((root / folder).rglob("*")) if path.suffix in KINDS]
    faults = []
    for path in sources:
        faults += check_source(path, path.relative_to(root).as_posix(), patterns, names)
    for pattern in PAGES:
        for path in sorted(root.glob(pattern)):
            faults += check_page(path, path.relative_to(root).as_posix(), patterns)
    if not sources:
        sys.exit("no source was found: is this the root?")
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
