"""Random functions of PyTorch's public interface, as source text: what a user writes, not what ATen makes of it.

`make_function (seed, dynamic)` gives a Program: inputs, lines and results, so that it can be made smaller and printed.
Every line is tried eagerly when it is made: shapes are those that PyTorch gives.
"""
import random
import warnings

import torch
import torch.nn.functional as F  # noqa: F401: the lines use it

SIZES = [1, 2, 3, 4, 5, 7, 8, 8, 10, 12, 16, 16, 17, 24, 32, 32, 33, 48, 64, 64, 100, 128, 256]
MOST_ELEMENTS = 1 << 17
FLOATS = [torch.float32] * 14 + [torch.bfloat16] * 3 + [torch.float16] * 2 + [torch.float64]


class Program:
    """inputs: [(name, expression, dims that are symbols)], lines: [(names, expression)], results: [name]."""

    def __init__(self, inputs, lines, results):
        self.inputs, self.lines, self.results = inputs, lines, results

    def text(self):
        out = ["import torch", "import torch.nn.functional as F", "", "INPUTS = ["]
        out += [f"    ({expression!r}, {dims!r})," for _, expression, dims in self.inputs]
        out += ["]", "", "", f"def function({', '.join(name for name, _, _ in self.inputs)}):"]
        out += [f"    {', '.join(names)} = {expression}" if names else f"    {expression}" for names, expression in self.lines]
        return "\n".join(out + [f"    return {', '.join(self.results)},"]) + "\n"


class Maker:
    def __init__(self, seed, dynamic):
        self.rng, self.dynamic = random.Random(seed), dynamic
        self.inputs, self.lines, self.space = [], [], {"torch": torch, "F": F}
        self.values, self.used, self.dtype = [], set(), None
        self.dtype = self.rng.choice(FLOATS)

    # --- choosing ---
    def tensors(self, test=lambda value: True):
        return [name for name in self.values if isinstance(self.space[name], torch.Tensor) and test(self.space[name])]

    def pick(self, test=lambda value: True, newer=0.7):
        """The name of a value, the newest more often; None: there is none."""
        names = self.tensors(test)
        if not names:
            return None
        name = names[-1] if self.rng.random() < newer / 2 else self.rng.choice(names)
        return name

    def floats(self, least=1, most=5):
        return self.pick(lambda v: v.dtype.is_floating_point and least <= v.dim() <= most)

    def size(self):
        return self.rng.choice(SIZES)

    def shape(self, n_dims):
        while True:
            sizes = [self.size() for _ in range(n_dims)]
            total = 1
            for size in sizes:
                total *= size
            if total <= MOST_ELEMENTS:
                return sizes

    # --- making ---
    def input(self, sizes, dtype=None, high=None):
        name, dtype = f"x{len(self.inputs)}", dtype or self.dtype
        if high is not None:
            expression = f"torch.randint(0, {high}, {tuple(sizes)})"
        elif dtype == torch.bool:
            expression = f"torch.rand({tuple(sizes)}) > 0.5"
        elif dtype.is_floating_point:
            expression = f"torch.randn({tuple(sizes)}, dtype={dtype})"
        else:
            expression = f"torch.randint(0, 10, {tuple(sizes)}, dtype={dtype})"
        if len(sizes) > 1 and self.rng.random() < 0.06:
            expression += ".transpose(0, -1)"
        value = eval(expression, self.space)
        dims = []
        if self.dynamic:
            dims = [d for d, size in enumerate(value.shape) if size > 3 and self.rng.random() < 0.6]
        self.inputs.append((name, expression, dims))
        self.space[name] = value
        self.values.append(name)
        return name

    def add(self, expression, n_results=1):
        """TRUE: the line runs and is part of the program."""
        names = [f"v{len(self.lines)}"] if n_results == 1 else [f"v{len(self.lines)}_{i}" for i in range(n_results)]
        try:
            value = eval(expression, self.space)
        except (RuntimeError, IndexError, TypeError, ValueError, NotImplementedError, AssertionError):
            return False
        values = [value] if n_results == 1 else list(value)
        if len(values) != n_results or not all(isinstance(v, torch.Tensor) and 0 < v.numel() <= MOST_ELEMENTS * 4 for v in values):
            return False
        self.lines.append((names, expression))
        for name, one in zip(names, values):
            self.space[name] = one
            self.values.append(name)
        self.used |= {name for name in self.values if name in expression.replace("(", " ").replace(")", " ")
                      .replace(",", " ").replace("[", " ").replace("]", " ").replace(".", " ").split()}
        return True

    def same(self, name):
        """A value that broadcasts with it: another one, a new input, or a number."""
        value = self.space[name]
        roll = self.rng.random()
        if roll < 0.45:
            other = self.pick(lambda v: v.dtype.is_floating_point and is_broadcastable(v.shape, value.shape))
            if other:
                return other
        if roll < 0.75:
            sizes = list(value.shape)
            if sizes and self.rng.random() < 0.5:
                sizes = sizes[self.rng.randrange(len(sizes)):]
            if sizes and self.rng.random() < 0.3:
                sizes[self.rng.randrange(len(sizes))] = 1
            return self.input(sizes)
        return self.rng.choice(["2.0", "0.5", "1", "3", "0.1", "1e-5", "-1.5"])

    def dim(self, name):
        n = self.space[name].dim()
        d = self.rng.randrange(n)
        return d if self.rng.random() < 0.5 else d - n

    def weight(self, *sizes):
        return self.input(list(sizes))


