#!/usr/bin/env python3
"""Check that the goldens and the samples are whole: check-goldens.py SOURCE-FOLDER.

Each case in an index has its folder with all its files and the other way round, the groups in the index are those of
ir_post_fusion.txt, the operator cases are JSON with as many elements as their shapes say, and data/graphs/index.json
names exactly the graphs that are there.
"""
import gzip
import json
import math
import os
import re
import sys

FILES = {"fx.py", "ir_pre_fusion.txt", "ir_post_fusion.txt", "wrapper.py", "fusion.txt", "origins.txt"}
GROUP = re.compile(r"^(\w+): \w*SchedulerNode\b", re.M)


def check_device(folder):
    cases = json.load(open(os.path.join(folder, "index.json")))["cases"]
    folders = {name for name in os.listdir(folder) if os.path.isdir(os.path.join(folder, name))}
    for name in sorted(folders ^ set(cases)):
        yield f"{folder}/{name}: not both in the index and in the folder"
    for name in sorted(folders & set(cases)):
        here = os.path.join(folder, name)
        if set(os.listdir(here)) != FILES:
            yield f"{here}: has {sorted(os.listdir(here))}"
            continue
        text = open(os.path.join(here, "ir_post_fusion.txt")).read()
        for members in cases[name]["groups"]:
            if not re.search(rf"^{'_'.join(members)}: ", text, re.M):
                yield f"{here}: no group {'_'.join(members)} in ir_post_fusion.txt"
        before = GROUP.findall(open(os.path.join(here, "ir_pre_fusion.txt")).read())
        if len(before) != cases[name]["nodes"]:
            yield f"{here}: {len(before)} nodes before fusion, {cases[name]['nodes']} in the index"


def tensors(value):
    if isinstance(value, dict):
        if "shape" in value and "hex" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from tensors(part)


ELEMENT_BYTES = {"bool": 1, "uint8": 1, "int8": 1, "int16": 2, "float16": 2, "bfloat16": 2, "int32": 4, "float32": 4, "int64": 8,
                 "float64": 8, "complex32": 4, "complex64": 8, "complex128": 16}


def check_operators(folder):
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".json.gz"):
            continue
        for number, case in enumerate(json.load(gzip.open(os.path.join(folder, name))), 1):
            for tensor in tensors(case):
                n_bytes = math.prod(tensor["shape"]) * ELEMENT_BYTES[tensor["dtype"].split(".")[1]]
                if len(tensor["hex"]) != 2 * n_bytes or len(tensor.get("stride", tensor["shape"])) != len(tensor["shape"]):
                    yield f"{folder}/{name}: case {number} ({case['op']}): data, shape and stride do not go together"


def check_samples(folder):
    listed = {row["file"] for row in json.load(open(os.path.join(folder, "index.json")))}
    there = {name for name in os.listdir(folder) if name.endswith(".py")} - {"make-samples.py"}
    for name in sorted(listed ^ there):
        yield f"{folder}/{name}: not both in index.json and in the folder"


def main():
    top = sys.argv[1]
    golden = os.path.join(top, "tests", "golden")
    faults = [*check_device(os.path.join(golden, "cpu")), *check_device(os.path.join(golden, "cuda")),
              *check_operators(os.path.join(top, "tests", "data", "ops")), *check_samples(os.path.join(top, "data", "graphs"))]
    print("\n".join(faults) or "goldens and samples are whole")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
