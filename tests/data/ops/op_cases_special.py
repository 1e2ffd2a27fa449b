"""Cases of special functions, and of operators that move elements about."""
import torch

from op_values import F16, F32, F64, I32, I64, SPECIAL, UNSPECIFIED, case, distinct, real, truth, turned, whole

UNARY = {
    "i0": (-8, 8), "special_i0": (-8, 8), "special_i0e": (-8, 8), "special_i1": (-8, 8), "special_i1e": (-8, 8), "special_ndtri": (0.1, 0.9),
    "special_erfcx": (-3, 8), "special_airy_ai": (-2, 3), "special_bessel_j0": (0, 2), "special_bessel_j1": (0.5, 3),
    "special_bessel_y0": (1.5, 3), "special_bessel_y1": (0.5, 2), "special_modified_bessel_i0": (-8, 8),
    "special_modified_bessel_i1": (-8, 8), "special_modified_bessel_k0": (0.5, 8), "special_modified_bessel_k1": (0.5, 8),
    "special_scaled_modified_bessel_k0": (0.5, 8), "special_scaled_modified_bessel_k1": (0.5, 8), "special_spherical_bessel_j0": (-3, 3),
    "special_log_ndtr": (-6, 6), "special_sinc": (-3, 3),
}
PRIMS = {"bessel_j0": (0, 2), "bessel_j1": (0.5, 3), "erfcx": (-3, 8), "ndtri": (0.1, 0.9), "spherical_bessel_j0": (-3, 3)}
POLYNOMIALS = ["chebyshev_polynomial_t", "chebyshev_polynomial_u", "chebyshev_polynomial_v", "chebyshev_polynomial_w", "hermite_polynomial_h",
               "hermite_polynomial_he", "laguerre_polynomial_l", "legendre_polynomial_p", "shifted_chebyshev_polynomial_t",
               "shifted_chebyshev_polynomial_u", "shifted_chebyshev_polynomial_v", "shifted_chebyshev_polynomial_w"]


def functions():
    for name, (low, high) in UNARY.items():
        case(f"aten.{name}.default", real(3, 5, low=low, high=high))
        if "bessel" not in name and "airy" not in name:  # PyTorch's own are good to eight digits
            case(f"aten.{name}.default", turned(real(3, 2, low=low, high=high, dtype=F64)))
    for name, (low, high) in PRIMS.items():
        case(f"prims.{name}.default", real(3, 5, low=low, high=high))
    case("aten.special_ndtri.default", torch.tensor([0.0, 1.0, 1e-10, 0.999, -1.0, 2.0, float("nan")]))
    for name in ("i0", "special_i0e", "special_i1", "special_erfcx", "special_log_ndtr", "special_spherical_bessel_j0"):
        case(f"aten.{name}.default", torch.tensor([0.0, 1.0, -1.0, 20.0, 30.0, float("nan")]))
    case("aten.special_log_ndtr.default", torch.tensor([-30.0, -10.0, 0.0, 10.0]))
    for name in ("default", "other_scalar", "self_scalar"):
        first = 2.5 if name == "self_scalar" else real(2, 3, low=1.5, high=5)
        second = 1.5 if name == "other_scalar" else real(2, 3, low=0.5, high=5)
        case(f"aten.special_zeta.{name}", first, second)
    case("prims.zeta.default", real(2, 3, low=1.5, high=5), real(2, 3, low=0.5, high=5))
    for name in ("aten.igamma", "aten.igammac", "aten.special_gammainc", "aten.special_gammaincc", "prims.igamma", "prims.igammac"):
        case(f"{name}.default", real(2, 3, low=0.25, high=5), real(2, 3, low=0.25, high=9))
        case(f"{name}.default", real(2, 3, low=0.25, high=5, dtype=F64), real(2, 3, low=0.25, high=9, dtype=F64))
    for n in (0, 1, 2, 3):
        case("aten.polygamma.default", n, real(2, 3, low=0.5, high=5))
        case("aten.special_polygamma.default", n, real(2, 3, low=0.5, high=5))
    for name in POLYNOMIALS:
        case(f"aten.special_{name}.default", real(3, 5, low=-2, high=2), whole(6, 5))
        case(f"aten.special_{name}.default", real(3, 5, low=-0.9, high=0.9), torch.tensor([0.0, 1.0, 2.0, 5.0, 3.0]))
        case(f"aten.special_{name}.n_scalar", real(3, 5, low=-2, high=2), 4)
        case(f"aten.special_{name}.x_scalar", 0.75, whole(6, 5))
    for p in (1, 3):
        case("aten.mvlgamma.default", real(2, 3, low=2, high=5), p)
        case("aten.special_multigammaln.default", real(2, 3, low=2, high=5), p)
        case("aten.mvlgamma_.default", real(2, 3, low=2, high=5), p)
    case("aten.special_logit.default", real(2, 3, low=0.1, high=0.9), 0.125)
    for decimals in (0, 1):
        case("aten.special_round.default", real(2, 3), decimals=decimals)
    case("aten.i0_.default", real(2, 3))
    for name in ("igamma_", "igammac_"):
        case(f"aten.{name}.default", real(2, 3, low=0.25, high=5), real(2, 3, low=0.25, high=9))
    case("aten.ldexp_.default", real(2, 3), whole(5, 3).to(F32))
    case("aten.round_.decimals", real(2, 3), decimals=1)
    case("aten.frexp.Tensor", real(2, 3))
    case("aten.frexp.Tensor", torch.tensor([0.0, 1.0, -8.0, 0.3, 1e30]))
    case("prims.frexp.default", real(2, 3))


