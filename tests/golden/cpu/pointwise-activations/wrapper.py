def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (128, 128), (128, 1), 'input')
    buf0 = empty_strided_cpu((128, 128), (128, 1), torch.float32)
    buf3 = empty_strided_cpu((128, 128), (128, 1), torch.float32)
    assert_size_stride(arg1_1, (128, 128), (128, 1), 'input')
    buf1 = empty_strided_cpu((128, 128), (128, 1), torch.float32)
    buf4 = empty_strided_cpu((128, 128), (128, 1), torch.float32)
    assert_size_stride(arg2_1, (128, 128), (128, 1), 'input')
    buf2 = empty_strided_cpu((128, 128), (128, 1), torch.float32)
    cpp_fused_gelu_hardswish_leaky_relu_silu_softplus_0(arg0_1, arg1_1, arg2_1, buf0, buf3, buf1, buf4, buf2)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf0, buf1, buf2, buf3, buf4, )
