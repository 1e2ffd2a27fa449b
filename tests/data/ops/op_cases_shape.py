"""Cases of operators that move or make data: views, joining, indexing, creation."""
import torch

from op_values import BF16, BOOL, EMULATED, F32, F64, I32, I64, case, distinct, real, spread, truth, turned, whole


def views():
    x = real(2, 3, 4)
    square = turned(real(3, 3))
    for name in ("alias", "detach", "alias_copy", "detach_copy"):
        case(f"aten.{name}.default", turned(real(2, 3)))
    for name in ("as_strided", "as_strided_copy"):
        case(f"aten.{name}.default", x, [2, 2], [12, 3], 1)
        case(f"aten.{name}.default", real(6), [3, 2], [1, 2])
    case("aten.diagonal.default", square)
    case("aten.diagonal.default", x, 1, 0, -1)
    for name in ("expand", "expand_copy"):
        case(f"aten.{name}.default", real(3, 1), [3, 4])
        case(f"aten.{name}.default", real(3, 1), [2, -1, 4])
        case(f"aten.{name}.default", torch.tensor(1.5), [2, 2])
    case("aten.expand_as.default", real(3, 1), real(3, 2))
    case("aten.flatten.using_ints", x, 1, -1)
    case("aten.unflatten.int", x, -1, [2, 2])
    case("aten.movedim.int", x, 0, -1)
    case("aten.movedim.intlist", x, [0, 1], [2, 0])
    case("aten.narrow.default", x, 2, 1, 2)
    for name in ("permute", "permute_copy"):
        case(f"aten.{name}.default", x, [2, 0, 1])
        case(f"aten.{name}.default", x, [-1, -3, -2])
    for op in ("aten.reshape.default", "aten.view.default", "aten._unsafe_view.default", "aten.view_copy.default"):
        case(op, x, [6, 4])
        case(op, x, [2, -1])
        case(op, real(4), [2, 1, 2])
    case("aten.reshape.default", turned(real(2, 3)), [6])
    case("aten.reshape.default", x.permute(1, 0, 2), [3, 8])
    for name in ("select", "select_copy"):
        case(f"aten.{name}.int", x, 1, 2)
        case(f"aten.{name}.int", x, -1, -2)
    for name in ("slice", "slice_copy"):
        case(f"aten.{name}.Tensor", x, 2, 1, 3)
        case(f"aten.{name}.Tensor", x, -1, 0, 9223372036854775807, 2)
        case(f"aten.{name}.Tensor", x, 1, -2)
        case(f"aten.{name}.Tensor", x, 1, 2, 1)
    for name in ("split", "unsafe_split", "split_copy"):
        case(f"aten.{name}.Tensor", x, 3, -1)
    case("aten.split.Tensor", x, 2, 1)
    case("aten.split.sizes", x, [1, 3], 2)
    case("aten.split_with_sizes.default", x, [1, 2], 1)
    case("aten.split_with_sizes.default", turned(real(4, 3)), [3, 0, 1])
    case("aten.chunk.default", x, 3, 2)
    case("aten.unsafe_chunk.default", x, 2, 2)
    case("aten.squeeze.default", real(1, 3, 1))
    for name in ("squeeze", "squeeze_copy"):
        case(f"aten.{name}.dim", real(1, 3, 1), -1)
        case(f"aten.{name}.dim", real(1, 3, 1), 1)
    case("aten.squeeze.dims", real(1, 3, 1), [0, -1])
    case("aten.squeeze.dims", real(1, 3, 1), [0, 1])
    for name in ("t", "t_copy"):
        case(f"aten.{name}.default", real(2, 3))
    case("aten.numpy_T.default", x)
    for name in ("transpose", "transpose_copy"):
        case(f"aten.{name}.int", x, 0, -1)
    case("aten.swapaxes.default", x, 1, 2)
    case("aten.unbind.int", x)
    case("aten.unbind.int", x, -2)
    case("aten.unfold.default", real(2, 7), 1, 3, 2)
    for name in ("unsqueeze", "unsqueeze_copy"):
        case(f"aten.{name}.default", turned(real(2, 3)), 1)
        case(f"aten.{name}.default", real(2, 3), -1)
    case("aten.unsqueeze.default", real(2, 3), 0)
    case("aten.view.dtype", whole(99, 2, 3, dtype=I32), F32)
    case("aten.view_as.default", x, real(4, 6))
    case("aten._reshape_alias.default", x, [6, 4], [4, 1])
    case("prims.broadcast_in_dim.default", real(3), [2, 3, 4], [1])
    case("prims.squeeze.default", real(1, 3, 1), [0, 2])
    case("prims.transpose.default", x, [1, 2, 0])
    case("prims.reshape.default", x, [4, 6])
    case("prims.view_of.default", x)
    case("prims.collapse_view.default", x, 0, 1)
    case("prims.rev.default", x, [0, 2])


