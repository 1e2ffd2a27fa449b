def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1 = args
    args.clear()
    assert_size_stride_grouped((arg3_1, arg1_1, arg0_1, arg2_1), ((200, ), (200, ), (40, 6), (200, )), ((1, ), (1, ), (6, 1), (1, )), 'input')
    buf0 = empty_strided_cpu((200, ), (1, ), torch.float32)
    buf2 = buf0; del buf0  # reuse
    buf1 = empty_strided_cpu((40, ), (1, ), torch.float32)
    cpp_fused_add_index_leaky_relu_mul_new_full_scatter_reduce_select_0(buf2, arg3_1, arg1_1, arg0_1, arg2_1, buf1)
    del arg3_1
    aten.scatter_reduce_.two(buf1,0,arg2_1,buf2, reduce='amax', include_self=True)
    buf5 = empty_strided_cpu((40, ), (1, ), torch.float32)
    buf4 = buf2; del buf2  # reuse
    buf9 = empty_strided_cpu((200, ), (1, ), torch.bool)
    buf7 = empty_strided_cpu((40, 6), (6, 1), torch.float32)
    cpp_fused_add_div_eq_exp_index_index_add_mul_new_zeros_sub_unsqueeze_zeros_like_1(buf4, arg2_1, buf1, arg1_1, arg0_1, buf5, buf9, buf7)
    del arg0_1
    del arg1_1
    del arg2_1
    return (buf7, buf9, )