def is_broadcastable(a, b):
    try:
        torch.broadcast_shapes(a, b)
        return True
    except RuntimeError:
        return False


UNARY = ["torch.relu", "torch.sigmoid", "torch.tanh", "torch.exp", "torch.abs", "torch.neg", "F.gelu", "F.silu", "torch.sqrt",
         "torch.rsqrt", "torch.sin", "torch.cos", "torch.erf", "F.softplus", "F.mish", "F.hardswish", "F.hardsigmoid", "F.elu",
         "F.leaky_relu", "F.relu6", "torch.square", "torch.reciprocal", "torch.floor", "torch.round", "torch.sign", "torch.log1p",
         "torch.expm1", "torch.log", "F.logsigmoid", "F.selu", "F.celu", "F.softsign", "F.tanhshrink", "F.hardshrink",
         "F.softshrink", "torch.erfinv", "torch.lgamma", "torch.digamma", "torch.trunc", "torch.frac", "torch.nan_to_num",
         "torch.isnan", "torch.isfinite", "torch.logit", "torch.atan", "torch.sinh", "torch.exp2", "torch.log2", "torch.ceil",
         "torch.special.i0", "torch.special.entr", "torch.sinc", "torch.signbit", "torch.deg2rad", "torch.acosh"]
BINARY = ["+", "-", "*", "/", "+", "*", "torch.maximum", "torch.minimum", "torch.pow", "torch.atan2", "torch.fmod",
          "torch.remainder", "torch.hypot", "torch.true_divide", "torch.floor_divide", ">", "<", "==", "torch.logaddexp",
          "torch.copysign", "torch.xlogy", "torch.special.xlog1py", "torch.fmax", "torch.heaviside"]


def unary(m):
    x = m.floats(0)
    f = m.rng.choice(UNARY[:20] if m.rng.random() < 0.7 else UNARY)
    return x and m.add(f"{f}({x})")


def binary(m):
    x = m.floats(0)
    if not x:
        return False
    y, f = m.same(x), m.rng.choice(BINARY[:6] if m.rng.random() < 0.6 else BINARY)
    if m.rng.random() < 0.15:
        x, y = y, x
    if not f.startswith("torch"):
        return m.add(f"{x} {f} {y}")
    return m.add(f"{f}({x}, {y})")


def scaled(m):
    x = m.floats(0)
    if not x:
        return False
    y, z = m.same(x), m.same(x)
    return m.add(m.rng.choice([f"torch.add({x}, {y}, alpha=0.5)", f"torch.addcmul({x}, {y}, {z}, value=0.5)",
                               f"torch.addcdiv({x}, {y}, {z})", f"torch.lerp({x}, {y}, 0.3)", f"torch.where({x} > 0, {y}, {z})",
                               f"torch.clamp({x}, -1, 1)", f"torch.clamp({x}, min=0.1)", f"{x}.masked_fill({x} > 0.5, -1.0)",
                               f"torch.where({x} > 0, {x}, 0.0)", f"torch.sub({x}, {y}, alpha=2)", f"F.threshold({x}, 0.1, 20)",
                               f"torch.rsub({x}, 1)", f"F.hardtanh({x}, -0.5, 0.5)", f"torch.clamp({x}, {y}, {z})"]))


def cast(m):
    x = m.pick(lambda v: True)
    kind = m.rng.choice(["torch.float32", "torch.bfloat16", "torch.float16", "torch.int64", "torch.int32", "torch.float64",
                         "torch.bool", "torch.uint8"])
    return m.add(f"{x}.to({kind})")


