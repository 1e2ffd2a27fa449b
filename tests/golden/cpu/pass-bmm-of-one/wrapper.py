def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((1, 64, 32), (1, 32, 48)), ((2048, 32, 1), (1536, 48, 1)), 'input')
    buf0 = empty_strided_cpu((1, 64, 48), (3072, 48, 1), torch.float32)
    # Topologically Sorted Source Nodes: [bmm], Original ATen: [aten.bmm]
    extern_kernels.bmm(arg0_1, arg1_1, out=buf0)
    del arg0_1
    del arg1_1
    return (buf0, )
