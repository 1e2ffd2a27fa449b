"""Cases of operators that write an argument, work on lists of tensors, or on integers."""
import torch
import torch.distributed._functional_collectives  # noqa: F401: defines _c10d_functional

from op_values import EMULATED, F32, F64, case, real, truth, turned, whole

UNARY = ["relu_", "silu_", "sigmoid_", "tanh_", "sin_", "cos_", "exp_", "neg_"]
POSITIVE = ["sqrt_", "rsqrt_", "reciprocal_"]


def mutation():
    for name in ("add_", "sub_", "mul_", "div_"):
        case(f"aten.{name}.Tensor", real(2, 3), real(3, low=0.5))
        case(f"aten.{name}.Tensor", turned(real(2, 3)), real(2, 1, low=0.5, dtype=F64))
    for name in ("add_", "mul_", "div_"):
        case(f"aten.{name}.Scalar", real(2, 3), 2)
    for name in UNARY:
        case(f"aten.{name}.default", real(2, 3))
    for name in POSITIVE:
        case(f"aten.{name}.default", real(2, 3, low=0.5))
    case("aten.copy_.default", turned(real(2, 3)), real(3, dtype=F64))
    case("aten.copy_.default", whole(9, 3), real(3))
    case("aten.fill_.Scalar", real(2, 3), 1.5)
    case("aten.fill_.Tensor", real(2, 3), torch.tensor(1.5))
    case("aten.zero_.default", real(2, 3))
    case("aten.addcmul_.default", real(2, 3), real(3), real(2, 1), value=0.5)
    case("aten.addcdiv_.default", real(2, 3), real(3), real(2, 1, low=0.5))
    case("aten.lerp_.Scalar", real(3), real(3), 0.25)
    case("aten.clamp_.default", real(2, 3), -1, 1)
    case("aten.clamp_min_.default", real(2, 3), 0)
    case("aten.hardtanh_.default", real(2, 3))
    case("aten.leaky_relu_.default", real(2, 3), 0.1)
    case("aten.masked_fill_.Scalar", real(2, 3), truth(2, 3), 0)
    case("aten.masked_fill_.Tensor", real(2, 3), truth(3), torch.tensor(2.0))
    case("aten.index_put_.default", real(4, 2), [torch.tensor([3, 0])], real(2, 2))
    case("aten.index_put_.default", real(4, 2), [torch.tensor([1, 1])], real(2, 2), True)
    case("aten.index_add_.default", real(4, 2), 0, torch.tensor([1, 1]), real(2, 2))
    case("aten.index_copy_.default", real(4, 2), 0, torch.tensor([2, 1]), real(2, 2))
    case("aten.scatter_.src", real(3, 3), 0, torch.tensor([[0, 1, 2]]), real(1, 3))
    case("aten.scatter_.value", real(3, 3), 1, torch.tensor([[0], [1]]), 5.0)
    case("aten.scatter_add_.default", real(3, 3), 0, torch.tensor([[0, 1, 0], [0, 1, 1]]), real(2, 3))
    case("aten.squeeze_.dim", real(2, 1), 1)
    case("aten.unsqueeze_.default", real(2, 3), 0)
    case("aten.t_.default", real(2, 3))
    case("aten.transpose_.default", real(2, 3, 2), 0, 2)


def lists():
    pair = lambda: [real(2, 3), real(4)]
    for name in ("add", "sub", "mul", "div"):
        case(f"aten._foreach_{name}.List", pair(), [real(2, 3, low=0.5), real(4, low=0.5)])
    for name in ("add", "mul", "div"):
        case(f"aten._foreach_{name}.Scalar", pair(), 2.5)
    case("aten._foreach_mul.Tensor", pair(), torch.tensor(0.5))
    case("aten._foreach_sqrt.default", [real(2, low=0.5), real(3, low=0.5)])
    case("aten._foreach_addcmul.Scalar", pair(), pair(), pair(), 2)
    case("aten._foreach_addcdiv.Scalar", pair(), pair(), [real(2, 3, low=0.5), real(4, low=0.5)], 2)
    case("aten._foreach_lerp.Scalar", pair(), pair(), 0.25)
    case("aten._foreach_norm.Scalar", pair(), 2)
    case("aten._foreach_copy.default", pair(), pair())
    case("aten._foreach_copy_.default", pair(), pair())
    case("aten._foreach_add_.List", pair(), pair())
    some = lambda: [real(2, 3, low=0.5), real(4, low=0.5)]
    for name in ("mul_", "div_", "maximum", "minimum", "clamp_min", "clamp_max", "pow"):
        case(f"aten._foreach_{name}.List", some(), some())
    for name in ("div_", "sub", "maximum", "minimum", "clamp_min", "clamp_max", "pow"):
        case(f"aten._foreach_{name}.Scalar", some(), 1.5)
    for name in ("add", "div"):
        case(f"aten._foreach_{name}.Tensor", some(), torch.tensor(1.5))
    for name in ("neg", "abs", "rsqrt", "reciprocal", "sign", "clone"):
        case(f"aten._foreach_{name}.default", some())
    case("aten._foreach_pow.ScalarAndTensor", 1.5, some())
    for name in ("addcmul_", "addcdiv_"):
        case(f"aten._foreach_{name}.Scalar", pair(), pair(), some(), 2)
    case("aten._foreach_add_.Scalar", pair(), 1)
    case("aten._foreach_mul_.Scalar", pair(), 2)
    case("aten._foreach_mul_.ScalarList", pair(), [2.0, 0.5])
    case("aten._foreach_mul_.Tensor", pair(), torch.tensor(0.5))