def reduction(m):
    x = m.floats()
    if not x:
        return False
    n, keep = m.space[x].dim(), m.rng.random() < 0.5
    f = m.rng.choice(["sum", "mean", "amax", "amin", "sum", "mean", "var", "std", "prod", "norm", "argmax", "logsumexp", "any", "all",
                      "count_nonzero", "argmin", "max", "min", "var_mean", "aminmax", "nansum", "median"])
    if f in ("sum", "mean", "prod", "amax") and m.rng.random() < 0.15:
        return m.add(f"{x}.{f}()")
    if f in ("sum", "mean", "amax", "amin", "var", "std", "logsumexp") and n > 1 and m.rng.random() < 0.4:
        dims = tuple(sorted(m.rng.sample(range(n), m.rng.randint(2, n))))
        return m.add(f"{x}.{f}({dims}, keepdim={keep})")
    d = m.dim(x)
    if f in ("max", "min", "median"):
        return m.add(f"{x}.{f}({d}, keepdim={keep})", 2)
    if f == "var_mean":
        return m.add(f"torch.var_mean({x}, {d}, correction={m.rng.choice([0, 1])}, keepdim={keep})", 2)
    if f == "aminmax":
        return m.add(f"torch.aminmax({x}, dim={d}, keepdim={keep})", 2)
    if f == "norm":
        return m.add(f"torch.linalg.vector_norm({x}, {m.rng.choice([2, 1, 3, 0])}, {d}, keepdim={keep})")
    if f == "count_nonzero":
        return m.add(f"torch.count_nonzero({x}, {d})")
    return m.add(f"{x}.{f}({d}, keepdim={keep})")


def softmax(m):
    x = m.floats()
    if not x:
        return False
    d = m.dim(x)
    return m.add(m.rng.choice([f"torch.softmax({x}, {d})", f"torch.log_softmax({x}, {d})", f"F.normalize({x}, dim={d})",
                               f"F.softmin({x}, dim={d})", f"torch.cumsum({x}, {d})", f"torch.cumprod({x}, {d})",
                               f"torch.logcumsumexp({x}, {d})", f"torch.flip({x}, [{d}])", f"torch.softmax({x} * 0.5, {d})",
                               f"torch.softmax({x}, {d}, dtype=torch.float32)"]))


def norm(m):
    x = m.floats(2)
    if not x:
        return False
    shape = m.space[x].shape
    kind = m.rng.choice(["layer", "layer", "rms", "group", "batch", "instance", "local"])
    if kind == "layer":
        w, b = m.weight(shape[-1]), m.weight(shape[-1])
        return m.add(m.rng.choice([f"F.layer_norm({x}, ({shape[-1]},), {w}, {b})", f"F.layer_norm({x}, ({shape[-1]},))"]))
    if kind == "rms":
        return m.add(f"F.rms_norm({x}, ({shape[-1]},), {m.weight(shape[-1])})")
    if kind == "group":
        groups = [g for g in (1, 2, 4, 8) if shape[1] % g == 0]
        return m.add(f"F.group_norm({x}, {m.rng.choice(groups)}, {m.weight(shape[1])}, {m.weight(shape[1])})")
    if kind == "batch":
        mean, var = m.weight(shape[1]), m.weight(shape[1])
        training = m.rng.random() < 0.4
        return m.add(f"F.batch_norm({x}, {mean}, {var}, training={training})")
    if kind == "instance":
        return m.add(f"F.instance_norm({x})")
    return m.add(f"F.local_response_norm({x}, 3)")