def moved():
    for args in ((), (1,), (-2,), (0, 0, 2), (1, 0, 1), (1, 1, 0)):
        case("aten.diag_embed.default", real(2, 3), *args)
    case("aten.diag_embed.default", whole(9, 4))
    for k in (0, 1, 2, 3, -1):
        case("aten.rot90.default", real(2, 3, 4), k)
        case("aten.rot90.default", real(2, 3, 4), k, [2, 0])
    case("aten.glu_backward.default", real(2, 3), real(2, 6), -1)
    case("aten.glu_backward.default", real(2, 3), real(4, 3), 0)
    for accumulate in (False, True):
        case("aten.put.default", real(3, 4), torch.tensor([[0, 11], [5, -2]]), real(2, 2), accumulate)
        case("aten.put_.default", real(3, 4), torch.tensor([0, 5, 7]), real(3), accumulate)
    case("aten.put.default", real(3, 4), torch.tensor([1, 1, 2]), real(3), True)
    for invert in (False, True):
        case("aten.isin.Tensor_Tensor", whole(9, 3, 4), whole(9, 2, 2), invert=invert)
        case("aten.isin.Tensor_Scalar", whole(3, 3, 4), 1, invert=invert)
        case("aten.isin.Scalar_Tensor", 1, whole(9, 3, 4), invert=invert)
    case("aten.linalg_cross.default", real(4, 3), real(4, 3))
    case("aten.linalg_cross.default", real(3, 4), real(3, 1), dim=0)
    for p in (2, 1, 3.0):
        case("aten.renorm.default", real(3, 4), p, 0, 2.5)
        case("aten.renorm_.default", real(3, 4), p, 1, 2.5)
    case("aten._weight_norm_interface.default", real(3, 4), real(3, 1))
    case("aten._weight_norm_interface.default", real(3, 4, 2), real(1, 1, 2), 2)
    for name in ("reflection", "replication"):
        case(f"aten.{name}_pad3d.default", real(1, 2, 3, 3, 4), [1, 2, 0, 1, 2, 1])
        case(f"aten.{name}_pad3d.default", real(2, 3, 3, 4), [1, 1, 1, 1, 1, 1])
    case("aten.lift.default", real(2, 3))
    case("aten.diagonal_copy.default", real(3, 4), 1)
    case("aten.squeeze_copy.default", real(1, 3, 1))
    case("aten.squeeze_copy.dims", real(1, 3, 1), [0])
    case("aten.unfold_copy.default", real(3, 7), 1, 3, 2)
    case("aten.narrow_copy.default", real(3, 4), 1, 1, 2)
    case("aten.view_copy.dtype", real(3, 4), I32)
    case("aten.unsafe_split_with_sizes.default", real(3, 6), [1, 2, 3], 1)
    case("aten.cumsum_.default", real(3, 4), 1)
    case("aten.cumprod_.default", real(3, 4), 0)
    case("aten.div_.Tensor_mode", real(3, 4), real(4, low=0.5), rounding_mode="floor")
    case("aten.div_.Scalar_mode", real(3, 4), 1.5, rounding_mode="trunc")
    case("aten.addmm_.default", real(2, 3), real(2, 4), real(4, 3), alpha=0.5)
    case("aten.addmv_.default", real(2), real(2, 4), real(4))
    case("aten.baddbmm_.default", real(2, 2, 3), real(2, 2, 4), real(2, 4, 3))


def quantized():
    x = real(3, 4)
    case("aten.fake_quantize_per_tensor_affine_cachemask.default", x, 0.125, 3, 0, 31)
    case("aten.fake_quantize_per_tensor_affine.default", x, 0.125, 3, 0, 31)
    scale, zero = torch.tensor([0.125, 0.25, 0.5]), torch.tensor([0, 3, 1], dtype=I32)
    case("aten.fake_quantize_per_channel_affine_cachemask.default", x, scale, zero, 0, 0, 7)
    case("aten.fake_quantize_per_channel_affine.default", x, scale, zero, 0, 0, 7)
    for on in (0, 1):
        case("aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams.default", x, torch.tensor([0.125]), torch.tensor([3], dtype=I32),
             torch.tensor([on]), 0, 31)
    case("aten.fake_quantize_per_tensor_affine.tensor_qparams", x, torch.tensor([0.125]), torch.tensor([3], dtype=I32), 0, 31)
    for name in ("per_tensor", "per_channel"):
        case(f"aten.fake_quantize_{name}_affine_cachemask_backward.default", real(3, 4), truth(3, 4))
    case("aten.hardshrink_backward.default", real(3, 4), real(3, 4), 0.5)
    case("aten.softshrink_backward.default", real(3, 4), real(3, 4), 0.5)


