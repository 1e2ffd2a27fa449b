#!/usr/bin/env python3
"""Writes tests/core/shapes/*.py: graphs of single calls whose types, strides and devices PyTorch itself worked out.

    make-shape-cases.py OUTPUT_FOLDER

Needs PyTorch 2.9 or later (the files in the repository were made with 2.15 without a GPU: CUDA tensors are fake ones). The
test reads each file, forgets all types but those of the inputs, propagates, and compares with what PyTorch printed.
"""
import pathlib
import sys

import torch
import torch._inductor.inductor_prims  # registers inductor's prims
import torch.fx
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.passes.fake_tensor_prop import FakeTensorProp

aten, prims = torch.ops.aten, torch.ops.prims


def channels_last(*sizes, dtype=torch.float32):
    return lambda device: torch.empty(sizes, dtype=dtype, device=device, memory_format=torch.channels_last)


def dense(*sizes, dtype=torch.float32):
    return lambda device: torch.empty(sizes, dtype=dtype, device=device)


def strided(sizes, strides, dtype=torch.float32):
    return lambda device: torch.empty_strided(sizes, strides, dtype=dtype, device=device)


INPUTS = {
    "a": dense(4, 6), "at": strided((4, 6), (1, 4)), "row": dense(6), "column": dense(4, 1), "scalar": dense(),
    "h": dense(4, 6, dtype=torch.float16), "bf": dense(4, 6, dtype=torch.bfloat16), "d": dense(4, 6, dtype=torch.float64),
    "i": dense(4, 6, dtype=torch.int64), "i32": dense(4, 6, dtype=torch.int32), "u8": dense(4, 6, dtype=torch.uint8),
    "b": dense(4, 6, dtype=torch.bool), "h0": dense(dtype=torch.float16), "i0": dense(dtype=torch.int64),
    "gap": strided((4, 6), (12, 2)), "gapt": strided((4, 6), (2, 16)), "over": strided((4, 6), (0, 1)),
    "x": dense(2, 8, 5, 7), "xl": channels_last(2, 8, 5, 7), "x1": channels_last(2, 8, 1, 1), "xc1": channels_last(2, 1, 5, 7),
    "w": dense(4, 8, 3, 3), "wl": channels_last(4, 8, 3, 3), "wd": dense(8, 1, 3, 3), "w1": dense(4, 8, 1, 1), "wt": dense(8, 4, 3, 3),
    "c8": dense(8), "c4": dense(4), "x3": dense(2, 8, 9), "w3": dense(4, 8, 3), "x5": dense(2, 3, 4, 5, 6), "one": dense(1, 4, 1, 6, 1),
    "p3": strided((2, 5, 8), (40, 1, 5)), "m": dense(6, 3), "bm": dense(2, 4, 6), "bn": dense(2, 6, 3), "vec": dense(6),
    "m8": dense(16, 8, dtype=torch.bfloat16), "idx": dense(3, dtype=torch.int64), "idx2": dense(3, 5, dtype=torch.int64),
    "rows": dense(4, 2, dtype=torch.int64), "emb": dense(10, 6), "q": dense(2, 3, 8, 16), "qt": strided((2, 3, 8, 16), (384, 16, 48, 1)),
    "qs": strided((2, 3, 8, 16), (48, 16, 96, 1)), "qp": strided((2, 3, 8, 16), (1152, 16, 144, 1)),
    "z3": dense(2, 4, 6, dtype=torch.complex64), "zt": strided((2, 4, 6), (24, 1, 4), torch.complex64), "r3": dense(2, 4, 6),
    "rt": strided((2, 4, 6), (24, 1, 4)), "k": dense(2, 3, 12, 16), "v12": dense(2, 3, 12, 8), "z": dense(4, 3, dtype=torch.complex64), "pairs": dense(4, 3, 2), "cls": dense(4, dtype=torch.int64),
    "big": dense(64, 64), "empty": dense(0), "e2": dense(0, 6),
}

