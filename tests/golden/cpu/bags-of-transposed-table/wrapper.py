def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (16, 20), (20, 1), 'input')
    buf0 = empty_strided_cpu((20, 16), (16, 1), torch.bfloat16)
    buf1 = empty_strided_cpu((8, ), (1, ), torch.int64)
    assert_size_stride(arg1_1, (8, 4), (4, 1), 'input')
    cpp_fused__embedding_bag_forward_only_arange_t_view_0(arg0_1, buf0, buf1)
    del arg0_1
    # Topologically Sorted Source Nodes: [t, embedding_bag], Original ATen: [aten.t, aten.view, aten.arange, aten._embedding_bag_forward_only]
    buf2 = torch.ops.aten._embedding_bag_forward_only.default(buf0, reinterpret_tensor(arg1_1, (32, ), (1, ), 0), buf1)
    del arg1_1
    del buf0
    del buf1
    buf3 = buf2[0]
    assert_tensor_metadata(buf3, (8, 16), (16, 1), torch.bfloat16, 'torch.ops.aten._embedding_bag_forward_only.default')
    # buffer buf3 (op: torch.ops.aten._embedding_bag_forward_only.default) is assumed to be not aligned
    del buf2
    buf7 = empty_strided_cpu((8, 16), (16, 1), torch.bfloat16)
    cpp_fused_roll_1(buf3, buf7)
    return (buf7, )
