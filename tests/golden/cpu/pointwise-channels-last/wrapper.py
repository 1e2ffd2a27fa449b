def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((4, 8, 16, 16), (4, 8, 16, 16)), ((2048, 1, 128, 8), (2048, 256, 16, 1)), 'input')
    buf0 = empty_strided_cpu((4, 8, 16, 16), (2048, 1, 128, 8), torch.float32)
    buf1 = empty_strided_cpu((4, 8, 16, 16), (2048, 1, 128, 8), torch.float32)
    cpp_fused_add_mul_relu_0(arg0_1, arg1_1, buf0, buf1)
    del arg0_1
    del arg1_1
    return (buf0, buf1, )