UNARY = ("abs acos acosh asin asinh atan atanh ceil cos cosh digamma erf erfc erfinv exp exp2 expm1 floor isinf isnan lgamma log log10 "
         "log1p log2 logical_not neg reciprocal relu round rsqrt sigmoid sgn sign signbit sin sinh sqrt square tan tanh trunc silu "
         "gelu hardswish hardsigmoid hardtanh leaky_relu elu softplus mish celu selu").split()


def cases(inputs):
    """Pairs of an operator and its arguments; the strings among them are names of inputs."""
    i = inputs
    for name in UNARY:
        for x in ("a", "at", "gap", "xl", "over", "scalar") + (() if name in ("gelu", "celu", "selu", "elu", "mish", "silu", "hardswish", "hardsigmoid", "softplus", "leaky_relu", "hardtanh") else ("i", "b")) + ("h",):
            yield getattr(aten, name).default, (i[x],), {}
    yield aten.bitwise_not.default, (i["i"],), {}
    pairs = [("a", "a"), ("a", "at"), ("at", "at"), ("at", "a"), ("a", "row"), ("a", "column"), ("row", "column"), ("a", "scalar"), ("h", "bf"),
             ("h", "a"), ("i", "h"), ("i", "i32"), ("b", "i"), ("b", "b"), ("u8", "i32"), ("h", "scalar"), ("i", "h0"), ("h0", "i"), ("gap", "a"),
             ("gap", "gap"), ("gapt", "a"), ("a", "gapt"), ("gapt", "row"), ("over", "over"), ("xl", "xl"), ("xl", "x"), ("x", "xl"), ("d", "h"),
             ("scalar", "scalar"), ("i", "u8")]
    for name in "add sub mul div maximum minimum eq lt logical_and pow atan2 fmod remainder".split():
        op = getattr(aten, name)
        op = getattr(op, "Tensor_Tensor" if name == "pow" else "Tensor" if "Tensor" in op.overloads() else "default")
        for x, y in pairs:
            if name == "sub" and (x, y) == ("b", "b"):
                continue
            if name == "pow" and "b" in (x, y):
                continue
            yield op, (i[x], i[y]), {}
    for name in "bitwise_and bitwise_or bitwise_xor".split():
        for x, y in [("i", "i32"), ("b", "b"), ("b", "i")]:
            yield getattr(aten, name).Tensor, (i[x], i[y]), {}
    for x in ("a", "h", "i", "b", "h0", "i0", "gapt"):
        for number in (2, 2.5):
            yield aten.add.Tensor, (i[x], number), {}
            yield aten.mul.Tensor, (i[x], number), {}
            yield aten.div.Tensor, (i[x], number), {}
            yield aten.gt.Scalar, (i[x], number), {}
            yield aten.maximum.default, (i[x], i[x]), {}
            if x != "b":
                yield aten.pow.Tensor_Scalar, (i[x], number), {}
                yield aten.rsub.Scalar, (i[x], number), {}
                yield aten.clamp_min.default, (i[x], number), {}
                yield aten.clamp.default, (i[x], number, number), {}
        yield aten.div.Tensor_mode, (i[x], 2), {"rounding_mode": "floor"} if x != "b" else {"rounding_mode": None}
        yield aten.mul.Tensor, (i[x], True), {}
    yield aten.add.Tensor, (i["a"], i["row"]), {"alpha": 2}
    yield prims.fma.default, (i["a"], i["a"], i["a"]), {}
    for c, x, y in [("b", "a", "a"), ("b", "a", "scalar"), ("b", "h", "a"), ("b", "row", "at"), ("b", "at", "at"), ("b", "i", "h0"), ("b", "scalar", "scalar")]:
        yield aten.where.self, (i[c], i[x], i[y]), {}
    yield aten.masked_fill.Scalar, (i["at"], i["b"], 0.5), {}
    yield aten.addcmul.default, (i["a"], i["row"], i["column"]), {"value": 2}
    yield aten.addcdiv.default, (i["a"], i["row"], i["column"]), {}
    yield aten.lerp.Scalar, (i["a"], i["at"], 0.3), {}
    for x in ("a", "at", "gap", "gapt", "xl", "x1", "xc1", "over", "p3", "one"):
        yield aten.clone.default, (i[x],), {}
        yield aten.clone.default, (i[x],), {"memory_format": torch.contiguous_format}
        yield aten.empty_like.default, (i[x],), {}
        yield aten.zeros_like.default, (i[x],), {"dtype": torch.int64}
        yield aten._to_copy.default, (i[x],), {"dtype": torch.float16}
        yield prims.convert_element_type.default, (i[x], torch.float64), {}
        yield aten.contiguous.default, (i[x],), {}
        yield aten.alias.default, (i[x],), {}
        yield aten.cumsum.default, (i[x], 0), {}
        yield aten._softmax.default, (i[x], -1, False), {}
        yield aten._log_softmax.default, (i[x], 0, False), {}
        yield aten.native_dropout.default, (i[x], 0.5, True), {}
        yield aten.sort.default, (i[x],), {}
        yield aten.unsqueeze.default, (i[x], 0), {}
        yield aten.unsqueeze.default, (i[x], -1), {}
        yield aten.unsqueeze.default, (i[x], 1), {}
        yield aten.squeeze.default, (i[x],), {}
        yield aten.squeeze.dim, (i[x], 0), {}
        yield aten.reshape.default, (i[x], [-1]), {}
        yield aten.slice.Tensor, (i[x], 1, 1, 9223372036854775807), {}
        yield aten.slice.Tensor, (i[x], 0, -3, 3, 2), {}
        yield aten.select.int, (i[x], 1, -1), {}
        yield aten.transpose.int, (i[x], 0, 1), {}
        yield aten.flip.default, (i[x], [0]), {}
        yield aten.sum.dim_IntList, (i[x], [0]), {}
        yield aten.sum.dim_IntList, (i[x], [-1], True), {}
        yield aten.mean.dim, (i[x], [0, 1]), {}
        yield aten.amax.default, (i[x], [1]), {}
        yield aten.var_mean.correction, (i[x], [1]), {"correction": 0, "keepdim": True}
        yield aten.constant_pad_nd.default, (i[x], [1, 2], 0.0), {}
        yield aten.cat.default, ([i[x], i[x]], 1), {}
        yield aten.split.Tensor, (i[x], 2, 1), {}
        yield aten.unbind.int, (i[x], 0), {}
        yield aten.fill.Scalar, (i[x], 1.0), {}
        yield aten.relu.default, (i[x],), {}
    yield aten.clone.default, (i["x"],), {"memory_format": torch.channels_last}
    for x in ("b", "i", "h", "u8"):
        yield aten.sum.default, (i[x],), {}
        yield aten.sum.dim_IntList, (i[x], [1]), {"dtype": torch.float32}
        yield aten.prod.default, (i[x],), {}
        yield aten.amax.default, (i[x], [0]), {}
        yield aten.any.dim, (i[x], 1), {}
        yield aten.all.default, (i[x],), {}
        yield aten.argmax.default, (i[x], 1), {}
        yield aten.cumsum.default, (i[x], 1), {}
        yield aten.max.dim, (i[x], 1, True), {}
        yield aten.max.default, (i[x],), {}
    for keepdim in (False, True):
        yield aten.argmax.default, (i["a"], 0, keepdim), {}
        yield aten.any.dims, (i["b"], [0, 1], keepdim), {}
        yield aten.var.correction, (i["h"], [0]), {"correction": 1, "keepdim": keepdim}
        yield aten.logsumexp.default, (i["a"], [1], keepdim), {}
        yield aten.linalg_vector_norm.default, (i["a"], 2, [1], keepdim), {}
        yield aten.min.dim, (i["at"], 0, keepdim), {}
    yield aten.argmax.default, (i["a"],), {}
    yield aten.mean.default, (i["a"],), {}
    yield aten.any.default, (i["a"],), {}
    yield aten.aminmax.default, (i["a"],), {"dim": 1}
    yield aten.topk.default, (i["a"], 3), {}
    yield aten.sum.dim_IntList, (i["scalar"], []), {}
    yield prims.prepare_softmax_online.default, (i["a"], 1), {}
    for x, sizes in [("a", [24]), ("at", [6, 4]), ("gap", [4, 3, 2]), ("gapt", [24]), ("xl", [2, 8, 35]), ("xl", [2, 280]), ("p3", [10, 8]), ("p3", [2, 5, 2, 4]),
                     ("one", [4, 6]), ("e2", [0, 3]), ("over", [4, 3, 2]), ("x", [2, -1, 7])]:
        yield aten.reshape.default, (i[x], sizes), {}
    for x, sizes in [("a", [2, 3, 4]), ("at", [4, 2, 3]), ("gap", [2, 2, 6])]:
        yield aten.view.default, (i[x], sizes), {}
    yield aten.flatten.using_ints, (i["x"], 1), {}
    yield aten.unflatten.int, (i["x"], 1, [2, -1]), {}
    for x, sizes in [("row", [4, 6]), ("column", [-1, 6]), ("column", [2, 4, 6]), ("scalar", [3]), ("one", [3, -1, 5, 6, 2]), ("row", [1, 1, 6])]:
        yield aten.expand.default, (i[x], sizes), {}
    yield aten.permute.default, (i["x"], [0, 2, 3, 1]), {}
    yield aten.permute.default, (i["xl"], [3, -2, 0, 1]), {}
    yield aten.t.default, (i["a"],), {}
    yield aten.movedim.int, (i["x"], 1, -1), {}
    yield aten.movedim.intlist, (i["x"], [0, 1], [-1, 0]), {}
    yield aten.squeeze.dims, (i["one"], [0, 2, 3]), {}
    yield aten.as_strided.default, (i["a"], [2, 3], [1, 2], 4), {}
    yield aten.diagonal.default, (i["x"], 1, 2, 3), {}
    yield aten.diagonal.default, (i["a"], -1), {}
    yield aten.unfold.default, (i["a"], 1, 3, 2), {}
    yield aten.narrow.default, (i["a"], 1, -4, 2), {}
    yield aten.chunk.default, (i["a"], 4, 1), {}
    yield aten.split_with_sizes.default, (i["at"], [1, 3], 0), {}
    yield aten.view.dtype, (i["a"], torch.float16), {}
    yield aten.view.dtype, (i["h"], torch.float32), {}
    yield aten.view.dtype, (i["a"], torch.int32), {}
    yield aten.view_as_complex.default, (i["pairs"],), {}
    yield aten.view_as_real.default, (i["z"],), {}
    yield aten.expand_as.default, (i["row"], i["a"]), {}
    yield aten.abs.default, (i["z"],), {}
    yield aten.cat.default, ([i["a"], i["h"], i["i"]], 0), {}
    yield aten.cat.default, ([i["empty"], i["a"]], 1), {}
    yield aten.cat.default, ([i["x"], i["xl"]], 1), {}
    yield aten.cat.default, ([i["at"], i["at"]], 0), {}
    yield aten.stack.default, ([i["at"], i["at"]], -1), {}
    yield aten.constant_pad_nd.default, (i["x"], [1, 0, 2, -1, 0, 3], 0.0), {}
    yield aten.reflection_pad2d.default, (i["x"], [1, 2, 3, 1]), {}
    yield aten.repeat.default, (i["a"], [2, 1, 3]), {}
    yield aten.repeat.default, (i["at"], [1, 2]), {}
    yield aten.embedding.default, (i["emb"], i["idx2"]), {}
    yield aten.embedding_dense_backward.default, (i["a"], i["cls"], 10, -1, False), {}
    yield aten.gather.default, (i["a"], 1, i["rows"]), {}
    yield aten.index_select.default, (i["a"], 1, i["idx"]), {}
    for indices in [["idx"], ["idx2"], [None, "idx"], ["idx", "idx"]]:
        yield aten.index.Tensor, (i["a"], [i[n] if n else None for n in indices]), {}
    for indices in [[None, "idx", "idx"], ["idx", None, "idx"], [None, None, "idx2", "idx2"], [None, "idx2", None, "idx2"]]:
        yield aten.index.Tensor, (i["x"], [i[n] if n else None for n in indices]), {}
    yield aten.index_put.default, (i["a"], [i["idx"]], i["row"]), {}
    yield aten.index_put.default, (i["at"], [i["idx"]], i["row"], True), {}
    yield aten.scatter.value, (i["a"], 1, i["rows"], 1.0), {}
    yield aten.scatter_add.default, (i["a"], 1, i["rows"], i["a"]), {}
    yield aten.slice_scatter.default, (i["a"], i["column"], 1, 0, 1), {}
    yield aten.select_scatter.default, (i["a"], i["c4"], 1, 2), {}
    yield aten.as_strided_scatter.default, (i["a"], i["c4"], [4], [1], 0), {}
    yield aten.tril.default, (i["a"],), {}
    yield aten.copy.default, (i["at"], i["a"]), {}
    yield aten.copy_.default, (i["gap"], i["h"]), {}
    yield aten.slice_backward.default, (i["a"], [4, 8], 1, 0, 6, 1), {}
    yield aten.select_backward.default, (i["row"], [3, 6], 0, 1), {}
    yield aten.meshgrid.default, ([i["row"], i["c4"]],), {}
    yield aten.pixel_shuffle.default, (i["x"], 2), {}
    for dtype in (None, torch.float16):
        yield aten.full.default, ([2, 3], 1, ), {"dtype": dtype, "device": i.device, "pin_memory": False}
        yield aten.ones.default, ([2, 3],), {"dtype": dtype, "device": i.device}
        yield aten.arange.start_step, (1, 10, 2), {"dtype": dtype, "device": i.device}
        yield aten.arange.default, (5.5,), {"dtype": dtype, "device": i.device}
    yield aten.full.default, ([], 1.5), {"device": i.device}
    yield aten.full.default, ([], True), {"device": i.device}
    yield aten.full_like.default, (i["at"], 2), {}
    yield aten.new_zeros.default, (i["h"], [2, 3]), {}
    yield aten.new_empty_strided.default, (i["h"], [2, 3], [1, 2]), {}
    yield aten.empty_strided.default, ([2, 3], [1, 2]), {"device": i.device}
    yield aten.empty_permuted.default, ([2, 3, 4], [0, 2, 1]), {"device": i.device}
    yield aten.scalar_tensor.default, (2.0,), {"device": i.device}
    yield aten.eye.m, (3, 4), {"device": i.device}
    yield aten.linspace.default, (0, 1, 7), {"device": i.device}
    yield prims.iota.default, (6,), {"start": 0, "step": 1, "dtype": torch.int64, "device": i.device, "requires_grad": False}
    yield aten.rand.default, ([2, 3],), {"device": i.device}
    yield aten.rand_like.default, (i["at"],), {}
    yield aten.bernoulli.p, (i["at"], 0.5), {}
    yield prims.inductor_seeds.default, (3, i.device), {}
    yield aten.mm.default, (i["a"], i["m"]), {}
    yield aten.mm.default, (i["at"], i["m"]), {}
    yield aten.addmm.default, (i["column"], i["a"], i["m"]), {}
    yield aten.bmm.default, (i["bm"], i["bn"]), {}
    yield aten.baddbmm.default, (i["scalar"], i["bm"], i["bn"]), {}
    yield aten.mv.default, (i["a"], i["vec"]), {}
    yield aten.dot.default, (i["vec"], i["row"]), {}
    yield aten.matmul.default, (i["bm"], i["m"]), {}
    yield aten.matmul.default, (i["vec"], i["bn"]), {}
    yield aten.linear.default, (i["bm"], i["a"]), {}
    conv = [("x", "w", 1), ("xl", "w", 1), ("x", "wl", 1), ("xl", "wl", 1), ("x", "wd", 8), ("x", "w1", 1), ("x1", "w1", 1)]
    for x, w, groups in conv:
        padding = [0, 0] if w == "w1" else [1, 1]
        yield aten.convolution.default, (i[x], i[w], None, [1, 1], padding, [1, 1], False, [0, 0], groups), {}
        yield aten.convolution.default, (i[x], i[w], None, [2, 2], padding, [1, 1], False, [0, 0], groups), {}
    yield aten.convolution.default, (i["x"], i["w"], i["c4"], [1, 2], [0, 3], [2, 1], False, [0, 0], 1), {}
    yield aten.convolution.default, (i["x"], i["wt"], i["c4"], [2, 2], [1, 1], [1, 1], True, [1, 1], 1), {}
    yield aten.convolution.default, (i["x3"], i["w3"], None, [1], [1], [1], False, [0], 1), {}
    yield aten.conv2d.default, (i["x"], i["w"], i["c4"], [2, 2]), {}
    yield aten.conv2d.padding, (i["x"], i["w"], None, [1, 1], "same"), {}
    for x in ("x", "xl", "xc1"):
        yield aten.avg_pool2d.default, (i[x], [3, 3], [2, 2], [1, 1], True), {}
        yield aten.avg_pool2d.default, (i[x], [2, 2]), {}
        yield aten.max_pool2d_with_indices.default, (i[x], [3, 3], [2, 2], [1, 1]), {}
        yield aten.max_pool2d_with_indices.default, (i[x], [2, 2], [2, 2], [0, 0], [1, 1], True), {}
        yield aten._adaptive_avg_pool2d.default, (i[x], [3, 2]), {}
        yield aten.upsample_nearest2d.default, (i[x], [10, 14], 2.0, 2.0), {}
        yield aten.upsample_bilinear2d.vec, (i[x], None, False, [2.0, 2.0]), {}
    for q in ("q", "qt", "qs", "qp"):
        yield aten._scaled_dot_product_flash_attention_for_cpu.default, (i[q], i["k"], i["k"]), {}
        yield aten._scaled_dot_product_efficient_attention.default, (i[q], i["k"], i["k"], None, True), {}
        if i.device.type == "cuda":
            yield aten._scaled_dot_product_flash_attention.default, (i[q], i["k"], i["k"]), {}
            yield aten._scaled_dot_product_cudnn_attention.default, (i[q], i["k"], i["v12"], None, True), {}
    for z in ("z3", "zt"):
        for dims in ([2], [1], [0], [0, 1], [1, 2], [2, 0], [0, 1, 2]):
            yield aten._fft_c2c.default, (i[z], dims, 0, True), {}
            yield aten._fft_c2r.default, (i[z], dims, 0, 5), {}
    for r in ("r3", "rt"):
        for dims in ([2], [1], [0, 1], [1, 2], [2, 0]):
            yield aten._fft_r2c.default, (i[r], dims, 0, True), {}
            yield aten._fft_r2c.default, (i[r], dims, 0, False), {}
    yield aten.native_layer_norm.default, (i["x"], [5, 7], None, None, 1e-05), {}
    yield aten.native_layer_norm.default, (i["bf"], [6], None, None, 1e-05), {}
    yield aten.native_group_norm.default, (i["x"], i["c8"], i["c8"], 2, 8, 35, 4, 1e-05), {}
    for x in ("x", "xl"):
        yield aten._native_batch_norm_legit_no_training.default, (i[x], i["c8"], i["c8"], i["c8"], i["c8"], 0.1, 1e-05), {}
        yield aten._native_batch_norm_legit_functional.default, (i[x], i["c8"], i["c8"], i["c8"], i["c8"], True, 0.1, 1e-05), {}
    yield aten.nll_loss_forward.default, (i["a"], i["cls"], None, 1, -100), {}
    yield aten.nll_loss_forward.default, (i["a"], i["cls"], None, 0, -100), {}
    yield aten.mse_loss.default, (i["a"], i["at"], 0), {}
    yield aten.mse_loss.default, (i["a"], i["at"]), {}
    yield aten.glu.default, (i["a"],), {}
    for name, args in [("gelu_backward", ()), ("threshold_backward", (0,)), ("tanh_backward", ()), ("sigmoid_backward", ()), ("silu_backward", ()),
                       ("hardswish_backward", ()), ("hardsigmoid_backward", ()), ("leaky_relu_backward", (0.1, False)), ("hardtanh_backward", (-1, 1)),
                       ("mish_backward", ()), ("softplus_backward", (1, 20)), ("native_dropout_backward", (2.0,)), ("elu_backward", None)]:
        if name == "elu_backward":
            yield aten.elu_backward.default, (i["a"], 1, 1, 1, False, i["at"]), {}
            continue
        if name == "native_dropout_backward":
            yield aten.native_dropout_backward.default, (i["a"], i["b"], 2.0), {}
            continue
        yield getattr(aten, name).default, (i["a"], i["at"]) + args, {}
        yield getattr(aten, name).default, (i["at"], i["at"]) + args, {}
    yield aten._softmax_backward_data.default, (i["a"], i["a"], 1, torch.float32), {}
    yield aten.sym_size.int, (i["x"], 1), {}


