def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg2_1), ((64, 32), (64, 32)), ((32, 1), (32, 1)), 'input')
    assert_size_stride_grouped((arg1_1, arg3_1), ((100, ), (100, )), ((1, ), (1, )), 'input')
    cpp_fused__foreach_add_0(arg0_1, arg2_1, arg1_1, arg3_1, arg0_1, arg1_1)
    del arg0_1
    del arg1_1
    del arg2_1
    del arg3_1
    return ()
