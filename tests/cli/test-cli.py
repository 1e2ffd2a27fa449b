#!/usr/bin/env python3
"""The command line as its users see it: every command on every sample, exit status, error texts, the worker failing on purpose.

    test-cli.py FUSELOOM_CLI SOURCE_DIR          prints TAP

Nothing here looks inside the program; expected values are those of the contract (README, CONTRIBUTING) or arithmetic shown beside them.
"""
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.dom.minidom

CLI, ROOT = sys.argv[1], sys.argv[2]
SAMPLES = [entry["file"] for entry in json.load(open(os.path.join(ROOT, "data/graphs/index.json")))]
SOFTMAX = os.path.join(ROOT, "data/graphs/softmax.py")
count = 0
failed = 0


def call(*words, text=None, timeout=300):
    return subprocess.run([CLI, *words], capture_output=True, text=True, timeout=timeout, input=text)


def check(name, condition, note=""):
    global count, failed
    count += 1
    if not condition:
        failed += 1
        print(f"not ok {count} {name}")
        for line in str(note).splitlines()[:30]:
            print(f"# {line}")
    else:
        print(f"ok {count} {name}")
    sys.stdout.flush()


# Times of every program only in the long form; measuring takes longer than all else of a call.
IS_LONG = "FUSELOOM_TEST_ALL" in os.environ


def is_measured(position):
    return IS_LONG or position % 6 == 0


def measuring(position):
    return ("--set", "run.repeats=3") if is_measured(position) else ("--no-measure",)


def sample(name):
    return os.path.join(ROOT, "data/graphs", name)


# Kernels of softmax over rows, worked out by hand: amax, broadcast, sub, exp, sum, broadcast, div are seven operations.
SOFTMAX_KERNELS = {"pattern": 7, "xla": 5, "xla-base": 3, "stitch": 1, "stitch-cpu": 1, "tvm": 4, "dnnfusion": 3, "optimal": 1}
COMPARED = ["softmax.py", "softmax-dynamic.py", "layer-norm.py", "mlp-gelu.py", "conv-bn-relu.py", "attention.py"]


def test_compare(folder):
    for position, name in enumerate(COMPARED):
        done = call("compare", sample(name), *measuring(position), "--json", timeout=600)
        check(f"compare {name}: exit 0", done.returncode == 0, done.stderr)
        rows = json.loads(done.stdout)["strategies"] if done.returncode == 0 else []
        check(f"compare {name}: every strategy's result agrees", len(rows) == 11 and all(row["agrees"] for row in rows), rows)
        if name == "softmax.py":
            found = {row["strategy"]: row["kernels"] for row in rows if row["strategy"] in SOFTMAX_KERNELS}
            check("compare softmax.py: kernels", found == SOFTMAX_KERNELS, found)
            # One kernel reads and writes 10 * 3840 floats: 2 * 153600 bytes.
            bytes_moved = {row["strategy"]: row["bytes_read"] + row["bytes_written"] for row in rows}
            check("compare softmax.py: bytes", bytes_moved.get("stitch") == 307200 == bytes_moved.get("optimal"), bytes_moved)
    # Programs of different strategies come from different graphs: stand-ins and drawn numbers must be the same in all.
    unknown = open(SOFTMAX).read().replace("torch.ops.aten.exp.default", "torch.ops.mylib.strange.default", 1)
    path = os.path.join(folder, "unknown.py")
    with open(path, "w") as out:
        out.write(unknown)
    done = call("compare", path, "--set", "run.repeats=3", "--json", timeout=600)
    rows = json.loads(done.stdout)["strategies"] if done.returncode == 0 else []
    check("compare: what rests on an unknown operator is unverified under every strategy", len(rows) == 11 and all(row["check"] == "unverified" and "agrees" not in row for row in rows), done.stderr)
    done = call("compare", SOFTMAX, "--strategy", "stitch,tvm", "--test-fault", "crash")
    check("compare: a crash of the worker leaves the table", done.returncode == 1 and "unverified" in done.stdout and done.stderr, done.stdout + done.stderr)
    done = call("compare", SOFTMAX, "--strategy", "stitch,nonsense")
    check("compare: an unknown strategy: exit 2", done.returncode == 2 and "nonsense" in done.stderr, done.stderr)
    done = call("compare", SOFTMAX, "--no-verify", "--no-measure")
    check("compare: without running", done.returncode == 0 and "unverified" in done.stdout, done.stdout + done.stderr)
    # Before fusion: amax; sub and exp; sum; div. After it: one kernel, 153600 bytes in and out; the four move 6 * 153600 + 160.
    svg = os.path.join(folder, "compare.svg")
    done = call("compare", sample("softmax-outer.py"), "--torch", "2.11,2.15", "--target", "cuda", "--no-verify", "--no-measure")
    check("compare --torch: a row a version", "\ninductor 2.11 " in done.stdout and "\ninductor 2.15 " in done.stdout, done.stdout)
    check("compare --torch: the rule", "\nrule online-softmax-splits (since 2.13)" in done.stdout, done.stdout)
    done = call("compare", SOFTMAX, "--torch", "2.11,nonsense")
    check("compare --torch: no version", done.returncode == 2 and "nonsense" in done.stderr, done.stderr)
    done = call("compare", SOFTMAX, "--strategy", "inductor:pre,inductor", "--no-verify", "--no-measure", "--differences", "--json", "--svg", svg)
    shown = json.loads(done.stdout) if done.returncode == 0 else {"differences": []}
    check("compare --differences: one", len(shown["differences"]) == 1, done.stdout + done.stderr)
    if shown["differences"]:
        counts = [len(column["kernels"]) for column in shown["differences"][0]["columns"]]
        check("compare --differences: kernels", counts == [4, 1], counts)
        check("compare --differences: bytes", shown["differences"][0]["spread_bytes"] == 4 * 153600 + 160, shown["differences"][0])
        check("compare --differences: fusions", shown["strategies"][1]["fusions"] == 3, shown["strategies"][1])
    text = open(svg).read() if os.path.exists(svg) else ""
    check("compare --svg: the columns side by side", "Before fusion" in text and "TorchInductor" in text and "A4" in text, text[:200])
    done = call("compare", SOFTMAX, "--strategy", "none,xla", "--no-verify", "--no-measure", "--svg", os.path.join(folder, "compare.gif"))
    check("compare --svg: another name's end: exit 2", done.returncode == 2 and ".svg" in done.stderr, done.stderr)
    done = call("why", SOFTMAX, "exp", "div", "--strategy", "tvm")
    check("why under a strategy: the rule", done.returncode == 0 and "not allowed" in done.stdout and "cycle" in done.stdout, done.stdout)
    done = call("why", SOFTMAX, "exp", "div", "--strategy", "stitch")
    check("why under a strategy: together", done.returncode == 0 and "one kernel" in done.stdout, done.stdout)
    done = call("why", SOFTMAX, "exp", "nobody", "--strategy", "stitch")
    check("why under a strategy: an unknown name: exit 1", done.returncode == 1 and "nobody" in done.stderr, done.stderr)


