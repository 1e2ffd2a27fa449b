"""Cases of operators that work element by element."""
import torch

from op_values import (BF16, BOOL, F16, F32, F64, I8, I32, I64, SPECIAL, U8, case, real, spread, truth, turned, whole)

# name: range of sensible inputs
FLOAT_UNARY = {
    "acos": (-1, 1), "acosh": (1, 4), "asin": (-1, 1), "asinh": (-3, 3), "atan": (-3, 3), "atanh": (-0.9, 0.9),
    "cos": (-6, 6), "cosh": (-3, 3), "digamma": (0.5, 5), "erf": (-3, 3), "erfc": (-3, 3), "erfinv": (-0.9, 0.9),
    "exp": (-5, 5), "exp2": (-5, 5), "expm1": (-3, 3), "lgamma": (0.5, 5), "log": (0.1, 8), "log10": (0.1, 8),
    "log1p": (-0.9, 8), "log2": (0.1, 8), "reciprocal": (0.25, 4), "rsqrt": (0.25, 8), "sigmoid": (-6, 6),
    "sin": (-6, 6), "sinh": (-3, 3), "sqrt": (0, 8), "tan": (-1.4, 1.4), "tanh": (-3, 3),
}
ANY_UNARY = ["abs", "ceil", "floor", "neg", "relu", "round", "sgn", "sign", "square", "trunc"]
ACTIVATIONS = ["gelu", "hardsigmoid", "hardswish", "hardtanh", "leaky_relu", "mish", "relu6", "selu", "silu",
               "softplus", "softshrink", "celu", "elu"]
FLOAT_BINARY = ["atan2", "hypot", "nextafter", "logaddexp"]
ANY_BINARY = ["maximum", "minimum", "fmax", "fmin"]
COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge"]
BITWISE = ["bitwise_and", "bitwise_or", "bitwise_xor"]


def unary():
    for name, (low, high) in FLOAT_UNARY.items():
        op = f"aten.{name}.default"
        case(op, real(2, 3, low=low, high=high))
        case(op, turned(real(3, 2, low=low, high=high, dtype=F64)))
        if name not in ("acosh", "atanh", "erfinv", "digamma", "lgamma"):
            case(op, whole(2, 3, low=1 if low > 0 else 0, dtype=I64))
        if low < 0 < high and name not in ("erfinv", "digamma", "lgamma"):
            case(op, SPECIAL)
    for name in ANY_UNARY:
        op = f"aten.{name}.default"
        case(op, real(2, 3))
        case(op, turned(real(2, 2, 2, dtype=F64)))
        case(op, SPECIAL)
        case(op, whole(6, 4, low=-5, dtype=I32))
    case("aten.round.default", torch.tensor([0.5, 1.5, 2.5, -0.5, -1.5]))
    for name in ("isinf", "isnan", "signbit"):
        case(f"aten.{name}.default", SPECIAL)
        case(f"aten.{name}.default", real(2, 3, dtype=F64))
    case("aten.logical_not.default", truth(2, 3))
    case("aten.logical_not.default", real(2, 3, low=-0.125, high=0.125))
    case("aten.bitwise_not.default", truth(4))
    case("aten.bitwise_not.default", whole(100, 2, 3, low=-100, dtype=I32))
    case("aten.neg.default", whole(6, 3, dtype=U8))
    for name in ("exp", "sigmoid", "tanh", "relu"):
        case(f"aten.{name}.default", real(5, dtype=BF16))
        case(f"aten.{name}.default", real(5, dtype=F16))


