#!/usr/bin/env python3
"""why, story and explain as users of the command line see them.

    test-cli-why.py FUSELOOM_CLI SOURCE_DIR          prints TAP

What is expected follows from the graphs, by the arithmetic beside them.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

CLI, ROOT = sys.argv[1], sys.argv[2]
SOFTMAX = os.path.join(ROOT, "data/graphs/softmax.py")
count = 0
failed = 0

# Two halves of one tensor: rows of 64 elements, of which one node reads the first 32, the other the last 32.
SLICES = """class <lambda>(torch.nn.Module):
    def forward(self, x: "f32[512, 64][64, 1]cpu"):
        # File: model.py:7 in forward, code: a, b = x.chunk(2, -1)
        slice_1: "f32[512, 32][64, 1]cpu" = torch.ops.aten.slice.Tensor(x, 1, 0, 32)
        slice_2: "f32[512, 32][64, 1]cpu" = torch.ops.aten.slice.Tensor(x, 1, 32, 64);  x = None
        # File: model.py:8 in forward, code: first = a.exp()
        exp: "f32[512, 32][32, 1]cpu" = torch.ops.aten.exp.default(slice_1);  slice_1 = None
        # File: model.py:9 in forward, code: second = b.tanh()
        tanh: "f32[512, 32][32, 1]cpu" = torch.ops.aten.tanh.default(slice_2);  slice_2 = None
        return (exp, tanh)
"""

# A sum of 16 Mi elements is split in two layers on a GPU; a product and its activation.
SPLIT = """class <lambda>(torch.nn.Module):
    def forward(self, x: "f32[4096, 4096][4096, 1]cuda:0", w: "f32[4096, 64][64, 1]cuda:0"):
        # File: model.py:3 in forward, code: total = torch.sum(x)
        sum_1: "f32[][]cuda:0" = torch.ops.aten.sum.default(x)
        # File: model.py:4 in forward, code: tenth = x / 10.0
        div: "f32[4096, 4096][4096, 1]cuda:0" = torch.ops.aten.div.Tensor(x, 10.0)
        # File: model.py:5 in forward, code: y = F.gelu(x @ w)
        mm: "f32[4096, 64][64, 1]cuda:0" = torch.ops.aten.mm.default(x, w);  x = w = None
        relu: "f32[4096, 64][64, 1]cuda:0" = torch.ops.aten.relu.default(mm);  mm = None
        return (sum_1, div, relu)
"""

# Two rows are added to places that an index says, and the table is then doubled.
ADDED = """class <lambda>(torch.nn.Module):
    def forward(self, table: "f32[64, 32][32, 1]cuda:0", i: "i64[128][1]cuda:0", rows: "f32[128, 32][32, 1]cuda:0"):
        index_put: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.index_put.default(table, [i], rows, True);  table = i = rows = None
        mul: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.mul.Tensor(index_put, 2);  index_put = None
        return (mul,)
"""

# Five reads, more than realize_reads_threshold = 4, and two readers: the sum is stored. They reduce different axes.
STORED = """class <lambda>(torch.nn.Module):
    def forward(self, a: "f32[512, 512][512, 1]cpu", b: "f32[512, 512][512, 1]cpu", c: "f32[512, 512][512, 1]cpu", d: "f32[512, 512][512, 1]cpu", e: "f32[512, 512][512, 1]cpu"):
        add: "f32[512, 512][512, 1]cpu" = torch.ops.aten.add.Tensor(a, b);  a = b = None
        add_1: "f32[512, 512][512, 1]cpu" = torch.ops.aten.add.Tensor(add, c);  add = c = None
        add_2: "f32[512, 512][512, 1]cpu" = torch.ops.aten.add.Tensor(add_1, d);  add_1 = d = None
        add_3: "f32[512, 512][512, 1]cpu" = torch.ops.aten.add.Tensor(add_2, e);  add_2 = e = None
        sum_1: "f32[512][1]cpu" = torch.ops.aten.sum.dim_IntList(add_3, [0])
        sum_2: "f32[512][1]cpu" = torch.ops.aten.sum.dim_IntList(add_3, [1]);  add_3 = None
        return (sum_1, sum_2)
