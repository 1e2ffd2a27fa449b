def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (64, 64), (64, 1), 'input')
    buf0 = empty_strided_cpu((64, 64), (64, 1), torch.float32)
    assert_size_stride(arg1_1, (64, 64), (64, 1), 'input')
    cpp_fused_add_0(arg0_1, buf0)
    del arg0_1
    buf1 = empty_strided_cpu((64, 64), (64, 1), torch.float32)
    # Topologically Sorted Source Nodes: [a, add_1], Original ATen: [aten.add]
    extern_kernels.addmm(buf0, buf0, arg1_1, alpha=1, beta=1, out=buf1)
    del arg1_1
    return (buf1, )
