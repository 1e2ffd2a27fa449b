def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (50, 16), (16, 1), 'input')
    buf0 = empty_strided_cpu((50, 16), (16, 1), torch.float32)
    buf2 = empty_strided_cpu((50, 16), (16, 1), torch.float32)
    assert_size_stride_grouped((arg2_1, arg1_1), ((20, ), (20, 16)), ((1, ), (16, 1)), 'input')
    cpp_fused_index_put_0(arg0_1, arg2_1, arg1_1, buf0, buf2)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf0, buf2, )
