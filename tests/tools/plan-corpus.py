#!/usr/bin/env python3
"""Plan the memory of every graph of a folder by the default planner and by the exact one, and try orders of its kernels.

    plan-corpus.py DIR --cli build/app/fuseloom-cli [--kinds aot,postgrad,docdump] [--only TEXT] [--seconds 0.5] [--orders]

A DIR with an index.tsv (columns name and kind) gives the graphs of the kinds asked for; any other DIR its *.py files. One row a graph:
storages, the lower bound (most bytes alive at once), the default's arena and the exact planner's, both over that bound, CPU times.
With --orders: what must be alive at once in the order after fusion, in TorchInductor's choice and in the lowest of all orders.
Then the figures over all of them: mean, worst, how many reach the bound, how many do so within 0.1 s of CPU time."""
import argparse
import csv
import os
import subprocess
import sys
import tempfile

GRAPHS = ("fx.py", "fx_transformed.py", "fx_graph_transformed.py", "fx_graph_readable.py")


def find_graphs(folder, kinds, only):
    index = os.path.join(folder, "index.tsv")
    if not os.path.exists(index):
        for root, folders, files in os.walk(folder):
            folders.sort()
            yield from ((os.path.relpath(os.path.join(root, name), folder), os.path.join(root, name))
                        for name in sorted(files) if name.endswith(".py") and only in name)
        return
    with open(index, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            paths = [os.path.join(folder, row["name"], name) for name in GRAPHS]
            path = next((path for path in paths if os.path.exists(path)), None)
            if path and row["kind"] in kinds and only in row["name"]:
                yield row["name"], path


def call(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{words[2]}: {done.stderr.strip()[-300:]}", file=sys.stderr)
        return None
    return done.stdout.splitlines()


def plan(options, problem, planner, *more):
    """(height over bound, CPU milliseconds, buffers)"""
    lines = call(options.cli, "plan", problem, "--planner", planner, *more)
    words = lines[1].split()
    return float(words[2]), float(words[4]), int(lines[-1].split()[0])


def try_orders(options, path):
    """Bytes alive at once: as given, TorchInductor's, lowest; and whether every order was tried."""
    lines = call(options.cli, "plan", path, "--order", "all", "-q") or []
    rows = {line.split()[0]: line for line in lines if line}
    if "lowest" not in rows:
        return None
    return [int(rows[name].split()[1]) for name in ("given", "best", "lowest")], "proved: no order is lower" in rows.get("exact", "")


def describe(name, figures):
    reached = sum(figure <= 1 for figure in figures)
    return f"{name}: mean {sum(figures) / len(figures):.5f}, worst {max(figures):.4f}, at the bound {reached} of {len(figures)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--cli", required=True)
    parser.add_argument("--kinds", default="aot,postgrad,docdump")
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", default="0.5")
    parser.add_argument("--orders", action="store_true")
    options = parser.parse_args()
    rows, orders, failed = [], [], 0
    with tempfile.TemporaryDirectory() as scratch:
        problem = os.path.join(scratch, "problem.csv")
        for name, path in find_graphs(options.folder, options.kinds.split(","), options.only):
            if call(options.cli, "plan", path, "--export-problem", problem, "-q") is None:
                failed += 1
                continue
            default, default_ms, buffers = plan(options, problem, "auto")
            exact, exact_ms, _ = plan(options, problem, "exact", "--seconds", options.seconds)
            reuse = call(options.cli, "plan", path, "--planner", "reuse", "-q")
            reused = float(reuse[1].split(": ")[2].split()[0])
            rows.append((default, default_ms, exact, exact_ms, reused))
            text = f"{name[-60:]:<60} {buffers:>6} {default:8.4f} {default_ms:8.1f} ms  {exact:8.4f} {exact_ms:8.1f} ms  reuse {reused:.4f}"
            tried = try_orders(options, path) if options.orders else None
            if tried:
                (given, best, lowest), is_proved = tried
                orders.append((best / max(given, 1), lowest / max(given, 1), is_proved))
                text += f"  orders {orders[-1][0]:.4f} {orders[-1][1]:.4f}{' proved' if is_proved else ''}"
            print(text, flush=True)
    if not rows:
        return 1
    print(describe("default", [row[0] for row in rows]) + f", slowest {max(row[1] for row in rows):.1f} ms")
    print(describe("exact", [row[2] for row in rows]) + f"; at it within 0.1 s of CPU time {sum(r[2] <= 1 and r[3] <= 100 for r in rows)}")
    print(describe("reuse alone", [row[4] for row in rows]))
    if orders:
        print(f"orders, alive at once over the order after fusion: TorchInductor's choice mean {sum(o[0] for o in orders) / len(orders):.4f} "
              f"({sum(o[0] < 1 for o in orders)} lower, {sum(o[0] > 1 for o in orders)} higher), "
              f"lowest of all mean {sum(o[1] for o in orders) / len(orders):.4f} ({sum(o[1] < 1 for o in orders)} lower, "
              f"{sum(o[1] > 1 for o in orders)} higher), proved {sum(o[2] for o in orders)}")
    if failed:
        print(f"{failed} graphs could not be planned")
    return 1 if failed else 0


sys.exit(main())
