def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((64, 64), (64, 64)), ((64, 1), (64, 1)), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        buf0 = empty_strided_cuda((64, 64), (64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [a], Original ATen: [aten.mm]
        extern_kernels.mm(arg0_1, arg1_1, out=buf0)
        buf1 = empty_strided_cuda((64, 64), (64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [b], Original ATen: [aten.mm]
        extern_kernels.mm(arg1_1, arg0_1, out=buf1)
        del arg0_1
        del arg1_1
        buf2 = empty_strided_cuda((64, 64), (64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [sin], Original ATen: [aten.sin]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_sin_0.run(buf0, buf2, 4096, stream=raw_stream0)
        buf3 = empty_strided_cuda((64, 64), (64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [sin, matmul_2], Original ATen: [aten.sin, aten.mm]
        extern_kernels.mm(buf2, buf1, out=buf3)
        del buf2
        buf4 = empty_strided_cuda((), (), torch.float32)
        # Topologically Sorted Source Nodes: [sum_1], Original ATen: [aten.sum]
        raw_stream0 = get_raw_stream(0)
        triton_red_fused_sum_1.run(buf3, buf4, 1, 4096, stream=raw_stream0)
        del buf3
        buf5 = buf1; del buf1  # reuse
        # Topologically Sorted Source Nodes: [cos], Original ATen: [aten.cos]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_cos_2.run(buf5, 4096, stream=raw_stream0)
        buf6 = empty_strided_cuda((64, 64), (64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [cos, matmul_3], Original ATen: [aten.cos, aten.mm]
        extern_kernels.mm(buf5, buf0, out=buf6)
        del buf0
        del buf5
        buf8 = buf4; del buf4  # reuse
        # Topologically Sorted Source Nodes: [sum_2, add], Original ATen: [aten.sum, aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_red_fused_add_sum_3.run(buf8, buf6, 1, 4096, stream=raw_stream0)
        del buf6
    return (buf8, )
