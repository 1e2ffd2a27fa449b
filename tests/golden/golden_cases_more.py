"""More cases: loop order, splits, thresholds, options, gradients and small whole models."""
import math

import torch
import torch.nn.functional as F
from torch import randn

from golden_cases import case, indices

# --- loop order ---


@case(lambda: (randn(256, 128),))
def order_sum_and_transpose(x):
    return x.sum(-1), x.t().contiguous()


@case(lambda: (randn(2, 4, 512),))
def order_pointwise_then_outer_sum(x):
    y = x + 1
    return y, y.sum((0, 1))


@case(lambda: (randn(256, 128), randn(128, 256).t()))
def order_transposed_operands(x, y):
    a, b = x * 2, y * 3
    return a, b, a + b


@case(lambda: (randn(100),))
def order_view_of_realized(x):
    y = x.sin()
    return y, y.view(10, 10) + 1


@case(lambda: (randn(512, 256), randn(256)), loop_ordering_after_fusion=False)
def order_without_reordering(x, y):
    z = x * y
    return z, z.sum(0), z.t().contiguous()


@case(lambda: (randn(8, 64, 32),))
def order_permuted_reduction(x):
    y = x.permute(2, 0, 1) * 2
    return y.sum(-1), y


# --- outer loops shared on the CPU ---

@case(lambda: (randn(32, 3840),))
def outer_softmax_wide(x):
    return torch.softmax(x, 1)


@case(lambda: (randn(4, 16, 64), randn(16, 64)))
def outer_softmax_with_bias(x, bias):
    return torch.softmax(x + bias, -1)


@case(lambda: (randn(2, 8, 64), randn(64), randn(64)))
def outer_layer_norm_gelu(x, weight, bias):
    return F.gelu(F.layer_norm(x, (64,), weight, bias))


@case(lambda: (randn(64, 32), randn(64, 32)))
def outer_two_rows_sums(x, y):
    a = x.exp()
    b = (y / a.sum(1, keepdim=True)).sin()
    return b.sum(1, keepdim=True) * b


# --- split reductions ---

@case(lambda: (randn(1, 200000),))
def split_one_row(x):
    return x.sum(1)


@case(lambda: (randn(65536, 8),))
def split_tall(x):
    return x.sum(0), x.amax(0)


@case(lambda: (randn(512, 1024),))
def split_then_scale(x):
    return x / x.abs().amax()


@case(lambda: (randn(1024, 1024),))
def split_variance(x):
    return torch.var_mean(x)


@case(lambda: (randn(512, 2048),), split_reductions=False)
def split_switched_off(x):
    return x.sum(), x.sum(0)


@case(lambda: (randn(300000),))
def split_argmax(x):
    return x.argmax()


# --- thresholds of realization ---

@case(lambda: (randn(2048), randn(2048)))
def realize_many_consumers(x, y):
    total = x + y
    return total.sin(), total.cos(), total.exp(), total.sigmoid(), total.tanh()


@case(lambda: (randn(64, 512),))
def realize_heavy_shared(x):
    y = x.exp()
    return y.sum(1), y * 2


@case(lambda: (randn(64, 512),))
def realize_cheap_shared(x):
    y = x * 2 + 1
    return y.sum(1), y.amax(1)


@case(lambda: tuple(randn(512) for _ in range(6)), realize_reads_threshold=2)
def realize_reads_two(a, b, c, d, e, f):
    x = a + b + c
    return x * d, x * e + f


@case(lambda: (randn(512),), realize_opcount_threshold=3)
def realize_operators_three(x):
    y = ((x * 2 + 1) * 3 + 2) * 4
    return y.relu(), y.sigmoid()


@case(lambda: (randn(64, 64), randn(64, 64)))
def realize_before_view(x, y):
    z = (x + y).exp()
    return z.reshape(4096) * 2, z.t() + 1


@case(lambda: (randn(64, 12),), unroll_reductions_threshold=16)
def realize_unrolled_twelve(x):
    return x.sum(1) + 1


# --- options of fusion ---

@case(lambda: (randn(4096),), max_fusion_size=4)
def option_small_groups(x):
    return tuple(x + step for step in range(7))


@case(lambda: (randn(512), randn(512), randn(512)), aggressive_fusion=True)
def option_aggressive(x, y, z):
    return x.sin(), y.cos(), z.exp()


@case(lambda: (randn(1 << 16), randn(1 << 16)), score_fusion_memory_threshold=1 << 20)
def option_memory_threshold(x, y):
    return x.sin(), x.cos() + y


@case(lambda: tuple(randn(16, 8) for _ in range(5)), max_pointwise_cat_inputs=2)
def option_cat_inputs(*x):
    return torch.cat([part * 2 for part in x], dim=0) + 1


@case(lambda: (randn(64, 64), randn(64, 64)), memory_planning=True)
def option_memory_pools(x, w):
    a = x @ w
    b = a.relu() @ w
    c = (a + b).sigmoid() @ w
    return c @ a


@case(lambda: (randn(64, 64), randn(64, 64)), reorder_for_peak_memory=False)
def option_no_memory_order(x, w):
    a, b = x @ w, w @ x
    return (a.sin() @ b).sum() + (b.cos() @ a).sum()


# --- the same with the peak of memory in mind ---

@case(lambda: (randn(512, 1), randn(1, 10), randn(1, 1), randn(10, 1), randn(1, 10)), shape_padding=False)
def memory_two_branches(x, a, b, c, d):
    return ((x @ a) @ c).sum() + ((x @ b) @ d).sum()


