"""Cases of single rules: operators on lists, sorts, scans, reductions of both orders, passes before lowering."""
import torch
import torch.nn.functional as F
from torch import randn

from golden_cases import case, indices

# --- operators on lists: one kernel for all elements on a GPU ---


def lists(n, *sizes):
    return [[randn(*size) for size in sizes] for _ in range(n)]


@case(lambda: lists(2, (64, 32), (100,), (8, 4, 4)))
def foreach_add(a, b):
    return torch._foreach_add(a, b)


@case(lambda: lists(2, (64, 32), (100,)))
def foreach_chain(a, b):
    c = torch._foreach_mul(a, b)
    c = torch._foreach_add(c, 1.0)
    return torch._foreach_sqrt(c)


@case(lambda: lists(2, (64, 32), (64, 32)))
def foreach_read_elsewhere(a, b):
    c = torch._foreach_mul(a, b)
    return torch._foreach_add(c, 2.0), c[0].sin()


@case(lambda: lists(1, (64, 32), (100,)))
def foreach_after_pointwise(a):
    return torch._foreach_mul([x.exp() for x in a], 0.5)


@case(lambda: lists(1, (64, 32), (64, 16)))
def foreach_then_reduction(a):
    b = torch._foreach_neg(a)
    return b[0].sum(-1), b[1].sum(-1)


@case(lambda: lists(2, (64, 32), (100,)))
def foreach_in_place(a, b):
    torch._foreach_add_(a, b, alpha=0.5)


@case(lambda: lists(4, (64, 32), (100,)))
def foreach_adam(params, grads, first, second):
    torch._foreach_mul_(first, 0.9)
    torch._foreach_add_(first, grads, alpha=0.1)
    torch._foreach_mul_(second, 0.999)
    torch._foreach_addcmul_(second, grads, grads, 0.001)
    root = torch._foreach_add(torch._foreach_sqrt(second), 1e-8)
    torch._foreach_addcdiv_(params, first, root, -0.01)


@case(lambda: lists(3, (64, 32), (100,)))
def foreach_sgd_momentum(params, grads, velocity):
    torch._foreach_mul_(velocity, 0.9)
    torch._foreach_add_(velocity, grads)
    torch._foreach_add_(params, velocity, alpha=-0.1)


@case(lambda: (randn(16, 32), randn(16, 64), randn(16, 8)))
def foreach_cat_of_inputs(x, y, z):
    return torch.cat([x, y, z], 1)


@case(lambda: (randn(16, 32), randn(16, 64)))
def foreach_cat_input_and_value(x, y):
    return torch.cat([x, y, x + 1], 1), y * 2


# --- divisions ---

@case(lambda: (randn(64, 32), randn(64, 32)))
def divide_floats_rounding(x, y):
    return torch.div(x, y, rounding_mode="floor"), torch.div(x, y, rounding_mode="trunc"), x // 3


# --- sorts ---

@case(lambda: (randn(16, 64),))
def sort_rows(x):
    return torch.sort(x, -1)


@case(lambda: (randn(16, 1024),))
def sort_long_rows(x):
    return torch.sort(x, -1)


@case(lambda: (randn(64, 16),))
def sort_columns_descending(x):
    values, where = torch.sort(x * 2, dim=0, descending=True, stable=True)
    return values + 1, where


@case(lambda: (indices(100, 8, 32),))
def sort_integers(x):
    return torch.argsort(x, -1)


@case(lambda: (randn(8, 64),))
def sort_median(x):
    return torch.sort(x).values[:, 32]


# --- scans ---

@case(lambda: (randn(16, 64),))
def scan_sum_of_rows(x):
    return torch.cumsum(x * 2, -1) + 1


@case(lambda: (randn(64, 16),))
def scan_sum_of_columns(x):
    return torch.cumsum(x, 0)


@case(lambda: (randn(8, 32),))
def scan_product(x):
    return torch.cumprod(x, 1)


@case(lambda: (randn(4, 100000),))
def scan_long(x):
    return torch.cumsum(x, -1)


@case(lambda: (randn(16, 64),))
def scan_and_reduction(x):
    y = torch.cumsum(x, -1)
    return y, y.sum(-1)


@case(lambda: (randn(1 << 20),))
def scan_split_and_reduction(x):
    return torch.cumsum(x * 2, 0) + 1, (x * 2).sum()


@case(lambda: (randn(1 << 20),), split_reductions=False)
def scan_split_and_whole_reduction(x):
    y = torch.cumprod(x, 0)
    return y.sum(), y


@case(lambda: (randn(64, 256), indices(64, 8)))
def write_rows_that_were_read(x, i):
    x[i] += x[i]
    return x


@case(lambda: (indices(2, 16, 64).bool(),))
def scan_of_mask(mask):
    return torch.cumsum(mask, -1) * mask


@case(lambda: (randn(16, 64),))
def scan_logcumsumexp(x):
    return torch.logcumsumexp(x, -1)


