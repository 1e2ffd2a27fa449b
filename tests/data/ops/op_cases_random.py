"""Cases whose values are open: random numbers, memory that is not initialised. Only types, shapes and strides of the results are kept."""
import torch

from op_values import BF16, BOOL, F16, F32, F64, I32, I64, UNSPECIFIED, case, real, turned, whole

CPU = torch.device("cpu")


def random_numbers():
    seeds = torch.arange(4)
    for n in (1, 2, 3, 7, 16):
        case("prims.inductor_seeds.default", n, CPU)
    for i in (0, 1, 2, 3, 1):
        case("prims.inductor_lookup_seed.default", seeds, i)
    for size, mode in (([8], "rand"), ([2, 3], "rand"), ([40, 50], "rand"), ([0, 3], "rand"), ([], "rand"), ([2, 3], "randn"), ([40, 50], "randn")):
        case("prims.inductor_random.default", size, torch.tensor(5), mode)
    for low, high, size in ((0, 10, [8]), (-5, 5, [2, 3]), (0, 2, [40, 50]), (0, 1 << 40, [4]), (3, 4, [0, 2]), (7, 8, [])):
        case("prims.inductor_randint.default", low, high, size, torch.tensor(5))
    for tensor in (real(8), real(2, 3), turned(real(2, 3)), real(2, 3, dtype=F64), real(2, 3, dtype=BF16), real(0, 3), real(40, 50)):
        case("aten.bernoulli.p", tensor, 0.25)
        if tensor.numel():  # of nothing, eager mode gives no truth values
            case("aten.native_dropout.default", tensor, 0.25, True)
    for size in ([2, 3], [0, 3], [40]):
        case("aten.rand.default", size)
        case("aten.randn.default", size, dtype=F64)
        case("aten.randint.default", 9, size)
        case("aten.randint.low", -3, 9, size, dtype=I32)
        case("aten.rand_like.default", torch.zeros(size))
        case("aten.randn_like.default", torch.zeros(size, dtype=BF16))
        case("aten.randint_like.default", torch.zeros(size), 9)
        case("aten.bernoulli.default", torch.full(size, 0.25))
    for n in (0, 1, 7):
        case("aten.randperm.default", n)
    for tensor, p in ((whole(9, 3), 0.5), (real(3), 0.0), (real(3), 1.0)):
        case("aten.bernoulli.p", tensor, p)
    case("aten.native_dropout.default", real(3), 0.0, True)
    case("aten.native_dropout.default", real(3), 0.5, False)


def uninitialised():
    for size, dtype in (([2, 3], F32), ([0, 3], F32), ([], I64), ([4], BOOL), ([2, 2], BF16), ([1, 2, 3], I32)):
        case("aten.empty.memory_format", size, dtype=dtype, device=CPU, pin_memory=False)
    case("aten.empty.memory_format", [1, 2, 3, 3], dtype=F32, memory_format=torch.channels_last)
    image = real(1, 2, 3, 3).to(memory_format=torch.channels_last)
    for tensor in (real(2, 3), turned(real(2, 3)), real(0, 2), whole(3, 4), image):
        case("aten.empty_like.default", tensor)
        case("aten.new_empty_strided.default", tensor, [2, 3], [1, 2])
        case("aten.new_empty.default", tensor, [2, 3])
    for strides in ([3, 1], [1, 2], [4, 1]):
        case("aten.empty_strided.default", [2, 3], strides, dtype=F32, device=CPU)
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        case("aten.empty_permuted.default", [2, 3, 4], order, dtype=F32)
    case("aten.empty_like.default", real(2, 3), dtype=F16)
    case("aten.empty_like.default", turned(real(2, 3)), memory_format=torch.contiguous_format)
    case("aten.new_empty_strided.default", real(2), [2, 3], [3, 1], dtype=F64)


def register():
    random_numbers()
    uninitialised()
    UNSPECIFIED.update({f"aten.{name}.default" for name in ("bernoulli", "empty_permuted", "empty_strided", "new_empty", "rand", "rand_like", "randint",
                                                            "randint_like", "randn", "randn_like", "randperm")} | {"aten.randint.low"})
    UNSPECIFIED.update({"prims.inductor_seeds.default", "prims.inductor_random.default", "prims.inductor_randint.default", "aten.bernoulli.p",
                        "aten.native_dropout.default", "aten.empty.memory_format", "aten.empty_like.default",
                        "aten.new_empty_strided.default"})
