#!/usr/bin/env python3
"""Run every graph of a folder through the stages, and those small enough on the CPU against the reference.

    run-corpus.py DIR [DIR ...] --cli build/app/fuseloom-cli [--kinds aot,postgrad] [--only TEXT]
                  [--max-nodes 400] [--max-gib 2] [--jobs 1] [--timeout 300] [--set NAME=VALUE ...] [--json OUT]

A DIR with an index.tsv (columns name and kind, each name a folder with fx.py or fx_transformed.py) gives the graphs
of the kinds asked for; any other DIR gives its *.py files and those of its sub-folders; a file gives itself. Each graph goes
through every stage up to code generation. One of at most --max-nodes nodes whose inputs, parameters and planned
peak need at most --max-gib GiB is also compiled, executed and compared with the reference interpreter. One row a graph:

  stages   ok, or the error
  run      agrees (largest relative error), disagrees (by how much, where), refused (why), skipped (too big)

Exit status: 0 when every graph passed the stages and every run agreed, else 1."""
import argparse
import concurrent.futures
import csv
import json
import os
import subprocess
import sys
import time

GRAPHS = ("fx.py", "fx_transformed.py", "fx_graph_transformed.py", "fx_graph_readable.py")


def first_graph(folder):
    for name in GRAPHS:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    return None


