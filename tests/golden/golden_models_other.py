"""Models for pictures made from noise, recommendations, sequences and graphs: plain PyTorch, our own definitions."""
import math

import torch
import torch.nn.functional as F
from torch import nn, rand, randint, randn


def time_features(time, width):
    frequencies = torch.exp(-math.log(10000.0) / (width // 2) * torch.arange(width // 2, device=time.device))
    angles = time[:, None].float() * frequencies[None]
    return torch.cat([angles.cos(), angles.sin()], -1)


# --- a UNet of latent diffusion: one level down, the middle with attention, one level up ---

class ResidualBlock(nn.Module):
    def __init__(self, inputs, outputs, features):
        super().__init__()
        self.norm1 = nn.GroupNorm(32, inputs, 1e-5)
        self.conv1 = nn.Conv2d(inputs, outputs, 3, padding=1)
        self.time = nn.Linear(features, outputs)
        self.norm2 = nn.GroupNorm(32, outputs, 1e-5)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=1)
        self.shortcut = nn.Conv2d(inputs, outputs, 1) if inputs != outputs else nn.Identity()

    def forward(self, x, time):
        y = self.conv1(F.silu(self.norm1(x))) + self.time(F.silu(time))[:, :, None, None]
        return self.shortcut(x) + self.conv2(F.silu(self.norm2(y)))


class CrossAttention(nn.Module):
    def __init__(self, width, context, heads):
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(width, width, bias=False)
        self.key, self.value = nn.Linear(context, width, bias=False), nn.Linear(context, width, bias=False)
        self.output = nn.Linear(width, width)

    def forward(self, x, context):
        q, k, v = self.query(x), self.key(context), self.value(context)
        q, k, v = (part.unflatten(-1, (self.heads, -1)).transpose(1, 2) for part in (q, k, v))
        return self.output(F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2))


class SpatialTransformer(nn.Module):
    def __init__(self, width, context, heads):
        super().__init__()
        self.norm = nn.GroupNorm(32, width, 1e-6)
        self.enter, self.leave = nn.Conv2d(width, width, 1), nn.Conv2d(width, width, 1)
        self.norm1, self.norm2, self.norm3 = (nn.LayerNorm(width) for _ in range(3))
        self.itself, self.across = CrossAttention(width, width, heads), CrossAttention(width, context, heads)
        self.expand, self.project = nn.Linear(width, 8 * width), nn.Linear(4 * width, width)

    def forward(self, x, context):
        batch, width, height, across = x.shape
        y = self.enter(self.norm(x)).permute(0, 2, 3, 1).reshape(batch, height * across, width)
        z = self.norm1(y)
        y = y + self.itself(z, z)
        y = y + self.across(self.norm2(y), context)
        value, gate = self.expand(self.norm3(y)).chunk(2, -1)
        y = y + self.project(value * F.gelu(gate))
        return x + self.leave(y.reshape(batch, height, across, width).permute(0, 3, 1, 2))


class UNet(nn.Module):
    def __init__(self, width=128, context=256, features=512):
        super().__init__()
        self.width = width
        self.time = nn.Sequential(nn.Linear(width, features), nn.SiLU(), nn.Linear(features, features))
        self.enter = nn.Conv2d(4, width, 3, padding=1)
        self.down = ResidualBlock(width, width, features)
        self.shrink = nn.Conv2d(width, width, 3, 2, 1)
        self.middle = ResidualBlock(width, 2 * width, features)
        self.attention = SpatialTransformer(2 * width, context, 8)
        self.grow = nn.Conv2d(2 * width, 2 * width, 3, padding=1)
        self.up = ResidualBlock(3 * width, width, features)
        self.norm = nn.GroupNorm(32, width, 1e-5)
        self.leave = nn.Conv2d(width, 4, 3, padding=1)

    def forward(self, x, time, context):
        time = self.time(time_features(time, self.width))
        kept = self.down(self.enter(x), time)
        y = self.attention(self.middle(self.shrink(kept), time), context)
        y = self.grow(F.interpolate(y, scale_factor=2.0, mode="nearest"))
        y = self.up(torch.cat([y, kept], 1), time)
        return self.leave(F.silu(self.norm(y)))


# --- a diffusion transformer: two blocks whose norms are shifted and scaled by time and class ---

class DitBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(width, 1e-6, elementwise_affine=False)
        self.qkv, self.project = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width, 1e-6, elementwise_affine=False)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(approximate="tanh"), nn.Linear(4 * width, width))
        self.modulation = nn.Sequential(nn.SiLU(), nn.Linear(width, 6 * width))

    def forward(self, x, condition):
        batch, length, width = x.shape
        parts = self.modulation(condition).unsqueeze(1).chunk(6, -1)
        shift1, scale1, gate1, shift2, scale2, gate2 = parts
        y = self.norm1(x) * (1 + scale1) + shift1
        q, k, v = self.qkv(y).reshape(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(batch, length, width)
        x = x + gate1 * self.project(y)
        return x + gate2 * self.mlp(self.norm2(x) * (1 + scale2) + shift2)


class Dit(nn.Module):
    def __init__(self, width=384, heads=6, side=32, patch=2, depth=2):
        super().__init__()
        self.width, self.patch = width, patch
        self.enter = nn.Conv2d(4, width, patch, patch)
        self.places = nn.Parameter(torch.randn(1, (side // patch) ** 2, width) * 0.02)
        self.time = nn.Sequential(nn.Linear(256, width), nn.SiLU(), nn.Linear(width, width))
        self.classes = nn.Embedding(1001, width)
        self.blocks = nn.ModuleList(DitBlock(width, heads) for _ in range(depth))
        self.norm = nn.LayerNorm(width, 1e-6, elementwise_affine=False)
        self.modulation = nn.Sequential(nn.SiLU(), nn.Linear(width, 2 * width))
        self.leave = nn.Linear(width, patch * patch * 8)

    def forward(self, x, time, label):
        batch, _, height, width = x.shape
        rows, columns, patch = height // self.patch, width // self.patch, self.patch
        x = self.enter(x).flatten(2).transpose(1, 2) + self.places
        condition = self.time(time_features(time, 256)) + self.classes(label)
        for block in self.blocks:
            x = block(x, condition)
        shift, scale = self.modulation(condition).unsqueeze(1).chunk(2, -1)
        x = self.leave(self.norm(x) * (1 + scale) + shift).reshape(batch, rows, columns, patch, patch, 8)
        return torch.einsum("nhwpqc->nchpwq", x).reshape(batch, 8, height, width)


# --- DLRM: tables of categories, a tower for numbers, products of every pair ---

class Dlrm(nn.Module):
    def __init__(self, tables=8, rows=1000, width=64, numbers=13):
        super().__init__()
        self.tables = nn.ModuleList(nn.EmbeddingBag(rows * (i + 1), width, mode="sum") for i in range(tables))
        self.bottom = nn.Sequential(nn.Linear(numbers, 512), nn.ReLU(), nn.Linear(512, 256), nn.ReLU(),
                                    nn.Linear(256, width), nn.ReLU())
        pairs = (tables + 1) * tables // 2
        self.top = nn.Sequential(nn.Linear(width + pairs, 512), nn.ReLU(), nn.Linear(512, 256), nn.ReLU(),
                                 nn.Linear(256, 1))
        self.register_buffer("rows", torch.tril_indices(tables + 1, tables + 1, -1)[0])
        self.register_buffer("columns", torch.tril_indices(tables + 1, tables + 1, -1)[1])

    def forward(self, numbers, categories, clicked):
        dense = self.bottom(numbers)
        found = [table(categories[i]) for i, table in enumerate(self.tables)]
        features = torch.stack([dense, *found], 1)
        products = torch.bmm(features, features.transpose(1, 2))[:, self.rows, self.columns]
        scores = self.top(torch.cat([dense, products], 1)).squeeze(1)
        if not self.training:
            return scores.sigmoid()
        return F.binary_cross_entropy_with_logits(scores, clicked)


# --- a block like Mamba's: short causal convolution, a scan whose steps depend on the input ---

class Mamba(nn.Module):
    def __init__(self, width=256, states=16, kernel=4, rank=16):
        super().__init__()
        inner = 2 * width
        self.states, self.rank, self.kernel = states, rank, kernel
        self.norm = nn.LayerNorm(width)
        self.enter = nn.Linear(width, 2 * inner, bias=False)
        self.conv = nn.Conv1d(inner, inner, kernel, groups=inner, padding=kernel - 1)
        self.select = nn.Linear(inner, rank + 2 * states, bias=False)
        self.step = nn.Linear(rank, inner)
        self.decay = nn.Parameter(torch.log(torch.arange(1, states + 1).float()).repeat(inner, 1))
        self.skip = nn.Parameter(torch.ones(inner))
        self.leave = nn.Linear(inner, width, bias=False)

    def scan(self, x, step, into, out):
        """h = exp (step a) h + step b x, y = c h, one word after the other."""
        fade = torch.exp(step.unsqueeze(-1) * -torch.exp(self.decay))
        add = (step * x).unsqueeze(-1) * into.unsqueeze(2)
        state, found = torch.zeros_like(add[:, 0]), []
        for word in range(x.shape[1]):
            state = fade[:, word] * state + add[:, word]
            found.append((state * out[:, word, None]).sum(-1))
        return torch.stack(found, 1)

    def forward(self, x):
        length = x.shape[1]
        y, gate = self.enter(self.norm(x)).chunk(2, -1)
        y = F.silu(self.conv(y.transpose(1, 2))[..., :length].transpose(1, 2))
        step, into, out = self.select(y).split([self.rank, self.states, self.states], -1)
        found = self.scan(y, F.softplus(self.step(step)), into, out) + self.skip * y
        return x + self.leave(found * F.silu(gate))


# --- LSTM cells: two layers over six words ---

class LstmCells(nn.Module):
    def __init__(self, words=1000, width=256):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.first, self.second = nn.LSTMCell(width, width), nn.LSTMCell(width, width)
        self.head = nn.Linear(width, words)

    def forward(self, words, hidden):
        first = second = (hidden, torch.zeros_like(hidden))
        scores = []
        for word in self.words(words).unbind(1):
            first = self.first(word, first)
            second = self.second(first[0], second)
            scores.append(self.head(second[0]))
        return torch.stack(scores, 1), second[1]


# --- a network over a graph: messages along edges, added up where they arrive ---

class GraphLayer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.message = nn.Sequential(nn.Linear(2 * width + 8, width), nn.SiLU(), nn.Linear(width, width))
        self.update = nn.Linear(2 * width, width)
        self.norm = nn.BatchNorm1d(width)

    def forward(self, x, source, target, edges):
        message = self.message(torch.cat([x[source], x[target], edges], -1))
        total = torch.zeros_like(x).index_add(0, target, message)
        count = torch.zeros_like(x[:, 0]).index_add(0, target, torch.ones_like(message[:, 0]))
        mean = total / count.clamp(min=1).unsqueeze(-1)
        return x + F.relu(self.norm(self.update(torch.cat([x, mean], -1))))


class GraphNetwork(nn.Module):
    def __init__(self, inputs=32, width=128, depth=2):
        super().__init__()
        self.enter = nn.Linear(inputs, width)
        self.layers = nn.ModuleList(GraphLayer(width) for _ in range(depth))
        self.head = nn.Linear(width, 10)

    def forward(self, x, source, target, edges):
        x = self.enter(x)
        for layer in self.layers:
            x = layer(x, source, target, edges)
        return F.log_softmax(self.head(x), -1)


def ints(high, *shape):
    return randint(0, high, shape)


MODELS = {
    "unet": (UNet, lambda: (randn(2, 4, 32, 32), ints(1000, 2), randn(2, 77, 256)), ((0, 0), (1, 0), (2, 0))),
    "diffusion-transformer": (Dit, lambda: (randn(4, 4, 32, 32), ints(1000, 4), ints(1000, 4)),
                              ((0, 0), (1, 0), (2, 0))),
    "dlrm": (Dlrm, lambda: (randn(128, 13), ints(1000, 8, 128, 4), rand(128)), ((0, 0), (1, 1), (2, 0))),
    "mamba": (Mamba, lambda: (randn(4, 16, 256),), ((0, 0),)),
    "lstm-cell": (LstmCells, lambda: (ints(1000, 8, 6), randn(8, 256)), ((0, 0), (1, 0))),
    "graph-network": (GraphNetwork, lambda: (randn(500, 32), ints(500, 3000), ints(500, 3000), randn(3000, 8)),
                      ((0, 0),)),
}
