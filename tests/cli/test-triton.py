#!/usr/bin/env python3
"""Modules of Triton kernels: Python that parses, calls that fit their kernels, text of small ones, names beside Inductor's.

    test-triton.py FUSELOOM_CLI SOURCE_DIR          prints TAP

Nothing is run here: tests/tools/run-triton.py runs them.
"""
import ast
import glob
import os
import re
import subprocess
import sys

CLI, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SAMPLES = sorted(path for path in glob.glob(os.path.join(ROOT, "data/graphs/*.py")) if not path.endswith("make-samples.py"))
GOLDENS = sorted(glob.glob(os.path.join(ROOT, "tests/golden/cuda/*/")))
# Of the kernels in the goldens' wrappers: as many have Inductor's name, and as many its kind and number. Names of whole operators
# that were taken apart before lowering (native_layer_norm) are not in fx.py, from which Fuseloom starts here: most others. The nodes
# that a kernel comes from are Inductor's (test golden-origins).
EQUAL_NAMES, EQUAL_KINDS = 275, 400
ADD_RELU = """\
def triton_poi_fused_add_relu_0(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    xnumel = 262144
    xoffset = tl.program_id(0) * XBLOCK
    xindex = xoffset + tl.arange(0, XBLOCK)[:]
    xmask = tl.full([XBLOCK], True, tl.int1)[:]
    x2 = xindex
    x0 = (xindex % 1024)
    tmp0 = tl.load(in_ptr0 + (x2), None)
    tmp1 = tl.load(in_ptr1 + (x0), None, eviction_policy='evict_last')
    tmp2 = tmp0 + tmp1
    tmp3 = tl.full([1], 0, tl.int32)
    tmp4 = triton_helpers.maximum(tmp3, tmp2)
    tl.store(out_ptr0 + (x2), tmp4, None)
"""
LONG_REDUCTION = """\
    for r0_offset in tl.range(0, r0_numel, R0_BLOCK):
        r0_index = r0_offset + r0_base
        r0_mask = r0_index < r0_numel
        roffset = r0_offset
        rindex = r0_index
        r0_1 = r0_index
        tmp0 = tl.load(in_ptr0 + (r0_1 + 38400*x0), r0_mask & xmask, eviction_policy='evict_first', other=0.0)
        tmp1 = tl.broadcast_to(tmp0, [XBLOCK, R0_BLOCK])
        tmp3 = _tmp2 + tmp1
        _tmp2 = tl.where(r0_mask & xmask, tmp3, _tmp2)
    tmp2 = tl.sum(_tmp2, 1)[:, None].to(tl.float32)
    tl.store(out_ptr0 + (x0), tmp2, xmask)
"""
TRANSPOSED = """\
def triton_poi_fused_convolution_0(in_ptr0, out_ptr0, ynumel, xnumel, YBLOCK : tl.constexpr, XBLOCK : tl.constexpr):
    ynumel = 256
    xnumel = 784
    yoffset = tl.program_id(1) * YBLOCK
    yindex = yoffset + tl.arange(0, YBLOCK)[:, None]
    ymask = yindex < ynumel
    xoffset = tl.program_id(0) * XBLOCK
    xindex = xoffset + tl.arange(0, XBLOCK)[None, :]
    xmask = xindex < xnumel
    x1 = xindex
    y0 = yindex
    tmp0 = tl.load(in_ptr0 + (x1 + 784*y0), xmask & ymask)
    tl.store(out_ptr0 + (y0 + 256*x1), tmp0, xmask & ymask)
"""
count = 0


def check(name, condition, note=""):
    global count
    count += 1
    print(f"{'ok' if condition else 'not ok'} {count} {name}", flush=True)
    if not condition:
        for line in str(note).splitlines()[:20]:
            print(f"# {line[:300]}")