def arithmetic():
    for name in ("add", "sub", "mul", "div"):
        op = f"aten.{name}.Tensor"
        case(op, real(2, 3), real(3, low=0.5))
        case(op, turned(real(2, 3, dtype=F64)), real(2, 1, low=0.5, dtype=F64))
        case(op, whole(9, 2, 3, dtype=I32), whole(9, 3, low=1, dtype=I32))
        case(op, whole(9, 3), real(2, 3, low=0.5))
        case(op, real(2, 1, dtype=BF16), real(1, 2, low=0.5, dtype=BF16))
        case(op, real(2, 3), 1e-05)
        case(op, whole(9, 3), 2.5)
        case(op, real(3, dtype=F16), real(3, low=0.5))
        case(f"aten.{name}.Scalar", real(2, 3), 2)
        case(f"aten.{name}.Scalar", whole(9, 3), 4)
    case("aten.add.Tensor", truth(4), truth(4))
    case("aten.mul.Tensor", truth(4), truth(4))
    case("aten.mul.Tensor", truth(2, 2), real(2, 2))
    case("aten.div.Tensor", torch.tensor([1.0, -1.0, 0.0]), torch.tensor([0.0, 0.0, 0.0]))
    for name in ("add", "sub", "rsub"):
        case(f"aten.{name}.Tensor", real(2, 2), real(2, 2), alpha=2.5)
        case(f"aten.{name}.Scalar", real(2, 2), 1.5, 2)
    case("aten.rsub.Tensor", real(2, 3), real(3))
    case("aten.rsub.Scalar", real(2, 3), 1)
    case("aten.rsub.Scalar", whole(9, 3), 1)
    case("aten.true_divide.Tensor", whole(9, 4), whole(9, 4, low=1))
    signed = torch.tensor([7, -7, 7, -7, 6, -6])
    other = torch.tensor([3, 3, -3, -3, 2, -2])
    for dtype in (I64, F32):
        a, b = signed.to(dtype), other.to(dtype)
        for mode in (None, "trunc", "floor"):
            case("aten.div.Tensor_mode", a, b, rounding_mode=mode)
            case("aten.div.Scalar_mode", a, -4, rounding_mode=mode)
        case("aten.floor_divide.default", a, b)
        case("aten.floor_divide.Scalar", a, 4)
        case("aten.fmod.Tensor", a, b)
        case("aten.fmod.Scalar", a, -4)
        case("aten.remainder.Tensor", a, b)
        case("aten.remainder.Scalar", a, -4)
        case("aten.remainder.Scalar_Tensor", 10, b)
    case("aten.pow.Tensor_Tensor", real(2, 3, low=0.5), real(3))
    case("aten.pow.Tensor_Tensor", whole(5, 4), whole(4, 4))
    for exponent in (2, 3, 0.5, -1, 0, 1.7, -2.0):
        case("aten.pow.Tensor_Scalar", real(4, low=0.5), exponent)
    case("aten.pow.Tensor_Scalar", real(4, dtype=F64), 2)
    case("aten.pow.Tensor_Scalar", whole(5, 4, low=-4), 3)
    case("aten.pow.Scalar", 2, real(2, 2))
    case("aten.pow.Scalar", 1.5, whole(5, 3))
    for name in FLOAT_BINARY:
        case(f"aten.{name}.default", real(2, 3), real(3))
        case(f"aten.{name}.default", turned(real(2, 3, dtype=F64)), real(2, 1, dtype=F64))
    for name in ANY_BINARY:
        case(f"aten.{name}.default", real(2, 3), spread(3))
        case(f"aten.{name}.default", whole(9, 4), whole(9, 4))
        case(f"aten.{name}.default", SPECIAL, SPECIAL.flip(0))
    case("aten.max.other", real(2, 3), real(3))
    case("aten.min.other", real(2, 3), real(3))
    case("aten.copysign.Tensor", real(2, 3), real(3))
    case("aten.copysign.Scalar", real(2, 3), -1.0)
    case("aten.heaviside.default", SPECIAL[:5], torch.tensor([0.5]))
    case("aten.xlogy.Tensor", torch.tensor([0.0, 1.0, 2.0]), torch.tensor([0.0, 2.0, 0.5]))


def comparing():
    for name in COMPARISONS:
        case(f"aten.{name}.Tensor", whole(3, 2, 3), whole(3, 3))
        case(f"aten.{name}.Tensor", SPECIAL, SPECIAL.flip(0))
        case(f"aten.{name}.Tensor", turned(real(2, 3)), real(2, 1, dtype=F64))
        case(f"aten.{name}.Scalar", real(2, 3), 0)
        case(f"aten.{name}.Scalar", whole(4, 5), 1.5)
    for name in BITWISE:
        case(f"aten.{name}.Tensor", whole(16, 2, 3), whole(16, 3))
        case(f"aten.{name}.Tensor", truth(4), truth(4))
        case(f"aten.{name}.Scalar", whole(16, 4, dtype=I32), 6)
    for name in ("__and__", "__or__", "__xor__"):
        case(f"aten.{name}.Tensor", whole(16, 4), whole(16, 4))
    for name in ("__and__", "__or__"):
        case(f"aten.{name}.Scalar", whole(16, 4), 5)
    for side in ("left", "right"):
        case(f"aten.bitwise_{side}_shift.Tensor", whole(64, 4, low=-64), whole(4, 4))
        case(f"aten.bitwise_{side}_shift.Tensor_Scalar", whole(64, 4), 2)
    case("aten.__lshift__.Scalar", whole(64, 4), 3)
    case("aten.__rshift__.Scalar", whole(64, 4, low=-64), 3)
    case("aten.__lshift__.Tensor", whole(64, 4), whole(5, 4))
    case("aten.__rshift__.Tensor", whole(64, 4, low=-64), whole(5, 4))
    for name in ("logical_and", "logical_or", "logical_xor"):
        case(f"aten.{name}.default", truth(2, 3), truth(3))
        case(f"aten.{name}.default", real(4, low=-0.0625, high=0.0625), whole(2, 4))


