#!/usr/bin/env python3
"""GPU kernels beside PyTorch's: 28 memory-bound rows and five blocks, in one run of at most eight minutes.

    bench-cuda.py --cli fuseloom-cli [--json FILE] [--rows PATTERN] [--modes default,max-autotune] [--seconds N]
    bench-cuda.py --graphs FOLDER          only write the rows' graphs, small ones, where there is no GPU

Each row: PyTorch captures the graph that TorchInductor would lower; fuseloom-cli runs that graph's kernels,
unfused and fused; PyTorch runs torch.compile's, as it launches them and replayed from a CUDA graph with static
inputs. Every sample is timed by device events after the L2 cache was filled with something else. The share is of
the rate of a device-to-device copy, counting bytes read and written, measured in the same run. Results of rows of
a 64th of the size, and of blocks of fewer positions and channels, are compared with the reference first."""
import argparse
import contextlib
import importlib
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
import warnings

warnings.filterwarnings("ignore")
import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rows as bench_rows

samples = importlib.import_module("make-samples")

FLUSH_BYTES = 1 << 28  # more than any GPU's L2 cache
N_SAMPLES = 15


# --- PyTorch's side ---


class Timer:
    def __init__(self):
        self.flush = torch.empty(FLUSH_BYTES // 4, dtype=torch.int32, device="cuda")

    def take(self, call, n=N_SAMPLES):
        """Median and quartiles in milliseconds of the device's own clock."""
        for _ in range(3):
            call()
        pairs = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(n)]
        for begin, end in pairs:
            self.flush.zero_()
            begin.record()
            call()
            end.record()
        torch.cuda.synchronize()
        times = sorted(begin.elapsed_time(end) for begin, end in pairs)
        return [times[n // 2], times[n // 4], times[3 * n // 4]]


def measure_copy(timer):
    a = torch.randn(1 << 26, device="cuda")
    b = torch.empty_like(a)
    ms = timer.take(lambda: b.copy_(a), 31)[0]
    return 2 * a.numel() * 4 / ms * 1e3


def compile_row(function, mode):
    torch._dynamo.reset()
    options = {"max_autotune": True} if mode == "max-autotune" else {}
    return torch.compile(function, fullgraph=True, options=options)


def replay(call):
    """A CUDA graph of one call, whose inputs stay where they are."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        call()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        call()
    return graph.replay


def measure_torch(timer, function, inputs, modes):
    figures = {}
    for mode in modes:
        try:
            with torch.no_grad():
                compiled = compile_row(function, mode)
                compiled(*inputs)
                figures[mode] = timer.take(lambda: compiled(*inputs))
                figures[mode + ", CUDA graph"] = timer.take(replay(lambda: compiled(*inputs)))
        except Exception as error:  # one mode that fails is told of, and the others are measured
            figures[mode + ", failed"] = str(error).splitlines()[0][:200]
    return figures


# --- ours ---


def write_graph(folder, name, function, inputs):
    path = os.path.join(folder, name + ".py")
    with open(path, "w") as file, contextlib.redirect_stderr(open(os.devnull, "w")):
        file.write(samples.tidy(samples.take_graph(function, tuple(inputs), ())))
    return path


def run_cli(cli, path, *options):
    done = subprocess.run([cli, "run", "--target", "cuda", "--json", "-q", path, *options], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=120)
    if not done.stdout.strip():
        raise RuntimeError(done.stderr.strip().splitlines()[-1][:200] if done.stderr.strip() else "no answer")
    return json.loads(done.stdout)["run"]


def measure_ours(cli, path):
    run = run_cli(cli, path, "--no-verify")
    figures = {}
    for variant in run["variants"]:
        figures[variant["name"]] = [variant[key] / 1e6 for key in ("total_ns", "total_low_ns", "total_high_ns")]
        figures[variant["name"] + ", kernels"] = [[k["name"], k["median_ns"] / 1e6] for k in variant["kernels"]]
    return figures


# --- the table ---


def get_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else float("nan")


def measure_row(args, timer, row, small, folder):
    figures = {"case": row.name, "bytes": row.bytes}
    try:
        if small is not None:
            run = run_cli(args.cli, write_graph(folder, "small-" + row.name, small.function, small.inputs()), "--no-measure")
            figures["check"] = run["check"]
        inputs = row.inputs()
        figures["ours"] = measure_ours(args.cli, write_graph(folder, row.name, row.function, inputs))
    except Exception as error:
        figures["error"] = str(error)[:300]
        inputs = row.inputs()
    figures["torch"] = measure_torch(timer, row.function, inputs, args.modes)
    return figures


def show(figures, rate):
    def share(ms):
        return f"{100 * figures['bytes'] / (ms / 1e3) / rate:5.1f} %"

    cells = [f"{figures['case']:26}"]
    for name, times in {**figures.get("ours", {}), **figures["torch"]}.items():
        if isinstance(times, list) and not name.endswith(", kernels"):
            cells.append(f"{name} {times[0]:.4f} ms {share(times[0]) if figures['bytes'] else ''}")
    if list_absent(figures):
        cells.append("no ratio: on the CPU " + ", ".join(list_absent(figures)))
    elif not figures["bytes"] and "fused" in figures.get("ours", {}) and get_best(figures):
        cells.append(f"PyTorch's best / ours {get_best(figures) / figures['ours']['fused'][0]:.3f}")
    if "error" in figures:
        cells.append("ours failed: " + figures["error"])
    elif figures.get("check") not in (None, "agrees"):
        cells.append("check: " + str(figures["check"]))
    print(" | ".join(cells), flush=True)


def list_absent(figures):
    """Steps that ran on the CPU, between copies, and are in no time: a block with such has none that could be compared."""
    kernels = figures.get("ours", {}).get("fused, kernels", [])
    return sorted({name for name, ms in kernels if ms == 0})


def get_best(figures):
    return min((t[0] for t in figures["torch"].values() if isinstance(t, list)), default=None)


def summarize(table, rate):
    rows = [f for f in table if f["bytes"] and "ours" in f and get_best(f)]
    ours = [f["bytes"] / f["ours"]["fused"][0] * 1e3 / rate for f in rows]
    ratios = [get_best(f) / f["ours"]["fused"][0] for f in rows]
    print(f"rows: {len(rows)}; geometric mean, share of the copy rate: ours {100 * get_mean(ours):.1f} %; "
          f"times as fast as the better of PyTorch's modes: {get_mean(ratios):.3f}, least {min(ratios, default=0):.3f}")
    blocks = [f for f in table if not f["bytes"] and "ours" in f and get_best(f) and not list_absent(f)]
    print(f"blocks: {len(blocks)}; times as fast as PyTorch's best: "
          f"{get_mean([get_best(f) / f['ours']['fused'][0] for f in blocks]):.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", help="fuseloom-cli")
    parser.add_argument("--json", help="keep the figures there")
    parser.add_argument("--rows", default=".", help="regular expression of names")
    parser.add_argument("--modes", default="default,max-autotune", type=lambda text: text.split(","))
    parser.add_argument("--seconds", type=float, default=450, help="no row is begun later than that")
    parser.add_argument("--graphs", help="only write small graphs to this folder")
    args = parser.parse_args()
    if args.graphs:
        os.makedirs(args.graphs, exist_ok=True)
        for row in bench_rows.make_rows("cpu", 64):
            write_graph(args.graphs, row.name, row.function, row.inputs())
        return
    begin = time.monotonic()
    timer = Timer()
    rate = measure_copy(timer)
    result = {"device": torch.cuda.get_device_name(), "torch": torch.__version__, "date": time.strftime("%Y-%m-%d"),
              "copy_bytes_per_s": rate, "rows": []}
    print(f"{result['device']}, PyTorch {result['torch']}, copy of 256 MiB {rate / 1e9:.0f} GB/s")
    small = {row.name: row for row in bench_rows.make_rows("cuda", 64) + bench_rows.make_blocks("cuda", is_small=True)}
    with tempfile.TemporaryDirectory() as folder:
        for row in bench_rows.make_rows("cuda") + bench_rows.make_blocks("cuda"):
            if not re.search(args.rows, row.name):
                continue
            if time.monotonic() - begin > args.seconds:
                print("out of time before", row.name)
                break
            of_small = small.get(row.name)
            for one in (row, of_small) if row.bytes == 0 else ():
                one.function = one.function()
            figures = measure_row(args, timer, row, of_small, folder)
            result["rows"].append(figures)
            show(figures, rate)
            torch.cuda.empty_cache()
            if args.json:
                with open(args.json, "w") as file:
                    json.dump(result, file, indent=1)
    summarize(result["rows"], rate)


if __name__ == "__main__":
    main()
