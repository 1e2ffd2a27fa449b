def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (2, 128, 2, 2), (512, 4, 2, 1), 'input')
    buf0 = empty_strided_cpu((2, 8, 1, 1), (8, 1, 16, 16), torch.float32)
    buf1 = buf0; del buf0  # reuse
    buf2 = empty_strided_cpu((2, 8, 1, 1), (8, 1, 16, 16), torch.float32)
    assert_size_stride_grouped((arg1_1, arg2_1), ((128, ), (128, )), ((1, ), (1, )), 'input')
    buf3 = empty_strided_cpu((2, 8, 16, 1), (128, 16, 1, 1), torch.float32)
    buf4 = empty_strided_cpu((2, 8, 16, 1), (128, 16, 1, 1), torch.float32)
    buf5 = empty_strided_cpu((2, 128, 2, 2), (512, 4, 2, 1), torch.float32)
    cpp_fused_native_group_norm_silu_0(buf1, arg0_1, arg1_1, arg2_1, buf2, buf3, buf4, buf5)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf5, )
