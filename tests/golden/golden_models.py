#!/usr/bin/env python3
"""Write what PyTorch's Inductor makes of whole models: see README.md beside this file.

    golden_models.py [--device cpu|cuda] [-o FOLDER] [--list] [NAME ...]

NAME is a model (all its variants) or one variant.  Every model is compiled for inference and for training, where there
are two graphs, forward and backward, as AOTAutograd parts them; and for inference with the sizes that can differ from
call to call as symbols.  Each graph is compiled up to the wrapper's text and stopped there.
"""
import argparse
import contextlib
import gzip
import importlib.util
import io
import json
import os
import sys
import time
from unittest import mock

import torch
import torch._dynamo
import torch._functorch.config as functorch_config
import torch._inductor.compile_fx as compile_fx
import torch._inductor.config as inductor_config
from torch._inductor.utils import shape_env_from_inputs
from torch.fx.experimental.symbolic_shapes import SymExprPrinter

import golden_models_language
import golden_models_other
import golden_models_vision
from watch_fusion import listening

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = {**golden_models_vision.MODELS, **golden_models_language.MODELS, **golden_models_other.MODELS}
TEXTS = ("fx.py", "ir_pre_fusion.txt", "ir_post_fusion.txt", "wrapper.py")
LONGEST_FUSION_TEXT = 400_000  # the decisions of a graph that takes more are left out


