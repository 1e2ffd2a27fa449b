def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (4, 10), (10, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        # Topologically Sorted Source Nodes: [reshape, a], Original ATen: [aten.view, aten.view_as_complex]
        buf0 = torch.ops.aten.view_as_complex.default(reinterpret_tensor(arg0_1, (4, 5, 2), (10, 2, 1), 0))
        assert_tensor_metadata(buf0, (4, 5), (5, 1), torch.complex64, 'torch.ops.aten.view_as_complex.default')
        assert_alignment(buf0, 16, 'torch.ops.aten.view_as_complex.default')
        assert_size_stride(arg1_1, (4, 10), (10, 1), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        # Topologically Sorted Source Nodes: [reshape_1, b], Original ATen: [aten.view, aten.view_as_complex]
        buf1 = torch.ops.aten.view_as_complex.default(reinterpret_tensor(arg1_1, (4, 5, 2), (10, 2, 1), 0))
        assert_tensor_metadata(buf1, (4, 5), (5, 1), torch.complex64, 'torch.ops.aten.view_as_complex.default')
        assert_alignment(buf1, 16, 'torch.ops.aten.view_as_complex.default')
        # Topologically Sorted Source Nodes: [conj], Original ATen: [aten._conj]
        buf2 = torch.ops.aten._conj.default(buf1)
        assert_tensor_metadata(buf2, (4, 5), (5, 1), torch.complex64, 'torch.ops.aten._conj.default')
        assert_alignment(buf2, 16, 'torch.ops.aten._conj.default')
        # Topologically Sorted Source Nodes: [mul], Original ATen: [aten.clone]
        buf3 = torch.ops.aten.clone.default(buf2)
        assert_tensor_metadata(buf3, (4, 5), (5, 1), torch.complex64, 'torch.ops.aten.clone.default')
        assert_alignment(buf3, 16, 'torch.ops.aten.clone.default')
        del arg1_1
        del buf1
        del buf2
        # Topologically Sorted Source Nodes: [mul], Original ATen: [aten.mul]
        buf4 = torch.ops.aten.mul.Tensor(buf0, buf3)
        assert_tensor_metadata(buf4, (4, 5), (5, 1), torch.complex64, 'torch.ops.aten.mul.Tensor')
        assert_alignment(buf4, 16, 'torch.ops.aten.mul.Tensor')
        del arg0_1
        del buf0
        del buf3
        # Topologically Sorted Source Nodes: [view_as_real], Original ATen: [aten.view_as_real]
        buf5 = torch.ops.aten.view_as_real.default(buf4)
        assert_tensor_metadata(buf5, (4, 5, 2), (10, 2, 1), torch.float32, 'torch.ops.aten.view_as_real.default')
        assert_alignment(buf5, 16, 'torch.ops.aten.view_as_real.default')
    return (buf5, )