"""

AXES = """class <lambda>(torch.nn.Module):
    def forward(self, x: "f32[2048, 1024][1024, 1]cpu"):
        amax: "f32[2048][1]cpu" = torch.ops.aten.amax.default(x, [1])
        sum_1: "f32[1024][1]cpu" = torch.ops.aten.sum.dim_IntList(x, [0]);  x = None
        return (amax, sum_1)
"""


# Rows that an index names are read and written back to where they stood; it may name one twice.
WRITTEN_BACK = """class <lambda>(torch.nn.Module):
    def forward(self, x: "f32[64, 256][256, 1]cuda:0", i: "i64[8][1]cuda:0"):
        index: "f32[8, 256][256, 1]cuda:0" = torch.ops.aten.index.Tensor(x, [i])
        add: "f32[8, 256][256, 1]cuda:0" = torch.ops.aten.add.Tensor(index, 1);  index = None
        index_put: "f32[64, 256][256, 1]cuda:0" = torch.ops.aten.index_put_.default(x, [i], add);  i = add = index_put = None
        return (x,)
"""

# Maxima of rows, and one of all: 3072 rows and 512 pieces of 24576 elements, which are 6 rows each.
PIECES = """class <lambda>(torch.nn.Module):
    def forward(self, x: "f32[3072, 4096][4096, 1]cuda:0"):
        amax: "f32[3072][1]cuda:0" = torch.ops.aten.amax.default(x, [-1])
        max_1: "f32[][]cuda:0" = torch.ops.aten.max.default(x);  x = None
        return (amax, max_1)
"""

# Two products side by side, and relu of both: a concatenation of library calls.
CAT = """class <lambda>(torch.nn.Module):
    def forward(self, a: "f32[512, 256][256, 1]cuda:0", b: "f32[256, 256][256, 1]cuda:0"):
        mm: "f32[512, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(a, b)
        mm_1: "f32[512, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(a, mm_0);  a = b = None
        cat: "f32[512, 512][512, 1]cuda:0" = torch.ops.aten.cat.default([mm, mm_1], 1);  mm = mm_1 = None
        relu: "f32[512, 512][512, 1]cuda:0" = torch.ops.aten.relu.default(cat);  cat = None
        return (relu,)
""".replace("mm_0", "b")


# Composite operators as AOTAutograd is given them; the function of a module is in no line.
CLOSED = """class <lambda>(torch.nn.Module):
    def forward(self, x: "f32[64, 128][128, 1]cpu", w: "f32[128][1]cpu", b: "f32[128][1]cpu"):
        # File: model.py:7 in forward, code: h = self.norm(x)
        layer_norm: "f32[64, 128][128, 1]cpu" = torch.ops.aten.layer_norm.default(x, [128], w, b)
        # File: model.py:8 in forward, code: return torch.softmax(F.gelu(h), -1)
        g: "f32[64, 128][128, 1]cpu" = torch.ops.aten.gelu.default(layer_norm);  layer_norm = None
        s: "f32[64, 128][128, 1]cpu" = torch.ops.aten._softmax.default(g, -1, False);  g = None
        return (s,)