# Six buffers of which at most 10 bytes live at once, and a plan of 10 exists; going by size gives 14.
PROBLEM = "id,lower,upper,size\na,1,3,4\nb,1,2,6\nc,3,4,6\nd,2,5,4\ne,5,6,6\nf,2,3,1\n"


def test_rules(folder):
    """The worked example of data/rules/README.md: five operations of a Llama block's gate in one kernel, or four."""
    rules = os.path.join(ROOT, "data", "rules", "swish.rules")
    done = call("steps", sample("llama-block.py"), "--strategy", "pattern", "--stage", "fuse", "--rules", rules)
    check("rules: the gate's five operations", done.stdout.count("matched by a rule  (rule gated)") == 4 and "mul_9 + exp_1" in done.stdout, done.stdout)
    short = write(folder, "short.rules", "rule swish: div($x, add(exp(neg($x)))) if dtype f32\n")
    done = call("steps", sample("llama-block.py"), "--strategy", "pattern", "--stage", "fuse", "--rules", short)
    check("rules: without the gate's rule four", done.stdout.count("matched by a rule  (rule swish)") == 3, done.stdout)
    done = call("compare", sample("llama-block.py"), "--strategy", "pattern", "--no-measure", "--rules", short, "--rules",
                write(folder, "more.rules", "rule gated: mul(div($x, add(exp(neg($x)))), $gate)\n"))
    check("rules: two files, and the result agrees", done.returncode == 0 and " agrees" in done.stdout, done.stdout + done.stderr)
    wrong = write(folder, "wrong.rules", "# a comment\nrule gate: mul($x $y)\n")
    done = call("stages", SOFTMAX, "--strategy", "pattern", "--set", "pattern.rules=" + wrong)
    check("rules: an error has its place and its rule", done.returncode == 1 and "wrong.rules:2:19: rule gate:" in done.stderr, done.stderr)
    done = call("stages", SOFTMAX, "--strategy", "pattern", "--rules", os.path.join(folder, "none.rules"))
    check("rules: no such file", done.returncode == 1 and "none.rules" in done.stderr, done.stderr)


def test_allocation(folder):
    problem = os.path.join(folder, "problem.csv")
    solution = os.path.join(folder, "solution.csv")
    with open(problem, "w") as out:
        out.write(PROBLEM)
    done = call("plan", problem, "--planner", "exact", "--capacity", "10", "--seconds", "5", "-o", solution)
    check("plan CSV: solved", done.returncode == 0 and " 10 " in done.stdout, done.stdout + done.stderr)
    rows = [line.split(",") for line in open(solution).read().splitlines()]
    check("plan CSV: the same columns and an offset", rows[0] == ["id", "lower", "upper", "size", "offset"] and len(rows) == 7, rows)
    boxes = [tuple(map(int, row[1:])) for row in rows[1:]]
    overlaps = [(a, b) for i, a in enumerate(boxes) for b in boxes[:i]
                if a[0] < b[1] and b[0] < a[1] and a[3] < b[3] + b[2] and b[3] < a[3] + a[2]]
    check("plan CSV: nothing overlaps, all below 10", not overlaps and max(box[3] + box[2] for box in boxes) == 10, boxes)
    done = call("plan", problem, "--planner", "exact", "--capacity", "9")
    check("plan CSV: does not fit: exit 1 with the bound", done.returncode == 1 and "lower than 10" in done.stdout and "proved" in done.stderr, done.stdout + done.stderr)
    done = call("plan", problem, "--planner", "all")
    heights = {line.split()[0]: int(line.split()[1]) for line in done.stdout.splitlines()[1:11]}
    check("plan CSV: every planner", heights == {"naive": 27, "size-first": 14, "size-best": 14, "breadth": 14, "heap": 14, "time": 14, "hill": 10, "exact": 10, "auto": 10, "pool-tree": 14}, heights)
    picture = problem + ".svg"
    done = call("plan", problem, "--svg", picture)
    check("plan CSV: the map as a picture", done.returncode == 0 and open(picture).read().startswith("<svg"), done.stderr)
    done = call("plan", problem, "--planner", "nonsense")
    check("plan CSV: an unknown planner: exit 2", done.returncode == 2 and "size-first" in done.stderr, done.stderr)
    with open(problem, "w") as out:
        out.write("id,lower,upper,size\na,1,x,4\n")
    done = call("plan", problem)
    check("plan CSV: a bad number: exit 1, file, line and column", done.returncode == 1 and "problem.csv:2:5: not an integer" in done.stderr, done.stderr)


PLANNERS = ["reuse", "naive", "size-first", "size-best", "breadth", "heap", "time", "hill", "exact", "auto", "pool-tree"]


def boxes_of(problem):
    return [line.split(",")[0] for line in open(problem).read().splitlines()[1:]]