def view(m):
    x = m.pick(lambda v: v.dim() >= 1)
    if not x:
        return False
    value = m.space[x]
    n, d = value.dim(), m.dim(x)
    size = value.shape[d]
    kind = m.rng.choice(["transpose", "permute", "reshape", "flatten", "unsqueeze", "squeeze", "slice", "select", "expand", "chunk",
                         "split", "narrow", "stride", "movedim", "unfold", "repeat", "roll", "contiguous", "diagonal", "tile", "flip",
                         "repeat_interleave", "unflatten", "neg_slice", "tril", "rot90", "pixel", "diag_embed"])
    if kind == "transpose" and n > 1:
        return m.add(f"{x}.transpose({d}, {m.dim(x)})")
    if kind == "permute" and n > 1:
        return m.add(f"{x}.permute({m.rng.sample(range(n), n)})")
    if kind == "reshape":
        return m.add(m.rng.choice([f"{x}.reshape(-1)", f"{x}.reshape({value.shape[0]}, -1)", f"{x}.reshape(-1, {value.shape[-1]})",
                                   f"{x}.reshape({x}.shape[0], -1)", f"{x}.reshape(-1, {x}.shape[-1])"]))
    if kind == "flatten" and n > 1:
        return m.add(f"{x}.flatten({m.rng.randrange(n - 1)})")
    if kind == "unflatten":
        factors = [f for f in (2, 4, 8) if size % f == 0]
        return bool(factors) and m.add(f"{x}.unflatten({d}, ({m.rng.choice(factors)}, -1))")
    if kind == "unsqueeze":
        return m.add(f"{x}.unsqueeze({m.rng.randint(0, n)})")
    if kind == "squeeze":
        return m.add(f"{x}.squeeze({d})")
    index = [":"] * n
    if kind == "slice":
        index[d] = m.rng.choice(["1:", ":-1", f":{max(1, size // 2)}", f"{size // 2}:", "::2", "1::2", f"1:{max(2, size - 1)}"])
        return m.add(f"{x}[{', '.join(index)}]")
    if kind == "neg_slice":
        index[d] = m.rng.choice(["-1", "0", f"{size // 2}", "-1:", "None"])
        return m.add(f"{x}[{', '.join(index)}]")
    if kind == "select":
        return m.add(f"{x}.select({d}, {m.rng.choice([0, -1])})")
    if kind == "expand":
        return m.add(f"{x}.unsqueeze({m.rng.randint(0, n)}).expand({', '.join(['-1'] * n)}, -1)"
                     if m.rng.random() < 0.2 else f"{x}.unsqueeze(0).expand(3, {', '.join(['-1'] * n)})")
    if kind == "chunk" and size > 1:
        return m.add(f"{x}.chunk(2, {d})", 2)
    if kind == "split" and size > 2:
        return m.add(f"{x}.split([1, {size - 1}], {d})", 2)
    if kind == "narrow" and size > 1:
        return m.add(f"{x}.narrow({d}, 1, {size - 1})")
    if kind == "stride":
        index[d] = "::2"
        return m.add(f"{x}[{', '.join(index)}].contiguous()")
    if kind == "movedim":
        return m.add(f"{x}.movedim({d}, {m.dim(x)})")
    if kind == "unfold" and size > 3:
        return m.add(f"{x}.unfold({d}, 3, {m.rng.choice([1, 2, 3])})")
    if kind == "repeat":
        return m.add(f"{x}.repeat({', '.join(m.rng.choice('112') for _ in range(n))})")
    if kind == "repeat_interleave":
        return m.add(f"{x}.repeat_interleave(2, {d})")
    if kind == "roll":
        return m.add(f"{x}.roll({m.rng.choice([1, -1, 2])}, {d})")
    if kind == "contiguous":
        return m.add(f"{x}.contiguous()")
    if kind == "diagonal" and n > 1:
        return m.add(f"{x}.diagonal(0, 0, -1)")
    if kind == "tile":
        return m.add(f"{x}.tile(2)")
    if kind == "flip":
        return m.add(f"{x}.flip({d})")
    if kind == "tril" and n > 1:
        return m.add(f"{x}.{m.rng.choice(['tril', 'triu'])}({m.rng.choice([0, 1, -1])})")
    if kind == "rot90" and n > 1:
        return m.add(f"{x}.rot90(1, (0, -1))")
    if kind == "pixel" and n == 4 and value.shape[1] % 4 == 0:
        return m.add(f"F.pixel_shuffle({x}, 2)")
    if kind == "diag_embed" and n < 3:
        return m.add(f"torch.diag_embed({x})")
    return False


def join(m):
    x = m.pick(lambda v: v.dim() >= 1)
    if not x:
        return False
    value, d = m.space[x], m.dim(x)
    others = m.tensors(lambda v: v.dtype == value.dtype and v.dim() == value.dim()
                       and all(a == b for i, (a, b) in enumerate(zip(v.shape, value.shape)) if i != d % value.dim()))
    chosen = [x] + [m.rng.choice(others) for _ in range(m.rng.randint(1, 2))]
    equal = [name for name in others if m.space[name].shape == value.shape]
    if m.rng.random() < 0.3:
        return m.add(f"torch.stack([{x}, {m.rng.choice(equal)}], {d})")
    return m.add(f"torch.cat([{', '.join(chosen)}], {d})")


