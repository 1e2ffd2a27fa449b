def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg1_1, arg0_1), ((24, 16), (24, 16)), ((16, 1), (16, 1)), 'input')
    buf1 = empty_strided_cpu((24, 16), (16, 1), torch.float16)
    buf0 = empty_strided_cpu((24, 16), (16, 1), torch.bfloat16)
    buf2 = empty_strided_cpu((24, 16), (16, 1), torch.bfloat16)
    buf3 = empty_strided_cpu((24, 16), (16, 1), torch.bool)
    buf4 = empty_strided_cpu((24, 16), (16, 1), torch.bfloat16)
    cpp_fused_add_bitwise_and_gt_lt_mul_remainder_sub_0(arg1_1, arg0_1, buf1, buf0, buf2, buf3, buf4)
    del arg0_1
    del arg1_1
    return (buf0, buf1, buf2, buf3, buf4, )
