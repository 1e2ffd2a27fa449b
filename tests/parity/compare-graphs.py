#!/usr/bin/env python3
"""Compile graphs of any format with the Inductor that is installed, and compare its reports with Fuseloom's.

    compare-graphs.py --cli PATH/TO/fuseloom-cli [--device cpu|cuda] [--keep FOLDER] [--diff] FILE_OR_FOLDER ...

Fuseloom reads each file and hands it on as JSON; from that a torch.fx module is built and compiled up to the wrapper's
text (as tests/golden/make-goldens.py does; with --device cuda on a machine without a GPU the device is made up).  What
Inductor made of the graph before it lowered it goes through Fuseloom again, so that only lowering, scheduling and fusion
are compared: the number of identical texts before and after fusion, and for every other graph the lines that differ.
Graphs with symbolic sizes, sub-graphs or operators that this PyTorch does not have are skipped, each with its reason.
"""
import argparse
import collections
import contextlib
import difflib
import importlib.util
import json
import operator
import os
import re
import subprocess
import sys
import tempfile

import torch
import torch._dynamo
import torch._inductor.config as inductor_config

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "..", "golden")
TENSOR = re.compile(r"(\w+)\[([^\]]*)\](?:\[([^\]]*)\])?(\S*)")
DTYPES = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64, "i8": torch.int8,
          "i16": torch.int16, "i32": torch.int32, "i64": torch.int64, "u8": torch.uint8, "b8": torch.bool,
          "c64": torch.complex64, "c128": torch.complex128}


class Skip(Exception):
    """Why a graph is not compared."""


