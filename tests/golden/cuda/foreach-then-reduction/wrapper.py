def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((64, 32), (64, 16)), ((32, 1), (16, 1)), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        buf0 = empty_strided_cuda((64, 32), (32, 1), torch.float32)
        buf1 = empty_strided_cuda((64, 16), (16, 1), torch.float32)
        # Topologically Sorted Source Nodes: [_foreach_neg], Original ATen: [aten._foreach_neg]
        raw_stream0 = get_raw_stream(0)
        triton_for_fused_0.run(arg0_1, arg1_1, buf0, buf1, stream=raw_stream0)
        del arg0_1
        del arg1_1
        buf2 = empty_strided_cuda((64, ), (1, ), torch.float32)
        # Topologically Sorted Source Nodes: [sum_1], Original ATen: [aten.sum]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_sum_1.run(buf0, buf2, 64, 32, stream=raw_stream0)
        del buf0
        buf3 = empty_strided_cuda((64, ), (1, ), torch.float32)
        # Topologically Sorted Source Nodes: [sum_2], Original ATen: [aten.sum]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_sum_2.run(buf1, buf3, 64, 16, stream=raw_stream0)
        del buf1
    return (buf2, buf3, )
