"""Cases of what counts, joins and scales: histograms, segments, windows of numbers, losses of margins, products with a type."""
import torch

from op_values import EMULATED, F16, F32, F64, I32, I64, BF16, case, distinct, real, truth, whole


def counted():
    for args in ((5,), (4, [-1.0, 2.0])):
        for density in (False, True):
            kwargs = {"range": args[1]} if len(args) > 1 else {}
            case("aten.histogram.bin_ct", real(3, 4), args[0], density=density, **kwargs)
            case("aten._histogramdd_bin_edges.default", real(6, 2), [3, args[0]], density=density,
                 **({"range": [-1.0, 2.0, -2.0, 1.5]} if kwargs else {}))
            case("aten._histogramdd_from_bin_cts.default", real(6, 2), [3, args[0]], density=density,
                 **({"range": [-1.0, 2.0, -2.0, 1.5]} if kwargs else {}))
    case("aten.histogram.bin_ct", real(5), 3, weight=real(5, low=0.0, high=2.0))
    for reduce in ("sum", "mean", "max", "min", "prod"):
        data, lengths = distinct(7, 2), torch.tensor([3, 0, 2, 2])
        case("aten.segment_reduce.default", data, reduce, lengths=lengths, unsafe=True)
        case("aten.segment_reduce.default", data, reduce, offsets=torch.tensor([0, 2, 5, 7]), unsafe=True, initial=1.0)
        out = torch.ops.aten.segment_reduce(data, reduce, lengths=lengths, unsafe=True)
        case("aten._segment_reduce_backward.default", real(4, 2), out, data, reduce, lengths=lengths)
    case("aten.nonzero_static.default", truth(3, 4), size=5)
    case("aten.nonzero_static.default", whole(3, 2, 3), size=20, fill_value=7)
    case("aten.repeat_interleave.Tensor", torch.tensor([2, 0, 3, 1]), output_size=6)
    case("aten.repeat_interleave.Tensor", torch.tensor([2, 0, 3, 1], dtype=I32), output_size=6)
    for x in (distinct(3, 4), torch.tensor([[1.0, float("nan"), 3.0, 2.0], [5.0, 4.0, 6.0, 7.0]])):
        case("aten.nanmedian.default", x)
        case("aten.nanmedian.dim", x, 1)
        case("aten.nanmedian.dim", x, 0, True)
    for right in (False, True):
        bounds = torch.tensor([0.0, 1.0, 2.0, 3.5])
        case("aten.bucketize.Scalar", 1.0, bounds, right=right)
        case("aten.bucketize.Scalar", 2, bounds, right=right, out_int32=True)
        case("aten.searchsorted.Scalar", bounds, 2, right=right)
        case("aten.searchsorted.Scalar", bounds, 2.5, right=right, out_int32=True)


def joined():
    case("aten._chunk_cat.default", [real(5, 2), real(4, 2)], 0, 2)
    case("aten._chunk_cat.default", [real(2, 5), real(2, 3, 2)], 1, 3)
    case("aten.block_diag.default", [real(2, 3), real(2), real(1, 2)])
    case("aten.block_diag.default", [whole(9, 2, 2), real(1, 2)])
    case("aten.split_with_sizes_copy.default", real(3, 6), [1, 2, 3], 1)
    case("aten.unbind_copy.int", real(3, 2, 4), 1)
    case("aten.index_fill.int_Tensor", real(5, 3), 0, torch.tensor([1, 4]), torch.tensor(9.0))
    case("aten.index_fill_.int_Tensor", real(5, 3), 1, torch.tensor([1]), torch.tensor(2.0))
    for how in ("add", "multiply"):
        at = torch.tensor([[0, 1, 2], [0, 1, 0]])
        case("aten.scatter.reduce", real(3, 3), 0, at, real(2, 3), reduce=how)
        case("aten.scatter.value_reduce", real(3, 3), 0, at, 2.5, reduce=how)
        case("aten.scatter_.reduce", real(3, 3), 0, at, real(2, 3), reduce=how)
        case("aten.scatter_.value_reduce", real(3, 3), 0, at, 2.5, reduce=how)
    case("aten.masked_scatter_backward.default", real(3, 4), truth(3, 4), [2, 5])
    case("prims.copy_strided.default", real(3, 4), [1, 3])
    case("prims.var.default", real(3, 4), [1], 1)
    case("prims.var.default", real(3, 4), [0, 1], 0)
    EMULATED["prims.xor_sum.default"] = lambda inp, dims, output_dtype=None: xor_sum(inp, dims)
    case("prims.xor_sum.default", whole(99, 3, 4), [1])
    case("prims.xor_sum.default", whole(99, 3, 4), [0])


def xor_sum(x, dims):
    parts = x.unbind(dims[0])
    found = parts[0]
    for part in parts[1:]:
        found = found ^ part
    return found


def spaced():
    for dtype in (F32, F64):
        for steps in (1, 2, 5):
            a, b = torch.tensor(-1.5), torch.tensor(2.25)
            case("aten.linspace.Tensor_Tensor", a, b, steps, dtype=dtype)
            case("aten.linspace.Tensor_Scalar", a, 2.25, steps, dtype=dtype)
            case("aten.linspace.Scalar_Tensor", -1.5, b, steps, dtype=dtype)
            case("aten.logspace.default", -1.5, 2.25, steps, 2.0, dtype=dtype)
            case("aten.logspace.Tensor_Tensor", a, b, steps, dtype=dtype)
            case("aten.logspace.Tensor_Scalar", a, 2.25, steps, dtype=dtype)
            case("aten.logspace.Scalar_Tensor", -1.5, b, steps, dtype=dtype)
    for periodic in (False, True):
        for n in (1, 2, 7):
            case("aten.hann_window.periodic", n, periodic)
    case("aten.hann_window.default", 6)
    case("aten.hann_window.default", 6, dtype=F64)


