def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((512, 1), (1, 10)), ((1, 1), (10, 1)), 'input')
    buf0 = empty_strided_cpu((512, 10), (10, 1), torch.float32)
    # Topologically Sorted Source Nodes: [matmul], Original ATen: [aten.mm]
    extern_kernels.mm(arg0_1, arg1_1, out=buf0)
    del arg1_1
    assert_size_stride(arg2_1, (10, 1), (1, 1), 'input')
    buf1 = empty_strided_cpu((512, 1), (1, 1), torch.float32)
    # Topologically Sorted Source Nodes: [matmul_1], Original ATen: [aten.mm]
    extern_kernels.mm(buf0, arg2_1, out=buf1)
    del arg2_1
    buf2 = empty_strided_cpu((), (), torch.float32)
    assert_size_stride(arg3_1, (1, 1), (1, 1), 'input')
    cpp_fused_sum_0(buf1, buf2)
    buf3 = buf1; del buf1  # reuse
    # Topologically Sorted Source Nodes: [matmul_2], Original ATen: [aten.mm]
    extern_kernels.mm(arg0_1, arg3_1, out=buf3)
    del arg0_1
    del arg3_1
    assert_size_stride(arg4_1, (1, 10), (10, 1), 'input')
    buf4 = buf0; del buf0  # reuse
    # Topologically Sorted Source Nodes: [matmul_3], Original ATen: [aten.mm]
    extern_kernels.mm(buf3, arg4_1, out=buf4)
    del arg4_1
    del buf3
    buf5 = empty_strided_cpu((), (), torch.float32)
    buf6 = buf2; del buf2  # reuse
    cpp_fused_add_sum_1(buf6, buf4, buf5)
    return (buf6, )
