def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (512, ), (1, ), 'input')
    buf0 = empty_strided_cpu((512, ), (1, ), torch.float32)
    assert_size_stride(arg1_1, (512, ), (1, ), 'input')
    buf1 = empty_strided_cpu((512, ), (1, ), torch.float32)
    assert_size_stride(arg2_1, (512, ), (1, ), 'input')
    buf2 = empty_strided_cpu((512, ), (1, ), torch.float32)
    cpp_fused_cos_exp_sin_0(arg0_1, arg1_1, arg2_1, buf0, buf1, buf2)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf0, buf1, buf2, )
