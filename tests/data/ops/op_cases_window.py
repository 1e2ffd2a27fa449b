"""Cases of resampling, of pools and borders there and back, of patches, grids and distances."""
import torch

from op_values import F64, case, distinct, real


def resampled():
    for exact in ("_upsample_nearest_exact", "upsample_nearest"):
        case(f"aten.{exact}3d.default", real(1, 2, 2, 3, 2), [3, 5, 4])
        case(f"aten.{exact}3d.default", real(1, 1, 3, 3, 4), [2, 2, 3], 0.75, 0.75, 0.75)
    case("aten._upsample_nearest_exact1d.default", real(1, 2, 3), [5])
    case("aten._upsample_nearest_exact1d.default", real(1, 2, 7), [3])
    case("aten._upsample_nearest_exact2d.default", real(1, 2, 3, 2), [4, 5])
    for align in (False, True):
        case("aten.upsample_linear1d.default", real(1, 2, 3), [5], align)
        case("aten.upsample_linear1d.default", real(1, 2, 7, dtype=F64), [3], align)
        case("aten.upsample_trilinear3d.default", real(1, 2, 2, 3, 2), [3, 5, 4], align)
        case("aten.upsample_trilinear3d.default", real(1, 1, 3, 3, 4), [2, 1, 3], align)
        case("aten.upsample_linear1d_backward.default", real(1, 2, 5), [5], [1, 2, 3], align)
        case("aten.upsample_bilinear2d_backward.default", real(1, 2, 5, 4), [5, 4], [1, 2, 3, 2], align)
        case("aten.upsample_bicubic2d_backward.default", real(1, 2, 5, 4), [5, 4], [1, 2, 3, 3], align)
        case("aten.upsample_trilinear3d_backward.default", real(1, 1, 3, 5, 4), [3, 5, 4], [1, 1, 2, 3, 2], align)


def pooled():
    for shape, size in (((2, 4, 5), [2, 3]), ((1, 2, 5, 7), [3, 2])):
        x = distinct(*shape)
        values, indices = torch.ops.aten.adaptive_max_pool2d(x, size)
        case("aten.adaptive_max_pool2d_backward.default", real(*values.shape), x, indices)
    for shape, size in (((2, 4, 5, 3), [2, 3, 2]), ((1, 2, 3, 4, 5), [2, 2, 3])):
        x = distinct(*shape)
        values, indices = torch.ops.aten.adaptive_max_pool3d(x, size)
        case("aten.adaptive_max_pool3d.default", x, size)
        case("aten.adaptive_max_pool3d_backward.default", real(*values.shape), x, indices)
    for shape, size in (((2, 4, 5, 3), [2, 3, 2]), ((1, 2, 3, 4, 6), [1, 2, 3])):
        case("aten._adaptive_avg_pool3d_backward.default", real(*shape[:-3], *size), real(*shape))
    x = distinct(1, 2, 4, 5, 4)
    args = [2, 2, 2], [2, 1, 2], [1, 0, 1], [1, 1, 1], False
    values, indices = torch.ops.aten.max_pool3d_with_indices(x, *args)
    case("aten.max_pool3d_with_indices_backward.default", real(*values.shape), x, *args, indices)
    for n, shape, size in ((2, (1, 2, 7, 6), [3, 2]), (2, (2, 6, 5), [4, 3]), (3, (1, 2, 5, 6, 7), [2, 3, 4]), (3, (2, 4, 5, 6), [2, 2, 3])):
        x, kernel, samples = distinct(*shape), [2, 3, 2][:n], real(shape[0] if len(shape) == n + 2 else 1, 2, n, low=0.0, high=0.95)
        case(f"aten.fractional_max_pool{n}d.default", x, kernel, size, samples)
        values, indices = getattr(torch.ops.aten, f"fractional_max_pool{n}d")(x, kernel, size, samples)
        case(f"aten.fractional_max_pool{n}d_backward.default", real(*values.shape), x, kernel, size, indices)
    for shape in ((2, 4, 6), (1, 2, 6, 4)):
        values, indices = torch.ops.aten.max_pool2d_with_indices(distinct(*shape), [2, 2])
        case("aten.max_unpool2d.default", values, indices, list(shape[-2:]))
    for shape in ((2, 4, 6, 2), (1, 2, 2, 4, 6)):
        values, indices = torch.ops.aten.max_pool3d_with_indices(distinct(*shape), [2, 2, 2])
        case("aten.max_unpool3d.default", values, indices, list(shape[-3:]), [2, 2, 2], [0, 0, 0])


