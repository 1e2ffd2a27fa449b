def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (4, 10), (10, 1), 'input')
    # Topologically Sorted Source Nodes: [reshape, a], Original ATen: [aten.view, aten.view_as_complex]
    buf0 = torch.ops.aten.view_as_complex.default(reinterpret_tensor(arg0_1, (4, 5, 2), (10, 2, 1), 0))
    assert_tensor_metadata(buf0, (4, 5), (5, 1), torch.complex64, 'torch.ops.aten.view_as_complex.default')
    # buffer buf0 (op: torch.ops.aten.view_as_complex.default) is assumed to be not aligned
    assert_size_stride(arg1_1, (4, 10), (10, 1), 'input')
    # Topologically Sorted Source Nodes: [reshape_1, b], Original ATen: [aten.view, aten.view_as_complex]
    buf1 = torch.ops.aten.view_as_complex.default(reinterpret_tensor(arg1_1, (4, 5, 2), (10, 2, 1), 0))
    assert_tensor_metadata(buf1, (4, 5), (5, 1), torch.complex64, 'torch.ops.aten.view_as_complex.default')
    # buffer buf1 (op: torch.ops.aten.view_as_complex.default) is assumed to be not aligned
    # Topologically Sorted Source Nodes: [conj], Original ATen: [aten._conj]
    buf2 = torch.ops.aten._conj.default(buf1)
    assert_tensor_metadata(buf2, (4, 5), (5, 1), torch.complex64, 'torch.ops.aten._conj.default')
    # buffer buf2 (op: torch.ops.aten._conj.default) is assumed to be not aligned
    # Topologically Sorted Source Nodes: [mul], Original ATen: [aten.clone]
    buf3 = torch.ops.aten.clone.default(buf2)
    assert_tensor_metadata(buf3, (4, 5), (5, 1), torch.complex64, 'torch.ops.aten.clone.default')
    # buffer buf3 (op: torch.ops.aten.clone.default) is assumed to be not aligned
    del arg1_1
    del buf1
    del buf2
    # Topologically Sorted Source Nodes: [mul], Original ATen: [aten.mul]
    buf4 = torch.ops.aten.mul.Tensor(buf0, buf3)
    assert_tensor_metadata(buf4, (4, 5), (5, 1), torch.complex64, 'torch.ops.aten.mul.Tensor')
    # buffer buf4 (op: torch.ops.aten.mul.Tensor) is assumed to be not aligned
    del arg0_1
    del buf0
    del buf3
    # Topologically Sorted Source Nodes: [view_as_real], Original ATen: [aten.view_as_real]
    buf5 = torch.ops.aten.view_as_real.default(buf4)
    assert_tensor_metadata(buf5, (4, 5, 2), (10, 2, 1), torch.float32, 'torch.ops.aten.view_as_real.default')
    # buffer buf5 (op: torch.ops.aten.view_as_real.default) is assumed to be not aligned
    return (buf5, )
