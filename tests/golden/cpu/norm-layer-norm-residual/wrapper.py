def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((64, 768), (64, 768)), ((768, 1), (768, 1)), 'input')
    buf0 = empty_strided_cpu((64, 768), (768, 1), torch.float32)
    assert_size_stride_grouped((arg2_1, arg3_1), ((768, ), (768, )), ((1, ), (1, )), 'input')
    buf1 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf2 = buf1; del buf1  # reuse
    buf3 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf4 = empty_strided_cpu((64, 768), (768, 1), torch.float32)
    cpp_fused_add_native_layer_norm_0(buf2, arg0_1, arg1_1, arg2_1, arg3_1, buf0, buf3, buf4)
    del arg0_1
    del arg1_1
    del arg2_1
    del arg3_1
    return (buf4, buf0, )
