def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((64, 128), (64, 1)), ((128, 1), (1, 1)), 'input')
    buf0 = empty_strided_cpu((64, 1), (1, 64), torch.bool)
    buf1 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf2 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf6 = empty_strided_cpu((64, 1), (1, 64), torch.bool)
    buf7 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf8 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf12 = empty_strided_cpu((64, 1), (1, 64), torch.bool)
    buf13 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf14 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf3 = empty_strided_cpu((64, 128), (128, 1), torch.float32)
    buf15 = empty_strided_cpu((64, 128), (128, 1), torch.float32)
    buf4 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf10 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf16 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf11 = empty_strided_cpu((64, 128), (128, 1), torch.float32)
    buf5 = buf3; del buf3  # reuse
    buf17 = buf15; del buf15  # reuse
    cpp_fused__softmax_abs_all_amax_div_eq_ge_mul_ne_neg_scalar_tensor_sub_where_0(buf5, buf17, arg0_1, arg1_1, buf0, buf1, buf2, buf6, buf7, buf8, buf12, buf13, buf14, buf4, buf10, buf16, buf11)
    del arg0_1
    del arg1_1
    return (buf5, buf11, buf17, )
