def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg1_1, (4, 100, 16), (1600, 16, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        buf0 = empty_strided_cuda((100, 16), (16, 1), torch.float32)
        # Topologically Sorted Source Nodes: [getitem, mul, setitem], Original ATen: [aten.select, aten.mul, aten.index_put]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_index_put_mul_select_0.run(arg1_1, buf0, 1600, stream=raw_stream0)
        assert_size_stride_grouped((arg2_1, arg0_1), ((10, ), (10, 16)), ((1, ), (16, 1)), 'input')
        arg2_1 = copy_if_misaligned(arg2_1)
        arg0_1 = copy_if_misaligned(arg0_1)
        # Topologically Sorted Source Nodes: [getitem, mul, setitem], Original ATen: [aten.select, aten.mul, aten.index_put]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_index_put_mul_select_1.run(arg2_1, arg0_1, buf0, 160, stream=raw_stream0)
        del arg0_1
        del arg2_1
        # Topologically Sorted Source Nodes: [], Original ATen: []
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_2.run(buf0, arg1_1, 1600, stream=raw_stream0)
        del arg1_1
        del buf0
    return ()
