def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((512, 256), (256, )), ((256, 1), (1, )), 'input')
    buf0 = empty_strided_cpu((512, 256), (256, 1), torch.float32)
    buf1 = empty_strided_cpu((256, ), (1, ), torch.float32)
    buf2 = empty_strided_cpu((256, 512), (512, 1), torch.float32)
    cpp_fused_clone_mul_sum_t_0(arg0_1, arg1_1, buf0, buf1, buf2)
    del arg0_1
    del arg1_1
    return (buf0, buf1, buf2, )
