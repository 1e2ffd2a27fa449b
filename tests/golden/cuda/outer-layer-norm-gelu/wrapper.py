def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1, arg2_1), ((2, 8, 64), (64, ), (64, )), ((512, 64, 1), (1, ), (1, )), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        arg2_1 = copy_if_misaligned(arg2_1)
        buf3 = empty_strided_cuda((2, 8, 64), (512, 64, 1), torch.float32)
        buf4 = buf3; del buf3  # reuse
        # Topologically Sorted Source Nodes: [layer_norm, gelu], Original ATen: [aten.native_layer_norm, aten.gelu]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_gelu_native_layer_norm_0.run(buf4, arg0_1, arg1_1, arg2_1, 16, 64, stream=raw_stream0)
        del arg0_1
        del arg1_1
        del arg2_1
    return (buf4, )
