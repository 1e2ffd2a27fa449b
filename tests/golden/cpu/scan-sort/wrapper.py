def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (16, 64), (64, 1), 'input')
    # Topologically Sorted Source Nodes: [topk], Original ATen: [aten.topk]
    buf3 = torch.ops.aten.topk.default(arg0_1, 3, 1, True, True)
    buf4 = buf3[0]
    assert_tensor_metadata(buf4, (16, 3), (3, 1), torch.float32, 'torch.ops.aten.topk.default')
    # buffer buf4 (op: torch.ops.aten.topk.default) is assumed to be not aligned
    del buf3
    buf7 = buf4; del buf4  # reuse
    cpp_fused_add_0(buf7)
    # Topologically Sorted Source Nodes: [sort], Original ATen: [aten.sort]
    buf0 = torch.ops.aten.sort.stable(arg0_1, stable=False, dim=1, descending=False)
    buf1 = buf0[0]
    assert_tensor_metadata(buf1, (16, 64), (64, 1), torch.float32, 'torch.ops.aten.sort.default')
    # buffer buf1 (op: torch.ops.aten.sort.default) is assumed to be not aligned
    del buf0
    # Topologically Sorted Source Nodes: [cumsum], Original ATen: [aten.cumsum]
    buf6 = torch.ops.aten.cumsum.default(arg0_1, dim=1, dtype=None)
    assert_tensor_metadata(buf6, (16, 64), (64, 1), torch.float32, 'torch.ops.aten.cumsum.default')
    # buffer buf6 (op: torch.ops.aten.cumsum.default) is assumed to be not aligned
    del arg0_1
    return (buf6, buf1, buf7, )
