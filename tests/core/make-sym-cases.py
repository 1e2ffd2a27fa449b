#!/usr/bin/env python3
"""Writes sym-cases.def: what PyTorch's own sympy classes and printers say of the expressions below.

    make-sym-cases.py > sym-cases.def          (needs PyTorch; the file in the tree was made with 2.15)
"""
import ast
import random
import re

import sympy
import torch
from torch._inductor.sizevars import SizeVarAllocator
from torch._inductor.utils import sympy_subs
from torch.utils._sympy.functions import CeilDiv, FloorDiv, Max, Min, Mod, ModularIndexing, PythonMod
from torch.utils._sympy.numbers import int_oo
from torch.utils._sympy.printers import PythonPrinter
from torch.utils._sympy.value_ranges import ValueRanges

names = {n: sympy.Symbol(n, positive=True, integer=True) for n in ("s0", "s1", "s27", "s77")}
names |= {"u0": sympy.Symbol("u0", integer=True)}
names |= {n: sympy.Symbol(n, nonnegative=True, integer=True)
          for n in ("d0", "d1", "d2", "d10", "p0", "p1", "i0", "z0", "z1", "x0", "x1", "r0_1", "indirect0", "tmp5")}
scope = names | dict(FloorDiv=FloorDiv, ModularIndexing=ModularIndexing, Mod=Mod, PythonMod=PythonMod, Max=Max, Min=Min,
                     CeilDiv=CeilDiv, Eq=sympy.Eq, Ne=sympy.Ne)
python = PythonPrinter()


def read(text):
    """The expression, with // and % between symbols as FloorDiv and Mod, and numbers as sympy's."""

    class Walk(ast.NodeTransformer):
        def visit_BinOp(self, node):
            self.generic_visit(node)
            call = {ast.FloorDiv: "FloorDiv", ast.Mod: "Mod"}.get(type(node.op))
            return ast.Call(ast.Name(call, ast.Load()), [node.left, node.right], []) if call else node

        def visit_Constant(self, node):
            return ast.Call(ast.Name("Integer", ast.Load()), [node], [])

    tree = ast.fix_missing_locations(Walk().visit(ast.parse(text, mode="eval")))
    value = eval(compile(tree, text, "eval"), scope | {"Integer": sympy.Integer})
    return sympy.expand(value) if isinstance(value, sympy.Expr) else value


