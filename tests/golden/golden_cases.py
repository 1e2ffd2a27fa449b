"""The small functions of make-goldens.py: one for each thing that lowering, scheduling or fusion decides.

`case (inputs)` registers the function under its name with dashes; `inputs` is called inside a default device,
`dynamic` lists (input, dimension) pairs whose sizes are to be symbols, and `settings` are options of Inductor.
"""
import torch
import torch.nn.functional as F
from torch import randn

CASES = {}


def case(inputs, dynamic=(), **settings):
    def register(function):
        CASES[function.__name__.replace("_", "-")] = (function, inputs, dynamic, settings)
        return function
    return register


def indices(high, *shape):
    return torch.randint(0, high, shape)


# --- pointwise ---

@case(lambda: (randn(64, 128), randn(64, 128)))
def pointwise_chain(x, y):
    return torch.sigmoid(x * 2 + y).neg().abs() - 0.5


@case(lambda: (randn(8, 1, 32), randn(16, 1), randn(32)))
def pointwise_broadcast(x, y, z):
    return x * y + z


@case(lambda: (randn(128, 64), randn(128, 64)))
def pointwise_two_outputs(x, y):
    total = x + y
    return total.relu(), total.sin()


@case(lambda: (randn(128, 64), randn(128, 64)))
def pointwise_returns_intermediate(x, y):
    total = x + y
    return total, total * 3


@case(lambda: (randn(128, 64), randn(64, 128)))
def pointwise_transposed_input(x, y):
    return x + y.t()


@case(lambda: (randn(128, 64), randn(128, 64)))
def pointwise_transposed_output(x, y):
    return (x + 1).t(), (y * 2).t().contiguous()


@case(lambda: (randn(4, 8, 16, 16).to(memory_format=torch.channels_last), randn(4, 8, 16, 16)))
def pointwise_channels_last(x, y):
    return x.relu() + 1, x * y


@case(lambda: tuple(randn(1024) for _ in range(12)))
def pointwise_many_reads(*x):
    total = x[0]
    for term in x[1:]:
        total = total + term
    return total * 2, total.exp()


@case(lambda: (randn(4096),))
def pointwise_many_operators(x):
    y = x
    for step in range(40):
        y = y * 1.5 + step
    return y.relu(), y - 1


@case(lambda: (randn(256, 64), torch.tensor(2.0)))
def pointwise_scalar_tensor(x, scale):
    return x * scale, x.clamp(-1, 1), torch.where(x > 0, x, scale)


@case(lambda: (randn(64, 64), indices(100, 64, 64)))
def pointwise_casts(x, n):
    return x.half(), (n + 0.5).bfloat16(), (x > 0).to(torch.int32) + n, x.double() * 2


@case(lambda: (indices(50, 512), indices(50, 512)))
def pointwise_integers(a, b):
    return (a + b) // 3, a % 7, a & b, (a << 2) ^ b, a == b


@case(lambda: (randn(128, 128), randn(128, 128), randn(128, 128)))
def pointwise_activations(x, y, z):
    return F.gelu(x), F.silu(y), F.hardswish(z), F.softplus(x), F.leaky_relu(y, 0.1)


@case(lambda: (randn(64, 64), randn(64, 64) > 0))
def pointwise_masked_fill(x, mask):
    return x.masked_fill(mask, -1e9), x.tril()


# --- fusion of independent work ---

@case(lambda: (randn(512, 64), randn(512, 64)))
def horizontal_same_input(x, y):
    return x.sin(), x.cos() + y


@case(lambda: (randn(512, 64), randn(512, 64)))
def horizontal_no_shared_input(x, y):
    return x.sin(), y.cos()


@case(lambda: (randn(64, 256), randn(32, 128)))
def horizontal_other_sizes(x, y):
    return x * 2, y * 2


@case(lambda: (randn(64, 256),))
def horizontal_two_reductions(x):
    return x.sum(1), x.amax(1), x.sum(0)


@case(lambda: (randn(64, 256),))
def horizontal_reduction_and_pointwise(x):
    return x.sum(1), x.cos()


@case(lambda: (randn(64, 64), randn(64, 64)))
def fusion_needs_intermediate(x, y):
    a = x + 1
    return torch.mm(a, y) + a


@case(lambda: tuple(randn(64, 64) for _ in range(3)))
def fusion_diamond(x, y, w):
    a = (x * y).exp()
    b = a.sum(1, keepdim=True)
    c = a / b
    return c @ w + a


# --- reductions ---

@case(lambda: (randn(64, 1000),))
def reduction_inner(x):
    return x.sum(1), x.mean(-1, keepdim=True)


@case(lambda: (randn(1000, 64),))
def reduction_outer(x):
    return x.sum(0)


@case(lambda: (randn(64, 100, 32),))
def reduction_middle(x):
    return x.amax(1)