class Inputs(dict):
    device = None


def make_graph(device):
    graph = torch.fx.Graph()
    inputs = Inputs((name, graph.placeholder(name)) for name in INPUTS)
    inputs.device = torch.device(device)
    with FakeTensorMode(allow_non_fake_inputs=True) as mode:
        values = [make(device) for make in INPUTS.values()]
    skipped, left_out = 0, set()
    for op, args, kwargs in cases(inputs):
        single = torch.fx.Graph()
        used = {name: single.placeholder(name) for name in INPUTS}
        names = {node: used[name] for name, node in inputs.items()}
        swap = lambda node: names[node]
        call = single.call_function(op, torch.fx.map_arg(args, swap), torch.fx.map_arg(kwargs, swap))
        single.output((call,))
        try:
            with mode:
                FakeTensorProp(torch.fx.GraphModule({}, single), mode).propagate_dont_convert_inputs(*values)
        except Exception as error:  # what PyTorch refuses is no case
            skipped += 1
            left_out.add(f"{op}: {str(error).splitlines()[0][:80]}")
            continue
        node = graph.call_function(op, args, kwargs)
        value = call.meta["val"] if "val" in call.meta else None
        if isinstance(value, (tuple, list)):
            for index, item in enumerate(value):
                if isinstance(item, torch.Tensor):
                    graph.call_function(__import__("operator").getitem, (node, index))
    graph.output(())
    module = torch.fx.GraphModule({}, graph)
    with mode:
        FakeTensorProp(module, mode).propagate_dont_convert_inputs(*values)
    print(device, len(graph.nodes), "nodes,", skipped, "skipped:", *sorted(left_out), sep="\n  ")
    return module.print_readable(print_output=False, include_stride=True, include_device=True)


def main():
    folder = pathlib.Path(sys.argv[1])
    for device in ("cpu", "cuda"):
        text = make_graph(device)
        text = "\n".join(line for line in text.splitlines() if "No stacktrace" not in line and line.strip()) + "\n"
        head = f"# Made by tests/tools/make-shape-cases.py with PyTorch {torch.__version__}; {device} tensors are fake.\n"
        (folder / f"calls-{device}.py").write_text(head + text)


if __name__ == "__main__":
    main()
