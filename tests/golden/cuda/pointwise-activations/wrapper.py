def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (128, 128), (128, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf0 = empty_strided_cuda((128, 128), (128, 1), torch.float32)
        buf3 = empty_strided_cuda((128, 128), (128, 1), torch.float32)
        # Topologically Sorted Source Nodes: [gelu, softplus], Original ATen: [aten.gelu, aten.softplus]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_gelu_softplus_0.run(arg0_1, buf0, buf3, 16384, stream=raw_stream0)
        del arg0_1
        assert_size_stride(arg1_1, (128, 128), (128, 1), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        buf1 = empty_strided_cuda((128, 128), (128, 1), torch.float32)
        buf4 = empty_strided_cuda((128, 128), (128, 1), torch.float32)
        # Topologically Sorted Source Nodes: [silu, leaky_relu], Original ATen: [aten.silu, aten.leaky_relu]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_leaky_relu_silu_1.run(arg1_1, buf1, buf4, 16384, stream=raw_stream0)
        del arg1_1
        assert_size_stride(arg2_1, (128, 128), (128, 1), 'input')
        arg2_1 = copy_if_misaligned(arg2_1)
        buf2 = empty_strided_cuda((128, 128), (128, 1), torch.float32)
        # Topologically Sorted Source Nodes: [hardswish], Original ATen: [aten.hardswish]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_hardswish_2.run(arg2_1, buf2, 16384, stream=raw_stream0)
        del arg2_1
    return (buf0, buf1, buf2, buf3, buf4, )
