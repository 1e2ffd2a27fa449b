def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (2, 3, 11, 13), (429, 143, 13, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf0 = empty_strided_cuda((2, 3, 11, 13), (429, 143, 13, 1), torch.float32)
        buf2 = empty_strided_cuda((2, 3, 11, 13), (429, 1, 39, 3), torch.float32)
        # Topologically Sorted Source Nodes: [exp, scaled, sin, convolution_backward], Original ATen: [aten.exp, aten.mul, aten.sin, aten.convolution_backward]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_convolution_backward_exp_mul_sin_0.run(arg0_1, buf0, buf2, 6, 143, stream=raw_stream0)
        del arg0_1
        assert_size_stride(arg1_1, (2, 3, 11, 13), (429, 143, 13, 1), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        buf1 = empty_strided_cuda((2, 3, 11, 13), (429, 143, 13, 1), torch.float32)
        # Topologically Sorted Source Nodes: [sin], Original ATen: [aten.sin]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_sin_1.run(arg1_1, buf1, 858, stream=raw_stream0)
        del arg1_1
        assert_size_stride(arg2_1, (3, 1, 5, 5), (25, 25, 5, 1), 'input')
        arg2_1 = copy_if_misaligned(arg2_1)
        # Topologically Sorted Source Nodes: [sin, convolution_backward], Original ATen: [aten.sin, aten.convolution_backward]
        buf3 = torch.ops.aten.convolution_backward.default(buf2, buf1, arg2_1, [0], (1, 1), (2, 2), (1, 1), False, (0, 0), 3, [True, False, False])
        del arg2_1
        del buf1
        del buf2
        buf4 = buf3[0]
        assert_tensor_metadata(buf4, (2, 3, 11, 13), (429, 143, 13, 1), torch.float32, 'torch.ops.aten.convolution_backward.default')
        assert_alignment(buf4, 16, 'torch.ops.aten.convolution_backward.default')
        del buf3
        buf5 = buf4; del buf4  # reuse
        # Topologically Sorted Source Nodes: [add], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_2.run(buf5, buf0, 858, stream=raw_stream0)
        del buf0
    return (buf5, )
