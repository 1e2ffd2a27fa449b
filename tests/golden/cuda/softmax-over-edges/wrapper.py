def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1 = args
    args.clear()
    assert_size_stride_grouped((arg3_1, arg1_1, arg0_1, arg2_1), ((200, ), (200, ), (40, 6), (200, )), ((1, ), (1, ), (6, 1), (1, )), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg3_1 = copy_if_misaligned(arg3_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg2_1 = copy_if_misaligned(arg2_1)
        buf0 = empty_strided_cuda((200, ), (1, ), torch.float32)
        buf2 = buf0; del buf0  # reuse
        # Topologically Sorted Source Nodes: [getitem, getitem_1, mul, add, w], Original ATen: [aten.select, aten.index, aten.mul, aten.add, aten.leaky_relu]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_index_leaky_relu_mul_select_0.run(buf2, arg3_1, arg1_1, arg0_1, arg2_1, 200, stream=raw_stream0)
        del arg3_1
        buf1 = empty_strided_cuda((40, ), (1, ), torch.float32)
        # Topologically Sorted Source Nodes: [new_full, w, most], Original ATen: [aten.new_full, aten.leaky_relu, aten.scatter_reduce]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_leaky_relu_new_full_scatter_reduce_1.run(buf1, 40, stream=raw_stream0)
        aten.scatter_reduce_.two(buf1,0,arg2_1,buf2, reduce='amax', include_self=True)
        buf4 = empty_strided_cuda((40, ), (1, ), torch.float32)
        # Topologically Sorted Source Nodes: [new_zeros], Original ATen: [aten.new_zeros]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_new_zeros_2.run(buf4, 40, stream=raw_stream0)
        buf8 = empty_strided_cuda((200, ), (1, ), torch.bool)
        # Topologically Sorted Source Nodes: [new_zeros, getitem_2, sub, w_1, total, eq], Original ATen: [aten.new_zeros, aten.index, aten.sub, aten.exp, aten.index_add, aten.eq]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_eq_exp_index_index_add_new_zeros_sub_3.run(arg2_1, buf2, buf1, buf4, buf8, 200, stream=raw_stream0)
        buf6 = empty_strided_cuda((40, 6), (6, 1), torch.float32)
        # Topologically Sorted Source Nodes: [zeros_like], Original ATen: [aten.zeros_like]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_zeros_like_4.run(buf6, 240, stream=raw_stream0)
        # Topologically Sorted Source Nodes: [zeros_like, getitem_3, getitem_2, sub, w_1, getitem_4, add_1, truediv, getitem_5, mul_1, index_add_1], Original ATen: [aten.zeros_like, aten.index, aten.sub, aten.exp, aten.add, aten.div, aten.unsqueeze, aten.mul, aten.index_add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_div_exp_index_index_add_mul_sub_unsqueeze_zeros_like_5.run(arg2_1, arg1_1, arg0_1, buf2, buf1, buf4, buf6, 1200, stream=raw_stream0)
        del arg0_1
        del arg1_1
        del arg2_1
        del buf1
        del buf2
        del buf4
    return (buf6, buf8, )
