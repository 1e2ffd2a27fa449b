def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (8, 64, 32), (2048, 32, 1), 'input')
    buf0 = empty_strided_cpu((32, 8, 64), (1, 2048, 32), torch.float32)
    buf1 = empty_strided_cpu((32, 8), (8, 1), torch.float32)
    cpp_fused_mul_permute_sum_0(arg0_1, buf0, buf1)
    del arg0_1
    return (buf1, buf0, )
