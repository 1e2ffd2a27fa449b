#!/usr/bin/env python3
"""Two pages of data/docs show what the program writes: cpu-kernels.md, a chapter on one kernel, and cpu-reference.md.

    check-kernel-docs.py CLI ROOT [--write]

- "<!-- kernel of GRAPH -->": a block of C, the kernels of the graph.
- "<!-- loops of GRAPH after PASS -->": the outline of its loop program after a pass.
- "<!-- passes of GRAPH -->" … "<!-- end of passes -->": every pass with something to say of it: its sentence, its decisions, the changed lines.
- "<!-- functions -->", "<!-- functions of doubles -->": the rows of core/codegen/fl-c-accuracy.def.
- "<!-- look-up -->": words of the field, each with the file of core that decides: the first sentence of its opening comment has the word, and no other file's of
  core/loops, core/codegen and core/library.

Exits 1 and names the first that differs; --write puts all but the look-up right.
"""
import difflib
import pathlib
import re
import subprocess
import sys

DECIDE = ("loops", "codegen", "library")  # the folders of core in which one search has to end at one file
PAGES = ("data/docs/cpu-kernels.md", "data/docs/cpu-reference.md")
BLOCK = re.compile(r"(<!-- kernel of (\S+) -->\n+```c\n)(.*?)(```\n)", re.S)
OUTLINE = re.compile(r"(<!-- loops of (\S+) after (\S+) -->\n+```text\n)(.*?)(```\n)", re.S)
PASSES = re.compile(r"(<!-- passes of (\S+) -->\n)(.*?)(<!-- end of passes -->\n)", re.S)
TABLE = re.compile(r"(<!-- functions -->\n\n)(.*?)(\n\n|\Z)", re.S)
ROW = re.compile(r'^ACCURACY \((\w+), +"(?:[^"]*)", +([\d.]+), ([\d.]+), (\w+), +([\d.]+), +([\d.]+), "([^"]*)"\)', re.M)
TABLE_F64 = re.compile(r"(<!-- functions of doubles -->\n\n)(.*?)(\n\n|\Z)", re.S)
ROW_F64 = re.compile(r'^ACCURACY_F64 \((\w+), +"(?:[^"]*)", +([\d.]+), ([\d.]+), "([^"]*)"\)', re.M)
LOOK_UP = re.compile(r"<!-- look-up -->\n\n\|[^\n]*\n\| --- [^\n]*\n((?:\|[^\n]*\n)+)")
PASS = re.compile(r'^LOOP_PASS \(\w+, "([^"]+)", \w+, (?:CPU|BOTH)\w*, "([^"]+)"', re.M)


def get_kernels(cli, graph):
    text = subprocess.run([cli, "kernels", graph, "--target", "cpu"], check=True, capture_output=True, text=True).stdout
    source = text[:text.index("\ndef call(")]
    start = re.search(r"^/\* [^\n]*op\d+[^\n]*\*/\n(?:void|static|/\*)", source, re.M).start()
    return source[start:].strip() + "\n"


def get_outline(cli, graph, after):
    command = [cli, "dump", graph, "--quiet", "--stage", "loops", "--after", after, "--target", "cpu"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def get_passes(root):
    """Names and sentences of the passes for a CPU, in their order."""
    return PASS.findall((root / "core/base/fl-loop-pass-list.def").read_text())


def split_outline(outline):
    """The decisions and the tree; the first line names kernel and pass."""
    lines = outline.splitlines()[1:]
    first = next((n for n, line in enumerate(lines) if not line.startswith("  ")), len(lines))
    return lines[:first], lines[first:]


def compare_outlines(before, after):
    """Lines of both, marked; how far a line is indented does not count, so that a loop around others is one changed line."""
    plain = [[re.sub(r"\s+", " ", line.strip()) for line in lines] for lines in (before, after)]
    for kind, a, b, c, d in difflib.SequenceMatcher(None, *plain, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from (f"  {line}" for line in after[c:d])
        else:
            yield from [f"- {line}" for line in before[a:b]] + [f"+ {line}" for line in after[c:d]]


def describe_passes(cli, root, graph):
    parts = []
    _, before = split_outline(get_outline(cli, root / graph, "build"))
    for name, sentence in get_passes(root):
        notes, after = split_outline(get_outline(cli, root / graph, name))
        own = [line[len(name) + 3:] for line in notes if line.startswith(f"  {name} ")]
        if after == before and not own:
            continue
        decisions = "".join(f"# {note}\n" for note in own)
        parts.append(f"\n**{name}.** {sentence}.\n\n```diff\n{decisions}" + "".join(f"{line}\n" for line in compare_outlines(before, after) if after != before) + "```\n")
        before = after
    return "".join(parts) + "\n"


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


def get_head(path):
    """The first sentence of a file's opening comment, in lower case and on one line."""
    found = re.match(r"/\* (.*?)(?:\.\s|\*/)", path.read_text(errors="replace"), re.S)
    return re.sub(r"\s+\*?\s*", " ", found[1].lower()) if found else ""


def check_look_up(root, page, text):
    heads = {path: get_head(path) for path in sorted((root / "core").rglob("*.[ch]"))
             if "preamble" not in path.parts and not path.name.endswith("-private.h")}
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in LOOK_UP.search(text)[1].splitlines()]
    for words, name in rows:
        path = root / name
        if path not in heads:
            sys.exit(f"{page}: {words} is decided in {name}, says the look-up: there is no such file")
        for word in words.split(", "):
            others = [other.relative_to(root).as_posix() for other, head in heads.items()
                      if word.lower() in head and other.stem != path.stem and other.parent.name in DECIDE]
            if word.lower() not in heads[path]:
                sys.exit(f"{page}: the first sentence of {name} does not say “{word}”")
            if others:
                sys.exit(f"{page}: a search for “{word}” ends at {name} and at {', '.join(others)}: one of them has to say it otherwise")
    return len(rows)


def main():
    cli, root = sys.argv[1], pathlib.Path(sys.argv[2])
    found = []
    for page in PAGES:
        path = root / page
        old = path.read_text()
        new = BLOCK.sub(lambda m: m[1] + get_kernels(cli, root / m[2]) + m[4], old)
        new = OUTLINE.sub(lambda m: m[1] + get_outline(cli, root / m[2], m[3]) + m[5], new)
        new = PASSES.sub(lambda m: m[1] + describe_passes(cli, root, m[2]) + m[4], new)
        new = TABLE.sub(lambda m: m[1] + get_functions(root) + m[3], new)
        new = TABLE_F64.sub(lambda m: m[1] + get_functions_of_doubles(root) + m[3], new)
        found += [kind for kind in (BLOCK, OUTLINE, PASSES, TABLE, TABLE_F64, LOOK_UP) if kind.search(new)]
        if "--write" in sys.argv:
            path.write_text(new)
        elif new != old:
            for number, (a, b) in enumerate(zip(old.splitlines(), new.splitlines()), 1):
                if a != b:
                    sys.exit(f"{path}:{number}: shows\n  {a}\nbut the program writes\n  {b}\n--write puts it right")
            sys.exit(f"{path}: blocks of different length")
        if LOOK_UP.search(new) and check_look_up(root, page, new) < 20:
            sys.exit(f"{page}: the look-up has fewer than 20 rows")
    if len(set(found)) < 6:
        sys.exit("a kind of block is shown on neither page: a kernel, an outline, the passes, a table of functions, the look-up")


if __name__ == "__main__":
    main()