def load_goldens():
    sys.path.insert(0, GOLDEN)
    spec = importlib.util.spec_from_file_location("make_goldens", os.path.join(GOLDEN, "make-goldens.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- from JSON to torch.fx ---

def numbers(text):
    try:
        return [int(word) for word in text.split(",") if word.strip()]
    except ValueError:
        raise Skip("symbolic sizes")


def make_tensor(text, device):
    found = TENSOR.match(text) if isinstance(text, str) else None
    if not found or found[1] not in DTYPES:
        raise Skip(f"no tensor: {text}")
    sizes, dtype = numbers(found[2]), DTYPES[found[1]]
    tensor = torch.empty(sizes, dtype=dtype, device=device)
    if found[3] is not None:
        tensor = torch.empty_strided(sizes, numbers(found[3]), dtype=dtype, device=device)
    return tensor


def find_target(name):
    if name.startswith("operator."):
        return getattr(operator, name.split(".", 1)[1])
    where = torch.ops
    try:
        for part in name.split("."):
            where = getattr(where, part)
    except AttributeError:
        raise Skip(f"no operator {name}")
    return where


class Builder:
    def __init__(self, nodes, device):
        self.graph, self.root, self.made, self.inputs, self.device = torch.fx.Graph(), torch.nn.Module(), {}, [], device
        for node in nodes:
            self.made[node["name"]] = self.add(node)

    def argument(self, value):
        if isinstance(value, list):
            return [self.argument(item) for item in value]
        if not isinstance(value, dict):
            return value
        (kind, inside), = value.items()
        if kind == "node":
            return self.made[inside]
        if kind == "tuple":
            return tuple(self.argument(item) for item in inside)
        if kind == "float":
            return float(inside)
        if kind == "int":
            return int(inside)
        if kind == "dtype":
            return DTYPES[inside]
        if kind == "device":
            return torch.device(self.device)
        if kind == "slice":
            return slice(*(self.argument(item) for item in inside))
        if kind == "name" and hasattr(torch, inside.split(".", 1)[-1]):
            return getattr(torch, inside.split(".", 1)[1])
        raise Skip(f"argument of kind {kind}")

    def add(self, node):
        kind, target = node["kind"], node["target"]
        if kind == "placeholder":
            self.inputs.append(make_tensor(node.get("value"), self.device))
            return self.graph.placeholder(node["name"])
        if kind == "get_attr":
            self.root.register_buffer(node["name"], make_tensor(node.get("value"), self.device))
            return self.graph.get_attr(node["name"])
        args = tuple(self.argument(value) for value in node.get("args", []))
        kwargs = {key: self.argument(value) for key, value in node.get("kwargs", {}).items()}
        if kind == "output":
            return self.graph.output(args)
        return self.graph.call_function(find_target(target), args, kwargs)


def read_graph(cli, path, folder):
    out = os.path.join(folder, "graph.json")
    done = subprocess.run([cli, "import", path, "-o", out], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Skip("not read: " + done.stderr.strip()[:100])
    return json.load(open(out, encoding="utf-8"))["nodes"]


# --- comparing ---

def compile_graph(goldens, nodes, device):
    builder = Builder(nodes, device)
    module = torch.fx.GraphModule(builder.root, builder.graph)
    found = {}
    torch._dynamo.reset()
    settings = dict(force_disable_caches=True, fx_graph_cache=False, compile_threads=1, shape_padding=False)
    try:
        with torch.no_grad(), inductor_config.patch(settings), goldens.watching(found):
            torch.compile(module, backend="inductor", fullgraph=True)(*builder.inputs)
    except Exception as error:
        if "wrapper.py" not in found:
            raise Skip(f"Inductor: {type(error).__name__}: {str(error).strip().splitlines()[0][:100]}")
    if "ir_post_fusion.txt" not in found:
        raise Skip("Inductor schedules nothing")
    return found


def fuseloom_text(cli, path, stage, device):
    done = subprocess.run([cli, "dump", path, "--stage", stage, "--target", device], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else "error: " + done.stderr.strip()


def sort_of_line(line):
    """A differing line without names and numbers, to count rules by."""
    return re.sub(r"\d+", "N", re.sub(r"\b(buf|op|arg|p|c|d|i)\d+(_\d+)*", r"\1N", line.strip()))[:110]


def compare(goldens, cli, path, device, keep, show_diff, rules):
    with tempfile.TemporaryDirectory() as folder:
        found = compile_graph(goldens, read_graph(cli, path, folder), device)
        folder = os.path.join(keep, os.path.basename(path)) if keep else folder
        goldens.write_case(folder, {name: text for name, text in found.items() if isinstance(text, str)})
        verdict, first = [], None
        for stage, name in (("schedule", "ir_pre_fusion.txt"), ("fuse", "ir_post_fusion.txt")):
            ours = fuseloom_text(cli, os.path.join(folder, "fx.py"), stage, device)
            equal = ours.rstrip() == found[name].rstrip()
            verdict.append(equal)
            if not equal:
                lines = [line for line in difflib.unified_diff(found[name].splitlines(), ours.splitlines(), lineterm="", n=0)
                         if line[:1] in "+-" and line[:3] not in ("+++", "---")]
                first = first or lines
        if first:
            rules[sort_of_line(first[0])].append(os.path.basename(path))
        print(f"{'same' if verdict[0] else 'DIFF'} {'same' if verdict[1] else 'DIFF'} {os.path.basename(path)}"
              + (f": {first[0][:150]}" if first else ""))
        if show_diff and first:
            print("\n".join("    " + line for line in first[:show_diff]))
        return verdict


def list_files(names):
    for name in names:
        if os.path.isdir(name):
            yield from (os.path.join(name, entry) for entry in sorted(os.listdir(name)) if entry.endswith((".py", ".txt")))
        else:
            yield name


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE_OR_FOLDER")
    parser.add_argument("--cli", required=True, help="the fuseloom-cli to compare")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--keep", metavar="FOLDER", help="keep what Inductor made, a folder for each graph")
    parser.add_argument("--diff", type=int, default=0, metavar="N", help="show the first N differing lines of each graph")
    args = parser.parse_args()
    goldens, rules = load_goldens(), collections.defaultdict(list)
    context = contextlib.nullcontext()
    if args.device == "cuda" and not torch.cuda.is_available():
        from fake_cuda import fake_cuda
        context = fake_cuda()
    verdicts, skipped = [], collections.Counter()
    with context:
        for path in list_files(args.files):
            try:
                verdicts.append(compare(goldens, args.cli, path, args.device, args.keep, args.diff, rules))
            except Skip as reason:
                skipped[str(reason)] += 1
                print(f"skip {os.path.basename(path)}: {reason}")
            sys.stdout.flush()
    print(f"\n{args.device}: {len(verdicts)} graphs compared, {sum(v[0] for v in verdicts)} identical before fusion, "
          f"{sum(v[1] for v in verdicts)} after; {sum(skipped.values())} skipped")
    for line, names in sorted(rules.items(), key=lambda item: -len(item[1])):
        print(f"{len(names):4}  {line}  ({', '.join(names[:3])})")


if __name__ == "__main__":
    main()