@case(lambda: (randn(16, 64),))
def scan_maximum(x):
    return torch.cummax(x, -1)


@case(lambda: (randn(16, 64),))
def scan_of_full(x):
    return x + torch.cumsum(torch.full((16, 64), 2.0, device=x.device), -1)


# --- argmax, max with positions ---

@case(lambda: (randn(8, 16, 32),))
def position_max_middle(x):
    values, where = x.max(1)
    return values * 2, where


@case(lambda: (randn(64, 128),))
def position_min_keepdim(x):
    return torch.min(x, 1, keepdim=True)


@case(lambda: (randn(64, 5),))
def position_max_unrolled(x):
    return x.max(-1)


@case(lambda: (randn(64, 4096), randn(64, 4096)))
def position_topk_one(x, y):
    values, where = (x + y).max(-1)
    return values, where, (x + y).argmin(-1)


# --- reductions of both orders over one input ---

@case(lambda: (randn(32768, 768), randn(768)))
def both_orders_layer_norm(x, weight):
    y = x * weight
    return y.sum(-1), y.sum(0)


@case(lambda: (randn(32768, 768), randn(32768, 768), randn(768)))
def both_orders_rms_norm_backward(x, grad, weight):
    scale = torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6)
    normal = x * scale
    wide = grad * weight
    return (wide - normal * (wide * normal).mean(-1, keepdim=True)) * scale, (grad * normal).sum(0)


@case(lambda: (randn(256, 128),))
def both_orders_too_small(x):
    return x.sum(0), x.sum(1)


@case(lambda: (randn(32768, 1024).bfloat16(),))
def both_orders_half_precision(x):
    return x.float().sum(0), x.float().square().sum(1)


# --- reductions inside of reductions ---

@case(lambda: (randn(1024, 4096),))
def nested_block_scales(x):
    y = x / x.square().mean(-1, keepdim=True).sqrt()
    return y, y.view(1024, 32, 128).abs().amax(-1)


@case(lambda: (randn(2048, 2048),))
def nested_mean_of_groups(x):
    y = x - x.mean(-1, keepdim=True)
    return y.view(2048, 16, 128).sum(-1)


@case(lambda: (randn(512, 1024),))
def nested_scaled_by_groups(x):
    y = (x / x.square().mean(-1, keepdim=True).sqrt()).view(512, 32, 32)
    scale = y.abs().amax(-1, keepdim=True)
    return y / scale, scale


@case(lambda: (randn(512, 1024),))
def nested_groups_then_log(x):
    y = (x - x.mean(-1, keepdim=True)).view(512, 16, 64)
    return y.abs().amax(-1).log()


@case(lambda: (randn(256, 2048),))
def nested_groups_too_wide(x):
    y = x - x.mean(-1, keepdim=True)
    return y.view(256, 2, 1024).sum(-1)


@case(lambda: (randn(512, 1024), randn(1024)))
def nested_weighted_groups(x, weight):
    y = x / x.square().mean(-1, keepdim=True).sqrt() * weight
    return y, y.view(512, 32, 32).abs().amax(-1)


@case(lambda: (randn(512, 1024),))
def nested_part_of_pairs(x):
    y = x - x.mean(-1, keepdim=True)
    return y[:, ::2] * y[:, 1::2]


@case(lambda: (randn(512, 1024),))
def nested_part_of_halves(x):
    y = x - x.mean(-1, keepdim=True)
    return y[:, :512] * y[:, 512:]


# --- passes over the graph before lowering ---

@case(lambda: (randn(64, 128), randn(64, 1)))
def pass_softmax_of_scaled(x, scale):
    return torch.softmax(x * 0.125, -1), torch.softmax(x / 8, -1), torch.softmax(x * scale, -1)


@case(lambda: (randn(64, 128).bfloat16(),))
def pass_softmax_of_scaled_cast(x):
    return torch.softmax((x * 0.125).float(), -1)


@case(lambda: (randn(64, 128).half(),))
def pass_cast_chain(x):
    return x.float().half().float() + 1, x.float().bfloat16().half()


@case(lambda: (randn(64, 128),))
def pass_uniform_values(x):
    ones = torch.ones(64, 128, device=x.device)
    zeros = torch.zeros(64, 128, device=x.device)
    return x * ones + zeros, (x - zeros) / ones, ones + 2 * ones


@case(lambda: (randn(64, 128),))
def pass_uniform_views(x):
    mask = torch.full((64, 1, 128), 3.0, device=x.device)[:, 0].expand(64, 128).clone()
    return x + mask.square()


@case(lambda: (randn(1, 64, 32), randn(1, 32, 48)), shape_padding=False)
def pass_bmm_of_one(x, y):
    return torch.bmm(x, y)


@case(lambda: (randn(8, 64, 32), randn(1, 32, 48).expand(8, 32, 48)), shape_padding=False)
def pass_bmm_of_expanded(x, y):
    return torch.bmm(x, y)


