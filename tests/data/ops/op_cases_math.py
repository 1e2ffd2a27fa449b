"""Cases of reductions, library calls and operators that are opened into others."""
import torch

from op_values import BF16, BOOL, F16, F32, F64, I8, I32, I64, SPECIAL, case, distinct, real, spread, truth, turned, whole


def reductions():
    x, y = real(2, 3, 4), turned(real(2, 3, 4, dtype=F64))
    for name in ("sum", "mean"):
        dim = f"aten.{name}." + ("dim_IntList" if name == "sum" else "dim")
        for tensor in (x, y):
            case(f"aten.{name}.default", tensor)
            case(dim, tensor, [1])
            case(dim, tensor, [-1, 0], True)
        case(dim, real(2, 3, dtype=BF16), [1])
        case(dim, real(2, 3), [], False)
        case(dim, real(2, 3, dtype=F16), [0], dtype=F32)
    case("aten.sum.default", whole(9, 2, 3, dtype=I32))
    case("aten.sum.default", truth(2, 3))
    case("aten.sum.dim_IntList", truth(2, 3), [1])
    case("aten.sum.dim_IntList", real(2, 0), [1])
    case("aten.mean.default", whole(9, 4), dtype=F32)
    case("aten.prod.default", real(2, 3))
    case("aten.prod.default", whole(4, 3, low=1))
    case("aten.prod.dim_int", real(2, 3, dtype=F64), 1, True)
    for name in ("amax", "amin"):
        case(f"aten.{name}.default", x, [-1])
        case(f"aten.{name}.default", y, [0, 2], True)
        case(f"aten.{name}.default", whole(9, 2, 3))
        case(f"aten.{name}.default", SPECIAL, [0])
        case(f"aten.{name}.default", SPECIAL[:7], [0], True)
    case("aten.aminmax.default", x, dim=1)
    case("aten.aminmax.default", x)
    for name in ("max", "min"):
        case(f"aten.{name}.default", x)
        case(f"aten.{name}.default", whole(9, 2, 3))
        case(f"aten.{name}.dim", distinct(2, 3, 4), 1)
        case(f"aten.{name}.dim", turned(distinct(2, 5, dtype=F64)), -1, True)
        case(f"aten.{name}.dim", torch.tensor([[1, 3, 3], [2, 2, 0]]), 1)
        case(f"aten.arg{name}.default", distinct(2, 3))
        case(f"aten.arg{name}.default", distinct(2, 3, 4), 1)
        case(f"aten.arg{name}.default", turned(distinct(2, 5, dtype=F64)), -1, True)
        case(f"aten.arg{name}.default", torch.tensor([1.0, 3.0, 3.0, 1.0]), 0)
        case(f"aten.arg{name}.default", torch.tensor([1.0, float("nan"), 3.0]), 0)
    for name in ("any", "all"):
        case(f"aten.{name}.default", truth(2, 3))
        case(f"aten.{name}.default", whole(2, 4))
        case(f"aten.{name}.dim", truth(2, 3), -1)
        case(f"aten.{name}.dim", real(2, 3, low=-0.0625, high=0.0625), 0, True)
        case(f"aten.{name}.dims", truth(2, 3, 2), [0, 2])
    for name in ("var", "std"):
        case(f"aten.{name}.correction", x, [1], correction=0)
        case(f"aten.{name}.correction", y, [-1, 0], correction=1, keepdim=True)
        case(f"aten.{name}.correction", x)
        case(f"aten.{name}.default", x)
        case(f"aten.{name}.default", x, False)
        case(f"aten.{name}.dim", x, [2], True, True)
    for tensor in (x, y, real(2, 4, dtype=BF16)):
        case("aten.var_mean.correction", tensor, [1], correction=0, keepdim=True)
    case("aten.var_mean.correction", x, [0, 2], correction=1)
    case("aten.logsumexp.default", x, [1])
    case("aten.logsumexp.default", y, [-1], True)
    for order in (2, 1, 0, float("inf"), 3):
        case("aten.linalg_vector_norm.default", x, order, [1])
    case("aten.linalg_vector_norm.default", y)
    case("aten.norm.ScalarOpt_dim", x, 2, [1], True)
    case("aten.norm.Scalar", x)
    for name in ("cumsum", "cumprod"):
        case(f"aten.{name}.default", real(2, 4), 1)
        case(f"aten.{name}.default", turned(real(3, 2, dtype=F64)), 0)
        case(f"aten.{name}.default", whole(4, 4, low=1, dtype=I32), -1)
    case("aten.cumsum.default", truth(4), 0)
    case("aten.logcumsumexp.default", real(2, 4), 1)
    odd = torch.tensor([[1.0, 3.0, float("nan"), 2.0, float("nan"), 9.0], [2.0, 2.0, -1.0, 2.0, 3.0, -1.0]])
    for name in ("cummax", "cummin"):
        case(f"aten.{name}.default", odd, 1)
        case(f"aten.{name}.default", turned(real(3, 2, dtype=F64)), 0)
        case(f"aten.{name}.default", whole(4, 4, low=1, dtype=I32), -1)
    case("prims.sum.default", x, [0, 2])
    case("prims.amax.default", x, [1])
    case("prims.prepare_softmax_online.default", x, 2)


