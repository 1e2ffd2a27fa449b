def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg3_1, arg1_1), ((64, 128), (64, 128), (128, )), ((128, 1), (128, 1), (1, )), 'input')
    buf0 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf1 = buf0; del buf0  # reuse
    buf2 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf3 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf4 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    assert_size_stride(arg2_1, (128, ), (1, ), 'input')
    buf5 = empty_strided_cpu((64, 128), (128, 1), torch.float32)
    buf8 = empty_strided_cpu((), (), torch.float32)
    buf6 = empty_strided_cpu((128, ), (1, ), torch.float32)
    buf7 = empty_strided_cpu((128, ), (1, ), torch.float32)
    cpp_fused_expand_mul_native_layer_norm_native_layer_norm_backward_ones_like_sum_0(buf1, arg0_1, arg3_1, arg1_1, arg2_1, buf2, buf3, buf4, buf5, buf8, buf6, buf7)
    del arg0_1
    del arg1_1
    del arg2_1
    del arg3_1
    return (buf5, buf6, buf7, buf8, )