"""


def call(*words):
    return subprocess.run([CLI, *words], capture_output=True, text=True, timeout=300)


def check(name, condition, note=""):
    global count, failed
    count += 1
    failed += not condition
    print(f"{'ok' if condition else 'not ok'} {count} {name}")
    for line in [] if condition else str(note).splitlines()[:40]:
        print(f"# {line}")
    sys.stdout.flush()


def has(done, *texts):
    return done.returncode == 0 and all(text in done.stdout for text in texts)


def test_accesses(path):
    done = call("why", path, "exp", "tanh")
    check("why: two slices differ by their offset", has(done, "other offset", "TorchInductor: no shared data"), done.stdout)
    check("why: both indices", has(done, "64*p0 + p1 for", "64*p0 + p1 + 32 for"), done.stdout)
    # 512 rows of 32 floats are 64 KiB
    check("why: the bytes that each reads", has(done, "of x each touches 64 KiB or more"), done.stdout)
    # The first three columns of each half, in the first two rows and in the next ones
    check("why: a picture of a corner", any(line.split() == ["0", "1", "2", "3", "4", "·", "·", "·", "·"] for line in done.stdout.splitlines()), done.stdout)
    check("why: lines of source", has(done, "model.py:8: first = a.exp()", "model.py:9: second = b.tanh()"), done.stdout)
    steps = call("steps", path, "--verdict", "reject")
    check("steps: the difference, and TorchInductor's words", has(steps, "other offset", "TorchInductor: no shared data"), steps.stdout)


def test_kinds_of_nodes(split, added, stored):
    answers = call("why", stored, "add_3", "sum_1").stdout + call("why", stored, "add_3", "sum_2").stdout
    check("why: what has a buffer says which rule gave it one", "buf0 is stored, not computed within its readers, since: it is used more than once" in answers, answers)
    done = call("why", split, "sum_1", "div")
    check("why: of a split reduction, the layer that has the bytes", has(done, "sum_1 is computed in 2 layers: op0, then op1", "asked about op0 and op2, which touch the most bytes together"), done.stdout)
    done = call("why", split, "op0", "op1")
    check("why: two layers of one reduction", has(done, "op0 and op1 are the two layers of one reduction", "split_reductions=false"), done.stdout)
    done = call("why", split, "mm", "relu")
    check("why: a library call says so, and what PyTorch has", has(done, "is a library call (extern_kernels.mm): nothing is fused into one", "max_autotune"), done.stdout)
    done = call("why", split, "tenth", "gelu")
    check("why: variables and calls of the user's code", has(done, "code with tenth is computed by op2", "code with gelu is computed by"), done.stdout + done.stderr)
    done = call("why", added, "op1", "op2")
    check("why: atomic additions must be over", has(done, "added to at computed addresses"), done.stdout)


def test_reasons(written, pieces, cat):
    done = call("why", written, "add", "index_put")
    # 8 rows of 256 floats; what is read at computed places may be all of the 64 rows
    check("why: what is overwritten has to be read before", has(done, "read before it is overwritten", "of x each touches", "writes 256*indirect0 + p1 for p0<8, p1<256"), done.stdout)
    check("why: a write is no layer of what it writes", done.returncode == 0 and "layer" not in done.stdout, done.stdout)
    done = call("why", pieces, "amax", "max_1")
    check("why: pieces of a split reduction, beside one of rows", has(done, "max_1 is computed in 2 layers", "pieces of a split reduction", "for p0<512, p1<24576 (reduced)"), done.stdout)
    done = call("why", cat, "cat", "relu")
    check("why: nothing joins a concatenation, whose parts are named", has(done, "the memory of a concatenation, whose parts others write (buf0, buf1)", "applied to each part instead"), done.stdout)


def test_xla(folder):
    path = os.path.join(folder, "xla.py")
    text = """class <lambda>(torch.nn.Module):
    def forward(self, x: "f32[N][1]DEVICE", y: "f32[4096, 1024][1024, 1]DEVICE"):
        cos: "f32[N][1]DEVICE" = torch.ops.aten.cos.default(x);  x = None
        sum_1: "f32[][]DEVICE" = torch.ops.aten.sum.default(cos);  cos = None
        sum_2: "f32[1024][1]DEVICE" = torch.ops.aten.sum.dim_IntList(y, [0])
        exp: "f32[4096, 1024][1024, 1]DEVICE" = torch.ops.aten.exp.default(y);  y = None
        return (sum_1, sum_2, exp)