def wide():
    """Sums and running sums of integers are 64 bits wide, and wrap around there."""
    for dtype, end in ((I32, 2**31 - 1), (I64, 2**63 - 1), (torch.uint8, 255)):
        row = torch.tensor([[end, end, 1], [end, 0, end]], dtype=dtype)
        case("aten.sum.dim_IntList", row, [1])
        case("aten.cumsum.default", row, 1)
        case("aten.prod.dim_int", row, 1)
        case("aten.amax.default", row, [1])
        case("aten.argmax.default", row, 1)
    case("aten.max_pool2d_with_indices.default", torch.tensor([[[[1.0, float("nan"), 0], [2, 3, 4], [5, 6, float("-inf")]]]]), [2, 2], [1, 1])
    case("aten.topk.default", torch.tensor([1.0, float("nan"), 3.0, float("-inf"), float("inf")]), 3)
    case("aten.sort.stable", torch.tensor([0.0, -0.0, 1.0, 0.0, -0.0]), stable=True, descending=True)


def products():
    case("aten.mm.default", real(2, 3), real(3, 4))
    case("aten.mm.default", real(3, 2, dtype=F64).t(), turned(real(3, 4, dtype=F64)))
    case("aten.mm.default", real(2, 3, dtype=BF16), real(3, 2, dtype=BF16))
    case("aten.mm.default", whole(5, 2, 3), whole(5, 3, 2))
    case("aten.addmm.default", real(4), real(2, 3), real(3, 4))
    case("aten.addmm.default", real(2, 4, dtype=F64), real(2, 3, dtype=F64), real(4, 3, dtype=F64).t(), beta=0.5, alpha=2)
    case("aten.addmm.default", torch.full((2, 2), float("nan")), real(2, 3), real(3, 2), beta=0)
    case("aten.bmm.default", real(2, 2, 3), real(2, 3, 2))
    case("aten.bmm.default", turned(real(2, 2, 3, dtype=F64)), turned(real(2, 3, 2, dtype=F64)))
    case("aten.baddbmm.default", real(2, 2), real(2, 2, 3), real(2, 3, 2), beta=0.5, alpha=2)
    case("aten.mv.default", real(2, 3), real(3))
    case("aten._int_mm.default", whole(9, 17, 8, low=-9, dtype=I8), whole(9, 8, 16, low=-9, dtype=I8))
    case("aten.addmv.default", real(2), real(2, 3), real(3))
    case("aten.dot.default", real(4), real(4))
    case("aten.vdot.default", real(4), real(4))
    case("aten.linear.default", real(2, 2, 3), real(4, 3), real(4))
    case("aten.linear.default", real(2, 3), real(4, 3))
    for a, b in (((2, 3), (3, 2)), ((2, 2, 3), (3, 2)), ((2, 1, 2, 3), (2, 3, 2)), ((3,), (3, 2)), ((2, 3), (3,)), ((3,), (3,))):
        case("aten.matmul.default", real(*a), real(*b))
    case("aten.bilinear.default", real(2, 3), real(2, 2), real(2, 3, 2), real(2))
    case("aten.einsum.default", "bij,bjk->bik", [real(2, 2, 3), real(2, 3, 2)])
    case("aten.einsum.default", "ij,j->i", [real(2, 3), real(3)])


