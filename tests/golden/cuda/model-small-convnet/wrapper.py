def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1 = args
    args.clear()
    assert_size_stride(arg0_1, (2, 3, 32, 32), (3072, 1024, 32, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf0 = empty_strided_cuda((2, 3, 32, 32), (3072, 1, 96, 3), torch.float32)
        # Topologically Sorted Source Nodes: [conv2d], Original ATen: [aten.convolution]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_convolution_0.run(arg0_1, buf0, 6, 1024, stream=raw_stream0)
        del arg0_1
        assert_size_stride(arg1_1, (8, 3, 3, 3), (27, 9, 3, 1), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        buf1 = empty_strided_cuda((8, 3, 3, 3), (27, 1, 9, 3), torch.float32)
        # Topologically Sorted Source Nodes: [conv2d], Original ATen: [aten.convolution]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_convolution_1.run(arg1_1, buf1, 24, 9, stream=raw_stream0)
        del arg1_1
        # Topologically Sorted Source Nodes: [conv2d], Original ATen: [aten.convolution]
        buf2 = extern_kernels.convolution(buf0, buf1, stride=(1, 1), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
        assert_tensor_metadata(buf2, (2, 8, 32, 32), (8192, 1, 256, 8), torch.float32, 'torch.ops.aten.convolution.default')
        del buf0
        del buf1
        assert_size_stride_grouped((arg2_1, arg3_1, arg4_1, arg5_1), ((8, ), (8, ), (8, ), (8, )), ((1, ), (1, ), (1, ), (1, )), 'input')
        arg2_1 = copy_if_misaligned(arg2_1)
        arg3_1 = copy_if_misaligned(arg3_1)
        arg4_1 = copy_if_misaligned(arg4_1)
        arg5_1 = copy_if_misaligned(arg5_1)
        buf3 = buf2; del buf2  # reuse
        # Topologically Sorted Source Nodes: [batch_norm, x], Original ATen: [aten._native_batch_norm_legit_no_training, aten.relu]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__native_batch_norm_legit_no_training_relu_2.run(buf3, arg2_1, arg3_1, arg4_1, arg5_1, 16384, stream=raw_stream0)
        del arg2_1
        del arg3_1
        del arg4_1
        del arg5_1
        buf4 = empty_strided_cuda((2, 8, 16, 16), (2048, 1, 128, 8), torch.float32)
        # Topologically Sorted Source Nodes: [batch_norm, x, x_1], Original ATen: [aten._native_batch_norm_legit_no_training, aten.relu, aten.max_pool2d_with_indices]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__native_batch_norm_legit_no_training_max_pool2d_with_indices_relu_3.run(buf3, buf4, 4096, stream=raw_stream0)
        del buf3
        assert_size_stride(arg6_1, (16, 8, 3, 3), (72, 9, 3, 1), 'input')
        arg6_1 = copy_if_misaligned(arg6_1)
        buf5 = empty_strided_cuda((16, 8, 3, 3), (72, 1, 24, 8), torch.float32)
        # Topologically Sorted Source Nodes: [conv2d_1], Original ATen: [aten.convolution]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_convolution_4.run(arg6_1, buf5, 128, 9, stream=raw_stream0)
        del arg6_1
        # Topologically Sorted Source Nodes: [conv2d_1], Original ATen: [aten.convolution]
        buf6 = extern_kernels.convolution(buf4, buf5, stride=(2, 2), padding=(1, 1), dilation=(1, 1), transposed=False, output_padding=(0, 0), groups=1, bias=None)
        assert_tensor_metadata(buf6, (2, 16, 8, 8), (1024, 1, 128, 16), torch.float32, 'torch.ops.aten.convolution.default')
        del buf4
        del buf5
        buf7 = empty_strided_cuda((2, 16, 1, 1), (16, 1, 32, 32), torch.float32)
        buf8 = buf7; del buf7  # reuse
        # Topologically Sorted Source Nodes: [x_2, adaptive_avg_pool2d], Original ATen: [aten.relu, aten.mean]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_mean_relu_5.run(buf8, buf6, 32, 64, stream=raw_stream0)
        del buf6
        assert_size_stride(arg7_1, (10, 16), (16, 1), 'input')
        arg7_1 = copy_if_misaligned(arg7_1)
        buf9 = empty_strided_cuda((2, 10), (10, 1), torch.float32)
        # Topologically Sorted Source Nodes: [x_2, adaptive_avg_pool2d, flatten, t, matmul], Original ATen: [aten.relu, aten.mean, aten.view, aten.t, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf8, (2, 16), (16, 1), 0), reinterpret_tensor(arg7_1, (16, 10), (1, 16), 0), out=buf9)
        del arg7_1
        del buf8
    return (buf9, )
