def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg3_1), ((64, 32), (64, 32)), ((32, 1), (32, 1)), 'input')
    buf0 = empty_strided_cpu((64, 32), (32, 1), torch.float32)
    assert_size_stride_grouped((arg1_1, arg4_1), ((100, ), (100, )), ((1, ), (1, )), 'input')
    buf1 = empty_strided_cpu((100, ), (1, ), torch.float32)
    assert_size_stride_grouped((arg2_1, arg5_1), ((8, 4, 4), (8, 4, 4)), ((16, 4, 1), (16, 4, 1)), 'input')
    buf2 = empty_strided_cpu((8, 4, 4), (16, 4, 1), torch.float32)
    cpp_fused__foreach_add_0(arg0_1, arg3_1, arg1_1, arg4_1, arg2_1, arg5_1, buf0, buf1, buf2)
    del arg0_1
    del arg1_1
    del arg2_1
    del arg3_1
    del arg4_1
    del arg5_1
    return (buf0, buf1, buf2, )
