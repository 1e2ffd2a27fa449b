def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (32, 64), (64, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf0 = empty_strided_cuda((32, 1), (1, 32), torch.float32)
        buf1 = empty_strided_cuda((32, 1), (1, 32), torch.float32)
        # Topologically Sorted Source Nodes: [], Original ATen: [prims.prepare_softmax_online]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_prepare_softmax_online_0.run(arg0_1, buf0, buf1, 32, 64, stream=raw_stream0)
        assert_size_stride(arg1_1, (32, ), (1, ), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        buf2 = empty_strided_cuda((), (), torch.float32)
        buf4 = buf2; del buf2  # reuse
        # Topologically Sorted Source Nodes: [cross_entropy], Original ATen: [aten.nll_loss_forward, aten._log_softmax]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__log_softmax_nll_loss_forward_1.run(buf4, arg1_1, arg0_1, buf0, buf1, 1, 32, stream=raw_stream0)
        del arg0_1
        del arg1_1
        del buf0
        del buf1
    return (buf4, )
