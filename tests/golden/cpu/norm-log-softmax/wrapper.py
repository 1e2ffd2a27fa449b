def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (64, 512), (512, 1), 'input')
    buf0 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf1 = empty_strided_cpu((64, 1), (1, 64), torch.float32)
    buf2 = buf1; del buf1  # reuse
    buf3 = empty_strided_cpu((64, 512), (512, 1), torch.float32)
    cpp_fused__log_softmax_0(buf2, arg0_1, buf0, buf3)
    del arg0_1
    return (buf3, )
