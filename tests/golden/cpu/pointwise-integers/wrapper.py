def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((512, ), (512, )), ((1, ), (1, )), 'input')
    buf0 = empty_strided_cpu((512, ), (1, ), torch.int64)
    buf2 = empty_strided_cpu((512, ), (1, ), torch.int64)
    buf3 = empty_strided_cpu((512, ), (1, ), torch.int64)
    buf4 = empty_strided_cpu((512, ), (1, ), torch.bool)
    buf1 = empty_strided_cpu((512, ), (1, ), torch.int64)
    cpp_fused___lshift___add_bitwise_and_bitwise_xor_eq_floor_divide_remainder_0(arg0_1, arg1_1, buf0, buf2, buf3, buf4, buf1)
    del arg0_1
    del arg1_1
    return (buf0, buf1, buf2, buf3, buf4, )
