#!/usr/bin/env python3
"""Write core/graph/fl-overloads.def: every overload of aten and prims that PyTorch can decompose or lower, with its schema.

    list-overloads.py [-o FILE]      write the list (default: the project's own)
    list-overloads.py --missing      the overloads of that list that core/graph/fl-aten-ops.def has no row for, by class

The names, schemas and classes are PyTorch's own: torch._decomp's tables of core and of all decompositions, and Inductor's
decompositions, lowerings and fallbacks. A class is what Inductor does with the overload:

    DECOMPOSED  opens it: a decomposition of its own, or one of PyTorch's that it takes over
    LOWERED     makes loops of it
    FALLBACK    calls the library
    COMPOSITE   never meets it: PyTorch opens it while it traces (CompositeImplicitAutograd)
    REFERENCE   never meets it in a functional graph: only PyTorch's table of references has it
"""
import argparse
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
GRAPH = os.path.join(HERE, "..", "..", "core", "graph")
HEAD = """/* Every overload of aten and prims that PyTorch %s can decompose or lower: OVERLOAD ("name", CLASS, "schema").
 * Made by tests/tools/list-overloads.py, which says what the classes are. Sorted by name: they are looked up by halves. */
"""


def overloads_of(keys):
    import torch

    for key in keys:
        if isinstance(key, torch._ops.OpOverloadPacket):
            yield from (getattr(key, name) for name in key.overloads())
        elif isinstance(key, torch._ops.OpOverload):
            yield key


def is_composite(overload):
    import torch

    try:
        return torch._C._dispatch_has_kernel_for_dispatch_key(overload.name(), "CompositeImplicitAutograd")
    except RuntimeError:  # TorchScript's own, which have no kernels
        return False


def collect():
    """[(name, class, schema)], by name."""
    import torch
    import torch._decomp
    import torch._inductor.decomposition as decomposition
    import torch._inductor.inductor_prims  # noqa: F401: defines prims of its own
    import torch._inductor.lowering as lowering

    fallbacks = set(overloads_of(lowering.fallbacks))
    lowered = set(overloads_of(lowering.lowerings))
    opened = set(overloads_of(decomposition.select_decomp_table())) | set(overloads_of(decomposition.decompositions))
    others = set(overloads_of(torch._decomp.core_aten_decompositions())) | set(overloads_of(torch._decomp.decomposition_table))
    rows = []
    for overload in fallbacks | lowered | opened | others:
        if overload.namespace not in ("aten", "prims"):
            continue
        implicit = is_composite(overload)
        kind = ("COMPOSITE" if implicit else "DECOMPOSED" if overload in opened else "FALLBACK" if overload in fallbacks
                else "LOWERED" if overload in lowered else "REFERENCE")
        rows.append((str(overload), kind, str(overload._schema).split("::", 1)[1]))
    return torch.__version__.split("+")[0], sorted(rows)


def known():
    text = open(os.path.join(GRAPH, "fl-aten-ops.def")).read()
    return set(re.findall(r'^ATEN \(\w+, "([^"]+)"', text, re.M))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", default=os.path.join(GRAPH, "fl-overloads.def"))
    parser.add_argument("--missing", action="store_true")
    options = parser.parse_args()
    version, rows = collect()
    if options.missing:
        names = known()
        for name, kind, schema in sorted((row for row in rows if row[0] not in names), key=lambda row: (row[1], row[0])):
            print(f"{kind}\t{name}\t{schema}")
        return
    with open(options.output, "w") as out:
        out.write(HEAD % version)
        for name, kind, schema in rows:
            escaped = schema.replace("\\", "\\\\").replace('"', '\\"')
            out.write(f'OVERLOAD ("{name}", {kind}, "{escaped}")\n')
        out.write("#undef OVERLOAD\n")


if __name__ == "__main__":
    main()
