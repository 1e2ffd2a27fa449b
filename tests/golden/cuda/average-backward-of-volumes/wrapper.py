def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((2, 3, 2, 2, 3), (2, 3, 4, 5, 6)), ((36, 12, 6, 3, 1), (360, 120, 30, 6, 1)), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        buf0 = empty_strided_cuda((2, 3, 4, 5, 6), (360, 120, 30, 6, 1), torch.float32)
        buf1 = buf0; del buf0  # reuse
        # Topologically Sorted Source Nodes: [avg_pool3d_backward, mul], Original ATen: [aten.avg_pool3d_backward, aten.mul]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_avg_pool3d_backward_mul_0.run(buf1, arg0_1, arg1_1, 720, stream=raw_stream0)
        del arg0_1
        del arg1_1
    return (buf1, )
