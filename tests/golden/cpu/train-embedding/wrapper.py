def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    buf0 = empty_strided_cpu((100, 16), (16, 1), torch.float32)
    assert_size_stride_grouped((arg1_1, arg2_1, arg0_1), ((8, 6), (16, ), (100, 16)), ((6, 1), (1, ), (16, 1)), 'input')
    buf2 = empty_strided_cpu((), (), torch.float32)
    cpp_fused_embedding_embedding_dense_backward_expand_mul_ones_like_sum_0(arg1_1, arg2_1, arg0_1, buf0, buf2)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf0, buf2, )
