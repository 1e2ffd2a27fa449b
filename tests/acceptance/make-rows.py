#!/usr/bin/env python3
"""Write the graphs of acceptance_rows.py and what PyTorch makes of them: see README.md beside this file.

    make-rows.py [-o FOLDER] [NAME ...]

For each row: graphs/NAME.fx.py (the graph as it is lowered; of a training row also NAME.backward.fx.py), for inference
rows graphs/NAME.aot.fx.py (the graph before Inductor's graph passes), and an entry in rows.json with the published
figures and those of the PyTorch at hand.  Compilation stops at the wrapper's text; no kernel is compiled or run.
"""
import argparse
import contextlib
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "golden"))

import warnings

import torch
import torch._dynamo
import torch._inductor.compile_fx as compile_fx
import torch._inductor.config as inductor_config
import torch._inductor.memory as inductor_memory
import torch._inductor.metrics as metrics
import torch._inductor.debug as inductor_debug
from torch._inductor.decomposition import select_decomp_table
from torch._inductor.choices import InductorChoices
from torch._inductor.virtualized import V
from torch._subclasses.fake_tensor import unset_fake_temporarily
from unittest import mock


from acceptance_rows import ROWS
from fake_cuda import fake_cuda

METHODS = {name: getattr(inductor_memory, "topological_sort_" + name) for name in ("lpmf", "bfs", "dfs")}


class FewReads(InductorChoices):
    def __init__(self, limit):
        self.limit = limit

    def can_fuse(self, scheduler, node1, node2, shared_data_score):
        if not InductorChoices.can_fuse(scheduler, node1, node2, shared_data_score):
            return False
        one, other = node1.read_writes, node2.read_writes
        reads = (one.reads | other.reads) - (one.writes | other.writes)
        return sum(scheduler.dep_size_hint(dep) for dep in reads) < self.limit


class Stopped(Exception):
    """Thrown when the wrapper's text has been written."""


