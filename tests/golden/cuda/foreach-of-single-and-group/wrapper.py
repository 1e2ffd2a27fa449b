def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg1_1, arg0_1), ((32, 24, 2), (1, 8, 5, 8)), ((48, 2, 1), (320, 40, 8, 1)), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg1_1 = copy_if_misaligned(arg1_1)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf1 = empty_strided_cuda((32, 24, 2), (48, 2, 1), torch.float32)
        buf0 = empty_strided_cuda((1, 5, 8, 8), (320, 8, 40, 1), torch.float32)
        buf2 = empty_strided_cuda((1, 5, 8, 8), (320, 8, 40, 1), torch.float32)
        # Topologically Sorted Source Nodes: [sub, _foreach_mul], Original ATen: [aten.rsub, aten._foreach_mul]
        raw_stream0 = get_raw_stream(0)
        triton_for_fused_0.run(arg1_1, arg0_1, buf1, buf0, buf2, stream=raw_stream0)
        del arg0_1
        del arg1_1
    return (buf1, buf2, buf0, )
