#!/usr/bin/env python3
"""Run the Triton modules that Fuseloom writes, and compare their results with PyTorch's own.

    run-triton.py --cli PATH/TO/fuseloom-cli GRAPH ...      write the module of each graph and run it
    run-triton.py FOLDER                                    modules NAME.py with graphs NAME.json, written before
    run-triton.py --cli … --write FOLDER GRAPH ...          only write them, for another machine

With a GPU the kernels are compiled and run there.  Without one, Triton's interpreter runs them on the CPU, block by block
(small graphs only: it is slow).  Each graph is run by PyTorch node by node, with floats of 64 bits and as it is.
A difference from the former may be three times that of the latter, and always one part in ten thousand (of float16: five in a
thousand; of bfloat16: three in a hundred).  A line a graph: OK, or what differs; exit status 1 when one does.
"""
import argparse
import concurrent.futures
import contextlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
INTERPRETED = "--gpu" not in sys.argv
if INTERPRETED:
    os.environ["TRITON_INTERPRET"] = "1"
# Kernels are compiled in this process: those of a pool of processes say nothing of why they failed.
os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")

try:
    import torch  # noqa: E402
    import triton  # noqa: E402,F401
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
import torch._dynamo.testing  # noqa: E402
import torch._inductor.runtime.hints as hints  # noqa: E402
import torch._inductor.runtime.triton_helpers as triton_helpers  # noqa: E402
import torch._inductor.runtime.triton_heuristics as triton_heuristics  # noqa: E402

FEWEST, MOST = 4096, 1 << 19  # elements of a block
WIDEST = 4096  # of one index: kernels leave out masks that such a block does not need
REDUCED = 256
N_AT_ONCE = 8  # processes that share a GPU


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


compare_graphs = load("compare_graphs", os.path.join(HERE, "..", "parity", "compare-graphs.py"))


# --- kernels without a GPU ---

def power(n):
    return 1 << max(int(n) - 1, 0).bit_length()


