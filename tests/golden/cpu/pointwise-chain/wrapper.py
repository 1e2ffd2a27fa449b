def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((64, 128), (64, 128)), ((128, 1), (128, 1)), 'input')
    buf0 = empty_strided_cpu((64, 128), (128, 1), torch.float32)
    cpp_fused_abs_add_mul_neg_sigmoid_sub_0(arg0_1, arg1_1, buf0)
    del arg0_1
    del arg1_1
    return (buf0, )
