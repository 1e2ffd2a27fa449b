def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1, arg2_1), ((32768, 768), (32768, 768), (768, )), ((768, 1), (768, 1), (1, )), 'input')
    buf0 = empty_strided_cpu((32768, 1), (1, 32768), torch.float32)
    buf1 = empty_strided_cpu((32768, 1), (1, 32768), torch.float32)
    buf2 = empty_strided_cpu((32768, 768), (768, 1), torch.float32)
    buf3 = empty_strided_cpu((768, ), (1, ), torch.float32)
    cpp_fused_add_mean_mul_pow_rsqrt_sub_sum_0(arg0_1, arg1_1, arg2_1, buf0, buf1, buf2, buf3)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf2, buf3, )
