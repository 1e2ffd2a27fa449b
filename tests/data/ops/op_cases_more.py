"""Cases of operators that are opened into others, go by another name, or write their first argument."""
import torch

from op_values import BF16, BOOL, F16, F32, F64, I32, I64, SPECIAL, U8, case, real, spread, truth, turned, whole

OTHER_NAMES = {
    "absolute": (-3, 3), "arccos": (-1, 1), "arccosh": (1, 4), "arcsin": (-1, 1), "arcsinh": (-3, 3), "arctan": (-3, 3),
    "arctanh": (-0.9, 0.9), "fix": (-3, 3), "negative": (-3, 3), "special_erf": (-3, 3), "special_erfc": (-3, 3),
    "special_erfinv": (-0.9, 0.9), "special_exp2": (-5, 5), "special_expm1": (-3, 3), "special_log1p": (-0.9, 8),
    "special_expit": (-6, 6), "special_gammaln": (0.5, 5), "special_psi": (0.5, 5), "special_digamma": (0.5, 5),
}
FLOAT_PRIMS = {
    "acos": (-1, 1), "acosh": (1, 4), "asin": (-1, 1), "asinh": (-3, 3), "atan": (-3, 3), "atanh": (-0.9, 0.9), "cos": (-6, 6),
    "cosh": (-3, 3), "erf": (-3, 3), "erfc": (-3, 3), "exp2": (-5, 5), "expm1": (-3, 3), "lgamma": (0.5, 5), "log": (0.1, 8),
    "log10": (0.1, 8), "log1p": (-0.9, 8), "log2": (0.1, 8), "reciprocal": (0.25, 4), "rsqrt": (0.25, 8), "sin": (-6, 6),
    "sinh": (-3, 3), "sqrt": (0, 8), "tan": (-1.4, 1.4), "tanh": (-3, 3), "digamma": (0.5, 5),
}
FUNCTIONS = ["frac", "sinc", "deg2rad", "rad2deg", "isposinf", "isneginf", "isfinite", "isreal", "angle"]
IN_PLACE = {
    "abs": (-3, 3), "acos": (-1, 1), "acosh": (1, 4), "asin": (-1, 1), "asinh": (-3, 3), "atan": (-3, 3), "atanh": (-0.9, 0.9),
    "ceil": (-3, 3), "cosh": (-3, 3), "deg2rad": (-90, 90), "digamma": (0.5, 5), "elu": (-3, 3), "celu": (-3, 3), "erf": (-3, 3),
    "erfc": (-3, 3), "erfinv": (-0.9, 0.9), "exp2": (-5, 5), "expm1": (-3, 3), "floor": (-3, 3), "frac": (-3, 3),
    "hardsigmoid": (-6, 6), "hardswish": (-6, 6), "lgamma": (0.5, 5), "log": (0.1, 8), "log10": (0.1, 8),
    "log1p": (-0.9, 8), "log2": (0.1, 8), "logit": (0.1, 0.9), "mish": (-3, 3), "nan_to_num": (-3, 3), "rad2deg": (-3, 3),
    "round": (-3, 3), "selu": (-3, 3), "sgn": (-3, 3), "sign": (-3, 3), "sinc": (-3, 3), "sinh": (-3, 3), "square": (-3, 3),
    "tan": (-1.4, 1.4), "trunc": (-3, 3), "tril": (-3, 3), "triu": (-3, 3),
}


