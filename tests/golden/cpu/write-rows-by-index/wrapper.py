def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride_grouped((arg1_1, arg2_1, arg0_1), ((10, ), (10, 16), (100, 16)), ((1, ), (16, 1), (16, 1)), 'input')
    buf1 = empty_strided_cpu((100, 16), (16, 1), torch.float32)
    cpp_fused_add_index_put_0(arg1_1, arg2_1, arg0_1, buf1)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf1, )
