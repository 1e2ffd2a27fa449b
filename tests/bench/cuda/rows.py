"""The rows and blocks of the GPU benchmark: what is computed, on which sizes, and how many bytes it must move.

A row is memory-bound: `bytes` counts each input that is read and each result that is written once. A block, of no
bytes, is a part of a model."""
import math
import os
import sys

import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "data", "graphs"))

ELEMENTS = 1 << 26  # of the large operand of a row in f32; twice as many of bf16: 256 MiB, more than any L2 cache


class Row:
    def __init__(self, name, function, inputs, n_bytes):
        self.name, self.function, self.inputs, self.bytes = name, function, inputs, n_bytes


def softmax(x):
    return torch.softmax(x, dim=-1)


def layer_norm(x, weight, bias):
    return F.layer_norm(x, (x.shape[-1],), weight, bias)


def rms_norm(x, weight):
    return F.rms_norm(x, (x.shape[-1],), weight)


def add_relu(x, y):
    return torch.relu(x + y)


def bias_gelu_residual(x, bias, y):
    return F.gelu(x + bias, approximate="tanh") + y


def column_sum(x):
    return x.sum(dim=0)


def transpose_add(x, y):
    return x.t() + y


def cross_entropy(x, target):
    return F.cross_entropy(x, target)


def rotary(x, cosine, sine):
    half = x.shape[-1] // 2
    return x * cosine + torch.cat([-x[..., half:], x[..., :half]], dim=-1) * sine



def make_rows_of(dtype, name, device, scale):
    """The rows of one type. Inputs are made when they are needed: all together would fill the device's memory."""
    rows = []
    n = ELEMENTS * (4 // dtype.itemsize) // scale

    def tensor(*sizes):
        return torch.randn(*sizes, device=device, dtype=torch.float32).to(dtype)

    def add(title, function, *makers, written):
        def inputs():
            torch.manual_seed(0)
            return [make() for make in makers]

        rows.append(Row(f"{title}-{name}", function, inputs, written))

    for columns in (256, 1024, 4096, 32768, 131072):
        add(f"softmax-{columns}", softmax, lambda c=columns: tensor(n // c, c), written=2 * n * dtype.itemsize)
    for columns in (4096, 768):
        count = n // columns * columns
        add(f"layer-norm-{columns}", layer_norm, lambda c=columns: tensor(n // c, c), lambda c=columns: tensor(c),
            lambda c=columns: tensor(c), written=2 * count * dtype.itemsize)
    add("rms-norm-4096", rms_norm, lambda: tensor(n // 4096, 4096), lambda: tensor(4096),
        written=2 * n * dtype.itemsize)
    add("add-relu", add_relu, lambda: tensor(n), lambda: tensor(n), written=3 * n * dtype.itemsize)
    add("bias-gelu-residual", bias_gelu_residual, lambda: tensor(n // 4096, 4096), lambda: tensor(4096),
        lambda: tensor(n // 4096, 4096), written=3 * n * dtype.itemsize)
    add("column-sum", column_sum, lambda: tensor(n // 4096, 4096), written=n * dtype.itemsize)
    side = 1 << int(math.log2(ELEMENTS // scale) / 2)  # square, of as many elements of either type
    add("transpose-add", transpose_add, lambda: tensor(side, side), lambda: tensor(side, side),
        written=3 * side * side * dtype.itemsize)
    add("cross-entropy-32768", cross_entropy, lambda: tensor(n // 32768, 32768),
        lambda: torch.randint(0, 32768, (n // 32768,), device=device), written=n * dtype.itemsize)
    positions = 2048 // min(scale, 16)
    add("rotary", rotary, lambda: tensor(n // (positions * 128), positions, 128), lambda: tensor(positions, 128),
        lambda: tensor(positions, 128), written=2 * n * dtype.itemsize)
    return rows


def make_rows(device, scale=1):
    """scale: elements are divided by it, for checks, and for machines without a GPU, where only the graphs are wanted."""
    return make_rows_of(torch.float32, "f32", device, scale) + make_rows_of(torch.bfloat16, "bf16", device, scale)


def make_blocks(device, is_small=False):
    """GPT-2 blocks of 8 x 1024 and 1 x 128 positions, a Llama block of 4 x 2048, a residual bottleneck of 64 images.
    is_small: of fewer positions, images and channels, to be compared with the reference."""
    import importlib

    import blocks as models

    samples = importlib.import_module("make-samples")

    def model(kind, *args):
        torch.manual_seed(0)
        return kind(*args).to(device).to(torch.bfloat16).eval()

    def x(*sizes):
        return torch.randn(*sizes, device=device, dtype=torch.float32).to(torch.bfloat16)

    def angles(length, depth):
        angle = torch.arange(length)[:, None] * 10000.0 ** (-torch.arange(depth // 2) * 2 / depth)
        angle = torch.cat([angle, angle], dim=-1).to(device)
        return [angle.cos().to(torch.bfloat16), angle.sin().to(torch.bfloat16)]

    blocks = []

    def add(name, make, inputs):
        blocks.append(Row(name, make, inputs, 0))

    width, heads = (128, 2) if is_small else (768, 12)
    long, batch = (128, 2) if is_small else (1024, 8)
    add("gpt2-8x1024", lambda: model(models.Gpt2Block, width, heads), lambda: [x(batch, long, width)])
    add("gpt2-1x128", lambda: model(models.Gpt2Block, width, heads), lambda: [x(1, 128, width)])
    llama = (256, 4, 2, 512) if is_small else (2048, 16, 4, 5632)
    positions = 128 if is_small else 2048
    add("llama-4x2048", lambda: model(models.LlamaBlock, *llama),
        lambda: [x(4, positions, llama[0]), *angles(positions, llama[0] // llama[1])])
    channels, images, side = (64, 2, 14) if is_small else (256, 64, 56)
    add("bottleneck-nchw", lambda: model(samples.Bottleneck, channels, channels // 4),
        lambda: [x(images, channels, side, side)])
    add("bottleneck-nhwc",
        lambda: model(samples.Bottleneck, channels, channels // 4).to(memory_format=torch.channels_last),
        lambda: [x(images, channels, side, side).to(memory_format=torch.channels_last)])
    return blocks