def tidy(text):
    text = re.sub(r"^ *# (Backward of forward node: )?File:.*\n", "", text, flags=re.M)
    text = re.sub(r"\n\n+", "\n", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n"


def readable(module):
    return tidy(module.print_readable(print_output=False, include_stride=True, include_device=True))


def wrapper_lines(code):
    """The statements of call () that allocate, free or call."""
    body = code[code.find("def call("):]
    lines = [line.strip() for line in body.splitlines()]
    return [line for line in lines if re.match(r"(buf|pool|del |extern|triton|cpp)", line)]


def loops_of(nodes):
    """Loops of the first node that has some."""
    for node in nodes:
        for member in node.get_nodes():
            if getattr(member, "_body", None) is not None:
                return str(list(member._sizes[0]))
    return ""


def count(graph):
    """What is measured of a lowered graph."""
    scheduler = graph.scheduler
    nodes = scheduler.nodes
    kinds = [(node.is_extern() or node.is_template(), type(node).__name__) for node in nodes]
    return {"bytes": sum(node.get_read_write_buffers_sizes() for node in nodes),
            "kernels": metrics.generated_kernel_count,
            "vector": metrics.generated_cpp_vec_kernel_count,
            "externs": sum(extern for extern, kind in kinds),
            "groups": [node.get_name() for node, kind in zip(nodes, kinds) if kind[1] != "NopKernelSchedulerNode"],
            "outer_loop": sum(kind == "OuterLoopFusedSchedulerNode" for _, kind in kinds),
            "order": re.findall(r"^(buf\d+) = ", "\n".join(graph.lines_written), re.M),
            "wrapper": graph.lines_written}


@contextlib.contextmanager
def watching(found):
    real_lowering = compile_fx.GraphLowering
    real_passes = compile_fx._recursive_joint_graph_passes

    class Watched(real_lowering):
        def __init__(self, module, *args, **kwargs):
            found["fx"] = readable(module)
            super().__init__(module, *args, **kwargs)

        def compile_to_module(self):
            wrapper = self.codegen()[0]
            self.lines_written = wrapper_lines(getattr(wrapper, "value", wrapper))
            found["count"] = {**count(self), "nodes": found.pop("nodes", 0),
                              "sizes_before": found.pop("before", ""), "sizes_after": found.pop("after", "")}
            found["hints"] = {str(symbol): int(value) for symbol, value in self._shape_env.backed_var_to_val.items()}
            raise Stopped

        _compile_to_module = compile_to_module

    def before_passes(module, *args, **kwargs):
        found.setdefault("aot", readable(module))
        return real_passes(module, *args, **kwargs)

    def before_fusion(nodes):
        found["nodes"] = len(nodes)
        found["before"] = loops_of(nodes)

    def after_fusion(nodes):
        found["after"] = loops_of(nodes)

    with mock.patch.object(compile_fx, "GraphLowering", Watched), \
            mock.patch.object(compile_fx, "_recursive_joint_graph_passes", before_passes), \
            mock.patch.object(inductor_debug, "log_ir_pre_fusion", before_fusion), \
            mock.patch.object(inductor_debug, "log_ir_post_fusion", after_fusion):
        yield


@contextlib.contextmanager
def settings_of(row):
    """Inductor's options, and three that are none there: "peak_order" tries only that order for peak memory, and
    "fusion_reads_size_threshold" refuses fusions that read more bytes, through a choices handler as Inductor's test has it,
    and "decompose_products": False leaves matrix products of one column as they are, as older versions did."""
    settings = dict(row["settings"])
    method = settings.pop("peak_order", None)
    limit = settings.pop("fusion_reads_size_threshold", None)
    real = inductor_memory.reorder_for_peak_memory

    def only(*args, **kwargs):
        return real(*args, methods=[METHODS[method]])

    with contextlib.ExitStack() as stack:
        keep = not settings.pop("decompose_products", True)
        stack.enter_context(inductor_config.patch(dict(force_disable_caches=True, fx_graph_cache=False, compile_threads=1,
                                                       shape_padding=False,
                                                       reorder_for_locality=not row["train"], **settings)))
        if keep:
            table = {op: f for op, f in select_decomp_table().items() if op is not torch.ops.aten.mm.default}
            stack.enter_context(mock.patch.object(compile_fx, "select_decomp_table", lambda: table))
        if limit:
            stack.enter_context(V.set_choices_handler(FewReads(limit)))
        if method:
            stack.enter_context(mock.patch.object(inductor_memory, "reorder_for_peak_memory", only))
        yield


def compile_one(row, function, arguments):
    found = {}
    torch._dynamo.reset()
    metrics.reset()
    try:
        with torch.no_grad(), settings_of(row), watching(found):
            torch.compile(function, backend="inductor", fullgraph=True, dynamic=row["dynamic"])(*arguments)
    except Exception as error:
        if "count" not in found:
            found["error"] = f"{type(error).__name__}: {error}"
    return found


def make_inputs(row):
    return row["inputs"]()


def on_device(row, fresh=None):
    with torch.device(row["device"]):
        return fresh() if fresh else make_inputs(row)


def partition(row):
    """[(graph, inputs)]: forward and backward as Inductor's partitioner gives them, on the CPU."""
    graphs = []
    with unset_fake_temporarily():
        torch._dynamo.reset()
        arguments = [x.requires_grad_(x.is_floating_point()) for x in row["inputs"]()]

        def keep(module, example_inputs, **kwargs):
            graphs.append((module, [(tuple(x.shape), x.stride(), x.dtype) if isinstance(x, torch.Tensor) else x
                                    for x in example_inputs]))
            return module

        def backend(module, example_inputs):
            return compile_fx.compile_fx(module, example_inputs, inner_compile=keep)

        with settings_of(row):
            outputs = torch.compile(row["function"], backend=backend, fullgraph=True)(*arguments)
            parts = outputs if isinstance(outputs, tuple) or outputs.dim() > 0 else [outputs]
            sum(part.mean() for part in parts).backward()
    return graphs


def move(module, device):
    for node in module.graph.nodes:
        if "device" in node.kwargs:
            node.kwargs = {**node.kwargs, "device": torch.device(device)}
    return torch.fx.GraphModule(module, module.graph)


def train(row):
    parts = []
    for module, inputs in partition(row):
        with torch.device(row["device"]):
            arguments = [torch.empty_strided(x[0], x[1], dtype=x[2]) if isinstance(x, tuple) else x for x in inputs]
        parts.append(compile_one(row, move(module, row["device"]), arguments))
        if row["train"] == "forward":
            break
    return parts


def make(row):
    context = fake_cuda() if row["device"] == "cuda" and not torch.cuda.is_available() else contextlib.nullcontext()
    with context:
        if row["train"]:
            return train(row)
        return [compile_one(row, row["function"], on_device(row))]


def write(output, name, row, parts):
    entry = {"name": name, "section": row["section"], "device": row["device"], "settings": row["settings"],
             "expect": row["expect"], "graphs": []}
    errors = [part["error"] for part in parts if "error" in part]
    for i, part in enumerate(parts):
        suffix = ".backward" if i else ".forward" if row["train"] else ""
        if "fx" not in part:
            continue
        entry["graphs"].append(name + suffix)
        with open(os.path.join(output, "graphs", name + suffix + ".fx.py"), "w") as out:
            out.write(part["fx"])
        if not row["train"] and "aot" in part:
            entry["aot"] = True
            with open(os.path.join(output, "graphs", name + ".aot.fx.py"), "w") as out:
                out.write(part["aot"])
    entry.update({key: row[key] for key in ("bytes_differ", "unfinished", "only_before", "unfinished_before") if row[key]})
    if row["dynamic"]:
        entry["hints"] = parts[0]["hints"]
    if errors:
        entry["error"] = errors[0][:300]
    else:
        entry["pytorch"] = merge([part["count"] for part in parts])
        entry["other_version"] = differences(row["expect"], entry["pytorch"])
    return entry


def differences(expect, measured):
    """Published figures that this PyTorch does not give: those that it gives."""
    measured = {**measured, "elements": measured["bytes"] / 4}
    names = [name for name in ("elements", "bytes", "kernels", "vector", "nodes", "outer_loop") if name in expect]
    return {name: measured[name] for name in names
            if abs(measured[name] - expect[name]) > expect.get("tolerance", 0) * expect[name]}


def merge(counts):
    if len(counts) == 1:
        return counts[0]
    return {key: value if isinstance(value, str) else sum((count[key] for count in counts[1:]), value)
            for key, value in counts[0].items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("-o", "--output", default=HERE)
    args = parser.parse_args()
    path = os.path.join(args.output, "rows.json")
    os.makedirs(os.path.join(args.output, "graphs"), exist_ok=True)
    old = {entry["name"]: entry for entry in json.load(open(path))["rows"]} if args.names and os.path.exists(path) else {}
    for name in args.names or ROWS:
        torch.manual_seed(0)
        parts = make(ROWS[name])
        old[name] = write(args.output, name, ROWS[name], parts)
        entry = old[name]
        print(name, entry["expect"], {key: value for key, value in entry.get("pytorch", {}).items()
                                      if key in ("bytes", "kernels", "externs", "nodes")}, entry.get("error", ""), flush=True)
    rows = ",\n".join(json.dumps(old[name]) for name in ROWS if name in old)
    with open(path, "w") as out:
        out.write(f'{{"pytorch": {json.dumps(torch.__version__.split("+")[0])}, "rows": [\n{rows}\n]}}\n')


if __name__ == "__main__":
    main()
