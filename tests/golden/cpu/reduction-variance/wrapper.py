def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (64, 100), (100, 1), 'input')
    buf0 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf1 = buf0; del buf0  # reuse
    buf2 = empty_strided_cpu((64, ), (1, ), torch.float32)
    buf4 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf5 = reinterpret_tensor(buf4, (64, ), (1, ), 0); del buf4  # reuse
    buf3 = buf2; del buf2  # reuse
    buf6 = buf5; del buf5  # reuse
    buf7 = empty_strided_cpu((1, 100), (100, 1), torch.float32)
    buf8 = reinterpret_tensor(buf7, (100, ), (1, ), 0); del buf7  # reuse
    buf9 = buf8; del buf8  # reuse
    cpp_fused_std_var_var_mean_0(buf1, buf6, buf3, buf9, arg0_1)
    del arg0_1
    return (buf6, buf9, buf3, reinterpret_tensor(buf1, (64, ), (1, ), 0), )
