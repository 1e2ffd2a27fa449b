def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1, arg2_1), ((4, 8, 8, 8), (8, ), (8, )), ((512, 64, 8, 1), (1, ), (1, )), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        arg2_1 = copy_if_misaligned(arg2_1)
        buf0 = empty_strided_cuda((1, 8, 1, 1), (8, 1, 1, 1), torch.float32)
        buf1 = empty_strided_cuda((1, 8, 1, 1), (8, 1, 8, 8), torch.float32)
        buf3 = empty_strided_cuda((4, 8, 8, 8), (512, 64, 8, 1), torch.float32)
        buf4 = empty_strided_cuda((8, ), (1, ), torch.float32)
        buf5 = empty_strided_cuda((8, ), (1, ), torch.float32)
        buf7 = empty_strided_cuda((8, ), (1, ), torch.float32)
        # Topologically Sorted Source Nodes: [native_batch_norm_default, native_batch_norm_backward_default, relu, threshold_backward, ones_like, expand], Original ATen: [aten._native_batch_norm_legit, aten.native_batch_norm_backward, aten.relu, aten.threshold_backward, aten.ones_like, aten.expand]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__native_batch_norm_legit_expand_native_batch_norm_backward_ones_like_relu_threshold_backward_0.run(arg0_1, arg1_1, arg2_1, buf0, buf1, buf3, buf4, buf5, buf7, 8, 256, stream=raw_stream0)
        del arg2_1
        buf6 = empty_strided_cuda((4, 8, 8, 8), (512, 64, 8, 1), torch.float32)
        buf8 = empty_strided_cuda((), (), torch.float32)
        # Topologically Sorted Source Nodes: [native_batch_norm_default, native_batch_norm_backward_default, threshold_backward, ones_like, expand, sum_1], Original ATen: [aten._native_batch_norm_legit, aten.native_batch_norm_backward, aten.threshold_backward, aten.ones_like, aten.expand, aten.sum]
        raw_stream0 = get_raw_stream(0)
        triton_red_fused__native_batch_norm_legit_expand_native_batch_norm_backward_ones_like_sum_threshold_backward_1.run(buf3, arg0_1, buf0, buf4, buf1, buf5, arg1_1, buf6, buf8, 1, 2048, stream=raw_stream0)
        del arg0_1
        del arg1_1
        del buf0
        del buf1
        del buf3
        del buf4
    return (buf6, buf7, buf5, buf8, )
