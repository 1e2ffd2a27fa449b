def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (2, 3, 11, 13), (429, 143, 13, 1), 'input')
    buf0 = empty_strided_cpu((2, 3, 11, 13), (429, 143, 13, 1), torch.float32)
    buf2 = empty_strided_cpu((2, 3, 11, 13), (429, 1, 39, 3), torch.float32)
    assert_size_stride(arg1_1, (2, 3, 11, 13), (429, 143, 13, 1), 'input')
    buf1 = empty_strided_cpu((2, 3, 11, 13), (429, 143, 13, 1), torch.float32)
    assert_size_stride(arg2_1, (3, 1, 5, 5), (25, 25, 5, 1), 'input')
    cpp_fused_convolution_backward_exp_mul_sin_0(arg0_1, arg1_1, buf0, buf2, buf1)
    del arg0_1
    del arg1_1
    # Topologically Sorted Source Nodes: [sin, convolution_backward], Original ATen: [aten.sin, aten.convolution_backward]
    buf3 = torch.ops.aten.convolution_backward.default(buf2, buf1, arg2_1, [0], (1, 1), (2, 2), (1, 1), False, (0, 0), 3, [True, False, False])
    del arg2_1
    del buf1
    del buf2
    buf4 = buf3[0]
    assert_tensor_metadata(buf4, (2, 3, 11, 13), (429, 143, 13, 1), torch.float32, 'torch.ops.aten.convolution_backward.default')
    # buffer buf4 (op: torch.ops.aten.convolution_backward.default) is assumed to be not aligned
    del buf3
    buf5 = buf4; del buf4  # reuse
    cpp_fused_add_1(buf5, buf0)
    return (buf5, )
