def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg3_1, arg1_1), ((64, 128), (64, 128), (128, )), ((128, 1), (128, 1), (1, )), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg3_1 = copy_if_misaligned(arg3_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        buf0 = empty_strided_cuda((64, 1), (1, 64), torch.float32)
        buf1 = empty_strided_cuda((64, 1), (1, 64), torch.float32)
        buf5 = empty_strided_cuda((64, 128), (128, 1), torch.float32)
        # Topologically Sorted Source Nodes: [native_layer_norm_default, native_layer_norm_backward_default, ones_like, expand, mul_1], Original ATen: [aten.native_layer_norm, aten.native_layer_norm_backward, aten.ones_like, aten.expand, aten.mul]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_expand_mul_native_layer_norm_native_layer_norm_backward_ones_like_0.run(arg0_1, arg3_1, arg1_1, buf0, buf1, buf5, 64, 128, stream=raw_stream0)
        buf6 = empty_strided_cuda((128, ), (1, ), torch.float32)
        buf7 = empty_strided_cuda((128, ), (1, ), torch.float32)
        # Topologically Sorted Source Nodes: [native_layer_norm_default, ones_like, expand, mul_1, native_layer_norm_backward_default], Original ATen: [aten.native_layer_norm, aten.ones_like, aten.expand, aten.mul, aten.native_layer_norm_backward]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_expand_mul_native_layer_norm_native_layer_norm_backward_ones_like_1.run(arg3_1, arg0_1, buf0, buf1, buf6, buf7, 128, 64, stream=raw_stream0)
        assert_size_stride(arg2_1, (128, ), (1, ), 'input')
        arg2_1 = copy_if_misaligned(arg2_1)
        buf8 = empty_strided_cuda((), (), torch.float32)
        # Topologically Sorted Source Nodes: [native_layer_norm_default, mul, sum_1], Original ATen: [aten.native_layer_norm, aten.mul, aten.sum]
        raw_stream0 = get_raw_stream(0)
        triton_red_fused_mul_native_layer_norm_sum_2.run(arg0_1, buf0, buf1, arg1_1, arg2_1, arg3_1, buf8, 1, 8192, stream=raw_stream0)
        del arg0_1
        del arg1_1
        del arg2_1
        del arg3_1
        del buf0
        del buf1
    return (buf5, buf6, buf7, buf8, )
