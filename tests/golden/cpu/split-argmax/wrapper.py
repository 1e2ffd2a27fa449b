def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (300000, ), (1, ), 'input')
    buf0 = empty_strided_cpu((), (), torch.int64)
    cpp_fused_argmax_0(arg0_1, buf0)
    del arg0_1
    return (buf0, )
