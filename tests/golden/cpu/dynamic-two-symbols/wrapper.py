def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1 = args
    args.clear()
    s17 = arg0_1
    s77 = s17
    s27 = arg1_1
    s94 = s27
    assert_size_stride_grouped((arg2_1, arg4_1), ((s17, s27), (s17, s27)), ((s27, 1), (s27, 1)), 'input')
    buf0 = empty_strided_cpu((s17, ), (1, ), torch.float32)
    buf3 = empty_strided_cpu((s17, 2*s27), (2*s27, 1), torch.float32)
    buf1 = reinterpret_tensor(buf3, (s17, s27), (2*s27, 1), 0)  # alias
    buf2 = reinterpret_tensor(buf3, (s17, s27), (2*s27, 1), s27)  # alias
    buf4 = empty_strided_cpu((s17*s27, ), (1, ), torch.float32)
    cpp_fused_add_cat_mul_sum_view_0(arg2_1, arg4_1, buf0, buf1, buf2, buf4, s17, s27)
    del arg2_1
    del arg4_1
    return (buf0, buf3, buf4, )