class Kernel:
    """Starts one kernel in the interpreter: the grid that Inductor's Grid1D and Grid2D have."""

    def __init__(self, function, meta):
        self.function, self.combo = function, meta.get("combo_grid_meta")
        self.names = [name for name in function.arg_names]

    def run(self, *args, stream):
        given = dict(zip(self.names, args))
        if self.combo:
            blocks = [-(-self.combo[f"xnumel_{i}"] // 1024) for i in range(self.combo["num_kernels"])]
            self.function[(sum(blocks),)](**given)
            return
        sizes = {name[:-5]: int(value) for name, value in given.items() if name.endswith("numel")}
        n_reduced = power(sizes.get("r0_", 1))
        total = n_reduced * sizes["x"] * sizes.get("y", 1)
        if "R0_BLOCK" in self.names:
            given["R0_BLOCK"] = n_reduced = min(n_reduced, max(REDUCED, power(n_reduced // 16)), WIDEST)
        share = max(min(MOST, max(FEWEST, power(total // 64))) // n_reduced, 1)
        if "y" in sizes:
            given["YBLOCK"] = min(power(sizes["y"]), 16)
            share = max(share // 16, 1)
        given["XBLOCK"] = min(power(sizes["x"]), share, WIDEST)
        grid = [-(-sizes[prefix] // given[prefix.upper() + "BLOCK"]) for prefix in ("x", "y") if prefix in sizes]
        self.function[tuple(grid)](**given)


def stub(*args, inductor_meta, **kwargs):
    return lambda function: Kernel(function, inductor_meta)


class Libdevice:
    """The functions that kernels call, by PyTorch on the CPU: the interpreter has none of them."""

    OWN = {"fma": lambda a, b, c: a * b + c}
    NAMES = {"nearbyint": "round", "rsqrt": "rsqrt", "pow": "pow", "fmod": "fmod", "isnan": "isnan", "isinf": "isinf"}

    def __getattr__(self, name):
        import numpy
        import triton.language as tl
        from triton.runtime.interpreter import TensorHandle
        function = self.OWN.get(name) or getattr(torch, self.NAMES.get(name, name), None) or getattr(torch.special, name)

        def call(*args, _semantic=None):
            tensors = [torch.from_numpy(numpy.ascontiguousarray(arg.handle.data)) for arg in args]
            with numpy.errstate(all="ignore"):
                data = function(*tensors).numpy()
            dtype = tl.int32 if data.dtype == bool else args[0].dtype
            if data.dtype == bool:
                data = data.astype(numpy.int32)
            shape = torch.broadcast_shapes(*[tensor.shape for tensor in tensors])
            kind = tl.block_type(dtype.scalar, list(shape)) if shape else dtype.scalar
            return tl.tensor(TensorHandle(data, dtype.scalar), kind)
        return call


@contextlib.contextmanager
def interpreter():
    """What a module asks of a GPU, answered without one."""
    import torch._inductor.async_compile as async_compile

    class Compile(async_compile.AsyncCompile):
        def triton(self, name, source, device_str):
            with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as out:
                out.write(source)
            try:
                return getattr(load(name, out.name), name)
            finally:
                KEPT.append(out.name)

        def wait(self, scope):
            pass

    async_compile.AsyncCompile = Compile
    for name in ("pointwise", "reduction", "persistent_reduction", "foreach"):
        setattr(triton_heuristics, name, stub)
    hints.DeviceProperties.create = classmethod(lambda cls, device: None)
    triton_helpers.set_driver_to_gpu = lambda: None
    triton_helpers.libdevice = Libdevice()
    torch.cuda._DeviceGuard = lambda index: contextlib.nullcontext()
    torch.cuda.set_device = lambda index: None
    real = torch._dynamo.testing.rand_strided
    torch._dynamo.testing.rand_strided = lambda size, stride, device, dtype: real(size, stride, dtype=dtype, device="cpu")
    yield


KEPT = []


# --- the reference ---

class Reference(compare_graphs.Builder):
    """The graph for inputs that are given: sizes may be symbols.  Exact: all its floats are of 64 bits."""

    def __init__(self, nodes, device, is_exact):
        self.is_exact = is_exact
        super().__init__(nodes, device)

    def argument(self, value):
        made = super().argument(value)
        return torch.float64 if self.is_exact and isinstance(made, torch.dtype) and made in NARROW else made

    def add(self, node):
        if node["kind"] == "placeholder":
            return self.graph.placeholder(node["name"])
        if node["target"] == "operator.getitem":  # also of what writes over its arguments and returns nothing
            args = tuple(self.argument(value) for value in node["args"])
            return self.graph.call_function(take, args)
        return super().add(node)


def take(value, position):
    return None if value is None else value[position]


NARROW = (torch.float16, torch.bfloat16, torch.float32)


def exact(value):
    return value.double() if isinstance(value, torch.Tensor) and value.dtype in NARROW else value


def clone(value):
    if not isinstance(value, torch.Tensor):
        return value
    n = 1 + sum((size - 1) * stride for size, stride in zip(value.size(), value.stride())) if value.numel() else 0
    return value.as_strided((n,), (1,)).clone().as_strided(value.size(), value.stride())


def run_reference(nodes, inputs, device, is_exact):
    """Results, and the inputs as they are left."""
    builder = Reference(nodes, device, is_exact)
    module = torch.fx.GraphModule(builder.root, builder.graph)
    given = [exact(value) if is_exact else value for value in map(clone, inputs)]
    result = torch.fx.Interpreter(module).run(*given)
    while isinstance(result, (list, tuple)) and len(result) == 1 and isinstance(result[0], (list, tuple)):
        result = result[0]
    return [*(result if isinstance(result, (list, tuple)) else [result]), *given]


# --- comparing ---

torch.backends.cudnn.allow_tf32 = False

def difference(ours, theirs):
    """The largest difference as a share of what is allowed."""
    if not isinstance(ours, torch.Tensor):
        return 0.0 if ours == theirs else float("inf")
    if ours.shape != theirs.shape:
        return float("inf")
    tolerance = {torch.float16: 5e-3, torch.bfloat16: 3e-2, torch.float32: 1e-4, torch.float64: 1e-9}.get(ours.dtype)
    ours, theirs = ours.detach().double().cpu(), theirs.detach().double().cpu()
    if tolerance is None:
        return 0.0 if torch.equal(ours, theirs) else float("inf")
    same = (ours == theirs) | (ours.isnan() & theirs.isnan())
    apart = torch.where(same, 0.0, (ours - theirs).abs() / (tolerance * (1 + theirs.abs())))
    return apart.nan_to_num(nan=float("inf")).max().item() if apart.numel() else 0.0


def vary(value):
    """Vectors of positive numbers, as variances are; whole numbers 0 and 1, at random."""
    if isinstance(value, torch.Tensor) and value.dim() == 1 and value.is_floating_point():
        return value.abs_().add_(0.1)
    if isinstance(value, torch.Tensor) and not value.is_floating_point() and value.numel() and not value.is_complex():
        return value.copy_(torch.randint(0, 2, value.shape))
    return value


def is_empty_of_numbers(values):
    floats = [value for value in values if isinstance(value, torch.Tensor) and value.is_floating_point() and value.numel()]
    return bool(floats) and all(value.isnan().all().item() for value in floats)


def run_one(name, module_path, nodes, device):
    torch.manual_seed(0)
    module = load("module_" + name.replace("-", "_"), module_path)
    if INTERPRETED:
        module.empty_strided_cuda = module.empty_strided_cpu
        module.get_raw_stream = lambda index: 0
    inputs = [vary(value) for value in module.get_args()]
    names = [node["name"] for node in nodes if node["kind"] == "placeholder"]
    assert len(names) == len(inputs)
    wanted = run_reference(nodes, inputs, device, is_exact=True)
    plain = run_reference(nodes, inputs, device, is_exact=False)
    given = [clone(value) for value in inputs]
    found = [*module.call(list(given)), *given]
    if len(found) != len(wanted):
        return f"{len(found)} results, not {len(wanted)}"
    worst = max([difference(a, b) for a, b in zip(found, wanted)], default=0.0)
    if is_empty_of_numbers(wanted[:len(wanted) - len(given)]):
        return "FAILED: the results are nothing but NaN, which says nothing"
    own = max([difference(a, b) for a, b in zip(plain, wanted)], default=0.0)
    if own == float("inf"):
        return "FAILED: PyTorch's own rounding is without bound here, which says nothing"
    text = f"{worst:.2g} of what is allowed; PyTorch's own rounding {own:.2g}"
    return f"OK ({text})" if worst <= max(1, 3 * own) else f"DIFFERENT ({text})"


def run_apart(folder, name):
    """In a process of its own: an index that is out of bounds takes the GPU from all that follows in the same one."""
    done = subprocess.run([sys.executable, os.path.abspath(__file__), "--gpu", "--only", name, folder],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    lines = [line for line in done.stdout.splitlines() if line.startswith(name + ": ")]
    return lines[-1][len(name) + 2:] if lines else "FAILED: its process ended without a word"


def describe_run(name, module_path, nodes, device, is_traced):
    try:
        return run_one(name, module_path, nodes, device)
    except compare_graphs.Skip as why:
        return f"skipped: {why}"
    except Exception as error:
        if is_traced:
            traceback.print_exc()
        return f"FAILED {type(error).__name__}: {str(error).strip()[-300:]}"


def write(cli, graph, folder):
    """NAME.py and NAME.json of a graph; its name."""
    name = os.path.splitext(os.path.basename(graph.rstrip("/")))[0]
    if name in ("fx", "fx_graph_readable"):
        name = os.path.basename(os.path.dirname(os.path.abspath(graph)))
    base = os.path.join(folder, name)
    for command in ([cli, "import", graph, "-o", base + ".json"],
                    [cli, "kernels", "--target", "cuda", "--language", "triton", "-q", graph, "-o", base + ".py"]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{name}: not written: {done.stderr.strip()[:300]}")
            return None
    return name


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli")
    parser.add_argument("--gpu", action="store_true", help="compile the kernels and run them on a GPU")
    parser.add_argument("--write", metavar="FOLDER", help="only write modules and graphs there")
    parser.add_argument("--only", metavar="NAME", help="of the modules that one alone")
    parser.add_argument("--trace", action="store_true", help="show where an exception came from")
    parser.add_argument("graphs", nargs="+")
    args = parser.parse_args()
    folder = args.write or tempfile.mkdtemp()
    if args.cli:
        os.makedirs(folder, exist_ok=True)
        written = [write(args.cli, graph, folder) for graph in args.graphs]
        names, n_bad = [name for name in written if name], written.count(None)
    else:
        folder = args.graphs[0]
        names, n_bad = sorted(file[:-3] for file in os.listdir(folder) if file.endswith(".py")), 0
    if args.write:
        return n_bad > 0
    names = [args.only] if args.only else names
    device = "cpu" if INTERPRETED else "cuda"

    def run(name):
        if args.gpu and not args.only:
            return run_apart(folder, name)
        with open(os.path.join(folder, name + ".json"), encoding="utf-8") as text:
            nodes = json.load(text)["nodes"]
        return describe_run(name, os.path.join(folder, name + ".py"), nodes, device, args.trace)

    with interpreter() if INTERPRETED else contextlib.nullcontext(), \
            concurrent.futures.ThreadPoolExecutor(N_AT_ONCE if args.gpu and not args.only else 1) as pool:
        for name, result in zip(names, pool.map(run, names)):
            n_bad += not result.startswith(("OK", "skipped"))
            print(f"{name}: {result}", flush=True)
    for path in KEPT:
        os.unlink(path)
    return n_bad > 0


if __name__ == "__main__":
    sys.exit(main())