def test_planners(folder):
    # Freed memory is filled with NaNs after each buffer's last use: the results agree only if nothing is given away too early. Every planner
    # has its turn with every second sample, and in the long form with each; random programs draw planners, too.
    for i, name in enumerate(SAMPLES):
        for j, planner in enumerate(PLANNERS):
            if (i + j) % 2 and not IS_LONG:
                continue
            done = call("run", sample(name), "--planner", planner, "--set", "run.stomp=true", "--no-measure", "-q", timeout=600)
            check(f"run {name} in the arena of {planner}, freed memory filled", done.returncode == 0 and "agrees with" in done.stdout, done.stderr + done.stdout)
    for name in SAMPLES[:3]:
        for planner in ("auto", "reuse", "exact"):
            done = call("run", sample(name), "--planner", planner, "--set", "run.guard=true", "--no-measure", "--json", "-q", timeout=600)
            run = json.loads(done.stdout)["run"] if done.returncode == 0 else {}
            check(f"run {name} with guard zones by {planner}", run.get("agree") is True, done.stderr)
            for variant in run.get("variants", []):
                memory = variant["memory"]
                check(f"run {name} by {planner}: {variant['name']}: memory in use is what was planned, but for pages",
                      0 <= memory["measured_peak_bytes"] <= memory["planned_bytes"] + memory["page_bytes"], memory)
    graph = sample("gpt2-block.py")
    problem = os.path.join(folder, "graph.csv")
    done = call("plan", graph, "--planner", "all", "--export-problem", problem)
    rows = [line.split() for line in done.stdout.splitlines()[1:-1]]
    heights = {row[0]: int(row[1]) for row in rows}
    check("plan GRAPH --planner all: a row a planner", [row[0] for row in rows] == PLANNERS, done.stdout + done.stderr)
    # The bound by hand: the most bytes of the exported storages alive at one time.
    boxes = [tuple(map(int, line.split(",")[1:])) for line in open(problem).read().splitlines()[1:]]
    bound = max(sum(size for lower, upper, size in boxes if lower <= time < upper) for time in range(100))
    check("plan GRAPH: exact reaches the bound", heights.get("exact") == bound, f"{heights} {bound}")
    check("plan GRAPH: none is below it, and naive is the sum", min(heights.values()) == bound and heights["naive"] == sum(box[2] for box in boxes), heights)
    again = call("plan", problem, "--planner", "all")
    check("plan CSV of the exported problem: the same heights",
          {line.split()[0]: int(line.split()[1]) for line in again.stdout.splitlines()[1:-1]} == {k: v for k, v in heights.items() if k != "reuse"}, again.stdout)
    for planner in ("exact", "size-first"):
        done = call("plan", graph, "--planner", planner, "--json")
        memory = json.loads(done.stdout)["memory"]
        check(f"plan GRAPH --planner {planner} --json", memory["planner"] == planner and memory["arena_bytes"] == heights[planner]
              and memory["arena_bound_bytes"] == bound and memory["arena_is_optimal"] == (heights[planner] == bound), memory)
        done = call("compare", sample("softmax.py"), "--strategy", "inductor,tvm", "--planner", planner, "--no-measure")
        check(f"compare --planner {planner}", done.returncode == 0 and done.stdout.count(" agrees") == 2, done.stdout + done.stderr)
    done = call("plan", graph, "--at", "peak")
    shares = [line for line in done.stdout.splitlines()[1:] if line]
    check("plan GRAPH --at peak: what is alive, and why", done.returncode == 0 and "alive" in done.stdout.splitlines()[0]
          and len(shares) > 1 and any("inputs and constants" in line for line in shares), done.stdout + done.stderr)
    buffer = shares[0].split()[2]
    done = call("plan", graph, "--buffer", buffer)
    check("plan GRAPH --buffer: why it lies there", done.returncode == 0 and done.stdout.startswith(buffer + ": "), done.stdout + done.stderr)
    done = call("plan", graph, "--buffer", f"{buffer},{shares[1].split()[2]}")
    check("plan GRAPH --buffer A,B: both are alive at the peak", done.returncode == 0 and "alive until" in done.stdout, done.stdout + done.stderr)
    done = call("plan", problem, "--at", "0", "--buffer", boxes_of(problem)[0])
    check("plan CSV --at --buffer", done.returncode == 0 and "alive" in done.stdout, done.stdout + done.stderr)
    for words in (("--at", "9999"), ("--at", "x"), ("--buffer", "nobody")):
        done = call("plan", graph, *words)
        check("refused: plan " + " ".join(words), done.returncode == 2 and done.stderr, done.stdout)
    done = call("plan", graph, "--order", "all")
    lines = [line.split() for line in done.stdout.splitlines() if line]
    check("plan GRAPH --order all: a row an order", [line[0] for line in lines] == ["order", "given", "lpmf", "bfs", "dfs", "ours", "exact", "choice",
                                                                                    "given", "best", "lowest"], done.stdout + done.stderr)
    check("plan GRAPH --order all: the lowest is no higher", int(lines[-1][1]) <= int(lines[-2][1]) and int(lines[-1][1]) <= int(lines[-3][1]), done.stdout)
    done = call("plan", graph, "--order", "lowest", "--json")
    orders = json.loads(done.stdout)["memory"]["orders"]
    check("plan GRAPH --order lowest --json: orders", [order.get("name") for order in orders][:6] == ["given", "lpmf", "bfs", "dfs", "ours", "exact"], orders)
    for words in (("plan", graph, "--planner", "nonsense"), ("plan", graph, "--order", "nonsense"), ("plan", graph, "--order", "all", "--json"), ("run", graph, "--planner", "nonsense"), ("plan", graph, "--capacity", "5"),
                  ("plan", graph, "--planner", "exact", "--set", "memory_planning=true")):
        done = call(*words)
        check("refused: " + " ".join(words[2:]), done.returncode == 2 and done.stderr, f"{done.returncode} {done.stderr}")


def test_samples(folder):
    for position, name in enumerate(SAMPLES):
        done = call("stages", sample(name))
        check(f"stages {name}", done.returncode == 0 and "Kernels" in done.stdout, done.stderr + done.stdout)
        done = call("run", sample(name), *measuring(position), "--json", timeout=600)
        note = done.stderr[-2000:] + done.stdout[-200:]
        check(f"run {name}: exit 0", done.returncode == 0, note)
        try:
            run = json.loads(done.stdout)["run"]
        except (ValueError, KeyError) as error:
            check(f"run {name}: agrees with the reference", False, error)
            continue
        check(f"run {name}: agrees with the reference", run["agree"] is True, json.dumps(run)[:400])
        if is_measured(position):
            check(f"run {name}: times were taken", run["total_ns"] > 0, json.dumps(run)[:400])


def test_cuda_rules():
    for name in SAMPLES:
        done = call("stages", sample(name), "--target", "cuda")
        check(f"stages {name} by CUDA's rules", done.returncode == 0, done.stderr + done.stdout)
    # Softmax (10, 3840) by TorchInductor: one kernel on a GPU; on a CPU one outer-loop group.
    for target in ("cpu", "cuda"):
        done = call("report", SOFTMAX, "--target", target, "-o", os.path.join(tempfile.mkdtemp(), "r"))
        check(f"report softmax for {target}", done.returncode == 0, done.stderr)
        done = call("stages", SOFTMAX, "--target", target, "--json")
        groups = json.loads(done.stdout)["fusion"]["groups"]
        check(f"softmax is one group by the rules of {target}", len(groups) == 1, groups)