def gather(m):
    x = m.floats()
    if not x:
        return False
    shape, d = m.space[x].shape, m.dim(x)
    size = shape[d]
    kind = m.rng.choice(["select", "gather", "take_along", "index", "embedding", "topk", "sort", "mask_index", "argsort", "bucketize",
                         "onehot", "index2", "embedding_bag", "computed"])
    if kind == "select":
        return m.add(f"torch.index_select({x}, {d}, {m.input([m.size()], high=size)})")
    if kind == "gather":
        sizes = list(shape)
        sizes[d] = m.rng.choice([1, 2, size])
        return m.add(f"torch.gather({x}, {d}, {m.input(sizes, high=size)})")
    if kind == "take_along":
        return m.add(f"torch.take_along_dim({x}, {x}.argmax({d}, keepdim=True), {d})")
    if kind == "index":
        return m.add(f"{x}[{m.input([m.size()], high=shape[0])}]")
    if kind == "index2" and len(shape) > 1:
        sizes = m.shape(1)
        return m.add(m.rng.choice([f"{x}[{m.input(sizes, high=shape[0])}, {m.input(sizes, high=shape[1])}]",
                                   f"{x}[:, {m.input(sizes, high=shape[1])}]", f"{x}[..., {m.input(sizes, high=shape[-1])}]"]))
    if kind == "computed":
        return m.add(f"{x}[(torch.arange({m.rng.choice([3, 5, 8])}) * 3) % {x}.shape[0]]")
    if kind == "embedding":
        rows = m.rng.choice([10, 100, 1000])
        return m.add(f"F.embedding({m.input(m.shape(m.rng.randint(1, 2)), high=rows)}, {m.weight(rows, m.rng.choice([8, 16, 64]))})")
    if kind == "embedding_bag":
        return m.add(f"F.embedding_bag({m.input([8, 4], high=20)}, {m.weight(20, 16)}, mode={m.rng.choice(['sum', 'mean'])!r})")
    if kind == "topk":
        return m.add(f"torch.topk({x}, {min(2, size)}, {d})", 2)
    if kind == "sort":
        return m.add(f"torch.sort({x}, {d})", 2)
    if kind == "argsort":
        return m.add(f"torch.argsort({x}, {d})")
    if kind == "mask_index":
        return m.add(f"{x}.masked_fill(torch.arange({shape[-1]}) > {shape[-1] // 2}, 0.0)")
    if kind == "bucketize":
        return m.add(f"torch.bucketize({x}, torch.tensor([-1.0, 0.0, 1.0], dtype={m.space[x].dtype}))")
    return m.add(f"F.one_hot({m.input(m.shape(1), high=7)}, 7).to({m.dtype})")


def scatter(m):
    x = m.floats()
    if not x:
        return False
    shape, d = list(m.space[x].shape), m.dim(x)
    size, kind = shape[d], m.rng.choice(["scatter", "scatter_add", "index_add", "index_put", "index_copy", "scatter_reduce", "accumulate",
                                         "masked_scatter", "index_fill", "scatter_value", "select_scatter", "slice_scatter", "put"])
    name = m.input([3], high=size)
    part = list(shape)
    part[d] = 3
    if kind in ("scatter", "scatter_add"):
        return m.add(f"torch.{kind}({x}, {d}, {m.input(shape, high=size)}, {m.input(shape, m.space[x].dtype)})")
    if kind == "scatter_value":
        return m.add(f"torch.scatter({x}, {d}, {m.input(shape, high=size)}, 1.0)")
    if kind in ("index_add", "index_copy"):
        return m.add(f"torch.{kind}({x}, {d}, {name}, {m.input(part, m.space[x].dtype)})")
    if kind == "index_fill":
        return m.add(f"torch.index_fill({x}, {d}, {name}, 0.5)")
    if kind in ("index_put", "accumulate"):
        where = m.input([3], high=shape[0])
        return m.add(f"torch.index_put({x}, ({where},), {m.input([3] + shape[1:], m.space[x].dtype)}, accumulate={kind == 'accumulate'})")
    if kind == "scatter_reduce":
        how = m.rng.choice(["sum", "amax", "mean", "prod"])
        return m.add(f"torch.scatter_reduce({x}, {d}, {m.input(shape, high=size)}, {m.input(shape, m.space[x].dtype)}, {how!r})")
    if kind == "masked_scatter":
        return m.add(f"torch.masked_scatter({x}, {x} > 0, {m.input(shape, m.space[x].dtype)})")
    if kind == "select_scatter" and len(shape) > 1:
        rest = shape[:d % len(shape)] + shape[d % len(shape) + 1:]
        return m.add(f"torch.select_scatter({x}, {m.input(rest, m.space[x].dtype)}, {d}, 0)")
    if kind == "slice_scatter" and size > 3:
        return m.add(f"torch.slice_scatter({x}, {m.input(part, m.space[x].dtype)}, {d}, 0, 3)")
    return False


