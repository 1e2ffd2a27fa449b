def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1, arg3_1, arg2_1), ((1000, ), (1000, ), (1000, ), (1000, )), ((1, ), (1, ), (1, ), (1, )), 'input')
    cpp_fused_add_addcdiv_addcmul_copy__lerp_mul_sqrt_0(arg0_1, arg1_1, arg3_1, arg2_1, arg2_1, arg0_1, arg3_1)
    del arg0_1
    del arg1_1
    del arg2_1
    del arg3_1
    return ()