prints = """
5|p0 + 5|5 + p0|p0 - 5|5 - p0|-p0 - 5|5 - 2*p0|5 - p0*p1|-p0|-3*p0|2*p0 - 3*p1|p1 - p0|3840*z0 + z1|z1 + 3840*z0 + 7
s0*s1|s1*s0*4|s0*p0 + p1|64*s1*s0 + s0|s0**2|s0*s0*s0|s0**2*s1 + s0*s1**2|s0 - 1|-1 + s0*s1|s0*(s1 + 1)|(s0 + 1)*(s1 - 1)
(s0 + s1)**2|2*(s0 + s1)|d10 + d2|d2 + d10*4 + d1|x0 + 64*x1 + 4096*r0_1|s77*d0 + s27*d1|tmp5 + 8*indirect0|u0 + s0 + d0
u0*s0*d0|p0//7|64*(p0//7)|(p0//7) + 5|-(p0//7)|(p0//7)*(p1//3)|(p0 + 1)//7|(2*p0)//7|(p0//7)//3|(p0//7)//s0
((p0//7) + 1)//3|(14*p0)//7|(14*p0 + 3)//7|(p0 - 7)//7|(p0 + 9)//7|(6*p0 + 4)//8|p0//1|p0//p0|0//p0|7//2|-7//2|(s0*s1)//s0
(s0*s1)//(4*s0)|(s0**2)//s0|(s0*p0 + p1)//s0|(s0*p0)//s0|(s0*s1 + s0)//(s1 + 1)|(s0 + s1)//(2*s0 + 2*s1)|s0//(s1//2)
(s0 + 63)//64|64*((s0 + 63)//64)|(s0//2)*(s1//2)*s0|CeilDiv(s0, 4)|CeilDiv(4*s0, 4)|CeilDiv(s0 + 1, s1)
ModularIndexing(p0, 1, 7)|ModularIndexing(p0, 3, 7)|ModularIndexing(p0, 1, 7) + 5|64*ModularIndexing(p0, 1, 7)
ModularIndexing(p0 + 7*p1, 1, 7)|ModularIndexing(p0 + 14*p1, 2, 7)|ModularIndexing(6*p0 + 3, 3, 4)|ModularIndexing(p0//3, 2, 5)
ModularIndexing(p0, 1, 1)|ModularIndexing(23, 2, 5)|ModularIndexing(p0 - 7, 1, 7)|ModularIndexing(p0 - 8, 1, 7)
ModularIndexing(p0 + 7*p1 - 1, 1, 7)|ModularIndexing(s0*p0 + p1, 1, s0)|ModularIndexing(s0*p0, s0, s1)|ModularIndexing(p0, s0, s1)
ModularIndexing(s0**2*p0 + s0*p1, s0, 8)|ModularIndexing(p0, 1, 49) + 49*ModularIndexing(p1, 1, 7)|ModularIndexing(2*p0 + 4, 4, 8)
Mod(s0, 7)|Mod(s0, 7) + s1|Mod(2*s0, 2)|Mod(2*s0 + 1, 2)|Mod(s0, s0 + 1)|Mod(7*s0, 7)|Mod(s0, 2)|Mod(s0*s1, s1)|PythonMod(u0, 7)
PythonMod(u0, 7) + s1|PythonMod(-s0, 7)|PythonMod(u0 - 1, 2)|PythonMod(-8, 3)|Max(1, s0)|Max(2, s0)|Max(0, s0 - 1)|Max(s0, s1) + 1
Min(s0, 8)|Max(1, u0)*2|Max(u0, Max(s0, s1))|Max(s1, s0 + 1)*s0|Max(s0, s1)//3|Min(s0*s1, 4*s0, 7)|Max(s0 + d0, 4)|Max(s0, s0)
Max(3, 9)|Eq(s0, s1)|Ne(s0, 3)|s0 < 5|s0*2 >= s1 + 1|(s0//2) < 5|2*(s0//2) + 1 <= 9|s0 > 0|s0 < 0|Eq(s0, s0)|s0 <= s0
4*(s0//2)**2|p0*(s0//2) + p1|p0*s0*(s1//2)|((s0 + 1)//2)*((s1 + 1)//2)|d0*(((s0 - 1)//2)) + d0 + d1
"""

