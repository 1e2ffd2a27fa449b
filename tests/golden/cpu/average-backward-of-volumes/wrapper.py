def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((2, 3, 2, 2, 3), (2, 3, 4, 5, 6)), ((36, 12, 6, 3, 1), (360, 120, 30, 6, 1)), 'input')
    buf0 = empty_strided_cpu((2, 3, 4, 5, 6), (360, 120, 30, 6, 1), torch.float32)
    buf1 = buf0; del buf0  # reuse
    cpp_fused_avg_pool3d_backward_mul_0(buf1, arg0_1, arg1_1)
    del arg0_1
    del arg1_1
    return (buf1, )
