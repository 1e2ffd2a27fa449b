def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((1, 16), (16, 1)), ((16, 1), (1, 1)), 'input')
    buf0 = empty_strided_cpu((1, ), (1, ), torch.float32)
    cpp_fused_mm_0(arg0_1, arg1_1, buf0)
    del arg0_1
    del arg1_1
    return (reinterpret_tensor(buf0, (1, 1), (1, 1), 0), )
