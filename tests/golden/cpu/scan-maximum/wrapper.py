def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (16, 64), (64, 1), 'input')
    # Topologically Sorted Source Nodes: [cummax], Original ATen: [aten.cummax]
    buf0 = torch.ops.aten.cummax.default(arg0_1, dim=-1)
    del arg0_1
    buf1 = buf0[0]
    assert_tensor_metadata(buf1, (16, 64), (64, 1), torch.float32, 'torch.ops.aten.cummax.default')
    # buffer buf1 (op: torch.ops.aten.cummax.default) is assumed to be not aligned
    buf2 = buf0[1]
    assert_tensor_metadata(buf2, (16, 64), (64, 1), torch.int64, 'torch.ops.aten.cummax.default')
    # buffer buf2 (op: torch.ops.aten.cummax.default) is assumed to be not aligned
    return (buf1, buf2, )
