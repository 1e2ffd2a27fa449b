def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (64, 36), (36, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf0 = empty_strided_cuda((64, 36), (40, 1), torch.float32)
        # Topologically Sorted Source Nodes: [exp], Original ATen: [aten.exp]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_exp_0.run(arg0_1, buf0, 2304, stream=raw_stream0)
        del arg0_1
        assert_size_stride(arg1_1, (36, 36), (36, 1), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        buf1 = empty_strided_cuda((64, 36), (40, 1), torch.float32)
        # Topologically Sorted Source Nodes: [exp, matmul], Original ATen: [aten.exp, aten.mm]
        extern_kernels.mm(buf0, arg1_1, out=buf1)
        del buf0
        buf2 = buf1; del buf1  # reuse
        # Topologically Sorted Source Nodes: [sin], Original ATen: [aten.sin]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_sin_1.run(buf2, 2304, stream=raw_stream0)
        buf3 = empty_strided_cuda((64, 36), (36, 1), torch.float32)
        # Topologically Sorted Source Nodes: [sin, matmul_1], Original ATen: [aten.sin, aten.mm]
        extern_kernels.mm(buf2, arg1_1, out=buf3)
        del arg1_1
        del buf2
    return (buf3, )
