def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride_grouped((arg1_1, arg2_1, arg0_1), ((1, 16), (16, 8), (8, )), ((16, 1), (8, 1), (1, )), 'input')
    buf0 = empty_strided_cpu((1, 8), (8, 1), torch.float32)
    buf1 = buf0; del buf0  # reuse
    cpp_fused_addmm_0(buf1, arg1_1, arg2_1, arg0_1)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf1, )
