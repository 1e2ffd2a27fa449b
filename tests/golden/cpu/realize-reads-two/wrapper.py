def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1), ((512, ), (512, ), (512, ), (512, ), (512, ), (512, )), ((1, ), (1, ), (1, ), (1, ), (1, ), (1, )), 'input')
    buf1 = empty_strided_cpu((512, ), (1, ), torch.float32)
    buf2 = empty_strided_cpu((512, ), (1, ), torch.float32)
    cpp_fused_add_mul_0(arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, buf1, buf2)
    del arg0_1
    del arg1_1
    del arg2_1
    del arg3_1
    del arg4_1
    del arg5_1
    return (buf1, buf2, )