def write(m):
    """A copy that is written in place, in part."""
    x = m.floats()
    if not x:
        return False
    shape = m.space[x].shape
    target = f"v{len(m.lines)}"
    m.lines.append(([target], f"{x}.clone()"))
    m.space[target] = m.space[x].clone()
    m.values.append(target)
    value = m.rng.choice(["0.5", f"{target}.amax()", "1"])
    last = f"[..., :{max(1, shape[-1] // 2)}]"
    line = m.rng.choice([f"{target}[0] = {value}", f"{target}{last} = {value}", f"{target}.add_({value})", f"{target}.mul_(2)",
                         f"{target}{last}.mul_(0.5)", f"{target}[{target} > 0] = 0.0", f"{target}.clamp_(0, 1)", f"{target}[::2] += 1",
                         f"{target}.zero_()", f"{target}.transpose(0, -1).add_(1)", f"{target}[..., 0].copy_({target}[..., -1])",
                         f"{target}.relu_()", f"{target}.fill_(3.0)", f"{target}.copy_({x} * 2)"])
    if m.rng.random() < 0.1 and x.startswith("x"):
        line = line.replace(target, x)
    try:
        exec(line, m.space)
    except (RuntimeError, IndexError):
        return False
    m.lines.append(([], line))
    return True


def product(m):
    x = m.floats(1, 4)
    if not x:
        return False
    value = m.space[x]
    inner, out = value.shape[-1], m.rng.choice([1, 4, 8, 16, 32, 64])
    kind = m.rng.choice(["linear", "linear", "matmul", "bmm", "einsum", "outer", "addmm", "attention", "self", "mv", "baddbmm"])
    if value.dtype != m.dtype:
        return False
    if kind == "linear":
        w, b = m.weight(out, inner), m.weight(out)
        return m.add(m.rng.choice([f"F.linear({x}, {w}, {b})", f"F.linear({x}, {w})", f"{x} @ {w}.t()"]))
    if kind == "matmul":
        return m.add(f"{x} @ {m.weight(inner, out)}")
    if kind == "bmm" and value.dim() == 3:
        return m.add(f"torch.bmm({x}, {m.weight(value.shape[0], inner, out)})")
    if kind == "baddbmm" and value.dim() == 3:
        return m.add(f"torch.baddbmm({m.weight(value.shape[0], value.shape[1], out)}, {x}, {m.weight(value.shape[0], inner, out)})")
    if kind == "einsum" and value.dim() >= 2:
        return m.add(f"torch.einsum('...ij,kj->...ik', {x}, {m.weight(out, inner)})")
    if kind == "outer" and value.dim() == 1:
        return m.add(f"torch.outer({x}, {m.weight(out)})")
    if kind == "mv" and value.dim() == 2:
        return m.add(f"torch.mv({x}, {m.weight(inner)})")
    if kind == "addmm" and value.dim() == 2:
        return m.add(f"torch.addmm({m.weight(out)}, {x}, {m.weight(inner, out)})")
    if kind == "self" and value.dim() >= 2:
        return m.add(f"{x} @ {x}.transpose(-1, -2)")
    if kind == "attention" and value.dim() in (3, 4):
        causal = m.rng.random() < 0.4
        return m.add(f"F.scaled_dot_product_attention({x}, {x}, {x}, is_causal={causal})")
    return False


