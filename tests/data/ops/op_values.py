"""Inputs of operator cases: small tensors whose elements are short decimals and exact in every dtype used."""
import zlib

import torch

F16, BF16, F32, F64 = torch.float16, torch.bfloat16, torch.float32, torch.float64
BOOL, U8, I8, I32, I64 = torch.bool, torch.uint8, torch.int8, torch.int32, torch.int64
GENERATOR = torch.Generator().manual_seed(20)
CASES = {}
UNSPECIFIED = set()  # operators of whose results only type, shape and strides are kept
EMULATED = {}  # operators without a kernel for the CPU: PyTorch functions that say what they compute


def case(name, *args, **kwargs):
    """One call of the operator `name`; inputs are copied when it runs, so that a tensor may be named twice."""
    CASES.setdefault(name, []).append((args, kwargs))
    # What comes next depends on this one only: a case that is added changes no other but its neighbour.
    GENERATOR.manual_seed(zlib.crc32(f"{name} {len(CASES[name])}".encode()))


def whole(high, *shape, low=0, dtype=I64):
    return torch.randint(low, high, shape, generator=GENERATOR).to(dtype)


def real(*shape, low=-3.0, high=3.0, dtype=F32):
    """Multiples of 1/16 in [low, high]: exact in eight bits of mantissa, and short in decimal."""
    first, last = -(-low * 16 // 1), high * 16 // 1
    return (torch.randint(int(first), int(last) + 1, shape, generator=GENERATOR).to(F64) / 16).to(dtype)


def truth(*shape):
    return torch.randint(0, 2, shape, generator=GENERATOR).to(BOOL)


def turned(tensor):
    """The same values with the last two dimensions exchanged in memory: not contiguous."""
    return tensor.transpose(-1, -2).contiguous().transpose(-1, -2)


def spread(*shape, **how):
    """Every second element of a larger tensor: strides with gaps."""
    return real(*shape[:-1], shape[-1] * 2, **how)[..., ::2]


def distinct(*shape, dtype=F32):
    """All elements differ, so that sorting and arg-max have one answer."""
    count = 1
    for size in shape:
        count *= size
    return ((torch.randperm(count, generator=GENERATOR).to(F64) - count // 2) / 4).reshape(shape).to(dtype)


SPECIAL = torch.tensor([0.0, -0.0, 1.0, -1.0, 2.5, float("inf"), float("-inf"), float("nan")])