def of_index(folder, kinds):
    with open(os.path.join(folder, "index.tsv"), newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            path = first_graph(os.path.join(folder, row["name"]))
            if path and (not kinds or row["kind"] in kinds):
                yield row["name"], row["kind"], path


def of_folder(folder):
    for root, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name.endswith(".py"):
                path = os.path.join(root, name)
                yield os.path.relpath(path, folder), "", path


def find_graphs(places, kinds, only):
    for place in places:
        if os.path.isfile(place):
            found = [(os.path.basename(place), "", place)]
        elif os.path.exists(os.path.join(place, "index.tsv")):
            found = of_index(place, kinds)
        else:
            found = of_folder(place)
        yield from (graph for graph in found if only in graph[0])


def call(cli, words, timeout):
    """(exit status or None after a timeout, JSON or None, the last line of stderr, seconds)"""
    start = time.monotonic()
    try:
        done = subprocess.run([cli, *words, "-q", "--json"], capture_output=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return None, None, f"no answer within {timeout} s", time.monotonic() - start
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    text = " / ".join(line.strip() for line in lines) if lines else ""
    try:
        answer = json.loads(done.stdout) if done.stdout else None
    except ValueError:
        answer = None
    if done.returncode < 0 or done.returncode == 4:
        text = f"DEFECT (status {done.returncode}): {text}"
    return done.returncode, answer, text.replace("fuseloom-cli: ", ""), time.monotonic() - start


def run_stages(row, options):
    status, answer, text, seconds = call(options.cli, ["stages", row["path"]], options.timeout)
    row["stages_seconds"] = seconds
    row["stages"] = "ok" if status == 0 else text
    if answer:
        row["nodes"] = answer["graph"]["nodes"]
        memory = answer.get("memory")
        if memory:
            row["bytes"] = memory["peak_bytes"] + memory.get("input_bytes", 0)


def describe_results(run):
    rows = [result for result in run["results"] if result["agree"] is False]
    worst = max(rows, key=lambda result: result["max_rel_error"] or float("inf"))
    return (f"{len(rows)} of {len(run['results'])} results; {worst['variant']} {worst['output']} {worst['worst_place']}: "
            f"{worst['got']} for {worst['expected']}, error {worst['max_rel_error']}, tolerance {worst['tolerance']:.3g}")


def run_graph(row, options):
    words = ["run", row["path"]] + ([] if options.measure else ["--no-measure"])
    # The limit of a run counts stand-ins and copies of outputs as well.
    words += [f"--set=run.timeout={options.timeout}", f"--set=run.size_limit={int(options.max_gib * 4096)}"]
    words += [f"--set={setting}" for setting in options.settings]
    status, answer, text, row["run_seconds"] = call(options.cli, words, 3 * options.timeout)
    run = (answer or {}).get("run")
    if run is None or status in (None, 1, 2, 4) or status < 0:
        row["run"], row["why"] = "refused", text
    elif run["check"] == "unverified":
        row["run"], row["why"] = "unverified" if run["results"] else "refused", str(run["not_verified_why"])
    elif run["agree"]:
        row["run"], row["error"] = "agrees", run["max_rel_error"]
        row["results"] = len(run["results"])
        row["widened"] = sum(1 for result in run["results"] if result["sensitivity"])
    else:
        row["run"], row["why"] = "disagrees", describe_results(run)


def examine(graph, options):
    name, kind, path = graph
    row = {"name": name, "kind": kind, "path": path, "nodes": 0, "bytes": 0, "run": "skipped", "why": ""}
    run_stages(row, options)
    if row["stages"] != "ok":
        row["why"] = "the stages failed"
    elif row["nodes"] > options.max_nodes:
        row["why"] = f"{row['nodes']} nodes"
    elif row["bytes"] > options.max_gib * 2**30:
        row["why"] = f"{row['bytes'] / 2**30:.1f} GiB"
    else:
        run_graph(row, options)
    return row


def show(row):
    outcome = row["run"]
    if outcome == "agrees":
        outcome += f" ({row['error']:.2g} over {row['results']} results"
        outcome += f", {row['widened']} with a widened tolerance)" if row["widened"] else ")"
    elif row["why"]:
        outcome += f": {row['why']}"
    stages = "ok" if row["stages"] == "ok" else "FAILED: " + row["stages"]
    print(f"{row['name']:<66} {row['kind']:<9} {row['nodes']:>6} {row['bytes'] / 2**20:>9.1f} MiB  {stages}  {outcome}", flush=True)


def summarise(rows):
    kinds = sorted({row["kind"] for row in rows})
    print(f"\n{'kind':<10} {'graphs':>7} {'stages ok':>10} {'to run':>7} {'agree':>6} {'disagree':>9} {'unverified':>10} {'refused':>8} {'too big':>8}")
    for kind in kinds + (["all"] if len(kinds) > 1 else []):
        part = [row for row in rows if kind in ("all", row["kind"])]
        counts = {word: sum(row["run"] == word for row in part) for word in ("agrees", "disagrees", "unverified", "refused", "skipped")}
        n_ok = sum(row["stages"] == "ok" for row in part)
        n_run = len(part) - counts["skipped"]
        n_big = sum(row["run"] == "skipped" and row["stages"] == "ok" for row in part)
        print(f"{kind:<10} {len(part):>7} {n_ok:>10} {n_run:>7} {counts['agrees']:>6} {counts['disagrees']:>9} {counts['unverified']:>10} {counts['refused']:>8} {n_big:>8}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="+", metavar="DIR")
    parser.add_argument("--cli", required=True)
    parser.add_argument("--kinds", default="", help="of an index.tsv, with commas; default: all")
    parser.add_argument("--only", default="", help="graphs with this in their name")
    parser.add_argument("--max-nodes", type=int, default=400)
    parser.add_argument("--max-gib", type=float, default=2)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=300, help="seconds for the stages; a run gets three times as much")
    parser.add_argument("--set", dest="settings", action="append", default=[], help="an option of the runs, such as cpu.sanitize=1")
    parser.add_argument("--measure", action="store_true", help="take times as well")
    parser.add_argument("--json", dest="out", help="write the rows to this file")
    options = parser.parse_args()
    kinds = set(filter(None, options.kinds.split(",")))
    graphs = list(find_graphs(options.places, kinds, options.only))
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(lambda graph: examine(graph, options), graphs):
            show(row)
            rows.append(row)
    summarise(rows)
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    return 0 if all(row["stages"] == "ok" and row["run"] in ("agrees", "unverified", "skipped") for row in rows) and rows else 1


if __name__ == "__main__":
    sys.exit(main())
