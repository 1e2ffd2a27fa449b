#!/usr/bin/env python3
"""Whose rules, and which graph of several, as users of the command line see it.

    test-cli-graphs.py FUSELOOM_CLI SOURCE_DIR          prints TAP
"""
import json
import os
import subprocess
import sys
import tempfile

CLI, ROOT = sys.argv[1], sys.argv[2]
count = 0
failed = 0

# A softmax as TorchInductor decomposes it, on a GPU.
SOFTMAX = """class M(torch.nn.Module):
    def forward(self, x: "f32[10, 3840]{strides}"):
        amax: "f32[10, 1]" = torch.ops.aten.amax.default(x, [1], True)
        sub: "f32[10, 3840]" = torch.ops.aten.sub.Tensor(x, amax)
        exp: "f32[10, 3840]" = torch.ops.aten.exp.default(sub)
        sum_1: "f32[10, 1]" = torch.ops.aten.sum.dim_IntList(exp, [1], True)
        div: "f32[10, 3840]" = torch.ops.aten.div.Tensor(exp, sum_1)
        return (div,)
"""
ON_GPU = SOFTMAX.replace("{strides}", "[3840, 1]cuda:0")
NOT_SAID = SOFTMAX.replace("{strides}", "")


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
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def test_rules(folder):
    gpu = write(folder, "gpu.py", ON_GPU)
    done = call("compare", gpu, "--json")
    rows = {row["strategy"]: row for row in json.loads(done.stdout)["strategies"]} if done.returncode == 0 else {}
    check("compare of a GPU's graph: CUDA's rules, said", "CUDA's rules: its tensors lie on cuda:0" in done.stderr, done.stderr)
    check("compare of a GPU's graph: what is not executed is said", "not executed" in done.stderr, done.stderr)
    for strategy in "inductor", "stitch", "optimal":
        check(f"softmax on a GPU under {strategy}: one kernel", strategy in rows and rows[strategy]["kernels"] == 1, rows.get(strategy))
    # What TorchInductor leaves of a softmax after its patterns is no riddle to other strategies, either.
    online = write(folder, "online.py", ON_GPU.replace(
        'amax: "f32[10, 1]" = torch.ops.aten.amax.default(x, [1], True)',
        'p = torch.ops.prims.prepare_softmax_online.default(x, 1)\n        amax: "f32[10, 1]" = p[0]\n        z: "f32[10, 1]" = p[1]'
    ).replace('sum_1: "f32[10, 1]" = torch.ops.aten.sum.dim_IntList(exp, [1], True)', "").replace("(exp, sum_1)", "(exp, z)"))
    done = call("compare", online, "--strategy", "inductor,stitch", "--json")
    rows = json.loads(done.stdout)["strategies"] if done.returncode == 0 else []
    check("prepare_softmax_online under stitch: one kernel", [row["kernels"] for row in rows] == [1, 1], done.stderr + str(rows)[:500])
    done = call("run", gpu, "--no-measure")
    check("run of a GPU's graph: the CPU's rules, said and why", done.returncode == 0 and "the CPU's rules: its tensors lie on cuda:0" in done.stderr
          and "kernels run on the CPU here" in done.stderr, done.stderr)
    done = call("stages", gpu, "--target", "cpu")
    check("--target: said", "the CPU's rules, as --target says" in done.stderr, done.stderr)
    done = call("stages", gpu, "--json")
    check("--json: why", "CUDA's rules" in json.loads(done.stdout)["options"]["target_why"], done.stdout[:300])


def test_folder(folder):
    top = os.path.join(folder, "debug")
    for i, device in enumerate(("cuda", "cpu")):
        inner = f"torchinductor/model__{i}_inference_{i}.{i}"
        write(top, f"{inner}/fx_graph_transformed.py", NOT_SAID)
        write(top, f"{inner}/ir_pre_fusion.txt", "op0: SchedulerNode(ComputedBuffer)\n")
        write(top, f"{inner}/output_code.py", f"buf0 = empty_strided_{device}((10, 3840), (3840, 1), torch.float32)\n")
    done = call("graphs", top)
    lines = done.stdout.splitlines()
    check("graphs FOLDER: both, with device", len(lines) == 2 and "cuda" in lines[0] and "cpu" in lines[1] and lines[0].startswith("*"), done.stdout)
    for command in "stages", "steps", "dump", "kernels", "plan", "import":
        done = call(command, top)
        check(f"{command} FOLDER: the first, listed, by its device's rules",
              done.returncode == 0 and "2 graphs; this is graph 1" in done.stderr and "CUDA's rules" in done.stderr and "output_code.py" in done.stderr,
              done.stderr)
    done = call("stages", top, "--graph", "2")
    check("--graph 2", done.returncode == 0 and "this is graph 2" in done.stderr and "the CPU's rules: its tensors lie on cpu" in done.stderr, done.stderr)
    done = call("why", top, "exp", "div", "--strategy", "xla")
    check("why FOLDER A B", done.returncode == 0 and "exp and div under xla" in done.stdout, done.stderr + done.stdout)
    done = call("gate", top, top)
    check("gate FOLDER FOLDER", done.returncode == 0, done.stderr)
    saved = os.path.join(folder, "two.fuseloom")
    done = call("whatif", top, "--graph", "2", "--realize", "exp", "--name", "v", "-o", saved)
    session = json.load(open(saved)) if done.returncode == 0 else {}
    check("a session keeps the number of its graph", session.get("graph", {}).get("number") == 2, done.stderr + str(session))
    done = call("stages", saved, "--variant", "v")
    check("a session's graph is the one of its number", done.returncode == 0 and "this is graph 2, the session's" in done.stderr and "CPU's rules" in done.stderr
          and "is not there" not in done.stderr, done.stderr)
    done = call("stages", saved, "--graph", "1")
    check("--graph with a session: that graph", done.returncode == 0 and "this is graph 1\n" in done.stderr, done.stderr)
    session["graph"]["number"] = 3
    done = call("stages", write(folder, "three.fuseloom", json.dumps(session)))
    check("a session whose graph is gone: not another one", done.returncode in (1, 2) and "there is no graph 3" in done.stderr, done.stderr)
    for number in "3", "-1", "x":
        done = call("stages", top, "--graph", number)
        check(f"--graph {number}: exit 2", done.returncode == 2, done.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_rules(folder)
        test_folder(folder)
    print(f"1..{count}")
    sys.exit(1 if failed else 0)


main()