def integers():
    for name in ("add", "sub", "mul", "floordiv", "truediv", "mod", "eq", "ne", "lt", "le", "gt", "ge"):
        for a, b in ((7, 3), (-7, 3), (7, -3), (6, 2), (0, 5), (-1, -1)):
            case(f"operator.{name}", a, b)
    case("operator.pow", 2, 5)
    case("operator.neg", 4)
    case("operator.pos", 4)
    case("operator.abs", -4)
    case("operator.lshift", 3, 2)
    case("operator.rshift", -9, 1)
    case("operator.and_", True, False)
    case("operator.or_", True, False)
    case("operator.not_", True)
    case("operator.invert", 5)
    for position in (0, 1, 2, -1, -3):
        case("operator.getitem", [4, 5, 6], position)
    for name in ("ceil", "floor", "trunc"):
        for value in (2.5, -2.5, 3.0, 0.125, -0.5, 7):
            case(f"math.{name}", value)
    case("torch.sym_sum", [1, 2, 3])
    case("torch.sym_min", 2, 3)
    case("torch.sym_max", 2, 3)
    case("torch.sym_not", False)
    case("torch.sym_ite", True, 1, 2)
    for value in (3, 0, -7, 1 << 40, 1):
        case("torch.sym_float", value)
    for x, dim in ((real(2, 3), 0), (real(2, 3), 1), (real(2, 3), -2), (real(0, 4), 0), (turned(real(3, 5)), -1)):
        case("aten.sym_size.int", x, dim)
    case("torch.sym_int", 3.75)
    case("aten.sym_size.int", real(2, 3), -1)
    case("aten.sym_stride.int", turned(real(2, 3)), 0)
    case("aten.sym_numel.default", real(2, 3))
    case("aten._local_scalar_dense.default", torch.tensor(7))
    case("aten._local_scalar_dense.default", torch.tensor(1.5))
    case("aten.item.default", torch.tensor([True]))


def waited(function):
    """The call with its result awaited: PyTorch starts collectives and goes on."""
    return lambda *args: torch.ops._c10d_functional.wait_tensor.default(function(*args))


def collectives():
    """A group of one process: PyTorch's own, over gloo."""
    store = torch.distributed.HashStore()
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
    name = torch.distributed.group.WORLD.group_name
    for kind in ("all_reduce", "all_reduce_", "all_gather_into_tensor", "reduce_scatter_tensor"):
        EMULATED[f"_c10d_functional.{kind}.default"] = waited(getattr(torch.ops._c10d_functional, kind).default)
    for x in (real(2, 3), whole(9, 4), real(4, dtype=F64), real(0, 3), real(4, 2, dtype=torch.bfloat16)):
        case("_c10d_functional.all_reduce.default", x, "sum", name)
        case("_c10d_functional.all_reduce_.default", x, "sum", name)
        case("_c10d_functional.all_gather_into_tensor.default", x, 1, name)
        case("_c10d_functional.reduce_scatter_tensor.default", x, "sum", 1, name)
        case("_c10d_functional.wait_tensor.default", x)
    case("_c10d_functional.all_reduce.default", real(2, 3), "avg", name)
    case("_c10d_functional.all_reduce.default", real(2, 3), "max", name)
    for x in (real(2, 3), whole(9, 4), truth(3), turned(real(2, 3)), real(0, 2), real(2, dtype=torch.bfloat16)):
        case("prims.device_put.default", x, torch.device("cpu"), False)


def register():
    for group in (mutation, lists, integers, collectives):
        group()
