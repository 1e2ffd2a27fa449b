def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((64, 32), (64, 32)), ((32, 1), (32, 1)), 'input')
    buf0 = empty_strided_cpu((64, 32), (32, 1), torch.float32)
    buf1 = empty_strided_cpu((64, 32), (32, 1), torch.float32)
    buf2 = empty_strided_cpu((64, 32), (32, 1), torch.float32)
    cpp_fused_div_floor_divide_0(arg0_1, arg1_1, buf0, buf1, buf2)
    del arg0_1
    del arg1_1
    return (buf0, buf1, buf2, )
