def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (64, 100), (100, 1), 'input')
    buf0 = empty_strided_cpu((64, ), (1, ), torch.int64)
    buf1 = empty_strided_cpu((100, ), (1, ), torch.int64)
    buf2 = empty_strided_cpu((), (), torch.int64)
    cpp_fused_argmax_argmin_0(arg0_1, buf0, buf1, buf2)
    del arg0_1
    return (buf0, buf1, buf2, )
