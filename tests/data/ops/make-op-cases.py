#!/usr/bin/env python3
"""Write numeric cases of operators, computed by PyTorch: inputs and outputs, one compressed file a family.

    make-op-cases.py [-o FOLDER] [--missing] [--coverage] [--show OPERATOR]

README.md beside this script describes the files.  Every operator that has a row in core/graph/fl-aten-ops.def should
have a case; --missing lists those that have none, --show prints the cases of one, --coverage what there is for each of
inductor-operators.txt.  The values do not depend on the machine
but for the last bits.
"""
import argparse
import gzip
import io
import json
import math
import operator
import os
import re
import sys
import warnings

import torch
import torch._inductor.inductor_prims  # noqa: F401: defines prims.fma and others

import op_cases_attention
import op_cases_count
import op_cases_math
import op_cases_more
import op_cases_other
import op_cases_pointwise
import op_cases_random
import op_cases_shape
import op_cases_special
import op_cases_window
import op_variants
from op_values import CASES, EMULATED, UNSPECIFIED

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "..", "..", "..", "core", "graph", "fl-aten-ops.def")
ROW = re.compile(r'^ATEN \(\w+, "([^"]+)", (\w+),', re.M)
FULL_ROW = re.compile(r'^ATEN \(\w+, "([^"]+)", \w+, "[^"]*"\)\s*\n\s*(.*)$', re.M)
COLUMN = re.compile(r"(\w+) \((\w+)\)")
LARGEST_EXACT = 2 ** 53  # of JSON numbers


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


def contiguous_strides(shape):
    strides, step = [], 1
    for size in reversed(shape):
        strides.insert(0, step)
        step *= max(size, 1)
    return strides


def encode_type(tensor):
    found = {"dtype": str(tensor.dtype), "shape": list(tensor.shape)}
    if list(tensor.stride()) != contiguous_strides(tensor.shape):
        found["stride"] = list(tensor.stride())
    if tensor.storage_offset():
        found["offset"] = tensor.storage_offset()
    return found


def encode_tensor(tensor):
    """The elements in row-major order, as the bytes they have in memory."""
    tensor = tensor.detach()
    found = encode_type(tensor)
    elements = torch.view_as_real(tensor.resolve_conj()) if tensor.is_complex() else tensor
    found["hex"] = elements.contiguous().flatten().view(torch.uint8).numpy().tobytes().hex()
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
    result = EMULATED.get(name, function)(*args, **kwargs)
    results = result if isinstance(result, (list, tuple)) else [result]
    written = written_arguments(function, row["args"], args)
    if result is None:
        results = []
    if name in UNSPECIFIED:
        row["outputs"] = [encode_type(part) for part in results]
        return row, 0
    row["outputs"] = [encode_tensor(part) if isinstance(part, torch.Tensor) else encode(part) for part in results]
    if written:
        row["written"] = written
    return row, op_variants.size_of(list(args)) + op_variants.size_of(list(results))


def find_schema(name):
    """None when the function is no operator of PyTorch's."""
    return getattr(find(name), "_schema", None)


def derive(name, family, calls, known):
    """Rows of the calls' variants: those that PyTorch accepts and that say something new."""
    schema, found = find_schema(name), []
    if schema is None or op_variants.is_open(name):
        return found
    for what, make in op_variants.makers_for(name, family):
        for args, kwargs in calls:
            if len(known) >= op_variants.MOST_CASES:
                return found
            try:
                made = make(schema, args, kwargs)
                row, size = run_case(name, *made) if made else (None, 0)
            except Exception:  # PyTorch refuses the call
                continue
            key = json.dumps(row)
            if row is None or size > op_variants.MOST_ELEMENTS or key in known:
                continue
            known.add(key)
            row["variant"] = what
            found.append(row)
            break
    return found


def make_rows(name, family):
    rows, failed = [], 0
    for args, kwargs in CASES[name]:
        try:
            rows.append(run_case(name, args, kwargs)[0])
        except Exception as error:  # whatever it is, the case is wrong
            failed += 1
            print(f"{name}: {str(error).splitlines()[0]}", file=sys.stderr)
    return rows + derive(name, family, CASES[name], {json.dumps(row) for row in rows}), failed


def register_all():
    for module in (op_cases_pointwise, op_cases_shape, op_cases_math, op_cases_attention, op_cases_random, op_cases_other, op_cases_more,
                   op_cases_special, op_cases_window, op_cases_count):
        module.register()


def families():
    """{operator: family} as the table of the program has them."""
    return {name: kind.lower() for name, kind in ROW.findall(open(TABLE).read())}


def print_coverage():
    """For each operator of Inductor's graphs: row, shape rule, lowering, decomposition, reference kernel, number of cases."""
    parts = {name: dict(COLUMN.findall(columns)) for name, columns in FULL_ROW.findall(open(TABLE).read())}
    counts = {}
    for file in sorted(os.listdir(HERE)):
        for row in json.load(gzip.open(os.path.join(HERE, file))) if file.endswith(".json.gz") else []:
            counts[row["op"]] = counts.get(row["op"], 0) + 1
    print("operator\tshape\tlowering\tdecomposition\treference\tcases")
    for line in open(os.path.join(HERE, "inductor-operators.txt")):
        name, sign, rest = (line.split(None, 2) + ["", ""])[:3]
        if name == "#" or sign == "!":
            print(f"{name}\t{rest.strip()}") if sign == "!" else None
            continue
        for row in rest.split() if sign == "=" else [name]:
            found = parts.get(row, {})
            columns = [found.get(key, "no row") for key in ("SHAPE", "LOWER", "DECOMPOSE", "REFERENCE")]
            print(row, *columns, counts.get(row, 0), sep="\t")


def write_family(path, rows):
    """One case a line; the same bytes whenever the rows are the same."""
    text = "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n"
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=packed, mtime=0) as out:
        out.write(text.encode())
    with open(path, "wb") as out:
        out.write(packed.getvalue())
    return len(packed.getvalue())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", default=HERE, help="folder to write to (default: the folder of this script)")
    parser.add_argument("--missing", action="store_true", help="list the operators without a case, by family")
    parser.add_argument("--coverage", action="store_true", help="print what there is for each operator of Inductor's graphs")
    parser.add_argument("--show", metavar="OPERATOR", help="print the cases of one operator")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    torch.set_num_threads(1)
    register_all()
    family_of = families()
    if args.missing:
        for name, family in family_of.items():
            if name not in CASES:
                print(f"{family}\t{name}")
        return
    if args.coverage:
        return print_coverage()
    if args.show:
        print(*(json.dumps(row) for row in make_rows(args.show, family_of.get(args.show))[0]), sep="\n")
        return
    files, failed = {}, 0
    for name in CASES:
        family = family_of.get(name, "unlisted")
        rows, n_failed = make_rows(name, family)
        failed += n_failed
        files.setdefault(family, []).extend(rows)
    for family, rows in sorted(files.items()):
        size = write_family(os.path.join(args.output, family + ".json.gz"), rows)
        print(f"{family}: {len({row['op'] for row in rows})} operators, {len(rows)} cases, {size / 1024:.0f} KiB")
    if failed:
        sys.exit(f"{failed} cases failed")


if __name__ == "__main__":
    main()
