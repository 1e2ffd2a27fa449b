"""Models that read text, for make-goldens.py --models: plain PyTorch, our own definitions, two layers each."""
import math

import torch
import torch.nn.functional as F
from torch import nn, randint, randn


def split_heads(x, heads):
    batch, length, width = x.shape
    return x.view(batch, length, heads, width // heads).transpose(1, 2)


def join_heads(x):
    batch, heads, length, width = x.shape
    return x.transpose(1, 2).reshape(batch, length, heads * width)


# --- BERT (base; two of its 12 layers), with the loss of the masked words in training ---

class BertLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.output = nn.Linear(width, width)
        self.norm1 = nn.LayerNorm(width, 1e-12)
        self.expand = nn.Linear(width, 4 * width)
        self.project = nn.Linear(4 * width, width)
        self.norm2 = nn.LayerNorm(width, 1e-12)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, mask):
        q, k, v = (split_heads(part(x), self.heads) for part in (self.query, self.key, self.value))
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]) + mask
        y = join_heads(self.dropout(scores.softmax(-1)) @ v)
        x = self.norm1(x + self.dropout(self.output(y)))
        return self.norm2(x + self.dropout(self.project(F.gelu(self.expand(x)))))


class Bert(nn.Module):
    def __init__(self, words=30522, width=768, heads=12, depth=2):
        super().__init__()
        self.words = nn.Embedding(words, width, padding_idx=0)
        self.places = nn.Embedding(512, width)
        self.kinds = nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, 1e-12)
        self.dropout = nn.Dropout(0.1)
        self.layers = nn.ModuleList(BertLayer(width, heads) for _ in range(depth))
        self.transform = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.LayerNorm(width, 1e-12))
        self.bias = nn.Parameter(torch.zeros(words))

    def forward(self, words, kinds, mask, labels):
        places = torch.arange(words.shape[1], device=words.device)
        x = self.words(words) + self.kinds(kinds) + self.places(places)
        x = self.dropout(self.norm(x))
        mask = (1.0 - mask[:, None, None, :].float()) * torch.finfo(torch.float32).min
        for layer in self.layers:
            x = layer(x, mask)
        scores = F.linear(self.transform(x), self.words.weight, self.bias)
        if not self.training:
            return scores
        return F.cross_entropy(scores.view(-1, scores.shape[-1]), labels.view(-1))


# --- GPT-2 (small; two of its 12 layers) ---

class GptBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(width)
        self.attention = nn.Linear(width, 3 * width)
        self.output = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.expand = nn.Linear(width, 4 * width)
        self.project = nn.Linear(4 * width, width)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        q, k, v = (split_heads(part, self.heads) for part in self.attention(self.norm1(x)).chunk(3, -1))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.dropout(self.output(join_heads(y)))
        return x + self.dropout(self.project(F.gelu(self.expand(self.norm2(x)), approximate="tanh")))


class Gpt2(nn.Module):
    def __init__(self, words=50257, width=768, heads=12, depth=2):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.places = nn.Embedding(1024, width)
        self.dropout = nn.Dropout(0.1)
        self.blocks = nn.Sequential(*(GptBlock(width, heads) for _ in range(depth)))
        self.norm = nn.LayerNorm(width)

    def forward(self, words, labels):
        places = torch.arange(words.shape[1], device=words.device).unsqueeze(0)
        x = self.norm(self.blocks(self.dropout(self.words(words) + self.places(places))))
        scores = F.linear(x, self.words.weight)
        if not self.training:
            return scores
        return F.cross_entropy(scores[:, :-1].reshape(-1, scores.shape[-1]), labels[:, 1:].reshape(-1))


# --- a Llama-like decoder in bfloat16: RMS norm, rotated places, grouped keys, gated SiLU ---

class RmsNorm(nn.Module):
    def __init__(self, width, eps=1e-5):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x):
        y = x.float()
        y = y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + self.eps)
        return self.weight * y.to(x.dtype)