def selecting():
    case("aten.where.self", truth(2, 3), real(2, 3), real(3))
    case("aten.where.self", truth(2, 1), real(3, dtype=F64), whole(9, 2, 3))
    case("aten.where.self", truth(2, 3), torch.tensor(1.5), turned(real(2, 3)))
    case("aten.where.ScalarOther", truth(2, 3), real(2, 3), -1)
    case("aten.where.ScalarSelf", truth(2, 3), 0.5, real(2, 3))
    case("aten.where.Scalar", truth(4), 1.0, 0.0)
    case("aten.masked_fill.Scalar", real(2, 3), truth(3), float("-inf"))
    case("aten.masked_fill.Scalar", whole(9, 2, 3), truth(2, 1), 7)
    case("aten.masked_fill.Tensor", real(2, 3), truth(2, 3), torch.tensor(0.5))
    case("aten.clamp_min.default", real(2, 3), 0)
    case("aten.clamp_min.default", SPECIAL, -0.5)
    case("aten.clamp_max.default", real(2, 3), 0.5)
    case("aten.clamp_max.default", whole(9, 4), 4)
    case("aten.clamp_min.Tensor", real(2, 3), real(3))
    case("aten.clamp_max.Tensor", real(2, 3), real(3))
    case("aten.clamp.default", real(2, 3), -1, 1.5)
    case("aten.clamp.default", whole(9, 4), None, 4)
    case("aten.clamp.default", SPECIAL, -1, 1)
    case("aten.clamp.Tensor", real(2, 3), real(3, high=0), real(2, 1, low=0))
    case("aten.clone.default", turned(real(2, 3)))
    case("aten.clone.default", turned(real(2, 3)), memory_format=torch.contiguous_format)
    case("aten.contiguous.default", turned(real(2, 3)))
    case("aten.copy.default", real(2, 3), real(3, dtype=F64))
    case("aten.lift_fresh_copy.default", real(2))
    case("aten.lift_fresh.default", real(2))
    for op, pad in (("aten._to_copy.default", True), ("prims.convert_element_type.default", False)):
        for tensor, dtype in ((real(2, 3), F16), (real(4), I64), (SPECIAL[:5], BOOL), (whole(9, 3), F32), (truth(4), F32),
                              (turned(real(2, 3, dtype=F64)), BF16), (real(3, low=0), U8), (real(3, dtype=BF16), F32)):
            case(op, tensor, **{"dtype": dtype}) if pad else case(op, tensor, dtype)
    case("aten._to_copy.default", real(2, 3).t(), dtype=F64, memory_format=torch.contiguous_format)
    case("aten.to.dtype", real(3), I32)
    case("aten.type_as.default", real(3), whole(3, 2))


def ternary():
    case("aten.addcmul.default", real(2, 3), real(3), real(2, 1), value=0.5)
    case("aten.addcmul.default", real(4, dtype=F64), real(4, dtype=F64), real(4, dtype=F64))
    case("aten.addcdiv.default", real(2, 3), real(3), real(2, 1, low=0.5), value=2)
    case("aten.lerp.Tensor", real(2, 3), real(2, 3), real(3, low=0, high=1))
    case("aten.lerp.Scalar", real(2, 3), real(3), 0.25)
    case("aten.lerp.Scalar", real(2, 3), real(3), 0.75)
    case("aten.nan_to_num.default", SPECIAL)
    case("aten.nan_to_num.default", SPECIAL, 1.0, 9.0, -9.0)
    case("prims.fma.default", real(4), real(4), real(4))
    for name in ("add", "sub", "mul", "div"):
        case(f"prims.{name}.default", real(2, 3), real(2, 3, low=0.5))
    case("prims.exp.default", real(4))
    case("prims.clone.default", real(4))
    case("prims.where.default", truth(4), real(4), real(4))


