def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg1_1, arg0_1), ((24, 16), (24, 16)), ((16, 1), (16, 1)), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg1_1 = copy_if_misaligned(arg1_1)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf1 = empty_strided_cuda((24, 16), (16, 1), torch.float16)
        buf0 = empty_strided_cuda((24, 16), (16, 1), torch.bfloat16)
        buf2 = empty_strided_cuda((24, 16), (16, 1), torch.bfloat16)
        buf3 = empty_strided_cuda((24, 16), (16, 1), torch.bool)
        buf4 = empty_strided_cuda((24, 16), (16, 1), torch.bfloat16)
        # Topologically Sorted Source Nodes: [add, sub, mul, gt, lt, and_, remainder], Original ATen: [aten.add, aten.sub, aten.mul, aten.gt, aten.lt, aten.bitwise_and, aten.remainder]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_bitwise_and_gt_lt_mul_remainder_sub_0.run(arg1_1, arg0_1, buf1, buf0, buf2, buf3, buf4, 384, stream=raw_stream0)
        del arg0_1
        del arg1_1
    return (buf0, buf1, buf2, buf3, buf4, )
