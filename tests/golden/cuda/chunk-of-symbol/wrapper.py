def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    s77 = arg0_1
    assert_size_stride(arg1_1, (s77, 6), (6, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg1_1 = copy_if_misaligned(arg1_1)
        buf0 = empty_strided_cuda((s77 + (-1)*((1 + s77) // 2), 6), (6, 1), torch.float32)
        # Topologically Sorted Source Nodes: [chunk, sin], Original ATen: [aten.split, aten.sin]
        triton_poi_fused_sin_split_0_xnumel = (-6)*((1 + s77) // 2) + 6*s77
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_sin_split_0.run(arg1_1, buf0, s77, triton_poi_fused_sin_split_0_xnumel, stream=raw_stream0)
        del arg1_1
    return (buf0, )
