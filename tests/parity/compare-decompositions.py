#!/usr/bin/env python3
"""Decompositions and lowerings of single operators beside those of the Inductor that is installed.

    compare-decompositions.py --cli PATH/TO/fuseloom-cli [--diff N] [OPERATOR_OR_PATTERN ...]

Each operator that has a numeric case (tests/data/ops/op_cases_*.py) is called alone: by a function that Inductor compiles, and
by a graph with that one call, which Fuseloom opens and lowers itself. The texts before and after fusion are compared, to the
byte. (compare-graphs.py compares what follows from the same graph after decomposition.)
"""
import argparse
import difflib
import fnmatch
import importlib.util
import os
import sys
import tempfile

import torch
import torch._dynamo
import torch._inductor.config as inductor_config

HERE = os.path.dirname(os.path.abspath(__file__))
OPS = os.path.join(HERE, "..", "data", "ops")
NAMES = {torch.float16: "f16", torch.bfloat16: "bf16", torch.float32: "f32", torch.float64: "f64", torch.int8: "i8", torch.int16: "i16",
         torch.int32: "i32", torch.int64: "i64", torch.uint8: "u8", torch.bool: "b8", torch.complex64: "c64", torch.complex128: "c128"}


def load(name, path):
    sys.path.insert(0, os.path.dirname(path))
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def spell(value, tensors):
    """A value of a call as a graph's text has it; tensors are collected and become arg0_1, arg1_1, …"""
    if isinstance(value, torch.Tensor):
        tensors.append(value)
        return f"arg{len(tensors) - 1}_1"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(spell(part, tensors) for part in value) + "]"
    if isinstance(value, torch.device):
        return f"device(type='{value.type}')"
    return {float("inf"): "inf", float("-inf"): "-inf"}.get(value, repr(value)) if isinstance(value, float) else repr(value)


def write_graph(name, args, kwargs, count):
    tensors = []
    words = [spell(value, tensors) for value in args] + [f"{key} = {spell(value, tensors)}" for key, value in kwargs.items()]
    inputs = "".join(f', arg{i}_1: "{NAMES[t.dtype]}{list(t.shape)}{list(t.stride())}cpu"' for i, t in enumerate(tensors))
    lines = [f"def forward(self{inputs}):", f"    x = torch.ops.{name}({', '.join(words)})"]
    results = ["x"] if count is None else [f"x{i}" for i in range(count)]
    lines += [f"    x{i} = x[{i}]" for i in range(count or 0)]
    return "\n".join(lines + [f"    return ({''.join(word + ', ' for word in results)})"]) + "\n", tensors


def compile_call(goldens, function, args, kwargs, tensors):
    def call(*inputs):
        rest = iter(inputs)

        def put(value):
            if isinstance(value, torch.Tensor):
                return next(rest)
            return type(value)(put(part) for part in value) if isinstance(value, (list, tuple)) else value
        return function(*[put(value) for value in args], **{key: put(value) for key, value in kwargs.items()})
    found = {}
    torch._dynamo.reset()
    try:
        with torch.no_grad(), inductor_config.patch(force_disable_caches=True, compile_threads=1), goldens.watching(found):
            torch.compile(call, backend="inductor", fullgraph=True)(*tensors)
    except Exception:  # no C++ compiler: the texts come before it
        pass
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", required=True)
    parser.add_argument("--diff", type=int, default=0, help="show so many differing lines")
    parser.add_argument("patterns", nargs="*", default=["*"])
    options = parser.parse_args()
    graphs = load("compare_graphs", os.path.join(HERE, "compare-graphs.py"))
    goldens = graphs.load_goldens()
    cases = load("make_op_cases", os.path.join(OPS, "make-op-cases.py"))
    cases.register_all()
    counts = {"same": 0, "differs": 0, "not compiled": 0}
    for name, calls in cases.CASES.items():
        if not any(fnmatch.fnmatch(name, pattern) for pattern in options.patterns) or not name.startswith(("aten.", "prims.")):
            continue
        args, kwargs = calls[0]
        function = cases.find(name)
        if function._schema.is_mutable:  # what is returned is what was written: another graph
            continue
        result = function(*cases.copy(args), **kwargs)
        text, tensors = write_graph(name, args, kwargs, len(result) if isinstance(result, (list, tuple)) else None)
        found = compile_call(goldens, function, cases.copy(args), kwargs, cases.copy(tensors))
        if "ir_post_fusion.txt" not in found:
            counts["not compiled"] += 1
            print(f"not compiled {name}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "fx.py")
            with open(path, "w") as out:
                out.write(text)
            lines = []
            for stage, file in (("schedule", "ir_pre_fusion.txt"), ("fuse", "ir_post_fusion.txt")):
                ours = graphs.fuseloom_text(options.cli, path, stage, "cpu")
                lines = lines or [line for line in difflib.unified_diff(found[file].rstrip().splitlines(), ours.rstrip().splitlines(), lineterm="", n=0)
                                  if line[:1] in "+-" and line[:3] not in ("+++", "---")]
        counts["differs" if lines else "same"] += 1
        print(f"{'differs' if lines else 'same'} {name}" + (f": {lines[0][:140]}" if lines else ""))
        print("".join(f"    {line}\n" for line in lines[:options.diff]), end="")
    print(", ".join(f"{count} {word}" for word, count in counts.items()))


if __name__ == "__main__":
    main()
