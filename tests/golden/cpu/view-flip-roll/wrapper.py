def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (12, 20), (20, 1), 'input')
    buf0 = empty_strided_cpu((12, 20), (20, 1), torch.float32)
    buf1 = empty_strided_cpu((12, 20), (20, 1), torch.float32)
    buf2 = empty_strided_cpu((12, 9), (9, 1), torch.float32)
    cpp_fused_add_flip_roll_sum_unfold_0(arg0_1, buf0, buf1, buf2)
    del arg0_1
    return (buf0, buf1, buf2, )
