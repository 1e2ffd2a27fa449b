def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((20, 8), (8, )), ((8, 1), (1, )), 'input')
    # Topologically Sorted Source Nodes: [_foreach_norm], Original ATen: [aten._foreach_norm]
    buf0 = torch.ops.aten._foreach_norm.Scalar([arg0_1, arg1_1])
    del arg1_1
    buf1 = buf0[0]
    assert_tensor_metadata(buf1, (), (), torch.float32, 'torch.ops.aten._foreach_norm.Scalar')
    # buffer buf1 (op: torch.ops.aten._foreach_norm.Scalar) is assumed to be not aligned
    buf2 = buf0[1]
    assert_tensor_metadata(buf2, (), (), torch.float32, 'torch.ops.aten._foreach_norm.Scalar')
    # buffer buf2 (op: torch.ops.aten._foreach_norm.Scalar) is assumed to be not aligned
    del buf0
    buf3 = empty_strided_cpu((20, 8), (8, 1), torch.float32)
    cpp_fused_hypot_0(arg0_1, buf2, buf3)
    del arg0_1
    return (buf1, buf3, )
