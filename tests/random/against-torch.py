#!/usr/bin/env python3
"""Run random programs in PyTorch, eagerly, and compare with what the reference interpreter computed.

    against-torch.py FOLDER [--verbose]

FOLDER is what `random-programs --dump FOLDER [--each N | --seed S --count M]` wrote: programs with their inputs and the interpreter's
results.  Each line of the report is a class of differences with the number of programs and the first of them.  Exit 1 when there
are differences; what PyTorch itself refuses is counted apart.
"""
import argparse
import collections
import glob
import json
import os
import re
import sys
import warnings

import numpy
import torch
import torch._inductor.inductor_prims  # noqa: F401: defines prims.fma and others
from torch import device, inf, nan  # noqa: F401: the programs use them

TYPES = {"b8": torch.bool, "u8": torch.uint8, "i8": torch.int8, "i16": torch.int16, "i32": torch.int32, "i64": torch.int64,
         "f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64,
         "f8e4m3fn": torch.float8_e4m3fn, "f8e5m2": torch.float8_e5m2, "c32": torch.complex32, "c64": torch.complex64,
         "c128": torch.complex128}
INPUT = re.compile(r'(\w+): "(?:(\w+)\[([^\]]*)\]\[([^\]]*)\]cpu|Sym\((\w+)\))"')
UNIT = {torch.float16: 2 ** -10, torch.bfloat16: 2 ** -7, torch.float32: 2 ** -23, torch.float64: 2 ** -52,
        torch.float8_e4m3fn: 2 ** -3, torch.float8_e5m2: 2 ** -2}
# Whose numbers are PyTorch's own random ones; whose input changes its sizes, not its elements; what eager mode adds twice.
NOT_COMPARED = re.compile(r"aten\.(rand|dropout|native_dropout|bernoulli|uniform|normal_|exponential|(squeeze|unsqueeze|t|transpose)_\.)"
                          r"|prims\._unsafe_index_put_")
# Differences with a reason, counted apart: the operators, the difference, and why (data/docs/agreement.md, where eager PyTorch differs).
# A reason that depends on how operands lie or on their types has an expression for the program, too.
EXPLAINED = [
    (r"aten\.(median|nanmedian|kthvalue|mode|topk|sort|argsort)\.", r"integers differ", "which of equal elements is open"),
    (r"aten\.gelu(_|_backward)?\.", r"numbers differ", "eager mode's tanh form cancels in f32, far below 0"),
    (r"aten\.logit_backward\.", r"infinities of other signs", "compiled PyTorch divides by -0"),
    (r"aten\.upsample_(bilinear2d|linear1d|trilinear3d)\.", r"NaN in other places", "compiled PyTorch subtracts infinities"),
    (r"aten\._?upsample_nearest(_exact)?3d", r"zeros of other signs", "eager mode adds 0 to what it copies"),
    (r"aten\.softshrink\.", r"zeros of other signs", "compiled PyTorch multiplies by 0, which keeps the sign"),
    (r"aten\.special_\w+_polynomial_\w+\.", r"zeros of other signs", "the sign of a polynomial's 0 is its recurrence's"),
    (r"aten\.hardsigmoid_backward\.", r"numbers differ", "eager mode's sixth of f64 has the digits of f32"),
    (r"aten\.(special_)?polygamma\.", r"numbers differ", "eager mode's series of f64 ends after 9 digits"),
    (r"aten\._cdist_(forward|backward)\.", r"NaN in other places", "eager mode's largest difference loses NaN where no vector fits"),
    (r"aten\.lcm\.", r"integers differ", "compiled PyTorch wraps narrow products before their sign goes"),
    (r"hardtanh_backward\.|(hard|soft)shrink_backward\.", r"NaN in other places", "compiled PyTorch leaves the slope where the number is none"),
    (r"smooth_l1_loss_backward\.", r"NaN in other places", "compiled PyTorch multiplies by the sign, which is 0 of what is no number"),
    (r"(layer|group|batch|instance)_norm(?!_backward)|\.(var|std)_mean\.", r"NaN in other places", "eager mode's running mean of infinity is no number"),
    (r"nll_loss(2d)?_backward\.", r"NaN in other places", "compiled PyTorch multiplies the slope by 0"),
    (r"attention.*_backward\.", r"numbers differ", "slopes are differences of nearly equal sums, in f32"),
    (r"bessel_[jy][01]\.|airy_ai\.", r"numbers differ", "eager mode's constants have 6 to 9 digits", r'"(f64|[iu]\d+)\['),
    (r"_embedding_bag(_forward_only)?\.", r"numbers differ|integers differ", "eager mode's kernel reads indices as if they were dense",
     r'"i(32|64)\[\w+\]\[(?!1\])\w+\]cpu'),
    (r"aten\.(any|all)\.dims", r"^shape", "compiled PyTorch takes no dimensions for all of them", r"(any|all)\.dims\(\w+, \[\]"),
    (r"aten\.prod\.", r"(NaN|infinities) in other places", "products leave the range on the way or do not, in whatever order"),
    (r"_flash_attention_for_cpu\.", r"numbers differ|NaN|infinities", "eager mode's kernel reads the last dimension as if it were dense",
     r'"\w+\[[^]]*\]\[\d+, \d+, \d+, (?!1\])\d+\]cpu'),
    (r"_weight_norm_interface\.", r"numbers differ|NaN|infinities|integers", "eager mode lays norms out as the weights lie, all in one place",
     r'"\w+\[[^]]*\]\[[^]]*\b0\b[^]]*\]cpu'),
]
UNITS = 64  # that results of a few operators may be off by, beside the largest number of the result