simplifies = """
d0//64; d0: 64|d0//64; d0: 65|ModularIndexing(d0, 1, 64); d0: 64|ModularIndexing(d0, 1, 64); d0: 65|ModularIndexing(d0, 8, 8); d0: 64
ModularIndexing(d0, 8, 8); d0: 65|(d0 + 64*d1)//64; d0: 64, d1: 8|(d0 + 64*d1)//64; d0: 65, d1: 8|(d0 + 64*d1)//128; d0: 64, d1: 8
(d0 + 64*d1)//96; d0: 32, d1: 8|ModularIndexing(d0 + 64*d1, 1, 64); d0: 64, d1: 8|ModularIndexing(d0 + 64*d1, 64, 8); d0: 64, d1: 8
ModularIndexing(d0 + 64*d1, 64, 4); d0: 64, d1: 8|ModularIndexing(d0 + 64*d1 + 512*d2, 64, 8); d0: 64, d1: 8, d2: 9
ModularIndexing(d0, 1, 32) + 32*ModularIndexing(d0, 32, 4); d0: 128|ModularIndexing(d0, 1, 32) + 32*ModularIndexing(d0, 32, 4); d0: 256
ModularIndexing(d0, 1, 32) + 32*(d0//32); d0: 999|5*ModularIndexing(d0, 3, 32) + 160*(d0//96) + d1; d0: 999, d1: 5
ModularIndexing(d0, 1, 4) + 4*ModularIndexing(d0, 4, 4) + 16*(d0//16); d0: 999|ModularIndexing(d0, 1, 32) + 64*(d0//32); d0: 999
ModularIndexing(ModularIndexing(d0, 1, 64), 1, 8); d0: 999|ModularIndexing(ModularIndexing(d0, 2, 64), 4, 8); d0: 999
ModularIndexing(ModularIndexing(d0, 1, 10), 1, 4); d0: 999|ModularIndexing(d0, 1, 12)//3; d0: 999|ModularIndexing(d0, 5, 12)//4; d0: 999
ModularIndexing(d0, 1, 12)//5; d0: 999|(d0 + d1)//2; d0: 1, d1: 2|(d0 + d1)//2; d0: 2, d1: 2|(2*d0 + d1 + 64*d2)//64; d0: 32, d1: 2, d2: 9
(d0 + 1)//2; d0: 2|(d0 + 3)//4; d0: 4|(4*d0 + 3)//4; d0: 9|(4*d0 + d1)//4; d0: 9, d1: 4|(4*d0 + d1 + 1)//4; d0: 9, d1: 4
d0 + 7*d1; d0: 7, d1: 8|(d0 - d1)//64; d0: 64, d1: 64|(d0 - d1 + 63)//127; d0: 64, d1: 64|ModularIndexing(d0 - d1, 1, 64); d0: 64, d1: 64
ModularIndexing(d0 + 63 - d1, 1, 127); d0: 64, d1: 64|d1*(d0//8) + d2*ModularIndexing(d0, 1, 8); d0: 8, d1: 3, d2: 3
768*((d0 + 768*d1)//768) + ModularIndexing(d0 + 768*d1, 1, 768); d0: 768, d1: 197
ModularIndexing(d0 + 7*d1, 7, 7) + 49*d2; d0: 7, d1: 7, d2: 3|((d0 + 3136*d1)//56) + ModularIndexing(d0, 1, 56); d0: 3136, d1: 4
ModularIndexing(4*d0 + d1, 1, 4) + 4*ModularIndexing(4*d0 + d1, 4, 16); d0: 16, d1: 4
ModularIndexing(d0, 1, s0); d0: s0|d0//s0; d0: s0|(d0 + s0*d1)//s0; d0: s0, d1: s1|ModularIndexing(d0 + s0*d1, 1, s0); d0: s0, d1: s1
ModularIndexing(d0, 1, s0); d0: s1|(d0 + s0*d1)//s0; d0: s1, d1: s1|64*(d0//64) + ModularIndexing(d0, 1, 64); d0: 64*s0
ModularIndexing(d0, 1, s0) + s0*(d0//s0); d0: s0*s1|ModularIndexing(d0, s0, s1) + d1*(d0//s0); d0: 4*s0, d1: 4
s0*ModularIndexing(d0, 1, 8) + 8*s0*ModularIndexing(d0, 8, 8); d0: 64*s0|(d0 + 64*d1)//64; d0: 64, d1: s0
"""

strides = """
64*d0 + d1 + 5; d0, d1|s0*d0 + d1; d0, d1|s0*s1*d0 + s1*d1 + d2; d0, d1, d2|7; d0|d0*d1; d0, d1|d0//4; d0|8*(d0//2) + d1; d0, d1
ModularIndexing(d0 + 1, 1, 2)*10; d0|ModularIndexing(d0, 1, 7) + 49*d1; d0, d1|indirect0 + 30*d0; d0|d1; d0|d0**2; d0|(s0//2)*d0 + d1; d0, d1
"""

substitutions = """
64*d0 + d1; d0: d1, d1: d0|64*d0 + d1; d0: d0//4|d0//64; d0: 64*d1 + d2|ModularIndexing(d0, 1, 64); d0: 64*d1 + d2
d0 + s0; s0: 8|s0*d0 + d1; s0: 1|d0//s0; s0: 1|ModularIndexing(d0, 1, s0); s0: 1|d0*d1; d0: d1 + 1|d0 - d1; d0: d1
ModularIndexing(d0, 8, 8); d0: 8*d1|(d0 + 3)//4; d0: 4*d1 + 1|Max(s0, 4); s0: 9|s0**3; s0: s1 + 1|s0 < 5; s0: 3
d0 + 32*d1; d0: ModularIndexing(p0, 1, 32), d1: p0//32|(d0//7)*d1; d0: 49*p0, d1: p1
"""


