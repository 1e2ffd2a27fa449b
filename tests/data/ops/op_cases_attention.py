"""Cases of attention kernels of GPUs, grouped products, Fourier transforms and complex numbers.

The kernels of GPUs have no form for the CPU: what they compute is said here with PyTorch's own softmax and autograd, in float64.
"""
import math

import torch

from op_values import BF16, EMULATED, F16, F32, F64, I32, case, real

ATTENTION = "aten._scaled_dot_product_"


def scores(q, k, bias, is_causal, scale):
    scale = 1 / math.sqrt(q.shape[-1]) if scale is None else scale
    found = q @ k.transpose(-1, -2) * scale
    if bias is not None:
        found = found + bias
    if is_causal:
        found = found.masked_fill(~torch.ones(found.shape[-2:], dtype=torch.bool).tril(), -math.inf)
    return found


def attend(q, k, v, bias, is_causal, scale):
    """The result in the type of q, and the logarithms of the sums in float32."""
    wide = [None if t is None else t.double() for t in (q, k, v, bias)]
    found = scores(wide[0], wide[1], wide[3], is_causal, scale)
    return (found.softmax(-1) @ wide[2]).to(q.dtype), found.logsumexp(-1).to(F32)


def gradients(grad, q, k, v, bias, is_causal, scale):
    wide = [None if t is None else t.double().requires_grad_() for t in (q, k, v, bias)]
    out = scores(wide[0], wide[1], wide[3], is_causal, scale).softmax(-1) @ wide[2]
    given = [t for t in wide if t is not None]
    found = iter(torch.autograd.grad(out, given, grad.double()))
    return [None if t is None else next(found).to(t.dtype if t is bias else q.dtype) for t in (q, k, v, bias)]


def flash(q, k, v, dropout_p=0.0, is_causal=False, return_debug_mask=False, *, scale=None):
    out, sums = attend(q, k, v, None, is_causal, scale)
    return out, sums, None, None, q.shape[2], k.shape[2], None, None, None