def scaled():
    for p in (1, 2, 2.5):
        case("aten.norm.ScalarOpt_dim_dtype", real(3, 4), p, [1], True, dtype=F64)
        case("aten.norm.ScalarOpt_dtype", real(3, 4), p, dtype=F64)
    case("aten.addbmm.default", real(2, 3), real(4, 2, 5), real(4, 5, 3), beta=0.5, alpha=2)
    case("aten.addbmm_.default", real(2, 3), real(4, 2, 5), real(4, 5, 3))
    for use_gelu in (False, True):
        case("aten._addmm_activation.default", real(3), real(2, 4), real(4, 3), use_gelu=use_gelu)
    EMULATED["aten.mm.dtype"] = lambda a, b, out_dtype: a.to(out_dtype) @ b.to(out_dtype)
    EMULATED["aten.bmm.dtype"] = EMULATED["aten.mm.dtype"]
    EMULATED["aten.addmm.dtype"] = lambda c, a, b, out_dtype, beta=1, alpha=1: beta * c.to(out_dtype) + alpha * (a.to(out_dtype) @ b.to(out_dtype))
    EMULATED["aten.baddbmm.dtype"] = EMULATED["aten.addmm.dtype"]
    for dtype in (F16, BF16):
        case("aten.mm.dtype", real(2, 4, dtype=dtype), real(4, 3, dtype=dtype), F32)
        case("aten.bmm.dtype", real(2, 2, 4, dtype=dtype), real(2, 4, 3, dtype=dtype), F32)
        case("aten.addmm.dtype", real(2, 3), real(2, 4, dtype=dtype), real(4, 3, dtype=dtype), F32, beta=0.5)
        case("aten.baddbmm.dtype", real(2, 2, 3), real(2, 2, 4, dtype=dtype), real(2, 4, 3, dtype=dtype), F32, alpha=2)
    case("aten._weight_int8pack_mm.default", real(2, 16), whole(9, 3, 16, low=-9, dtype=torch.int8), real(3))
    v, g = real(3, 4), real(3, 1)
    norms = v.norm(2, 1, keepdim=True)
    case("aten._weight_norm_interface_backward.default", real(3, 4), v, g, norms, 0)
    indices, offsets = torch.tensor([0, 2, 1, 4, 4, 3]), torch.tensor([0, 2, 2, 5])
    weight = real(5, 3)
    bags = torch.ops.aten._embedding_bag(weight, indices, offsets, False, 0, False, None, False, -1)[1]
    for padding in (-1, 4):
        case("aten._embedding_bag_per_sample_weights_backward.default", real(4, 3), weight, indices, offsets, bags, 0, padding)
    case("aten._foreach_lerp.ScalarList", [real(3), real(2, 2)], [real(3), real(2, 2)], [0.25, 0.75])


def losses():
    for reduction in (0, 1, 2):
        for p in (1, 2):
            case("aten.multi_margin_loss.default", real(3, 4), whole(4, 3), p, 1.0, None, reduction)
        case("aten.multi_margin_loss.default", real(3, 4), whole(4, 3), 1, 0.5, real(4, low=0.0, high=2.0), reduction)
        case("aten.multilabel_margin_loss_forward.default", real(2, 4), torch.tensor([[3, 0, -1, 1], [1, -1, 0, 2]]), reduction)
        case("aten.multilabel_margin_loss_forward.default", real(4), torch.tensor([3, 0, -1, 1]), reduction)
    case("aten.multi_margin_loss.default", real(4), torch.tensor(2))


def normalized():
    x, weight, bias, mean, var = real(2, 3, 4), real(3), real(3), real(3), real(3, low=0.5, high=2.0)
    case("aten._batch_norm_no_update.default", x, weight, bias, mean, var, 0.1, 1e-5)
    case("aten._batch_norm_with_update.default", x, weight, bias, mean, var, 0.1, 1e-5)
    out = torch.ops.aten.native_batch_norm(x, weight, bias, mean.clone(), var.clone(), True, 0.1, 1e-5)
    case("aten.batch_norm_backward.default", real(2, 3, 4), x, weight, mean, var, out[1], out[2], True, 1e-5, [True, True, True],
         torch.empty(0, dtype=torch.uint8))
    EMULATED["aten._fused_rms_norm_backward.default"] = rms_norm_backward
    for shape, inner in (((3, 4), [4]), ((2, 3, 4), [3, 4])):
        x = real(*shape)
        rstd = (x.square().mean(tuple(range(-len(inner), 0)), keepdim=True) + 1e-5).rsqrt()
        case("aten._fused_rms_norm_backward.default", real(*shape), x, inner, rstd, real(*inner), [True, True])
        case("aten._fused_rms_norm_backward.default", real(*shape), x, inner, rstd, None, [True, False])


def rms_norm_backward(grad, x, shape, rstd, weight, mask):
    """By autograd, through the formula of the forward; rstd is a function of x there."""
    with torch.enable_grad():
        x = x.detach().requires_grad_()
        w = torch.ones(shape) if weight is None else weight.detach().requires_grad_()
        y = x * (x.square().mean(tuple(range(-len(shape), 0)), keepdim=True) + 1e-5).rsqrt() * w
        found = torch.autograd.grad(y, [x] if weight is None else [x, w], grad)
    return found[0], (found[1] if weight is not None and mask[1] else None)


def register():
    counted()
    joined()
    spaced()
    scaled()
    losses()
    normalized()
