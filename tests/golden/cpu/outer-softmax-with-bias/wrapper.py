def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((4, 16, 64), (16, 64)), ((1024, 64, 1), (64, 1)), 'input')
    buf0 = empty_strided_cpu((4, 16, 1), (16, 1, 64), torch.float32)
    buf1 = empty_strided_cpu((4, 16, 64), (1024, 64, 1), torch.float32)
    buf2 = empty_strided_cpu((4, 16, 1), (16, 1, 64), torch.float32)
    buf3 = buf1; del buf1  # reuse
    cpp_fused__softmax_add_0(buf3, arg0_1, arg1_1, buf0, buf2)
    del arg0_1
    del arg1_1
    return (buf3, )