def test_report(folder):
    out = os.path.join(folder, "report")
    done = call("report", sample("layer-norm.py"), "-o", out)
    check("report: exit 0", done.returncode == 0, done.stderr)
    files = set(os.listdir(out)) if os.path.isdir(out) else set()
    for name in ("ir_pre_fusion.txt", "ir_post_fusion.txt", "report.json", "report.html"):
        check(f"report: has {name}", name in files, sorted(files))
    check("report: has stage pictures", any(name.endswith(".svg") for name in files), sorted(files))
    for name in sorted(files):
        if name.endswith(".svg"):
            try:
                xml.dom.minidom.parse(os.path.join(out, name))
                good = True
            except Exception as error:  # noqa: BLE001  (any parse error is the failure)
                good = error
            check(f"report: {name} is well-formed XML", good is True, good)
    page = open(os.path.join(out, "report.html")).read() if "report.html" in files else ""
    check("report.html needs nothing from outside", page and not re.search(r'(src|href)="(https?:)?//', page))


def test_pictures(folder):
    for suffix, magic in (("svg", b"<"), ("pdf", b"%PDF"), ("png", b"\x89PNG"), ("dot", b"digraph")):
        path = os.path.join(folder, "picture." + suffix)
        done = call("dump", SOFTMAX, "--stage", "fuse", "--" + suffix, path)
        data = open(path, "rb").read(16) if os.path.exists(path) else b""
        check(f"dump --{suffix}", done.returncode == 0 and data.startswith(magic), done.stderr)
    first = os.path.join(folder, "first.svg")
    second = os.path.join(folder, "second.svg")
    call("dump", SOFTMAX, "--stage", "fuse", "--svg", first)
    call("dump", SOFTMAX, "--stage", "fuse", "--svg", second)
    check("the same picture twice is the same file", open(first).read() == open(second).read())


def test_loop_programs():
    def dump(*words):
        return call("dump", SOFTMAX, "--quiet", "--target", "cpu", "--stage", "loops", *words)

    # Four operations go over a row of 3840, each by itself: maximum, exponentials, their sum, quotients. Joined they read it three times: the
    # exponentials and their sum share a loop.
    built, joined = dump("--after", "build"), dump("--after", "join")
    check("dump --stage loops: built", built.returncode == 0 and built.stdout.count("for i1 [3840]") == 4 and built.stdout.count("for i0 [10]") == 4, built.stdout)
    check("dump --stage loops: joined", joined.returncode == 0 and joined.stdout.count("for i1 [3840]") == 3 and joined.stdout.count("for i0 [10]") == 1, joined.stdout)
    kept = dump("--after", "join", "--set", "loops.off=join")
    check("loops.off: join runs all the same, and says so", kept.stdout.count("for i0 [10]") == 1 and "not switched off: what comes before it is no kernel yet" in kept.stdout, kept.stdout)
    done = dump()
    check("dump --stage loops: after all passes", done.returncode == 0 and re.search(r"^for i0\w* \[10\] parallel$", done.stdout, re.M)
          and "vectorize i1: vectorized" in done.stdout, done.stdout)
    name = re.search(r"^(\w+), after", done.stdout, re.M)[1]
    check("dump --stage loops --kernel", dump("--kernel", name).stdout == done.stdout)
    for words, said in ((("--kernel", "nobody"), 'no kernel is called "nobody" here; those with loops of their own: ' + name),
                        (("--after", "nothing"), 'no pass "nothing" over loop programs; there are build, '), (("--json", "--diff"), "without --after and --diff"),
                        (("--set", "loops.off=nothing"), "there is no 'nothing'")):
        wrong = dump(*words)
        check("dump --stage loops " + " ".join(words), wrong.returncode == 2 and said in wrong.stderr, wrong.stderr)
    # Sharing rows out changes how one axis is mapped; what is inside may stand further in, or call the axis by its part, and stays.
    changed = dump("--after", "parallelize", "--diff").stdout
    gone = [line for line in changed.splitlines() if line[0] == "-"]
    check("dump --stage loops --diff", gone == ["- for i0 [10]"] and re.search(r"^\+ for i0\w* \[10\] parallel$", changed, re.M), changed)
    without = dump("--after", "parallelize", "--set", "loops.off=parallelize")
    check("loops.off", "for i0 [10]\n" in without.stdout and not re.search(" parallel$", without.stdout, re.M), without.stdout)
    steps = call("steps", SOFTMAX, "--quiet", "--target", "cpu", "--stage", "codegen", "--kernel", name, "--set", "loops.off=hoist")
    check("steps --kernel", steps.returncode == 0 and re.search(r"^ +1  build: ", steps.stdout, re.M) and re.search("accept  .*divided among threads", steps.stdout)
          and re.search(r"hoist: .*\n +switched off", steps.stdout), steps.stdout)
    refused = call("steps", SOFTMAX, "--quiet", "--target", "cpu", "--stage", "codegen", "--kernel", name, "--verdict", "reject")
    check("steps --kernel --verdict", "reject " in refused.stdout and "accept " not in refused.stdout, refused.stdout)
    objects = json.loads(dump("--json").stdout)["kernels"]
    passes = [step["pass"] for step in objects[0]["steps"]]
    check("dump --stage loops --json", len(objects) == 1 and objects[0]["name"] == name and passes[0] == "build" and "hoist" in passes, objects)
    shared = objects[0]["steps"][passes.index("parallelize")]
    check("the steps as JSON say what changed", shared["changed"] and "- for i0 [10]" in shared["diff"] and any(line.endswith("parallel") for line in shared["diff"]) and shared["notes"][0]["verdict"] == "accept", shared)
    wrong = call("steps", SOFTMAX, "--stage", "fuse", "--kernel", name)
    check("steps --kernel at another stage", wrong.returncode == 2 and "--stage codegen" in wrong.stderr, wrong.stderr)
    wrong = call("dump", SOFTMAX, "--kernel", name)
    check("dump --kernel without loops", wrong.returncode == 2 and "--stage loops" in wrong.stderr, wrong.stderr)
    done = call("run", SOFTMAX, "--target", "cpu", "--ablate", "--json", "--set", "cpu.vector_bytes=4", "--set", "run.repeats=3", "--svg", os.path.join(ROOT, "nowhere", "x.svg"))
    check("run --ablate: the picture's folder must be there", done.returncode == 1 and "nowhere" in done.stderr, done.stderr)
    done = call("run", SOFTMAX, "--target", "cpu", "--ablate", "--json", "--set", "cpu.vector_bytes=4", "--set", "run.repeats=3")
    ablation = json.loads(done.stdout)["run"]["ablation"]
    rows = {row["pass"]: row for row in ablation["passes"]}
    check("run --ablate --json", done.returncode == 0 and ablation["kernels_from_loops"] == 1 and rows["parallelize"]["check"] == "agrees"
          and rows["parallelize"]["ratio"] > 0 and rows["parallelize"]["kernels"][0]["name"] == name, ablation)
    # Plain C has one lane: what is done for vectors changes nothing, and has no number.
    check("run --ablate: no number where nothing changed", rows["vectorize"]["state"] == "same code" and "ratio" not in rows["vectorize"], rows)
    done = call("run", SOFTMAX, "--target", "cpu", "--ablate", "--no-measure", "--set", "cpu.vector_bytes=4")
    check("run --ablate as text", done.returncode == 0 and "agrees with the reference" in done.stdout and re.search("^parallelize .* yes +not timed", done.stdout, re.M), done.stdout)
    # By CUDA's rules a block has a row, whose warps meet at a barrier; the kernel is CUDA C++ of the same shape.
    done = call("dump", SOFTMAX, "--target", "cuda", "--stage", "loops")
    check("dump --stage loops by CUDA's rules", done.returncode == 0 and "for block [10] parallel" in done.stdout and "barrier over warp, lane" in done.stdout,
          done.stdout + done.stderr)
    done = call("kernels", SOFTMAX, "--target", "cuda")
    # Ten rows are fewer than there are multiprocessors, so each has a whole block; the row is kept, and its maximum and its sum each meet at a barrier.
    check("kernels --target cuda", done.returncode == 0 and "started with 10 blocks of 1024 threads" in done.stdout and done.stdout.count("__syncthreads ();") == 2,
          done.stdout + done.stderr)
    # Two blocks of 32 warps fill the 64 that a multiprocessor of compute capability 9.0 has; two results of 32 warps of 4 bytes.
    check("occupancy of a kernel", "holds 64 of 64 warps (2 blocks of 32); 256 bytes of shared memory" in done.stdout, done.stdout)
    done = call("kernels", SOFTMAX, "--target", "cuda", "--language", "resources")
    if done.returncode == 0:  # an NVRTC is here
        row = done.stdout.splitlines()[-1].split()
        check("registers of a kernel", row[1] == "1024" and 8 <= int(row[2]) <= 64 and row[3] == "256", done.stdout)
    else:
        check("what registers need", done.returncode == 1 and "NVRTC" in done.stderr and "FUSELOOM_CUDA" in done.stderr, done.stderr)
    for language in ("ptx", "sass", "resources"):
        none = subprocess.run([CLI, "kernels", SOFTMAX, "--target", "cuda", "--language", language], capture_output=True, text=True,
                              timeout=300, env=dict(os.environ, FUSELOOM_CUDA="none"))
        check(f"{language} without NVRTC", none.returncode == 1 and "NVRTC" in none.stderr and none.stdout == "", none.stderr)
    wrong = subprocess.run([CLI, "run", SOFTMAX, "--target", "cuda"], capture_output=True, text=True, timeout=300,
                           env=dict(os.environ, FUSELOOM_CUDA_DRIVER="/nowhere/libcuda.so.1"))
    check("run --target cuda without a driver says so", wrong.returncode == 1 and "no NVIDIA driver" in wrong.stderr, wrong.stderr)