"""
    # XLA splits what is longer than 32 on a CPU: 33 elements, not 32
    for n, is_split in ((32, False), (33, True)):
        with open(path, "w") as file:
            file.write(text.replace("N]", f"{n}]").replace("DEVICE", "cpu"))
        done = call("why", path, "cos", "sum_1", "--strategy", "xla")
        check(f"why under xla: {n} elements on a CPU, as planned", has(done, "one kernel") and ("--set xla.window=32 follows" in done.stdout) == is_split, done.stdout)
        done = call("why", path, "cos", "sum_1", "--strategy", "xla", "--set", "xla.window=32")
        check(f"why under xla: {n} elements on a CPU, as XLA's compiler does", has(done, "not allowed — the reduction is split in windows" if is_split else "one kernel"), done.stdout)
    with open(path, "w") as file:
        file.write(text.replace("N]", "64]").replace("DEVICE", "cuda:0"))
    done = call("why", path, "sum_2", "exp", "--strategy", "xla")
    # y is 16 MiB, and is read once less
    check("why under xla: siblings", has(done, "multi-output fusion", "set xla.siblings=all: 16 MiB less", "xla.siblings=guarded keeps them apart"), done.stdout)
    done = call("why", path, "sum_2", "exp", "--strategy", "xla", "--set", "xla.siblings=guarded")
    check("why under xla: siblings that want different tiles", has(done, "legal, but refused — a column reduction is tiled over two dimensions"), done.stdout)
    done = call("why", path, "cos", "exp", "--strategy", "xla", "--set", "xla.siblings=all")
    check("why under xla: no siblings, no word of them", done.returncode == 0 and "multi-output" not in done.stdout, done.stdout)


# Of 4096 rows and 8192 columns, sums along both; a value and its copy with heads before positions. What real versions make of
# them: kernels of both orders on flat inputs since 2.15, copies of flattened loops in the producer's kernel since 2.14.
VERSIONS = """class <lambda>(torch.nn.Module):
    def forward(self, x: "f32[4096, 8192][8192, 1]cuda:0", y: "f32[4, 512, 1024][524288, 1024, 1]cuda:0"):
        sum_1: "f32[4096][1]cuda:0" = torch.ops.aten.sum.dim_IntList(x, [1])
        sum_2: "f32[8192][1]cuda:0" = torch.ops.aten.sum.dim_IntList(x, [0]);  x = None
        mean: "f32[4, 512, 1][512, 1, 1]cuda:0" = torch.ops.aten.mean.dim(y, [-1], True)
        sub: "f32[4, 512, 1024][524288, 1024, 1]cuda:0" = torch.ops.aten.sub.Tensor(y, mean);  y = mean = None
        view: "f32[4, 512, 16, 64][524288, 1024, 64, 1]cuda:0" = torch.ops.aten.reshape.default(sub, [4, 512, 16, 64])
        permute: "f32[4, 16, 512, 64][524288, 64, 1024, 1]cuda:0" = torch.ops.aten.permute.default(view, [0, 2, 1, 3]);  view = None
        clone: "f32[4, 16, 512, 64][524288, 32768, 64, 1]cuda:0" = torch.ops.aten.clone.default(permute, memory_format = torch.contiguous_format);  permute = None
        return (sum_1, sum_2, sub, clone)
