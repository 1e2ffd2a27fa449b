def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (16, 1024), (1024, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        # Topologically Sorted Source Nodes: [sort], Original ATen: [aten.sort]
        buf0 = torch.ops.aten.sort.stable(arg0_1, stable=False, dim=1, descending=False)
        del arg0_1
        buf1 = buf0[0]
        assert_tensor_metadata(buf1, (16, 1024), (1024, 1), torch.float32, 'torch.ops.aten.sort.default')
        assert_alignment(buf1, 16, 'torch.ops.aten.sort.default')
        buf2 = buf0[1]
        assert_tensor_metadata(buf2, (16, 1024), (1024, 1), torch.int64, 'torch.ops.aten.sort.default')
        assert_alignment(buf2, 16, 'torch.ops.aten.sort.default')
        del buf0
    return (buf1, buf2, )
