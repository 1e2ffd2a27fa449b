def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1 = args
    args.clear()
    s53 = arg0_1
    s0 = arg1_1
    s4 = arg3_1
    assert_size_stride(arg2_1, (1, 2, s53, s0), (2*s0*s53, s0*s53, s0, 1), 'input')
    buf0 = empty_strided_cpu((2*s0*s53, 1), (1, 1), torch.float32)
    assert_size_stride(arg4_1, (s4, ), (1, ), 'input')
    buf1 = empty_strided_cpu((1, 2, s4), (2*s4, s4, 1), torch.float32)
    buf2 = empty_strided_cpu((1, 2, 2 + s53, 2 + s0), (8 + 4*s0 + 4*s53 + 2*s0*s53, 4 + 2*s0 + 2*s53 + s0*s53, 2 + s0, 1), torch.float32)
    cpp_fused_constant_pad_nd_index_mul_sum_t_view_0(arg2_1, arg4_1, buf0, buf1, buf2, s0, s53, s4)
    del arg2_1
    del arg4_1
    return (buf0, buf1, buf2, )
