def call(self, args):
    arg0_1, = args
    args.clear()
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        buf0 = empty_strided_cuda((8, 16), (16, 1), torch.float32)
        assert_size_stride(arg0_1, (8, 16), (16, 1), 'input')
        arg0_1 = copy_if_misaligned(arg0_1)
        buf1 = empty_strided_cuda((8, 16), (16, 1), torch.float32)
        # Topologically Sorted Source Nodes: [add], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_0.run(arg0_1, buf1, 128, stream=raw_stream0)
        del arg0_1
    return (buf0, buf1, )
