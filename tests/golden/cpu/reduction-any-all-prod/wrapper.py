def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (64, 128), (128, 1), 'input')
    buf1 = empty_strided_cpu((), (), torch.bool)
    buf3 = buf1; del buf1  # reuse
    buf0 = empty_strided_cpu((64, ), (1, ), torch.bool)
    buf2 = empty_strided_cpu((64, ), (1, ), torch.float32)
    cpp_fused_all_any_gt_mul_prod_0(buf3, arg0_1, buf0, buf2)
    del arg0_1
    return (buf0, buf3, buf2, )
