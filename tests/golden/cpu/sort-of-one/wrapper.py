def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (3, 32, 16, 3), (1536, 48, 3, 1), 'input')
    buf0 = empty_strided_cpu((3, 32, 16, 3), (1536, 48, 3, 1), torch.float32)
    cpp_fused_add_0(arg0_1, buf0)
    del arg0_1
    # Topologically Sorted Source Nodes: [add, y, sort], Original ATen: [aten.add, aten.unsqueeze, aten.sort]
    buf1 = torch.ops.aten.sort.stable(reinterpret_tensor(buf0, (3, 1, 32, 16, 3), (1536, 0, 48, 3, 1), 0), stable=False, dim=1, descending=False)
    buf2 = buf1[0]
    assert_tensor_metadata(buf2, (3, 1, 32, 16, 3), (1536, 1536, 48, 3, 1), torch.float32, 'torch.ops.aten.sort.default')
    assert_alignment(buf2, 16, 'torch.ops.aten.sort.default')
    buf3 = buf1[1]
    assert_tensor_metadata(buf3, (3, 1, 32, 16, 3), (1536, 1536, 48, 3, 1), torch.int64, 'torch.ops.aten.sort.default')
    assert_alignment(buf3, 16, 'torch.ops.aten.sort.default')
    del buf1
    buf4 = empty_strided_cpu((3, 1, 32, 16, 6), (3072, 3072, 96, 6, 1), torch.float32)
    cpp_fused_add_repeat_unsqueeze_1(buf0, buf4)
    return (buf2, buf3, buf4, )