def joining():
    a, b = real(2, 3), real(2, 2)
    case("aten.cat.default", [a, b], 1)
    case("aten.cat.default", [turned(real(2, 3)), real(1, 3), real(2, 3)], 0)
    case("aten.cat.default", [a, b], -1)
    case("aten.cat.default", [real(0), a], 0)
    case("aten.cat.default", [whole(9, 2), real(2, dtype=F64)])
    case("aten.stack.default", [a, turned(real(2, 3))])
    case("aten.stack.default", [a, a], -1)
    case("aten.constant_pad_nd.default", a, [1, 2])
    case("aten.constant_pad_nd.default", turned(a), [1, 0, 0, 2], 0.5)
    case("aten.constant_pad_nd.default", real(3, 4), [-1, 1, -1, 0], 7)
    case("aten.pad.default", a, [1, 1], "constant", 2.0)
    case("aten.pad.default", real(1, 2, 4), [2, 1], "reflect")
    case("aten.reflection_pad1d.default", real(2, 4), [2, 1])
    case("aten.reflection_pad2d.default", real(1, 3, 4), [2, 1, 0, 2])
    case("aten.replication_pad1d.default", real(2, 3), [2, 1])
    case("aten.replication_pad2d.default", real(1, 2, 3), [2, 1, 0, 2])
    case("aten.reflection_pad2d_backward.default", real(1, 5, 7), real(1, 3, 4), [2, 1, 0, 2])
    case("aten.repeat.default", a, [2, 1])
    case("aten.repeat.default", real(3), [2, 2])
    case("aten.repeat_interleave.self_int", a, 2, 1)
    case("aten.tile.default", a, [2])
    case("aten.flip.default", real(2, 3, 2), [0, -1])
    case("aten.roll.default", real(3, 4), [1], [1])
    case("aten.roll.default", real(3, 4), [-1, 2], [0, 1])
    case("aten.roll.default", real(2, 3), [2])
    for name in ("tril", "triu"):
        case(f"aten.{name}.default", real(3, 4))
        case(f"aten.{name}.default", turned(real(2, 3, 3)), -1)
        case(f"aten.{name}.default", real(3, 3), 1)
    case("aten.meshgrid.default", [real(2), real(3)])
    case("aten.meshgrid.indexing", [real(2), real(3)], indexing="xy")
    case("aten.im2col.default", real(1, 2, 4, 4), [2, 2], [1, 1], [0, 0], [2, 2])
    case("aten.pixel_shuffle.default", real(1, 4, 2, 2), 2)
    case("aten.pixel_unshuffle.default", real(1, 1, 4, 4), 2)
    case("aten.channel_shuffle.default", real(1, 4, 1, 2), 2)


