def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg1_1, arg0_1), ((8, ), (8, 16)), ((1, ), (16, 1)), 'input')
    cpp_fused_copy_copy__select_t_0(arg1_1, arg0_1, arg0_1)
    del arg1_1
    return (arg0_1, )
