def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg3_1, arg1_1, arg4_1, arg2_1, arg5_1), ((64, 32), (64, 32), (100, ), (100, ), (8, 4, 4), (8, 4, 4)), ((32, 1), (32, 1), (1, ), (1, ), (16, 4, 1), (16, 4, 1)), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg3_1 = copy_if_misaligned(arg3_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        arg4_1 = copy_if_misaligned(arg4_1)
        arg2_1 = copy_if_misaligned(arg2_1)
        arg5_1 = copy_if_misaligned(arg5_1)
        buf0 = empty_strided_cuda((64, 32), (32, 1), torch.float32)
        buf1 = empty_strided_cuda((100, ), (1, ), torch.float32)
        buf2 = empty_strided_cuda((8, 4, 4), (16, 4, 1), torch.float32)
        # Topologically Sorted Source Nodes: [_foreach_add], Original ATen: [aten._foreach_add]
        raw_stream0 = get_raw_stream(0)
        triton_for_fused_0.run(arg0_1, arg3_1, arg1_1, arg4_1, arg2_1, arg5_1, buf0, buf1, buf2, stream=raw_stream0)
        del arg0_1
        del arg1_1
        del arg2_1
        del arg3_1
        del arg4_1
        del arg5_1
    return (buf0, buf1, buf2, )
