def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((32768, 768), (768, )), ((768, 1), (1, )), 'input')
    buf0 = empty_strided_cpu((32768, ), (1, ), torch.float32)
    buf1 = empty_strided_cpu((768, ), (1, ), torch.float32)
    cpp_fused_mul_sum_0(arg0_1, arg1_1, buf0, buf1)
    del arg0_1
    del arg1_1
    return (buf0, buf1, )
