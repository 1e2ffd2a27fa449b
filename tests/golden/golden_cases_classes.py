"""Cases of single rules that random programs found: windows of several sizes, numbers beside half precision, aliases."""
import torch
import torch.nn.functional as F
from torch import randn

from golden_cases import case, indices


@case(lambda: (randn(2, 3, 7, 11),))
def adaptive_average_uneven(x):
    return F.adaptive_avg_pool2d(x, (3, 4)) + 1


@case(lambda: (randn(2, 3, 10, 9),))
def adaptive_maximum_uneven(x):
    return F.adaptive_max_pool2d(x, (4, 4), return_indices=True)


@case(lambda: (randn(2, 3, 12, 8),))
def adaptive_maximum_even(x):
    return F.adaptive_max_pool2d(x, 4)


@case(lambda: (randn(24, 16, dtype=torch.bfloat16), randn(24, 16, dtype=torch.float16)))
def numbers_beside_halves(x, y):
    return x + 0.3, y - 0.7, x * 0.3, (x > 0.1) & (y < 0.2), torch.remainder(x, 0.3)


@case(lambda: (randn(6, 8, dtype=torch.bfloat16), indices(6, 3), randn(3, 8, dtype=torch.bfloat16)))
def index_add_of_bf16(x, where, y):
    return torch.index_add(x * 2, 0, where, y)


@case(lambda: (randn(5, 24) > 0,))
def truth_shifted(x):
    y = x.clone()
    y[:, 2:] = x[:, :-2]
    return y


@case(lambda: (randn(4, 10), randn(4, 10)))
def complex_views(x, y):
    a, b = (torch.view_as_complex(z.reshape(4, 5, 2)) for z in (x, y))
    return torch.view_as_real(a * b.conj())


@case(lambda: (randn(4, 10),))
def complex_of_real(x):
    return torch.fft.fft((x * 2).to(torch.complex64)).real + x


@case(lambda: (randn(8, 3, 8, 8),))
def skewed_windows(x):
    rows = F.pad(x, (0, 0, 0, 1)).reshape(8, 3, 8, 9)
    band = rows.new_zeros(8, 4, 4, 9)
    band[:, :-1, :, 4:] = rows[:, :, :4, :5]
    band[:, -1, :, 4:] = rows[:, -1, 4:, :5]
    band[:, 1:, :, :4] = rows[:, :, -5:-1, 5:]
    band[:, 0, 1:4, 1:4] = rows[:, 0, :3, -3:]
    return band.exp()


@case(lambda: (randn(2, 4, 900),))
def reflected_signal(x):
    return F.pad(x, (5, 5), mode="reflect") * 2


@case(lambda: (randn(9, 6),), dynamic=((0, 0),))
def chunk_of_symbol(x):
    a, b = x.chunk(2)
    return b.sin()


@case(lambda: (randn(9, 30),), dynamic=((0, 0),))
def remainder_of_symbol(x):
    return x[torch.arange(4) % x.shape[0]]


@case(lambda: (randn(17, 4, 96, dtype=torch.bfloat16), randn(32, 32, dtype=torch.bfloat16)))
def attention_of_packed_rows(x, w):
    q, k, v = (y.reshape(17, 8, 16).transpose(0, 1).reshape(4, 2, 17, 16) for y in (x * 2).chunk(3, -1))
    return F.scaled_dot_product_attention(q, k, v).permute(2, 0, 1, 3).reshape(68, 32) @ w


@case(lambda: (randn(2, 16, 32),))
def fourier_of_both(x):
    return torch.fft.fft(torch.fft.fft(x, dim=-1), dim=-2).real + x, torch.fft.irfft2(torch.fft.rfft2(x)) * x


@case(lambda: (randn(40, 6), indices(40, 200), indices(40, 200), randn(200)))
def softmax_over_edges(x, source, target, weights):
    w = F.leaky_relu(weights + x[source, 0] * x[target, 1], 0.2)
    most = x.new_full((40,), float("-inf")).scatter_reduce(0, target, w, "amax")
    w = torch.exp(w - most[target])
    total = x.new_zeros(40).index_add(0, target, w)
    return torch.zeros_like(x).index_add(0, target, x[source] * (w / (total[target] + 1e-9))[:, None]), w == 1


@case(lambda: (randn(6, 8), indices(6, 3, 8), randn(3, 8)), **{"cpp.threads": 1})
def one_thread_adds_by_loops(x, where, y):
    return torch.scatter_add(x * 2, 0, where, y.sin()).cos()


@case(lambda: (randn(4, 8, 32),))
def nibbles_packed_and_read(x):
    z = torch.round(x * 4 + 8).clamp(0, 15).to(torch.uint8)
    packed = (z[..., ::2] << 4) | z[..., 1::2]
    return packed, torch.stack([packed >> 4, packed & 15], -1).flatten(-2).to(torch.float32) * 2


@case(lambda: (randn(8192, 4),), dynamic=((0, 0),))
def variance_over_symbol(x):
    return (x - x.mean(0)) * torch.rsqrt(x.var(0, unbiased=False) + 1e-5)


@case(lambda: (randn(2, 3, 5, 6), randn(2, 3, 9, 11)))
def average_backward_uneven(gradient, x):
    return torch.ops.aten.avg_pool2d_backward(gradient, x, [3, 3], [2, 2], [1, 1], False, False, None) + x


@case(lambda: (randn(2, 3, 4, 3, dtype=torch.bfloat16), randn(2, 3, 8, 6, dtype=torch.bfloat16)))
def average_backward_of_bf16(gradient, x):
    return torch.ops.aten.avg_pool2d_backward(gradient, x, [2, 2], [2, 2], [0, 0], False, True, 3)


@case(lambda: (randn(2, 3, 2, 2, 3), randn(2, 3, 4, 5, 6)))
def average_backward_of_volumes(gradient, x):
    return torch.ops.aten.avg_pool3d_backward(gradient, x, [3, 2, 3], [2, 2, 2], [1, 0, 1], False, False, None) * x


@case(lambda: (randn(8, 12),))
def clamps_beside_zeros(x):
    y = x
    for _ in range(12):
        y = torch.where(y > 0, torch.full((), 0.0), y.sin()) + torch.clamp_min(x + y, 0)
    return y, (y * 2).sum(0)


@case(lambda: (randn(2, 3, 11, 13), randn(2, 3, 11, 13), randn(3, 1, 5, 5)))
def depthwise_gradient_of_product(gradient, x, weight):
    scaled = gradient.exp().expand(2, 3, 11, 13) * 2
    back = torch.ops.aten.convolution_backward(
        scaled, x.sin(), weight, [0], [1, 1], [2, 2], [1, 1], False, [0, 0], 3, [True, False, False]
    )
    return back[0] + scaled
