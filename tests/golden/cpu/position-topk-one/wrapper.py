def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((64, 4096), (64, 4096)), ((4096, 1), (4096, 1)), 'input')
    buf0 = empty_strided_cpu((64, ), (1, ), torch.float32)
    buf1 = empty_strided_cpu((64, ), (1, ), torch.int64)
    buf2 = empty_strided_cpu((64, ), (1, ), torch.int64)
    cpp_fused_add_argmin_max_0(arg0_1, arg1_1, buf0, buf1, buf2)
    del arg0_1
    del arg1_1
    return (buf0, buf1, buf2, )
