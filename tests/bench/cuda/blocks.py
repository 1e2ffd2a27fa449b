"""Blocks of models for the benchmark, with attention as PyTorch's own call of it."""
import torch
import torch.nn.functional as F
from torch import nn


def split_heads(x, n_heads):
    """(batch, positions, width) to (batch, heads, positions, width / heads)"""
    batch, length, width = x.shape
    return x.view(batch, length, n_heads, width // n_heads).transpose(1, 2)


def join_heads(x):
    batch, heads, length, depth = x.shape
    return x.transpose(1, 2).reshape(batch, length, heads * depth)


class Gpt2Block(nn.Module):
    def __init__(self, width, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        query, key, value = (split_heads(part, self.n_heads) for part in self.qkv(self.norm1(x)).chunk(3, dim=-1))
        x = x + self.out(join_heads(F.scaled_dot_product_attention(query, key, value, is_causal=True)))
        return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))


def rotate(x, cosine, sine):
    half = x.shape[-1] // 2
    return x * cosine + torch.cat([-x[..., half:], x[..., :half]], dim=-1) * sine


class LlamaBlock(nn.Module):
    """Fewer heads of keys and values than of queries: each serves several."""

    def __init__(self, width, n_heads, n_shared, inner):
        super().__init__()
        depth = width // n_heads
        self.n_heads, self.n_shared = n_heads, n_shared
        self.norm1 = nn.RMSNorm(width, eps=1e-5)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, n_shared * depth, bias=False)
        self.value = nn.Linear(width, n_shared * depth, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.norm2 = nn.RMSNorm(width, eps=1e-5)
        self.gate = nn.Linear(width, inner, bias=False)
        self.up = nn.Linear(width, inner, bias=False)
        self.down = nn.Linear(inner, width, bias=False)

    def serve(self, x):
        batch, heads, length, depth = x.shape
        each = self.n_heads // self.n_shared
        return x[:, :, None].expand(batch, heads, each, length, depth).reshape(batch, self.n_heads, length, depth)

    def forward(self, x, cosine, sine):
        y = self.norm1(x)
        query = rotate(split_heads(self.query(y), self.n_heads), cosine, sine)
        key = self.serve(rotate(split_heads(self.key(y), self.n_shared), cosine, sine))
        value = self.serve(split_heads(self.value(y), self.n_shared))
        x = x + self.out(join_heads(F.scaled_dot_product_attention(query, key, value, is_causal=True)))
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))
