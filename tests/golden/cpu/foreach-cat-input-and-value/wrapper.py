def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (16, 32), (32, 1), 'input')
    buf3 = empty_strided_cpu((16, 128), (128, 1), torch.float32)
    buf0 = reinterpret_tensor(buf3, (16, 32), (128, 1), 0)  # alias
    buf2 = reinterpret_tensor(buf3, (16, 32), (128, 1), 96)  # alias
    assert_size_stride(arg1_1, (16, 64), (64, 1), 'input')
    buf1 = reinterpret_tensor(buf3, (16, 64), (128, 1), 32)  # alias
    buf4 = empty_strided_cpu((16, 64), (64, 1), torch.float32)
    cpp_fused_add_cat_mul_0(arg0_1, arg1_1, buf0, buf2, buf1, buf4)
    del arg0_1
    del arg1_1
    return (buf3, buf4, )
