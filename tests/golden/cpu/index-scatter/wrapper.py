def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (30, 16), (16, 1), 'input')
    buf0 = empty_strided_cpu((30, 16), (16, 1), torch.float32)
    buf2 = empty_strided_cpu((30, 16), (16, 1), torch.float32)
    assert_size_stride_grouped((arg1_1, arg2_1), ((10, 16), (10, 16)), ((16, 1), (16, 1)), 'input')
    cpp_fused_scatter_scatter_add_0(arg0_1, arg1_1, arg2_1, buf0, buf2)
    del arg0_1
    aten.scatter_reduce_.two(buf2,0,arg1_1,arg2_1, reduce='sum', include_self=True)
    del arg1_1
    del arg2_1
    buf4 = empty_strided_cpu((30, 16), (16, 1), torch.float32)
    cpp_fused_add_1(buf2, buf4)
    return (buf0, buf4, )