def test_stages_as_text():
    for stage in ("graph", "decompose", "lower", "realize", "schedule", "fuse", "memory", "codegen"):
        done = call("dump", SOFTMAX, "--stage", stage)
        check(f"dump --stage {stage}", done.returncode == 0 and done.stdout.strip(), done.stderr)
    done = call("dump", SOFTMAX, "--stage", "schedule", "--format", "classic")
    check("classic dialect names nodes after buffers", done.stdout.startswith("buf0: SchedulerNode(ComputedBuffer)"), done.stdout[:200])
    done = call("dump", SOFTMAX, "--stage", "schedule", "--format", "modern")
    check("modern dialect names nodes op0 …", done.stdout.startswith("op0: SchedulerNode(ComputedBuffer)"), done.stdout[:200])
    results = "class G(torch.nn.Module):\n    def forward(self, x: \"f32[4][1]cpu\"):\n" \
              "        a = torch.ops.aten.exp.default(x)\n        b = torch.ops.aten.neg.default(a)\n        return %s\n"
    for returned in "(a, b)", "(b,)":
        text = call("dump", "-", "--stage", "graph", text=results % returned).stdout
        check(f"a graph's text returns {returned}", f"return {returned}\n" in text, text)
    # What was written reads back: two results beside both of their kernels, for each of the two programs.
    again = call("run", "-", "--json", text=call("dump", "-", "--stage", "graph", text=results % "(a, b)").stdout)
    check("a graph's text reads back with all results", again.returncode == 0 and {"a", "b"} <= set(re.findall(r'"output":\s*"(\w+)"', again.stdout)),
          again.stdout[:400] + again.stderr)


def test_steps():
    done = call("steps", SOFTMAX, "--stage", "fuse")
    lines = done.stdout.splitlines()
    check("steps lists decisions", done.returncode == 0 and len(lines) > 3, done.stderr)
    full = call("dump", SOFTMAX, "--stage", "fuse").stdout
    start = call("dump", SOFTMAX, "--stage", "fuse", "--step", "0").stdout
    last = call("dump", SOFTMAX, "--stage", "fuse", "--step", str(len(lines))).stdout
    check("stepping to the end is the whole stage", last == full)
    check("step 0 has nothing fused", "FusedSchedulerNode" not in start and start != full, start[:200])
    refused = call("steps", sample("conv-bn-relu.py"), "--stage", "fuse", "--verdict", "illegal")
    check("refusals are among the steps", refused.returncode == 0 and refused.stdout.strip(), refused.stderr)


def test_why():
    done = call("why", SOFTMAX, "op0", "op1")
    check("why: exit 0 and a verdict", done.returncode == 0 and "kernel" in done.stdout, done.stderr + done.stdout)
    done = call("why", SOFTMAX, "op0", "nothing")
    check("why: an unknown name is said", done.returncode == 1 and "nothing" in done.stderr, done.stderr)


