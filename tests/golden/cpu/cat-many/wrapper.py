def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1, arg8_1, arg9_1, arg10_1, arg11_1 = args
    args.clear()
    assert_size_stride(arg0_1, (16, 8), (8, 1), 'input')
    buf12 = empty_strided_cpu((16, 96), (96, 1), torch.float32)
    buf0 = reinterpret_tensor(buf12, (16, 8), (96, 1), 0)  # alias
    assert_size_stride(arg1_1, (16, 8), (8, 1), 'input')
    buf1 = reinterpret_tensor(buf12, (16, 8), (96, 1), 8)  # alias
    assert_size_stride(arg2_1, (16, 8), (8, 1), 'input')
    buf2 = reinterpret_tensor(buf12, (16, 8), (96, 1), 16)  # alias
    assert_size_stride(arg3_1, (16, 8), (8, 1), 'input')
    buf3 = reinterpret_tensor(buf12, (16, 8), (96, 1), 24)  # alias
    assert_size_stride(arg4_1, (16, 8), (8, 1), 'input')
    buf4 = reinterpret_tensor(buf12, (16, 8), (96, 1), 32)  # alias
    assert_size_stride(arg5_1, (16, 8), (8, 1), 'input')
    buf5 = reinterpret_tensor(buf12, (16, 8), (96, 1), 40)  # alias
    assert_size_stride(arg6_1, (16, 8), (8, 1), 'input')
    buf6 = reinterpret_tensor(buf12, (16, 8), (96, 1), 48)  # alias
    assert_size_stride(arg7_1, (16, 8), (8, 1), 'input')
    buf7 = reinterpret_tensor(buf12, (16, 8), (96, 1), 56)  # alias
    assert_size_stride(arg8_1, (16, 8), (8, 1), 'input')
    buf8 = reinterpret_tensor(buf12, (16, 8), (96, 1), 64)  # alias
    assert_size_stride(arg9_1, (16, 8), (8, 1), 'input')
    buf9 = reinterpret_tensor(buf12, (16, 8), (96, 1), 72)  # alias
    assert_size_stride(arg10_1, (16, 8), (8, 1), 'input')
    buf10 = reinterpret_tensor(buf12, (16, 8), (96, 1), 80)  # alias
    assert_size_stride(arg11_1, (16, 8), (8, 1), 'input')
    buf11 = reinterpret_tensor(buf12, (16, 8), (96, 1), 88)  # alias
    cpp_fused_add_0(arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1, arg8_1, arg9_1, arg10_1, arg11_1, buf0, buf1, buf2, buf3, buf4, buf5, buf6, buf7, buf8, buf9, buf10, buf11)
    del arg0_1
    del arg10_1
    del arg11_1
    del arg1_1
    del arg2_1
    del arg3_1
    del arg4_1
    del arg5_1
    del arg6_1
    del arg7_1
    del arg8_1
    del arg9_1
    return (buf12, )