def quote(text):
    return '"' + str(text) + '"'


def items(text):
    return [part.strip() for line in text.strip().splitlines() for part in line.split("|") if part.strip()]


def pairs(text):
    return [tuple(s.strip() for s in part.split(":")) for part in re.split(r", (?=\w+:)", text)]


def new_sizes():
    sizes = SizeVarAllocator()
    for name in ("s0", "s1"):
        sizes.shape_env.var_to_range[names[name]] = ValueRanges(2, int_oo)
    return sizes


def simplify(expr, ranges):
    return new_sizes().simplify_with_ranges(expr, ranges)


chance = random.Random(7)


def grow(depth):
    if depth == 0:
        return names[chance.choice(["d0", "d1", "d2"])]
    kind = chance.random()
    if kind < 0.4:
        return sympy.expand(grow(depth - 1) + grow(depth - 1))
    if kind < 0.6:
        return sympy.expand(grow(depth - 1) * chance.choice([2, 3, 4, 8, 16]))
    if kind < 0.8:
        return FloorDiv(grow(depth - 1), sympy.Integer(chance.choice([2, 3, 4, 8, 16])))
    return ModularIndexing(grow(depth - 1), sympy.Integer(chance.choice([1, 1, 2, 4])), sympy.Integer(chance.choice([2, 4, 7, 8])))


print("/* Made by make-sym-cases.py from what PyTorch %s says of these expressions; do not edit." % torch.__version__.split("+")[0])
print(" * PRINT (text, str, Inductor's Python)   SIMPLIFY (text, sizes, result)   STRIDES (text, variables, results)")
print(" * SUBSTITUTE (text, replacements, result) */")
for text in items(prints):
    value = read(text)
    shown = {"True": "1", "False": "0"}.get(str(value))
    print(f"PRINT ({quote(text)}, {quote(shown or value)}, {quote(shown or python.doprint(value))})")
for text in items(simplifies):
    expr, _, ranges = text.partition(";")
    result = simplify(read(expr), {names[n]: read(s) for n, s in pairs(ranges)})
    print(f"SIMPLIFY ({quote(expr)}, {quote(ranges.strip())}, {quote(result)})")
made = 0
while made < 80:
    expr = grow(chance.choice([2, 3, 4]))
    if not expr.has(FloorDiv, ModularIndexing) or len(str(expr)) > 80:
        continue
    ranges = {n: chance.choice([2, 3, 4, 8, 16, 64]) for n in ("d0", "d1", "d2")}
    result = simplify(sympy.expand(expr), {names[n]: sympy.Integer(s) for n, s in ranges.items()})
    print(f"SIMPLIFY ({quote(expr)}, {quote(', '.join(f'{n}: {s}' for n, s in ranges.items()))}, {quote(result)})")
    made += 1
for text in items(strides):
    expr, _, variables = text.partition(";")
    found = new_sizes().stride_vars(read(expr), [names[v.strip()] for v in variables.split(",")])
    print(f"STRIDES ({quote(expr)}, {quote(variables.strip())}, {quote(', '.join(map(str, found)))})")
for text in items(substitutions):
    expr, _, replaced = text.partition(";")
    result = sympy_subs(read(expr), {names[n]: read(v) for n, v in pairs(replaced)})
    result = sympy.expand(result) if isinstance(result, sympy.Expr) else result
    print(f"SUBSTITUTE ({quote(expr)}, {quote(replaced.strip())}, {quote({'True': '1', 'False': '0'}.get(str(result), result))})")
print("#undef PRINT\n#undef SIMPLIFY\n#undef STRIDES\n#undef SUBSTITUTE")