def load_maker():
    spec = importlib.util.spec_from_file_location("make_goldens", os.path.join(HERE, "make-goldens.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.load_samples()  # which switches the replacement of attention off
    return module


MAKER = load_maker()


def variants():
    """{variant's name: (model, for training?, with symbolic sizes?)}"""
    names = {}
    for training, dynamic in ((False, False), (False, True), (True, False)):
        for model in MODELS:
            names["-".join([model] + ["training"] * training + ["dynamic"] * dynamic)] = (model, training, dynamic)
    return names


# --- gradients for a device that is not there: traced on the CPU, moved before the graph is parted ---

def move_value(value, device):
    """A fake tensor of equal shape on that device."""
    if not isinstance(value, torch.Tensor) or value.device.type == torch.device(device).type:
        return value
    with value.fake_mode:
        return torch.empty_strided(value.shape, value.stride(), dtype=value.dtype, device=device)


def move_graph(graph_module, device):
    """Only what a program on that device would name too: its tensors and where new ones are made."""
    target = torch.device(device, 0) if device == "cuda" else torch.device(device)
    for node in graph_module.graph.nodes:
        if "device" in node.kwargs:
            node.kwargs = {**node.kwargs, "device": target}
        if "val" in node.meta:
            node.meta["val"] = torch.utils._pytree.tree_map(lambda value: move_value(value, target), node.meta["val"])
    graph_module.recompile()


def moving_partition(device):
    real_partition = compile_fx.partition_fn

    def partition(graph_module, joint_inputs, **kwargs):
        move_graph(graph_module, device)
        joint_inputs = torch.utils._pytree.tree_map(lambda value: move_value(value, device), joint_inputs)
        return real_partition(graph_module, joint_inputs, **kwargs)
    return mock.patch.object(compile_fx, "partition_fn", partition)


# --- compiling ---

class Compiled:
    """Stands in for what Inductor would have built."""
    _boxed_call = True

    def __call__(self, *args, **kwargs):
        raise MAKER.Stopped


def report_strides(found, values):
    """The strides that the forward graph's results really have are those of the backward graph's inputs."""
    context = torch._guards.TracingContext.try_get()
    if context is None or context.output_strides is None or "output_strides" not in found:
        return
    shape_env = shape_env_from_inputs(values)
    printer = SymExprPrinter()

    def show(stride):
        return int(stride) if shape_env is None else shape_env.deserialize_symexpr(printer.doprint(stride))
    for strides in found["output_strides"]:
        context.output_strides.append(None if strides is None else tuple(map(show, strides)))


def find_hints(values):
    """The sizes that PyTorch saw: it decides by them, and the texts do not tell them."""
    sizes = [value for value in values if isinstance(value, torch.SymInt)]
    return {str(size.node.expr): size.node.hint for size in sizes if size.node.expr.is_symbol}


def watching_compiler(graphs, device):
    """Inductor's inner compiler, stopped at the wrapper's text; each graph appends its texts to `graphs`."""

    def compile_one(graph_module, example_inputs, **kwargs):
        values = [move_value(value, device) for value in example_inputs]
        outputs = list(graph_module.graph.nodes)[-1]
        found = {"visible": list(outputs.meta.get("user_visible_output_idxs", ())), "hints": find_hints(values)}
        graphs.append(found)
        with MAKER.watching(found), listening() as listener:
            try:
                compile_fx.compile_fx_inner(graph_module, values, **kwargs)
            except Exception as error:
                if "wrapper.py" not in found:
                    found["error"] = f"{type(error).__name__}: {error}"
        found["fusion.txt"] = listener.text()
        report_strides(found, values)
        return Compiled()
    return compile_one


def compile_variant(model, training, dynamic, device):
    """The texts of each graph of one variant."""
    make_module, make_inputs, symbols = MODELS[model]
    graphs = []
    torch._dynamo.reset()
    torch.manual_seed(0)
    is_moved = training and device != "cpu"
    with torch.device("cpu" if is_moved else device):
        module, inputs = make_module(), make_inputs()
    module.train(training)
    if dynamic:
        for which, dim in symbols:
            torch._dynamo.mark_dynamic(inputs[which], dim)
    settings = dict(force_disable_caches=True, fx_graph_cache=False, compile_threads=1)
    settings.update({"shape_padding": False} if device == "cuda" else {})

    def backend(graph_module, example_inputs):
        return compile_fx.compile_fx(graph_module, example_inputs, inner_compile=watching_compiler(graphs, device))

    with contextlib.ExitStack() as stack:
        stack.enter_context(torch.enable_grad() if training else torch.no_grad())
        stack.enter_context(inductor_config.patch(settings))
        stack.enter_context(functorch_config.patch(force_non_lazy_backward_lowering=True))
        if is_moved:
            stack.enter_context(moving_partition(device))
        try:
            torch.compile(module, backend=backend, fullgraph=True)(*inputs)
        except MAKER.Stopped:
            pass
    return graphs


# --- writing ---

def write_graph(folder, found):
    os.makedirs(folder, exist_ok=True)
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    for name in (*TEXTS, "fusion.txt"):
        text = found[name] if name.endswith(".txt") else MAKER.tidy(found[name])
        if name == "fusion.txt" and len(text) > LONGEST_FUSION_TEXT:
            continue
        packed = io.BytesIO()
        with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=packed, mtime=0) as out:
            out.write(text.encode())
        with open(os.path.join(folder, name + ".gz"), "wb") as out:
            out.write(packed.getvalue())


def make_variant(name, device, output):
    """{graph's name: row of the index}, and what failed."""
    model, training, dynamic = variants()[name]
    start = time.monotonic()
    rows, failed = {}, {}
    try:
        graphs = compile_variant(model, training, dynamic, device)
    except Exception as error:
        return {}, {name: f"{type(error).__name__}: {error}"}
    if len(graphs) != 1 + training:
        return {}, {name: f"{len(graphs)} graphs"}
    for found, part in zip(graphs, ("-forward", "-backward") if training else ("",)):
        if any(text not in found for text in TEXTS):
            failed[name + part] = found.get("error", "a text is missing")
            continue
        write_graph(os.path.join(output, name + part), found)
        circumstances = {"processors": os.cpu_count()} if device == "cpu" else {}
        circumstances.update({"hints": found["hints"]} if found["hints"] else {})
        rows[name + part] = {**MAKER.summary(found, {}), "visible": found["visible"], **circumstances}
    counts = ", ".join(f"{row['nodes']} nodes, {row['kernels']} kernels, {row['extern']} extern" for row in rows.values())
    print(f"{device}/{name}: {counts}; {time.monotonic() - start:.1f} s", flush=True)
    return rows, failed


def choose(names):
    every = variants()
    return [name for name in every if not names or name in names or every[name][0] in names]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="model or variant to write (default: all)")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("-o", "--output", default=os.path.join(HERE, "models"), help="gets a folder for the device")
    parser.add_argument("--simulate", action="store_true", help="make the CUDA device up even where there is one")
    parser.add_argument("--list", action="store_true", help="print the names of the variants")
    args = parser.parse_args()
    if args.list:
        print("\n".join(variants()))
        return
    output = os.path.join(args.output, args.device)
    os.makedirs(output, exist_ok=True)
    failed = {}
    for name in choose(args.names):
        context = contextlib.nullcontext()
        if args.device == "cuda" and (args.simulate or not torch.cuda.is_available()):
            from fake_cuda import fake_cuda
            context = fake_cuda()
        with context:
            rows, errors = make_variant(name, args.device, output)
        MAKER.write_index(os.path.join(output, "index.json"), rows, args.device, False)
        failed.update(errors)
        for graph, error in errors.items():
            print(f"{graph}: {error[:1500]}", file=sys.stderr, flush=True)
    if failed:
        sys.exit(f"{len(failed)} failed: {' '.join(failed)}")


if __name__ == "__main__":
    main()
