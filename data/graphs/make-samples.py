#!/usr/bin/env python3
"""Write the sample graphs of this folder with PyTorch.

    make-samples.py [-o FOLDER] [NAME ...]

Every model below is our own.  PyTorch compiles it for the CPU up to the point where Inductor would
lower the graph; there the graph is written as text, with shape, stride and device of every value, and
the compilation is given up, so that neither a C++ compiler nor a GPU is needed.  What is written is thus
the graph after all of Inductor's graph passes: composite operators are decomposed, views are reshapes,
and the weights are inputs.  Any PyTorch from 2.6 on will do; the files kept here were made with 2.15.
"""
import argparse
import math
import os
import re

import torch
import torch.nn.functional as F
from torch import nn

import torch._inductor.compile_fx as compile_fx
import torch._inductor.config as inductor_config
import torch._inductor.fx_passes.fuse_attention as fuse_attention

# Attention shall stay in its parts: do not let the pattern matcher learn its replacement by one operator.
fuse_attention._sfdp_init = lambda *args, **kwargs: None

# --- the models, in the order of index.json ---


def add_relu(x, y):
    return torch.relu(x + y)


def add_relu_shared(x, y, weight):
    total = x + y
    return torch.relu(total), total @ weight


def softmax(x):
    return torch.softmax(x, dim=1)


def softmax_outer(x):
    return torch.softmax(x, dim=0)


def layer_norm(x, weight, bias):
    return F.layer_norm(x, weight.shape, weight, bias)


def long_reduction(x):
    return x.sum(dim=(1, 2))


class RmsNorm(nn.Module):
    def __init__(self, width, eps=1e-5):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x):
        scale = torch.rsqrt(x.pow(2).mean(dim=-1, keepdim=True) + self.eps)
        return x * scale * self.weight


class Mlp(nn.Module):
    def __init__(self, width, inner, approximate="none"):
        super().__init__()
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)
        self.approximate = approximate

    def forward(self, x):
        return self.down(F.gelu(self.up(x), approximate=self.approximate))


def attend(query, key, value, mask=None):
    """softmax (Q / sqrt (d) K') V for (heads, positions, d), written out so that its steps can be seen."""
    scores = torch.bmm(query / math.sqrt(query.shape[-1]), key.transpose(1, 2))
    if mask is not None:
        scores = scores.masked_fill(mask, float("-inf"))
    return torch.bmm(torch.softmax(scores, dim=-1), value)


