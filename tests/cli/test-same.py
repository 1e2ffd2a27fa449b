#!/usr/bin/env python3
"""The same input, options and seed give the same bytes, whatever the locale, the time zone, the folder and the number of processors.

    test-same.py FUSELOOM_CLI SOURCE_DIR          prints TAP

What is measured is left out: the column of times of `stages`, "measured" of --json, and measured.json of a report.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

CLI, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
GRAPHS = ["layer-norm.py", "softmax-dynamic.py", "gpt2-block.py"]
count = 0


def check(name, condition, note=""):
    global count
    count += 1
    print(f"{'ok' if condition else 'not ok'} {count} {name}", flush=True)
    if not condition:
        for line in str(note).splitlines()[:20]:
            print(f"# {line[:300]}")


def list_locales():
    """One with a decimal comma where there is one, and one with an order of its own."""
    names = subprocess.run(["locale", "-a"], capture_output=True, text=True).stdout.split()
    found = [name for name in names if re.match(r"(de|fr|ru|tr|pl|sv|cs)_", name)]
    return ["C", *found[:2]] if found else ["C", "C.UTF-8"]


def places(folder):
    """A folder and an environment each; every second run has one processor."""
    zones, locales = ["UTC", "Asia/Kathmandu", "America/St_Johns"], list_locales()
    for i, zone in enumerate(zones):
        where = os.path.join(folder, "x" * (1 + 20 * i), f"deep{i}")
        os.makedirs(where)
        yield where, dict(os.environ, LC_ALL=locales[i % len(locales)], LANG="de_DE.UTF-8", TZ=zone, HOME=where, XDG_CACHE_HOME=where), i % 2 == 1


def on_one_processor():
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def call(where, environment, is_alone, *words):
    done = subprocess.run([CLI, *words], cwd=where, env=environment, capture_output=True, timeout=300, stdin=subprocess.DEVNULL,
                          preexec_fn=on_one_processor if is_alone else None)
    return done.returncode, done.stdout, done.stderr


def without_times(words, data):
    if "--json" in words:
        parsed = json.loads(data)
        parsed.pop("measured", None)
        return json.dumps(parsed, sort_keys=False).encode()
    if words[0] == "stages":
        table = re.sub(rb" +(?:time|[0-9.]+ (?:ns|\xc2\xb5s|ms|s))$", b"", data, flags=re.M)
        return re.sub(rb" {2,}", b"  ", table)  # columns are as wide as what is in them
    return data


def read_folder(folder):
    found = {}
    for top, _, files in os.walk(folder):
        for file in files:
            if file != "measured.json":
                with open(os.path.join(top, file), "rb") as opened:
                    found[os.path.relpath(os.path.join(top, file), folder)] = opened.read()
    return found


def test_graph(name, folder):
    still = ("--no-verify", "--no-measure")
    commands = [("stages", ), ("stages", "--json"), ("steps", ), ("dump", ), ("dump", "--json"), ("dump", "--stage", "codegen"), ("dump", "--stage", "memory"), ("kernels", ),
                ("plan", ), ("plan", "--json"), ("import", ), ("compare", *still, "--differences"), ("compare", *still, "--json"),
                ("whatif", "--set", "max_fusion_size=2"), ("dump", "--svg", "o.svg"), ("dump", "--pdf", "o.pdf"), ("dump", "--png", "o.png"), ("dump", "--dot", "o.dot"),
                ("plan", "--svg", "o.svg"), ("plan", "--pdf", "o.pdf"), ("compare", *still, "--svg", "o.svg")]
    first = {}
    reports = []
    for where, environment, is_alone in places(folder):
        shutil.copy(os.path.join(ROOT, "data/graphs", name), os.path.join(where, "g.py"))
        for words in commands:
            code, out, said = call(where, environment, is_alone, words[0], "g.py", *words[1:])
            path = os.path.join(where, words[-1])
            if words[-1].startswith("o."):
                with open(path, "rb") as file:
                    out = file.read()
                os.remove(path)
            made = (code, without_times(words, out), said)
            if words in first:
                check(f"{name}: {' '.join(words)}", first[words] == made, (first[words][0], code, first[words][1][:200], made[1][:200], said))
            else:
                check(f"{name}: {' '.join(words)} succeeds", code == 0, said)
                first[words] = made
        call(where, environment, is_alone, "report", "g.py", "-o", "r", "-q")
        reports.append(read_folder(os.path.join(where, "r")))
    for other in reports[1:]:
        differing = [file for file in set(other) | set(reports[0]) if other.get(file) != reports[0].get(file)]
        check(f"{name}: report, {len(other)} files", len(other) > 8 and not differing, differing)


def main():
    for name in GRAPHS:
        with tempfile.TemporaryDirectory() as folder:
            test_graph(name, folder)
    print(f"1..{count}")


main()
