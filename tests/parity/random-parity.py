#!/usr/bin/env python3
"""Compile random programs with the Inductor that is installed, and compare partitions and reports with Fuseloom's.

    random-parity.py --cli PATH/TO/fuseloom-cli [--device cpu|cuda] [--seed S] [--count N] [--kinds functions,blocks]
                     [--keep FOLDER] [--shrink] [--list]
    random-parity.py --cli PATH/TO/fuseloom-cli --again FOLDER       compare what an earlier run kept once more

Programs are functions of PyTorch's interface (parity_functions.py) and blocks of public kinds of models
(parity_blocks.py), a third with symbolic sizes.  Each is compiled up to the wrapper's text and stopped there; the
folder that is compared is what PyTorch's own debugging output writes.  With --device cuda on a machine without a GPU
the device is made up (tests/golden/fake_cuda.py).  What differs is grouped by its first differing line without names
and numbers; --shrink makes the first program of each group smaller.
"""
import argparse
import collections
import contextlib
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import warnings
from unittest import mock

import torch
import torch._dynamo
import torch._inductor.compile_fx as compile_fx
import torch._inductor.config as inductor_config
import torch._inductor.debug as inductor_debug

import parity_blocks
import parity_functions

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "..", "golden")
TEXTS = ("fx_graph_transformed.py", "ir_pre_fusion.txt", "ir_post_fusion.txt")
MOST_TRIES = 60


class Stopped(Exception):
    """Thrown when the wrapper's text has been written."""


class Skip(Exception):
    """Why a program is not compared."""


# --- compiling ---

@contextlib.contextmanager
def writing(folder):
    """Inductor writes its debugging output into `folder` and stops at the wrapper."""
    real_lowering = compile_fx.GraphLowering

    class Watched(real_lowering):
        def compile_to_module(self):
            code = self.codegen()[0]
            with open(os.path.join(folder, "output_code.py"), "w") as out:
                out.write(getattr(code, "value", code))
            raise Stopped

        _compile_to_module = compile_to_module

    def make_folder(self, name):
        os.makedirs(folder, exist_ok=True)
        return folder

    with mock.patch.object(compile_fx, "GraphLowering", Watched), \
            mock.patch.object(inductor_debug.DebugContext, "create_debug_dir", make_folder):
        yield


def compile_program(text, device, folder, is_training=False):
    """Writes the debug folder of the program's (first) graph."""
    space = {}
    exec(compile(text, "<program>", "exec"), space)
    torch._dynamo.reset()
    torch.manual_seed(0)
    arguments = []
    with torch.device(device):
        for expression, dims in space["INPUTS"]:
            value = eval(expression, space)
            for dim in dims:
                torch._dynamo.maybe_mark_dynamic(value, dim)
            arguments.append(value)
        function = space.get("function") or space["make_module"]()
    settings = {"force_disable_caches": True, "fx_graph_cache": False, "compile_threads": 1, "trace.enabled": True,
                "shape_padding": device == "cpu"}
    try:
        with torch.no_grad(), inductor_config.patch(settings), writing(folder):
            torch.compile(function, backend="inductor")(*arguments)
    except Exception as error:
        if not os.path.exists(os.path.join(folder, "output_code.py")):
            raise Skip(f"{type(error).__name__}: {str(error).strip().splitlines()[0][:90]}")
    if not all(os.path.exists(os.path.join(folder, name)) for name in TEXTS):
        raise Skip("Inductor schedules nothing")
    with open(os.path.join(folder, "program.py"), "w") as out:
        out.write(text)


# --- comparing ---

def judge(row):
    """(partition is equal, text before is, text after is, sort of difference) from a row of the command line's report."""
    if "unreadable" in row or "error" in row:
        return False, False, False, "not read: " + sort_of_line(re.sub(r"^\S*/", "", row.get("unreadable") or row["error"]))
    texts = [row["pre_fusion"], row["post_fusion"]]
    equal = [text["verdict"] in ("identical", "blanks") for text in texts]
    first = next((text for text, same in zip(texts, equal) if not same), {})
    sort = f"{sort_of_line(first.get('first_theirs', ''))} | {sort_of_line(first.get('first_ours', ''))}"
    return row["partition"]["equal"], *equal, sort if first is texts[0] else "after: " + sort


def read_verdicts(cli, folders):
    """{folder: judge's}"""
    found = {}
    for start in range(0, len(folders), 40):
        part = folders[start:start + 40]
        done = subprocess.run([cli, "parity", "--json", *part], capture_output=True, text=True, check=False)
        try:
            rows = json.loads(done.stdout)
        except ValueError:
            rows = []
        if len(rows) == len(part):
            found.update(zip(part, map(judge, rows)))
        elif len(part) > 1:  # one of them ends the program: find out which
            for folder in part:
                found.update(read_verdicts(cli, [folder]))
        else:
            found[part[0]] = (False, False, False, f"exit {done.returncode}: {done.stderr.strip()[-200:]}")
    return found


def sort_of_line(line):
    """A differing line without names and numbers, to count causes by."""
    line = re.sub(r"\b(buf|op|arg|p|c|d|i|z|s|u|tmp|primals_|get_index_|load_|constant_|index_expr_|where_)\d+(_\d+)*\b", r"\1N", line.strip())
    return re.sub(r"-?\d+(\.\d+)?(e-?\d+)?", "N", line)[:100]


# --- making a program smaller ---