def numbers(text, sizes):
    return [int(eval(word, {}, dict(sizes))) for word in text.split(",") if word.strip()]


def read_sizes(text):
    """What the first line of sizes gives its symbols: {"s0": 5}."""
    line = re.search(r"^# sizes (.*)$", text, re.MULTILINE)
    return {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", line.group(1) if line else "")}


def make_input(dtype, sizes, strides, path):
    """A tensor with these strides, alone in its memory."""
    tensor = torch.empty_strided(sizes, strides, dtype=dtype)
    values = torch.from_numpy(numpy.load(path).reshape(sizes).copy())
    length = 1 + sum(max(size - 1, 0) * stride for size, stride in zip(sizes, strides))
    if 0 in sizes:
        return tensor
    flat = torch.zeros(length, dtype=dtype)
    tensor = torch.empty(0, dtype=dtype).set_(flat.untyped_storage(), 0, sizes, strides)  # no view: detach_ refuses those
    repeated = [0 if stride == 0 else slice(None) for stride in strides]
    flat.as_strided(sizes, strides)[tuple(repeated)] = values[tuple(repeated)].to(dtype)
    return tensor


def flatten(results):
    for result in results if isinstance(results, (list, tuple)) else [results]:
        if isinstance(result, (list, tuple)):
            yield from flatten(result)
        else:
            yield result


def compare(got, path):
    """None, or how they differ."""
    expected = numpy.load(path)
    if list(got.shape) != list(expected.shape):
        return f"shape {list(got.shape)} instead of {list(expected.shape)}"
    if got.is_complex() and expected.dtype.kind == "c":
        got, expected = torch.view_as_real(got.resolve_conj()), torch.view_as_real(torch.from_numpy(expected)).numpy()
    if got.is_floating_point() != (expected.dtype.kind == "f"):
        return f"dtype {got.dtype} instead of {expected.dtype}"
    ours, theirs = torch.from_numpy(expected), got.detach()
    if not got.is_floating_point():
        return None if torch.equal(ours, theirs.to(torch.int64)) else "integers differ"
    theirs = theirs.to(torch.float64)
    if not torch.equal(ours.isnan(), theirs.isnan()):
        return "NaN in other places"
    if not torch.equal(ours.isinf(), theirs.isinf()):
        return "infinities in other places"
    finite = ours.isfinite()
    if not torch.equal(ours[~finite].nan_to_num(), theirs[~finite].nan_to_num()):
        return "infinities of other signs"
    ours, theirs = ours[finite], theirs[finite]
    if ours.numel() == 0:
        return None
    if torch.equal(ours, theirs) and not torch.equal(ours.signbit(), theirs.signbit()):
        return "zeros of other signs"
    scale = max(ours.abs().max().item(), 2 ** -126)
    worst = (ours - theirs).abs().max().item() / scale
    return None if worst <= UNITS * UNIT[got.dtype] else "numbers differ"


def run_program(stem):
    """[differences]; raises what PyTorch raises."""
    text = open(stem + ".py").read()
    space = {"torch": torch, "device": device, "inf": inf, "nan": nan}
    exec(text, space)
    inputs, positions, sizes_of = [], [], read_sizes(text)
    signature = text[text.index("def forward"):].split("\n")[0]
    for position, (_, dtype, sizes, strides, symbol) in enumerate(INPUT.findall(signature)):
        if symbol:
            inputs.append(sizes_of[symbol])
            continue
        positions.append(position)
        inputs.append(make_input(TYPES[dtype], numbers(sizes, sizes_of), numbers(strides, sizes_of), f"{stem}.in.{position}.npy"))
    results = list(flatten(space["GraphModule"]().forward(*inputs)))
    found = []
    for position, result in enumerate(results):
        path = f"{stem}.out.{position}.npy"
        if isinstance(result, torch.Tensor) and os.path.exists(path):
            found.append(compare(result, path))
    for position, tensor in zip(positions, [tensor for tensor in inputs if isinstance(tensor, torch.Tensor)]):
        difference = compare(tensor, f"{stem}.after.{position}.npy")
        if difference is not None:
            found.append("an input after it: " + difference)
    return [difference for difference in found if difference is not None]


def name_operators(stem):
    return ", ".join(sorted(set(re.findall(r"torch\.ops\.([\w.]+)", open(stem + ".py").read()))))


def explain(stem, operators, difference):
    for names, what, reason, *program in EXPLAINED:
        if re.search(names, operators) and re.search(what, difference) and all(re.search(words, open(stem + ".py").read()) for words in program):
            return reason
    return None


def try_program(stem):
    """["refused", why] or ["ran", differences]."""
    try:
        return ["ran", run_program(stem)]
    except Exception as error:  # whatever PyTorch says
        return ["refused", (str(error).splitlines() or [type(error).__name__])[0][:110]]


def run_programs(stems):
    """Yields (stem, verdict) from a child, and from another one after a program that PyTorch does not survive."""
    while stems:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            with open(writing, "w") as out:
                for stem in stems:
                    out.write(json.dumps([stem, try_program(stem)]) + "\n")
                    out.flush()
            os._exit(0)
        os.close(writing)
        n_done = 0
        with open(reading) as lines:
            for line in lines:
                n_done += 1
                yield json.loads(line)
        os.waitpid(child, 0)
        if n_done < len(stems):
            yield [stems[n_done], ["refused", "PyTorch crashes"]]
            n_done += 1
        stems = stems[n_done:]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--verbose", action="store_true", help="what PyTorch refuses, too")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    classes, refused, n_equal, n_skipped = collections.defaultdict(list), collections.defaultdict(list), 0, 0
    explained = collections.defaultdict(set)
    stems = [path[:-len(".py")] for path in sorted(glob.glob(os.path.join(args.folder, "*.py")))]
    compared = [stem for stem in stems if not NOT_COMPARED.search(name_operators(stem))]
    n_skipped = len(stems) - len(compared)
    for stem, (how, differences) in run_programs(compared):
        operators = name_operators(stem)
        if how == "refused":
            refused[f"{operators}: {differences}"].append(stem)
            continue
        n_equal += not differences
        for difference in set(differences):
            reason = explain(stem, operators, difference)
            if reason is not None:
                explained[reason].add(stem)
                continue
            classes[f"{operators}: {re.sub('[0-9]+', '#', difference)}"].append(stem)
    for name, stems in sorted(classes.items(), key=lambda item: -len(item[1])):
        print(f"{len(stems):5}  {name}  ({stems[0]})")
    for reason, stems in sorted(explained.items()):
        print(f"{len(stems):5}  explained: {reason}  ({min(stems)})")
    if args.verbose:
        for name, stems in sorted(refused.items(), key=lambda item: -len(item[1])):
            print(f"{len(stems):5}  PyTorch refuses {name}  ({stems[0]})")
    print(f"{n_equal} programs agree, {len({stem for stems in classes.values() for stem in stems})} differ, "
          f"{sum(map(len, refused.values()))} are refused by PyTorch, {n_skipped} are not compared")
    return 1 if classes else 0


if __name__ == "__main__":
    sys.exit(main())