@case(lambda: (randn(128, 128),))
def reduction_all(x):
    return x.sum(), x.max(), x.mean()


@case(lambda: (randn(2048, 2048),))
def reduction_all_large(x):
    return (x * x).sum()


@case(lambda: (randn(64, 100),))
def reduction_argmax(x):
    return x.argmax(1), x.argmin(0), x.argmax()


@case(lambda: (randn(64, 100),))
def reduction_max_dim(x):
    values, where = x.max(1)
    return values * 2, where


@case(lambda: (randn(64, 100),))
def reduction_variance(x):
    return x.var(1), x.std(0), torch.var_mean(x, dim=1, correction=0)


@case(lambda: (randn(256, 4),))
def reduction_unrolled(x):
    return x.sum(1), x.amax(1, keepdim=True) - x


@case(lambda: (randn(64, 128),))
def reduction_any_all_prod(x):
    y = x > 0
    return y.any(1), y.all(), (x * 0.1).prod(1)


@case(lambda: (randn(128, 512), randn(128, 512)))
def reduction_pointwise_around(x, y):
    return ((x * y).sum(1, keepdim=True) + 1).rsqrt() * x


@case(lambda: (randn(64, 96),))
def reduction_chain(x):
    for _ in range(3):
        x = x * x.sum(1, keepdim=True)
    return x


@case(lambda: (torch.randn(512, 768, dtype=torch.bfloat16),))
def reduction_half_precision(x):
    return x.sum(1), torch.softmax(x, -1)


# --- normalizations ---

@case(lambda: (randn(64, 512),))
def norm_log_softmax(x):
    return F.log_softmax(x, dim=1)


@case(lambda: (randn(32, 64), indices(64, 32)))
def norm_cross_entropy(x, target):
    return F.cross_entropy(x, target)


@case(lambda: (randn(64, 768), randn(64, 768), randn(768), randn(768)))
def norm_layer_norm_residual(x, y, weight, bias):
    total = x + y
    return F.layer_norm(total, (768,), weight, bias), total


@case(lambda: (randn(4, 32, 8, 8), randn(32), randn(32)))
def norm_group_norm(x, weight, bias):
    return F.group_norm(x, 8, weight, bias)


@case(lambda: (randn(4, 16, 8, 8), randn(16), randn(16).abs() + 1, randn(16), randn(16)))
def norm_batch_norm(x, mean, variance, weight, bias):
    return F.batch_norm(x, mean, variance, weight, bias, training=False).relu()


@case(lambda: (randn(64, 10), randn(64, 10)))
def norm_double_softmax(x, y):
    return torch.softmax(torch.softmax(x, 1) + y, 1)


# --- views ---

@case(lambda: (randn(4, 16, 32),))
def view_permute_reshape(x):
    return (x.permute(0, 2, 1) * 2).reshape(4, 512), x.reshape(64, 32).sin()


@case(lambda: (randn(64, 96),))
def view_slice_select(x):
    return x[:, 10:50:2] + 1, x[3] * 2, x[1:, :].exp() + x[:-1, :]


@case(lambda: (randn(16, 1, 32),))
def view_expand(x):
    return x.expand(16, 8, 32) * 2, x.squeeze(1).unsqueeze(0) + 1


@case(lambda: (randn(8, 6, 20),))
def view_split(x):
    a, b, c = x.split([4, 8, 8], dim=2)
    return a.relu(), b + c


@case(lambda: (randn(12, 20),))
def view_flip_roll(x):
    return x.flip(1) + 1, x.roll(3, 0), x.unfold(1, 4, 2).sum(-1)


# --- joining ---

@case(lambda: (randn(16, 32), randn(16, 48)))
def cat_pointwise(x, y):
    return torch.cat([x.sin(), y.cos()], dim=1) + 1


@case(lambda: (randn(16, 32), randn(16, 32)))
def cat_no_consumer(x, y):
    return torch.cat([x.exp(), y], dim=0)


@case(lambda: (randn(32, 32), randn(32, 32)))
def cat_of_products(x, y):
    return torch.cat([x @ y, y * 2], dim=1)


@case(lambda: tuple(randn(16, 8) for _ in range(12)))
def cat_many(*x):
    return torch.cat([part + 1 for part in x], dim=1)


@case(lambda: (randn(16, 32), randn(16, 32)))
def stack_two(x, y):
    return torch.stack([x, y * 2], dim=1).relu()


@case(lambda: (randn(4, 8, 10, 10),))
def pad_constant(x):
    return F.pad(x, (1, 2, 3, 0), value=0.5) * 2


# --- indexing ---

@case(lambda: (randn(1000, 64), indices(1000, 8, 20)))
def index_embedding(table, where):
    return F.embedding(where, table) * 8


@case(lambda: (randn(100, 32), indices(100, 40), indices(32, 40)))
def index_tensors(x, i, j):
    return x[i] + 1, x[i, j]


