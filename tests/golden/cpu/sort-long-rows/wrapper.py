def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (16, 1024), (1024, 1), 'input')
    # Topologically Sorted Source Nodes: [sort], Original ATen: [aten.sort]
    buf0 = torch.ops.aten.sort.stable(arg0_1, stable=False, dim=1, descending=False)
    del arg0_1
    buf1 = buf0[0]
    assert_tensor_metadata(buf1, (16, 1024), (1024, 1), torch.float32, 'torch.ops.aten.sort.default')
    # buffer buf1 (op: torch.ops.aten.sort.default) is assumed to be not aligned
    buf2 = buf0[1]
    assert_tensor_metadata(buf2, (16, 1024), (1024, 1), torch.int64, 'torch.ops.aten.sort.default')
    # buffer buf2 (op: torch.ops.aten.sort.default) is assumed to be not aligned
    return (buf1, buf2, )
