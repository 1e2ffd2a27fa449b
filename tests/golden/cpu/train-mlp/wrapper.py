def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((8, 64), (64, 128)), ((64, 1), (128, 1)), 'input')
    buf0 = empty_strided_cpu((8, 128), (128, 1), torch.float32)
    # Topologically Sorted Source Nodes: [mm], Original ATen: [aten.mm]
    extern_kernels.mm(arg0_1, arg1_1, out=buf0)
    del arg1_1
    buf1 = empty_strided_cpu((8, 128), (128, 1), torch.float32)
    assert_size_stride(arg2_1, (128, 64), (64, 1), 'input')
    cpp_fused_gelu_0(buf0, buf1)
    buf2 = empty_strided_cpu((8, 64), (64, 1), torch.float32)
    # Topologically Sorted Source Nodes: [mm_1], Original ATen: [aten.mm]
    extern_kernels.mm(buf1, arg2_1, out=buf2)
    buf3 = empty_strided_cpu((8, 64), (64, 1), torch.float32)
    buf8 = empty_strided_cpu((), (), torch.float32)
    buf9 = buf8; del buf8  # reuse
    cpp_fused_div_mean_mul_pow_1(buf9, buf2, buf3)
    del buf2
    buf4 = empty_strided_cpu((8, 128), (128, 1), torch.float32)
    # Topologically Sorted Source Nodes: [t_1, mm_3], Original ATen: [aten.t, aten.mm]
    extern_kernels.mm(buf3, reinterpret_tensor(arg2_1, (64, 128), (1, 64), 0), out=buf4)
    del arg2_1
    buf5 = buf4; del buf4  # reuse
    cpp_fused_gelu_backward_2(buf5, buf0)
    del buf0
    buf7 = empty_strided_cpu((128, 64), (64, 1), torch.float32)
    # Topologically Sorted Source Nodes: [t, mm_2], Original ATen: [aten.t, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf1, (128, 8), (1, 128), 0), buf3, out=buf7)
    del buf1
    del buf3
    buf6 = empty_strided_cpu((64, 128), (128, 1), torch.float32)
    # Topologically Sorted Source Nodes: [t_2, gelu_backward, mm_4], Original ATen: [aten.t, aten.gelu_backward, aten.mm]
    extern_kernels.mm(reinterpret_tensor(arg0_1, (64, 8), (1, 64), 0), buf5, out=buf6)
    del arg0_1
    return (buf6, buf7, buf9, )