def names():
    for name, (low, high) in OTHER_NAMES.items():
        case(f"aten.{name}.default", real(2, 3, low=low, high=high))
    for name in ("greater", "greater_equal", "less", "less_equal", "not_equal", "multiply", "subtract", "divide", "true_divide"):
        if name != "true_divide":
            case(f"aten.{name}.Tensor", real(2, 3), real(3, low=0.5))
        case(f"aten.{name}.Scalar", real(2, 3), 2)
    for mode in ("trunc", "floor"):
        case("aten.divide.Tensor_mode", real(2, 3), real(3, low=0.5), rounding_mode=mode)
        case("aten.divide.Scalar_mode", real(2, 3), 2, rounding_mode=mode)
    case("aten.arctan2.default", real(2, 3), real(2, 3))
    case("aten.clip.default", real(2, 3), -1, 2)
    case("aten.clip.default", real(2, 3), None, 2)
    case("aten.clip.Tensor", real(2, 3), real(3, high=0), real(3, low=1))
    for name in ("concat", "concatenate"):
        case(f"aten.{name}.default", [real(2, 3), real(1, 3)])
    case("aten.__xor__.Scalar", whole(9, 2, 3), 5)
    case("aten.special_log_softmax.default", real(2, 3), 1)
    case("aten.special_softmax.default", real(2, 3), 1)
    case("aten.special_logsumexp.default", real(2, 3), [1])
    case("aten.special_xlogy.default", real(4), real(4, low=0.5))
    for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
        case(f"aten.{name}.Scalar_Tensor", 6, whole(9, 2, 3))
    for name in ("bitwise_left_shift", "bitwise_right_shift"):
        case(f"aten.{name}.Scalar_Tensor", 100, whole(5, 2, 3))


def prims():
    for name, (low, high) in FLOAT_PRIMS.items():
        case(f"prims.{name}.default", real(2, 3, low=low, high=high))
        case(f"prims.{name}.default", turned(real(3, 2, low=low, high=high, dtype=F64)))
    for name in ("abs", "ceil", "neg", "sign"):
        case(f"prims.{name}.default", real(2, 3))
    case("prims.bitwise_not.default", whole(9, 2, 3))
    for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
        case(f"prims.{name}.default", whole(9, 2, 3), whole(9, 2, 3))
    for name in ("eq", "ne", "lt", "le", "gt", "ge", "maximum", "minimum", "fmax", "fmin", "atan2", "fmod", "hypot", "nextafter"):
        case(f"prims.{name}.default", real(2, 3), real(2, 3, low=0.5))
        case(f"prims.{name}.default", real(2, 3, dtype=F64), real(2, 3, low=0.5, dtype=F64))
    case("prims.scalar_tensor.default", 2.5, dtype=F32, device=torch.device("cpu"))


def functions():
    for name in FUNCTIONS:
        op = f"aten.{name}.default"
        case(op, real(2, 3))
        case(op, turned(real(3, 2, dtype=F64)))
        case(op, SPECIAL)
    case("aten.special_ndtr.default", real(2, 3))
    case("aten.special_ndtr.default", real(7, dtype=F64))
    case("aten.special_entr.default", real(2, 3))
    case("aten.special_entr.default", SPECIAL)
    for eps in ((), (None,), (0.125,)):
        case("aten.logit.default", real(3, 4, low=0.1, high=0.9), *eps)
        case("aten.logit.default", real(3, 4), *eps)
        case("aten.logit_backward.default", real(3, 4), real(3, 4, low=0.1, high=0.9), *eps)
        case("aten.logit_backward.default", real(3, 4), real(3, 4), *eps)
    case("aten.hardshrink.default", real(3, 4))
    case("aten.hardshrink.default", SPECIAL, 1.5)
    for decimals in (0, 2, -1):
        case("aten.round.decimals", real(3, 4) * 10, decimals=decimals)
    for name in ("logaddexp2.default", "special_xlog1py.default", "ldexp.Tensor"):
        case(f"aten.{name}", real(2, 3), real(3, low=0.5))
        case(f"aten.{name}", turned(real(2, 3, dtype=F64)), real(2, 1, low=0.5, dtype=F64))
    case("aten.logaddexp2.default", SPECIAL, SPECIAL.flip(0))
    case("aten.special_xlog1py.default", SPECIAL, SPECIAL.flip(0))
    case("aten.ldexp.Tensor", real(2, 3), whole(6, 2, 3, low=-4))
    for name in ("special_xlog1py", "xlogy", "special_xlogy"):
        first, second = ("Scalar_Self", "Scalar_Other") if name == "xlogy" else ("self_scalar", "other_scalar")
        case(f"aten.{name}.{first}", 2, real(2, 3, low=0.5))
        case(f"aten.{name}.{first}", 0.0, SPECIAL)
        case(f"aten.{name}.{second}", real(2, 3), 2)
        case(f"aten.{name}.{second}", SPECIAL, 0.5)
    for name in ("gcd", "lcm"):
        case(f"aten.{name}.default", whole(40, 2, 3, low=-40), whole(40, 3, low=-40))
        case(f"aten.{name}.default", whole(40, 2, 3, dtype=I32), whole(9, 2, 1, dtype=I32))
        case(f"aten.{name}.default", torch.tensor([0, 0, 6, -6]), torch.tensor([0, 4, 0, 4]))
    case("aten.float_power.Tensor_Tensor", real(2, 3, low=0.5), real(3))
    case("aten.float_power.Tensor_Scalar", real(2, 3, low=0.5), 2.5)
    case("aten.float_power.Tensor_Scalar", whole(9, 4), 2)
    case("aten.float_power.Scalar", 2.5, real(2, 3))