def test_import(folder):
    path = os.path.join(folder, "graph.json")
    done = call("import", SOFTMAX, "-o", path)
    check("import writes JSON", done.returncode == 0 and json.load(open(path)), done.stderr)
    ours = call("dump", path, "--stage", "fuse").stdout
    check("a graph that went through JSON fuses the same", ours and ours == call("dump", SOFTMAX, "--stage", "fuse").stdout)


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def test_bad_input(folder):
    text = open(SOFTMAX).read()
    done = call("stages", os.path.join(folder, "missing.py"))
    check("a missing file: exit 1, named", done.returncode == 1 and "missing.py" in done.stderr, done.stderr)
    done = call("stages", write(folder, "empty.py", ""))
    check("an empty file: exit 1", done.returncode == 1 and "empty.py" in done.stderr, done.stderr)
    done = call("stages", write(folder, "garbage.py", "\x00\x01\x02 garbage \xff" * 100))
    check("garbage: exit 1", done.returncode == 1 and done.stderr, done.stderr)
    bad = write(folder, "bad.py", text.replace("aten.amax.default(", "aten.amax.default)", 1))
    done = call("stages", bad)
    check("a syntax error: exit 1 with file, line, column and a caret",
          done.returncode == 1 and re.search(r"bad\.py:\d+:\d+: ", done.stderr) and re.search(r"^\s*\^", done.stderr, re.M), done.stderr)
    bad = write(folder, "undefined.py", re.sub(r"amax\.default\((\w+)", "amax.default(nowhere", text, count=1))
    done = call("stages", bad)
    check("an undefined name: exit 1, named", done.returncode == 1 and "nowhere" in done.stderr, done.stderr)
    lines = text.splitlines()
    done = call("stages", write(folder, "short.py", "\n".join(lines[:len(lines) - 3])))
    check("a truncated file opens as far as it goes and says so", done.returncode in (0, 1) and "ends early" in done.stderr + done.stdout, done.stderr + done.stdout)
    strange = re.sub(r"torch\.ops\.aten\.exp\.default", "torch.ops.mylib.strange.default", text, count=1)
    done = call("stages", write(folder, "strange.py", strange))
    check("an unknown operator stays in the picture", done.returncode == 0, done.stderr)
    strange = open(sample("add-relu.py")).read().replace("torch.ops.aten.relu.default", "torch.ops.mylib.strange.default", 1)
    done = call("run", write(folder, "strange.py", strange), "--set", "run.repeats=3")
    check("what rests on an unknown operator is unverified, never in agreement", done.returncode == 0 and done.stdout.startswith("unverified: ")
          and "mylib.strange.default is not known here: unverified stand-ins" in done.stdout and "DISAGREES" not in done.stdout, done.stdout + done.stderr)
    done = call("run", os.path.join(folder, "strange.py"), "--no-measure", "--require-verified", "--json")
    run = json.loads(done.stdout)["run"]
    check("--require-verified: exit 3", done.returncode == 3 and "unverified" in done.stderr and run["check"] == "unverified" and run["agree"] is None
          and run["verified"] is False and run["unverified"] > 0, done.stdout + done.stderr)
    done = call("run", sample("add-relu.py"), "--no-measure", "--require-verified")
    check("--require-verified: exit 0 where all is known", done.returncode == 0, done.stderr)
    done = call("run", sample("add-relu.py"), "--no-verify", "--require-verified")
    check("--require-verified without verifying: exit 2", done.returncode == 2, done.stderr)


def test_usage():
    for words in ((), ("nonsense",), ("stages",), ("stages", SOFTMAX, "--nonsense"), ("stages", SOFTMAX, "--strategy", "nonsense"),
                  ("stages", SOFTMAX, "--target", "nonsense"), ("stages", SOFTMAX, "--set", "nonsense=1"), ("stages", SOFTMAX, "--set", "max_fusion_size=x"),
                  ("dump", SOFTMAX, "--stage", "nonsense"), ("run", SOFTMAX, "--size", "s0")):
        done = call(*words)
        check("wrong usage: " + " ".join(os.path.basename(word) for word in words), done.returncode == 2 and done.stderr, f"{done.returncode} {done.stderr}")
    done = call("--help")
    check("--help", done.returncode == 0 and "stages" in done.stdout)
    done = call("options")
    check("options lists Inductor's names", done.returncode == 0 and "realize_reads_threshold=4" in done.stdout)


def test_faults():
    done = call("run", SOFTMAX, "--test-fault", "crash")
    check("a kernel that crashes: exit 1, signal and kernel named", done.returncode == 1 and re.search(r"SIG|signal", done.stderr) and "cpp_fused" in done.stderr, done.stderr)
    done = call("run", SOFTMAX, "--test-fault", "hang", "--set", "run.timeout=2", timeout=60)
    check("a kernel that loops for ever is stopped and named", done.returncode == 1 and "cpp_fused" in done.stderr, done.stderr)
    done = call("run", SOFTMAX, "--test-fault", "compile")
    kept = re.search(r"kept as (\S+)", done.stderr)
    check("a kernel that does not compile: exit 4, the compiler's words, and the source is kept",
          done.returncode == 4 and "error" in done.stderr and kept and "this fault was asked for" in open(kept[1]).read(), done.stderr)
    done = call("run", SOFTMAX, "--set", "run.repeats=3")
    check("and after that all is well", done.returncode == 0, done.stderr)


def test_verdict():
    """`run` says first what its user came for; everything else needs --verbose."""
    words = ("run", sample("gpt2-block.py"), "--set", "run.repeats=3")
    done = call(*words)
    lines = done.stdout.splitlines()
    table = next((n for n, line in enumerate(lines) if re.match(r"kernel +time +of all +why not faster$", line)), None)
    check("run: first line: agrees or not", done.returncode == 0 and lines[0].startswith("agrees with the reference"), done.stdout + done.stderr)
    check("run: second line: both times and their ratio", re.match(r"fused \S+ .s, unfused \S+ .s: \S+ times as fast.* \(quartiles of pairs \S+ … \S+\)$", lines[1]), done.stdout)
    check("run: three kernels, by their time", table and lines[table - 1].startswith("most of the fused program's time, in 3 of ")
          and len(lines) == table + 5 and lines[-1].startswith("(--verbose"), done.stdout)
    check("run: products take most of the time of a transformer block, all calls in one row", table and re.match(r"extern_kernels\.addmm +\S+ .s in 4 calls +\d+ %", lines[table + 1]), done.stdout)
    shares = [int(re.search(r" (\d+) %", line)[1]) for line in lines[table + 1:table + 4]] if table else []
    check("run: shares fall and are no more than the whole", shares == sorted(shares, reverse=True) and 0 < sum(shares) <= 101, done.stdout)
    more = call(*words, "--verbose")
    check("run --verbose: the verdict, then every kernel and the conditions", more.returncode == 0 and more.stdout.startswith("agrees with the reference")
          and "times as fast" in more.stdout.splitlines()[1] and more.stdout.count("whole program") == 2 and "\ncompiler: " in more.stdout
          and "\nSTREAM copy bandwidth of memory, measured: " in more.stdout, more.stdout + more.stderr)
    check("run: none of this without --verbose", "whole program" not in done.stdout and "compiler: " not in done.stdout, done.stdout)
    done = call(*words, "--no-measure", "-q")
    check("run --no-measure -q: the agreement alone", done.stdout.startswith("agrees with the reference") and len(done.stdout.splitlines()) == 1, done.stdout)
    done = call("stages", SOFTMAX, "--verbose")
    check("only run takes --verbose", done.returncode == 2 and "--verbose" in done.stderr, done.stderr)


