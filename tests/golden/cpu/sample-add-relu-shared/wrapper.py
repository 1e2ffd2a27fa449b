def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((256, 1024), (1024, )), ((1024, 1), (1, )), 'input')
    buf0 = empty_strided_cpu((256, 1024), (1024, 1), torch.float32)
    buf1 = empty_strided_cpu((256, 1024), (1024, 1), torch.float32)
    assert_size_stride(arg2_1, (1024, 128), (128, 1), 'input')
    cpp_fused_add_relu_0(arg0_1, arg1_1, buf0, buf1)
    del arg0_1
    del arg1_1
    buf2 = empty_strided_cpu((256, 128), (128, 1), torch.float32)
    # Topologically Sorted Source Nodes: [matmul], Original ATen: [aten.mm]
    extern_kernels.mm(buf0, arg2_1, out=buf2)
    del arg2_1
    return (buf1, buf2, )