def reductions():
    holes = torch.where(torch.arange(24) % 5 == 0, torch.nan, torch.arange(24) / 4).reshape(2, 3, 4)
    for name in ("nansum", "nanmean"):
        op = f"aten.{name}.default"
        case(op, holes)
        case(op, holes, [1])
        case(op, holes, [0, 2], True)
        case(op, holes.to(F64), [-1])
        case(op, holes, [1], dtype=F64)
    case("aten.nansum.default", whole(9, 2, 3), [0])
    case("aten.count_nonzero.default", whole(3, 2, 3, 4))
    case("aten.count_nonzero.default", real(2, 3, low=-0.125, high=0.125), 1)
    case("aten.count_nonzero.dim_IntList", truth(2, 3, 4), [0, 2])
    case("aten.count_nonzero.dim_IntList", real(2, 3, low=-0.125, high=0.125), [-1])
    case("aten.trace.default", real(3, 4))
    case("aten.trace.default", whole(9, 4, 3))
    case("aten.std_mean.correction", real(3, 4), [1])
    case("aten.std_mean.correction", real(3, 4), [0], correction=0, keepdim=True)
    case("aten.std_mean.correction", real(3, 4, dtype=F64), None, correction=1)
    case("aten.linalg_vecdot.default", real(3, 4), real(4))
    case("aten.linalg_vecdot.default", real(3, 4), real(3, 1), dim=0)
    for p in (2, 1, 3.0, 0, float("inf"), float("-inf")):
        case("aten.dist.default", real(3, 4), real(4), p)


def products():
    for name in ("outer", "ger"):
        case(f"aten.{name}.default", real(3), real(4))
        case(f"aten.{name}.default", whole(9, 3), whole(9, 2))
    case("aten.addr.default", real(3, 4), real(3), real(4))
    case("aten.addr.default", real(4), real(3), real(4), beta=2, alpha=0.5)
    case("aten.addr.default", torch.full((3, 4), torch.nan), real(3), real(4), beta=0)
    case("aten.take.default", real(3, 4), torch.tensor([[0, 11], [5, -1]]))
    case("aten.zero.default", turned(real(3, 4)))


def losses():
    for reduction in (0, 1, 2):
        grad = real(3, 4) if reduction == 0 else real(1)[0]
        case("aten.soft_margin_loss.default", real(3, 4), whole(2, 3, 4).to(F32) * 2 - 1, reduction)
        case("aten.soft_margin_loss_backward.default", grad, real(3, 4), whole(2, 3, 4).to(F32) * 2 - 1, reduction)
        case("aten.smooth_l1_loss_backward.default", grad, real(3, 4), real(3, 4), reduction, 0.5)
        case("aten.huber_loss_backward.default", grad, real(3, 4), real(3, 4), reduction, 1.5)
        case("aten.binary_cross_entropy_backward.default", grad, real(3, 4, low=0.1, high=0.9), truth(3, 4).to(F32), None, reduction)
        case("aten.binary_cross_entropy_backward.default", grad, real(3, 4, low=0.1, high=0.9), truth(3, 4).to(F32), real(3, 4), reduction)
        case("aten.margin_ranking_loss.default", real(3, 4), real(3, 4), whole(2, 3, 4).to(F32) * 2 - 1, 0.5, reduction)
    x = real(3, 4)
    case("aten.log_sigmoid_backward.default", real(3, 4), x, torch.exp(-x.abs()))
    case("aten._prelu_kernel_backward.default", real(3, 4), real(3, 4), real(3, 4))
    for training in (True, False):
        case("aten.rrelu_with_noise_backward.default", real(3, 4), real(3, 4), real(3, 4, low=0.1, high=0.3), 0.125, 0.375, training, False)


