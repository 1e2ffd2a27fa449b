#!/usr/bin/env python3
"""whatif, gate and session files as users of the command line see them.

    test-cli-whatif.py FUSELOOM_CLI SOURCE_DIR          prints TAP

Expected values are those of the contract (README, data/schema) or arithmetic shown beside them.
"""
import json
import os
import subprocess
import sys
import tempfile

CLI, ROOT = sys.argv[1], sys.argv[2]
SOFTMAX = os.path.join(ROOT, "data/graphs/softmax.py")
BYTES = 10 * 3840 * 4  # of softmax's input, and of its result
count = 0
failed = 0


def call(*words, timeout=300):
    return subprocess.run([CLI, *words], capture_output=True, text=True, timeout=timeout)


def check(name, condition, note=""):
    global count, failed
    count += 1
    failed += not condition
    print(f"{'ok' if condition else 'not ok'} {count} {name}")
    for line in [] if condition else str(note).splitlines()[:30]:
        print(f"# {line}")
    sys.stdout.flush()


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def test_whatif():
    done = call("whatif", SOFTMAX, "--forbid", "exp,div")
    check("whatif --forbid: exit 0", done.returncode == 0, done.stderr)
    check("whatif tells the outcome", "forbid exp, div: applied" in done.stdout, done.stdout)
    check("whatif tells what differs in one sentence", "2 kernels instead of 1" in done.stdout, done.stdout)
    check("whatif tells which fusion was lost", "1 lost, 0 won" in done.stdout and "div  in " in done.stdout, done.stdout)

    done = call("whatif", SOFTMAX, "--forbid", "exp,div", "--json")
    data = json.loads(done.stdout)
    figures = data["delta"]["figures"]
    # One kernel reads the input and writes the result. Apart, exp's values are written by one and read by the other, with
    # the ten sums: 2 * BYTES + 2 * 10 * 4 more.
    check("whatif --json: bytes", figures["bytes"] == {"base": 2 * BYTES, "variant": 4 * BYTES + 80}, figures)
    check("whatif --json: the share that matched", data["delta"]["matched_share"] == 1, data["delta"])
    check("whatif --json: outcomes", data["variant"]["overrides"][0]["outcome"] == "applied", data["variant"]["overrides"])

    # What is changed is how a kernel is written, neither which kernels there are nor what they move.
    done = call("whatif", SOFTMAX, "--target", "cpu", "--set", "cpu.vector_bytes=4", "--set", "loops.off=parallelize", "--json")
    data = json.loads(done.stdout)
    check("whatif with a pass switched off: the code differs", data["delta"]["kernels_rewritten"] == 1
          and "the code of cpp_fused" in data["delta"]["sentence"] and data["variant"]["options"]["loops.off"] == "parallelize", done.stdout[:400])
    done = call("whatif", SOFTMAX, "--set", "loops.off=paralelize")
    check("whatif refuses a pass that there is none of", done.returncode == 2 and "some of " in done.stderr and "parallelize, " in done.stderr, done.stderr)

    done = call("whatif", SOFTMAX, "--force", "amax,div")
    check("whatif refuses what is not legal: exit 1", done.returncode == 1, done.stdout + done.stderr)
    check("whatif names the rule and the path", "refused — would make a cycle (path from " in done.stdout, done.stdout)
    done = call("whatif", SOFTMAX, "--inline", "amax")
    check("whatif refuses to inline a reduction", done.returncode == 1 and "reduction" in done.stdout, done.stdout)
    done = call("whatif", SOFTMAX, "--realize", "nobody")
    check("whatif: an unknown name is wrong usage", done.returncode == 2 and "nobody" in done.stderr, done.stderr)
    done = call("whatif", SOFTMAX, "--forbid", "exp")
    check("whatif: one name where two are needed is wrong usage", done.returncode == 2 and "A,B" in done.stderr, done.stderr)
    done = call("whatif", SOFTMAX, "--set", "max_fusion_size=1")
    check("whatif --set changes the variant only", done.returncode == 0 and "set max_fusion_size=1: applied" in done.stdout, done.stdout)
    done = call("whatif", SOFTMAX, "--variant-strategy", "tvm")
    check("whatif --variant-strategy: 4 kernels under tvm", "Under tvm instead of inductor: 4 kernels instead of 1" in done.stdout, done.stdout)

    done = call("whatif", SOFTMAX, "--realize", "sub", "--run", "--json")
    data = json.loads(done.stdout) if done.returncode == 0 else {}
    check("whatif --run: both agree with the reference", data and data["base"]["run"]["agree"], done.stderr)
    check("whatif --run: times of both", data and data["delta"]["figures"]["time"]["variant"] > 0, done.stdout[:500])


