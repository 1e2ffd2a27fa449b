def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (64, 100), (100, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf0 = empty_strided_cuda((64, ), (1, ), torch.int64)
        # Topologically Sorted Source Nodes: [argmax], Original ATen: [aten.argmax]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_argmax_0.run(arg0_1, buf0, 64, 100, stream=raw_stream0)
        buf1 = empty_strided_cuda((100, ), (1, ), torch.int64)
        # Topologically Sorted Source Nodes: [argmin], Original ATen: [aten.argmin]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_argmin_1.run(arg0_1, buf1, 100, 64, stream=raw_stream0)
        buf2 = empty_strided_cuda((), (), torch.int64)
        # Topologically Sorted Source Nodes: [argmax_1], Original ATen: [aten.argmax]
        raw_stream0 = get_raw_stream(0)
        triton_red_fused_argmax_2.run(arg0_1, buf2, 1, 6400, stream=raw_stream0)
        del arg0_1
    return (buf0, buf1, buf2, )
