def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1 = args
    args.clear()
    assert_size_stride_grouped((arg1_1, arg2_1, arg0_1), ((1024, ), (64, 256), (1024, 256)), ((1, ), (256, 1), (256, 1)), 'input')
    buf0 = empty_strided_cpu((64, 1024), (1024, 1), torch.float32)
    # Topologically Sorted Source Nodes: [linear], Original ATen: [aten.t, aten.addmm]
    extern_kernels.addmm(arg1_1, arg2_1, reinterpret_tensor(arg0_1, (256, 1024), (1, 256), 0), alpha=1, beta=1, out=buf0)
    del arg0_1
    del arg1_1
    del arg2_1
    buf1 = buf0; del buf0  # reuse
    assert_size_stride_grouped((arg4_1, arg3_1), ((256, ), (256, 1024)), ((1, ), (1024, 1)), 'input')
    cpp_fused_gelu_0(buf1)
    buf2 = empty_strided_cpu((64, 256), (256, 1), torch.float32)
    # Topologically Sorted Source Nodes: [gelu, linear_1], Original ATen: [aten.gelu, aten.t, aten.addmm]
    extern_kernels.addmm(arg4_1, buf1, reinterpret_tensor(arg3_1, (1024, 256), (1, 1024), 0), alpha=1, beta=1, out=buf2)
    del arg3_1
    del arg4_1
    return (buf2, )
