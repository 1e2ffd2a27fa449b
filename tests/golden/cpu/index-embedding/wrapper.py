def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((8, 20), (1000, 64)), ((20, 1), (64, 1)), 'input')
    buf0 = empty_strided_cpu((8, 20, 64), (1280, 64, 1), torch.float32)
    cpp_fused_embedding_mul_0(arg0_1, arg1_1, buf0)
    del arg0_1
    del arg1_1
    return (buf0, )
