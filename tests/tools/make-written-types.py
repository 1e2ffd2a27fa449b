#!/usr/bin/env python3
"""Asks the PyTorch that runs this, for every operator of core/graph/fl-aten-ops.def that writes its first argument, whether eager mode
takes integers and bools there. `make-written-types.py rules > core/graph/fl-written-types.def` writes what the types alone do not tell,
`make-written-types.py cases > tests/data/ops/written-types.txt` all calls with their answers, for the test `shapes`."""
import os
import re
import sys

import torch

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../core/graph/fl-aten-ops.def")
DTYPES = {"f32": torch.float32, "i64": torch.int64, "i32": torch.int32, "b8": torch.bool}


def make_argument(argument, dtype):
    """A value, and its text in a graph: x and y are tensors of the type in question, m a mask, i indices, s an index of one dimension."""
    kind = str(argument.type)
    if kind in ("Tensor", "Optional[Tensor]"):
        if argument.name == "mask":
            return torch.ones(3, 3, dtype=torch.bool), "m"
        if argument.name == "index":
            return torch.zeros(3, dtype=torch.int64), "i"
        return torch.ones(3, 3, dtype=dtype), "x" if argument.name == "self" else "y"
    if kind == "number":
        return 2, "2"
    if kind == "int":
        return 1, "1"
    if kind == "float":
        return 0.5, "0.5"
    if kind == "bool":
        return False, "False"
    return None, None


def ask(schema, call):
    """[(argument texts, {dtype: None or the error})], None where PyTorch does not take floats, or an argument is of another kind."""
    answers = {}
    for name, dtype in DTYPES.items():
        made = [make_argument(argument, dtype) for argument in schema.arguments if not argument.has_default_value()]
        words = [argument.name for argument in schema.arguments if not argument.has_default_value() and argument.kwarg_only]
        if words or not made or any(text is None for _, text in made):
            return None
        try:
            call(*[value for value, _ in made])
            answers[name] = None
        except Exception as error:  # noqa: BLE001: whatever PyTorch says
            answers[name] = str(error).split("\n")[0]
        if name == "f32" and answers[name] is not None:
            return None
    return ", ".join(text for _, text in made), answers


def main():
    rules = sys.argv[1:] == ["rules"]
    if rules:
        print("/* Made by tests/tools/make-written-types.py with PyTorch " + torch.__version__.split("+")[0] + ": operators that write their first argument, and what of\n"
              " * integers and bools eager mode does not take there, although the types would do. WRITTEN (name, takes integers, takes bools) */")
    for name in re.findall(r'^ATEN \(\w+, "(aten\.[a-z0-9_]+_\.\w+)", MUTATION', open(TABLE).read(), re.M):
        _, operator, overload = name.split(".")
        if operator.startswith("_foreach"):
            continue
        call = getattr(getattr(torch.ops.aten, operator, None), overload, None)
        asked = call and ask(call._schema, call)
        if not asked:
            continue
        text, answers = asked
        refused = {dtype: error for dtype, error in answers.items() if error is not None and "can't be cast to the desired output type" not in error}
        if not rules:
            print(f"{name}|{text}|" + " ".join(dtype for dtype in DTYPES if answers[dtype] is None))
        elif refused:
            print(f'WRITTEN ("{name}", {"FALSE" if "i64" in refused else "TRUE"}, {"FALSE" if "b8" in refused else "TRUE"})')
    if rules:
        print("#undef WRITTEN")


main()
