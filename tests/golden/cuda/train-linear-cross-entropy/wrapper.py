def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1 = args
    args.clear()
    assert_size_stride_grouped((arg2_1, arg0_1, arg1_1), ((16, ), (32, 64), (64, 16)), ((1, ), (64, 1), (16, 1)), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg2_1 = copy_if_misaligned(arg2_1)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        buf0 = empty_strided_cuda((32, 16), (16, 1), torch.float32)
        # Topologically Sorted Source Nodes: [add], Original ATen: [aten.add]
        extern_kernels.addmm(arg2_1, arg0_1, arg1_1, alpha=1, beta=1, out=buf0)
        del arg1_1
        del arg2_1
        buf1 = empty_strided_cuda((32, 1), (1, 32), torch.float32)
        buf2 = empty_strided_cuda((32, 1), (1, 32), torch.float32)
        # Topologically Sorted Source Nodes: [], Original ATen: [prims.prepare_softmax_online]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_prepare_softmax_online_0.run(buf0, buf1, buf2, 32, 16, stream=raw_stream0)
        assert_size_stride(arg3_1, (32, ), (1, ), 'input')
        arg3_1 = copy_if_misaligned(arg3_1)
        buf3 = empty_strided_cuda((), (), torch.int64)
        buf8 = empty_strided_cuda((), (), torch.float32)
        buf9 = buf8; del buf8  # reuse
        # Topologically Sorted Source Nodes: [_log_softmax, nll_loss_forward_default], Original ATen: [aten._log_softmax, aten.nll_loss_forward]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__log_softmax_nll_loss_forward_1.run(buf9, arg3_1, buf0, buf1, buf2, buf3, 1, 32, stream=raw_stream0)
        buf5 = buf0; del buf0  # reuse
        # Topologically Sorted Source Nodes: [_log_softmax, _log_softmax_backward_data, nll_loss_backward, ones_like, nll_loss_forward_default], Original ATen: [aten._log_softmax, aten._log_softmax_backward_data, aten.nll_loss_backward, aten.expand, aten.arange, aten.view, aten.eq, aten.scalar_tensor, aten.ones_like, aten.nll_loss_forward]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__log_softmax__log_softmax_backward_data_arange_eq_expand_nll_loss_backward_nll_loss_forward_ones_like_scalar_tensor_view_2.run(buf5, arg3_1, buf3, buf1, buf2, 32, 16, stream=raw_stream0)
        del arg3_1
        del buf1
        del buf2
        del buf3
        buf6 = empty_strided_cuda((64, 16), (16, 1), torch.float32)
        # Topologically Sorted Source Nodes: [t, mm_1], Original ATen: [aten.t, aten.mm]
        extern_kernels.mm(reinterpret_tensor(arg0_1, (64, 32), (1, 64), 0), buf5, out=buf6)
        del arg0_1
        buf7 = empty_strided_cuda((1, 16), (16, 1), torch.float32)
        # Topologically Sorted Source Nodes: [sum_1], Original ATen: [aten.sum]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_sum_3.run(buf5, buf7, 16, 32, stream=raw_stream0)
        del buf5
    return (buf6, reinterpret_tensor(buf7, (16, ), (1, ), 0), buf9, )