def of_bags():
    indices, offsets = torch.tensor([0, 2, 1, 4, 4, 3]), torch.tensor([0, 2, 2, 5])
    for mode in (0, 1, 2):
        out = torch.ops.aten._embedding_bag(real(5, 3), indices, offsets, False, mode, False, None, False, 1)
        case("aten._embedding_bag_backward.default", real(4, 3), indices, offsets, out[1], out[2], out[3], 5, False, mode, False, None, 1)


def beside_halves():
    for dtype in (torch.float16, torch.bfloat16):
        for name in "lt", "le", "gt", "ge", "eq", "ne":
            case(f"aten.{name}.Scalar", torch.tensor([0.0, 0.0999755859375, 0.10009765625], dtype=dtype), 1e-40)
            case(f"aten.{name}.Scalar", torch.tensor([0.0, 0.0999755859375, 0.10009765625], dtype=dtype), 0.1)


def with_complex_numbers():
    x, y = (torch.complex(real(3, 4), real(3, 4)) for _ in range(2))
    m, where, mask = torch.complex(real(4, 5), real(4, 5)), torch.tensor([2, 0]), real(3, 4) > 0
    for name in ("abs neg exp log sqrt sin cos tan tanh sinh cosh asin acos atan asinh reciprocal rsqrt sigmoid square angle "
                 "sgn isnan isinf isfinite logical_not log2 log10 log1p expm1 exp2 clone").split():
        case(f"aten.{name}.default", x)
    for name in "add", "sub", "mul", "div", "eq", "ne":
        case(f"aten.{name}.Tensor", x, y)
        case(f"aten.{name}.Tensor", x, x)
    case("aten.add.Tensor", x, y, alpha=2)
    case("aten.sub.Tensor", x, real(4), alpha=3)
    case("aten.div.Tensor", real(3, 4), y)
    case("aten.pow.Tensor_Tensor", x, y)
    case("aten.where.self", mask, x, y)
    case("aten.masked_fill.Scalar", x, mask, 2)
    case("aten.fill.Scalar", x, 3)
    case("aten.triu.default", x, 1)
    case("aten.tril.default", x)
    case("aten.sum.default", x)
    case("aten.sum.dim_IntList", x, [1], True)
    case("aten.mean.dim", x, [0])
    case("aten.cumsum.default", x, 1)
    case("aten.lerp.Scalar", x, y, 0.25)
    case("aten.nan_to_num.default", x)
    case("aten.mm.default", x, m)
    case("aten.mv.default", x, m[:, 0].contiguous())
    case("aten.dot.default", x[0].contiguous(), y[0].contiguous())
    case("aten.addmm.default", x @ m, x, m, beta=2, alpha=0.5)
    case("aten.bmm.default", x[None], m[None])
    case("aten.addcmul.default", x, y, y, value=2)
    case("aten.linalg_vector_norm.default", x, 2, [1])
    case("aten.scatter_add.default", x, 0, where[:, None].expand(2, 4).contiguous(), y)
    case("aten.index_add.default", x, 0, where, y[:2].contiguous())
    case("aten.index_put.default", x, [where], y[:2].contiguous(), True)
    case("aten.index.Tensor", x, [where])
    case("aten.cat.default", [x, y], 1)
    case("aten.flip.default", x, [1])


def of_complex_numbers():
    pair = torch.complex(real(3, 4), real(3, 4))
    case("aten._conj.default", pair)
    case("aten.conj_physical.default", pair)
    case("aten.conj_physical_.default", pair)
    case("aten.complex.default", real(3, 4), real(4))
    case("aten.polar.default", real(3, 4, low=0.5), real(3, 4))
    for normalization in (0, 1, 2):
        case("aten._fft_r2c.default", real(3, 6), [1], normalization, True)
        case("aten._fft_c2r.default", torch.complex(real(3, 4), real(3, 4)), [1], normalization, 6)
    case("aten._fft_r2c.default", real(3, 5), [0, 1], 0, True)
    case("aten._fft_r2c.default", real(3, 5, dtype=F64), [1], 0, False)
    case("aten._fft_c2r.default", torch.complex(real(3, 3), real(3, 3)), [0, 1], 2, 5)


def register():
    functions()
    moved()
    quantized()
    of_bags()
    of_complex_numbers()
    with_complex_numbers()
    beside_halves()