def in_place():
    for name, (low, high) in IN_PLACE.items():
        case(f"aten.{name}_.default", real(2, 3, low=low, high=high))
    for name in ("eq", "ne", "lt", "le", "gt", "ge", "remainder", "fmod", "copysign", "floor_divide"):
        case(f"aten.{name}_.Tensor", real(2, 3), real(3, low=0.5))
        case(f"aten.{name}_.Scalar", real(2, 3), 1.5)
    for name in ("atan2", "heaviside", "hypot", "nextafter"):
        case(f"aten.{name}_.default", real(2, 3), real(2, 3))
    for name in ("bitwise_and", "bitwise_or", "bitwise_xor", "__iand__", "__ior__", "__ixor__"):
        op = f"aten.{name}_" if not name.startswith("__") else f"aten.{name}"
        case(f"{op}.Tensor", whole(9, 2, 3), whole(9, 3))
        case(f"{op}.Scalar", whole(9, 2, 3), 5)
        case(f"{op}.Tensor", truth(2, 3), truth(3))
    for name in ("left", "right"):
        case(f"aten.bitwise_{name}_shift_.Tensor", whole(99, 2, 3), whole(5, 3))
        case(f"aten.bitwise_{name}_shift_.Tensor_Scalar", whole(99, 2, 3), 2)
    for name in ("__ilshift__", "__irshift__"):
        case(f"aten.{name}.Tensor", whole(99, 2, 3), whole(5, 3))
        case(f"aten.{name}.Scalar", whole(99, 2, 3), 2)
    case("aten.bitwise_not_.default", whole(99, 2, 3))
    case("aten.bitwise_not_.default", truth(2, 3))
    for name in ("and", "or", "xor"):
        case(f"aten.logical_{name}_.default", truth(2, 3), truth(3))
        case(f"aten.logical_{name}_.default", real(2, 3), real(3, low=-0.125, high=0.125))
    case("aten.logical_not_.default", real(2, 3, low=-0.125, high=0.125))
    for name in ("gcd", "lcm"):
        case(f"aten.{name}_.default", whole(40, 2, 3), whole(40, 3))
    case("aten.clamp_.Tensor", real(2, 3), real(3, high=0), real(3, low=1))
    case("aten.clamp_max_.default", real(2, 3), 1)
    case("aten.clamp_max_.Tensor", real(2, 3), real(3))
    case("aten.clamp_min_.Tensor", real(2, 3), real(3))
    case("aten.pow_.Scalar", real(2, 3, low=0.5), 2.5)
    case("aten.pow_.Tensor", real(2, 3, low=0.5), real(3))
    case("aten.float_power_.Scalar", real(2, 3, low=0.5, dtype=F64), 2.5)
    case("aten.float_power_.Tensor", real(2, 3, low=0.5, dtype=F64), real(3))
    case("aten.lerp_.Tensor", real(2, 3), real(2, 3), real(2, 3, low=0, high=1))
    case("aten.sub_.Scalar", real(2, 3), 1.5, 2)
    case("aten.threshold_.default", real(2, 3), 0.5, -1)
    case("aten.xlogy_.Tensor", real(4), real(4, low=0.5))
    case("aten.xlogy_.Scalar_Other", real(4), 2.5)
    for ending, other in (("Tensor", real(3, low=0.5)), ("Scalar", 2.5)):
        case(f"aten.true_divide_.{ending}", real(2, 3), other)
    case("aten.index_fill_.int_Scalar", real(3, 4), 1, torch.tensor([0, 2]), 1.5)
    case("aten.hardtanh_.default", real(2, 3), -1, 2)


def register():
    names()
    prims()
    functions()
    reductions()
    products()
    losses()
    in_place()
