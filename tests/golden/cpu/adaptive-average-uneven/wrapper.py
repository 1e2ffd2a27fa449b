def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (2, 3, 7, 11), (231, 77, 11, 1), 'input')
    buf0 = empty_strided_cpu((2, 3, 3, 4), (36, 12, 4, 1), torch.float32)
    buf1 = buf0; del buf0  # reuse
    cpp_fused__adaptive_avg_pool2d_add_0(buf1, arg0_1)
    del arg0_1
    return (buf1, )