def convolutions():
    x, w = real(1, 2, 5, 5), real(3, 2, 3, 3)
    for op, tail in (("aten.convolution.default", ()), ("aten._convolution.default", (False, False, True, True))):
        case(op, x, w, real(3), [1, 1], [0, 0], [1, 1], False, [0, 0], 1, *tail)
        case(op, x, w, None, [2, 2], [1, 1], [1, 1], False, [0, 0], 1, *tail)
        case(op, x.double(), w.double(), None, [1, 1], [2, 2], [2, 2], False, [0, 0], 1, *tail)
        case(op, x, real(4, 1, 3, 3), real(4), [1, 1], [1, 1], [1, 1], False, [0, 0], 2, *tail)
        case(op, x, real(2, 3, 2, 2), real(3), [2, 2], [1, 0], [1, 1], True, [1, 0], 1, *tail)
        case(op, real(2, 2, 6), real(3, 2, 3), None, [2], [1], [1], False, [0], 1, *tail)
    case("aten.convolution.default", real(1, 1, 3, 4, 4), real(2, 1, 2, 2, 2), None, [1] * 3, [0] * 3, [1] * 3, False, [0] * 3, 1)
    case("aten.convolution.default", x.to(memory_format=torch.channels_last), w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)
    case("aten.convolution_backward.default", real(1, 3, 3, 3), x, w, [3], [1, 1], [0, 0], [1, 1], False, [0, 0], 1,
         [True, True, True])
    case("aten.convolution_backward.default", real(1, 3, 3, 3), x, w, None, [2, 2], [1, 1], [1, 1], False, [0, 0], 1,
         [True, True, False])
    case("aten.conv1d.default", real(1, 2, 6), real(3, 2, 3), real(3), [2], [1])
    case("aten.conv2d.default", x, w, real(3), [1, 1], [1, 1])
    case("aten.conv2d.padding", x, w, None, [1, 1], "same")
    case("aten.conv3d.default", real(1, 1, 3, 3, 3), real(2, 1, 2, 2, 2))
    case("aten.conv_transpose1d.default", real(1, 2, 4), real(2, 3, 3), real(3), [2], [1])
    case("aten.conv_transpose2d.input", real(1, 2, 3, 3), real(2, 2, 2, 2), None, [2, 2])


def pooling():
    x, ordered = real(1, 2, 6, 6), distinct(1, 2, 6, 6)
    case("aten.avg_pool1d.default", real(1, 2, 6), [3], [2], [1])
    case("aten.avg_pool2d.default", x, [2, 2])
    case("aten.avg_pool2d.default", x, [3, 3], [2, 2], [1, 1], True, False)
    case("aten.avg_pool2d.default", x.double(), [3, 2], [2, 1], [1, 0], False, True, 5)
    case("aten.avg_pool3d.default", real(1, 1, 4, 4, 4), [2, 2, 2])
    case("aten.avg_pool2d_backward.default", real(1, 2, 3, 3), x, [2, 2], [2, 2], [0, 0], False, True, None)
    for size, kernel, stride, padding, ceils, counts, divisor in (((1, 2, 2, 2), [3, 3], [2, 2], [0, 0], False, True, None),
                                                                   ((1, 2, 4, 4), [3, 3], [2, 2], [1, 1], True, False, None),
                                                                   ((1, 2, 3, 3), [3, 3], [2, 2], [1, 1], False, True, None),
                                                                   ((1, 2, 6, 6), [3, 3], [1, 1], [1, 1], False, False, None),
                                                                   ((1, 2, 3, 6), [2, 3], [2, 1], [0, 1], False, True, 5)):
        case("aten.avg_pool2d_backward.default", real(*size), x, kernel, stride, padding, ceils, counts, divisor)
    case("aten.adaptive_avg_pool1d.default", real(1, 2, 5), [3])
    for name in ("adaptive_avg_pool2d", "_adaptive_avg_pool2d"):
        case(f"aten.{name}.default", x, [3, 2])
        case(f"aten.{name}.default", x, [4, 5])
        case(f"aten.{name}.default", x, [1, 1])
    case("aten._adaptive_avg_pool2d_backward.default", real(1, 2, 4, 5), x)
    case("aten._adaptive_avg_pool3d.default", real(1, 1, 4, 4, 4), [2, 2, 2])
    case("aten.adaptive_max_pool2d.default", ordered, [3, 2])
    case("aten.max_pool1d.default", distinct(1, 2, 6), [3], [2], [1])
    case("aten.max_pool2d.default", ordered, [2, 2])
    for op in ("aten.max_pool2d_with_indices.default",):
        case(op, ordered, [2, 2])
        case(op, ordered, [3, 3], [2, 2], [1, 1])
        case(op, ordered.double(), [2, 2], [1, 2], [0, 0], [2, 1], True)
    case("aten.max_pool3d_with_indices.default", distinct(1, 1, 4, 4, 4), [2, 2, 2])
    values, where = torch.ops.aten.max_pool2d_with_indices.default(ordered, [3, 3], [2, 2], [1, 1])
    case("aten.max_pool2d_with_indices_backward.default", torch.ones_like(values), ordered, [3, 3], [2, 2], [1, 1], [1, 1],
         False, where)
    case("prims._low_memory_max_pool_with_offsets.default", ordered, [3, 3], [2, 2], [1, 1], [1, 1], False)
    offsets = torch.ops.prims._low_memory_max_pool_with_offsets.default(ordered, [3, 3], [2, 2], [1, 1], [1, 1], False)[1]
    case("prims._low_memory_max_pool_offsets_to_indices.default", offsets, [3, 3], [6, 6], [2, 2], [1, 1], [1, 1])
    case("aten.upsample_nearest1d.default", real(1, 2, 3), [5])
    case("aten.upsample_nearest2d.default", real(1, 1, 2, 3), [4, 5])
    case("aten.upsample_nearest2d.vec", real(1, 1, 2, 3), None, [2.0, 2.0])
    case("aten.upsample_nearest2d_backward.default", real(1, 1, 4, 6), [4, 6], [1, 1, 2, 3])
    case("aten.upsample_bilinear2d.default", real(1, 1, 2, 3), [4, 5], False)
    case("aten.upsample_bilinear2d.vec", real(1, 1, 2, 3), [3, 5], True, None)
    case("aten.upsample_bicubic2d.default", real(1, 1, 3, 3), [4, 5], False)
    case("aten.grid_sampler_2d.default", real(1, 1, 3, 3), real(1, 2, 2, 2, low=-1, high=1), 0, 0, False)


