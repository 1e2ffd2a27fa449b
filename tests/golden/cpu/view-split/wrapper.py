def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (8, 6, 20), (120, 20, 1), 'input')
    buf0 = empty_strided_cpu((8, 6, 4), (24, 4, 1), torch.float32)
    buf1 = empty_strided_cpu((8, 6, 8), (48, 8, 1), torch.float32)
    cpp_fused_add_relu_split_with_sizes_0(arg0_1, buf0, buf1)
    del arg0_1
    return (buf0, buf1, )
