def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg1_1, (256, 128), (1, 256), 'input')
    buf1 = empty_strided_cpu((256, 128), (1, 256), torch.float32)
    assert_size_stride(arg0_1, (256, 128), (128, 1), 'input')
    buf0 = empty_strided_cpu((256, 128), (128, 1), torch.float32)
    buf2 = empty_strided_cpu((256, 128), (128, 1), torch.float32)
    cpp_fused_add_mul_0(arg1_1, arg0_1, buf1, buf0, buf2)
    del arg0_1
    del arg1_1
    return (buf0, buf1, buf2, )
