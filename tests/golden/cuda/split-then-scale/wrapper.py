def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (512, 1024), (1024, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf1 = empty_strided_cuda((64, ), (1, ), torch.float32)
        # Topologically Sorted Source Nodes: [abs_1, amax], Original ATen: [aten.abs, aten.amax]
        raw_stream0 = get_raw_stream(0)
        triton_red_fused_abs_amax_0.run(arg0_1, buf1, 64, 8192, stream=raw_stream0)
        buf2 = empty_strided_cuda((), (), torch.float32)
        # Topologically Sorted Source Nodes: [abs_1, amax], Original ATen: [aten.abs, aten.amax]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_abs_amax_1.run(buf1, buf2, 1, 64, stream=raw_stream0)
        del buf1
        buf3 = empty_strided_cuda((512, 1024), (1024, 1), torch.float32)
        # Topologically Sorted Source Nodes: [truediv], Original ATen: [aten.div]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_div_2.run(arg0_1, buf2, buf3, 524288, stream=raw_stream0)
        del arg0_1
        del buf2
    return (buf3, )
