def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride(arg0_1, (8, 128, 64), (8192, 64, 1), 'input')
    buf0 = empty_strided_cpu((8, 128, 64), (8192, 64, 1), torch.float32)
    assert_size_stride(arg1_1, (8, 128, 64), (8192, 64, 1), 'input')
    cpp_fused_div_0(arg0_1, buf0)
    del arg0_1
    buf1 = empty_strided_cpu((8, 128, 128), (16384, 128, 1), torch.float32)
    # Topologically Sorted Source Nodes: [truediv, transpose, scores], Original ATen: [aten.div, aten.transpose, aten.bmm]
    extern_kernels.bmm(buf0, reinterpret_tensor(arg1_1, (8, 64, 128), (8192, 1, 64), 0), out=buf1)
    del arg1_1
    del buf0
    buf2 = empty_strided_cpu((8, 128, 1), (128, 1, 1024), torch.float32)
    buf4 = empty_strided_cpu((8, 128, 1), (128, 1, 1024), torch.float32)
    buf5 = empty_strided_cpu((8, 128, 128), (16384, 128, 1), torch.float32)
    assert_size_stride(arg2_1, (8, 128, 64), (8192, 64, 1), 'input')
    cpp_fused__softmax_1(buf1, buf2, buf4, buf5)
    del buf1
    del buf2
    del buf4
    buf6 = empty_strided_cpu((8, 128, 64), (8192, 64, 1), torch.float32)
    # Topologically Sorted Source Nodes: [softmax, bmm_1], Original ATen: [aten._softmax, aten.bmm]
    extern_kernels.bmm(buf5, arg2_1, out=buf6)
    del arg2_1
    return (buf6, )
