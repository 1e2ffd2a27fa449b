def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (8, 16, 32), (512, 32, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf0 = empty_strided_cuda((8, 16, 32), (512, 32, 1), torch.float32)
        # Topologically Sorted Source Nodes: [add], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_0.run(arg0_1, buf0, 4096, stream=raw_stream0)
        del arg0_1
        assert_size_stride(arg1_1, (8, 32, 16), (512, 16, 1), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        buf1 = empty_strided_cuda((8, 16, 16), (256, 16, 1), torch.float32)
        # Topologically Sorted Source Nodes: [add, bmm], Original ATen: [aten.add, aten.bmm]
        extern_kernels.bmm(buf0, arg1_1, out=buf1)
        del arg1_1
        del buf0
        buf4 = buf1; del buf1  # reuse
        # Topologically Sorted Source Nodes: [softmax], Original ATen: [prims.prepare_softmax_online, aten._softmax]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__softmax_prepare_softmax_online_1.run(buf4, 128, 16, stream=raw_stream0)
    return (buf4, )
