def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((64, 64), (64, 64)), ((64, 1), (64, 1)), 'input')
    buf0 = empty_strided_cpu((64, 64), (64, 1), torch.float16)
    buf1 = empty_strided_cpu((64, 64), (64, 1), torch.bfloat16)
    buf2 = empty_strided_cpu((64, 64), (64, 1), torch.int64)
    buf3 = empty_strided_cpu((64, 64), (64, 1), torch.float64)
    cpp_fused__to_copy_add_gt_mul_0(arg0_1, arg1_1, buf0, buf1, buf2, buf3)
    del arg0_1
    del arg1_1
    return (buf0, buf1, buf2, buf3, )