def test_sessions(folder):
    path = os.path.join(folder, "a.fuseloom")
    done = call("whatif", SOFTMAX, "--forbid", "exp,div", "-o", path, "--name", "apart", "--note", "why not")
    session = json.load(open(path)) if done.returncode == 0 else {}
    check("whatif -o writes a session", session.get("fuseloom_session") == 1, done.stderr)
    check("a session holds the variant", session and session["variants"] == [
        {"name": "apart", "note": "why not", "overrides": [{"forbid": ["exp", "div"]}]}], session)
    check("a session's graph is relative to it", session and os.path.samefile(os.path.join(folder, session["graph"]["path"]), SOFTMAX), session)
    plain = call("dump", SOFTMAX, "--stage", "fuse").stdout
    check("a session stands for its graph", call("dump", path, "--stage", "fuse").stdout == plain)
    other = call("dump", path, "--stage", "fuse", "--variant", "apart").stdout
    check("--variant brings the overrides", other and other != plain)
    done = call("whatif", path, "--realize", "sub", "-o", path)
    check("whatif adds a variant to a session", len(json.load(open(path))["variants"]) == 2, done.stderr)
    done = call("dump", path, "--variant", "nobody")
    check("an unknown variant is wrong usage, and told", done.returncode == 2 and "apart" in done.stderr, done.stderr)
    done = call("dump", SOFTMAX, "--variant", "apart")
    check("--variant of a graph is wrong usage", done.returncode == 2, done.stderr)
    done = call("whatif", SOFTMAX, "-o", os.path.join(folder, "a.txt"))
    check("whatif -o wants a session's name", done.returncode == 2 and ".fuseloom" in done.stderr, done.stderr)
    bad = write(folder, "bad.fuseloom", '{"fuseloom_session": 1, "graph": {"path": "g.py"}, "variants": [{"name": 3}]}')
    done = call("stages", bad)
    check("a wrong session: exit 1, file and place", done.returncode == 1 and "bad.fuseloom: variants[0].name: " in done.stderr, done.stderr)
    lost = write(folder, "lost.fuseloom", '{"fuseloom_session": 1, "graph": {"path": "gone.py"}}')
    done = call("stages", lost)
    check("a session whose graph is gone: exit 1, both named", done.returncode == 1 and "gone.py" in done.stderr and "lost.fuseloom" in done.stderr, done.stderr)
    newer = write(folder, "newer.fuseloom", json.dumps({"fuseloom_session": 1, "graph": {"path": SOFTMAX}, "colour": 7}))
    done = call("stages", newer)
    check("an unknown key is told, not refused", done.returncode == 0 and "colour" in done.stderr, done.stderr)
    done = call("whatif", newer, "--realize", "sub", "-o", newer)
    check("an unknown key is kept", json.load(open(newer)).get("colour") == 7, done.stderr)


