def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg2_1, arg1_1, arg3_1), ((64, 32), (64, 32), (64, 32), (64, 32)), ((32, 1), (32, 1), (32, 1), (32, 1)), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg2_1 = copy_if_misaligned(arg2_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        arg3_1 = copy_if_misaligned(arg3_1)
        buf2 = empty_strided_cuda((64, 32), (32, 1), torch.float32)
        buf4 = empty_strided_cuda((64, 32), (32, 1), torch.float32)
        buf1 = empty_strided_cuda((64, 32), (32, 1), torch.float32)
        buf3 = buf1; del buf1  # reuse
        # Unsorted Source Nodes: [], Original ATen: []
        raw_stream0 = get_raw_stream(0)
        triton_for_fused_0.run(buf3, arg0_1, arg2_1, arg1_1, arg3_1, buf2, buf4, stream=raw_stream0)
        del arg0_1
        del arg1_1
        del arg2_1
        del arg3_1
    return (buf2, buf3, buf4, )
