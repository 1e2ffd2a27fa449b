def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg1_1, arg0_1), ((20, 10), (20, 30)), ((10, 1), (30, 1)), 'input')
    buf0 = empty_strided_cpu((20, 30), (30, 1), torch.float32)
    buf1 = empty_strided_cpu((20, 30), (30, 1), torch.float32)
    cpp_fused_copy_mul_select_slice_0(arg1_1, arg0_1, buf0, buf1)
    del arg0_1
    del arg1_1
    return (buf0, buf1, )
