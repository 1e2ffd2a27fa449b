def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (16, 32), (32, 1), 'input')
    buf3 = empty_strided_cpu((16, 104), (104, 1), torch.float32)
    buf0 = reinterpret_tensor(buf3, (16, 32), (104, 1), 0)  # alias
    assert_size_stride(arg1_1, (16, 64), (64, 1), 'input')
    buf1 = reinterpret_tensor(buf3, (16, 64), (104, 1), 32)  # alias
    assert_size_stride(arg2_1, (16, 8), (8, 1), 'input')
    buf2 = reinterpret_tensor(buf3, (16, 8), (104, 1), 96)  # alias
    cpp_fused_cat_0(arg0_1, arg1_1, arg2_1, buf0, buf1, buf2)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf3, )
