#!/usr/bin/env python3
"""Files of tensors as NumPy and safetensors write them, read by Fuseloom and written again: byte for byte the same values.

    check-tensor-files.py --cli build/app/fuseloom-cli        (with a Python that has torch, numpy and safetensors)

Each element type goes through a graph that returns its input as it is (aten.clone), from npy in C and Fortran order, versions 1 to 3 and both
byte orders, and from safetensors; the saved results are loaded again and compared. Then PyTorch's own results of a small model are
expected, and a wrong one must be found."""
import argparse
import os
import subprocess
import tempfile

import numpy as np
import torch
from safetensors.torch import save_file

DTYPES = {"f32": torch.float32, "f64": torch.float64, "f16": torch.float16, "bf16": torch.bfloat16, "i8": torch.int8, "i16": torch.int16, "i32": torch.int32,
          "i64": torch.int64, "u8": torch.uint8, "u16": torch.uint16, "u32": torch.uint32, "u64": torch.uint64, "b8": torch.bool,
          "f8e4m3fn": torch.float8_e4m3fn, "f8e5m2": torch.float8_e5m2, "f8e4m3fnuz": torch.float8_e4m3fnuz, "f8e5m2fnuz": torch.float8_e5m2fnuz,
          "c64": torch.complex64}
SHAPES = [(), (5,), (3, 4), (2, 3, 4), (0, 3)]
n_checks = n_failures = 0


def check(what, ok, more=""):
    global n_checks, n_failures
    n_checks += 1
    if not ok:
        n_failures += 1
        print(f"FAILED: {what}: {str(more)[-400:]}")


def as_numpy(tensor):
    """Elements without a name in NumPy as raw bytes."""
    if tensor.dtype is torch.bfloat16:
        return tensor.view(torch.uint16).numpy().view("V2")
    if "float8" in str(tensor.dtype):
        return tensor.view(torch.uint8).numpy().view("V1")
    return tensor.numpy()


def make(dtype, shape):
    n = int(np.prod(shape))
    if dtype is torch.bool:
        return (torch.arange(n) % 3 == 0).reshape(shape)
    values = torch.randn(n, dtype=torch.complex128 if dtype.is_complex else torch.float64) * 40
    if not dtype.is_floating_point and not dtype.is_complex:
        values = values.abs() if "uint" in str(dtype) else values
    return values.to(dtype).reshape(shape)


def write_npy(path, array, version):
    with open(path, "wb") as out:
        np.lib.format.write_array(out, array, version=version, allow_pickle=False)


def graph_of(name, shape):
    text = f"{name}[{', '.join(map(str, shape))}]"
    return f'class GraphModule(torch.nn.Module):\n    def forward(self, x: "{text}"):\n        y: "{text}" = torch.ops.aten.clone.default(x)\n        return (y,)\n'


def run(cli, *words):
    return subprocess.run([cli, "run", *words, "--no-measure"], capture_output=True, text=True, timeout=120)


def check_type(cli, folder, name, shape):
    tensor = make(DTYPES[name], shape)
    array = as_numpy(tensor)
    graph = os.path.join(folder, "graph.py")
    with open(graph, "w") as out:
        out.write(graph_of(name, shape))
    path = os.path.join(folder, "x.npy")
    saved = os.path.join(folder, "saved")
    forms = [("C", array, (1, 0)), ("Fortran", np.asfortranarray(array), (2, 0)), ("version 3", array, (3, 0))]
    if array.dtype.kind != "V":
        forms.append(("big-endian", array.astype(array.dtype.newbyteorder(">")), (1, 0)))
    for form, given, version in forms:
        write_npy(path, given, version)
        done = run(cli, graph, "--input", f"x={path}", "--save-outputs", saved)
        same = done.returncode == 0 and np.load(os.path.join(saved, "out0.npy")).tobytes() == array.tobytes()
        check(f"{name} {shape} npy, {form}", same, done.stdout + done.stderr)
    path = os.path.join(folder, "all.safetensors")
    save_file({"x": tensor.contiguous()}, path)
    done = run(cli, graph, "--inputs", path, "--save-outputs", saved)
    same = done.returncode == 0 and np.load(os.path.join(saved, "out0.npy")).tobytes() == array.tobytes()
    check(f"{name} {shape} safetensors", same, done.stdout + done.stderr)


def check_expected(cli, folder):
    x, w = torch.randn(6, 16), torch.randn(16, 8)
    y = torch.softmax(x @ w, -1)
    graph = os.path.join(folder, "model.py")
    with open(graph, "w") as out:
        out.write('class GraphModule(torch.nn.Module):\n    def forward(self, x: "f32[s0, 16]", w: "f32[16, 8]"):\n'
                  '        mm: "f32[s0, 8]" = torch.ops.aten.mm.default(x, w)\n        y: "f32[s0, 8]" = torch.ops.aten._softmax.default(mm, 1, False)\n        return (y,)\n')
    given, expected = os.path.join(folder, "given.safetensors"), os.path.join(folder, "expected.safetensors")
    save_file({"x": x, "w": w}, given)
    save_file({"y": y}, expected)
    done = run(cli, graph, "--inputs", given, "--expect", expected, "--require-verified")
    check("PyTorch's result is met", done.returncode == 0 and "agrees with the given results: all 3" in done.stdout, done.stdout + done.stderr)
    save_file({"out0": y + 1e-3}, expected)
    done = run(cli, graph, "--inputs", given, "--expect", expected)
    check("a wrong result is found", done.returncode == 3 and "DISAGREES with the given results" in done.stdout, done.stdout + done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    cli = parser.parse_args().cli
    torch.manual_seed(1)
    with tempfile.TemporaryDirectory() as folder:
        for name in DTYPES:
            for shape in SHAPES:
                check_type(cli, folder, name, shape)
        check_expected(cli, folder)
    print(f"{n_checks} checks, {n_failures} failures")
    return n_failures > 0


if __name__ == "__main__":
    raise SystemExit(main())