def write(graph, *words):
    done = subprocess.run([CLI, "kernels", "--target", "cuda", "--language", "triton", *words, "-q", graph],
                          capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def find_kernels(module):
    """name -> parameters, of the functions in the module's strings; all of them parse."""
    kernels = {}
    for node in ast.walk(ast.parse(module)):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "triton":
            name, source = (arg.value for arg in node.args)
            functions = {item.name: item for item in ast.parse(source).body if isinstance(item, ast.FunctionDef)}
            kernels[name] = [(arg.arg, arg.annotation is not None) for arg in functions[name].args.args]
    return kernels


KNOWN = {"tl", "triton", "triton_helpers", "libdevice", "tl_math", "float", "torch"}


def find_undefined(module):
    """Names that a kernel uses and nobody defines."""
    missing = set()
    for node in ast.walk(ast.parse(module)):
        if not (isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "triton"):
            continue
        tree = ast.parse(node.args[1].value)
        functions = [item for item in tree.body if isinstance(item, ast.FunctionDef)]
        for function in functions:
            names = [item for line in function.body for item in ast.walk(line) if isinstance(item, ast.Name)]
            defined = {item.id for item in names if isinstance(item.ctx, ast.Store)} | {arg.arg for arg in function.args.args}
            missing |= {item.id for item in names} - defined - KNOWN - {item.name for item in functions}
    return missing


def find_calls(module):
    """(name, number of arguments but the stream) of the calls."""
    return [(node.func.value.id, len(node.args)) for node in ast.walk(ast.parse(module))
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "run"]


def test_samples():
    modules = {}
    for path in SAMPLES:
        name = os.path.basename(path)[:-3]
        status, module, message = write(path)
        modules[name] = module
        check(f"{name} is written whole", status == 0 and "NotImplementedError" not in module, message)
        try:
            kernels, calls = find_kernels(module), find_calls(module)
            wrong = [call for call in calls if sum(not block for _, block in kernels[call[0]]) != call[1]]
            check(f"{name}: calls fit their kernels", calls and not wrong, wrong)
        except (SyntaxError, KeyError) as error:
            check(f"{name}: calls fit their kernels", False, repr(error))
    return modules


def test_texts(modules):
    check("text of a pointwise kernel", ADD_RELU in modules["add-relu"], modules["add-relu"])
    check("text of a looped reduction", LONG_REDUCTION in modules["long-reduction"], modules["long-reduction"])
    check("text of a transposed copy in tiles", TRANSPOSED in modules["conv-bn-relu"], modules["conv-bn-relu"][:4000])
    check("buffers of the memory plan", "# reuse" in modules["gpt2-block"], modules["gpt2-block"][-3000:])
    dynamic = modules["softmax-dynamic"]
    check("sizes are arguments", "xnumel = " not in dynamic and ", s0, 1024, stream=stream0)" in dynamic, dynamic[-2500:])


def kind(name):
    return re.sub(r"_fused_(.*_)?(\d+)$", r"_\2", name)


def test_names():
    n, names, kinds, undefined = 0, 0, 0, {}
    for folder in GOLDENS:
        with open(folder + "wrapper.py", encoding="utf-8") as text:
            theirs = re.findall(r"(\w+)\.run\(", text.read())
        module = write(folder + "fx.py")[1]
        ours = re.findall(r"^\s+(?:raise NotImplementedError\(.)?(triton_\w+?)(?:\.run\(| is not)", module, re.M)
        missing = find_undefined(module)
        if missing:
            undefined[os.path.basename(folder[:-1])] = missing
        n += len(theirs)
        names += sum(a == b for a, b in zip(ours, theirs))
        kinds += sum(kind(a) == kind(b) for a, b in zip(ours, theirs))
    print(f"# of {n} kernels {names} have Inductor's name, {kinds} its kind and number")
    check("kernels of the goldens use what they define", not undefined, undefined)
    check("names as Inductor gives them", names >= EQUAL_NAMES and kinds >= EQUAL_KINDS, f"{names} and {kinds} of {n}")


def test_refusals():
    graph = os.path.join(ROOT, "data/graphs/softmax.py")
    status, _, message = write(graph, "--target", "cpu")
    check("not for the CPU", status == 1 and "use --target cuda" in message, message)
    done = subprocess.run([CLI, "kernels", "--language", "opencl", graph], capture_output=True, text=True, check=False)
    check("no other language", done.returncode == 2 and "cuda or triton" in done.stderr, done.stderr)
    status, module, message = write(os.path.join(ROOT, "tests/golden/cuda/nested-mean-of-groups/fx.py"))
    check("a kernel that is not written is an error", status == 1 and "does not have reductions of rows and of groups" in message,
          message)
    check("and raises one where it would be called", "raise NotImplementedError(" in module and ast.parse(module), module[-2000:])


test_texts(test_samples())
test_names()
test_refusals()
print(f"1..{count}")
