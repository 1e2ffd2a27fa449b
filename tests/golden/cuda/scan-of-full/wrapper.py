def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (16, 64), (64, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf0 = empty_strided_cuda((16, 64), (64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [cumsum, add], Original ATen: [aten.cumsum, aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_cumsum_0.run(arg0_1, buf0, 1024, stream=raw_stream0)
        del arg0_1
    return (buf0, )