def indexing():
    table, where = real(5, 3), whole(5, 2, 4)
    case("aten.embedding.default", table, where)
    case("aten.embedding.default", turned(table), whole(5, 3, dtype=I32), 0)
    bags, first = torch.tensor([1, 3, 3, 0, 2, 4, 1]), torch.tensor([0, 2, 2, 5])
    for name in ("_embedding_bag", "_embedding_bag_forward_only"):
        for mode in (0, 1, 2):
            case(f"aten.{name}.default", table, bags, first, False, mode)
            case(f"aten.{name}.default", table, bags, first, False, mode, False, None, False, 3)
            case(f"aten.{name}.default", table, bags.to(I32), first.to(I32), False, mode)
        case(f"aten.{name}.default", table, bags, first, False, 0, False, real(7))
        case(f"aten.{name}.default", table, bags, first, False, 0, False, real(7), False, 3)
        case(f"aten.{name}.default", table, bags, torch.tensor([0, 4, 7]), False, 1, False, None, True)
    case("aten._embedding_bag.default", table, bags, torch.tensor([0, 4, 7]), False, 0, False, None, True)
    case("aten.embedding_dense_backward.default", real(2, 4, 3), where, 5, -1, False)
    case("aten.embedding_dense_backward.default", real(2, 4, 3), where, 5, 2, False)
    case("aten.gather.default", table, 0, whole(5, 2, 3))
    case("aten.gather.default", turned(table), -1, whole(3, 5, 4))
    case("aten.take_along_dim.default", table, whole(3, 5, 2), 1)
    for name in ("index", "_unsafe_index"):
        case(f"aten.{name}.Tensor", table, [whole(5, 4)])
        case(f"aten.{name}.Tensor", real(3, 4, 2), [None, whole(4, 2, 2)])
        case(f"aten.{name}.Tensor", real(3, 4, 2), [whole(3, 2, 1), whole(4, 3)])
        case(f"aten.{name}.Tensor", real(3, 4, 2), [whole(3, 3), None, whole(2, 3)])
        case(f"aten.{name}.Tensor", table, [torch.tensor([-1, 0, -5])])
    case("aten.index.Tensor", real(4), [torch.tensor([True, False, True, True])])
    case("aten._unsafe_masked_index.default", table, truth(4, 1), [torch.tensor([0, 9, -7, 4]).clamp(0, 4)], 0.5)
    case("aten._unsafe_masked_index_put_accumulate.default", table, torch.tensor([True, False, True]),
         [torch.tensor([0, 1, 0])], real(3, 3))
    case("aten.index_select.default", table, 1, whole(3, 4))
    EMULATED["prims._unsafe_index_put_.default"] = torch.ops.aten.index_put_.default  # the prim itself adds twice in eager mode
    for values, add in ((real(2, 3), False), (real(3), False), (torch.tensor(1.5), True), (real(2, 3), True)):
        case("prims._unsafe_index_put_.default", real(5, 3), [torch.tensor([1, 3])], values, add)
    case("prims._unsafe_index_put_.default", real(2, 3), [torch.tensor([1, 1, 0]), torch.tensor([2, 2, 0])], real(3), True)
    case("prims._unsafe_index_put_.default", whole(9, 4), [torch.tensor([0, 2])], whole(9, 2))
    case("prims._unsafe_index_put_.default", real(2, 3, dtype=BF16), [None, torch.tensor([0])], real(2, 1, dtype=BF16))
    for name in ("index_put", "_unsafe_index_put"):
        case(f"aten.{name}.default", table, [torch.tensor([4, 0])], real(2, 3))
        case(f"aten.{name}.default", table, [torch.tensor([1, 1, 3])], real(3, 3), True)
        case(f"aten.{name}.default", table, [None, torch.tensor([2])], torch.tensor(9.0))
    case("aten.index_put.default", real(2, 3), [truth(2, 3)], torch.tensor(0.0))
    case("aten.index_add.default", table, 0, torch.tensor([1, 1]), real(2, 3), alpha=2)
    case("aten.index_copy.default", table, 1, torch.tensor([2, 0]), real(5, 2))
    case("aten.index_fill.int_Scalar", table, 0, torch.tensor([1, 4]), 9.0)
    case("aten.scatter.src", table, 0, torch.tensor([[0, 1, 2], [3, 4, 0]]), real(2, 3))
    case("aten.scatter.src", table, 1, torch.tensor([[2, 0]]), real(1, 2))
    case("aten.scatter.value", table, 1, torch.tensor([[2], [0], [1]]), 7.5)
    case("aten.scatter_add.default", table, 0, torch.tensor([[0, 1, 2], [0, 1, 0]]), real(2, 3))
    for reduce in ("sum", "prod", "mean", "amax", "amin"):
        case("aten.scatter_reduce.two", table, 0, torch.tensor([[0, 1, 2], [0, 1, 0]]), real(2, 3), reduce)
    case("aten.scatter_reduce.two", table, 0, torch.tensor([[0, 1, 2]]), real(1, 3), "sum", include_self=False)
    case("aten.scatter_reduce_.two", real(3, 3), 0, torch.tensor([[0, 1, 2], [0, 1, 0]]), real(2, 3), "amax")
    case("aten.index_reduce_.default", real(5, 3), 0, torch.tensor([1, 4, 1]), real(3, 3), "prod")
    for reduce in ("prod", "mean", "amax", "amin"):
        case("aten.index_reduce.default", table, 0, torch.tensor([1, 4, 1]), real(3, 3), reduce)
    case("aten.index_reduce.default", table, 1, torch.tensor([2, 2]), real(5, 2), "mean", include_self=False)
    case("aten.slice_scatter.default", table, real(2, 3), 0, 1, 3)
    case("aten.slice_scatter.default", table, real(5, 2), -1, 0, 9223372036854775807, 2)
    case("aten.select_scatter.default", table, real(5), 1, -1)
    case("aten.select_scatter.default", turned(table), real(3), 0, 2)
    case("aten.diagonal_scatter.default", real(3, 3), real(2), 1)
    case("aten.as_strided_scatter.default", real(2, 3), real(2), [2], [2], 1)
    case("aten.slice_backward.default", real(2, 2), [2, 5], 1, 0, 4, 2)
    case("aten.select_backward.default", real(3), [3, 4], 1, 2)
    case("aten.diagonal_backward.default", real(2), [3, 3], 1, 0, 1)
    case("aten.unfold_backward.default", real(2, 3, 3), [2, 7], 1, 3, 2)
    case("aten.value_selecting_reduction_backward.default", real(2), 1, torch.tensor([2, 0]), [2, 3], False)
    case("aten.masked_select.default", real(2, 3), truth(2, 3))
    case("aten.masked_scatter.default", real(2, 3), truth(2, 3), real(6))
    case("aten.nonzero.default", truth(2, 3))
    case("aten.one_hot.default", whole(3, 4), 3)
    case("aten.bucketize.Tensor", real(2, 3), torch.tensor([-1.0, 0.0, 1.0]))
    case("aten.bucketize.Tensor", torch.tensor([-1.0, 0.5, 1.0]), torch.tensor([-1.0, 0.0, 1.0]), out_int32=True, right=True)
    case("aten.searchsorted.Tensor", torch.tensor([[1, 3, 5], [2, 4, 6]]), torch.tensor([[3, 6], [3, 7]]))


