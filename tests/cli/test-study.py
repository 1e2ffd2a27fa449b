#!/usr/bin/env python3
"""Studies as users of the command line see them: the grid, going on where one was cut off, cells that fail alone, wrong input, merge, the
Slurm script.

    test-study.py FUSELOOM_CLI SOURCE_DIR          prints TAP
"""
import csv
import html.parser
import json
import math
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

CLI, ROOT = os.path.abspath(sys.argv[1]), sys.argv[2]
GRAPHS = os.path.join(ROOT, "data/graphs")
SOFTMAX, NORM, ADD = (os.path.join(GRAPHS, name) for name in ("softmax.py", "layer-norm.py", "add-relu.py"))
count = 0
failed = 0


def call(*words, timeout=300, **more):
    return subprocess.run([CLI, "study", *words], capture_output=True, text=True, timeout=timeout, **more)


def check(name, condition, note=""):
    global count, failed
    count += 1
    failed += not condition
    print(f"{'ok' if condition else 'not ok'} {count} {name}")
    for line in [] if condition else str(note).splitlines()[:30]:
        print(f"# {line}")
    sys.stdout.flush()


def cells_of(folder):
    path = os.path.join(folder, "cells.jsonl")
    return [json.loads(line) for line in open(path)] if os.path.exists(path) else []


