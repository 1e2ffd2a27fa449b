def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1, arg2_1), ((16, 8), (16, 8), (16, 8)), ((8, 1), (8, 1), (8, 1)), 'input')
    buf0 = empty_strided_cpu((48, 8), (8, 1), torch.float32)
    buf1 = empty_strided_cpu((16, 8), (8, 1), torch.float32)
    cpp_fused_cat_cos_sin_0(arg0_1, arg1_1, arg2_1, buf0, buf1)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf0, buf1, )
