def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (32768, 1024), (1024, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf2 = empty_strided_cuda((32768, ), (1, ), torch.float32)
        # Call mix order reduction kernel
        # Topologically Sorted Source Nodes: [float_1, sum_1, float_2, square, sum_2], Original ATen: [aten._to_copy, aten.sum, aten.pow]
        workspace_0 = empty_strided_cuda((2097152, ), (1, ), torch.float32)
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__to_copy_pow_sum_0.run(arg0_1, buf2, workspace_0, 32768, 1024, stream=raw_stream0)
        buf1 = workspace_0[0 * (2048) * (1024) : (0 + 1) * (2048) * (1024)].view(2048, 1024).sum(dim=0).view([1024])
        del workspace_0
        del arg0_1
    return (buf1, buf2, )