def activations():
    for name in ACTIVATIONS:
        case(f"aten.{name}.default", real(2, 3, low=-4, high=4))
        case(f"aten.{name}.default", turned(real(2, 3, low=-8, high=8, dtype=F64)))
    case("aten.gelu.default", real(2, 3), approximate="tanh")
    case("aten.gelu.default", real(4, dtype=F64), approximate="tanh")
    case("aten.gelu_.default", real(2, 3), approximate="tanh")
    case("aten.silu.default", real(4, dtype=BF16))
    case("aten.leaky_relu.default", real(4), 0.2)
    case("aten.hardtanh.default", real(6), -0.5, 1.5)
    case("aten.elu.default", real(4), 1.5)
    case("aten.softplus.default", real(4, low=-30, high=30), 2.0, 10.0)
    case("aten.glu.default", real(2, 4))
    case("aten.glu.default", real(4, 3), 0)
    case("aten.log_sigmoid_forward.default", real(2, 3, low=-6, high=6))
    case("aten.threshold.default", real(2, 3), 0.5, -1)
    case("aten.prelu.default", real(2, 3, 2), real(3))
    case("aten._prelu_kernel.default", real(2, 3), real(1, 3))
    grad, x = real(2, 3), real(2, 3, low=-4, high=4)
    out = torch.sigmoid(x)
    near = real(2, 3, low=-2, high=2)  # farther out, differences of nearly equal numbers are left
    case("aten.gelu_backward.default", grad, near)
    case("aten.gelu_backward.default", grad, near, approximate="tanh")
    for name in ("hardsigmoid_backward", "hardswish_backward", "mish_backward", "silu_backward"):
        case(f"aten.{name}.default", grad, x)
    half = (out * 16).round() / 16
    for name in ("sigmoid_backward", "tanh_backward"):
        case(f"aten.{name}.default", grad, half)
    case("aten.hardtanh_backward.default", grad, x, -1, 1)
    case("aten.leaky_relu_backward.default", grad, x, 0.1, False)
    case("aten.elu_backward.default", grad, 1.0, 1, 1, False, x)
    case("aten.softplus_backward.default", grad, x, 1, 20)
    case("aten.threshold_backward.default", grad, x, 0)
    case("aten.native_dropout_backward.default", grad, truth(2, 3), 2.0)


def overflowing():
    """Integers wrap around."""
    for dtype, ends in ((I32, (2**31 - 1, -2**31)), (I64, (2**63 - 1, -2**63)), (U8, (255, 0)), (I8, (127, -128))):
        edge = torch.tensor([*ends, 1, 100], dtype=dtype)
        other = torch.tensor([1, 1, ends[0], 100], dtype=dtype)
        for name in ("add", "sub", "mul"):
            case(f"aten.{name}.Tensor", edge, other)
        case("aten.neg.default", edge)
        case("aten.square.default", edge)
        case("aten.bitwise_not.default", edge)
        case("aten.maximum.default", edge, other)
        case("aten.lt.Tensor", edge, other)
        case("prims.convert_element_type.default", edge, F32)
        case("prims.convert_element_type.default", edge, BOOL)
        if dtype != U8:
            case("aten.abs.default", edge)
            case("aten.add.Scalar", edge, -1)
            case("aten.mul.Scalar", edge, -3)
    case("aten.pow.Tensor_Scalar", torch.tensor([3, -3, 2, 7]), 30)
    case("aten.pow.Tensor_Tensor", torch.tensor([2, -2, 1, 0, -1]), torch.tensor([62, 63, 9, 0, 7]))
    case("aten.fmod.Tensor", torch.tensor([5.5, -5.5, float("inf"), 1.0, -0.0]), torch.tensor([2.0, 2.0, 2.0, float("inf"), 3.0]))
    case("aten.remainder.Tensor", torch.tensor([5.5, -5.5, -1.0, 1.0, -0.0]), torch.tensor([2.0, 2.0, float("inf"), float("inf"), 3.0]))


def register():
    for group in (unary, arithmetic, comparing, selecting, ternary, activations, overflowing):
        group()
