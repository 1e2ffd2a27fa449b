def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1, arg2_1), ((2, 8, 64), (64, ), (64, )), ((512, 64, 1), (1, ), (1, )), 'input')
    buf0 = empty_strided_cpu((2, 8, 1), (8, 1, 16), torch.float32)
    buf1 = buf0; del buf0  # reuse
    buf2 = empty_strided_cpu((2, 8, 1), (8, 1, 16), torch.float32)
    buf3 = empty_strided_cpu((2, 8, 64), (512, 64, 1), torch.float32)
    buf4 = buf3; del buf3  # reuse
    cpp_fused_gelu_native_layer_norm_0(buf1, buf4, arg0_1, arg1_1, arg2_1, buf2)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf4, )