def test_library_calls(folder):
    # A 1-D convolution once crashed inside the library; 9 - 3 + 1 = 7 positions.
    done = call("run", write(folder, "conv1d.py", """class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 4, 9][36, 9, 1]cpu", w: "f32[6, 4, 3][12, 3, 1]cpu"):
        convolution: "f32[2, 6, 7][42, 7, 1]cpu" = torch.ops.aten.convolution.default(x, w, None, [1], [0], [1], False, [0], 1)
        return (convolution,)
"""), "--no-measure")
    check("a convolution over one dimension runs and agrees", done.returncode == 0 and "agrees" in done.stdout, done.stderr)


def test_ops(folder):
    known = json.loads(call("ops", "--json").stdout)["operators"]
    rows = {row["name"]: row for row in known}
    check("ops lists the operators with signature and kind", rows["aten.add.Tensor"]["signature"] == "self other *alpha=1"
          and rows["aten.add.Tensor"]["kind"] == "pointwise")
    unknown = json.loads(call("ops", "--unknown", "--json").stdout)["unknown"]
    check("no operator is known and unknown", not {row["name"] for row in unknown} & set(rows))
    check("each unknown one has a reason", len(unknown) > 100 and all(row["reason"] for row in unknown))
    text = call("ops", "--unknown").stdout
    check("the text names them all", all(row["name"] in text for row in unknown[::50]))


def test_options(folder):
    base = json.loads(call("stages", sample("gpt2-block.py"), "--json").stdout)
    none = json.loads(call("stages", sample("gpt2-block.py"), "--json", "--strategy", "none").stdout)
    check("strategy none fuses nothing", all(len(group) == 1 for group in none["fusion"]["groups"]))
    check("inductor makes fewer kernels than none", len(base["fusion"]["groups"]) < len(none["fusion"]["groups"]))
    single = json.loads(call("stages", sample("gpt2-block.py"), "--json", "--target", "cuda", "--set", "max_fusion_size=1").stdout)
    check("max_fusion_size=1 fuses nothing for CUDA", all(len(group) == 1 for group in single["fusion"]["groups"]))
    sizes = call("run", sample("softmax-dynamic.py"), "--size", "s0=7", "--set", "run.repeats=3")
    check("a size symbol takes the value asked for", sizes.returncode == 0 and "sizes: s0 = 7" in sizes.stdout, sizes.stderr + sizes.stdout)
    twice = call("run", sample("softmax-dynamic.py"), "--size", "s0=128", "--size", "s0=256", "--set", "run.repeats=3", "--verbose")
    second = twice.stdout[twice.stdout.find("sizes: s0 = 128"):]
    check("two values of a size symbol: two executions of one compiled program",
          twice.returncode == 0 and "sizes: s0 = 256" in second and "nothing was compiled" in second[second.find("sizes: s0 = 256"):],
          twice.stderr + twice.stdout)
    views = os.path.join(ROOT, "tests", "golden", "cpu", "dynamic-views", "fx.py")
    sizes = [f"{name}={value}" for value in (8, 12) for name in ("s0", "s53", "s4")]
    done = call("run", views, *[word for size in sizes for word in ("--size", size)], "--no-measure", "--verbose")
    check("sizes such as 2*s0*s53: two executions agree, one program", done.returncode == 0
          and done.stdout.count("agrees with") == 2 and "nothing was compiled" in done.stdout[done.stdout.rfind("sizes:"):],
          done.stderr + done.stdout)
    for dialect in ("classic", "modern"):
        done = call("dump", views, "--stage", "fuse", "--set", f"format={dialect}")
        check(f"symbols stay symbols in the {dialect} text", done.returncode == 0 and "2*s0" in done.stdout.replace("2*s53", "2*s0"), done.stdout[:500])
    # Reads and writes 128 (256) rows of 1,024 floats: 2 * 128 * 4 KiB = 1 MiB, then 2 MiB.
    moved = re.findall(r"^fused    cpp_fused_amax.*?(\d+) MiB", twice.stdout, re.M)
    check("what a kernel moves is counted at the sizes of the execution", moved == ["1", "2"], str(moved))
    for size, says in (("s9=4", "it has s0"), ("s0=1", "s0 >= 2"), ("s0=x", "NAME=N"), ("s0=-3", "NAME=N")):
        done = call("run", sample("softmax-dynamic.py"), "--size", size)
        check(f"--size {size}: refused, the constraint named", done.returncode == 2 and says in done.stderr, done.stderr)
    # [s0, 6] as [3 * s0, 2]: always fits. [s0] as [s0 // 4, 4]: 6 is no multiple of 4, so 4 elements of 6 are left.
    halves = write(folder, "halves.py", """class GraphModule(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", x: "f32[s0][1]cpu"):
        view: "f32[s0//4, 4][4, 1]cpu" = torch.ops.aten.view.default(x, [s0 // 4, 4])
        add: "f32[s0//4, 4][4, 1]cpu" = torch.ops.aten.add.Tensor(view, 1)
        return (add,)
""")
    done = call("run", halves, "--size", "s0=6", "--no-measure")
    check("a size that a view cannot take is refused, the view named",
          done.returncode != 0 and "view" in done.stderr and "4 elements" in done.stderr + done.stdout or "6 elements" in done.stderr, done.stderr)


GOLDEN = os.path.join(ROOT, "tests/golden")


def make_debug_folder(folder, case, edit=None, compress=False):
    """The files of a case as TORCH_COMPILE_DEBUG=1 lays them out; edit: the text after fusion before -> after."""
    names = {"fx.py": "fx_graph_transformed.py", "ir_pre_fusion.txt": "ir_pre_fusion.txt", "ir_post_fusion.txt": "ir_post_fusion.txt",
             "wrapper.py": "output_code.py"}
    inner = os.path.join(folder, "torch_compile_debug/run_1/torchinductor/model__0_inference_0.0")
    os.makedirs(inner)
    for name, debug_name in names.items():
        text = open(os.path.join(GOLDEN, case, name)).read()
        if edit and name == "ir_post_fusion.txt":
            changed = edit(text)
            assert changed != text
            text = changed
        if compress:
            with gzip.open(os.path.join(inner, debug_name + ".gz"), "wt") as file:
                file.write(text)
        else:
            write(inner, debug_name, text)
    return os.path.join(folder, "torch_compile_debug"), inner


