def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (2, 64, 14, 14), (12544, 196, 14, 1), 'input')
    buf0 = empty_strided_cpu((2, 64, 14, 14), (12544, 196, 14, 1), torch.float32)
    assert_size_stride(arg1_1, (64, 64, 3, 3), (576, 9, 3, 1), 'input')
    cpp_fused_convolution_relu_0(arg0_1, buf0)
    del arg0_1
    # Topologically Sorted Source Nodes: [relu, conv2d], Original ATen: [aten.relu, aten.convolution]
    buf1 = extern_kernels.convolution(buf0, arg1_1, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
    assert_tensor_metadata(buf1, (2, 64, 14, 14), (12544, 196, 14, 1), torch.float32, 'torch.ops.aten.convolution.default')
    del arg1_1
    del buf0
    buf2 = buf1; del buf1  # reuse
    cpp_fused_relu_1(buf2)
    return (buf2, )
