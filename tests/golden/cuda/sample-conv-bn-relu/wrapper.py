def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1, arg8_1, arg9_1, arg10_1, arg11_1, arg12_1, arg13_1, arg14_1, arg15_1 = args
    args.clear()
    assert_size_stride(arg1_1, (1, 256, 28, 28), (200704, 784, 28, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg1_1 = copy_if_misaligned(arg1_1)
        buf0 = empty_strided_cuda((1, 256, 28, 28), (200704, 1, 7168, 256), torch.float32)
        # Topologically Sorted Source Nodes: [conv2d], Original ATen: [aten.convolution]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_convolution_0.run(arg1_1, buf0, 256, 784, stream=raw_stream0)
        assert_size_stride(arg0_1, (64, 256, 1, 1), (256, 1, 1, 1), 'input')
        # Topologically Sorted Source Nodes: [conv2d], Original ATen: [aten.convolution]
        buf1 = extern_kernels.convolution(buf0, arg0_1, stride=(1, 1), padding=(0, 0), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
        assert_tensor_metadata(buf1, (1, 64, 28, 28), (50176, 1, 1792, 64), torch.float32, 'torch.ops.aten.convolution.default')
        del arg0_1
        del buf0
        assert_size_stride_grouped((arg2_1, arg3_1, arg4_1, arg5_1), ((64, ), (64, ), (64, ), (64, )), ((1, ), (1, ), (1, ), (1, )), 'input')
        buf2 = buf1; del buf1  # reuse
        # Topologically Sorted Source Nodes: [batch_norm, y], Original ATen: [aten._native_batch_norm_legit_no_training, aten.relu]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__native_batch_norm_legit_no_training_relu_1.run(buf2, arg2_1, arg3_1, arg4_1, arg5_1, 50176, stream=raw_stream0)
        del arg2_1
        del arg3_1
        del arg4_1
        del arg5_1
        assert_size_stride(arg6_1, (64, 64, 3, 3), (576, 9, 3, 1), 'input')
        buf3 = empty_strided_cuda((64, 64, 3, 3), (576, 1, 192, 64), torch.float32)
        # Topologically Sorted Source Nodes: [batch_norm, y, conv2d_1], Original ATen: [aten._native_batch_norm_legit_no_training, aten.relu, aten.convolution]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__native_batch_norm_legit_no_training_convolution_relu_2.run(arg6_1, buf3, 4096, 9, stream=raw_stream0)
        del arg6_1
        # Topologically Sorted Source Nodes: [batch_norm, y, conv2d_1], Original ATen: [aten._native_batch_norm_legit_no_training, aten.relu, aten.convolution]
        buf4 = extern_kernels.convolution(buf2, buf3, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
        assert_tensor_metadata(buf4, (1, 64, 28, 28), (50176, 1, 1792, 64), torch.float32, 'torch.ops.aten.convolution.default')
        del buf2
        del buf3
        assert_size_stride_grouped((arg7_1, arg8_1, arg9_1, arg10_1), ((64, ), (64, ), (64, ), (64, )), ((1, ), (1, ), (1, ), (1, )), 'input')
        buf5 = buf4; del buf4  # reuse
        # Topologically Sorted Source Nodes: [batch_norm_1, y_1], Original ATen: [aten._native_batch_norm_legit_no_training, aten.relu]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__native_batch_norm_legit_no_training_relu_1.run(buf5, arg7_1, arg8_1, arg9_1, arg10_1, 50176, stream=raw_stream0)
        del arg10_1
        del arg7_1
        del arg8_1
        del arg9_1
        assert_size_stride(arg11_1, (256, 64, 1, 1), (64, 1, 1, 1), 'input')
        # Topologically Sorted Source Nodes: [batch_norm_1, y_1, conv2d_2], Original ATen: [aten._native_batch_norm_legit_no_training, aten.relu, aten.convolution]
        buf6 = extern_kernels.convolution(buf5, arg11_1, stride=(1, 1), padding=(0, 0), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
        assert_tensor_metadata(buf6, (1, 256, 28, 28), (200704, 1, 7168, 256), torch.float32, 'torch.ops.aten.convolution.default')
        del arg11_1
        del buf5
        assert_size_stride_grouped((arg12_1, arg13_1, arg14_1, arg15_1), ((256, ), (256, ), (256, ), (256, )), ((1, ), (1, ), (1, ), (1, )), 'input')
        buf7 = empty_strided_cuda((1, 256, 28, 28), (200704, 784, 28, 1), torch.float32)
        # Topologically Sorted Source Nodes: [batch_norm_2, add, relu_2], Original ATen: [aten._native_batch_norm_legit_no_training, aten.add, aten.relu]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__native_batch_norm_legit_no_training_add_relu_3.run(buf6, arg12_1, arg13_1, arg14_1, arg15_1, arg1_1, buf7, 256, 784, stream=raw_stream0)
        del arg12_1
        del arg13_1
        del arg14_1
        del arg15_1
        del arg1_1
        del buf6
    return (buf7, )
