def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (2, 8, 16, 16), (2048, 256, 16, 1), 'input')
    buf0 = empty_strided_cpu((2, 8, 16, 16), (2048, 1, 128, 8), torch.float32)
    assert_size_stride(arg1_1, (16, 8, 3, 3), (72, 9, 3, 1), 'input')
    buf1 = empty_strided_cpu((16, 8, 3, 3), (72, 1, 24, 8), torch.float32)
    assert_size_stride(arg2_1, (16, ), (1, ), 'input')
    cpp_fused_convolution_0(arg0_1, arg1_1, buf0, buf1)
    del arg0_1
    del arg1_1
    # Topologically Sorted Source Nodes: [conv2d], Original ATen: [aten.convolution]
    buf2 = extern_kernels.convolution(buf0, buf1, arg2_1, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1)
    assert_tensor_metadata(buf2, (2, 16, 16, 16), (4096, 1, 256, 16), torch.float32, 'torch.ops.aten.convolution.default')
    del arg2_1
    del buf0
    del buf1
    buf3 = empty_strided_cpu((2, 16, 16, 16), (4096, 256, 16, 1), torch.float32)
    cpp_fused_relu_1(buf2, buf3)
    return (buf3, )
