def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1 = args
    args.clear()
    assert_size_stride(arg0_1, (16, 8), (8, 1), 'input')
    buf4 = empty_strided_cpu((64, 8), (8, 1), torch.float32)
    buf0 = reinterpret_tensor(buf4, (16, 8), (8, 1), 0)  # alias
    assert_size_stride(arg1_1, (16, 8), (8, 1), 'input')
    buf1 = reinterpret_tensor(buf4, (16, 8), (8, 1), 128)  # alias
    assert_size_stride(arg2_1, (16, 8), (8, 1), 'input')
    buf2 = reinterpret_tensor(buf4, (16, 8), (8, 1), 256)  # alias
    assert_size_stride(arg3_1, (16, 8), (8, 1), 'input')
    buf3 = reinterpret_tensor(buf4, (16, 8), (8, 1), 384)  # alias
    buf5 = empty_strided_cpu((64, 8), (8, 1), torch.float32)
    cpp_fused_add_mul_0(arg0_1, arg1_1, arg2_1, arg3_1, buf4, buf0, buf1, buf2, buf3, buf5)
    del arg0_1
    del arg1_1
    del arg2_1
    del arg3_1
    return (buf5, )
