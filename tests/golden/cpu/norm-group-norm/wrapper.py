def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (4, 32, 8, 8), (2048, 64, 8, 1), 'input')
    buf0 = empty_strided_cpu((4, 8, 1, 1), (8, 1, 32, 32), torch.float32)
    buf1 = buf0; del buf0  # reuse
    buf2 = empty_strided_cpu((4, 8, 1, 1), (8, 1, 32, 32), torch.float32)
    assert_size_stride_grouped((arg1_1, arg2_1), ((32, ), (32, )), ((1, ), (1, )), 'input')
    buf3 = empty_strided_cpu((4, 8, 4, 1), (32, 4, 1, 1), torch.float32)
    buf4 = empty_strided_cpu((4, 8, 4, 1), (32, 4, 1, 1), torch.float32)
    buf5 = empty_strided_cpu((4, 32, 8, 8), (2048, 64, 8, 1), torch.float32)
    cpp_fused_native_group_norm_0(buf1, arg0_1, arg1_1, arg2_1, buf2, buf3, buf4, buf5)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf5, )