def image(m):
    x = m.pick(lambda v: v.dtype == m.dtype and v.dim() == 4 and min(v.shape[2:]) >= 4)
    if not x:
        x = m.input([m.rng.choice([1, 2]), m.rng.choice([3, 4, 8, 16]), m.rng.choice([8, 9, 12, 16]), m.rng.choice([8, 10, 16, 32])])
    channels = m.space[x].shape[1]
    out = m.rng.choice([4, 8, 16])
    kind = m.rng.choice(["conv", "conv", "depth", "max", "avg", "adaptive", "adaptive_max", "interpolate", "pad", "transpose", "bilinear",
                         "unfold", "pad", "lp", "grid", "shuffle", "dropout2d", "bicubic", "global"])
    if kind == "conv":
        k = m.rng.choice([1, 3])
        b = m.weight(out) if m.rng.random() < 0.5 else None
        return m.add(f"F.conv2d({x}, {m.weight(out, channels, k, k)}, {b}, stride={m.rng.choice([1, 1, 2])}, padding={k // 2})")
    if kind == "depth":
        return m.add(f"F.conv2d({x}, {m.weight(channels, 1, 3, 3)}, padding=1, groups={channels})")
    if kind == "transpose":
        return m.add(f"F.conv_transpose2d({x}, {m.weight(channels, out, 2, 2)}, stride=2)")
    if kind == "max":
        return m.add(f"F.max_pool2d({x}, {m.rng.choice(['2', '3, 2, 1', '3, 1, 1', '(2, 3)', '3, 2, ceil_mode=True'])})")
    if kind == "avg":
        return m.add(f"F.avg_pool2d({x}, {m.rng.choice(['2', '3, 2, 1', '3, 1, 1, count_include_pad=False', '3, 2, ceil_mode=True'])})")
    if kind == "adaptive":
        return m.add(f"F.adaptive_avg_pool2d({x}, {m.rng.choice(['1', '2', '3', '5', '(2, 3)', '7'])})")
    if kind == "adaptive_max":
        return m.add(f"F.adaptive_max_pool2d({x}, {m.rng.choice(['1', '2', '3', '(3, 2)'])})")
    if kind == "interpolate":
        return m.add(f"F.interpolate({x}, scale_factor={m.rng.choice(['2', '0.5', '1.5'])}, mode='nearest')")
    if kind in ("bilinear", "bicubic"):
        return m.add(f"F.interpolate({x}, scale_factor=2, mode={kind!r}, align_corners={m.rng.choice([True, False])})")
    if kind == "pad":
        return m.add(m.rng.choice([f"F.pad({x}, (1, 1, 1, 1))", f"F.pad({x}, (1, 2), mode='reflect')", f"F.pad({x}, (0, 1, 0, 1), value=1.0)",
                                   f"F.pad({x}, (1, 1, 1, 1), mode='replicate')", f"F.pad({x}, (1, 1, 0, 1), mode='circular')",
                                   f"F.pad({x}, (-1, 0, 0, -1))"]))
    if kind == "unfold":
        return m.add(f"F.unfold({x}, 3, padding=1)")
    if kind == "lp":
        return m.add(f"F.lp_pool2d({x}, 2, 2)")
    if kind == "grid":
        return m.add(f"F.grid_sample({x}, {m.input([m.space[x].shape[0], 4, 4, 2])}, align_corners=False)")
    if kind == "shuffle":
        return m.add(f"F.channel_shuffle({x}, 2)")
    if kind == "global":
        return m.add(f"{x}.mean((2, 3), keepdim=True)")
    return False


def signal(m):
    x = m.pick(lambda v: v.dtype == m.dtype and v.dim() == 3 and v.shape[2] >= 4)
    if not x:
        return False
    channels = m.space[x].shape[1]
    return m.add(m.rng.choice([f"F.conv1d({x}, {m.weight(8, channels, 3)}, padding=1)", f"F.max_pool1d({x}, 2)", f"F.avg_pool1d({x}, 2)",
                               f"F.adaptive_avg_pool1d({x}, 3)", f"F.pad({x}, (2, 2), mode='reflect')", f"F.interpolate({x}, scale_factor=2)",
                               f"F.conv1d({x}, {m.weight(channels, 1, 3)}, groups={channels}, padding=2)[..., :-2]", f"F.glu({x}, 1)",
                               f"F.interpolate({x}, scale_factor=2, mode='linear')"]))


def create(m):
    x = m.pick(lambda v: v.dim() >= 1)
    sizes = list(m.space[x].shape) if x else m.shape(2)
    return m.add(m.rng.choice([f"torch.zeros_like({x})", f"torch.ones({tuple(sizes)}, dtype={m.dtype})", f"torch.arange({sizes[0]}, dtype={m.dtype})",
                               f"torch.linspace(0, 1, {sizes[-1]}, dtype={m.dtype})", f"torch.full({tuple(sizes)}, 0.5, dtype={m.dtype})",
                               f"torch.eye({sizes[-1]}, dtype={m.dtype})", f"torch.full_like({x}, 2)", f"torch.arange({x}.shape[0])",
                               f"torch.tensor([1.0, 2.0, 3.0], dtype={m.dtype})", f"{x}.new_zeros({tuple(sizes)})"]))


def loss(m):
    x = m.floats(2, 4)
    if not x:
        return False
    shape = list(m.space[x].shape)
    target = m.input(shape[:1] + shape[2:], high=shape[1])
    y = m.input(shape)
    return m.add(m.rng.choice([f"F.cross_entropy({x}, {target})", f"F.mse_loss({x}, {y})", f"F.smooth_l1_loss({x}, {y})",
                               f"F.binary_cross_entropy_with_logits({x}, torch.sigmoid({y}))", f"F.kl_div(torch.log_softmax({x}, 1), torch.softmax({y}, 1))",
                               f"F.cross_entropy({x}, {target}, label_smoothing=0.1)", f"F.l1_loss({x}, {y}, reduction='none')",
                               f"F.huber_loss({x}, {y})", f"F.cosine_similarity({x}, {y}, dim=1)", f"F.nll_loss(torch.log_softmax({x}, 1), {target})",
                               f"F.pairwise_distance({x}, {y})", f"F.soft_margin_loss({x}, {y})"]))


