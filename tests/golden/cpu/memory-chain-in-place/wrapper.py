def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((64, 256), (256, 256)), ((256, 1), (256, 1)), 'input')
    buf0 = empty_strided_cpu((64, 256), (256, 1), torch.float32)
    # Topologically Sorted Source Nodes: [matmul], Original ATen: [aten.mm]
    extern_kernels.mm(arg0_1, arg1_1, out=buf0)
    buf1 = buf0; del buf0  # reuse
    cpp_fused_add_relu_0(buf1, arg0_1)
    del arg0_1
    buf2 = empty_strided_cpu((64, 256), (256, 1), torch.float32)
    # Topologically Sorted Source Nodes: [matmul_1], Original ATen: [aten.mm]
    extern_kernels.mm(buf1, arg1_1, out=buf2)
    buf3 = buf2; del buf2  # reuse
    cpp_fused_add_relu_0(buf3, buf1)
    buf4 = buf1; del buf1  # reuse
    # Topologically Sorted Source Nodes: [matmul_2], Original ATen: [aten.mm]
    extern_kernels.mm(buf3, arg1_1, out=buf4)
    del arg1_1
    buf5 = buf4; del buf4  # reuse
    cpp_fused_add_relu_0(buf5, buf3)
    return (buf5, )
