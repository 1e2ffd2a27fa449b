def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (512, ), (1, ), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf0 = empty_strided_cuda((512, ), (1, ), torch.float32)
        # Topologically Sorted Source Nodes: [sin], Original ATen: [aten.sin]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_sin_0.run(arg0_1, buf0, 512, stream=raw_stream0)
        del arg0_1
        assert_size_stride(arg1_1, (512, ), (1, ), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        buf1 = empty_strided_cuda((512, ), (1, ), torch.float32)
        # Topologically Sorted Source Nodes: [cos], Original ATen: [aten.cos]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_cos_1.run(arg1_1, buf1, 512, stream=raw_stream0)
        del arg1_1
        assert_size_stride(arg2_1, (512, ), (1, ), 'input')
        arg2_1 = copy_if_misaligned(arg2_1)
        buf2 = empty_strided_cuda((512, ), (1, ), torch.float32)
        # Topologically Sorted Source Nodes: [exp], Original ATen: [aten.exp]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_exp_2.run(arg2_1, buf2, 512, stream=raw_stream0)
        del arg2_1
    return (buf0, buf1, buf2, )
