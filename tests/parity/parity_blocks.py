"""Blocks of public kinds of models in random sizes, as source text: attention, convolutions, norms, recurrences, losses.

`make_block (seed, dynamic)` gives a text with INPUTS and make_module, as parity_functions.py has INPUTS and function.
"""
import random

HEAD = """import torch
import torch.nn.functional as F
from torch import nn

"""

BLOCKS = {
    "mlp": ("""
class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.up, self.down = nn.LayerNorm({d}), nn.Linear({d}, {h}), nn.Linear({h}, {d})

    def forward(self, x):
        return x + self.down(F.{act}(self.up(self.norm(x))))
""", ["randn({b}, {t}, {d})"]),
    "gated-mlp": ("""
class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.RMSNorm({d})
        self.gate, self.up, self.down = (nn.Linear({d}, {h}, bias=False) for _ in range(2)), None, nn.Linear({h}, {d}, bias=False)
        self.gate, self.up = self.gate

    def forward(self, x):
        y = self.norm(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))
""", ["randn({b}, {t}, {d})"]),
    "attention": ("""
class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.out = nn.Linear({d}, 3 * {d}), nn.Linear({d}, {d})

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, {heads}, d // {heads}).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2) * (d // {heads}) ** -0.5
        mask = torch.ones(t, t, dtype=torch.bool, device=x.device).tril()
        weights = scores.masked_fill(~mask, float("-inf")).softmax(-1)
        return self.out((weights @ v).transpose(1, 2).reshape(b, t, d))
""", ["randn({b}, {t}, {d})"]),
    "rotary": ("""
class Module(nn.Module):
    def forward(self, x, angles):
        cos, sin = angles.cos(), angles.sin()
        a, b = x.chunk(2, -1)
        return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)
""", ["randn({b}, {heads}, {t}, {d})", "randn({t}, {d} // 2)"]),
    "conv-norm": ("""
class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d({c}, {c2}, {k}, stride={stride}, padding={k} // 2, bias=False), nn.BatchNorm2d({c2})

    def forward(self, x):
        return F.{act}(self.norm(self.conv(x)))
""", ["randn({b}, {c}, {s}, {s})"]),
    "residual": ("""
class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Conv2d({c}, {c}, 3, padding=1), nn.Conv2d({c}, {c}, 3, padding=1)
        self.m, self.n = nn.GroupNorm({groups}, {c}), nn.GroupNorm({groups}, {c})

    def forward(self, x):
        return x + self.b(F.silu(self.n(self.a(F.silu(self.m(x))))))
""", ["randn({b}, {c}, {s}, {s})"]),
    "squeeze-excite": ("""
class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.down, self.up = nn.Conv2d({c}, 4, 1), nn.Conv2d(4, {c}, 1)

    def forward(self, x):
        return x * torch.sigmoid(self.up(F.relu(self.down(F.adaptive_avg_pool2d(x, 1)))))
""", ["randn({b}, {c}, {s}, {s})"]),
    "lstm-step": ("""
class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTMCell({d}, {h})

    def forward(self, x, h, c):
        return self.cell(x, (h, c))
""", ["randn({b}, {d})", "randn({b}, {h})", "randn({b}, {h})"]),
    "loss": ("""
class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear({d}, {h})

    def forward(self, x, y):
        return F.cross_entropy(self.head(x), y, label_smoothing={smooth})
""", ["randn({b} * {t}, {d})", "randint(0, {h}, ({b} * {t},))"]),
    "embedding": ("""
class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.places, self.norm = nn.Embedding(100, {d}), nn.Embedding(512, {d}), nn.LayerNorm({d})

    def forward(self, x):
        return self.norm(self.words(x) + self.places(torch.arange(x.shape[1], device=x.device)))
""", ["randint(0, 100, ({b}, {t}))"]),
    "up-block": ("""
class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d({c} + {c2}, {c}, 3, padding=1)

    def forward(self, x, y):
        return F.relu(self.conv(torch.cat([F.interpolate(x, scale_factor=2), y], 1)))
""", ["randn({b}, {c}, {s}, {s})", "randn({b}, {c2}, 2 * {s}, 2 * {s})"]),
    "experts": ("""
class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.router = nn.Linear({d}, 4)
        self.experts = nn.ModuleList(nn.Linear({d}, {d}) for _ in range(4))

    def forward(self, x):
        weights, which = self.router(x).softmax(-1).topk(2, -1)
        weights = weights / weights.sum(-1, keepdim=True)
        out = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            out = out + expert(x) * (weights * (which == i)).sum(-1, keepdim=True)
        return out
""", ["randn({b} * {t}, {d})"]),
    "modulated": ("""
class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.change = nn.LayerNorm({d}, elementwise_affine=False), nn.Linear({h}, 2 * {d})

    def forward(self, x, c):
        shift, scale = self.change(F.silu(c)).chunk(2, -1)
        return self.norm(x) * (1 + scale[:, None]) + shift[:, None]
""", ["randn({b}, {t}, {d})", "randn({b}, {h})"]),
    "windows": ("""
class Module(nn.Module):
    def forward(self, x):
        b, h, w, c = x.shape
        x = torch.roll(x, (-2, -2), (1, 2)).view(b, h // 4, 4, w // 4, 4, c)
        return x.permute(0, 1, 3, 2, 4, 5).reshape(-1, 16, c).softmax(1)
""", ["randn({b}, 4 * {k} + 4, 4 * {k} + 8, {c})"]),
    "convnext": ("""
class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.deep, self.norm = nn.Conv2d({c}, {c}, 7, padding=3, groups={c}), nn.LayerNorm({c})
        self.up, self.down, self.scale = nn.Linear({c}, 4 * {c}), nn.Linear(4 * {c}, {c}), nn.Parameter(torch.ones({c}))

    def forward(self, x):
        y = self.norm(self.deep(x).permute(0, 2, 3, 1))
        return x + (self.scale * self.down(F.gelu(self.up(y)))).permute(0, 3, 1, 2)
""", ["randn({b}, {c}, {s}, {s})"]),
}


def make_block(seed, dynamic):
    rng = random.Random(seed)
    name = rng.choice(sorted(BLOCKS))
    text, inputs = BLOCKS[name]
    sizes = {"b": rng.choice([2, 3, 4, 8]), "t": rng.choice([5, 8, 16, 33, 64]), "d": rng.choice([16, 32, 64, 96]),
             "h": rng.choice([24, 64, 128, 200]), "heads": rng.choice([2, 4]), "c": rng.choice([8, 16, 32]), "c2": rng.choice([8, 12, 24]),
             "s": rng.choice([7, 8, 14, 16]), "k": rng.choice([1, 3]), "stride": rng.choice([1, 2]), "groups": rng.choice([1, 2, 4]),
             "act": rng.choice(["relu", "gelu", "silu", "hardswish", "leaky_relu"]), "smooth": rng.choice([0.0, 0.1])}

    def fill(part):
        for key, value in sizes.items():
            part = part.replace("{" + key + "}", str(value))
        return part
    dims = [0] if dynamic else []
    if dynamic and "{t})" not in inputs[0] and ", {t}" in inputs[0] and rng.random() < 0.5:
        dims = [0, 1]
    rows = [f"    ({'torch.' + fill(one)!r}, {dims if i == 0 or '{b}' in one[:14] else []!r})," for i, one in enumerate(inputs)]
    return HEAD + f"# {name}\n" + "INPUTS = [\n" + "\n".join(rows) + "\n]\n\n" + fill(text) + "\n\ndef make_module():\n    return Module().eval()\n"
