def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride_grouped((arg1_1, arg0_1), ((40, ), (100, 32)), ((1, ), (32, 1)), 'input')
    buf0 = empty_strided_cpu((40, 32), (32, 1), torch.float32)
    assert_size_stride(arg2_1, (40, ), (1, ), 'input')
    buf1 = empty_strided_cpu((40, ), (1, ), torch.float32)
    cpp_fused_add_index_0(arg1_1, arg0_1, arg2_1, buf0, buf1)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf0, buf1, )
