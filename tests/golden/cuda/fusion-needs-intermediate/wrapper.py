def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (64, 64), (64, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf0 = empty_strided_cuda((64, 64), (64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [a], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_0.run(arg0_1, buf0, 4096, stream=raw_stream0)
        del arg0_1
        assert_size_stride(arg1_1, (64, 64), (64, 1), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        buf1 = empty_strided_cuda((64, 64), (64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [a, add_1], Original ATen: [aten.add]
        extern_kernels.addmm(buf0, buf0, arg1_1, alpha=1, beta=1, out=buf1)
        del arg1_1
        del buf0
    return (buf1, )