@case(lambda: (randn(40, 30), indices(30, 40, 5)))
def index_gather(x, where):
    return x.gather(1, where) * 2


@case(lambda: (randn(50, 16), randn(20, 16), indices(50, 20)))
def index_put_accumulate(x, values, where):
    return x.index_put((where,), values, accumulate=True), x.index_put((where,), values)


@case(lambda: (randn(30, 16), indices(30, 10, 16), randn(10, 16)))
def index_scatter(x, where, values):
    return x.scatter(0, where, values), x.scatter_add(0, where, values) + 1


@case(lambda: (randn(20, 30), randn(20, 10)))
def index_slice_scatter(x, y):
    z = x.clone()
    z[:, 5:15] = y * 2
    return z, x.select_scatter(y[:, 0], 1, 2)


# --- library calls and what surrounds them ---

@case(lambda: (randn(64, 128), randn(128, 32), randn(32)))
def mm_bias_relu(x, w, bias):
    return torch.relu(x @ w + bias)


@case(lambda: (randn(64, 128), randn(32, 128), randn(32)))
def mm_linear_between_pointwise(x, w, bias):
    return F.linear(x.sin(), w, bias).tanh() * 2


@case(lambda: (randn(8, 16, 32), randn(8, 32, 16)))
def mm_batched(x, y):
    return torch.bmm(x + 1, y).softmax(-1)


@case(lambda: (randn(32, 32), randn(32, 32), randn(32, 32)))
def mm_chain(x, y, z):
    return (x @ y) @ z + (x @ z)


@case(lambda: (randn(2, 8, 16, 16), randn(16, 8, 3, 3), randn(16)))
def conv_bias_relu(x, w, bias):
    return F.conv2d(x, w, bias, padding=1).relu()


@case(lambda: (randn(2, 8, 16, 16), randn(8, 1, 3, 3)))
def conv_depthwise_strided(x, w):
    return F.conv2d(x * 2, w, stride=2, padding=1, groups=8) + 1


@case(lambda: (randn(2, 4, 16, 16),))
def pool_max_average(x):
    return F.max_pool2d(x, 3, 2, padding=1), F.avg_pool2d(x, 2), F.adaptive_avg_pool2d(x, 1)


@case(lambda: (randn(2, 4, 8, 8),))
def upsample_nearest_bilinear(x):
    return F.interpolate(x, scale_factor=2.0), F.interpolate(x, size=(12, 12), mode="bilinear")


@case(lambda: (randn(16, 64),))
def scan_sort(x):
    return x.cumsum(1), x.sort(1)[0], x.topk(3, 1)[0] + 1


# --- creation and mutation ---

@case(lambda: (randn(8, 16),))
def create_empty(x):
    return torch.empty(8, 16, device=x.device), x + 1


@case(lambda: (randn(32, 48),))
def create_range_full(x):
    rows = torch.arange(32, device=x.device)
    columns = torch.arange(48, device=x.device)
    mask = columns[None, :] > rows[:, None]
    return x + mask, torch.zeros_like(x), torch.full((4, 4), 7.0, device=x.device)


@case(lambda: (randn(64, 64), randn(64, 64)))
def mutate_input(x, y):
    x.add_(y)
    return x * 2


@case(lambda: (randn(64, 64), randn(64, 64), torch.tensor(3)))
def mutate_several(x, y, steps):
    x.copy_(x + 1)
    y.mul_(x)
    steps.add_(1)


@case(lambda: (randn(8, 100, 16), randn(8, 1, 16), torch.tensor([5])))
def mutate_cache(cache, value, position):
    cache.index_copy_(1, position, value)
    return cache.sum(1)


@case(lambda: (randn(256, 256), randn(256, 256)))
def inplace_and_reuse(x, w):
    a = x @ w
    b = a.relu() + 1
    c = b @ w
    d = c.sigmoid()
    return d @ w


# --- symbolic sizes ---

@case(lambda: (randn(48, 64), randn(64)), dynamic=((0, 0),))
def dynamic_pointwise(x, bias):
    return (x + bias).relu(), x.sum(1)


@case(lambda: (randn(48, 20), randn(48, 20)), dynamic=((0, 0), (0, 1), (1, 0), (1, 1)))
def dynamic_two_symbols(x, y):
    return (x * y).sum(1), torch.cat([x, y], dim=1), x.reshape(-1) + x.shape[0]


@case(lambda: (randn(6, 12, 32), randn(32, 64), randn(64)), dynamic=((0, 1),))
def dynamic_linear_norm(x, w, bias):
    y = x @ w + bias
    return F.layer_norm(y, (64,))


@case(lambda: (randn(1, 2, 24, 24), indices(24, 30)), dynamic=((0, 2), (0, 3), (1, 0)))
def dynamic_views(x, where):
    return x.flatten(1).t() * 2, x[:, :, where].sum(-1), F.pad(x, (1, 1, 1, 1))