def rotate(x, cosine, sine):
    low, high = x.chunk(2, -1)
    return x * cosine + torch.cat([-high, low], -1) * sine


class LlamaBlock(nn.Module):
    def __init__(self, width, heads, groups, hidden):
        super().__init__()
        self.heads, self.groups = heads, groups
        self.norm1 = RmsNorm(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width // heads * groups, bias=False)
        self.value = nn.Linear(width, width // heads * groups, bias=False)
        self.output = nn.Linear(width, width, bias=False)
        self.norm2 = RmsNorm(width)
        self.gate = nn.Linear(width, hidden, bias=False)
        self.up = nn.Linear(width, hidden, bias=False)
        self.down = nn.Linear(hidden, width, bias=False)

    def repeat(self, x):
        batch, groups, length, width = x.shape
        times = self.heads // self.groups
        return x[:, :, None].expand(batch, groups, times, length, width).reshape(batch, groups * times, length, width)

    def forward(self, x, cosine, sine):
        y = self.norm1(x)
        q = rotate(split_heads(self.query(y), self.heads), cosine, sine)
        k = rotate(split_heads(self.key(y), self.groups), cosine, sine)
        v = split_heads(self.value(y), self.groups)
        y = F.scaled_dot_product_attention(q, self.repeat(k), self.repeat(v), is_causal=True)
        x = x + self.output(join_heads(y))
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class Llama(nn.Module):
    def __init__(self, words=32000, width=1024, heads=16, groups=4, hidden=2816, depth=2):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.layers = nn.ModuleList(LlamaBlock(width, heads, groups, hidden) for _ in range(depth))
        self.norm = RmsNorm(width)
        self.head = nn.Linear(width, words, bias=False)
        size = width // heads
        self.register_buffer("frequencies", 10000.0 ** (-torch.arange(0, size, 2, dtype=torch.float32) / size))

    def forward(self, words):
        x = self.words(words)
        places = torch.arange(words.shape[1], device=words.device).float()
        angles = torch.outer(places, self.frequencies)
        angles = torch.cat([angles, angles], -1)
        cosine, sine = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        for layer in self.layers:
            x = layer(x, cosine, sine)
        return self.head(self.norm(x))


def make_llama():
    usual = torch.get_default_dtype()
    torch.set_default_dtype(torch.bfloat16)
    try:
        return Llama()
    finally:
        torch.set_default_dtype(usual)


# --- a T5 block: one layer of the encoder, one of the decoder that looks at it ---

class T5Attention(nn.Module):
    def __init__(self, width, heads, both_ways, has_bias):
        super().__init__()
        self.heads, self.both_ways = heads, both_ways
        self.query, self.key, self.value, self.output = (nn.Linear(width, width, bias=False) for _ in range(4))
        self.bias = nn.Embedding(32, heads) if has_bias else None

    def bucket(self, apart, buckets=32, furthest=128):
        """Which of 32 biases a distance has: exact when near, by its logarithm when far."""
        found = torch.zeros_like(apart)
        if self.both_ways:
            buckets //= 2
            found = (apart > 0).long() * buckets
            apart = apart.abs()
        else:
            apart = -torch.minimum(apart, torch.zeros_like(apart))
        exact = buckets // 2
        far = exact + (torch.log(apart.float() / exact) / math.log(furthest / exact) * (buckets - exact)).long()
        far = torch.minimum(far, torch.full_like(far, buckets - 1))
        return found + torch.where(apart < exact, apart, far)

    def get_bias(self, length, device):
        places = torch.arange(length, device=device)
        bias = self.bias(self.bucket(places[None, :] - places[:, None])).permute(2, 0, 1).unsqueeze(0)
        if not self.both_ways:
            bias = bias.masked_fill(places[None, :] > places[:, None], torch.finfo(torch.float32).min)
        return bias

    def forward(self, x, source):
        q = split_heads(self.query(x), self.heads)
        k, v = (split_heads(part(source), self.heads) for part in (self.key, self.value))
        scores = q @ k.transpose(2, 3)
        if self.bias is not None:
            scores = scores + self.get_bias(x.shape[1], x.device)
        weights = F.dropout(scores.float().softmax(-1).type_as(scores), 0.1, self.training)
        return self.output(join_heads(weights @ v))


class T5Layer(nn.Module):
    def __init__(self, width, hidden, heads, is_decoder):
        super().__init__()
        self.itself = T5Attention(width, heads, not is_decoder, True)
        self.norm1 = RmsNorm(width, 1e-6)
        self.across = T5Attention(width, heads, True, False) if is_decoder else None
        self.norm2 = RmsNorm(width, 1e-6) if is_decoder else None
        self.norm3 = RmsNorm(width, 1e-6)
        self.expand, self.project = nn.Linear(width, hidden, bias=False), nn.Linear(hidden, width, bias=False)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, source=None):
        y = self.norm1(x)
        x = x + self.dropout(self.itself(y, y))
        if self.across is not None:
            x = x + self.dropout(self.across(self.norm2(x), source))
        return x + self.dropout(self.project(self.dropout(F.relu(self.expand(self.norm3(x))))))


class T5(nn.Module):
    def __init__(self, width=512, hidden=2048, heads=8):
        super().__init__()
        self.encoder = T5Layer(width, hidden, heads, False)
        self.norm = RmsNorm(width, 1e-6)
        self.decoder = T5Layer(width, hidden, heads, True)

    def forward(self, source, target):
        return self.decoder(target, self.norm(self.encoder(source)))


# --- a mixture of experts: two of eight for each word, the loads balanced by a loss ---

class MixtureOfExperts(nn.Module):
    def __init__(self, width=512, hidden=1408, experts=8, chosen=2):
        super().__init__()
        self.experts, self.chosen = experts, chosen
        self.norm = RmsNorm(width)
        self.router = nn.Linear(width, experts, bias=False)
        self.gate = nn.Parameter(torch.randn(experts, width, hidden) * 0.02)
        self.up = nn.Parameter(torch.randn(experts, width, hidden) * 0.02)
        self.down = nn.Parameter(torch.randn(experts, hidden, width) * 0.02)

    def forward(self, x):
        words = self.norm(x).flatten(0, 1)
        chances = self.router(words).softmax(-1)
        weights, chosen = chances.topk(self.chosen, -1)
        weights = weights / weights.sum(-1, keepdim=True)
        shares = torch.zeros_like(chances).scatter(1, chosen, weights)
        many = words.unsqueeze(0).expand(self.experts, -1, -1)
        y = torch.bmm(F.silu(torch.bmm(many, self.gate)) * torch.bmm(many, self.up), self.down)
        y = (y * shares.t().unsqueeze(-1)).sum(0)
        load = F.one_hot(chosen, self.experts).float().sum(1).mean(0)
        balance = self.experts * (load * chances.mean(0)).sum()
        return x + y.view_as(x), balance


def words(high, batch, length):
    return randint(0, high, (batch, length))


MODELS = {
    "bert": (Bert, lambda: (words(30522, 4, 128), words(2, 4, 128), torch.ones(4, 128, dtype=torch.int64),
                            words(30522, 4, 128)), ((0, 0), (1, 0), (2, 0), (3, 0))),
    "gpt2": (Gpt2, lambda: (words(50257, 4, 128), words(50257, 4, 128)), ((0, 1), (1, 1))),
    "llama": (make_llama, lambda: (words(32000, 2, 128),), ((0, 1),)),
    "t5-block": (T5, lambda: (randn(4, 64, 512), randn(4, 64, 512)), ((0, 0), (1, 0))),
    "mixture-of-experts": (MixtureOfExperts, lambda: (randn(4, 64, 512),), ((0, 0),)),
}
