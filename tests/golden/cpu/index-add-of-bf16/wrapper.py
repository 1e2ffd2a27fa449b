def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (6, 8), (8, 1), 'input')
    buf0 = empty_strided_cpu((6, 8), (8, 1), torch.bfloat16)
    assert_size_stride_grouped((arg1_1, arg2_1), ((3, ), (3, 8)), ((1, ), (8, 1)), 'input')
    cpp_fused_mul_0(arg0_1, buf0)
    del arg0_1
    # Topologically Sorted Source Nodes: [mul, index_add], Original ATen: [aten.mul, aten.index_add]
    buf1 = torch.ops.aten.index_add.default(buf0, 0, arg1_1, arg2_1)
    assert_tensor_metadata(buf1, (6, 8), (8, 1), torch.bfloat16, 'torch.ops.aten.index_add.default')
    # buffer buf1 (op: torch.ops.aten.index_add.default) is assumed to be not aligned
    del arg1_1
    del arg2_1
    return (buf1, )
