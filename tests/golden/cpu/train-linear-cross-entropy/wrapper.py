def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1 = args
    args.clear()
    assert_size_stride_grouped((arg2_1, arg0_1, arg1_1), ((16, ), (32, 64), (64, 16)), ((1, ), (64, 1), (16, 1)), 'input')
    buf0 = empty_strided_cpu((32, 16), (16, 1), torch.float32)
    # Topologically Sorted Source Nodes: [add], Original ATen: [aten.add]
    extern_kernels.addmm(arg2_1, arg0_1, arg1_1, alpha=1, beta=1, out=buf0)
    del arg1_1
    del arg2_1
    buf1 = empty_strided_cpu((32, 1), (1, 32), torch.float32)
    buf2 = empty_strided_cpu((32, 1), (1, 32), torch.float32)
    assert_size_stride(arg3_1, (32, ), (1, ), 'input')
    buf3 = buf2; del buf2  # reuse
    buf4 = empty_strided_cpu((), (), torch.int64)
    buf9 = empty_strided_cpu((), (), torch.float32)
    buf10 = buf9; del buf9  # reuse
    buf5 = empty_strided_cpu((32, 1), (1, 32), torch.float32)
    buf6 = buf0; del buf0  # reuse
    buf8 = empty_strided_cpu((1, 16), (16, 1), torch.float32)
    cpp_fused__log_softmax__log_softmax_backward_data_arange_eq_expand_nll_loss_backward_nll_loss_forward_ones_like_scalar_tensor_sum_view_0(buf3, buf10, buf6, arg3_1, buf1, buf4, buf5, buf8)
    del arg3_1
    del buf1
    del buf3
    del buf4
    del buf5
    buf7 = empty_strided_cpu((64, 16), (16, 1), torch.float32)
    # Topologically Sorted Source Nodes: [t, mm_1], Original ATen: [aten.t, aten.mm]
    extern_kernels.mm(reinterpret_tensor(arg0_1, (64, 32), (1, 64), 0), buf6, out=buf7)
    del arg0_1
    return (buf7, reinterpret_tensor(buf8, (16, ), (1, ), 0), buf10, )
