#!/usr/bin/env python3
"""Writes core/graph/fl-aten-kinds.def: what kind of value each parameter of PyTorch's operators takes, as the PyTorch that runs
this says, where core/graph/fl-overloads.def does not say it. Run it after list-overloads.py when the tables are to follow a newer PyTorch:
tests/tools/make-aten-kinds.py > FILE, and FILE in its place"""
import os
import re
import sys

import torch
import torch._inductor.inductor_prims  # registers prims of Inductor
import torch.distributed._functional_collectives  # registers _c10d_functional

NAMESPACES = ("aten", "prims", "_c10d_functional", "inductor")
WORDS = {"number": "Scalar", "Any": "any"}
KNOWN = {"Tensor", "Scalar", "int", "float", "bool", "str", "ScalarType", "Device", "Layout", "MemoryFormat", "Generator", "any"}

# Parameters that may be an undefined tensor, which FX prints as None, although the schema does not say so.
UNDEFINED = {"attn_bias", "cum_seq_q", "cum_seq_k", "philox_offset", "philox_seed"}

# What PyTorch has no schema for: Python's operators, functions on symbolic sizes, higher-order operators and our own.
# `numeric` is a number or a SymInt, SymFloat, SymBool; `...` is any number of arguments of any kind.
OURS = """
_inductor_test.realize.default|Tensor
fuseloom.cat.default|Tensor[] int
fuseloom.store.default|Tensor
higher_order.auto_functionalized|...
higher_order.auto_functionalized_v2|...
higher_order.cond|...
higher_order.flex_attention|...
higher_order.flex_attention_backward|...
higher_order.graphsafe_run_with_rng_state|...
higher_order.invoke_subgraph|...
higher_order.triton_kernel_wrapper_functional|...
higher_order.while_loop|...
higher_order.with_effects|...
inductor.scatter_upon_const_tensor.default|int[] Scalar ScalarType int Tensor Scalar
math.ceil|numeric
math.floor|numeric
math.trunc|numeric
operator.abs|numeric
operator.add|any any
operator.and_|any any
operator.eq|any any
operator.floordiv|any any
operator.ge|any any
operator.getitem|any any
operator.gt|any any
operator.inv|any
operator.invert|any
operator.le|any any
operator.lshift|any any
operator.lt|any any
operator.mod|any any
operator.mul|any any
operator.ne|any any
operator.neg|any
operator.not_|any
operator.or_|any any
operator.pos|any
operator.pow|any any
operator.rshift|any any
operator.sub|any any
operator.truediv|any any
prims._low_memory_max_pool2d_offsets_to_indices.default|Tensor int int int[] int[]
prims._low_memory_max_pool2d_with_offsets.default|Tensor int[] int[] int[] int[] bool
torch._sym_acos|numeric
torch._sym_asin|numeric
torch._sym_asinh|numeric
torch._sym_atan|numeric
torch._sym_cos|numeric
torch._sym_cosh|numeric
torch._sym_exp|numeric
torch._sym_log|numeric
torch._sym_log2|numeric
torch._sym_sin|numeric
torch._sym_sinh|numeric
torch._sym_sqrt|numeric
torch._sym_tan|numeric
torch._sym_tanh|numeric
torch.sym_float|numeric
torch.sym_int|numeric
torch.sym_ite|numeric numeric numeric
torch.sym_max|numeric numeric
torch.sym_min|numeric numeric
torch.sym_not|numeric
torch.sym_sum|any
"""

HEAD = """/* The kind of each parameter of operators whose schema fl-overloads.def does not have, in PyTorch's order and words, and of those that take
 * an undefined tensor where the schema does not say so. Made by tests/tools/make-aten-kinds.py from the schemas of PyTorch %s for all
 * that %s have. Sorted by name: they are looked up by halves. */
"""


def get_word(kind):
    text = str(kind)
    match = re.fullmatch(r"Optional\[(.*)\]", text)
    if match:
        return get_word(match.group(1)) + "?"
    match = re.fullmatch(r"List\[(.*)\]", text)
    if match:
        return get_word(match.group(1)) + "[]"
    return WORDS.get(text, text if re.fullmatch(r"\w+", text) else "any")


def is_for_graphs(schema, words):
    """What only TorchScript has (complex numbers, generic lists) never stands in a graph of FX."""
    kinds = words + [get_word(value.real_type) for value in schema.returns]
    is_assertion = re.search("::(_assert|sym_)", schema.name)
    return (is_assertion or any("Tensor" in word for word in kinds)) and all(word.strip("?[]") in KNOWN for word in words)


listed = set(re.findall(r'^OVERLOAD \("([^"]+)"', open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../core/graph/fl-overloads.def")).read(), re.M))
rows = dict(line.split("|") for line in OURS.strip().splitlines())
for schema in torch._C._jit_get_all_schemas():
    namespace, name = schema.name.split("::")
    if namespace not in NAMESPACES or any(argument.is_out for argument in schema.arguments):
        continue
    words = [get_word(argument.real_type) for argument in schema.arguments]
    words = [word + "?" if word == "Tensor" and argument.name in UNDEFINED else word for word, argument in zip(words, schema.arguments)]
    full_name = f"{namespace}.{name}.{schema.overload_name or 'default'}"
    is_undefined = any(argument.name in UNDEFINED and word == "Tensor?" and str(argument.real_type) == "Tensor"
                       for argument, word in zip(schema.arguments, words))
    if is_for_graphs(schema, words) and (full_name not in listed or is_undefined):
        rows[full_name] = " ".join(words)
sys.stdout.write(HEAD % (torch.__version__.split("+")[0], ", ".join(NAMESPACES)))
for name in sorted(rows):
    print(f'KINDS ("{name}", "{rows[name]}")')
print("#undef KINDS")
