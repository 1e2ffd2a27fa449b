def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (100, 16), (16, 1), 'input')
    buf0 = empty_strided_cpu((100, 16), (16, 1), torch.float32)
    assert_size_stride_grouped((arg2_1, arg1_1), ((10, ), (10, 16)), ((1, ), (16, 1)), 'input')
    cpp_fused_index_put_sin_0(arg0_1, arg2_1, arg1_1, buf0)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf0, )
