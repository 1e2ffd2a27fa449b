def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (64, 16), (16, 1), 'input')
    buf0 = empty_strided_cpu((64, 16), (16, 1), torch.float32)
    cpp_fused_mul_0(arg0_1, buf0)
    del arg0_1
    # Topologically Sorted Source Nodes: [mul, sort], Original ATen: [aten.mul, aten.sort]
    buf1 = torch.ops.aten.sort.stable(buf0, stable=True, dim=0, descending=True)
    del buf0
    buf2 = buf1[0]
    assert_tensor_metadata(buf2, (64, 16), (16, 1), torch.float32, 'torch.ops.aten.sort.stable')
    assert_alignment(buf2, 16, 'torch.ops.aten.sort.stable')
    buf3 = buf1[1]
    assert_tensor_metadata(buf3, (64, 16), (16, 1), torch.int64, 'torch.ops.aten.sort.stable')
    assert_alignment(buf3, 16, 'torch.ops.aten.sort.stable')
    del buf1
    buf4 = buf2; del buf2  # reuse
    cpp_fused_add_1(buf4)
    return (buf4, buf3, )