@case(lambda: (randn(64, 1), randn(1, 48)), shape_padding=False)
def pass_outer_product(x, y):
    return x @ y


@case(lambda: (randn(1, 16), randn(16, 1)), shape_padding=False)
def pass_dot_as_matrix(x, y):
    return x @ y


@case(lambda: (randn(1, 16), randn(16, 8), randn(8)), shape_padding=False)
def pass_one_row_addmm(x, y, bias):
    return torch.addmm(bias, x, y)


@case(lambda: (randn(4, 1, 16), randn(4, 16, 1)), shape_padding=False)
def pass_batch_of_dots(x, y):
    return torch.bmm(x, y)


# --- writes through views, and in place ---

@case(lambda: (randn(8, 16), randn(16)))
def write_row_of_input(x, row):
    x[2] = row * 2
    return x.sum(0)


@case(lambda: (randn(8, 16), randn(4, 16)))
def write_slice_of_value(x, rows):
    y = x + 1
    y[2:6].add_(rows)
    return y * 2


@case(lambda: (randn(8, 16), randn(8)))
def write_column_of_transposed(x, column):
    x.t()[3].copy_(column)
    return x


@case(lambda: (randn(100, 16), indices(100, 10), randn(10, 16)))
def write_rows_by_index(x, where, rows):
    x[where] = rows
    return x + 1


@case(lambda: (randn(4, 100, 16), indices(100, 10), randn(10, 16)))
def write_rows_of_view_by_index(x, where, rows):
    x[1][where] = rows * 2


@case(lambda: (randn(100, 16), indices(100, 10), randn(10, 16)))
def write_rows_accumulating(x, where, rows):
    y = x.sin()
    y.index_put_((where,), rows, accumulate=True)
    return y


@case(lambda: (randn(2, 4, 64, 16), randn(2, 4, 1, 16), indices(64, 1)))
def write_cache_at_position(cache, value, where):
    cache.index_copy_(2, where, value)
    return cache.sum(2)


@case(lambda: (randn(8, 16), indices(16, 8, 4), randn(8, 4)))
def write_scatter_in_place(x, where, values):
    x.scatter_(1, where, values)
    return x.relu()


@case(lambda: (randn(8, 16), indices(2, 8, 16).bool()))
def write_masked_fill(x, mask):
    x.masked_fill_(mask, -1.0)
    return x.sum()


# --- loops of a reduction for a pointwise node: worth it as long as its accesses stay coalesced ---

@case(lambda: (randn(2, 128, 2, 2), randn(128), randn(128)))
def group_norm_less_coalesced(x, weight, bias):
    return F.silu(F.group_norm(x, 8, weight, bias))


@case(lambda: (randn(2, 64, 8, 8), randn(64, 64, 1, 1), randn(64), randn(64)))
def group_norm_of_convolution(x, kernel, weight, bias):
    return F.silu(F.group_norm(F.conv2d(x, kernel), 4, weight, bias))


@case(lambda: (randn(64, 1024), randn(128)))
def heads_normalized(x, weight):
    heads = x.view(64, 8, 128)
    return (heads * torch.rsqrt(heads.pow(2).mean(-1, keepdim=True) + 1e-6) * weight).view(64, 1024) + x


# --- what has no place in an index, or no row ---

@case(lambda: (randn(33, 1, 5), indices(1, 33, 1, 5), randn(33, 1, 5)))
def scatter_along_one(x, where, y):
    return torch.scatter_add(x, 1, where, y).sign()


@case(lambda: (randn(3, 32, 16, 3),))
def sort_of_one(x):
    y = (x + 3).unsqueeze(1)
    values, positions = torch.sort(y, 1)
    return values, positions, y.tile(2)


@case(lambda: (randn(10, 8, 5), randn(10, 8, 5)))
def masked_scatter_of_positive(x, y):
    x = F.softplus(x)
    return torch.masked_scatter(x, x > 0.5, y)


@case(lambda: (randn(32, 24, 2), randn(1, 8, 5, 8)))
def foreach_of_single_and_group(x, y):
    y = y.transpose(1, 2).exp()
    return *torch._foreach_mul([0.1 - x, y], 0.5), y


# --- library calls and what they ask of their arguments ---

@case(lambda: (randn(20, 8), randn(8)))
def norms_of_a_list(x, y):
    one, other = torch._foreach_norm([x, y])
    return one, torch.hypot(x, other)


@case(lambda: (indices(20, 8, 4), randn(16, 20, dtype=torch.bfloat16)))
def bags_of_transposed_table(x, table):
    return F.embedding_bag(x, table.t(), mode="sum").roll(1, -1)


@case(lambda: (randn(1, 16, 9, 10, dtype=torch.bfloat16),))
def padded_means_of_halves(x):
    return F.avg_pool2d(x, 3, 2, 1)