def test_gate(folder):
    report = os.path.join(folder, "report")
    call("report", SOFTMAX, "-o", report)
    session = os.path.join(folder, "gate.fuseloom")
    call("whatif", SOFTMAX, "--forbid", "exp,div", "-o", session, "--name", "apart")
    done = call("gate", report, SOFTMAX, "--max-lost-fusions", "0", "--max-peak", "+2%")
    check("gate: nothing lost: exit 0", done.returncode == 0 and done.stdout.count("ok    ") == 2, done.stdout + done.stderr)
    done = call("gate", report, session, "--variant", "apart", "--max-lost-fusions", "0")
    check("gate: a lost fusion: exit 1", done.returncode == 1 and "FAILED  1 fusions lost, at most 0" in done.stdout, done.stdout + done.stderr)
    comment = call("gate", report, session, "--variant", "apart", "--max-lost-fusions", "0", "--markdown")
    rows = [line.count("|") - line.count("\\|") for line in comment.stdout.splitlines() if line.startswith("|")]
    check("gate --markdown: a table of four columns, the failed check, what fell apart",
          comment.returncode == 1 and len(rows) > 5 and set(rows) == {5} and "- ❌ 1 fusions lost, at most 0" in comment.stdout
          and "**1 lost**" in comment.stdout and "<summary>Fell apart: 1 kernel</summary>" in comment.stdout, comment.stdout + comment.stderr)
    check("gate says what was lost", "lost:  cpp_fused" in done.stdout, done.stdout)
    done = call("gate", os.path.join(report, "report.json"), session, "--variant", "apart", "--max-lost-fusions", "1", "--max-kernels", "+1")
    check("gate: within its limits: exit 0", done.returncode == 0, done.stdout + done.stderr)
    # 2 * BYTES became 4 * BYTES + 80.
    done = call("gate", SOFTMAX, session, "--variant", "apart", "--max-bytes", "+100%", "--json")
    data = json.loads(done.stdout)
    check("gate: bytes by 80 too many", done.returncode == 1 and not data["passed"] and data["checks"][0]["name"] == "bytes", done.stdout)
    done = call("gate", SOFTMAX, session, "--variant", "apart", "--max-bytes", "+101%")
    check("gate: bytes in bounds", done.returncode == 0, done.stdout)
    done = call("gate", SOFTMAX, os.path.join(ROOT, "data/graphs/attention.py"))
    check("gate: graphs that do not match are no pass", done.returncode == 1 and "match" in done.stdout, done.stdout)
    done = call("gate", report, SOFTMAX, "--max-time", "+900%")
    check("gate: a time that is not known does not pass", done.returncode == 1 and "not known" in done.stdout, done.stdout)
    done = call("gate", SOFTMAX, SOFTMAX, "--max-time", "+900%")
    # Which it is, a busy machine decides: the same graph took 2,700 times as long in one of its two turns.
    check("gate: times are measured", done.returncode in (0, 1) and "quartiles" in done.stdout, done.stdout + done.stderr)
    done = call("gate", SOFTMAX, session, "--max-lost-fusions", "0")
    check("gate: which variant is new must be said: exit 2", done.returncode == 2 and "--variant apart;" in done.stderr, done.stderr)
    done = call("gate", SOFTMAX)
    check("gate: one file: exit 2", done.returncode == 2, done.stderr)
    done = call("gate", SOFTMAX, SOFTMAX, "--max-peak", "much")
    check("gate: a wrong limit: exit 2", done.returncode == 2 and "much" in done.stderr, done.stderr)
    old = write(folder, "old.json", '{"schema_version": 1, "stages": [], "options": {}}')
    done = call("gate", old, SOFTMAX)
    check("gate: a report without facts: exit 1, told", done.returncode == 1 and "old.json: facts" in done.stderr, done.stderr)
    bad = write(folder, "bad.json", '{"schema_version": 1, "stages": [], "facts": {"kernel_names": [], "values": [{"subject": "a", "op": "b", "shape": "c", "kernel": 5}]}}')
    done = call("gate", bad, SOFTMAX)
    check("gate: a wrong report: exit 1, its place", done.returncode == 1 and "facts.values[0].kernel" in done.stderr, done.stderr)


def test_several():
    add_relu = os.path.join(ROOT, "data/graphs/add-relu.py")
    outer = os.path.join(ROOT, "data/graphs/softmax-outer.py")
    done = call("gate", SOFTMAX, SOFTMAX, outer, "--max-kernels", "+0")
    lines = done.stdout.splitlines()
    check("gate: several NEWs have a column each", lines[0].split() == ["base", "softmax.py", "softmax-outer.py"], done.stdout + done.stderr)
    # a softmax along rows is one kernel, and so is the base
    check("gate: one passes, the other fails: exit 1", done.returncode == 1 and "ok      kernels 1, at most 1" in done.stdout and "FAILED  kernels" in done.stdout, done.stdout)
    done = call("compare", add_relu, "--strategy", "inductor,eager", "--markdown", "--no-measure")
    # one kernel, or one for the addition and one for the activation; 1 MiB a tensor, 4 KiB of bias
    check("compare --markdown: a table", "| A | inductor | 1 | 1 MiB | 1 MiB |" in done.stdout and "| B | eager | 2 | 2 MiB | 2 MiB |" in done.stdout, done.stdout + done.stderr)
    check("compare --markdown: what differs", "- add, relu" in done.stdout and "A 1, B 2" in done.stdout, done.stdout)
    done = call("compare", add_relu, "--target", "cpu,cuda", "--strategy", "inductor,eager", "--no-measure")
    row = next((line.split() for line in done.stdout.splitlines() if line.startswith("eager")), [])
    check("compare --target cpu,cuda: kernels under both", len(row) > 6 and row[1] == "2" and row.count("2") >= 2 and "cuda, the largest differences:" in done.stdout, done.stdout + done.stderr)
    done = call("compare", add_relu, "--target", "cpu,tpu")
    check("compare: a target that is none: exit 2", done.returncode == 2 and "tpu" in done.stderr, done.stderr)