"""


def test_versions(folder):
    path = os.path.join(folder, "versions.py")
    with open(path, "w") as file:
        file.write(VERSIONS)
    for a, b, last_apart, first_together in (("sum_1", "sum_2", "2.14", "2.15"), ("sub", "clone", "2.13", "2.14")):
        for version, answer in ((last_apart, "are in different kernels"), (first_together, "are one kernel")):
            done = call("why", path, a, b, "--torch", version, "--set", "why.limit=0", "-q")
            check(f"why {a} {b}: {answer} by {version}", has(done, answer), done.stdout + done.stderr)
    done = call("why", path, "sum_1", "sum_2", "--torch", "2.14", "--set", "why.limit=0", "-q")
    check("why sum_1 sum_2: by 2.14 the input is too flat", has(done, "at least twice as many rows as columns, and here are 4096 rows of 8192"), done.stdout)


def test_names(path):
    by_name = call("why", path, "exp", "tanh").stdout
    done = call("why", path, "model.py:8", "model.py:9")
    check("why: lines of source are names", done.returncode == 0 and done.stdout.endswith(by_name), done.stdout)
    done = call("why", path, "slice_1", "tanh")
    check("why: a view is answered for by its reader", has(done, "slice_1 is", "op0 and op1 are in different kernels"), done.stdout + done.stderr)
    done = call("why", path, "model.py:70", "exp")
    check("why: a line without nodes is said", done.returncode == 1 and "model.py:70" in done.stderr, done.stderr)


def test_operators(path):
    # gelu is x / 2 * (1 + erf (x / sqrt 2)); a softmax is exp (x - max) over its sum
    gelu, softmax = "is computed by mul_2, mul_3, erf, add_2, mul_4\n", "is computed by amax, sub_1, exp, sum, div\n"
    for name, parts in (("gelu", gelu), ("F.gelu", gelu), ("aten.gelu", gelu), ("aten.gelu.default", gelu), ("softmax", softmax), ("torch.softmax", softmax),
                        ("torch.nn.functional.softmax", softmax), ("aten._softmax", softmax), ("F.layer_norm", "var_mean"), ("aten.layer_norm", "var_mean")):
        done = call("story", path, name, "-q")
        check(f"names: all that {name} was opened into", has(done, f"operator {name} is computed by", parts), done.stdout[:500] + done.stderr)
    done = call("why", path, "F.layer_norm", "torch.softmax", "-q")
    check("names: why of two operators", has(done, "asked about", "one kernel"), done.stdout)
    done = call("story", path, "aten.softmax", "-q")
    check("names: an operator that the line names otherwise", has(done, "code for aten.softmax is computed by"), done.stdout[:500] + done.stderr)


def test_help():
    # With one node a kernel nothing fuses; lifting that limit is what helps, and forcing the pair helps less or as much.
    done = call("why", SOFTMAX, "exp", "div", "--set", "max_fusion_size=1", "--set", "cpu.join=false")
    check("why: what would help is tried", has(done, "what would help", "set max_fusion_size=512: "), done.stdout)
    done = call("why", SOFTMAX, "exp", "div", "--set", "max_fusion_size=1", "--set", "cpu.join=false", "--set", "why.limit=0")
    check("why: nothing is tried in no time", has(done, "different kernels") and "would help" not in done.stdout, done.stdout)
    done = call("why", SOFTMAX, "exp", "div")
    check("why: no help where both are one kernel", done.returncode == 0 and "would help" not in done.stdout, done.stdout)


def ask_json(*words):
    done = call("why", *words, "--json")
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"failed": done.stdout + done.stderr}


def test_json(path):
    answer = ask_json(path, "exp", "tanh")
    check("why --json: the names, and where they come from", [(node["asked"], node["name"], node["from"][0]["line"]) for node in answer["nodes"]] == [("exp", "op0", 8), ("tanh", "op1", 9)], answer)
    access = answer.get("access", {})
    check("why --json: kind and bytes", (access.get("kind"), access.get("bytes"), answer["pair"]["upstream"]) == ("other offset", 512 * 32 * 4, "no shared data"), answer)
    # rows of 64 elements, of which each half is 32; the second begins at element 32
    loops = [{"size": 512, "stride": 64, "reduced": False}, {"size": 32, "stride": 1, "reduced": False}]
    check("why --json: both walks", [(side["offset"], side["loops"]) for side in access["sides"]] == [(0, loops), (32, loops)], access)
    answer = ask_json(SOFTMAX, "exp", "div", "--set", "max_fusion_size=1", "--set", "cpu.join=false")
    found = answer["would_help"]["found"]
    check("why --json: every change that helps, the most bytes first", any(item["change"] == "set max_fusion_size=512" for item in found)
          and [item["bytes_saved"] for item in found] == sorted((item["bytes_saved"] for item in found), reverse=True), found)
    answer = ask_json(SOFTMAX, "exp", "div", "--strategy", "tvm")
    check("why --json: under a strategy", (answer["strategy"], answer["one_kernel"], answer["pair"]["cycle_through"]) == ("tvm", False, "sum"), answer)
    # exp reads 10 x 3840 floats of the difference, and div what exp writes
    check("why --json: bytes between the two kernels", answer["bytes_between"] == 10 * 3840 * 4, answer)


def test_saving():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "axes.py")
        with open(path, "w") as file:
            file.write(AXES)
        done = call("why", path, "amax", "sum_1")
    # one kernel of both would read 2048 x 1024 floats once instead of twice
    check("why: what one kernel would save, of an input that both read", has(done, "would move at most 8 MiB less: inputs of the graph that both read"), done.stdout)
    check("why: bytes have units", not re.search(r"[0-9]{5,} bytes", done.stdout), done.stdout)
    done = call("why", SOFTMAX, "exp", "div", "--strategy", "tvm")
    check("why: what would help, under a strategy", has(done, "what would help", "strategy stitch: "), done.stdout)


def test_story(path):
    done = call("story", path, "exp")
    check("story: from the line of source to the kernel", has(done, "model.py:8: first = a.exp()", "op0", "buf0", "cpp_fused"), done.stdout)
    places = [done.stdout.find(text) for text in ("model.py:8", "stored in buf0", "op0 reads", "computed by cpp_fused")]
    check("story: stage after stage", -1 not in places and places == sorted(places), done.stdout)
    check("story: boxes and inner_fn", has(done, "TensorBox(StorageBox(ComputedBuffer buf0: Pointwise))", "inner_fn: exp(load(x, 64*i0 + i1))"), done.stdout)
    # The first of two results of 512 x 32 floats: 64 KiB, from the first call to the end
    check("story: the slot", has(done, "buf0: 64 KiB, from call 1 to call 2 of 2; slot: bytes "), done.stdout)
    done = call("story", path, "exp", "--run")
    check("story --run: the time of its kernel", re.search(r"cpp_fused_exp_slice_0 takes [0-9.]+ [nµm]?s of the program's [0-9.]+ [nµm]?s", done.stdout), done.stdout + done.stderr)
    done = call("story", path, "model.py:9")
    check("story: of a line", has(done, "tanh"), done.stdout)
    done = call("story", path, "nobody")
    check("story: an unknown name", done.returncode == 1 and "nobody" in done.stderr, done.stderr)


def test_explain():
    for words, meaning in ((("distance",), "schedule"), (("same", "kind"), "pointwise"), (("Score",), "candidates"), (("other", "loop", "order"), "different orders"),
                           (("eager",), "without a compiler"), (("realize_reads_threshold",), "buffer"), (("kInput",), "reduction")):
        done = call("explain", *words)
        check(f"explain {' '.join(words)}", has(done, meaning), done.stdout + done.stderr)
    done = call("explain", "distanse")
    check("explain: the nearest term", done.returncode == 2 and "distance" in done.stderr, done.stderr)
    done = call("explain")
    check("explain: all terms", has(done, "score\n", "stride\n", "online softmax\n"), done.stdout[:2000])


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "slices.py")
        with open(path, "w") as file:
            file.write(SLICES)
        test_accesses(path)
        test_names(path)
        others = [os.path.join(folder, name) for name in ("split.py", "added.py", "stored.py", "written.py", "pieces.py", "cat.py", "closed.py")]
        for other, text in zip(others, (SPLIT, ADDED, STORED, WRITTEN_BACK, PIECES, CAT, CLOSED)):
            with open(other, "w") as file:
                file.write(text)
        test_kinds_of_nodes(*others[:3])
        test_reasons(*others[3:6])
        test_operators(others[6])
        test_xla(folder)
        test_versions(folder)
        test_json(path)
        test_story(path)
    test_help()
    test_saving()
    test_explain()
    print(f"1..{count}")
    sys.exit(1 if failed else 0)


main()
