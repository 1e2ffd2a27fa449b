#!/usr/bin/env python3
"""Write what another version of PyTorch makes of the small functions and the samples, one packed file a device.

    make-version-goldens.py [--device cpu|cuda] [-o FOLDER] [NAME ...]

Run it with the Python that has that PyTorch.  FOLDER/VERSION-DEVICE.json.gz holds for every case the graph, both texts
and the groups; what is equal to the file of the newest version beside this script is only named there, with its hash.
Cases with options, operators or devices that the version does not have are named in the file with the reason.
"""
import argparse
import contextlib
import gzip
import hashlib
import importlib.util
import json
import os
import sys
from unittest import mock

import torch
import torch._dynamo
import torch._inductor.compile_fx as compile_fx
import torch._inductor.config as inductor_config
import torch._inductor.debug as inductor_debug
from torch._guards import TracingContext
from torch._inductor.fx_passes import fuse_attention, misc_patterns, pad_mm
from torch._subclasses.fake_tensor import FakeTensor, unset_fake_temporarily

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = {"fx": "fx.py", "pre": "ir_pre_fusion.txt", "post": "ir_post_fusion.txt", "wrapper": "wrapper.py"}


def load(name):
    spec = importlib.util.spec_from_file_location(name.replace("-", "_"), os.path.join(HERE, name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Stopped(Exception):
    """Thrown when the last text of a case has been written."""


def compile_own_fakes(module, example_inputs):
    """A backend for simulated devices up to 2.10: AOTAutograd wants one fake mode, where the inputs have one of their
    own beside Dynamo's.  Dynamo's tensors, sizes included, stand in the graph."""
    fakes = [node.meta["example_value"] for node in module.graph.nodes if node.op == "placeholder"]
    modes = [fake.fake_mode for fake in fakes if isinstance(fake, FakeTensor)]
    if modes:
        TracingContext.get().fake_mode = modes[0]
    return compile_fx.compile_fx(module, fakes)


def without_devices(function):
    """Patterns are traced on a device if there is one, with tensors that are no fakes up to 2.10."""
    def run(*args, **kwargs):
        with mock.patch.object(torch.cuda, "is_available", lambda: False):
            return function(*args, **kwargs)
    return run


@contextlib.contextmanager
def simulating():
    """Of a device that is not there; yields the backend to compile with."""
    from fake_cuda import fake_cuda
    with contextlib.ExitStack() as stack:
        stack.enter_context(fake_cuda())
        if not is_old():
            yield "inductor"
            return
        for module, name in ((misc_patterns, "_misc_patterns_init"), (pad_mm, "_pad_mm_init"), (fuse_attention, "_sfdp_init")):
            stack.enter_context(mock.patch.object(module, name, without_devices(getattr(module, name))))
        yield compile_own_fakes


def is_old():
    return tuple(int(part) for part in torch.__version__.split(".")[:2]) <= (2, 10)


def write_nodes(nodes):
    return "".join(node.debug_str() + "\n\n\n" for node in nodes)


@contextlib.contextmanager
def watching(found, newest):
    """Let Inductor fill `found` with its texts, then stop it; its functions have had other names over the years."""
    class Watched(compile_fx.GraphLowering):
        def __init__(self, module, *args, **kwargs):
            found["fx"] = module.print_readable(print_output=False, include_stride=True, include_device=True)
            super().__init__(module, *args, **kwargs)

        def compile_to_module(self):
            wrapper = self.codegen()[0]
            found["wrapper"] = newest.wrapper_body(getattr(wrapper, "value", wrapper))
            raise Stopped

        _compile_to_module = compile_to_module

    def before(*args):
        found["pre"] = write_nodes(args[-1])

    def after(*args):
        found["post"] = write_nodes(args[-1])
        found["groups"] = newest.groups(args[-1])

    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.object(compile_fx, "GraphLowering", Watched))
        for owner in (inductor_debug, inductor_debug.DebugContext):
            prefix = "log_" if hasattr(inductor_debug, "log_ir_pre_fusion") else ""
            if owner is inductor_debug and not prefix:
                continue
            name = prefix if owner is inductor_debug else ""
            stack.enter_context(mock.patch.object(owner, name + "ir_pre_fusion", before, create=True))
            stack.enter_context(mock.patch.object(owner, name + "ir_post_fusion", after, create=True))
        yield


def compile_case(case, name, device, newest, backend):
    """What was found: texts and groups, or why not."""
    function, inputs, dynamic, settings = case
    found = {}
    torch._dynamo.reset()
    torch.manual_seed(0)
    try:
        if name.startswith("train-"):
            with unset_fake_temporarily():
                function = newest.trace_on_cpu(function, inputs, device)
        with torch.device(device):
            arguments = inputs()
            if name.startswith("sample-"):
                function = function()
                if isinstance(function, torch.nn.Module):  # no gradients are asked for, and old ones touch the device
                    function.requires_grad_(False)
        for which, dim in dynamic:
            torch._dynamo.mark_dynamic(arguments[which], dim)
        known = dict(fx_graph_cache=False, compile_threads=1)
        if hasattr(inductor_config, "force_disable_caches"):
            known["force_disable_caches"] = True
        with torch.no_grad(), inductor_config.patch({**known, **settings}), watching(found, newest):
            torch.compile(function, backend=backend, fullgraph=True)(*arguments)
    except Exception as error:  # whatever an old version cannot do
        if "wrapper" not in found:
            found["error"] = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    return found


def describe(found, name, device, settings, newest):
    """A row of the packed file."""
    if any(key not in found for key in ("fx", "pre", "post")):
        return {"missing": found.get("error", "no graph")}
    parts = found["groups"]
    row = {**({"settings": settings} if settings else {}), "nodes": sum(len(part["members"]) for part in parts),
           "groups": [part["members"] for part in parts], "classes": [part["class"] for part in parts]}
    for key, file in FILES.items():
        text = found.get(key)
        if text is None:
            continue
        if not file.endswith(".txt"):
            text = newest.tidy(text)
        path = os.path.join(HERE, device, name, file)
        if os.path.exists(path) and open(path).read() == text:
            row[key] = {"same": f"{device}/{name}/{file}", "sha256": hashlib.sha256(text.encode()).hexdigest()}
        else:
            row[key] = text
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="case to write (default: all)")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("-o", "--output", default=os.path.join(HERE, "versions"))
    args = parser.parse_args()
    newest = load("make-goldens")
    cases = {**newest.load_samples(), **newest.CASES}
    context = simulating() if args.device == "cuda" else contextlib.nullcontext("inductor")
    rows = {}
    with context as backend:
        for name in args.names or cases:
            found = compile_case(cases[name], name, args.device, newest, backend)
            rows[name] = describe(found, name, args.device, cases[name][3], newest)
            print(name, rows[name].get("missing", "made"), file=sys.stderr)
    version = torch.__version__.split("+")[0]
    text = json.dumps({"pytorch": version, "device": args.device, "processors": os.cpu_count(), "cases": rows}, indent=1)
    path = os.path.join(args.output, f"{'.'.join(version.split('.')[:2])}-{args.device}.json.gz")
    os.makedirs(args.output, exist_ok=True)
    with open(path, "wb") as out, gzip.GzipFile("", "wb", mtime=0, fileobj=out) as packed:
        packed.write(text.encode())


if __name__ == "__main__":
    main()
