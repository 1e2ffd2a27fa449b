def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1 = args
    args.clear()
    assert_size_stride_grouped((arg6_1, arg0_1, arg2_1, arg4_1), ((64, 32), (64, 32), (64, 32), (64, 32)), ((32, 1), (32, 1), (32, 1), (32, 1)), 'input')
    assert_size_stride_grouped((arg7_1, arg1_1, arg3_1, arg5_1), ((100, ), (100, ), (100, ), (100, )), ((1, ), (1, ), (1, ), (1, )), 'input')
    cpp_fused__foreach_add__foreach_addcdiv__foreach_addcmul__foreach_mul__foreach_sqrt_copy__0(arg6_1, arg0_1, arg2_1, arg4_1, arg7_1, arg1_1, arg3_1, arg5_1, arg6_1, arg0_1, arg4_1, arg7_1, arg1_1, arg5_1)
    del arg0_1
    del arg1_1
    del arg2_1
    del arg3_1
    del arg4_1
    del arg5_1
    del arg6_1
    del arg7_1
    return ()
