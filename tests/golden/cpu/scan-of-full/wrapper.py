def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (16, 64), (64, 1), 'input')
    buf0 = empty_strided_cpu((16, 64), (64, 1), torch.float32)
    cpp_fused_add_cumsum_0(arg0_1, buf0)
    del arg0_1
    return (buf0, )
