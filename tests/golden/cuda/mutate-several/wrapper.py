def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((64, 64), (64, 64)), ((64, 1), (64, 1)), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        # Topologically Sorted Source Nodes: [add, mul_], Original ATen: [aten.add, aten.mul, aten.copy_]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_copy__mul_0.run(arg0_1, arg1_1, arg0_1, arg1_1, 4096, stream=raw_stream0)
        del arg0_1
        del arg1_1
        assert_size_stride(arg2_1, (), (), 'input')
        # Topologically Sorted Source Nodes: [add_], Original ATen: [aten.add, aten.copy_]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_copy__1.run(arg2_1, arg2_1, 1, stream=raw_stream0)
        del arg2_1
    return ()