@case(lambda: (randn(64, 256), randn(256, 256)))
def memory_chain_in_place(x, w):
    for _ in range(3):
        x = (x @ w).relu() + x
    return x


# --- gradients: forward and backward in one graph ---

def gradient(function, argument):
    """All gradients of the scalar that function returns, with the value."""
    return torch.func.grad_and_value(function, argnums=argument)


@case(lambda: (randn(32, 64), randn(64, 16), randn(16), indices(16, 32)))
def train_linear_cross_entropy(x, w, bias, target):
    return gradient(lambda w, bias: F.cross_entropy(x @ w + bias, target), (0, 1))(w, bias)


@case(lambda: (randn(64, 128), randn(128), randn(128), randn(64, 128)))
def train_layer_norm(x, weight, bias, scale):
    return gradient(lambda x, w, b: (F.layer_norm(x, (128,), w, b) * scale).sum(), (0, 1, 2))(x, weight, bias)


@case(lambda: (randn(4, 8, 8, 8), randn(8), randn(8)))
def train_batch_norm(x, weight, bias):
    def loss(x, weight, bias):
        return F.batch_norm(x, None, None, weight, bias, training=True).relu().sum()
    return gradient(loss, (0, 1, 2))(x, weight, bias)


@case(lambda: (randn(8, 64), randn(64, 128), randn(128, 64)))
def train_mlp(x, up, down):
    return gradient(lambda up, down: (F.gelu(x @ up) @ down).square().mean(), (0, 1))(up, down)


@case(lambda: (randn(100, 16), indices(100, 8, 6), randn(16)))
def train_embedding(table, where, scale):
    return gradient(lambda table: (F.embedding(where, table) * scale).sum(), 0)(table)


@case(lambda: (randn(1000), randn(1000), randn(1000), torch.rand(1000)))
def train_adam_step(weight, grad, mean, square):
    mean.lerp_(grad, 0.1)
    square.mul_(0.999).addcmul_(grad, grad, value=0.001)
    weight.addcdiv_(mean, square.sqrt() + 1e-8, value=-0.001)


# --- small whole models ---

def heads(x, count):
    batch, length, width = x.shape
    return x.view(batch, length, count, width // count).transpose(1, 2)


def attend(x, qkv, out, count, mask):
    query, key, value = (heads(part, count) for part in (x @ qkv).chunk(3, -1))
    scores = query @ key.transpose(2, 3) / math.sqrt(query.shape[-1])
    scores = scores.masked_fill(mask, float("-inf"))
    return (torch.softmax(scores, -1) @ value).transpose(1, 2).reshape(x.shape) @ out


@case(lambda: (indices(96, 2, 16), randn(96, 32), randn(16, 32), [(randn(32, 96), randn(32, 32), randn(32, 128), randn(128, 32))
                                                               for _ in range(2)], indices(96, 2, 16)))
def model_gpt_two_layers(tokens, table, positions, layers, target):
    length = tokens.shape[1]
    mask = torch.ones(length, length, dtype=torch.bool, device=tokens.device).triu(1)
    x = F.embedding(tokens, table) + positions
    for qkv, out, up, down in layers:
        x = x + attend(F.layer_norm(x, (32,)), qkv, out, 4, mask)
        x = x + F.gelu(F.layer_norm(x, (32,)) @ up, approximate="tanh") @ down
    logits = F.layer_norm(x, (32,)) @ table.t()
    return logits, F.cross_entropy(logits.flatten(0, 1), target.flatten())


@case(lambda: (randn(2, 3, 32, 32), randn(8, 3, 3, 3), [randn(8).abs() for _ in range(4)], randn(16, 8, 3, 3), randn(10, 16)),
      shape_padding=False)
def model_small_convnet(x, w1, norm, w2, head):
    mean, variance, weight, bias = norm
    x = F.batch_norm(F.conv2d(x, w1, padding=1), mean, variance, weight, bias).relu()
    x = F.max_pool2d(x, 3, 2, 1)
    x = F.relu(F.conv2d(x, w2, stride=2, padding=1))
    return F.adaptive_avg_pool2d(x, 1).flatten(1) @ head.t()


@case(lambda: (randn(4, 5, 8), randn(4, 16), randn(4, 16), randn(8, 64), randn(16, 64), randn(64)))
def model_lstm_steps(x, hidden, cell, w_in, w_hidden, bias):
    for step in range(3):
        gates = x[:, step] @ w_in + hidden @ w_hidden + bias
        i, f, g, o = gates.chunk(4, 1)
        cell = f.sigmoid() * cell + i.sigmoid() * g.tanh()
        hidden = o.sigmoid() * cell.tanh()
    return hidden, cell


@case(lambda: (randn(2, 16, 64).bfloat16(), randn(64, 64).bfloat16(), randn(64).bfloat16()))
def model_half_precision_block(x, w, weight):
    wide = x.float()
    normal = (wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + 1e-6)).bfloat16() * weight
    return x + F.silu(normal @ w) * (normal @ w.t())


@case(lambda: (randn(8, 20), randn(4, 20, 10), randn(4, 10, 20), randn(20, 4)), shape_padding=False)
def model_mixture_of_experts(x, up, down, gate):
    scores, where = torch.softmax(x @ gate, -1).topk(2, -1)
    everything = torch.relu(torch.einsum("bi,eij->ebj", x, up)) @ down
    chosen = everything.permute(1, 0, 2).gather(1, where[:, :, None].expand(-1, -1, 20))
    return (chosen * scores[:, :, None]).sum(1)
