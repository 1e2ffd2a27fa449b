#!/usr/bin/env python3
"""Write numeric cases of operators, computed by PyTorch: inputs and outputs as JSON, one file a family.

    make-op-cases.py [-o FOLDER] [--missing]

README.md in the folder above describes the files.  Every operator that has a row in core/graph/fl-aten-ops.def should
have a case; --missing lists those that have none.  The values do not depend on the machine but for the last bits.
"""
import argparse
import json
import math
import operator
import os
import re
import sys

import numpy
import torch
import torch._inductor.inductor_prims  # noqa: F401: defines prims.fma and others

import op_cases_math
import op_cases_other
import op_cases_pointwise
import op_cases_shape
from op_values import CASES

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "..", "..", "..", "core", "graph", "fl-aten-ops.def")
ROW = re.compile(r'^ATEN \(\w+, "([^"]+)", (\w+),', re.M)
LARGEST_EXACT = 2 ** 53


def find(name):
    """The function behind a name such as aten.add.Tensor, operator.add or math.ceil."""
    first, *rest = name.split(".")
    found = {"operator": operator, "math": math, "torch": torch}.get(first) or getattr(torch.ops, first)
    for part in rest:
        found = getattr(found, part)
    return found


def encode_float(value):
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def encode_element(value, dtype):
    """The shortest decimal that gives the element back; booleans as 0 and 1."""
    if dtype == torch.float32 and math.isfinite(value):
        return float(str(numpy.float32(value)))
    if isinstance(value, float):
        return encode_float(value)
    return int(value)


def encode_tensor(tensor):
    data = [encode_element(value, tensor.dtype) for value in tensor.detach().reshape(-1).tolist()]
    found = {"dtype": str(tensor.dtype), "shape": list(tensor.shape), "stride": list(tensor.stride()), "data": data}
    if tensor.storage_offset():
        found["offset"] = tensor.storage_offset()
    return found


def encode(value):
    if isinstance(value, torch.Tensor):
        return {"tensor": encode_tensor(value)}
    if isinstance(value, (list, tuple)):
        return [encode(part) for part in value]
    if isinstance(value, float):
        return {"float": encode_float(value)}
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if abs(value) <= LARGEST_EXACT else {"int": str(value)}
    for kind in ("dtype", "memory_format", "layout", "device"):
        if isinstance(value, getattr(torch, kind)):
            return {kind: str(value)}
    raise TypeError(f"no encoding for {value!r}")


def copy(value):
    """A copy with the same shape, strides and values, alone in its memory."""
    if isinstance(value, torch.Tensor):
        fresh = torch.empty_strided(value.shape, value.stride(), dtype=value.dtype)
        if 0 in value.stride():
            return value.clone()
        return fresh.copy_(value)
    if isinstance(value, (list, tuple)):
        return type(value)(copy(part) for part in value)
    return value


def written_arguments(function, before, args):
    """[{"arg": position, "value": ...}] of the arguments that the schema says are written."""
    schema = getattr(function, "_schema", None)
    if schema is None or not schema.is_mutable:
        return []
    positions = [i for i, argument in enumerate(schema.arguments) if argument.alias_info and argument.alias_info.is_write]
    return [{"arg": i, "value": encode(args[i])} for i in positions if i < len(args)]


def run_case(name, args, kwargs):
    function = find(name)
    args = copy(args)
    row = {"op": name, "args": encode(args), "kwargs": {key: encode(value) for key, value in kwargs.items()}}
    result = function(*args, **kwargs)
    results = result if isinstance(result, (list, tuple)) else [result]
    written = written_arguments(function, row["args"], args)
    if result is None:
        results = []
    row["outputs"] = [encode_tensor(part) if isinstance(part, torch.Tensor) else encode(part) for part in results]
    if written:
        row["written"] = written
    return row


def register_all():
    for module in (op_cases_pointwise, op_cases_shape, op_cases_math, op_cases_other):
        module.register()


def families():
    """{operator: family} as the table of the program has them."""
    return {name: kind.lower() for name, kind in ROW.findall(open(TABLE).read())}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", default=HERE, help="folder to write to (default: the folder of this script)")
    parser.add_argument("--missing", action="store_true", help="list the operators without a case, by family")
    args = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    register_all()
    family_of = families()
    if args.missing:
        for name, family in family_of.items():
            if name not in CASES:
                print(f"{family}\t{name}")
        return
    files, failed = {}, 0
    for name, calls in CASES.items():
        for call_args, call_kwargs in calls:
            try:
                row = run_case(name, call_args, call_kwargs)
            except Exception as error:
                failed += 1
                print(f"{name}: {str(error).splitlines()[0]}", file=sys.stderr)
                continue
            files.setdefault(family_of.get(name, "unlisted"), []).append(row)
    for family, rows in sorted(files.items()):
        with open(os.path.join(args.output, family + ".json"), "w") as out:
            out.write("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n")
        print(f"{family}: {len({row['op'] for row in rows})} operators, {len(rows)} cases")
    if failed:
        sys.exit(f"{failed} cases failed")


if __name__ == "__main__":
    main()