def sorting():
    x = distinct(3, 4)
    case("aten.sort.default", x)
    case("aten.sort.default", x, 0, True)
    case("aten.sort.stable", torch.tensor([2, 1, 2, 0, 1]), stable=True, dim=0)
    case("aten.argsort.default", x, 1, True)
    case("aten.argsort.stable", torch.tensor([2, 1, 2, 0, 1]), stable=True)
    case("aten.topk.default", x, 2)
    for dtype in (F16, BF16, F64, I64, I32):
        case("aten.topk.default", distinct(3, 4, dtype=dtype) if dtype.is_floating_point else (distinct(3, 4) * 4).to(dtype), 3, -1)
    case("aten.topk.default", turned(x), 1, -2, True, True)
    case("aten.topk.default", distinct(2, 40), 40, 1, False, True)
    case("aten.topk.default", real(0, 4), 2)
    case("aten.topk.default", x, 0)
    case("aten.topk.default", x, 2, 0, False)
    case("aten.kthvalue.default", x, 2)
    case("aten.median.default", x)
    case("aten.median.dim", x, 1)
    case("aten.histc.default", real(6), 4, -3, 3)
    case("aten.bincount.default", whole(4, 6), None, 5)


def normalizing():
    x, y = real(2, 3, 4), turned(real(2, 3, 4, dtype=F64))
    for tensor in (x, y):
        for dim in (-1, 1):
            case("aten._softmax.default", tensor, dim, False)
            case("aten._log_softmax.default", tensor, dim, False)
    for name in ("softmax", "log_softmax"):
        case(f"aten.{name}.int", x, 0)
        case(f"aten.{name}.int", real(2, 3, dtype=BF16), -1, F32)
    case("aten._softmax.default", torch.tensor([[0.0, float("-inf"), 1.0]]), 1, False)
    case("aten._safe_softmax.default", torch.tensor([[0.0, float("-inf")], [float("-inf"), float("-inf")]]), -1)
    for name in ("_softmax_backward_data", "_log_softmax_backward_data"):
        case(f"aten.{name}.default", real(2, 4), real(2, 4, low=0, high=1), 1, F32)
    weight, bias = real(4), real(4)
    case("aten.layer_norm.default", x, [4], weight, bias)
    case("aten.layer_norm.default", x, [3, 4])
    case("aten.native_layer_norm.default", x, [4], weight, bias, 1e-5)
    case("aten.native_layer_norm.default", y, [4], None, None, 1e-6)
    mean, rstd = torch.ops.aten.native_layer_norm.default(x, [4], weight, bias, 1e-5)[1:]
    case("aten.native_layer_norm_backward.default", real(2, 3, 4), x, [4], mean, rstd, weight, bias, [True, True, True])
    case("aten.rms_norm.default", x, [4], weight, 1e-5)
    case("aten._fused_rms_norm.default", x, [4], weight, 1e-5)
    image, channels = real(2, 4, 2, 3), [real(4), real(4), real(4), real(4, low=0.5)]
    case("aten.group_norm.default", image, 2, channels[0], channels[1])
    case("aten.native_group_norm.default", image, channels[0], channels[1], 2, 4, 6, 2, 1e-5)
    case("aten.native_group_norm.default", image.double(), None, None, 2, 4, 6, 4, 1e-5)
    for g, w, groups, mask in ((real(2, 4, 2, 3), real(4), 2, [True, True, True]), (real(2, 4, 2, 3), None, 4, [True, False, False]),
                               (real(2, 4, 2, 3), real(4), 1, [True, True, False])):
        _, mean, rstd = torch.ops.aten.native_group_norm.default(image, None, None, 2, 4, 6, groups, 1e-5)
        case("aten.native_group_norm_backward.default", g, image, mean, rstd, w, 2, 4, 6, groups, mask)
    weight, bias, mean, variance = channels
    case("aten._native_batch_norm_legit.default", image, weight, bias, mean, variance, True, 0.1, 1e-5)
    case("aten._native_batch_norm_legit.default", image, weight, bias, mean, variance, False, 0.1, 1e-5)
    case("aten.batch_norm.default", image, weight, bias, mean, variance, False, 0.1, 1e-5, True)
    case("aten._native_batch_norm_legit_no_training.default", image, weight, bias, mean, variance, 0.1, 1e-5)
    case("aten._native_batch_norm_legit_no_training.default", image.double(), None, None, mean.double(), variance.double(), 0.1, 1e-3)
    case("aten.native_batch_norm.default", image, weight, bias, mean, variance, False, 0.1, 1e-5)
    case("aten._native_batch_norm_legit.no_stats", image, weight, bias, True, 0.1, 1e-5)
    case("aten._native_batch_norm_legit_functional.default", image, weight, bias, mean, variance, True, 0.1, 1e-5)
    case("aten.native_batch_norm_backward.default", real(2, 4, 2, 3), image, weight, mean, variance, mean, variance, True, 1e-5,
         [True, True, True])
    case("aten.instance_norm.default", image, weight, bias, None, None, True, 0.1, 1e-5, True)
    case("aten.cosine_similarity.default", real(2, 4), real(2, 4))


