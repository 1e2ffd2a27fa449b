def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (1, 8, 5, 8), (320, 40, 8, 1), 'input')
    buf0 = empty_strided_cpu((1, 5, 8, 8), (320, 8, 40, 1), torch.float32)
    buf2 = empty_strided_cpu((1, 5, 8, 8), (320, 8, 40, 1), torch.float32)
    assert_size_stride(arg1_1, (32, 24, 2), (48, 2, 1), 'input')
    buf1 = empty_strided_cpu((32, 24, 2), (48, 2, 1), torch.float32)
    cpp_fused__foreach_mul_exp_rsub_transpose_0(arg0_1, arg1_1, buf0, buf2, buf1)
    del arg0_1
    del arg1_1
    return (buf1, buf2, buf0, )