def candidates(program):
    """Smaller programs: fewer results, fewer lines, a new input for a value."""
    if len(program.results) > 1:
        for name in program.results:
            yield parity_functions.Program(program.inputs, program.lines, [name])
        for name in program.results:
            yield parity_functions.Program(program.inputs, program.lines, [other for other in program.results if other != name])
    space = {}
    exec("import torch\nimport torch.nn.functional as F", space)
    for name, expression, _ in program.inputs:
        space[name] = eval(expression, space)
    for position, (names, expression) in enumerate(program.lines):
        if not names:
            yield parity_functions.Program(program.inputs, program.lines[:position] + program.lines[position + 1:], program.results)
            exec(expression, space)
            continue
        values = eval(expression, space)
        values = [values] if len(names) == 1 else list(values)
        space.update(zip(names, values))
        inputs = []
        for name, value in zip(names, values):
            dtype = f", dtype={value.dtype}"
            made = f"torch.randn({tuple(value.shape)}{dtype})" if value.dtype.is_floating_point else f"torch.randint(0, 2, {tuple(value.shape)}{dtype})"
            inputs.append((name, made, []))
        if set(names) - set(program.results):
            yield parity_functions.Program(program.inputs + inputs, program.lines[:position] + program.lines[position + 1:],
                                           [name for name in program.results if name not in names] or program.results)


def shrink(program, still_differs):
    """The smallest program found that still differs in the same way."""
    tries, again = 0, True
    while again and tries < MOST_TRIES:
        again = False
        for smaller in candidates(program):
            smaller = parity_functions.drop_unused(smaller)
            if len(smaller.lines) + len(smaller.results) >= len(program.lines) + len(program.results):
                continue
            tries += 1
            if tries >= MOST_TRIES:
                break
            if still_differs(smaller.text()):
                program, again = smaller, True
                break
    return program


# --- the run ---

def make_programs(kinds, seed, count):
    """(name, program or text) for each seed; every third has symbolic sizes."""
    for i in range(seed, seed + count):
        dynamic = i % 3 == 0
        kind = kinds[i % len(kinds)]
        if kind == "functions":
            program = parity_functions.make_function(i, dynamic)
            if program.lines:
                yield f"function-{i}{'-dynamic' if dynamic else ''}", program
        else:
            yield f"block-{i}{'-dynamic' if dynamic else ''}", parity_blocks.make_block(i, dynamic)


def text_of(program):
    return program if isinstance(program, str) else program.text()


def compile_all(args, keep):
    """{folder: program} and how many were skipped for which reason."""
    folders, skipped = {}, collections.Counter()
    for name, program in make_programs(args.kinds.split(","), args.seed, args.count):
        folder = os.path.join(keep, name)
        try:
            os.makedirs(folder, exist_ok=True)
            compile_program(text_of(program), args.device, folder)
            folders[folder] = program
        except Skip as reason:
            skipped[str(reason)] += 1
    return folders, skipped


def report(args, folders, verdicts, skipped):
    rows = [verdicts[folder] for folder in folders]
    n = max(1, len(rows))
    for what, chosen in (("all", rows), ("dynamic", [verdicts[f] for f in folders if f.endswith("-dynamic")])):
        n = max(1, len(chosen))
        print(f"{args.device} {what}: {len(chosen)} graphs; partition equal {sum(r[0] for r in chosen)} ({100 * sum(r[0] for r in chosen) / n:.1f} %), "
              f"both texts identical {sum(r[1] and r[2] for r in chosen)} ({100 * sum(r[1] and r[2] for r in chosen) / n:.1f} %)")
    print(f"skipped {sum(skipped.values())}: " + "; ".join(f"{count} {reason}" for reason, count in skipped.most_common(8)))
    groups = collections.defaultdict(list)
    for folder in folders:
        if not all(verdicts[folder][:3]):
            groups[verdicts[folder][3]].append(folder)
    for sort, names in sorted(groups.items(), key=lambda item: -len(item[1])):
        print(f"{len(names):4}  {sort}\n        {' '.join(os.path.basename(name) for name in names[:6])}")
    return groups


def shrink_groups(args, folders, groups):
    for sort, names in groups.items():
        program = folders[names[0]]
        if isinstance(program, str):
            continue

        def still_differs(text):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    compile_program(text, args.device, folder)
                except Skip:
                    return False
                verdict = read_verdicts(args.cli, [folder])[folder]
                return not all(verdict[:3]) and verdict[3] == sort
        smaller = shrink(program, still_differs)
        print(f"\n--- {sort} ({os.path.basename(names[0])})\n{smaller.text()}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", required=True, help="the fuseloom-cli to compare")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--kinds", default="functions,blocks")
    parser.add_argument("--keep", metavar="FOLDER", help="keep what Inductor made, a folder for each graph")
    parser.add_argument("--again", metavar="FOLDER", help="compare the folders that --keep left")
    parser.add_argument("--shrink", action="store_true", help="make the first program of each group smaller")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    sys.path.insert(0, GOLDEN)
    context = contextlib.nullcontext()
    if args.device == "cuda" and not torch.cuda.is_available():
        from fake_cuda import fake_cuda
        context = fake_cuda()
    with context, tempfile.TemporaryDirectory() as scratch:
        if args.again:
            names = sorted(entry for entry in os.listdir(args.again) if os.path.exists(os.path.join(args.again, entry, "program.py")))
            folders, skipped = {os.path.join(args.again, name): "" for name in names}, collections.Counter()
        else:
            folders, skipped = compile_all(args, args.keep or scratch)
        groups = report(args, folders, read_verdicts(args.cli, list(folders)), skipped)
        if args.shrink and not args.again:
            shrink_groups(args, folders, groups)


if __name__ == "__main__":
    main()