def attention():
    q, k, v = real(1, 2, 3, 4), real(1, 2, 5, 4), real(1, 2, 5, 4)
    for name in ("scaled_dot_product_attention", "_scaled_dot_product_attention_math"):
        case(f"aten.{name}.default", q, k, v)
        case(f"aten.{name}.default", q, k, v, real(3, 5))
        case(f"aten.{name}.default", q.double(), k.double(), v.double(), truth(3, 5) | torch.eye(3, 5).bool())
        case(f"aten.{name}.default", q, q, q, None, 0.0, True)
        case(f"aten.{name}.default", q, k, v, scale=0.25)
    case("aten._scaled_dot_product_flash_attention_for_cpu.default", q, k, v)
    case("aten._scaled_dot_product_flash_attention_for_cpu.default", q, q, q, 0.0, True)


def losses():
    x, target = real(3, 4), whole(4, 3)
    close = real(3, 4)
    for reduction in (0, 1, 2):
        case("aten.mse_loss.default", x, close, reduction)
        case("aten.l1_loss.default", x, close, reduction)
    case("aten.mse_loss_backward.default", real(3, 4), x, close, 1)
    case("aten.smooth_l1_loss.default", x, close, 1, 0.5)
    case("aten.huber_loss.default", x, close)
    inside = real(3, 4, low=0.1, high=0.9)
    case("aten.binary_cross_entropy.default", inside, truth(3, 4).float())
    case("aten.binary_cross_entropy_with_logits.default", x, truth(3, 4).float())
    case("aten.cross_entropy_loss.default", x, target)
    case("aten.cross_entropy_loss.default", x, target, None, 2, -100, 0.125)
    case("aten.nll_loss_nd.default", x, target)
    for reduction in (0, 1, 2):
        case("aten.nll_loss_forward.default", x, target, None, reduction, -100)
    case("aten.nll_loss_forward.default", x, torch.tensor([1, -100, 3]), real(4, low=0.5), 1, -100)
    case("aten.nll_loss_backward.default", torch.tensor(1.0), x, target, None, 1, -100, torch.tensor(3.0))
    image, labels = real(1, 3, 2, 2), whole(3, 1, 2, 2)
    case("aten.nll_loss2d_forward.default", image, labels, None, 1, -100)
    case("aten.nll_loss2d_backward.default", torch.tensor(1.0), image, labels, None, 1, -100, torch.tensor(4.0))


def register():
    for group in (reductions, wide, products, convolutions, pooling, sorting, normalizing, attention, losses):
        group()
