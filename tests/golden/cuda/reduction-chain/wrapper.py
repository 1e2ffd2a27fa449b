def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (64, 96), (96, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf3 = empty_strided_cuda((64, 96), (96, 1), torch.float32)
        # Topologically Sorted Source Nodes: [sum_1, x, sum_2, x_1, sum_3, x_2], Original ATen: [aten.sum, aten.mul]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_mul_sum_0.run(arg0_1, buf3, 64, 96, stream=raw_stream0)
        del arg0_1
    return (buf3, )
