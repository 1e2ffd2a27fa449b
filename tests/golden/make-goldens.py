#!/usr/bin/env python3
"""Write what PyTorch's Inductor makes of small functions and of the samples: see README.md beside this file.

    make-goldens.py [--device cpu|cuda] [-o FOLDER] [--list] [NAME ...]

For every case PyTorch compiles up to the wrapper's text and is then stopped: nothing is compiled by a C++ or a Triton
compiler and nothing runs.  With --device cuda on a machine without a GPU, the device is made up (fake_cuda.py).
"""
import argparse
import contextlib
import importlib.util
import json
import os
import re
import sys

import torch
import torch._dynamo
import torch._inductor.compile_fx as compile_fx
import torch._inductor.config as inductor_config
import torch._inductor.debug as inductor_debug
from torch._subclasses.fake_tensor import unset_fake_temporarily
from torch.fx.experimental.proxy_tensor import make_fx

import golden_cases_classes  # noqa: F401: registers its cases
import golden_cases_more  # noqa: F401
import golden_cases_options  # noqa: F401
import golden_cases_rules  # noqa: F401
from golden_cases import CASES
from watch_fusion import listening, origins

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.join(HERE, "..", "..", "data", "graphs", "make-samples.py")
HEADER = re.compile(r"^(\w+): (\w+)(?:\((.*)\))?$")


class Stopped(Exception):
    """Thrown when the last text of a case has been written."""


def load_samples():
    """The samples as cases named sample-NAME."""
    spec = importlib.util.spec_from_file_location("samples", SAMPLES)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    cases = {}
    for name, make in module.SAMPLES.items():
        cases["sample-" + name] = (lambda make=make: make()[0], lambda make=make: make()[1], make()[2], {})
    return cases


def tidy(text):
    """Without the folders of this machine.  The IR texts name none and are kept to the byte."""
    text = re.sub(r"(# File: )<eval_with_key>\S* from .*? in wrapped:", r"\1traced:", text)
    text = re.sub(r"(# File: )\S*/site-packages/", r"\1", text)
    text = re.sub(r"(# .*?File: )/\S*/", r"\1", text)
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines()) + "\n"


def wrapper_body(code):
    """The statements of the wrapper's call (), without the kernels above it."""
    lines = code.splitlines()
    start = next((i for i, line in enumerate(lines) if re.match(r"\s*def call\(", line)), None)
    if start is None:
        return ""
    indent = len(lines[start]) - len(lines[start].lstrip())
    body = []
    for line in lines[start + 1:]:
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        body.append(line[indent:])
    return "\n".join([lines[start].strip()] + body)


def groups(nodes):
    """[{name, kind, members}] for the scheduler nodes after fusion, in order."""
    result = []
    for node in nodes:
        member_names = [member.get_name() for member in node.get_nodes()]
        kind = type(node).__name__
        extern = node.is_extern() or node.is_template()
        result.append({"name": node.get_name(), "class": kind, "members": member_names,
                       "kernel": "extern" if extern else "none" if kind == "NopKernelSchedulerNode" else "loops"})
    return result


@contextlib.contextmanager
def watching(found):
    """Let Inductor fill `found` with its texts, then stop it."""
    real_lowering = compile_fx.GraphLowering

    class Watched(real_lowering):
        def __init__(self, module, *args, **kwargs):
            found["fx.py"] = module.print_readable(print_output=False, include_stride=True, include_device=True)
            super().__init__(module, *args, **kwargs)

        def compile_to_module(self):
            found["output_strides"] = [list(out.get_layout().stride) if hasattr(out, "has_tensor_output")
                                       and out.has_tensor_output() else None for out in self.graph_outputs]
            wrapper = self.codegen()[0]
            found["wrapper.py"] = wrapper_body(getattr(wrapper, "value", wrapper))
            raise Stopped

        _compile_to_module = compile_to_module

    def before_fusion(nodes):
        found["ir_pre_fusion.txt"] = inductor_debug.DebugFormatter._write_ir(nodes)
        found["origins.txt"] = origins(nodes)

    def after_fusion(nodes):
        found["ir_post_fusion.txt"] = inductor_debug.DebugFormatter._write_ir(nodes)
        found["groups"] = groups(nodes)

    names = {"log_ir_pre_fusion": before_fusion, "log_ir_post_fusion": after_fusion}
    saved = {name: getattr(inductor_debug, name) for name in names}
    compile_fx.GraphLowering = Watched
    for name, function in names.items():
        setattr(inductor_debug, name, function)
    try:
        yield
    finally:
        compile_fx.GraphLowering = real_lowering
        for name, function in saved.items():
            setattr(inductor_debug, name, function)