def split_group(text):
    """op1_op2 of index-tensors-like dumps taken apart: what a PyTorch that fused less would have written."""
    blocks = [block + "\n" for block in re.split(r"\n\n\n", text) if block.strip()]
    apart = []
    for block in blocks:
        members = re.split(r"^\w+\.snodes\[\d+\] =\n", block, flags=re.M)
        apart += members[1:] if len(members) > 1 else members
    return "\n\n".join(block.rstrip("\n") + "\n" for block in apart) + "\n\n"


def test_parity(folder):
    top, inner = make_debug_folder(os.path.join(folder, "same"), "cuda/sample-softmax")
    done = call("parity", top)
    check("parity of what PyTorch wrote: exit 0", done.returncode == 0 and "equal" in done.stdout, done.stdout + done.stderr)
    check("parity: the dump's device chooses the rules", "rules of cuda" in done.stdout, done.stdout)
    done = call("parity", top, "--device", "cpu")
    check("parity --device overrides", "rules of cpu" in done.stdout and done.returncode == 1, done.stdout)
    top, inner = make_debug_folder(os.path.join(folder, "packed"), "cpu/sample-layer-norm", compress=True)
    done = call("parity", inner)
    check("parity reads compressed dumps", done.returncode == 0, done.stdout + done.stderr)

    # fx_graph_transformed.py has no strides; fx_graph_runnable.py beside it has those of the inputs.
    top, inner = make_debug_folder(os.path.join(folder, "strides"), "cpu/pointwise-channels-last")
    graph = open(os.path.join(inner, "fx_graph_transformed.py")).read()
    inputs = re.findall(r'(\w+): "f32\[([\d, ]*)\]\[([\d, ]*)\]cpu"[,)]', graph.splitlines()[1])
    write(inner, "fx_graph_transformed.py", re.sub(r'("\w+\[[^"\]]*\])\[[^"\]]*\]cpu"', r'\1"', graph))
    done = call("parity", inner)
    check("parity without the inputs' strides differs", inputs and done.returncode == 1, done.stdout)
    write(inner, "fx_graph_runnable.py", "# torch version: 2.15.0\ntorch._inductor.config.max_fusion_size = 64\n\ndef load_args(reader):\n" + "".join(
        f"    buf{i} = reader.storage(None, 4)\n    reader.tensor(buf{i}, ({sizes},), ({strides},), is_leaf=True)  # {name}\n"
        for i, (name, sizes, strides) in enumerate(inputs)) + "load_args._version = 0\n")
    done = call("parity", inner)
    check("parity takes the inputs' strides from fx_graph_runnable.py", done.returncode == 0 and "PyTorch 2.15.0" in done.stdout, done.stdout)

    # One kernel of softmax on a GPU taken apart: PyTorch seems to have fused less.
    top, inner = make_debug_folder(os.path.join(folder, "less"), "cuda/sample-softmax", split_group)
    done = call("parity", top, "--json")
    report = json.loads(done.stdout)[0]
    partition = report["partition"]
    check("parity: a group taken apart is found: exit 1", done.returncode == 1 and not report["equal"], done.stdout[:300])
    check("parity: one group is only ours", partition["only_ours"] == 1 and partition["same"] == 0, partition)
    check("parity: as many groups are only PyTorch's as the group has members",
          partition["only_theirs"] == len(partition["differences"][0]["only_ours"][0]) > 1, partition)
    check("parity: says why we fused", "we fused" in partition["differences"][0]["reasons"][0]["text"], partition)
    done = call("parity", top, "--diff")
    check("parity --diff: a unified diff", "--- PyTorch/ir_post_fusion.txt" in done.stdout and "\n@@ -1," in done.stdout, done.stdout[:2000])

    # Two kernels that PyTorch is said to have made one: our reason for keeping them apart is told.
    def join(text):
        first, second = re.findall(r"^(op\d+): SchedulerNode", text, re.M)[:2]
        return f"{first}_{second}: FusedSchedulerNode(SchedulerNode,SchedulerNode)\n{first}_{second}.snodes[0] =\n" + \
            text.replace(f"\n\n\n{second}: ", f"\n{first}_{second}.snodes[1] =\n{second}: ", 1)
    top, inner = make_debug_folder(os.path.join(folder, "more"), "cpu/horizontal-no-shared-input", join)
    done = call("parity", top)
    check("parity: a made-up fusion is found, with our reason", done.returncode == 1 and "no shared data" in done.stdout, done.stdout)

    os.remove(os.path.join(inner, "ir_pre_fusion.txt"))
    done = call("parity", inner)
    check("parity: what is not there is said", "text before   not compared: PyTorch's is not there" in done.stdout, done.stdout)
    write(inner, "ir_post_fusion.txt", "this is\nno dump\n")
    done = call("parity", inner)
    check("parity: an unreadable dump: exit 2, file and line", done.returncode == 2 and "ir_post_fusion.txt:1:1: " in done.stderr, done.stderr)
    os.remove(os.path.join(inner, "ir_post_fusion.txt"))
    done = call("parity", inner)
    check("parity: a folder without dumps: exit 2, says what is lacking", done.returncode == 2 and "ir_post_fusion.txt" in done.stderr, done.stderr)
    os.remove(os.path.join(inner, "fx_graph_transformed.py"))
    done = call("parity", inner)
    check("parity: a folder without a graph: exit 2", done.returncode == 2 and "no graph" in done.stderr, done.stderr)
    done = call("parity", os.path.join(folder, "nowhere"))
    check("parity: no such folder: exit 2", done.returncode == 2 and "nowhere" in done.stderr, done.stderr)
    done = call("parity", os.path.join(folder, "same"), os.path.join(folder, "less"))
    check("parity of several folders ends in a table", done.returncode == 1 and "2 graphs: 1 equal" in done.stdout, done.stdout[-500:])


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_usage()
        test_samples(folder)
        test_compare(folder)
        test_rules(folder)
        test_allocation(folder)
        test_planners(folder)
        test_cuda_rules()
        test_loop_programs()
        test_stages_as_text()
        test_steps()
        test_why()
        test_report(folder)
        test_pictures(folder)
        test_import(folder)
        test_bad_input(folder)
        test_faults()
        test_verdict()
        test_ops(folder)
        test_options(folder)
        test_library_calls(folder)
        test_parity(folder)
    print(f"1..{count}")
    sys.exit(1 if failed else 0)


main()
