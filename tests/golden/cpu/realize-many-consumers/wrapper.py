def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((2048, ), (2048, )), ((1, ), (1, )), 'input')
    buf0 = empty_strided_cpu((2048, ), (1, ), torch.float32)
    buf1 = empty_strided_cpu((2048, ), (1, ), torch.float32)
    buf2 = empty_strided_cpu((2048, ), (1, ), torch.float32)
    buf3 = empty_strided_cpu((2048, ), (1, ), torch.float32)
    buf4 = empty_strided_cpu((2048, ), (1, ), torch.float32)
    cpp_fused_add_cos_exp_sigmoid_sin_tanh_0(arg0_1, arg1_1, buf0, buf1, buf2, buf3, buf4)
    del arg0_1
    del arg1_1
    return (buf0, buf1, buf2, buf3, buf4, )