def trace_on_cpu(function, inputs, device):
    """A graph of plain operators, gradients included, for inputs on `device`: autograd wants a device that exists."""
    graph = make_fx(function)(*inputs())
    for node in graph.graph.nodes:
        if "device" in node.kwargs:
            node.kwargs = {**node.kwargs, "device": torch.device(device)}
    graph.recompile()
    return graph


def compile_case(name, function, inputs, dynamic, settings, device):
    """{file name: text} of one case; "groups" and perhaps "error" besides."""
    found = {}
    torch._dynamo.reset()
    torch.manual_seed(0)
    if name.startswith("train-"):
        with unset_fake_temporarily():
            function = trace_on_cpu(function, inputs, device)
    with torch.device(device):
        arguments = inputs()
        if name.startswith("sample-"):
            function = function()
    for which, dim in dynamic:
        torch._dynamo.mark_dynamic(arguments[which], dim)
    settings = dict(force_disable_caches=True, fx_graph_cache=False, compile_threads=1, **settings)
    try:
        with torch.no_grad(), inductor_config.patch(settings), watching(found), listening() as listener:
            torch.compile(function, backend="inductor", fullgraph=True)(*arguments)
    except Exception as error:
        if "wrapper.py" not in found:
            found["error"] = f"{type(error).__name__}: {error}"
    found["fusion.txt"] = listener.text()
    return found


def write_case(folder, found):
    os.makedirs(folder, exist_ok=True)
    for name, text in found.items():
        if "." in name:
            with open(os.path.join(folder, name), "w") as out:
                out.write(text if name.endswith(".txt") else tidy(text))


def summary(found, settings):
    parts = found["groups"]
    return {**({"settings": settings} if settings else {}), "nodes": sum(len(part["members"]) for part in parts),
            "kernels": sum(part["kernel"] == "loops" for part in parts),
            "extern": sum(part["kernel"] == "extern" for part in parts),
            "groups": [part["members"] for part in parts],
            "classes": [part["class"] for part in parts]}


def make(names, device, output):
    cases = {**load_samples(), **CASES}
    index, failed = {}, []
    for name in names or cases:
        found = compile_case(name, *cases[name], device)
        complete = all(key in found for key in ("fx.py", "ir_pre_fusion.txt", "ir_post_fusion.txt"))
        if not complete or "error" in found:
            print(f"{name}: {found.get('error', 'no graph')[:2000]}", file=sys.stderr)
            failed.append(name)
        if not complete:
            continue
        write_case(os.path.join(output, name), found)
        index[name] = summary(found, cases[name][3])
        print(f"{name}: {index[name]['nodes']} nodes, {index[name]['kernels']} kernels, {index[name]['extern']} extern")
    return index, failed


def write_index(path, index, device, whole):
    old = {}
    if not whole and os.path.exists(path):
        old = json.load(open(path))["cases"]
    rows = ",\n".join(f"    {json.dumps(name)}: {json.dumps(row)}" for name, row in sorted({**old, **index}.items()))
    with open(path, "w") as out:
        out.write(f'{{\n  "pytorch": {json.dumps(torch.__version__.split("+")[0])},\n  "device": {json.dumps(device)},\n'
                  f'  "cases": {{\n{rows}\n  }}\n}}\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="case to write (default: all)")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("-o", "--output", default=HERE, help="folder that gets a folder for the device")
    parser.add_argument("--simulate", action="store_true", help="make the CUDA device up even where there is one")
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    args = parser.parse_args()
    if args.list:
        print("\n".join([*load_samples(), *CASES]))
        return
    output = os.path.join(args.output, args.device)
    context = contextlib.nullcontext()
    if args.device == "cuda" and (args.simulate or not torch.cuda.is_available()):
        from fake_cuda import fake_cuda
        context = fake_cuda()
    with context:
        index, failed = make(args.names, args.device, output)
    write_index(os.path.join(output, "index.json"), index, args.device, not args.names)
    if failed:
        sys.exit(f"{len(failed)} failed: {' '.join(failed)}")


if __name__ == "__main__":
    main()
