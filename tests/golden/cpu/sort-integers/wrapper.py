def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (8, 32), (32, 1), 'input')
    # Topologically Sorted Source Nodes: [argsort], Original ATen: [aten.sort]
    buf0 = torch.ops.aten.sort.stable(arg0_1, stable=False, dim=1, descending=False)
    del arg0_1
    buf2 = buf0[1]
    assert_tensor_metadata(buf2, (8, 32), (32, 1), torch.int64, 'torch.ops.aten.sort.default')
    # buffer buf2 (op: torch.ops.aten.sort.default) is assumed to be not aligned
    return (buf2, )