def creation():
    case("aten.arange.default", 5)
    case("aten.arange.default", 2.5)
    case("aten.arange.start", 2, 6)
    case("aten.arange.start_step", 5, -4, -3)
    case("aten.arange.start_step", 0, 1, 0.25, dtype=F64)
    cpu = torch.device("cpu")
    for length, start, step, dtype in ((5, 0, 1, I64), (4, 10, -3, I64), (3, 2, 2, I32), (0, 0, 1, I64), (1, 1 << 40, 1, I64)):
        case("prims.iota.default", length, start=start, step=step, dtype=dtype, device=cpu, requires_grad=False)
    case("prims.iota.default", 5, start=3, step=2, dtype=I64, device=torch.device("cpu"), requires_grad=False)
    case("aten.linspace.default", 0, 1, 5)
    for size, value, dtype in (([2, 3], 1.5, F32), ([], float("-inf"), F32), ([3], 1, None), ([2], True, None), ([2], 0.1, None),
                               ([2, 1], 7, I32), ([2], 0.1, BF16)):
        case("aten.full.default", size, value, **({"dtype": dtype} if dtype else {}))
    case("aten.full_like.default", turned(real(2, 3)), 3)
    case("aten.full_like.default", whole(9, 3), 2.5, dtype=F64)
    for name in ("zeros", "ones"):
        case(f"aten.{name}.default", [2, 3])
        case(f"aten.{name}.default", [2], dtype=I64)
        case(f"aten.{name}_like.default", turned(real(2, 3)))
        case(f"aten.{name}_like.default", real(2, 3), dtype=BOOL)
        case(f"aten.new_{name}.default", real(2, dtype=F64), [2, 2])
    case("aten.new_full.default", real(2), [3], 4)
    case("aten.scalar_tensor.default", 1.5)
    for value, dtype in ((0.1, BF16), (True, BOOL), (7, I32), (float("nan"), F64), (-0.0, F32)):
        case("aten.scalar_tensor.default", value, dtype=dtype)
    case("aten.scalar_tensor.default", 3, dtype=I64)
    case("aten.scalar_tensor.default", float("-inf"), dtype=F32)
    case("aten.eye.default", 3)
    case("aten.eye.m", 2, 3, dtype=I64)
    case("aten.tril_indices.default", 3, 3, -1)
    case("aten.triu_indices.default", 2, 3)
    case("aten.hann_window.default", 5)
    case("aten.fill.Scalar", real(2, 3), 2)
    case("aten.fill.Tensor", real(2, 3), torch.tensor(1.5))


def register():
    for group in (views, joining, indexing, creation):
        group()