def padded():
    for name in ("reflection", "replication"):
        case(f"aten.{name}_pad1d_backward.default", real(2, 8), real(2, 5), [2, 1])
        case(f"aten.{name}_pad1d_backward.default", real(1, 2, 4), real(1, 2, 4), [0, 0])
        case(f"aten.{name}_pad2d_backward.default", real(2, 5, 7), real(2, 3, 4), [2, 1, 0, 2])
    case("aten.reflection_pad3d_backward.default", real(1, 5, 6, 6), real(1, 3, 3, 4), [1, 1, 2, 1, 1, 1])
    case("aten.reflection_pad3d_backward.default", real(1, 2, 4, 4, 5), real(1, 2, 3, 3, 4), [1, 0, 0, 1, 1, 0])


def patches():
    for kernel, dilation, padding, stride in (([2, 3], [1, 1], [0, 0], [1, 1]), ([2, 2], [2, 1], [1, 0], [1, 2])):
        case("aten.im2col.default", real(2, 2, 5, 6), kernel, dilation, padding, stride)
        case("aten.im2col.default", real(2, 4, 5), kernel, dilation, padding, stride)
        for shape in ((2, 2, 5, 6), (2, 5, 6)):
            columns = torch.ops.aten.im2col(real(*shape), kernel, dilation, padding, stride)
            case("aten.col2im.default", real(*columns.shape), [5, 6], kernel, dilation, padding, stride)


def grids():
    for mode in (0, 1, 2):
        for border in (0, 1, 2):
            align = (mode + border) % 2 == 0
            x, grid = real(1, 2, 4, 5), real(1, 3, 2, 2, low=-1.6, high=1.6)
            case("aten.grid_sampler_2d.default", x, grid, mode, border, align)
            case("aten.grid_sampler_2d_backward.default", real(1, 2, 3, 2), x, grid, mode, border, align, [True, True])
    case("aten.grid_sampler_2d.default", real(2, 1, 3, 3), real(2, 2, 2, 2, low=-0.9, high=0.9), 0, 0, False)
    case("aten.grid_sampler_2d_backward.default", real(2, 1, 2, 2), real(2, 1, 3, 3), real(2, 2, 2, 2, low=-0.9, high=0.9), 0, 0, False,
         [False, True])


def distances():
    for p in (0.0, 1.0, 2.0, 3.0, float("inf")):
        a, b = real(3, 4), real(2, 4)
        case("aten._cdist_forward.default", a, b, p, None)
        case("aten._cdist_backward.default", real(3, 2), a, b, p, torch.ops.aten._cdist_forward(a, b, p, None))
        case("aten._pdist_forward.default", real(4, 3), p)
        x = real(4, 3)
        case("aten._pdist_backward.default", real(6), x, p, torch.ops.aten._pdist_forward(x, p))
    case("aten._cdist_forward.default", real(2, 1, 3, 4), real(3, 2, 4), 2.0, 2)
    case("aten._euclidean_dist.default", real(3, 4), real(2, 4))
    case("aten._euclidean_dist.default", real(2, 3, 4), real(2, 5, 4))
    case("aten._trilinear.default", real(3, 2), real(4, 2, 5), real(3, 5), [1, 3], [0], [1, 2], [2, 3])
    case("aten._trilinear.default", real(3, 2), real(3, 2), real(3, 2), [], [], [], [1])


def register():
    resampled()
    pooled()
    padded()
    patches()
    grids()
    distances()