# What users change in a line, and figures that follow from the sizes: x is 12 MiB, the parts of the concatenation 1 MiB each.
LINES = """class <lambda>(torch.nn.Module):
    def forward(self, x: "f32[768, 4096][4096, 1]cuda:0", a: "f32[512, 512][512, 1]cuda:0", w: "f32[512, 512][512, 1]cuda:0"):
        # File: model.py:3 in forward, code: rows = x.amax(-1)
        amax: "f32[768][1]cuda:0" = torch.ops.aten.amax.default(x, [-1])
        # File: model.py:4 in forward, code: top = x.max()
        max_1: "f32[][]cuda:0" = torch.ops.aten.max.default(x)
        # File: model.py:5 in forward, code: y = F.relu(torch.cat([a @ w, a.exp()]))
        mm: "f32[512, 512][512, 1]cuda:0" = torch.ops.aten.mm.default(a, w);  w = None
        exp: "f32[512, 512][512, 1]cuda:0" = torch.ops.aten.exp.default(a);  a = None
        cat: "f32[1024, 512][512, 1]cuda:0" = torch.ops.aten.cat.default([mm, exp]);  mm = exp = None
        relu: "f32[1024, 512][512, 1]cuda:0" = torch.ops.aten.relu.default(cat);  cat = None
        # File: model.py:6 in forward, code: z = x.reshape(-1).exp().sum()
        view: "f32[3145728][1]cuda:0" = torch.ops.aten.reshape.default(x, [-1]);  x = None
        exp_1: "f32[3145728][1]cuda:0" = torch.ops.aten.exp.default(view);  view = None
        view_1: "f32[768, 4096][4096, 1]cuda:0" = torch.ops.aten.reshape.default(exp_1, [768, 4096]);  exp_1 = None
        sum_1: "f32[768][1]cuda:0" = torch.ops.aten.sum.dim_IntList(view_1, [1]);  view_1 = None
        return (amax, max_1, relu, sum_1)
"""
MIB = 1024 * 1024


def get_bytes(path, how):
    done = call("whatif", path, "--rewrite", how, "--json")
    data = json.loads(done.stdout)
    return [data["variant"]["overrides"][0]["outcome"], data["delta"]["figures"]["bytes"]]


def test_rewrites(folder):
    path = write(folder, "lines.py", LINES)
    outcome, moved = get_bytes(path, "rows-first:max_1")
    # The 12 MiB of x are read once less; 768 maxima of rows are written and read instead of the pieces' (at most 4 KiB each way).
    check("whatif --rewrite rows-first: x is read once less", outcome == "applied" and abs(moved["base"] - moved["variant"] - 12 * MIB) <= 16 * 1024, moved)
    done = call("why", path, "amax", "max_1")
    check("why: rows first would help", "rows-first max_1: 12 MiB less" in done.stdout and "model.py:4: top = x.max()" in done.stdout, done.stdout)
    ways = ("rows-first:max_1", "before-cat:relu", "before-reshape:exp_1", "contiguous:exp", "transposed:view_1")
    words = [word for how in ways for word in ("--rewrite", how)]
    for strategy in ("inductor", "stitch"):
        done = call("whatif", path, *words, "--target", "cpu", "--strategy", strategy, "--run")
        check(f"whatif --rewrite under {strategy}: all are applied", done.stdout.count(": applied") == len(ways), done.stdout + done.stderr)
        check(f"whatif --rewrite under {strategy}: results agree", done.returncode == 0 and "agrees with the reference" in done.stdout, done.stdout + done.stderr)
    done = call("whatif", path, "--rewrite", "backwards:relu")
    check("whatif --rewrite: a way that is none: exit 2", done.returncode == 2 and "rows-first" in done.stderr, done.stderr)
    session = os.path.join(folder, "lines.fuseloom")
    done = call("whatif", path, "--rewrite", "before-cat:relu", "--name", "parts", "-o", session)
    again = call("stages", session, "--variant", "parts")
    check("whatif --rewrite: a session keeps it", done.returncode == 0 and again.returncode == 0 and '"before-cat"' in open(session).read(), done.stderr + again.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_whatif()
        test_sessions(folder)
        test_gate(folder)
        test_rewrites(folder)
    test_several()
    print(f"1..{count}")
    sys.exit(1 if failed else 0)


main()
