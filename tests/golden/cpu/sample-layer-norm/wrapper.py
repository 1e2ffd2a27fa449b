def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride_grouped((arg1_1, arg0_1, arg2_1), ((512, 768), (768, ), (768, )), ((768, 1), (1, ), (1, )), 'input')
    buf0 = empty_strided_cpu((512, 1), (1, 512), torch.float32)
    buf1 = buf0; del buf0  # reuse
    buf2 = empty_strided_cpu((512, 1), (1, 512), torch.float32)
    buf3 = empty_strided_cpu((512, 768), (768, 1), torch.float32)
    cpp_fused_native_layer_norm_0(buf1, arg1_1, arg0_1, arg2_1, buf2, buf3)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf3, )
