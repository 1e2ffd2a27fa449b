"""Cases with an option of Inductor's that is not its default, one each, over graphs that the option changes."""
import torch
import torch.nn.functional as F
from torch import randn

from golden_cases import case


@case(lambda: tuple(randn(16, 8) for _ in range(3)), force_pointwise_cat=True)
def option_cat_forced(*x):
    return torch.cat([part.sin() for part in x], dim=0), x[0].cos()


@case(lambda: tuple(randn(16, 8) for _ in range(4)), max_complex_pointwise_cat_inputs=2, max_pointwise_cat_inputs=2)
def option_cat_none_complex(*x):
    return torch.cat([part * 2 for part in x], dim=0) + 1


@case(lambda: (randn(2, 64, 14, 14), randn(64, 64, 3, 3)), layout_optimization=False, shape_padding=False)
def option_layout_off(x, weight):
    return F.conv2d(x.relu(), weight, padding=1).relu()


@case(lambda: (randn(2, 8, 14, 14), randn(8, 8, 3, 3)), force_layout_optimization=True, shape_padding=False)
def option_layout_forced(x, weight):
    return F.conv2d(x.relu(), weight, padding=1).relu()


@case(lambda: (randn(64, 33), randn(33, 33)), padding_stride_threshold=16, shape_padding=False)
def option_padding_short(x, weight):
    return (x.exp() @ weight).sin() @ weight


@case(lambda: (randn(64, 36), randn(36, 36)), padding_alignment_bytes=32, padding_stride_threshold=16,
      shape_padding=False)
def option_padding_narrow(x, weight):
    return (x.exp() @ weight).sin() @ weight


@case(lambda: (randn(64, 512),), **{"cpp.use_two_step_variance_threshold": 64})
def option_variance_cpu(x):
    return torch.var_mean(x, -1)


@case(lambda: (randn(64, 2048, dtype=torch.bfloat16),), **{"triton.use_two_step_variance_threshold": 1024})
def option_variance_gpu(x):
    return torch.var_mean(x, -1)


@case(lambda: (randn(64, 512, dtype=torch.bfloat16),), **{"triton.use_two_step_variance_min_numel": 128})
def option_variance_short_gpu(x):
    return torch.var_mean(x, -1)


@case(lambda: (randn(512, 1024),), **{"triton.nested_reduction": False})
def option_no_nesting(x):
    y = (x - x.mean(-1, keepdim=True)).view(512, 16, 64)
    return y.abs().amax(-1).log()


@case(lambda: (randn(32768, 768), randn(768)), **{"triton.mix_order_reduction": False})
def option_no_both_orders(x, weight):
    y = x * weight
    return y.sum(-1), y.sum(0)


@case(lambda: (randn(64, 256),), **{"triton.persistent_reductions": False})
def option_no_persistence(x):
    e = (x - x.amax(-1, keepdim=True)).exp()
    return e / e.sum(-1, keepdim=True)


@case(lambda: (randn(4, 100000),), **{"triton.min_split_scan_rblock": 1024})
def option_scan_blocks(x):
    return x.cumsum(-1)


@case(lambda: (randn(64, 128), randn(128, 64)), inplace_buffers=False)
def option_not_in_place(x, weight):
    return (x @ weight).relu() @ weight.t()


@case(lambda: (randn(64, 64), randn(64, 64)), allow_buffer_reuse=False)
def option_no_reuse(x, weight):
    a = x @ weight
    b = a.sum(0) @ weight
    return (b + a) @ weight


@case(lambda: (randn(2, 128, 2, 2), randn(128), randn(128)), **{"triton.coalesce_tiling_analysis": False})
def less_coalesced_all_the_same(x, weight, bias):
    return F.silu(F.group_norm(x, 8, weight, bias))


@case(lambda: (randn(64, 1024), randn(128)), loop_reindexing_after_fusion=False)
def heads_with_loops_of_their_own(x, weight):
    heads = x.view(64, 8, 128)
    return (heads * torch.rsqrt(heads.pow(2).mean(-1, keepdim=True) + 1e-6) * weight).view(64, 1024) + x
