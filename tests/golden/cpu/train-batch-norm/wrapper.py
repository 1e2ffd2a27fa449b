def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (4, 8, 8, 8), (512, 64, 8, 1), 'input')
    buf0 = empty_strided_cpu((1, 8, 1, 1), (8, 1, 8, 8), torch.float32)
    buf1 = buf0; del buf0  # reuse
    buf2 = empty_strided_cpu((1, 8, 1, 1), (8, 1, 8, 8), torch.float32)
    assert_size_stride_grouped((arg1_1, arg2_1), ((8, ), (8, )), ((1, ), (1, )), 'input')
    buf3 = empty_strided_cpu((4, 8, 8, 8), (512, 64, 8, 1), torch.float32)
    buf4 = empty_strided_cpu((8, ), (1, ), torch.float32)
    buf5 = empty_strided_cpu((8, ), (1, ), torch.float32)
    buf7 = empty_strided_cpu((8, ), (1, ), torch.float32)
    buf6 = empty_strided_cpu((4, 8, 8, 8), (512, 64, 8, 1), torch.float32)
    buf8 = empty_strided_cpu((), (), torch.float32)
    cpp_fused__native_batch_norm_legit_expand_native_batch_norm_backward_ones_like_relu_sum_threshold_backward_0(buf1, arg0_1, arg1_1, arg2_1, buf2, buf3, buf4, buf5, buf7, buf6, buf8)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf6, buf7, buf5, buf8, )
