def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (64, 128), (128, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf1 = empty_strided_cuda((), (), torch.bool)
        buf3 = buf1; del buf1  # reuse
        # Topologically Sorted Source Nodes: [y, all_1], Original ATen: [aten.gt, aten.all]
        raw_stream0 = get_raw_stream(0)
        triton_red_fused_all_gt_0.run(buf3, arg0_1, 1, 8192, stream=raw_stream0)
        buf0 = empty_strided_cuda((64, ), (1, ), torch.bool)
        buf2 = empty_strided_cuda((64, ), (1, ), torch.float32)
        # Topologically Sorted Source Nodes: [y, any_1, mul, prod], Original ATen: [aten.gt, aten.any, aten.mul, aten.prod]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_any_gt_mul_prod_1.run(arg0_1, buf0, buf2, 64, 128, stream=raw_stream0)
        del arg0_1
    return (buf0, buf3, buf2, )
