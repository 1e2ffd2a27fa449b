def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (2, 16, 32), (512, 32, 1), 'input')
    # Topologically Sorted Source Nodes: [fft_fft], Original ATen: [aten._fft_r2c]
    buf0 = torch.ops.aten._fft_r2c.default(arg0_1, [2], 0, False)
    assert_tensor_metadata(buf0, (2, 16, 32), (512, 32, 1), torch.complex64, 'torch.ops.aten._fft_r2c.default')
    # buffer buf0 (op: torch.ops.aten._fft_r2c.default) is assumed to be not aligned
    # Topologically Sorted Source Nodes: [fft_fft_1], Original ATen: [aten._fft_c2c]
    buf1 = torch.ops.aten._fft_c2c.default(buf0, [1], 0, True)
    assert_tensor_metadata(buf1, (2, 16, 32), (512, 1, 16), torch.complex64, 'torch.ops.aten._fft_c2c.default')
    # buffer buf1 (op: torch.ops.aten._fft_c2c.default) is assumed to be not aligned
    del buf0
    # Topologically Sorted Source Nodes: [getattr_1], Original ATen: [aten.view_as_real]
    buf2 = torch.ops.aten.view_as_real.default(buf1)
    assert_tensor_metadata(buf2, (2, 16, 32, 2), (1024, 2, 32, 1), torch.float32, 'torch.ops.aten.view_as_real.default')
    # buffer buf2 (op: torch.ops.aten.view_as_real.default) is assumed to be not aligned
    buf3 = empty_strided_cpu((2, 16, 32), (512, 1, 16), torch.float32)
    cpp_fused_add_select_0(buf2, arg0_1, buf3)
    del buf1
    del buf2
    # Topologically Sorted Source Nodes: [fft_rfft2], Original ATen: [aten._fft_r2c]
    buf4 = torch.ops.aten._fft_r2c.default(arg0_1, [1, 2], 0, True)
    assert_tensor_metadata(buf4, (2, 16, 17), (272, 17, 1), torch.complex64, 'torch.ops.aten._fft_r2c.default')
    # buffer buf4 (op: torch.ops.aten._fft_r2c.default) is assumed to be not aligned
    # Topologically Sorted Source Nodes: [fft_irfft2], Original ATen: [aten._fft_c2r]
    buf5 = torch.ops.aten._fft_c2r.default(buf4, [1, 2], 2, 32)
    assert_tensor_metadata(buf5, (2, 16, 32), (512, 32, 1), torch.float32, 'torch.ops.aten._fft_c2r.default')
    # buffer buf5 (op: torch.ops.aten._fft_c2r.default) is assumed to be not aligned
    del buf4
    buf6 = buf5; del buf5  # reuse
    cpp_fused_mul_1(buf6, arg0_1)
    del arg0_1
    return (buf3, buf6, )
