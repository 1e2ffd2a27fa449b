#!/usr/bin/env python3
"""`run --target cuda` without a GPU: a driver that executes kernels by the emulation, and what goes wrong with a real one.

    test-cuda-run.py FUSELOOM_CLI SOURCE_DIR FAKE_DRIVER FAKE_NVRTC          prints TAP

Results are compared with the reference interpreter by the program itself; every fault ends with a message that names the kernel, or what
is missing, and with an exit status of the contract.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

CLI, ROOT, DRIVER, NVRTC = (os.path.abspath(word) for word in sys.argv[1:5])
HOME = tempfile.mkdtemp(prefix="fuseloom-cuda-")
TWO_KERNELS = os.path.join(ROOT, "data/graphs/layer-norm.py")
count = 0


def check(name, condition, note=""):
    global count
    count += 1
    print(f"{'ok' if condition else 'not ok'} {count} {name}")
    for line in [] if condition else str(note).splitlines()[:30]:
        print(f"# {line}")
    sys.stdout.flush()


def run(graph, *words, fault="", **more):
    env = dict(os.environ, XDG_CACHE_HOME=HOME, FUSELOOM_SOURCE_DIR=ROOT, FUSELOOM_CUDA_DRIVER=DRIVER, FUSELOOM_CUDA=os.path.dirname(NVRTC), FUSELOOM_FAKE_CUDA=fault)
    env.update(more)
    return subprocess.run([CLI, "run", "--target", "cuda", *words, graph], capture_output=True, text=True, errors="replace", timeout=120, env=env)


def told(done):
    return f"exit {done.returncode}\n{done.stderr}\n{done.stdout[:2000]}"


def fails(name, done, *parts):
    check(name, done.returncode == 1 and all(part in done.stderr for part in parts), told(done))


def write_softmax():
    """The sample with rows of 96: what is measured runs many times over, and the emulation takes its time for each element."""
    path = os.path.join(HOME, "softmax.py")
    with open(os.path.join(ROOT, "data/graphs/softmax.py")) as sample, open(path, "w") as file:
        file.write(re.sub(r"\b3840\b", "96", sample.read()))
    return path


SOFTMAX = write_softmax()


def samples_agree():
    paths = sorted(glob.glob(os.path.join(ROOT, "data/graphs/*.py")))
    for path in paths:
        name = os.path.basename(path)
        if name == "make-samples.py":
            continue
        done = run(path, "--no-measure", "--require-verified")
        check(f"{name} agrees with the reference", done.returncode == 0 and "agrees with the reference" in done.stdout, told(done))


def long_rows_are_shared_out():
    """Two stages of a reduction in one kernel: a function each, of which the first has a block for each of its results."""
    graph = os.path.join(HOME, "long-rows.py")
    with open(graph, "w", encoding="utf-8") as file:
        file.write("class G(torch.nn.Module):\n    def forward(self, x: \"f32[3, 24000][24000, 1]cuda:0\"):\n"
                   "        sum_1: \"f32[3][1]cuda:0\" = torch.ops.aten.sum.dim_IntList(x, [1])\n        return (sum_1,)\n")
    text = subprocess.run([CLI, "kernels", "-q", "--target", "cuda", "--strategy", "xla", graph], capture_output=True, text=True, check=True).stdout
    starts = [int(line.split()[3]) for line in text.splitlines() if line.startswith("/* started with ")]
    check("a long reduction of few rows has a function for each stage", len(starts) == 2 and starts[0] > 3, text)
    done = run(graph, "--no-measure", "--require-verified", "--strategy", "xla")
    check("and agrees with the reference", done.returncode == 0 and "agrees with the reference" in done.stdout, told(done))


def times_have_their_device():
    done = run(TWO_KERNELS, "--json", "--set", "run.repeats=3")
    execution = json.loads(done.stdout)["run"] if done.returncode == 0 else {}
    check("times name their device", "fake GPU" in execution.get("gpu", ""), told(done))
    for variant in execution.get("variants", []):
        whole, plain = variant["total_ns"], variant["plain_launches_ns"]
        check(f"{variant['name']}: by a CUDA graph and by plain launches", whole > 0 and plain > 0 and variant["no_cuda_graph_why"] is None, variant)
        check(f"{variant['name']}: every kernel was timed", all(kernel["median_ns"] > 0 and kernel["ceiling"] == "device copy" for kernel in variant["kernels"]), variant)
    done = run(TWO_KERNELS, "--set", "run.repeats=3", fault="no-graphs")
    check("a driver without graphs is measured by plain launches", done.returncode == 0 and "no CUDA graph" in done.stdout, told(done))


def products_are_told():
    graph = os.path.join(ROOT, "data/graphs/gpt2-block.py")
    done = run(graph, "--no-measure", "--require-verified")
    check("every step of a block runs on the GPU", done.returncode == 0 and "on the CPU, copied" not in done.stdout, told(done))
    done = run(graph, "--no-measure", "--require-verified", fault="no-products")
    check("a product without a way runs on the CPU, and that is said", done.returncode == 0 and "on the CPU, copied there and back" in done.stdout and "extern_kernels.addmm" in done.stdout, told(done))


# Graphs of one library call: arguments with their types, then the call, then how many results it has and which are used.
BF, F = "bf16", "f32"
CONVOLUTION, BACKWARD = "torch.ops.aten.convolution.default", "torch.ops.aten.convolution_backward.default"
ATTENTION = "torch.ops.aten._scaled_dot_product_%s_attention.default"
CALLS = {
    "strided": ([f"{F}[2, 6, 9, 8]", f"{F}[4, 6, 3, 3]"], CONVOLUTION + "(a, b, None, [2, 1], [1, 0], [1, 2], False, [0, 0], 1)"),
    "grouped, in bf16": ([f"{BF}[2, 6, 7, 7]", f"{BF}[4, 3, 3, 3]"], CONVOLUTION + "(a, b, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 2)"),
    "transposed": ([f"{F}[2, 6, 5, 4]", f"{F}[6, 4, 3, 3]"], CONVOLUTION + "(a, b, None, [2, 2], [1, 1], [1, 1], True, [1, 0], 1)"),
    "of a row": ([f"{F}[2, 6, 19]", f"{F}[4, 6, 5]"], CONVOLUTION + "(a, b, None, [2], [2], [1], False, [0], 1)"),
    "of a volume": ([f"{F}[1, 2, 5, 6, 7]", f"{F}[3, 2, 2, 3, 1]"], CONVOLUTION + "(a, b, None, [1, 1, 1], [0, 1, 0], [1, 1, 1], False, [0, 0, 0], 1)"),
    "with a bias": ([f"{F}[2, 6, 9, 8]", f"{F}[4, 6, 3, 3]", f"{F}[4]"], CONVOLUTION + "(a, b, c, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)"),
    "channels last": ([f"{F}[2, 6, 9, 8][432, 1, 48, 6]", f"{F}[4, 6, 3, 3][54, 1, 18, 6]"], CONVOLUTION + "(a, b, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)"),
    "gradients": ([f"{F}[2, 4, 5, 8]", f"{F}[2, 6, 9, 8]", f"{F}[4, 6, 3, 3]"],
                  BACKWARD + "(a, b, c, [0], [2, 1], [1, 1], [1, 1], False, [0, 0], 1, [True, True, False])", 2),
    "gradients of a transposed one": ([f"{F}[2, 4, 11, 8]", f"{F}[2, 6, 6, 8]", f"{F}[6, 4, 3, 3]"],
                                      BACKWARD + "(a, b, c, [0], [2, 1], [1, 1], [1, 1], True, [0, 0], 1, [True, True, False])", 2),
    "attention": ([f"{BF}[2, 4, 24, 16]"] * 3, ATTENTION % "flash" + "(a, b, c)", 2),
    "causal attention": ([f"{BF}[2, 4, 24, 16]"] * 3, ATTENTION % "flash" + "(a, b, c, 0.0, True, scale = 0.3)", 2),
    "attention with a bias": ([f"{BF}[2, 4, 32, 16]"] * 3 + [f"{BF}[1, 4, 32, 32]"], ATTENTION % "efficient" + "(a, b, c, d, True)", 1),
    "attention of cuDNN's operator": ([f"{BF}[2, 4, 24, 16]"] * 3, ATTENTION % "cudnn" + "(a, b, c, None, False, 0.0, True)", 1),
}


def dense(text):
    """f32[2, 3] as f32[2, 3][3, 1]cuda:0"""
    if text.count("[") == 2:
        return text + "cuda:0"
    sizes, strides, stride = json.loads(text[text.index("["):]), [], 1
    for size in reversed(sizes):
        strides.insert(0, stride)
        stride *= size
    return f"{text}{strides}cuda:0"


def write_call(name, types, call, n_used=0):
    names = "abcd"[:len(types)]
    lines = [f"    call = {call}"] + [f"    r{i} = call[{i}]" for i in range(n_used)]
    used = [f"r{i}" for i in range(n_used)] or ["call"]
    lines += [f"    s{i} = torch.ops.aten.mul.Tensor({value}, 2)" for i, value in enumerate(used)]
    arguments = ", ".join(f'{own}: "{dense(kind)}"' for own, kind in zip(names, types))
    path = os.path.join(HOME, name.replace(" ", "-").replace("'", "").replace(",", "") + ".py")
    with open(path, "w") as file:
        file.write(f"def forward(self, {arguments}):\n" + "\n".join(lines) + f"\n    return ({', '.join(f's{i}' for i in range(len(used)))},)\n")
    return path


def other_calls_run_on_the_gpu():
    for name, parts in CALLS.items():
        done = run(write_call(name, *parts), "--no-measure", "--require-verified", "--verbose")
        check(f"{name}: by cuDNN, and agrees", done.returncode == 0 and "cuDNN 9.99.0" in done.stdout and "on the CPU, copied" not in done.stdout, told(done))
    graph = write_call("strided", *CALLS["strided"])
    done = run(graph, "--no-measure", "--require-verified", fault="no-engines")
    check("a convolution without an engine runs on the CPU, and that is said", done.returncode == 0 and "on the CPU, copied there and back" in done.stdout, told(done))
    fails("an engine that fails is told", run(graph, "--no-measure", fault="engine-fails"), "CUDNN_STATUS_EXECUTION_FAILED", "convolution")
    graph = write_call("f32 attention", [f"{F}[2, 4, 24, 16]"] * 3, *CALLS["attention"][1:])
    done = run(graph, "--no-measure", "--require-verified")
    check("attention of f32 runs on the CPU", done.returncode == 0 and "on the CPU, copied there and back" in done.stdout, told(done))


def what_is_missing_is_said():
    fails("no driver", run(SOFTMAX, FUSELOOM_CUDA_DRIVER="/nowhere/libcuda.so.1"), "no NVIDIA driver", "--target cpu runs")
    fails("no device", run(SOFTMAX, fault="no-device"), "CUDA_ERROR_NO_DEVICE", "nvidia-smi", "--target cpu runs")
    fails("no NVRTC", run(SOFTMAX, FUSELOOM_CUDA="none"), "NVRTC", "FUSELOOM_CUDA", "--target cpu runs")


def faults_are_told():
    fails("no memory for the tensors", run(SOFTMAX, "--no-measure", fault="memory=1"), "CUDA_ERROR_OUT_OF_MEMORY", "MiB", "--target cpu")
    fails("no memory to measure with", run(SOFTMAX, fault="memory=3"), "CUDA_ERROR_OUT_OF_MEMORY", "measure")
    names = kernels()
    for fault, code in (("illegal=1", "CUDA_ERROR_ILLEGAL_ADDRESS"), ("lost=1", "CUDA_ERROR_UNKNOWN")):
        fails(f"{fault}: the kernel is named", run(SOFTMAX, "--no-measure", fault=fault), code, f"kernel {names[0]}")
    done = run(SOFTMAX, "--no-measure", "--test-fault", "crash")
    check("a kernel that ends the worker is named", done.returncode != 0 and f"kernel {names[0]}" in done.stderr, told(done))
    done = run(SOFTMAX, "--no-measure", "--test-fault", "compile")
    check("what NVRTC refuses is told in its words", done.returncode == 4 and "this fault was asked for" in done.stderr, told(done))
    done = run(SOFTMAX, "--no-measure")
    check("the run after a fault is as before", done.returncode == 0, told(done))


def devices_stand_side_by_side():
    times = os.path.join(HOME, "times.json")
    env = dict(os.environ, XDG_CACHE_HOME=HOME, FUSELOOM_SOURCE_DIR=ROOT, FUSELOOM_CUDA_DRIVER=DRIVER, FUSELOOM_CUDA=os.path.dirname(NVRTC), FUSELOOM_FAKE_CUDA="")

    def cli(*words, **more):
        return subprocess.run([CLI, *words], capture_output=True, text=True, errors="replace", timeout=200, env={**env, **more})

    asked = "run", TWO_KERNELS, "--target", "cpu,cuda", "--strategy", "inductor,none,xla", "--set", "run.repeats=3", "-q"
    done = cli(*asked, "--json", "-o", times)
    parts = json.load(open(times))["parts"] if done.returncode == 0 else []
    check("side by side: a part each for the CPU and the GPU", [part["target"] for part in parts] == ["cpu", "cuda"], told(done))
    for part in parts:
        run = part["run"]
        names = [variant["name"] for variant in run["variants"]]
        check(f"{part['target']}: unfused once, and every strategy", names == ["unfused", "inductor", "xla"], names)
        check(f"{part['target']}: the device is named, with its ceilings", part["device"] and run["copy_bytes_per_s"] > 0 and run["peak_flops_per_s"] > 0, run)
        check(f"{part['target']}: every program has a time", all(variant["total_ns"] > 0 for variant in run["variants"]), run)
    shown = cli("times", times)
    lines = [line for line in shown.stdout.splitlines() if "Fuseloom" in line and "agrees" in line]
    check("a file of times shows each program with its device", len(lines) == 6 and sum("fake GPU" in line for line in lines) == 3, told(shown))
    page, picture = os.path.join(HOME, "times.html"), os.path.join(HOME, "times.svg")
    done = cli("times", times, "-o", page, "--svg", picture)
    check("... as a page and as a picture", done.returncode == 0 and "fake GPU" in open(page).read() and open(picture).read().startswith("<?xml"), told(done))
    done = cli(*asked, FUSELOOM_CUDA_DRIVER="/nowhere/libcuda.so.1")
    check("without a GPU the CPU's rows stand, and what is missing is said", done.returncode == 1 and "not measured" in done.stdout
          and done.stdout.count("agrees") == 3 and "no NVIDIA driver" in done.stderr, told(done))
    done = cli("run", TWO_KERNELS, "--target", "cpu,tpu")
    check("a target that is none is refused", done.returncode == 2 and "tpu" in done.stderr, told(done))


def gpus_elsewhere_run():
    """By a link whose "ssh" is a script that starts the worker here: tensors and faults come through it."""
    ssh = os.path.join(HOME, "ssh")
    with open(ssh, "w") as file:
        file.write('#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift 2\nexec "$@"\n')
    os.chmod(ssh, 0o755)
    there = "--device", "ssh://far" + os.path.dirname(CLI)
    path = HOME + os.pathsep + os.environ["PATH"]
    done = run(SOFTMAX, *there, "--json", "--set", "run.repeats=3", PATH=path)
    execution = json.loads(done.stdout)["run"] if done.returncode == 0 else {}
    check("a GPU elsewhere: agrees", execution.get("check") == "agrees", told(done))
    check("a GPU elsewhere: times name GPU and machine", "fake GPU" in execution.get("gpu", "") and "ssh://far/" in execution.get("device", ""), told(done))
    fails("a GPU elsewhere: a fault has its kernel and host",
          run(SOFTMAX, "--no-measure", *there, fault="illegal=1", PATH=path), "on far: ", "CUDA_ERROR_ILLEGAL_ADDRESS", f"kernel {kernels()[0]}")


def kernels():
    """Of the unfused program, which is run first."""
    done = run(SOFTMAX, "--json", "--set", "run.repeats=3")
    return [kernel["name"] for kernel in json.loads(done.stdout)["run"]["variants"][0]["kernels"]] if done.returncode == 0 else ["?"]


if shutil.which("g++") is None:
    print("1..0 # SKIP g++ is not here, which the emulation is compiled by")
    sys.exit(0)
samples_agree()
long_rows_are_shared_out()
times_have_their_device()
products_are_told()
other_calls_run_on_the_gpu()
what_is_missing_is_said()
faults_are_told()
devices_stand_side_by_side()
gpus_elsewhere_run()
print(f"1..{count}")
shutil.rmtree(HOME, ignore_errors=True)