class Page(html.parser.HTMLParser):
    """Tags, and attributes that would load or run something."""

    def __init__(self, path):
        super().__init__()
        self.tags, self.bad, self.text = [], [], open(path).read()
        self.feed(self.text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.bad += [(tag, name, value) for name, value in attributes if name.startswith("on") or name == "src" or (value or "").startswith(("http", "javascript"))
                     and name != "xmlns"]


def test_grid(folder):
    out = os.path.join(folder, "grid")
    words = (SOFTMAX, NORM, "--strategy", "inductor,xla", "--set", "memory_planner=auto,reuse", "--target", "cpu,cuda", "-o", out)
    done = call(*words)
    cells = cells_of(out)
    # Two graphs, two strategies, two values, two targets.
    check("a grid: 16 cells", done.returncode == 0 and len(cells) == 16 and len({cell["key"] for cell in cells}) == 16, done.stderr)
    asked = {(os.path.basename(cell["graph"]), cell["strategy"], cell["options"][0], cell["target"]) for cell in cells}
    check("a grid: every combination once", len(asked) == 16, asked)
    of_softmax = {(cell["strategy"], cell["target"]): cell for cell in cells if cell["graph"] == SOFTMAX}
    # One kernel under inductor, five under xla's rules (tests/cli/test-cli.py); one reads and writes 10 * 3840 floats: 307200 bytes.
    check("cells: kernels and bytes", of_softmax["inductor", "cpu"]["kernels"] == 1 and of_softmax["xla", "cpu"]["kernels"] == 5
          and of_softmax["inductor", "cpu"]["bytes"] == 307200, of_softmax)
    rows = list(csv.DictReader(open(os.path.join(out, "cells.csv"), newline="")))
    check("CSV: a row a cell, titles as columns", len(rows) == 16 and all(None not in row and None not in row.values() for row in rows), rows[:1])
    check("CSV: the same figures", {(row["graph"], row["strategy"], row["options"], row["target"]): int(row["bytes"]) for row in rows} ==
          {(cell["graph"], cell["strategy"], cell["options"][0], cell["target"]): cell["bytes"] for cell in cells})
    # Geometric mean of kernels of xla over inductor, from the cells.
    ratios = [b["kernels"] / a["kernels"] for a in cells for b in cells if a["graph"] == b["graph"] and a["target"] == b["target"] == "cpu"
              and a["strategy"] == "inductor" and b["strategy"] == "xla" and a["options"] == b["options"] == ["memory_planner=auto"]]
    mean = math.exp(sum(math.log(ratio) for ratio in ratios) / len(ratios))
    check("the geometric mean is printed", re.search(rf"^xla, memory_planner=auto +2 +0 +{mean:.3f} \(2\)", done.stdout, re.M), f"{mean}\n{done.stdout}")
    page = Page(os.path.join(out, "study.html"))
    check("HTML: the mean, plots, no script, nothing from elsewhere", f"{mean:.3f} (2)" in page.text and page.tags.count("svg") >= 6 and "script" not in page.tags
          and not page.bad and "prefers-color-scheme:dark" in page.text, page.bad)
    before = open(os.path.join(out, "cells.jsonl")).read()
    done = call(*words)
    check("again: nothing is run", done.returncode == 0 and "16 cells, 0 of them to run" in done.stderr and open(os.path.join(out, "cells.jsonl")).read() == before,
          done.stderr)
    # Cut off in the middle of the last line: that cell alone is run again.
    with open(os.path.join(out, "cells.jsonl"), "w") as file:
        file.write(before[:-40])
    done = call(*words)
    check("a line that was cut off: said, and its cell is run again", done.returncode == 0 and "was cut off" in done.stderr and "1 of them to run" in done.stderr
          and {cell["key"] for cell in cells_of(out)} == {cell["key"] for cell in cells}, done.stderr)
    with open(os.path.join(out, "cells.jsonl"), "w") as file:
        file.write("{\"version\":1}\n[\0]\n" + before.rstrip("\n"))
    done = call(*words)
    check("lines that are no cells: named; one that lacks its end is taken", done.returncode == 0 and "cells.jsonl:1: key" in done.stderr and "cells.jsonl:2" in done.stderr
          and "0 of them to run" in done.stderr, done.stderr)
    done = call(SOFTMAX, NORM, "--strategy", "tvm", "-o", out)
    check("another strategy into the same folder: its cells alone", "2 cells, 2 of them to run" in done.stderr, done.stderr)


def test_run(folder):
    out = os.path.join(folder, "run")
    done = call(SOFTMAX, "--strategy", "inductor,none", "--run", "--set", "run.repeats=3", "-o", out)
    cells = cells_of(out)
    check("--run: times, device, machine, agreement", done.returncode == 0 and len(cells) == 2 and all(
        cell["time"] > 0 and cell["execution"]["device"] == "cpu" and cell["execution"]["machine"] and cell["execution"]["check"] == "agrees"
        and cell["execution"]["unfused_ns"] > 0 for cell in cells), done.stderr + str(cells))
    text = open(os.path.join(out, "study.html")).read()
    check("--run: the page names the machine with the times", cells and cells[0]["execution"]["machine"] in text)
    # A worker that crashes, and one that never answers: errors of their cells, the others are as ever.
    done = call(SOFTMAX, "--run", "--test-fault", "crash", "-o", out)
    cells = cells_of(out)
    check("a worker that crashes: the cell's error", done.returncode == 1 and len(cells) == 3 and "error" in cells[-1] and cells[-1]["error"]["message"], done.stderr)
    begin = time.monotonic()
    done = call(SOFTMAX, "--run", "--test-fault", "hang", "--timeout", "2", "-o", out)
    cells = cells_of(out)
    check("a cell that hangs: ended, and said", done.returncode == 1 and cells[-1]["error"]["kind"] == "timeout" and time.monotonic() - begin < 60, done.stderr)
    done = call(SOFTMAX, "--run", "--test-fault", "hang", "--timeout", "2", "-o", out)
    check("an error is done", "0 of them to run" in done.stderr, done.stderr)
    done = call(SOFTMAX, "--run", "--test-fault", "hang", "--timeout", "2", "--retry", "-o", out)
    check("--retry: it is run again", "1 of them to run" in done.stderr, done.stderr)


def test_alone(folder):
    """One graph that is none, among others."""
    out, broken = os.path.join(folder, "alone"), os.path.join(folder, "broken.py")
    with open(broken, "w") as file:
        file.write("class M(torch.nn.Module):\n    def forward(self, x: \"f32[4]\"):\n        y = torch.ops.aten.add.Tensor(x, nobody)\n        return (y,)\n")
    done = call(SOFTMAX, broken, NORM, "-o", out)
    cells = cells_of(out)
    check("a broken graph: its own cell's error", done.returncode == 0 and len(cells) == 3 and [os.path.basename(cell["graph"]) for cell in cells if "error" in cell] == ["broken.py"],
          done.stderr)
    check("a broken graph: file and name in the message", "nobody" in str(cells), cells)
    done = call(broken, "-o", os.path.join(folder, "only"))
    check("nothing but errors: exit 1", done.returncode == 1, done.stderr)
    with open(broken, "w") as file:
        file.write(open(ADD).read())
    done = call(SOFTMAX, broken, NORM, "-o", out)
    check("a graph whose text changed is another question", "3 cells, 1 of them to run" in done.stderr, done.stderr)


def children_of(process):
    try:
        return [int(word) for word in open(f"/proc/{process.pid}/task/{process.pid}/children").read().split()]
    except OSError:
        return []


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def test_signals(folder):
    out = os.path.join(folder, "signals")
    words = (SOFTMAX, NORM, "--run", "--test-fault", "hang", "--jobs", "1", "--timeout", "100", "-o", out)
    process = subprocess.Popen([CLI, "study", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    check("a cell runs in a process of its own", wait_for(lambda: children_of(process) and "run" in open(f"/proc/{children_of(process)[0]}/cmdline").read()))
    done = call(*words)
    check("two studies in one folder: exit 1, and why", done.returncode == 1 and "another process" in done.stderr, done.stderr)
    first = children_of(process)
    os.kill(first[0], signal.SIGSEGV)
    check("a cell that crashes: the next one begins", wait_for(lambda: children_of(process) and children_of(process) != first))
    second = children_of(process)
    process.send_signal(signal.SIGINT)
    _, messages = process.communicate(timeout=30)
    cells = cells_of(out)
    check("Ctrl-C: exit 1, what is left is said", process.returncode == 1 and "1 are left" in messages, messages)
    check("Ctrl-C: what is done is kept", len(cells) == 1 and cells[0]["error"]["kind"] == "crash" and "signal 11" in cells[0]["error"]["message"], cells)
    check("Ctrl-C: no process is left", not any(os.path.exists(f"/proc/{pid}/exe") for pid in first + second))
    done = call(SOFTMAX, NORM, "--strategy", "inductor,tvm", "--jobs", "3", "-o", out)
    check("--jobs 3", done.returncode == 0 and len(cells_of(out)) == 5, done.stderr)


def test_wrong(folder):
    out = os.path.join(folder, "wrong")
    os.makedirs(os.path.join(folder, "empty"))
    with open(os.path.join(folder, "file"), "w") as file:
        file.write("")
    for name, words, status, said in (
            ("no graphs", (), 2, "usage"),
            ("a graph that is not there", (os.path.join(folder, "nobody.py"),), 1, "no such file"),
            ("a folder without graphs", (os.path.join(folder, "empty"),), 1, "no graph in this folder"),
            ("standard input", ("-",), 2, "standard input"),
            ("an unknown strategy: the nearest", (SOFTMAX, "--strategy", "inductor,stich"), 2, "the nearest is \"stitch\""),
            ("an unknown target", (SOFTMAX, "--target", "cpu,tpu"), 2, "tpu"),
            ("an unknown option: the nearest", (SOFTMAX, "--set", "memory_planer=auto"), 2, "memory_planner"),
            ("a value that the option has not", (SOFTMAX, "--set", "memory_planner=auto,nonsense"), 2, "nonsense"),
            ("--set strategy", (SOFTMAX, "--set", "strategy=xla,tvm"), 2, "--strategy"),
            ("--device cuda", (SOFTMAX, "--device", "cuda", "--run"), 2, "--target"),
            ("--device without --run", (SOFTMAX, "--device", "ssh://nowhere.invalid"), 2, "--run"),
            ("--device that is no address", (SOFTMAX, "--device", "ssh://-oProxyCommand=x", "--run"), 2, "ssh://"),
            ("--jobs -1", (SOFTMAX, "--jobs", "-1"), 2, "--jobs"),
            ("--timeout -1", (SOFTMAX, "--timeout=-1"), 2, "--timeout"),
            ("--part 2/2", (SOFTMAX, "--part", "2/2"), 2, "--part"),
            ("--part x", (SOFTMAX, "--part", "x"), 2, "--part"),
            ("--slurm=maybe", (SOFTMAX, "--slurm=maybe"), 2, "--slurm=write"),
            ("--tasks without --slurm", (SOFTMAX, "--tasks", "3"), 2, "--slurm"),
            ("--sbatch that is no option", (SOFTMAX, "--slurm=write", "--sbatch", "x.sh"), 2, "begin with -"),
            ("--no-measure without --run", (SOFTMAX, "--no-measure"), 2, "--run"),
            ("merge without folders", ("merge",), 2, "usage"),
            ("merge of a folder that is no study", ("merge", os.path.join(folder, "empty")), 1, "no study")):
        done = call(*words, "-o", out)
        check(f"{name}: exit {status}", done.returncode == status and said in done.stderr, f"{done.returncode}: {done.stderr}")
    check("wrong input leaves no cells", not cells_of(out))
    for name, path in ("a folder below a file", os.path.join(folder, "file/x")), ("a folder below /proc", "/proc/x"):
        done = call(SOFTMAX, "-o", path)
        check(f"{name}: exit 1", done.returncode == 1 and "cannot be made" in done.stderr, done.stderr)
    os.makedirs(os.path.join(folder, "link"))
    os.symlink(os.path.join(folder, "elsewhere"), os.path.join(folder, "link/cells.jsonl"))
    done = call(SOFTMAX, "-o", os.path.join(folder, "link"))
    check("a link in place of the cells: exit 1", done.returncode == 1 and "link" in done.stderr and not os.path.exists(os.path.join(folder, "elsewhere")), done.stderr)


def test_full(folder):
    """A disk that is full after some lines: what is there is whole, and the study goes on later."""
    out = os.path.join(folder, "full")
    done = call(SOFTMAX, NORM, ADD, "--jobs", "1", "-o", out, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
    text = open(os.path.join(out, "cells.jsonl")).read()
    check("a full disk: exit 1, whole lines alone", done.returncode == 1 and text.endswith("}\n") and len(cells_of(out)) in (1, 2) and "cells.jsonl" in done.stderr, done.stderr)
    n_before = len(cells_of(out))
    done = call(SOFTMAX, NORM, ADD, "-o", out)
    check("a full disk: what is left is run later", done.returncode == 0 and f"{3 - n_before} of them to run" in done.stderr and len(cells_of(out)) == 3, done.stderr)


def test_merge(folder):
    parts = [os.path.join(folder, f"part-{i}") for i in range(3)]
    counts = [len(cells_of(part)) for part in parts if call(SOFTMAX, NORM, "--strategy", "inductor,xla,tvm", "-o", part, "--part", f"{parts.index(part)}/3").returncode == 0]
    check("--part: two of six cells each", counts == [2, 2, 2], counts)
    out = os.path.join(folder, "merged")
    done = call("merge", *parts, "-o", out)
    cells = cells_of(out)
    check("merge: six cells", done.returncode == 0 and len({cell["key"] for cell in cells}) == 6 == len(cells), done.stderr)
    whole = os.path.join(folder, "whole")
    call(SOFTMAX, NORM, "--strategy", "inductor,xla,tvm", "-o", whole)
    pick = lambda all_cells: {(cell["key"], cell["kernels"], cell["bytes"], cell["peak"], cell["place"]) for cell in all_cells}
    check("merge: as in one piece", pick(cells) == pick(cells_of(whole)))
    done = call("merge", parts[0], out, "-o", out)
    check("merge: what is there is not added again", done.returncode == 0 and len(cells_of(out)) == 6, done.stderr)


def test_names(folder):
    """Names that a shell, a spreadsheet, HTML and Slurm would take for something else."""
    place, out = os.path.join(folder, "na mes"), os.path.join(folder, "out \"'\n#SBATCH --exclusive\n$(touch ran)")
    os.makedirs(place)
    names = ["=1+1.py", "a b'c\"d\n#SBATCH --array=0-9999\n`touch ran`;touch ran.py", "<script>alert(1)<&script>.py", "-rf.py", "$HOME $(touch ran).py", "%j%%.py"]
    for name in names:
        with open(os.path.join(place, name), "w") as file:
            file.write(open(SOFTMAX).read())
    done = call(place, "-o", out, cwd=folder)
    check("wild names: cells", done.returncode == 0 and sorted(os.path.basename(cell["graph"]) for cell in cells_of(out)) == sorted(names), done.stderr)
    rows = list(csv.reader(open(os.path.join(out, "cells.csv"), newline="")))
    check("wild names: CSV has a row a cell, without line ends", len(rows) == len(names) + 1 and not any("\n" in field for row in rows for field in row), rows)
    page = Page(os.path.join(out, "study.html"))
    check("wild names: HTML", "script" not in page.tags and not page.bad)
    done = call(*(os.path.join(place, name) for name in names), "-o", out, "--slurm=write", "--tasks", "4", "--strategy", "inductor,xla", cwd=folder)
    script = open(os.path.join(out, "study.sbatch")).read()
    directives = [line for line in script.splitlines() if line.startswith("#SBATCH")]
    check("--slurm=write: three directives, of ours", done.returncode == 0 and directives == ["#SBATCH --job-name=fuseloom-study", "#SBATCH --array=0-3",
                                                                                          "#SBATCH --output=slurm-%A-%a.txt"], script)
    for task in range(4):
        done = subprocess.run(["bash", os.path.join(out, "study.sbatch")], env={**os.environ, "SLURM_ARRAY_TASK_ID": str(task)}, capture_output=True, text=True, timeout=300)
        check(f"the script as task {task}: three of twelve cells", done.returncode == 0 and len(cells_of(os.path.join(out, f"task-{task}"))) == 3, done.stderr)
    check("no name was run", not any(name == "ran" or name.startswith("ran.") for _, _, files in os.walk(folder) for name in files))
    done = call("merge", out)
    check("merge of a folder with tasks: all", done.returncode == 0 and len(cells_of(out)) == 12, done.stderr)
    done = call(place, "--slurm", "-o", os.path.join(folder, "none"), env={**os.environ, "PATH": "/nowhere"})
    check("--slurm without sbatch: exit 1, and why", done.returncode == 1 and "sbatch could not be started" in done.stderr, done.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for test in test_grid, test_run, test_alone, test_signals, test_wrong, test_full, test_merge, test_names:
            below = os.path.join(folder, test.__name__)
            os.makedirs(below)
            test(below)
    print(f"1..{count}")
    sys.exit(1 if failed else 0)


main()