def efficient(q, k, v, bias, compute_log_sumexp, dropout_p=0.0, is_causal=False, *, scale=None):
    """The sums have their rows padded to 32 with infinities."""
    out, sums = attend(q, k, v, bias, is_causal, scale)
    rows = -(-q.shape[2] // 32) * 32 if compute_log_sumexp else 0
    padded = torch.full((*sums.shape[:2], rows), math.inf)
    padded[:, :, :q.shape[2]] = sums[:, :, :rows]
    return out, padded, None, None


def cudnn(q, k, v, bias, compute_log_sumexp, dropout_p=0.0, is_causal=False, return_debug_mask=False, *, scale=None):
    out, sums = attend(q, k, v, bias, is_causal, scale)
    return out, (sums.unsqueeze(-1)), None, None, q.shape[2], k.shape[2], None, None, None


def flash_backward(grad, q, k, v, out, sums, cum_q, cum_k, max_q, max_k, dropout_p, is_causal, seed, offset, *, scale=None):
    return tuple(gradients(grad, q, k, v, None, is_causal, scale)[:3])


def efficient_backward(grad, q, k, v, bias, out, sums, seed, offset, dropout_p, mask, is_causal=False, *, scale=None):
    return tuple(g if wanted else None for g, wanted in zip(gradients(grad, q, k, v, bias, is_causal, scale), mask))


def cudnn_backward(grad, q, k, v, out, sums, seed, offset, bias, cum_q, cum_k, max_q, max_k, dropout_p, is_causal, *, scale=None):
    return tuple(gradients(grad, q, k, v, bias, is_causal, scale)[:3])


def heads_last(*shape, **how):
    """[batch, heads, rows, depth] that lies in memory as [batch, rows, heads, depth], as models have it."""
    batch, heads, rows, depth = shape
    return real(batch, rows, heads, depth, **how).transpose(1, 2)


def sets():
    """Operands of attention: name, q, k, v, is_causal, scale."""
    yield heads_last(1, 2, 3, 8, dtype=F16), heads_last(1, 2, 5, 8, dtype=F16), heads_last(1, 2, 5, 8, dtype=F16), False, None
    yield heads_last(2, 1, 4, 8, dtype=BF16), heads_last(2, 1, 4, 8, dtype=BF16), heads_last(2, 1, 4, 8, dtype=BF16), True, None
    yield real(1, 2, 4, 8, dtype=BF16), real(1, 2, 4, 8, dtype=BF16), real(1, 2, 4, 8, dtype=BF16), False, 0.25
    yield real(1, 1, 6, 16, dtype=F16), real(1, 1, 6, 16, dtype=F16), real(1, 1, 6, 16, dtype=F16), True, 0.125
    yield real(1, 1, 32, 8, dtype=F16), real(1, 1, 3, 8, dtype=F16), real(1, 1, 3, 8, dtype=F16), False, None


def attention():
    EMULATED.update({ATTENTION + "flash_attention.default": flash, ATTENTION + "flash_attention_backward.default": flash_backward,
                     ATTENTION + "efficient_attention.default": efficient,
                     ATTENTION + "efficient_attention_backward.default": efficient_backward,
                     ATTENTION + "cudnn_attention.default": cudnn, ATTENTION + "cudnn_attention_backward.default": cudnn_backward})
    for number, (q, k, v, is_causal, scale) in enumerate(sets()):
        how = {} if scale is None else {"scale": scale}
        bias = real(q.shape[0], q.shape[1], q.shape[2], k.shape[2], dtype=q.dtype) if number in (0, 2) else None
        grad = heads_last(*q.shape, dtype=q.dtype)
        case(ATTENTION + "flash_attention.default", q, k, v, 0.0, is_causal, **how)
        case(ATTENTION + "efficient_attention.default", q.float(), k.float(), v.float(), None if bias is None else bias.float(),
             number % 2 == 0, 0.0, is_causal, **how)
        case(ATTENTION + "cudnn_attention.default", q, k, v, bias, number % 2 == 0, 0.0, is_causal, **how)
        out, sums = attend(q, k, v, None, is_causal, scale)
        case(ATTENTION + "flash_attention_backward.default", grad, q, k, v, out, sums, None, None, q.shape[2], k.shape[2], 0.0,
             is_causal, None, None, **how)
        out, sums = attend(q, k, v, bias, is_causal, scale)
        case(ATTENTION + "efficient_attention_backward.default", grad, q, k, v, bias, out, sums, None, None, 0.0,
             [True, True, number != 3, bias is not None], is_causal, **how)
        case(ATTENTION + "cudnn_attention_backward.default", grad, q, k, v, out, sums.unsqueeze(-1), None, None, bias, None, None,
             q.shape[2], k.shape[2], 0.0, is_causal, **how)


def grouped():
    ends = torch.tensor([2, 2, 5], dtype=I32)  # the second group is empty
    for dtype in (BF16, F32):
        case("aten._grouped_mm.default", real(5, 8, dtype=dtype), real(3, 8, 8, dtype=dtype), ends)
        case("aten._grouped_mm.default", real(3, 4, 8, dtype=dtype), real(3, 8, 8, dtype=dtype))
        case("aten._grouped_mm.default", real(5, 8, dtype=dtype), real(3, 8, 8, dtype=dtype).transpose(1, 2).contiguous().transpose(1, 2), ends)
        case("aten._grouped_mm.default", real(3, 4, 8, dtype=dtype), real(8, 5, dtype=dtype).t().contiguous().t(), ends)
        case("aten._grouped_mm.default", real(8, 5, dtype=dtype).t().contiguous().t(), real(5, 8, dtype=dtype), ends)


def pairs(*shape, dtype=F32):
    return torch.complex(real(*shape, dtype=dtype), real(*shape, dtype=dtype))


def complex_numbers():
    for tensor in (pairs(8), pairs(3, 5), pairs(2, 3, 4, dtype=F64)):
        case("aten._fft_c2c.default", tensor, [tensor.dim() - 1], 0, True)
        case("aten._fft_c2c.default", tensor, [0], 1, False)
        case("aten._fft_c2c.default", tensor, [tensor.dim() - 1], 2, False)
    case("aten._fft_c2c.default", pairs(4, 6), [0, 1], 0, True)
    case("aten._fft_c2c.default", pairs(4, 6).t(), [1], 0, True)
    for tensor in (pairs(3), pairs(2, 3), pairs(2, 3, dtype=F64), pairs(2, 3).t(), pairs(0, 2), torch.tensor(1 + 2j)):
        case("aten.view_as_real.default", tensor)
        case("aten.view_as_complex.default", torch.view_as_real(tensor))


def register():
    for group in (attention, grouped, complex_numbers):
        group()
