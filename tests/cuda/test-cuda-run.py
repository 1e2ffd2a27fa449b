#!/usr/bin/env python3
"""`run --target cuda` without a GPU: a driver that executes kernels by the emulation, and what goes wrong with a real one.

    test-cuda-run.py FUSELOOM_CLI SOURCE_DIR FAKE_DRIVER FAKE_NVRTC          prints TAP

Results are compared with the reference interpreter by the program itself; every fault ends with a message that names the kernel, or what
is missing, and with an exit status of the contract.
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

CLI, ROOT, DRIVER, NVRTC = (os.path.abspath(word) for word in sys.argv[1:5])
HOME = tempfile.mkdtemp(prefix="fuseloom-cuda-")
SOFTMAX, TWO_KERNELS = (os.path.join(ROOT, "data/graphs", name) for name in ("softmax.py", "layer-norm.py"))
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


def samples_agree():
    paths = sorted(glob.glob(os.path.join(ROOT, "data/graphs/*.py")))
    for path in paths:
        name = os.path.basename(path)
        if name == "make-samples.py":
            continue
        done = run(path, "--no-measure", "--require-verified")
        check(f"{name} agrees with the reference", done.returncode == 0 and "agrees with the reference" in done.stdout, told(done))


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
times_have_their_device()
products_are_told()
what_is_missing_is_said()
faults_are_told()
gpus_elsewhere_run()
print(f"1..{count}")
shutil.rmtree(HOME, ignore_errors=True)