def noise(m):
    x = m.floats()
    return bool(x) and m.add(m.rng.choice([f"F.dropout({x}, 0.3)", f"torch.rand_like({x})", f"torch.randn_like({x}) + {x}",
                                           f"torch.bernoulli(torch.sigmoid({x}))"]))


def integer(m):
    x = m.pick(lambda v: not v.dtype.is_floating_point and not v.dtype.is_complex and v.dtype != torch.bool)
    if not x:
        x = m.input(m.shape(m.rng.randint(1, 3)), high=m.rng.choice([7, 100, 3]))
    return m.add(m.rng.choice([f"{x} + 1", f"{x} % 3", f"{x} // 2", f"{x} * {x}", f"{x} & 3", f"{x} >> 1", f"{x} == 2", f"{x}.sum(-1)", f"{x}.float()",
                               f"{x}.cumsum(-1)", f"torch.bitwise_xor({x}, 5)", f"{x} / 3", f"{x}.clamp(0, 5)", f"~{x}", f"{x}.abs()", f"{x}.amax(-1)",
                               f"torch.where({x} > 2, {x}, 0)", f"{x}.to({m.dtype}).mean(-1)"]))


def complexes(m):
    x = m.pick(lambda v: v.dtype == torch.float32 and v.dim() >= 1 and v.shape[-1] % 2 == 0)
    if not x:
        return False
    return m.add(m.rng.choice([f"torch.view_as_complex({x}.reshape(*{x}.shape[:-1], -1, 2).contiguous()).abs()", f"torch.fft.rfft({x}).abs()",
                               f"torch.view_as_real(torch.view_as_complex({x}.reshape(*{x}.shape[:-1], -1, 2).contiguous()) * (1 + 2j))"]))


def many(m):
    """Operators on lists."""
    xs = [m.floats(), m.floats()]
    if not all(xs):
        return False
    return m.add(m.rng.choice([f"torch._foreach_add([{', '.join(xs)}], 1.0)", f"torch._foreach_mul([{', '.join(xs)}], 0.5)",
                               f"torch._foreach_norm([{', '.join(xs)}])", f"torch._foreach_sqrt([{', '.join(xs)}])"]), 2)


STEPS = [(unary, 22), (binary, 24), (scaled, 8), (cast, 5), (reduction, 16), (softmax, 7), (norm, 6), (view, 22), (join, 6), (gather, 8),
         (scatter, 6), (write, 5), (product, 8), (image, 8), (signal, 3), (create, 4), (loss, 3), (noise, 2), (integer, 4), (complexes, 1), (many, 1)]


def make_function(seed, dynamic):
    m = Maker(seed, dynamic)
    warnings.simplefilter("ignore")
    torch.manual_seed(seed)
    for _ in range(m.rng.randint(1, 2)):
        m.input(m.shape(m.rng.choice([1, 2, 2, 2, 3, 3, 3, 4])))
    n_lines = m.rng.choice([1, 2, 3, 4, 5, 6, 8, 10, 12, 15])
    for _ in range(n_lines * 6):
        if len(m.lines) >= n_lines:
            break
        m.rng.choices([step for step, _ in STEPS], [weight for _, weight in STEPS])[0](m)
    names = [name for found, _ in m.lines for name in found]
    ends = [name for name in names if name not in m.used] or names[-1:]
    results = ends[-4:]
    if names and m.rng.random() < 0.2:
        results = sorted(set(results) | {m.rng.choice(names)})
    return drop_unused(Program(m.inputs, m.lines, results))


def mentions(text, name):
    return name in text.translate(str.maketrans("()[],.:=*+-/<>&~%{}'\"|", " " * 22)).split()


def drop_unused(program):
    """Without inputs and lines that no result needs; a write is needed where what it writes is."""
    needed, lines = set(program.results), []
    for names, expression in reversed(program.lines):
        writes = not names and any(mentions(expression, name) for name in needed)
        if writes or needed & set(names):
            lines.append((names, expression))
            every = [name for found, _ in program.lines for name in found] + [name for name, _, _ in program.inputs]
            needed |= {name for name in every if mentions(expression, name)}
    inputs = [one for one in program.inputs if one[0] in needed]
    return Program(inputs, lines[::-1], program.results)