def split_heads(x, n_heads):
    """(batch, positions, width) to (batch * heads, positions, width / heads)"""
    batch, length, width = x.shape
    x = x.view(batch, length, n_heads, width // n_heads).transpose(1, 2)
    return x.reshape(batch * n_heads, length, width // n_heads)


def join_heads(x, n_heads):
    heads, length, depth = x.shape
    x = x.view(heads // n_heads, n_heads, length, depth).transpose(1, 2)
    return x.reshape(heads // n_heads, length, n_heads * depth)


class Bottleneck(nn.Module):
    """The block of a deep residual network: 1x1, 3x3 and 1x1 convolutions, each with a batch norm."""

    def __init__(self, width, inner):
        super().__init__()
        self.conv1 = nn.Conv2d(width, inner, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(inner)
        self.conv2 = nn.Conv2d(inner, inner, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(inner)
        self.conv3 = nn.Conv2d(inner, width, 1, bias=False)
        self.norm3 = nn.BatchNorm2d(width)

    def forward(self, x):
        y = torch.relu(self.norm1(self.conv1(x)))
        y = torch.relu(self.norm2(self.conv2(y)))
        return torch.relu(self.norm3(self.conv3(y)) + x)


class Gpt2Block(nn.Module):
    def __init__(self, width, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.mlp = Mlp(width, 4 * width, approximate="tanh")

    def forward(self, x):
        length = x.shape[1]
        position = torch.arange(length, device=x.device)
        future = position[None, :] > position[:, None]
        query, key, value = self.qkv(self.norm1(x)).chunk(3, dim=-1)
        query, key, value = (split_heads(part, self.n_heads) for part in (query, key, value))
        x = x + self.out(join_heads(attend(query, key, value, future), self.n_heads))
        return x + self.mlp(self.norm2(x))


def rotate(x, cosine, sine):
    """Rotary position embedding: each pair (i, i + d/2) turns by an angle that grows with the position."""
    half = x.shape[-1] // 2
    turned = torch.cat([-x[..., half:], x[..., :half]], dim=-1)
    return x * cosine + turned * sine


class LlamaBlock(nn.Module):
    def __init__(self, width, n_heads, inner):
        super().__init__()
        self.n_heads = n_heads
        self.norm1 = RmsNorm(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.norm2 = RmsNorm(width)
        self.gate = nn.Linear(width, inner, bias=False)
        self.up = nn.Linear(width, inner, bias=False)
        self.down = nn.Linear(inner, width, bias=False)

    def forward(self, x, frequencies):
        length = x.shape[1]
        position = torch.arange(length, device=x.device)
        future = position[None, :] > position[:, None]
        angle = position[:, None] * frequencies[None, :]
        angle = torch.cat([angle, angle], dim=-1)
        cosine, sine = angle.cos(), angle.sin()
        y = self.norm1(x)
        query = rotate(split_heads(self.query(y), self.n_heads), cosine, sine)
        key = rotate(split_heads(self.key(y), self.n_heads), cosine, sine)
        value = split_heads(self.value(y), self.n_heads)
        x = x + self.out(join_heads(attend(query, key, value, future), self.n_heads))
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


# --- name: (model, example inputs, which dimensions are symbolic as (input, dimension)) ---

SAMPLES = {
    "add-relu": lambda: (add_relu, (torch.randn(256, 1024), torch.randn(1024)), ()),
    "add-relu-shared": lambda: (add_relu_shared,
                                (torch.randn(256, 1024), torch.randn(1024), torch.randn(1024, 128)), ()),
    "softmax": lambda: (softmax, (torch.randn(10, 3840),), ()),
    "softmax-outer": lambda: (softmax_outer, (torch.randn(4096, 1024),), ()),
    "layer-norm": lambda: (layer_norm, (torch.randn(512, 768), torch.randn(768), torch.randn(768)), ()),
    "rms-norm": lambda: (RmsNorm(1024), (torch.randn(512, 1024),), ()),
    "long-reduction": lambda: (long_reduction, (torch.randn(10, 384000, 5),), ()),
    "mlp-gelu": lambda: (Mlp(256, 1024), (torch.randn(64, 256),), ()),
    "attention": lambda: (attend, tuple(torch.randn(8, 128, 64) for _ in range(3)), ()),
    "conv-bn-relu": lambda: (Bottleneck(256, 64).eval(), (torch.randn(1, 256, 28, 28),), ()),
    "gpt2-block": lambda: (Gpt2Block(256, 4), (torch.randn(2, 64, 256),), ()),
    "llama-block": lambda: (LlamaBlock(256, 4, 688),
                            (torch.randn(2, 64, 256), 10000.0 ** (-torch.arange(32) / 32)), ()),
    "softmax-dynamic": lambda: (softmax, (torch.randn(96, 1024),), ((0, 0),)),
}


class GraphTaken(Exception):
    """Thrown instead of lowering the graph: we have seen it, nothing more is wanted."""


def take_graph(model, inputs, symbolic):
    """The text of the graph that Inductor would lower for model (*inputs)."""
    taken = []

    def stop_here(module, *args, **kwargs):
        taken.append(module.print_readable(print_output=False, include_stride=True, include_device=True))
        raise GraphTaken

    for which, dim in symbolic:
        torch._dynamo.mark_dynamic(inputs[which], dim)
    torch._dynamo.reset()
    lowering = compile_fx.GraphLowering
    compile_fx.GraphLowering = stop_here
    try:
        with torch.no_grad(), inductor_config.patch(fx_graph_cache=False, force_disable_caches=True):
            torch.compile(model, backend="inductor", fullgraph=True)(*inputs)
    except Exception:
        if not taken:
            raise
    finally:
        compile_fx.GraphLowering = lowering
    if len(taken) != 1:
        raise SystemExit(f"expected one graph, got {len(taken)}")
    return taken[0]


def tidy(text):
    """Paths in comments without the folders of this machine; symbols counted from s0 in order of appearance."""
    text = re.sub(r"(# File: )\S*/site-packages/", r"\1", text)
    text = re.sub(r"(# File: )/\S*/", r"\1", text)
    names = list(dict.fromkeys(re.findall(r"\bs\d+\b", text)))
    text = re.sub(r"\bs\d+\b", lambda match: f"s{names.index(match.group(0))}", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="sample to write (default: all)")
    parser.add_argument("-o", "--output", default=os.path.dirname(os.path.abspath(__file__)),
                        help="folder to write to (default: the folder of this script)")
    args = parser.parse_args()
    os.makedirs(args.output, exist_ok=True)
    for name in args.names or SAMPLES:
        torch.manual_seed(0)
        text = tidy(take_graph(*SAMPLES[name]()))
        with open(os.path.join(args.output, name + ".py"), "w") as out:
            out.write(text)
        print(f"{name}: {text.count(' = torch.ops.')} operators")


if __name__ == "__main__":
    main()
